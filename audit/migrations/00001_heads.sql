-- +goose Up
-- How far each log had come: the number and the digest of a record that is on disk. A log whose end was cut off, or that was
-- begun anew, goes on with another generation, and what was known before stays.
CREATE TABLE pgask_audit_heads (
    log        TEXT NOT NULL,    -- see audit.Config.Name
    generation BIGINT NOT NULL,  -- when it began, in milliseconds since 1970
    seq        BIGINT NOT NULL,
    digest     TEXT NOT NULL,    -- hex
    written    BIGINT NOT NULL,
    PRIMARY KEY (log, generation)
);
