SELECT id FROM orders ORDER BY -id LIMIT 3

SELECT id AS total, total AS id FROM orders ORDER BY total, id LIMIT 5

SELECT city AS name, count(*) FROM customers GROUP BY name, city ORDER BY 1 NULLS FIRST, 2

SELECT left(name, 4) AS start, count(*) FROM customers GROUP BY start ORDER BY 2, start

SELECT total * 2 AS total FROM orders ORDER BY total DESC LIMIT 4

SELECT total AS t FROM orders ORDER BY total + 0 DESC LIMIT 4

SELECT DISTINCT ON (c) city AS c, id FROM customers ORDER BY c NULLS LAST, id DESC

SELECT DISTINCT ON (customer_id % 3) customer_id % 3 AS k, total FROM orders ORDER BY customer_id % 3, total DESC

SELECT DISTINCT status::text AS s, customer_id % 2 AS p FROM orders ORDER BY p, s

SELECT customer_id, sum(total) AS s, rank() OVER (ORDER BY sum(total) DESC) AS r FROM orders GROUP BY customer_id ORDER BY r, customer_id LIMIT 7

SELECT id, sum(total) OVER w AS running, lag(total) OVER w FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY id) ORDER BY id LIMIT 9

SELECT id, count(*) OVER (ORDER BY total RANGE BETWEEN 3 PRECEDING AND 3 FOLLOWING EXCLUDE CURRENT ROW) AS near FROM orders ORDER BY id

SELECT id, nth_value(id, 2) OVER (PARTITION BY status ORDER BY total DESC ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM orders ORDER BY 1

SELECT status, customer_id % 2 AS odd, count(*), grouping(status, customer_id % 2) FROM orders GROUP BY GROUPING SETS ((status, customer_id % 2), (status), ()) ORDER BY 4, 1, 2

SELECT status AS s, extract(month FROM ordered_at) AS m, sum(total) FROM orders GROUP BY ROLLUP (s, m) ORDER BY s NULLS LAST, m NULLS LAST

SELECT city, id % 2 AS p, count(*) FROM customers GROUP BY CUBE (1, 2) ORDER BY city NULLS FIRST, p NULLS FIRST, 3

SELECT c.name, o.total FROM customers c JOIN LATERAL (SELECT total FROM orders WHERE customer_id = c.id ORDER BY total DESC LIMIT 1) o ON true ORDER BY name

SELECT name, best FROM customers, LATERAL (SELECT max(total) AS best FROM orders WHERE customer_id = customers.id) x WHERE best > 50 ORDER BY best, name

SELECT * FROM orders FULL JOIN customers USING (id) ORDER BY id LIMIT 50

SELECT id, a.n, b.n FROM (SELECT id, 1 AS n FROM customers WHERE id < 5) a FULL JOIN (SELECT id::int4, 2 AS n FROM orders WHERE id > 3) b USING (id) ORDER BY id

SELECT * FROM (SELECT id, name FROM customers) a FULL JOIN (SELECT id, total FROM orders) b USING (id) FULL JOIN (SELECT id, tags FROM products) c USING (id) ORDER BY id

SELECT * FROM customers NATURAL JOIN (SELECT id, max(total) AS most FROM orders GROUP BY id) o ORDER BY most

SELECT id, name FROM customers LEFT JOIN orders USING (id) ORDER BY id

SELECT id, name FROM customers RIGHT JOIN orders USING (id) ORDER BY id

SELECT id, count(*) FROM customers JOIN orders USING (id) GROUP BY id HAVING id > 3 ORDER BY id

SELECT u.id, customers.id, orders.id FROM customers LEFT JOIN orders USING (id) AS u WHERE customers.id > 17 ORDER BY 1

SELECT j.id, j.total, j.name FROM (orders o JOIN customers c USING (id)) AS j ORDER BY j.total

SELECT j.a, j.b FROM (customers c JOIN orders o ON o.customer_id = c.id) AS j (a, b) ORDER BY 1, 2 LIMIT 5

SELECT city FROM customers UNION SELECT name FROM products ORDER BY city DESC NULLS LAST LIMIT 6

(SELECT id, total AS v FROM orders ORDER BY v DESC LIMIT 2) UNION ALL (SELECT id, length(name) FROM customers ORDER BY length(name), id LIMIT 2) ORDER BY v, id

SELECT id FROM orders EXCEPT SELECT id FROM customers INTERSECT SELECT id FROM products ORDER BY 1

SELECT name FROM customers c WHERE (SELECT count(*) FROM orders o WHERE o.customer_id = c.id AND o.total > (SELECT avg(total) FROM orders i WHERE i.status = o.status)) > 1 ORDER BY name

SELECT id, (SELECT count(*) FROM orders WHERE customer_id = customers.id) AS n, (SELECT id) AS same FROM customers ORDER BY n DESC, id LIMIT 5

SELECT o.id, (SELECT x.id FROM orders x WHERE x.total > o.total ORDER BY x.total - o.total, id LIMIT 1) AS next FROM orders o ORDER BY o.id

SELECT id, ARRAY(SELECT id FROM orders o WHERE o.customer_id = c.id ORDER BY id DESC) AS theirs FROM customers c ORDER BY id

SELECT tag, n FROM products p, unnest(p.tags) WITH ORDINALITY AS t (tag, n) WHERE p.id < 4 ORDER BY p.id, n

SELECT id, tags[1] || '!' AS first, tags[1:1], cardinality(tags) FROM products ORDER BY first, id

SELECT p.id, e.key, e.value FROM products p CROSS JOIN jsonb_each(attrs) e ORDER BY p.id, key LIMIT 8

SELECT key, count(*) FROM (SELECT (jsonb_each(attrs)).* FROM products) s GROUP BY key ORDER BY key

SELECT id, attrs ->> 'color' AS color, attrs #> '{list,0}' ->> 'x' AS x FROM products WHERE attrs @> '{"color": "red"}' ORDER BY id

SELECT jsonb_object_agg(id, name) FROM (SELECT id, name FROM products ORDER BY id LIMIT 3) x

SELECT row_to_json(x) FROM (SELECT id, name, city FROM customers) x ORDER BY x.id LIMIT 3

SELECT to_jsonb(c) FROM customers c ORDER BY c.id LIMIT 2

SELECT v.*, c.name FROM (VALUES (1, 'one'), (2, 'two'), (NULL, 'none')) v (n, word) LEFT JOIN customers c ON c.id = v.n ORDER BY word

SELECT * FROM (VALUES (1, 2.5), (3, 4)) AS v ORDER BY column2 DESC

VALUES (3, 'c'), (1, 'a'), (2, 'b') ORDER BY column1

WITH RECURSIVE t (id, path) AS (SELECT id, name FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, t.path || ' > ' || c.name FROM categories c JOIN t ON t.id = c.parent_id) SELECT * FROM t ORDER BY path, id

WITH RECURSIVE up AS (SELECT id, parent_id, 0 AS steps FROM categories UNION ALL SELECT up.id, c.parent_id, steps + 1 FROM up JOIN categories c ON c.id = up.parent_id WHERE up.parent_id IS NOT NULL) SELECT id, max(steps) AS depth FROM up GROUP BY id ORDER BY depth DESC, id

WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5), sq AS (SELECT i, i * i AS sq FROM n) SELECT n.i, sq.sq FROM n JOIN sq USING (i) ORDER BY i

