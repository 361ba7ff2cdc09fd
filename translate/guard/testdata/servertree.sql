-- A schema in which one name means many things: columns, tables, aliases-to-be, functions and types share a few words. Read by the
-- generator of statements_test.go and never filled: its statements are only prepared.
CREATE SCHEMA app; CREATE SCHEMA pay; CREATE SCHEMA evil; CREATE SCHEMA far;
CREATE COLLATION evil."C" FROM "POSIX"; CREATE COLLATION app."POSIX" FROM "C"; CREATE COLLATION app.plain FROM "C";
CREATE FUNCTION evil.did(text) RETURNS bool LANGUAGE plpgsql VOLATILE AS $$BEGIN RAISE NOTICE 'did %', $1; RETURN true; END$$;

CREATE TYPE app.status AS ENUM ('open', 'paid');
CREATE TYPE app.mood AS ENUM ('sad', 'ok');
CREATE FUNCTION evil.mood_number(app.mood) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('mood'); RETURN 1; END$$;
CREATE CAST (app.mood AS int) WITH FUNCTION evil.mood_number(app.mood) AS IMPLICIT;
CREATE DOMAIN app.email AS text CHECK (VALUE ~ '@');
CREATE DOMAIN app.level AS int CHECK (evil.did('level'));
CREATE TYPE app.pair AS (id int, name text);
CREATE FUNCTION evil.pair_eq(app.pair, app.pair) RETURNS bool IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RETURN evil.did('pair'); END$$;
CREATE FUNCTION evil.pair_cmp(app.pair, app.pair) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('pair'); RETURN 0; END$$;
CREATE OPERATOR far.= (LEFTARG = app.pair, RIGHTARG = app.pair, FUNCTION = evil.pair_eq, COMMUTATOR = OPERATOR(far.=));
CREATE OPERATOR far.< (LEFTARG = app.pair, RIGHTARG = app.pair, FUNCTION = evil.pair_eq);
CREATE OPERATOR CLASS far.pair_ops DEFAULT FOR TYPE app.pair USING btree AS OPERATOR 1 far.<, OPERATOR 3 far.=, FUNCTION 1 evil.pair_cmp(app.pair, app.pair);

CREATE TABLE app.orders (id int PRIMARY KEY, customer_id int, name text, salary numeric, total int, placed date, tags text[], attrs jsonb, status app.status);
CREATE TABLE app.name (id int, name text, salary numeric, note text);
CREATE TABLE app.salary (id int, salary numeric, name varchar(20), orders int);
CREATE TABLE app.id (id bigint, orders int, note text, k int);
CREATE TABLE app.p (p int, id int, t text, j jsonb);
CREATE TABLE app.t (t text, x int, p text, id int);
CREATE TABLE app.note (note text, email app.email, level app.level, mood app.mood, pair app.pair, id int);
CREATE TYPE app.deep AS (x int, pair app.pair, list app.pair[]);
CREATE TABLE app.boxed (id int, deep app.deep, many app.pair[], pair app.pair);
CREATE TABLE app.poc (id int, note text);
CREATE FUNCTION evil.poc_text(app.poc) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('poc'); RETURN 'x'; END$$;
CREATE CAST (app.poc AS text) WITH FUNCTION evil.poc_text(app.poc) AS IMPLICIT;
CREATE FUNCTION app.computed(app.orders) RETURNS int LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('computed'); RETURN 1; END$$;
CREATE FUNCTION app.k(app.name) RETURNS int LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('k'); RETURN 1; END$$;
CREATE FUNCTION app.x(anyelement) RETURNS int LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('x'); RETURN 1; END$$;
CREATE FUNCTION evil.lower(varchar) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('lower'); RETURN 'x'; END$$;
CREATE FUNCTION evil.plus(date, numeric) RETURNS date LANGUAGE plpgsql AS $$BEGIN PERFORM evil.did('plus'); RETURN $1; END$$;
CREATE OPERATOR evil.+ (LEFTARG = date, RIGHTARG = numeric, FUNCTION = evil.plus);

CREATE TABLE pay.employees (id int, name text, salary numeric, ssn text, boss_id int, born date);
CREATE TABLE pay.bonus (id int, employee_id int, salary numeric, ssn text, total int);
CREATE TABLE pay.secret (id int, note text);

CREATE VIEW app.v_orders AS SELECT o.id, o.name, upper(o.name) AS note, sum(o.total) OVER (PARTITION BY o.status ORDER BY o.placed) AS total FROM app.orders o;
CREATE VIEW app.v_pay AS SELECT id, name, born FROM pay.employees WHERE boss_id IS NOT NULL;
CREATE VIEW app.v_salary AS SELECT id, salary FROM pay.employees;
CREATE VIEW app.v_did AS SELECT id, evil.did(name) AS did FROM app.orders;
CREATE VIEW app.v_twice AS SELECT v.id, v.note, (SELECT max(p.name) FROM app.v_pay p WHERE p.id = v.id) AS name FROM app.v_orders v;
CREATE MATERIALIZED VIEW app.m_orders AS SELECT id, name, total FROM app.orders;
CREATE TABLE app.parted (id int, name text, total int) PARTITION BY LIST (id);
CREATE TABLE app.parted_1 PARTITION OF app.parted FOR VALUES IN (1);
CREATE TABLE app.base (id int, name text);
CREATE TABLE app.child (salary numeric) INHERITS (app.base);
CREATE TABLE app.tenants (id int, name name, note text); ALTER TABLE app.tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON app.tenants USING (name = current_user AND id IN (SELECT x FROM app.t));
CREATE TABLE app.guarded (id int, name text); ALTER TABLE app.guarded ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON app.guarded USING (evil.did(name));
GRANT USAGE ON SCHEMA app, pay, evil TO guard_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA app, pay TO guard_reader;
