"""Studies played on many machines, by Dask: the same functions, the same results to the byte.

Each function here takes the arguments of its plain namesake and a ``client`` of a Dask cluster: processes of this machine,
machines by SSH, Slurm jobs, Kubernetes pods. The workers need the same version of this package, and no common file system.

>>> import lanchester, lanchester.cluster, tempfile
>>> from distributed import Client
>>> with (
...     tempfile.TemporaryDirectory() as folder,
...     Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=":0") as client,
... ):
...     prices = lanchester.cluster.price("majestic", precision=0.1, client=client, folder=folder)
>>> prices.json() == lanchester.price("majestic", precision=0.1).json()
True

A run is played in rounds of ``parts``: first the cells of a study, then its searches for prices, each of which follows from
the results before. A worker plays a part in each of its threads. What every function takes:

- ``client``: the ``distributed.Client``.
- ``folder``: where what was played is kept as it arrives. After a crash, of the client too, the same call goes on from there.
  It is of one run only, and its parts are as many as when it was begun.
- ``parts``: how many parts, at most 9,999; by default three for each thread that the cluster has when the run begins.
- ``retries``: how often a part is tried again that failed. A part whose worker is lost is played by another one anyway; Dask
  gives it up when its setting ``distributed.scheduler.allowed-failures`` is exceeded.
- ``audit``: whether a chunk of each part in each round, which one is drawn by chance, is played again here and compared
  before the result is written.
- ``threads`` are those of a part (by default one), and ``progress`` hears of parts, not of battles.

Besides what the plain functions raise: ``PartsFailed``, after all other parts have arrived; ``AuditFailed``; ``TryAgain`` if
another call is at work in the folder. Ctrl-C ends the parts that are being played and raises ``Interrupted``; those that
arrived are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, cast

from . import _studies
from ._call import Files, Folder, Options, Progress, Scenario, asked
from ._results import Fit, Prices, Repricing, Sweep, Validation
from ._rounds import in_rounds
from ._run_folder import RunFolder

try:
    from ._dask import Workers
except ModuleNotFoundError as error:
    if (error.name or "").split(".")[0] not in ("distributed", "dask"):
        raise
    raise ModuleNotFoundError(
        "lanchester.cluster needs the package `distributed`; expected: pip install 'lanchester[cluster]'", name=error.name
    ) from error

if TYPE_CHECKING:
    from distributed import Client
    from typing_extensions import Unpack

__all__ = ["fit", "price", "reprice", "sweep", "validate"]


class Common(TypedDict, total=False):
    """What several functions take."""

    files: Files | None
    game: str | None
    seed: int | None
    threads: int | None
    simd: str | None
    progress: Progress | None


class ForValidate(Common, total=False):
    """What ``lanchester.validate`` takes."""

    out: Folder | None
    prices: bool
    robust: bool
    pairs: int | None
    options: Options | None


class ForPrice(Common, total=False):
    """What ``lanchester.price`` takes."""

    against: Scenario | None
    precision: float | None
    matchups: int | None
    budget: tuple[int, int] | None
    by_size: bool
    robust: bool
    options: Options | None
    policy_a: Scenario | None
    policy_b: Scenario | None


class ForReprice(Common, total=False):
    """What ``lanchester.reprice`` takes."""

    hold: list[str] | tuple[str, ...]
    anchor: str | None
    within: float | None
    integer: int | bool
    precision: float | None
    matchups: int | None
    law: str | None
    budget: tuple[int, int] | None
    policy_a: Scenario | None
    policy_b: Scenario | None
    write: Folder | None
    options: Options | None


class ForFit(Common, total=False):
    """What ``lanchester.fit`` takes."""

    field: Scenario | None
    designs: int | None
    families: int | None
    ships: int | None
    within: float | None
    precision: float | None
    policy_a: Scenario | None
    policy_b: Scenario | None
    out: Folder | None


class ForSweep(Common, total=False):
    """What ``lanchester.sweep`` takes, but for what ``folder`` does."""

    out: Folder | None
    pairs: int | None
    half_width: float | None


def validate(
    study: Scenario | None = None,
    *,
    client: Client,
    folder: Folder,
    parts: int | None = None,
    retries: int = 2,
    audit: bool = True,
    **arguments: Unpack[ForValidate],
) -> Validation:
    """``lanchester.validate`` on a cluster: plays a study, with its parity prices.

    >>> import lanchester.cluster, tempfile
    >>> from distributed import Client
    >>> with (
    ...     tempfile.TemporaryDirectory() as folder,
    ...     Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=":0") as client,
    ... ):
    ...     result = lanchester.cluster.validate(pairs=2, prices=False, client=client, folder=folder, out=folder)
    >>> result["study"], len(result.table("cells")) == len(result["cells"])
    ('default', True)
    """
    return cast(Validation, _run(client, folder, parts, retries, audit, _studies.validate, study, **arguments))


def price(
    *ships: Scenario,
    client: Client,
    folder: Folder,
    parts: int | None = None,
    retries: int = 2,
    audit: bool = True,
    **arguments: Unpack[ForPrice],
) -> Prices:
    """``lanchester.price`` on a cluster: what ships should cost. The head of this module has an example."""
    return cast(Prices, _run(client, folder, parts, retries, audit, _studies.price, *ships, **arguments))


def reprice(
    study: Scenario | None = None,
    *,
    client: Client,
    folder: Folder,
    parts: int | None = None,
    retries: int = 2,
    audit: bool = True,
    **arguments: Unpack[ForReprice],
) -> Repricing:
    """``lanchester.reprice`` on a cluster: what all ships of a study should cost together."""
    return cast(Repricing, _run(client, folder, parts, retries, audit, _studies.reprice, study, **arguments))


def fit(
    study: Scenario | None = None,
    *,
    client: Client,
    folder: Folder,
    parts: int | None = None,
    retries: int = 2,
    audit: bool = True,
    **arguments: Unpack[ForFit],
) -> Fit:
    """``lanchester.fit`` on a cluster: whether the game's rating formula is true."""
    return cast(Fit, _run(client, folder, parts, retries, audit, _studies.fit, study, **arguments))


def sweep(
    sweep: Scenario,
    *,
    client: Client,
    folder: Folder,
    parts: int | None = None,
    retries: int = 2,
    audit: bool = True,
    **arguments: Unpack[ForSweep],
) -> Sweep:
    """``lanchester.sweep`` on a cluster: many variants against the same opponents.

    >>> import lanchester.cluster, tempfile
    >>> from distributed import Client
    >>> with (
    ...     tempfile.TemporaryDirectory() as folder,
    ...     Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=":0") as client,
    ... ):
    ...     result = lanchester.cluster.sweep("refits", pairs=1, client=client, folder=folder, out=folder)
    >>> len(result["variants"])
    48
    """
    return cast(Sweep, _run(client, folder, parts, retries, audit, _studies.sweep, sweep, **arguments))


def _run(
    client: Client,
    folder: Folder,
    parts: int | None,
    retries: int,
    audit: bool,
    function: Callable[..., object],
    *scenarios: Scenario | None,
    **arguments: Any,
) -> object:
    if parts is not None and not 1 <= parts < 10_000:
        raise ValueError(f"`parts` is {parts}; expected 1 to 9999")
    of = asked(function, *scenarios, **arguments)
    workers = Workers(client, of.words.options[0], retries)
    run = RunFolder(Path(folder))
    with run.locked():
        return in_rounds(of, run, workers.play, lambda: parts or workers.parts(), audit)
