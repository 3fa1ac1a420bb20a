"""Documents: XML and text are parsed without harm, and refused with the line of their fault."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import file_outcome, outcome, reason_of
from lxml import etree

from ratio_spark.corpus.carriers import carrier_of
from ratio_spark.corpus.documents import TextDocument, entity_text, parse_text, parse_xml
from ratio_spark.corpus.format import Carrier
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.plain import plain
from ratio_spark.corpus.read import read_files
from ratio_spark.corpus.refusals import Reason, Refusal

JATS = (
    b'<article><front><article-meta><article-id pub-id-type="doi">10.1/x</article-id></article-meta></front>'
    b"<body>%s</body></article>"
)
DOCTYPE = b'<!DOCTYPE article PUBLIC "-//NLM//DTD JATS" "JATS-archivearticle1.dtd">'


def text(data: bytes) -> str:
    return "".join(parse_xml(data, "x").root.itertext())


@pytest.mark.parametrize("doctype", [b"", DOCTYPE, b"<!DOCTYPE a>"])
def test_characters_that_html_names_are_read_with_and_without_a_doctype(doctype):
    assert (
        text(doctype + b"<a>1&nbsp;2&alpha;<b>&eacute;&NotEqualTilde;</b>&amp;&lt;&#181;</a>")
        == "1\xa02α\xe9\u2242\u0338&<µ"
    )


def test_an_entity_that_a_doctype_declares_is_not_expanded():
    root = parse_xml(b'<!DOCTYPE a [<!ENTITY publisher "Evil <b>Corp</b>">]><a>by &publisher;!</a>', "x").root
    (entity,) = root
    assert entity.tag is etree.Entity
    assert entity_text(entity) == "&publisher;"


def test_an_entity_that_nothing_declares_is_a_fault():
    with pytest.raises(Refusal, match="not_xml: line 2: Entity 'nothing' not defined"):
        parse_xml(b"<a>\n&nothing;</a>", "x")


def test_references_in_comments_and_cdata_are_none():
    assert text(b"<a>&nbsp;<!-- &eacute; --><![CDATA[&nbsp;<]]>&eacute;</a>") == "\xa0&nbsp;<\xe9"


@pytest.mark.parametrize("data", [b"<a>&nbsp;<![CDATA[", b"<a>&nbsp;<!--" * 3])
def test_an_open_comment_or_cdata_is_a_fault(data):
    assert reason_of(lambda: parse_xml(data, "x")) is Reason.NOT_XML


def test_external_entities_and_dtds_are_not_loaded(tmp_path):
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "x.dtd").write_text('<!ENTITY e "secret">')
    for declaration in (
        f'<!DOCTYPE a [<!ENTITY e SYSTEM "file://{tmp_path}/secret">]>',
        f'<!DOCTYPE a SYSTEM "file://{tmp_path}/x.dtd">',
        f'<!DOCTYPE a [<!ENTITY % p SYSTEM "file://{tmp_path}/x.dtd"> %p;]>',
    ):
        assert "secret" not in text(f"{declaration}<a>&e;</a>".encode())
    included = b'<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include parse="text" href="%s/secret"/></a>'
    assert text(included % str(tmp_path).encode()) == ""


LAUGHS = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10 if n else b"ha") for n in range(12))


def test_entities_of_entities_do_no_harm():
    for document in (b"<a>&l11;</a>", b'<a b="&l11;"/>'):
        assert reason_of(lambda root=document: parse_xml(b"<!DOCTYPE a [%s]>" % LAUGHS + root, "x")) is Reason.NOT_XML


def test_depth_is_bounded():
    assert text(b"<a>" * 250 + b"x" + b"</a>" * 250) == "x"
    with pytest.raises(Refusal, match=r"not_xml: line 1: Excessive depth in document"):
        parse_xml(b"<a>" * 300 + b"</a>" * 300, "x")


def test_a_collection_of_50_mb_is_parsed():
    article = JATS % (b"<p>" + b"However, words. " * 600 + b"</p>\n")
    data = b"<articles>" + article * (50_000_000 // len(article)) + b"</articles>"
    assert len(parse_xml(data, "x").root) == 50_000_000 // len(article)


def test_comments_and_instructions_are_no_nodes_and_do_not_cut_a_text():
    root = parse_xml(b"<?xml version='1.0'?><?pi x?><a>one <!-- c -->two<?pi?> three</a>", "x").root
    assert (root.text, len(root)) == ("one two three", 0)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xef\xbb\xbf<a>\xc3\xa9</a>", "\xe9"),
        (b" \r\n\t<?xml version='1.0'?><a>x</a>", "x"),
        (b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9&nbsp;</a>", "\xe9\xa0"),
        ("<?xml version='1.0' encoding='UTF-16'?><a>\xe9</a>".encode("utf-16"), "\xe9"),
    ],
)
def test_encodings_and_blanks_before_the_document(data, expected):
    assert carrier_of(data, "x") is Carrier.XML
    assert text(data) == expected


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"", "not_xml: line 1: Document is empty"),
        (b"<a>\n<b>\n</a>", "not_xml: line 3: Opening and ending tag mismatch: b line 2 and a"),
        (b"<a>\n\n\xe9</a>", "not_utf8: line 3: "),
        (b"<a>\0</a>", "not_xml: line 1: "),
        (b"<a/>\n<b/>", "not_xml: line 2: Extra content at the end of the document"),
        (b"<a>\n<b", "not_xml: line 2: "),
        (b"<a>\x01</a>", "not_xml: line 1: PCDATA invalid Char value 1"),
        (b"<a b='1' b='2'/>", "not_xml: line 1: Attribute b redefined"),
        (b"HTTP/1.1 200\n\n<?xml version='1.0'?><a/>", "not_xml: line 1: Start tag expected, '<' not found"),
        (b"<?xml version='1.0' encoding='x-none'?><a/>", "not_xml: line 1: "),
    ],
)
def test_what_is_no_xml_is_refused_with_its_line(data, refusal):
    with pytest.raises(Refusal) as refused:
        parse_xml(data, "x")
    assert str(refused.value).startswith(refusal)


@given(st.binary(max_size=60) | st.text("<>/!&;ab=' \n[]-?", max_size=60).map(str.encode))
def test_any_bytes_are_xml_or_refused(data):
    assert reason_of(lambda: parse_xml(data, "x")) in (None, Reason.NOT_XML, Reason.NOT_UTF8)


def test_blanks_before_a_document_count_for_the_line_of_its_fault():
    with pytest.raises(Refusal, match="not_xml: line 4: "):
        parse_xml(b" \n\n<a>\n</b>", "x")


@pytest.fixture
def put(tmp_path):
    def _put(content: bytes, name: str = "file") -> str:
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    return _put


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_document_is_a_file_of_one_record(put, read, pack):
    paper, file = read(put(pack(DOCTYPE + JATS % b"<p>One&nbsp;two.</p>")))
    assert outcome(paper) == (0, "paper", paper["paper_id"], None)
    assert [each["text"] for each in paper["paragraphs"]] == ["One two."]
    assert file_outcome(file) == ("jats", None, 1, True)


@pytest.mark.parametrize("name", ["auto", "jats"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"<article>\n<p>", "not_xml"), (b"<article>\xe9</article>", "not_utf8"), (b"<?xml <", "not_xml")],
)
def test_a_broken_document_is_a_file_of_one_refused_record(put, read, name, content, reason):
    refusal, file = read(put(content), name)
    assert outcome(refusal) == (0, "refusal", None, reason)
    assert refusal["detail"].startswith("line ")
    assert file_outcome(file) == (None if name == "auto" else name, None, 1, True)


def test_a_document_over_the_limit_is_not_read(put, read):
    refusal, file = read(put(JATS % (b"<p>" + b"x" * 10_000 + b"</p>")))
    assert outcome(refusal) == (0, "refusal", None, "record_too_large")
    assert file_outcome(file) == (None, None, 1, True)


def test_a_document_whose_gzip_is_cut_off_is_truncated(put, read):
    (file,) = read(put(gzip.compress(JATS % b"<p>One.</p>")[:-4]))
    assert file_outcome(file) == (None, "truncated", 0, False)


def test_a_document_in_another_layout_by_name_is_refused_with_its_root(put, read):
    refusal, file = read(put(b'<TEI xmlns="http://x"/>'), "jats")
    assert outcome(refusal) == (0, "refusal", None, "wrong_layout")
    assert refusal["detail"] == "not in the layout of jats; its root element is '{http://x}TEI'"
    assert file_outcome(file) == ("jats", None, 1, True)


@pytest.mark.parametrize("content", [b"", b" \n", b"\xef\xbb\xbf"])
def test_a_document_of_no_bytes_is_an_empty_file(put, read, content):
    (file,) = read(put(content, "x.xml"), "jats")
    assert file_outcome(file) == ("jats", "empty_file", 0, False)


def test_front_matter_is_apart_from_the_text():
    front = b"title: 'On: things'\ndate: 2020-05-17\nyear: 2020\ntags: [a, 1.5, .nan]\nwhen: 2020-05-17 10:00:00"
    assert parse_text(b"\xef\xbb\xbf---\n%s\n---\n\nOne.\n\n---\nTwo.\n" % front, "x") == TextDocument(
        "One.\n\n---\nTwo.",
        "x",
        {
            "title": "On: things", "date": "2020-05-17", "year": 2020, "tags": ["a", 1.5, None],
            "when": "2020-05-17T10:00:00",
        },
    )  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        "No front matter.\n\n---\nbut: rules\n---\nin between.",
        "---\nOne rule only.",
        "---\nA sentence between rules.\n---\nMore.",
        "----\n",
        "--- a: 1 ---",
    ],
)
def test_what_is_no_front_matter_stays_in_the_text(data):
    assert parse_text(data.encode(), "x") == TextDocument(data.strip(), "x", {})


def test_line_ends_of_windows_are_no_part_of_front_matter():
    assert parse_text(b"---\r\na: 1\r\n---\r\nOne.\r\n", "x") == TextDocument("One.", "x", {"a": 1})


@pytest.mark.parametrize(
    ("front", "detail"),
    [
        ("a: [1", "front matter: while parsing a flow sequence"),
        ("a: &x [1]\nb: *x", "front matter: an alias is not allowed"),
        ("a: 2020-13-45", "front matter: month must be in 1..12"),
        ("a: !!python/object/apply:os.system [ls]", "front matter: could not determine a constructor"),
        ("{[1]: 2}", "front matter: while constructing a mapping"),
        ("[" * 5_000, "front matter: "),
        ("a: " + "x" * 50_000, "the front matter has 50005 characters"),
        ("a: !!binary /w==", "front matter: 'utf-8' codec"),
        ('title: "\\ud800 x"', "front matter: str is not valid UTF-8"),
        ("year: 0x" + "f" * 5_000, "front matter: Integer exceeds 64-bit range"),
        ("0x" + "f" * 5_000 + ": 1", "front matter: "),
        ("a: 1\na: '\x07'", "front matter: unacceptable character #x0007"),
    ],
)
def test_broken_front_matter_is_refused(front, detail):
    with pytest.raises(Refusal) as refused:
        parse_text(f"---\n{front}\n---\nOne.".encode(), "x")
    assert refused.value.reason is Reason.WRONG_LAYOUT
    assert refused.value.detail.startswith(detail)


def test_a_text_that_is_not_utf8_is_refused_with_its_line():
    with pytest.raises(Refusal, match="not_utf8: line 3: invalid start byte"):
        parse_text(b"one\ntwo\nthree \xff", "x")


@given(
    st.binary(max_size=50) | st.text("-\n:a 1[]{}&*!'\"#|>%@", max_size=50).map(lambda t: f"---\n{t}\n---\n".encode())
)
def test_any_bytes_are_text_or_refused(data):
    assert reason_of(lambda: parse_text(data, "x")) in (None, Reason.NOT_UTF8, Reason.WRONG_LAYOUT)


@pytest.mark.parametrize(
    ("head", "name", "carrier"),
    [
        (b'{"a": 1}\n', "x.xml", Carrier.JSON),
        (b'garbage\n{"a": 1}\n', "x", Carrier.JSON),
        (b'{\n  "a": 1\n}', "x", Carrier.JSON),
        (b'[{"a": 1}]', "x", Carrier.JSON),
        (b"<article>", "x.txt", Carrier.XML),
        (b"junk <?xml version='1.0'?>", "x", Carrier.XML),
        (b"junk <?xml version='1.0'?>", "x.md", Carrier.TEXT),
        (b'{"a": "<?xml version=1.0?>"}\n', "x.jsonl", Carrier.JSON),
        (b'broken\n{"a": "<?xml version=1.0?>"}\n', "x.jsonl", Carrier.JSON),
        (b'{\n  "a": "<?xml version=1.0?>"\n}', "x.json", Carrier.JSON),
        (b'<?xml version="1.0"?>\n<a>\n{"a": 1}\n</a>', "x", Carrier.XML),
        (b"<!DOCTYPE html>", "README.md", Carrier.XML),
        (b"<div align='center'>", "a/paper.md", Carrier.TEXT),
        (b"[1](y)\n# Title", "x.MD.gz", Carrier.TEXT),
        (b"---\ntitle: x\n---\n", "x", Carrier.TEXT),
        (b"---\r\ntitle: x", "README", Carrier.TEXT),
        (b"Plain words.", "x.txt.zst", Carrier.TEXT),
        (b"Plain words.", "x.xml", None),
        (b"Plain words.", "x", None),
        (b"# Corpus", "a/README.md", None),
        (b"Copyright", "LICENSE.txt", None),
        (b"Glass", "index-of-refraction.txt", Carrier.TEXT),
        (b"\\documentclass", "x.tex", None),
        (b"caf\xe9", "x.txt", Carrier.TEXT),
        ("Text".encode("utf-16"), "x.txt", Carrier.TEXT),
        ("Text".encode("utf-16"), "x.tsv", None),
        (b"%PDF-1.7", "x.txt", None),
        (b"%!PS-Adobe", "x.txt", None),
        (b"{\\rtf1", "x.txt", None),
        (b"\x89PNG\r\n\x1a\n\0", "x.xml", None),
        (b"", "x.xml", Carrier.JSON),
    ],
)
def test_what_carries_the_records_is_seen_from_the_content(head, name, carrier):
    assert carrier_of(head, name) is carrier


TIMES = st.dates() | st.datetimes() | st.times() | st.timedeltas()
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.decimals() | st.text() | st.binary(max_size=3)
NESTED = st.recursive(
    SCALARS | TIMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3),
    max_leaves=5,
)


@given(NESTED)
def test_plain_values_are_those_of_json(value):
    try:
        found = plain(value)
    except UnicodeDecodeError:
        return
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_many_small_documents_cost_little_each(tmp_path, limits):
    """The reader opens, parses and closes: it keeps nothing of a file."""
    for number in range(200):
        (tmp_path / f"{number}.xml").write_bytes(JATS % b"<p>One.</p>")
    files = [(str(path), "auto") for path in sorted(tmp_path.iterdir())]
    (batch,) = read_files(files, Limits())
    assert batch.column("kind").to_pylist() == ["paper", "file"] * 200
