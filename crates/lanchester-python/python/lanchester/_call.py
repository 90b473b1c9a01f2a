"""From the arguments of a function to the words of a command, and from its answer to a result."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar, Union

from . import _lanchester
from ._errors import Interrupted, raise_fault
from ._results import Result
from ._toml import dumps

if TYPE_CHECKING:
    from ._lanchester import Reply

Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]
"""A ship, fleet, matchup, policy or study: an id, the path of a file, the text of one (which has more than one line), or a dict."""

Progress = Callable[[str, int, int], object]
"""Called with what is played, the battles that are done, and how many there are."""

Files = Mapping[str, Union[str, Mapping[str, Any]]]
Options = Mapping[str, Union[str, int, float, bool]]
Folder = Union[str, "os.PathLike[str]"]

R = TypeVar("R", bound=Result)

_KIND = re.compile(r'^\s*kind\s*=\s*"([a-z]+)"', re.MULTILINE)
_NAME = re.compile(r'^\s*name\s*=\s*"([^"]*)"', re.MULTILINE)


class Words:
    """The words of a command, and the texts that they name."""

    def __init__(self, command: str, files: Mapping[str, str | Mapping[str, Any]] | None = None) -> None:
        self.options: list[str] = [command]
        self.names: list[str] = []
        self.documents: dict[str, str] = {}
        for path, document in (files or {}).items():
            self.documents[os.fspath(path)] = document if isinstance(document, str) else dumps(document)

    def scenario(self, what: Scenario | None) -> str | None:
        """The word that stands for a scenario."""
        if what is None:
            return None
        if isinstance(what, Mapping):
            return self._document(dumps(what))
        text = os.fspath(what) if isinstance(what, (str, os.PathLike)) else None
        if not isinstance(text, str):
            raise TypeError(f"{what!r} is no scenario; expected an id, a path, the text of a file or a dict")
        return self._document(text) if "\n" in text else text

    def _document(self, text: str) -> str:
        # The first lines of a file, before any [table], say what it is called.
        named = _NAME.search(text) or _KIND.search(text)
        words = re.findall(r"[a-z0-9]+", named.group(1).lower()) if named else []
        stem = "-".join(words)[:50].strip("-") or "untitled"
        path, number = f"{stem}.toml", 2
        while self.documents.get(path, text) != text or path in self.names:
            path, number = f"{stem}-{number}.toml", number + 1
        self.documents[path] = text
        return path

    def name(self, *scenarios: Scenario | None) -> Words:
        """Adds arguments that are no options."""
        self.names.extend(word for what in scenarios if (word := self.scenario(what)) is not None)
        return self

    def option(self, **options: Any) -> Words:
        """Adds options: True is a flag, a list is the option again for each value, a dict for each ``KEY=VALUE``."""
        for name, value in options.items():
            flag = "--" + name.replace("_", "-")
            if value is None or value is False:
                continue
            if value is True:
                self.options.append(flag)
                continue
            if isinstance(value, Mapping):
                value = [f"{key}={_bare(entry)}" for key, entry in value.items()]
            values = value if isinstance(value, Iterable) and not isinstance(value, str) else [value]
            self.options.extend(f"{flag}={entry}" for entry in values)
        return self

    def by(self, **options: Scenario | None) -> Words:
        """Adds options whose values are scenarios."""
        return self.option(**{name: self.scenario(what) for name, what in options.items()})

    def but(self, without: Iterable[str] = (), **options: Any) -> Words:
        """A copy without some options and with others."""
        copy = Words(self.options[0])
        left_out = tuple(f"--{name}=" for name in without)
        copy.options += [word for word in self.options[1:] if not word.startswith(left_out)]
        copy.names, copy.documents = list(self.names), dict(self.documents)
        return copy.option(**options)

    def has(self, *names: str) -> bool:
        """Whether any of these options is among the words."""
        return any(word.split("=")[0] in {f"--{name}" for name in names} for word in self.options)

    def all(self) -> list[str]:
        """The words in the order of a command line."""
        return self.options + (["--", *self.names] if self.names else [])


def _bare(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Asked(Exception):
    """What a function asks the program for."""

    def __init__(self, words: Words, kind: type[Result], progress: Progress | None) -> None:
        super().__init__()
        self.words, self.kind, self.progress = words, kind, progress


_only_ask: ContextVar[bool] = ContextVar("only_ask", default=False)


def asked(function: Callable[..., object], *arguments: Any, **keywords: Any) -> Asked:
    """What a function would ask the program for, without doing it."""
    before = _only_ask.set(True)
    try:
        function(*arguments, **keywords)
    except Asked as words:
        return words
    finally:
        _only_ask.reset(before)
    raise TypeError(f"{function!r} asks for nothing")


def call(words: Words, kind: type[R], progress: Progress | None = None) -> R:
    """Does what the words say.

    Raises ``LanchesterError`` if there is no result, ``Interrupted`` after Ctrl-C, and whatever ``progress`` raises, when the
    battles that were begun are over.
    """
    if _only_ask.get():
        raise Asked(words, kind, progress)
    return result_of(answer(words, progress), kind)


def answer(words: Words, progress: Progress | None = None) -> Reply:
    """What the program says to the words."""
    return _lanchester.answer(words.all(), list(words.documents.items()), progress)


def result_of(reply: Reply, kind: type[R]) -> R:
    """The result of a reply, or what it raises."""
    result = kind._of(reply) if reply.json or reply.text else None
    if reply.raised is not None:
        if isinstance(reply.raised, KeyboardInterrupt):
            raise Interrupted(result) from None
        raise reply.raised
    if result is None or reply.fault is not None:
        raise_fault(reply, result)
    return result


def read_toml(text: str) -> dict[str, Any]:
    """TOML as a dict."""
    document: dict[str, Any] = json.loads(_lanchester.toml_as_json(text))
    return document


def folder(path: Folder | None) -> str | None:
    return None if path is None else os.fspath(path)
