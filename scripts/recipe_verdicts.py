"""Reads what the Polars recipe of book/src/tables.md prints, and fails unless each verdict is that of the table which gave the number before it."""

import sys

import polars as pl

RUN = "reports/nova/default"
prices = {row["name"]: row for row in pl.read_parquet(f"{RUN}/prices.parquet").iter_rows(named=True)}
ratings = {row["design"]: row for row in pl.read_parquet(f"{RUN}/ratings.parquet").iter_rows(named=True)}

read = 0
for line in sys.stdin:
    cells = [cell.strip() for cell in line.strip("│ \n").split("┆")]
    if cells[0] not in prices:
        continue
    price = prices[cells[0]]
    rating = ratings[price["design"]]
    number = {True: "null", False: "{:.3f}"}
    worth = [number[x is None].format(x) for x in (price["price"], rating["implied"])]
    shown = [cell if cell == "null" else f"{float(cell):.3f}" for cell in (cells[2], cells[4])]
    expected = [worth[0], price["verdict"], worth[1], rating["verdict"]]
    if [shown[0], cells[3], shown[1], cells[5]] != expected:
        sys.exit(f"the recipe \"polars\" of book/src/tables.md prints {cells}; expected {expected} beside each other")
    read += 1
if read != len(prices):
    sys.exit(f"the recipe \"polars\" of book/src/tables.md prints {read} ships that are priced; expected {len(prices)}")
