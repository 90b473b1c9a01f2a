"""What is raised when a command has no result."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NoReturn

from ._hints import in_python

if TYPE_CHECKING:
    from ._lanchester import Reply
    from ._results import Result


class LanchesterError(Exception):
    """A command has no result. What is wrong is the text of the exception.

    ``file``, ``line``, ``column``, ``code`` and ``help`` say where and what was expected instead, as far as that is known;
    otherwise they are None. ``result`` is what was found all the same, such as a study whose tables could not be written; or None.
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None
    code: str | None = None
    help: str | None = None
    result: Result | None = None


class UsageError(LanchesterError, ValueError):
    """An argument is no value that the command takes, or arguments do not go together."""


class ScenarioError(LanchesterError, ValueError):
    """Something is wrong with ships, fleets, matchups or studies.

    ``problems`` lists all of it in the words of ``lanchester check --json``: dicts with ``code``, ``file``, ``line``, ``column``,
    ``text``, ``message`` and ``expected``. The attributes ``file``, ``line``, ``column``, ``code`` and ``help`` are those of
    the first. A text or a dict is called by the name of the file that it would be.

    >>> import lanchester
    >>> try:
    ...     lanchester.duel("majestik", "dioptre")
    ... except lanchester.ScenarioError as error:
    ...     error.code, error.help
    ('scenario::unknown-id', '`majestic`')
    """

    problems: list[dict[str, Any]]

    def __init__(self, message: str, problems: list[dict[str, Any]]) -> None:
        super().__init__(message)
        self.problems = problems
        first = problems[0] if problems else {}
        self.file, self.line, self.column = first.get("file"), first.get("line"), first.get("column")
        self.code, expected = first.get("code"), first.get("expected")
        self.help = expected and in_python(expected)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.problems)


class NotEnoughMemory(LanchesterError, MemoryError):
    """The system does not give the memory that the command needs."""


class TryAgain(LanchesterError):
    """Nothing is wrong with the arguments: the same call may succeed later. A store is in use or a disk is full."""


class PartsFailed(LanchesterError):
    """Parts of a run on a cluster failed for good. What the other parts played is kept: the same call goes on from there.

    ``failed`` says why, by the numbers of the parts; ``parts`` is how many there are, ``folder`` where they are kept.
    """

    failed: dict[int, str]
    parts: int
    folder: str

    def __init__(self, failed: dict[int, str], parts: int, folder: str) -> None:
        lines = "".join(f"\n  part {part}/{parts}: {why}" for part, why in sorted(failed.items()))
        super().__init__(
            f"{len(failed)} of {parts} parts failed; the others are kept in {folder}, and the same call goes on from there:{lines}"
        )
        self.failed, self.parts, self.folder = failed, parts, folder

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.failed, self.parts, self.folder)


class AuditFailed(LanchesterError):
    """Battles of a part, played again here, end otherwise: a machine of the cluster, or this one, computes wrongly.

    ``part`` is the part; ``workers`` are those that played it. What is in the folder cannot be trusted.
    """

    part: int
    workers: list[str]

    def __init__(self, message: str, part: int, workers: list[str]) -> None:
        super().__init__(message)
        self.part, self.workers = part, workers

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.part, self.workers)


class InternalError(LanchesterError, RuntimeError):
    """A bug in lanchester: please report it with the arguments of the call."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came. ``result`` has what was counted until then, or is None."""

    result: Result | None

    def __init__(self, result: Result | None = None) -> None:
        super().__init__("interrupted")
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.result,)


def raise_fault(reply: Reply, result: Result | None) -> NoReturn:
    """Raises the exception of a reply that is not all it should be."""
    error = _error(reply)
    error.result = result
    raise error


def _error(reply: Reply) -> LanchesterError:
    fault = reply.fault
    if fault is not None and fault.problems:
        return ScenarioError(in_python(fault.message.strip()), json.loads(fault.problems))
    # A command that ends without a fault has said why.
    said = fault.message if fault is not None else "\n".join(reply.remarks[-1:]) or "there is no result, and nobody knows why"
    kind = _BY_EXIT.get(reply.exit, InternalError)
    if kind is UsageError:
        return _usage(said.strip())
    return kind(f"this is a bug in lanchester: {said.strip()}" if kind is InternalError else in_python(said.strip()))


def _usage(said: str) -> UsageError:
    """What the program says of the words of a command, said of the arguments of a call."""
    said = re.split(r"\n+(?:Usage:|For more information)", said.removeprefix("error: "))[0]
    said = in_python(said)
    error = UsageError(said)
    expected = re.search(r"\bexpected (.*)", said)
    error.help = expected[1] if expected else None
    return error


_BY_EXIT: dict[int, type[LanchesterError]] = {2: UsageError, 70: InternalError, 71: NotEnoughMemory, 75: TryAgain}
"""What the program's exit codes are as exceptions."""
