"""Names of authors out of the shapes in which JSON sources give them."""

from ratio_spark.corpus.format import Record


def first_author(record: Record) -> str | None:
    """The name of the first of `authors` who has one, however its parts are written; None where none is told.

    >>> first_author({"authors": [{"name": "A. Turing"}]}), first_author({"authors_parsed": [["Turing", "Alan", ""]]})
    ('A. Turing', 'Alan Turing')
    >>> first_author({"authors": [{"first": "Alan", "middle": ["M."], "last": "Turing", "suffix": ""}]})
    'Alan M. Turing'
    """
    for key in ("authors_parsed", "authors"):
        authors = record.get(key)
        if isinstance(authors, list):
            return next(filter(None, map(_name, authors)), None)
    return None


def _name(author: object) -> str | None:
    match author:
        case str():
            parts: list[object] = [author]
        case {"name": str(name)}:
            parts = [name]
        case {"last": str(last), **others} if last.strip():
            middle = others.get("middle")
            parts = [others.get("first"), *(middle if isinstance(middle, list) else []), last, others.get("suffix")]
        case [str(last), first, *suffixes] if last.strip():
            parts = [first, last, *suffixes[:1]]
        case _:
            parts = []
    return " ".join(part.strip() for part in parts if isinstance(part, str) and part.strip()) or None
