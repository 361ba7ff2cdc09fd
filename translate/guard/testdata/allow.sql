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

-- 15 is the first server that knows it.
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

SELECT date_trunc('month', ordered_at) AS month, count(*) AS orders, sum(total) AS revenue, sum(sum(total)) OVER (ORDER BY date_trunc('month', ordered_at)) AS cumulative FROM orders GROUP BY 1 ORDER BY 1

WITH monthly AS (SELECT date_trunc('month', ordered_at) AS m, sum(total) AS s FROM orders GROUP BY 1) SELECT m, s, lag(s) OVER w AS before, round(100 * (s - lag(s) OVER w) / nullif(lag(s) OVER w, 0), 1) AS growth FROM monthly WINDOW w AS (ORDER BY m)

WITH first AS (SELECT customer_id, date_trunc('month', min(ordered_at)) AS cohort FROM orders GROUP BY 1), act AS (SELECT DISTINCT customer_id, date_trunc('month', ordered_at) AS m FROM orders) SELECT f.cohort::date, extract(year FROM age(a.m, f.cohort)) * 12 + extract(month FROM age(a.m, f.cohort)) AS months_later, count(DISTINCT a.customer_id) FROM first f JOIN act a USING (customer_id) GROUP BY 1, 2 ORDER BY 1, 2

SELECT customer_id, max(ordered_at) AS last_order, count(*) AS frequency, sum(total) AS monetary, ntile(5) OVER (ORDER BY max(ordered_at)) AS r, ntile(5) OVER (ORDER BY count(*)) AS f, ntile(5) OVER (ORDER BY sum(total)) AS m FROM orders GROUP BY customer_id

SELECT city, percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY total) AS quartiles FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY city

SELECT width_bucket(total, 0, 100, 5) AS bucket, count(*), min(total), max(total) FROM orders GROUP BY 1 ORDER BY 1

SELECT to_char(ordered_at, 'Dy') AS day, count(*) FROM orders GROUP BY to_char(ordered_at, 'Dy'), extract(isodow FROM ordered_at) ORDER BY extract(isodow FROM ordered_at)

SELECT count(*) FILTER (WHERE status = 'paid') AS paid, count(*) FILTER (WHERE status = 'open') AS open, round(100.0 * count(*) FILTER (WHERE status = 'paid') / count(*), 2) AS share FROM orders

SELECT DISTINCT ON (customer_id) customer_id, id, total FROM orders ORDER BY customer_id, ordered_at DESC

