//! Why a duel ends so: sentences, table and page of an account that was made up by hand.

use std::collections::BTreeMap;

use lanchester_analysis::account::{Account, FirstLoss, Losses, ShipAccount, SideAccount, WeaponAccount};
use lanchester_stats::Interval;

use lanchester_report::frame::{Frame, Values};
use lanchester_report::why::{Duel, UNBREAKABLE, page, says, table};

use crate::browser::{browser, write};

fn interval(estimate: f64) -> Interval {
    Interval { estimate, low: estimate - 0.1, high: estimate + 0.1 }
}

/// A side of two ships of one design, whose lance does three fourths of its harm at 3 and 4 hexes.
fn side(name: &str) -> SideAccount {
    let weapon = |name: &str, harm: f64, by_range: [(u32, f64); 2]| WeaponAccount {
        weapon: name.to_owned(),
        harm: Some(interval(harm)),
        shots: 2.0,
        harm_per_shot: 4.0 * harm / 2.0,
        by_range: BTreeMap::from(by_range),
    };
    SideAccount {
        name: name.to_owned(),
        survives: interval(0.5),
        harm_per_battle: 4.0,
        ships: vec![ShipAccount {
            name: "<b>HULL</b>".to_owned(),
            count: 2,
            survives: interval(0.5),
            never_fires: interval(0.4),
            harm: Some(interval(0.9)),
            destroys: BTreeMap::from([("OTHER".to_owned(), 0.25)]),
            lost_in_turn: None,
        }],
        weapons: vec![weapon("lance", 0.75, [(3, 1.0), (4, 2.0)]), weapon("gun", 0.25, [(1, 1.0), (3, 0.0)])],
        losses: Losses {
            to_enemies: 0.75,
            to_friends_explosions: 0.25,
            to_enemies_explosions: 0.0,
            to_themselves: 0.0,
            left: 0.0,
        },
    }
}

fn account() -> Account {
    Account {
        battles: 200,
        harm: "hull boxes",
        sides: [side("ONE"), side("TWO")],
        first_loss: Some(FirstLoss { battles: interval(0.8), turn: 4, loser_scores: interval(0.2) }),
        range_by_turn: vec![None, Some(6.5)],
    }
}

/// What the sentences must hold was counted by hand in the account above.
#[test]
fn sentences_name_what_matters() {
    let plain = |text: &str| text.replace(UNBREAKABLE, " ");
    let [first, second] = says(&account());
    assert_eq!(plain(&first.outcome), "ONE keeps 50 % [40, 60] of its ships and does 4.0 of harm per battle");
    assert!(second.outcome.starts_with("TWO keeps"));
    let doers: Vec<String> = first.doers.iter().map(|part| plain(part)).collect();
    assert_eq!(
        doers[0],
        "with lance 75 % [65, 85] (most of it at 3 to 4 hexes); gun 25 % [15, 35] (most of it at 1 hex)"
    );
    let oddities: Vec<String> = first.oddities.iter().map(|part| plain(part)).collect();
    assert_eq!(
        oddities,
        ["never fire: 2 <b>HULL</b> in 40 % [30, 50] of battles", "losses: 25 % to explosions of its own ships"]
    );
    let mut same = account();
    same.sides[1].name = "ONE".to_owned();
    assert!(says(&same)[1].outcome.starts_with("ONE (B) keeps"));
}

/// The numbers of one thing, by what they are.
fn values(table: &Frame, side: Option<&str>, subject: &str, what: &str) -> Vec<[Option<f64>; 3]> {
    let text = |name: &str| match table.get(name) {
        Some(Values::Text(values)) => values.clone(),
        other => panic!("{name}: {other:?}"),
    };
    let real = |name: &str| match table.get(name) {
        Some(Values::Real(values)) => values.clone(),
        other => panic!("{name}: {other:?}"),
    };
    let (sides, subjects, whats) = (text("side"), text("subject"), text("what"));
    let [value, low, high] = ["value", "low", "high"].map(real);
    let is = |row: &usize| {
        sides[*row].as_deref() == side
            && subjects[*row].as_deref() == Some(subject)
            && whats[*row].as_deref() == Some(what)
    };
    (0..table.rows()).filter(is).map(|row| [value[row], low[row], high[row]]).collect()
}

