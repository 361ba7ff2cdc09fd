package integration

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // writes the file that ogr_fdw reads

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// TestEngineForeignTablesAreRefused: reading one can run code elsewhere, so somebody has to say that it may be read:
// each, or all of them.
func TestEngineForeignTablesAreRefused(t *testing.T) {
	everyClient(t)
	t.Parallel()
	db := extension(t, "file_fdw", "postgresql-contrib")
	server := sandboxtest.Server(t)
	file := filepath.Join(sharedDir(t), "planets.csv")
	if err := os.WriteFile(file, []byte("name,moons\nEarth,1\nMars,2\nJupiter,95\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"planets", "worlds"} {
		mustExec(t, server, db, fmt.Sprintf(`CREATE SERVER files_%[1]s FOREIGN DATA WRAPPER file_fdw;
			CREATE FOREIGN TABLE %[1]s (name text, moons int) SERVER files_%[1]s OPTIONS (filename '%[2]s', format 'csv', header 'true');
			GRANT SELECT ON %[1]s TO demo`, name, file))
	}
	setupOn(t, db).answers(t, map[string]string{"how many planets are there": "error QA003", "how many worlds are there": "error QA003"})
	one := func(_ *proxy.Config, c *translate.Config) { c.Guard.Relations = []string{"public.planets"} }
	setupOn(t, db, one).answers(t, map[string]string{"how many planets are there": "3", "how many worlds are there": "error QA003"})
	setupOn(t, db, foreignTables).answers(t, map[string]string{
		"how many planets are there":          "3",
		"which planets have more than 1 moon": "Mars 2; Jupiter 95",
		"how many worlds are there":           "3",
	})
}

// TestEnginePostgresFDW: the tables of another PostgreSQL.
func TestEnginePostgresFDW(t *testing.T) {
	everyClient(t)
	t.Parallel()
	db := extension(t, "postgres_fdw", "postgresql-contrib")
	server := sandboxtest.Server(t)
	mustExec(t, server, db, fmt.Sprintf(`CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '%d', dbname '%s');
		CREATE USER MAPPING FOR demo SERVER far OPTIONS (user 'demo', password_required 'false');
		CREATE USER MAPPING FOR CURRENT_USER SERVER far OPTIONS (user 'demo', password_required 'false');
		CREATE TYPE order_status AS ENUM ('pending', 'paid', 'shipped', 'delivered', 'cancelled', 'returned');
		IMPORT FOREIGN SCHEMA public LIMIT TO (regions, stores, orders) FROM SERVER far INTO public;
		GRANT SELECT ON regions, stores, orders TO demo; ANALYZE regions, stores, orders;
		CREATE TABLE notes (id int PRIMARY KEY, region_id int, note text); INSERT INTO notes VALUES (1, 2, 'a'), (2, 2, 'b'); GRANT SELECT ON notes TO demo`,
		server.Port(), sandboxtest.Shop(t)))
	setupOn(t, db).answers(t, map[string]string{"how many orders are there": "error QA003", "how many notes are there": "2"})
	infer := func(_ *proxy.Config, c *translate.Config) { c.InferForeignKeys = true }
	setupOn(t, db, foreignTables, infer).answers(t, map[string]string{
		"how many orders are there":                "15772",
		"how many orders have the status shipped":  direct(t, "SELECT count(*) FROM orders WHERE status = 'shipped'"),
		"show the names of the regions":            direct(t, "SELECT name FROM regions"),
		"number of stores per region":              "Western Europe 5; Asia Pacific 4; British Isles 4; North America 4; Northern Europe 4; Southern Europe 4",
		"how many orders were placed in May 2025?": direct(t, "SELECT count(*) FROM orders WHERE ordered_at >= '2025-05-01' AND ordered_at < '2025-06-01'"),
	})
}

// direct is what the shop itself answers.
func direct(t *testing.T, query string) string {
	t.Helper()
	r := setup(t)
	return asked(t, r.connect(), query)
}

// TestEngineMariaDB: the tables of a MariaDB, by mysql_fdw.
func TestEngineMariaDB(t *testing.T) {
	everyClient(t)
	t.Parallel()
	db := extension(t, "mysql_fdw", "postgresql-15-mysql-fdw")
	port := startMariaDB(t, []string{
		"CREATE DATABASE library", "CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'reads'", "GRANT SELECT ON library.* TO reader@'127.0.0.1'",
		"CREATE TABLE library.books (id int PRIMARY KEY, title varchar(80) NOT NULL, year int, price decimal(8,2))",
		"INSERT INTO library.books VALUES (1, 'Emma', 1815, 9.50), (2, 'Ulysses', 1922, 14.00), (3, 'Dracula', 1897, 7.25)",
	})
	mustExec(t, sandboxtest.Server(t), db, fmt.Sprintf(`CREATE SERVER maria FOREIGN DATA WRAPPER mysql_fdw OPTIONS (host '127.0.0.1', port '%d');
		CREATE USER MAPPING FOR PUBLIC SERVER maria OPTIONS (username 'reader', password 'reads');
		IMPORT FOREIGN SCHEMA library FROM SERVER maria INTO public;
		GRANT SELECT ON books TO demo`, port))
	setupOn(t, db).answers(t, map[string]string{"how many books are there": "error QA003"})
	setupOn(t, db, foreignTables).answers(t, map[string]string{
		"how many books are there":             "3",
		"what is the average price of books":   "10.250000",
		"titles of books with a price above 8": "Emma; Ulysses",
		"titles of books ordered by year":      "Emma; Dracula; Ulysses",
	})
}

// startMariaDB starts a private server that runs the statements when it starts.
func startMariaDB(t *testing.T, statements []string) (port int) {
	t.Helper()
	const needs = "mariadb-server"
	dir := sharedDir(t)
	data := filepath.Join(dir, "data")
	install := exec.CommandContext(t.Context(), "mariadb-install-db", "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db")
	install.SysProcAttr = unprivileged(t)
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("mariadb-install-db: %v; install %s\n%s", err, needs, out)
	}
	script := filepath.Join(dir, "init.sql")
	if err := os.WriteFile(script, []byte(strings.Join(statements, ";\n")+";\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	port = anyPort(t)
	startDaemon(t, needs, port, "/usr/sbin/mariadbd", "--no-defaults", "--datadir="+data, "--bind-address=127.0.0.1", fmt.Sprintf("--port=%d", port),
		"--socket="+filepath.Join(dir, "socket"), "--pid-file="+filepath.Join(dir, "pid"), "--init-file="+script, "--innodb-buffer-pool-size=16M", "--skip-log-bin")
	return port
}

// TestEngineFiles: a SQLite database and a spreadsheet's CSV file, by ogr_fdw.
func TestEngineFiles(t *testing.T) {
	everyClient(t)
	t.Parallel()
	db := extension(t, "ogr_fdw", "postgresql-15-ogr-fdw")
	dir := sharedDir(t)
	book, sheet := filepath.Join(dir, "zoo.sqlite"), filepath.Join(dir, "attendance.csv")
	writeSQLite(t, book, "CREATE TABLE animals (id integer PRIMARY KEY, name text, weight real, legs integer)",
		"INSERT INTO animals (name, weight, legs) VALUES ('ostrich', 120, 2), ('ant', 0.001, 6), ('zebra', 350, 4)")
	if err := os.WriteFile(sheet, []byte("Month,Visitors\nJanuary,120\nFebruary,95\nMarch,210\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	mustExec(t, sandboxtest.Server(t), db, fmt.Sprintf(`
		CREATE SERVER zoo FOREIGN DATA WRAPPER ogr_fdw OPTIONS (datasource '%s', format 'SQLite');
		IMPORT FOREIGN SCHEMA ogr_all FROM SERVER zoo INTO public;
		CREATE SERVER sheet FOREIGN DATA WRAPPER ogr_fdw OPTIONS (datasource '%s', format 'CSV', open_options 'AUTODETECT_TYPE=YES');
		CREATE FOREIGN TABLE attendance (fid bigint, month text, visitors integer) SERVER sheet OPTIONS (layer 'attendance');
		GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo`, book, sheet))
	setupOn(t, db).answers(t, map[string]string{"how many animals are there": "error QA003"})
	setupOn(t, db, foreignTables).answers(t, map[string]string{
		"how many animals are there":                "3",
		"names of animals with more than 2 legs":    "ant; zebra",
		"what is the sum of visitors in attendance": "425",
	})
}

func writeSQLite(t *testing.T, path string, statements ...string) {
	t.Helper()
	file, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, s := range statements {
		if _, err := file.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEngineSQLServer has no SQL Server to ask: a question about its tables is refused until they are allowed, and what
// tds_fdw says when it reaches no server is what the user hears.
func TestEngineSQLServer(t *testing.T) {
	everyClient(t)
	t.Parallel()
	db := extension(t, "tds_fdw", "postgresql-15-tds-fdw")
	mustExec(t, sandboxtest.Server(t), db, fmt.Sprintf(`CREATE SERVER mssql FOREIGN DATA WRAPPER tds_fdw OPTIONS (servername '127.0.0.1', port '%d', database 'sales');
		CREATE USER MAPPING FOR PUBLIC SERVER mssql OPTIONS (username 'reader', password 'reads');
		CREATE FOREIGN TABLE invoices (id int, total numeric) SERVER mssql OPTIONS (schema_name 'dbo', table_name 'invoices');
		GRANT SELECT ON invoices TO demo`, anyPort(t)))
	setupOn(t, db).answers(t, map[string]string{"how many invoices are there": "error QA003"})
	setupOn(t, db, foreignTables).answers(t, map[string]string{"how many invoices are there": "error HV00N"})
}
