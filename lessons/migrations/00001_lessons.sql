-- +goose Up
CREATE TABLE pgask_lessons (
    id         TEXT PRIMARY KEY,
    kind       TEXT NOT NULL,
    words      TEXT NOT NULL,
    means      TEXT NOT NULL,
    rule       TEXT NOT NULL,
    datasource TEXT NOT NULL,  -- empty: everywhere
    role       TEXT NOT NULL,  -- empty: all
    author     TEXT NOT NULL,
    source     TEXT NOT NULL,
    note       TEXT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    status     TEXT NOT NULL,
    uses       BIGINT NOT NULL,
    successes  BIGINT NOT NULL,
    failures   BIGINT NOT NULL,
    created    BIGINT NOT NULL,
    last_use   BIGINT NOT NULL
);

CREATE TABLE pgask_pins (
    id         TEXT PRIMARY KEY,
    datasource TEXT NOT NULL,
    question   TEXT NOT NULL,
    statement  TEXT NOT NULL,  -- with $1, $2, … in place of slots
    slots      TEXT NOT NULL,  -- JSON
    author     TEXT NOT NULL,
    status     TEXT NOT NULL,
    tables     TEXT NOT NULL,  -- what the tables that it reads looked like when it was approved
    note       TEXT NOT NULL,
    uses       BIGINT NOT NULL,
    created    BIGINT NOT NULL,
    last_use   BIGINT NOT NULL
);

-- What was asked and answered, to suggest pins.
CREATE TABLE pgask_asked (
    id         TEXT PRIMARY KEY,
    datasource TEXT NOT NULL,
    question   TEXT NOT NULL,
    statement  TEXT NOT NULL,
    times      BIGINT NOT NULL,
    last_use   BIGINT NOT NULL
);
CREATE INDEX pgask_asked_last ON pgask_asked (last_use);

-- Raised by every change of lessons and pins.
CREATE TABLE pgask_taught (
    id      BIGINT PRIMARY KEY,
    version BIGINT NOT NULL
);
INSERT INTO pgask_taught (id, version) VALUES (1, 1);
