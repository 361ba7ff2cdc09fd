-- The database that facts_test.go describes, with rows in it.
CREATE ROLE plain LOGIN;
CREATE SCHEMA app; CREATE SCHEMA hr;
CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent; CREATE EXTENSION fuzzystrmatch; CREATE EXTENSION hstore;
CREATE EXTENSION ltree; CREATE EXTENSION citext; CREATE EXTENSION intarray; CREATE EXTENSION cube; CREATE EXTENSION earthdistance;
CREATE EXTENSION pgcrypto; CREATE EXTENSION file_fdw;
CREATE TYPE app.order_status AS ENUM ('paid', 'open');
CREATE TABLE app.customers (id int8 PRIMARY KEY, name text, city text);
CREATE TABLE app.orders (id int8, customer_id int8, ordered_at timestamptz, total numeric, status app.order_status) PARTITION BY RANGE (id);
CREATE TABLE app.orders_1 PARTITION OF app.orders FOR VALUES FROM (0) TO (20);
CREATE TABLE app.orders_2 PARTITION OF app.orders FOR VALUES FROM (20) TO (1000);
CREATE TABLE app.products (id int8, name text, tags text[], attrs jsonb, place point);
CREATE TABLE app.categories (id int8, parent_id int8, name text);
CREATE TABLE app."order" (id int8, "from" text);
CREATE VIEW app.customer_stats AS SELECT customer_id, count(*) AS orders FROM app.orders GROUP BY customer_id;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE app.shell_out (line text) SERVER files OPTIONS (program 'touch ran_by_a_table');
CREATE TABLE hr.salaries (employee_id int8, amount numeric, iban text);
CREATE SEQUENCE app.ids;
CREATE FUNCTION app.write() RETURNS void SECURITY DEFINER LANGUAGE sql AS $$ INSERT INTO app."order" VALUES (2, 'y') $$;
INSERT INTO app.customers SELECT g, 'name ' || g, (ARRAY['Paris', 'Rome', NULL])[1 + g % 3] FROM generate_series(1, 20) g;
INSERT INTO app.orders SELECT g, 1 + g % 20, timestamptz '2024-01-01' + g * interval '3 days', g * 1.5, (ARRAY['paid', 'open']::app.order_status[])[1 + g % 2]
	FROM generate_series(1, 40) g;
INSERT INTO app.products SELECT g, 'red shoes ' || g, ARRAY['a', 'b' || g], '{"color": "red", "list": [{"x": "1"}], "sizes": [39, 41]}', point(g, g)
	FROM generate_series(1, 10) g;
INSERT INTO app.categories SELECT g, nullif(g / 2, 0), 'category ' || g FROM generate_series(1, 15) g;
INSERT INTO app."order" VALUES (1, 'x');
INSERT INTO hr.salaries VALUES (1, 1000, 'DE1');
SELECT lo_from_bytea(4711, 'x');
GRANT USAGE ON SCHEMA app, hr TO plain;
GRANT SELECT ON ALL TABLES IN SCHEMA app, hr TO plain;
GRANT ALL ON SEQUENCE app.ids TO plain;
ALTER DATABASE oracle SET timezone = 'UTC';
-- A library that is loaded late adds its settings to the session.
ALTER DATABASE oracle SET session_preload_libraries = plpgsql, pg_trgm, unaccent, fuzzystrmatch, hstore, ltree, citext, _int, cube, earthdistance, pgcrypto;
