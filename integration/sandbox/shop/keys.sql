-- Foreign keys, indexes and views: after the rows, because checking a key once is faster than once a row.

ALTER TABLE stores ADD FOREIGN KEY (region_id) REFERENCES regions;
ALTER TABLE employees
    ADD FOREIGN KEY (store_id) REFERENCES stores,
    ADD FOREIGN KEY (manager_id) REFERENCES employees;
ALTER TABLE salaries ADD FOREIGN KEY (employee_id) REFERENCES employees;
ALTER TABLE "user"
    ADD FOREIGN KEY (employee_id) REFERENCES employees,
    ADD FOREIGN KEY (region_id) REFERENCES regions;
ALTER TABLE categories ADD FOREIGN KEY (parent_id) REFERENCES categories;
ALTER TABLE products
    ADD FOREIGN KEY (category_id) REFERENCES categories,
    ADD FOREIGN KEY (supplier_id) REFERENCES suppliers;
ALTER TABLE stock
    ADD FOREIGN KEY (store_id) REFERENCES stores,
    ADD FOREIGN KEY (product_id) REFERENCES products;
ALTER TABLE customer_addresses ADD FOREIGN KEY (customer_id) REFERENCES customers;
ALTER TABLE orders
    ADD FOREIGN KEY (customer_id) REFERENCES customers,
    ADD FOREIGN KEY (store_id) REFERENCES stores,
    ADD FOREIGN KEY (employee_id) REFERENCES employees,
    ADD FOREIGN KEY (promotion_id) REFERENCES promotions;
ALTER TABLE order_items
    ADD FOREIGN KEY (order_id) REFERENCES orders,
    ADD FOREIGN KEY (product_id) REFERENCES products;
ALTER TABLE payments ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE shipments ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE order_returns ADD FOREIGN KEY (order_id, line_no) REFERENCES order_items;
ALTER TABLE supplier_returns
    ADD FOREIGN KEY (supplier_id) REFERENCES suppliers,
    ADD FOREIGN KEY (product_id) REFERENCES products;
ALTER TABLE reviews
    ADD FOREIGN KEY (product_id) REFERENCES products,
    ADD FOREIGN KEY (customer_id) REFERENCES customers;
ALTER TABLE support_tickets
    ADD FOREIGN KEY (customer_id) REFERENCES customers,
    ADD FOREIGN KEY (region_id) REFERENCES regions;

CREATE INDEX ON customer_addresses (customer_id);
CREATE INDEX ON orders (customer_id);
CREATE INDEX ON orders (store_id);
CREATE INDEX ON orders (ordered_at);
CREATE INDEX ON order_items (product_id);
CREATE INDEX ON payments (order_id);
CREATE UNIQUE INDEX ON shipments (order_id);
CREATE INDEX ON order_returns (order_id, line_no);
CREATE INDEX ON products (category_id);
CREATE INDEX ON products (supplier_id);
CREATE INDEX ON customers (lower(email));
CREATE INDEX ON support_tickets (opened_at) WHERE closed_at IS NULL;

CREATE VIEW product_availability AS
SELECT p.id AS product_id,
       p.name AS product_name,
       sum(s.quantity)::integer AS units_in_stock,
       count(*) FILTER (WHERE s.quantity > 0)::integer AS stores_in_stock
FROM products p
JOIN stock s ON s.product_id = p.id
WHERE NOT p.discontinued
GROUP BY p.id;

CREATE MATERIALIZED VIEW daily_takings AS
SELECT (ordered_at AT TIME ZONE 'UTC')::date AS day,
       store_id,
       count(*)::integer AS receipts,
       sum(total_amount) AS takings
FROM orders
WHERE status <> 'cancelled'
GROUP BY 1, 2;

CREATE UNIQUE INDEX ON daily_takings (day, store_id);
