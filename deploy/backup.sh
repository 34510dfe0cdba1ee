#!/bin/sh
# The backup service of compose.yaml: a dump of the whole database every day into /backups; the newest seven are kept.
# The database is found by PGHOST, PGUSER, PGPASSWORD and PGDATABASE. Restore one: docs/operating.md.
set -u
umask 077
cd "${BACKUPS:-/backups}" || exit 1
while :; do
    rm -f .cuvee-*.draft                          # what was interrupted
    if [ -z "$(find . -maxdepth 1 -name 'cuvee-*.dump' -mmin -1440)" ]; then
        name=cuvee-$(date -u +%Y%m%dT%H%M%SZ).dump
        if pg_dump --format=custom --file=".$name.draft" && pg_restore --list ".$name.draft" >/dev/null; then
            sync ".$name.draft" && mv ".$name.draft" "$name" && echo "backup: $name"
            ls -1 cuvee-*.dump | sort -r | tail -n "+$((${BACKUPS_KEPT:-7} + 1))" | xargs -r rm -f --
        else
            echo "backup: it failed; it is tried again in ten minutes" >&2
        fi
    fi
    [ "${1:-}" = once ] && exit 0
    sleep 600
done
