-- Columns: schema and name of the source type, of the target type, schema and name of the function. Casts that run a
-- function which did not come with the server or with an extension. Those of a range to its multirange come with the type.
-- Without a target, the function compares values of the type: it is of the operator class that =, ORDER BY, DISTINCT and
-- GROUP BY use.
SELECT sn.nspname, s.typname, tn.nspname, t.typname, fn.nspname, f.proname
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
SELECT sn.nspname, s.typname, '', '', fn.nspname, f.proname
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
ORDER BY 1, 2, 3, 4
LIMIT $1::pg_catalog.int8
