-- One row: facts about the session as JSON; which process answers, with its temporary schema; and, where that says all that can
-- be seen, the snapshot. While that is the same, no transaction that may have written has ended. It does not say all on a
-- standby, which lists no running transactions there, nor to a transaction that has written itself.
SELECT
    -- facts
FROM (SELECT pg_catalog.current_schemas(true) AS names) AS path
