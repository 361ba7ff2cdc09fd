-- Customers and what they bought, made by the dice of rows.sql. Orders are drawn first, because a customer has registered
-- before the first of them.

-- How many orders a day: a season (December is worth two Februaries), a week (people shop on Saturdays) and slow growth.
CREATE TEMP TABLE drawn AS
SELECT row_number() OVER (ORDER BY o.ordered_at, o.day_number, o.k) AS id, o.ordered_at, o.day, f.*
FROM (
    SELECT d.day_number, d.day, k,
           d.day::timestamp AT TIME ZONE 'UTC' + make_interval(
               secs => (6 * 3600 + pg_temp.dice(d.day_number * 100 + k, 60, 14 * 3600))::integer) AS ordered_at
    FROM (
        SELECT n AS day_number, date '2023-07-01' + n AS day,
               (ARRAY[85, 75, 90, 95, 100, 105, 100, 90, 95, 105, 140, 165])[extract(month FROM date '2023-07-01' + n)::integer] AS season,
               (ARRAY[110, 85, 90, 95, 100, 115, 125])[1 + extract(dow FROM date '2023-07-01' + n)::integer] AS weekday
        FROM generate_series(0, 1095) n
    ) d
    CROSS JOIN LATERAL generate_series(1, d.season * d.weekday * (200 + d.day_number / 10) * 55 / 10000000
                                          + pg_temp.dice(d.day_number, 61, 5)::integer - 2) k
) o
-- Of 2,040 people who buy, one order in four falls to a few of them.
CROSS JOIN LATERAL (SELECT pg_temp.dice(o.day_number * 100 + o.k, 62, 1000000) AS u,
                           pg_temp.dice(o.day_number * 100 + o.k, 63, 4) AS few) t
CROSS JOIN LATERAL (SELECT (1 + 2040 * CASE t.few WHEN 0 THEN t.u * t.u / 1000000
                                                  ELSE t.u * (t.u + 700000) / 1700000 END / 1000000)::integer AS person) f;

CREATE INDEX ON drawn (person);

-- Who the customers are, in the order in which they registered; 360 have never bought anything. Shop 25 has just opened, so nobody is
-- at home there.
CREATE TEMP TABLE buyers AS
SELECT row_number() OVER (ORDER BY b.registered_on, b.person)::integer AS id, b.*
FROM (
    SELECT c AS person, coalesce(sum(1) FILTER (WHERE d.id IS NOT NULL), 0) AS orders,
           coalesce(min(d.day) - (3 * pg_temp.dice(c, 70, 20) * pg_temp.dice(c, 71, 20))::integer,
                    date '2023-07-01' + pg_temp.dice(c, 72, 1090)::integer) AS registered_on,
           1 + 24 * (pg_temp.dice(c, 73, 1000) * (pg_temp.dice(c, 73, 1000) + 1500) / 2500) / 1000 AS store_rank
    FROM generate_series(1, 2400) c
    LEFT JOIN drawn d ON d.person = c
    GROUP BY c
) b;

ALTER TABLE buyers ADD COLUMN store_id integer;
UPDATE buyers SET store_id =
    (ARRAY[5, 10, 1, 12, 15, 2, 9, 22, 19, 6, 4, 18, 14, 3, 8, 21, 11, 16, 7, 13, 20, 23, 17, 24])[store_rank];

INSERT INTO customers_archive
SELECT 9000 + n, p.name, pg_temp.mail_address(p.name, 'old.example.com'), NULL, 'consumer', NULL, NULL,
       date '2016-05-02' + pg_temp.dice(n, 90, 1500)::integer, date '2021-02-01' + pg_temp.dice(n, 91, 700)::integer
FROM generate_series(1, 240) n
JOIN people p ON p.number = 3000 + n;

