package integration

import (
	"net"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// metadata are the questions that a tool has for a catalog when it lists what is there: schemas, tables, columns,
// keys, indexes, types, functions, privileges and settings, by the standard's views and by PostgreSQL's own tables.
// All of them order their rows.
var metadata = []string{
	"SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname <> 'information_schema' AND nspname !~ '^pg_' ORDER BY 1",
	"SELECT schema_name FROM information_schema.schemata ORDER BY 1",
	"SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2",
	"SELECT * FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position",
	"SELECT constraint_name, table_name, constraint_type FROM information_schema.table_constraints WHERE table_schema = 'public' ORDER BY 2, 1",
	"SELECT * FROM information_schema.key_column_usage ORDER BY constraint_name, ordinal_position",
	"SELECT * FROM information_schema.referential_constraints ORDER BY constraint_name",
	"SELECT routine_schema, routine_name, data_type FROM information_schema.routines WHERE routine_schema = 'public' ORDER BY 1, 2",
	"SELECT * FROM information_schema.role_table_grants WHERE table_schema = 'public' ORDER BY 1, 2, 5, 6",
	"SELECT n.nspname, c.relname, c.relkind, d.description FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = 0 " +
		"WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname = 'public' ORDER BY 1, 2",
	"SELECT a.attrelid::regclass::text, a.attname, a.atttypid, a.atttypmod, a.attnotnull, pg_get_expr(d.adbin, d.adrelid), format_type(a.atttypid, a.atttypmod) FROM pg_attribute a " +
		"LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid = ANY (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace) ORDER BY 1, a.attnum",
	"SELECT conname, conrelid::regclass::text, contype, confrelid::regclass::text, conkey, confkey, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
	"SELECT indexrelid::regclass::text, indkey::text, indisunique, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid::regclass::text = ANY (ARRAY['products', 'orders', 'customers']) ORDER BY 1",
	"SELECT oid, typname, typtype, typelem, typbasetype, typcategory FROM pg_type ORDER BY oid",
	"SELECT enumtypid, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder",
	"SELECT oid, proname, pg_get_function_arguments(oid), pg_get_function_result(oid) FROM pg_proc ORDER BY oid",
	"SELECT proname FROM pg_proc WHERE proname LIKE 'a%' OR proname = 'ask' ORDER BY 1",
	"SELECT extname, extversion FROM pg_extension ORDER BY 1",
	"SELECT rolname, rolsuper FROM pg_roles ORDER BY 1",
	"SELECT word, catcode FROM pg_get_keywords() ORDER BY 1",
	"SELECT name, setting FROM pg_settings WHERE name IN ('server_version', 'TimeZone', 'DateStyle', 'search_path', 'max_identifier_length') ORDER BY 1",
	"SELECT version(), current_database(), current_user, current_schemas(true)::text, pg_is_in_recovery()",
	"SHOW search_path", "SHOW transaction_isolation",
}

// TestMetadata: what a tool reads of a catalog is the same through the proxy to the byte, in both protocols, as text
// and in binary.
func TestMetadata(t *testing.T) {
	t.Parallel()
	db := sandboxtest.Shop(t)
	r := setup(t)
	for _, role := range []string{"demo", "dba"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			same(t, sandboxtest.Server(t), r.addr, readMetadata, "user", role, "database", db, "application_name", "sync")
		})
	}
	if n := len(r.journal.all()); n != 0 {
		t.Errorf("%d of them were taken for questions", n)
	}
}

// readMetadata asks all of it in every way.
func readMetadata(p *peer) {
	p.exact = true
	for _, sql := range metadata {
		p.turn(1, query(sql))
		for _, format := range []int16{0, 1} {
			p.turn(1, parse("", sql), describe('S', ""), &pgproto3.Bind{ResultFormatCodes: []int16{format}}, describe('P', ""), execute("", 0), msgSync)
		}
	}
}

// TestMetadataByPsql: the same for psql's own commands.
func TestMetadataByPsql(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("psql")
	if err != nil {
		t.Fatal("psql is missing; install postgresql-client")
	}
	r := setup(t)
	const script = "\\dn+\n\\d\n\\dt+\n\\dv\n\\di+\n\\ds\n\\df\n\\dT+\n\\dx\n\\dp\n\\d products\n\\d+ orders\n\\d customers\n\\dd\n\\dD\n\\do ||\n\\dC text\n\\sf now\n\\du\n\\l shop\n"
	run := func(url string) string {
		cmd := exec.CommandContext(t.Context(), path, "-X", "-P", "pager=off", url)
		cmd.Stdin = strings.NewReader(script)
		out, _ := cmd.CombinedOutput() // an older psql does not know all of a newer server's catalog, and says so
		return string(out)
	}
	host, port, err := net.SplitHostPort(sandboxtest.Server(t).Addr())
	if err != nil {
		t.Fatal(err)
	}
	direct := run("postgres://demo@" + net.JoinHostPort(host, port) + "/" + r.db + "?sslmode=disable")
	if diff := cmp.Diff(direct, run(r.url("demo"))); diff != "" {
		t.Errorf("psql shows (-direct +proxied):\n%s", diff)
	}
	if !strings.Contains(direct, "products") {
		t.Errorf("psql shows no table:\n%s", direct)
	}
}
