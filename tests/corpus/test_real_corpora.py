"""The real corpora, read whole; skipped where they do not lie beside the project."""

from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import RECORDS_SCHEMA, read_files

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"

pytestmark = [
    pytest.mark.corpora,
    pytest.mark.skipif(not CORPORA.is_dir(), reason=f"the real corpora are not at {CORPORA}"),
]


def rows_of(name: str) -> pa.Table:
    return pa.Table.from_batches(read_files([(str(CORPORA / name), "auto")], Limits()), RECORDS_SCHEMA)


def counted(table: pa.Table, *columns: str) -> Counter[tuple[object, ...]]:
    return Counter(zip(*(table.column(column).to_pylist() for column in columns), strict=True))


def test_all_full_texts_of_s2orc_are_read():
    table = rows_of("s2orc_bulk.jsonl.gz")
    assert counted(table, "kind", "format", "reason", "date_precision") == {
        ("paper", "s2orc", None, "none"): 4336,
        ("file", "s2orc", None, None): 1,
    }
    papers = table.filter(pc.equal(table.column("kind"), "paper"))
    assert pc.sum(pc.list_value_length(papers.column("paragraphs"))).as_py() == 113_882
    assert pc.count_distinct(papers.column("paper_id")).as_py() == 4336


def test_all_dates_of_the_papers_table_are_read():
    assert counted(rows_of("s2orc_papers.jsonl.gz"), "kind", "date_precision", "date_source") == {
        ("metadata", "day", "publicationdate"): 2327,
        ("metadata", "year", "year"): 2006,
        ("metadata", "none", None): 3,
        ("file", None, None): 1,
    }


def test_all_abstracts_of_arxiv_are_read():
    table = rows_of("arxiv_abstracts.jsonl.gz")
    assert counted(table, "kind", "reason", "date_precision", "date_source") == {
        ("paper", None, "day", "listed"): 74_667,
        ("paper", None, "month", "arXiv identifier"): 61,
        ("file", None, None, None): 1,
    }
    assert table.column("pub_month").to_pylist()[0] == "2025-03"
