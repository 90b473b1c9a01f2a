"""Runs on a cluster of processes: the same bytes as in one process, whatever dies."""

import inspect
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import lanchester
import pyarrow
import pytest
from distributed import Client, LocalCluster
from lanchester import _rounds, _studies, cluster
from lanchester._run_folder import RunFolder

ROOT = Path(__file__).resolve().parents[3]
STUDY = {
    "game": "nova",
    "kind": "study",
    "name": "Two cruisers",
    "pairs": 200,
    "duels": {"ships": ["majestic", "dioptre"]},
    "prices": {"precision": 0.1},
}


def tables(folder):
    return {path.name: path.read_bytes() for path in Path(folder).glob("*.parquet")}


def price(client, **keywords):
    """A call of several rounds that takes half a second in one process."""
    return cluster.price("majestic", precision=0.1, client=client, folder="run", **keywords)


@pytest.fixture(scope="module")
def plain():
    """What the plain call gives, and how the call on a cluster is compared with it."""
    result = lanchester.price("majestic", precision=0.1)
    whole = pyarrow.table(result.table("prices"))

    def same(other):
        return other.json() == result.json() and pyarrow.table(other.table("prices")).equals(whole)

    return same


@pytest.fixture(scope="module")
def workers():
    """Two processes of one thread each."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as local, Client(local) as client:
        yield SimpleNamespace(client=client, scale=local.scale)


@pytest.fixture()
def client(workers):
    workers.scale(2)
    workers.client.wait_for_workers(2, timeout=60)
    yield workers.client
    spoil(workers.client, None)


def spoil(client, how):
    """Has ``how(answer, words, stop)`` answer in place of the program, in every worker there is now."""

    def patch():
        from lanchester import _part

        original = _part.__dict__.setdefault("original", _part.answer)
        _part.answer = (lambda words, stop: how(original, words, stop)) if how else original

    client.run(patch)


def played(folder):
    return [json.loads(line) for line in (Path(folder) / "played.jsonl").read_text().splitlines()]


def test_a_study_with_prices_is_the_same_to_the_byte(client):
    heard = []
    plain = lanchester.validate(STUDY)
    before = tables("reports/two-cruisers")
    shutil.rmtree("reports")

    def slowly(answer, words, stop):
        # Long enough for the other worker to be given a part as well.
        time.sleep(0.5)
        return answer(words, stop)

    spoil(client, slowly)
    result = cluster.validate(STUDY, client=client, folder="run", parts=3, progress=lambda *words: heard.append(words))
    assert result.json() == plain.json()
    assert tables("reports/two-cruisers") == before and "cells.parquet" in before
    assert len({what for what, _, _ in heard}) > 2 and heard[2] == ("round 1, parts", 3, 3)
    assert len({entry["worker"] for entry in played("run") if entry["round"] == 1}) == 2, "one worker played all parts"
    assert any("played again: the same" in remark for remark in result.remarks)
    # The speed is the cluster's: to look up here what was played there has none.
    assert re.fullmatch(r"Played on the cluster: [0-9]+ rounds of 3 parts in [0-9.]+ s", result.remarks[0])
    assert not any("per second" in remark for remark in result.remarks)
    # It is finished: nothing is played.
    heard.clear()
    again = cluster.validate(STUDY, client=client, folder="run", progress=lambda *words: heard.append(words))
    assert (again.json(), heard) == (plain.json(), [])
    with pytest.raises(lanchester.UsageError, match="the seed is 2, the store's is 1"):
        cluster.validate(STUDY, client=client, folder="run", seed=2)


def test_files_that_workers_do_not_have(client, majestic):
    Path("fleet/ships").mkdir(parents=True)
    shown = lanchester.run("show", dict(majestic, hull=20))["toml"]
    Path("fleet/ships/majestic.toml").write_text(shown)
    Path("fleet/mine.toml").write_text(shown.replace("MAJESTIC", "MINE"))
    duels = 'game = "nova"\nkind = "study"\nname = "Ours"\npairs = 2\n[duels]\nships = ["../fleet/mine.toml", "majestic", "dioptre", "gneiss"]\n'
    Path("fleet/ours.toml").write_text(duels)
    asked = {"against": Path("fleet/ours.toml"), "precision": 0.1}
    prices = cluster.price("fleet/mine.toml", **asked, client=client, folder="run", parts=2)
    assert prices.json() == lanchester.price("fleet/mine.toml", **asked).json()
    assert prices["prices"][0]["name"] == "MINE"


def test_a_sweep_and_a_repricing(client):
    sweep = cluster.sweep("refits", pairs=1, client=client, folder="sweep", parts=2)
    files = {path.name: path.read_bytes() for path in Path("reports/refits").glob("*.parquet")}
    whole = lanchester.sweep("refits", pairs=1, out="y")
    assert sweep["variants"] == whole["variants"]
    assert files == {path.name: path.read_bytes() for path in Path("y/refits").glob("*.parquet")}
    reprice = cluster.reprice(STUDY, precision=0.2, matchups=8000, client=client, folder="reprice", parts=2)
    assert reprice.json() == lanchester.reprice(STUDY, precision=0.2, matchups=8000).json()


def test_a_worker_is_killed_and_one_comes_late(workers, client, plain, tmp_path):
    workers.scale(1)
    while len(client.nthreads()) > 1:
        time.sleep(0.05)

    def wait_to_be_killed(answer, words, stop):
        if words.has("shard") and "--shard=2/4" in words.options and not (tmp_path / "victim").exists():
            (tmp_path / "pid").write_text(str(os.getpid()))
            (tmp_path / "pid").rename(tmp_path / "victim")
            time.sleep(600)
        return answer(words, stop)

    spoil(client, wait_to_be_killed)

    def kill():
        while not (tmp_path / "victim").exists():
            time.sleep(0.05)
        workers.scale(2)
        client.wait_for_workers(2, timeout=60)
        os.kill(int((tmp_path / "victim").read_text()), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    result = price(client, parts=4)
    killer.join()
    assert plain(result)
    assert len({entry["worker"] for entry in played("run")}) >= 2


def test_a_part_that_fails_is_named_and_the_others_are_kept(client, plain):
    def fail(answer, words, stop):
        if "--shard=2/3" in words.options:
            raise OSError("no space left on this machine")
        return answer(words, stop)

    spoil(client, fail)
    with pytest.raises(lanchester.PartsFailed, match="part 2/3: OSError: no space left on this machine") as caught:
        price(client, parts=3, retries=1)
    assert (set(caught.value.failed), caught.value.parts, caught.value.folder) == ({2}, 3, "run")
    assert sorted(entry["part"] for entry in played("run")) == [1, 3]
    spoil(client, None)
    assert plain(price(client))
    rounds = [(entry["round"], entry["part"]) for entry in played("run")]
    assert len(rounds) == len(set(rounds)), "a part was played twice"


def test_a_part_that_is_damaged_is_refused_by_name_and_played_again(client, plain):
    def damage(answer, words, stop):
        reply = answer(words, stop)
        if "--shard=3/3" in words.options:
            from pathlib import Path

            store = Path(next(word for word in words.options if word.startswith("--store=")).removeprefix("--store="))
            kept = bytearray(store.read_bytes())
            for place in range(0, len(kept), 64):
                kept[place] ^= 1
            store.write_bytes(kept)
        return reply

    spoil(client, damage)
    with pytest.raises(lanchester.PartsFailed, match="part 3/3: played by tcp://.*, and refused") as caught:
        price(client, parts=3)
    assert set(caught.value.failed) == {3}
    spoil(client, None)
    assert plain(price(client))


def test_a_scheduler_dies(client, plain):
    """And its worker with it: another cluster goes on."""
    script = (
        "import sys\nfrom distributed import LocalCluster\n"
        "local = LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=':0', protocol='tcp://')\n"
        "print(local.scheduler_address, flush=True)\nsys.stdin.read()\n"
    )
    other = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        with Client(other.stdout.readline().strip(), timeout=3, set_as_default=False) as doomed:
            with pytest.raises(lanchester.PartsFailed, match="the scheduler was lost"):
                price(doomed, parts=4, progress=lambda *_: other.kill())
    finally:
        other.kill()
        other.communicate()
    assert len(played("run")) < 4
    assert plain(price(client))


def test_what_is_wrong_is_said_at_once(client):
    with pytest.raises(lanchester.ScenarioError):
        cluster.fit(dict(STUDY, duels={"ships": ["majestik"]}), client=client, folder="run")
    with pytest.raises(lanchester.UsageError, match="pairs"):
        cluster.validate(STUDY, pairs=0, client=client, folder="run")
    for keyword in ("store", "shard"):
        with pytest.raises(lanchester.UsageError, match=f"`{keyword}` is nothing for a cluster"):
            cluster.sweep("refits", client=client, folder="run", **{keyword: "1/2"})
    with pytest.raises(TypeError, match="expected a distributed.Client"):
        cluster.validate(STUDY, client="tcp://127.0.0.1", folder="run")
    assert not (Path("run") / "played.jsonl").exists()

    calls = Path.cwd() / "calls"

    def refuse(answer, words, stop):
        import lanchester

        with open(calls, "a") as file:
            file.write("call\n")
        raise lanchester.UsageError("not with these words")

    spoil(client, refuse)
    with pytest.raises(lanchester.UsageError, match="not with these words"):
        price(client, parts=6, retries=9)
    assert len(calls.read_text().split()) <= 6
    spoil(client, None)


def test_ctrl_c_ends_the_parts(client):
    timer = threading.Timer(2, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(lanchester.Interrupted):
        cluster.validate(STUDY, pairs=100_000_000, prices=False, client=client, folder="run", parts=2)
    timer.join()
    # The workers are free again, long before the parts could have been played.
    assert client.submit(sum, [1, 2], pure=False).result(timeout=60) == 3
    assert time.monotonic() - start < 60


def test_two_calls_do_not_share_a_folder(client):
    folder = RunFolder(Path("run"))
    with folder.locked(), pytest.raises(lanchester.TryAgain, match="another call is at work"):
        price(client)


def test_an_audit_that_fails_names_part_and_workers(client, monkeypatch):
    fault = SimpleNamespace(exit=2, message="part 2/3 in whole-1.store is not what is played here: …", problems="")
    refusal = SimpleNamespace(json="", text="", remarks=[], tables={}, exit=2, read=[], fault=fault, raised=None)
    answer = _rounds.answer
    monkeypatch.setattr(_rounds, "answer", lambda words: refusal if words.has("audit") else answer(words))
    with pytest.raises(lanchester.AuditFailed, match="It was played by tcp://") as caught:
        cluster.validate(STUDY, prices=False, client=client, folder="run", parts=3)
    assert caught.value.part == 2 and len(caught.value.workers) == 1
    assert not Path("reports/two-cruisers").exists()


@pytest.mark.parametrize("name", cluster.__all__)
def test_a_function_takes_what_its_namesake_takes(name):
    def keywords(function):
        return {p.name for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY}

    own = {"client", "folder", "parts", "retries", "audit"}
    assert keywords(getattr(cluster, name)) == own
    of_the_folder = {"store", "resume", "restart", "shard", "budget"} if name == "sweep" else set()
    taken = getattr(cluster, f"For{name.capitalize()}").__annotations__.keys()
    assert taken == keywords(getattr(_studies, name)) - of_the_folder


def test_the_recipe_of_the_readme():
    recipe = subprocess.run([ROOT / "scripts/readme-command", "cluster"], capture_output=True, text=True, check=True).stdout
    # Fewer battles, and no more processes than the machine has to spare.
    recipe = recipe.replace('"swarm",', '"swarm", pairs=100,').replace("LocalCluster(", "LocalCluster(n_workers=1, dashboard_address=':0', ")
    Path("recipe.py").write_text(recipe)
    done = subprocess.run([sys.executable, "recipe.py"], capture_output=True, text=True, check=False)
    assert done.stdout == "reports/swarm 3 chunks played again: the same\n", done.stderr


def test_without_dask_the_package_works_and_the_module_says_what_it_needs():
    script = "import sys; sys.modules['distributed'] = None; import lanchester; print('here'); import lanchester.cluster"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "here\n" and "pip install 'lanchester[cluster]'" in done.stderr
