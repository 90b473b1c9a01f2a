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

/// But for `game` and `kind`, which this schema leaves to the library, nothing is wrong with the standard card.
#[test]
fn the_standard_card_has_no_problems() {
    let text = lanchester_scenario::shipped_text("skill-dice", "cards/standard.toml").expect("a shipped file");
    let own: Vec<&str> =
        text.lines().filter(|line| !line.starts_with("game =") && !line.starts_with("kind =")).collect();
    let (card, problems) = card(&own.join("\n"));
    assert_eq!((card.as_ref(), problems), (Some(&*standard()), Vec::new()));
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

#[test]
fn bad_cards_say_what_is_wrong() {
    let one = |text: &str| {
        let (card, problems) = card(text);
        assert_eq!(card, None, "{problems:?}");
        let [problem] = &problems[..] else { panic!("{problems:#?}") };
        problem.clone()
    };
    let good = text("X");
    let row = |net: u32| format!("[[rows]]\nnet = {net}\ncodes = [\"X\"]\n");
    assert!(
        one(&good.replacen("\"X\"]", "\"XQ\"]", 1))
            .contains("card.toml:5:10: skill-dice::unknown-code: `XQ` has the unknown code `Q`")
    );
    assert!(one(&good.replacen("\"X\"]", "\"TX\"]", 1)).contains("bad-row"));
    assert!(one(&good.replacen("\"X\"]", "\"XTX\"]", 1)).contains("X once"));
    assert!(
        one(&good.replace(&row(7), ""))
            .contains("no row for net damage 7; expected a row for each net damage from 1 to 24")
    );
    assert!(
        one(&good.replace(&row(7), &row(8))).contains("row-twice"),
        "the missing row is reported when this one is right"
    );
    assert!(one(&good.replace("[0]", "[1]")).contains("bad-columns"));
    assert!(
        one(&good.replace("[0]", "[0, 2, 2]").replace("\"X\"", "\"X\", \"X\", \"X\""))
            .contains("begin with 0 and rise")
    );
    assert!(one(&good.replacen("\"X\"]", "\"X\", \"X\"]", 1)).contains("the row has 2 columns; expected 1"));
    assert!(
        one(&good.replacen("hull-cracks", "hull-crack", 1))
            .contains("unknown critical hit `hull-crack`; expected `hull-cracks`")
    );
    let lost = "[[criticals]]\nroll = 24\neffect = \"hull-cracks\"\n";
    assert!(one(&good.replace(lost, "")).contains("no critical hit for roll 24"));
    let twice = format!("{good}{lost}");
    assert!(one(&twice).contains("a second critical hit for roll 24; expected each roll once"));
}
