-- Columns: name, schema.
SELECT x.extname, n.nspname
FROM pg_catalog.pg_extension x
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) x.extnamespace
ORDER BY x.extname
LIMIT 10000
