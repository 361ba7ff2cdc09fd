SELECT m.id FROM hr.emp e JOIN mine m ON m.salary = e.salary
SELECT m.id FROM hr.emp e JOIN mine m USING (salary)
SELECT m.id FROM mine m NATURAL JOIN app.paid p
SELECT m.id FROM mine m WHERE EXISTS (SELECT FROM hr.emp e WHERE e.salary = m.salary)
SELECT m.id, count(e.id) FROM mine m LEFT JOIN hr.emp e ON e.salary = m.salary GROUP BY m.id
SELECT m.id FROM mine m JOIN app.stored s ON s.amount = m.salary
SELECT m.id FROM mine m JOIN app.paid p ON p.wage = m.salary
SELECT m.id FROM mine m JOIN hr.account a ON a.api_key = m.api_key
SELECT m.id FROM mine m JOIN seen s ON s.salary = m.salary
SELECT id FROM guessed
SELECT count(*) FROM guessed
SELECT max(id) FROM mixed GROUP BY salary HAVING count(*) > 1
SELECT count(DISTINCT salary) FROM mixed
SELECT count(*) FROM found
SELECT count(*) FROM less
SELECT a.id FROM mixed a JOIN mixed b ON a.salary = b.salary AND a.id < 0 AND b.id > 0
SELECT min(x.id) FROM (SELECT -id AS id, salary FROM hr.emp UNION ALL SELECT id, salary FROM mine) x GROUP BY x.salary
SELECT (SELECT m.id FROM mine m WHERE m.salary = e.salary) FROM hr.emp e
SELECT e.id FROM hr.emp e, mine m WHERE m.id = 1717 AND e.salary >= m.salary
SELECT count(*) FROM hr.emp e FULL JOIN mine m ON m.salary = e.salary
SELECT max(salary) OVER () FROM hr.emp
SELECT count(*) FROM hr.emp e JOIN app.customers c ON c.salary = e.salary
SELECT e.id FROM hr.emp e JOIN app.shown s ON s.salary = e.salary
SELECT e.id FROM hr.emp e JOIN app.customers c USING (salary)
SELECT e.id FROM hr.emp e NATURAL JOIN app.customers c
SELECT id FROM app.both GROUP BY id, salary HAVING count(*) > 1
SELECT count(*) FROM app.both GROUP BY salary
SELECT salary FROM hr.emp FETCH FIRST 1 ROW WITH TIES
SELECT id FROM hr.emp ORDER BY salary FETCH FIRST 2 ROWS WITH TIES
SELECT id FROM hr.emp LIMIT (SELECT salary FROM hr.emp WHERE id = 1)
SELECT id FROM hr.emp OFFSET (SELECT min(salary) FROM hr.emp)
SELECT g FROM hr.emp e, generate_series(1, e.salary, 500) g
SELECT g FROM hr.emp e, LATERAL generate_series(e.salary, e.salary) g WHERE e.id = 1
SELECT grouping(salary), count(*) FROM hr.emp GROUP BY CUBE (salary, dept) ORDER BY salary
SELECT count(*) FROM hr.emp GROUP BY ROLLUP (salary) HAVING sum(salary) > 100
SELECT CASE WHEN max(salary) > 50000 THEN 'a' ELSE 'b' END FROM hr.emp
SELECT dept FROM hr.emp GROUP BY dept ORDER BY sum(salary)
SELECT first_value(id) OVER (ORDER BY salary DESC) FROM hr.emp
SELECT ntile(3) OVER (ORDER BY salary) FROM hr.emp
SELECT id, lag(salary) OVER (ORDER BY id) FROM hr.emp
SELECT count(*) OVER (ORDER BY salary RANGE BETWEEN 10 PRECEDING AND CURRENT ROW) FROM hr.emp
SELECT count(*) OVER (ORDER BY id ROWS BETWEEN salary PRECEDING AND CURRENT ROW) FROM hr.emp
SELECT salary IS NOT NULL AND salary > 100 FROM hr.emp
SELECT salary::text LIKE '2%' FROM hr.emp
SELECT (salary / 0) FROM hr.emp
SELECT 1 / (salary - 2100) FROM hr.emp WHERE id = 1
SELECT id FROM hr.emp WHERE salary = ANY ('{2100,4200}')
SELECT id FROM hr.emp WHERE ARRAY[salary] && ARRAY[2100]
SELECT id FROM hr.emp WHERE salary BETWEEN SYMMETRIC 1 AND 9000
SELECT id FROM hr.emp WHERE NOT salary < 5000
SELECT id FROM hr.emp WHERE (salary, id) < (5000, 1)
SELECT id FROM hr.emp WHERE (salary > 3) IS TRUE
SELECT id FROM hr.emp WHERE salary IN (VALUES (2100), (4200))
SELECT id FROM hr.emp WHERE EXISTS (SELECT 1 WHERE salary > 3000)
SELECT id FROM hr.emp e WHERE id = (SELECT id FROM hr.emp ORDER BY salary LIMIT 1)
SELECT (SELECT salary) FROM hr.emp
SELECT (SELECT max(x) FROM (SELECT salary AS x) y) FROM hr.emp
SELECT x FROM hr.emp CROSS JOIN LATERAL (SELECT salary x) y
SELECT x FROM hr.emp CROSS JOIN LATERAL (VALUES (salary)) y(x)
SELECT unnest(ARRAY[salary, id]) FROM hr.emp
SELECT json_build_object('s', salary) FROM hr.emp
SELECT JSON_OBJECT('s': salary) FROM hr.emp
SELECT JSON_ARRAY(salary, iban) FROM hr.emp
SELECT JSON_ARRAYAGG(salary) FROM hr.emp
SELECT JSON_OBJECTAGG(name: salary) FROM hr.emp
SELECT JSON_ARRAY(SELECT salary FROM hr.emp)
SELECT row_to_json(e.*) FROM hr.emp e
SELECT to_jsonb(e) - 'iban' FROM hr.emp e
SELECT jsonb_agg(to_jsonb(e)) FROM (SELECT * FROM hr.emp) e
SELECT e::text FROM hr.emp e
SELECT (e).salary FROM hr.emp e
SELECT (ROW(e.*)).f4 FROM hr.emp e
SELECT hash_record(e) FROM hr.emp e
SELECT e = f FROM hr.emp e, hr.emp f
SELECT record_eq(e, f) FROM hr.emp e, hr.emp f
SELECT id FROM hr.emp e WHERE e > ROW(1, 'a', 'b', 1, 'c', 1, '2000-01-01'::date)
SELECT count(DISTINCT e) FROM hr.emp e
SELECT max(e) FROM hr.emp e
SELECT array_agg(e) FROM hr.emp e
SELECT xmlforest(salary) FROM hr.emp
SELECT concat_ws(',', name, salary) FROM hr.emp
SELECT format('%s', salary) FROM hr.emp
SELECT to_char(salary, '999999') FROM hr.emp
SELECT repeat('x', salary / 1000) FROM hr.emp
SELECT hashint4(salary) FROM hr.emp
SELECT md5(iban) FROM hr.emp
SELECT count(iban) FROM hr.emp
SELECT iban IS NULL FROM hr.emp
SELECT count(*) FROM hr.emp WHERE iban > 'H'
SELECT a.id FROM hr.emp a JOIN hr.emp b ON a.iban = b.iban
SELECT count(*) FROM hr.emp GROUP BY iban
SELECT m.iban FROM hr.manager m
SELECT car, salary FROM hr.manager
SELECT id FROM ONLY hr.emp WHERE salary > 3
SELECT wage FROM app.paid
SELECT p.* FROM app.paid p
SELECT wage::int FROM app.paid
SELECT id FROM app.paid ORDER BY wage
SELECT id FROM app.tall
SELECT count(*) FROM app.tall
SELECT h FROM app.hashes
SELECT a.login FROM app.hashes a WHERE a.h LIKE 'H%'
SELECT amount FROM app.stored
SELECT account FROM app.stored
SELECT s FROM app.summed
SELECT n FROM app.summed ORDER BY s
SELECT note FROM app.vaulted
SELECT count(*) FROM app.vaulted
SELECT count(*) FROM hr.vault
TABLE hr.vault
SELECT 1 WHERE EXISTS (TABLE hr.vault)
SELECT id FROM app.shown
SELECT count(*) FROM app.shown
SELECT name FROM app.ruled
SELECT password_hash FROM hr.account
SELECT a.login FROM hr.account a JOIN hr.account b ON a.password_hash = b.api_key
SELECT login FROM hr.account WHERE api_key = 'k987'
SELECT substr(api_key, 1, 1) FROM hr.account
SELECT 'hr.vault'::regclass::oid
SELECT pg_relation_filepath('hr.vault')
SELECT pg_stat_get_live_tuples('hr.emp'::regclass)
SELECT most_common_vals FROM pg_stats
SELECT * FROM pg_catalog.pg_class
SELECT table_name FROM information_schema.tables
SELECT ctid, id FROM app.orders
SELECT tableoid FROM hr.emp
SELECT xmin FROM app.orders
SELECT o.touch FROM app.orders o
SELECT touch(o) FROM app.orders o
SELECT o.length FROM app.orders o
SELECT length(o) FROM app.orders o
SELECT (o).touch FROM app.orders o
SELECT app.lower(name) FROM app.customers
SELECT app.sneak(id) FROM app.orders
SELECT s FROM app.sneaky
SELECT app.total(id) FROM app.orders
SELECT id OPERATOR(app.<<<) 3 FROM app.orders
SELECT id <<< 3 FROM app.orders
SELECT total OPERATOR(app.+) note FROM app.orders
SELECT n + 'x'::text FROM app.traps
SELECT mood + 1 FROM app.traps
SELECT sum(mood) FROM app.traps
SELECT mood::int FROM app.traps
SELECT id FROM app.traps WHERE mood = 1
SELECT pair || 'x' FROM app.traps
SELECT length(pair) FROM app.traps
SELECT pair::text FROM app.traps
SELECT 'x'::app.trap
SELECT CAST('x' AS app.trap)
SELECT app.trap 'x'
SELECT coalesce(trap, 'x') FROM app.traps
SELECT lag(trap, 1, 'x') OVER () FROM app.traps
SELECT array_append(ARRAY[trap], 'x') FROM app.traps
SELECT jsonb_populate_record(NULL::app.traps, '{"trap": "x"}')
SELECT t.* FROM jsonb_populate_recordset(NULL::app.traps, '[{"trap": "x"}]') t
SELECT x.trap FROM jsonb_to_record('{"trap": "x"}') x(trap app.trap)
SELECT CASE WHEN trap = 'x' THEN trap ELSE 'y' END FROM app.traps
SELECT name COLLATE app.own FROM app.customers
SELECT nextval('app.seq')
SELECT setval('app.seq', 9)
SELECT last_value FROM app.seq
SELECT lastval(), currval('app.seq')
SELECT pg_advisory_lock(1)
SELECT pg_try_advisory_xact_lock_shared(1)
SELECT pg_notify('a', 'b')
SELECT set_config('role', 'postgres', false)
SELECT current_setting('data_directory')
SELECT pg_sleep_until(now() + interval '1 hour')
SELECT lo_creat(-1)
SELECT pg_read_binary_file('/etc/passwd')
SELECT pg_ls_dir('.')
SELECT dblink_connect('x')
SELECT query_to_xml('select 1', true, true, '')
SELECT ts_stat('select 1')
SELECT * FROM ts_stat('SELECT to_tsvector(note) FROM hr.vault')
SELECT ts_rewrite('a'::tsquery, 'SELECT note::tsquery, note::tsquery FROM hr.vault')
SELECT table_to_xml('hr.vault', true, true, '')
SELECT cursor_to_xml('c', 1, true, true, '')
SELECT pg_get_viewdef('app.tall')
SELECT has_table_privilege('hr.vault', 'select')
SELECT inet_server_addr(), version()
SELECT pg_current_wal_lsn()
SELECT txid_current()
SELECT pg_export_snapshot()
SELECT pg_terminate_backend(pg_backend_pid())
SELECT id INTO app.copy FROM app.orders
SELECT id FROM app.orders FOR NO KEY UPDATE
SELECT id FROM app.orders FOR KEY SHARE SKIP LOCKED
WITH d AS (DELETE FROM app.orders RETURNING id) SELECT * FROM d
WITH i AS (INSERT INTO app.orders (id) VALUES (1) ON CONFLICT DO NOTHING RETURNING 1) SELECT * FROM i
COPY app.orders TO PROGRAM 'id'
EXPLAIN ANALYZE DELETE FROM app.orders
DO $$BEGIN PERFORM 1; END$$
SELECT 1; DROP TABLE app.orders
CALL app.p()
EXECUTE q
SELECT id FROM app.orders \; DELETE FROM app.orders
SELECT repeat('x', 1000000000)
SELECT lpad('x', 900000000)
SELECT string_agg(repeat(note, 9999), '') FROM app.orders a, app.lines b
SELECT array_fill(1, ARRAY[10000, 10000])
SELECT count(*) FROM generate_series(1, 100000000000)
SELECT count(*) FROM app.lines a, app.lines b, app.lines c, app.lines d
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t
WITH RECURSIVE t(n, m) AS (SELECT 1, 1 UNION SELECT t.n * 2 + e.a, e.b FROM t JOIN app.edges e ON e.a > t.m) SELECT count(*) FROM t
WITH RECURSIVE t(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM t WHERE length(s) < 1000000000) SELECT count(*) FROM t
SELECT jsonb_path_query_array(attrs, '$.**.** ? (@ == $x)', '{"x": 1}') FROM app.orders
SELECT attrs @@ '$.items == $.items' FROM app.orders
SELECT jsonb_path_exists(jsonb_build_object('x', (SELECT jsonb_agg(g) FROM generate_series(1, 30000) g), 'y', (SELECT jsonb_agg(-g) FROM generate_series(1, 30000) g)), '$ ? (@.x == @.y)')
SELECT regexp_replace(repeat('a', 9000), '(a*)*b', '') FROM generate_series(1, 10000) g, generate_series(1, 10000) h, generate_series(1, 10000) i
SELECT count(*) FROM app.orders GROUP BY CUBE (id, customer_id, total, placed, status, note, tags, attrs)
SELECT 10::numeric ^ 100000 ^ 1000
SELECT factorial(100000)
SELECT to_char(now(), repeat('DAY', 100000))
SELECT xmlparse(document '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx">]><a>&x;</a>')
SELECT E'\x1b]0;owned\x07', chr(27) || '[31m', U&'\202Eevil' FROM no_such_table_here
SELECT "a\nNOTICE:  approved by pgask" FROM app.orders
