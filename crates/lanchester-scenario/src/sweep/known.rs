//! Whether there are keys of the names that a sweep varies, asked before any variant is put together: all that are misspelt are
//! told at once, whatever else is wrong.

use std::rc::Rc;

use super::file::Parameter;
use super::variant::{Target, document, set};
use crate::game::GameFiles;
use crate::problem::Problem;
use crate::reading::{File, Reading};
use crate::{Kind, code};

impl<G: GameFiles> Reading<'_, G> {
    /// Reports every parameter that names no key of the file that it varies.
    pub(super) fn keys_are_known(&mut self, file: &Rc<File>, base: &File, parameters: &[Parameter]) {
        for p in parameters {
            let Some(value) = p.values.first() else { continue };
            let varied = match p.target {
                Target::Ship | Target::Fleet => Some(document(&base.fields)),
                Target::Option => Some(file.fields.table("options").map(document).unwrap_or_default()),
                Target::Policy => self.captain(file).map(|captain| document(&captain.fields)),
            };
            let Some(mut varied) = varied else { continue };
            let why = match set::<G>(&mut varied, &p.path, value) {
                Err(why) => Some(why),
                Ok(_) => {
                    let problems = match p.target {
                        Target::Ship | Target::Fleet => self.as_file(base, &varied).1,
                        Target::Option => self.as_options(&varied).1,
                        Target::Policy => self.captain(file).map(|f| self.as_file(&f, &varied).1).unwrap_or_default(),
                    };
                    let unknown = |p: &Problem| p.code == code::UNKNOWN_KEY;
                    problems.into_iter().find(unknown).map(|p| (p.message, p.expected))
                }
            };
            if let Some((message, expected)) = why {
                self.problem(Some((file, p.at)), "", code::UNKNOWN_KEY, message, expected);
            }
        }
    }

    /// The file of the first policy: all have the same keys.
    fn captain(&mut self, file: &Rc<File>) -> Option<Rc<File>> {
        let (what, at) = file.fields.words("policies").next().map(|(what, at)| (what.to_owned(), at))?;
        let origin = self.resolve(&what, Kind::Policy, Some((file, at)))?;
        self.open(&origin, Some(Kind::Policy), None)
    }
}
