-- +goose Up
-- The head of each log as who has audit.key sealed it, beside pgask_audit_heads. These tables are a set of their own, so that the release
-- before, which knows nothing of them, still starts, and goes on writing heads.
CREATE TABLE pgask_audit_head_seals (
    log        TEXT NOT NULL,    -- see audit.Identify
    generation BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    digest     TEXT NOT NULL,    -- hex
    mac        TEXT NOT NULL,    -- over all that, hex
    PRIMARY KEY (log, generation)
);
