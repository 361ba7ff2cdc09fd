-- The composite types that columns have, by themselves or in arrays, domains and other composite types. $2 bounds the number of
-- rows. Columns: oid, schema, name, stands for a table, number, attribute, type, type_oid. The last four are null for the row type of
-- a table, whose columns are those of the table.
, part AS (
    SELECT a.atttypid AS oid
    FROM pg_catalog.pg_attribute a
    JOIN rel ON rel.oid OPERATOR(pg_catalog.=) a.attrelid
    WHERE a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
        AND NOT a.attisdropped
        AND a.atttypid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
    UNION
    SELECT below.oid
    FROM part
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) part.oid
    CROSS JOIN LATERAL (
        SELECT t.typbasetype AS oid UNION ALL
        SELECT t.typelem UNION ALL
        SELECT a.atttypid FROM pg_catalog.pg_attribute a
        JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) a.attrelid
        WHERE a.attrelid OPERATOR(pg_catalog.=) t.typrelid AND c.relkind OPERATOR(pg_catalog.=) 'c'::pg_catalog."char"
            AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2 AND NOT a.attisdropped
    ) AS below
    WHERE below.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
)
SELECT t.oid, n.nspname, t.typname, c.relkind OPERATOR(pg_catalog.<>) 'c'::pg_catalog."char", a.attnum, a.attname,
    pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid
FROM part
JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) part.oid
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) t.typrelid
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid
    AND c.relkind OPERATOR(pg_catalog.=) 'c'::pg_catalog."char"
    AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
    AND NOT a.attisdropped
ORDER BY t.oid, a.attnum
LIMIT $2::pg_catalog.int8
