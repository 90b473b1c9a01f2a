//! What a name stands for, on the command line or in a file: the one place where its form is looked at.

use std::path::Path;

use crate::Kind;
use crate::library::origin::Origin;
use crate::library::share::is_code;

/// A name by its form. Whether there is such a file is another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// Text that ends in `.toml`, the path of a file; or a share code, which stands for one.
    Path(&'a str),
    /// Folder and id, such as `ships/majestic`: for the command line, where an id may mean several things.
    InFolder(Kind, &'a str),
    /// An id, or what was meant as one.
    Id(&'a str),
}

impl<'a> Reference<'a> {
    /// Looks at the form of a name.
    #[must_use]
    pub fn of(what: &'a str) -> Self {
        if what.ends_with(".toml") || is_code(what) {
            return Self::Path(what);
        }
        let in_folder = what.split_once('/').and_then(|(folder, id)| Some((Kind::by_name(folder)?, id)));
        in_folder.map_or(Self::Id(what), |(kind, id)| Self::InFolder(kind, id))
    }

    /// The id of what it names: the stem of a path, the id as it is.
    #[must_use]
    pub fn id(self) -> String {
        match self {
            Self::Path(path) => Origin::Disk(path.into()).stem(),
            Self::InFolder(_, id) | Self::Id(id) => id.to_owned(),
        }
    }

    /// The path of the file that it names, if it names one.
    #[must_use]
    pub fn path(self) -> Option<&'a Path> {
        match self {
            Self::Path(path) => Some(Path::new(path)),
            Self::InFolder(..) | Self::Id(_) => None,
        }
    }
}

/// The id that a name on the command line stands for: itself, or the stem of a path.
#[must_use]
pub fn id_of(what: &str) -> String {
    Reference::of(what).id()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_their_form() {
        assert_eq!(Reference::of("ships/majestic"), Reference::InFolder(Kind::Ship, "majestic"));
        assert_eq!(Reference::of("ships/majestic.toml"), Reference::Path("ships/majestic.toml"));
        assert_eq!(Reference::of("mine/majestic"), Reference::Id("mine/majestic"));
        let ids = ["x/y/heron.toml", "heron", "policies/heron", "x/heron"].map(id_of);
        assert_eq!(ids, ["heron", "heron", "heron", "x/heron"]);
        assert_eq!(Reference::of("x/heron.toml").path(), Some(Path::new("x/heron.toml")));
        assert_eq!(Reference::of("heron").path(), None);
    }
}
