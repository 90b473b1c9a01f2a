//! `lanchester completions`: for the shell.

use clap::Args;
use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::completion::ASKED;
use crate::exit::Exit;
use crate::output;

/// Prints a script that completes commands, options, ids and files in your shell
#[derive(Debug, Args)]
#[command(
    before_long_help = "The ids are those of the game that the line names, else of nova. The script asks `lanchester`, \
which must be on your path.

Examples:
  lanchester completions bash > ~/.local/share/bash-completion/completions/lanchester
  lanchester completions fish > ~/.config/fish/completions/lanchester.fish
  lanchester completions zsh  > a file _lanchester in a folder of your $fpath"
)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub fn run(of: &Completions) -> anyhow::Result<Exit> {
    let shells = Shells::builtins();
    let shell = shells.completer(&of.shell.to_string()).expect("both lists have the same five shells");
    let mut script = Vec::new();
    shell.write_registration(ASKED, "lanchester", "lanchester", "lanchester", &mut script)?;
    let mut script = String::from_utf8_lossy(&script).into_owned();
    if of.shell == Shell::Bash {
        script.push_str(EQUALS_SIGNS);
    }
    output::own(&script)?;
    Ok(Exit::Done)
}

/// Bash makes three words of `--option=value`, and replaces the last of them. Here the one word that it is gets completed, and
/// what stands before the value is taken off again.
const EQUALS_SIGNS: &str = r#"
_lanchester() {
    local line=("${COMP_WORDS[@]}") at=$COMP_CWORD i word
    local COMP_WORDS=() COMP_CWORD=0
    for ((i = 0; i < ${#line[@]}; i++)); do
        word=${line[i]}
        if [[ $i -eq $at && $word != "=" ]]; then word=$2; fi
        if [[ $i -gt 0 && ( ${line[i]} == "=" || ${line[i - 1]} == "=" ) ]]; then
            COMP_WORDS[${#COMP_WORDS[@]} - 1]+=$word
        else
            COMP_WORDS+=("$word")
        fi
        if [[ $i -eq $at ]]; then COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); fi
    done
    word=${COMP_WORDS[COMP_CWORD]}
    _clap_complete_lanchester "$1" "$word" "$3"
    if [[ $word == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}"); fi
}
complete -o nospace -o bashdefault -o nosort -F _lanchester lanchester 2> /dev/null ||
    complete -o nospace -o bashdefault -F _lanchester lanchester
"#;
