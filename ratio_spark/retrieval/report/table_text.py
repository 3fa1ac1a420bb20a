"""A table of figures as Markdown, as LaTeX (booktabs) and for the terminal: one description, three looks."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

_ANY_WIDTH = 1000
# So many columns still fit into one of two columns of text.
_NARROW = 4
_LATEX = str.maketrans(
    {
        "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", "†": r"\textdagger{}", "‡": r"\textdaggerdbl{}",
        "–": "--", "−": "$-$", "±": r"$\pm$", "×": r"$\times$", "≥": r"$\geq$", "≤": r"$\leq$", "→": r"$\to$",
        "<": "$<$", ">": "$>$", "|": r"\textbar{}", "…": r"\dots{}", "≠": r"$\neq$",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """A figure or a word. is_best: the best of its column; is_near: not told apart from the best."""

    text: str
    is_best: bool = False
    is_near: bool = False


@dataclass(frozen=True)
class Block:
    """Rows that stand together, ruled off from the others. title: what they are; empty: nothing need be said."""

    title: str
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Table:
    """A table.

    name: of its file and its LaTeX label.
    groups: headings over the columns after the first ones, with the number of columns that each spans.
    columns: the headings of the columns. texts: so many columns, the first ones, hold words; the others figures.
    notes: what its marks mean and what it shows, a sentence each.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    blocks: tuple[Block, ...]
    groups: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    texts: int = 1

    @property
    def headings(self) -> list[str]:
        """The heading of each column, with that of its group before it."""
        over = [group for group, width in self.groups for _ in range(width)]
        over = [""] * (len(self.columns) - len(over)) + over
        return [f"{group} {column}".strip() for group, column in zip(over, self.columns, strict=True)]

    def markdown(self) -> str:
        """The table as Markdown, with its title as a heading and its notes below."""
        ruler = ["---"] * self.texts + ["---:"] * (len(self.columns) - self.texts)
        lines = [[_markdown_text(heading) for heading in self.headings], ruler]
        for block in self.blocks:
            if block.title:
                lines.append([f"*{_markdown_text(block.title)}*", *[""] * (len(self.columns) - 1)])
            lines += [[_markdown(cell) for cell in row] for row in block.rows]
        rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return "\n\n".join([f"## {self.title}", rows, *map(_markdown_text, self.notes)]) + "\n"

    def latex(self) -> str:
        """The table as a LaTeX float, which needs the package booktabs."""
        figures = len(self.columns) - self.texts
        floats = "table*" if len(self.columns) > _NARROW else "table"
        lines = [
            rf"\begin{{{floats}}}",
            r"\centering\small",
            rf"\begin{{tabular}}{{{'l' * self.texts}{'r' * figures}}}",
        ]
        lines += [r"\toprule", *self._latex_groups(), _latex_row(map(_latex_text, self.columns)), r"\midrule"]
        for place, block in enumerate(self.blocks):
            if place:
                lines.append(r"\midrule")
            if block.title:
                lines.append(rf"\multicolumn{{{len(self.columns)}}}{{l}}{{\emph{{{_latex_text(block.title)}}}}} \\")
            lines += [_latex_row(map(_latex, row)) for row in block.rows]
        caption = " ".join([f"{self.title}.", *self.notes])
        lines += [r"\bottomrule", r"\end{tabular}", rf"\caption{{{_latex_text(caption)}}}"]
        return "\n".join([*lines, rf"\label{{tab:{self.name}}}", rf"\end{{{floats}}}"]) + "\n"

    def print_to(self, console: Console) -> None:
        """Print the table and its notes; a wide one is as wide as it needs, whatever the terminal is."""
        table = RichTable(box=box.SIMPLE_HEAD, title=Text(self.title), title_justify="left", pad_edge=False)
        for place, heading in enumerate(self.headings):
            table.add_column(Text(heading), justify="left" if place < self.texts else "right", no_wrap=True)
        for block in self.blocks:
            if block.title:
                table.add_row(Text(block.title, "italic"))
            for row in block.rows:
                table.add_row(*[Text(cell.text, _style(cell)) for cell in row])
            table.add_section()
        table.width = Measurement.get(console, console.options.update(width=_ANY_WIDTH), table).maximum
        console.print(table, crop=False)
        for note in self.notes:
            console.print(Text(note))

    def _latex_groups(self) -> list[str]:
        if not self.groups:
            return []
        last = len(self.columns) - sum(width for _, width in self.groups)
        heads, rules = [""] * last, []
        for group, width in self.groups:
            heads.append(rf"\multicolumn{{{width}}}{{c}}{{{_latex_text(group)}}}")
            rules.append(rf"\cmidrule(lr){{{last + 1}-{last + width}}}")
            last += width
        return [_latex_row(heads), "".join(rules)]


def _style(cell: Cell) -> str:
    return "bold" if cell.is_best else "underline" if cell.is_near else ""


def _markdown(cell: Cell) -> str:
    mark = "**" if cell.is_best else "_" if cell.is_near else ""
    return f"{mark}{_markdown_text(cell.text)}{mark}"


def _markdown_text(text: str) -> str:
    """Signs that Markdown reads are escaped, but not between backticks."""
    parts = text.split("`")
    for place in range(0, len(parts), 2):
        for sign in "|*_<>":
            parts[place] = parts[place].replace(sign, f"\\{sign}")
    return "`".join(parts)


def _latex(cell: Cell) -> str:
    text = _latex_text(cell.text)
    return rf"\textbf{{{text}}}" if cell.is_best else rf"\underline{{{text}}}" if cell.is_near else text


def _latex_text(text: str) -> str:
    """Signs that LaTeX reads are escaped; what stands between backticks is set as code."""
    parts = [part.translate(_LATEX) for part in text.split("`")]
    return "".join(rf"\texttt{{{part}}}" if place % 2 else part for place, part in enumerate(parts))


def _latex_row(cells: "Sequence[str] | map[str]") -> str:
    return " & ".join(cells) + r" \\"
