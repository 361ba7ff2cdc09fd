SELECT 1

SELECT count(*) FROM customers

SELECT name, city FROM app.customers WHERE city = 'Paris' ORDER BY name LIMIT 10

SELECT DISTINCT city FROM customers

SELECT DISTINCT ON (customer_id) customer_id, id, ordered_at FROM orders ORDER BY customer_id, ordered_at DESC

SELECT c.name, sum(o.total) AS revenue FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name ORDER BY revenue DESC LIMIT 5

SELECT c.name, count(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING count(o.id) > 3

SELECT * FROM customers

SELECT c.* FROM customers AS c, orders o WHERE o.customer_id = c.id

SELECT app.customers.name FROM app.customers

SELECT customers.name FROM app.customers

SELECT date_trunc('month', ordered_at) AS month, sum(total) FROM orders GROUP BY 1 ORDER BY 1

SELECT date_trunc('month', ordered_at) AS month, sum(total) FROM orders GROUP BY month ORDER BY month

SELECT extract(year FROM ordered_at)::int AS y, avg(total)::numeric(10,2) FROM orders GROUP BY y

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders

SELECT percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY total) FROM orders

SELECT mode() WITHIN GROUP (ORDER BY city) FROM customers

SELECT count(*) FILTER (WHERE status = 'paid') AS paid, count(*) FILTER (WHERE status <> 'paid') AS other FROM orders

SELECT id, total, row_number() OVER (PARTITION BY customer_id ORDER BY ordered_at DESC) AS rn FROM orders

SELECT id, sum(total) OVER w, avg(total) OVER w FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY ordered_at ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)

SELECT ordered_at, lag(total, 1, 0) OVER (ORDER BY ordered_at), first_value(total) OVER (ORDER BY ordered_at RANGE BETWEEN '7 days'::interval PRECEDING AND CURRENT ROW) FROM orders

SELECT ntile(4) OVER (ORDER BY total), rank() OVER (ORDER BY total DESC), dense_rank() OVER (ORDER BY total), cume_dist() OVER (ORDER BY total) FROM orders

SELECT city, status, count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY GROUPING SETS ((city, status), (city), ())

SELECT city, status, grouping(city, status), count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY ROLLUP (city, status)

SELECT city, status, count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY CUBE (city, status)

WITH top AS (SELECT customer_id, sum(total) AS s FROM orders GROUP BY customer_id) SELECT c.name, t.s FROM top t JOIN customers c ON c.id = t.customer_id

WITH a AS (SELECT id FROM orders), b AS MATERIALIZED (SELECT id FROM a WHERE id > 10) SELECT count(*) FROM b

WITH RECURSIVE tree AS (SELECT id, parent_id, 1 AS depth FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id, t.depth + 1 FROM categories c JOIN tree t ON c.parent_id = t.id) SELECT depth, count(*) FROM tree GROUP BY depth

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT sum(i) FROM n

WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 10

WITH RECURSIVE t(id, path) AS (SELECT id, ARRAY[id] FROM categories UNION ALL SELECT c.id, t.path || c.id FROM categories c, t WHERE c.parent_id = t.id AND NOT c.id = ANY (t.path)) SELECT * FROM t

WITH RECURSIVE s AS (SELECT id, parent_id FROM categories UNION ALL SELECT c.id, c.parent_id FROM categories c JOIN s ON c.parent_id = s.id) SEARCH DEPTH FIRST BY id SET ord CYCLE id SET looped USING trail SELECT id, ord, looped, trail FROM s ORDER BY ord

SELECT d::date, count(o.id) FROM generate_series('2024-01-01'::date, '2024-12-31'::date, '1 day'::interval) AS d LEFT JOIN orders o ON o.ordered_at::date = d::date GROUP BY d ORDER BY d

SELECT g FROM generate_series(1, 10) AS g

SELECT g.n, g.ordinality FROM generate_series(1, 10) WITH ORDINALITY AS g(n)

SELECT x.i, x.o FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY AS x(i, o)

SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY[1, 2])) AS t(a, b)

SELECT * FROM unnest(ARRAY[1, 2], ARRAY['x', 'y']) AS u(a, b)

