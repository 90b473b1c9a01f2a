"""The tutorial, executed: it shows what stands in it. ``LANCHESTER_BLESS=1`` writes what it shows now."""

import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient

TUTORIAL = Path(__file__).resolve().parents[1] / "tutorial.ipynb"


def shown(notebook):
    """What the cells show, as text."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    return [output.get("text") or output["data"].get("text/html") or output["data"]["text/plain"] for output in outputs]


def test_the_tutorial_shows_what_stands_in_it():
    notebook = nbformat.read(TUTORIAL, as_version=4)
    before = shown(notebook)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    after = shown(notebook)
    if os.environ.get("LANCHESTER_BLESS"):
        nbformat.write(notebook, TUTORIAL)
    else:
        assert after == before
