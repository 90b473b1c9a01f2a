//! The page of a duel: who wins, and why.

use std::collections::BTreeMap;

use lanchester_analysis::account::{Account, Losses, ShipAccount, SideAccount, WeaponAccount};
use lanchester_stats::Interval;
use maud::{Markup, html};

use super::{Says, at, first_loss, hexes, names, percent, says, share, ways_lost};
use crate::digits::grouped;
use crate::html::charts::{Bar, Column, Mark, bars, both, columns};
use crate::html::grid::{Cell, Col, table};
use crate::html::page::{Head, page as whole};
use crate::html::sections::Section;
use crate::html::{capital, say};
use crate::schema::WHY;

/// Ships per battle that are worth a word; all stand in the table.
const WORTH_A_WORD: f64 = 0.005;

/// A duel that was played, with the account of those battles that were recorded.
#[derive(Clone, Debug)]
pub struct Duel<'a> {
    /// The name of the matchup.
    pub matchup: &'a str,
    /// The game's name.
    pub game: &'a str,
    /// Versions of the program and of the rules.
    pub versions: (&'a str, u32),
    /// The seed.
    pub seed: u64,
    /// Of each side its name, its rating and its policy.
    pub sides: [(String, u32, &'a str); 2],
    /// How a side searches, in a sentence, if one does.
    pub search: Option<String>,
    /// Battles that were played.
    pub battles: u64,
    /// What is missing of a duel that was interrupted.
    pub missing: Option<String>,
    /// Who is the stronger, in a sentence.
    pub verdict: String,
    /// Shares of battles that A wins, that nobody wins, that B wins, and that the turn limit ended.
    pub shares: [Interval; 4],
    /// The options of the battle.
    pub options: BTreeMap<&'static str, String>,
    /// The command that plays it again.
    pub again: &'a str,
    /// What the recorded battles come to.
    pub account: &'a Account,
}

/// The page, whole: one file, as that of a study. Equal duels give equal bytes.
#[must_use]
pub fn page(duel: &Duel<'_>) -> String {
    let (tool_version, rules_version) = duel.versions;
    let account = duel.account;
    let mut verdict = vec![duel.verdict.clone()];
    for Says { outcome, oddities, .. } in says(account) {
        verdict.push(format!("{outcome}."));
        verdict.extend(oddities.iter().map(|said| format!("{}.", capital(said))));
    }
    verdict.extend(account.first_loss.as_ref().map(first_loss));
    let head = Head {
        kind: "why a duel ends so",
        study: duel.matchup,
        name: "",
        study_hash: "",
        game: duel.game,
        tool_version,
        facts: vec![
            format!("{} battles", grouped(duel.battles)),
            format!("{} of them recorded", grouped(account.battles)),
            format!("harm is counted in {}", account.harm),
            format!("rules version {rules_version}"),
            format!("seed {}", duel.seed),
        ],
        verdict: verdict.iter().map(|sentence| say::name(sentence)).collect(),
        missing: duel.missing.as_deref().unwrap_or_default(),
        intervals: "",
    };
    let names = names(account);
    let sides = account.sides.iter().zip(&names).zip(["A", "B"]);
    let sides = sides.map(|((side, name), letter)| section(side, name, letter, account.harm));
    let sections: Vec<Section> =
        [result(duel)].into_iter().chain(sides).chain(course(account)).chain([provenance(duel)]).collect();
    whole(&head, &sections).into_string()
}

/// Who wins how often.
fn result(duel: &Duel<'_>) -> Section {
    let [(a, ..), (b, ..)] = &duel.sides;
    let rows = [
        format!("{a} (A) wins"),
        "nobody wins".to_owned(),
        format!("{b} (B) wins"),
        "ended by the turn limit".to_owned(),
    ];
    let row = |(what, share): (&String, &Interval)| vec![Cell::from(say::name(what)), say::share(share).into()];
    let side = |((name, rating, policy), letter): (&(String, u32, &str), &str)| {
        vec![Cell::from(letter), say::name(name).into(), rating.to_string().into(), say::name(policy).into()]
    };
    let heads = [("Side", Col::Words), ("Force", Col::Words), ("Rating", Col::Numbers), ("Policy", Col::Words)];
    Section {
        id: "result",
        title: "Who wins",
        how: "Of all battles. Each is played a second time with the same dice and the sides swapped.",
        body: html! {
            (table(&heads, duel.sides.iter().zip(["A", "B"]).map(side).collect()))
            @if let Some(search) = &duel.search { p { (say::name(search)) } }
            (table(&[("Of all battles", Col::Words), ("%", Col::Numbers)], rows.iter().zip(&duel.shares).map(row).collect()))
        },
    }
}

/// What a side does and suffers.
fn section(side: &SideAccount, name: &str, letter: &str, harm: &str) -> Section {
    let (id, title) = if letter == "A" { ("side-a", "What side A does") } else { ("side-b", "What side B does") };
    let by_weapon = weapon_bars(side);
    let body = html! {
        h3 { (say::name(name)) ": " (format!("{:.1}", side.harm_per_battle)) " " (harm) " per battle" }
        @if !by_weapon.is_empty() {
            (both(|fit| bars(fit, &by_weapon, "share of the side's harm", &format!("Harm by weapon of side {letter}"))))
        }
        (by_range(side, letter, harm))
        (weapons(side))
        h3 { "Ship by ship" }
        (ships(side))
        @if let Some(sentence) = losses(&side.losses) { p { (sentence) } }
    };
    Section {
        id,
        title,
        how: "Of the recorded battles alone, so shares differ a little from those above. Harm is what its weapons did to enemy \
              ships. Lines on bars are 95 % intervals.",
        body,
    }
}

fn weapon_bars(side: &SideAccount) -> Vec<Bar> {
    let bar = |weapon: &WeaponAccount| {
        let share = weapon.harm?;
        let name = say::name(&weapon.weapon);
        let from = at(weapon).map(|at| format!("\n{at}")).unwrap_or_default();
        let text = percent(&share);
        let tip = format!("{name}: {text} of the harm{from}");
        Some(Bar { name, share: share.estimate, mark: Mark::Interval(share.low, share.high), text, tip })
    };
    side.weapons.iter().filter_map(bar).collect()
}

/// Harm by hexes of range.
fn by_range(side: &SideAccount, letter: &str, harm: &str) -> Markup {
    let mut ranges: BTreeMap<u32, Vec<(&str, f64)>> = BTreeMap::new();
    for weapon in &side.weapons {
        for (range, done) in weapon.by_range.iter().filter(|(_, done)| **done > 0.0) {
            ranges.entry(*range).or_default().push((&weapon.weapon, *done));
        }
    }
    let column = |(at, by): (u32, Vec<(&str, f64)>)| {
        let amount: f64 = by.iter().map(|(_, done)| done).sum();
        let by: String = by.iter().map(|(weapon, done)| format!("\n{} {done:.2}", say::name(weapon))).collect();
        Column { at, amount, tip: format!("{}: {amount:.2} {harm} per battle{by}", hexes(at)) }
    };
    let ranges: Vec<Column> = ranges.into_iter().map(column).collect();
    html! {
        @if !ranges.is_empty() {
            div.curves { figure {
                (columns(&ranges, ["hexes of range", &format!("{harm} per battle")], &format!("Harm by range of side {letter}")))
                figcaption { "The range at which the harm is done." }
            } }
        }
    }
}

fn weapons(side: &SideAccount) -> Markup {
    let heads = [
        ("Weapon", Col::Words),
        ("Harm %", Col::Numbers),
        ("Shots per battle", Col::Numbers),
        ("Harm per shot", Col::Numbers),
    ];
    let row = |weapon: &WeaponAccount| {
        let harm = weapon.harm.as_ref().map_or_else(|| "–".to_owned(), share);
        let [shots, per_shot] = [weapon.shots, weapon.harm_per_shot].map(|of| format!("{of:.2}"));
        vec![Cell::from(say::name(&weapon.weapon)), harm.into(), shots.into(), per_shot.into()]
    };
    table(&heads, side.weapons.iter().map(row).collect())
}

fn ships(side: &SideAccount) -> Markup {
    let heads = [
        ("Ship", Col::Words),
        ("Ships", Col::Numbers),
        ("Survives %", Col::Numbers),
        ("Never fires %", Col::Numbers),
        ("Harm %", Col::Numbers),
        ("Lost in turn", Col::Numbers),
        ("Destroys per battle", Col::Words),
    ];
    let row = |ship: &ShipAccount| {
        let none = || "–".to_owned();
        let some = ship.destroys.iter().filter(|(_, count)| **count >= WORTH_A_WORD);
        let destroys: Vec<String> = some.map(|(enemy, count)| format!("{} {count:.2}", say::name(enemy))).collect();
        vec![
            Cell::from(say::name(&ship.name)),
            ship.count.to_string().into(),
            say::share(&ship.survives).into(),
            say::share(&ship.never_fires).into(),
            ship.harm.as_ref().map_or_else(none, share).into(),
            ship.lost_in_turn.map_or_else(none, |turn| format!("{turn:.1}")).into(),
            if destroys.is_empty() { none() } else { destroys.join(", ") }.into(),
        ]
    };
    table(&heads, side.ships.iter().map(row).collect())
}

/// How ships are lost, in a sentence.
fn losses(of: &Losses) -> Option<String> {
    let some = ways_lost(of).into_iter().filter(|(lost, _)| *lost >= WORTH_A_WORD);
    let said: Vec<String> = some.map(|(lost, how)| format!("{lost:.2} {how}")).collect();
    (!said.is_empty()).then(|| format!("Ships lost per battle: {}.", said.join(", ")))
}

/// The range of fire turn by turn, and the first loss.
fn course(account: &Account) -> Option<Section> {
    let column = |(range, turn): (&Option<f64>, u32)| {
        let range = (*range)?;
        Some(Column { at: turn, amount: range, tip: format!("Turn {turn}: {range:.1} hexes on average") })
    };
    let turns: Vec<Column> = account.range_by_turn.iter().zip(1..).filter_map(column).collect();
    (!turns.is_empty()).then(|| Section {
        id: "course",
        title: "How it goes",
        how: "The mean range of the shots of each turn, in the recorded battles. The last turns are those of the few battles that \
              last so long.",
        body: html! {
            div.curves { figure { (columns(&turns, ["turn", "hexes of range"], "Range by turn")) figcaption { "The range at which both sides fire." } } }
        },
    })
}

fn provenance(duel: &Duel<'_>) -> Section {
    let set = duel.options.iter().filter(|(_, value)| *value != "none");
    let options: Vec<String> = set.map(|(key, value)| format!("{key} = {}", say::name(value))).collect();
    Section {
        id: "provenance",
        title: "How this was made",
        how: "The same version, sides and seed play the same battles on any machine. What the recorded battles come to stands, \
              unrounded, in the Parquet file beside this page.",
        body: html! {
            dl { dt { "Options" } dd { (options.join(" · ")) } dt { "File" } dd { code { (WHY.file) } } }
            h3 { "The same numbers again" }
            pre { code { (say::name(duel.again)) } }
        },
    }
}
