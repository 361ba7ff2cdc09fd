SELECT city, count(*) AS n FROM app.customers GROUP BY city ORDER BY n DESC, city
SELECT date_trunc('month', placed) AS month, sum(total) FROM app.orders GROUP BY 1 ORDER BY 1
SELECT c.name, count(o.id) AS orders FROM app.customers c LEFT JOIN app.orders o ON o.customer_id = c.id GROUP BY c.id, c.name HAVING count(o.id) > 3 ORDER BY orders DESC
SELECT status, avg(total)::numeric(10, 2) FROM app.orders GROUP BY status ORDER BY status
SELECT * FROM app.products ORDER BY id LIMIT 5
SELECT id, total, rank() OVER (PARTITION BY customer_id ORDER BY total DESC) AS r FROM app.orders ORDER BY id LIMIT 20
SELECT customer_id, placed, sum(total) OVER (PARTITION BY customer_id ORDER BY placed) AS running FROM app.orders ORDER BY customer_id, placed LIMIT 20
SELECT id FROM app.orders WHERE placed >= '2024-02-01' AND placed < '2024-03-01'
SELECT id FROM app.orders WHERE 't1' = ANY (tags) AND attrs ->> 'size' = '3'
SELECT attrs -> 'items' ->> 0 AS first FROM app.orders ORDER BY id LIMIT 3
SELECT tag, count(*) FROM app.orders, unnest(tags) AS tag GROUP BY tag ORDER BY 2 DESC, 1
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) AS median FROM app.orders
SELECT mode() WITHIN GROUP (ORDER BY status) FROM app.orders
SELECT count(*) FILTER (WHERE status = 'open') AS open, count(*) FILTER (WHERE status = 'paid') AS paid FROM app.orders
SELECT string_agg(name, ', ' ORDER BY name) FROM app.customers WHERE city = 'Graz'
SELECT DISTINCT ON (customer_id) customer_id, id, placed FROM app.orders ORDER BY customer_id, placed DESC
WITH m AS (SELECT date_trunc('month', placed) AS month, sum(total) AS s FROM app.orders GROUP BY 1) SELECT month, s, s - lag(s) OVER (ORDER BY month) AS change FROM m ORDER BY month
SELECT p.category, sum(l.quantity * p.price) AS revenue FROM app.lines l JOIN app.products p ON p.id = l.product_id GROUP BY p.category ORDER BY revenue DESC
SELECT p.name FROM app.products p WHERE NOT EXISTS (SELECT 1 FROM app.lines l WHERE l.product_id = p.id)
SELECT name FROM app.customers WHERE id NOT IN (SELECT customer_id FROM app.orders WHERE customer_id IS NOT NULL)
SELECT city, status, count(*) FROM app.orders JOIN app.customers c ON c.id = customer_id GROUP BY ROLLUP (city, status) ORDER BY 1 NULLS LAST, 2 NULLS LAST
SELECT city, country, count(*), grouping(city) FROM app.customers GROUP BY GROUPING SETS ((city), (country), ()) ORDER BY 1, 2
SELECT extract(dow FROM placed) AS day, count(*) FROM app.orders GROUP BY day ORDER BY day
SELECT to_char(placed, 'YYYY-MM') AS m, count(DISTINCT customer_id) FROM app.orders GROUP BY m ORDER BY m
SELECT generate_series::date AS day, coalesce(count(o.id), 0) FROM generate_series('2024-01-01'::date, '2024-01-31', '1 day') LEFT JOIN app.orders o ON o.placed::date = generate_series::date GROUP BY 1 ORDER BY 1
SELECT CASE WHEN total > 80 THEN 'high' WHEN total > 40 THEN 'middle' ELSE 'low' END AS band, count(*) FROM app.orders GROUP BY band ORDER BY band
SELECT width_bucket(total, 0, 100, 10) AS bucket, count(*) FROM app.orders GROUP BY 1 ORDER BY 1
SELECT corr(total, id), stddev(total), variance(total), regr_slope(total, id) FROM app.orders
SELECT id, note FROM app.orders WHERE note ILIKE '%of 1%' ORDER BY id LIMIT 5
SELECT id FROM app.orders WHERE note ~ '^note of [0-9]{2}$' ORDER BY id
SELECT upper(left(name, 1)) || substr(name, 2) AS name FROM app.customers ORDER BY id
SELECT split_part(name, ' ', 2)::int AS number FROM app.customers ORDER BY number
SELECT regexp_replace(name, '[0-9]+', '#') AS pattern, count(*) FROM app.customers GROUP BY 1
SELECT now()::date - since AS days FROM app.customers ORDER BY id LIMIT 3
SELECT age(since) < interval '100 years' AS young FROM app.customers LIMIT 1
SELECT name, since + interval '1 year' AS renewal FROM app.customers ORDER BY renewal LIMIT 4
SELECT o.id, (SELECT sum(quantity) FROM app.lines l WHERE l.order_id = o.id) AS pieces FROM app.orders o ORDER BY o.id LIMIT 5
SELECT c.name, x.total FROM app.customers c CROSS JOIN LATERAL (SELECT total FROM app.orders o WHERE o.customer_id = c.id ORDER BY total DESC LIMIT 2) x ORDER BY c.id, x.total
SELECT name FROM app.customers UNION SELECT name FROM app.products ORDER BY name LIMIT 5
SELECT customer_id FROM app.orders WHERE status = 'open' INTERSECT SELECT customer_id FROM app.orders WHERE status = 'paid' ORDER BY 1
SELECT id FROM app.customers EXCEPT SELECT customer_id FROM app.orders
WITH RECURSIVE t AS (SELECT id, name, boss_id, 1 AS level FROM hr.emp WHERE boss_id IS NULL UNION ALL SELECT e.id, e.name, e.boss_id, t.level + 1 FROM hr.emp e JOIN t ON e.boss_id = t.id WHERE t.level < 10) SELECT level, count(*) FROM t GROUP BY level ORDER BY level
WITH RECURSIVE r(b) AS (SELECT b FROM app.edges WHERE a = 1 UNION SELECT e.b FROM r JOIN app.edges e ON e.a = r.b) SELECT b FROM r ORDER BY b
SELECT dept, count(*) FROM hr.emp GROUP BY dept ORDER BY dept
SELECT count(*) AS people, count(salary) AS known FROM hr.emp
SELECT b.name AS boss, count(*) FROM hr.emp e JOIN hr.emp b ON b.id = e.boss_id GROUP BY b.id, b.name ORDER BY 2 DESC, 1
SELECT a.id, b.id FROM hr.emp a JOIN hr.emp b ON a.salary = b.salary AND a.id < b.id
SELECT login FROM hr.account WHERE password_hash IS NULL
SELECT n, dept FROM app.summed ORDER BY dept
SELECT name FROM app.stored ORDER BY id LIMIT 3
SELECT id FROM app.products WHERE during @> 7 ORDER BY id
SELECT category, array_agg(name ORDER BY name) FROM app.products GROUP BY category ORDER BY category
SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY id) FROM app.products WHERE stock = 0
SELECT jsonb_path_query_first(attrs, '$.items[0]') FROM app.orders ORDER BY id LIMIT 2
SELECT id FROM app.orders WHERE attrs @? '$.items[*] ? (@ > 290)' ORDER BY id
SELECT round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS share, status FROM app.orders GROUP BY status ORDER BY status
SELECT first_value(id) OVER w AS first, last_value(id) OVER w AS last FROM app.orders WHERE customer_id = 3 WINDOW w AS (ORDER BY placed ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) LIMIT 1
SELECT ntile(4) OVER (ORDER BY total) AS quarter, total FROM app.orders ORDER BY total DESC LIMIT 3
SELECT greatest(stock, 2), least(price, 20), nullif(stock, 0), abs(stock - 4) FROM app.products ORDER BY id LIMIT 4
SELECT count(*) FROM app.orders o JOIN app.customers c ON (o.customer_id, 'AT') = (c.id, c.country)
SELECT ts_headline('english', note, plainto_tsquery('english', 'note')) FROM app.orders WHERE to_tsvector('english', note) @@ plainto_tsquery('english', '17') ORDER BY id
VALUES (1, 'one'), (2, 'two')
SELECT coalesce(tags[1], 'none') AS tag, cardinality(tags) FROM app.orders ORDER BY id LIMIT 3
SELECT name, same.n FROM app.products p, LATERAL (SELECT count(*) AS n FROM app.products q WHERE q.category = p.category AND q.id <> p.id) same ORDER BY p.id LIMIT 3
SELECT bool_and(stock > 0), bool_or(stock = 0), every(price > 1) FROM app.products
