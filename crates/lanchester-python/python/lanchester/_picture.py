"""What a notebook shows of a result: intervals as lines, shares as bars, one HTML table each, no script and no network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Optional

Fields = Mapping[str, Any]
Cells = Iterable[Optional[str]]

WIDTH = 240
"""Pixels of a bar or of a line of intervals."""


def duel(result: Fields) -> str:
    """Shares of battles as a bar, and the numbers behind it."""
    a, b = (escape(result[side]["name"]) for side in "ab")
    shares = [("wins", f"{a} (A) wins", "#3b6ea8"), ("draws", "nobody wins", "#b8b8b8"), ("losses", f"{b} (B) wins", "#c0713a")]
    left, bars = 0.0, []
    for key, _, colour in shares:
        width = WIDTH * result[key]["estimate"]
        bars.append(f'<rect x="{left:.1f}" width="{width:.1f}" height="14" fill="{colour}"/>')
        left += width
    rows = [[what, _share(result[key])] for key, what, _ in shares]
    rows.append([f"score of {a}, a draw counting half", _share(result["score"])])
    rows.append(["ended by the turn limit", _share(result["capped"])])
    partial = "PARTIAL: " if result.get("interrupted") else ""
    caption = f'{partial}{escape(result["matchup"])}, {result["battles"]:,} battles, seed {result["seed"]}'
    return _svg(14, bars) + _table(["of all battles", "% [95 % interval]"], rows, caption)


def prices(result: Fields, rows: Iterable[Fields]) -> str:
    """What each ship should cost beside what is printed."""
    rows = list(rows)
    points = [x for row in rows if row["price"] for x in (row["price"]["low"], row["price"]["high"])]
    points += [row["printed"] for row in rows if row["printed"] is not None]
    scale = _scale(points)
    table = [
        [
            escape(row["name"]),
            "" if row["printed"] is None else str(row["printed"]),
            _points(row["price"]) if row["price"] else escape(row["reason"] or ""),
            _line(row["price"], row["printed"], scale),
            escape(row["verdict"] or ""),
        ]
        for row in rows
    ]
    return _table(["ship", "printed", "parity price", "", "verdict"], table, _about(result))


def ratings(result: Fields) -> str:
    """Of a study without prices: what duels say of each rating."""
    rows = [row for matrix in result["matrices"] for row in matrix["ratings"]]
    table = [
        [escape(row["name"]), str(row["printed"]), _share(row["score"]) if row["score"] else "", escape(row["verdict"] or "")]
        for row in rows
    ]
    return _table(["ship", "printed", "score % [95 % interval]", "verdict"], table, _about(result))


def comparison(result: Fields) -> str:
    """What each variant is worth more than the ship, in fleets and in duels; of fleets, what it scores more."""
    if "fleet" in result:
        rows = result["variants"]
        table = [[escape(row["name"]), str(row["rating"]), f'{100 * row["difference"]["estimate"]:+.2f}'] for row in rows]
        caption = f'{escape(result["fleet"])}, {result["rating"]} points, seed {result["seed"]}'
        return _table(["variant", "points", "score gained %"], table, caption)
    table = []
    for row in result["variants"]:
        fleets = row["fleets"]
        more = [_points(fleets["more"]) if fleets and fleets["more"] else "", escape(fleets["deal"] or "") if fleets else ""]
        duels = _points(row["points"]) if row["points"] else ""
        table.append([escape(row["name"]), str(row["printed"]), *more, duels])
    head = ["variant", "printed", "more points in fleets", "deal", "more points in duels"]
    return _table(head, table, f'{escape(result["ship"])}, printed {result["rating"]}, seed {result["seed"]}')


def odds(result: Fields) -> str:
    """Chances of the boxes that all banks check together."""
    values = result["together"]["values"]
    most = max((chance["probability"] for chance in values), default=1.0)
    table = []
    for chance in values:
        bar = f'<rect width="{WIDTH * chance["probability"] / most:.1f}" height="10" fill="#3b6ea8"/>'
        table.append([str(chance["value"]), f'{100 * chance["probability"]:.2f}', f'{100 * chance["at_least"]:.2f}', _svg(10, [bar])])
    caption = f'{escape(result["firer"])} fires at {escape(result["target"])}, range {result["range"]}'
    return _table(["boxes", "%", "or more %", ""], table, caption)


def rules(result: Fields) -> str:
    """The ledger."""
    rows = ([rule["id"], rule["page"], rule["title"], rule["status"], rule.get("why") or ""] for rule in result["rules"])
    return _table(["rule", "page", "title", "status", "why"], ([escape(str(cell)) for cell in row] for row in rows), escape(result["title"]))


def variants(result: Fields) -> str:
    """The variants of a sweep with their scores."""
    names = [escape(parameter["name"]) for parameter in result["parameters"]]
    table = (
        [*(escape(str(value)) for value in row["values"]), str(row["rating"]), _share(row["score"]), escape(row["verdict"] or "")]
        for row in result["variants"]
    )
    return _table([*names, "rating", "score % [95 % interval]", "verdict"], table, escape(result["name"]))


def text(of: str) -> str:
    """A result that is text."""
    return f"<pre>{escape(of)}</pre>"


def _about(result: Fields) -> str:
    partial = result.get("partial") or ("interrupted" if result.get("interrupted") else "")
    seed = f', seed {result["seed"]}' if "seed" in result else ""
    return (f"PARTIAL: {escape(partial)}; " if partial else "") + f'{escape(result["study"])}{seed}'


def _share(interval: Fields) -> str:
    estimate, low, high = (100 * interval[key] for key in ("estimate", "low", "high"))
    return f"{estimate:.1f} [{low:.1f}, {high:.1f}]"


def _points(interval: Fields) -> str:
    return f'{interval["estimate"]:.0f} [{interval["low"]:.0f}, {interval["high"]:.0f}]'


def _scale(points: list[float]) -> tuple[float, float]:
    low, high = min(points, default=0.0), max(points, default=1.0)
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def _line(interval: Fields | None, printed: float | None, scale: tuple[float, float]) -> str:
    def at(points: float) -> float:
        return WIDTH * (points - scale[0]) / (scale[1] - scale[0])

    marks = []
    if printed is not None:
        marks.append(f'<rect x="{at(printed) - 1:.1f}" width="2" height="14" fill="#888"/>')
    if interval:
        low, high = at(interval["low"]), at(interval["high"])
        marks.append(f'<rect x="{low:.1f}" y="6" width="{max(high - low, 1):.1f}" height="2" fill="#3b6ea8"/>')
        marks.append(f'<circle cx="{at(interval["estimate"]):.1f}" cy="7" r="3" fill="#3b6ea8"/>')
    return _svg(14, marks)


def _svg(height: int, marks: Iterable[str]) -> str:
    return f'<svg width="{WIDTH}" height="{height}" role="img">{"".join(marks)}</svg>'


def _table(head: Iterable[str], rows: Iterable[Cells], caption: str) -> str:
    def line(cells: Cells, tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="text-align:left">{cell or ""}</{tag}>' for cell in cells) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f"<table><caption>{caption}</caption><thead>{line(head, 'th')}</thead><tbody>{body}</tbody></table>"
