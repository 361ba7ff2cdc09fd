-- unsafe select_only
INSERT INTO customers (name) VALUES ('x')

-- unsafe select_only
UPDATE customers SET name = 'x'

-- unsafe select_only
DELETE FROM customers

-- unsafe select_only
MERGE INTO customers c USING orders o ON o.id = c.id WHEN MATCHED THEN DELETE

-- unsafe select_only
TRUNCATE customers

-- unsafe select_only
DROP TABLE customers

-- unsafe select_only
CREATE TABLE t AS SELECT 1

-- unsafe select_only
CREATE TEMP TABLE t (id int)

-- unsafe select_only
ALTER TABLE customers ADD x int

-- unsafe select_only
COPY customers TO PROGRAM 'cat'

-- unsafe select_only
COPY customers TO '/tmp/x'

-- unsafe select_only
DO $$ BEGIN END $$

-- unsafe select_only
CALL f()

-- unsafe select_only
SET transaction_read_only = off

-- unsafe select_only
RESET transaction_read_only

-- unsafe select_only
SET ROLE postgres

-- unsafe select_only
SHOW ALL

-- unsafe select_only
BEGIN

-- unsafe select_only
COMMIT

-- unsafe select_only
END

-- unsafe select_only
LOCK TABLE customers IN ACCESS EXCLUSIVE MODE

-- unsafe select_only
EXPLAIN SELECT 1

-- unsafe select_only
EXPLAIN ANALYZE SELECT 1

-- unsafe select_only
PREPARE p AS SELECT 1

-- unsafe select_only
EXECUTE p

-- unsafe select_only
DECLARE c CURSOR FOR SELECT 1

-- unsafe select_only
NOTIFY x

-- unsafe select_only
LISTEN x

-- unsafe select_only
VACUUM

-- unsafe select_only
ANALYZE customers

-- unsafe select_only
CLUSTER

-- unsafe select_only
CHECKPOINT

-- unsafe select_only
REINDEX TABLE customers

-- unsafe select_only
LOAD 'x'

-- unsafe select_only
DISCARD ALL

-- unsafe select_only
GRANT ALL ON customers TO PUBLIC

-- unsafe select_only
REFRESH MATERIALIZED VIEW customer_stats

-- unsafe select_only
SELECT 1; DROP TABLE customers

-- unsafe select_only
COMMIT; DELETE FROM customers; SELECT 1

-- unsafe single
SELECT 1; SELECT 2

-- invalid single
;

-- invalid single
-- nothing here

-- unsafe writes
SELECT * INTO t FROM customers

-- unsafe writes
SELECT id INTO TEMP t FROM customers UNION SELECT 1

-- unsafe writes
WITH d AS (DELETE FROM customers RETURNING *) SELECT * FROM d

-- unsafe writes
WITH i AS (INSERT INTO customers (name) VALUES ('x') RETURNING id) SELECT id FROM i

-- unsafe writes
SELECT * FROM (WITH u AS (UPDATE customers SET name = 'x' RETURNING *) SELECT * FROM u) s

-- unsafe writes
WITH u AS (UPDATE orders SET total = 0 RETURNING id) VALUES (1)

-- unsafe writes
(WITH d AS (DELETE FROM orders RETURNING 1) SELECT 1) UNION SELECT 2

-- unsafe locks
SELECT * FROM customers FOR UPDATE

-- unsafe locks
SELECT * FROM customers FOR SHARE SKIP LOCKED

-- unsafe locks
SELECT * FROM (SELECT * FROM customers FOR NO KEY UPDATE) x

-- unsafe function
SELECT set_config('transaction_read_only', NULL, true)

-- unsafe function
SELECT set_config('transaction_read_only', NULL, true), nextval('app.order_seq')

-- unsafe function
SELECT nextval('app.order_seq')

-- unsafe function
SELECT "pg_catalog"."nextval"('app.order_seq')

-- unsafe function
SELECT NextVal('app.order_seq')

-- unsafe function
SELECT U&"\0070g_sleep"(10)

-- unsafe function
SELECT pg_sleep(10)

-- unsafe function
SELECT * FROM pg_sleep(10)

-- unsafe function
SELECT * FROM ROWS FROM (pg_sleep(1), generate_series(1, 2)) x

-- unsafe function
SELECT * FROM customers c, LATERAL pg_sleep(c.id)

