#!/bin/sh
# HAProxy calls it for each server, with its address and port as the third and fourth word: 0 says that it takes writes.
# The role needs no rights: create role haproxy login. HAProxy hands no environment on, so a password stands in the
# .pgpass of the user that HAProxy runs as.
export PGCONNECT_TIMEOUT=2
answer=$(psql --host="$3" --port="$4" --username=haproxy --dbname=postgres --no-password \
  --tuples-only --no-align --command='show transaction_read_only') || exit 1
test "$answer" = off
