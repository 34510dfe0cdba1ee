"""`cuvee backup`, `backups`, `restore`, `sweep`, `migrate-journals` and `record-journal`: the data of a site."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from cuvee.cli.arguments import Command, data_flag, json_flag
from cuvee.cli.output import print_json
from cuvee.kernel.text import _


def add_site_data(command: Command) -> None:
    """Add the commands."""
    backup = command("backup", _backup, "copy all data of the site into one file, even while the site is running")
    backup.add_argument("file", metavar="FILE")
    backup.add_argument("--force", action="store_true", help="overwrite the file")
    data_flag(backup)

    backups = command("backups", _backups, "list the copies that a server has made by itself, newest first")
    backups.add_argument("--check", action="store_true", help="read every copy, to see that it is whole")
    data_flag(backups)

    restore = command("restore", _restore, "replace the data of the site with a backup")
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--force", action="store_true", help="replace the existing data; a copy of them is kept")
    data_flag(restore)

    sweep = command("sweep", _sweep, "delete what nobody will come back for; a server does this by itself")
    sweep.add_argument("--dry-run", action="store_true", help="only say what would be deleted; change nothing")
    data_flag(json_flag(sweep))

    about = "say what stored matches need after the rules changed; carry over those that replay the same"
    migrate = command("migrate-journals", _migrate_journals, about)
    migrate.add_argument("journals", nargs="*", metavar="JOURNAL", help="journal files (default: the matches of the site)")
    migrate.add_argument("--dry-run", action="store_true", help="only say so; change nothing")
    data_flag(json_flag(migrate))

    about = "record journals anew after a rule or a card was corrected: the same moves, the new positions"
    record = command("record-journal", _record_journal, about)
    record.add_argument("journals", nargs="+", metavar="JOURNAL")


def _backup(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup

    print(f"{given.file}: {backup.backup(Path(given.file), backup.data_folder(given.data), given.force)}")
    return 0


def _backups(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup, daily_backups

    well = True
    for line, whole in daily_backups.report(backup.data_folder(given.data), given.check):
        print(line)
        well = well and whole
    return 0 if well else 1


def _restore(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup

    data = backup.data_folder(given.data)
    print(f"{data}: {backup.restore(Path(given.file), data, given.force)}")
    return 0


def _sweep(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import clear_up

    found, not_before = clear_up(backup.data_folder(given.data), given.dry_run)
    if given.json:
        print_json({"dry_run": given.dry_run, "counts": found, "not_before": not_before and not_before.isoformat()})
        return 0
    from cuvee.web.ops.cleanup import IN_WORDS

    for kind, count in found.items():
        print(f"{count:>8,} {_(IN_WORDS[kind])}")
    if not_before is not None:
        print(
            _(
                "No table, match or guest is deleted before {day}, so that people can come back first.",
                day=f"{not_before:%Y-%m-%d}",
            )
        )
    return 0


def _migrate_journals(given: argparse.Namespace) -> int:
    from cuvee.web.match import migrate
    from cuvee.web.ops import backup, serve

    if given.journals:
        found = list(migrate.files([Path(name) for name in given.journals], given.dry_run))
    else:
        serve.open_data(backup.data_folder(given.data), given.dry_run)
        from cuvee.web.match import migrate_tables  # it needs the models, which are loaded only now

        found = list(migrate_tables.every(given.dry_run))
    counts = Counter(line["need"] for line in found)
    refused = sum(line.get("snapshots_refused", 0) for line in found)
    if given.json:
        print_json({"dry_run": given.dry_run, "counts": dict(counts), "snapshots_refused": refused, "matches": found})
    else:
        for line in found:
            if line["need"] != migrate.NOTHING or given.journals:
                print(_told_need(line))
        print(f"{len(found):,} checked: {', '.join(f'{count:,} {need}' for need, count in sorted(counts.items())) or 'none'}")
        if refused:
            print(
                f"{refused:,} snapshots do not agree with their matches; they are not used"
                + (", and were deleted" * (not given.dry_run))
            )
    return 1 if counts[migrate.DAMAGED] or counts[migrate.DIFFERS] else 0


def _record_journal(given: argparse.Namespace) -> int:
    from cuvee.web.match import migrate

    for path, changed in migrate.record([Path(name) for name in given.journals]):
        print(f"{path}: {'recorded anew' if changed else 'unchanged'}")
    return 0


def _told_need(line: dict[str, Any]) -> str:
    """Say in one line what a stored match needs."""
    name = line.get("journal") or f"table {line['table']} ({line['game']}, {line['status']})"
    done = {"nothing": "needs nothing", "carry over": "can be carried over: it replays the same"}
    told = "carried over: it replays the same" if line["done"] else done.get(line["need"], line["need"])
    if line["need"] == "differs":
        told = "stays under its own rules: it can be read but not played"
    return f"{name}: {told}" + (f": {line['why']}" if line["why"] else "")
