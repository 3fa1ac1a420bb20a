"""Headings of back matter, which some sources hold within the body: nobody argues there, or it is no running text."""

import re

_NUMBER = r"(?:\W*(?:\d+|[ivx]+)[.):]?\s+)?"
_NAMES = (
    # English
    r"(?:list of )?references(?: cited)?|bibliography|(?:works|literature) cited",
    r"acknowledge?ments?(?: and .{1,40}| of .{1,40})?|fundings?(?: sources?| statements?| information)?",
    r"(?:declarations? of )?(?:competing|conflicts? of|conflicting|financial) interests?(?: statements?)?",
    r"authors?['’]*s? contributions?(?: statements?)?|contributions? of authors|credit .{1,40}statements?",
    r"(?:data|code|data and code) (?:availability|accessibility)(?: statements?)?|about the authors?",
    # Spanish, Portuguese, French, Italian, German
    r"referencias(?: bibliográficas)?|bibliografía|agradecimientos?|referências(?: bibliográficas)?|bibliografia",
    r"agradecimentos?|remerciements|bibliographie|références(?: bibliographiques)?|riferimenti(?: bibliografici)?",
    r"ringraziamenti|danksagung(?:en)?|literatur(?:verzeichnis)?",
)
_BACK_MATTER = re.compile(rf"{_NUMBER}(?:{'|'.join(_NAMES)})[\s.:]*", re.IGNORECASE)
_LONGEST = 80


def is_back_matter(heading: str | None) -> bool:
    """Whether a heading is that of references, acknowledgements or a declaration.

    >>> is_back_matter("6. Acknowledgements"), is_back_matter("Referencias"), is_back_matter("Related work")
    (True, True, False)
    """
    return heading is not None and len(heading) <= _LONGEST and _BACK_MATTER.fullmatch(heading.strip()) is not None
