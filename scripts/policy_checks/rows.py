"""The follies: what a sane admiral does not do, each with its sentence and how it is counted.

A ship-turn is a ship that ends a turn's movement on the board. Every function takes a battle and returns how often it happened
and of how many; a count of follies per hundred is the sum of the first over the sum of the second.
"""

from .hexes import ahead, distance, on_board, rough_bearing, row_of

ROWS = []


def row(name, of, sentence, games=("nova", "starmada-x")):
    """Makes a function a row of the table."""

    def enter(count):
        ROWS.append((name, of, sentence, games, count))
        return count

    return enter


def ship_turns(battle):
    """Every ship-turn: the place of the turn, the turn, the ship and its move."""
    for place, turn in enumerate(battle.turns):
        for ship, step in turn.steps.items():
            yield place, turn, ship, step


def share(battle, true):
    """Of all ship-turns, those for which `true` is so; those for which it is None are left out."""
    found = [true(*ship_turn) for ship_turn in ship_turns(battle)]
    known = [answer for answer in found if answer is not None]
    return sum(known), len(known)


def targets(turn, ship):
    """The ships at which a ship fires in a turn."""
    return {shot.target for shot in turn.shots if shot.firer == ship and shot.target}


def fires(turn, ship):
    """Whether a ship fires at all, at flights too."""
    return any(shot.firer == ship for shot in turn.shots)


def away(battle, turn, ship):
    """Hexes from a ship to its nearest enemy at the end of the movement; None without one."""
    return battle.nearest(turn, ship, turn.steps[ship].at)


def in_range(battle, turn, ship):
    near = away(battle, turn, ship)
    return near is not None and 0 < near <= battle.designs[ship].reach


def seen(battle, turn, ship):
    """Whether an enemy ship has it in its range."""
    at = turn.steps[ship].at
    enemies = [name for name in turn.steps if name[0] != ship[0]]
    return any(distance(turn.steps[name].at, at) <= battle.designs[name].reach for name in enemies)


def outrangers(battle, turn, ship):
    """Where those stand that fire at a ship from beyond its own longest range."""
    reach = battle.designs[ship].reach
    return [
        turn.steps[shot.firer].at
        for shot in turn.shots
        if shot.target == ship and shot.range > reach and shot.firer in turn.steps
    ]


@row("outranged", "ship-turns", "An enemy ship fires at it from farther away than its own longest range.")
def outranged(battle):
    return share(battle, lambda place, turn, ship, step: bool(outrangers(battle, turn, ship)))


@row("outranged, not closing", "ship-turns outranged",
     "Its next move ends no nearer to the place of the nearest of those enemies than it was.")
def not_closing(battle):
    def true(place, turn, ship, step):
        hunters = outrangers(battle, turn, ship)
        if not hunters or place + 1 == len(battle.turns) or ship not in battle.turns[place + 1].steps:
            return None
        hunter = min(hunters, key=lambda at: distance(step.at, at))
        return distance(battle.turns[place + 1].steps[ship].at, hunter) >= distance(step.at, hunter)

    return share(battle, true)


@row("sat at own edge", "ship-turns",
     "It belongs to a ship that lives four turns or more and ends all of them within the five rows at its own edge.")
def sat(battle):
    rows = {}
    for _, _, ship, step in ship_turns(battle):
        rows.setdefault(ship, []).append(abs(row_of(step.at) - battle.edges[ship[0]]))
    sitters = [ends for ends in rows.values() if len(ends) >= 4 and max(ends) <= 4]
    return sum(map(len, sitters)), sum(map(len, rows.values()))


@row("dithering", "ship-turns",
     "It ends within one hex of where it ended three turns before, and in none of the four turns was an enemy in its "
     "range.")
def dithering(battle):
    def true(place, turn, ship, step):
        before = battle.turns[max(place - 3, 0) : place + 1]
        if place < 3 or any(ship not in then.steps or in_range(battle, then, ship) for then in before):
            return False
        return bool(battle.enemies(turn, ship)) and distance(before[0].steps[ship].at, step.at) <= 1

    return share(battle, true)