SELECT c.name, o.id FROM customers c CROSS JOIN LATERAL (SELECT o.id FROM orders o WHERE o.customer_id = c.id ORDER BY o.ordered_at DESC LIMIT 3) o

SELECT c.name, x.n FROM customers c LEFT JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.customer_id = c.id) x ON true

SELECT p.id, t.tag FROM products p, unnest(p.tags) AS t(tag)

SELECT p.id, e.key, e.value FROM products p, jsonb_each_text(p.attrs) AS e

SELECT p.id, e.k FROM products p, jsonb_each_text(p.attrs) AS e(k, v) WHERE e.v = 'x'

SELECT attrs ->> 'color', attrs #>> '{size,eu}', attrs @> '{"a": 1}', attrs ? 'x' FROM products

SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name)) FROM products

SELECT json_agg(c) FROM customers c

SELECT row_to_json(c) FROM (SELECT name, city FROM customers) c

SELECT to_jsonb(c) - 'id' FROM customers c

SELECT jsonb_path_query_array(attrs, '$.sizes[*] ? (@ > 40)') FROM products

SELECT a.x, a.y FROM jsonb_to_recordset('[{"x":1,"y":"b"}]') AS a(x int, y text)

SELECT a.value ->> 'x' FROM products p, jsonb_array_elements(p.attrs -> 'list') a

SELECT string_agg(name, ', ' ORDER BY name) FROM customers

SELECT array_agg(DISTINCT city ORDER BY city) FROM customers

SELECT array_length(tags, 1), tags[1], tags[1:2], 'x' = ANY (tags), tags && ARRAY['a'], cardinality(tags) FROM products

SELECT name FROM products WHERE to_tsvector('english', name) @@ plainto_tsquery('english', 'red shoes') ORDER BY ts_rank(to_tsvector('english', name), plainto_tsquery('english', 'red shoes')) DESC

SELECT ts_headline('english', name, websearch_to_tsquery('english', 'shoe')) FROM products

SELECT name FROM customers WHERE name ILIKE '%son' OR name ~* '^mc' OR name SIMILAR TO '(A|B)%' OR name LIKE 'a\_%' ESCAPE '\'

SELECT CASE WHEN total > 100 THEN 'big' WHEN total > 10 THEN 'mid' ELSE 'small' END AS size, count(*) FROM orders GROUP BY size

SELECT CASE status WHEN 'paid' THEN 1 ELSE 0 END FROM orders

SELECT coalesce(city, 'unknown'), nullif(name, ''), greatest(1, 2), least(total, 5) FROM customers, orders

SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE total > 100)

SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 50)

SELECT name FROM customers c WHERE NOT EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id)

SELECT name, (SELECT max(total) FROM orders o WHERE o.customer_id = c.id) AS best FROM customers c

SELECT total FROM orders WHERE total > ALL (SELECT avg(total) FROM orders GROUP BY customer_id)

SELECT id FROM orders WHERE (customer_id, status) IN (SELECT id, 'paid'::app.order_status FROM customers)

SELECT id FROM orders WHERE ordered_at BETWEEN '2024-01-01' AND '2024-12-31' AND total NOT BETWEEN SYMMETRIC 10 AND 1

SELECT city FROM customers UNION SELECT name FROM products ORDER BY 1

SELECT city FROM customers UNION ALL SELECT name FROM products EXCEPT SELECT 'x' ORDER BY city LIMIT 3 OFFSET 1

(SELECT id FROM orders ORDER BY total LIMIT 1) UNION (SELECT id FROM orders ORDER BY total DESC LIMIT 1)

SELECT id FROM orders INTERSECT SELECT customer_id FROM orders

VALUES (1, 'a'), (2, 'b')

TABLE app.customers

SELECT v.id, v.label FROM (VALUES (1, 'a'), (2, 'b')) AS v(id, label)

SELECT column1 FROM (VALUES (1)) AS v

SELECT now(), current_date, current_timestamp(0), localtime, current_user, session_user, current_schema, current_catalog

SELECT age(ordered_at), ordered_at + interval '1 month', ordered_at AT TIME ZONE 'UTC', make_date(2024, 1, 1), to_char(ordered_at, 'YYYY-MM') FROM orders

