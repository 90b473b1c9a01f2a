"""Plays the held-out studies with the program: policies in a copy of the study, results as JSON."""

import hashlib
import json
import math
import os
import shutil
import subprocess
import tempfile
import tomllib
from pathlib import Path
from statistics import mean, stdev

ROOT = Path(__file__).resolve().parent.parent.parent
HELD_OUT = ROOT / "benches" / "held-out"
SCENARIOS = ROOT / "scenarios"
GAMES = ["nova", "starmada-x", "talon", "skill-dice", "fires"]
KINDS = ["duels", "fleets"]


def program(named=None):
    """The program to run: the one that is named, the newest build of this tree, or the one that is installed."""
    if named:
        return str(Path(named).resolve())
    builds = [ROOT / "target" / profile / "lanchester" for profile in ("release", "debug")]
    built = [path for path in builds if path.exists()]
    if built:
        return str(max(built, key=lambda path: path.stat().st_mtime))
    return shutil.which("lanchester") or "lanchester"


def how_played(parser):
    """The arguments of a script about how held-out matchups are played."""
    parser.add_argument("--game", choices=GAMES, help="default: all")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of battles per matchup and side (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of every die (default 1)")
    parser.add_argument("--program", help="the program (default: the newest build in target/)")


def policy(named):
    """A policy as a study in another folder names it: an id, or a whole path."""
    return str(Path(named).resolve()) if named.endswith(".toml") else named


def content(game, policy):
    """What the file of a shipped policy holds, but for its name and notes."""
    found = tomllib.loads((SCENARIOS / game / "policies" / f"{policy}.toml").read_text())
    return {key: value for key, value in found.items() if key not in ("name", "notes")}


def hashes(game):
    """A hash of what every shipped policy of a game holds."""
    names = sorted(path.stem for path in (SCENARIOS / game / "policies").glob("*.toml"))
    text = {name: json.dumps(content(game, name), sort_keys=True) for name in names}
    return {name: hashlib.sha256(text[name].encode()).hexdigest()[:16] for name in names}


def study(folder, game, kind, policies):
    """Writes a copy of a held-out study, for these policies each against each, and returns its path."""
    text = (HELD_OUT / f"{game}-{kind}.toml").read_text()
    keys = f'policies = {json.dumps([policy(p) for p in policies])}\npolicy_pairs = "all"\n'
    path = Path(folder) / f"{game}-{kind}.toml"
    path.write_text(text.replace("pairs = 100\n", "pairs = 100\n" + keys, 1))
    return path


def asked(binary, *arguments):
    """What a command of the program answers, as JSON."""
    done = subprocess.run([binary, *arguments, "--json", "--quiet"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join([binary, *arguments])}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def thinned(text, pairs, groups):
    """The text of a study with so many pairs of battles for the matchups of these groups, or for all, and one pair for the others:
    who fights there stays as it is."""
    head, *blocks = text.replace("pairs = 100\n", f"pairs = {pairs}\n", 1).split("[[random]]\n")

    def one(block):
        wanted = groups is None or tomllib.loads(block)["group"] in groups
        return "[[random]]\n" + ("" if wanted else "pairs = 1\n") + block

    return head + "".join(map(one, blocks))


def groups_of(game, kind, every):
    """The groups of the held-out matchups of a kind: the first of every so many."""
    return [block["group"] for block in tomllib.loads((HELD_OUT / f"{game}-{kind}.toml").read_text())["random"]][::every]


def held_out(binary, game, kind, pairs, seed, first, second, groups=None):
    """The answer about the held-out matchups of a kind, or of these groups of them: two policies on either side, each against the
    other and itself."""
    with tempfile.TemporaryDirectory() as folder:
        path = study(folder, game, kind, [first, second])
        path.write_text(thinned(path.read_text(), pairs, groups))
        arguments = ["validate", str(path), "--no-prices", "--seed", str(seed), "--game", game]
        answer = asked(binary, *arguments, "--out", os.path.join(folder, "out"))
    answer["cells"] = [cell for cell in answer["cells"] if groups is None or cell["group"] in groups]
    return answer


def scores(binary, game, kind, pairs, seed, first, second):
    """The score of the first policy against the second in every matchup, by group: each side of a matchup once.

    The mean of two cells: it commands A, and it commands B.
    """
    names = [Path(p).stem for p in (first, second)]
    found = {}
    for cell in held_out(binary, game, kind, pairs, seed, first, second)["cells"]:
        policies = [side["policy"] for side in cell["entrants"]]
        score = cell["score"]["estimate"]
        if policies == names:
            found.setdefault(cell["group"], []).append(score)
        elif policies == names[::-1]:
            found.setdefault(cell["group"], []).append(1 - score)
    return {group: mean(halves) for group, halves in found.items()}


def quantile(freedom):
    """The 97.5 % quantile of Student's t (Abramowitz and Stegun 26.7.5; three figures from four degrees of freedom on)."""
    z = 1.959964
    terms = [z, (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384]
    return sum(term / freedom**power for power, term in enumerate(terms))


def interval(values):
    """Mean and 95 % interval over matchups, by Student's t."""
    half = quantile(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return mean(values), mean(values) - half, mean(values) + half
