//! Whether there are keys of the names that a sweep varies, asked before any variant is put together: all that are misspelt are
//! reported at once, whatever else is wrong.

use std::rc::Rc;

use lanchester_core::SEARCH;

use super::parameters::Parameter;
use super::variant::{Target, document, set};
use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::{Kind, text::code};

impl<G: GameFiles> Reading<'_, G> {
    /// Reports every parameter that names no key of the file that it varies.
    pub(super) fn keys_are_known(&mut self, file: &File, base: &File, parameters: &[Parameter]) {
        let policy = self.first_policy(file);
        for p in parameters {
            let Some(value) = p.values.first() else { continue };
            let (of, mut varied) = match p.target {
                Target::Ship | Target::Fleet => (Some(base), document(&base.fields)),
                Target::Policy => match &policy {
                    Some(policy) => (Some(&**policy), document(&policy.fields)),
                    None => continue,
                },
                Target::Option => (None, file.fields.table("options").map(document).unwrap_or_default()),
            };
            let why = set::<G>(&mut varied, &p.path, value).err().or_else(|| {
                let problems = of.map_or_else(|| self.as_options(&varied).1, |of| self.as_file(of, &varied).1);
                let unknown = problems.into_iter().find(|problem| problem.code == code::UNKNOWN_KEY);
                unknown.map(|problem| (problem.message, problem.expected))
            });
            if let Some((message, expected)) = why {
                self.problem(Some((file, p.at)), "", code::UNKNOWN_KEY, message, expected);
            }
        }
    }

    /// The file of the first policy: all have the same keys. `None` if there is something wrong with it.
    fn first_policy(&mut self, file: &File) -> Option<Rc<File>> {
        let before = self.problems.len();
        let (what, at) = file.fields.words("policies").find(|(what, _)| *what != SEARCH)?;
        let policy = self
            .resolve(what, Kind::Policy, Some((file, at)))
            .and_then(|origin| self.open(&origin, Some(Kind::Policy), Some((file, at))));
        // It was read before: what is wrong is known.
        self.problems.truncate(before);
        policy
    }
}
