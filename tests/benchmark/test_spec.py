"""The specification of a benchmark: what it may say, what is refused, and when two are the same."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from ratio_spark.benchmark.spec import Specification, benchmark_id, load_specification, parse_specification
from ratio_spark.benchmark.split_rules import DateSplit
from ratio_spark.errors import ConfigurationError

DATES = {"train": ("2015-01-01", "2025-09-30"), "validation": ("2025-10-01", "2025-12-31"),
         "test": ("2026-01-01", "2026-05-31")}  # fmt: skip


def written(**more: Any) -> str:
    """A specification of two splits, with other values or further keys."""
    ranges = {name: {"first": DATES[name][0], "last": DATES[name][1]} for name in ("train", "test")}
    plain = {"benchmark": "mine", "split": {"rule": "date", "ranges": ranges}, "selection": "ratio", **more}
    return yaml.safe_dump(plain)


def spec(**more: Any) -> Specification:
    return parse_specification(written(**more), "mine.yaml")


def test_the_shipped_specification_has_the_periods_and_the_filter_of_ratio() -> None:
    shipped = load_specification()
    assert isinstance(shipped.split, DateSplit)
    found = {name: (str(period.first), str(period.last)) for name, period in shipped.split.ranges.items()}
    assert found == DATES
    assert shipped.selection.exclude.query == shipped.selection.exclude.gold == ("short", "one_word", "has_citation")
    assert (shipped.moves, shipped.pool.distractors, shipped.pool.size, shipped.caps.paper) == (None, None, None, None)


def test_the_canonical_form_reads_as_the_same_specification() -> None:
    shipped = load_specification()
    assert parse_specification(shipped.canonical(), "canonical") == shipped
    assert shipped.canonical() == parse_specification(shipped.canonical(), "canonical").canonical()


def test_how_a_specification_is_written_does_not_change_its_fingerprint() -> None:
    one = spec(moves=["CAUSE", "ADDRESS"], fields=["cs.CL", "cs.AI"], description="one")
    other = spec(
        moves=["ADDRESS", "CAUSE", "ADDRESS"], fields=["cs.AI", "cs.CL"], seed=0, pool={}, caps={"paper": None}
    )
    assert one.fingerprint() == other.fingerprint()


@pytest.mark.parametrize(
    "change",
    [
        {"benchmark": "other"},
        {"selection": "clean"},
        {"seed": 1},
        {"moves": ["ADDRESS"]},
        {"fields": ["cs.CL"]},
        {"pool": {"size": 10}},
        {"pool": {"distractors": []}},
        {"caps": {"marker": 5}},
        {"near_duplicates": 0.95},
        {"split": {"rule": "hash", "shares": {"train": 0.5, "test": 0.5}}},
    ],
)
def test_whatever_decides_the_rows_changes_the_fingerprint(change: dict[str, Any]) -> None:
    assert spec(**change).fingerprint() != spec().fingerprint()


def test_a_selection_in_a_file_counts_by_what_it_says(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    text = yaml.safe_dump(spec().selection.model_dump(mode="json") | {"description": "Said otherwise."})
    file.write_text(text)
    assert spec(selection=str(file)).fingerprint() == spec().fingerprint()
    file.write_text(text.replace("  - short\n", "", 1))
    assert spec(selection=str(file)).fingerprint() != spec().fingerprint()


def test_a_benchmark_id_is_of_the_specification_and_the_mined_versions() -> None:
    identity = benchmark_id(spec(), "run", {"golds": 1, "queries": 2})
    assert len(identity) == 32
    assert benchmark_id(spec(), "run", {"queries": 2, "golds": 1}) == identity
    others = [(spec(seed=1), "run", {"golds": 1, "queries": 2}), (spec(), "run", {"golds": 2, "queries": 2}),
              (spec(), "another", {"golds": 1, "queries": 2})]  # fmt: skip
    assert identity not in {benchmark_id(*other) for other in others}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sed": 1}, "mine.yaml: sed is no key of a specification"),
        ({"selection": "rtio"}, "selection: no selection 'rtio'; choose from clean, ratio"),
        ({"selection": {"selection": "own", "description": "Own.", "exclude": {"gold": ["shrt"]}}},
         "selection.exclude.gold: no flag of the gold side: shrt"),
        ({"moves": []}, "moves: "),
        ({"split": {"rule": "date", "ranges": {"dev": {"first": "2020-01-01", "last": "2020-02-01"}}}},
         "split.ranges: 'dev' is no split; choose of train, validation, test"),
        ({"split": {"rule": "date", "ranges": {"test": {"first": "2020-02-01", "last": "2020-01-01"}}}},
         "split.ranges.test: its first day 2020-02-01 is after its last day 2020-01-01"),
        ({"split": {"rule": "date", "ranges": {"test": {"first": 2020, "last": "2020-01-01"}}}},
         "split.ranges.test.first: 2020 is not written YYYY-MM-DD"),
        ({"split": {"rule": "date", "ranges": {"train": {"first": "2020-01-01", "last": "2021-01-01"},
                                               "test": {"first": "2021-01-01", "last": "2022-01-01"}}}},
         "split.ranges: train ends on 2021-01-01, which is not before test starts"),
        ({"split": {"rule": "hash", "shares": {"train": 0.9, "test": 0.2}}},
         "split.shares: each share must be above 0, and together they must be 1 or less"),
        ({"split": {"rule": "month"}}, "split: "),
        ({"split": {"rule": "file"}}, "split.file is needed"),
        ({"pool": {"distractors": [], "size": 9}}, "pool: a size without distractors"),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_one_line_that_names_the_key(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigurationError) as fault:
        spec(**change)
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_specification_that_is_not_there_or_no_yaml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no specification 'rtio'; choose from ratio or name a YAML file"):
        load_specification("rtio")
    (tmp_path / "broken.yaml").write_text("benchmark: [")
    with pytest.raises(ConfigurationError, match=r"broken.yaml: no YAML: "):
        load_specification(tmp_path / "broken.yaml")


def test_the_file_of_the_splits_is_part_of_what_is_built(tmp_path: Path) -> None:
    splits, file = tmp_path / "splits.csv", tmp_path / "spec.yaml"
    splits.write_text("paper_id,split\na,train\n")
    file.write_text(written(split={"rule": "file", "file": str(splits)}))
    first = load_specification(file)
    moved = tmp_path / "moved.csv"
    splits.rename(moved)
    file.write_text(first.canonical().replace(str(splits), str(moved)))
    assert load_specification(file).fingerprint() == first.fingerprint()
    moved.write_text("paper_id,split\na,test\n")
    with pytest.raises(ConfigurationError, match=r"moved.csv: its SHA-256 is not the one of the specification"):
        load_specification(file)
    file.write_text(written(split={"rule": "file", "file": str(moved)}))
    assert load_specification(file).fingerprint() != first.fingerprint()
    moved.unlink()
    with pytest.raises(ConfigurationError, match=r"moved.csv: the file of the splits cannot be read"):
        load_specification(file)
