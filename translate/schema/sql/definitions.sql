-- What reading a relation runs and reads beside its own rows: the query of a view, the policies of a table, and the same
-- for all that these read, whether the role may read it itself or not; $1 bounds the relations, $2 the bytes of one
-- expression, $3 the rows.
-- Columns: relation, what, oid, schema, name, detail, extension, volatile; by relation. What is
--   v  nothing more: the relation has a definition
--   p  the policies of the table apply to the role
--   l  it locks the rows that it reads, FOR UPDATE for instance
--   x  the definition is too large to be looked through
--   f  it calls a function
--   o  it uses an operator; detail is the function behind it
--   r  it reads a relation; detail is its kind, and f for a table with foreign partitions
--   t  values of the type are in it; detail is json where it has JSON constructors, which have no function. Only where there
--      are casts other than PostgreSQL's
--   c  it reads a column, detail, of a relation, or takes a whole row and may read it
-- The names are taken from the stored parse tree, in which they are numbers, so that no search_path and no spelling
-- matters. pg_depend alone would not do: it knows nothing of what came with the server, set_config for instance.
, ruled AS (
    SELECT r.ev_class AS holder, 'pg_catalog.pg_rewrite'::pg_catalog.regclass::pg_catalog.oid AS class, r.oid
    FROM pg_catalog.pg_rewrite r
    WHERE r.ev_type OPERATOR(pg_catalog.=) '1'::pg_catalog."char"
    UNION ALL
    SELECT p.polrelid, 'pg_catalog.pg_policy'::pg_catalog.regclass::pg_catalog.oid, p.oid
    FROM pg_catalog.pg_policy p
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) p.polrelid
    WHERE c.relrowsecurity AND p.polcmd OPERATOR(pg_catalog.=) ANY (ARRAY['r', '*']::pg_catalog."char"[])
), reach AS (
    SELECT rel.oid
    FROM rel
    WHERE rel.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['v', 'm']::pg_catalog."char"[]) OR rel.relrowsecurity
    UNION
    SELECT d.refobjid
    FROM reach
    JOIN ruled ON ruled.holder OPERATOR(pg_catalog.=) reach.oid
    JOIN pg_catalog.pg_depend d ON d.classid OPERATOR(pg_catalog.=) ruled.class AND d.objid OPERATOR(pg_catalog.=) ruled.oid
    WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
        AND d.refobjid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
), source AS MATERIALIZED (
    SELECT ruled.holder, ruled.class, ruled.oid, tree.text,
        pg_catalog.strpos(tree.text, ':varattno 0 ') OPERATOR(pg_catalog.>) 0 AS whole
    FROM reach
    JOIN ruled ON ruled.holder OPERATOR(pg_catalog.=) reach.oid
    LEFT JOIN pg_catalog.pg_rewrite r ON r.oid OPERATOR(pg_catalog.=) ruled.oid
        AND ruled.class OPERATOR(pg_catalog.=) 'pg_catalog.pg_rewrite'::pg_catalog.regclass
    LEFT JOIN pg_catalog.pg_policy p ON p.oid OPERATOR(pg_catalog.=) ruled.oid
        AND ruled.class OPERATOR(pg_catalog.=) 'pg_catalog.pg_policy'::pg_catalog.regclass
    CROSS JOIN LATERAL (
        SELECT coalesce(r.ev_action::pg_catalog.text, p.polqual::pg_catalog.text, '') AS text) AS tree
), dependency AS MATERIALIZED (
    SELECT source.holder, source.whole, d.refclassid, d.refobjid, d.refobjsubid
    FROM source
    JOIN pg_catalog.pg_depend d ON d.classid OPERATOR(pg_catalog.=) source.class AND d.objid OPERATOR(pg_catalog.=) source.oid
    WHERE NOT (d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
        AND d.refobjid OPERATOR(pg_catalog.=) source.holder
        AND source.class OPERATOR(pg_catalog.=) 'pg_catalog.pg_rewrite'::pg_catalog.regclass)
), part AS (
    -- The types that are cast to, and what they are made of: a domain anywhere in them runs its CHECKs.
    SELECT dependency.holder, dependency.refobjid AS oid
    FROM dependency
    WHERE dependency.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
    UNION
    -- A whole row can be made anew, by json_populate_record for instance.
    SELECT dependency.holder, c.reltype
    FROM dependency
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) dependency.refobjid
    WHERE dependency.whole AND dependency.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
    UNION
    SELECT part.holder, below.oid
    FROM part
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) part.oid
    CROSS JOIN LATERAL (
        SELECT t.typbasetype AS oid UNION ALL SELECT t.typelem UNION ALL
        SELECT a.atttypid FROM pg_catalog.pg_attribute a
        WHERE a.attrelid OPERATOR(pg_catalog.=) t.typrelid AND t.typrelid OPERATOR(pg_catalog.<>) 0::pg_catalog.oid
            AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
    ) AS below
    WHERE below.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
), text AS MATERIALIZED (
    SELECT source.holder, source.text FROM source
    UNION ALL
    SELECT part.holder, k.conbin::pg_catalog.text
    FROM part
    JOIN pg_catalog.pg_constraint k ON k.contypid OPERATOR(pg_catalog.=) part.oid
    WHERE k.contype OPERATOR(pg_catalog.=) 'c'::pg_catalog."char"
), mention AS MATERIALIZED (
    SELECT text.holder,
        CASE WHEN found.m[1] OPERATOR(pg_catalog.=) 'opno' THEN 'o'
            WHEN found.m[1] OPERATOR(pg_catalog.=) 'relid' THEN 'r'
            ELSE 'f' END AS what,
        found.m[2]::pg_catalog.oid AS oid
    FROM text
    CROSS JOIN LATERAL pg_catalog.regexp_matches(text.text,
        ':(funcid|aggfnoid|winfnoid|tsmhandler|opno|relid) ([0-9]{1,10})', 'g') AS found (m)
    WHERE pg_catalog.octet_length(text.text) OPERATOR(pg_catalog.<=) $2::pg_catalog.int4
        AND found.m[2] OPERATOR(pg_catalog.<>) '0'
    UNION
    SELECT dependency.holder,
        CASE WHEN dependency.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass THEN 'f'
            WHEN dependency.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_operator'::pg_catalog.regclass THEN 'o'
            ELSE 'r' END,
        dependency.refobjid
    FROM dependency
    WHERE dependency.refclassid OPERATOR(pg_catalog.=) ANY (ARRAY['pg_catalog.pg_proc'::pg_catalog.regclass,
        'pg_catalog.pg_operator'::pg_catalog.regclass, 'pg_catalog.pg_class'::pg_catalog.regclass]::pg_catalog.oid[])
), typed AS MATERIALIZED (
    SELECT text.holder, found.m[1]::pg_catalog.oid AS oid, pg_catalog.max(
        CASE WHEN pg_catalog.strpos(text.text, '{JSONCONSTRUCTOR') OPERATOR(pg_catalog.>) 0 THEN 'json' END) AS detail
    FROM text
    CROSS JOIN LATERAL pg_catalog.regexp_matches(text.text, ':[a-zA-Z_]*[tT]yp(?:e|eid|eId|id|Id) ([0-9]{5,10})', 'g') AS found (m)
    WHERE pg_catalog.octet_length(text.text) OPERATOR(pg_catalog.<=) $2::pg_catalog.int4
        AND found.m[1]::pg_catalog.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        AND EXISTS (SELECT FROM pg_catalog.pg_cast k WHERE k.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid)
    GROUP BY 1, 2
), family AS (
    SELECT DISTINCT mention.oid AS root, mention.oid AS member
    FROM mention
    WHERE mention.what OPERATOR(pg_catalog.=) 'r'
    UNION
    SELECT family.root, i.inhrelid
    FROM family
    JOIN pg_catalog.pg_inherits i ON i.inhparent OPERATOR(pg_catalog.=) family.member
), far AS MATERIALIZED (
    SELECT DISTINCT family.root AS oid
    FROM family
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) family.member
    WHERE c.relkind OPERATOR(pg_catalog.=) 'f'::pg_catalog."char"
)
SELECT answer.holder, answer.what, answer.oid, n.nspname, answer.name, answer.detail,
    CASE WHEN answer.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid THEN (
        SELECT x.extname
        FROM pg_catalog.pg_depend d
        JOIN pg_catalog.pg_extension x ON x.oid OPERATOR(pg_catalog.=) d.refobjid
        WHERE d.classid OPERATOR(pg_catalog.=) answer.class::pg_catalog.oid
            AND d.objid OPERATOR(pg_catalog.=) answer.oid
            AND d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char") END,
    answer.volatile
FROM (
    SELECT mention.holder, mention.what, mention.oid, f.pronamespace AS space, f.proname AS name, NULL AS detail,
        f.provolatile OPERATOR(pg_catalog.=) 'v'::pg_catalog."char" AS volatile,
        'pg_catalog.pg_proc'::pg_catalog.regclass AS class
    FROM mention
    JOIN pg_catalog.pg_proc f ON f.oid OPERATOR(pg_catalog.=) mention.oid
    WHERE mention.what OPERATOR(pg_catalog.=) 'f'
    UNION ALL
    SELECT mention.holder, mention.what, mention.oid, o.oprnamespace, o.oprname,
        pg_catalog.concat(fn.nspname, '.', f.proname), f.provolatile OPERATOR(pg_catalog.=) 'v'::pg_catalog."char",
        'pg_catalog.pg_operator'::pg_catalog.regclass
    FROM mention
    JOIN pg_catalog.pg_operator o ON o.oid OPERATOR(pg_catalog.=) mention.oid
    LEFT JOIN pg_catalog.pg_proc f ON f.oid OPERATOR(pg_catalog.=) o.oprcode::pg_catalog.oid
    LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid OPERATOR(pg_catalog.=) f.pronamespace
    WHERE mention.what OPERATOR(pg_catalog.=) 'o'
    UNION ALL
    SELECT mention.holder, mention.what, mention.oid, c.relnamespace, c.relname,
        CASE WHEN far.oid IS NULL THEN c.relkind ELSE 'f'::pg_catalog."char" END::pg_catalog.text, false, NULL
    FROM mention
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) mention.oid
    LEFT JOIN far ON far.oid OPERATOR(pg_catalog.=) c.oid
    WHERE mention.what OPERATOR(pg_catalog.=) 'r' AND mention.oid OPERATOR(pg_catalog.<>) mention.holder
    UNION ALL
    SELECT typed.holder, 't', t.oid, t.typnamespace, t.typname, typed.detail, false, NULL
    FROM typed
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) typed.oid
    UNION ALL
    SELECT DISTINCT dependency.holder, 'c', c.oid, c.relnamespace, c.relname, a.attname::pg_catalog.text, false,
        NULL::pg_catalog.regclass
    FROM dependency
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) dependency.refobjid
    JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid
        AND (a.attnum OPERATOR(pg_catalog.=) dependency.refobjsubid OR dependency.whole)
    WHERE dependency.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
        AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2
        AND NOT a.attisdropped
    UNION ALL
    SELECT text.holder,
        CASE WHEN pg_catalog.octet_length(text.text) OPERATOR(pg_catalog.>) $2::pg_catalog.int4 THEN 'x' ELSE 'v' END,
        NULL, NULL, NULL, NULL, false, NULL
    FROM text
    UNION ALL
    SELECT text.holder, 'l', NULL, NULL, NULL, NULL, false, NULL
    FROM text
    WHERE pg_catalog.strpos(text.text, ':rowMarks ({') OPERATOR(pg_catalog.>) 0
    UNION ALL
    SELECT rel.oid, 'p', NULL, NULL, NULL, NULL, false, NULL
    FROM rel
    WHERE rel.relrowsecurity AND pg_catalog.row_security_active(rel.oid)
) AS answer
LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) answer.space
ORDER BY answer.holder
LIMIT $3::pg_catalog.int8
