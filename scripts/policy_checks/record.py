"""One recorded battle of either game, turn by turn: where every ship went, and who fired at whom from how far."""

import tomllib
from dataclasses import dataclass, field
from functools import cache

from .hexes import distance, hex_of, row_of
from .play import ROOT


@dataclass(frozen=True)
class Design:
    """What of a ship file matters here."""

    reach: int
    boxes: int
    # Boxes that a hit of each bank checks (Nova).
    worth: tuple = ()
    # Engine boxes (X).
    engines: int = 1


@dataclass
class Step:
    """A ship's move: where it began, where it ended, and how."""

    start: tuple
    start_facing: str
    at: tuple
    facing: str
    back: bool = False
    arrival: str = "clear"
    # It has no movement point left (X).
    stuck: bool = False


@dataclass
class Shot:
    """An attack: on a ship, or on flights (`target` is None); `late`: on a ship that was lost already."""

    firer: tuple
    target: tuple | None
    range: int
    late: bool = False


@dataclass
class Turn:
    steps: dict = field(default_factory=dict)
    shots: list = field(default_factory=list)
    # Ships that could fire: alive when their turn to fire came.
    ready: set = field(default_factory=set)
    # Flights: where they ended, and whether they attacked.
    flights: dict = field(default_factory=dict)
    lost: list = field(default_factory=list)
    # Boxes that hits would check, and those that there were.
    boxes: list = field(default_factory=lambda: [0, 0])
    vp: tuple = (0, 0)


@dataclass
class Battle:
    game: str
    board: tuple
    designs: dict
    turns: list
    # Row of each side's own edge.
    edges: dict
    capped: bool

    def enemies(self, turn, ship):
        """Places of the ships that `ship` has against it at the end of a turn's movement."""
        return [step.at for other, step in turn.steps.items() if other[0] != ship[0]]

    def nearest(self, turn, ship, place):
        """Hexes from a place to the nearest enemy of `ship` at the end of a turn's movement; None without one."""
        return min((distance(place, enemy) for enemy in self.enemies(turn, ship)), default=None)


@cache
def design(game, ship):
    """The design of a ship file."""
    file = tomllib.loads((ROOT / "scenarios" / game / "ships" / f"{ship}.toml").read_text())
    batteries = file.get("batteries", [])
    if game == "nova":
        reach = max((int(battery["range"].split("-")[2]) for battery in batteries), default=0)
        worth = []
        for battery in batteries:
            traits = battery.get("traits", [])
            worth += [3 if "Dx3" in traits else 2 if "Dx2" in traits else 1] * len(battery["banks"])
        return Design(reach, file["armour"] + file["hull"], tuple(worth))
    return Design(max((battery["range"] for battery in batteries), default=0), file["hull"], engines=file["engines"])


def named(ship):
    return ship["side"], ship["slot"]


def other_side(ship):
    return "A" if ship[0] == "B" else "B"


class Reader:
    """Goes through the events of a record."""

    def __init__(self, game, designs, board):
        self.game = game
        self.battle = Battle(game, board, designs, [], {}, False)
        # Where ships are, hull and engine boxes that they have lost (X), who fires, and the boxes that its hits would
        # check (Nova).
        self.where, self.hits, self.engines, self.firer, self.pending = {}, {}, {}, None, {}

    def read(self, events):
        for event in events:
            handler = getattr(self, event["event"].replace("-", "_"), None)
            if handler:
                handler(event)
        return self.battle

    def turn_now(self):
        return self.battle.turns[-1]

    def place(self, event):
        ship, at = named(event["ship"]), hex_of(event["at"]["hex"])
        self.where[ship] = (at, event["at"]["facing"])
        self.battle.edges[ship[0]] = 0 if row_of(at) < self.battle.board[1] // 2 else self.battle.board[1] - 1

    def turn(self, _):
        self.battle.turns.append(Turn())

    initiative = turn

    def move(self, event):
        ship = named(event["ship"])
        start, facing = self.where[ship]
        at = hex_of(event["to"]["hex"])
        step = Step(start, facing, at, event["to"]["facing"], "B" in event.get("orders", ""))
        arrival = event.get("arrival", "clear")
        step.stuck = self.engines.get(ship, 0) >= self.battle.designs[ship].engines
        step.arrival = arrival if isinstance(arrival, str) else next(iter(arrival))
        self.where[ship] = (at, step.facing)
        if step.arrival in ("left-board", "no-room"):
            self.turn_now().lost.append((ship, step.arrival))
            return
        self.turn_now().steps[ship] = step
        if self.game != "nova":
            self.turn_now().ready.add(ship)

    def fire(self, event):
        self.firer = named(event["ship"])
        self.turn_now().ready.add(self.firer)
        self.pending = {}

    def attack(self, event):
        if "shot" in event:
            shot = event["shot"]
            target = (other_side(self.firer), shot["target"])
            boxes = shot["through"] * self.battle.designs[self.firer].worth[shot["bank"]]
            self.pending[target] = self.pending.get(target, 0) + boxes
            self.turn_now().shots.append(Shot(self.firer, target, shot["range"]))
            return
        attack = event["attack"]
        firer = named(attack["ship"])
        if "ship" not in attack["target"]:
            self.turn_now().shots.append(Shot(firer, None, attack["range"]))
            return
        target = (other_side(firer), attack["target"]["ship"])
        late = self.hits.get(target, 0) >= self.battle.designs[target].boxes
        self.turn_now().shots.append(Shot(firer, target, attack["range"], late))

    def wasted(self, event):
        target = (other_side(self.firer), event["target"])
        self.turn_now().shots.append(Shot(self.firer, target, 0, True))

    def damage(self, event):
        ship = named(event["ship"])
        if "boxes" in event:
            boxes = self.turn_now().boxes
            boxes[0] += max(self.pending.get(ship, 0), event["boxes"])
            boxes[1] += event["boxes"]
            if event["condition"] == "destroyed":
                self.turn_now().lost.append((ship, "destroyed"))
            return
        hull = [mark["hull"] for mark in event["marks"] if isinstance(mark, dict) and "hull" in mark]
        self.engines[ship] = self.engines.get(ship, 0) + event["marks"].count("engine")
        self.hits[ship] = self.hits.get(ship, 0) + sum(not hit["cancelled"] for hit in hull)

    def fly(self, event):
        self.turn_now().flights[named(event["flight"])] = (hex_of(event["to"]), event["target"] is not None)

    def lost(self, event):
        self.turn_now().lost.append((named(event["ship"]), event["loss"]))

    def turn_end(self, event):
        self.turn_now().vp = tuple(event["vp"])

    def over(self, event):
        self.battle.capped = event["capped"]


def designs(game, fleets):
    """The designs of two fleets, given by the ids of their ships, by side and slot."""
    return {("AB"[side], slot): design(game, ship) for side, fleet in enumerate(fleets) for slot, ship in enumerate(fleet)}


def battle(game, designs_of, board, events):
    """The battle of a record between ships of these designs on a board of so many columns and rows."""
    return Reader(game, designs_of, board).read(events)
