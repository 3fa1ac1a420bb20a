"""Every file of the real corpora is in one format and no other; skipped where they do not lie beside the project."""

import gzip
import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.corpus.carriers import carrier_of
from ratio_spark.corpus.documents import parse_text, parse_xml
from ratio_spark.corpus.format import Carrier
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.json_lines import parse_json
from ratio_spark.corpus.refusals import Refusal

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
# Papers of a large file are alike: the first ones stand for the rest.
LOOKED_AT = 60

pytestmark = [
    pytest.mark.corpora,
    pytest.mark.skipif(not CORPORA.is_dir(), reason=f"the real corpora are not at {CORPORA}"),
]


def contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """The first lines or members of a file, or the file itself, with their names."""
    if path.name.endswith(".jsonl.gz"):
        with gzip.open(path) as file:
            yield from ((path.name, line) for line in islice(file, LOOKED_AT))
    elif path.name.endswith(".tar.gz"):
        with tarfile.open(path) as archive:
            files = (member for member in archive if member.isfile())
            yield from ((member.name, archive.extractfile(member).read()) for member in islice(files, LOOKED_AT))
    else:
        yield path.name, path.read_bytes()


def parsed(name: str, content: bytes) -> tuple[Carrier | None, Any]:
    """A record or document and what carries it; None for what is refused as such."""
    carrier = carrier_of(content, name)
    parse = {Carrier.JSON: lambda: parse_json(content), Carrier.XML: lambda: parse_xml(content, name),
             Carrier.TEXT: lambda: parse_text(content, name), None: lambda: None}[carrier]  # fmt: skip
    try:
        return carrier, parse()
    except Refusal:
        return carrier, None


@pytest.mark.parametrize("path", sorted(CORPORA.rglob("*.*")), ids=lambda path: path.name)
def test_each_record_is_recognised_by_one_format(path):
    if path.name == "INDEX.tsv":
        pytest.skip("it describes the files beside it")
    for name, content in contents(path):
        documents = content.splitlines() if name.endswith(".jsonl") and not content.startswith(b"{\n") else [content]
        for document in documents:
            carrier, record = parsed(name, document)
            if record is None:
                continue
            formats = [each.name for each in FORMATS.values() if each.carrier is carrier and not each.by_name_only]
            recognised = [each for each in formats if FORMATS[each].fits(record)]
            # Deposits of dates are read where they are named only.
            assert len(recognised) == (0 if name.endswith(".crossref.xml") else 1), (name, recognised)
