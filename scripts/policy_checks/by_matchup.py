"""The best shipped policy for each held-out matchup: what a commander gains who picks one for the matchup and the side.

A gain is what the pick scores against a policy less what that policy scores against itself on the same side. Every policy is
tried by a few battles; those that are not far behind play more, and the pick is made by all of these; its gain is measured by
other dice. Picks by few battles are sometimes not the best ones, so the true gain of the best pick is larger.
"""

import math
from statistics import mean

from .play import interval

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


class Table:
    """Where policies meet one policy: its kinds of matchups, each with its groups, and what plays them."""

    def __init__(self, game, policy, policies, groups, play):
        self.game, self.policy, self.policies, self.groups, self.play = game, policy, policies, groups, play
        self.battles, self.rules = 0, set()

    def meet(self, kind, other, pairs, seed, groups):
        """The scores of another policy, and of the policy itself; and who fought."""
        answer = self.play(self.game, kind, pairs, seed, other, self.policy, groups)
        self.rules.add(answer["rules_version"])
        self.battles += len(answer["cells"]) * 2 * pairs
        return on_sides(answer["cells"], other, self.policy)

    def scores(self, pairs, seed, groups_of):
        """By group and side, what every policy scores that has to play there by `groups_of` (kind and policy to groups), and what the
        policy itself does; and who fought."""
        known, fought = {}, {}
        for kind in self.groups:
            for other in self.policies:
                groups = [] if other == self.policy else groups_of(kind, other)
                if not groups:
                    continue
                found, own, ships = self.meet(kind, other, pairs, seed, groups)
                for place, score in found.items():
                    known.setdefault(place, {self.policy: own[place]})[other] = score
                fought |= ships
        return known, fought

    def having(self, named):
        """The groups in which a policy is named on a side, by kind and policy."""
        return lambda kind, policy: [
            group for group in self.groups[kind] if any(policy in named[group, side] for side in SIDES)
        ]

    def gain(self, place, pick, pairs, seed):
        """The gain of a pick in one place, with its interval over battles."""
        if pick == self.policy:
            return share((0.0, 0.0, 0.0))
        kind = next(kind for kind, groups in self.groups.items() if place[0] in groups)
        found, own, _ = self.meet(kind, pick, pairs, seed, [place[0]])
        gain, half = found[place][0] - own[place][0], math.hypot(found[place][1], own[place][1])
        return share((gain, gain - half, gain + half))


def share(mean_low_high):
    """An interval as the program writes one."""
    return dict(zip(("estimate", "low", "high"), mean_low_high))


def by_kind(values):
    """The intervals over matchups of values by group: all, duels, fleets."""
    duels = [value for group, value in values.items() if group.startswith("duels")]
    fleets = [value for group, value in values.items() if not group.startswith("duels")]
    return {"all": share(interval(duels + fleets)), "duels": share(interval(duels)), "fleets": share(interval(fleets))}


# A policy that is farther than this behind the best one after the first battles is not picked: three standard errors of 16 pairs.
BEHIND = 0.2


def picks_of(first, second, pairs):
    """The policy with the best score in each place, by the battles of both: those with no second ones are too far behind."""
    picks = {}
    for place, scores in first.items():
        more = second.get(place, {})
        both = {name: pairs[0] * scores[name][0] + pairs[1] * score for name, (score, _) in more.items()}
        picks[place] = max(both, key=both.get) if both else max(scores, key=lambda name: scores[name][0])
    return picks


def measured(table, pairs, seeds):
    """What the best of the policies for each matchup gains; and each alone, over all of these matchups. `pairs` of battles and
    `seeds`: to try all, to pick by, to test, and to test where most is gained."""
    policy, policies = table.policy, table.policies
    first, fought = table.scores(pairs[0], seeds[0], lambda kind, _: table.groups[kind])
    best = {place: max(score for score, _ in scores.values()) for place, scores in first.items()}
    near = {
        place: {name for name, (score, _) in scores.items() if score >= best[place] - BEHIND}
        for place, scores in first.items()
    }
    second, again = table.scores(pairs[1], seeds[1], table.having(near))
    picks = picks_of(first, second, pairs)
    fresh, anew = table.scores(pairs[2], seeds[2], table.having({place: {name} for place, name in picks.items()}))
    if not again.items() <= fought.items() >= anew.items():
        raise SystemExit("the matchups of two seeds differ: expected other dice alone")
    groups = list(fought)
    # Who picks the policy itself gains nothing.
    gains = {place: fresh[place][name][0] - fresh[place][policy][0] if name != policy else 0.0 for place, name in picks.items()}

    def promised(place):
        scores = second.get(place, first[place])
        return scores[picks[place]][0] - scores[policy][0]

    most = max(picks, key=promised)
    gain = table.gain(most, picks[most], pairs[3], seeds[3])
    alone = {
        name: by_kind({group: mean(first[group, side][name][0] for side in SIDES) for group in groups})
        for name in policies
        if name != policy
    }
    (rules,) = table.rules
    return {
        "rules_version": rules,
        "policies": len(policies),
        "matchups": len(groups),
        **by_kind({group: mean(gains[group, side] for side in SIDES) for group in groups}),
        "most": {"group": most[0], "side": most[1], "policy": picks[most], "gain": gain},
        "pairs": list(pairs),
        "seeds": list(seeds),
        "battles": table.battles,
        "picked": {name: sum(pick == name for pick in picks.values()) for name in policies},
        "alone": alone,
    }


def self_test():
    """Measures planted policies: `odd` gains ten points in every second matchup and loses ten in the others, `weak` always loses
    five. The best for each matchup gains five on average; each alone gains nothing."""
    gain = {"policy": lambda number: 0.0, "odd": lambda number: 0.1 if number % 2 else -0.1, "weak": lambda number: -0.05}

    def planted(_game, kind, _pairs, seed, first, second, groups):
        def cell(number, sides):
            # What the ships and the dice do to side A.
            score = 0.5 + 0.01 * (number % 7) + 0.0001 * seed + gain[sides[0]](number) - gain[sides[1]](number)
            entrants = [{"policy": name, "ships": [f"ship-{number}"]} for name in sides]
            return {"group": f"{kind} {number:02}", "entrants": entrants,
                    "score": {"estimate": score, "low": score - 0.02, "high": score + 0.02}}

        meetings = [(a, b) for a in (first, second) for b in (first, second)]
        numbers = [number for number in range(20) if f"{kind} {number:02}" in groups]
        return {"cells": [cell(number, sides) for number in numbers for sides in meetings], "rules_version": 1}

    every = {kind: [f"{kind} {number:02}" for number in range(20)] for kind in ("duels", "fleets")}
    found = measured(Table(None, "policy", ["odd", "policy", "weak"], every, planted), (1, 1, 1, 1), (1, 2, 3, 4))
    expected = [(found[kind]["estimate"], 0.05) for kind in ("all", "duels", "fleets")]
    expected += [(found["most"]["gain"]["estimate"], 0.1), (found["alone"]["odd"]["all"]["estimate"], 0.5),
                 (found["alone"]["weak"]["all"]["estimate"], 0.45)]
    if any(abs(value - wanted) > 1e-9 for value, wanted in expected) or found["picked"]["weak"] or found["most"]["policy"] != "odd":
        raise SystemExit(f"by_matchup measures planted policies wrongly: {found}")