SELECT date_part('dow', ordered_at), extract(epoch FROM now() - ordered_at), date_bin('15 minutes', ordered_at, '2024-01-01') FROM orders

SELECT (ordered_at, ordered_at + '1 day'::interval) OVERLAPS (DATE '2024-01-01', DATE '2024-02-01') FROM orders

SELECT round(total, 2), ceil(total), floor(total), abs(total), mod(id, 7), power(2, 10), sqrt(total), ln(total), width_bucket(total, 0, 100, 10) FROM orders

SELECT corr(total, id), regr_slope(total, id), stddev(total), var_pop(total), bool_and(total > 0), bit_or(id) FROM orders

SELECT upper(name), lower(name), initcap(name), length(name), left(name, 3), trim(both ' ' FROM name), substring(name FROM 1 FOR 3), position('a' IN name), overlay(name placing 'x' from 1), replace(name, 'a', 'b'), split_part(name, ' ', 1), reverse(name) FROM customers

SELECT regexp_replace(name, '\s+', ' ', 'g'), regexp_matches(name, '(a)(b)'), regexp_split_to_array(name, ',') FROM customers

SELECT concat_ws(' ', name, city), name || ' (' || city || ')', format('%s: %s', name, city), lpad(id::text, 8, '0'), repeat('*', 5) FROM customers

SELECT md5(name), sha256(name::bytea), encode(sha256('x'), 'hex') FROM customers

SELECT city, repeat('#', (count(*) / 10)::int) FROM customers GROUP BY city

SELECT "lower"('A'), pg_catalog.upper('b'), pg_catalog."upper"('c')

SELECT 1 OPERATOR(pg_catalog.+) 2

SELECT int4range(1, 10) @> 5, tsrange(now()::timestamp, NULL), numrange(1, 2) && numrange(2, 3), lower(int4range(1, 2))

SELECT '192.168.0.1'::inet << '192.168.0.0/16'::cidr, host('10.0.0.1'::inet)

SELECT point(1, 2) <-> point(3, 4), circle(point(0, 0), 2) @> point(1, 1)

SELECT gen_random_uuid(), random(), clock_timestamp()

SELECT name COLLATE "C" FROM customers ORDER BY name COLLATE "C" NULLS LAST

SELECT * FROM orders TABLESAMPLE BERNOULLI (10) REPEATABLE (1)

SELECT id FROM orders ORDER BY total USING >

SELECT id FROM orders ORDER BY id FETCH FIRST 5 ROWS WITH TIES

SELECT status::text, status = 'paid'::app.order_status FROM orders

SELECT CAST(total AS integer), total::double precision, '1'::smallint, 'x'::varchar(3), '{1,2}'::int[], '1 day'::interval day FROM orders

SELECT count(DISTINCT (customer_id, status)) FROM orders

SELECT ROW(1, 2) = ROW(1, 2), (1, 2) < (2, 1), ARRAY[[1, 2], [3, 4]], ARRAY(SELECT id FROM orders)

SELECT c.name, o.total FROM customers c JOIN orders o ON c.id = o.customer_id AND o.total > 10 JOIN products p ON p.id = o.id

SELECT * FROM orders o JOIN customers c USING (id)

SELECT id, name FROM orders o JOIN customers c USING (id)

SELECT j.name FROM (orders o JOIN customers c ON o.customer_id = c.id) AS j

SELECT u.id FROM orders JOIN customers USING (id) AS u

SELECT * FROM orders NATURAL JOIN customers

SELECT customers FROM customers

SELECT count(customers) FROM customers

SELECT (c).name FROM customers c

SELECT (jsonb_each(attrs)).key FROM products

SELECT x.cnt FROM (SELECT count(*) cnt FROM customers) x

SELECT sub.count, sub.sum FROM (SELECT count(*), sum(total) FROM orders) sub

SELECT sub.case, sub.coalesce, sub.int4 FROM (SELECT CASE WHEN true THEN 1 END, coalesce(1, 2), '1'::int) sub

SELECT sub.date_trunc FROM (SELECT date_trunc('day', ordered_at) FROM orders) sub

