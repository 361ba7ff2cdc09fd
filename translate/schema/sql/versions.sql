-- Every row version of the catalogs that the sums are of, without what came with the server, and the roles. Whatever a transaction
-- writes has its number and a place of its own, so the number of rows and the sum of their hashes are the same only while all of
-- them are. A transaction that has written itself may take back what it sees here.
CASE WHEN pg_catalog.pg_current_xact_id_if_assigned() IS NULL THEN (
    SELECT pg_catalog.concat_ws(' ', pg_catalog.count(*), pg_catalog.sum(pg_catalog.hash_record_extended(x, 0)),
        (SELECT pg_catalog.sum(pg_catalog.hash_record_extended(ROW(r.oid, r.rolname, r.rolsuper, r.rolbypassrls, r.rolinherit), 0))
            FROM pg_catalog.pg_roles r))
    FROM (SELECT ctid, xmin FROM pg_catalog.pg_class WHERE oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_attribute WHERE attrelid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_type WHERE oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_proc WHERE oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_operator WHERE oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_description WHERE objoid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_database
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_auth_members
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_namespace
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_index
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_constraint
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_rewrite
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_enum
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_cast
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_opclass
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_policy
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_extension
        UNION ALL SELECT ctid, xmin FROM pg_catalog.pg_inherits) AS x) END AS versions
