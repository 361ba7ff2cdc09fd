CREATE SCHEMA pay; CREATE SCHEMA app;
CREATE TABLE pay.emp (gone int, id int PRIMARY KEY, name text, dept text, salary numeric, iban text, boss int);
ALTER TABLE pay.emp DROP COLUMN gone; -- so that numbers and positions differ
CREATE TABLE pay.manager (bonus numeric) INHERITS (pay.emp);
CREATE TABLE pay.log (at int, what text) PARTITION BY RANGE (at);
CREATE TABLE pay.log_1 PARTITION OF pay.log FOR VALUES FROM (0) TO (10);
CREATE TABLE pay.made (id int, name text, loud text GENERATED ALWAYS AS (upper(name)) STORED);
CREATE TABLE pay.login (id int, name text, password_hash text, "apiKey" text, password_changed_at timestamptz, token_count int,
    has_password bool, cvv int);

-- Since PostgreSQL 16 an heir of a table may make a generated column of something else.
DO $$ BEGIN IF current_setting('server_version_num')::int >= 160000 THEN
    EXECUTE 'CREATE TABLE pay.gi (id int, salary int, x int GENERATED ALWAYS AS (id) STORED)';
    EXECUTE 'CREATE TABLE pay.gi1 (x int GENERATED ALWAYS AS (salary) STORED) INHERITS (pay.gi)';
ELSE
    CREATE TABLE pay.gi (id int, salary int, x int); CREATE TABLE pay.gi1 (x int GENERATED ALWAYS AS (salary) STORED) INHERITS (pay.gi);
END IF; END $$;

CREATE MATERIALIZED VIEW app.stored AS SELECT name, salary AS s FROM pay.emp;
CREATE VIEW app.over_stored AS SELECT name AS n, s FROM app.stored;
CREATE MATERIALIZED VIEW app.over_over AS SELECT * FROM app.over_stored;
CREATE VIEW app.computed AS SELECT name, salary::int AS cast_s, coalesce(salary, 0) AS coalesced,
    CASE WHEN salary > 1 THEN 'a' ELSE 'b' END AS cased, row_to_json(e) AS rowed,
    (SELECT max(x.salary) FROM pay.emp x WHERE x.boss = e.id) AS sub FROM pay.emp e;
CREATE VIEW app.aggregated AS SELECT dept, max(salary) AS top, count(*) AS n, count(salary) AS known FROM pay.emp GROUP BY dept;
CREATE VIEW app.united AS SELECT name AS v FROM pay.emp UNION SELECT 'x' UNION ALL SELECT salary::text FROM pay.emp;
CREATE VIEW app.excepted AS SELECT salary AS v FROM pay.emp EXCEPT SELECT 1;
CREATE VIEW app.recursive AS WITH RECURSIVE r(v, w) AS (SELECT 1::numeric, 2::numeric UNION ALL
    SELECT r.w, e.salary FROM r JOIN pay.emp e ON e.id = 3) SELECT v FROM r;
CREATE VIEW app.valued AS SELECT x.v FROM pay.emp e, LATERAL (VALUES (e.name), (e.salary::text)) x(v);
CREATE VIEW app.called AS SELECT x.v FROM pay.emp e LEFT JOIN LATERAL generate_series(1, e.salary) x(v) ON true;
CREATE VIEW app.withed AS WITH a AS (SELECT name, salary FROM pay.emp), b(k, w) AS (SELECT * FROM a) SELECT k, w FROM b;
CREATE VIEW app.merged AS SELECT * FROM pay.emp JOIN (SELECT salary FROM pay.emp) x USING (salary);
CREATE VIEW app.full_merged AS SELECT salary FROM pay.emp FULL JOIN (SELECT 1::numeric AS salary) x USING (salary) WHERE name <> '';
CREATE VIEW app.laterals AS SELECT x.j FROM pay.emp e, LATERAL (SELECT to_jsonb(e) AS j) x;
CREATE VIEW app.grouped AS SELECT salary AS g, count(*) AS n, max(name) AS last FROM pay.emp GROUP BY salary;
CREATE VIEW app.by_expression AS SELECT upper(iban) AS u, dept, count(*) AS n FROM pay.emp GROUP BY upper(iban), dept;
CREATE VIEW app.sets AS SELECT dept, salary + 1 AS more, boss, grouping(boss) AS level FROM pay.emp GROUP BY GROUPING SETS ((dept, boss), (dept, salary + 1), ());
CREATE VIEW app.over_grouped AS SELECT x.g AS h, y.n FROM app.grouped x JOIN app.by_expression y ON x.n = y.n GROUP BY 1, 2;
CREATE VIEW app.grouped_outer AS SELECT dept, (SELECT max(x.name) FROM pay.emp x WHERE x.salary = e.salary) AS peer FROM pay.emp e GROUP BY dept, salary;

