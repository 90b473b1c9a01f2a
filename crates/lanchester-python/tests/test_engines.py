"""The files of ``lanchester plan --emit`` on real engines: a part is killed, the engine is killed, a part fails for good."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = Path(os.environ.get("LANCHESTER", Path(__file__).resolve().parents[3] / "target/release/lanchester"))

STUDY = """game = "nova"
kind = "study"
name = "Small"
seed = 3
pairs = 60
policies = ["greedy"]
[duels]
ships = ["majestic", "basalt", "dioptre"]
[prices]
ships = ["gneiss", "dioptre"]
budget = [100, 200]
precision = 0.2
most_matchups = 600
"""

# Stands before the program in the path. A part is killed once while it plays; while there is a file `broken`, part 2 fails.
STUMBLES = """#!/bin/sh
case " $* " in
*" --shard 1/2 "*)
    if [ ! -e killed ]; then
        touch killed
        "$REAL" "$@" & sleep 0.1; kill -9 $!; exit 137
    fi ;;
*" --shard 2/2 "*)
    if [ -e broken ]; then echo "this machine is out of order" >&2; exit 1; fi ;;
esac
exec "$REAL" "$@"
"""


@pytest.fixture()
def engine(tmp_path, monkeypatch):
    """Runs a command of a shell where `lanchester` stumbles, in a folder that has the study."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(STUDY)
    tools = tmp_path / "bin"
    tools.mkdir()
    stumbling = tools / "lanchester"
    stumbling.write_text(STUMBLES)
    stumbling.chmod(0o755)
    path = f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "REAL": str(PROGRAM)}

    def start(*words):
        return subprocess.Popen(
            words, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )

    return start


def emitted(engine, name):
    """Writes the file for an engine."""
    made = engine("lanchester", "plan", "small.toml", "--emit", name, "--parts", "2")
    Path(name).write_text(made.communicate()[0])
    assert made.returncode == 0


def tables(folder):
    """The tables of a run by their names."""
    found = {path.name: path.read_bytes() for path in Path(folder, "small").glob("*.parquet")}
    assert len(found) > 3
    return found


def plain():
    """The tables of the run that was never cut."""
    subprocess.run([PROGRAM, "validate", "small.toml", "--out", "plain", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    return tables("plain")


SNAKEMAKE = ["snakemake", "--snakefile", "snakemake", "--cores", "2", "--nolock", "--rerun-incomplete"]


def test_snakemake_in_a_folder_that_is_a_command(engine):
    folder = "d$(touch PWN) \"q\" \"\"\" `touch PWN` $HOME ';"
    os.mkdir(folder)
    shutil.copy("small.toml", folder)
    made = engine("lanchester", "plan", f"{folder}/small.toml", "--emit", "snakemake", "--parts", "2")
    Path("snakemake").write_text(made.communicate()[0])
    run = engine(*SNAKEMAKE)
    said = run.communicate()[0]
    assert run.returncode == 0 and not Path("PWN").exists(), said
    assert tables("reports") == plain()
    # Its last line says where all of that is.
    found = re.fullmatch(r"The result is in (.*), its page and tables in (.*)", said.splitlines()[-1])
    assert found is not None and found[2] == "reports/small", said
    assert "This again: lanchester validate" in Path(found[1]).read_text()


def test_a_pod_that_kubernetes_starts_calls_the_program(engine, tmp_path):
    yaml = pytest.importorskip("yaml")
    folder = "d$(touch PWN) \"q\" \"\"\" `touch PWN` $$ $(HOME) ': #"
    os.mkdir(folder)
    shutil.copy("small.toml", folder)
    words = ["plan", f"{folder}/small.toml", "--emit", "kubernetes", "--parts", "2"]
    Path("script").write_text(engine("lanchester", *words).communicate()[0])
    kubectl, calls = tmp_path / "bin/kubectl", tmp_path / "calls"
    kubectl.write_text('#!/bin/sh\ncase $1 in apply) cat > manifest ;; get) echo Complete ;; esac\n')
    program = tmp_path / "bin/lanchester"
    program.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" > {calls}\n')
    for tool in (kubectl, program):
        tool.chmod(0o755)
    run = engine("env", "IMAGE=image", "CLAIM=claim", f"SHARED={tmp_path}", "bash", "script")
    said = run.communicate()[0]
    assert run.returncode == 0, said
    manifest = yaml.safe_load(Path("manifest").read_text())
    pod = manifest["spec"]["template"]["spec"]["containers"][0]
    # As Kubernetes expands: $$ is $, and a name that nobody set stays as it is.
    started = [re.sub(r"\$(\$|\([^)]*\))", lambda m: "$" if m[1] == "$" else m[0], word) for word in pod["command"] + pod["args"]]
    run = engine("env", "JOB_COMPLETION_INDEX=1", *started)
    assert run.communicate()[0] == "" and run.returncode == 0
    store = "/shared/validate-small-parts/1-2.store"
    expected = ["validate", f"{folder}/small.toml", "--threads", "1", "--quiet", "--store", store, "--shard", "2/2", "--resume"]
    assert calls.read_text().split("\0")[:-1] == expected
    assert not Path("PWN").exists()


def test_snakemake_with_a_part_killed_and_then_itself(engine):
    emitted(engine, "snakemake")
    run = engine(*SNAKEMAKE)
    started = time.monotonic()
    while not Path("validate-small-parts/whole-1.code").exists() and time.monotonic() - started < 120:
        assert run.poll() is None, run.communicate()[0]
        time.sleep(0.05)
    assert Path("killed").exists()
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    assert not Path("reports/small").exists()
    again = engine(*SNAKEMAKE)
    said = again.communicate()[0]
    assert again.returncode == 0, said
    assert tables("reports") == plain()


def test_snakemake_with_a_part_that_fails_for_good(engine):
    emitted(engine, "snakemake")
    Path("broken").touch()
    run = engine(*SNAKEMAKE, "--keep-going")
    said = run.communicate()[0]
    assert run.returncode != 0 and "part=2" in said, said
    assert "out of order" in Path("validate-small-parts/1-2.txt").read_text()
    assert Path("validate-small-parts/1-1.done").exists() and not Path("validate-small-parts/1-2.done").exists()
    Path("broken").unlink()
    again = engine(*SNAKEMAKE)
    said = again.communicate()[0]
    assert again.returncode == 0, said
    assert tables("reports") == plain()


@pytest.mark.skipif(shutil.which("parallel") is None, reason="no GNU parallel")
def test_parallel_with_a_part_killed_and_a_part_that_fails_for_good(engine):
    emitted(engine, "parallel")
    Path("broken").touch()
    run = engine("bash", "parallel")
    said = run.communicate()[0]
    assert run.returncode != 0 and "out of order" in said, said
    Path("broken").unlink()
    again = engine("bash", "parallel")
    said = again.communicate()[0]
    assert again.returncode == 0, said
    assert tables("reports") == plain()
