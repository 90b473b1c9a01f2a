"""Dicts as TOML, in the order of their keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumps(document: Mapping[str, Any]) -> str:
    """A dict as a TOML document.

    Values are texts, numbers, flags, lists and dicts. A key whose value is None is left out.

    >>> print(dumps({"name": "Mine", "ecm": [1, 1], "movement": {"thrust": 5}}), end="")
    name = "Mine"
    ecm = [1, 1]
    <BLANKLINE>
    [movement]
    thrust = 5

    Raises TypeError for a value that TOML does not have.
    """
    return "\n".join(_table(document, ())).lstrip("\n") + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    given = {key: value for key, value in table.items() if value is not None}
    for key, value in given.items():
        if not (isinstance(value, Mapping) or _is_tables(value)):
            yield f"{_key(key)} = {_value(value, (*path, key))}"
    for key, value in given.items():
        name = ".".join(map(_key, (*path, key)))
        if isinstance(value, Mapping):
            yield f"\n[{name}]"
            yield from _table(value, (*path, key))
        elif _is_tables(value):
            for entry in value:
                yield f"\n[[{name}]]"
                yield from _table(entry, (*path, key))


def _is_tables(value: Any) -> bool:
    return _is_list(value) and len(value) > 0 and all(isinstance(entry, Mapping) for entry in value)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key is {key!r}; expected text")
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # JSON's escapes are TOML's, but for this one character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: Any, path: tuple[str, ...]) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if isinstance(value, float) or hasattr(value, "__float__"):
        return repr(float(value))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v, (*path, k))}" for k, v in value.items()) + " }"
    if _is_list(value):
        return "[" + ", ".join(_value(entry, path) for entry in value) + "]"
    raise TypeError(f"`{'.'.join(path)}` is a {type(value).__name__}; expected text, a number, a flag, a list or a dict")
