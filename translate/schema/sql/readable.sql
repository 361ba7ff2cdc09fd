-- What the role may read. Every statement of the extraction starts with this; $1 bounds the number of relations.
WITH RECURSIVE rel AS MATERIALIZED (
    SELECT c.oid, n.nspname, c.relname, c.relkind, c.reltuples, c.relrowsecurity,
        pg_catalog.has_table_privilege(c.oid, 'SELECT') AS whole
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE c.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        AND c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['r', 'p', 'v', 'm', 'f']::pg_catalog."char"[])
        AND NOT c.relispartition
        AND n.nspname OPERATOR(pg_catalog.<>) 'information_schema'
        -- PostgreSQL reserves schema names that start with pg_; our own temporary tables are the only ones to show.
        AND (n.nspname OPERATOR(pg_catalog.!~) '^pg_' OR n.oid OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema())
        AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
        -- named
    ORDER BY n.nspname, c.relname
    LIMIT $1::pg_catalog.int8
)
