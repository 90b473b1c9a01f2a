"""The best shipped policy for each held-out matchup: what a commander gains who picks one for the matchup and the side.

The pick is made by one seed's dice, its gain is measured by another's. A gain is what the pick scores against a policy less what
that policy scores against itself on the same side. Picks by few battles are sometimes not the best ones, so the true gain of
the best pick is larger.
"""

import math
from statistics import mean

from .play import KINDS, held_out, interval

SIDES = "AB"


def on_sides(cells, first, second):
    """The scores of the first policy against the second and of the second against itself: by group and side, each an estimate and
    half of its interval's width. And who fought there."""
    found, own, ships = {}, {}, {}
    for cell in cells:
        policies = [side["policy"] for side in cell["entrants"]]
        score, half = cell["score"]["estimate"], (cell["score"]["high"] - cell["score"]["low"]) / 2
        ships[cell["group"]] = [side["ships"] for side in cell["entrants"]]
        for place, side in enumerate(SIDES):
            of_side = (score if side == "A" else 1 - score, half)
            if policies[1 - place] != second:
                continue
            if policies[place] == second:
                own[cell["group"], side] = of_side
            elif policies[place] == first:
                found[cell["group"], side] = of_side
    return found, own, ships


def against(binary, game, policy, policies, every, pairs, seed, play):
    """By group and side: every policy's score against a policy, itself among them; who fought; the version of the rules and how many battles that took."""
    known, fought, rules, battles = {}, {}, set(), 0
    for kind in KINDS:
        for other in policies:
            if other == policy:
                continue
            answer = play(binary, game, kind, pairs, seed, other, policy, every)
            found, own, ships = on_sides(answer["cells"], other, policy)
            for place, score in found.items():
                known.setdefault(place, {policy: own[place]})[other] = score
            fought |= ships
            rules.add(answer["rules_version"])
            battles += len(answer["cells"]) * 2 * pairs
    return known, (fought, *rules), battles


def share(mean_low_high):
    """An interval as the program writes one."""
    return dict(zip(("estimate", "low", "high"), mean_low_high))


def by_kind(values):
    """The intervals over matchups of values by group: all, duels, fleets."""
    duels = [value for group, value in values.items() if group.startswith("duels")]
    fleets = [value for group, value in values.items() if not group.startswith("duels")]
    return {"all": share(interval(duels + fleets)), "duels": share(interval(duels)), "fleets": share(interval(fleets))}


def measured(binary, game, policy, policies, pairs, seeds, every, play=held_out):
    """What the best of the policies for each of the held-out matchups, the first of every so many, gains against one of them; and each
    alone, over all of these."""
    first, ships, battles = against(binary, game, policy, policies, every, pairs[0], seeds[0], play)
    fresh, again, more = against(binary, game, policy, policies, every, pairs[1], seeds[1], play)
    if ships != again:
        raise SystemExit("the matchups of two seeds differ: expected other dice alone")
    picks = {place: max(scores, key=lambda name: scores[name][0]) for place, scores in first.items()}
    gains = {place: fresh[place][name][0] - fresh[place][policy][0] for place, name in picks.items()}
    fought, rules = ships
    groups = list(fought)
    most = max(picks, key=lambda place: first[place][picks[place]][0] - first[place][policy][0])
    half = math.hypot(*(fresh[most][name][1] for name in (picks[most], policy)))
    alone = {
        name: by_kind({group: mean(fresh[group, side][name][0] for side in SIDES) for group in groups}) for name in policies
    }
    return {
        "rules_version": rules,
        "policies": len(policies),
        "matchups": len(groups),
        **by_kind({group: mean(gains[group, side] for side in SIDES) for group in groups}),
        "most": {"group": most[0], "side": most[1], "policy": picks[most],
                 "gain": share((gains[most], gains[most] - half, gains[most] + half))},
        "every": every,
        "pairs": list(pairs),
        "seeds": list(seeds),
        "battles": battles + more,
        "picked": {name: sum(pick == name for pick in picks.values()) for name in policies},
        "alone": {name: scores for name, scores in alone.items() if name != policy},
    }


def self_test():
    """Measures planted policies: `odd` gains ten points in every second matchup and loses ten in the others, `weak` always loses
    five. The best for each matchup gains five on average; each alone gains nothing."""
    gain = {"policy": lambda number: 0.0, "odd": lambda number: 0.1 if number % 2 else -0.1, "weak": lambda number: -0.05}

    def planted(_binary, _game, kind, _pairs, seed, first, second, _every):
        def cell(number, sides):
            # What the ships and the dice do to side A.
            score = 0.5 + 0.01 * (number % 7) + 0.0001 * seed + gain[sides[0]](number) - gain[sides[1]](number)
            entrants = [{"policy": name, "ships": [f"ship-{number}"]} for name in sides]
            return {"group": f"{kind} {number:02}", "entrants": entrants,
                    "score": {"estimate": score, "low": score - 0.02, "high": score + 0.02}}

        meetings = [(a, b) for a in (first, second) for b in (first, second)]
        return {"cells": [cell(number, sides) for number in range(20) for sides in meetings], "rules_version": 1}

    found = measured(None, None, "policy", ["odd", "policy", "weak"], (1, 1), (1, 2), 1, planted)
    expected = [(found[kind]["estimate"], 0.05) for kind in ("all", "duels", "fleets")]
    expected += [(found["most"]["gain"]["estimate"], 0.1), (found["alone"]["odd"]["all"]["estimate"], 0.5),
                 (found["alone"]["weak"]["all"]["estimate"], 0.45)]
    if any(abs(value - wanted) > 1e-9 for value, wanted in expected) or found["picked"]["weak"] or found["most"]["policy"] != "odd":
        raise SystemExit(f"by_matchup measures planted policies wrongly: {found}")
