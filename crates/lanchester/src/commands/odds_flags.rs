//! The flags of `lanchester odds` that a game's questions make: `--ecm-lost 2`.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use lanchester_games::{Game, GameName, Visitor};
use lanchester_scenario::listed;

use crate::option_values::whole_of;

/// A question of some games, as a flag.
struct Flag {
    flag: &'static str,
    most: u8,
    /// What each game asks by it, by the game's title.
    docs: Vec<(&'static str, &'static str)>,
}

/// What was answered on the command line, by flag. Whether the game asks for it is seen when the game is known.
#[derive(Clone, Debug, Default)]
pub struct Answers(Vec<(&'static str, u8)>);

struct Collect<'f>(&'f mut Vec<Flag>);

impl Visitor for Collect<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        for question in G::QUESTIONS {
            let doc = (G::TITLE, question.doc);
            match self.0.iter_mut().find(|known| known.flag == question.flag) {
                Some(known) => {
                    known.most = known.most.max(question.most);
                    known.docs.push(doc);
                }
                None => self.0.push(Flag { flag: question.flag, most: question.most, docs: vec![doc] }),
            }
        }
    }
}

/// The questions of all games.
fn flags() -> Vec<Flag> {
    let mut flags = Vec::new();
    for game in GameName::ALL {
        game.visit(Collect(&mut flags));
    }
    flags
}

impl Flag {
    /// One text where all games ask the same, else the first game's with the others' behind it.
    fn help(&self) -> String {
        let Some((first, others)) = self.docs.split_first() else { return String::new() };
        let others = others.iter().filter(|(_, doc)| *doc != first.1).map(|(game, doc)| format!("{game}: {doc}"));
        let others: Vec<String> = others.collect();
        if others.is_empty() { first.1.to_owned() } else { format!("{} ({})", first.1, others.join("; ")) }
    }
}

impl Answers {
    /// The game's record of them.
    ///
    /// # Errors
    /// A flag that is no question of this game, or an answer that is too large, with what is.
    pub fn of<G: Game>(&self) -> Result<G::Asked, String> {
        let mut asked = G::Asked::default();
        for (flag, answer) in &self.0 {
            let Some(question) = G::QUESTIONS.iter().find(|question| question.flag == *flag) else {
                let own: Vec<String> = G::QUESTIONS.iter().map(|question| format!("--{}", question.flag)).collect();
                let own: Vec<&str> = own.iter().map(String::as_str).collect();
                return Err(format!("{} does not ask for --{flag}; expected {}", G::TITLE, listed(&own)));
            };
            if *answer > question.most {
                return Err(format!("--{flag} {answer} is too large; expected 0 to {}", question.most));
            }
            *(question.part)(&mut asked) = *answer;
        }
        Ok(asked)
    }
}

impl Args for Answers {
    fn augment_args(command: Command) -> Command {
        flags().into_iter().fold(command, |command, known| {
            let range = whole_of::<u8>(0, u64::from(known.most));
            let arg = Arg::new(known.flag).long(known.flag).value_name("N").default_value("0").help(known.help());
            command.arg(arg.value_parser(range))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Answers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut answers = Self::default();
        answers.update_from_arg_matches(matches)?;
        Ok(answers)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let given = |flag: &str| matches.value_source(flag) == Some(clap::parser::ValueSource::CommandLine);
        let flags = flags().into_iter().map(|known| known.flag).filter(|flag| given(flag));
        self.0 = flags.filter_map(|flag| Some((flag, *matches.get_one::<u8>(flag)?))).collect();
        Ok(())
    }
}
