#!/bin/sh
# Starts Patroni, which reads passwords from its environment only; they are handed to it from files.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
host=${PATRONI_NAME:?}
PATRONI_SUPERUSER_PASSWORD=$(cat "$secrets/superuser")
PATRONI_REPLICATION_PASSWORD=$(cat "$secrets/replication")
PATRONI_REWIND_PASSWORD=$(cat "$secrets/rewind")
PATRONI_RESTAPI_PASSWORD=$(cat "$secrets/restapi")
export PATRONI_SUPERUSER_PASSWORD PATRONI_REPLICATION_PASSWORD PATRONI_REWIND_PASSWORD PATRONI_RESTAPI_PASSWORD
export PATRONI_POSTGRESQL_CONNECT_ADDRESS="$host:5432" PATRONI_RESTAPI_CONNECT_ADDRESS="$host:8008"
exec patroni "${1:-/etc/patroni.yml}"
