"""Benchmarks of a few invented papers: one for each way in which a text could leak from one split into another."""

import json
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from deltalake import DeltaTable
from pyspark.sql import SparkSession

from ratio_spark.benchmark.build import Built, build
from ratio_spark.benchmark.check import check
from ratio_spark.benchmark.spec import load_specification, parse_specification, with_digest
from ratio_spark.benchmark.stored import find_benchmark
from ratio_spark.cli import main
from ratio_spark.errors import ConfigurationError
from ratio_spark.published import Published
from ratio_spark.tables.publish import last_run
from ratio_spark.tables.schemas import BENCHMARK_TABLES
from ratio_spark.tables.store import Store
from ratio_spark.text.lexicon import Lexicon
from tests.spark.conftest import Mine
from tests.spark.test_mine_changes import write

CAUSE = """---
move: CAUSE
definition: The gold names the cause of what the query states.
roles: {query: effect, gold: cause}
---
this happens because\ttest\tcandidate
as a cause of this\ttest\tcandidate
"""
# Within the root, so that it comes along where a root is copied.
LEXICON = "lexicon"
OPENERS = {"ADDRESS": "To address this issue,", "CAUSE": "As a cause of this,", "contrast": "However,"}

LONG = ("the quick parser reads every one of the seven hundred annotated treebanks before lunch and writes "
        "its {} into a small table of numbers")  # fmt: skip


def paper(name: str, date: str | None, *sentences: str, **more: Any) -> dict[str, Any]:
    """A paper of one paragraph."""
    return {"paper_id": name, "title": name, "date": date, "paragraphs": [" ".join(sentences)], **more}


def pair(name: str, date: str | None, query: str, gold: str, move: str = "ADDRESS", **more: Any) -> dict[str, Any]:
    return paper(name, date, query, f"{OPENERS[move]} {gold}", **more)


def own(name: str) -> tuple[str, str]:
    """A query and a gold that stand nowhere else, alike to no other."""
    letters = [f"{name}{word}" for word in ("alpha", "beta", "gamma", "delta", "epsilon")]
    return f"The {' '.join(letters)} is a problem.", f"we mend the {' '.join(reversed(letters))} with care."


Q_2019, G_2019 = (
    "Nobody has counted the idle letters of the archive.",
    "we count the idle letters of the archive twice.",
)
Q_YEAR, G_YEAR = "Rare words are spelled in many ways by the scribes.", "we group the spellings of rare words by sound."
Q_UNDATED, G_UNDATED = (
    "The undated ledger holds names that nobody can read.",
    "we read the undated ledger under blue light.",
)
Q_TWICE = "Two groups found the same problem in the winter corpus."
G_TWICE = "we clean the winter corpus with a list of known errors."

