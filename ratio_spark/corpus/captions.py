"""Captions of figures and tables that a source holds among its paragraphs."""

import re

_CAPTION = re.compile(r"\s*(?:Figure|FIGURE|Fig\.?|FIG\.?|Table|TABLE)\s*\d+[a-z]?\s*[:.|]\s")
# What begins so and is longer is a caption with the text behind it.
_LONGEST = 500


def is_caption(text: str) -> bool:
    """Whether a text begins as captions do and is no longer than they are.

    >>> is_caption("Figure 1: The model."), is_caption("Figure 1 shows the model."), is_caption("FIG. 2. The model.")
    (True, False, True)
    """
    return len(text) <= _LONGEST and _CAPTION.match(text) is not None
