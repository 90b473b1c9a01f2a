//! `lanchester plan --emit`: the files for engines are run as they are, with paths that are somebody's command.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::tempdir;

use crate::common::{lanchester, stderr, stdout, tiny_study};

/// Folders that are commands, strings, options, wildcards or marks to somebody.
const HOSTILE: [&str; 12] = [
    "d$(touch PWN)",
    "b`touch PWN`",
    "q\"; touch PWN; \"",
    "t\"\"\"; touch PWN; \"\"\"",
    "s'; touch PWN; '",
    "'\"'\"$(touch PWN)",
    "$HOME ${HOME} $$ $(HOME)",
    "x{x}{COMMAND}",
    "@COMMAND@ @FILES@ @PARTS@",
    "back\\slash\\n # & | > ~ * ? [a] !",
    "--json",
    "déjà vu 戦艦",
];

/// Stands in for the program: notes the words of each call, each ended by a zero, and a line feed after the last.
const PROGRAM: &str = r#"#!/bin/sh
{ printf '%s\0' "$@"; echo; } >> "$CALLS"
if [ "$1" = merge ]; then echo "whole.store: 1 chunk"; fi
"#;

/// Runs the script of a job with its arguments, once for each part, as Slurm does.
const SBATCH: &str = r#"#!/bin/bash
while [[ $1 == --* ]]; do shift; done
cp "$1" "$CALLS.job"; chmod +x "$CALLS.job"; shift
for part in 1 2; do SLURM_ARRAY_TASK_ID=$part "$CALLS.job" "$@" || exit; done
"#;

/// Has a shell read the command and a line of input, as GNU parallel does.
const PARALLEL: &str = r#"#!/bin/bash
while [[ $1 == --* ]]; do if [[ $1 == --shebang ]]; then shift; fi; shift; [[ $1 == --* || $1 == part ]] || shift; done
while read -r line; do "$SHELL" -c "$* $line" || exit; done
"#;

/// Keeps the manifest.
const KUBECTL: &str = r#"#!/bin/sh
case $1 in apply) cat > "$CALLS.manifest" ;; get) echo Complete ;; esac
"#;

