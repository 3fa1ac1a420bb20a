"""Identifiers of other collections, as the datasets of Semantic Scholar write them."""

from ratio_spark.corpus.format import Record, text_of


def _identifier(external_ids: Record, name: str) -> str | None:
    """Names of identifiers are written `ArXiv` in one table and `arxiv` in another."""
    return next((text_of(external_ids, key) for key in external_ids if key.lower() == name), None)


def doi(external_ids: Record) -> str | None:
    """The DOI among `externalids`; raises `Refusal(WRONG_LAYOUT)`.

    >>> doi({"MAG": 5, "DOI": "10.1/x"})
    '10.1/x'
    """
    return _identifier(external_ids, "doi")


def arxiv_id(external_ids: Record) -> str | None:
    """The arXiv identifier among `externalids`; raises `Refusal(WRONG_LAYOUT)`."""
    return _identifier(external_ids, "arxiv")
