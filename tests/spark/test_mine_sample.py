"""The bundled sample from files to published tables."""

import gzip
import json
import re
from pathlib import Path

from deltalake import DeltaTable

from ratio_spark.mining import job
from ratio_spark.tables.schemas import ALL_TABLES, ROW_TABLES
from tests.spark.conftest import Mine
from tests.spark.content import content, last_run, rows


def test_every_record_is_a_paper_or_in_quarantine_with_its_reason(mined_sample: job.Outcome) -> None:
    root = mined_sample.store.root
    by_file = {Path(row["source_file"]).name: row for row in rows(root, "sources")}
    figures = {
        name: [row[column] for column in ("records", "papers", "quarantined", "duplicates", "complete")]
        for name, row in by_file.items()
    }
    assert figures == {
        "papers-000.jsonl.gz": [79, 78, 1, 0, True],
        "s2orc-000.jsonl.gz": [39, 34, 4, 1, True],
        "s2orc-001.jsonl.gz": [37, 33, 4, 0, True],
        "s2orc-002.jsonl.gz": [3, 3, 0, 0, False],
        "s2orc-003.jsonl.gz": [0, 0, 0, 0, False],
    }
    reasons = sorted(row["reason"] for row in rows(root, "quarantine") if row["record"] is not None)
    assert reasons == [
        "annotations_null",
        "annotations_null",
        "impossible_date",
        "impossible_date",
        "no_paragraphs",
        "not_json",
        "not_utf8",
        "offsets_outside",
        "offsets_overlap",
        "superseded",
    ]
    files_at_fault = {
        Path(row["source_file"]).name: row["reason"] for row in rows(root, "quarantine") if row["record"] is None
    }
    assert files_at_fault == {"s2orc-002.jsonl.gz": "truncated", "s2orc-003.jsonl.gz": "empty_file"}


def test_a_mined_row_leads_back_to_its_sentence_in_the_input(mined_sample: job.Outcome) -> None:
    root = mined_sample.store.root
    papers = {row["paper_id"]: row for row in rows(root, "papers")}
    golds = {row["pair_id"]: row for row in rows(root, "golds")}
    queries = rows(root, "queries")
    assert len(queries) == len(golds) > 150
    for query in queries:
        paper, gold = papers[query["paper_id"]], golds[query["pair_id"]]
        paragraph = paper["paragraphs"][query["paragraph"]]
        assert paragraph["section"] == query["section"] == gold["section"]
        pair = re.escape(query["text"]) + r"\s+" + re.escape(query["marker"]) + r"\s*" + re.escape(gold["text"])
        assert re.search(pair, " ".join(paragraph["text"].split()))
        assert (query["sentence"] + 1, query["pub_month"]) == (gold["sentence"], paper["pub_month"])
    first = papers[queries[0]["paper_id"]]
    with gzip.open(first["source_file"]) as file:
        texts = [
            json.loads(line)["content"]["text"]
            for line in file
            if line.startswith(b'{"corpusid": ' + first["paper_id"].removeprefix("s2orc:").encode())
        ]
    assert queries[0]["text"] in " ".join(texts[0].split())


def test_dates_keep_their_precision(mined_sample: job.Outcome) -> None:
    papers = rows(mined_sample.store.root, "papers")
    by_precision = {}
    for paper in papers:
        by_precision.setdefault(paper["date_precision"], []).append((paper["pub_month"], paper["pub_date"]))
    assert {name: len(found) for name, found in by_precision.items()} == {"day": 65, "year": 3, "none": 2}
    assert {month for month, _ in by_precision["none"]} == {"0000-00"}
    assert {month[4:] for month, _ in by_precision["year"]} == {"-00"}
    assert all(day.strftime("%m-%d") == "01-01" for _, day in by_precision["year"])


def test_a_second_run_finds_nothing_new_and_commits_nothing(
    mined_sample: job.Outcome, mine: Mine, sample_options
) -> None:
    root = mined_sample.store.root
    before = {table.name: DeltaTable(f"{root}/{table.name}").version() for table in ALL_TABLES}
    again = mine(**sample_options, tables=root)
    assert again.plan.is_empty
    assert not again.published
    assert again.run == mined_sample.run
    assert {table.name: DeltaTable(f"{root}/{table.name}").version() for table in ALL_TABLES} == before


def test_the_tables_open_without_a_jvm_in_the_schema_of_the_design(mined_sample: job.Outcome) -> None:
    root = mined_sample.store.root
    for table in ALL_TABLES:
        opened = DeltaTable(f"{root}/{table.name}")
        fields = [(field.name, field.metadata.get("comment")) for field in opened.schema().fields]
        assert fields == [(column.name, column.comment) for column in table.columns]
        assert opened.metadata().partition_columns == ([table.partition] if table.partition else [])
        assert "deletionVectors" not in (opened.protocol().reader_features or [])


def test_time_travel_by_the_versions_of_a_run_works(mined_sample: job.Outcome) -> None:
    root = mined_sample.store.root
    versions = dict(last_run(root)["versions"])
    assert set(versions) == {table.name for table in ROW_TABLES}
    queries = DeltaTable(f"{root}/queries", version=versions["queries"])
    assert queries.to_pyarrow_table().num_rows == len(content(root)["queries"])
