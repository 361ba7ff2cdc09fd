-- What is run when a value of a column's type is made: the CHECKs of domains in it, and the subtype_diff of ranges in it,
-- which the planner calls for a condition on such a column. $2 bounds the number of rows, $3 the bytes of one expression.
-- Columns: relation, number, plain, oid, schema, name, extension, volatile. Plain says that the column itself is of the
-- domain, which is not in an array, a row or a range: then only few functions make values of it. A function without a
-- name stands for a CHECK that is too large to be looked through.
, kind AS MATERIALIZED (
    SELECT a.attrelid, a.attnum, a.atttypid
    FROM pg_catalog.pg_attribute a
    JOIN rel ON rel.oid OPERATOR(pg_catalog.=) a.attrelid
    WHERE a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
        AND NOT a.attisdropped
        AND a.atttypid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
), part AS (
    SELECT kind.atttypid AS root, kind.atttypid AS oid, false AS inside
    FROM kind
    UNION
    SELECT part.root, below.oid, part.inside OR below.inside
    FROM part
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) part.oid
    CROSS JOIN LATERAL (
        SELECT t.typbasetype AS oid, false AS inside UNION ALL
        SELECT t.typelem, true UNION ALL
        SELECT r.rngsubtype, true FROM pg_catalog.pg_range r
        WHERE t.oid OPERATOR(pg_catalog.=) r.rngtypid OR t.oid OPERATOR(pg_catalog.=) r.rngmultitypid UNION ALL
        SELECT a.atttypid, true FROM pg_catalog.pg_attribute a
        WHERE a.attrelid OPERATOR(pg_catalog.=) t.typrelid AND t.typrelid OPERATOR(pg_catalog.<>) 0::pg_catalog.oid
            AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
    ) AS below
    WHERE below.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
), checked AS MATERIALIZED (
    SELECT part.root, part.inside, k.conbin::pg_catalog.text AS text
    FROM part
    JOIN pg_catalog.pg_constraint k ON k.contypid OPERATOR(pg_catalog.=) part.oid
    WHERE k.contype OPERATOR(pg_catalog.=) 'c'::pg_catalog."char"
), called AS (
    SELECT checked.root, checked.inside, coalesce(o.oprcode::pg_catalog.oid, found.m[2]::pg_catalog.oid) AS oid
    FROM checked
    CROSS JOIN LATERAL pg_catalog.regexp_matches(checked.text, ':(funcid|opno) ([0-9]{1,10})', 'g') AS found (m)
    LEFT JOIN pg_catalog.pg_operator o ON o.oid OPERATOR(pg_catalog.=) found.m[2]::pg_catalog.oid
        AND found.m[1] OPERATOR(pg_catalog.=) 'opno'
    WHERE pg_catalog.octet_length(checked.text) OPERATOR(pg_catalog.<=) $3::pg_catalog.int4
    UNION
    SELECT part.root, true, r.rngsubdiff::pg_catalog.oid
    FROM part
    JOIN pg_catalog.pg_range r
        ON r.rngtypid OPERATOR(pg_catalog.=) part.oid OR r.rngmultitypid OPERATOR(pg_catalog.=) part.oid
    WHERE r.rngsubdiff::pg_catalog.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
    UNION
    SELECT checked.root, checked.inside, 0::pg_catalog.oid
    FROM checked
    WHERE pg_catalog.octet_length(checked.text) OPERATOR(pg_catalog.>) $3::pg_catalog.int4
        -- JSON constructors have no function, and look for casts.
        OR pg_catalog.strpos(checked.text, '{JSONCONSTRUCTOR') OPERATOR(pg_catalog.>) 0
            AND EXISTS (SELECT FROM pg_catalog.pg_cast k WHERE k.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid)
)
SELECT kind.attrelid, kind.attnum, NOT called.inside, called.oid, n.nspname, f.proname, (
        SELECT x.extname
        FROM pg_catalog.pg_depend d
        JOIN pg_catalog.pg_extension x ON x.oid OPERATOR(pg_catalog.=) d.refobjid
        WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
            AND d.objid OPERATOR(pg_catalog.=) f.oid
            AND d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"),
    coalesce(f.provolatile OPERATOR(pg_catalog.=) 'v'::pg_catalog."char", true)
FROM called
JOIN kind ON kind.atttypid OPERATOR(pg_catalog.=) called.root
LEFT JOIN pg_catalog.pg_proc f ON f.oid OPERATOR(pg_catalog.=) called.oid
LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) f.pronamespace
WHERE f.oid IS NULL OR f.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid OR f.provolatile OPERATOR(pg_catalog.<>) 'i'::pg_catalog."char"
ORDER BY kind.attrelid, kind.attnum
LIMIT $2::pg_catalog.int8
