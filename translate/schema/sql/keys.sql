-- Columns: relation, primary, column numbers. Indexes over expressions or part of the rows make no key.
SELECT x.indrelid, x.indisprimary, x.indkey::pg_catalog.text, x.indnkeyatts
FROM pg_catalog.pg_index x
JOIN rel ON rel.oid OPERATOR(pg_catalog.=) x.indrelid
WHERE x.indisunique AND x.indisvalid AND x.indexprs IS NULL AND x.indpred IS NULL
ORDER BY x.indrelid, x.indexrelid