#[test]
fn the_table_holds_every_number_once() {
    let table = table(&account());
    assert!(table.fits(&lanchester_report::schema::WHY));
    let known = [0.75, 0.25].map(|share| [Some(share), Some(share - 0.1), Some(share + 0.1)]);
    assert_eq!(values(&table, Some("A"), "weapon", "harm"), known);
    assert_eq!(values(&table, Some("B"), "weapon", "harm_at_range").len(), 4);
    assert_eq!(values(&table, Some("B"), "ship", "destroys"), [[Some(0.25), None, None]]);
    assert_eq!(values(&table, Some("A"), "ship", "lost_in_turn"), [[None; 3]]);
    assert_eq!(values(&table, None, "battle", "range"), [[None; 3], [Some(6.5), None, None]]);
    // 1 + 3 of the battle, 2 of turns; of each side 7, 6 of its ship, 2 · 3 of its weapons and 4 ranges.
    assert_eq!(table.rows(), 6 + 2 * (7 + 6 + 6 + 4));
}

fn duel(account: &Account) -> Duel<'_> {
    Duel {
        matchup: "ONE against TWO",
        game: "toy",
        versions: ("1.0", 3),
        seed: 7,
        sides: [("ONE".to_owned(), 10, "default"), ("TWO".to_owned(), 12, "hold")],
        search: Some("The search plays out: charge.".to_owned()),
        battles: 20_000,
        missing: None,
        verdict: "ONE is the stronger.".to_owned(),
        shares: [0.5, 0.2, 0.3, 0.1].map(interval),
        options: BTreeMap::from([("turn_cap", "9".to_owned())]),
        again: "lanchester duel one two --why --out why",
        account,
    }
}

#[test]
fn the_page_draws_it_and_escapes_names() {
    let account = account();
    let duel = duel(&account);
    let first = page(&duel);
    for part in [
        "20,000 battles",
        "200 of them recorded",
        "Turn 2: 6.5 hexes",
        "3 hexes: 1.00 hull boxes per battle",
        "turn_cap = 9",
        "The search plays out: charge.",
    ] {
        assert!(first.contains(part), "{part}");
    }
    assert!(first.contains("&lt;b&gt;HULL") && !first.contains("<b>HULL"));
    assert_eq!(first, page(&duel));
    assert!(!first.contains("from study"));
    let partial = Duel { missing: Some("40 battles of 20,000 were played".to_owned()), ..duel };
    assert!(page(&partial).contains("This run was interrupted"));
}

#[test]
fn the_page_fits_a_phone_and_its_marks_answer() {
    let Some(mut browser) = browser() else { return };
    let account = account();
    let file = write("why.html", &page(&duel(&account)));
    for width in [1200, 390] {
        browser.view(width, 844, "light");
        browser.open(&file);
        assert!(browser.number("document.documentElement.scrollWidth") <= f64::from(width));
        let shown = "Array.from(document.querySelectorAll('main svg')).filter((s) => getComputedStyle(s.parentNode).display !== 'none')";
        // Of each side weapons and ranges; the range of turns.
        assert_eq!(browser.number(&format!("{shown}.length")), 5.0, "{width}");
        let small = "(t) => t.textContent.trim() && t.getBoundingClientRect().height < 10";
        assert_eq!(
            browser.number(&format!(
                "{shown}.flatMap((s) => Array.from(s.querySelectorAll('text'))).filter({small}).length"
            )),
            0.0
        );
    }
    // The second column of side A: lance at 3 hexes.
    browser.hover("#side-a figure .t", 1);
    let tip = browser.evaluate("tip.innerText");
    assert!(tip.as_str().is_some_and(|tip| tip.contains("3 hexes: 1.00 hull boxes per battle")), "{tip}");
}
