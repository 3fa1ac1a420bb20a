"""Every table once: its columns with their meaning, its partition, how many leading columns get statistics.

Long text columns come last, so that file statistics stay on the columns that are filtered by.
"""

from dataclasses import dataclass

# How long files stay that only older versions of a table need, unless maintenance is told otherwise.
KEEP_DAYS = 30

PARAGRAPHS = "ARRAY<STRUCT<section: STRING, text: STRING>>"
CITATIONS = "ARRAY<STRUCT<paragraph: INT, start: INT, end: INT>>"


@dataclass(frozen=True)
class Column:
    """A column: its name, its SQL type and what it holds."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True)
class Table:
    """A Delta table of a root.

    `statistics` is the number of leading columns whose minimum and maximum are kept per file.
    """

    name: str
    columns: tuple[Column, ...]
    partition: str | None = None
    statistics: int = 4

    @property
    def column_names(self) -> list[str]:
        return [column.name for column in self.columns]


_PAPER = (
    Column("paper_id", "STRING", "source:native_id"),
    Column("pub_month", "STRING", "YYYY-MM; YYYY-00 for a year only, 0000-00 for no date"),
    Column("pub_date", "DATE", "first day of the known period of publication"),
    Column("date_precision", "STRING", "day, month, year or none"),
)
_PAPER_PLACE = (
    *_PAPER,
    Column("pub_year", "INT", "year of pub_month, 0 for no date"),
)
_TEXT_PLACE = (
    Column("section", "STRING", "heading of the section, as the paper has it"),
    Column("paragraph", "INT", "paragraph of the paper, from 0"),
    Column("sentence", "INT", "sentence of the paragraph, from 0"),
    Column("flags", "ARRAY<STRING>", "what a selection may leave this text out for"),
)
_MARKER = (
    Column("marker", "STRING", "the marker as it stands in the paper, with its comma"),
    Column("marker_id", "STRING", "hash of the one lexicon line that fired"),
    Column("extension", "STRING", "the words that filled an open slot of the marker"),
)
_RUN_ID = Column("run_id", "STRING", "the run that wrote this row")
_PAIR_ID = Column("pair_id", "STRING", "hash of paper_id, query, marker sentence and occurrence")
_CANDIDATE_ID = Column("candidate_id", "STRING", "hash of pair_id")

SOURCES = Table(
    "sources",
    (
        Column("source_file", "STRING", "path or URL of the file"),
        Column("format", "STRING", "the format it was read in"),
        Column("size", "BIGINT", "bytes"),
        Column("mtime", "TIMESTAMP", "time of last change, as the file system gives it"),
        Column("etag", "STRING", "entity tag, where the object store gives one"),
        Column("records", "BIGINT", "records that the reader counted"),
        Column(
            "papers", "BIGINT", "records that became a paper (in a file of metadata or withdrawals: that were taken)"
        ),
        Column("quarantined", "BIGINT", "records that were refused, or whose paper is withdrawn"),
        Column("duplicates", "BIGINT", "records that a newer record with the same paper_id supersedes"),
        Column("left_out", "BIGINT", "records that the options of the run leave out (fields, dates, limit)"),
        Column("complete", "BOOLEAN", "whether the file was read to its end"),
        Column("digest", "STRING", "SHA-256 of the file, where it was read to its end"),
        Column("scope", "STRING", "fingerprint of the options that decide what is taken from the file"),
        _RUN_ID,
    ),
)

PAPERS = Table(
    "papers",
    (
        *_PAPER,
        Column("date_source", "STRING", "the field of the source that gave the date"),
        Column("content_hash", "STRING", "hash of what mining reads: date, paragraphs and citations"),
        Column("source", "STRING", "the collection the paper comes from"),
        Column("source_file", "STRING", "the file it was read from"),
        Column("record", "BIGINT", "record of that file, from 0; NULL once the file holds it no more"),
        Column("updated", "STRING", "time stamp of the record, where the source has one; orders records of one paper"),
        Column("date_reason", "STRING", "why this date and not that of the source; NULL: it is that of the source"),
        Column("fields", "ARRAY<STRING>", "fields of study or subject categories"),
        Column("language", "STRING", "ISO 639 code: as the source says, or as the text shows; NULL: neither tells"),
        Column("doi", "STRING", "digital object identifier"),
        Column("arxiv_id", "STRING", "arXiv identifier, without version"),
        Column("first_author", "STRING", "the first author, as the source writes the name"),
        Column("license", "STRING", "licence of the text, where the source has it"),
        _RUN_ID,
        Column("title", "STRING", "title"),
        Column("citations", CITATIONS, "code points of paragraphs that cite other work; NULL: the source marks none"),
        Column("paragraphs", PARAGRAPHS, "the paragraphs in order, each with the heading of its section"),
    ),
    partition="pub_month",
    statistics=6,
)

QUARANTINE = Table(
    "quarantine",
    (
        Column("source_file", "STRING", "the file it stands in"),
        Column("record", "BIGINT", "record of the file, from 0; NULL where the file itself is at fault"),
        Column("paper_id", "STRING", "the paper, where the record says it"),
        Column("reason", "STRING", "one of a closed list"),
        _RUN_ID,
        Column("detail", "STRING", "what exactly was wrong"),
    ),
)

QUERIES = Table(
    "queries",
    (
        _PAIR_ID,
        *_PAPER_PLACE,
        Column("move", "STRING", "the move that the marker signals"),
        *_MARKER,
        *_TEXT_PLACE,
        _RUN_ID,
        Column("text", "STRING", "the whole sentence"),
    ),
    partition="pub_year",
    statistics=4,
)

GOLDS = Table(
    "golds",
    (
        _PAIR_ID,
        _CANDIDATE_ID,
        *_PAPER_PLACE,
        Column("move", "STRING", "the move that the marker signals"),
        *_TEXT_PLACE,
        _RUN_ID,
        Column("text", "STRING", "the sentence without its marker"),
    ),
    partition="pub_year",
)

DISTRACTORS = Table(
    "distractors",
    (
        _PAIR_ID,
        _CANDIDATE_ID,
        *_PAPER_PLACE,
        Column("kind", "STRING", "the kind of the distractor marker"),
        *_MARKER,
        *_TEXT_PLACE,
        _RUN_ID,
        Column("previous", "STRING", "the sentence before it"),
        Column("text", "STRING", "the sentence without its marker"),
    ),
    partition="pub_year",
)

MINED_PAPERS = Table(
    "mined_papers",
    (
        Column("paper_id", "STRING", "the paper"),
        Column("pub_month", "STRING", "the month its rows stand under"),
        Column("content_hash", "STRING", "hash of what was mined"),
        Column("lexicon_fingerprint", "STRING", "hash of the lexicons it was mined with"),
        Column("engine_version", "STRING", "version of the text core it was mined with"),
        Column("paragraphs", "INT", "paragraphs of the paper"),
        Column("sentences", "INT", "sentences of the paper"),
        Column("pairs", "INT", "consecutive sentences within a paragraph"),
        Column("matched", "INT", "sentences that open with a marker, with or without a sentence before"),
        Column("pub_year", "INT", "year of pub_month, 0 for no date"),
        _RUN_ID,
    ),
    partition="pub_year",
)

WORKS = Table(
    "works",
    (
        Column("paper_id", "STRING", "a paper that is not the only one of its work"),
        Column("work_id", "STRING", "the smallest paper_id of the work"),
        Column("why", "STRING", "what it has in common with another paper of the work: arxiv_id, doi, title"),
    ),
)

WITHDRAWN = Table(
    "withdrawn",
    (
        Column("paper_id", "STRING", "a paper that is not in the tables, whatever file holds it"),
        Column("source_file", "STRING", "the list that names it"),
        Column("record", "BIGINT", "record of that list, from 0"),
        _RUN_ID,
    ),
)

CLAIMS = Table(
    "claims",
    (
        Column("sequence", "BIGINT", "counts the states of the claim"),
        Column("token", "STRING", "one holding of the claim"),
        Column("job", "STRING", "the command that holds it"),
        Column("holder", "STRING", "the process that holds it, as JSON"),
        Column("taken", "TIMESTAMP", "when it was taken"),
        Column("expires", "TIMESTAMP", "until when it holds unless it is renewed; NULL: it was given back"),
    ),
)

OPENERS = Table(
    "openers",
    (
        Column("opener", "STRING", "up to 7 words before the first comma of a sentence, folded"),
        Column("status", "STRING", "known: the lexicon has it as a marker or a rejected line; else unknown"),
        Column("suggestion", "STRING", "move or distractor kind of the line it resembles; NULL: none, or rejected"),
        Column("papers", "BIGINT", "papers with such a sentence"),
        Column("sentences", "BIGINT", "sentences that open so"),
        Column("pairs", "BIGINT", "those of them with a sentence before them in the paragraph"),
        Column("resembles", "STRING", "the line of the lexicon that knows it, or the marker most like it"),
        Column("likeness", "DOUBLE", "0 to 1: shared words over all words of both, rare words weighing more"),
        Column(
            "samples",
            "ARRAY<STRUCT<paper_id: STRING, previous: STRING, sentence: STRING>>",
            "up to 3, each of another paper: the end of the sentence before, and the beginning of the sentence",
        ),
    ),
    statistics=6,
)

RUNS = Table(
    "runs",
    (
        Column("sequence", "BIGINT", "1 for the first published run of this root"),
        Column("run_id", "STRING", "fingerprint of all that decides the result"),
        Column("job", "STRING", "the command"),
        Column("started", "TIMESTAMP", "when the run started"),
        Column("finished", "TIMESTAMP", "when the run was published"),
        Column("slices", "ARRAY<STRING>", "the months whose rows were replaced; empty where rows were only added"),
        Column("fingerprints", "MAP<STRING, STRING>", "input, lexicon and engine"),
        Column("versions", "MAP<STRING, BIGINT>", "the version of every table to read"),
        Column("counts", "MAP<STRING, BIGINT>", "what the root holds after this run"),
        Column("options", "MAP<STRING, STRING>", "the options of the run"),
        Column("work", "MAP<STRING, BIGINT>", "what this run read and mined, and what it added and removed"),
    ),
)

_BENCHMARK_ID = Column("benchmark_id", "STRING", "fingerprint of the specification and the mined versions")
_SPLIT = Column("split", "STRING", "train, validation or test")
_QUERY_ID = Column("pair_id", "STRING", "the query, by the smallest pair_id that it stands for")
_POOL_ID = Column("candidate_id", "STRING", "the candidate, by the smallest candidate_id that it stands for")

BENCHMARK_QUERIES = Table(
    "benchmark_queries",
    (
        _BENCHMARK_ID,
        _QUERY_ID,
        _SPLIT,
        Column("move", "STRING", "the move that its golds make"),
        Column("paper_id", "STRING", "the paper of that pair"),
        Column("work_id", "STRING", "the work of that paper"),
        Column("pub_date", "DATE", "first day of the known period in which that paper was published"),
        Column("date_precision", "STRING", "day, month, year or none"),
        Column("marker", "STRING", "the marker between query and gold"),
        Column("marker_id", "STRING", "hash of the lexicon line that fired"),
        *_TEXT_PLACE,
        Column("license", "STRING", "licence of the text, where the source has it"),
        Column("papers", "ARRAY<STRING>", "the papers of all pairs that it stands for, sorted"),
        Column("works", "ARRAY<STRING>", "the works of these papers, sorted"),
        Column("licenses", "ARRAY<STRING>", "the known licences of these papers, sorted"),
        Column("text", "STRING", "the whole sentence"),
    ),
    partition="benchmark_id",
)
LISTS_OF_QUERIES = {"papers": "paper_id", "works": "work_id", "licenses": "license"}
"""Lists of `benchmark_queries`: of all pairs that are one query what a column has of the first."""

BENCHMARK_CANDIDATES = Table(
    "benchmark_candidates",
    (
        _BENCHMARK_ID,
        _POOL_ID,
        _SPLIT,
        Column("pub_date", "DATE", "the earliest first day among its papers; NULL: none is dated"),
        Column("roles", "ARRAY<STRING>", "gold:MOVE, distractor:KIND, sorted"),
        Column("papers", "ARRAY<STRING>", "the papers that hold the text, sorted"),
        Column("works", "ARRAY<STRING>", "the works of these papers, sorted"),
        Column("markers", "ARRAY<STRING>", "the markers that opened the sentence, sorted"),
        Column("licenses", "ARRAY<STRING>", "the known licences of these papers, sorted"),
        Column("flags", "ARRAY<STRING>", "what a selection may leave the text out for, sorted"),
        Column("text", "STRING", "the sentence without its marker"),
    ),
    partition="benchmark_id",
)

QRELS = Table(
    "qrels",
    (
        _BENCHMARK_ID,
        _SPLIT,
        _QUERY_ID,
        _POOL_ID,
        Column("move", "STRING", "the move that joins the two"),
        Column("relevance", "INT", "1: the author wrote the candidate after the query"),
    ),
    partition="benchmark_id",
)

EXCLUSIONS = Table(
    "exclusions",
    (
        _BENCHMARK_ID,
        _SPLIT,
        _QUERY_ID,
        _POOL_ID,
        Column("reason", "STRING", "self: cut from the query's own sentence; twin: a near-copy of a gold"),
    ),
    partition="benchmark_id",
)

FUNNEL = "ARRAY<STRUCT<step: STRING, rule: STRING, split: STRING, move: STRING, removed: BIGINT, left: BIGINT>>"

BENCHMARKS = Table(
    "benchmarks",
    (
        _BENCHMARK_ID,
        Column("name", "STRING", "the name that the specification gives it"),
        Column("kind", "STRING", "built or imported"),
        Column("run_id", "STRING", "the run whose mined rows it was built from; NULL: imported"),
        Column("created", "TIMESTAMP", "when it was written"),
        Column("digest", "STRING", "hash of all rows, whatever their order"),
        Column("versions", "MAP<STRING, BIGINT>", "the versions of the mined tables"),
        Column("counts", "MAP<STRING, BIGINT>", "what the benchmark holds, by table, split and move"),
        Column("funnel", FUNNEL, "what each rule removed, in order; move is distractor:KIND for distractors"),
        Column("specification", "STRING", "the specification in its canonical form, YAML"),
    ),
    partition="benchmark_id",
)

METRICS = Table(
    "metrics",
    (
        Column("evaluation_id", "STRING", "fingerprint of all that decides the figures of one system on one split"),
        _BENCHMARK_ID,
        Column("digest", "STRING", "hash of all rows of the benchmark, whatever their order"),
        _SPLIT,
        Column("system", "STRING", "the name of the system"),
        Column("tuned_on", "STRING", "the move that the system is tuned on; NULL: none"),
        Column("setting", "STRING", "what the pool holds and what is masked in it"),
        Column("move", "STRING", "the move of the queries"),
        Column("part", "STRING", "the part of the papers that the queries come from: abstract, full text or all"),
        Column("metric", "STRING", "such as mrr_at_10"),
        Column("value", "DOUBLE", "the mean over the queries"),
        Column("low", "DOUBLE", "lower end of its 95 % interval; NULL: none was computed"),
        Column("high", "DOUBLE", "upper end of its 95 % interval; NULL: none was computed"),
        Column("queries", "BIGINT", "how many queries it is the mean of"),
        Column("created", "TIMESTAMP", "when it was computed"),
        Column("mlflow_run", "STRING", "the run in MLflow that holds it as well; NULL: it was not tracked"),
    ),
    statistics=5,
)

# In the order in which they are written: a benchmark without its row of `benchmarks` does not exist.
BENCHMARK_TABLES = (BENCHMARK_QUERIES, BENCHMARK_CANDIDATES, QRELS, EXCLUSIONS, BENCHMARKS)

# In the order in which a run commits them; `runs` comes last by itself.
ROW_TABLES = (WITHDRAWN, SOURCES, QUARANTINE, PAPERS, WORKS, MINED_PAPERS, QUERIES, GOLDS, DISTRACTORS)
ALL_TABLES = (*ROW_TABLES, RUNS)