-- unsafe function
SELECT pg_read_file('/etc/passwd')

-- unsafe function
SELECT * FROM pg_read_file('/etc/passwd')

-- unsafe function
SELECT pg_ls_dir('.')

-- unsafe function
SELECT lo_create(0)

-- unsafe function
SELECT lo_import('/etc/passwd')

-- unsafe function
SELECT lo_from_bytea(0, 'x')

-- unsafe function
SELECT pg_advisory_lock(1)

-- unsafe function
SELECT pg_try_advisory_xact_lock(1)

-- unsafe function
SELECT pg_terminate_backend(1)

-- unsafe function
SELECT pg_cancel_backend(1)

-- unsafe function
SELECT pg_notify('a', 'b')

-- unsafe function
SELECT pg_logical_emit_message(false, 'a', 'b')

-- unsafe function
SELECT txid_current()

-- unsafe function
SELECT pg_current_xact_id()

-- unsafe function
SELECT pg_export_snapshot()

-- unsafe function
SELECT query_to_xml('select * from secret', true, true, '')

-- unsafe function
SELECT database_to_xml(true, true, '')

-- unsafe function
SELECT table_to_xml('customers', true, true, '')

-- unsafe function
SELECT ts_stat('select 1')

-- unsafe function
SELECT ts_rewrite('a'::tsquery, 'select 1')

-- unsafe function
SELECT dblink('x', 'select 1')

-- unsafe function
SELECT * FROM dblink('x', 'select 1') AS t(a int)

-- unsafe function
SELECT * FROM crosstab('select 1')

-- unsafe function
SELECT xpath('//a', 'x')

-- unsafe function
SELECT setseed(0.5)

-- unsafe function
SELECT set_limit(0.5)

-- unsafe function
SELECT current_setting('app.tenant')

-- unsafe function
SELECT pg_reload_conf()

-- unsafe function
SELECT pg_get_functiondef(1)

-- unsafe function
SELECT inet_server_addr()

-- unsafe function
SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL) FROM customers

-- unsafe function
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY pg_advisory_lock(1)::text::float) FROM orders

-- unsafe function
SELECT sum(total) OVER (ORDER BY nextval('s')) FROM orders

-- unsafe function
SELECT sum(total) OVER w FROM orders WINDOW w AS (ROWS nextval('s') PRECEDING)

-- unsafe function
SELECT 1 FROM customers LIMIT nextval('s')

-- unsafe function
SELECT 1 FROM customers OFFSET setval('s', 1)

-- unsafe function
VALUES (1), (nextval('s'))

-- unsafe function
SELECT ARRAY[nextval('s')]

-- unsafe function
SELECT (ARRAY[1, 2])[nextval('s')]

-- unsafe function
SELECT ROW(nextval('s'))

-- unsafe function
SELECT CASE WHEN true THEN nextval('s') END

-- unsafe function
SELECT * FROM orders TABLESAMPLE system (nextval('s'))

-- unsafe function
SELECT * FROM orders TABLESAMPLE system (1) REPEATABLE (nextval('s'))

-- unsafe function
SELECT JSON_OBJECT('a': nextval('s'))

-- unsafe function
SELECT nextval('s')::text COLLATE "C"

-- unsafe function
SELECT 1 GROUP BY GROUPING SETS ((nextval('s')), ())

-- unsafe function
SELECT 1 FROM customers c JOIN orders o ON nextval('s') > 0

-- unsafe function
SELECT DISTINCT ON (nextval('s')) 1

-- unsafe function
SELECT 1 WHERE 1 IN (SELECT nextval('s'))

-- unsafe function
SELECT generate_series(1, nextval('s'))

-- unsafe function
SELECT string_agg(name, pg_read_file('x')) FROM customers

-- invalid function
SELECT app.log_write('x')

-- invalid function
SELECT app.lower('x')

-- invalid function
SELECT public.md5('x')

-- invalid function
SELECT log_write('x')

-- invalid function
SELECT "LOWER"('x')

-- invalid function
SELECT nosuchfunction(1)

-- invalid function
SELECT similarity('a', 'b')

-- unsafe function
SELECT a.b.c('x')

-- invalid function
SELECT int4in('1')

-- invalid operator
SELECT 1 OPERATOR(app.+) 2

-- invalid operator
SELECT 1 === 2

-- invalid operator
SELECT 1 = ANY (SELECT 1) AND 1 OPERATOR(app.=) ALL (SELECT 1)

