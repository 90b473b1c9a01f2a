"""Hexes as the program writes them: `0501` is column 5, row 1; columns of even number stand half a hex further north."""

FACINGS = ["N", "NE", "SE", "S", "SW", "NW"]
STEPS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]


def hex_of(label):
    """Columns from the west edge and half-hexes from the south edge."""
    column, row = int(label[:2]) - 1, int(label[2:]) - 1
    return column, 2 * row + column % 2


def row_of(place):
    """The row, from 0."""
    return (place[1] - place[0] % 2) // 2


def distance(a, b):
    """Hexes from one to the other."""
    east, north = abs(a[0] - b[0]), abs(a[1] - b[1])
    return east + max(north - east, 0) // 2


def ahead(place, facing):
    """The next hex in the direction of a facing."""
    east, north = STEPS[FACINGS.index(facing)]
    return place[0] + east, place[1] + north


def on_board(place, board):
    columns, rows = board
    return 0 <= place[0] < columns and 0 <= place[1] < 2 * rows


def rough_bearing(at, facing, other):
    """Sixths of a circle between the bow and another hex, 0 to 3: the side whose step comes nearest to it."""
    own = FACINGS.index(facing)
    best = min(range(6), key=lambda side: distance((at[0] + 40 * STEPS[side][0], at[1] + 40 * STEPS[side][1]), other))
    return min((best - own) % 6, (own - best) % 6)
