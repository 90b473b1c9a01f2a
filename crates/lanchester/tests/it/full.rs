//! Disks and outputs that are full: exit code 75, the disk named, and the same command goes on when there is room.

#![cfg(target_os = "linux")]

use std::fs::{self, OpenOptions};
use std::process::{Command, Output, Stdio};

use tempfile::tempdir;

use crate::common::{done, lanchester, stderr, tiny_study};

#[test]
fn a_full_output_is_worth_another_try() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let out = folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    for words in [
        &["list"][..],
        &["list", "--json"],
        &["--help"],
        &["duel", "majestic", "basalt", "--battles", "20"],
        &["duel", "majestic", "basalt", "--battles", "20", "--json"],
        &["validate", &study, "--out", out],
        &["sweep", "refits", "--pairs", "1", "--out", out],
        &["plan", &study, "--emit", "slurm"],
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = lanchester().args(words).stdout(full).stderr(Stdio::piped()).output().expect("it starts");
        assert_eq!(output.status.code(), Some(75), "{words:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("the output cannot be written: No space left"), "{}", stderr(&output));
    }
}

/// Runs a script in which `$disk` is a folder on a disk of so many KiB, `full` fills it, and `play` runs the program with these words
/// (`DISK` stands for that folder); none where this user may not mount a disk.
fn on_a_small_disk(kib: u32, script: &str, words: &[&str]) -> Option<Output> {
    const BEFORE: &str = "mount -t tmpfs -o \"size=$2k\" none \"$1\" || exit 99\ndisk=$1; shift 2\n\
                          full() { dd if=/dev/zero of=\"$disk/fill\" bs=4k 2>/dev/null; true; }\n\
                          words=(\"${@//DISK/$disk}\")\nplay() { \"${words[@]}\" > /dev/null; }\n";
    let folder = tempdir().expect("a folder");
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "bash", "-c", &format!("{BEFORE}{script}"), "bash"]);
    command.arg(folder.path()).arg(kib.to_string()).arg(env!("CARGO_BIN_EXE_lanchester")).args(words);
    let output = command
        .output()
        .ok()
        .filter(|output| !matches!(output.status.code(), None | Some(99)) && !stderr(output).starts_with("unshare: "));
    if output.is_none() {
        eprintln!("skipped: this user cannot mount a small disk");
    }
    output
}

#[test]
fn a_full_disk_is_worth_another_try() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let elsewhere = folder.path().join("out");
    let elsewhere = elsewhere.to_str().expect("UTF-8");
    let kept = ["--out", elsewhere, "--store", "DISK/run.store", "--resume"];
    let long = ["sweep", "refits", "--pairs", "4000000"];
    for (script, words) in [
        ("full; play", &["validate", &study, "--out", "DISK/out"][..]),
        ("full; play", &["sweep", "refits", "--pairs", "1", "--out", "DISK/out", "--store", "DISK/run.store"]),
        ("full; play", &[&["validate", &study], &kept[..]].concat()),
        ("full; play", &["init", "DISK/mine"]),
        // In the middle of a run.
        ("play & sleep 1; full; wait $!", &[&long, &kept[..]].concat()),
    ] {
        let Some(output) = on_a_small_disk(16_384, script, words) else { return };
        let says = stderr(&output);
        assert_eq!(output.status.code(), Some(75), "{words:?}: {says}");
        assert!(says.contains("No space left on device"), "{words:?}: {says}");
    }
}

#[test]
fn with_room_again_the_same_command_ends_as_if_it_had_never_lacked_any() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let [whole, copy] = ["whole", "copy"].map(|name| folder.path().join(name));
    fs::create_dir(&copy).expect("a folder");
    let script = format!(
        "full; play; code=$?; rm \"$disk/fill\"; play && cp \"$disk\"/out/tiny/*.parquet '{}' && exit $code",
        copy.display()
    );
    let words = ["validate", &study, "--out", "DISK/out", "--store", "DISK/run.store", "--resume"];
    let Some(output) = on_a_small_disk(16_384, &script, &words) else { return };
    assert_eq!(output.status.code(), Some(75), "{}", stderr(&output));
    done(&["validate", &study, "--out", whole.to_str().expect("UTF-8")]);
    let mut compared = 0;
    for entry in fs::read_dir(&copy).expect("a folder") {
        let entry = entry.expect("an entry");
        let expected = fs::read(whole.join("tiny").join(entry.file_name())).expect("a table");
        assert!(fs::read(entry.path()).expect("a table") == expected, "{:?}", entry.file_name());
        compared += 1;
    }
    assert!(compared > 3, "{compared}");
}
