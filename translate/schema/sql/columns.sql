-- Columns: relation, number, name, type, type_oid, not_null, comment. $2 bounds the number of rows.
SELECT a.attrelid, a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid, a.attnotnull,
    pg_catalog.left(d.description, 1000)
FROM pg_catalog.pg_attribute a
JOIN rel ON rel.oid OPERATOR(pg_catalog.=) a.attrelid
LEFT JOIN pg_catalog.pg_description d
    ON d.objoid OPERATOR(pg_catalog.=) a.attrelid
    AND d.classoid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
    AND d.objsubid OPERATOR(pg_catalog.=) a.attnum
WHERE a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
    AND NOT a.attisdropped
    AND (rel.whole OR pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
ORDER BY a.attrelid, a.attnum
LIMIT $2::pg_catalog.int8
