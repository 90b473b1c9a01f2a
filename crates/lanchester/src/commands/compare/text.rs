//! What a change is worth, as text.

use std::sync::Arc;

use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone, clean};
use lanchester_report::digits;
use lanchester_stats::Interval;
use lanchester_study::account::Change;
use lanchester_study::price::printed;
use lanchester_study::versus::{Deal, FleetPrices, Ground, InFleets, Verdict};

use crate::commands::price::no_price;
use crate::commands::why;
use crate::output;
use crate::wording::{count, share, signed, signed_share, wrapped};

/// The verdicts, the prices in fleets, the duels.
pub fn compared<G: Game>(
    ground: &Ground<G>,
    base: &Arc<G::Design>,
    names: &[String],
    verdicts: &[Verdict],
    priced: Option<(&FleetPrices, &str)>,
    (why, (options, seed, repeat)): (&str, (String, u64, &str)),
) -> String {
    let mut text = String::new();
    if let Some((prices, _)) = priced {
        for ((name, verdict), fleets) in names[1..].iter().zip(verdicts).zip(&prices.ships[1..]) {
            let says = deal([&names[0], name], verdict, &prices.ships[0], fleets);
            text.push_str(&format!("{}\n", wrapped(&says, output::width(), 2)));
        }
        text.push_str(&format!("\nIn fleets, {} on both sides\n", ground.policy.0));
        text.push_str(&in_fleets(names, printed(&**base), verdicts, prices));
    } else {
        for (name, _) in names[1..].iter().zip(verdicts).filter(|(_, verdict)| verdict.same_battles) {
            text.push_str(&format!("{}\n", wrapped(&same([&names[0], name]), output::width(), 2)));
        }
    }
    text.push_str(if text.is_empty() { "" } else { "\n" });
    text.push_str(&scores(ground, base, verdicts));
    let mut table = TextTable::new(&[
        ("In duels", Align::Left),
        ("Score gained %", Align::Right),
        ("95 % interval", Align::Left),
        ("Worth more", Align::Right),
        ("95 % interval", Align::Left),
    ]);
    for (name, verdict) in names[1..].iter().zip(verdicts) {
        let [gain, gain_interval] = signed_share(&verdict.scores.difference);
        let [points, points_interval] =
            verdict.points.as_ref().map_or(["inconclusive".to_owned(), String::new()], signed);
        if verdict.same_battles {
            let cells = [name, "0", "", "0", "every battle alike"];
            table.row(cells.map(|text| (text.to_owned(), Tone::Plain)));
            continue;
        }
        table.row([
            (name.clone(), Tone::Plain),
            (gain, tone(&verdict.scores.difference)),
            (gain_interval, Tone::Dim),
            (points, verdict.points.as_ref().map_or(Tone::Dim, tone)),
            (points_interval, Tone::Dim),
        ]);
    }
    text.push_str(&table.render(output::screen()));
    text.push_str(why);
    let how = if let Some((_, field)) = priced {
        format!(
            "In fleets: {field}. Worth more: by how many points a variant's price exceeds the first one's, in the same matchups \
             with the same dice. Charged, Formula: by how many its printed rating does, and its rating by the game's formula. In \
             duels, worth more: how much more the variant could cost and be as good a bargain one against one. All \
             ships fight at the same points, so what is printed changes no battle."
        )
    } else {
        "Worth more: how much more the variant could cost and be as good a bargain one against one. All ships fight at the \
         same points, so what is printed changes no battle. For fleets, and a verdict on what is charged, leave out \
         --no-prices."
            .to_owned()
    };
    text.push_str(&format!("\n{}\n", wrapped(&how, output::width(), 0)));
    if !options.is_empty() {
        text.push_str(&format!("{}\n", wrapped(&options, output::width(), 0)));
    }
    let battles =
        priced.map_or_else(String::new, |(prices, _)| format!("{} in fleets. ", count(prices.spent, "battle")));
    text.push_str(&format!("{battles}Seed {seed}, {} rules v{}.\nThis again: {repeat}\n", G::NAME, G::VERSION));
    text
}

/// What a variant scores more, and what that is worth in points where it is known.
pub type Gain = (Interval, Option<Interval>);

/// What each variant changes in recorded battles, and what the game's formula would charge for it beside what they say; nothing
/// where nothing was recorded. `names` and `formulas` begin with those of the first.
pub fn why(names: &[String], changes: &[Option<Change>], formulas: &[Option<u32>], gains: &[Gain]) -> String {
    let mut text = String::new();
    for (place, change) in changes.iter().enumerate() {
        let Some(change) = change else { continue };
        text.push_str(&why::changed(change, [&names[0], &names[place + 1]]));
        if let (Some(before), Some(after)) = (formulas[0], formulas[place + 1]) {
            let (score, points) = &gains[place];
            let [score, score_interval] = signed_share(score);
            let worth = points.as_ref().map(signed).map_or_else(
                || format!("{score} percentage points of the score [{score_interval}]"),
                |[points, interval]| format!("{points} points [{interval}]"),
            );
            let says = format!(
                "The game's formula gives {before} before and {after} after ({}); these battles say {worth}.",
                with_sign(i64::from(after) - i64::from(before))
            );
            text.push_str(&format!("{}\n", wrapped(&says, output::width(), 2)));
        }
    }
    text
}

