-- What can be behind a relation that a plain role may read: see TestDependencies.
CREATE SCHEMA app; CREATE SCHEMA hr; CREATE SCHEMA ext;
CREATE EXTENSION pg_trgm SCHEMA ext; CREATE EXTENSION file_fdw; CREATE EXTENSION hstore; CREATE EXTENSION citext; CREATE EXTENSION btree_gist;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE TABLE hr.salaries (id int, name text, amount numeric, iban text);
CREATE TABLE app.customers (id int PRIMARY KEY, name text, city text, born date, tags text[], doc jsonb, nick citext);
CREATE TABLE app.orders (id int, customer_id int, total numeric(10,2), at timestamptz);
CREATE FOREIGN TABLE app.lines (line text) SERVER files OPTIONS (filename '/dev/null');
CREATE FUNCTION app.log_write(text) RETURNS text LANGUAGE sql AS $$ SELECT $1 $$;
CREATE FUNCTION app.promised(text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT $1 $$;
CREATE FUNCTION app.same(text, text) RETURNS boolean LANGUAGE sql AS $$ SELECT $1 = $2 $$;
CREATE OPERATOR app.=== (LEFTARG = text, RIGHTARG = text, FUNCTION = app.same);
CREATE AGGREGATE app.glue (text) (SFUNC = textcat, STYPE = text);
CREATE DOMAIN app.loud AS text CHECK (app.log_write(VALUE) IS NOT NULL);
CREATE DOMAIN app.positive AS numeric CHECK (VALUE > 0);
CREATE SEQUENCE app.ids;

CREATE VIEW app.plain AS SELECT c.id, c.name, count(o.id) AS orders, sum(o.total) AS total,
	percentile_cont(0.5) WITHIN GROUP (ORDER BY o.total) AS median, max(o.at)::date AS latest
	FROM app.customers c LEFT JOIN app.orders o ON o.customer_id = c.id WHERE c.name ILIKE '%a%' GROUP BY c.id, c.name;
CREATE VIEW app.rich_xml AS SELECT id, xpath('/a', doc::text::xml) AS x FROM app.customers;
CREATE VIEW app.rich AS SELECT id, extract(year FROM born)::int AS y, to_char(born, 'YYYY') AS t, name::varchar(10) AS v,
	born::timestamptz AS z, id::numeric(5,1) AS n, id::bigint AS b, name COLLATE "C" AS c, tags[1] AS tag, doc ->> 'a' AS a,
	now() - born AS age, CASE city WHEN 'x' THEN 1 ELSE 2 END AS k, coalesce(name, city) AS co, name::bytea AS by,
	row_number() OVER (PARTITION BY city ORDER BY born RANGE BETWEEN '1 day' PRECEDING AND CURRENT ROW) AS rn,
	'1 day'::interval day AS i, '{1}'::int[] AS arr, id IN (1, 2) AS isin, (id, name) < (2, 'b') AS rw,
	regexp_replace(name, 'a', 'b') AS rr, name SIMILAR TO 'a%' AS sim, current_user AS who, (tags || 'x'::text)::varchar[] AS vs,
	greatest(id, 1) AS g, doc @> '{}' AS has, to_tsvector('english', name) @@ to_tsquery('a') AS ts, gen_random_uuid() AS u,
	random() AS r, 1::bit(3) AS bits, '10:00'::time(0) AS at, id::text::char(5) AS c5, born::timestamp(0) AS ts0,
	doc::text::json AS js, id::float4 AS f4, id::money AS m, name LIKE 'x\_%' ESCAPE '\' AS l, nullif(id, 0) AS nn,
	substring(name FROM 1 FOR 2) AS sub, trim(name) AS tr, born AT TIME ZONE 'UTC' AS utc, overlay(name PLACING 'x' FROM 1) AS ov,
	position('a' IN name) AS pos, (born, born) OVERLAPS (born, born) AS o, name IS NFC NORMALIZED AS nfc, ARRAY(SELECT 1) AS sel
	FROM app.customers TABLESAMPLE system (50);
CREATE VIEW app.configured AS SELECT id FROM app.customers WHERE city = current_setting('app.city', true);
CREATE VIEW app.trigram AS SELECT id, ext.similarity(name, 'x') FROM app.customers WHERE name OPERATOR(ext.%) 'x' AND nick = 'y';
CREATE VIEW app.keyed AS SELECT public.hstore(name, city) -> 'a' AS v FROM app.customers;
CREATE VIEW app.nested AS SELECT id, name FROM app.plain WHERE orders > 1;
CREATE VIEW app.escape AS SELECT id, set_config('transaction_read_only', NULL, true) AS s FROM app.customers;
CREATE VIEW app.over_escape AS SELECT count(*) FROM app.escape;
CREATE VIEW app.sequence AS SELECT nextval('app.ids') AS n;
CREATE VIEW app.sleepy AS SELECT id FROM app.customers WHERE pg_sleep(id) IS NULL;
CREATE VIEW app.locking AS SELECT id FROM app.customers FOR UPDATE;
CREATE VIEW app.over_locking AS SELECT count(*) FROM app.locking;
CREATE VIEW app.locking_below AS SELECT (SELECT name FROM app.customers LIMIT 1 FOR KEY SHARE) AS n;
CREATE MATERIALIZED VIEW app.locked_once AS SELECT id FROM app.customers FOR SHARE;
CREATE VIEW app.no_lock AS SELECT id AS ":rowMarks ({x", ':rowMarks ({' AS t FROM app.customers;
CREATE VIEW app.quiet AS SELECT id FROM app.customers ORDER BY app.promised(name);
CREATE VIEW app.noisy AS SELECT id FROM app.customers WHERE app.log_write(name) = 'x';
CREATE VIEW app.operated AS SELECT id FROM app.customers WHERE name OPERATOR(app.===) 'x';
CREATE VIEW app.glued AS SELECT app.glue(name) FROM app.customers;
CREATE VIEW app.domained AS SELECT name::app.loud AS l FROM app.customers;
CREATE VIEW app.positive_only AS SELECT id::app.positive AS p FROM app.customers;
CREATE VIEW app.remote AS SELECT line FROM app.lines;
CREATE VIEW app.passwords AS SELECT rolname, rolpassword FROM pg_authid;
CREATE VIEW app.activity AS SELECT query FROM pg_stat_activity;
CREATE VIEW app.tables AS SELECT relname FROM pg_class;
CREATE VIEW app.pay AS SELECT name, amount FROM hr.salaries;
CREATE VIEW app.accounts AS SELECT name FROM hr.salaries WHERE iban LIKE 'DE%';
CREATE VIEW app.rows AS SELECT to_jsonb(s) AS j FROM hr.salaries s;
CREATE VIEW app.counted AS SELECT count(*) FROM hr.salaries;
CREATE VIEW app.invoker WITH (security_invoker = true) AS SELECT name FROM hr.salaries;
CREATE MATERIALIZED VIEW app.stored AS SELECT id, app.log_write(name) AS w FROM app.customers;
CREATE MATERIALIZED VIEW app.stored_pay AS SELECT name, iban FROM hr.salaries;
CREATE VIEW app.over_stored AS SELECT * FROM app.stored;
CREATE TABLE app.fenced (id int, tenant text);
ALTER TABLE app.fenced ENABLE ROW LEVEL SECURITY;
CREATE POLICY ordinary ON app.fenced USING (tenant = current_setting('app.tenant', true) OR tenant = current_user);
CREATE POLICY writing ON app.fenced FOR INSERT WITH CHECK (app.log_write(tenant) IS NOT NULL);
CREATE TABLE app.trapped (id int, tenant text);
ALTER TABLE app.trapped ENABLE ROW LEVEL SECURITY;
CREATE POLICY trap ON app.trapped FOR SELECT USING (app.log_write(tenant) = 'x');
CREATE VIEW app.over_trapped AS SELECT id FROM app.trapped;
CREATE TABLE app.disabled (id int, tenant text);
CREATE POLICY trap ON app.disabled FOR SELECT USING (app.log_write(tenant) = 'x');
CREATE TYPE app.mood AS ENUM ('sad', 'happy');
CREATE TYPE app.size AS ENUM ('small', 'large');
CREATE FUNCTION app.mood_text(app.mood) RETURNS text LANGUAGE sql AS $$ SELECT 'mood' $$;
CREATE CAST (app.mood AS text) WITH FUNCTION app.mood_text(app.mood) AS IMPLICIT;
CREATE TABLE app.people (id int, mood app.mood, moods app.mood[], size app.size);
CREATE TABLE app.generated (id int, twice int GENERATED ALWAYS AS (id * 2) STORED);
CREATE DOMAIN app.shouted AS app.loud;
CREATE TYPE app.pair AS (a int, b app.loud);
CREATE TABLE app.made (id int, plain app.positive, loud app.shouted, louds app.loud[], pair app.pair);
CREATE VIEW app.made_view AS SELECT id, loud AS renamed FROM app.made;
CREATE VIEW app.populated AS SELECT jsonb_populate_record(m, '{}') AS r FROM app.made m;
CREATE TABLE app.rowed (id int, name text);
CREATE FUNCTION app.row_text(app.rowed) RETURNS text LANGUAGE sql AS $$ SELECT 'row' $$;
CREATE CAST (app.rowed AS text) WITH FUNCTION app.row_text(app.rowed) AS IMPLICIT;
CREATE FUNCTION app.far(float8, float8) RETURNS float8 IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN RETURN $1 - $2; END $$;
CREATE TYPE app.span AS RANGE (subtype = float8, subtype_diff = float8mi);
CREATE TYPE app.trap_span AS RANGE (subtype = float8, subtype_diff = app.far);
CREATE TABLE app.spans (id int, span app.span, trap app.trap_span);
GRANT USAGE ON SCHEMA app, hr, ext TO guard_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader;
