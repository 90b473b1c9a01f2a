"""Every function gives the bytes that the program prints with ``--json``."""

import json
from pathlib import Path

import lanchester
import pytest
from lanchester._call import asked

CASES = [
    (lambda: lanchester.duel("majestic", "dioptre", battles=3001, seed=7), "duel majestic dioptre --battles 3001 --seed 7"),
    (
        lambda: lanchester.duel("mouse", "monkey", battles=2000, game="starmada-x", policy_a="charge", threads=1),
        "duel mouse monkey --battles 2000 --game starmada-x --policy-a charge",
    ),
    (lambda: lanchester.duel("crossing-paths", battles=2000, simd="fallback"), "duel crossing-paths --battles 2000"),
    (
        lambda: lanchester.duel("terran-500", "talon-500", battles=200, game="talon", options={"turn_cap": 5}),
        "duel terran-500 talon-500 --battles 200 --game talon --options turn_cap=5",
    ),
    (
        lambda: lanchester.duel("majestic", "dioptre", battles=4, policy_a="search", portfolio=["greedy", "charge"], believe="hold"),
        "duel majestic dioptre --battles 4 --policy-a search --portfolio greedy --portfolio charge --believe hold",
    ),
    (lambda: lanchester.replay("majestic", "basalt", battle=3, verify=True), "replay majestic basalt --battle 3 --verify"),
    (lambda: lanchester.replay(study="default", cell=12, battle=3), "replay --study default --cell 12 --battle 3"),
    (
        lambda: lanchester.odds("majestic", "dioptre", range=4, banks=["FF", "FX2"], boxes_lost=6),
        "odds majestic dioptre --range 4 --bank FF --bank FX2 --boxes-lost 6",
    ),
    (lambda: lanchester.odds("mouse", "monkey", range=3, game="starmada-x"), "odds mouse monkey --range 3 --game starmada-x"),
    (lambda: lanchester.rules("nova"), "rules nova"),
    (lambda: lanchester.rules("talon"), "rules talon"),
    (
        lambda: lanchester.price("majestic", "moraine", precision=0.1, budget=(300, 900)),
        "price majestic moraine --precision 0.1 --budget 300:900",
    ),
    (
        lambda: lanchester.compare("majestic", "gnomon", pairs=1024, precision=0.1),
        "compare majestic gnomon --pairs 1024 --precision 0.1",
    ),
    (
        lambda: lanchester.compare("majestic", "gnomon", pairs=1000, prices=False),
        "compare majestic gnomon --pairs 1000 --no-prices",
    ),
    (lambda: lanchester.validate("swarm", pairs=2, out="x"), "validate swarm --pairs 2 --out x"),
    (lambda: lanchester.sweep("refits", pairs=1, out="y"), "sweep refits --pairs 1 --out y --restart"),
    (lambda: lanchester.run("list", "ships"), "list ships"),
    (lambda: lanchester.run("rate", "majestic", precision=0.1), "rate majestic --precision 0.1"),
]


@pytest.mark.parametrize("call, words", CASES, ids=[words for _, words in CASES])
def test_the_same_bytes(call, words, program):
    result = call()
    text, code = program(*words.split())
    expected = json.loads(text)
    if words.startswith("sweep"):
        # The program was asked to begin again.
        assert result.keys() == expected.keys()
    else:
        assert result.json() == text
    assert dict(result) == json.loads(result.json())
    assert list(result) == list(expected)
    assert result.exit == code


def test_words_of_what_takes_long():
    """What is asked for is compared, not the answer."""
    reprice = asked(
        lanchester.reprice, "karst", hold=["scree"], anchor="geometric", within=0.25, integer=True, budget=(300, 900), write="x"
    )
    words = "reprice --hold=scree --anchor=geometric --within=0.25 --integer --budget=300:900 --write=x -- karst"
    assert reprice.words.all() == words.split()
    assert "--integer=5" in asked(lanchester.reprice, integer=5).words.all()
    fit = asked(lanchester.fit, field="karst", designs=12, families=9, ships=2, within=5, policy_a="charge", out="x", seed=3)
    words = "fit --field=karst --policy-a=charge --designs=12 --families=9 --ships=2 --within=5 --out=x --seed=3"
    assert fit.words.all() == words.split()


def test_a_file_a_text_and_a_dict_are_one_ship(majestic, program):
    majestic["name"] = "Mine"
    shown = lanchester.run("show", majestic)["toml"]
    Path("mine.toml").write_text(shown)
    of_dict, of_text, of_file, of_path = (
        lanchester.duel(ship, "basalt", battles=2000) for ship in (majestic, shown, "mine.toml", Path("mine.toml"))
    )
    assert of_dict == of_text == of_file == of_path
    assert of_file.json() == program("duel", "mine.toml", "basalt", "--battles", "2000")[0]


def test_texts_may_name_each_other(majestic):
    majestic["name"] = "Mine"
    fleet = {"game": "nova", "kind": "fleet", "name": "Two", "ships": [{"ship": "mine.toml", "count": 2}]}
    result = lanchester.duel(fleet, "majestic", battles=200, files={"mine.toml": majestic})
    assert result["a"]["ships"] == ["Mine", "Mine"]


def test_the_game_is_the_one_that_a_text_names():
    ship = lanchester.load("ships/mouse", game="starmada-x")
    assert lanchester.duel(ship, "monkey", battles=200)["game"] == "starmada-x"
    # A game that was asked for once is not remembered.
    assert "--game" not in lanchester.duel("majestic", "basalt", battles=200)["command"]


def test_two_dicts_of_one_name_are_two_ships(majestic):
    other = dict(majestic, hull=20)
    one, two = lanchester.compare(majestic, other, dict(majestic, hull=30), prices=False, pairs=1024)["variants"]
    assert one["difference"]["estimate"] < two["difference"]["estimate"]
