//! What recorded battles say of who hurt whom, with what and from how far, in words that all games share.

use crate::ShipId;

/// A part of a battle's account. A game makes a list of them out of a battle's events, in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed<'m> {
    /// A turn begins.
    Turn,
    /// A ship of the target's enemy fires, or something that it launched arrives. Harm to the target that follows is its doing, and
    /// that of the shots at the target since the harm before, in proportion to `through`.
    Shot {
        /// Who fires; `None` where the event does not say.
        by: Option<ShipId>,
        /// The weapon, as a reader knows it.
        weapon: &'m str,
        /// The target.
        target: ShipId,
        /// Hexes between them; `None` where they do not matter.
        range: Option<u32>,
        /// What went through the target's screens, in the game's own measure; only the proportion counts.
        through: u32,
    },
    /// A ship launches what may arrive later: it has fired.
    Launch {
        /// Which.
        ship: ShipId,
    },
    /// A ship is in the explosion of another. Harm to it that follows comes from that.
    Blast {
        /// Who is hit.
        ship: ShipId,
        /// What exploded.
        from: ShipId,
    },
    /// A ship suffers from itself, such as from its own reactor. Harm to it that follows comes from that.
    Accident {
        /// Which.
        ship: ShipId,
    },
    /// A ship is harmed.
    Harm {
        /// Which.
        ship: ShipId,
        /// How much, in the game's [`HARM`](crate::game::Game::HARM).
        points: u32,
    },
    /// A ship is out of the battle.
    Gone {
        /// Which.
        ship: ShipId,
        /// It left, by its own will or not; otherwise it is lost to what harmed it last.
        left: bool,
    },
}

/// What is to be remarked of a ship some of whose weapons, listed in order, have one name: accounts go by the names that a reader
/// knows, so these are one weapon there.
#[must_use]
pub fn weapons_of_one_name<'d>(names: impl IntoIterator<Item = &'d str>) -> Vec<String> {
    let names: Vec<&str> = names.into_iter().collect();
    let count = |name: &str| names.iter().filter(|other| **other == name).count();
    let first = names.iter().enumerate().filter(|(nth, name)| !names[..*nth].contains(name) && count(name) > 1);
    first
        .map(|(_, name)| format!("{} weapons are named {name}: what they do is counted together", count(name)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::weapons_of_one_name;

    #[test]
    fn weapons_of_one_name_are_named_once() {
        let remarks = weapons_of_one_name(["Guns", "Beam", "Guns", "Mine", "Guns", "Beam"]);
        assert_eq!(
            remarks,
            [
                "3 weapons are named Guns: what they do is counted together",
                "2 weapons are named Beam: what they do is counted together"
            ]
        );
        assert!(weapons_of_one_name(["Guns", "Beam"]).is_empty());
    }
}
