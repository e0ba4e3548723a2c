#!/usr/bin/env bash
# restore.sh [MOMENT]: puts the database as it was at MOMENT, or as it was last, in the place of the one in PGDATA, from
# what backup.sh made. The present database and the backups are kept beside, with the time in their names.
set -euo pipefail
: "${BACKUPS:=/backups}" "${PGDATA:=/var/lib/postgresql/18/docker}"
moment=${1:-}
if [ -e "$PGDATA/postmaster.pid" ]; then
  echo 'Postgres runs, or was killed. Stop it first; if it is stopped, remove postmaster.pid.' >&2
  exit 1
fi

# Postgres takes no name of a time zone in the moment of a restore, and Z is one.
if [ -n "$moment" ]; then moment=$(date -u --date="$moment" '+%F %T.%6N+00'); fi
latest=$(date -u ${moment:+--date="$moment"} +%Y%m%dT%H%M%SZ)
copy=$(find "$BACKUPS/copies" -mindepth 1 -maxdepth 1 -name '*Z' -printf '%f\n' | sort | awk -v latest="$latest" '$0 <= latest' | tail -n 1)
if [ -z "$copy" ]; then
  echo "No copy is as old as $latest." >&2
  exit 1
fi

# The restored database begins a new timeline, so its backups begin anew too.
now=$(date -u +%Y%m%dT%H%M%SZ)
former="$BACKUPS/before-$now"
new="$PGDATA.restored"
rm -rf "$new"
mkdir -p -m 700 "$new"
tar -xzf "$BACKUPS/copies/$copy/base.tar.gz" -C "$new"
# An earlier restore may have left its own. Nobody is let in before the last of the log is there.
sed -i '/^restore_command\|^recovery_target\|^hot_standby/d' "$new/postgresql.auto.conf"
cat >> "$new/postgresql.auto.conf" <<END
restore_command = 'cp $former/log/%f %p 2> /dev/null || cp $former/log/%f.partial %p'
${moment:+recovery_target_time = '$moment'}
recovery_target_action = promote
hot_standby = off
END
touch "$new/recovery.signal"

mkdir "$former"
mv "$BACKUPS/log" "$BACKUPS/copies" "$former"
if [ -e "$PGDATA" ]; then mv -T "$PGDATA" "$PGDATA.before-$now"; fi
mv -T "$new" "$PGDATA"
echo "restored from $copy; the log follows when Postgres starts"