@row("silent in range", "ship-turns in range",
     "It can move, an enemy ship is within its longest range when it may fire, and it fires at nothing.")
def silent(battle):
    def true(place, turn, ship, step):
        may = ship in turn.ready and not step.stuck and in_range(battle, turn, ship)
        return not fires(turn, ship) if may else None

    return share(battle, true)


@row("passengers", "ships that live four turns", "It lives four turns or more and never fires.")
def passengers(battle):
    lived, fired = {}, set()
    for _, turn, ship, _ in ship_turns(battle):
        lived[ship] = lived.get(ship, 0) + 1
        fired |= {ship} if fires(turn, ship) else set()
    old = [ship for ship, turns in lived.items() if turns >= 4]
    return sum(ship not in fired for ship in old), len(old)


@row("out of range, turns 3-6", "ship-turns, turns 3-6",
     "In turns 3 to 6 no enemy ship is in its range at the end of the movement.")
def out_of_range(battle):
    return share(battle, lambda place, turn, ship, step: not in_range(battle, turn, ship) if 2 <= place <= 5 else None)


@row("runs away", "ship-turns",
     "No enemy ship is in its range before its move or after it, and it ends farther from the nearest one than it "
     "began.")
def runs(battle):
    def true(place, turn, ship, step):
        before = battle.nearest(turn, ship, step.start)
        return before is not None and before > battle.designs[ship].reach and away(battle, turn, ship) > before

    return share(battle, true)


@row("breaks off in vain", "ship-turns",
     "An enemy ship was in its range where it began and none is where it ends, but one has it in its range there.")
def breaks_off(battle):
    def true(place, turn, ship, step):
        before = battle.nearest(turn, ship, step.start)
        if before is None or not 0 < before <= battle.designs[ship].reach or in_range(battle, turn, ship):
            return False
        return seen(battle, turn, ship) and away(battle, turn, ship) > 0

    return share(battle, true)


@row("unsupported", "ship-turns with two friends",
     "An enemy ship has it in its range, and fewer than half of its friends, of which two or more live, have an "
     "enemy in theirs.")
def unsupported(battle):
    def true(place, turn, ship, step):
        friends = [name for name in turn.steps if name[0] == ship[0] and name != ship]
        if len(friends) < 2:
            return None
        return seen(battle, turn, ship) and sum(in_range(battle, turn, name) for name in friends) < len(friends) / 2

    return share(battle, true)


@row("empty turns", "turns from the third on", "No ship fires at a ship, though both sides have ships.")
def empty(battle):
    turns = [turn for turn in battle.turns[2:] if {ship[0] for ship in turn.steps} == {"A", "B"}]
    return sum(not any(shot.target for shot in turn.shots) for turn in turns), len(turns)


@row("fires, turns 3-6", "ship-turns in range, turns 3-6",
     "No folly: in turns 3 to 6 an enemy ship is in its range, and it fires.")
def fire_early(battle):
    def true(place, turn, ship, step):
        return fires(turn, ship) if 2 <= place <= 5 and ship in turn.ready and in_range(battle, turn, ship) else None

    return share(battle, true)


@row("stern to the enemy", "ship-turns in range",
     "It can move, it fires at nothing, and the nearest enemy is in its range and lies 120 degrees or more off its "
     "bow.")
def stern(battle):
    def true(place, turn, ship, step):
        if ship not in turn.ready or step.stuck or not in_range(battle, turn, ship):
            return None
        nearest = min(battle.enemies(turn, ship), key=lambda at: distance(step.at, at))
        return not fires(turn, ship) and rough_bearing(step.at, step.facing, nearest) >= 2

    return share(battle, true)


@row("alone among enemies", "ship-turns",
     "Two enemy ships or more are within six hexes of it, no friend is, though some live.")
def alone(battle):
    def true(place, turn, ship, step):
        friends = [other.at for name, other in turn.steps.items() if name[0] == ship[0] and name != ship]
        near = [at for at in battle.enemies(turn, ship) if distance(step.at, at) <= 6]
        return len(near) >= 2 and bool(friends) and min(distance(step.at, at) for at in friends) > 6

    return share(battle, true)


