-- Columns: schema and name of the source type, of the target type, schema and name of the function, schema and name of a
-- type that it concerns. Casts that run a function which did not come with the server or with an extension. Those of a
-- range to its multirange come with the type. Without a target, the function compares values of the type: it is of the
-- operator class that =, ORDER BY, DISTINCT and GROUP BY use.
-- A cast concerns more than the types that it makes and takes. An array of one, a range over one and the multirange of
-- that are made of it and give it back, in both directions and without naming any of them, and so do domains; row types
-- give their fields.
WITH RECURSIVE made AS MATERIALIZED (
SELECT sn.nspname AS source_space, s.typname AS source, tn.nspname AS target_space, t.typname AS target,
    fn.nspname AS space, f.proname AS name, s.oid AS source_type, t.oid AS target_type
FROM pg_catalog.pg_cast c
JOIN pg_catalog.pg_type s ON s.oid OPERATOR(pg_catalog.=) c.castsource
JOIN pg_catalog.pg_namespace sn ON sn.oid OPERATOR(pg_catalog.=) s.typnamespace
JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) c.casttarget
JOIN pg_catalog.pg_namespace tn ON tn.oid OPERATOR(pg_catalog.=) t.typnamespace
JOIN pg_catalog.pg_proc f ON f.oid OPERATOR(pg_catalog.=) c.castfunc
JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) f.prolang
JOIN pg_catalog.pg_namespace fn ON fn.oid OPERATOR(pg_catalog.=) f.pronamespace
WHERE c.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
    AND l.lanname OPERATOR(pg_catalog.<>) 'internal'
    AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_depend d
        WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_cast'::pg_catalog.regclass
            AND d.objid OPERATOR(pg_catalog.=) c.oid
            AND d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char")
UNION
SELECT sn.nspname, s.typname, '', '', fn.nspname, f.proname, s.oid, s.oid
FROM pg_catalog.pg_opclass c
JOIN pg_catalog.pg_type s ON s.oid OPERATOR(pg_catalog.=) c.opcintype
JOIN pg_catalog.pg_namespace sn ON sn.oid OPERATOR(pg_catalog.=) s.typnamespace
JOIN pg_catalog.pg_am m ON m.oid OPERATOR(pg_catalog.=) c.opcmethod
CROSS JOIN LATERAL (
    SELECT o.oprcode::pg_catalog.oid AS oid
    FROM pg_catalog.pg_amop a
    JOIN pg_catalog.pg_operator o ON o.oid OPERATOR(pg_catalog.=) a.amopopr
    WHERE a.amopfamily OPERATOR(pg_catalog.=) c.opcfamily AND a.amoplefttype OPERATOR(pg_catalog.=) c.opcintype
        AND a.amoprighttype OPERATOR(pg_catalog.=) c.opcintype
    UNION
    SELECT a.amproc::pg_catalog.oid
    FROM pg_catalog.pg_amproc a
    WHERE a.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily AND a.amproclefttype OPERATOR(pg_catalog.=) c.opcintype
        AND a.amprocrighttype OPERATOR(pg_catalog.=) c.opcintype
) AS calls
JOIN pg_catalog.pg_proc f ON f.oid OPERATOR(pg_catalog.=) calls.oid
JOIN pg_catalog.pg_language l ON l.oid OPERATOR(pg_catalog.=) f.prolang
JOIN pg_catalog.pg_namespace fn ON fn.oid OPERATOR(pg_catalog.=) f.pronamespace
WHERE c.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
    AND c.opcdefault
    AND m.amname OPERATOR(pg_catalog.=) ANY (ARRAY['btree', 'hash']::pg_catalog.name[])
    AND l.lanname OPERATOR(pg_catalog.<>) 'internal'
    AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_depend d
        WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass
            AND d.objid OPERATOR(pg_catalog.=) c.oid
            AND d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char")
), link AS MATERIALIZED (
    -- From a type to one that its casts concern as well.
    SELECT t.oid AS from_type, t.typarray AS to_type FROM pg_catalog.pg_type t
    UNION ALL SELECT t.typarray, t.oid FROM pg_catalog.pg_type t
    UNION ALL SELECT t.typbasetype, t.oid FROM pg_catalog.pg_type t
    UNION ALL SELECT t.oid, t.typbasetype FROM pg_catalog.pg_type t
    UNION ALL SELECT r.rngsubtype, r.rngtypid FROM pg_catalog.pg_range r
    UNION ALL SELECT r.rngtypid, r.rngsubtype FROM pg_catalog.pg_range r
    UNION ALL SELECT r.rngtypid, r.rngmultitypid FROM pg_catalog.pg_range r
    UNION ALL SELECT r.rngmultitypid, r.rngtypid FROM pg_catalog.pg_range r
    UNION ALL
    SELECT a.atttypid, c.reltype
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) a.attrelid
    WHERE a.atttypid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
        AND NOT a.attisdropped
        AND NOT c.relispartition
), concerned AS (
    SELECT made.space, made.name, either.oid
    FROM made
    CROSS JOIN LATERAL (SELECT made.source_type AS oid UNION SELECT made.target_type) AS either
    WHERE either.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
    UNION
    SELECT concerned.space, concerned.name, link.to_type
    FROM concerned
    JOIN link ON link.from_type OPERATOR(pg_catalog.=) concerned.oid
    WHERE link.to_type OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
), told AS (
    SELECT DISTINCT ON (made.space, made.name) made.source_space, made.source, made.target_space, made.target, made.space, made.name
    FROM made
    ORDER BY made.space, made.name, made.source_space, made.source, made.target_space, made.target
)
SELECT told.source_space, told.source, told.target_space, told.target, told.space, told.name, n.nspname, t.typname
FROM told
LEFT JOIN concerned ON concerned.space OPERATOR(pg_catalog.=) told.space AND concerned.name OPERATOR(pg_catalog.=) told.name
LEFT JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) concerned.oid
LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
LIMIT $1::pg_catalog.int8
