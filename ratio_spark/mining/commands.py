"""`runs`, `maintain` and `quarantine`."""

from typing import Any

from ratio_spark.command import STDERR, Command
from ratio_spark.mining.options import (
    MaintainConfig,
    QuarantineConfig,
    QuarantineShowConfig,
    RollbackConfig,
    RunsConfig,
    RunsDiffConfig,
)


def _runs(config: RunsConfig) -> dict[str, Any]:
    from ratio_spark.mining import history
    from ratio_spark.published import open_published
    from ratio_spark.tables.publish import published_runs

    with open_published("runs", config.tables) as (published, _):
        runs = published_runs(published.store, config.number)
    history.write_runs(STDERR, runs)
    return {"runs": [history.as_json(run) for run in runs]}


def _diff(config: RunsDiffConfig) -> dict[str, Any]:
    from ratio_spark.mining import history, report
    from ratio_spark.published import open_published
    from ratio_spark.tables.publish import find_run

    with open_published("runs diff", config.tables) as (published, say):
        before, after = (find_run(published.store, run_id) for run_id in (config.before, config.after))
        say("comparing")
        difference = history.compare(published.store, before, after)
    report.write_difference(STDERR, difference)
    return {"before": before.run_id, "after": after.run_id, **report.difference_figures(difference)}


def _roll_back(config: RollbackConfig) -> dict[str, Any]:
    from ratio_spark.mining import history
    from ratio_spark.published import open_published

    with open_published("runs rollback", config.tables) as (published, say):
        say("going back")
        run = history.roll_back(published.store, config.run)
    if run is None:
        STDERR.print(f"{config.run} is the run that stands.")
        return {"run_id": published.run.run_id, "published": False}
    STDERR.print(f"Run {run.sequence} ({run.run_id}) publishes the rows of {config.run} again.")
    return {"run_id": run.run_id, "published": True, "counts": run.counts}


def _maintain(config: MaintainConfig) -> dict[str, Any]:
    from dataclasses import asdict

    from ratio_spark.mining import maintain
    from ratio_spark.published import open_published

    with open_published("maintain", config.tables) as (published, say):
        done = maintain.maintain(published.store, config.keep_days, say)
    maintain.write(STDERR, done)
    return {
        "run_id": (done.run or published.run).run_id,
        "published": done.run is not None,
        "compacted": list(done.compacted),
        "vacuumed": list(done.vacuumed),
        "sizes": {name: {"before": asdict(a), "after": asdict(b)} for name, (a, b) in done.sizes.items()},
    }


def _quarantine_show(config: QuarantineShowConfig) -> dict[str, Any]:
    from dataclasses import asdict

    from ratio_spark.mining import quarantine
    from ratio_spark.published import open_published
    from ratio_spark.tables.schemas import QUARANTINE

    with open_published("quarantine show", config.tables) as (published, say):
        say("looking at the quarantine")
        wards = quarantine.look(published.read(QUARANTINE), config.reason, config.file, config.samples)
    quarantine.write(STDERR, wards)
    return {
        "run_id": published.run.run_id,
        "quarantined": {ward.reason: ward.refused for ward in wards},
        "remedies": {ward.reason: ward.reason.remedy for ward in wards},
        "samples": [{"reason": ward.reason, **asdict(one)} for ward in wards for one in ward.samples],
    }


def _quarantine_retry(config: QuarantineConfig) -> dict[str, Any]:
    from ratio_spark.mining import quarantine
    from ratio_spark.published import open_published

    with open_published("quarantine retry", config.tables) as (published, say):
        done = quarantine.retry(published.store, config.reason, config.file, say)
    quarantine.write_retried(STDERR, done)
    return {
        "run_id": done.after.run_id,
        "published": done.files > 0,
        "files": done.files,
        "papers": {"before": done.before.counts["papers"], "after": done.after.counts["papers"]},
        "quarantined": {name: {"before": old, "after": new} for name, (old, new) in done.by_reason.items()},
        "notes": done.notes,
    }


COMMANDS = (
    Command("runs", RunsConfig, "List the published runs of a root, newest first, with what each one changed.", _runs),
    Command(
        "runs diff",
        RunsDiffConfig,
        "Show what changed between two published runs: papers and pairs by move and marker, with samples.",
        _diff,
    ),
    Command(
        "runs rollback",
        RollbackConfig,
        "Publish an earlier run again. Its rows come back as a new run; nothing is lost.",
        _roll_back,
    ),
    Command(
        "maintain",
        MaintainConfig,
        "Join small files, delete files that no version of the last days needs, and say how large the tables are. "
        "The rows stay as they are.",
        _maintain,
    ),
    Command(
        "quarantine show",
        QuarantineShowConfig,
        "List the records that were refused, by reason, with what can be done about each.",
        _quarantine_show,
    ),
    Command(
        "quarantine retry",
        QuarantineConfig,
        "Read the files again that hold refused records, after these files or the readers were mended.",
        _quarantine_retry,
    ),
)