-- Everybody has a billing address; one in three has goods sent elsewhere.
INSERT INTO customer_addresses
SELECT row_number() OVER (ORDER BY b.id, k.kind), b.id, k.kind,
       1 + pg_temp.dice(b.id, 100 + k.salt, 180) || ' ' || pg_temp.pick(b.id, 102 + k.salt, ARRAY[
           'Acacia Avenue', 'Bridge Street', 'Cathedral Square', 'Dock Road', 'Elm Grove', 'Foundry Lane', 'Garden Terrace',
           'Harbour View', 'Ivy Close', 'Juniper Way', 'King Street', 'Lime Walk', 'Market Place', 'New Road', 'Orchard Row',
           'Park Lane', 'Queen Street', 'River Bank', 'Station Road', 'Tower Hill', 'Union Street', 'Victoria Road',
           'Windmill Lane', 'York Place']),
       s.city, lpad((10000 + pg_temp.dice(b.id, 104 + k.salt, 89999))::text, 5, '0'), s.country
FROM buyers b
JOIN (VALUES ('billing', 0), ('delivery', 1)) AS k(kind, salt)
  ON k.kind = 'billing' OR pg_temp.dice(b.id, 106, 3) = 0
JOIN stores s ON s.id = CASE WHEN k.kind = 'delivery' AND pg_temp.dice(b.id, 107, 4) = 0 THEN 1 + b.id % 24 ELSE b.store_id END;

-- Where, how and by whom each order was taken. Most people buy at their own shop; a shop that had not opened yet was
-- replaced by its neighbour, whose number is one less.
CREATE TEMP TABLE taken AS
SELECT d.id, b.id AS customer_id, d.ordered_at, d.day, w.store_id, c.channel,
       CASE WHEN c.channel <> 'web' THEN (33 + (w.store_id - 1) * 4 + pg_temp.dice(d.id, 120, 4))::integer END AS employee_id,
       p.id AS promotion_id, coalesce(p."Discount %", 0) AS discount, date '2026-06-30' - d.day AS age
FROM drawn d
JOIN buyers b ON b.person = d.person
CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.dice(d.id, 121, 10) = 0 THEN 1 + pg_temp.dice(d.id, 122, 24) ELSE b.store_id END) v(store_id)
JOIN stores s ON s.id = v.store_id
CROSS JOIN LATERAL (SELECT CASE WHEN s.opened_on > d.day THEN s.id - 1 ELSE s.id END) w(store_id)
CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.dice(d.id, 123, 100) < 55 THEN 'web'
                                WHEN pg_temp.dice(d.id, 123, 100) < 93 THEN 'store' ELSE 'phone' END) c(channel)
LEFT JOIN promotions p ON d.day BETWEEN p."from" AND p."to" AND pg_temp.dice(d.id, 124, 100) < 45;

-- Products 273 to 288 were never bought, nor was one before it was introduced: then the basket is the smaller. Prices rose
-- by four per cent at the end of 2024.
CREATE TEMP TABLE baskets AS
SELECT i.order_id, row_number() OVER (PARTITION BY i.order_id ORDER BY i.line) AS line_no, i.product_id,
       1 + pg_temp.dice(i.order_id * 10 + i.line, 130, 4) * pg_temp.dice(i.order_id * 10 + i.line, 131, 5) / 4 AS quantity,
       round(p.price * CASE WHEN i.day < '2025-01-01' THEN 96 ELSE 100 END * (100 - i.discount) / 10000, 2) AS unit_price
FROM (
    SELECT DISTINCT ON (t.id, x.product_id) t.id AS order_id, l AS line, x.product_id, t.day, t.discount
    FROM taken t
    CROSS JOIN LATERAL generate_series(1, 1 + pg_temp.dice(t.id, 132, 4) * pg_temp.dice(t.id, 133, 4) / 2) l
    CROSS JOIN LATERAL (SELECT pg_temp.dice(t.id * 10 + l, 134, 100000) AS u) r
    -- The favourites are spread over all categories by a step that shares no factor with the 272.
    CROSS JOIN LATERAL (SELECT 1 + (272 * (r.u * (r.u + 40000) / 140000) / 100000) * 37 % 272 AS product_id) x
    ORDER BY t.id, x.product_id, l
) i
JOIN products p ON p.id = i.product_id AND p.introduced_on <= i.day;

