"""Tables by Arrow's interface are those on disk, and pictures are HTML."""

from html.parser import HTMLParser
from pathlib import Path

import lanchester
import pandas
import polars
import pyarrow
import pytest
from polars.testing import assert_frame_equal


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return lanchester.validate("swarm", pairs=2, out=tmp_path_factory.mktemp("study"))


def test_tables_are_those_on_disk(study):
    folder = Path(study["reports"])
    files = sorted(path.stem for path in folder.glob("*.parquet"))
    assert sorted(study.tables) == files and "cells" in files
    for name in files:
        assert_frame_equal(polars.DataFrame(study.table(name)), polars.read_parquet(folder / f"{name}.parquet"))
    assert study.page.exists()


def test_a_sweep_has_tables_too():
    sweep = lanchester.sweep("refits", pairs=1)
    for name in sweep.tables:
        stored = polars.read_parquet(Path(sweep["reports"]) / f"{name}.parquet")
        assert_frame_equal(polars.DataFrame(sweep.table(name)), stored)
    assert len(sweep.table("variants")) == 48


def test_parts_of_a_sweep_are_united():
    parts = [lanchester.sweep("refits", pairs=1, out="x", store=f"{i}.store", shard=f"{i}/2") for i in (1, 2)]
    assert [part["part"] for part in parts] == ["1/2", "2/2"] and "<pre>Part 1/2: " in parts[0]._repr_html_()
    lanchester.run("merge", *("1.store", "2.store"), out="whole.store")
    whole = lanchester.sweep("refits", pairs=1, out="x", store="whole.store", resume=True)
    assert whole["variants"] == lanchester.sweep("refits", pairs=1, out="y")["variants"]


def test_pyarrow_reads_a_table_twice_and_without_copies(study):
    table = study.table("cells")
    first, second = pyarrow.table(table), pyarrow.table(table)
    assert first.equals(second) and first.num_rows == len(table) == len(study["cells"])
    assert first.column_names == table.columns
    addresses = [t.column("battles").chunk(0).buffers()[1].address for t in (first, second)]
    assert addresses[0] == addresses[1]


def test_pandas_reads_a_table_or_is_told_how(study):
    table = study.table("cells")
    frame = pandas.DataFrame.from_arrow(table)
    assert list(frame.columns) == table.columns and frame["battles"].tolist() == pyarrow.table(table)["battles"].to_pylist()
    with pytest.raises(TypeError, match=r"expected `pandas\.DataFrame\.from_arrow\(table\)` .*`pyarrow\.table\(table\)\.to_pandas\(\)`"):
        pandas.DataFrame(table)
    assert pyarrow.table(table).to_pandas()["battles"].tolist() == frame["battles"].tolist()


def test_a_table_outlives_its_result():
    table = polars.DataFrame(lanchester.price("majestic", precision=0.1).table("prices"))
    assert table["name"].to_list() == ["MAJESTIC"]


def test_duckdb_reads_a_table(study):
    duckdb = pytest.importorskip("duckdb")
    designs = study.table("designs")
    assert duckdb.sql("select count(*) from designs").fetchall() == [(len(designs),)]


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in ("rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_pictures_are_html_and_hold_nobody_elses_tags(study, majestic):
    hostile = dict(majestic, name="<script>x</script>")
    results = [
        lanchester.duel(hostile, "majestic", battles=200),
        lanchester.price(hostile, "majestic", precision=0.1),
        lanchester.compare(hostile, "gnomon", pairs=1024, prices=False),
        lanchester.compare("majestic", "gnomon", pairs=1024, precision=0.2),
        lanchester.odds(hostile, "dioptre", range=7),
        lanchester.rules("nova"),
        lanchester.validate("swarm", pairs=2, prices=False, out="y"),
        lanchester.sweep("refits", pairs=1),
        study,
    ]
    for result in results:
        tags = Tags(result._repr_html_())
        assert tags.open == [] and "table" in tags.seen and "script" not in tags.seen
