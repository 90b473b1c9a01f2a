//! The program's help: commands by what they are for, the description before the examples, each paragraph wrapped once.

use clap::{Command, CommandFactory};

use crate::cli::Cli;
use crate::wording::wrapped;

/// The commands by what they are for: each stands in one group.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Ask about ships", &["validate", "price", "rate", "compare", "sensitivity", "reprice", "fit", "odds"]),
    ("Watch battles", &["duel", "replay"]),
    ("Commanders", &["policies", "search", "tune", "learn"]),
    ("Runs", &["sweep", "plan", "status", "merge", "report"]),
    (
        "Files and the program",
        &[
            "list",
            "show",
            "check",
            "init",
            "export",
            "import",
            "rules",
            "schema",
            "selftest",
            "completions",
            "man",
            "help",
        ],
    ),
];

/// What to type first.
pub const FIRST: &str = "\
Lanchester plays starship wargames many times over and says whether ships are worth their points.

Type first:
  lanchester list                      what is shipped
  lanchester duel majestic dioptre     who wins, how often, by how much
  lanchester price majestic            what a ship should cost
  lanchester validate                  are all shipped ships worth their points? (about a minute)

`lanchester --help` lists all commands, `lanchester COMMAND --help` says what one does.";

const COMMAND_TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// Columns of a help where there is no terminal.
const WITHOUT: usize = 100;
/// The most columns of a help.
const MOST: usize = 110;

/// The command line with its help.
#[must_use]
pub fn command() -> Command {
    let columns = terminal_size::terminal_size().map_or(WITHOUT, |(width, _)| usize::from(width.0).min(MOST));
    of_width(columns)
}

/// The command line with a help of so many columns.
fn of_width(columns: usize) -> Command {
    let program = Cli::command().term_width(columns);
    let groups = grouped(&program, columns);
    let program = program.mut_subcommands(|command| {
        let text = command.get_before_long_help().map(|text| described_first(&text.to_string(), columns));
        let command = command.help_template(COMMAND_TEMPLATE);
        if let Some(text) = text { command.before_long_help(text) } else { command }
    });
    // The groups list the commands.
    let program = program.mut_subcommands(|command| command.hide(true));
    let examples = program.get_before_long_help().map(|text| reflowed(&text.to_string(), columns)).unwrap_or_default();
    let ending = program.get_after_long_help().map(|text| reflowed(&text.to_string(), columns)).unwrap_or_default();
    program.before_long_help(examples).after_long_help(ending).help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{{before-help}}{{all-args}}{{after-help}}"
    ))
}

/// The commands of each group and what they do.
fn grouped(program: &Command, columns: usize) -> String {
    let style = *program.get_styles().get_header();
    let widest = program.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let indent = widest + 4;
    let line = |name: &str| {
        let about = match program.find_subcommand(name).and_then(Command::get_about) {
            Some(about) => about.to_string(),
            // The command that clap adds.
            None => "Prints this, or the help of a command".to_owned(),
        };
        format!("  {name:<widest$}  {}\n", wrapped(&about, columns.saturating_sub(indent), indent))
    };
    let group = |(title, names): &(&str, &[&str])| {
        format!("{style}{title}:{style:#}\n{}\n", names.iter().map(|name| line(name)).collect::<String>())
    };
    GROUPS.iter().map(group).collect()
}

/// A text that begins with examples, with them at its end.
fn described_first(text: &str, columns: usize) -> String {
    let (examples, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let parts = [rest, examples].map(|part| reflowed(part, columns));
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("\n\n")
}

/// The paragraphs of a text wrapped at so many columns. An indented line stands by itself: where it is too long, what follows
/// two spaces in it goes to a line of its own.
fn reflowed(text: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let end = |paragraph: &mut Vec<&str>, lines: &mut Vec<String>| {
        if !paragraph.is_empty() {
            lines.push(wrapped(&paragraph.join(" "), columns, 0));
            paragraph.clear();
        }
    };
    for line in text.lines() {
        if line.is_empty() || line.starts_with(' ') {
            end(&mut paragraph, &mut lines);
            lines.push(example(line, columns));
        } else {
            paragraph.push(line);
        }
    }
    end(&mut paragraph, &mut lines);
    lines.join("\n")
}

fn example(line: &str, columns: usize) -> String {
    if line.chars().count() <= columns {
        return line.to_owned();
    }
    match line.trim_start().split_once("  ") {
        Some((command, says)) => {
            format!("  {}\n      {}", wrapped(command, columns - 2, 6), wrapped(says, columns - 6, 6))
        }
        None => format!("  {}", wrapped(line, columns - 2, 6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let program = Cli::command();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let mut all: Vec<&str> = program.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }

    /// At the widths of terminals no line is broken a second time, nor longer than the terminal is wide.
    #[test]
    fn help_keeps_to_the_width_of_the_terminal() {
        for columns in [80, 100, 110] {
            let mut program = of_width(columns);
            let mut pages = vec![program.render_long_help().to_string(), program.render_help().to_string()];
            let names: Vec<String> = program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            for name in names {
                let command = program.find_subcommand_mut(&name).expect("a command");
                pages.push(command.clone().term_width(columns).render_long_help().to_string());
            }
            let long = pages.iter().flat_map(|page| page.lines()).find(|line| line.chars().count() > columns);
            assert_eq!(long, None, "at {columns} columns");
        }
    }

    #[test]
    fn a_paragraph_is_wrapped_once_and_examples_come_last() {
        let text = "Examples:\n  lanchester merge a b      of two\n\nOne two three\nfour five.\n\nSix.";
        assert_eq!(
            described_first(text, 15),
            "One two three\nfour five.\n\nSix.\n\nExamples:\n  lanchester\n      merge a b\n      of two"
        );
        assert_eq!(described_first("Examples:\n  lanchester list", 80), "Examples:\n  lanchester list");
    }
}
