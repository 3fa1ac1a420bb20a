"""Prompts that ask a model for markers: text files with placeholders, filled from one lexicon file."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from ratio_spark.curation.relation import Relation
from ratio_spark.errors import ConfigurationError
from ratio_spark.text.entries import Entry, Group

PLACEHOLDERS = ("move", "definition", "query", "gold", "known", "rejected", "number")
"""What a prompt may hold, as `$move`; `$$` is a dollar sign."""

_KNOWN = 60
_REJECTED = 20


@dataclass(frozen=True)
class Prompt:
    """A prompt by the name of its file."""

    name: str
    text: str

    def fill(self, relation: Relation, group: Group, number: int) -> str:
        """The prompt with what the lexicon file says of its relation, and a spread of its markers."""
        return Template(self.text).substitute(
            move=relation.label,
            definition=relation.definition,
            query=relation.query_role,
            gold=relation.gold_role,
            known=_listed([_example(entry, group) for entry in _spread(group.entries, _KNOWN)]),
            rejected=_listed(
                [f"{_example(entry, group)} ({entry.status})" for entry in _spread(group.rejected, _REJECTED)]
            ),
            number=number,
        )


def load_prompts(paths: Sequence[Path]) -> list[Prompt]:
    """The prompts of some files; without any, those that come with the package.

    Raises:
        ConfigurationError: a file cannot be read, is empty, or holds a placeholder that there is not.
    """
    shipped = files("ratio_spark.curation") / "data" / "prompts"
    sources: Sequence[Traversable] = paths or sorted(shipped.iterdir(), key=lambda item: item.name)
    prompts = []
    for source in sources:
        try:
            prompts.append(Prompt(source.name, source.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"--prompt {source}: cannot be read: {error}") from error
        _check(prompts[-1])
    return prompts


def _check(prompt: Prompt) -> None:
    template = Template(prompt.text)
    if not prompt.text.strip():
        raise ConfigurationError(f"--prompt {prompt.name} is empty; write what the model shall do")
    if not template.is_valid():
        raise ConfigurationError(f"--prompt {prompt.name}: a $ stands alone; write $$ for a dollar sign")
    unknown = [name for name in template.get_identifiers() if name not in PLACEHOLDERS]
    if unknown:
        choice = ", ".join(f"${name}" for name in PLACEHOLDERS)
        raise ConfigurationError(f"--prompt {prompt.name}: ${unknown[0]} is no placeholder; choose from {choice}")


def _spread(entries: Sequence[Entry], number: int) -> list[Entry]:
    """At most so many entries, evenly from all parts of a file."""
    step = max(1, -(-len(entries) // number))
    return list(entries[::step])


def _example(entry: Entry, group: Group) -> str:
    """The first marker that an entry stands for."""
    return next(entry.expand(group.words))


def _listed(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items) or "(none)"
