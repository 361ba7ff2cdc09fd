-- One row: facts about the session as JSON, and a sum per catalog that changes with every row version in it.
--
-- A row version is known by where it lies and which transaction wrote it (ctid, xmin), so a hash of the two changes
-- with every change of a row, also with a second one in the same transaction, and comes back when the change is rolled
-- back. pg_class is summed by content instead: TRUNCATE, REFRESH, REINDEX and CLUSTER write it without changing
-- anything that a plan depends on. ANALYZE and VACUUM update in place, which leaves both as they were.
-- Partitions and the temporary tables of other sessions come and go all day and are no part of a snapshot; all that
-- matters of a partition is whether it is a foreign table. What came with the server (below 16384) changes with its
-- version.
WITH RECURSIVE me AS MATERIALIZED (
    SELECT r.oid, r.rolsuper, r.rolbypassrls, r.rolinherit
    FROM pg_catalog.pg_roles r
    WHERE r.rolname OPERATOR(pg_catalog.=) current_user
), membership AS (
    SELECT m.roleid, m.ctid AS at, m.xmin AS by
    FROM pg_catalog.pg_auth_members m, me
    WHERE m.member OPERATOR(pg_catalog.=) me.oid
    UNION
    SELECT m.roleid, m.ctid, m.xmin
    FROM pg_catalog.pg_auth_members m, membership p
    WHERE m.member OPERATOR(pg_catalog.=) p.roleid
), other_temp AS MATERIALIZED (
    SELECT n.oid
    FROM pg_catalog.pg_namespace n
    WHERE n.nspname OPERATOR(pg_catalog.~) '^pg_(toast_)?temp_[0-9]+$'
), rel AS MATERIALIZED (
    SELECT c.oid, c.relname, c.relnamespace, c.relowner, c.relkind, c.relnatts, c.relrowsecurity,
        c.relforcerowsecurity, c.relacl, c.reloptions, c.reltype
    FROM pg_catalog.pg_class c
    WHERE c.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        AND c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['r', 'p', 'v', 'm', 'f', 'c']::pg_catalog."char"[])
        AND NOT c.relispartition
        AND (c.relpersistence OPERATOR(pg_catalog.<>) 't'::pg_catalog."char"
            OR c.relnamespace OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema())
), path AS MATERIALIZED (
    SELECT pg_catalog.current_schemas(true) AS names
)
SELECT
    -- facts
    -- A function that ask('question') would call if it were not ours to answer.
    EXISTS (
        SELECT FROM pg_catalog.pg_proc f
        WHERE f.proname OPERATOR(pg_catalog.=) 'ask'
            AND f.pronargs OPERATOR(pg_catalog.>=) 1::pg_catalog.int2
            AND (f.pronargs OPERATOR(pg_catalog.-) f.pronargdefaults) OPERATOR(pg_catalog.<=) 1
            AND pg_catalog.pg_function_is_visible(f.oid)) AS own_ask,

    pg_catalog.concat_ws(' ',
        (SELECT pg_catalog.concat_ws(',', d.oid, d.datdba) FROM pg_catalog.pg_database d
            WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()),
        (SELECT pg_catalog.concat_ws(',', me.oid, me.rolsuper, me.rolbypassrls, me.rolinherit) FROM me),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(p.at, p.by::pg_catalog.text::pg_catalog.int8)),
                -- Membership passes on privileges only through roles that inherit.
                pg_catalog.sum(CASE WHEN r.rolinherit
                    THEN pg_catalog.hashoidextended(p.roleid, 0) ELSE 0 END))
            FROM membership p LEFT JOIN pg_catalog.pg_roles r ON r.oid OPERATOR(pg_catalog.=) p.roleid),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(n.ctid, n.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_namespace n WHERE NOT n.oid OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT o.oid FROM other_temp o))),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hash_record_extended(ROW(rel.oid, rel.relname, rel.relnamespace, rel.relowner,
                    rel.relkind, rel.relnatts, rel.relrowsecurity, rel.relforcerowsecurity, rel.relacl, rel.reloptions,
                    rel.reltype), 0)))
            FROM rel),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(a.ctid, a.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_attribute a
            WHERE a.attrelid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
                AND a.attrelid OPERATOR(pg_catalog.=) ANY (SELECT rel.oid FROM rel)
                AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_index x JOIN rel ON rel.oid OPERATOR(pg_catalog.=) x.indrelid
            WHERE x.indisunique),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_constraint x
            WHERE x.conrelid OPERATOR(pg_catalog.=) 0::pg_catalog.oid
                OR x.conrelid OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT rel.oid FROM rel))),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_rewrite x JOIN rel ON rel.oid OPERATOR(pg_catalog.=) x.ev_class),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_description x
            WHERE x.objoid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
                AND x.classoid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_type x
            WHERE x.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
                AND x.typtype OPERATOR(pg_catalog.<>) 'c'::pg_catalog."char"
                AND x.typcategory OPERATOR(pg_catalog.<>) 'A'::pg_catalog."char"),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_enum x),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_proc x
            WHERE x.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
                AND NOT x.pronamespace OPERATOR(pg_catalog.=) ANY (ARRAY(SELECT o.oid FROM other_temp o))),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_operator x WHERE x.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_cast x WHERE x.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_opclass x WHERE x.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_policy x),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashtidextended(x.ctid, x.xmin::pg_catalog.text::pg_catalog.int8)))
            FROM pg_catalog.pg_extension x),
        (SELECT pg_catalog.concat_ws(',', pg_catalog.count(*),
                pg_catalog.sum(pg_catalog.hashoidextended(x.inhparent, x.inhrelid::pg_catalog.int8)))
            FROM pg_catalog.pg_inherits x JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) x.inhrelid
            WHERE (c.relkind OPERATOR(pg_catalog.=) ANY (ARRAY['f', 'p']::pg_catalog."char"[])
                    OR c.relkind OPERATOR(pg_catalog.=) 'r'::pg_catalog."char" AND NOT c.relispartition)
                AND c.relpersistence OPERATOR(pg_catalog.<>) 't'::pg_catalog."char")
    ) AS sums
FROM path
