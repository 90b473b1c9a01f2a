"""Commands about battles, rules and files as functions. Each gathers the words of a command line; what they mean is decided in
the program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._call import Files, Folder, Options, Progress, Scenario, Words, call, folder, read_toml
from ._results import Duel, Odds, Replay, Result, Rules


def duel(
    a: Scenario,
    b: Scenario | None = None,
    *,
    battles: int | None = None,
    why: bool = False,
    out: Folder | None = None,
    policy_a: Scenario | None = None,
    policy_b: Scenario | None = None,
    portfolio: Iterable[str] = (),
    believe: str | None = None,
    rollouts: int | None = None,
    size: str | None = None,
    options: Options | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    simd: str | None = None,
    progress: Progress | None = None,
) -> Duel:
    """Lets two ships or fleets, or the sides of a matchup, fight many battles.

    ``battles`` come in pairs with sides swapped (20,000 by default). ``options`` are those of the battle, such as
    ``{"turn_cap": 50}``. A policy is an id, a file, or ``"search"``, which plays its ``portfolio`` out at each decision,
    ``rollouts`` times (32 by default), and knows its opponent, or takes it for the policy ``believe``.

    >>> import lanchester
    >>> result = lanchester.duel("majestic", "astrolabe", battles=2000, seed=7)
    >>> result["wins"]["low"] <= result["wins"]["estimate"] <= result["wins"]["high"]
    True

    ``why=True`` records the first battles and accounts for them under ``"why"``:

    >>> side = lanchester.duel("majestic", "basalt", battles=200, why=True)["why"]["sides"][0]
    >>> side["weapons"][0]["weapon"]
    'Fusion Beams'

    The same numbers are a table, one a row. With ``out`` the table and a page that draws it are written to that folder as well.

    >>> table = lanchester.duel("majestic", "basalt", battles=200, why=True).table("why")
    >>> table.columns[:4]
    ['side', 'subject', 'name', 'what']

    A ship may be a dict:

    >>> ship = lanchester.load("ships/majestic")
    >>> ship["name"], ship["hull"] = "Mine", 20
    >>> lanchester.duel(ship, "majestic", battles=2000)["a"]["name"]
    'Mine'

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    words = Words("duel", files).name(a, b).by(policy_a=policy_a, policy_b=policy_b)
    words.option(portfolio=portfolio, believe=believe, rollouts=rollouts, size=size, options=options)
    words.option(battles=battles, why=why, out=folder(out))
    return call(words.option(game=game, seed=seed, threads=threads, simd=simd), Duel, progress)


def replay(
    a: Scenario | None = None,
    b: Scenario | None = None,
    *,
    battle: int = 0,
    verify: bool = False,
    study: Scenario | None = None,
    cell: int | None = None,
    policy_a: Scenario | None = None,
    policy_b: Scenario | None = None,
    portfolio: Iterable[str] = (),
    believe: str | None = None,
    rollouts: int | None = None,
    size: str | None = None,
    options: Options | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    simd: str | None = None,
) -> Replay:
    """One battle of a duel, or of a study's cell: every choice, die and effect.

    With ``verify`` the reference rules play it again; where they differ ``verified`` is False and ``mismatch`` says how.

    >>> import lanchester
    >>> battle = lanchester.replay("majestic", "basalt", battle=3, verify=True)
    >>> battle["verified"], battle["events"][0]["event"]
    (True, 'placement-die')

    Raises ``ScenarioError``, ``UsageError``.
    """
    words = Words("replay", files).name(a, b).by(policy_a=policy_a, policy_b=policy_b, study=study)
    words.option(portfolio=portfolio, believe=believe, rollouts=rollouts, size=size, options=options)
    words.option(battle=battle, verify=verify, cell=cell)
    return call(words.option(game=game, seed=seed, simd=simd), Replay)


def odds(
    firer: Scenario,
    target: Scenario,
    *,
    range: int,
    banks: Iterable[str | int] = (),
    options: Options | None = None,
    files: Files | None = None,
    game: str | None = None,
    **lost: int,
) -> Odds:
    """The exact odds of one ship's attack on another, as fractions and decimals.

    ``banks`` are numbers, mounts or weapons (by default all). What the ships have lost before is given by the game's own
    words: ``boxes_lost``, ``ecm_lost``, ``shields_lost``, ``weapon_hits`` in Nova.

    >>> import lanchester
    >>> result = lanchester.odds("majestic", "dioptre", range=7, banks=["FF"], boxes_lost=6)
    >>> result["together"]["mean_exact"]
    '486523/139968'

    Raises ``ScenarioError``, ``UsageError``.
    """
    words = Words("odds", files).name(firer, target).option(range=range, bank=banks, options=options, game=game)
    return call(words.option(**lost), Odds)


def rules(game: str) -> Rules:
    """The ledger of a game: every rule, built as the book says, as we ruled, or left out and why.

    >>> import lanchester
    >>> sorted({rule["status"] for rule in lanchester.rules("nova")["rules"]})
    ['built', 'left-out', 'ruled']

    Raises ``UsageError``.
    """
    return call(Words("rules").name(game), Rules)


def run(command: str, *names: Scenario, files: Files | None = None, progress: Progress | None = None, **options: Any) -> Result:
    """Any other command by its name, with its options as keywords: ``list``, ``check``, ``rate``, ``plan``, ``reprice`` …

    >>> import lanchester
    >>> [ship["name"] for ship in lanchester.run("list", "ships")["ships"]][:2]
    ['MAJESTIC', 'SCREE']

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    return call(Words(command, files).name(*names).option(**options), Result, progress)


def load(what: Scenario, *, game: str | None = None) -> dict[str, Any]:
    """A scenario file as a dict, with every default filled in: to be changed and handed to another function.

    An id that means several things is named with its folder, such as ``ships/majestic``.

    >>> import lanchester
    >>> lanchester.load("ships/majestic")["rating"]
    344

    Raises ``ScenarioError``.
    """
    return read_toml(call(Words("show").name(what).option(game=game), Result)["toml"])
