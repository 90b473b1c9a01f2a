//! Where a file comes from, and reading it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::library::documents::Documents;
use crate::library::share;
use crate::text::code;
use crate::text::problem::Problem;
use crate::text::source::{Source, Span};

/// Largest file that is read, in bytes.
pub const LARGEST: u64 = 1 << 20;

/// Where a file is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// Inside the program, by its path below the game's folder, such as `ships/majestic.toml`.
    Shipped(String),
    /// On disk.
    Disk(PathBuf),
}

impl Origin {
    /// The file's name without `.toml`.
    pub fn stem(&self) -> String {
        let path = match self {
            Self::Shipped(path) => Path::new(path),
            Self::Disk(path) => path,
        };
        if let Some(id) = path.to_str().and_then(share::id) {
            return id.to_owned();
        }
        path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// What to call it in messages.
    pub fn label(&self, game: &str) -> String {
        match self {
            Self::Shipped(path) => format!("(inside lanchester) {game}/{path}"),
            Self::Disk(path) if path.to_str().is_some_and(share::is_code) => format!("(share code) {}", self.stem()),
            Self::Disk(path) => tidy(path).to_string_lossy().replace('\\', "/"),
        }
    }
}

/// The path without `.` and `x/..`, for messages only: with links it may lead elsewhere.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match (part, tidy.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                tidy.pop();
            }
            _ => tidy.push(part),
        }
    }
    tidy
}

/// Whether text has the form of an id: lower-case letters, digits and single hyphens.
#[must_use]
pub fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 60
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !text.contains("--")
}

/// Reads a file from disk, or the text that stands in for it.
pub(crate) fn read(path: &Path, label: &str, documents: &Documents) -> Result<Arc<Source>, Box<Problem>> {
    let refuse = |code, message: String, expected: &str| {
        Err(Box::new(Problem::whole(Some(label), label, code, message, expected)))
    };
    let unreadable = |error: &std::io::Error| {
        refuse(code::UNREADABLE, format!("`{label}` cannot be read: {error}"), "a file that may be read")
    };
    let too_large = |bytes: u64| {
        refuse(code::TOO_LARGE, format!("`{label}` has {bytes} bytes"), "a scenario file of at most 1 MiB")
    };
    if let Some(text) = documents.text(path) {
        let bytes = text.len() as u64;
        return if bytes > LARGEST { too_large(bytes) } else { Ok(Source::new(label, text)) };
    }
    if let Some(shared) = share::shared_text(path) {
        let expected = "the whole line that `lanchester show FILE --code` printed";
        return shared
            .map(|text| Source::new(label, text))
            .or_else(|why| refuse(code::BAD_SHARE_CODE, why.into(), expected));
    }
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            // Without the ending of a file, a folder may be meant.
            let [sought, expected] = match path.extension() {
                Some(ending) if ending == "toml" => ["file", "the path of a scenario file"],
                _ => ["file or folder", "the path of a scenario file, which ends in .toml, or of a folder"],
            };
            return refuse(code::MISSING_FILE, format!("there is no {sought} `{label}`"), expected);
        }
        Err(error) => return unreadable(&error),
    };
    if metadata.is_dir() {
        return refuse(code::NOT_A_FILE, format!("`{label}` is a folder"), "the path of a scenario file");
    }
    if !metadata.is_file() {
        return refuse(code::NOT_A_FILE, format!("`{label}` is no ordinary file"), "the path of a scenario file");
    }
    if metadata.len() > LARGEST {
        return too_large(metadata.len());
    }
    match fs::read(path) {
        Ok(bytes) => decode(bytes, label).inspect(|source| documents.remember(path, &source.text)),
        Err(error) => unreadable(&error),
    }
}

fn decode(bytes: Vec<u8>, label: &str) -> Result<Arc<Source>, Box<Problem>> {
    String::from_utf8(bytes).map(|text| Source::new(label, text)).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[at];
        let source = Source::new(label, String::from_utf8_lossy(error.as_bytes()));
        let span = Span { start: at, end: at + '\u{fffd}'.len_utf8() };
        let message = format!("the file is not UTF-8 text: byte {byte:#04x} here");
        Box::new(Problem::at(&source, span, code::NOT_UTF8, message, "a text file saved as UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        assert!(is_id("imperial-line-2") && is_id("x"));
        for bad in ["", "Majestic", "a b", "-a", "a-", "a--b", "a/b", "a.toml", "ä", "a_b"] {
            assert!(!is_id(bad), "{bad}");
        }
    }

    #[test]
    fn labels_are_tidy() {
        assert_eq!(tidy(Path::new("a/fleets/../ships/./x.toml")), Path::new("a/ships/x.toml"));
        assert_eq!(tidy(Path::new("../ships/x.toml")), Path::new("../ships/x.toml"));
        assert_eq!(tidy(Path::new("/../x")), Path::new("/../x"));
    }
}
