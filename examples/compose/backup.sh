#!/usr/bin/env bash
# Backs up the Postgres to which PGHOST and PGUSER lead, into the folder BACKUPS: its log as it is written, and a copy of
# its files a day. From both, restore.sh brings any moment back since the oldest copy. Ends when the log cannot be had.
set -euo pipefail
: "${BACKUPS:=/backups}" "${COPIES_KEPT:=7}" "${MINUTES_BETWEEN:=1440}"
mkdir -p "$BACKUPS/log" "$BACKUPS/copies"

# Postgres keeps its log for the slot until it is here. Drop the slot if you give these backups up.
pg_receivewal --directory="$BACKUPS/log" --slot=loyaltyd_backups --create-slot --if-not-exists
pg_receivewal --directory="$BACKUPS/log" --slot=loyaltyd_backups --synchronous &
log=$!
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
trap 'exit 0' TERM INT

copy() {
  local unfinished="$BACKUPS/copies/unfinished" name
  rm -rf "$unfinished"
  pg_basebackup --pgdata="$unfinished" --format=tar --gzip --wal-method=fetch --checkpoint=fast
  # The name is its end: no earlier moment can be brought back from it. Two that end in one second would have one name.
  while name=$(date -u +%Y%m%dT%H%M%SZ) && [ -e "$BACKUPS/copies/$name" ]; do sleep 0.1; done
  mv -T "$unfinished" "$BACKUPS/copies/$name"
  echo "copied: $name"
}

# Older copies go, and the log that no other copy needs.
forget() {
  local oldest start
  find "$BACKUPS/copies" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n "-$COPIES_KEPT" | xargs -r rm -rf
  oldest=$(find "$BACKUPS/copies" -mindepth 1 -maxdepth 1 -name '*Z' | sort | sed -n 1p)
  start=$(sed -n 's/.*"Start-LSN": "\([^"]*\)".*/\1/p' "$oldest/backup_manifest")
  pg_archivecleanup "$BACKUPS/log" "$(psql --no-align --tuples-only --command="select pg_walfile_name('$start')" postgres)"
}

while kill -0 "$log"; do
  if [ -z "$(find "$BACKUPS/copies" -mindepth 1 -maxdepth 1 -name '*Z' -mmin "-$MINUTES_BETWEEN")" ]; then
    copy
    forget
  fi
  sleep 60 &
  wait -n "$log" "$!" || true
done
exit 1
