"""`lexicon agree`: the agreement of annotators, and their decisions as status of the lexicon's lines."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ratio_spark.command import STDERR
from ratio_spark.curation.agreement import Agreement, Decision, Judged, Tally, agreements, judged_lines
from ratio_spark.curation.lexicon_edit import replace_files, with_statuses
from ratio_spark.curation.lines import Line, lines_by_id, live_lines
from ratio_spark.curation.options import AgreeConfig
from ratio_spark.curation.records import read_records
from ratio_spark.errors import ConfigurationError
from ratio_spark.text.entries import Entry
from ratio_spark.text.lexicon import Lexicon

UNVETTED = "unvetted"
_STATES = (*Decision, UNVETTED)
_ACCEPTED_BY = "accepted by "


class NewStatus(NamedTuple):
    """A line of the lexicon and the status that it comes to."""

    line: Line
    status: str


def run(config: AgreeConfig) -> dict[str, Any]:
    """Say how far the annotators agree and what they decide; with --write, put it into the lexicon.

    Raises:
        ConfigurationError: there are no judgments, scikit-learn is missing, or a file cannot be written.
        DataContractError: a line of a record is no judgment.
    """
    folder = config.lexicon_folder
    lexicon = Lexicon.load(folder)
    records = read_records(config.records_folder)
    if not records:
        raise ConfigurationError(f"{config.records_folder} holds no judgments; `ratio-spark lexicon vet` makes them")
    compared = agreements(records)
    known = lines_by_id(lexicon)
    every = judged_lines(records, config.accept, config.min_pairs)
    judged = [line for line in every if line.marker_id in known]
    changes = new_statuses(judged, known)
    if config.write and changes:
        write_statuses(folder, changes)
    states = _states(live_lines(lexicon), judged)
    _report(STDERR, compared, judged, states)
    _report_changes(STDERR, changes, len(every) - len(judged), written=config.write)
    return {
        "agreement": [asdict(agreement) for agreement in compared],
        "lines": {str(decision): _listed(judged, decision) for decision in Decision},
        "states": states,
        "written": [f"{line.place}: {status}" for line, status in changes] if config.write else [],
    }


def new_statuses(judged: Iterable[Judged], known: Mapping[str, Line]) -> list[NewStatus]:
    """The lines whose status cell must change; a line that was rejected earlier stays so."""
    changes = []
    for item in judged:
        line = known[item.marker_id]
        status = _status(item, line.entry)
        if status != line.entry.status and not line.entry.rejected:
            changes.append(NewStatus(line, status))
    return changes


def _status(item: Judged, entry: Entry) -> str:
    if item.decision == Decision.REJECTED:
        return f"rejected: holds in {_figures(item.voices)}"
    if item.decision != Decision.ACCEPTED:
        return entry.status
    # Whoever accepted the line before keeps standing there.
    before = [] if entry.unvetted else entry.status.removeprefix(_ACCEPTED_BY).split(", ")
    return _ACCEPTED_BY + ", ".join(dict.fromkeys([*before, *item.voices]))


def write_statuses(folder: Path, changes: Iterable[NewStatus]) -> None:
    """Put status cells into the files of a lexicon; nothing else in them changes.

    Raises:
        ConfigurationError: a file cannot be written.
    """
    cells: dict[str, dict[int, str]] = {}
    for line, status in changes:
        cells.setdefault(line.group.file, {})[line.entry.line] = status
    replace_files(folder, {file: with_statuses((folder / file).read_bytes(), cells[file]) for file in cells})


def _states(lines: Sequence[Line], judged: Sequence[Judged]) -> dict[str, dict[str, int]]:
    """By label: the lines in each state. What no record judges is as its status says, or unvetted."""
    decisions = {line.marker_id: str(line.decision) for line in judged}
    counts: dict[str, Counter[str]] = {}
    for line in lines:
        otherwise = UNVETTED if line.entry.unvetted else str(Decision.ACCEPTED)
        counts.setdefault(line.label, Counter())[decisions.get(line.marker_id, otherwise)] += 1
    return {label: {str(state): count[state] for state in _STATES} for label, count in counts.items()}


def _listed(judged: Iterable[Judged], decision: Decision) -> list[dict[str, Any]]:
    return [
        {
            "label": line.label,
            "line": line.line,
            "tallies": {name: asdict(tally) for name, tally in line.tallies.items()},
        }
        for line in judged
        if line.decision == decision
    ]


def _figures(tallies: Mapping[str, Tally]) -> str:
    return ", ".join(f"{tally.yes} of {tally.judged} pairs by {name}" for name, tally in tallies.items())


def _report(
    console: Console,
    compared: Sequence[Agreement],
    judged: Sequence[Judged],
    states: Mapping[str, Mapping[str, int]],
) -> None:
    for agreement in compared:
        console.print(Text(_in_words(agreement)))
    if not compared:
        console.print("One annotator alone: agreement and decisions need two")
    for decision in Decision:
        for line in judged:
            if line.decision == decision:
                figures = f"  holds in {_figures(line.tallies)}"
                console.print(
                    Text.assemble(f"{decision:>10}  ", (line.line, "bold green"), f"  {line.label}", (figures, "dim"))
                )
    table = Table("lines", box=None, header_style="bold")
    for state in _STATES:
        table.add_column(str(state), justify="right")
    for label, counts in states.items():
        table.add_row(label, *[f"{counts[str(state)]:,}" for state in _STATES])
    console.print(table)


def _in_words(agreement: Agreement) -> str:
    names = " and ".join(agreement.annotators)
    if not agreement.pairs:
        return f"{names}: no pair judged by both; Cohen's kappa is undefined"
    share = f"{names}: {agreement.pairs:,} pairs judged by both, {agreement.same / agreement.pairs:.0%} of them alike"
    if agreement.kappa is None:
        return f"{share}; Cohen's kappa is undefined: both gave one and the same verdict throughout"
    return f"{share}; Cohen's kappa {agreement.kappa:.2f}"


def _report_changes(console: Console, changes: Sequence[NewStatus], gone: int, *, written: bool) -> None:
    if gone:
        console.print(f"{gone:,} judged lines are no longer in the lexicon")
    if not changes:
        console.print("No status cell of the lexicon has to change")
    elif not written:
        console.print(f"--write puts {len(changes):,} of these decisions into the lexicon")
    else:
        console.print(f"{len(changes):,} status cells written to the lexicon")
        if any(status.startswith("rejected") for _, status in changes):
            console.print("Rejected lines fire no more: the next `ratio-spark mine` mines again")
