#!/usr/bin/env python3
"""Counts what the commanders of Skill Dice do with pilots, torpedoes and thrust, in battles of a ship against itself.

    scripts/policy_checks/skill_dice.py                  both sides `default`
    scripts/policy_checks/skill_dice.py pilots-last      another policy, by id or path
    scripts/policy_checks/skill_dice.py --program PATH   another build

A line for each ship, over battles 0 to 99 of seed 1 and both sides: of the turns in which a ship fires, in how many its pilot does;
in how many battles a side launches; of the shorts that ships suffer while torpedoes track them, how many fall on the thrust. The two
battles of a pair are the same one with other names here, so there are 50 of them, counted twice.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from policy_checks.play import asked, program  # noqa: E402

BATTLES = 100
# Those with more crews than one, and those with torpedoes.
SHIPS = ["albatross", "anvil", "citadel", "harrier", "osprey", "shrike", "sling"]


def name(of):
    return of["side"], of["slot"]


def count(events):
    """Turns with fire and with the pilot's, whether somebody launches, and shorts of tracked ships: all, and on the thrust."""
    fired, pilots, launches, shorts, thrust, turn = set(), set(), 0, 0, 0, 0
    flying = {}
    for event in events:
        what = event["event"]
        if what == "turn":
            turn = event["turn"]
        elif what == "fire":
            fired.add((turn, name(event["ship"])))
            if event["crew"] == 0:
                pilots.add((turn, name(event["ship"])))
        elif what == "launch":
            launches += 1
            flying[event["ship"]["side"], event["torpedo"]] = False
        elif what == "fly":
            flying[name(event["torpedo"])] = event["arrived"]
        elif what == "spent":
            flying.pop(name(event["torpedo"]), None)
        elif what == "salvo":
            side = event["ship"]["side"]
            flying = {of: arrived for of, arrived in flying.items() if of[0] == side or not arrived}
        elif what == "effect" and event["code"] == "short":
            tracked = any(of[0] != event["ship"]["side"] for of in flying)
            shorts += tracked
            thrust += tracked and event["on"] == "thrust"
    return len(fired), len(pilots), launches > 0, shorts, thrust


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", nargs="?", default="default", help="by id or path")
    parser.add_argument("--program", help="the program (default: the newest build in target/)")
    arguments = parser.parse_args()
    binary = program(arguments.program)
    both = ["--policy-a", arguments.policy, "--policy-b", arguments.policy, "--seed", "1", "--game", "skill-dice"]
    for ship in SHIPS:
        def battle(number, ship=ship):
            return count(asked(binary, "replay", ship, ship, *both, "--battle", str(number))["events"])

        with ThreadPoolExecutor(os.cpu_count()) as threads:
            fired, pilots, launches, shorts, thrust = map(sum, zip(*threads.map(battle, range(BATTLES))))
        print(f"{ship:<10} the pilot fires in {pilots} of {fired} turns; a side launches in {launches} of {BATTLES} battles; "
              f"{thrust} of {shorts} shorts fall on the thrust", flush=True)


if __name__ == "__main__":
    main()
