"""The folder of a run in parts: what was played, so that a run that was cut goes on from there.

- ``whole-2.store``: everything that was played in the first two rounds, merged.
- ``round-3-part-1-of-6.store``: a part of the next round.
- ``played.jsonl``: which worker played which part of which round.
- ``lock``: held by the call that is at work in the folder.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ._battles import run
from ._errors import LanchesterError, TryAgain

_WHOLE = re.compile(r"whole-([0-9]+)\.store")
_OLD = re.compile(r"(?:whole-([0-9]+)|round-([0-9]+)-part-[0-9]+-of-[0-9]+)\.store")


class RunFolder:
    """The stores of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def rounds(self) -> int:
        """Rounds that are played and merged."""
        return max((int(match[1]) for name in os.listdir(self.path) if (match := _WHOLE.fullmatch(name))), default=0)

    def whole(self, rounds: int) -> Path:
        """Where all that was played in so many rounds is."""
        return self.path / f"whole-{rounds}.store"

    def part(self, part: int, parts: int) -> Path:
        """Where a part of the round that is being played is."""
        return self.path / f"round-{self.rounds + 1}-part-{part}-of-{parts}.store"

    def missing(self, parts: int) -> list[int]:
        """Parts of the round that are not there yet."""
        return [part for part in range(1, parts + 1) if not self.part(part, parts).exists()]

    def keep(self, part: int, parts: int, store: bytes, worker: str) -> None:
        """Keeps a part that arrived: all of it or nothing, whatever happens meanwhile."""
        path = self.part(part, parts)
        new = path.with_suffix(".new")
        with open(self.path / "played.jsonl", "a", encoding="utf-8") as log:
            log.write(json.dumps({"round": self.rounds + 1, "part": part, "parts": parts, "worker": worker}) + "\n")
        with open(new, "wb") as file:
            file.write(store)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)

    def parts(self) -> int | None:
        """In how many parts the run is played, which does not change; none if none has arrived."""
        played = self._played()
        return played[-1]["parts"] if played else None

    def players(self, part: int) -> list[str]:
        """The workers that played a part, in the order of the rounds."""
        return list(dict.fromkeys(entry["worker"] for entry in self._played() if entry["part"] == part))

    def merge(self, parts: int) -> int:
        """Merges the parts of the round with what was there before, and removes them. Says how many chunks there are.

        Raises what the program says of a part that cannot be merged; it is put aside then, and so is missing.
        """
        rounds = self.rounds
        paths = [self.part(part, parts) for part in range(1, parts + 1)]
        try:
            merged = run("merge", *map(os.fspath, [self.whole(rounds), *paths]), out=self.whole(rounds + 1))
        except LanchesterError as error:
            for path in paths:
                if path.name in str(error):
                    os.replace(path, path.with_suffix(".refused"))
            raise
        for name in os.listdir(self.path):
            match = _OLD.fullmatch(name)
            if match and int(match[1] or match[2]) <= rounds + (match[2] is not None):
                (self.path / name).unlink()
        chunks: int = merged["chunks"]
        return chunks

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keeps other calls out of the folder.

        Raises ``TryAgain`` if one is at work there.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with open(self.path / "lock", "w") as file:
            try:
                import fcntl
            except ImportError:
                # Windows: two calls at once play everything twice.
                yield
                return
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise TryAgain(f"another call is at work in {self.path}; expected a folder of its own for each run") from None
            yield

    def _played(self) -> list[dict[str, Any]]:
        try:
            lines = (self.path / "played.jsonl").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        # The last line may have been cut.
        return [json.loads(line) for line in lines if line.endswith("}")]
