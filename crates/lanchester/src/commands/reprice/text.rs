//! New prices as text.

use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone, clean};
use lanchester_report::digits;
use lanchester_scenario::{FleetLaw, StudyDesign};
use lanchester_stats::Interval;
use lanchester_stats::joint::misfit::Effect;
use lanchester_stats::joint::{Anchor, Standing};
use lanchester_study::reprice::{Question, Repriced};

use crate::output;
use crate::wording::{count, wrapped};

/// Above this q nothing is claimed.
const SIGNIFICANT: f64 = 0.05;

/// Pairs of designs that are named at the most.
const NAMED: usize = 6;

/// The table.
pub fn table<G: Game>(question: &Question<G>, found: &Repriced) -> String {
    let whole = question.step.is_some();
    let mut heads = vec![
        ("Design", Align::Left),
        ("Printed", Align::Right),
        ("Joint price", Align::Right),
        ("Change %", Align::Right),
    ];
    if whole {
        heads.insert(3, ("New", Align::Right));
    }
    heads.push(("", Align::Left));
    let mut table = TextTable::new(&heads);
    let plain = |text: String| (text, Tone::Plain);
    for (place, design) in question.designs.iter().enumerate() {
        let (printed, price) = (question.limits.printed[place], found.finding.prices[place]);
        let standing = found.finding.standing[place];
        let change = price.map_rising(|price| price / printed);
        let free = standing == Standing::Free;
        let mut row = vec![
            plain(design.design.name().to_owned()),
            plain(digits::printed(design.design.printed())),
            plain(if free { digits::text(&price) } else { format!("{:.0}", price.estimate) }),
            match standing {
                // What nobody has printed has not changed.
                _ if design.design.printed().is_none() => plain(String::new()),
                Standing::Free => (digits::percent_change(&change), tone(&change)),
                Standing::Held => plain(String::new()),
                Standing::AtBound => plain(digits::signed_decimal(100.0 * (change.estimate - 1.0), 0)),
            },
            plain(match standing {
                Standing::Free => String::new(),
                Standing::Held => "held".to_owned(),
                Standing::AtBound => "as far as --within allows".to_owned(),
            }),
        ];
        if whole {
            row.insert(3, plain(format!("{:.0}", found.points[place])));
        }
        table.row(row);
    }
    table.render(output::screen())
}

/// Significantly mispriced designs stand out.
fn tone(change: &Interval) -> Tone {
    if change.contains(1.0) { Tone::Plain } else { Tone::Bad }
}

/// What the prices mean, and how good they are, in paragraphs.
pub fn paragraphs<G: Game>(question: &Question<G>, found: &Repriced, from: &str) -> String {
    let mut text = String::new();
    let mut say = |paragraph: &str| text.push_str(&format!("\n{}\n", wrapped(paragraph, output::width(), 0)));
    let [least, most] = question.budget;
    say(&format!(
        "Joint price: at these points two random fleets of equal points have an even fight, whichever has more of a design. \
         Fleets: {} ({from}), {least} to {most} points at the new prices. {}",
        law(question.law),
        anchor(question)
    ));
    if let [Some(printed), Some(new)] = &found.advantage {
        say(&format!(
            "On fresh fleets: of two random fleets of equal points one typically scores {} % at the printed points, and {} % \
             at the new. 50 would be an even fight every time.",
            digits::percent(&printed.map_rising(|x| 0.5 + x)),
            digits::percent(&new.map_rising(|x| 0.5 + x))
        ));
    }
    say(&format!("What no points can say: {}", misfit(question.designs, found)));
    let [unmade, asked] = found.unmade;
    if unmade > 0 {
        say(&format!(
            "Of {} {unmade} could not be drawn: no such fleets come near their points.",
            count(asked, "matchup")
        ));
    }
    text
}

const fn law(law: FleetLaw) -> &'static str {
    match law {
        FleetLaw::Two => "two designs that chance picks, any of their mixtures that come to the points",
        FleetLaw::All => "every ship drawn from all designs that still fit",
    }
}

fn anchor<G: Game>(question: &Question<G>) -> String {
    let limits = &question.limits;
    if limits.holds.contains(&true) {
        return "The designs that are held set the scale.".to_owned();
    }
    match limits.anchor {
        Anchor::Sum => format!("The sum of the designs' points stays {}.", limits.printed.iter().sum::<f64>()),
        Anchor::Geometric => "The geometric mean of the designs' points stays.".to_owned(),
    }
}

/// What fleets of equal points have beyond their points.
fn misfit<G: Game>(designs: &[StudyDesign<G>], found: &Repriced) -> String {
    let name = |place: usize| clean(designs[place].design.name());
    let mut lines: Vec<String> = Vec::new();
    let mut even: Vec<&str> = Vec::new();
    let mut ask = |effect: Option<Effect>, what: &str, nothing: &'static str| match effect {
        Some(effect) if effect.q < SIGNIFICANT => {
            lines.push(format!("{what} fights as if its points were changed by {} %", change(&effect)))
        }
        Some(_) => even.push(nothing),
        None => {}
    };
    ask(
        found.misfit.pure,
        "a fleet of one design, against one of two halves,",
        "mixed fleets against fleets of one design",
    );
    ask(found.misfit.numbers, "a fleet of twice as many ships for the same points", "many ships against few");
    if found.misfit.pairs_q.is_some_and(|q| q < SIGNIFICANT) {
        let named = found.misfit.pairs.iter().filter(|pair| pair.effect.q < SIGNIFICANT).take(NAMED);
        let named: Vec<String> = named
            .map(|pair| format!("{} with {} {}", name(pair.designs[0]), name(pair.designs[1]), change(&pair.effect)))
            .collect();
        // All pairs together may be significant where none is on its own.
        let named = if named.is_empty() {
            String::new()
        } else {
            format!(" (as if their points were changed by, in %: {})", named.join(", "))
        };
        lines.push(format!("some designs are worth more or less together than apart{named}"));
    } else if found.misfit.pairs_q.is_some() {
        even.push("designs together against apart");
    }
    let mut text = lines.join("; ");
    if !even.is_empty() {
        let nothing = format!("no significant difference for {}", even.join(", nor for "));
        text = if text.is_empty() { nothing } else { format!("{text}; {nothing}") };
    }
    format!("{text}.")
}

fn change(effect: &Effect) -> String {
    digits::percent_change(&effect.multiplier)
}