-- invalid operator
SELECT id FROM orders ORDER BY id USING OPERATOR(app.<)

-- invalid type
SELECT 'x'::app.domained

-- invalid type
SELECT 'x'::customers

-- invalid type
SELECT 'nextval'::regproc

-- invalid type
SELECT 1::regrole

-- invalid type
SELECT g::regclass FROM generate_series(1, 1000) g

-- invalid type
SELECT * FROM json_populate_record(NULL::app.customers, '{}')

-- invalid type
SELECT x FROM json_to_record('{}') AS r(x app.domained)

-- invalid function
SELECT * FROM orders TABLESAMPLE system_rows(10)

-- unsafe node
SELECT * FROM XMLTABLE('/a' PASSING '<a/>' COLUMNS x int PATH '.')

-- invalid node
SELECT xmlelement(name a)

-- invalid node
SELECT $1

-- invalid syntax
SELEC 1

-- invalid node
SELECT DEFAULT

-- unsafe secret
SELECT rolpassword FROM pg_authid

-- unsafe secret
SELECT * FROM pg_catalog.pg_shadow

-- unsafe secret
SELECT usename, query FROM pg_stat_activity

-- unsafe secret
SELECT * FROM public.pg_stat_statements

-- unsafe secret
SELECT * FROM pg_user_mappings

-- unsafe secret
SELECT * FROM "pg_catalog"."pg_largeobject"

-- unsafe catalog
SELECT relname FROM pg_class

-- unsafe catalog
SELECT table_name FROM information_schema.tables

-- unsafe secret
SELECT * FROM pg_toast.pg_toast_1

-- unsafe catalog
SELECT (SELECT count(*) FROM pg_catalog.pg_tables)

-- invalid relation
SELECT * FROM nosuch

-- invalid relation
SELECT * FROM app.nosuch

-- invalid relation
SELECT * FROM customer

-- invalid database
SELECT * FROM other.app.customers

-- unsafe relation
SELECT * FROM shell_out

-- invalid column
SELECT c.touch FROM customers c

-- invalid column
SELECT customers.touch FROM customers

-- invalid column
SELECT app.customers.touch FROM app.customers

-- invalid column
SELECT (c).touch FROM customers c

-- invalid column
SELECT x.touch FROM (SELECT * FROM customers) x

-- invalid column
WITH x AS (SELECT * FROM customers) SELECT x.touch FROM x

-- unsafe column
SELECT x.pg_sleep FROM unnest(ARRAY[10.0::float8]) x

-- unsafe column
SELECT x.pg_terminate_backend FROM generate_series(1, 1) x

-- unsafe column
SELECT pg_sleep.pg_sleep FROM unnest(ARRAY[10.0::float8]) AS pg_sleep(y)

-- unsafe column
SELECT (10.0::float8).pg_sleep

-- unsafe column
SELECT y.pg_sleep FROM (SELECT 1) x, LATERAL unnest(ARRAY[1.0::float8]) y

-- invalid column
SELECT nosuch FROM customers

-- invalid column
SELECT z.name FROM customers c

-- invalid column
SELECT c.name FROM customers c, (SELECT c.name) x

-- invalid column
SELECT ctid FROM customers

-- invalid column
SELECT c.xmin FROM customers c

-- invalid type
SELECT tableoid::regclass FROM customers

-- invalid column
SELECT 1 FROM customers c JOIN orders o USING (nosuch)

-- invalid column
SELECT a.b.c.d.e FROM customers a

-- invalid size
SELECT repeat('x', 1000000000)

-- invalid size
SELECT repeat('x', 1000000 * 1000)

-- invalid size
SELECT repeat('x', '1000000000')

-- invalid size
SELECT repeat('x', 1e9::int)

-- invalid size
SELECT repeat('x', (10 ^ 9)::int)

-- invalid size
SELECT repeat('x', id * 1000000) FROM customers

-- invalid size
SELECT repeat('x', (id ^ 9)::int) FROM customers

-- invalid size
SELECT repeat(repeat('x', 10000), 10000)

-- invalid size
SELECT lpad('x', 100000000)

-- invalid size
SELECT array_fill(1, ARRAY[100000, 1000])

-- invalid size
SELECT format('%1000000000s', 'x')

-- invalid size
SELECT format('%*s', 1000000000, 'x')

