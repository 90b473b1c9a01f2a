"""Commands that answer a question by many cells, as functions. Each gathers the words of a command line; what they mean is
decided in the program."""

from __future__ import annotations


from collections.abc import Iterable

from ._call import Files, Folder, Options, Progress, Scenario, Words, call, folder
from ._results import Comparison, Fit, Prices, Repricing, Sweep, Validation


def price(
    *ships: Scenario,
    against: Scenario | None = None,
    precision: float | None = None,
    matchups: int | None = None,
    budget: tuple[int, int] | None = None,
    by_size: bool = False,
    robust: bool = False,
    policy_a: Scenario | None = None,
    policy_b: Scenario | None = None,
    options: Options | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    simd: str | None = None,
    progress: Progress | None = None,
) -> Prices:
    """What ships should cost: their parity prices, against the ships of a study.

    ``precision`` is the half-width to reach, as a share; ``budget`` the points of a fleet, least and most. ``by_size`` prices
    exactly 1, 2, 4, 8 ships as well, ``robust`` under other policies, budgets, boards and readings. Without ships, all that the
    study prices.

    ``options`` (such as ``{"turn_cap": 20}``) overrule those of the study.

    >>> import lanchester
    >>> lanchester.price("majestic", precision=0.1)["prices"][0]["verdict"]
    'underpriced'

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    words = Words("price", files).name(*ships).by(against=against, policy_a=policy_a, policy_b=policy_b)
    words.option(precision=precision, matchups=matchups, budget=_points(budget), by_size=by_size, robust=robust, options=options)
    return call(words.option(game=game, seed=seed, threads=threads, simd=simd), Prices, progress)


def reprice(
    study: Scenario | None = None,
    *,
    hold: Iterable[str] = (),
    anchor: str | None = None,
    within: float | None = None,
    integer: int | bool = False,
    precision: float | None = None,
    matchups: int | None = None,
    law: str | None = None,
    budget: tuple[int, int] | None = None,
    policy_a: Scenario | None = None,
    policy_b: Scenario | None = None,
    write: Folder | None = None,
    options: Options | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    simd: str | None = None,
    progress: Progress | None = None,
) -> Repricing:
    """What all ships of a study should cost, priced together.

    The ships in ``hold`` keep their printed points; without any, ``anchor`` says what stays: ``"sum"`` (the default) or
    ``"geometric"``. ``within`` is the most that points may move, as a share; ``integer`` asks for whole numbers, or for
    multiples of it. ``write`` is a folder for the ships' files with their new ratings.

    ``options`` (such as ``{"turn_cap": 20}``) overrule those of the study.

    >>> import lanchester
    >>> cruisers = {"game": "nova", "kind": "study", "name": "Cruisers", "pairs": 1, "duels": {"ships": ["majestic", "dioptre"]}}
    >>> [ship["name"] for ship in lanchester.reprice(cruisers, precision=0.2, matchups=8000)["designs"]]
    ['MAJESTIC', 'DIOPTRE']

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    words = Words("reprice", files).name(study).by(policy_a=policy_a, policy_b=policy_b)
    words.option(hold=hold, anchor=anchor, within=within, integer=integer, precision=precision, matchups=matchups, law=law)
    words.option(budget=_points(budget), write=folder(write), options=options)
    return call(words.option(game=game, seed=seed, threads=threads, simd=simd), Repricing, progress)


