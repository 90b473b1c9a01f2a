"""Advice is in Python's words, and can be followed as it stands."""

import re

import lanchester
import pytest
from lanchester._hints import _FLAGS, in_python


@pytest.mark.parametrize(
    "said, expected",
    [
        ("`mouse` is a ship of Starmada X (`--game starmada-x`)", '`mouse` is a ship of Starmada X (`game="starmada-x"`)'),
        # As a message is broken into lines.
        ("  help: (`--game\n        starmada-x`)", '  help: (`game="starmada-x"`)'),
        ("invalid value '0' for '--battles <N>'", "invalid value '0' for `battles`"),
        ("--seed has no effect", "`seed` has no effect"),
        ("expected --pairs N, half as many", "expected `pairs=N`, half as many"),
        ("would take --precision 0.02.", "would take `precision=0.02`."),
        ("expected at least two, or --no-prices", "expected at least two, or `prices=False`"),
        ("`lanchester tune --against greedy` looks", '`lanchester.run("tune", against="greedy")` looks'),
        (
            "Run it again:\n  lanchester price 'my ship.toml' --budget 300:900 --by-size --policy-a charge",
            'Run it again:\n  lanchester.price("my ship.toml", budget=(300, 900), by_size=True, policy_a="charge")',
        ),
        (
            "`lanchester duel a b --options x=5 --options y=z --portfolio greedy --portfolio charge`",
            '`lanchester.duel("a", "b", options={"x": 5, "y": "z"}, portfolio=["greedy", "charge"])`',
        ),
        # What is quoted of a file, and what is no option.
        (" 13 │ # see `--game nova`", " 13 │ # see `--game nova`"),
        ("a--b and −3 -- x", "a--b and −3 -- x"),
        ("the command line's `lanchester 'x`", "the command line's `lanchester 'x`"),
    ],
)
def test_options_are_keywords_and_commands_are_calls(said, expected):
    assert in_python(said) == expected


def test_a_ship_of_another_game():
    with pytest.raises(lanchester.ScenarioError) as caught:
        lanchester.duel("mouse", "monkey")
    error = caught.value
    assert '(`game="starmada-x"`)' in error.help and '`game="starmada-x"`' in " ".join(str(error).split())
    assert "--game" not in str(error)
    # The advice works.
    assert lanchester.duel("mouse", "monkey", battles=200, game="starmada-x")["battles"] == 200


def test_prices_that_cannot_be_found():
    study = {
        "game": "nova",
        "kind": "study",
        "name": "Four",
        "pairs": 1,
        "duels": {"ships": ["majestic", "dioptre", "gneiss", "basalt", "scree"]},
        "prices": {"ships": ["majestic", "dioptre", "gneiss"]},
    }
    with pytest.raises(lanchester.UsageError) as caught:
        lanchester.compare("majestic", "dioptre", against=study, pairs=1000)
    assert caught.value.help == "at least two, or `prices=False`"
    assert lanchester.compare("majestic", "dioptre", against=study, pairs=1000, prices=False)["pairs"] == 1000


def test_options_without_a_value_are_the_programs(program):
    names = re.findall(r"^  ([a-z]+)  ", program("--help")[0].partition("Ask about ships:")[2], re.MULTILINE)
    helps = [program(name, "--help")[0] for name in names if name != "help"]
    assert len(helps) > 20
    found = {flag for text in helps for flag in re.findall(r"^ +(?:-[a-z], )?(--[a-z-]+)$", text, re.MULTILINE)}
    assert found - {"--help", "--version"} == _FLAGS
