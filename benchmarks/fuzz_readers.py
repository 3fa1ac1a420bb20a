"""Fuzz the reader of each format with broken records: nothing but papers and named refusals may come out.

Real records of each format (from ../shared/corpora, where it is there) and small ones written here are changed in
their bytes and in their structure, written to files as people have them, and read. For each file the counts must add
up, the rows must be sound, and every citation must lie within its paragraph. What breaks that is kept and named.

    python benchmarks/fuzz_readers.py --seconds 60
"""

import argparse
import gzip
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
from lxml import etree
from mutations import Mutator
from rich.console import Console
from rich.table import Table

from ratio_spark.corpus.archives import parts
from ratio_spark.corpus.carriers import records
from ratio_spark.corpus.documents import TextDocument, XmlDocument
from ratio_spark.corpus.format import Carrier
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import RECORDS_SCHEMA, read_files
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.streams import InputStream

CORPORA = Path(__file__).parents[2] / "shared" / "corpora"
LIMITS = Limits(record_bytes=4_000_000, paper_characters=1_000_000)
SEEDS = 25
SEED_BYTES = 80_000

WRITTEN: dict[str, list[bytes]] = {
    "jsonl": [
        b'{"paper_id":"1","date":"2020-05","title":"T","fields":["a"],"doi":"10.1/x","language":"en","paragraphs":'
        b'["One. Two.",{"section":"S","text":"Three."}]}',
        b'{"paper_id":2,"text":"One.\\n\\nTwo.","updated":"2021-01-01"}',
    ],
    "withdrawn": [b'{"paper_id":"s2orc:7"}', b'{"corpusid":7}'],
    "dates_csv": [b'paper_id,doi,date,reason\ns2orc:7,,2020-05-17,"by hand"\n,10.1/x,2021,\n'],
    "arxiv_kaggle": [
        b'{"id":"0704.0001","submitter":"A","authors":"A. B, C. D","title":"T\\n t","comments":"37 pages","doi":null,'
        b'"journal-ref":"Phys. 76 (2007)","report-no":null,"categories":"hep-ph cs.CL","license":null,"abstract":'
        b'"  One $x$.\\n  Two. ","versions":[{"version":"v1","created":"Mon, 2 Apr 2007 19:18:42 GMT"}],"update_date":'
        b'"2008-11-26","authors_parsed":[["B","A.",""]]}'
    ],
    "pes2o": [
        b'{"added":"2023-01-01T00:00:00.000Z","created":"2020-05-17T00:00:00.000Z","id":"7","source":"s2orc/train",'
        b'"text":"Title\\n\\nOne. Two.\\nHeader\\nThree [1].","version":"v2"}'
    ],
    "text": [
        b"---\ntitle: T\ndate: 2020-05-17\nfields: [a, b]\nauthor: A B\n---\n# H\n\nOne [1]. Two.\n\n- a\n\nEnd.\n",
        b"A TITLE\n\nPlain text of exam-\nple words.\n\n1 Introduction\n\nMore.\x0c\n12\n\nEnd.\n",
    ],
    "acl_anthology": [
        b'<collection id="2020.x"><volume id="1" ingest-date="2020-07-01"><meta><month>July</month><year>2020</year>'
        b'</meta><paper id="1"><title>On <fixed-case>T</fixed-case></title><author><first>A</first><last>B</last>'
        b"</author><abstract>One <tex-math>x</tex-math>. Two.</abstract><doi>10.1/x</doi></paper></volume></collection>"
    ],
}


def all_seeds(corpora: Path) -> dict[str, list[bytes]]:
    """Some records of each format, as they stand in files."""
    seeds = {name: list(WRITTEN.get(name, [])) for name in FORMATS}
    for path in sorted(corpora.rglob("*")) if corpora.is_dir() else []:
        if path.is_file():
            for name, data in _records_of(path):
                if len(seeds[name]) < SEEDS and len(data) <= SEED_BYTES:
                    seeds[name].append(data)
            if path.name.endswith(".crossref.xml"):
                seeds["dates_crossref"].append(path.read_bytes())
    return seeds


def _records_of(path: Path) -> Iterator[tuple[str, bytes]]:
    stream = InputStream(str(path))
    for part in islice(parts(stream), 4 * SEEDS):
        try:
            for found in islice(records(part, None, LIMITS), SEEDS):
                if found.format and not isinstance(found.record, Refusal):
                    yield found.format.name, _stored(found.record)
        except Refusal as refusal:
            if refusal is stream.fault:
                return


def _stored(record: Any) -> bytes:
    match record:
        case XmlDocument():
            return etree.tostring(record.root, encoding="utf-8")
        case TextDocument():
            return record.text.encode()
        case _:
            return orjson.dumps(record)