SELECT c.city, o.status, sum(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY GROUPING SETS ((c.city, o.status), (c.city), ()) ORDER BY grouping(c.city), c.city NULLS LAST

SELECT coalesce(city, CASE WHEN grouping(city) = 1 THEN 'all' END, 'unknown') AS city, count(*) FROM customers GROUP BY ROLLUP (city)

SELECT d.day::date, coalesce(sum(o.total), 0) AS revenue, avg(coalesce(sum(o.total), 0)) OVER (ORDER BY d.day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS week FROM generate_series(date '2024-01-01', date '2024-03-31', interval '1 day') AS d(day) LEFT JOIN orders o ON o.ordered_at >= d.day AND o.ordered_at < d.day + interval '1 day' GROUP BY d.day

SELECT id, ordered_at, ordered_at - lag(ordered_at) OVER (PARTITION BY customer_id ORDER BY ordered_at) AS gap FROM orders

WITH g AS (SELECT customer_id, ordered_at, ordered_at::date - (row_number() OVER (PARTITION BY customer_id ORDER BY ordered_at))::int AS island FROM orders) SELECT customer_id, min(ordered_at), max(ordered_at), count(*) FROM g GROUP BY customer_id, island HAVING count(*) > 1

SELECT c.name FROM customers c WHERE c.id NOT IN (SELECT o.customer_id FROM orders o WHERE o.customer_id IS NOT NULL)

SELECT c.id FROM customers c EXCEPT SELECT customer_id FROM orders

SELECT name, sum(total) AS spent, sum(total) / sum(sum(total)) OVER () AS share FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY name ORDER BY spent DESC FETCH FIRST 10 ROWS ONLY

SELECT x.name, x.spent FROM (SELECT c.name, sum(o.total) AS spent, rank() OVER (ORDER BY sum(o.total) DESC) AS place FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name) x WHERE x.place <= 3

SELECT string_agg(DISTINCT city, ', ' ORDER BY city) FILTER (WHERE city IS NOT NULL) FROM customers

SELECT t.tag, count(*) FROM products p CROSS JOIN LATERAL unnest(p.tags) AS t(tag) GROUP BY t.tag ORDER BY count(*) DESC, t.tag LIMIT 20

SELECT k.key, count(*), count(DISTINCT k.value) FROM products p CROSS JOIN LATERAL jsonb_each(p.attrs) k GROUP BY k.key

SELECT p.name, (p.attrs ->> 'price')::numeric AS price FROM products p WHERE p.attrs ? 'price' AND (p.attrs ->> 'price') ~ '^[0-9.]+$' ORDER BY price DESC NULLS LAST

SELECT jsonb_object_agg(city, n) FROM (SELECT city, count(*) AS n FROM customers WHERE city IS NOT NULL GROUP BY city) x

SELECT jsonb_agg(to_jsonb(x) ORDER BY x.city) FROM (SELECT city, count(*) AS n FROM customers GROUP BY city) x

SELECT json_build_object('total', count(*), 'cities', json_agg(DISTINCT city)) FROM customers

SELECT jsonb_path_query_first(attrs, '$.list[*].x') #>> '{}' AS x, jsonb_array_length(attrs -> 'list') FROM products WHERE jsonb_path_exists(attrs, '$.list[*] ? (@.x == "1")')

SELECT attrs @? '$.sizes[*] ? (@ > 40)', attrs @@ '$.color == "red"', attrs - 'color', attrs #- '{list,0}', attrs || '{"a": 1}' FROM products

SELECT p.id, s.value::int FROM products p, jsonb_array_elements_text(p.attrs -> 'sizes') s WHERE s.value::int BETWEEN 38 AND 42

SELECT r.color, r.sizes FROM products p, jsonb_to_record(p.attrs) AS r(color text, sizes int[])

SELECT id, array_length(tags, 1), array_position(tags, 'a'), array_remove(tags, 'a'), array_to_string(tags, '; ') FROM products WHERE tags @> ARRAY['a'] OR 'b' = ANY (tags)

SELECT array_agg(id ORDER BY total DESC) FILTER (WHERE total > 10) AS ids, (array_agg(id ORDER BY total DESC))[1:3] AS top3 FROM orders GROUP BY customer_id

SELECT name, ts_rank_cd(v, q) AS rank FROM products, LATERAL to_tsvector('english', name) v, websearch_to_tsquery('english', 'red or shoe') q WHERE v @@ q ORDER BY rank DESC

SELECT ts_headline('english', name, plainto_tsquery('english', 'shoes'), 'StartSel=<b>, StopSel=</b>') FROM products WHERE to_tsvector('english', name) @@ phraseto_tsquery('english', 'red shoes')

SELECT setweight(to_tsvector('simple', coalesce(name, '')), 'A') || setweight(to_tsvector('simple', array_to_string(tags, ' ')), 'B') @@ to_tsquery('simple', 'red:*') FROM products

SELECT split_part(name, ' ', 2) AS word, count(*) FROM customers GROUP BY 1 HAVING count(*) >= 1 ORDER BY 2 DESC

SELECT substring(name FROM '([0-9]+)')::int AS number FROM customers WHERE name ~ '[0-9]' ORDER BY number

SELECT regexp_replace(name, '^(\w+)\s+(\d+)$', '\2 \1') FROM customers

SELECT lower(left(name, 1)) AS letter, count(*) FROM customers GROUP BY 1 ORDER BY 1

SELECT initcap(trim(both from city)), length(city), char_length(city), octet_length(city), md5(city) FROM customers WHERE city <> ''

SELECT name, length(name) - length(replace(name, 'e', '')) AS es FROM customers ORDER BY 2 DESC

SELECT total::int % 2 = 0 AS even, avg(total), stddev_samp(total), variance(total), count(*) FROM orders GROUP BY 1

SELECT corr(total, extract(epoch FROM ordered_at)), regr_intercept(total, id), regr_r2(total, id), covar_pop(total, id) FROM orders

SELECT mode() WITHIN GROUP (ORDER BY status) AS commonest, percentile_disc(0.5) WITHIN GROUP (ORDER BY total) FROM orders

SELECT bool_or(total > 50), every(total > 0), bit_and(id), count(*), count(total), count(DISTINCT status) FROM orders

SELECT ordered_at AT TIME ZONE 'Europe/Paris' AS local, (ordered_at AT TIME ZONE 'UTC')::date, date_trunc('hour', ordered_at, 'Asia/Tokyo') FROM orders

SELECT ordered_at FROM orders WHERE ordered_at >= date_trunc('quarter', now()) - interval '3 months' AND ordered_at < date_trunc('quarter', now())

SELECT ordered_at FROM orders WHERE ordered_at > now() - make_interval(days => 30) OR extract(year FROM ordered_at) = 2024 OR ordered_at::date = current_date - 1

SELECT make_date(extract(year FROM ordered_at)::int, 1, 1), to_date('2024-03', 'YYYY-MM'), to_timestamp(1700000000), justify_days(interval '40 days'), age(timestamp '2024-01-01', ordered_at::timestamp) FROM orders

SELECT tstzrange(ordered_at, ordered_at + interval '1 day') && tstzrange('2024-01-01', '2024-02-01'), daterange('2024-01-01', '2024-02-01', '[]') @> ordered_at::date, upper(int4range(1, 5)) FROM orders

SELECT range_agg(int4range(id::int, id::int + 2)) FROM orders

SELECT isempty(numrange(1, 1)), lower_inc(numrange(1, 2)), int4multirange(int4range(1, 2), int4range(5, 6)) @> 5

SELECT inet '10.1.2.3' << inet '10.0.0.0/8', family(inet '::1'), network(inet '192.168.1.5/24'), set_masklen(inet '10.0.0.1', 16)

SELECT uuid '00000000-0000-0000-0000-000000000001' = gen_random_uuid(), encode('\x0102'::bytea, 'base64'), decode('AQI=', 'base64'), convert_from('\x61'::bytea, 'UTF8')

SELECT point(1, 1) <-> place AS d, box(point(0, 0), point(5, 5)) @> place FROM products ORDER BY place <-> point(0, 0) LIMIT 3

SELECT greatest(total, 10, NULL), least(total, 10), abs(-total), sign(total), trunc(total, 1), div(total, 3), gcd(12, 18), log(10, 100), cbrt(27.0), pi(), degrees(pi()), random() < 2 FROM orders

SELECT total BETWEEN 10 AND 20 OR total IS NULL, (total > 10) IS NOT TRUE, total IN (1, 2, 3), total NOT IN (SELECT 5), NOT (status = 'open') FROM orders

SELECT o.* FROM orders o WHERE (o.customer_id, o.total) IN (SELECT customer_id, max(total) FROM orders GROUP BY customer_id)

SELECT c.name, o.n, o.total FROM customers c LEFT JOIN LATERAL (SELECT count(*) AS n, sum(total) AS total FROM orders WHERE customer_id = c.id) o ON o.n > 0

SELECT a.name AS child, b.name AS parent, c.name AS grandparent FROM categories a LEFT JOIN categories b ON b.id = a.parent_id LEFT JOIN categories c ON c.id = b.parent_id

WITH RECURSIVE up AS (SELECT id, parent_id, name, name::text AS path FROM categories WHERE id = 9 UNION ALL SELECT c.id, c.parent_id, c.name, c.name || ' > ' || up.path FROM categories c JOIN up ON c.id = up.parent_id) SELECT path FROM up ORDER BY length(path) DESC LIMIT 1

WITH RECURSIVE t AS (SELECT id, ARRAY[id] AS trail, false AS cycle FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, t.trail || c.id, c.id = ANY (t.trail) FROM categories c JOIN t ON c.parent_id = t.id WHERE NOT t.cycle) SELECT id, array_length(trail, 1) FROM t

WITH RECURSIVE days(d) AS (SELECT date '2024-01-01' UNION ALL SELECT d + 7 FROM days WHERE d < date '2024-06-01') SELECT d, (SELECT count(*) FROM orders o WHERE o.ordered_at::date >= d AND o.ordered_at::date < d + 7) AS n FROM days

WITH a AS NOT MATERIALIZED (SELECT * FROM orders), b AS (SELECT customer_id, count(*) AS n FROM a GROUP BY 1) SELECT a.id, b.n FROM a JOIN b USING (customer_id) WHERE b.n > 1

SELECT s.status, coalesce(n.count, 0) FROM (VALUES ('paid'::app.order_status), ('open')) AS s(status) LEFT JOIN (SELECT status, count(*) FROM orders GROUP BY status) n USING (status)

SELECT v.* FROM (VALUES (1, 'one'), (2, 'two')) v(n, label) JOIN customers c ON c.id = v.n

SELECT 'customers' AS what, count(*) AS n FROM customers UNION ALL SELECT 'orders', count(*) FROM orders UNION ALL SELECT 'products', count(*) FROM products ORDER BY n DESC

(SELECT name, 'cheap' AS kind FROM products LIMIT 2) UNION ALL (SELECT name, 'dear' FROM products ORDER BY id DESC LIMIT 2) ORDER BY kind, name

SELECT city FROM customers INTERSECT ALL SELECT name FROM categories

SELECT sum(CASE status WHEN 'paid' THEN total WHEN 'open' THEN -total END) AS balance FROM orders

SELECT customer_id, sum(total) FILTER (WHERE ordered_at < '2024-02-01') AS january, sum(total) FILTER (WHERE ordered_at >= '2024-02-01') AS later FROM orders GROUP BY customer_id HAVING sum(total) > (SELECT avg(total) FROM orders)

SELECT id, total, total > avg(total) OVER () AS above, percent_rank() OVER (ORDER BY total), cume_dist() OVER (ORDER BY total) FROM orders

SELECT id, nth_value(total, 2) OVER w, last_value(total) OVER w FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY ordered_at RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)

SELECT id, sum(total) OVER (ORDER BY ordered_at GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM orders

SELECT id, count(*) FILTER (WHERE status = 'paid') OVER (PARTITION BY customer_id) AS paid FROM orders

SELECT total, sum(total) OVER (ORDER BY total DESC, id) / sum(total) OVER () <= 0.8 AS pareto FROM orders

SELECT stat.orders, count(*) AS customers FROM customer_stats stat GROUP BY stat.orders ORDER BY stat.orders

SELECT c.name, s.orders FROM customers c LEFT JOIN customer_stats s ON s.customer_id = c.id WHERE s.orders IS NULL OR s.orders > 1

SELECT avg(amount), min(amount), max(amount) FROM hr.salaries

SELECT o.id AS "Order No.", o.total AS "Total (€)", c.name AS "Kunde" FROM app.orders AS o INNER JOIN app.customers AS c ON (o.customer_id = c.id) WHERE 1 = 1 AND c.name LIKE 'name %' ORDER BY "Total (€)" DESC

SELECT "t"."city" AS "city", count(*) AS "count" FROM (SELECT * FROM "app"."customers") AS "t" GROUP BY "t"."city" ORDER BY "count" DESC, "t"."city" ASC LIMIT 1000

SELECT "source"."month" AS "month", SUM("source"."total") AS "sum" FROM (SELECT DATE_TRUNC('month', "app"."orders"."ordered_at") AS "month", "app"."orders"."total" AS "total" FROM "app"."orders") "source" GROUP BY "source"."month" ORDER BY "source"."month" ASC

SELECT DATE_TRUNC('day', ordered_at) AS __timestamp, COUNT(*) AS count FROM app.orders WHERE ordered_at >= TO_TIMESTAMP('2024-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') AND ordered_at < TO_TIMESTAMP('2025-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') GROUP BY DATE_TRUNC('day', ordered_at) ORDER BY count DESC LIMIT 50000

SELECT floor(extract(epoch from ordered_at) / 3600) * 3600 AS time, count(*) AS value FROM orders WHERE ordered_at BETWEEN '2024-01-01T00:00:00Z' AND '2024-12-31T00:00:00Z' GROUP BY 1 ORDER BY 1

SELECT CAST(SUM(CAST(total AS DOUBLE PRECISION)) AS DECIMAL(12, 2)), CAST(ordered_at AS DATE), CAST(NULL AS text), CAST('2024-01-01' AS timestamp without time zone) FROM orders GROUP BY 2

SELECT TOTAL AS t FROM ORDERS WHERE STATUS = 'paid' ORDER BY T DESC OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY

SELECT count(*) AS n FROM orders o, customers c WHERE o.customer_id = c.id AND c.city = 'Rome' AND o.ordered_at::text LIKE '2024-%'

SELECT c.city, avg(x.n) FROM customers c, (SELECT customer_id, count(*) AS n FROM orders GROUP BY customer_id) x WHERE x.customer_id = c.id GROUP BY c.city

SELECT max(n) FROM (SELECT count(*) AS n FROM orders GROUP BY date_trunc('day', ordered_at), customer_id) AS daily

SELECT c.name FROM customers c WHERE (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) >= 2

SELECT c.name FROM customers c WHERE 100 < ALL (SELECT o.total FROM orders o WHERE o.customer_id = c.id) OR 5 = SOME (SELECT id FROM orders)

SELECT name, city FROM customers WHERE (name, city) IS DISTINCT FROM ('a', 'b') AND city NOT SIMILAR TO '(X|Y)%' AND name !~~ 'z%' AND name !~* 'q'

SELECT concat(name, ', ', city), name || coalesce(' of ' || city, ''), format('%1$s from %2$s', name, city), quote_ident(name), chr(65), ascii('A'), strpos(name, 'm'), to_hex(255) FROM customers

SELECT unnest(string_to_array(name, ' ')) AS word, count(*) FROM products GROUP BY word ORDER BY count(*) DESC

SELECT row_number() OVER () AS n, * FROM customers ORDER BY n LIMIT 5

SELECT (SELECT name FROM customers WHERE id = o.customer_id) AS who, o.id, EXISTS (SELECT 1 FROM orders p WHERE p.customer_id = o.customer_id AND p.id <> o.id) AS again FROM orders o

SELECT o.id FROM orders o JOIN LATERAL (SELECT 1 FROM customers c WHERE c.id = o.customer_id AND c.city IS NOT NULL) ok ON true

SELECT p.name, q.name FROM products p JOIN products q ON p.id < q.id AND p.tags && q.tags

SELECT a.d, b.d FROM generate_series(1, 3) AS a(d) CROSS JOIN generate_series(1, 3) AS b(d) WHERE a.d <> b.d

SELECT h.hour, count(o.id) FROM generate_series(0, 23) AS h(hour) LEFT JOIN orders o ON extract(hour FROM o.ordered_at) = h.hour GROUP BY h.hour ORDER BY h.hour

SELECT m.month, count(o.id) FROM generate_series(date_trunc('year', current_date), date_trunc('year', current_date) + interval '11 months', '1 month') AS m(month) LEFT JOIN orders o ON date_trunc('month', o.ordered_at) = m.month GROUP BY 1

SELECT count(*) FROM orders TABLESAMPLE SYSTEM (50) WHERE total > 1

SELECT id, total, CASE WHEN total < 10 THEN 'small' WHEN total BETWEEN 10 AND 30 THEN 'medium' ELSE 'large' END AS size FROM orders ORDER BY CASE WHEN total < 10 THEN 1 ELSE 2 END, id

SELECT nullif(trim(city), '') AS town, sum(1) FROM customers GROUP BY 1 ORDER BY sum(1) DESC, town

SELECT ordered_at::date AS d, string_agg(id::text, ',' ORDER BY id) AS ids, min(ordered_at)::time AS earliest FROM orders GROUP BY ordered_at::date

SELECT overlay(name PLACING '***' FROM 2 FOR 3), substr(name, 1, 4), right(name, 2), btrim(name, 'n'), ltrim(name), rpad(left(name, 10), 12, '.'), starts_with(name, 'n') FROM customers

SELECT current_setting FROM (SELECT 'x' AS current_setting) t

SELECT count(*) FROM customers c FULL JOIN orders o ON o.customer_id = c.id WHERE c.id IS NULL OR o.id IS NULL

SELECT c.city, count(DISTINCT o.customer_id) AS buyers, count(DISTINCT c.id) AS people, round(count(DISTINCT o.customer_id)::numeric / count(DISTINCT c.id), 2) AS rate FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.city

SELECT sqrt(avg(total ^ 2) - avg(total) ^ 2) AS sd, avg(total) - 2 * stddev(total) AS low, exp(avg(ln(nullif(total, 0)))) AS geometric FROM orders

WITH s AS (SELECT avg(total) AS mean, stddev(total) AS sd FROM orders) SELECT o.id, (o.total - s.mean) / nullif(s.sd, 0) AS z FROM orders o CROSS JOIN s WHERE abs((o.total - s.mean) / nullif(s.sd, 0)) > 1

WITH q AS (SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY total) AS q1, percentile_cont(0.75) WITHIN GROUP (ORDER BY total) AS q3 FROM orders) SELECT o.* FROM orders o, q WHERE o.total > q.q3 + 1.5 * (q.q3 - q.q1)

WITH x AS (SELECT customer_id, ordered_at, sum(CASE WHEN gap > interval '10 days' OR gap IS NULL THEN 1 ELSE 0 END) OVER (PARTITION BY customer_id ORDER BY ordered_at) AS session FROM (SELECT customer_id, ordered_at, ordered_at - lag(ordered_at) OVER (PARTITION BY customer_id ORDER BY ordered_at) AS gap FROM orders) g) SELECT customer_id, session, count(*), max(ordered_at) - min(ordered_at) AS lasted FROM x GROUP BY 1, 2

SELECT a.customer_id, a.total AS this_year, b.total AS last_year FROM (SELECT customer_id, sum(total) AS total FROM orders WHERE ordered_at >= date_trunc('year', now()) GROUP BY 1) a FULL OUTER JOIN (SELECT customer_id, sum(total) AS total FROM orders WHERE ordered_at >= date_trunc('year', now()) - interval '1 year' AND ordered_at < date_trunc('year', now()) GROUP BY 1) b USING (customer_id)

SELECT extract(isoyear FROM ordered_at) AS y, extract(week FROM ordered_at) AS w, sum(total) FROM orders GROUP BY 1, 2 ORDER BY 1, 2

SELECT p.name, p.attrs -> 'list' -> 0 ->> 'x' AS x, p.attrs #> '{list,0}' AS l, jsonb_pretty(p.attrs), jsonb_typeof(p.attrs -> 'sizes'), jsonb_strip_nulls(p.attrs), jsonb_set(p.attrs, '{color}', '"blue"') FROM products p

SELECT count(*) FROM customers WHERE to_jsonb(customers) ->> 'city' = 'Rome'

SELECT c.id, c.name, json_agg(json_build_object('id', o.id, 'total', o.total) ORDER BY o.id) AS orders FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name

SELECT (SELECT json_agg(t) FROM (SELECT city, count(*) FROM customers GROUP BY city) t) AS cities, (SELECT row_to_json(o) FROM orders o ORDER BY id LIMIT 1) AS first

SELECT n, n * n AS square, sqrt(n::numeric)::numeric(6, 3) AS root FROM generate_series(1, 20) AS s(n)

SELECT pg_size_pretty(sum(pg_column_size(name))) FROM customers

SELECT obj_description('app.customers'::regclass), pg_relation_size('app.customers'), to_regclass('app.customers') IS NOT NULL

SELECT city, repeat('#', (count(*) / (max(count(*)) OVER () / 50.0))::int) FROM customers GROUP BY city

SELECT m, repeat('#', count(o.id)::int), repeat('=', (sum(o.total) / 1000)::int) FROM generate_series(1, 12) m LEFT JOIN orders o ON extract(month FROM o.ordered_at) = m GROUP BY m

SELECT repeat('#', extract(month FROM date_trunc('month', ordered_at))::int), repeat('*', lag(id, 1, 0) OVER (ORDER BY id)::int) FROM orders

SELECT repeat('#', (percentile_cont(0.5) WITHIN GROUP (ORDER BY total) / 10)::int), repeat('-', 100 / 3) FROM orders

SELECT d, (SELECT count(*) FROM generate_series(1, 24) h WHERE h > 8) FROM generate_series(date '2024-01-01', date '2025-12-31', interval '1 day') d

WITH RECURSIVE chain AS (SELECT id, parent_id, name, 1 AS level, ARRAY[id] AS path FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id, c.name, ch.level + 1, ch.path || c.id FROM categories c JOIN chain ch ON c.parent_id = ch.id WHERE c.id <> ALL (ch.path)) SELECT level, count(*) AS people, string_agg(name, ', ' ORDER BY name) AS names FROM chain GROUP BY level ORDER BY level

WITH daily AS (SELECT date_trunc('day', ordered_at)::date AS day, sum(total) AS revenue FROM orders GROUP BY 1), spine AS (SELECT generate_series(min(day), max(day), interval '1 day')::date AS day FROM daily) SELECT s.day, coalesce(d.revenue, 0) AS revenue, avg(coalesce(d.revenue, 0)) OVER (ORDER BY s.day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS ma7 FROM spine s LEFT JOIN daily d USING (day) ORDER BY s.day

SELECT date_bin(interval '15 minutes', ordered_at, timestamptz '2024-01-01') AS slot, count(*) FROM orders GROUP BY slot ORDER BY slot

SELECT date_bin('6 hours', ordered_at, timestamptz 'epoch') AS bin, sum(total) FILTER (WHERE status = 'paid') FROM orders GROUP BY 1 HAVING count(*) > 0 ORDER BY 1 DESC NULLS LAST

SELECT c.city, o.status, grouping(c.city) + grouping(o.status) AS lvl, sum(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY GROUPING SETS ((c.city, o.status), ROLLUP (c.city), ()) ORDER BY lvl, 1, 2

SELECT city, status, count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY CUBE ((city), (status)) HAVING grouping(city) = 0

SELECT p.name, s.size, s.n FROM products p CROSS JOIN LATERAL jsonb_array_elements_text(p.attrs -> 'sizes') WITH ORDINALITY AS s(size, n) WHERE s.n <= 2

SELECT p.id, j.* FROM products p, LATERAL jsonb_to_recordset(p.attrs -> 'list') AS j(x text)

SELECT p.id, jsonb_path_query_array(p.attrs, '$.sizes[*] ? (@ >= $min && @ < $max)', '{"min": 40, "max": 45}') FROM products p

SELECT p.attrs #>> '{list,0,x}' AS x, p.attrs['color'] AS c, p.attrs -> 'sizes' -> -1 AS last_size FROM products p

SELECT jsonb_pretty(jsonb_build_object('customer', c.name, 'orders', coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'total', o.total) ORDER BY o.ordered_at) FILTER (WHERE o.id IS NOT NULL), '[]'::jsonb))) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name

