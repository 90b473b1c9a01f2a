"""The program to compare with, and a folder of one's own for every test."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("LANCHESTER", ROOT / "target/release/lanchester"))


@pytest.fixture(autouse=True, scope="session")
def ctrl_c():
    """Ctrl-C is heard: a shell has what it starts in the background ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """What a test writes is its own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def program():
    """Runs the program with these words and gives what it prints on stdout."""

    def run(*words):
        done = subprocess.run([PROGRAM, *words, "--json"], capture_output=True, text=True, check=False)
        return done.stdout.removesuffix("\n"), done.returncode

    return run


@pytest.fixture()
def majestic():
    """A ship as a dict."""
    import lanchester

    return lanchester.load("ships/majestic")
