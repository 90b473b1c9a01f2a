//! All ships of a run beside their prices, to be posted or read by a spreadsheet.

use lanchester_analysis::study::StudyResults;

use super::{parity_text, policy_pair};
use crate::charge::{change_judged, judged};
use crate::columns::{Align, TextTable, Tone, clean};
use crate::digits::printed;

/// Name, class, faction, printed points, parity price, the ends of its interval, and how far the printed points are off, of every
/// ship that was priced, under the policies that stand first; then a sentence on where it comes from. Nothing where no ship was priced.
#[must_use]
pub fn price_list(study: &StudyResults) -> Option<(TextTable, String)> {
    let policies = &study.prices.first()?.policies;
    let names = ["Ship", "Class", "Faction"].map(|head| (head, Align::Left));
    let numbers = ["Printed", "Price", "Low", "High", "Off by %"].map(|head| (head, Align::Right));
    let mut table = TextTable::new(&[&names[..], &numbers].concat());
    for row in study.prices.iter().filter(|row| row.policies == *policies) {
        let about = study.designs.iter().find(|design| design.id == row.design);
        let class = about.map(|of| of.class.clone()).unwrap_or_default();
        let faction = about.and_then(|of| of.faction.clone()).unwrap_or_default();
        let [price, low, high] = match row.price() {
            Some(price) => {
                let text = judged(&price, row.printed, row.verdict);
                [text.estimate, text.low, text.high]
            }
            None => [parity_text(row.parity), String::new(), String::new()],
        };
        let off = row.multiplier().map(|times| change_judged(&times, row.verdict)).unwrap_or_default();
        let off = off.split(" [").next().unwrap_or_default().to_owned();
        let cells = [row.name.clone(), class, faction, printed(row.printed), price, low, high, off];
        table.row(cells.map(|text| (text, Tone::Plain)));
    }
    let setup = &study.setup;
    let said = format!(
        "{}: parity prices, {}, 95 % intervals, seed {}, {} rules v{}.",
        clean(&setup.name),
        policy_pair(policies),
        setup.seed,
        clean(&setup.game),
        setup.rules_version
    );
    Some((table, said))
}