-- invalid size
SELECT polygon(20000, circle '((0,0),1)') <-> polygon(20000, circle '((9,9),1)')

-- invalid size
SELECT string_agg('(1,1)', ',')::polygon FROM customers

-- invalid size
SELECT count(*) FROM generate_series(1, 1000000000000)

-- invalid size
SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b

-- invalid size
SELECT count(*) FROM (SELECT generate_series FROM generate_series(1, 1000000)) a CROSS JOIN generate_series(1, 1000000) b

-- invalid size
WITH g AS (SELECT * FROM generate_series(1, 1000000)) SELECT count(*) FROM g a, g b

-- invalid recursion
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n

-- invalid recursion
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE true) SELECT * FROM n

-- invalid recursion
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n CROSS JOIN generate_series(1, 2)) SELECT max(i) FROM n

-- invalid recursion
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000000) SELECT count(*) FROM n

-- invalid size
SELECT generate_series(1, 1000000000000)

-- invalid size
SELECT count(*) FROM generate_series('0001-01-01'::timestamp, '9999-12-31'::timestamp, '1 second'::interval)

-- invalid size
SELECT string_agg(repeat('x', 10000), ',') FROM generate_series(1, 1000000)

-- invalid size
SELECT count(*) FROM generate_series(1, 10000000) a, customers b, generate_series(1, 10) c

-- unsafe function
SELECT pg_catalog.set_config('role', 'postgres', false) FROM customers

-- unsafe function
SELECT currval('app.order_seq'), lastval()

-- unsafe function
SELECT lo_get(4711)

-- unsafe function
SELECT loread(lo_open(4711, 262144), 10)

-- unsafe function
SELECT pg_stat_reset()

-- unsafe function
SELECT * FROM pg_show_all_settings()

-- unsafe function
SELECT * FROM pg_stat_get_activity(NULL)

-- unsafe function
SELECT current_query()

-- unsafe function
SELECT pg_switch_wal()

-- unsafe function
SELECT pg_create_restore_point('x')

-- unsafe function
SELECT * FROM pg_logical_slot_get_changes('s', NULL, NULL)

-- unsafe function
SELECT pg_prewarm('app.orders')

-- unsafe function
SELECT brin_summarize_new_values('i')

-- unsafe function
SELECT pg_import_system_collations('app')

-- unsafe function
SELECT pg_stat_statements_reset()

-- unsafe function
SELECT count(*) FROM customers GROUP BY 1 HAVING pg_sleep(1) IS NULL

-- unsafe function
SELECT * FROM customers ORDER BY pg_advisory_lock(id)

-- unsafe function
SELECT x.* FROM customers c CROSS JOIN LATERAL (SELECT lo_put(4711, 0, 'x'), c.id) x

-- unsafe function
SELECT jsonb_build_object('a', pg_read_binary_file('x')) FROM customers

-- unsafe function
SELECT coalesce(NULL, nullif(1, nextval('s')), greatest(1, setval('s', 2)))

-- unsafe function
SELECT name FROM customers WHERE name LIKE ANY (ARRAY[pg_ls_dir('.')])

-- unsafe function
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + nextval('s')::int FROM t WHERE n < 3) SELECT n FROM t

-- unsafe function
SELECT convert_from(lo_get(4711), 'UTF8')::json ->> 'a'

-- unsafe writes
WITH RECURSIVE t AS (SELECT 1 UNION ALL SELECT 1 FROM t), u AS (INSERT INTO customers (id) SELECT 1 RETURNING 1) SELECT 1

-- unsafe secret
SELECT name, setting FROM pg_settings

-- unsafe secret
SELECT most_common_vals FROM pg_stats WHERE tablename = 'salaries'

-- unsafe catalog
SELECT prosrc FROM information_schema.routines

-- invalid type
SELECT '16384'::regclass::oid, 16384::regclass::text

-- invalid size
SELECT rpad(repeat('x', 9999), 2000000)

-- invalid size
SELECT array_length(array_fill(0, ARRAY[10000, 10000]), 1)

-- invalid recursion
WITH RECURSIVE t AS (SELECT id FROM categories UNION ALL SELECT c.id FROM categories c, t) SELECT count(*) FROM t

-- invalid size
SELECT repeat('x', n) FROM (SELECT 100000000 AS n) v

-- invalid size
SELECT repeat('x', x'3ffffff'::int)

