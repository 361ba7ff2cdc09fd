-- What the columns of relations are made of: the stored queries of views and materialised views, the expressions of
-- generated columns, and inheritance, which partitions have too; for all that the role may read and for all that these
-- read or inherit from, whether the role may read that or not. $1 bounds the relations, $2 the bytes of one tree, $3
-- those of all trees, $4 the rows.
-- Columns: what, relation, other, schema, name, text, categories. What is
--   r  a relation; text has the names of its columns as JSON, null for those that were dropped, and categories a letter
--      of pg_type.typcategory for each; both NULL where it is only inherited from
--   i  other inherits from it, or is a partition of it
--   v  the stored query, as text; NULL if it is too large
--   g  column other is generated, by the expression in text
, reach AS (
    SELECT rel.oid FROM rel
    UNION
    SELECT further.oid
    FROM reach
    CROSS JOIN LATERAL (
        SELECT d.refobjid AS oid
        FROM pg_catalog.pg_rewrite r
        JOIN pg_catalog.pg_depend d ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_rewrite'::pg_catalog.regclass::pg_catalog.oid
            AND d.objid OPERATOR(pg_catalog.=) r.oid
        WHERE r.ev_class OPERATOR(pg_catalog.=) reach.oid AND r.ev_type OPERATOR(pg_catalog.=) '1'::pg_catalog."char"
            AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
            AND d.refobjid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        UNION ALL
        SELECT i.inhparent FROM pg_catalog.pg_inherits i WHERE i.inhrelid OPERATOR(pg_catalog.=) reach.oid
        UNION ALL
        SELECT i.inhrelid FROM pg_catalog.pg_inherits i WHERE i.inhparent OPERATOR(pg_catalog.=) reach.oid
    ) AS further
), stored AS MATERIALIZED (
    SELECT r.ev_class AS oid, r.oid AS rule, r.ev_action::pg_catalog.text AS text
    FROM reach
    JOIN pg_catalog.pg_rewrite r ON r.ev_class OPERATOR(pg_catalog.=) reach.oid
    WHERE r.ev_type OPERATOR(pg_catalog.=) '1'::pg_catalog."char"
), read AS MATERIALIZED (
    SELECT DISTINCT d.refobjid AS oid
    FROM stored
    JOIN pg_catalog.pg_depend d ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_rewrite'::pg_catalog.regclass::pg_catalog.oid
        AND d.objid OPERATOR(pg_catalog.=) stored.rule
    WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
), kin AS MATERIALIZED (
    SELECT i.inhparent AS parent, i.inhrelid AS child
    FROM reach
    JOIN pg_catalog.pg_inherits i ON i.inhparent OPERATOR(pg_catalog.=) reach.oid
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) i.inhrelid
    WHERE c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['r', 'p', 'f']::pg_catalog."char"[])
), generated AS MATERIALIZED (
    SELECT a.attrelid AS oid, a.attnum, e.adbin::pg_catalog.text AS text
    FROM reach
    JOIN pg_catalog.pg_attrdef e ON e.adrelid OPERATOR(pg_catalog.=) reach.oid
    JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) e.adrelid AND a.attnum OPERATOR(pg_catalog.=) e.adnum
    WHERE a.attgenerated OPERATOR(pg_catalog.<>) ''::pg_catalog."char"
), named AS (
    SELECT read.oid FROM read
    UNION SELECT kin.parent FROM kin
    UNION SELECT kin.child FROM kin
    UNION SELECT generated.oid FROM generated
    UNION SELECT stored.oid FROM stored
)
SELECT answer.what, answer.oid, answer.other, n.nspname, c.relname,
    CASE WHEN pg_catalog.octet_length(answer.text) OPERATOR(pg_catalog.<=) $2::pg_catalog.int4
        AND answer.bytes OPERATOR(pg_catalog.<=) $3::pg_catalog.int8 THEN answer.text END,
    answer.categories
FROM (
    SELECT 'r' AS what, named.oid, 0::pg_catalog.int8 AS other, columns.names AS text, columns.categories, 0::pg_catalog.int8 AS bytes
    FROM named
    LEFT JOIN LATERAL (
        SELECT pg_catalog.array_to_json(pg_catalog.array_agg(CASE WHEN a.attisdropped THEN NULL ELSE a.attname END ORDER BY a.attnum))::pg_catalog.text AS names,
            pg_catalog.string_agg(coalesce(t.typcategory, 'X')::pg_catalog.text, '' ORDER BY a.attnum) AS categories
        FROM pg_catalog.pg_attribute a
        LEFT JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) a.atttypid
        WHERE a.attrelid OPERATOR(pg_catalog.=) named.oid AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
    ) AS columns ON named.oid OPERATOR(pg_catalog.=) ANY (SELECT read.oid FROM read)
        OR named.oid OPERATOR(pg_catalog.=) ANY (SELECT generated.oid FROM generated)
        OR named.oid OPERATOR(pg_catalog.=) ANY (SELECT stored.oid FROM stored)
    UNION ALL
    SELECT 'i', kin.parent, kin.child::pg_catalog.int8, NULL, NULL, 0 FROM kin
    UNION ALL
    SELECT 'v', stored.oid, 0, stored.text, NULL,
        pg_catalog.sum(pg_catalog.octet_length(stored.text)) OVER (ORDER BY stored.oid)
    FROM stored
    UNION ALL
    SELECT 'g', generated.oid, generated.attnum::pg_catalog.int8, generated.text, NULL, 0 FROM generated
) AS answer
JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) answer.oid
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
LIMIT $4::pg_catalog.int8
