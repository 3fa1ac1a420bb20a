"""Whatever stands in whatever field: every reader of JSON and text gives a paper or a refusal, nothing else."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_records import SAMPLES, doc2json, item, s2orc_2020, text_document, unarxive
from layouts import reason_of, s2orc, span

from ratio_spark.corpus.format import Carrier
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.paper import Paper
from ratio_spark.corpus.refusals import Reason

OF_JSON = [each for each in FORMATS.values() if each.carrier is Carrier.JSON]
RICH = SAMPLES | {
    "s2orc": s2orc(
        "Aim\n\nIt is\n\nL\n\nso [1].", title=[span(0, 3)], paragraph=[span(5, 10), span(15, 22)],
        sectionheader=[span(0, 3)], formula=[span(12, 13)], bibref=[span(18, 21)],
    ),
    "doc2json": doc2json(
        item("Let FORMULA [1].", cite_spans=[{"start": 12, "end": 15, "text": "[1]"}],
             eq_spans=[{"start": 4, "end": 11, "text": "FORMULA", "latex": "x"}]),
        identifiers={"doi": "10.1/X", "arxiv": "2212.1"},
    ),
    "s2orc_2020": s2orc_2020(item("One."), metadata={"authors": [{"first": "A", "last": "B"}], "year": "2016"}),
    "unarxive": unarxive(item("See {{formula:a}}  {{cite:b}}."), entries={"a": {"latex": "x", "type": "formula"}}),
}  # fmt: skip
NAMES = st.sampled_from(["text", "start", "end", "section", "latex", "last", "created", "version", "name", "category"])
FRONT = st.sampled_from(["id", "title", "date", "year", "author", "authors", "doi", "fields", "lang", "license"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**20) | st.floats(allow_nan=False)
    | st.text(max_size=6) | st.sampled_from(["2020-02-30", "[{", "{{cite:x}}", "v1", "EQUATION", "Thu, 99 Foo"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a value with every key of it."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@pytest.mark.parametrize("name", RICH)
@given(data=st.data())
def test_any_value_in_any_place_is_read_or_refused(name, data):
    record = deepcopy(RICH[name])
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places(record)))
        holder[key] = data.draw(VALUES)
        if not record:
            return
    layout = FORMATS[name]
    found: list[object] = []
    reason = reason_of(lambda: layout.fits(record) and found.append(layout.read(record, layout.paper_id(record))))
    assert reason in {None, *Reason}
    for paper in found:
        for paragraph in paper.paragraphs if isinstance(paper, Paper) else ():
            assert all(0 <= start <= end <= len(paragraph.text) for start, end in paragraph.citations or ())


@given(st.dictionaries(st.sampled_from(sorted({key for each in SAMPLES.values() for key in each})), VALUES))
def test_any_record_is_looked_at_without_a_fault(record):
    for layout in OF_JSON:
        assert reason_of(lambda layout=layout: layout.recognises(record) and layout.paper_id(record)) in {None, *Reason}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_record_is_recognised_by_one_format_only(name):
    assert [each.name for each in OF_JSON if each.recognises(SAMPLES[name])] == [name]


@given(st.text(alphabet="aB1 .-#>|`$*_[]()<!^:\n\f\t=~", max_size=80), st.dictionaries(FRONT, VALUES, max_size=2))
def test_any_text_with_any_front_matter_is_read_or_refused(text, front):
    layout, document = FORMATS["text"], text_document(text, **front)
    assert reason_of(lambda: layout.read(document, layout.paper_id(document))) in {None, *Reason}