-- invalid size
SELECT repeat('x', extract(epoch FROM now())::int)

-- invalid size
SELECT 'x'::char(10000000)

-- invalid size
SELECT name::char(10000000) FROM customers ORDER BY 1

-- invalid size
SELECT 1::bit(10000000)

-- invalid size
SELECT count(*) FROM generate_series(now() - interval '1000 years', now(), '1 second')

-- invalid size
SELECT count(*) FROM generate_series(current_date - 100000, current_date, interval '1 second' * 10)

-- invalid size
SELECT repeat('x', repeat('9', 8)::int)

-- invalid size
SELECT repeat('x', ('1' || '0000000')::int)

-- invalid size
SELECT repeat('x', g) FROM generate_series(1, 100000) g

-- invalid size
SELECT max(length(rpad('x', t.g))) FROM (SELECT generate_series(1, 9999999) AS g) t

-- invalid size
WITH RECURSIVE t(n, k) AS (SELECT 1, 1 UNION ALL SELECT n * 2, k + 1 FROM t WHERE k < 30) SELECT length(repeat('x', n)) FROM t

-- invalid size
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 1000000) SELECT repeat('x', n) FROM t

-- invalid size
WITH c AS (SELECT 10000000 AS n) SELECT repeat('x', (SELECT n FROM c))

-- invalid size
SELECT repeat('x', (SELECT max(n) FROM (VALUES (10000000)) v(n)))

-- invalid size
SELECT repeat('x', sum(n)::int) FROM (VALUES (10000000), (2)) v(n)

-- invalid size
SELECT repeat('x', ('{"n": 10000000}'::json ->> 'n')::int)

-- invalid size
SELECT repeat('x', n) FROM unnest('{10000000}'::int[]) n

-- invalid size
SELECT repeat('x', n) FROM unnest(ARRAY[1, 10000000]) n

-- invalid size
SELECT array_fill(0, ARRAY[n, n]) FROM (SELECT 3000 AS n) q

-- invalid size
SELECT repeat('x', hashtext(name)) FROM customers

-- invalid size
SELECT repeat('x', c.n) FROM (SELECT 1 AS n UNION ALL SELECT 20000000) c

-- invalid size
SELECT repeat('x', coalesce(nullif(id, 0), 99999999)) FROM customers

-- invalid size
SELECT replace(repeat('a', 10000), 'a', repeat('b', 10000))

-- invalid size
SELECT string_agg(format('%9999s', name), repeat('-', 10000)) FROM customers, generate_series(1, 100000)

-- invalid type
SELECT ARRAY[16384, 16385]::regclass[]

-- invalid type
SELECT '{16384}'::regclass[]::text[]

-- invalid type
SELECT x::text FROM json_to_recordset('[{"x": "16384"}]') AS r(x regclass)

-- invalid type
SELECT '16384'::regclass::text

-- invalid type
SELECT ''::regclass

-- unsafe function
SELECT cursor_to_xml('c', 1, true, true, '')

-- unsafe function
SELECT query_to_xml_and_xmlschema('select 1', true, true, '')

-- unsafe function
SELECT schema_to_xml('app', true, true, '')

-- unsafe function
SELECT database_to_xmlschema(true, true, '')

-- unsafe function
SELECT * FROM ts_stat('select to_tsvector(name) from app.products')

-- unsafe function
SELECT pg_stat_file('postgresql.conf')

-- unsafe function
SELECT * FROM pg_ls_waldir()

-- unsafe function
SELECT * FROM pg_ls_logdir()

-- unsafe function
SELECT * FROM pg_hba_file_rules()

-- unsafe function
SELECT pg_read_binary_file('PG_VERSION', 0, 10)

-- unsafe function
SELECT pg_try_advisory_lock_shared(1, 2)

-- unsafe function
SELECT pg_advisory_unlock_all()

-- unsafe function
SELECT txid_status(1), txid_current_snapshot()

-- unsafe function
SELECT pg_sleep_until(now() + interval '1 hour')

-- unsafe function
SELECT pg_sleep_for('1 hour')

-- unsafe function
SELECT inet_client_addr(), inet_server_port()

-- unsafe function
SELECT has_table_privilege('postgres', 'app.customers', 'select')

-- unsafe function
SELECT pg_has_role('postgres', 'member'), pg_get_userbyid(10)

