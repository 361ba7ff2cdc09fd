-- Columns: name. $1 is the effective search path. Functions are never looked up in pg_temp.
-- A member of an extension that takes one of the extension's own types (citext's =, say) stands beside the built-in one
-- and catches no call that would have reached it, so it shadows nothing.
SELECT f.proname
FROM pg_catalog.pg_proc f
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) f.pronamespace
WHERE n.nspname OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.name[])
    AND n.nspname OPERATOR(pg_catalog.!~) '^pg_(catalog$|temp_)'
    AND EXISTS (
        SELECT FROM pg_catalog.pg_proc b
        WHERE b.proname OPERATOR(pg_catalog.=) f.proname
            AND b.pronamespace OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace)
    AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_depend df
        JOIN pg_catalog.pg_depend dt ON dt.refobjid OPERATOR(pg_catalog.=) df.refobjid
        WHERE df.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
            AND df.objid OPERATOR(pg_catalog.=) f.oid
            AND df.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"
            AND dt.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
            AND dt.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"
            AND dt.objid OPERATOR(pg_catalog.=) ANY (f.proargtypes::pg_catalog.oid[]))
UNION
SELECT o.oprname
FROM pg_catalog.pg_operator o
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) o.oprnamespace
WHERE n.nspname OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.name[])
    AND n.nspname OPERATOR(pg_catalog.!~) '^pg_(catalog$|temp_)'
    AND EXISTS (
        SELECT FROM pg_catalog.pg_operator b
        WHERE b.oprname OPERATOR(pg_catalog.=) o.oprname
            AND b.oprnamespace OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace)
    AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_depend df
        JOIN pg_catalog.pg_depend dt ON dt.refobjid OPERATOR(pg_catalog.=) df.refobjid
        WHERE df.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_operator'::pg_catalog.regclass
            AND df.objid OPERATOR(pg_catalog.=) o.oid
            AND df.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"
            AND dt.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
            AND dt.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"
            AND dt.objid OPERATOR(pg_catalog.=) ANY (ARRAY[o.oprleft, o.oprright]))
ORDER BY 1
LIMIT 10000
