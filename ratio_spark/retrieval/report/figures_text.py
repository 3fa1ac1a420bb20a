"""How figures are written in tables: shares in percent, differences in points, p-values, intervals."""

from math import isnan


def percent(value: float) -> str:
    """A share in percent.

    >>> percent(0.17649), percent(float("nan"))
    ('17.6', '–')
    """
    return "–" if isnan(value) else f"{100 * value:.1f}"


def points(value: float) -> str:
    """A difference of shares in percent points, with its sign.

    >>> points(0.0512), points(-0.0004), points(0.0)
    ('+5.1', '−0.0', '+0.0')
    """
    return "–" if isnan(value) else f"{100 * value:+.1f}".replace("-", "−")


def interval_text(low: float, high: float, signed: bool = False) -> str:
    """An interval of shares in percent, or of differences of them in points.

    >>> interval_text(0.1712, 0.18), interval_text(-0.01, 0.02, signed=True), interval_text(float("nan"), 1.0)
    ('[17.1, 18.0]', '[−1.0, +2.0]', '–')
    """
    if isnan(low) or isnan(high):
        return "–"
    write = points if signed else percent
    return f"[{write(low)}, {write(high)}]"


def p_text(value: float) -> str:
    """A p-value.

    >>> p_text(0.00001), p_text(0.0437), p_text(1.0)
    ('< .001', '.044', '1.000')
    """
    return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")


def number_of(number: int, one: str, several: str) -> str:
    """How many there are of something.

    >>> number_of(1, "work", "works"), number_of(6788, "query", "queries")
    ('1 work', '6,788 queries')
    """
    return f"{number:,} {one if number == 1 else several}"


def size_of(queries: int, works: int) -> str:
    """How many queries of how many works.

    >>> size_of(6788, 1)
    '6,788 queries of 1 work'
    """
    return f"{number_of(queries, 'query', 'queries')} of {number_of(works, 'work', 'works')}"
