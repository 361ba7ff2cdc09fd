-- Statements over servertree.sql where pay.*.salary is masked and pay.*.ssn and pay.secret are denied. The last line of a comment says
-- what comes of one. What is allowed runs twice, with other values of what is hidden, and has the same rows.

-- An alias that copies an outer column's name is no output inside an expression.
-- invalid policy
SELECT e.id, (SELECT g AS salary FROM generate_series(50000, 60000) g ORDER BY abs(g - salary) LIMIT 1) FROM pay.employees e

-- unsafe policy
SELECT e.id, (SELECT 1 AS ssn ORDER BY length(ssn)) FROM pay.employees e

-- invalid policy
SELECT e.id, (SELECT count(*) FROM generate_series(1, 9) salary GROUP BY abs(salary * e.salary) LIMIT 1) FROM pay.employees e

-- invalid policy
SELECT e.id, (SELECT DISTINCT ON (abs(salary)) g AS salary FROM generate_series(1, 9) g) FROM pay.employees e

-- invalid column
SELECT e.id, (SELECT 1 AS ctid ORDER BY length(ctid::text)) FROM pay.employees e

-- unsafe policy
SELECT e.id, (SELECT 1 AS e ORDER BY length(e::text)) FROM pay.employees e

-- invalid type
SELECT p.id, (SELECT 1 AS p ORDER BY length(p)) AS q FROM app.poc p

-- allow
SELECT id AS salary FROM pay.employees ORDER BY salary

-- invalid policy
SELECT id AS salary FROM pay.employees ORDER BY abs(salary)

-- allow
SELECT name AS salary, count(*) FROM pay.employees GROUP BY salary

-- What USING and NATURAL merge stays what it was.
-- invalid policy
SELECT j.salary FROM pay.employees a JOIN pay.employees b USING (salary) AS j

-- unsafe policy
SELECT j.* FROM pay.employees a JOIN pay.employees b USING (salary, ssn) AS j

-- invalid column
SELECT row_to_json(j) FROM pay.employees a JOIN pay.bonus b USING (salary) AS j

-- invalid column
SELECT j FROM (pay.employees a JOIN pay.bonus b USING (salary)) AS j (id, salary)

-- No key connects the two.
-- invalid policy
SELECT count(*) FROM pay.employees a JOIN pay.bonus b USING (salary)

-- allow
SELECT count(*) FROM pay.employees a JOIN pay.employees b USING (salary)

-- invalid policy
SELECT salary FROM pay.employees FULL JOIN pay.bonus USING (salary)

-- unsafe policy
SELECT count(*) FROM pay.employees NATURAL JOIN pay.bonus

-- invalid policy
SELECT count(*) FROM app.v_salary NATURAL JOIN (VALUES (50000)) v (salary)

-- Names of columns that are given anew.
-- invalid policy
SELECT x.name FROM pay.employees x (id, nm, name)

-- invalid policy
SELECT (x).name FROM (SELECT id, salary AS name FROM pay.employees) x

-- invalid policy
SELECT t.b FROM (SELECT * FROM app.v_salary) t (a, b)

-- invalid policy
WITH q (a, b) AS (TABLE app.v_salary) SELECT b FROM q

-- allow
SELECT x.nm FROM pay.employees x (id, nm, other)

-- Rows as values.
-- unsafe policy
SELECT row_to_json(e) FROM pay.employees e

-- unsafe policy
SELECT e FROM pay.employees e

-- unsafe policy
SELECT count(*) FROM pay.employees e WHERE e IS NOT NULL

-- invalid policy
SELECT to_jsonb(v) ->> 'salary' FROM app.v_salary v

-- invalid policy
SELECT array_agg(v) FROM app.v_salary v

-- invalid policy
SELECT x.s FROM app.v_salary v, LATERAL (SELECT v.salary AS s) x

-- invalid policy
SELECT ARRAY(SELECT salary FROM app.v_salary)

-- invalid policy
SELECT count(*) FROM app.v_salary WHERE salary IN (SELECT g FROM generate_series(1, 9) g)

-- invalid policy
SELECT count(*) FROM app.v_salary v WHERE v = (SELECT w FROM app.v_salary w WHERE id = 1)

-- invalid policy
SELECT max(id) FILTER (WHERE salary > 5) FROM app.v_salary

-- invalid policy
SELECT rank() OVER (ORDER BY salary) FROM app.v_salary

-- invalid policy
SELECT id FROM app.v_salary ORDER BY salary

-- invalid policy
SELECT CASE WHEN salary > 5 THEN 1 END FROM app.v_salary

-- invalid policy
SELECT coalesce(salary, 0) FROM app.v_salary

-- invalid policy
SELECT salary FROM app.v_salary UNION SELECT 1

-- invalid policy
SELECT nullif(salary, 1) FROM app.v_salary

-- invalid policy
SELECT id FROM app.v_salary GROUP BY id, salary HAVING min(salary) > 3

-- invalid policy
SELECT v.id FROM app.v_salary v, app.orders o WHERE v.salary = o.salary

-- allow
SELECT count(*) FROM app.v_salary GROUP BY salary

-- allow
SELECT count(salary), count(DISTINCT salary) FROM pay.employees

-- allow
SELECT a.id FROM pay.employees a JOIN app.v_salary b ON a.salary = b.salary

-- allow
SELECT id FROM pay.bonus WHERE salary IS NULL

-- Names of relations as values.
-- unsafe policy
SELECT pg_relation_size('pay.secret')

-- unsafe policy
SELECT 'pay.secret'::regclass

-- unsafe policy
SELECT to_regclass('pay.secret') IS NULL

-- unsafe policy
SELECT col_description('pay.employees'::regclass, 4)

-- unsafe policy
SELECT obj_description('pay.secret'::regclass)

-- unsafe policy
SELECT id FROM pay.secret

-- unsafe policy
SELECT count(*) FROM (SELECT FROM pay.secret) x

-- unsafe policy
SELECT CASE WHEN EXISTS (SELECT FROM pay.secret) THEN 1 END