-- An order whose only product did not exist yet was for beeswax tealights.
INSERT INTO baskets
SELECT t.id, 1, 212, 2, round(p.price * CASE WHEN t.day < '2025-01-01' THEN 96 ELSE 100 END * (100 - t.discount) / 10000, 2)
FROM taken t JOIN products p ON p.id = 212
WHERE NOT EXISTS (SELECT FROM baskets b WHERE b.order_id = t.id);

INSERT INTO orders
SELECT t.id, t.customer_id, t.store_id, t.employee_id, t.promotion_id, t.channel,
       CASE WHEN t.channel = 'store' THEN CASE WHEN g.d < 2 AND t.age > 60 THEN 'returned' ELSE 'delivered' END
            WHEN g.d >= 96 THEN 'cancelled'
            WHEN t.age < 2 THEN CASE WHEN g.d < 50 THEN 'pending' ELSE 'paid' END
            WHEN t.age < 5 THEN 'paid'
            WHEN t.age < 12 THEN 'shipped'
            WHEN g.d < 4 AND t.age > 60 THEN 'returned'
            ELSE 'delivered' END::order_status,
       t.ordered_at, b.total
FROM taken t
JOIN (SELECT order_id, sum(quantity * unit_price) AS total FROM baskets GROUP BY order_id) b ON b.order_id = t.id
CROSS JOIN LATERAL (SELECT pg_temp.dice(t.id, 140, 100)) g(d)
ORDER BY t.id;

INSERT INTO order_items SELECT order_id, line_no, product_id, quantity, unit_price FROM baskets ORDER BY order_id, line_no;

-- Who bought often is a company, mostly. One customer in three has not joined the loyalty programme.
INSERT INTO customers
SELECT b.id, p.name || CASE s.segment WHEN 'business' THEN pg_temp.pick(b.id, 88, ARRAY[
           ' Catering', ' Design', ' Events', ' Guesthouse', ' Interiors', ' Lettings', ' Studio', ' Trading']) ELSE '' END,
       pg_temp.mail_address(p.name, pg_temp.pick(b.id, 80, ARRAY['example.com', 'example.net', 'example.org'])),
       CASE WHEN pg_temp.dice(b.id, 81, 5) > 0
            THEN '+' || 31 + pg_temp.dice(b.id, 82, 30) || ' 555 ' || lpad(pg_temp.dice(b.id, 83, 1000000)::text, 6, '0') END,
       s.segment,
       CASE WHEN pg_temp.dice(b.id, 87, 3) = 0 OR o.spent IS NULL THEN NULL
            WHEN o.spent >= 4000 THEN 'gold' WHEN o.spent >= 1500 THEN 'silver' ELSE 'bronze' END,
       CASE WHEN s.segment = 'consumer' AND pg_temp.dice(b.id, 84, 8) > 0
            THEN date '1946-02-01' + pg_temp.dice(b.id, 85, 21500)::integer END,
       b.registered_on
FROM buyers b
JOIN people p ON p.number = b.id
CROSS JOIN LATERAL (SELECT CASE WHEN b.orders > 14 OR pg_temp.dice(b.id, 86, 25) = 0 THEN 'business' ELSE 'consumer' END) s(segment)
LEFT JOIN (SELECT customer_id, sum(total_amount) AS spent FROM orders WHERE status <> 'cancelled' GROUP BY customer_id) o
       ON o.customer_id = b.id
ORDER BY b.id;

INSERT INTO "Newsletter Signups"
SELECT c.email, least(c.registered_on + pg_temp.dice(c.id, 110, 30)::integer, date '2026-06-30'), pg_temp.pick(c.id, 111, ARRAY['checkout', 'footer', 'store'])
FROM customers c WHERE pg_temp.dice(c.id, 112, 5) < 2
UNION ALL
SELECT pg_temp.mail_address(p.name, 'mail.example'), date '2023-07-03' + pg_temp.dice(p.number, 113, 1080)::integer,
       pg_temp.pick(p.number, 114, ARRAY['footer', 'store'])
