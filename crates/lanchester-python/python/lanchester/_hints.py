"""What the program says of its options, said of the arguments of a call.

The program advises a command line: ``--game starmada-x``, `` `lanchester tune --against greedy` ``. Here the same advice is
``game="starmada-x"`` and ``lanchester.run("tune", against="greedy")``. A text that can be pasted into a shell stands in results,
under the key ``command``, and stays as it is.
"""

from __future__ import annotations

import re
import shlex

FUNCTIONS = ("compare", "duel", "fit", "odds", "price", "replay", "reprice", "rules", "sweep", "validate")
"""Commands that are functions of the package; any other is ``run``'s first argument."""

_OPTION = r"--[a-z][a-z0-9-]*"
_SOURCE_LINE = r"(?m:^ *[0-9]+ [│|].*$)"
"""A line of somebody's file, shown to point at a mistake: it is quoted, not advice."""

_PLACES = re.compile(
    rf"(?P<source>{_SOURCE_LINE})"
    r"|`(?P<command>lanchester [^`\n]+)`"
    r"|(?P<indent>(?m:^ +))(?P<line>lanchester [a-z]+\b[^\n]*)$"
    rf"|[`'](?P<quoted>{_OPTION}(?:[ \n]+[^`'\n]+)?)[`']"
    rf"|(?<![\w-])(?P<bare>{_OPTION})(?P<value>[ =](?:[0-9][0-9.:%]*[0-9]|[0-9]|search\b|[A-Z]+\b))?",
    re.MULTILINE,
)


def in_python(text: str) -> str:
    """The text with options as keywords and commands as calls."""
    return _PLACES.sub(_said, text)


def _said(place: re.Match[str]) -> str:
    if place["source"] is not None:
        return place[0]
    if place["command"] is not None:
        return f"`{_call(place['command']) or place['command']}`"
    if place["line"] is not None:
        return place["indent"] + (_call(place["line"]) or place["line"])
    if place["quoted"] is not None:
        option, *given = re.split(r"[ \n]+", place["quoted"], maxsplit=1)
        return f"`{_keyword(option, _value(option, given[0]) if given else None)}`"
    value = place["value"]
    return f"`{_keyword(place['bare'], _value(place['bare'], value[1:]) if value else None)}`"


def _keyword(option: str, value: str | None) -> str:
    name = option.removeprefix("--").replace("-", "_")
    # Keywords that say the opposite of their option, or take a list.
    if name == "no_prices":
        return "prices=False"
    name = {"bank": "banks"}.get(name, name)
    return name if value is None else f"{name}={value}"


def _value(option: str, text: str) -> str | None:
    """A value as Python writes it; a placeholder such as ``N`` or ``<N>`` stays one, or is left out."""
    if not text or text.startswith("<"):
        return None
    points = re.fullmatch(r"([0-9]+):([0-9]+)", text)
    if points:
        return f"({points[1]}, {points[2]})"
    pair = re.fullmatch(r"([a-z0-9_]+)=(\S+)", text)
    if option == "--options" and pair:
        return f'{{"{pair[1]}": {_value("", pair[2])}}}'
    if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?|[A-Z]+", text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _call(command: str) -> str | None:
    """A command as a call; None where its words cannot be told apart."""
    try:
        _, name, *words = shlex.split(command)
    except ValueError:
        return None
    if name.startswith("-"):
        return None
    names: list[str] = []
    options: dict[str, list[str]] = {}
    while words:
        word = words.pop(0)
        if not re.fullmatch(_OPTION, word):
            names.append(_value("", word) or '""')
            continue
        value = None if word in _FLAGS or not words or re.fullmatch(_OPTION, words[0]) else _value(word, words.pop(0))
        keyword, _, given = _keyword(word, value or "True").partition("=")
        options.setdefault(keyword, []).append(given)
    keywords = [f"{keyword}={_together(given)}" for keyword, given in options.items()]
    function = f"lanchester.{name}(" if name in FUNCTIONS else "lanchester.run("
    command_name = [] if name in FUNCTIONS else [f'"{name}"']
    return function + ", ".join([*command_name, *names, *keywords]) + ")"


def _together(values: list[str]) -> str:
    """The values of an option that was given more than once."""
    if len(values) == 1:
        return values[0]
    if all(value.startswith("{") for value in values):
        return "{" + ", ".join(value[1:-1] for value in values) + "}"
    return f"[{', '.join(values)}]"


_FLAGS = {
    "--begin", "--by-size", "--code", "--decisions", "--full", "--json", "--no-play", "--no-prices", "--open", "--proving-ground",
    "--quiet", "--restart", "--resume", "--robust", "--secret", "--strength", "--together", "--trust", "--verify", "--why",
}
"""Options without a value, after which a name may stand."""
