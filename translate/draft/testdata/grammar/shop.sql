CREATE TABLE categories (id int PRIMARY KEY, name text NOT NULL, parent_id int REFERENCES categories);
CREATE TABLE products (id int PRIMARY KEY, name text NOT NULL, category_id int REFERENCES categories, price numeric(10,2) NOT NULL, weight_kg numeric, stock int NOT NULL, discontinued boolean NOT NULL);
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, email text, city text, country text, signed_up date NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, order_date date NOT NULL, shipped_date date, delivered_date date, status text NOT NULL, shipping_cost numeric(10,2));
CREATE TABLE order_items (order_id int REFERENCES orders, product_id int REFERENCES products, quantity int NOT NULL, unit_price numeric(10,2) NOT NULL, PRIMARY KEY (order_id, product_id));
CREATE TABLE reviews (id int PRIMARY KEY, product_id int REFERENCES products, customer_id int REFERENCES customers, stars int NOT NULL, comment text, posted_at timestamp NOT NULL);
INSERT INTO categories VALUES (1,'Furniture',NULL),(2,'Lighting',NULL),(3,'Garden',NULL),(4,'Chairs',1),(5,'Tables',1);
INSERT INTO products SELECT i, (ARRAY['Oak Table','Pine Chair','Desk Lamp','Garden Hose','Floor Lamp','Bench','Stool','Parasol','Sofa','Lantern'])[1+i%10] || CASE WHEN i>10 THEN ' '||i ELSE '' END, 1+(i*3)%5, 10+(i*37)%400+0.5, 1+(i*7)%30, (i*13)%90, i%9=0 FROM generate_series(1,40) i;
INSERT INTO customers SELECT i, (ARRAY['Anna Berg','Bob Stone','Carla Diaz','Dan Wu','Eva Roth','Finn Olsen','Gita Rao','Hugo Lang'])[1+i%8]||' '||i, 'c'||i||'@mail.test', (ARRAY['Berlin','Munich','Paris','Lyon','Oslo','Madrid'])[1+i%6], (ARRAY['Germany','Germany','France','France','Norway','Spain'])[1+i%6], date '2022-01-01'+(i*17)%900 FROM generate_series(1,80) i;
INSERT INTO orders SELECT i, 1+(i*7)%71, date '2023-01-01'+(i*11)%700, CASE WHEN i%13=0 THEN NULL ELSE date '2023-01-01'+(i*11)%700+1+i%5 END, CASE WHEN i%13=0 OR i%7=0 THEN NULL ELSE date '2023-01-01'+(i*11)%700+3+i%9 END, (ARRAY['delivered','shipped','cancelled','pending','returned'])[1+(i*i+i/7)%5], 3+(i%9) FROM generate_series(1,400) i;
INSERT INTO order_items SELECT o, 1+(o*k*5+k)%37, 1+(o+k)%4, 10+((1+(o*k*5+k)%37)*37)%400+0.5 FROM generate_series(1,400) o, generate_series(1,3) k ON CONFLICT DO NOTHING;
INSERT INTO reviews SELECT i, 1+(i*3)%33, 1+(i*11)%60, 1+(i*i)%5, CASE WHEN i%4=0 THEN NULL ELSE 'ok' END, timestamp '2023-03-01'+(i*53)*interval '1 hour' FROM generate_series(1,150) i;
-- Nothing that is ranked ties for the first places.
INSERT INTO orders SELECT 400+i, CASE WHEN i <= 6 THEN 6 ELSE 12 END, date '2024-03-05', NULL, NULL, 'pending', 4 FROM generate_series(1,9) i;
INSERT INTO order_items SELECT 400+i, 1+i, 3, 99 FROM generate_series(1,9) i;