/// Runs a file in a folder where these programs are found first.
fn in_folder(folder: &Path, command: &[&str]) -> Output {
    let tools = folder.join("tools");
    fs::create_dir_all(&tools).expect("a folder");
    for (name, text) in [("lanchester", PROGRAM), ("sbatch", SBATCH), ("parallel", PARALLEL), ("kubectl", KUBECTL)] {
        let path = tools.join(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").expect("a path"));
    let mut run = Command::new(command[0]);
    run.args(&command[1..]).current_dir(folder).env("PATH", path).env("CALLS", folder.join("calls"));
    run.env("IMAGE", "image").env("CLAIM", "claim").env("SHARED", folder.join("shared"));
    run.output().expect("it starts")
}

/// The words of each call of the program.
fn calls(folder: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.join("calls")).expect("it was called");
    let calls = text.split("\0\n").filter(|call| !call.is_empty());
    calls.map(|call| call.split('\0').map(str::to_owned).collect()).collect()
}

/// What `plan --emit` prints of a study in this folder.
fn emitted(folder: &Path, engine: &str, study: &str) -> Output {
    let words = ["plan", "--pairs", "7", "--emit", engine, "--parts", "2", "--", study];
    lanchester().args(words).current_dir(folder).output().expect("the program starts")
}

/// The file of an engine for a study in a folder of this name, in a fresh folder.
fn script(inner: &str, engine: &str) -> (tempfile::TempDir, String) {
    let folder = tempdir().expect("a folder");
    fs::create_dir(folder.path().join(inner)).expect("a folder");
    tiny_study(&folder.path().join(inner));
    let study = format!("{inner}/tiny.toml");
    let output = emitted(folder.path(), engine, &study);
    assert_eq!(output.status.code(), Some(0), "{inner}, {engine}: {}", stderr(&output));
    fs::write(folder.path().join("script"), &output.stdout).expect("a file");
    (folder, study)
}

#[test]
fn the_scripts_call_the_program_with_the_path_and_nothing_else() {
    for (engine, parts) in [("slurm", 2), ("parallel", 2), ("kubernetes", 0)] {
        for inner in HOSTILE {
            let (folder, study) = script(inner, engine);
            let study = if study.starts_with('-') { format!("./{study}") } else { study };
            let output = in_folder(folder.path(), &["bash", "script"]);
            let context = format!("{inner}, {engine}: {} {}", stdout(&output), stderr(&output));
            assert_eq!(output.status.code(), Some(0), "{context}");
            let calls = calls(folder.path());
            let expected = ["validate", &study, "--pairs", "7"];
            let of_study: Vec<_> = calls.iter().filter(|call| call[0] != "merge").collect();
            assert_eq!((of_study.len(), calls.len()), (parts + 1, parts + 2), "{context}");
            for call in &of_study {
                assert_eq!(call[..4], expected, "{context}");
            }
            for part in 0..parts {
                let shard = of_study[part].iter().position(|word| word == "--shard").expect("a part");
                assert_eq!(of_study[part][shard + 1], format!("{}/2", part + 1), "{context}");
            }
            if engine == "kubernetes" {
                let manifest = fs::read_to_string(folder.path().join("calls.manifest")).expect("a manifest");
                let list = manifest.lines().find_map(|line| line.trim().strip_prefix("args: ")).expect("arguments");
                let words: Vec<String> = serde_json::from_str(list).expect("a list");
                // Kubernetes reads $$ as $, and a $ that is alone begins a name.
                let read: Vec<String> = words.iter().map(|word| word.replace("$$", "\u{0}")).collect();
                assert!(read.iter().all(|word| !word.contains('$')), "{list}");
                let read: Vec<String> = read.iter().map(|word| word.replace('\u{0}', "$")).collect();
                assert_eq!(read, [&["lanchester"], &expected[..]].concat(), "{list}");
            }
            let names: Vec<_> =
                fs::read_dir(folder.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
            assert!(!names.iter().any(|name| name == "PWN"), "{context}");
        }
    }
}

#[test]
fn the_strings_of_the_snakefile_are_the_path() {
    const READ: &str = "import ast, sys\nfor line in open('script', encoding='utf-8'):\n    \
                        name, _, value = line.partition(' = ')\n    \
                        if name in ('COMMAND', 'FILES'): print(ast.literal_eval(value), end='\\0')";
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: no Python");
        return;
    }
    for inner in HOSTILE.iter().filter(|inner| !inner.contains('{')) {
        let (folder, study) = script(inner, "snakemake");
        let output = in_folder(folder.path(), &["python3", "-X", "utf8", "-c", READ]);
        let read = stdout(&output);
        let [command, files] = read.split('\0').take(2).collect::<Vec<_>>()[..] else { panic!("{}", stderr(&output)) };
        let ran = in_folder(folder.path(), &["bash", "-c", &format!("{command} --quiet")]);
        assert!(ran.status.success(), "{inner}: {}", stderr(&ran));
        let called = if study.starts_with('-') { format!("./{study}") } else { study.clone() };
        assert_eq!(calls(folder.path()), [["validate", &called, "--pairs", "7", "--quiet"]], "{inner}");
        // A list as Python writes one. A name with a backslash is printed with a slash everywhere, and so is no file's.
        let list = if inner.contains('\\') { "[]" } else { "sys.argv[1:]" };
        let print = format!("import sys; print({list})");
        let expected = in_folder(folder.path(), &["python3", "-X", "utf8", "-c", &print, &study]);
        assert_eq!(files, stdout(&expected).trim_end(), "{inner}");
        assert!(!folder.path().join("PWN").exists(), "{inner}");
    }
}

#[test]
fn what_a_file_for_an_engine_cannot_hold_is_refused_by_name() {
    let folder = tempdir().expect("a folder");
    for (inner, shown) in [("a\nb", "a\nb"), ("a\u{1b}[2J", "a\\u{1b}[2J"), ("\u{202e}a", "\\u{202e}a")] {
        fs::create_dir(folder.path().join(inner)).expect("a folder");
        tiny_study(&folder.path().join(inner));
        for engine in ["snakemake", "slurm", "kubernetes", "parallel"] {
            let output = emitted(folder.path(), engine, &format!("{inner}/tiny.toml"));
            let message = stderr(&output);
            assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{message}");
            assert!(message.contains(shown) && message.contains("expected the file under another name"), "{message}");
        }
    }
    fs::create_dir(folder.path().join("{x}")).expect("a folder");
    tiny_study(&folder.path().join("{x}"));
    let output = emitted(folder.path(), "snakemake", "{x}/tiny.toml");
    let message = stderr(&output);
    assert!(
        output.status.code() == Some(2) && message.contains("{x}/tiny.toml") && message.contains("wildcard"),
        "{message}"
    );
}