PAPERS = [
    # A pair for each split that nothing happens to.
    pair("train", "2020-05-17", *own("t")),
    pair("validation", "2025-12", *own("v"), move="CAUSE"),
    pair("test", "2026-02-10", *own("x"), move="CAUSE"),
    # One work under two ids and dates, and the same paper twice where nothing tells that it is one work.
    pair("work-preprint", "2025-09-12", *own("w"), doi="10.1000/w"),
    pair("work-article", "2026-03-01", *own("w"), doi="10.1000/W", license="cc-by"),
    pair("double-first", "2019-07-01", *own("d")),
    pair("double-again", "2026-04-01", *own("d")),
    # A sentence of 2019 copied into 2026: as a query, as a gold, from one role into another.
    pair("old", "2019-03-04", Q_2019, G_2019),
    pair("copied-query", "2026-01-05", Q_2019, own("cq")[1]),
    pair("copied-gold", "2026-01-06", own("cg")[0], G_2019),
    paper("copied-role", "2026-01-07", "We know how to go on from here.", f"However, {G_2019}"),
    # The same in other letters.
    pair("dash", "2021", "The well-known “long tail” – of rare labels – is not learned.", own("da")[1]),
    pair("dash-copy", "2026-02-01", 'The Well-Known "Long  Tail" — of Rare Labels — is NOT learned.', own("db")[1]),
    # One word of 21 changed; one "not" put in.
    pair("word", "2021-01", own("wa")[0], LONG.format("findings") + "."),
    pair("word-changed", "2026-02-02", own("wb")[0], LONG.format("results") + "."),
    pair("plain", "2021-02", "Our deep tagger of early modern letters does learn the rules of the old grammar from "
         "a few hundred pages of dated print with notes.", own("na")[1]),
    pair("negated", "2026-02-03", "Our deep tagger of early modern letters does not learn the rules of the old grammar "
         "from a few hundred pages of dated print with notes.", own("nb")[1]),
    # What may have been published before: the year alone, no date at all.
    pair("year", "2025", Q_YEAR, G_YEAR),
    pair("year-copy", "2026-03-03", Q_YEAR, own("y")[1]),
    pair("year-train", "2025-02-02", Q_YEAR, own("yt")[1]),
    pair("undated", None, Q_UNDATED, G_UNDATED),
    pair("undated-copy", "2026-03-04", Q_UNDATED, own("u")[1]),
    # Without the opener of a query: a candidate of 2019, and a candidate of 2026 to a query of 2019.
    paper("opened", "2019-05-05", "We had some hope for it once.", "However, the archive keeps no list of its lamps."),
    pair("opened-copy", "2026-03-06", "However, the archive keeps no list of its lamps.", own("oc")[1]),
    pair("rest", "2019-06-06", "However, nobody dusts the lamps of the reading room.", own("r")[1]),
    paper("rest-copy", "2026-03-07", "We waited there for a long time.",
          "However, nobody dusts the lamps of the reading room."),
    # Two markers one after the other.
    pair("stacked", "2026-02-05", own("st")[0], f"to address this issue, {own('st')[1]}", move="CAUSE"),
    # Within a split: one query with two golds, one candidate of two papers and two roles.
    pair("same-1", "2026-05-01", Q_TWICE, own("s")[1]),
    pair("same-2", "2026-05-02", Q_TWICE.upper(), G_TWICE, license="cc-by"),
    paper("same-3", "2026-05-03", "We had nothing but time for it.", f"However, {G_TWICE}", license="cc0"),
    # Outside every period, and of a text that its look keeps out.
    pair("before", "2014-12-31", *own("b")),
    pair("short", "2026-02-04", own("sh")[0], "we wait."),
]  # fmt: skip

SPECIFICATION: dict[str, Any] = yaml.safe_load(load_specification().canonical())


