#!/bin/sh
# Lets the role of the service copy the database from the containers beside this one (pg_basebackup), by its password.
# The image of PostgreSQL allows replication from its own container alone. It runs this file when its volume is new.
set -eu
echo "host replication $POSTGRES_USER samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
