    pg_catalog.encode(pg_catalog.convert_to(pg_catalog.json_build_object(
        'database', pg_catalog.current_database(),
        'role', current_user,
        'session_role', session_user,
        'path', path.names,
        'server', pg_catalog.current_setting('server_version_num')::pg_catalog.int4,
        'encoding', pg_catalog.getdatabaseencoding(),
        'min_notice', pg_catalog.current_setting('client_min_messages'),
        'read_only', pg_catalog.current_setting('transaction_read_only')::pg_catalog.bool,
        -- Such a transaction reads the catalog as it was at its first statement.
        'one_snapshot', pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.=) ANY (ARRAY['repeatable read', 'serializable']),
        'age', pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) pg_catalog.transaction_timestamp()),
        'settings', (
            SELECT pg_catalog.json_object_agg(s.name, pg_catalog.left(coalesce(pg_catalog.current_setting(s.name, true), ''), 1000))
            FROM pg_catalog.unnest($1::pg_catalog.text[]) AS s (name))
    )::pg_catalog.text, CASE WHEN pg_catalog.getdatabaseencoding() OPERATOR(pg_catalog.=) 'SQL_ASCII'
        THEN 'SQL_ASCII'::pg_catalog.name ELSE 'UTF8'::pg_catalog.name END), 'hex') AS facts,
    pg_catalog.concat_ws(' ', pg_catalog.date_part('epoch', pg_catalog.pg_postmaster_start_time())::pg_catalog.numeric,
        pg_catalog.pg_backend_pid(), pg_catalog.pg_my_temp_schema()) AS backend,
    CASE WHEN NOT pg_catalog.pg_is_in_recovery() AND pg_catalog.pg_current_xact_id_if_assigned() IS NULL
        THEN pg_catalog.pg_current_snapshot()::pg_catalog.text ELSE '' END AS tide
