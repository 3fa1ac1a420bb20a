"""Formulas of XML documents as one line of readable text: MathML, and TeX that brings its own preamble."""

import re
from collections.abc import Callable

from lxml import etree

from ratio_spark.corpus.xml_names import children, local_name

# Function application and invisible times, separator and plus: MathML writes them, a page does not show them.
_INVISIBLE = {ord(sign): None for sign in "\u2061\u2062\u2063\u2064"}
_ONE_TERM = re.compile(r"[+−-]?[\w′]*|\([^()]*\)")
_ANNOTATIONS = frozenset({"annotation", "annotation-xml", "mphantom"})


def tex_text(tex: str) -> str:
    r"""The formula of a TeX fragment, without document preamble, dollar signs and line breaks.

    >>> tex_text(r"\documentclass{minimal}\usepackage{x}\begin{document}$$ \alpha + 1 $$\end{document}")
    '\\alpha + 1'
    """
    _, begin, body = tex.partition(r"\begin{document}")
    formula = body.partition(r"\end{document}")[0] if begin else tex
    return " ".join(formula.split()).strip("$ ")


def mathml_text(element: etree._Element) -> str:
    """The formula of a `math` element or of a part of it, as people type formulas in plain text.

    >>> mathml_text(etree.fromstring("<msup><mn>10</mn><mrow><mo>-</mo><mn>3</mn></mrow></msup>"))
    '10^-3'
    """
    return " ".join(_text(element).translate(_INVISIBLE).split())


def _text(element: etree._Element) -> str:
    write = _WRITERS.get(local_name(element))
    if write is not None:
        return write(element)
    inner = "".join(_text(child) for child in children(element))
    return inner or " ".join((element.text or "").split())


def _parts(element: etree._Element) -> list[str]:
    """The texts of the arguments of an element that takes three of them at most; a missing one is empty."""
    texts = [_text(child) for child in children(element)]
    return [*texts, "", "", ""]


def _term(text: str) -> str:
    return text if _ONE_TERM.fullmatch(text) else f"({text})"


def _scripts(under: str, over: str) -> Callable[[etree._Element], str]:
    """A base with scripts, as in `x_i^2`; `under` and `over` tell which scripts the element has."""

    def write(element: etree._Element) -> str:
        base, *scripts = _parts(element)
        signs = under + over
        shown = zip(signs, map(str.strip, scripts), strict=False)
        return base + "".join(f"{sign}{_term(text)}" for sign, text in shown if text)

    return write


def _fraction(element: etree._Element) -> str:
    above, below, *_ = _parts(element)
    return f"{_term(above)}/{_term(below)}"


def _root(element: etree._Element) -> str:
    base, index, *_ = _parts(element)
    return f"{index}√{_term(base)}"


def _square_root(element: etree._Element) -> str:
    return f"√{_term(''.join(_parts(element)))}"


def _over(element: etree._Element) -> str:
    base, sign, *_ = _parts(element)
    is_accent = len(sign) == 1 and not sign.isalnum()
    return base + sign if is_accent else f"{base}^{_term(sign)}"


def _fenced(element: etree._Element) -> str:
    separator = element.get("separators", ",").strip()[:1]
    inner = separator.join(filter(None, _parts(element)))
    return f"{element.get('open', '(')}{inner}{element.get('close', ')')}"


def _words(element: etree._Element) -> str:
    return element.text or ""


_WRITERS: dict[str, Callable[[etree._Element], str]] = {
    "mfrac": _fraction,
    "msup": _scripts("", "^"),
    "msub": _scripts("_", ""),
    "msubsup": _scripts("_", "^"),
    "munder": _scripts("_", ""),
    "munderover": _scripts("_", "^"),
    "mover": _over,
    "mroot": _root,
    "msqrt": _square_root,
    "mfenced": _fenced,
    "mtext": _words,
    "mspace": lambda element: " ",
    "mtable": lambda element: "; ".join(filter(None, _parts(element))),
    "mtr": lambda element: " ".join(filter(None, _parts(element))),
    **dict.fromkeys(_ANNOTATIONS, lambda element: ""),
}
