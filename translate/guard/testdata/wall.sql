-- What refused statements name, so that they can do their worst.
CREATE EXTENSION dblink; CREATE EXTENSION tablefunc; CREATE EXTENSION tsm_system_rows; CREATE EXTENSION pg_stat_statements;
CREATE SEQUENCE app.order_seq; CREATE SEQUENCE app.s; CREATE SEQUENCE app.secret_seq;
CREATE TABLE app.secret (id int);
CREATE FUNCTION app.log_write(text) RETURNS text SECURITY DEFINER LANGUAGE plpgsql AS
	$$ BEGIN PERFORM pg_logical_emit_message(false, 'app', $1); RETURN $1; END $$;
CREATE FUNCTION app.lower(text) RETURNS text LANGUAGE sql AS $$ SELECT app.log_write($1) $$;
CREATE FUNCTION app.plus(int, int) RETURNS int LANGUAGE sql AS $$ SELECT length(app.log_write('plus')) $$;
CREATE OPERATOR app.+ (LEFTARG = int, RIGHTARG = int, FUNCTION = app.plus);
CREATE FUNCTION app.same(int, int) RETURNS boolean LANGUAGE sql AS $$ SELECT app.log_write('same') IS NULL $$;
CREATE OPERATOR app.= (LEFTARG = int, RIGHTARG = int, FUNCTION = app.same);
CREATE OPERATOR app.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = app.same);
CREATE FUNCTION app.touch(app.customers) RETURNS text LANGUAGE sql AS $$ SELECT app.log_write('touch') $$;
CREATE DOMAIN app.domained AS text CHECK (app.log_write(VALUE) IS NOT NULL);
CREATE FUNCTION app."LOWER"(text) RETURNS text LANGUAGE sql AS $$ SELECT app.log_write($1) $$;
CREATE PROCEDURE app.f() LANGUAGE sql AS $$ SELECT app.log_write('f') $$;
GRANT ALL ON ALL SEQUENCES IN SCHEMA app TO plain;
GRANT SELECT ON ALL TABLES IN SCHEMA app TO plain;
