//! The standard card against the page, and cards that are refused.

use std::sync::Arc;

use lanchester_scenario::{Fields, Report, Source};

use super::read::{read, schema};
use super::{CRITICALS, Card, Code, Critical, ROWS, standard};

/// A card and what is wrong with its text.
fn card(text: &str) -> (Option<Card>, Vec<String>) {
    let source = Source::new("card.toml", text);
    let (fields, mut problems) = Fields::of_text(&source, &Arc::new(schema()));
    let mut report = Report::new(&source);
    let card = read(&fields, &mut report);
    problems.extend(report.into_list());
    (card, problems.iter().map(ToString::to_string).collect())
}

/// A card of one column whose rows all are `row`.
fn text(row: &str) -> String {
    let mut text = "name = \"ODD\"\nstructure = [0]\n".to_owned();
    for net in 1..=ROWS {
        text.push_str(&format!("[[rows]]\nnet = {net}\ncodes = [\"{row}\"]\n"));
    }
    for roll in 2..=24 {
        text.push_str(&format!("[[criticals]]\nroll = {roll}\neffect = \"hull-cracks\"\n"));
    }
    text
}

fn letters(codes: &[Code]) -> String {
    codes.iter().map(|code| code.name()).collect()
}

mod skilldice_4_1 {
    use super::*;

    /// The rows of the page, as it prints them.
    #[test]
    fn the_standard_card_has_the_rows_of_the_page() {
        let card = standard();
        let rows = [
            ["XTT", "~T"],
            ["XDE", "T~"],
            ["XTAS", "TT"],
            ["XWA", "EA"],
            ["XMDT", "D"],
            ["XWAAE", "M"],
            ["XMGTTEA", "MEA"],
            ["XDDC", "XTTEA"],
            ["XTTTTDDA", "XDD"],
            ["XTTEAADM", "X>W"],
            ["XDDSTTT", "X>S~T"],
            ["XCWD", "X>WDD"],
            ["XWMDTT", "X>TTTTGD"],
            ["XTTCDD", "X>GGEEEA"],
            ["XCWMDTTEA", "X>EAAASM"],
            ["Cascade", "X>CW~"],
            ["Boom next turn", "X>DDDEA"],
            ["Boom next turn", "X>~WEEAA"],
            ["Boom next turn", "X>GMMSD"],
            ["Boom", "X>CTTTTSM"],
            ["Boom", "X>C~TTTD"],
            ["Boom", "Cascade"],
            ["Boom", "Boom"],
            ["Boom", "Boom"],
        ];
        for (net, row) in (1..).zip(rows) {
            assert_eq!([0, 1].map(|structure| letters(card.codes(structure, net))), row, "net damage {net}");
        }
    }

    #[test]
    fn columns_and_rows_end_where_the_page_says() {
        let card = standard();
        for structure in 1..=3 {
            assert_eq!(letters(card.codes(structure, 5)), "D", "structure 1 serves all above");
        }
        assert_eq!([25, 99].map(|net| letters(card.codes(0, net))), ["Boom", "Boom"]);
        assert_eq!([0, -3].map(|net| card.codes(0, net).len()), [0, 0]);
    }

    #[test]
    fn the_standard_card_has_the_critical_hits_of_the_page() {
        let card = standard();
        let all: Vec<Critical> = (2..=24).map(|sum| card.critical(sum)).collect();
        use Critical as C;
        let page = [
            C::Destroyed,
            C::WeaponMalfunction,
            C::HullCracks,
            C::WeaponMalfunction,
            C::RightTurnsOnly,
            C::EsvMalfunction,
            C::CommunicationsOut,
            C::WeaponsShutDown,
            C::FullSpeedAhead,
            C::WeaponDamaged,
            C::FuelLeak,
            C::HudDamaged,
            C::EwDamaged,
            C::CommsInterference,
            C::IffFails,
            C::TurretLocked,
            C::CreakingHull,
            C::LeftTurnsOnly,
            C::FullSpeedAhead,
            C::EngineMalfunction,
            C::ScreenMalfunction,
            C::LifeSupport,
            C::Destroyed,
        ];
        assert_eq!(all, page);
        assert_eq!(all.len(), CRITICALS);
    }
}

#[test]
fn other_cards_have_other_columns() {
    let short = text("X>T");
    let (read, problems) = card(&short);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(letters(read.expect("a card").codes(3, 7)), "X>T");
    let wide = short.replace("[0]", "[0, 2]").replace("\"X>T\"", "\"\", \"Cascade\"");
    let (read, problems) = card(&wide);
    assert_eq!(problems, Vec::<String>::new());
    let read = read.expect("a card");
    assert_eq!([0, 1, 2, 3].map(|structure| letters(read.codes(structure, 24))), ["", "", "Cascade", "Cascade"]);
}
