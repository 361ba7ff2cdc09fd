-- +goose Up
-- Who writes each log now. These tables are a set of their own, so that the release before, which knows nothing of them, still starts.
CREATE TABLE pgask_audit_writers (
    log     TEXT PRIMARY KEY,  -- see audit.Identify
    home    TEXT NOT NULL,     -- the directory: one that is started again there goes on at once
    process TEXT NOT NULL,
    beat    BIGINT NOT NULL    -- changes while the process lives
);
