//! Share codes: a scenario file as one line of text, such as `my-cruiser~AR7k…`, that stands wherever the path of a file may.
//!
//! Behind the file's id and a `~` comes, as URL-safe Base64 (RFC 4648, section 5) without padding: a byte for the version, the CRC-32 of
//! the text in four bytes, most significant first, and the text deflated (RFC 1951).

use std::io::{Read, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use crate::Kind;
use crate::game::GameFiles;
use crate::library::origin::{LARGEST, Origin, is_id};
use crate::library::reading::Reading;
use crate::text::code;
use crate::values::show;

/// What follows the id.
const MARK: char = '~';
/// The version of what stands behind the mark.
const VERSION: u8 = 1;
/// Bytes before the deflated text.
const HEAD: usize = 5;

/// What a damaged code lacks.
const CUT: &str = "the share code is cut or changed";

/// Whether a word has the form of a share code.
#[must_use]
pub fn is_code(word: &str) -> bool {
    id(word).is_some()
}

/// The id of the file that a share code holds; `None` of other words.
pub(crate) fn id(word: &str) -> Option<&str> {
    word.split_once(MARK).filter(|(id, rest)| is_id(id) && !rest.contains(['/', '\\', '.'])).map(|(id, _)| id)
}

/// The text that a path which is a share code holds, or what is wrong with the code; `None` of other paths.
#[must_use]
pub fn shared_text(path: &Path) -> Option<Result<String, &'static str>> {
    let word = path.to_str().filter(|word| is_code(word))?;
    let (_, code) = word.split_once(MARK)?;
    Some(decoded(code))
}

fn decoded(code: &str) -> Result<String, &'static str> {
    let bytes = URL_SAFE_NO_PAD.decode(code).map_err(|_| CUT)?;
    let (head, deflated) = bytes.split_at_checked(HEAD).ok_or(CUT)?;
    if head[0] != VERSION {
        return Err("the share code is of another version of the program, or it is cut or changed");
    }
    let mut text = String::new();
    // A few bytes can hold very much: what is too large for a file is too large here.
    DeflateDecoder::new(deflated).take(LARGEST + 1).read_to_string(&mut text).map_err(|_| CUT)?;
    if crc(&text) == head[1..] { Ok(text) } else { Err(CUT) }
}

/// The share code of a file.
///
/// # Panics
/// If `id` is no id.
pub(crate) fn encoded(id: &str, text: &str) -> String {
    assert!(is_id(id), "`{id}` is no id");
    let mut bytes = vec![VERSION];
    bytes.extend(crc(text));
    let mut deflate = DeflateEncoder::new(bytes, Compression::best());
    let bytes = deflate.write_all(text.as_bytes()).and_then(|()| deflate.finish());
    let bytes = bytes.expect("memory takes every write");
    format!("{id}{MARK}{}", URL_SAFE_NO_PAD.encode(bytes))
}

fn crc(text: &str) -> [u8; 4] {
    crc32fast::hash(text.as_bytes()).to_be_bytes()
}

impl<G: GameFiles> Reading<'_, G> {
    /// The share code of a file. Files that it names by path come with it, as codes; none of them names it again, since a ship names
    /// no fleet. Reports what is wrong.
    pub(crate) fn code_of(&mut self, origin: &Origin) -> Option<String> {
        let (_, file) = self.check(origin)?;
        if !matches!(file.kind, Kind::Ship | Kind::Fleet | Kind::Policy | Kind::Card) {
            let message = format!("`{}` is a {} file, which has no share code", file.source.label, file.kind);
            let at = Some((&*file, file.fields.span("kind")));
            self.problem(at, "", code::WRONG_KIND, message, "a ship, a fleet or a policy".to_owned());
            return None;
        }
        let mut text = String::new();
        for line in bare(&show::document(&file.fields, &[])).lines() {
            let named = named_file(line).and_then(|(key, path)| {
                let beside = self.resolve(path, file.kind, Some((&file, file.fields.span("kind"))))?;
                Some(format!("{key} = \"{}\"", self.code_of(&beside)?))
            });
            text.push_str(&named.unwrap_or_else(|| line.to_owned()));
            text.push('\n');
        }
        Some(encoded(&origin.stem(), &text))
    }
}

/// A document as `show` writes it, without what a reader fills in again: defaults, comments, notes, empty lines.
pub(crate) fn bare(document: &str) -> String {
    let needed = |line: &&str| {
        !(line.is_empty() || line.starts_with('#') || line.starts_with("notes = ") || line.ends_with("  # default"))
    };
    document.lines().filter(needed).map(|line| format!("{line}\n")).collect()
}

/// The value of a line `key = "….toml"`, which names a file.
pub(crate) fn named_file(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(" = ")?;
    let path = value.strip_prefix('"')?.strip_suffix('"')?;
    (key != "name" && path.ends_with(".toml")).then_some((key, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "game = \"nova\"\nkind = \"ship\"\n";

    fn text(code: &str) -> Result<String, &'static str> {
        shared_text(Path::new(code)).expect("a code")
    }

    #[test]
    fn a_code_holds_its_text() {
        let code = encoded("my-cruiser", TEXT);
        assert!(code.starts_with("my-cruiser~") && is_code(&code), "{code}");
        assert_eq!((text(&code), id(&code)), (Ok(TEXT.to_owned()), Some("my-cruiser")));
        for word in ["majestic", "a/b~c", "My~x", "~abc", "x~y.toml"] {
            assert!(!is_code(word), "{word}");
        }
    }

    /// Every letter cut off or changed is seen.
    #[test]
    fn a_damaged_code_is_refused() {
        let code = encoded("x", TEXT);
        for end in 2..code.len() {
            assert!(text(&code[..end]).is_err(), "{end}");
        }
        for at in 2..code.len() {
            let other = if &code[at..=at] == "A" { "B" } else { "A" };
            assert!(text(&format!("{}{other}{}", &code[..at], &code[at + 1..])) != Ok(TEXT.to_owned()), "{at}");
        }
        assert_eq!(text("x~B7k1234567"), Err(CUT));
    }

    #[test]
    fn a_code_of_too_much_text_is_no_text() {
        let much = "a".repeat(3 << 20);
        assert!(text(&encoded("x", &much)).is_err());
    }
}
