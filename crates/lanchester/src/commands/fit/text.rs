//! The answer as text: what follows in plain words, then the numbers.

use std::collections::BTreeMap;
use std::path::Path;

use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone};
use lanchester_report::digits::{self, Marks};
use lanchester_stats::Interval;
use lanchester_stats::meta::{Coefficient, Form, FormResult};
use lanchester_stats::parity::Parity;
use lanchester_study::fit::{Findings, Priced};

use super::answer::{Answer, Asked, answer as verdict, form, percents};
use crate::output;
use crate::wording::{count, wrapped};

/// Below this p a difference is claimed.
const SIGNIFICANT: f64 = 0.05;

/// All of it.
pub fn answer<G: Game>(asked: &Asked<G>, priced: &[Priced], found: &Findings, place: Option<&Path>) -> String {
    let mut text = String::new();
    let mut say = |paragraph: String| text.push_str(&format!("{}\n\n", wrapped(&paragraph, output::width(), 0)));
    if let Some(partial) = asked.partial {
        say(format!("Interrupted: {partial}; what follows is of these."));
    }
    say(is_it_true(asked, found));
    say(exponents(found));
    say(at_best(found));
    text.push_str(&coefficients(found));
    text.push('\n');
    text.push_str(&forms(found));
    let mut say = |paragraph: String| text.push_str(&format!("\n{}\n", wrapped(&paragraph, output::width(), 0)));
    say("True spread: one standard deviation of price over formula between designs, errors of measurement taken out. Held-out \
         score: mean log score per design of families that the form was not fitted to, against k·A^a·D^b; more is better."
        .to_owned());
    if let Some(bounds) = bounds(priced) {
        say(bounds);
    }
    if let Some(left_out) = left_out(priced) {
        say(left_out);
    }
    let battles = priced.iter().map(|one| one.row.battles).sum();
    let exponents = &found.exponents;
    say(format!(
        "{} in {} families, {} of each, {}, seed {}, {} rules v{}.",
        count(exponents.designs as u64, "design"),
        exponents.families,
        count(u64::from(asked.inquiry.ships), "ship"),
        count(battles, "battle"),
        asked.seed,
        G::NAME,
        G::VERSION
    ));
    if let Some(place) = place {
        text.push_str(&format!("Every design's price is in {}.\n", place.display()));
    }
    text.push_str(&format!("This again: {}\n", asked.repeat));
    text
}

fn is_it_true<G: Game>(asked: &Asked<G>, found: &Findings) -> String {
    let within = asked.within;
    let head = format!("Is the {} √(offence × defence) true within ±{within} %?", G::POINTS.name);
    let (Some(verdict), Some(printed)) = (verdict(within, found), form(found, Form::Printed)) else {
        return format!("{head} It cannot be said: the fit did not settle.");
    };
    let spread = digits::text(&percents(printed.spread));
    let says = match verdict {
        Answer::Yes => "Yes: designs of one rating are worth the same within",
        Answer::No => "No: what designs of one rating are worth is spread by",
        Answer::Inconclusive => "Inconclusive: what designs of one rating are worth is spread by",
    };
    format!(
        "{head} {says} ±{spread} %. That is the formula's own error, one standard deviation, in fights of {} against fleets of \
         the ships of `{}`; a typical design is worth {} times its √(offence × defence).",
        count(u64::from(asked.inquiry.ships), "ship"),
        asked.field,
        digits::text(&found.exponents.factor.interval)
    )
}

/// What twice a part is worth, in per cent more.
fn doubled(exponent: &Coefficient) -> String {
    digits::text(&exponent.interval.map_rising(|x| 100.0 * (x.exp2() - 1.0)))
}

fn exponents(found: &Findings) -> String {
    let of = &found.exponents;
    let parts = format!(
        "twice the offence makes a ship worth {} % more, twice the defence {} %; by the formula 41 % each",
        doubled(&of.alpha),
        doubled(&of.beta)
    );
    let balance = if of.balance.p < SIGNIFICANT {
        let more = if of.balance.interval.estimate > 0.0 { "offence" } else { "defence" };
        format!("Offence and defence do not count alike, {more} counts for more: {parts}.")
    } else {
        format!("No significant difference between offence and defence: {parts}.")
    };
    let both = digits::text(&of.scale.interval.map_rising(f64::exp2));
    let scale = if of.scale.p < SIGNIFICANT {
        format!("Twice of both is worth {both} times the price, which differs significantly from the formula's 2.")
    } else {
        format!("Twice of both is worth {both} times the price; by the formula 2, and no significant difference.")
    };
    format!("{balance} {scale}")
}

