-- Columns: relation, kind, name, column numbers, referenced relation, its column numbers, CHECK expression, whether all rows
-- are known to keep it.
SELECT x.conrelid, x.contype, x.conname, pg_catalog.array_to_string(x.conkey, ' '), x.confrelid,
    pg_catalog.array_to_string(x.confkey, ' '),
    CASE WHEN x.contype OPERATOR(pg_catalog.=) 'c'::pg_catalog."char"
        THEN pg_catalog.left(pg_catalog.pg_get_expr(x.conbin, x.conrelid), 500) END,
    x.convalidated
FROM pg_catalog.pg_constraint x
JOIN rel ON rel.oid OPERATOR(pg_catalog.=) x.conrelid
WHERE x.contype OPERATOR(pg_catalog.=) ANY (ARRAY['f', 'c']::pg_catalog."char"[])
ORDER BY x.conrelid, x.conname
