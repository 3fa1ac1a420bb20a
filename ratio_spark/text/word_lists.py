"""Reads the word lists that ship with the package (text/data/*.yaml)."""

from importlib.resources import files

import yaml

# A loader that knows strings only: `no` and `on` stay words. PyYAML's own is ten times slower than that of libyaml.
_Strings = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def read_word_lists(name: str) -> dict[str, frozenset[str]]:
    """Every list of a file of lists; a list may be broken into several for the eye. All items are strings.

    >>> sorted(read_word_lists("openings.yaml"))
    ['clause_words', 'connectives', 'determiners', 'linkers']
    >>> "no" in read_word_lists("openings.yaml")["determiners"]
    True
    """
    text = (files("ratio_spark.text") / "data" / name).read_text(encoding="utf-8")
    content = yaml.load(text, Loader=_Strings)
    return {
        name: frozenset(word for item in items for word in (item if isinstance(item, list) else [item]))
        for name, items in content.items()
    }


def read_words(name: str) -> frozenset[str]:
    """The words of a plain list: blanks between them, comment lines begin with `#`."""
    text = (files("ratio_spark.text") / "data" / name).read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