SELECT jsonb_object_agg(status::text, n ORDER BY status) FROM (SELECT status, count(*) AS n FROM orders GROUP BY status) s

SELECT id, array_agg(t ORDER BY ord) FILTER (WHERE t LIKE 'b%') AS bs FROM products CROSS JOIN LATERAL unnest(tags) WITH ORDINALITY u(t, ord) GROUP BY id

SELECT a.tag, b.tag, count(*) FROM products p, unnest(p.tags) a(tag), unnest(p.tags) b(tag) WHERE a.tag < b.tag GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 3 DESC

SELECT DISTINCT ON (c.city) c.city, c.name, o.total FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.city IS NOT NULL ORDER BY c.city, o.total DESC NULLS LAST, o.id

SELECT name, (regexp_match(name, '^(\w+)\s+(\d+)$'))[2]::int AS number FROM customers WHERE name ~ '\d' ORDER BY number DESC LIMIT 5

SELECT m.parts[1] AS word, m.parts[2] AS num FROM customers c, LATERAL (SELECT regexp_match(c.name, '(\w+) (\d+)') AS parts) m WHERE m.parts IS NOT NULL

-- 15 is the first server that knows it.
SELECT regexp_substr(name, '[0-9]+'), regexp_instr(name, '[0-9]'), regexp_like(name, '^name', 'i'), regexp_count(name, '[aeiou]', 1, 'i') FROM customers

