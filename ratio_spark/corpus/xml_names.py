"""Elements by their local names: publishers put one and the same element into various namespaces, or into none."""

from collections.abc import Iterator

from lxml import etree

from ratio_spark.corpus.documents import entity_text
from ratio_spark.corpus.refusals import Reason, Refusal

# Real papers nest some thirty elements (a formula in a list in an appendix); readers may call themselves at each.
DEEPEST = 100
_is_deeper = etree.XPath(f"boolean({'/'.join('*' * (DEEPEST + 1))})")


def local_name(element: etree._Element) -> str:
    """The name of an element without its namespace; empty for what is no element (an entity that nobody defined).

    >>> local_name(etree.fromstring('<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"/>'))
    'math'
    """
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def require_shallow(root: etree._Element) -> None:
    """Raise `Refusal(WRONG_LAYOUT)` where elements nest deeper below `root` than any paper needs."""
    if _is_deeper(root):
        raise Refusal(Reason.WRONG_LAYOUT, f"elements nest more than {DEEPEST} deep")


def children(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The child elements, in order; those with one of the names, where any is given."""
    for child in element:
        name = local_name(child)
        if name and (not names or name in names):
            yield child


def first(element: etree._Element | None, *path: str) -> etree._Element | None:
    """The first descendant on a path of names of children, None where there is none.

    >>> first(etree.fromstring("<a><b/><b><c>x</c></b></a>"), "b", "c").text
    'x'
    """
    for found in every(element, *path):
        return found
    return None


def every(element: etree._Element | None, *path: str) -> Iterator[etree._Element]:
    """All descendants on a path of names of children, in the order of the document."""
    if element is None:
        return
    if not path:
        yield element
        return
    for child in children(element, path[0]):
        yield from every(child, *path[1:])


def plain_text(element: etree._Element | None) -> str:
    """All text within an element, white space collapsed; empty for none."""
    return "" if element is None else " ".join("".join(_all_text(element)).split())


def _all_text(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for node in element.iterdescendants():
        if isinstance(node.tag, str):
            yield node.text or ""
        elif node.tag is etree.Entity:
            yield entity_text(node)
        yield node.tail or ""
