"""A folder as people have it: archives, documents, tables and lines side by side, in many formats."""

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet
from pyspark.sql import functions as F

LINE = {"date": "2020-05-17", "paragraphs": ["One is hard. To address this issue, two."]}
JATS = (
    '<article><front><article-meta><article-id pub-id-type="doi">10.1/{0}</article-id></article-meta></front><body><p>'
    'One is hard [<xref ref-type="bibr">1</xref>]. To address this issue, two.</p></body></article>'
)


def lines(*ids: str) -> bytes:
    return "".join(json.dumps({"paper_id": paper_id} | LINE) + "\n" for paper_id in ids).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "xml").mkdir(parents=True)
    members = {"a/1.jsonl": lines("t1", "t2"), "a/2.xml": JATS.format("t3").encode(), "a/3.png": b"\x89PNG\0"}
    with tarfile.open(folder / "some.tar.gz", "w:gz") as archive:
        for name, content in members.items():
            header = tarfile.TarInfo(name)
            header.size = len(content)
            archive.addfile(header, io.BytesIO(content))
    with zipfile.ZipFile(folder / "some.zip", "w") as archive:
        archive.writestr("1.jsonl.gz", gzip.compress(lines("z1", "z1")))
        archive.writestr("broken.xml", b"<article>\n<p>")
    parquet.write_table(pa.Table.from_pylist([{"paper_id": "p1"} | LINE]), folder / "rows.parquet")
    (folder / "lines.zst").write_bytes(pa.compress(lines("l1"), "zstd", asbytes=True))
    (folder / "pretty.json").write_bytes(json.dumps({"paper_id": "o1"} | LINE, indent=1).encode())
    for number in range(3):
        (folder / "xml" / f"{number}.xml").write_text(JATS.format(number))
    (folder / "xml" / "3.xml").write_bytes(b"<article>\xff</article>")
    return folder


def test_every_file_of_a_mixed_folder_is_read_and_its_counts_add_up(mine, folder, small_lexicon):
    outcome = mine(input=[str(folder)], tables=str(folder.parent / "tables"), lexicon=str(small_lexicon))
    spark = outcome.store.spark
    sources = spark.read.format("delta").load(str(folder.parent / "tables" / "sources"))
    counts = ("records", "papers", "quarantined", "duplicates", "left_out", "format")
    found = {Path(row.source_file).name: tuple(row)[1:] for row in sources.select("source_file", *counts).collect()}
    assert found == {
        "some.tar.gz": (4, 3, 1, 0, 0, "jats, jsonl"),
        "some.zip": (3, 1, 1, 1, 0, "jsonl"),
        "rows.parquet": (1, 1, 0, 0, 0, "jsonl"),
        "lines.zst": (1, 1, 0, 0, 0, "jsonl"),
        "pretty.json": (1, 1, 0, 0, 0, "jsonl"),
        "0.xml": (1, 1, 0, 0, 0, "jats"),
        "1.xml": (1, 1, 0, 0, 0, "jats"),
        "2.xml": (1, 1, 0, 0, 0, "jats"),
        "3.xml": (1, 0, 1, 0, 0, None),
    }
    quarantine = spark.read.format("delta").load(str(folder.parent / "tables" / "quarantine"))
    refused = {(row.reason, row.detail.partition(": ")[0]) for row in quarantine.collect()}
    assert refused == {
        ("unknown_format", "a/3.png"),
        ("superseded", "a newer record has the paper_id jsonl:z1"),
        ("not_xml", "broken.xml"),
        ("not_utf8", "line 1"),
    }


def test_citations_reach_the_table(mine, folder, small_lexicon):
    outcome = mine(input=[str(folder / "xml")], tables=str(folder.parent / "tables"), lexicon=str(small_lexicon))
    papers = outcome.store.spark.read.format("delta").load(str(folder.parent / "tables" / "papers"))
    marked = (
        papers.select(F.expr("citations[0]").alias("first"), F.size("citations").alias("count")).distinct().collect()
    )
    assert [(*row["first"], row["count"]) for row in marked] == [(0, 13, 14, 1)]