SELECT w.word, count(*) FROM products p, regexp_split_to_table(lower(p.name), '\s+') AS w(word) WHERE length(w.word) > 2 GROUP BY w.word ORDER BY 2 DESC, 1 LIMIT 20

SELECT to_char(ordered_at, 'IYYY-"W"IW') AS week, to_char(sum(total), 'FM9G999G990D00') AS revenue, to_char(avg(total), '999D9') AS average FROM orders GROUP BY 1 ORDER BY 1

SELECT to_char(date_trunc('month', ordered_at), 'FMMonth YYYY') AS month, count(*) FROM orders GROUP BY date_trunc('month', ordered_at) ORDER BY date_trunc('month', ordered_at)

SELECT count(*) FROM orders WHERE ordered_at >= now() - make_interval(years => 1, days => -1) AND ordered_at < now() + make_interval(0, 0, 0, 1)

SELECT v.label, count(o.id) FROM (VALUES ('low', 0::numeric, 20::numeric), ('mid', 20, 50), ('high', 50, NULL)) AS v(label, lo, hi) LEFT JOIN orders o ON o.total >= v.lo AND (v.hi IS NULL OR o.total < v.hi) GROUP BY v.label, v.lo ORDER BY v.lo

SELECT r.label, count(*) FROM orders o JOIN (VALUES ('small', numrange(0, 20)), ('big', numrange(20, NULL))) r(label, span) ON o.total <@ r.span GROUP BY r.label

