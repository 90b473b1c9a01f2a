"""What is wrong, where, and what was expected."""

import json
import pickle
from pathlib import Path

import lanchester
import pytest


def test_a_file_with_faults(program):
    text = lanchester.run("show", "ships/majestic")["toml"].replace("ecm =", "emc =").replace('"ship"', '"ship"\nthrust_ = 1')
    Path("mine.toml").write_text(text)
    with pytest.raises(lanchester.ScenarioError) as caught:
        lanchester.duel("mine.toml", "basalt")
    error = caught.value
    text, code = program("check", "mine.toml")
    assert (error.problems, code) == (json.loads(text)["problems"], 2)
    assert (error.file, error.code) == ("mine.toml", "scenario::unknown-key")
    assert error.line and error.column == 1 and error.help.startswith("`")
    assert "emc" in str(error) and "help: expected" in str(error)
    assert isinstance(error, ValueError) and isinstance(error, lanchester.LanchesterError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.problems, again.line, str(again)) == (error.problems, error.line, str(error))


def test_a_text_with_faults_is_called_by_its_name(majestic):
    with pytest.raises(lanchester.ScenarioError) as caught:
        lanchester.duel(dict(majestic, name="My Ship", sheilds=[1]), "basalt")
    assert caught.value.file == "my-ship.toml"
    assert caught.value.problems[0]["text"] == "sheilds"


def test_words_that_do_not_go_together():
    for call, part in [
        (lambda: lanchester.duel("majestic"), "no opponent"),
        (lambda: lanchester.duel("majestic", "basalt", battles=0), "^invalid value '0' for `battles`: expected a whole number from 1 to [0-9]+$"),
        (lambda: lanchester.duel("majestic", "basalt", seed=-1), "`seed`"),
        (lambda: lanchester.duel("majestic", "basalt", simd="mmx"), "mmx"),
        (lambda: lanchester.odds("majestic", "basalt", range=3, nothing_lost=1), "`nothing_lost`"),
        (lambda: lanchester.rules("chess"), "chess"),
        (lambda: lanchester.run("nothing"), "nothing"),
        (lambda: lanchester.run("completions", "bash"), "`json` has no effect"),
    ]:
        with pytest.raises(lanchester.UsageError, match=part):
            call()


def test_what_was_expected_is_the_help():
    with pytest.raises(lanchester.UsageError) as caught:
        lanchester.price("majestic", precision=5)
    assert caught.value.help == "a number from 0.002 to 0.2, such as 0.02"
    with pytest.raises(TypeError, match="5 is no scenario; expected an id, a path, the text of a file or a dict"):
        lanchester.duel("majestic", 5)


def test_a_name_is_never_an_option():
    with pytest.raises(lanchester.LanchesterError):
        lanchester.duel("--help", "majestic")


def test_values_that_toml_does_not_have(majestic):
    with pytest.raises(TypeError, match="`hull` is a object"):
        lanchester.duel(dict(majestic, hull=object()), "basalt")


def test_a_table_that_is_not_there():
    with pytest.raises(KeyError, match="gives none"):
        lanchester.rules("nova").table("cells")


def test_a_folder_that_cannot_be_made():
    Path("file").write_text("")
    with pytest.raises(lanchester.UsageError, match="cannot be made"):
        lanchester.validate("swarm", pairs=1, prices=False, out="file/reports")


def test_what_was_found_is_kept_where_tables_cannot_be_written():
    def lose_the_folder(*_):
        if Path("reports").is_dir():
            Path("reports").rmdir()
            Path("reports").write_text("")

    with pytest.raises(lanchester.LanchesterError, match="tables could not be written") as caught:
        lanchester.validate("swarm", pairs=200, prices=False, progress=lose_the_folder)
    assert caught.value.result["study"] == "swarm"


def test_a_replay_that_is_right_says_yes():
    assert lanchester.replay("majestic", "basalt", verify=True).exit == 0
    assert json.loads(lanchester.rules("nova").json())["game"] == "nova"