def fit(
    study: Scenario | None = None,
    *,
    field: Scenario | None = None,
    designs: int | None = None,
    families: int | None = None,
    ships: int | None = None,
    within: float | None = None,
    precision: float | None = None,
    policy_a: Scenario | None = None,
    policy_b: Scenario | None = None,
    out: Folder | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    simd: str | None = None,
    progress: Progress | None = None,
) -> Fit:
    """Whether the game's rating formula is true: whether √(offence × defence) is what ships are worth.

    ``designs`` in ``families`` are made out of the study's ships and priced, ``ships`` of them in a fleet, against those of
    the study or of ``field``. ``within`` is the error in per cent that a rating may have. ``out`` is a folder for the result.

    >>> import lanchester
    >>> lanchester.fit(designs=12, families=12, precision=0.2)["study"]  # takes a minute  # doctest: +SKIP
    'default'

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    words = Words("fit", files).name(study).by(field=field, policy_a=policy_a, policy_b=policy_b)
    words.option(designs=designs, families=families, ships=ships, within=within, precision=precision, out=folder(out))
    return call(words.option(game=game, seed=seed, threads=threads, simd=simd), Fit, progress)


def compare(
    ship: Scenario,
    *variants: Scenario,
    prices: bool = True,
    why: bool = False,
    precision: float | None = None,
    against: Scenario | None = None,
    policy: Scenario | None = None,
    pairs: int | None = None,
    options: Options | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    simd: str | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """What a change to a ship or a fleet would do: variants against the same opponents with the same dice.

    ``why=True`` adds what a variant changes in these battles. ``options`` (such as ``{"turn_cap": 20}``) overrule those of the study.

    >>> import lanchester
    >>> ship = lanchester.load("ships/majestic")
    >>> ship["name"], ship["hull"] = "Longer", 20
    >>> variant, = lanchester.compare("majestic", ship, prices=False, pairs=1024)["variants"]
    >>> variant["difference"]["low"] > 0
    True

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    words = Words("compare", files).name(ship, *variants).by(against=against, policy=policy)
    words.option(no_prices=not prices, why=why, precision=precision, pairs=pairs, options=options)
    return call(words.option(game=game, seed=seed, threads=threads, simd=simd), Comparison, progress)


def validate(
    study: Scenario | None = None,
    *,
    out: Folder | None = None,
    prices: bool = True,
    robust: bool = False,
    pairs: int | None = None,
    options: Options | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    simd: str | None = None,
    progress: Progress | None = None,
) -> Validation:
    """Plays a study: are its ships worth their points, and what should every rating be?

    Writes a page and Parquet tables to a folder of the study's id in ``out`` (``reports`` by default); the tables are in the
    result too. ``robust`` finds the prices under other policies, budgets, boards and readings as well.

    ``options`` (such as ``{"turn_cap": 20}``) overrule those of the study.

    >>> import lanchester, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = lanchester.validate(pairs=2, prices=False, out=folder)
    >>> result["study"], len(result.table("cells")) == len(result["cells"])
    ('default', True)

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    words = Words("validate", files).name(study).option(out=folder(out), no_prices=not prices, pairs=pairs)
    words.option(robust=robust, options=options)
    return call(words.option(game=game, seed=seed, threads=threads, simd=simd), Validation, progress)


def sweep(
    sweep: Scenario,
    *,
    out: Folder | None = None,
    store: Folder | None = None,
    resume: bool = False,
    restart: bool = False,
    shard: str | None = None,
    pairs: int | None = None,
    half_width: float | None = None,
    budget: str | None = None,
    files: Files | None = None,
    game: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    simd: str | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Plays many variants of a ship or fleet against the same opponents, and says what each change does.

    Every battle is kept in ``store``, and with ``resume`` none is played twice; ``restart`` puts a store aside. ``half_width``
    plays each cell until its interval is that narrow, ``budget`` (such as ``"8h"``) as long as that. Page and tables are
    written as ``validate`` does. ``shard`` (such as ``"1/4"``) plays a part on one of several machines; its result says what
    was played, and ``lanchester.run("merge", ...)`` unites the stores.

    >>> import lanchester, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = lanchester.sweep("refits", pairs=1, out=folder)
    >>> len(result["variants"]), "variants" in result.tables
    (48, True)

    Raises ``ScenarioError``, ``UsageError``, ``Interrupted``.
    """
    words = Words("sweep", files).name(sweep).option(out=folder(out), store=folder(store), resume=resume, restart=restart)
    words.option(shard=shard, pairs=pairs, half_width=half_width, budget=budget)
    return call(words.option(game=game, seed=seed, threads=threads, simd=simd), Sweep, progress)


def _points(budget: tuple[int, int] | None) -> str | None:
    return None if budget is None else f"{budget[0]}:{budget[1]}"
