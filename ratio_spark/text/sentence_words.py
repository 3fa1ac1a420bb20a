"""What the sentence splitter knows about words; the lists and their reasons stand in data/sentences.yaml."""

from ratio_spark.text.word_lists import read_word_lists

_LISTS = read_word_lists("sentences.yaml")

TIER_OF = {word: tier for tier in ("never", "label", "opener", "end") for word in _LISTS[tier]}
"""Abbreviation (lower case, no last stop) to its tier."""

ROMAN = _LISTS["roman"]
"""Roman numerals in lower case."""

LISTED = ROMAN | TIER_OF.keys()
"""Words of three characters or more on which some rule has an opinion."""

OPENERS = _LISTS["openers"]
"""Words that commonly open a sentence, capitalised."""

LOWER_OPENERS = _LISTS["lower_openers"]
"""Words that open a sentence even in lower case."""

BEFORE_A_NAME = _LISTS["before_a_name"]
"""Words after which a single capital stands for a name."""

LETTERED = _LISTS["lettered"]
"""Words that a single capital or numeral names, lower case."""
