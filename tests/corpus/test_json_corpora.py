"""The JSON and text files of the real corpora; skipped where they do not lie beside the project."""

import gzip
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.corpus.documents import parse_text
from ratio_spark.corpus.format import Carrier
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.json_lines import parse_json
from ratio_spark.corpus.paper import Paper
from ratio_spark.corpus.refusals import Reason, Refusal

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
OF_JSON = [each for each in FORMATS.values() if each.carrier is Carrier.JSON]

pytestmark = [
    pytest.mark.corpora,
    pytest.mark.skipif(not CORPORA.is_dir(), reason=f"the real corpora are not at {CORPORA}"),
]


def documents(name: str) -> Iterator[bytes]:
    """The JSON texts of a file: its lines, or the members of an archive, each whole or by lines."""
    path = CORPORA / name
    if name.endswith(".jsonl.gz"):
        with gzip.open(path) as file:
            yield from file
    elif name.endswith(".tar.gz"):
        with tarfile.open(path) as archive:
            for member in archive:
                if member.name.endswith((".json", ".jsonl")):
                    content = archive.extractfile(member).read()
                    is_one = content.startswith(b"{\n") or member.name.endswith(".json")
                    yield from [content] if is_one else content.splitlines()
    else:
        yield path.read_bytes()


def papers(name: str) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for document in documents(name):
        record = parse_json(document)
        (layout,) = [each for each in OF_JSON if each.recognises(record)]
        found.setdefault(layout.name, []).append(layout.read(record, layout.paper_id(record)))
    return found


def dated(found: list[Any]) -> Counter[str]:
    return Counter(each.date.precision for each in found)


@pytest.mark.parametrize(
    "name",
    ["acl_abstracts.jsonl.gz", "arxiv_abstracts.jsonl.gz", "s2orc_bulk.jsonl.gz", "s2orc_papers.jsonl.gz"],
)
def test_one_format_recognises_the_records_of_a_large_file(name):
    seen = Counter(
        tuple(each.name for each in OF_JSON if each.recognises(parse_json(document)))
        for number, document in enumerate(documents(name))
        if number % 10 == 0
    )
    assert list(seen) == [(name.removesuffix(".jsonl.gz").replace("arxiv_abstracts", "arxiv").replace("_bulk", ""),)]


def test_all_papers_of_doc2json_are_read():
    found = papers("s2orc_doc2json.tar.gz")
    assert {name: len(each) for name, each in found.items()} == {"doc2json": 4, "s2orc_2020": 6}
    assert dated(found["doc2json"]) == {"none": 2, "month": 1, "year": 1}
    assert dated(found["s2orc_2020"]) == {"year": 3, "none": 3}
    assert all(each.paragraphs for of_format in found.values() for each in of_format)


def test_all_papers_of_unarxive_are_read_and_nothing_of_their_placeholders_is_left():
    (found,) = papers("unarxive_2022.tar.gz").values()
    assert (len(found), dated(found)) == (49, {"day": 49})
    assert max(each.date.first_day for each in found) == date(2022, 12, 22)
    paragraphs = [paragraph for paper in found for paragraph in paper.paragraphs]
    placeholder = re.compile(r"\{\{(?:cite|formula|figure|table|section):")
    assert not any(placeholder.search(each.text) for each in paragraphs)
    assert sum(len(each.citations or ()) for each in paragraphs) == 3038
    assert all(each.text[start] == "[" for each in paragraphs for start, _ in each.citations or ())


def test_the_preview_of_unarxive_2024_is_read():
    (found,) = papers("unarxive_2024.tar.gz").values()
    assert [(each.paper_id, each.language, each.date.first_day) for each in found] == [
        ("unarxive:2310.00826", "en", date(2023, 10, 2))
    ]


def test_all_abstracts_of_acl_are_read_with_the_precision_that_they_have():
    (found,) = papers("acl_abstracts.jsonl.gz").values()
    assert (len(found), dated(found)) == (46_132, {"month": 44_821, "year": 1_311})
    tacl = [each for each in found if ".tacl-" in each.paper_id or each.paper_id.startswith("acl:Q")]
    assert len(tacl) > 500
    assert dated(tacl) == {"year": len(tacl)}


def test_a_release_without_metadata_is_undated():
    ((paper,),) = papers("odd/s2orc_20200705_no_metadata.json").values()
    assert (paper.paper_id, paper.title, paper.date.precision) == ("s2orc:18980463", None, "none")
    assert None in {each.section for each in paper.paragraphs}
    assert "" not in {each.section for each in paper.paragraphs}


def test_an_empty_year_is_no_date():
    ((paper,),) = papers("odd/s2orc_doc2json_year_empty.json").values()
    assert (paper.paper_id, paper.date.precision, paper.first_author) == ("doc2json:N18-3011", "none", "Waleed Ammar")


def test_a_pretty_printed_object_is_one_record():
    ((paper,),) = papers("odd/jsonl_pretty_printed_unarxive2024.jsonl").values()
    assert isinstance(paper, Paper)
    assert (paper.paper_id, len(paper.paragraphs)) == ("unarxive:2310.00826", 19)


def test_text_that_is_not_utf8_is_refused_with_its_line():
    with pytest.raises(Refusal) as refused:
        parse_text((CORPORA / "odd" / "text_not_utf8_P02-1061word.docx.txt").read_bytes(), "P02-1061word")
    assert (refused.value.reason, refused.value.detail.partition(":")[0]) == (Reason.NOT_UTF8, "line 112")
