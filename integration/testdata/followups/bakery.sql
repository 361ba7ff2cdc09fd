CREATE TABLE bakers (id int PRIMARY KEY, name text NOT NULL UNIQUE, title text NOT NULL, shop_id int NOT NULL, hired_on date NOT NULL);
CREATE TABLE shops (id int PRIMARY KEY, name text NOT NULL UNIQUE, country text NOT NULL, manager_id int REFERENCES bakers);
ALTER TABLE bakers ADD FOREIGN KEY (shop_id) REFERENCES shops;
CREATE TABLE guests (id int PRIMARY KEY, name text NOT NULL UNIQUE, phone text, country text NOT NULL);
CREATE TABLE cakes (id int PRIMARY KEY, name text NOT NULL UNIQUE, kind text NOT NULL, price numeric(8,2) NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY, guest_id int NOT NULL REFERENCES guests, shop_id int NOT NULL REFERENCES shops, channel text NOT NULL CHECK (channel IN ('web', 'counter')),
  status text NOT NULL CHECK (status IN ('paid', 'delivered', 'cancelled')), ordered_at timestamptz NOT NULL, total_amount numeric(10,2) NOT NULL);
CREATE TABLE order_items (order_id int NOT NULL REFERENCES orders, cake_id int NOT NULL REFERENCES cakes, quantity int NOT NULL, unit_price numeric(8,2) NOT NULL,
  PRIMARY KEY (order_id, cake_id));
CREATE TABLE refunds (id int PRIMARY KEY, order_id int NOT NULL REFERENCES orders, refund_amount numeric(8,2) NOT NULL, refunded_on date NOT NULL);
INSERT INTO shops VALUES (1, 'Old Mill', 'Austria', NULL), (2, 'Harbour', 'Italy', NULL), (3, 'Station', 'Austria', NULL);
INSERT INTO bakers VALUES (1, 'Ada Rust', 'Shop Manager', 1, '2019-01-05'), (2, 'Bo Lind', 'Baker', 1, '2021-03-01'), (3, 'Cia Weiss', 'Shop Manager', 2, '2020-07-07'),
  (4, 'Dov Pohl', 'Shop Manager', 3, '2018-10-10'), (5, 'Eli Roth', 'Baker', 3, '2022-02-02'), (6, 'Fay Sand', 'Baker', 3, '2023-05-01');
UPDATE shops SET manager_id = CASE id WHEN 1 THEN 1 WHEN 2 THEN 3 ELSE 4 END;
INSERT INTO guests VALUES (1, 'Gil Abend', '0664 1', 'Austria'), (2, 'Hana Berg', NULL, 'Italy'), (3, 'Ivo Cerny', '0664 3', 'Austria'), (4, 'Jana Duda', '0664 4', 'Italy');
INSERT INTO cakes VALUES (1, 'Plum Slice', 'slice', 4.00), (2, 'Royal Torte', 'torte', 38.00), (3, 'Oat Bun', 'bun', 2.00), (4, 'Nut Torte', 'torte', 30.00);
INSERT INTO orders SELECT n, CASE WHEN n % 10 < 5 THEN 1 WHEN n % 10 < 8 THEN 2 ELSE 3 END, 1 + n % 3, CASE WHEN n % 5 < 3 THEN 'web' ELSE 'counter' END, CASE WHEN n % 6 = 0 THEN 'cancelled' WHEN n % 2 = 0 THEN 'paid' ELSE 'delivered' END,
  timestamptz '2024-08-03 10:00+00' + n * interval '9 days', 10 + n * 37 % 101 FROM generate_series(1, 80) n;
INSERT INTO order_items SELECT o.id, c.id, CASE c.id WHEN 3 THEN 7 + o.id % 3 WHEN 1 THEN 5 + o.id % 2 ELSE c.id % 3 END, c.price FROM orders o JOIN cakes c ON (o.id + c.id) % 2 = 0;
INSERT INTO refunds SELECT n, n * 3, 5 + n * 7 % 23, date '2025-01-20' + n * 11 FROM generate_series(1, 24) n;