SELECT id FROM orders WHERE (ordered_at, id) > (timestamptz '2024-02-01', 3) ORDER BY ordered_at, id LIMIT 20

SELECT id FROM orders WHERE ROW(customer_id, status) IS DISTINCT FROM ROW(3, 'paid'::app.order_status) AND (total, id) <= (50, 100)

SELECT coalesce(a.city, b.city) AS city, a.n AS early, b.n AS late FROM (SELECT c.city, count(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.ordered_at < '2024-03-01' GROUP BY c.city) a FULL OUTER JOIN (SELECT c.city, count(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.ordered_at >= '2024-03-01' GROUP BY c.city) b ON a.city = b.city

SELECT x.k, x.a, y.b FROM (SELECT customer_id AS k, sum(total) AS a FROM orders GROUP BY 1) x FULL JOIN (SELECT id AS k, length(name) AS b FROM customers) y USING (k)

SELECT id, total, sum(total) OVER w AS running, first_value(total) OVER w, last_value(total) OVER (w RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY ordered_at)

SELECT id, avg(total) OVER (ORDER BY ordered_at RANGE BETWEEN interval '30 days' PRECEDING AND interval '1 day' FOLLOWING EXCLUDE TIES) FROM orders

SELECT customer_id, total, total / nullif(lag(total) OVER (PARTITION BY customer_id ORDER BY ordered_at), 0) - 1 AS growth, lead(ordered_at) OVER (PARTITION BY customer_id ORDER BY ordered_at) - ordered_at AS gap FROM orders

WITH marked AS (SELECT customer_id, ordered_at, CASE WHEN ordered_at - lag(ordered_at) OVER w > interval '30 days' OR lag(ordered_at) OVER w IS NULL THEN 1 ELSE 0 END AS starts FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY ordered_at)), sessions AS (SELECT *, sum(starts) OVER (PARTITION BY customer_id ORDER BY ordered_at) AS session FROM marked) SELECT customer_id, session, min(ordered_at), max(ordered_at), count(*) FROM sessions GROUP BY 1, 2

SELECT percentile_cont(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (ORDER BY total) AS deciles, percentile_disc(0.5) WITHIN GROUP (ORDER BY ordered_at) AS middle FROM orders

SELECT c.city, percentile_cont(0.5) WITHIN GROUP (ORDER BY o.total DESC) FILTER (WHERE o.status = 'paid') AS median FROM customers c LEFT JOIN orders o ON c.id = o.customer_id GROUP BY c.city

SELECT hypothetical.r FROM (SELECT rank(50::numeric) WITHIN GROUP (ORDER BY total DESC) AS r, percent_rank(50::numeric) WITHIN GROUP (ORDER BY total), cume_dist(50::numeric) WITHIN GROUP (ORDER BY total) FROM orders) hypothetical

SELECT name, ts_rank(to_tsvector('english', name), q) AS rank, ts_headline('english', name, q) FROM products, websearch_to_tsquery('english', '"red shoes" -blue') AS q WHERE to_tsvector('english', name) @@ q ORDER BY rank DESC LIMIT 10

SELECT numnode(to_tsquery('english', 'red & (shoe | boot) & !blue')), tsvector_to_array(to_tsvector('simple', name)), length(to_tsvector('english', name)) FROM products

SELECT l.lexeme, count(*) FROM products p, unnest(to_tsvector('english', p.name)) AS l(lexeme, positions, weights) GROUP BY l.lexeme ORDER BY 2 DESC

SELECT tstzrange(min(ordered_at), max(ordered_at), '[]') AS span, upper(tstzrange(min(ordered_at), max(ordered_at))) - lower(tstzrange(min(ordered_at), max(ordered_at))) AS length FROM orders

SELECT customer_id, range_agg(tstzrange(ordered_at, ordered_at + interval '10 days')) AS active, range_intersect_agg(tstzrange(ordered_at, ordered_at + interval '1 year')) FROM orders GROUP BY customer_id

SELECT count(*) FROM orders a JOIN orders b ON a.id < b.id AND tstzrange(a.ordered_at, a.ordered_at + '2 days') && tstzrange(b.ordered_at, b.ordered_at + '2 days')

SELECT unnest(int4multirange(int4range(1, 3), int4range(5, 9))) AS r, isempty(int4range(3, 3)), int4range(1, 10) * int4range(5, 20), int4range(1, 5) -|- int4range(5, 9)

SELECT extract(isodow FROM ordered_at) AS dow, extract(hour FROM ordered_at) AS hour, count(*) FROM orders GROUP BY 1, 2 ORDER BY 1, 2

SELECT date_trunc('week', ordered_at AT TIME ZONE 'America/New_York')::date AS week, count(DISTINCT customer_id) AS buyers FROM orders GROUP BY 1

SELECT age(max(ordered_at), min(ordered_at)), justify_interval(max(ordered_at) - min(ordered_at)), extract(epoch FROM max(ordered_at) - min(ordered_at)) / 3600 AS hours FROM orders

SELECT d.day::date, to_char(d.day, 'Day') AS name FROM generate_series(date_trunc('month', current_date), date_trunc('month', current_date) + interval '1 month - 1 day', '1 day') AS d(day)

SELECT y AS year, q AS quarter, coalesce(sum(o.total), 0) FROM generate_series(2023, 2025) y CROSS JOIN generate_series(1, 4) q LEFT JOIN orders o ON extract(year FROM o.ordered_at) = y AND extract(quarter FROM o.ordered_at) = q GROUP BY y, q ORDER BY y, q

WITH params AS (SELECT timestamptz '2024-01-01' AS since, timestamptz '2024-07-01' AS until) SELECT count(*) FROM orders o CROSS JOIN params p WHERE o.ordered_at >= p.since AND o.ordered_at < p.until

WITH cohort AS (SELECT customer_id, min(date_trunc('month', ordered_at)) AS started FROM orders GROUP BY 1), sizes AS (SELECT started, count(*) AS size FROM cohort GROUP BY 1), kept AS (SELECT c.started, (extract(year FROM age(date_trunc('month', o.ordered_at), c.started)) * 12 + extract(month FROM age(date_trunc('month', o.ordered_at), c.started)))::int AS month, count(DISTINCT o.customer_id) AS n FROM orders o JOIN cohort c USING (customer_id) GROUP BY 1, 2) SELECT k.started::date, k.month, round(100.0 * k.n / s.size, 1) AS pct FROM kept k JOIN sizes s USING (started) ORDER BY 1, 2

WITH totals AS (SELECT customer_id, sum(total) AS spent FROM orders GROUP BY 1), ranked AS (SELECT *, sum(spent) OVER (ORDER BY spent DESC ROWS UNBOUNDED PRECEDING) / sum(spent) OVER () AS share FROM totals) SELECT customer_id, spent, CASE WHEN share <= 0.8 THEN 'A' WHEN share <= 0.95 THEN 'B' ELSE 'C' END AS class FROM ranked

WITH t AS (SELECT date_trunc('month', ordered_at) AS m, sum(total) AS s FROM orders GROUP BY 1) SELECT cur.m::date, cur.s, prev.s AS last_year, round(100 * (cur.s / nullif(prev.s, 0) - 1), 1) AS yoy FROM t cur LEFT JOIN t prev ON prev.m = cur.m - interval '1 year' ORDER BY 1

SELECT c.name, t.n FROM customers c JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.customer_id = c.id AND o.status = ANY ('{paid,open}'::app.order_status[])) t ON t.n >= 2

SELECT o.id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM orders n WHERE n.customer_id = o.customer_id AND (n.ordered_at, n.id) > (o.ordered_at, o.id))

