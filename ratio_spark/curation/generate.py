"""`lexicon generate`: markers that language models propose, as candidates for one lexicon file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ratio_spark.command import STDERR
from ratio_spark.curation.endpoint import Endpoint
from ratio_spark.curation.lexicon_edit import replace_files, with_lines
from ratio_spark.curation.lines import group_of
from ratio_spark.curation.options import GenerateConfig
from ratio_spark.curation.prompts import load_prompts
from ratio_spark.curation.proposals import Refusal, Sifted, read_answer, sift
from ratio_spark.curation.relation import relation_of
from ratio_spark.errors import ConfigurationError, RatioError
from ratio_spark.progress import Progress
from ratio_spark.text.lexicon import Lexicon

_SHOWN = 20
# Refusals that need no explanation one by one.
_EXPECTED = (Refusal.KNOWN, Refusal.REPEATED)


@dataclass(frozen=True)
class Answers:
    """What models proposed (model and item), and what went wrong, a sentence each.

    unreadable: answers in which there is no list of markers; failed: requests without an answer.
    """

    proposals: tuple[tuple[str, Any], ...]
    unreadable: tuple[str, ...]
    failed: tuple[str, ...]


def run(config: GenerateConfig) -> dict[str, Any] | None:
    """Ask every model with every prompt, and give what is new as candidate lines.

    Returns:
        The figures; None where the lines themselves are the output.

    Raises:
        ConfigurationError: an option is wrong, or the endpoint refuses every request.
        RetryableError: the endpoint cannot be reached or is busy.
    """
    folder = config.lexicon_folder
    lexicon = Lexicon.load(folder)
    group = group_of(lexicon, config.move)
    relation = relation_of(folder, group)
    prompts = [(prompt.name, prompt.fill(relation, group, config.number)) for prompt in load_prompts(config.prompt)]
    if config.output and config.output.exists():
        raise ConfigurationError(f"--output {config.output} is there already; name a new file")
    answers = _ask(Endpoint(str(config.endpoint), config.timeout), config.model, prompts)
    sifted = sift(answers.proposals, lexicon, folder, group)
    _report(STDERR, answers, sifted)
    if config.write:
        content = (folder / group.file).read_bytes()
        replace_files(folder, {group.file: with_lines(content, sifted.lines)})
    elif config.output:
        _write(config.output, sifted.lines)
    else:
        for line in sifted.lines:
            print(line)
        return None
    return {
        "candidates": len(sifted.lines),
        "file": str(config.output or folder / group.file),
        "proposals": len(answers.proposals),
        "refused": sifted.counts,
        "unreadable": list(answers.unreadable),
        "failed": list(answers.failed),
    }


def _ask(endpoint: Endpoint, models: Sequence[str], prompts: Sequence[tuple[str, str]]) -> Answers:
    """Put every prompt to every model; what one refuses does not cost the answers of the others.

    Raises:
        RatioError: of the first request, where none was answered.
    """
    proposals: list[tuple[str, Any]] = []
    unreadable: list[str] = []
    errors: list[RatioError] = []
    requests = [(model, name, prompt) for model in models for name, prompt in prompts]
    with Progress(STDERR) as progress:
        for number, (model, name, prompt) in enumerate(requests, 1):
            progress.say(f"asking {model} with {name}, {number} of {len(requests)}")
            try:
                answer = endpoint.ask(model, prompt)
                proposals += [(model, item) for item in read_answer(answer.text)]
            except ValueError as error:
                unreadable.append(f"{model} to {name}: {answer.cut or error}")
            except RatioError as error:
                errors.append(error)
    if len(errors) == len(requests):
        raise errors[0]
    return Answers(tuple(proposals), tuple(unreadable), tuple(map(str, errors)))


def _write(path: Path, lines: Sequence[str]) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise ConfigurationError(f"--output {path}: cannot be written: {error.strerror}") from error


def _report(console: Console, answers: Answers, sifted: Sifted) -> None:
    refusals = "; ".join(f"{count:,} {reason}" for reason, count in sifted.counts.items()) or "none"
    console.print(
        Text(
            f"{len(answers.proposals):,} proposals: {len(sifted.lines):,} new candidates, all of them unvetted; "
            f"refused: {refusals}"
        )
    )
    telling = [item for item in sifted.refused if item.reason not in _EXPECTED]
    for item in telling[:_SHOWN]:
        console.print(Text(f"  refused {item.proposal[:80]!r}: {item.detail or item.reason}", style="dim"))
    if len(telling) > _SHOWN:
        console.print(f"  and {len(telling) - _SHOWN:,} more", style="dim")
    for sentence in answers.unreadable:
        console.print(Text(f"  no list of markers in the answer of {sentence}", style="yellow"))
    for sentence in answers.failed:
        console.print(Text(f"  no answer: {sentence}", style="yellow"))
