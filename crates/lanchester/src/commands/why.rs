//! Why a duel ends as it does, and what a change changes in it: the lines that matter of accounts of recorded battles.

use lanchester_analysis::account::Account;
use lanchester_report::columns::{Align, TextTable, Tone, clean};
use lanchester_report::why::{Says, UNBREAKABLE, first_loss, says};
use lanchester_study::account::{Change, Figure, What};

use crate::output;
use crate::wording::{count, signed, wrapped};

/// The account in a few sentences.
pub fn text(account: &Account) -> String {
    let mut text = format!(
        "\nWhy, by {} recorded (intervals 95 %; harm is counted in {}):\n",
        count(account.battles, "battle"),
        account.harm
    );
    for Says { outcome, doers, oddities } in says(account) {
        let parts = [doers, oddities].concat();
        text.push_str(&line(2, &format!("{outcome}{}", if parts.is_empty() { '.' } else { ':' })));
        parts.iter().for_each(|part| text.push_str(&line(4, part)));
    }
    text.extend(account.first_loss.as_ref().map(|first| line(2, &first_loss(first))));
    text
}

/// A sentence in lines of the terminal's width, indented; what stands between unbreakable spaces stays on one line.
fn line(indent: usize, sentence: &str) -> String {
    let width = output::width().saturating_sub(indent + 2);
    let folded = wrapped(&clean(sentence), width, indent + 2).replace(UNBREAKABLE, " ");
    format!("{}{folded}\n", " ".repeat(indent))
}

/// What a change changes, as a table of what differs beyond chance; `names`: of what it was and of what it is.
pub fn changed(change: &Change, names: [&str; 2]) -> String {
    let [base, variant] = names.map(clean);
    let of =
        format!("Why, by {} recorded of each (harm is counted in {}):", count(change.battles, "battle"), change.harm);
    let text = format!("\n{}\n", wrapped(&of, output::width(), 2));
    // A weapon of one of the two alone differs in all that is counted of it: its harm says enough.
    let alone = |of: &Figure| of.weapon.is_some() && of.what != What::HarmDone && (of.base == 0.0 || of.variant == 0.0);
    let differ: Vec<&Figure> = change.figures.iter().filter(|of| of.differs && !alone(of)).collect();
    if differ.is_empty() {
        let nothing = format!("Nothing that is counted differs beyond chance between {base} and {variant}.");
        return text + &line(2, &nothing);
    }
    let mut table = TextTable::new(&[
        ("", Align::Left),
        (base.as_str(), Align::Right),
        (variant.as_str(), Align::Right),
        ("Change", Align::Right),
        ("95 % interval", Align::Left),
    ]);
    for figure in differ {
        let scale = if matches!(figure.what, What::Survives | What::NeverFires) { 100.0 } else { 1.0 };
        let [change, interval] = signed(&figure.difference.map_rising(|x| scale * x));
        let value = |of: f64| (figures(scale * of), Tone::Plain);
        table.row([
            (counted(figure), Tone::Plain),
            value(figure.base),
            value(figure.variant),
            (change, Tone::Plain),
            (interval, Tone::Dim),
        ]);
    }
    text + &table.render(output::screen())
}

/// A number of two decimals, or more where it is small.
fn figures(of: f64) -> String {
    if of != 0.0 && of.abs() < 0.1 { format!("{of:.3}") } else { format!("{of:.2}") }
}

/// What a figure counts, in words.
fn counted(figure: &Figure) -> String {
    let what = match figure.what {
        What::Survives => "survives, %",
        What::NeverFires => "never fires, %",
        // Of a weapon there is no other harm; a shorter line fits a terminal of 80 columns.
        What::HarmDone if figure.weapon.is_some() => "harm per battle",
        What::HarmDone => "harm done per battle",
        What::HarmSuffered => "harm suffered per battle",
        What::Range => "mean range of its harm, hexes",
        What::Turns => "turns of a battle",
        What::Shots => "shots per battle",
        What::HarmPerShot => "harm per shot",
    };
    figure.weapon.as_ref().map_or_else(|| what.to_owned(), |weapon| format!("{weapon}: {what}"))
}
