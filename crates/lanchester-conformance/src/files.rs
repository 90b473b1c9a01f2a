//! Good files: what a game ships is right, `show` prints files that read back, and the schemas are current.

use std::fs;
use std::path::{Path, PathBuf};

use lanchester_core::{Combatant, Rules};
use lanchester_scenario::{Kind, Library};

use crate::TestGame;

/// The folder of the scenarios of all games; of a game that brings its own files along, that of its own.
#[must_use]
pub fn scenarios<T: TestGame>() -> PathBuf {
    let own = Path::new(T::CRATE).join("scenarios");
    if own.is_dir() { own } else { Path::new(T::CRATE).join("../../scenarios") }
}

/// The folder of the scenarios of the game.
#[must_use]
pub fn shipped<T: TestGame>() -> PathBuf {
    let all = scenarios::<T>();
    let of_game = all.join(T::Game::NAME);
    if of_game.is_dir() { of_game } else { all }
}

/// The scenario files of a game's folder, which has a folder for each kind that there is a file of.
///
/// # Panics
/// If an entry cannot be read.
#[must_use]
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for kind in Kind::ALL {
        let Ok(entries) = fs::read_dir(folder.join(kind.folder())) else { continue };
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

/// Every file of the game's folder is right, and all of them are inside the program.
///
/// # Panics
/// If one is not.
pub fn the_embedded_files_are_those_on_disk<T: TestGame>() {
    let library = Library::<T::Game>::shipped();
    let files = files(&shipped::<T>());
    for path in &files {
        if let Err(problems) = library.check(path) {
            panic!("{}", problems.frames(false, 120));
        }
    }
    let embedded: usize = Kind::ALL.iter().map(|kind| library.ids(*kind).count()).sum();
    assert_eq!(embedded, files.len(), "rebuild: the embedded tree is stale");
}

/// What `show` prints is the same file again: it reads, and shows the same but for the marks of defaults.
///
/// # Panics
/// If it does not.
pub fn show_prints_a_file_that_reads_back<T: TestGame>() {
    let library = Library::<T::Game>::shipped();
    let here = tempfile::tempdir().expect("a folder");
    let show = |name: &str| library.show(name).unwrap_or_else(|problems| panic!("{problems}"));
    for kind in Kind::ALL {
        fs::create_dir_all(here.path().join(kind.folder())).expect("a folder");
        for id in library.ids(kind) {
            let name = format!("{}/{id}", kind.folder());
            fs::write(here.path().join(format!("{name}.toml")), show(&name)).expect("a file");
        }
    }
    for path in files(here.path()) {
        let shown = fs::read_to_string(&path).expect("a file");
        assert_eq!(show(&path.to_string_lossy()), shown.replace("  # default", ""), "{}", path.display());
    }
    for id in library.ids(Kind::Ship) {
        let path = here.path().join(format!("ships/{id}.toml"));
        let again = library.ship(&path.to_string_lossy()).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(format!("{:?}", library.ship(id).expect("a shipped ship")), format!("{again:?}"));
    }
}

/// The schemas beside the scenarios are those of the game's readers. With `LANCHESTER_BLESS` they are written.
///
/// # Panics
/// If one is stale.
pub fn schemas_are_current<T: TestGame>() {
    let folder = scenarios::<T>().join("schema");
    let bless = std::env::var_os("LANCHESTER_BLESS").is_some();
    for (name, text) in Library::<T::Game>::shipped().schemas() {
        let path = folder.join(&name);
        if bless {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&path, &text).expect("a file");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        let name_of_crate = Path::new(T::CRATE).file_name().unwrap_or_default().display();
        let again = format!("LANCHESTER_BLESS=1 cargo test -p {name_of_crate} --test it schemas_are_current");
        assert!(found == text, "{name} is stale: {again}");
    }
}

/// A folder that the shipped files were written to is a library of its own: an edited file counts there, and there alone, and
/// is not overwritten.
///
/// # Panics
/// If it is not.
pub fn an_exported_folder_uses_its_own_files<T: TestGame>() {
    let library = Library::<T::Game>::shipped();
    let here = tempfile::tempdir().expect("a folder");
    let game = T::Game::NAME;
    let exported = library.export(here.path()).expect("written");
    assert!(exported.kept.is_empty());
    let again = library.export(here.path()).expect("written");
    assert!(again.written.is_empty(), "the same files again are no change");
    assert_eq!(again.kept.len(), exported.written.len());
    for path in files(&here.path().join(game)) {
        library.check(&path).unwrap_or_else(|problems| panic!("{problems}"));
        let schema = format!("#:schema ../../schema/{game}-");
        assert!(fs::read_to_string(&path).expect("a file").starts_with(&schema));
    }
    let fleet = library.ids(Kind::Fleet).next().expect("a shipped fleet");
    let path = here.path().join(format!("{game}/fleets/{fleet}.toml"));
    let path = path.to_string_lossy();
    let read = |name: &str| library.fleet(name).unwrap_or_else(|problems| panic!("{problems}"));
    let (id, shipped) = (read(&path).ships[0].0.clone(), read(fleet));
    let ship = here.path().join(format!("{game}/ships/{id}.toml"));
    let text = fs::read_to_string(&ship).expect("a file");
    let (name, edited) = (shipped.ships[0].1.name().to_owned(), "EDITED");
    fs::write(&ship, text.replace(&format!("name = \"{name}\""), "name = \"EDITED\"")).expect("a file");
    assert_eq!([read(&path), read(fleet)].map(|fleet| fleet.ships[0].1.name().to_owned()), [edited, &name]);
    let refused = library.export(here.path()).expect_err("an edited file");
    assert_eq!(refused.kind(), std::io::ErrorKind::AlreadyExists);
    assert!(refused.to_string().contains(&format!("{id}.toml")), "{refused}");
    assert!(fs::read_to_string(&ship).expect("a file").contains(edited));
}

/// Shipped studies name their inputs, and their cells are numbered by place.
///
/// # Panics
/// If they do not.
pub fn shipped_studies_know_their_inputs<T: TestGame>() {
    let library = Library::<T::Game>::shipped();
    for id in library.ids(Kind::Study) {
        let study = library.study(id).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(study.cells.iter().enumerate().all(|(n, cell)| cell.number == n as u64 && cell.pairs > 0));
        assert!(study.inputs.iter().any(|input| input.path.contains(&format!("studies/{id}.toml"))));
    }
}
