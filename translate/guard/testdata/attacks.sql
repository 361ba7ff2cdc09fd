-- invalid type
SELECT coalesce(to_regclass('nosuch'), g::int)::text FROM generate_series(16384, 17000) g

-- invalid type
SELECT 'app.customers'::regclass UNION ALL SELECT g::int FROM generate_series(16384, 17000) g

-- invalid type
SELECT (CASE WHEN g = 0 THEN 'app.customers'::regclass ELSE g END)::text FROM generate_series(16384, 16500) g

-- invalid type
SELECT (ARRAY['app.customers'::regclass, 16400, 16401])::text[]

-- invalid type
SELECT pg_typeof(1) UNION ALL SELECT g::int FROM generate_series(16384, 17000) g

-- unsafe function
SELECT format_type(g::int, NULL) FROM generate_series(16384, 17000) g

-- invalid type
SELECT (array_append(ARRAY[16400, 16401], pg_typeof(1)))::text

-- invalid type
SELECT lag(16400, 1, pg_typeof(1)) OVER () FROM generate_series(1, 2)

-- invalid type
SELECT greatest('app.customers'::regclass, 16400)::text

-- invalid type
SELECT nullif(to_regclass('pg_authid'), 0)::text

-- invalid type
SELECT v.x::text FROM (VALUES ('app.customers'::regclass), (16400)) v(x)

-- unsafe function
SELECT relid::text, parentrelid::text FROM generate_series(16384, 17000) g, pg_partition_tree(g::int)

-- unsafe function
SELECT pg_partition_root(g::int)::text FROM generate_series(16384, 17000) g

-- invalid function
SELECT obj_description(g::int, 'pg_class') FROM generate_series(16384, 17000) g

-- invalid function
SELECT col_description(g::int, 1) FROM generate_series(16384, 17000) g

-- unsafe function
SELECT shobj_description(g::int, 'pg_database') FROM generate_series(1, 17000) g

-- invalid size
SELECT strpos(repeat(repeat('a', 1000), 1000), 'b' || repeat('a', 5000))

-- invalid size
SELECT strpos(repeat('a', 10000) , repeat('a', 100) || 'b')

-- invalid size
SELECT normalize(repeat(U&'\0323\0301', 5000) || repeat(U&'\0301\0323', 5000))

-- invalid size
SELECT length(normalize(repeat(repeat(U&'\0301\0323', 1000), 1000), NFD))

-- invalid size
SELECT repeat(repeat(U&'\0301\0323', 1000), 1000) IS NFC NORMALIZED

-- invalid size
SELECT length(normalize(string_agg(U&'\0301\0323', ''))) FROM generate_series(1, 1000000)

-- invalid size
SELECT length(regexp_replace(repeat('x', 10000), '(.*)', repeat('\1', 1000)))

-- invalid size
SELECT length(regexp_replace(regexp_replace(repeat('x', 10000), '.*', '\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&'), '.*', '\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&\&'))

-- invalid size
WITH a AS (SELECT repeat('x', 10000) AS s), b AS (SELECT s||s||s||s||s||s||s||s||s||s AS s FROM a), c AS (SELECT s||s||s||s||s||s||s||s||s||s AS s FROM b), d AS (SELECT s||s||s||s||s||s||s||s||s||s AS s FROM c), e AS (SELECT s||s||s||s||s||s||s||s||s||s AS s FROM d) SELECT length(s) FROM e

-- invalid size
WITH a AS (SELECT string_agg(name, '') AS s FROM customers), b AS (SELECT concat(s,s,s,s,s,s,s,s,s,s) AS s FROM a), c AS (SELECT concat(s,s,s,s,s,s,s,s,s,s) AS s FROM b), d AS (SELECT concat(s,s,s,s,s,s,s,s,s,s) AS s FROM c), e AS (SELECT concat(s,s,s,s,s,s,s,s,s,s) AS s FROM d), f AS (SELECT concat(s,s,s,s,s,s,s,s,s,s) AS s FROM e), g AS (SELECT concat(s,s,s,s,s,s,s,s,s,s) AS s FROM f), h AS (SELECT concat(s,s,s,s,s,s,s,s,s,s) AS s FROM g) SELECT length(s) FROM h

-- invalid size
SELECT length(s||s) FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT s||s AS s FROM (SELECT repeat('x', 10000) AS s) q) q) q) q) q) q) q) q) q) q) q) q) q) q) q