@row("split fire", "ship-turns that fire at ships", "It fires at two ships or more in one turn.")
def split(battle):
    def true(place, turn, ship, step):
        hit = targets(turn, ship)
        return len(hit) > 1 if hit else None

    return share(battle, true)


@row("overkill", "boxes hit", "Hits check boxes beyond the last one of their target.", ("nova",))
def overkill(battle):
    wanted, there = (sum(turn.boxes[which] for turn in battle.turns) for which in (0, 1))
    return wanted - there, wanted


@row("fires at the lost", "attacks on ships", "The target has lost its last hull box to attacks resolved before.")
def late(battle):
    shots = [shot for turn in battle.turns for shot in turn.shots if shot.target]
    return sum(shot.late for shot in shots), len(shots)


@row("nose to the edge", "ship-turns", "It ends at the edge of the board with no hex ahead.")
def nose(battle):
    return share(battle, lambda place, turn, ship, step: not on_board(ahead(step.at, step.facing), battle.board))


@row("leaves the board", "ship-turns", "It leaves the board, by its orders or because it cannot stop.")
def leaves(battle):
    lost = [how for turn in battle.turns for _, how in turn.lost]
    return lost.count("left-board"), len(list(ship_turns(battle)))


@row("blocked by ships", "ship-turns", "Its move ends in an occupied hex, so that it is shifted or removed.", ("nova",))
def blocked(battle):
    removed = sum(how == "no-room" for turn in battle.turns for _, how in turn.lost)
    shifted, of = share(battle, lambda place, turn, ship, step: step.arrival == "shifted")
    return shifted + removed, of


@row("reverses", "ship-turns", "Its orders contain a step back, and it ends in another hex than it began.", ("starmada-x",))
def reverses(battle):
    return share(battle, lambda place, turn, ship, step: step.back and step.at != step.start)


@row("marks time", "ship-turns", "No folly: its orders contain a step back, and it ends where it began.", ("starmada-x",))
def marks_time(battle):
    return share(battle, lambda place, turn, ship, step: step.back and step.at == step.start)


@row("reverses out of range", "ship-turns that reverse",
     "And no enemy ship is in its range afterwards.", ("starmada-x",))
def reverses_away(battle):
    def true(place, turn, ship, step):
        return not in_range(battle, turn, ship) if step.back and step.at != step.start else None

    return share(battle, true)


@row("stacked", "ship-turns",
     "It ends in the hex of a friend, so that the explosion of one hits the other.", ("starmada-x",))
def stacked(battle):
    def true(place, turn, ship, step):
        return any(name != ship and name[0] == ship[0] and other.at == step.at for name, other in turn.steps.items())

    return share(battle, true)


@row("rams", "ship-turns", "It ends in the hex of an enemy ship, at which it may not fire.", ("starmada-x",))
def rams(battle):
    return share(battle, lambda place, turn, ship, step: step.at in battle.enemies(turn, ship))


@row("behind and away", "ship-turns behind, last four turns",
     "In turns 7 to 10 its side has fewer victory points, no enemy is in its range, and its move ends no nearer to "
     "the nearest one than it began.", ("starmada-x",))
def behind(battle):
    def true(place, turn, ship, step):
        own, other = (turn.vp[side] for side in ((0, 1) if ship[0] == "A" else (1, 0)))
        if not 6 <= place <= 9 or own >= other or not battle.enemies(turn, ship):
            return None
        start = battle.nearest(turn, ship, step.start)
        return not in_range(battle, turn, ship) and away(battle, turn, ship) >= start

    return share(battle, true)


@row("idle flights", "flight-turns near a ship",
     "An enemy ship is within eleven hexes of where a flight began, and it attacks nothing.", ("starmada-x",))
def idle(battle):
    count = of = 0
    for before, turn in zip(battle.turns, battle.turns[1:]):
        for flight, (_, attacks) in turn.flights.items():
            start = before.flights.get(flight)
            near = start and battle.nearest(turn, flight, start[0])
            if near is not None and start and near <= 11:
                of += 1
                count += not attacks
    return count, of


@row("ended by the turn limit", "battles", "The battle is stopped by the turn limit.")
def capped(battle):
    return int(battle.capped), 1
