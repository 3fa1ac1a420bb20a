"""Which papers are one work."""

import random
from typing import Any

import pytest
from pyspark.sql import SparkSession

from ratio_spark.mining.works import MOST_PAPERS, works_of

TITLE = "Attention is all you need"


def row(paper_id: str, **known: str) -> dict[str, Any]:
    return {"paper_id": paper_id, "pub_month": "0000-00", "title": None, "doi": None, "arxiv_id": None,
            "first_author": None} | known  # fmt: skip


ALIKE = [
    # A preprint, its article, and the article under the id of another collection: a chain over three kinds of key.
    row("s2orc:9", doi="10.1000/a", title=TITLE, first_author="Ashish Vaswani", pub_month="2017-06"),
    row("arxiv:1706.1", arxiv_id="1706.1", title="Attention Is All You Need!", first_author="Vaswani, A.",
        pub_month="2017-00"),
    row("unarxive:1706.1", arxiv_id="1706.1v3"),
    row("jats:10", doi="10.1000/A "),
    # arXiv registers DOIs of its own.
    row("pes2o:1", doi="10.48550/arXiv.2001.00001"),
    row("arxiv:2001.00001", arxiv_id="2001.00001"),
    # Accents, capitals and signs are no difference.
    row("a:1", title="Über die  Größe von Wörtern", first_author="José Müller Jr.", pub_month="2011-03"),
    row("a:2", title="Uber die Größe: von WORTERN", first_author="Muller, José", pub_month="2011-00"),
]  # fmt: skip
UNLIKE = [
    # Nothing in common: blank keys join nobody.
    row("b:1", doi="", arxiv_id="", title="", first_author=""),
    row("b:2", doi=" ", arxiv_id=" ", title=" ", first_author=" "),
    # A short title, another author, another year, no year.
    row("b:3", title="Letter to the", first_author="A. Smith", pub_month="2011-03"),
    row("b:4", title="Letter to the", first_author="A. Smith", pub_month="2011-03"),
    row("b:5", title="Letter to the Editor again", first_author="A. Smith", pub_month="2011-03"),
    row("b:6", title="Letter to the Editor again", first_author="B. Jones", pub_month="2011-03"),
    row("b:7", title="Letter to the Editor again", first_author="A. Smith", pub_month="2012-03"),
    row("b:8", title="Letter to the Editor again", first_author="A. Smith"),
    row("b:9", title="Letter to the Editor again", first_author="A. Smith"),
    # The DOI of a whole volume.
    *[row(f"c:{number}", doi="10.1000/volume") for number in range(MOST_PAPERS + 1)],
]  # fmt: skip
CHAIN = [row(f"d:{number:02}", doi=f"10.1/{number // 2}", arxiv_id=f"x{(number + 1) // 2}") for number in range(10)]

EXPECTED = {
    ("arxiv:1706.1", "arxiv:1706.1", "arxiv_id, title"),
    ("unarxive:1706.1", "arxiv:1706.1", "arxiv_id"),
    ("s2orc:9", "arxiv:1706.1", "doi, title"),
    ("jats:10", "arxiv:1706.1", "doi"),
    ("arxiv:2001.00001", "arxiv:2001.00001", "arxiv_id"),
    ("pes2o:1", "arxiv:2001.00001", "arxiv_id"),
    ("a:1", "a:1", "title"),
    ("a:2", "a:1", "title"),
}


@pytest.mark.parametrize("seed", [0, 1])
def test_papers_with_a_key_in_common_are_one_work_in_any_order(spark: SparkSession, seed: int) -> None:
    papers = [*ALIKE, *UNLIKE, *CHAIN]
    random.Random(seed).shuffle(papers)
    names = list(row(""))
    frame = spark.createDataFrame([tuple(paper[name] for name in names) for paper in papers],
                                  ", ".join(f"{name} STRING" for name in names))  # fmt: skip
    with works_of(frame) as works:
        found = {tuple(each) for each in works.select("paper_id", "work_id", "why").collect()}
    chain = {each for each in found if each[0].startswith("d:")}
    assert found - chain == EXPECTED
    assert {(paper_id, work_id) for paper_id, work_id, _ in chain} == {(paper["paper_id"], "d:00") for paper in CHAIN}