-- unsafe function
SELECT pg_get_viewdef('app.customer_stats'::regclass)

-- unsafe function
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef

-- unsafe function
SELECT xpath_exists('//a', x::xml), xml_is_well_formed(x) FROM (SELECT '<a/>') t(x)

-- unsafe function
SELECT lo_unlink(oid) FROM pg_largeobject_metadata

-- unsafe function
SELECT binary_upgrade_set_next_pg_type_oid(1)

-- unsafe function
SELECT pg_replication_origin_create('x')

-- unsafe function
SELECT pg_create_physical_replication_slot('x')

-- unsafe function
SELECT pg_promote()

-- unsafe function
SELECT pg_log_backend_memory_contexts(1)

-- unsafe function
SELECT pg_wal_replay_pause()

-- unsafe function
SELECT pg_stat_get_activity(1)

-- unsafe function
SELECT pg_config()

-- unsafe function
SELECT pg_input_is_valid('x', 'app.domained')

-- invalid function
SELECT json_query('{"a": 1}', '$.a')

-- invalid function
SELECT jsonb_populate_record_valid(c, '{}') FROM customers c

-- unsafe function
SELECT pg_get_acl('pg_class'::regclass, 1, 0)

-- unsafe function
SELECT pg_sync_replication_slots()

-- invalid function
SELECT plan_cache_mode('x')

-- invalid function
SELECT autoinc(), timetravel()

-- invalid function
SELECT public.now()

-- invalid function
SELECT "Pg_Sleep"(1)

-- invalid function
SELECT pg_temp.f()

-- unsafe function
SELECT postgres_fdw_disconnect_all()

-- unsafe function
SELECT * FROM connectby('t', 'a', 'b', 'c', 0) AS x(a text, b text, c int)

-- unsafe function
SELECT heap_force_kill('app.customers'::regclass, ARRAY[]::text[])

-- unsafe select_only
COPY (SELECT 1) TO STDOUT

-- unsafe select_only
SET LOCAL statement_timeout = 0

-- unsafe select_only
DEALLOCATE ALL

-- unsafe select_only
SAVEPOINT s

-- unsafe select_only
EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM customers

-- unsafe select_only
IMPORT FOREIGN SCHEMA x FROM SERVER s INTO app

-- unsafe select_only
SECURITY LABEL ON TABLE customers IS 'x'

-- invalid syntax
WITH m AS (MERGE INTO customers c USING orders o ON o.id = c.id WHEN MATCHED THEN DO NOTHING RETURNING 1) SELECT 1

-- unsafe writes
SELECT 1 WHERE EXISTS (WITH d AS (DELETE FROM orders RETURNING 1) SELECT 1 FROM d)

-- unsafe locks
SELECT (SELECT id FROM customers LIMIT 1 FOR UPDATE)

-- unsafe locks
SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders FOR KEY SHARE NOWAIT)

-- unsafe secret
SELECT * FROM pg_catalog.pg_statistic

-- unsafe secret
SELECT umoptions FROM pg_user_mapping

-- unsafe secret
SELECT subconninfo FROM pg_subscription

-- unsafe secret
SELECT option_value FROM information_schema.user_mapping_options

-- unsafe secret
SELECT * FROM pg_prepared_statements

-- unsafe secret
SELECT prosrc FROM pg_proc

-- unsafe secret
SELECT rolname FROM pg_roles

-- unsafe catalog
SELECT tgname FROM pg_trigger

-- unsafe catalog
SELECT * FROM information_schema.columns

-- unsafe catalog
SELECT definition FROM pg_views

-- invalid type
SELECT 'pg_sleep(float8)'::regprocedure

-- invalid type
SELECT 'english'::regdictionary::oid, 'postgres'::regrole

-- invalid type
SELECT '1'::xid

-- invalid type
SELECT CAST('(1,a,b)' AS app.customers)

-- invalid type
SELECT ROW(1, 'a', 'b')::customers

-- invalid type
SELECT 'x'::"unknown_type"

-- invalid type
SELECT NULL::pg_catalog.pg_class

-- invalid operator
SELECT 1 OPERATOR(public.=) 1

-- invalid operator
SELECT name #= 'a=>1' FROM customers

-- invalid operator
SELECT @-@-@ 5

-- invalid column
SELECT c.ctid FROM customers c

-- invalid column
SELECT x.y FROM (SELECT c FROM customers c) x