SELECT c.name FROM customers c WHERE (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) > (SELECT avg(n) FROM (SELECT count(*) AS n FROM orders GROUP BY customer_id) q)

SELECT name FROM customers WHERE city IN ('Paris', 'Rome') AND name NOT ILIKE ALL (ARRAY['%1%', '%2%']) AND id = ANY (SELECT customer_id FROM orders)

SELECT city, array_agg(name ORDER BY name) AS names, (array_agg(name ORDER BY id DESC))[1] AS newest, cardinality(array_agg(DISTINCT left(name, 1))) FROM customers GROUP BY city

SELECT array_to_string(array(SELECT name FROM customers ORDER BY name LIMIT 3), ', ') AS first_three, ARRAY[1, 2, 3] || 4, array_cat(ARRAY[1], ARRAY[2]), ARRAY[1, 2] <@ ARRAY[1, 2, 3]

SELECT id, tags[array_upper(tags, 1)] AS last_tag, tags[:2], array_ndims(tags), 'a' <> ALL (tags) FROM products

SELECT string_agg(DISTINCT city, ' / ' ORDER BY city DESC) FILTER (WHERE city <> '') AS cities, count(DISTINCT city) FROM customers

SELECT CASE WHEN grouping(city) = 1 THEN 'Total' ELSE coalesce(city, '(none)') END AS city, count(*) AS n, round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY grouping(city)), 1) AS pct FROM customers GROUP BY ROLLUP (city)