FROM people p WHERE p.number BETWEEN 3300 AND 3699;

-- What was not cancelled and does not wait for its money has been paid in full, dear things now and then in two parts.
INSERT INTO payments
SELECT row_number() OVER (ORDER BY i.paid_at, o.id, i.part), o.id, m.method, i.amount, i.paid_at
FROM orders o
JOIN customers c ON c.id = o.customer_id
CROSS JOIN LATERAL (SELECT CASE
    WHEN c.segment = 'business' AND o.ordered_at < '2026-05-15' AND o.channel <> 'store' THEN 'invoice'
    WHEN o.channel = 'store' AND pg_temp.dice(o.id, 150, 10) < 3 THEN 'cash'
    ELSE pg_temp.pick(o.id, 151, ARRAY['card', 'card', 'card', 'card', 'paypal', 'paypal', 'gift card']) END) m(method)
CROSS JOIN LATERAL (SELECT CASE m.method WHEN 'invoice' THEN interval '9 days' * (1 + pg_temp.dice(o.id, 152, 4))
                                         ELSE interval '1 minute' * (1 + pg_temp.dice(o.id, 153, 9)) END) w(delay)
CROSS JOIN LATERAL (
    SELECT 1, o.total_amount, o.ordered_at + w.delay WHERE NOT (o.total_amount > 600 AND pg_temp.dice(o.id, 154, 4) = 0)
    UNION ALL
    SELECT k, CASE k WHEN 1 THEN round(o.total_amount * 0.3, 2) ELSE o.total_amount - round(o.total_amount * 0.3, 2) END,
           o.ordered_at + w.delay + interval '1 hour' * (k - 1)
    FROM generate_series(1, 2) k WHERE o.total_amount > 600 AND pg_temp.dice(o.id, 154, 4) = 0
) i(part, amount, paid_at)
WHERE o.status NOT IN ('cancelled', 'pending');

INSERT INTO shipments
SELECT row_number() OVER (ORDER BY d.shipped_at, o.id), o.id, r.carrier,
       upper(left(r.carrier, 2)) || lpad((o.id * 7919 % 100000000)::text, 8, '0') || 'X',
       (390 + 10 * pg_temp.dice(o.id, 160, 60) + (o.total_amount / 2)::integer)::numeric / 100, d.shipped_at,
       CASE WHEN o.status <> 'shipped' THEN d.shipped_at + interval '1 hour' * (20 + pg_temp.dice(o.id, 161, 120)) END
FROM orders o
CROSS JOIN LATERAL (SELECT o.ordered_at + interval '1 hour' * (4 + pg_temp.dice(o.id, 162, 80))) d(shipped_at)
CROSS JOIN LATERAL (SELECT pg_temp.pick(o.id, 163, ARRAY['Swift Parcel', 'Swift Parcel', 'Postway', 'Blue Van', 'Cargo Bike Co'])) r(carrier)
WHERE o.channel <> 'store' AND o.status IN ('shipped', 'delivered', 'returned');

-- Some orders came back whole (their status says so), of some others one line.
INSERT INTO order_returns
SELECT row_number() OVER (ORDER BY r.returned_on, i.order_id, i.line_no), i.order_id, i.line_no, q.quantity,
       pg_temp.pick(i.order_id + i.line_no, 170, ARRAY['changed my mind', 'damaged', 'defective', 'too late', 'wrong item', 'wrong size']),
       q.quantity * i.unit_price, r.returned_on
FROM orders o
JOIN order_items i ON i.order_id = o.id
CROSS JOIN LATERAL (SELECT CASE o.status WHEN 'returned' THEN i.quantity ELSE 1 END) q(quantity)
CROSS JOIN LATERAL (SELECT (o.ordered_at AT TIME ZONE 'UTC')::date + 13 + pg_temp.dice(o.id, 171, 30)::integer) r(returned_on)
WHERE o.status = 'returned'
   OR o.status = 'delivered' AND i.line_no = 1 AND pg_temp.dice(o.id, 172, 100) < 4 AND o.ordered_at < '2026-05-01';