@pytest.fixture(scope="module")
def mined(mine: Mine, small_lexicon: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of the mined papers: read it, do not write to it."""
    folder = tmp_path_factory.mktemp("benchmark")
    lexicon = folder / "t" / LEXICON
    shutil.copytree(small_lexicon, lexicon)
    (lexicon / "cause.lex").write_text(CAUSE, encoding="utf-8")
    for number in range(2):
        write(folder / "in" / f"{number}.jsonl", *PAPERS[number::2])
    mine(input=[str(folder / "in")], lexicon=str(lexicon), tables=str(folder / "t"))
    return folder / "t"


def built(spark: SparkSession, root: Path, **change: Any) -> Built:
    """Build RATIO's benchmark, or one that says something else."""
    store = Store(spark, str(root))
    run = last_run(store)
    assert run is not None
    specification = with_digest(parse_specification(yaml.safe_dump(SPECIFICATION | change), "spec"))
    return build(Published(store, run), specification, lambda _: None, Lexicon.load(root / LEXICON))


@dataclass(frozen=True)
class Content:
    """The rows of a benchmark, read without a JVM."""

    queries: list[dict[str, Any]]
    candidates: list[dict[str, Any]]
    qrels: list[dict[str, Any]]
    exclusions: list[dict[str, Any]]
    benchmark: dict[str, Any]

    def papers(self, split: str) -> set[str]:
        """The papers whose queries or candidates stand in a split."""
        rows = [*self.queries, *self.candidates]
        return {name.removeprefix("jsonl:") for row in rows if row["split"] == split for name in row["papers"]}

    def removed(self) -> Counter[tuple[str, str, str | None, str]]:
        """What each rule removed, by (step, rule, split, move)."""
        keys = ("step", "rule", "split", "move")
        removed = {tuple(row[key] for key in keys): row["removed"] for row in self.benchmark["funnel"]}
        return Counter({key: number for key, number in removed.items() if number})


def versions(root: Path) -> dict[str, int]:
    """The version of every table of a root, that of the claims too."""
    return {log.parent.name: DeltaTable(log.parent).version() for log in root.glob("*/_delta_log")}


def content(root: Path, benchmark_id: str) -> Content:
    def rows(name: str) -> list[dict[str, Any]]:
        table = DeltaTable(root / name).to_pyarrow_table(partitions=[("benchmark_id", "=", benchmark_id)])
        return sorted(table.to_pylist(), key=lambda row: json.dumps(row, sort_keys=True, default=str))

    *of_rows, benchmarks = (rows(table.name) for table in BENCHMARK_TABLES)
    assert len(benchmarks) == 1
    return Content(*of_rows, benchmarks[0])


@pytest.fixture(scope="module")
def root(mined: Path, spark: SparkSession) -> Path:
    """A copy of the mined root, to build in."""
    shutil.copytree(mined, mined.parent / "built")
    return mined.parent / "built"


@pytest.fixture
def own_root(mined: Path, tmp_path: Path) -> Path:
    """A copy of the mined root to write to."""
    shutil.copytree(mined, tmp_path / "t")
    return tmp_path / "t"


@pytest.fixture(scope="module")
def ratio(root: Path, spark: SparkSession) -> Content:
    """RATIO's benchmark of the papers."""
    return content(root, built(spark, root).stored.benchmark.benchmark_id)


def test_a_work_under_two_ids_and_dates_counts_from_its_first_publication_and_a_later_version_stays_out(
    ratio: Content,
) -> None:
    texts = own("w")
    queries = [row for row in ratio.queries if row["text"] == texts[0]]
    candidates = [row for row in ratio.candidates if row["text"] == texts[1]]
    assert [(row["split"], row["work_id"]) for row in queries] == [("train", "jsonl:work-article")]
    assert [(row["split"], row["papers"], row["works"], row["licenses"]) for row in candidates] == [
        ("train", ["jsonl:work-preprint"], ["jsonl:work-article"], [])
    ]
    assert str(candidates[0]["pub_date"]) == "2025-09-12"


def test_only_what_was_not_there_before_stands_in_the_test_split(ratio: Content) -> None:
    assert ratio.papers("test") == {"test", "negated", "same-1", "same-2", "same-3"}
    assert ratio.papers("validation") == {"validation"}
    assert ratio.papers("train") == {
        "train", "work-preprint", "double-first", "old", "dash", "word", "plain", "year-train", "opened", "rest",
    }  # fmt: skip


def test_every_rule_tells_what_it_removed(ratio: Content) -> None:
    assert ratio.removed() == {
        ("split", "date too coarse for the periods", None, "ADDRESS"): 1,
        ("split", "no date", None, "ADDRESS"): 1,
        ("split", "published outside the periods", None, "ADDRESS"): 1,
        ("split", "a version published after the period of its work", None, "ADDRESS"): 1,
        ("selection", "candidate is flagged short", "test", "ADDRESS"): 1,
        ("selection", "candidate opens with a marker of a move", "test", "CAUSE"): 1,
        # double-again, copied-query, dash-copy, year-copy, undated-copy
        ("copies", "query is a copy", "test", "ADDRESS"): 5,
        ("copies", "candidate is a copy", "test", "ADDRESS"): 1,
        # rest-copy, copied-role
        ("copies", "candidate is a copy", "test", "distractor:contrast"): 2,
        ("copies", "query without its opener is a copy", "test", "ADDRESS"): 1,
        ("copies", "candidate is a near-copy", "test", "ADDRESS"): 1,
        # The query of two.
        ("merge", "same text in the split", "test", "ADDRESS"): 1,
    }
    left = {row["left"] for row in ratio.benchmark["funnel"] if row["split"] is None and row["step"] != "mined"}
    assert min(left) == 0


def test_the_funnel_ends_with_what_the_benchmark_holds(ratio: Content) -> None:
    counts, funnel = dict(ratio.benchmark["counts"]), ratio.benchmark["funnel"]
    ends = {(row["split"], row["move"]): row["left"] for row in funnel if row["step"] == "merge"}
    assert ends == {
        ("train", "ADDRESS"): 9, ("validation", "CAUSE"): 1, ("test", "ADDRESS"): 2, ("test", "CAUSE"): 1,
        ("train", "distractor:contrast"): 1, ("test", "distractor:contrast"): 1,
    }  # fmt: skip
    for (split, move), left in ends.items():
        name = f"candidates:{split}:{move}" if ":" in move else f"queries:{split}:{move}"
        assert counts[name] == left
    mined = Counter[str]()
    for row in funnel:
        if row["step"] == "mined":
            mined[row["move"]] += row["left"]
    assert mined == {"ADDRESS": 25, "CAUSE": 3, "distractor:contrast": 4}


def test_a_query_with_several_golds_keeps_all_and_a_candidate_all_its_roles(ratio: Content) -> None:
    query = next(row for row in ratio.queries if row["text"].upper() == Q_TWICE.upper())
    golds = {row["candidate_id"] for row in ratio.qrels if row["pair_id"] == query["pair_id"]}
    found = [row for row in ratio.candidates if row["candidate_id"] in golds]
    assert {row["text"]: (row["roles"], row["papers"], row["licenses"]) for row in found} == {
        own("s")[1]: (["gold:ADDRESS"], ["jsonl:same-1"], []),
        G_TWICE: (["distractor:contrast", "gold:ADDRESS"], ["jsonl:same-2", "jsonl:same-3"], ["cc-by", "cc0"]),
    }
    shared = next(row for row in found if row["text"] == G_TWICE)
    assert shared["markers"] == ["However,", "To address this issue,"]


def test_a_query_of_several_papers_names_them_all(ratio: Content) -> None:
    query = next(row for row in ratio.queries if row["text"].upper() == Q_TWICE.upper())
    assert query["papers"] == query["works"] == ["jsonl:same-1", "jsonl:same-2"]
    assert query["licenses"] == ["cc-by"]
    assert (query["paper_id"], query["license"]) in [("jsonl:same-1", None), ("jsonl:same-2", "cc-by")]
    others = [row for row in ratio.queries if row is not query]
    assert all(row["papers"] == [row["paper_id"]] and row["works"] == [row["work_id"]] for row in others)


def test_what_was_built_keeps_its_promises(
    root: Path, ratio: Content, spark: SparkSession, small_lexicon: Path
) -> None:
    stored = find_benchmark(Store(spark, str(root)), ratio.benchmark["benchmark_id"])
    checked = check(stored, Lexicon.load(root / LEXICON), lambda _: None)
    assert {finding.promise: finding.offenders for finding in checked.findings if finding.offenders != 0} == {}
    assert len(checked.findings) == 10
    other = check(stored, Lexicon.load(small_lexicon), lambda _: None)
    assert [(finding.promise, finding.why) for finding in other.findings if finding.offenders is None] == [
        (
            "no gold opens with a marker of a move",
            "its run was mined with another lexicon: name that one with --lexicon",
        )
    ]


def test_another_lexicon_than_that_of_the_run_is_refused(
    mined: Path, spark: SparkSession, small_lexicon: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = versions(mined)
    with pytest.raises(SystemExit) as stop:
        main(["benchmark", "build", "--tables", str(mined), "--lexicon", str(small_lexicon)])
    assert stop.value.code == 2
    assert "was mined with another lexicon: name that one with --lexicon" in capsys.readouterr().err
    assert versions(mined) == before


def test_the_pool_of_a_split_holds_the_golds_of_all_moves_and_every_qrel_leads_into_it(ratio: Content) -> None:
    roles = {split: {role for row in ratio.candidates if row["split"] == split for role in row["roles"]}
             for split in ("train", "validation", "test")}  # fmt: skip
    assert roles == {
        "train": {"gold:ADDRESS", "distractor:contrast"},
        "validation": {"gold:CAUSE"},
        "test": {"gold:ADDRESS", "gold:CAUSE", "distractor:contrast"},
    }
    queries = {(row["split"], row["pair_id"], row["move"]) for row in ratio.queries}
    pool = {(row["split"], row["candidate_id"]) for row in ratio.candidates}
    assert {(row["split"], row["pair_id"], row["move"]) for row in ratio.qrels} == queries
    assert {(row["split"], row["candidate_id"]) for row in ratio.qrels} <= pool
    assert {row["relevance"] for row in ratio.qrels} == {1}


def test_building_the_same_again_writes_nothing(root: Path, ratio: Content, spark: SparkSession) -> None:
    before = versions(root)
    again = built(spark, root)
    assert (again.is_new, again.stored.benchmark.digest) == (False, ratio.benchmark["digest"])
    assert versions(root) == before


def test_the_same_comes_out_on_any_number_of_tasks(own_root: Path, ratio: Content, spark: SparkSession) -> None:
    spark.conf.set("spark.sql.shuffle.partitions", "2")
    try:
        other = built(spark, own_root).stored.benchmark
    finally:
        spark.conf.set("spark.sql.shuffle.partitions", "1")
    assert other.digest == ratio.benchmark["digest"]
    there = content(own_root, other.benchmark_id)
    assert (there.queries, there.candidates, there.qrels, there.exclusions) == (
        ratio.queries, ratio.candidates, ratio.qrels, ratio.exclusions,
    )  # fmt: skip


def one_split(spark: SparkSession, root: Path, **change: Any) -> Content:
    """A benchmark of all dated pairs in one split, whatever their look."""
    ranges = {"train": {"first": "2000-01-01", "last": "2026-12-31"}}
    given = {"split": {"rule": "date", "ranges": ranges}, "selection": _keeping_all(), **change}
    return content(root, built(spark, root, **given).stored.benchmark.benchmark_id)


def test_a_cap_draws_pairs_by_the_seed(own_root: Path, spark: SparkSession) -> None:
    one, other = (one_split(spark, own_root, caps={"marker": 4}, seed=seed) for seed in (0, 1))
    for found in (one, other):
        assert found.removed()["caps", "more than 4 of a marker", "train", "ADDRESS"] == 20
        assert Counter(row["move"] for row in found.qrels) == {"ADDRESS": 4, "CAUSE": 2}
    assert {row["pair_id"] for row in one.queries} != {row["pair_id"] for row in other.queries}


def test_distractors_fill_the_pool_up_to_its_size_and_every_gold_has_room(own_root: Path, spark: SparkSession) -> None:
    filled = one_split(spark, own_root, moves=["CAUSE"], pool={"size": 3})
    roles = Counter(role for row in filled.candidates for role in row["roles"])
    assert roles == {"gold:CAUSE": 2, "distractor:contrast": 1}
    assert filled.removed()["pool", "no room in a pool of 3", "train", "distractor:contrast"] == 3
    golds = one_split(spark, own_root, moves=["CAUSE"], pool={"size": 1})
    assert [row["roles"] for row in golds.candidates] == [["gold:CAUSE"]] * 2


def _keeping_all() -> dict[str, Any]:
    return {"selection": "all", "description": "Everything.", "exclude": {}}


def test_undated_works_are_split_by_their_hash_and_never_torn(own_root: Path, spark: SparkSession) -> None:
    shares = {"train": 0.5, "test": 0.4}
    done = built(spark, own_root, split={"rule": "hash", "shares": shares}, selection=_keeping_all())
    found = content(own_root, done.stored.benchmark.benchmark_id)
    splits: dict[str, set[str]] = {}
    for row in found.candidates:
        for work in row["works"]:
            splits.setdefault(work, set()).add(row["split"])
    assert {len(of_work) for of_work in splits.values()} == {1}
    assert set.union(*splits.values()) == {"train", "test"}
    texts = [{row["text"].casefold() for row in [*found.queries, *found.candidates] if row["split"] == split}
             for split in shares]  # fmt: skip
    assert texts[0].isdisjoint(texts[1])
    assert {rule for step, rule, _, _ in found.removed() if step == "split"} == {"beyond the shares"}


def test_a_file_puts_works_into_splits(own_root: Path, spark: SparkSession, tmp_path: Path) -> None:
    file = tmp_path / "splits.csv"

    def by_file(*lines: str, **more: Any) -> Built:
        file.write_text("\n".join(["paper_id,split", *lines]) + "\n")
        return built(spark, own_root, split={"rule": "file", "file": str(file), "names": ["train", "test"]})

    done = by_file("jsonl:undated,test", "jsonl:work-article,train", "jsonl:nobody,test")
    found = content(own_root, done.stored.benchmark.benchmark_id)
    assert found.papers("test") == {"undated"}
    assert found.papers("train") == {"work-article", "work-preprint"}
    assert found.removed()["split", "not in the file of splits", None, "ADDRESS"] == 22
    with pytest.raises(ConfigurationError, match="the work jsonl:work-article is in test and train"):
        by_file("jsonl:work-preprint,test", "jsonl:work-article,train")
    with pytest.raises(ConfigurationError, match="'dev' is no split of the specification: train, test"):
        by_file("jsonl:undated,dev")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"moves": ["ADDRESS", "BROADEN"]}, "has mined nothing of the move BROADEN; it has ADDRESS, CAUSE"),
        ({"pool": {"distractors": ["similarity"]}},
         "has mined nothing of the distractor kind similarity; it has contrast"),
        ({"run": "feed"}, "no run has an id that starts with feed"),
        ({"split": {"rule": "date", "ranges": {"train": {"first": "2015-01-01", "last": "2025-09-30"},
                                               "test": {"first": "2027-01-01", "last": "2027-12-31"}}}},
         "the split test is empty: no pair was published from 2027-01-01 to 2027-12-31"),
        ({"moves": ["CAUSE"]}, "the split train is empty: no pair was published from 2015-01-01 to 2025-09-30"),
        ({"fields": ["cs.CL"]}, "the split train is empty: of its 9 pairs the rule fields"),
    ],
)  # fmt: skip
def test_what_cannot_be_built_is_told_in_a_sentence_and_nothing_is_written(
    mined: Path, spark: SparkSession, change: dict[str, Any], words: str
) -> None:
    before = versions(mined)
    with pytest.raises(ConfigurationError) as refused:
        built(spark, mined, **change)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert versions(mined) == before


def test_the_command_builds_and_says_so(root: Path, ratio: Content, capsys: pytest.CaptureFixture[str]) -> None:
    main(["benchmark", "build", "--tables", str(root), "--lexicon", str(root / LEXICON)])
    out, err = capsys.readouterr()
    result = json.loads(out.splitlines()[-1])
    assert (result["written"], result["digest"]) == (False, ratio.benchmark["digest"])
    assert result["counts"]["queries:test:ADDRESS"] == 2
    assert "nothing was written" in err


def test_a_root_that_nobody_mined_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["benchmark", "build", "--tables", str(tmp_path)])
    assert stop.value.code == 2
    assert f"{tmp_path} holds no published run" in capsys.readouterr().err
