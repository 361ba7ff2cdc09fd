-- Columns: schema, name. Every function and operator on the effective search path, $1, whatever it is called: who reads this
-- knows names of other releases too, which are in nobody's pg_catalog here, and takes uuid(x) for a cast. Elsewhere what
-- shares its name with something of pg_catalog, or of an extension, wherever the caller may call it. First what is on the path,
-- because $2 bounds the number of rows. Functions are never looked up in pg_temp.
-- A member of an extension shadows nothing: who administers the database has put it there, citext's = for instance. Only
-- if a superuser owns it, though, as is usual: who owns an extension may make functions of his own members of it.
WITH trusted AS MATERIALIZED (
    SELECT d.classid, d.objid
    FROM pg_catalog.pg_depend d
    WHERE d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"
        AND d.classid OPERATOR(pg_catalog.=) ANY (ARRAY['pg_catalog.pg_proc'::pg_catalog.regclass, 'pg_catalog.pg_operator'::pg_catalog.regclass]::pg_catalog.oid[])
), super AS MATERIALIZED (
    SELECT r.oid FROM pg_catalog.pg_roles r WHERE r.rolsuper
), member AS MATERIALIZED (
    SELECT t.classid, t.objid, f.proname AS name
    FROM trusted t
    JOIN pg_catalog.pg_proc f ON f.oid OPERATOR(pg_catalog.=) t.objid
    JOIN super ON super.oid OPERATOR(pg_catalog.=) f.proowner
    WHERE t.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
    UNION ALL
    SELECT t.classid, t.objid, o.oprname
    FROM trusted t
    JOIN pg_catalog.pg_operator o ON o.oid OPERATOR(pg_catalog.=) t.objid
    JOIN super ON super.oid OPERATOR(pg_catalog.=) o.oprowner
    WHERE t.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_operator'::pg_catalog.regclass
), path AS MATERIALIZED (
    SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.name[])
), shadow AS (
    SELECT f.pronamespace AS space, f.proname AS name
    FROM pg_catalog.pg_proc f
    WHERE f.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        AND NOT f.oid OPERATOR(pg_catalog.=) ANY (SELECT m.objid FROM member m
            WHERE m.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass)
        AND (f.pronamespace OPERATOR(pg_catalog.=) ANY (SELECT path.oid FROM path)
            OR f.proname OPERATOR(pg_catalog.=) ANY (SELECT m.name FROM member m
                WHERE m.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass)
            OR EXISTS (
                SELECT FROM pg_catalog.pg_proc b
                WHERE b.proname OPERATOR(pg_catalog.=) f.proname
                    AND b.pronamespace OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace))
    UNION
    SELECT o.oprnamespace, o.oprname
    FROM pg_catalog.pg_operator o
    WHERE o.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        AND NOT o.oid OPERATOR(pg_catalog.=) ANY (SELECT m.objid FROM member m
            WHERE m.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_operator'::pg_catalog.regclass)
        AND (o.oprnamespace OPERATOR(pg_catalog.=) ANY (SELECT path.oid FROM path)
            OR o.oprname OPERATOR(pg_catalog.=) ANY (SELECT m.name FROM member m
                WHERE m.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_operator'::pg_catalog.regclass)
            OR EXISTS (
                SELECT FROM pg_catalog.pg_operator b
                WHERE b.oprname OPERATOR(pg_catalog.=) o.oprname
                    AND b.oprnamespace OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace))
)
SELECT n.nspname, shadow.name
FROM shadow
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) shadow.space
WHERE n.nspname OPERATOR(pg_catalog.!~) '^pg_(catalog$|temp_|toast)'
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
ORDER BY n.nspname OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.name[]) DESC, n.nspname, shadow.name
LIMIT $2::pg_catalog.int8