@dataclass
class Tally:
    """What came out for one format; `slowest` is in seconds a file."""

    inputs: int = 0
    papers: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    refusals: Counter[str] = field(default_factory=Counter)


def write(path: Path, mutator: Mutator, carrier: Carrier) -> int:
    """Write some changed records to a file as people have them; gives how many."""
    chance = mutator.chance
    if carrier is not Carrier.JSON:
        content, count = mutator.record(), 1
    elif chance.random() < 0.2:
        content, count = b"[" + b",\n".join(mutator.record() for _ in range(3)) + b"]", 3
    else:
        content, count = b"\n".join(mutator.record() for _ in range(5)), 5
    packed = gzip.compress(content, 1) if chance.random() < 0.1 else content
    path.write_bytes(packed if chance.random() < 0.97 else packed[: chance.randrange(len(packed) + 1)])
    return count


def read(path: Path, name: str, tally: Tally) -> None:
    """Read a file and check what comes out; raises whatever is wrong with it."""
    started = time.perf_counter()
    table = pa.Table.from_batches(read_files([(str(path), name)], LIMITS), RECORDS_SCHEMA)
    tally.slowest = max(tally.slowest, time.perf_counter() - started)
    table.validate(full=True)
    *rows, file = table.to_pylist()
    assert [row["record"] for row in rows] == list(range(file["records"])), "the records are not numbered through"
    assert file["complete"] == (file["reason"] is None), "complete, and yet with a reason"
    for row in rows:
        assert (row["kind"] == "refusal") == (row["reason"] is not None), f"a {row['kind']} with {row['reason']}"
        assert row["reason"] is None or row["reason"] in list(Reason), "a reason that is not in the list"
        tally.papers += row["kind"] != "refusal"
        tally.refusals.update([row["reason"]] if row["reason"] else [])
        check_paper(row)
    tally.refusals.update([f"{file['reason']} (file)"] if file["reason"] else [])


def check_paper(row: dict[str, Any]) -> None:
    if row["kind"] != "paper":
        return
    texts = [each["text"] for each in row["paragraphs"]]
    assert texts, "a paper without paragraphs"
    assert all(text and text == text.strip() for text in texts), "a paragraph with outer blanks, or empty"
    assert row["date_precision"] in ("day", "month", "year", "none"), "an unknown precision"
    assert (row["pub_date"] is None) == (row["date_precision"] == "none"), "a date without precision"
    for citation in row["citations"] or ():
        text = texts[citation["paragraph"]]
        assert 0 <= citation["start"] < citation["end"] <= len(text), f"a citation outside of its paragraph: {citation}"


def fuzz(name: str, seeds: list[bytes], seconds: float, seed: int, kept: Path) -> tuple[Tally, list[str]]:
    """Read changed records of one format for some seconds of processor time; gives the tally, and what was wrong."""
    tally, faults = Tally(), []
    carrier = FORMATS[name].carrier
    mutator = Mutator(seeds, carrier, random.Random(f"{name} {seed}"))
    started = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("input.txt" if carrier is Carrier.TEXT else "input")
        while (passed := time.process_time() - started) < seconds and len(faults) < 5:
            tally.inputs += write(path, mutator, carrier)
            given = name if FORMATS[name].by_name_only or mutator.chance.random() < 0.7 else "auto"
            try:
                read(path, given, tally)
            except Exception:
                case = kept / f"{name}-{given}-{len(faults)}"
                case.write_bytes(path.read_bytes())
                faults.append(f"{name}: {case}: {traceback.format_exc(limit=-4)}")
    tally.seconds = passed
    return tally, faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0, help="of processor time, for each format")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--formats", nargs="*", default=list(FORMATS), choices=list(FORMATS))
    parser.add_argument("--corpora", type=Path, default=CORPORA)
    options = parser.parse_args()
    seeds = all_seeds(options.corpora)
    kept = Path(tempfile.mkdtemp(prefix="fuzz-"))
    table = Table(title=f"{options.seconds:g} s a format, seed {options.seed}", box=None)
    for heading in ("format", "seeds", "inputs", "s", "papers", "slowest s", "refusals"):
        table.add_column(heading, justify="left" if heading in ("format", "refusals") else "right")
    faults = []
    for name in options.formats:
        if not seeds[name]:
            sys.exit(f"{name}: no record of this format in {options.corpora}")
        tally, found = fuzz(name, seeds[name], options.seconds, options.seed, kept)
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in tally.refusals.most_common())
        figures = f"{len(seeds[name])}", f"{tally.inputs:,}", f"{tally.seconds:.0f}", f"{tally.papers:,}"
        table.add_row(name, *figures, f"{tally.slowest:.2f}", reasons)
        faults += found
    Console(width=200).print(table)
    print("\n".join(faults) or "nothing but papers and named refusals")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
