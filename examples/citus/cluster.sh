#!/usr/bin/env bash
# A coordinator of Citus and its workers on this machine, to see what the engine does: docs/scaling.md, README.md beside.
#   cluster.sh start|stop|remove|url
# Reads PG_BIN (the programs of a Postgres that has Citus), CITUS_FOLDER, CITUS_PORT (the coordinator's; the workers have
# the next ones), CITUS_WORKERS and CITUS_USER (who runs Postgres, if root starts this script).
set -euo pipefail
: "${PG_BIN:=/usr/lib/postgresql/15/bin}" "${CITUS_FOLDER:=/var/tmp/loyaltyd-citus}" "${CITUS_PORT:=9700}"
: "${CITUS_WORKERS:=3}" "${CITUS_USER:=postgres}"

fail() {
  echo "$*" >&2
  exit 1
}

# Postgres does not run as root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid="$CITUS_USER" --regid="$CITUS_USER" --init-groups -- "$@"; else "$@"; fi
}

on() {
  local port=$1
  shift
  "$PG_BIN/psql" --host=127.0.0.1 --port="$port" --username=postgres --no-psqlrc --quiet --set=ON_ERROR_STOP=1 "$@"
}

ports() {
  seq "$CITUS_PORT" "$((CITUS_PORT + CITUS_WORKERS))"
}

# The settings are in the node's folder, so that pg_ctl starts a killed one again without any other word.
make_node() {
  local port=$1 data="$CITUS_FOLDER/$1"
  as_postgres "$PG_BIN/initdb" --pgdata="$data" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 > /dev/null
  as_postgres tee --append "$data/postgresql.conf" > /dev/null << END
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = ''
max_connections = 300
shared_preload_libraries = 'citus'
# Shards move by logical replication.
wal_level = logical
# Distributed schemas have triggers.
citus.enable_unsafe_triggers = on
# All nodes are on this machine.
citus.node_conninfo = 'sslmode=disable'
END
}

start() {
  [ -x "$PG_BIN/postgres" ] || fail "There is no Postgres in $PG_BIN: set PG_BIN."
  [ -f "$("$PG_BIN/pg_config" --sharedir)/extension/citus.control" ] ||
    fail "The Postgres in $PG_BIN has no Citus: install it as docs.citusdata.com tells, or set PG_BIN."
  local port
  install -d -m 700 "$CITUS_FOLDER"
  if [ "$(id -u)" = 0 ]; then chown "$CITUS_USER:" "$CITUS_FOLDER"; fi
  for port in $(ports); do
    [ -f "$CITUS_FOLDER/$port/postgresql.conf" ] || make_node "$port"
    as_postgres "$PG_BIN/pg_ctl" --pgdata="$CITUS_FOLDER/$port" status > /dev/null ||
      as_postgres "$PG_BIN/pg_ctl" --pgdata="$CITUS_FOLDER/$port" --log="$CITUS_FOLDER/$port/log" --wait start > /dev/null
  done
  gather
  url
}

# Each node has the database and the extension; the coordinator is told of the workers.
gather() {
  local port
  for port in $(ports); do
    [ -n "$(on "$port" --dbname=postgres --tuples-only --command="select 1 from pg_database where datname = 'loyaltyd'")" ] ||
      on "$port" --dbname=postgres --command='create database loyaltyd'
    on "$port" --dbname=loyaltyd --command='set client_min_messages = error; create extension if not exists citus'
  done
  on "$CITUS_PORT" --dbname=loyaltyd --output=/dev/null --command="select citus_set_coordinator_host('127.0.0.1', $CITUS_PORT)"
  for port in $(ports | tail -n +2); do
    on "$CITUS_PORT" --dbname=loyaltyd --output=/dev/null --command="select citus_add_node('127.0.0.1', $port)"
  done
}

stop() {
  local port
  for port in $(ports); do
    as_postgres "$PG_BIN/pg_ctl" --pgdata="$CITUS_FOLDER/$port" --mode=fast --wait stop > /dev/null || true
  done
}

url() {
  echo "CITUS_URL=postgres://postgres@127.0.0.1:$CITUS_PORT/loyaltyd"
}

case "${1:-}" in
  start | stop | url) "$1" ;;
  remove)
    stop
    # Nothing but what start made.
    for port in $(ports); do
      [ ! -f "$CITUS_FOLDER/$port/postgresql.conf" ] || rm -rf "${CITUS_FOLDER:?}/$port"
    done
    [ ! -d "$CITUS_FOLDER" ] || rmdir --ignore-fail-on-non-empty "$CITUS_FOLDER"
    ;;
  *) fail "usage: cluster.sh start|stop|remove|url" ;;
esac
