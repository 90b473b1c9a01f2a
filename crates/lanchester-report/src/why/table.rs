//! The numbers of an account as a table.

use lanchester_analysis::account::{Account, FirstLoss, SideAccount};
use lanchester_stats::Interval;

use crate::frame::{Cell, Frame, frame};
use crate::schema::WHY;

/// What the rows of one thing begin with.
#[derive(Clone, Copy)]
struct Of<'a> {
    side: Option<&'static str>,
    subject: &'static str,
    name: Option<&'a str>,
}

/// The table of an account, a number a row.
#[must_use]
pub fn table(account: &Account) -> Frame {
    let mut rows = Rows::default();
    let battle = Of { side: None, subject: "battle", name: None };
    rows.number(battle, "battles", account.battles as f64);
    if let Some(FirstLoss { battles, turn, loser_scores }) = &account.first_loss {
        rows.interval(battle, "first_loss", Some(battles));
        rows.number(battle, "first_loss_turn", f64::from(*turn));
        rows.interval(battle, "first_loser_scores", Some(loser_scores));
    }
    for (range, turn) in account.range_by_turn.iter().zip(1u64..) {
        rows.at(battle, "range", turn, *range);
    }
    for (side, letter) in account.sides.iter().zip(["A", "B"]) {
        rows.side(side, letter);
    }
    frame(&WHY, rows.0)
}

#[derive(Default)]
struct Rows(Vec<Vec<Cell>>);

impl Rows {
    fn side(&mut self, side: &SideAccount, letter: &'static str) {
        let of = |subject, name| Of { side: Some(letter), subject, name: Some(name) };
        let whole = of("side", side.name.as_str());
        self.interval(whole, "survives", Some(&side.survives));
        self.number(whole, "harm_per_battle", side.harm_per_battle);
        let losses = &side.losses;
        self.number(whole, "lost_to_enemies", losses.to_enemies);
        self.number(whole, "lost_to_friends_explosions", losses.to_friends_explosions);
        self.number(whole, "lost_to_enemies_explosions", losses.to_enemies_explosions);
        self.number(whole, "lost_to_themselves", losses.to_themselves);
        self.number(whole, "lost_by_leaving", losses.left);
        for ship in &side.ships {
            let of = of("ship", ship.name.as_str());
            self.number(of, "count", ship.count as f64);
            self.interval(of, "survives", Some(&ship.survives));
            self.interval(of, "never_fires", Some(&ship.never_fires));
            self.interval(of, "harm", ship.harm.as_ref());
            for (enemy, count) in &ship.destroys {
                self.row(of, "destroys", Some(enemy), None, Some([Some(*count), None, None]));
            }
            self.row(of, "lost_in_turn", None, None, ship.lost_in_turn.map(|turn| [Some(turn), None, None]));
        }
        for weapon in &side.weapons {
            let of = of("weapon", weapon.weapon.as_str());
            self.interval(of, "harm", weapon.harm.as_ref());
            self.number(of, "shots", weapon.shots);
            self.number(of, "harm_per_shot", weapon.harm_per_shot);
            for (range, harm) in &weapon.by_range {
                self.at(of, "harm_at_range", u64::from(*range), Some(*harm));
            }
        }
    }

    fn number(&mut self, of: Of<'_>, what: &str, value: f64) {
        self.row(of, what, None, None, Some([Some(value), None, None]));
    }

    fn at(&mut self, of: Of<'_>, what: &str, at: u64, value: Option<f64>) {
        self.row(of, what, None, Some(at), Some([value, None, None]));
    }

    fn interval(&mut self, of: Of<'_>, what: &str, interval: Option<&Interval>) {
        let ends = |of: &Interval| [of.estimate, of.low, of.high].map(Some);
        self.row(of, what, None, None, interval.map(ends));
    }

    fn row(&mut self, of: Of<'_>, what: &str, enemy: Option<&str>, at: Option<u64>, values: Option<[Option<f64>; 3]>) {
        let text = |text: Option<&str>| Cell::Text(text.map(str::to_owned));
        let mut row = vec![text(of.side), of.subject.into(), text(of.name), what.into(), text(enemy), Cell::Count(at)];
        row.extend(values.unwrap_or_default().map(Cell::from));
        self.0.push(row);
    }
}
