#!/bin/sh
# A throwaway Citus cluster on this machine, for the drill `sharded`: a coordinator and two workers.
# The nodes trust every local connection and lose their data in a power cut.
# scripts/citus-cluster.sh start PROGRAMS FOLDER [PORT]    PROGRAMS: the folder of initdb, of a PostgreSQL with Citus;
#                                                          a FOLDER in memory (/dev/shm) spares the disk
# scripts/citus-cluster.sh stop PROGRAMS FOLDER            stops the cluster and keeps the folder
# PostgreSQL does not run as root: first switch to the user who is to own the folder.
set -eu

what=${1:?'Say start or stop.'}
programs=${2:?'Name the folder of the programs of PostgreSQL.'}
folder=${3:?'Name a folder for the cluster.'}
port=${4:-54320}

node() {
  "$programs/initdb" -D "$folder/$1" -A trust -U postgres -E UTF8 --locale=C --no-sync >/dev/null
  cat >>"$folder/$1/postgresql.conf" <<SETTINGS
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = $2
fsync = off
synchronous_commit = off
full_page_writes = off
shared_buffers = 64MB
max_connections = 300
max_prepared_transactions = 600
# Turns off background maintenance. Each test has its own database for a second or two. Of the twenty connections
# that the nodes would open in it, eight would be for maintenance.
# Tests still fail on defects: a deadlock between nodes is not broken, and an unfinished transaction keeps its locks.
citus.distributed_deadlock_detection_factor = -1
citus.recover_2pc_interval = -1
citus.defer_shard_delete_interval = -1
citus.background_task_queue_interval = -1
# TLS is unnecessary: the nodes connect to each other on this machine only.
citus.node_conninfo = 'sslmode=disable'
# Milliseconds before a statement opens another connection to the same node; otherwise it opens one for each shard.
citus.executor_slow_start_interval = 1000
SETTINGS
  "$programs/pg_ctl" -D "$folder/$1" -l "$folder/$1.log" -w start >/dev/null
  "$programs/psql" -qX -h 127.0.0.1 -p "$2" -U postgres -c 'create extension citus'
}

case $what in
start)
  mkdir -p "$folder"
  node coordinator "$port"
  node worker-1 $((port + 1))
  node worker-2 $((port + 2))
  "$programs/psql" -qXAt -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U postgres -o /dev/null <<STATEMENTS
select citus_set_coordinator_host('127.0.0.1', $port);
select citus_add_node('127.0.0.1', $((port + 1)));
select citus_add_node('127.0.0.1', $((port + 2)));
STATEMENTS
  echo "CITUS_URL=postgres://postgres@127.0.0.1:$port/postgres"
  ;;
stop)
  for name in worker-2 worker-1 coordinator; do
    "$programs/pg_ctl" -D "$folder/$name" -m fast stop
  done
  ;;
*)
  echo "It is start or stop, not $what." >&2
  exit 2
  ;;
esac