/// How the first ship does.
pub fn scores<G: Game>(ground: &Ground<G>, base: &Arc<G::Design>, verdicts: &[Verdict]) -> String {
    let Some(first) = verdicts.first() else { return String::new() };
    let [score, interval] = share(&first.scores.base);
    let points = base.rating();
    let points = match printed(&**base) {
        None if points > 0 => format!("no printed rating: at its house rating of {points} points"),
        _ => format!("{points} points"),
    };
    let text = format!(
        "{} ({points}) scores {score} % [{interval}] in duels with {}, {} on both sides.",
        clean(base.name()),
        count(ground.opponents.len() as u64, "opponent"),
        ground.policy.0,
    );
    format!("{}\n\n", wrapped(&text, output::width(), 2))
}

/// Gains stand out, and losses.
pub fn tone(interval: &Interval) -> Tone {
    match () {
        () if interval.low > 0.0 => Tone::Good,
        () if interval.high < 0.0 => Tone::Bad,
        () => Tone::Plain,
    }
}

/// `REFIT is a bargain: worth 103 more than MAJESTIC [+90 to +116] in fleets, charged 36 more.`
fn deal(names: [&str; 2], verdict: &Verdict, base: &InFleets, fleets: &InFleets) -> String {
    let [first, name] = names.map(clean);
    let formula = fleets.formula.map(|points| format!(" (by the formula {})", with_sign(points)));
    let charged =
        fleets.charged.map(|points| format!("charged {}{}", as_words(&with_sign(points)), formula.unwrap_or_default()));
    if verdict.same_battles && fleets.more.is_none_or(|more| more.estimate == 0.0) {
        let charged =
            charged.filter(|_| fleets.charged != Some(0)).map_or_else(String::new, |text| format!(" It is {text}."));
        return format!("{}{charged}", same(names));
    }
    let Some(more) = &fleets.more else {
        let of = if base.price.is_none() { (&first, base.reason) } else { (&name, fleets.reason) };
        let why = of.1.map_or("has no price", no_price);
        return format!("No verdict on {name}: {} {why}.", of.0);
    };
    let [worth, interval] = signed(more);
    let worth = format!("worth {} than {first} [{interval}] in fleets", as_words(&worth));
    let Some(charged) = charged else {
        return format!("{name} is {worth}. What it is charged is not printed in both files.");
    };
    match fleets.deal {
        Some(Deal::Bargain) => format!("{name} is a bargain: {worth}, {charged}."),
        Some(Deal::Overcharged) => format!("{name} is overcharged: {worth}, {charged}."),
        Some(Deal::Fair) => {
            format!("{name} is charged fairly: {worth}, {charged}; the two are within 5 % of its price.")
        }
        Some(Deal::Inconclusive) | None => format!("{name}, inconclusive: {worth}, {charged}."),
    }
}

/// Nothing that was played tells the two apart.
fn same(names: [&str; 2]) -> String {
    let [first, name] = names.map(clean);
    format!("{name} is the same ship as {first}: with the same dice every battle ended alike.")
}

/// `+36`, `−12`, `0`.
pub fn with_sign(points: i64) -> String {
    if points == 0 { "0".to_owned() } else { format!("{points:+}").replace('-', "−") }
}

/// `103 more`, `12 less`, `nothing more`, of `+103`, `−12`, `0`.
fn as_words(points: &str) -> String {
    match (points.strip_prefix('+'), points.strip_prefix('−')) {
        (Some(more), _) => format!("{more} more"),
        (_, Some(less)) => format!("{less} less"),
        _ => "nothing more".to_owned(),
    }
}

fn in_fleets(names: &[String], printed: Option<u32>, verdicts: &[Verdict], prices: &FleetPrices) -> String {
    let mut table = TextTable::new(&[
        ("Ship", Align::Left),
        ("Printed", Align::Right),
        ("Price", Align::Right),
        ("Worth more", Align::Right),
        ("95 % interval", Align::Left),
        ("Charged", Align::Right),
        ("Formula", Align::Right),
    ]);
    let printed = std::iter::once(printed).chain(verdicts.iter().map(|verdict| verdict.printed));
    for (place, ((name, printed), fleets)) in names.iter().zip(printed).zip(&prices.ships).enumerate() {
        let more = fleets.more.as_ref().filter(|_| place > 0);
        let [worth, interval] = more.map_or_else(<[String; 2]>::default, signed);
        let points = |points: Option<i64>| points.filter(|_| place > 0).map_or_else(String::new, with_sign);
        let deal = match fleets.deal {
            Some(Deal::Bargain) => Tone::Good,
            Some(Deal::Overcharged) => Tone::Bad,
            _ => Tone::Plain,
        };
        table.row([
            (name.clone(), Tone::Plain),
            (digits::printed(printed), Tone::Plain),
            (fleets.price.as_ref().map_or_else(|| "–".to_owned(), digits::text), Tone::Plain),
            (worth, if place > 0 { deal } else { Tone::Plain }),
            (interval, Tone::Dim),
            (points(fleets.charged), Tone::Plain),
            (points(fleets.formula), Tone::Plain),
        ]);
    }
    table.render(output::screen())
}
