package cmd

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestSecretsAreTold: which columns are masked for their names, or for the hashes in them, stands in the log when a
// catalog is first read, again when there are others, and in what config check says of a database.
func TestSecretsAreTold(t *testing.T) {
	t.Parallel()
	database := sandboxtest.Empty(t)
	dsn := sandboxtest.Server(t).URL(database, sandbox.Superuser)
	owner, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background())
	do := func(sql string) {
		t.Helper()
		if _, err := owner.Exec(t.Context(), sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	do(`CREATE TABLE login (id int PRIMARY KEY, name text, "Password\Hash" text, "api
key" text, token_count int, reset_token text, password_changed_at date, entry text);
		INSERT INTO login VALUES (1, 'x', 'h', 'k', 2, 't', '2024-01-01', '$2b$12$' || repeat('x', 53)), (2, 'y', 'h', 'k', 2, 't', '2024-01-01', '$2b$12$' || repeat('y', 53));
		ANALYZE login;
		CREATE VIEW shown AS SELECT id, reset_token AS code FROM login; GRANT SELECT ON login TO PUBLIC`)
	check := func(want string, flags ...string) {
		t.Helper()
		code, out, errOut := house{t, t.TempDir(), dsn}.pgask(t.Context(), "", append([]string{"config", "check", "--upstream", "postgres://db", "--dsn", dsn}, flags...)...)
		if code != cli.OK || out != want || errOut != "" {
			t.Errorf("%v: %d\n%s%s, want\n%s", flags, code, out, errOut, want)
		}
	}
	const masked = "masked as a secret (share.secrets): public.login."
	check(masked + `Password\Hash` + "\n" + masked + "api\\nkey\n" + masked + "entry\n" + masked + "reset_token\nok\n")
	check(masked+`Password\Hash`+"\n"+masked+"api\\nkey\nok\n", "--set", "share.unmasked=login.reset_token,entry")
	check("ok\n", "--set", "share.secrets=off")
	check(masked+`Password\Hash`+"\n"+masked+"api\\nkey\n"+masked+"entry\nok\n", "--set", "share.masked=login.name,reset_token") // by its own setting

	p := startProcess(t, "engine: builtin\nshare.unmasked: [login.reset_token]\n")
	p.dsn = dsn
	told := func() []string {
		var lines []string
		for line := range strings.Lines(p.said.String()) {
			if strings.Contains(line, "named like secrets") {
				lines = append(lines, line)
			}
		}
		return lines
	}
	conn := p.connect()
	if got := query(conn, "SELECT count(*) FROM ask_schema()"); got != "8" {
		t.Errorf("%s columns", got)
	}
	p.said.wait(t, `level=INFO msg="columns are masked because they are named like secrets, or hold hashes of passwords; share.unmasked makes exceptions".*datasource=`+database+
		` columns="\[public.login.Password\\\\Hash public.login.api\\nkey public.login.entry\]"`)
	if got := query(conn, "ASK show password hash of login"); got == "h" || got == "42" {
		t.Errorf("it shows %s", got)
	}
	if got := query(conn, "ASK show entry of login"); strings.HasPrefix(got, "$2b$") {
		t.Errorf("it shows %s", got)
	}
	query(p.connect(), "SELECT count(*) FROM ask_schema()")
	if lines := told(); len(lines) != 1 {
		t.Errorf("told %d times: %q", len(lines), lines)
	}
	do("ALTER TABLE login ADD pwd text")
	query(conn, "SELECT count(*) FROM ask_schema()")
	p.said.wait(t, `named like secrets.*public.login.pwd`)
}
