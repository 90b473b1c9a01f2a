//! The published counters, against what else is known of them.

use lanchester_scenario::{Kind, Library};

use super::staging::ship;
use crate::Talon;
use crate::arcs::{Arc, Arcs};
use crate::design::{Line, Origin};
use crate::weapons::{MISSILE_DAMAGE, MISSILE_HULL, Weapon};

mod talon_p_20 {
    use super::*;

    /// Points as the publisher's list prints them.
    #[test]
    fn nineteen_counters_at_their_printed_points() {
        let printed = "talon-base 184, talon-bb 179, talon-bc 142, talon-ca 115, talon-cl 88, talon-dd 48, talon-dn 218, \
            talon-ff 44, talon-transport 36, terran-base 184, terran-bb 194, terran-bc 134, terran-ca 115, \
            terran-cl 88, terran-cv 70, terran-dd 55, terran-ftr 44, terran-sc 37, terran-transport 32";
        let library = Library::<Talon>::shipped();
        let ships = library.ids(Kind::Ship).map(|id| (id, ship(id)));
        let published: Vec<_> = ships.filter(|(_, design)| design.origin == Origin::Published).collect();
        let points: Vec<String> = published.iter().map(|(id, design)| format!("{id} {}", design.points)).collect();
        assert_eq!(points.join(", "), printed);
        for (id, design) in published {
            let race = if id.starts_with("talon") { "Talon" } else { "Terran" };
            assert_eq!(design.faction, race);
            assert_eq!(design.name, format!("{race} {}", design.class));
        }
    }

    /// Explosion ratings by class.
    #[test]
    fn explosions_by_class() {
        let ratings = ["FTR", "FF DD SC", "CL Transport", "CA BC", "BB CV", "DN Base"];
        let library = Library::<Talon>::shipped();
        for design in library.ids(Kind::Ship).map(ship).filter(|design| design.origin == Origin::Published) {
            let rating = ratings.iter().position(|classes| classes.split(' ').any(|class| class == design.class));
            assert_eq!(rating, Some(design.explosion.into()), "{}", design.name);
        }
    }

    /// Lines of power curves in recorded games.
    #[test]
    fn lines_that_players_wrote() {
        for (id, modifier, lines) in [
            ("terran-ca", 0, vec![[4, 2, 1], [2, 4, 2]]),
            ("terran-cl", 0, vec![[3, 3, 1], [2, 4, 2]]),
            ("terran-dd", 0, vec![[2, 3, 1]]),
            ("talon-ca", 0, vec![[3, 3, 1], [2, 4, 2]]),
            ("talon-ff", 0, vec![[2, 3, 0], [1, 4, 1]]),
            ("talon-dd", 0, vec![[1, 3, 0], [1, 4, 1]]),
            ("talon-dd", 1, vec![[0, 4, 1]]),
        ] {
            for [power, speed, radius] in lines {
                let line = Line { power: power + modifier, speed, radius };
                assert_eq!(ship(id).line(speed), Some(line), "{id}");
            }
        }
    }

    #[test]
    fn what_the_book_and_players_say_of_single_ships() {
        // Two hull points of damage leave the Terran CA at -1, five at -2; its fourth box is critical.
        let hull = ship("terran-ca").hull;
        assert_eq!([hull[2].modifier, hull[5].modifier, hull.len() as u8], [1, 2, 6]);
        assert!(hull[3].critical && hull.iter().filter(|hull_box| hull_box.critical).count() == 1);
        assert_eq!(ship("terran-dd").hull.len(), 4);
        // A Talon BC has a group of two disruptors with one red box and four yellow ones.
        let disruptors = ship("talon-bc").groups[0];
        assert_eq!((disruptors.weapon, disruptors.count), (Weapon::Disruptor, 2));
        assert_eq!((disruptors.red, disruptors.yellow), (1, 4));
        assert_eq!((MISSILE_DAMAGE, MISSILE_HULL), (2, 3));
        // Destroyers have afterburners, the frigate has none; Terrans have batteries.
        assert_eq!([ship("talon-dd").afterburners, ship("talon-ff").afterburners], [2, 0]);
        assert_eq!([ship("terran-dd").batteries, ship("terran-sc").batteries], [1, 0]);
        // The gun of the Terran base bears to the right alone.
        let gun = ship("terran-base").groups[2];
        assert_eq!((gun.weapon, gun.arcs), (Weapon::WaveMotionGun, Arcs::from_iter([Arc::Right])));
    }

    #[test]
    fn fleets_of_150_300_and_500_points_of_each_navy_and_mixed() {
        let library = Library::<Talon>::shipped();
        for points in [150, 300, 500] {
            for navy in ["talon", "terran", "mixed"] {
                let fleet = library.fleet(&format!("{navy}-{points}")).expect("a shipped fleet");
                let total: u32 = fleet.ships.iter().map(|(_, design)| design.points).sum();
                assert!(total <= points && total * 10 >= points * 9, "{navy}-{points}: {total}");
            }
        }
    }

    /// What the published counters leave out of the limits, our own designs try.
    #[test]
    fn designs_of_our_own_stretch_the_rules() {
        let library = Library::<Talon>::shipped();
        let own: Vec<_> = library.ids(Kind::Ship).map(ship).filter(|d| d.origin == Origin::Original).collect();
        let any = |test: &dyn Fn(&crate::design::Design) -> bool| own.iter().any(test);
        assert!(any(&|d| d.groups.iter().filter(|g| g.weapon == Weapon::FusionCannon).count() == 2));
        assert!(any(&|d| d.groups.iter().filter(|g| g.weapon == Weapon::WaveMotionGun).count() == 2));
        assert!(any(&|d| d.launchers() == 4));
        assert!(any(&|d| d.hull.len() == crate::design::MAX_HULL && d.shields == [15; 4]));
        assert!(any(&|d| d.hull.iter().all(|hull_box| hull_box.critical)));
        assert!(any(&|d| d.batteries == 3));
        assert!(any(&|d| d.curve.len() == 6 && d.afterburners > 2));
    }
}
