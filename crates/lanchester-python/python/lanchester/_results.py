"""Results: dicts with the fields of ``--json``, and what a notebook shows of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from . import _picture as picture
from ._hints import in_python

if TYPE_CHECKING:
    from ._lanchester import Reply, Table

R = TypeVar("R", bound="Result")


class Result(dict[str, Any]):
    """A dict with the fields that the command gives with ``--json``, in their order; book/src/json.md describes them.

    ``remarks`` are the lines that the program prints beside its result. ``exit`` is its exit code: 1 where the answer is no.
    A result can be pickled, and leaves its tables behind. ``text`` is a result that has no fields; otherwise it is empty.
    """

    remarks: list[str]
    text: str
    exit: int
    _json: str
    _tables: dict[str, Table]

    @classmethod
    def _of(cls: type[R], reply: Reply) -> R:
        result = cls(json.loads(reply.json or "{}"))
        result.remarks, result.text, result.exit = [in_python(line) for line in reply.remarks], reply.text, reply.exit
        result._json, result._tables = reply.json, reply.tables
        return result

    def __getstate__(self) -> dict[str, Any]:
        # Tables are memory that Rust owns: a copy in another process has none.
        return self.__dict__ | {"_tables": {}}

    def json(self) -> str:
        """The JSON that ``lanchester … --json`` prints, byte for byte, without the last line feed."""
        return self._json

    @property
    def tables(self) -> list[str]:
        """Names of the tables that ``table`` gives."""
        return list(self._tables)

    def table(self, name: str) -> Table:
        """A table of the result, as in the Parquet file of that name; book/src/columns.md describes the columns.

        Whatever reads Arrow's PyCapsule interface reads it without a copy: ``polars.DataFrame(table)``,
        ``pandas.DataFrame.from_arrow(table)`` (pandas 3 or later), ``pyarrow.table(table)``.

        >>> import lanchester
        >>> prices = lanchester.price("majestic", precision=0.1)
        >>> prices.table("prices").columns[:3]
        ['policy_a', 'policy_b', 'design']

        Raises KeyError if there is no such table.
        """
        if name not in self._tables:
            known = ", ".join(self._tables) or "no table: this command gives none"
            raise KeyError(f"no table `{name}`; expected {known}")
        return self._tables[name]


class Duel(Result):
    """The result of ``duel``."""

    def _repr_html_(self) -> str:
        return picture.duel(self)


class Prices(Result):
    """The result of ``price``."""

    def _repr_html_(self) -> str:
        return picture.prices(self, self["prices"])


class Repricing(Result):
    """The result of ``reprice``."""


class Fit(Result):
    """The result of ``fit``."""


class Odds(Result):
    """The result of ``odds``."""

    def _repr_html_(self) -> str:
        return picture.odds(self)


class Rules(Result):
    """The result of ``rules``."""

    def _repr_html_(self) -> str:
        return picture.rules(self)


class Comparison(Result):
    """The result of ``compare``."""

    def _repr_html_(self) -> str:
        return picture.comparison(self)


class Replay(Result):
    """The result of ``replay``."""


class Report(Result):
    """The result of ``validate`` and ``sweep``, whose tables and page are on disk too."""

    @property
    def page(self) -> Path:
        """The page that shows all of it in a browser."""
        return Path(self["reports"]) / "report.html"


class Validation(Report):
    """The result of ``validate``."""

    def _repr_html_(self) -> str:
        return picture.prices(self, self["prices"]) if self["prices"] else picture.ratings(self)


class Sweep(Report):
    """The result of ``sweep``; of a part of one the fields ``command``, ``part``, ``waits``, ``chunks`` and ``store``."""

    def _repr_html_(self) -> str:
        if "part" in self:
            return picture.text(f'Part {self["part"]}: {self["chunks"]} chunks kept in {self["store"]}')
        return picture.variants(self)