SELECT split_part(name, ' ', -1), left(name, -2), right(name, 3), lpad(id::text, 6, '0'), concat_ws(' - ', id, name, city), overlay(name PLACING '***' FROM 2 FOR 3), translate(lower(name), 'àé', 'ae') FROM customers

SELECT width_bucket(total, ARRAY[0, 10, 20, 50]::numeric[]) AS bucket, count(*), repeat('■', count(*)::int) AS bar FROM orders GROUP BY 1 ORDER BY 1

SELECT corr(o.total, extract(epoch FROM o.ordered_at)) AS r, regr_slope(o.total, o.id) AS slope, regr_count(o.total, o.id), stddev_pop(o.total), var_samp(o.total), covar_samp(o.total, o.id) FROM orders o

SELECT bool_or(total > 50) AS any_big, bool_and(total > 0) AS all_positive, every(status IS NOT NULL), bit_xor(id), max(total) - min(total) AS spread FROM orders GROUP BY customer_id

SELECT mode() WITHIN GROUP (ORDER BY extract(hour FROM ordered_at)) AS busiest_hour, (SELECT status FROM orders GROUP BY status ORDER BY count(*) DESC, status LIMIT 1) AS commonest FROM orders

SELECT count(*) FILTER (WHERE total >= 20) * 1.0 / nullif(count(*), 0) AS rate, count(*) FILTER (WHERE status = 'paid' AND ordered_at > now() - interval '365 days') FROM orders

SELECT place <-> point '(1,1)' AS distance, place[0] AS x, place[1] AS y, circle(place, 2) @> point(3, 3), box(place, point(0, 0)), lseg(place, point(0, 0)) FROM products ORDER BY place <-> point '(1,1)' LIMIT 5

SELECT money_in.amount::money, '$1,000.00'::money::numeric FROM (SELECT sum(total) AS amount FROM orders) money_in

SELECT gen.n, gen.n * gen.n AS sq, factorial(gen.n) AS f, gcd(gen.n, 12), lcm(gen.n, 12), power(gen.n, 0.5)::numeric(10, 3), ln(gen.n), trunc(random() * 0) FROM generate_series(1, 10) AS gen(n)

SELECT least(3, 1, 2), greatest('a', 'b'), nullif('', ''), coalesce(NULL, NULL, 'x'), num_nonnulls(1, NULL, 2), 5 BETWEEN SYMMETRIC 10 AND 1, 7 % 3, 7 / 2.0, -7 / 2, 2 ^ 10, 10 # 3, 5 | 2

SELECT 'a' < 'b' COLLATE "C", name COLLATE "C" < 'n', upper(name COLLATE "C"), 'x' || NULL IS NULL, (true AND NULL) IS UNKNOWN, 1 IN (1, NULL), NOT (1 = 2) FROM customers LIMIT 1

SELECT o.id, o.ordered_at::date - date '2024-01-01' AS days, (o.ordered_at - timestamptz '2024-01-01') / 7 AS weekly, o.ordered_at + 3 * interval '1 hour', interval '1-2' YEAR TO MONTH, date 'yesterday' < date 'today' FROM orders o

SELECT isfinite(ordered_at), to_timestamp('2024-01-31 10:00', 'YYYY-MM-DD HH24:MI'), to_date('31 Jan 2024', 'DD Mon YYYY'), make_timestamptz(2024, 1, 31, 10, 0, 0, 'UTC'), date_part('week', ordered_at), timezone('UTC', ordered_at) FROM orders

(SELECT 'top' AS kind, name, spent FROM (SELECT c.name, sum(o.total) AS spent FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name) a ORDER BY spent DESC LIMIT 3) UNION ALL (SELECT 'bottom', name, spent FROM (SELECT c.name, sum(o.total) AS spent FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name) b ORDER BY spent LIMIT 3) ORDER BY kind DESC, spent DESC

SELECT city FROM customers EXCEPT ALL SELECT name FROM products UNION SELECT name FROM categories INTERSECT SELECT city FROM customers ORDER BY 1 NULLS FIRST LIMIT 10 OFFSET 0

