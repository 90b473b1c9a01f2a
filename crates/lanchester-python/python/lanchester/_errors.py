"""What is raised when a command has no result."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

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

    ``problems`` lists all of it as ``lanchester check --json`` does: dicts with ``code``, ``file``, ``line``, ``column``,
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
        self.code, self.help = first.get("code"), first.get("expected")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.problems)


class NotEnoughMemory(LanchesterError, MemoryError):
    """The system does not give the memory that the command needs."""


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
    if fault is None:
        return InternalError("there is no result, and nobody knows why")
    message = fault.message.strip()
    if fault.kind == "scenario":
        return ScenarioError(message, json.loads(fault.problems))
    if fault.kind == "memory":
        return NotEnoughMemory(message)
    if fault.kind == "bug":
        return InternalError(f"this is a bug in lanchester: {message}")
    return UsageError(message)
