"""The examples in the docstrings, run."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["", "._battles", "._errors", "._results", "._studies", "._toml", ".cluster"])
def test_examples(module):
    run = doctest.testmod(importlib.import_module(f"lanchester{module}"))
    assert run.failed == 0
    assert run.attempted > 0
