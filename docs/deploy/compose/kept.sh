#!/bin/sh
# What the proxies keep, each kind in a database of its own: run once, by PostgreSQL's image, when its volume is new.
set -e
psql -v ON_ERROR_STOP=1 -v state="$STATE_PASSWORD" -v audit="$AUDIT_PASSWORD" --username postgres <<'SQL'
CREATE ROLE pgask_state LOGIN PASSWORD :'state';
CREATE DATABASE pgask_state OWNER pgask_state;
CREATE ROLE pgask_audit LOGIN PASSWORD :'audit';
CREATE DATABASE pgask_audit OWNER pgask_audit;
SQL