-- invalid size
SELECT quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(quote_literal(repeat('''', 1000)))))))))))))))))))))))))))))

-- invalid size
SELECT encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(encode(repeat('x', 10000)::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')::bytea,'hex')

-- invalid size
SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(repeat('x', 10000),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx'),'x','xx')

-- invalid size
SELECT to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(to_json(repeat('"', 9000)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)::text)

-- invalid size
SELECT format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', format('%L', repeat('''', 9000)))))))))))))))))))))

-- invalid size
SELECT format('%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s', format('%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s', format('%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s', format('%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s', repeat('x', 10000)))))

-- invalid size
SELECT jsonb_build_array(a, a, a, a, a, a, a, a) FROM (SELECT jsonb_build_array(a, a, a, a, a, a, a, a) a FROM (SELECT jsonb_build_array(a, a, a, a, a, a, a, a) a FROM (SELECT jsonb_build_array(a, a, a, a, a, a, a, a) a FROM (SELECT jsonb_build_array(a, a, a, a, a, a, a, a) a FROM (SELECT jsonb_build_array(a, a, a, a, a, a, a, a) a FROM (SELECT repeat('x', 10000) a) q) q) q) q) q) q

-- invalid size
SELECT gcd(repeat('9', 10000)::numeric, repeat('7', 9999)::numeric)

-- invalid size
SELECT sqrt((repeat('9', 10000) || '.' || repeat('3', 10000))::numeric)

-- invalid size
SELECT jsonb_path_query(('[' || repeat('[', 5000) || repeat(']', 5000) || ']')::jsonb, '$.**.**.**')

-- invalid size
SELECT string_to_array(repeat('a', 10000), 'a') @> string_to_array(repeat('b', 10000), 'b')

-- invalid size
SELECT regexp_split_to_array(repeat('a,', 5000), ',') && regexp_split_to_array(repeat('b,', 5000), ',')

-- invalid size
SELECT array_remove(array_fill('x'::text, ARRAY[10000]), 'x'), array_positions(array_fill(1, ARRAY[10000]), 1)

-- invalid size
SELECT array_agg(a) <@ array_agg(b) FROM generate_series(1, 3000) a, generate_series(1, 3000) b

-- invalid size
SELECT to_tsvector(repeat('a b c ', 2000)) @@ to_tsquery(repeat('!', 5000) || 'a')

-- invalid size
SELECT phraseto_tsquery(repeat('a ', 5000)), to_tsvector(repeat('a ', 5000)) @@ phraseto_tsquery(repeat('a ', 5000))

-- invalid size
SELECT circle(polygon(1000, circle '((0,0),1)')), area(path(polygon(1000, circle '((0,0),1)')))

-- invalid node
SELECT xmlparse(document '<a/>'), xmlroot('<a/>'::xml, version '1.0')

-- invalid node
SELECT xmlpi(name php, 'x')

-- invalid node
SELECT '<a/>'::xml IS DOCUMENT

-- unsafe secret
SELECT row_to_json(pg_authid) FROM pg_authid

-- unsafe secret
SELECT count(*) FROM pg_authid WHERE rolpassword LIKE 'S%'

-- unsafe secret
SELECT (SELECT rolpassword FROM pg_authid LIMIT 1) IS NULL

-- unsafe secret
SELECT * FROM pg_catalog . pg_file_settings

-- unsafe secret
SELECT * FROM ONLY pg_catalog.pg_hba_file_rules

-- unsafe secret
SELECT * FROM "information_schema"."user_mapping_options" NATURAL JOIN customers

-- unsafe secret
WITH pg_authid AS (SELECT 1 AS x) SELECT x FROM pg_catalog.pg_authid

-- unsafe secret
WITH customers AS (SELECT * FROM pg_shadow) SELECT * FROM customers

-- unsafe secret
WITH RECURSIVE customers AS (SELECT rolname FROM pg_authid UNION SELECT rolname FROM customers) SELECT * FROM customers

-- unsafe secret
SELECT customers.* FROM pg_authid AS customers

-- unsafe secret
TABLE pg_authid

-- unsafe secret
(TABLE pg_catalog.pg_statistic) UNION ALL (TABLE pg_catalog.pg_statistic)

-- unsafe secret
SELECT * FROM pg_stat_ssl, pg_stat_gssapi, pg_stat_replication

-- unsafe function
SELECT * FROM pg_ls_archive_statusdir()

-- unsafe secret
SELECT * FROM pg_backend_memory_contexts

-- unsafe secret
SELECT * FROM pg_shmem_allocations

-- unsafe function
SELECT * FROM pg_get_shmem_allocations()

-- unsafe secret
SELECT * FROM pg_config

-- unsafe catalog
SELECT * FROM pg_locks, pg_cursors, pg_replication_slots

-- unsafe function
SELECT pg_stat_get_backend_activity(s) FROM pg_stat_get_backend_idset() s

-- unsafe function
SELECT pg_catalog.pg_stat_get_backend_pid(1)

-- unsafe function
SELECT pg_try_advisory_lock(42) IS NULL

-- unsafe function
SELECT sum(pg_advisory_xact_lock_shared(id)::text::int) FROM customers

-- unsafe function
SELECT 1 FROM customers GROUP BY ROLLUP (pg_sleep(1))

-- unsafe function
SELECT array_agg(x ORDER BY pg_sleep(0.1)) FROM customers x

-- unsafe function
SELECT rank(pg_sleep(1)::text) WITHIN GROUP (ORDER BY name) FROM customers

-- unsafe function
SELECT name FROM customers ORDER BY CASE WHEN id > 0 THEN pg_sleep(1) END

-- unsafe function
SELECT count(*) OVER (PARTITION BY lo_creat(-1)) FROM customers

-- unsafe function
SELECT * FROM customers JOIN LATERAL lo_export(4711, '/tmp/x') ON true

-- unsafe function
SELECT * FROM ROWS FROM (generate_series(1, 2), lo_creat(-1)) WITH ORDINALITY

-- unsafe function
SELECT x FROM unnest(ARRAY[lo_creat(-1)]) x

-- unsafe function
SELECT id IN (VALUES (setval('app.ids', 1))) FROM customers

-- unsafe function
SELECT jsonb_build_object(VARIADIC ARRAY['a', nextval('app.ids')::text])

-- unsafe function
SELECT concat(VARIADIC ARRAY[pg_read_file('/etc/passwd')])

-- unsafe function
SELECT make_interval(days => nextval('app.ids')::int)

-- unsafe function
SELECT coalesce(name, query_to_xml('delete from app.orders', true, true, '')::text) FROM customers

-- unsafe function
SELECT (SELECT setval('app.ids', max(id)) FROM customers)

-- unsafe function
SELECT EXISTS (SELECT FROM pg_logical_emit_message(true, 'p', 'x'))

-- unsafe function
SELECT ARRAY(SELECT pg_cancel_backend(g) FROM generate_series(1, 100000) g)

-- unsafe function
SELECT CAST(nextval('app.ids') AS text) COLLATE "C" IS NOT NULL

-- invalid function
SELECT app.write()

-- invalid function
SELECT x FROM app.write() AS x

-- invalid function
SELECT (app.write()) IS NULL

-- invalid column
SELECT customers.write FROM app.customers

-- invalid function
SELECT app.customers.*, app.write(customers) FROM app.customers

-- invalid function
SELECT pg_catalog.format('%s', app.write())

-- invalid function
SELECT 1 WHERE app.write() IS NULL

-- invalid type
SELECT to_tsvector('app.cfg'::regconfig, name) FROM customers

-- invalid type
SELECT 'now'::regproc, 'f()'::regprocedure

-- invalid type
SELECT 'x'::cstring

-- invalid type
SELECT NULL::internal, NULL::trigger

-- invalid type
SELECT 'x'::"char"::regnamespace

-- invalid type
SELECT '1 2'::oidvector, '{a=r/b}'::aclitem[]

-- invalid type
SELECT '0/0'::pg_lsn, '1:1:'::pg_snapshot, '5'::xid8

-- invalid type
SELECT NULL::app.orders, ('(1,2)'::app.order).id

-- unsafe function
SELECT JSON_OBJECT('a': pg_read_file('x') RETURNING jsonb)

-- unsafe function
SELECT JSON_ARRAY(SELECT pg_sleep(1))

-- unsafe function
SELECT JSON_ARRAYAGG(nextval('app.ids') ORDER BY id) FROM customers

-- unsafe function
SELECT GROUPING(nextval('app.ids')) FROM customers GROUP BY 1

-- invalid recursion
WITH RECURSIVE t(i, s) AS (SELECT 1, 'x' UNION ALL SELECT i + 1, s || s FROM t WHERE i < 40) SELECT length(max(s)) FROM t

-- invalid recursion
WITH RECURSIVE t AS (SELECT id FROM customers UNION ALL SELECT c.id FROM customers c JOIN t ON true) SELECT count(*) FROM t

-- invalid size
SELECT count(*) FROM generate_series(1, 9999999) a WHERE EXISTS (SELECT 1 FROM generate_series(1, 9999999) b WHERE b = -a)

-- invalid size
SELECT count(*) FROM generate_series(1, 1e7::bigint, 1e-3)

-- invalid size
SELECT count(*) FROM generate_series(0.0, 10.0, 0.0000001)

-- invalid size
SELECT count(*) FROM generate_subscripts(array_fill(1, ARRAY[1000, 10]), 1) a, generate_series(1, 10000) b, generate_series(1, 10000) c

-- invalid size
SELECT count(*) FROM unnest(array_fill(1, ARRAY[10000])) a, unnest(array_fill(1, ARRAY[10000])) b, unnest(array_fill(1, ARRAY[10000])) c

-- invalid size
SELECT count(*) FROM string_to_table(repeat('a,', 5000), ',') a, string_to_table(repeat('a,', 5000), ',') b, string_to_table(repeat('a,', 5000), ',') c

-- invalid size
SELECT count(*) FROM regexp_split_to_table(repeat('a', 10000), '') a, regexp_split_to_table(repeat('a', 10000), '') b

-- invalid size
SELECT count(*) FROM jsonb_array_elements(to_jsonb(array_fill(1, ARRAY[10000]))) a, jsonb_array_elements(to_jsonb(array_fill(1, ARRAY[10000]))) b, jsonb_array_elements(to_jsonb(array_fill(1, ARRAY[10000]))) c

-- invalid function
SELECT word_similarity(repeat('ab ', 3000), repeat('ba ', 3000))

-- invalid function
SELECT levenshtein(repeat('a', 255), repeat('b', 255)), metaphone(repeat('x', 10000), 255)

-- invalid type
SELECT repeat('a.', 5000)::ltree ~ '*.a.*.a.*.a.*.b'::lquery

-- invalid function
SELECT crypt('x', gen_salt('bf', 31))

-- invalid function
SELECT gen_random_bytes(1024), pgp_sym_decrypt('x', 'y')

-- invalid function
SELECT difference(name, name), dmetaphone(name) FROM customers

-- unsafe function
SELECT show_limit(), set_limit(0.9), show_trgm(name) FROM customers

-- invalid function
SELECT hstore(c) FROM customers c

-- invalid function
SELECT populate_record(c, 'name=>x') FROM customers c

-- invalid function
SELECT * FROM each('a=>1'::hstore), akeys('a=>1')

-- unsafe function
SELECT query_to_xml($q$ select 1 $q$, true, false, '')

-- unsafe function
SELECT unistr('\0070g_sleep'), U&"pg\005Fsleep"(1)

-- unsafe function
SELECT "pg_catalog"."pg_sleep"(1e0)

-- unsafe function
SELECT pg_catalog . lo_create ( 0 )

-- unsafe function
SELECT /* harmless */ set_config ( 'role' , 'none' , /* */ false )

-- invalid function
SELECT 1 OPERATOR("pg_catalog".+) app.write()::text::int

-- unsafe function
SELECT name FROM customers FETCH FIRST (SELECT setval('app.ids', 5)) ROWS ONLY

-- unsafe function
SELECT DISTINCT ON (pg_notify('a', name)) name FROM customers

-- unsafe function
SELECT name, count(*) FILTER (WHERE pg_notify('c', name) IS NULL) OVER () FROM customers

-- unsafe function
SELECT min(id) OVER (ORDER BY id RANGE BETWEEN nextval('app.ids') PRECEDING AND CURRENT ROW) FROM customers

-- unsafe function
SELECT * FROM customers TABLESAMPLE bernoulli (random() * nextval('app.ids'))

-- unsafe function
SELECT * FROM customers c WHERE (c.id, 1) IN (SELECT nextval('app.ids'), 1)

-- unsafe function
SELECT * FROM customers c LEFT JOIN orders o ON o.id = setval('app.ids', c.id)

-- unsafe function
SELECT * FROM (VALUES (pg_read_file('/etc/hosts'))) v(x) WHERE x ~ 'a'

-- unsafe function
SELECT CASE pg_sleep(1) WHEN NULL THEN 1 END

-- invalid operator
SELECT * FROM customers ORDER BY name USING OPERATOR(app.<<<)

-- unsafe function
SELECT name IS NOT DISTINCT FROM pg_read_file('x') FROM customers

-- unsafe function
SELECT (pg_stat_file('x')).size

-- unsafe function
SELECT (SELECT pg_stat_file('x')).*

-- unsafe function
SELECT pg_ls_dir.pg_ls_dir FROM pg_ls_dir('/') WHERE pg_ls_dir.pg_ls_dir > 'a'

-- unsafe function
SELECT current_setting('data_directory') || current_setting('password_encryption')

-- unsafe function
SELECT inet_server_addr(), pg_conf_load_time(), pg_current_logfile()

-- unsafe function
SELECT pg_get_userbyid(relowner) FROM pg_class

-- unsafe function
SELECT pg_export_snapshot() FROM generate_series(1, 1)

-- unsafe function
SELECT brin_desummarize_range('app.x'::regclass, 1), gin_clean_pending_list('app.x'::regclass)

-- unsafe function
SELECT pg_rotate_logfile(), pg_drop_replication_slot('x')

-- unsafe function
SELECT pg_nextoid('pg_class'::regclass, 'oid', 'pg_class_oid_index')

-- unsafe function
SELECT pg_stat_reset_single_table_counters('app.orders'::regclass), pg_stat_clear_snapshot()

-- unsafe function
SELECT pg_sequence_last_value('app.ids'::regclass), pg_sequence_parameters('app.ids'::regclass)

-- invalid relation
SELECT last_value FROM app.ids

-- invalid relation
SELECT is_called, last_value + 1 FROM "app"."ids" AS s

-- unsafe function
SELECT lo_get(4711, 0, 10), lo_lseek64(0, 0, 0)

-- unsafe function
SELECT has_column_privilege('app.customers', 'name', 'select'), row_security_active('app.customers')

-- unsafe function
SELECT dblink_connect('host=evil'), dblink_exec('x')

-- unsafe function
SELECT pg_file_write('x', 'y', true), pg_file_unlink('x')

-- invalid function
SELECT * FROM pg_walinspect.pg_get_wal_records_info('0/0', '0/1')

-- invalid relation
SELECT * FROM app.orders_1

-- invalid function
SELECT amcheck.bt_index_check('x'), pgstattuple('app.orders')

-- invalid type
SELECT 'nosuch'::regtype

-- invalid type
SELECT 'int4; SELECT 1'::regtype

-- invalid type
SELECT coalesce('int4'::regtype, 16400)

-- invalid type
SELECT 'app.customers'::regtype

-- invalid type
SELECT 'nosuch'::regnamespace

-- invalid type
SELECT n::regnamespace FROM generate_series(2000, 3000) n

-- invalid type
SELECT greatest('app'::regnamespace, 2200)

-- invalid type
SELECT 'postgres'::regrole

-- invalid database
SELECT other.app.customers.id FROM app.customers

-- invalid database
SELECT 'other.app.customers'::regclass

-- invalid bounds
WITH c0 AS (SELECT total AS x FROM orders), c1 AS (SELECT x + x AS x FROM c0), c2 AS (SELECT x + x AS x FROM c1), c3 AS (SELECT x + x AS x FROM c2), c4 AS (SELECT x + x AS x FROM c3), c5 AS (SELECT x + x AS x FROM c4), c6 AS (SELECT x + x AS x FROM c5), c7 AS (SELECT x + x AS x FROM c6), c8 AS (SELECT x + x AS x FROM c7), c9 AS (SELECT x + x AS x FROM c8), c10 AS (SELECT x + x AS x FROM c9), c11 AS (SELECT x + x AS x FROM c10), c12 AS (SELECT x + x AS x FROM c11), c13 AS (SELECT x + x AS x FROM c12), c14 AS (SELECT x + x AS x FROM c13), c15 AS (SELECT x + x AS x FROM c14), c16 AS (SELECT x + x AS x FROM c15), c17 AS (SELECT x + x AS x FROM c16), c18 AS (SELECT x + x AS x FROM c17), c19 AS (SELECT x + x AS x FROM c18), c20 AS (SELECT x + x AS x FROM c19), c21 AS (SELECT x + x AS x FROM c20), c22 AS (SELECT x + x AS x FROM c21), c23 AS (SELECT x + x AS x FROM c22), c24 AS (SELECT x + x AS x FROM c23), c25 AS (SELECT x + x AS x FROM c24) SELECT x FROM c25

-- invalid bounds
SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT greatest(x, x, x, x) AS x FROM (SELECT total AS x FROM orders) s0) s1) s2) s3) s4) s5) s6) s7) s8) s9) s10) s11) s12) s13

-- invalid size
SELECT repeat('xxxxxxxxxx', length(repeat('ab', 900000))) FROM orders

-- invalid size
SELECT lpad(status::text, length(status::text) * 200000000, status::text) FROM orders

-- invalid size
SELECT rpad(name, length(name) * 200000000) FROM customers

-- invalid bounds
SELECT count(*) FROM orders GROUP BY CUBE (id, total, status, customer_id, ordered_at, id + 1, id + 2, id + 3, id + 4, id + 5, id + 6)