fn at_best(found: &Findings) -> String {
    let best = digits::text(&percents(found.exponents.spread));
    let mut text = format!(
        "With the best exponents ±{best} % is left: what ships have beyond these two numbers. No formula of the form \
         k·A^a·D^b beats that."
    );
    for (result, name) in [(Form::Arithmetic, "A weighted sum of both"), (Form::Generalised, "A mean of any power")] {
        let Some(difference) = form(found, result).and_then(|result| result.difference) else { continue };
        let says = if difference.low > 0.0 {
            "predicts new families better than that"
        } else if difference.high < 0.0 {
            "predicts new families worse than that"
        } else {
            "predicts new families no better and no worse, as far as can be seen"
        };
        text.push_str(&format!(" {name} {says}."));
    }
    text
}

fn coefficients(found: &Findings) -> String {
    let of = &found.exponents;
    let mut table = TextTable::new(&[
        ("Exponents of k·A^a·D^b", Align::Left),
        ("Estimate", Align::Right),
        ("If true", Align::Right),
        ("p", Align::Right),
    ]);
    let rows = [("a, offence", of.alpha), ("b, defence", of.beta), ("a − b", of.balance), ("a + b", of.scale)];
    for (name, coefficient) in rows {
        let tone = if coefficient.p < SIGNIFICANT { Tone::Bad } else { Tone::Plain };
        let plain = |text: String| (text, Tone::Plain);
        let p = if coefficient.p < 0.001 { "< 0.001".to_owned() } else { format!("{:.3}", coefficient.p) };
        table.row([
            plain(name.to_owned()),
            (digits::text_against(&coefficient.interval, &Marks::at(coefficient.expected)), tone),
            plain(coefficient.expected.to_string()),
            plain(p),
        ]);
    }
    table.render(output::screen())
}

fn forms(found: &Findings) -> String {
    let mut table = TextTable::new(&[
        ("Form", Align::Left),
        ("True spread %", Align::Right),
        ("Held-out score", Align::Right),
        ("Against k·A^a·D^b", Align::Right),
    ]);
    for result in &found.forms {
        let difference =
            result.difference.map_or_else(String::new, |of: Interval| digits::text_against(&of, &Marks::at(0.0)));
        let cells = [name(result), digits::text(&percents(result.spread)), format!("{:.3}", result.score), difference];
        table.row(cells.map(|text| (text, Tone::Plain)));
    }
    table.render(output::screen())
}

fn name(result: &FormResult) -> String {
    let parameter = |wanted: &str| result.parameters.iter().find(|(known, _)| *known == wanted).map_or(0.0, |p| p.1);
    match result.form {
        Form::Printed => "k·√(A·D), the formula".to_owned(),
        Form::Geometric => "k·A^a·D^b".to_owned(),
        Form::Arithmetic => format!("k·(w·A + (1 − w)·D)^s, w = {:.2}", parameter("w")),
        Form::Generalised => {
            format!("k·(w·A^p + (1 − w)·D^p)^(s/p), p = {:.1}, w = {:.2}", parameter("p"), parameter("w"))
        }
    }
}

/// Designs with bounds in place of a price.
fn bounds(priced: &[Priced]) -> Option<String> {
    let (all, why) = by_reason(priced, |parity| !matches!(parity, Parity::Price(_) | Parity::Unclear));
    (all > 0).then(|| {
        format!(
            "{} had a bound or a range instead of a price and entered as such: {why}. Prices within the bounds were drawn from \
             the model, again and again, and how much the answers differ is part of the intervals.",
            count(all, "design")
        )
    })
}

/// Designs of whose price nothing is known.
fn left_out(priced: &[Priced]) -> Option<String> {
    let (all, why) = by_reason(priced, |parity| matches!(parity, Parity::Unclear));
    (all > 0).then(|| format!("Left out, since nothing is known of the price: {} ({why}).", count(all, "design")))
}

/// How many designs are of this kind, and why.
fn by_reason(priced: &[Priced], kind: impl Fn(Parity) -> bool) -> (u64, String) {
    let mut reasons: BTreeMap<&'static str, u64> = BTreeMap::new();
    for one in priced.iter().filter(|one| kind(one.row.parity)) {
        *reasons.entry(one.row.reason.map_or("no reason", |reason| reason.name())).or_default() += 1;
    }
    let why: Vec<String> = reasons.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
    (reasons.values().sum(), why.join(", "))
}
