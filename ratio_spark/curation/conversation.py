"""The conversation of a sitting: a pair on the screen, a key from the person, a verdict in the record."""

from collections.abc import Collection, Iterator, Mapping

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ratio_spark.curation.records import Verdict
from ratio_spark.curation.relation import Relation
from ratio_spark.curation.sitting import DrawnLine, Question, Sitting

_VERDICTS = {"y": Verdict.YES, "n": Verdict.NO, "u": Verdict.UNSURE, "s": Verdict.SKIP}
_STYLES = {Verdict.YES: "green", Verdict.NO: "red", Verdict.UNSURE: "yellow", Verdict.SKIP: "dim"}
_HELP = """\
Yes: the marker signals the relation that is defined above, and refers back to the sentence before it.
No: it signals another relation, or none, or stands for itself. Judge the marker, not the quality of the text.
Back takes the last answer back, skip passes over the rest of this line. Every answer is kept at once,
and the same command goes on where you stop."""
_CHOICES = "[y]es [n]o [u]nsure [b]ack [s]kip [q]uit [?]"


class Conversation:
    """Shows question after question and takes the answers.

    Args:
        relations: by label.
        vetted: the marker_ids of lines that somebody has judged a pair of.
    """

    def __init__(
        self, console: Console, sitting: Sitting, relations: Mapping[str, Relation], vetted: Collection[str]
    ) -> None:
        self._console = console
        self._sitting = sitting
        self._relations = relations
        self._vetted = vetted
        self._shown: DrawnLine | None = None

    def hold(self, keys: Iterator[str]) -> None:
        """Ask until all is answered, the annotator quits or the input ends."""
        while question := self._sitting.current:
            self._show(question)
            key = next((key for key in keys if self._is_known(key)), "q")
            if key == "q":
                return
            self._take(key)

    def _is_known(self, key: str) -> bool:
        """Whether a key is an answer; help is given at once, an unknown key named."""
        if key == "?":
            self._console.print(Text(f"\n{_HELP}", style="dim"))
        elif known := key in {*_VERDICTS, "b", "q"}:
            return known
        elif key.isprintable():
            self._console.print(Text(f"{key or 'an empty line'} is no answer; ? gives help", style="dim"))
        return False

    def _take(self, key: str) -> None:
        if key == "b":
            undone = self._sitting.back()
            words = f"taken back: {undone.verdict} to {undone.line}" if undone else "there is nothing to take back"
            self._console.print(Text(words, style="magenta"))
        else:
            verdict = _VERDICTS[key]
            self._sitting.answer(verdict)
            self._console.print(Text(verdict, style=_STYLES[verdict]))

    def _show(self, question: Question) -> None:
        relation = self._relations[question.drawn.line.label]
        if question.drawn is not self._shown:
            self._show_line(question, relation)
            self._shown = question.drawn
        pair = question.pair
        rows = Table.grid(padding=(0, 2))
        rows.add_column(style="dim", no_wrap=True)
        rows.add_column()
        rows.add_row(relation.query_role, _readable(pair.query))
        rows.add_row(
            relation.gold_role, Text.assemble((_readable(pair.marker), "bold green"), " ", _readable(pair.gold))
        )
        self._console.print(Padding(rows, (1, 0, 0, 2), expand=False))
        counter = f"pair {question.number} of {len(question.drawn.pairs)}"
        self._console.print(Text(f"{counter}  does it hold? {_CHOICES} ", style="dim"), end="")

    def _show_line(self, question: Question, relation: Relation) -> None:
        line = question.drawn.line
        standing = "candidate" if line.entry.unvetted and line.marker_id in self._vetted else line.standing
        self._console.print()
        self._console.rule(f"line {question.line_number} of {len(self._sitting.lines)}", align="left", style="dim")
        self._console.print(Text.assemble((line.entry.text, "bold green"), f"  {line.label}"))
        self._console.print(Text(f"{question.drawn.fired:,} pairs, {standing}", style="dim"))
        self._console.print(Text(relation.definition, style="italic"))


def _readable(text: str) -> str:
    """A text of a paper without the invisible characters that could command the terminal."""
    return "".join(sign for sign in text if sign.isprintable())
