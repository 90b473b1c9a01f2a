"""Starship wargames played a million times over: are the ships worth their points?

Every function is a command of the program ``lanchester`` and returns a dict with exactly the fields that the command gives
with ``--json``; book/src/json.md describes them. Ships, fleets, matchups, policies and studies are ids of shipped files, paths of
files, texts of files, or dicts.

>>> import lanchester
>>> result = lanchester.duel("majestic", "dioptre", battles=2000)
>>> result["battles"], result["a"]["name"], result["score"]["low"] > 0.5
(2000, 'MAJESTIC', True)

What several functions take: ``game`` (``"nova"``, ``"starmada-x"``, ``"talon"``, ``"skill-dice"``, ``"fires"``; by default that of the first file, else
nova), ``seed`` (equal seeds give equal battles), ``threads`` and ``simd`` (which change no result), ``progress`` (called some
five times a second with what is played, the battles that are done and how many there are), ``files`` (further texts or dicts,
by the paths under which others name them).

Python's other threads run meanwhile. Ctrl-C plays the battles on the table to their end and raises ``Interrupted``, which has
what was counted until then.
"""

from __future__ import annotations

from ._battles import duel, load, odds, replay, rules, run
from ._call import Progress, Scenario
from ._errors import (
    AuditFailed,
    InternalError,
    Interrupted,
    LanchesterError,
    NotEnoughMemory,
    PartsFailed,
    ScenarioError,
    TryAgain,
    UsageError,
)
from ._lanchester import VERSION as __version__
from ._lanchester import Table
from ._results import Comparison, Duel, Fit, Odds, Prices, Replay, Report, Repricing, Result, Rules, Sweep, Validation
from ._studies import compare, fit, price, reprice, sweep, validate

__all__ = [
    "AuditFailed",
    "Comparison",
    "Duel",
    "Fit",
    "InternalError",
    "Interrupted",
    "LanchesterError",
    "NotEnoughMemory",
    "Odds",
    "PartsFailed",
    "Prices",
    "Progress",
    "Replay",
    "Report",
    "Repricing",
    "Result",
    "Rules",
    "Scenario",
    "ScenarioError",
    "Sweep",
    "Table",
    "TryAgain",
    "UsageError",
    "Validation",
    "__version__",
    "compare",
    "duel",
    "fit",
    "load",
    "odds",
    "price",
    "replay",
    "reprice",
    "rules",
    "run",
    "sweep",
    "validate",
]