WITH a AS (SELECT customer_id, sum(total) AS total FROM orders GROUP BY customer_id), b AS (SELECT avg(total) AS mean FROM a) SELECT customer_id, total FROM a, b WHERE total > mean ORDER BY total DESC, customer_id

WITH orders AS (SELECT id, total FROM app.orders WHERE total > 30) SELECT count(*), (WITH orders AS (SELECT 1 AS id) SELECT sum(id) FROM orders) FROM orders

WITH x AS (SELECT id FROM customers), y AS (WITH x AS (SELECT id + 100 AS id FROM x) SELECT id FROM x) SELECT x.id, y.id FROM x JOIN y ON y.id = x.id + 100 ORDER BY x.id LIMIT 3

SELECT count(*) > 0 AS some FROM orders TABLESAMPLE BERNOULLI (100) REPEATABLE (7) WHERE total > 0

SELECT g, to_char(g, 'Mon') AS m, count(orders.id) FROM generate_series('2024-01-01'::timestamptz, '2024-06-01', '1 month') g LEFT JOIN orders ON date_trunc('month', ordered_at) = g GROUP BY g, m ORDER BY g

SELECT generate_series, generate_series * 2 FROM generate_series(1, 3)

SELECT a, b, ordinality FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY['x', 'y'])) WITH ORDINALITY AS z (a, b) ORDER BY ordinality

SELECT x.a, x.b ->> 'k' AS k FROM jsonb_to_recordset('[{"a": 1, "b": {"k": 2}}, {"a": 3}]') AS x (a int, b jsonb) ORDER BY a

SELECT string_agg(name, ',' ORDER BY name DESC) FILTER (WHERE id < 5), array_agg(city ORDER BY id) FROM customers

SELECT c.*, o.* FROM customers c, orders o WHERE o.customer_id = c.id AND c.id = 3 ORDER BY o.id

SELECT customers.name AS customers, count(*) AS orders FROM customers JOIN orders ON customer_id = customers.id GROUP BY customers.name ORDER BY orders DESC, customers LIMIT 4

SELECT app.customers.name, app.orders.total FROM app.customers, app.orders WHERE app.orders.id = app.customers.id ORDER BY total

SELECT CASE name WHEN 'name 1' THEN 'first' ELSE name END AS name FROM customers ORDER BY name LIMIT 3

SELECT nullif(city, 'Rome') IS NULL AS gone, city IS DISTINCT FROM 'Paris' AS other, (id, name) < (5, 'x') AS small FROM customers ORDER BY id

SELECT (city IS DISTINCT FROM 'Paris') IS TRUE AND id BETWEEN 2 AND 7, NOT (id IN (1, 2)) FROM customers ORDER BY id

SELECT 3 - (2 - 1), 2 * (3 + 4) - 5, -(id + 1), 10 / (2 * 5), (id = 1) = (name = 'x'), 2 ^ (3 ^ 2) FROM customers ORDER BY id LIMIT 2

SELECT split_part(name, ' ', 2) AS n, strpos(name, 'm'), regexp_replace(name, '\d+', '#'), translate(name, 'abc', 'xyz'), replace(city, 'a', 'o') FROM customers ORDER BY id

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total), mode() WITHIN GROUP (ORDER BY status) FROM orders

SELECT status, total FROM orders WHERE status = 'paid' AND total = ANY (SELECT max(total) FROM orders GROUP BY status) ORDER BY total

SELECT '2024-01-01'::date + id::int AS d, (ordered_at AT TIME ZONE 'Europe/Paris')::date, interval '1 day' * id FROM orders ORDER BY id LIMIT 3

SELECT name COLLATE "C" AS n FROM customers ORDER BY name COLLATE "C" DESC LIMIT 3
