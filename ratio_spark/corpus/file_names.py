"""What the name of a file says of the paper in it, which may have no other identifier."""

import re

# The endings that say what a file is and not which paper.
_ENDINGS = re.compile(
    r"(?:\.(?:gz|zst|tar|tgz|zip|xml|nxml|jats|tei|txt|text|md|markdown|json|jsonl))+\Z", re.IGNORECASE
)
# Names that say what part of a paper a file is, or only which of those in its folder.
_COMMON = re.compile(
    r"(?:full|main|plain)?[-_ ]?(?:text|paper|article|document|manuscript|body|content|main|source|grobid|output)"
    r"|\d{1,4}",
    re.IGNORECASE,
)


def paper_name(path: str) -> str:
    """The name of a file without folders and endings; with its folder where many folders have a file of that name.

    Args:
        path: of the file, or of an archive with that of its member behind it. An archive is the folder that it
            unpacks to, so that a paper has one name in both.

    >>> paper_name("a/10.21105.jose.00090.jats"), paper_name("b.tei.xml.gz")
    ('10.21105.jose.00090', 'b')
    >>> paper_name("/papers/p1/fulltext.txt"), paper_name("/papers/p1.tar.gz/fulltext.txt"), paper_name("fulltext.txt")
    ('p1/fulltext', 'p1/fulltext', 'fulltext')
    """
    *folders, name = (_ENDINGS.sub("", part) for part in path.split("/") if part not in ("", "."))
    folder = folders[-1] if folders else ""
    return f"{folder}/{name}" if folder and _COMMON.fullmatch(name) else name