CREATE VIEW app.rich AS SELECT name FROM pay.emp WHERE salary > 5000;
CREATE VIEW app.over_rich AS SELECT length(name) AS d FROM app.rich;
CREATE VIEW app.sorted AS SELECT name FROM pay.emp ORDER BY salary DESC LIMIT 3;
CREATE VIEW app.ranked AS SELECT name, row_number() OVER (ORDER BY salary) AS r FROM pay.emp;
CREATE VIEW app.existing AS SELECT name FROM pay.made m WHERE EXISTS (SELECT FROM pay.emp e WHERE e.salary > 9 AND e.name = m.name);
CREATE VIEW app.having AS SELECT dept FROM pay.emp GROUP BY dept HAVING max(salary) > 5;
CREATE VIEW app.paid AS SELECT name FROM pay.emp WHERE salary IS NOT NULL;
CREATE VIEW app.peers AS SELECT a.name FROM pay.emp a JOIN pay.emp b ON a.salary = b.salary;
CREATE VIEW app.guessed AS SELECT a.name FROM pay.emp a JOIN pay.emp b ON a.salary = b.id;
CREATE VIEW app.one_month AS SELECT what FROM pay.log_1;
CREATE VIEW app.logins AS SELECT name, password_hash AS h, password_hash FROM pay.login;

-- Of what is computed, NULL, errors, equality and the number of rows tell the value.
CREATE VIEW app.telling AS SELECT id, nullif(salary, 2100) AS no, salary::text::int AS fails, salary > 3000 AS more, salary AS plain FROM pay.emp;
CREATE VIEW app.over_telling AS SELECT id, no AS o, plain FROM app.telling;
CREATE VIEW app.counting AS SELECT count(no) AS c, dept FROM app.telling JOIN pay.emp USING (id) GROUP BY dept;
CREATE VIEW app.repeated AS SELECT id, generate_series(1, salary::int) AS n FROM pay.emp;
CREATE VIEW app.mixed AS SELECT id, salary AS v FROM pay.emp UNION ALL SELECT boss, id FROM pay.emp;
CREATE VIEW app.zeroed AS SELECT id, salary AS v FROM pay.emp UNION ALL SELECT id, 0 FROM pay.made;
CREATE VIEW app.both AS SELECT id, salary AS v FROM pay.emp UNION ALL SELECT id, salary FROM pay.manager;
CREATE VIEW app.merging AS SELECT dept, salary AS v FROM pay.emp UNION SELECT name, salary FROM pay.manager;
CREATE VIEW app.distinctly AS SELECT DISTINCT dept, salary > 3000 AS more FROM pay.emp;
CREATE VIEW app.distinct_plain AS SELECT DISTINCT dept, salary FROM pay.emp;
CREATE VIEW app.merging_more AS SELECT dept, salary > 3000 AS more FROM pay.emp UNION SELECT 'x', true;

-- Forms that no one masks, which must be understood all the same.
CREATE VIEW app.shapes AS SELECT DISTINCT ON (m.id) m.id, sum(m.id) OVER w, array_agg(m.name) FILTER (WHERE m.id > 1) OVER w AS l,
    ARRAY(SELECT e.name FROM pay.emp e), (m.id, m.name) = (1, 'x') AS r, m.id IN (SELECT boss FROM pay.emp) AS i, m.name LIKE ANY (ARRAY['a', E'b\\c']) AS k,
    nullif(m.name, '{ (:expr)}') AS "a :weird {name}", CURRENT_USER AS u, x.o
    FROM pay.made m, jsonb_each_text('{"a": "1"}') WITH ORDINALITY x(a, b, o) WINDOW w AS (PARTITION BY m.name ORDER BY m.id);
CREATE VIEW app.cubes AS SELECT dept, boss, grouping(dept) AS g, percentile_cont(0.5) WITHIN GROUP (ORDER BY id) AS p FROM pay.emp
    GROUP BY CUBE (dept, boss) LIMIT 10 OFFSET 1;
CREATE VIEW app.tables AS SELECT x.* FROM XMLTABLE('/a/b' PASSING '<a><b>1</b></a>' COLUMNS v int PATH '.') x;
CREATE VIEW app.rows_from AS SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['a'])) AS r(a, b);
CREATE VIEW app.nothing AS SELECT FROM pay.emp;

GRANT USAGE ON SCHEMA app, pay TO guard_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA app, pay TO guard_reader;
