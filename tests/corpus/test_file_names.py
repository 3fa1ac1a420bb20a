"""What the name of a file says of its paper, in a folder as in an archive."""

import pytest
from test_archives import tar, zipped

from ratio_spark.corpus.file_names import paper_name
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files

TEXT, JATS = b"One. Two.", b"<article><body><p>One. Two.</p></body></article>"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/elife00047.xml", "elife00047"),
        ("10.21105.jose.00090.jats", "10.21105.jose.00090"),
        ("b.tei.xml.gz", "b"),
        ("journal.pbio.0020188.xml", "journal.pbio.0020188"),
        ("2310.00826", "2310.00826"),
        ("P02-1061word.docx.txt", "P02-1061word.docx"),
        ("pmc/5828200.nxml", "5828200"),
        ("/x/p1/Full_Text.XML", "p1/Full_Text"),
        ("/x/10.1.5/main.tei.xml", "10.1.5/main"),
        ("/x/2019/0012.txt", "2019/0012"),
        ("/x.zip/./paper.md", "x/paper"),
        ("s3://bucket/p1/text.txt.gz", "p1/text"),
        ("/paper.md", "paper"),
    ],
)
def test_a_document_is_named_after_its_file_and_where_that_tells_nothing_after_its_folder_too(path, name):
    assert paper_name(path) == name


def ids(*paths) -> list[str]:
    rows = [row for batch in read_files([(str(path), "auto") for path in paths], Limits()) for row in batch.to_pylist()]
    return [row["paper_id"] for row in rows if row["kind"] == "paper"]


@pytest.mark.parametrize(
    ("name", "content", "source"), [("fulltext.txt", TEXT, "text"), ("fulltext.xml", JATS, "jats")]
)
def test_papers_of_one_file_name_are_as_many_papers_in_folders_and_in_archives(tmp_path, name, content, source):
    for folder in ("p1", "p2"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_bytes(content)
        (tmp_path / f"{folder}.zip").write_bytes(zipped({name: content}))
    (tmp_path / "all.tar").write_bytes(tar({f"./{folder}/{name}": content for folder in ("p1", "p2")}))
    expected = [f"{source}:p1/fulltext", f"{source}:p2/fulltext"]
    assert ids(tmp_path / "p1" / name, tmp_path / "p2" / name) == expected
    assert ids(tmp_path / "p1.zip", tmp_path / "p2.zip") == expected
    assert ids(tmp_path / "all.tar") == expected
