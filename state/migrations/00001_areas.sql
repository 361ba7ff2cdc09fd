-- +goose Up
-- Values by key that can be made again, each area bounded by itself.
CREATE TABLE pgask_kept (
    area    TEXT NOT NULL,
    name    TEXT NOT NULL,
    value   BYTEA NOT NULL,
    bytes   BIGINT NOT NULL,
    kept    BIGINT NOT NULL,  -- when, in milliseconds since 1970
    expires BIGINT NOT NULL,  -- when; 0: never
    PRIMARY KEY (area, name)
);
CREATE INDEX pgask_kept_age ON pgask_kept (area, kept);
CREATE INDEX pgask_kept_expires ON pgask_kept (expires);

-- Sums per period, such as the tokens of a role on a day.
CREATE TABLE pgask_counted (
    counter TEXT NOT NULL,
    name    TEXT NOT NULL,
    period  BIGINT NOT NULL,  -- its beginning, in milliseconds since 1970
    expires BIGINT NOT NULL,
    total   BIGINT NOT NULL,
    PRIMARY KEY (counter, name, period)
);