SELECT sub.id FROM (SELECT o.id FROM orders o UNION SELECT c.id FROM customers c) sub

SELECT customer_stats.orders FROM customer_stats

SELECT name FROM customers WHERE city IS NOT NULL AND (name IS DISTINCT FROM 'x') IS TRUE AND name NOTNULL

SELECT pg_size_pretty(pg_total_relation_size('app.orders'::regclass))

SELECT pg_typeof(total), version(), current_database() FROM orders

SELECT max(d.total) - min(d.total) FROM (SELECT total FROM orders WHERE ordered_at >= now() - interval '90 days') d

SELECT o1.id FROM orders o1 WHERE o1.total > (SELECT avg(o2.total) FROM orders o2 WHERE o2.customer_id = o1.customer_id)

SELECT "order"."from" FROM app."order"

SELECT id FROM "order" ORDER BY "from"

-- 16 is the first server that knows it.
SELECT JSON_OBJECT('a': 1, 'b': name) FROM customers

-- 16 is the first server that knows it.
SELECT JSON_ARRAYAGG(name ORDER BY name) FROM customers

-- 16 is the first server that knows it.
SELECT name IS JSON FROM customers

SELECT num_nulls(name, city), array_to_string(ARRAY[name, city], ','), translate(name, 'abc', 'xyz'), ascii(name), to_hex(id), quote_literal(name) FROM customers

SELECT make_interval(days => 10), make_timestamp(2024, 1, 1, 0, 0, 0)

SELECT EXISTS (SELECT 1 FROM orders), (SELECT array_agg(id) FROM orders)[1]

SELECT sum(CASE WHEN status = 'paid' THEN total ELSE 0 END) / nullif(count(*), 0) FROM orders

SELECT -total, +total, total ^ 2, |/ total, total % 3, id & 1, id << 2, ~id, @ total FROM orders

-- A line comment and /* a block comment */ are no harm.
SELECT /* which */ name -- the name
FROM customers

SELECT (ARRAY['a', 'b'])[2], (string_to_array(name, ' '))[1] FROM customers

SELECT date_trunc('hour', h), count(o.id) FROM generate_series('2024-01-01'::timestamp, '2024-12-31 23:00'::timestamp, '1 hour') h LEFT JOIN orders o ON date_trunc('hour', o.ordered_at) = h GROUP BY 1

SELECT m::date FROM generate_series(date_trunc('month', now()) - interval '11 months', date_trunc('month', now()), interval '1 month') AS m

WITH months AS (SELECT generate_series(date_trunc('year', now()), now(), interval '1 month') AS m) SELECT months.m, coalesce(sum(o.total), 0) FROM months LEFT JOIN orders o ON date_trunc('month', o.ordered_at) = months.m GROUP BY months.m

SELECT city, count(*) * 100.0 / sum(count(*)) OVER () AS share FROM customers GROUP BY city

SELECT customer_id, total, total - lag(total) OVER (PARTITION BY customer_id ORDER BY ordered_at) AS diff FROM orders

WITH ranked AS (SELECT o.*, row_number() OVER (PARTITION BY o.customer_id ORDER BY o.total DESC) AS rn FROM orders o) SELECT ranked.customer_id, ranked.total FROM ranked WHERE ranked.rn = 1

SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL

SELECT s.month, s.total, sum(s.total) OVER (ORDER BY s.month) AS running FROM (SELECT date_trunc('month', ordered_at) AS month, sum(total) AS total FROM orders GROUP BY 1) AS s ORDER BY s.month

SELECT a.customer_id, b.customer_id FROM orders a JOIN orders b ON a.id < b.id AND a.customer_id = b.customer_id

SELECT t.city, t.n FROM (SELECT city, count(*) FROM customers GROUP BY city) AS t(city, n)

SELECT count(*) FROM (SELECT DISTINCT customer_id FROM orders) d

SELECT unnest(tags), count(*) FROM products GROUP BY 1

SELECT p.name, (p.attrs -> 'list' -> 0 ->> 'x')::int FROM products p WHERE p.attrs ?| ARRAY['a', 'b'] AND jsonb_typeof(p.attrs) = 'object'

SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY total) FILTER (WHERE total > 0) FROM orders

SELECT max(ordered_at) FILTER (WHERE status = 'paid') OVER (PARTITION BY customer_id) FROM orders

SELECT * FROM customers c, LATERAL (VALUES (c.id), (c.id + 1)) AS v(n) WHERE v.n > 1

SELECT min(id), max(id) FROM orders HAVING count(*) > 0

SELECT to_char(sum(total), 'FM999,999,990.00') || ' EUR' AS revenue FROM orders

SELECT date '2024-01-01' + 30, timestamp '2024-01-01 00:00' - interval '1 hour', time '10:00'

SELECT regexp_count(name, 'a'), starts_with(name, 'A'), string_to_table(name, ' ') FROM customers

SELECT name FROM customers WHERE name ~ E'^\\d+$' OR name LIKE '%\_x'

SELECT round(avg(extract(epoch FROM age(now(), ordered_at)) / 86400)::numeric, 1) AS days FROM orders

SELECT total::money, id::oid, name::bpchar(10) FROM orders JOIN customers USING (id)

SELECT count(*) FROM orders WHERE (total, id) = (1, 2) OR total = ANY (ARRAY[1, 2]) OR total <> ALL ('{3,4}'::numeric[])

SELECT CASE WHEN (SELECT count(*) FROM orders) > 10 THEN 'many' ELSE 'few' END

SELECT format('**%s** 1000000 %-20s|%2$s %% %%*', name, city) FROM customers

WITH RECURSIVE f(n, a, b) AS (SELECT 1, 0::numeric, 1::numeric UNION ALL SELECT n + 1, b, a + b FROM f) SELECT n, a * 2 FROM f LIMIT 20

WITH RECURSIVE d(day) AS (SELECT date '2024-01-01' UNION ALL SELECT day + 1 FROM d WHERE day < date '2024-12-31') SELECT count(*) FROM d

SELECT sub.interval, sub.timezone FROM (SELECT true, interval '1 day', now() AT TIME ZONE 'UTC') sub

SELECT sub.exists, sub.array, sub.greatest, sub.nullif FROM (SELECT EXISTS (SELECT 1), ARRAY[1], greatest(1, 2), nullif(1, 2)) sub

SELECT rank(5) WITHIN GROUP (ORDER BY total) FROM orders

SELECT name IS NFC NORMALIZED, normalize(name, NFKC), collation for (name) FROM customers

SELECT m[1], word FROM customers, regexp_matches(name, '(\d+)', 'g') AS m, regexp_split_to_table(name, '\s+') AS word

SELECT query FROM products, to_tsquery('english', 'a & b') query WHERE query @@ to_tsvector(name)

SELECT * FROM products p, LATERAL ROWS FROM (generate_series(1, p.id), unnest(p.tags)) WITH ORDINALITY AS z(a, b, o) WHERE z.o > 1

SELECT gs.gs, gs.ordinality FROM generate_series(1, 3) WITH ORDINALITY gs

SELECT repeat('#', g) FROM generate_series(1, 10) g

SELECT repeat('x', length(name) * 2) FROM customers

SELECT lpad(name, (SELECT max(length(name))::int FROM customers WHERE id < 10000000), ' ') FROM customers

SELECT city, repeat('█', (100.0 * count(*) / sum(count(*)) OVER ())::int) AS bar FROM customers GROUP BY city

SELECT repeat('*', round(avg(total) / 10)::int), rpad(status::text, 10, '.'), repeat('-', least(count(*)::int, 50)) FROM orders GROUP BY status

WITH RECURSIVE tree AS (SELECT id, name, 0 AS depth FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, c.name, t.depth + 1 FROM categories c JOIN tree t ON c.parent_id = t.id) SELECT repeat('  ', depth) || name FROM tree

SELECT replace(name, 'ü', 'ue'), regexp_replace(name, '[^a-z]', '', 'gi'), rpad(name, 30), name::char(20), lpad(extract(month FROM now())::text, 2, '0') FROM customers

SELECT repeat('=', CASE WHEN count(*) > 1000000 THEN 40 ELSE (count(*) / 25000)::int END) FROM orders
