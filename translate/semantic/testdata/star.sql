-- A data warehouse of a chain of shops.
CREATE TABLE dim_date (date_key integer PRIMARY KEY, full_date date NOT NULL, fiscal_year integer, month_name text);
CREATE TABLE dim_store (store_key integer PRIMARY KEY, store_id text NOT NULL, store_name text NOT NULL, city text, opened_date date, floor_area_sqm numeric);
CREATE TABLE dim_product (product_key integer PRIMARY KEY, product_id text, product_name text NOT NULL, brand text, package_size text, valid_from date NOT NULL, valid_to date, is_current boolean);
CREATE TABLE dim_customer (customer_key integer PRIMARY KEY, customer_name text, segment text, loyalty_tier text);
CREATE TABLE fact_sales (sale_id bigint PRIMARY KEY, order_date_key integer NOT NULL, ship_date_key integer, store_key integer NOT NULL, product_key integer NOT NULL, customer_key integer, quantity integer, unit_price numeric(10,2), discount_amount numeric(10,2), sales_amount numeric(12,2), weight_g numeric);
CREATE TABLE stg_sales (sale_id bigint, store_id text, quantity text);
CREATE TABLE etl_log (id serial PRIMARY KEY, message text, log_level text, query text, started_at timestamp);
CREATE MATERIALIZED VIEW mv_sales_by_store AS SELECT store_key, sum(sales_amount) AS sales_amount FROM fact_sales GROUP BY store_key;
CREATE VIEW vw_product AS SELECT product_key, product_id, product_name, brand FROM dim_product;
INSERT INTO dim_date SELECT 20220000 + i, date '2022-01-01' + i, 2022, 'May' FROM generate_series(1, 99) i;
INSERT INTO dim_store SELECT i, 'S' || i, 'Store ' || i, 'Graz', date '2001-01-01' + i, 100 FROM generate_series(1, 20) i;
INSERT INTO dim_product SELECT i, 'P' || i, 'Product ' || i, 'Brand ' || i % 4, (ARRAY['500 g', '1 kg', '250 g', '2 kg'])[1 + i % 4], date '2020-01-01', NULL, true FROM generate_series(1, 80) i;
INSERT INTO dim_customer SELECT i, 'Customer ' || i, 'A', 'gold' FROM generate_series(1, 50) i;
INSERT INTO fact_sales SELECT i, 20220001 + i % 99, NULL, 1 + i % 20, 1 + i % 80, 1 + i % 50, 2, 3, 1, 5, 100 FROM generate_series(1, 500) i;
