"""A command in rounds of parts, until its result is there. Who plays the parts is decided elsewhere."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ._call import Asked, Words, answer, result_of
from ._errors import AuditFailed, LanchesterError, PartsFailed, TryAgain, UsageError
from ._part import Job, Played, of_part, writes_tables
from ._results import Result
from ._run_folder import RunFolder

Arrived = Callable[[int, Played], None]
PlayRound = Callable[["Job", "list[int]", Arrived], "dict[int, str]"]
"""Has parts of a job played, hands over each as it arrives, and says why others failed. Raises at once what a part was refused for."""


def in_rounds(of: Asked, folder: RunFolder, play: PlayRound, parts: Callable[[], int], audit: bool) -> Result:
    """Plays round after round, and gives the result that the plain call gives. ``parts`` is asked in how many parts, where the
    folder does not say it."""
    _refuse_what_the_folder_does(of.words)
    began, before, chunks = time.monotonic(), folder.rounds, -1
    while (words := _missing(of.words, folder)) is not None:
        count = folder.parts() or parts()
        _play_round(words, folder, play, count, of)
        now = _merge(folder, count)
        if now == chunks:
            raise TryAgain(f"a round brought nothing new to {folder.path}; expected the same lanchester on all workers")
        chunks = now
    took = time.monotonic() - began
    result = _result(of, folder, audit)
    if (rounds := folder.rounds - before) > 0:
        # What the program remarks on its speed is about putting the result together here.
        dealt = _count(folder.parts() or 0, "part")
        result.remarks.insert(0, f"Played on the cluster: {_count(rounds, 'round')} of {dealt} in {took:.1f} s")
    return result


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _refuse_what_the_folder_does(words: Words) -> None:
    for name in ("store", "resume", "restart", "shard", "from", "no-play", "begin", "audit", "budget"):
        if words.has(name):
            raise UsageError(f"`{name.replace('-', '_')}` is nothing for a cluster; expected `folder` and `parts` instead")


def _is_one_round(words: Words) -> bool:
    """Whether parts never need what the others play."""
    return words.options[0] == "sweep"


def _missing(words: Words, folder: RunFolder) -> Words | None:
    """None if everything is played; else the words with the files that they name. Raises what is wrong with them."""
    rounds = folder.rounds
    with tempfile.TemporaryDirectory(prefix="lanchester-") as name:
        look = words.but(quiet=True, store=folder.whole(rounds), resume=True, no_play=True, begin=rounds == 0)
        if rounds > 0:
            # What is found is written only when it is audited. In the first round nothing is found.
            look = look.but(["out", "write"])
            look.option(out=name if writes_tables(words) else None)
        reply = answer(look)
    if reply.exit != 75 or reply.fault is not None or reply.raised is not None:
        result_of(reply, Result)
        return None
    with_files = words.but()
    with_files.documents = {os.fspath(path): text for path, text in reply.read} | words.documents
    return with_files


def _play_round(words: Words, folder: RunFolder, play: PlayRound, parts: int, of: Asked) -> None:
    """Plays those parts of a round that are not there yet.

    Raises ``PartsFailed`` when all others have arrived.
    """
    whole = None if _is_one_round(words) else folder.whole(folder.rounds).read_bytes()
    missing = folder.missing(parts)
    done = parts - len(missing)

    def arrived(part: int, played: Played) -> None:
        nonlocal done
        folder.keep(part, parts, played.store, played.worker)
        done += 1
        if of.progress is not None:
            of.progress(f"round {folder.rounds + 1}, parts", done, parts)

    failed = play(Job(words, parts, whole), missing, arrived) if missing else {}
    if failed:
        raise PartsFailed(failed, parts, os.fspath(folder.path))


def _merge(folder: RunFolder, parts: int) -> int:
    """Merges a round, and says how many chunks there are.

    Raises ``PartsFailed`` with the parts that cannot be merged.
    """
    try:
        return folder.merge(parts)
    except TryAgain:
        raise
    except LanchesterError as error:
        refused = folder.missing(parts)
        if not refused:
            raise
        why = {part: f"played by {', '.join(folder.players(part)[-1:])}, and refused: {error}" for part in refused}
        raise PartsFailed(why, parts, os.fspath(folder.path)) from error


def _result(of: Asked, folder: RunFolder, audit: bool) -> Result:
    words = of.words.but(store=folder.whole(folder.rounds), resume=True, no_play=True)
    words.option(audit=folder.parts() if audit else None)
    try:
        return result_of(answer(words), of.kind)
    except UsageError as error:
        audited = re.match(r"part ([0-9]+)/[0-9]+ in ", str(error))
        if audited is None:
            raise
        part = int(audited[1])
        workers = folder.players(part)
        raise AuditFailed(f"{error}. It was played by {', '.join(workers)}", part, workers) from error
