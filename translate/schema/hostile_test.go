package schema

import (
	"testing"
	"time"
)

// trap creates, in a schema that comes first on the caller's path, a twin of every built-in function and operator that
// can have one, and of common types. A call of one of them is reported.
const trap = `
CREATE SCHEMA trap;
DO $do$
DECLARE f record; made int := 0;
BEGIN
	FOR f IN
		SELECT p.proname, p.oid, p.prorettype::regtype::text AS result, p.proretset,
			(SELECT coalesce(string_agg(t::regtype::text, ', ' ORDER BY n), '')
			 FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a(t, n)) AS args
		FROM pg_proc p
		WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind = 'f'
	LOOP
		BEGIN
			EXECUTE format('CREATE FUNCTION trap.%I(%s) RETURNS %s %s LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION %L; END $f$',
				f.proname, f.args, CASE WHEN f.proretset THEN 'SETOF' ELSE '' END, f.result, 'trapped by function ' || f.proname);
			made := made + 1;
		EXCEPTION WHEN OTHERS THEN NULL; -- pseudo-types, mostly
		END;
	END LOOP;
	FOR f IN
		SELECT o.oprname, o.oprleft::regtype::text AS l, o.oprright::regtype::text AS r, o.oprresult::regtype::text AS result
		FROM pg_operator o
		WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oprkind = 'b'
	LOOP
		BEGIN
			EXECUTE format('CREATE FUNCTION trap.op(%1$s, %2$s, OUT %3$s) LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION %4$L; END $f$',
				f.l, f.r, f.result, 'trapped by an operator');
		EXCEPTION WHEN OTHERS THEN NULL;
		END;
		BEGIN
			EXECUTE format('CREATE OPERATOR trap.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = trap.op)', f.oprname, f.l, f.r);
			made := made + 1;
		EXCEPTION WHEN OTHERS THEN NULL;
		END;
	END LOOP;
	IF made < 2000 THEN
		RAISE EXCEPTION 'only % traps', made;
	END IF;
END $do$;
CREATE FUNCTION trap.no(anyelement) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trapped by a type'; END $$;
CREATE DOMAIN trap.text AS pg_catalog.text CHECK (trap.no(VALUE));
CREATE DOMAIN trap.int8 AS pg_catalog.int8 CHECK (trap.no(VALUE));
CREATE DOMAIN trap.oid AS pg_catalog.oid CHECK (trap.no(VALUE));
CREATE DOMAIN trap.regclass AS pg_catalog.regclass CHECK (trap.no(VALUE));
CREATE TABLE trap.pg_class AS TABLE pg_catalog.pg_class;
CREATE TABLE trap.pg_proc AS TABLE pg_catalog.pg_proc;
CREATE TABLE trap.pg_stats (schemaname name);
GRANT USAGE ON SCHEMA trap TO PUBLIC;
`

func TestHostileSearchPath(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do("ALTER TABLE makers DISABLE TRIGGER ALL; INSERT INTO makers VALUES (1, 'Ada'), (2, 'Bo')")
	owner.do(sql("GRANT SELECT ON makers TO READER"))
	owner.do(trap)
	reader.do("SET search_path = trap, pg_catalog, public")
	// Check that the traps work: unqualified names must trigger them.
	if _, err := reader.pg.Exec(t.Context(), "SELECT count(*) FROM public.makers WHERE lower(name) = 'ada'").ReadAll(); err == nil {
		t.Fatal("no trap")
	}
	print := reader.print()
	snap, err := Extract(t.Context(), reader.conn, print)
	if err != nil {
		t.Fatal(err)
	}
	probed, err := Probe(t.Context(), reader.conn, print, snap, ProbeBudget{Time: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if got := probed.Table("public", "makers").Column("name").Profile.Values; len(got) != 2 {
		t.Errorf("values %q", got)
	}
	shadows := map[string]bool{}
	for _, name := range snap.Shadows {
		shadows[name] = true
	}
	for _, name := range []string{"=", "lower", "~~", "date_trunc"} {
		if !shadows[name] {
			t.Errorf("%s is not among the %d shadows", name, len(snap.Shadows))
		}
	}
}
