//! Words of a command line that belong to another command: the refusal names the command.

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use lanchester_core::SEARCH;

/// Commands that print what people keep in a file.
const PRINTERS: [&str; 5] = ["export", "show", "list", "schema", "plan"];

/// What people call the option for a page.
const PAGES: [&str; 4] = ["--html", "--page", "--report", "--web"];

/// What people call the option for who commands; the file of a study says that.
const POLICIES: [&str; 4] = ["--policy-a", "--policy-b", "--policy", "--policies"];

/// The refusal of a command line, with the command that would take what this one does not. `words` are those after the program's
/// name.
pub fn with_the_command_that_takes_it(mut error: Error, program: &Command, words: &[String]) -> Error {
    let said = |error: &Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let Some(asked) = words.iter().find_map(|word| program.find_subcommand(word)) else { return error };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let Some(option) = said(&error, ContextKind::InvalidArg) else { return error };
            if PAGES.contains(&option.as_str()) && takes(asked, "--out") {
                error.remove(ContextKind::SuggestedArg);
                advise(&mut error, "--out DIR writes a page to a folder".to_owned());
                return error;
            }
            let Some(tip) = tip(program, asked, &option, words) else { return error };
            // A name that is nearly the same comes from chance here.
            error.remove(ContextKind::SuggestedArg);
            show_usage(&mut error, asked);
            advise(&mut error, tip);
        }
        ErrorKind::InvalidValue if asked.get_name() == "list" => {
            let Some(value) = said(&error, ContextKind::InvalidValue) else { return error };
            if said(&error, ContextKind::InvalidArg).is_none_or(|of| of.starts_with("--")) {
                return error;
            }
            advise(
                &mut error,
                match value.as_str() {
                    SEARCH => "`search` is no file: `lanchester help duel` says how it commands".to_owned(),
                    value => format!("lanchester show {value} prints one of them"),
                },
            );
        }
        _ => {}
    }
    error
}

/// What to type instead of an option that this command does not have; `None` where no command has it.
fn tip(program: &Command, asked: &Command, option: &str, words: &[String]) -> Option<String> {
    let name = asked.get_name();
    match option {
        _ if POLICIES.contains(&option) && name == "validate" => {
            let game = words.iter().flat_map(|word| word.split('=')).skip_while(|part| *part != "--game").nth(1);
            let game = game.map_or(String::new(), |game| format!("--game {game} "));
            let study = format!("lanchester {game}show studies/default > my-study.toml");
            Some(format!("a study names its policies: {study} writes one, to change `policies` in it"))
        }
        "--policy" | "--policies" if takes(asked, "--policy-a") => {
            Some("--policy-a and --policy-b say who commands each side".to_owned())
        }
        "--policy-a" | "--policy-b" if takes(asked, "--policy") => {
            Some("--policy says who commands both sides".to_owned())
        }
        _ => {
            let takers = program.get_subcommands().filter(|command| takes(command, option));
            let takers: Vec<&str> = takers.map(Command::get_name).collect();
            match takers.as_slice() {
                [] => None,
                _ if option == "--out" && PRINTERS.contains(&name) => {
                    Some(format!("lanchester {name} … > FILE keeps what it prints"))
                }
                takers => Some(format!("{option} is an option of lanchester {}", takers.join(", "))),
            }
        }
    }
}

/// Whether a command has an option, such as `--precision`.
fn takes(command: &Command, option: &str) -> bool {
    let name = option.trim_start_matches('-');
    command.get_arguments().any(|argument| argument.get_long() == Some(name))
}

/// How the command is typed, without what was guessed.
fn show_usage(error: &mut Error, asked: &Command) {
    let usage = asked.clone().bin_name(format!("lanchester {}", asked.get_name())).render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
}

fn advise(error: &mut Error, tip: String) {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
}

#[cfg(test)]
mod tests {
    use crate::cli::parsed;

    fn refusal(line: &str) -> String {
        let Err(error) = parsed(&line.split(' ').collect::<Vec<_>>()) else { panic!("`{line}` is a command") };
        error.render().to_string()
    }

    #[test]
    fn an_option_of_another_command_names_that_command() {
        let text = refusal("lanchester validate default --precision 0.01");
        assert!(
            text.contains("tip: --precision is an option of lanchester price, rate, reprice, fit, compare\n"),
            "{text}"
        );
        assert!(text.contains("Usage: lanchester validate [OPTIONS] [STUDY]"), "{text}");
        assert!(!text.contains("--option'"), "{text}");
        let text = refusal("lanchester rate majestic --policy-a charge");
        assert!(text.contains("tip: --policy-a is an option of lanchester "), "{text}");
    }

    #[test]
    fn policies_of_a_study_stand_in_its_file() {
        for option in ["--policy-a", "--policy", "--policies"] {
            let text = refusal(&format!("lanchester validate {option} charge"));
            let tip = "tip: a study names its policies: lanchester show studies/default > my-study.toml writes one";
            assert!(text.contains(tip) && !text.contains("is an option of"), "{text}");
            assert!(text.contains("Usage: lanchester validate [OPTIONS] [STUDY]"), "{text}");
        }
        let text = refusal("lanchester validate --game fires --policy charge");
        assert!(text.contains("lanchester --game fires show studies/default > my-study.toml writes one"), "{text}");
    }

    #[test]
    fn who_commands_is_said_of_both_sides_or_of_each() {
        let text = refusal("lanchester duel majestic basalt --policy charge");
        assert!(text.contains("tip: --policy-a and --policy-b say who commands each side\n"), "{text}");
        let text = refusal("lanchester compare majestic --policy-a charge");
        assert!(text.contains("tip: --policy says who commands both sides\n"), "{text}");
    }

    #[test]
    fn a_command_that_prints_says_how_to_keep_it() {
        let text = refusal("lanchester export --out ships.csv");
        assert!(text.contains("tip: lanchester export … > FILE keeps what it prints"), "{text}");
    }

    #[test]
    fn a_page_is_asked_for_by_its_folder() {
        let text = refusal("lanchester duel majestic basalt --html page.html");
        assert!(text.contains("tip: --out DIR writes a page to a folder") && !text.contains("as a value"), "{text}");
    }

    #[test]
    fn an_option_that_is_misspelt_is_still_guessed() {
        let text = refusal("lanchester validate default --robusd");
        assert!(text.contains("tip: a similar argument exists: '--robust'"), "{text}");
    }

    #[test]
    fn a_ship_in_a_list_is_shown_by_another_command() {
        let text = refusal("lanchester list majestic");
        assert!(text.contains("tip: lanchester show majestic prints one of them"), "{text}");
        let text = refusal("lanchester list search");
        assert!(text.contains("`search` is no file") && !text.contains("lanchester show"), "{text}");
        let text = refusal("lanchester list ships --format html");
        assert!(text.contains("csv") && !text.contains("lanchester show"), "{text}");
    }
}
