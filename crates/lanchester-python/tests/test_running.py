"""Threads, Ctrl-C and progress."""

import multiprocessing
import pickle
import signal
import threading
import time

import lanchester
import pytest


def after(seconds, action):
    thread = threading.Timer(seconds, action)
    thread.start()
    return thread



def test_ctrl_c_ends_a_duel_and_gives_what_was_counted():
    timer = after(0.5, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    start = time.monotonic()
    with pytest.raises(lanchester.Interrupted) as caught:
        lanchester.duel("majestic", "dioptre", battles=1 << 32)
    timer.join()
    # It would take hours.
    assert time.monotonic() - start < 60
    assert isinstance(caught.value, KeyboardInterrupt)
    result = caught.value.result
    assert result["interrupted"] is True and 0 < result["battles"] < 1 << 32
    # The next one is a run of its own.
    assert "interrupted" not in lanchester.duel("majestic", "dioptre", battles=2000)


def test_progress_is_heard_and_may_end_the_run():
    heard = []
    lanchester.duel("majestic", "dioptre", battles=400_000, progress=lambda *words: heard.append(words))
    dones = [done for _, done, _ in heard]
    assert dones == sorted(dones) and dones[-1] == 400_000 and {all for _, _, all in heard} == {400_000}

    def enough(what, done, battles):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        lanchester.duel("majestic", "dioptre", battles=1 << 32, progress=enough)


def meet(side):
    return lanchester.duel("majestic", side, battles=2000)


def test_results_come_back_from_other_processes():
    sides = ["basalt", "dioptre"]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.map(meet, sides)
    for side, result in zip(sides, results):
        assert result == meet(side) and result.json() == meet(side).json() and "table" in result._repr_html_()
    assert pickle.loads(pickle.dumps(lanchester.Interrupted(results[0]))).result == results[0]


def test_other_threads_run_meanwhile():
    ticks, over = [], threading.Event()

    def count():
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    counter = threading.Thread(target=count)
    counter.start()
    start = time.monotonic()
    lanchester.duel("majestic", "dioptre", battles=1_000_000, threads=1)
    took = time.monotonic() - start
    over.set()
    counter.join()
    # A tick in every 50 ms even on a machine with other work.
    assert len(ticks) > took / 0.05


def test_runs_at_once_do_not_hear_of_each_other():
    games = ["nova", "starmada-x"]
    ships = {"nova": ("majestic", "basalt"), "starmada-x": ("mouse", "monkey")}
    alone = {game: lanchester.duel(*ships[game], battles=20_000, game=game).json() for game in games}
    together = {}

    def play(key):
        game, _ = key
        together[key] = lanchester.duel(*ships[game], battles=20_000, game=game).json()

    threads = [threading.Thread(target=play, args=[(game, i)]) for game in games for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(together) == 8
    assert all(json == alone[game] for (game, _), json in together.items())