INSERT INTO supplier_returns
SELECT n, p.supplier_id, p.id, q.quantity,
       pg_temp.pick(n, 180, ARRAY['broken in transit', 'defective batch', 'overdelivery', 'wrong colour']),
       round(p.cost * q.quantity, 2), date '2023-07-03' + (n * 4 + pg_temp.dice(n, 181, 4))::integer
FROM generate_series(1, 260) n
JOIN products p ON p.id = 1 + pg_temp.dice(n, 182, 288)
CROSS JOIN LATERAL (SELECT 2 + pg_temp.dice(n, 183, 40)) q(quantity);

-- One bought product in ten is reviewed, kindly for the most part.
INSERT INTO reviews
SELECT row_number() OVER (ORDER BY v.reviewed_on, v.product_id, v.customer_id), v.product_id, v.customer_id, v.rating,
       CASE WHEN pg_temp.dice(v.order_id, 190, 3) > 0 THEN (CASE v.rating
           WHEN 5 THEN ARRAY['Exactly what I was looking for.', 'Beautifully made, would buy again.', 'A gift that went down very well.', 'Better than in the picture!']
           WHEN 4 THEN ARRAY['Good quality, a little dear.', 'Does what it should.', 'Nice, though delivery took a while.', 'Solid and simple.']
           WHEN 3 THEN ARRAY['It is all right.', 'Smaller than I thought.', 'The colour differs from the picture.', 'Fine for the price.']
           WHEN 2 THEN ARRAY['Not as sturdy as hoped.', 'Arrived with a scratch.', 'The old model was better.', 'Hard to clean.']
           ELSE ARRAY['Broke within a week.', 'Sent it back.', 'Do not buy.', 'Nothing like the description.'] END)
           [1 + pg_temp.dice(v.order_id, 191, 4)] END,
       v.reviewed_on
FROM (
    SELECT DISTINCT ON (i.product_id, o.customer_id) i.product_id, o.customer_id, o.id AS order_id,
           (ARRAY[5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 3, 3, 3, 2, 2, 1, 1, 5])[1 + pg_temp.dice(o.id + i.product_id % 7, 192, 20)] AS rating,
           (o.ordered_at AT TIME ZONE 'UTC')::date + 9 + pg_temp.dice(o.id, 193, 25)::integer AS reviewed_on
    FROM orders o
    JOIN order_items i ON i.order_id = o.id
    WHERE o.status = 'delivered' AND o.ordered_at < '2026-05-20' AND pg_temp.dice(o.id * 10 + i.line_no, 194, 10) = 0
    ORDER BY i.product_id, o.customer_id, o.id
) v;

INSERT INTO support_tickets
SELECT row_number() OVER (ORDER BY t.opened_at, o.id), o.customer_id, s.region_id,
       pg_temp.pick(o.id, 200, ARRAY['Where is my parcel?', 'Invoice needed', 'Item arrived damaged', 'Change of address',
                                     'Refund not received', 'Question about a product', 'Cannot log in', 'Missing part']),
       pg_temp.pick(o.id, 201, ARRAY['low', 'normal', 'normal', 'normal', 'high']), t.opened_at,
       CASE WHEN t.opened_at < '2026-06-20' AND pg_temp.dice(o.id, 202, 40) > 0
            THEN t.opened_at + interval '1 hour' * (1 + pg_temp.dice(o.id, 203, 200)) END
FROM orders o
JOIN stores s ON s.id = o.store_id
CROSS JOIN LATERAL (SELECT o.ordered_at + interval '1 hour' * (10 + pg_temp.dice(o.id, 204, 150))) t(opened_at)
WHERE pg_temp.dice(o.id, 205, 14) = 0 AND t.opened_at < '2026-07-01';