SELECT * FROM (SELECT c.*, dense_rank() OVER (PARTITION BY city ORDER BY id) AS place FROM customers c) ranked WHERE place <= 2 ORDER BY city, place

SELECT q.customer_id, q.r, q.f, q.m, concat(q.r, q.f, q.m) AS rfm FROM (SELECT customer_id, ntile(5) OVER (ORDER BY max(ordered_at)) AS r, ntile(5) OVER (ORDER BY count(*)) AS f, ntile(5) OVER (ORDER BY sum(total)) AS m FROM orders GROUP BY customer_id) q

SELECT c.id, c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.ordered_at >= '2024-04-01' WHERE o.id IS NULL

SELECT mon.m, count(o.*) FROM generate_series(1, 12) AS mon(m) LEFT JOIN orders o ON extract(month FROM o.ordered_at)::int = mon.m GROUP BY mon.m ORDER BY mon.m

SELECT row_number() OVER (), row_to_json(x), to_jsonb(x) -> 'n' FROM (SELECT city, count(*) AS n FROM customers GROUP BY city ORDER BY n DESC) x

SELECT pg_typeof(avg(total)), avg(total)::float8, sum(total)::bigint, count(*)::text || ' orders' FROM orders

SELECT json_build_object('labels', json_agg(x.month ORDER BY x.month), 'values', json_agg(x.s ORDER BY x.month)) FROM (SELECT to_char(ordered_at, 'YYYY-MM') AS month, sum(total) AS s FROM orders GROUP BY 1) x

SELECT t.elem ->> 'x' AS x, t.idx FROM products, jsonb_array_elements(attrs -> 'list') WITH ORDINALITY AS t(elem, idx) WHERE jsonb_typeof(attrs -> 'list') = 'array' AND t.elem ? 'x'

SELECT key, jsonb_typeof(value), count(*) FROM products, jsonb_each(attrs) GROUP BY key, jsonb_typeof(value) ORDER BY key

SELECT attrs @? '$.list[*].x ? (@ starts with "1")', attrs @@ 'exists($.sizes[*] ? (@ > 40))', jsonb_path_query_first(attrs, '$.sizes.size()'), jsonb_path_match(attrs, '$.color == "red"') FROM products

SELECT unnest(tags) AS tag, generate_subscripts(tags, 1) AS at FROM products ORDER BY at, tag LIMIT 10

SELECT a.id, b.id, a.total + b.total AS pair FROM orders a JOIN orders b ON b.id = a.id + 1 AND b.customer_id IS NOT NULL CROSS JOIN (SELECT avg(total) AS mean FROM orders) s WHERE abs(a.total - s.mean) < 10

SELECT round(stddev_samp(total) / nullif(avg(total), 0), 3) AS cv, (sum(total) - min(total) - max(total)) / nullif(count(*) - 2, 0) AS trimmed FROM orders

SELECT o.id, (o.total - s.mean) / nullif(s.dev, 0) AS z FROM orders o, (SELECT avg(total) AS mean, stddev(total) AS dev FROM orders) s WHERE abs((o.total - s.mean) / nullif(s.dev, 0)) > 1.5

SELECT status, count(*) AS n, sum(count(*)) OVER (ORDER BY count(*) DESC, status) AS cum, max(count(*)) OVER () AS peak FROM orders GROUP BY status ORDER BY n DESC

WITH RECURSIVE months(m) AS (SELECT date_trunc('month', min(ordered_at)) FROM orders UNION ALL SELECT m + interval '1 month' FROM months WHERE m < (SELECT date_trunc('month', max(ordered_at)) FROM orders)) SELECT m::date, (SELECT count(*) FROM orders WHERE date_trunc('month', ordered_at) = m) FROM months

WITH RECURSIVE sub AS (SELECT id, id AS root FROM categories UNION ALL SELECT c.id, s.root FROM categories c JOIN sub s ON c.parent_id = s.id) SELECT root, count(*) - 1 AS descendants FROM sub GROUP BY root ORDER BY 2 DESC

WITH RECURSIVE search AS (SELECT id, parent_id, name FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id, c.name FROM categories c JOIN search s ON s.id = c.parent_id) SEARCH BREADTH FIRST BY name SET o CYCLE id SET loops TO true DEFAULT false USING p SELECT name FROM search WHERE NOT loops ORDER BY o

SELECT FROM customers LIMIT 1

SELECT ALL count(ALL city) FROM customers

SELECT ((((SELECT max(total) FROM orders))))::numeric(12, 2) AS "Highest order (€)"

SELECT c.name AS "from", c.city AS "select" FROM customers c ORDER BY "from" DESC, "select" NULLS FIRST

SELECT substring(name from '^\S+') AS first_word, substring(name similar '%#"[0-9]+#"' escape '#'), position(' ' in name), trim(leading 'n' from name), char_length(name) FROM customers

SELECT replace(replace(replace(replace(lower(trim(name)), ' ', '-'), '.', ''), ',', ''), '''', '') AS slug FROM customers

SELECT format('%s (%s)', name, coalesce(city, '?')), format('%-10s|%5s', name, id), quote_literal(name), quote_ident(city) FROM customers

SELECT string_agg(format('%s: %s', status, n), E'\n' ORDER BY n DESC) FROM (SELECT status, count(*) AS n FROM orders GROUP BY status) s

SELECT host(inet '10.0.0.1/8'), abbrev(cidr '10.1.0.0/16'), inet '192.168.1.5' <<= inet '192.168.1.0/24', masklen('10.0.0.0/8'), broadcast('10.0.0.0/8')

SELECT encode(digest_in.h, 'hex') FROM (SELECT sha256(convert_to(name, 'UTF8')) AS h FROM customers) digest_in

SELECT total::text LIKE '1%', total::int::bit(8), B'1010' & B'0110', bit_count(B'1011'), get_byte('\x0102'::bytea, 1) FROM orders LIMIT 3

SELECT count(*) FROM orders WHERE pg_typeof(total) = 'numeric'::regtype

SELECT name FROM customers WHERE pg_typeof(id) IN ('int8'::regtype, 'int4'::regtype)

SELECT 'timestamp with time zone'::regtype::text, 'app'::regnamespace