-- unsafe column
SELECT (c).pg_sleep FROM customers c

-- unsafe column
SELECT c.lo_unlink FROM customers c

-- unsafe column
SELECT (4711::oid).lo_get

-- invalid column
SELECT customers.md5 FROM customers

-- invalid relation
SELECT * FROM "CUSTOMERS"

-- invalid relation
SELECT * FROM app.ids

-- invalid relation
SELECT * FROM aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

-- invalid syntax
SELECT 1 FROM

-- invalid syntax
SELECT 'unfinished

-- invalid syntax
SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (x int PATH '$')) t

-- invalid node
SELECT xmlforest(name) FROM customers

-- invalid node
SELECT xmlserialize(content '<a/>' AS text)

-- unsafe node
SELECT * FROM customers, XMLTABLE('//b' PASSING '<b/>' COLUMNS y text PATH 'text()') z

-- invalid recursion
WITH RECURSIVE a AS (SELECT 1 AS n UNION SELECT n FROM a, generate_series(1, 9)) SELECT count(*) FROM a

-- invalid size
SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b, customers

-- invalid size
SELECT generate_series(1, 2147483647) FROM customers

-- invalid size
SELECT repeat(repeat(repeat('x', 1000), 1000), 1000)

-- invalid size
SELECT lpad('x', 2000000000, 'y')

-- invalid size
SELECT repeat('x', (SELECT sum(g * g)::int FROM generate_series(1, 1400) g))

-- invalid size
SELECT repeat('x', (SELECT sum(g)::int FROM generate_series(1, 10000) g))

-- invalid size
SELECT repeat('x', sum(g)::int) FROM generate_series(1, 10000) g

-- invalid size
WITH x AS (SELECT g FROM generate_series(1, 10000) g) SELECT repeat('x', (SELECT sum(g)::int FROM x))

-- invalid size
WITH x AS (SELECT 1 AS g FROM generate_series(1, 1000000)) SELECT repeat('x', (SELECT count(*)::int FROM x))

-- invalid size
SELECT repeat('x', (sum(1) OVER (ORDER BY g))::int) FROM generate_series(1, 3000000) g

-- invalid size
SELECT repeat('x', (row_number() OVER () * 9000)::int) FROM generate_series(1, 9000) g

-- invalid size
SELECT repeat('x', lag(1, 1, 900000000) OVER ())

-- invalid size
SELECT repeat('x', lead(id, 1, 900000000) OVER ()) FROM customers

-- invalid size
SELECT repeat('x', extract(day FROM interval '900000000 days')::int)

-- invalid size
SELECT repeat('x', extract(hour FROM make_interval(hours => 900000000))::int)

-- invalid size
SELECT repeat('x', date_part('hour', interval '1 hour' * 900000000)::int)

-- invalid size
SELECT repeat('x', extract(year FROM date '5000000-01-01')::int)

-- invalid size
SELECT repeat('x', (percentile_cont(0.5) WITHIN GROUP (ORDER BY v))::int) FROM (VALUES (900000000)) q(v)

-- invalid size
SELECT repeat('x', mode() WITHIN GROUP (ORDER BY v)) FROM (VALUES (900000000)) q(v)

-- invalid size
SELECT repeat('x', (id / (total * 0.0000001))::int) FROM orders

-- invalid size
SELECT repeat('x', (id / (total / total - 0.9999999))::int) FROM orders

-- invalid size
SELECT repeat('x', (1000000000 - (1 / 2) * 2000000000)::int)

-- invalid size
SELECT repeat('x', (1000000000 - 0.4::int * 2500000000)::int)

-- invalid size
SELECT repeat('x', ('01200000000'::bigint - 167772160)::int)

-- invalid size
SELECT array_agg((SELECT string_agg(h::text, '') FROM generate_series(1, 1000000) h)) FROM generate_series(1, 1000) g

-- invalid size
SELECT g, (SELECT count(*) FROM generate_series(1, 100000) h WHERE h <> g) FROM generate_series(1, 100000) g

-- invalid size
SELECT count(*) FROM generate_series('4713-01-01 BC'::timestamp, '290000-01-01'::timestamp, '1 microsecond')

-- invalid size
SELECT count(*) FROM generate_series(timestamp 'epoch', timestamp 'now', '1 us')

-- invalid size
SELECT count(*) FROM generate_series(now(), 'infinity', '1 day')
