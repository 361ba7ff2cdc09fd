package conf

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// write makes a settings file and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaultsWork(t *testing.T) {
	t.Parallel()
	s, err := Load(Sources{File: write(t, "empty.yaml", ""), Environ: []string{"STATE_DIRECTORY=/state"}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Listen != "127.0.0.1:6432" || s.Engine != "auto" || s.MaxAttempts != 3 || s.MaxRows != 1000 {
		t.Errorf("basics: %+v", s)
	}
	if s.Timeout != (Timeout{Statement: 30 * time.Second, Question: 2 * time.Minute}) {
		t.Errorf("timeouts: %+v", s.Timeout)
	}
	if s.Audit.Dir != "/state/audit" || s.Audit.OnFailure != "refuse" {
		t.Errorf("audit: %+v", s.Audit)
	}
	if s.MaxQuestionBytes != 64<<10 || s.Log.Level != slog.LevelInfo {
		t.Errorf("question bytes %d, level %v", s.MaxQuestionBytes, s.Log.Level)
	}
}

const exampleYAML = `
listen: 0.0.0.0:6432
max_rows: 50
datasources:
  Shop:
    upstream: postgres://db.example/shop?sslmode=require
  my.db:
    upstream: postgres://[::1]:5433
model: {candidates: 4}
timeout.statement: 5s
auth: relay
audit:
  on_failure: warn
guard:
  functions: [dba, "Chief, Auditor"]
model:
`

func TestExample(t *testing.T) {
	t.Parallel()
	for _, file := range []string{write(t, "a.yaml", exampleYAML), write(t, "a.yml", exampleYAML)} {
		s, err := Load(Sources{File: file, Environ: []string{"HOME=/h"}})
		if err != nil {
			t.Fatal(err)
		}
		if s.Listen != "0.0.0.0:6432" || s.MaxRows != 50 || s.Timeout.Statement != 5*time.Second {
			t.Errorf("%s: %+v", file, s)
		}
		if s.Model.Candidates != 4 || s.Auth.Mode != "relay" {
			t.Errorf("%s: %+v %+v", file, s.Model.Candidates, s.Auth)
		}
		var names []string
		for _, d := range s.Datasources {
			names = append(names, d.Name+" "+d.Upstream.String())
		}
		want := []string{"Shop postgres://db.example:5432/shop?sslmode=require", "my.db postgres://[::1]:5433"}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s: datasources (-want +got):\n%s", file, diff)
		}
		if diff := cmp.Diff([]string{"dba", "Chief", "Auditor"}, s.Guard.Functions); diff != "" {
			t.Errorf("%s: functions (-want +got):\n%s", file, diff)
		}
	}
}

// Secrets come from the variables that settings name, and a datasource may have its own way to authenticate.
func TestAccess(t *testing.T) {
	t.Parallel()
	s, err := Load(Sources{File: write(t, "a.yaml", "auth: {mode: password, verifiers: v, query: SELECT $1, query_role: asker}\ndatasources: {Shop: {upstream: 'postgres://db'}}"),
		Environ: []string{"HOME=/h", "PGASK_AUTH_PASSWORD=hush", "PGASK_DATASOURCES_SHOP_AUTH=scram"}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Auth.QueryPassword != "hush" || s.Datasources[0].Auth != "scram" || s.Auth.Mode != "password" {
		t.Errorf("%+v %+v", s.Auth, s.Datasources)
	}
	var out strings.Builder
	if err := s.Print(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "hush") || !strings.Contains(out.String(), "    auth: scram") {
		t.Errorf("printed:\n%s", out.String())
	}
	s, err = Load(Sources{Environ: []string{"HOME=/h", "PGASK_AUTH_QUERY_PASSWORD_ENV=PGASK_OTHER", "PGASK_OTHER=hush"}, NoSystemFile: true})
	if err != nil || s.Auth.QueryPassword != "hush" {
		t.Errorf("%v", err)
	}
}

func TestLayersInOrder(t *testing.T) {
	t.Parallel()
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	for _, key := range []string{"listen", "max_rows", "engine", "upstream"} {
		AddFlag(fs, key)
	}
	if err := fs.Parse([]string{"--listen=:3", "--upstream=postgres://flag/shop"}); err != nil {
		t.Fatal(err)
	}
	s, err := Load(Sources{
		File: write(t, "a.yaml", "listen: ':1'\nmax_rows: 1\nmax_attempts: 4\ndatasources: {shop: {upstream: 'postgres://file/x'}}"),
		Environ: []string{"PGASK_LISTEN=:2", "PGASK_MAX_ROWS=2", "PGASK_ENGINE=", "HOME=/h",
			"PGASK_DATASOURCES_ERP_UPSTREAM=postgres://env"},
		Flags: fs,
		Set:   []string{"confidence.answer=0.9", "datasources.erp.upstream=postgres://set/e"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := s.Print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"listen: :3 # --listen", "max_rows: 2 # PGASK_MAX_ROWS", "max_attempts: 4 # a.yaml:3", "engine: auto # default",
		"answer: 0.9 # --set", "upstream: postgres://flag:5432/shop # --upstream", "upstream: postgres://set:5432/e # --set",
	} {
		if !strings.Contains(squeeze(out.String()), want) {
			t.Errorf("no line %q in:\n%s", want, out.String())
		}
	}
}

// squeeze makes printed settings comparable: single spaces, and files by their base name.
func squeeze(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		fields := strings.Fields(line)
		for i, f := range fields {
			if i > 0 && fields[i-1] == "#" {
				fields[i] = filepath.Base(f)
			}
		}
		b.WriteString(strings.Join(fields, " ") + "\n")
	}
	return b.String()
}

func TestProblemsNameEverything(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file string
		env, set   []string
		want       []string // lines, with the file's name as F
	}{
		{name: "unknown key", file: "a.yaml\nmax_row: 5",
			want: []string{"F:1: max_row: no such setting; did you mean max_rows?"}},
		{name: "nothing near", file: "a.yaml\nzzzzzzzzzzzz: 5", want: []string{"F:1: zzzzzzzzzzzz: no such setting"}},
		{name: "several", file: "a.yaml\nengine: fast\ntimeout:\n  statement: 30\n  question: 1ms\nmax_rows: many",
			want: []string{
				`F:1: engine: "fast": it must be one of auto, builtin, model`,
				`F:5: max_rows: "many": it must be a whole number`,
				`F:3: timeout.statement: "30": it must be a time with its unit, such as 500ms, 30s or 2m`,
				`F:4: timeout.question: "1ms": it must be from 1s to 24h`}},
		{name: "variables", env: []string{"PGASK_LISTN=x", "PGASK_SHARE=names", "PGASK_MAX_ATTEMPTS=99"},
			want: []string{"PGASK_LISTN: no such setting; did you mean PGASK_LISTEN?",
				`PGASK_MAX_ATTEMPTS: max_attempts: "99": it must be from 1 to 10`}},
		{name: "set", set: []string{"engine", "modle.name=x", "share=all"},
			want: []string{`--set: "engine": it must look like key=value`,
				"--set: modle.name: no such setting; did you mean model.name?",
				`--set: share.level: "all": it must be one of names, names+comments, values`}},
		{name: "twice", file: "a.yaml\nlisten: ':1'\n'listen': ':2'", want: []string{"F:2: listen: it was set before, at F:1"}},
		{name: "twice by an alias", file: "a.yaml\nauth: relay\nauth.mode: relay",
			want: []string{"F:2: auth.mode: it was set before, at F:1"}},
		{name: "broken YAML", file: "a.yaml\nlisten: [1", want: []string{"F:1: did not find expected ',' or ']'"}},
		{name: "TOML", file: "a.toml\nlisten = 'x'", want: []string{"F: TOML is not read; yq -p toml -o yaml a.toml converts it to YAML"}},
		{name: "a list at the top", file: "a.yaml\n- listen", want: []string{"F:1: keys with values are needed here"}},
		{name: "two documents", file: "a.yaml\nlisten: ':1'\n---\nlisten: ':2'",
			want: []string{"F: it must hold one document, and holds more"}},
		{name: "alias", file: "a.yaml\nlisten: &a ':1'\nengine: *a",
			want: []string{"F:2: engine: anchors and aliases are not known here; write the value out"}},
		{name: "list for a scalar", file: "a.yaml\nengine: [auto, model]",
			want: []string{`F:1: engine: "auto, model": one value is needed, not a list`}},
		{name: "format", file: "a.ini\nx", want: []string{`F: its name ends in ".ini"; .yaml, .yml and .json are known`}},
		{name: "login", set: []string{"upstream=postgres://me:hush@db/shop"},
			want: []string{`--set: upstream: "postgres://…@db/shop": it must not hold a login: each client brings its own`}},
		{name: "datasource", file: "a.yaml\ndatasources:\n  shop:\n    upsteam: postgres://db\n  erp: postgres://db",
			want: []string{"F:3: datasources.shop.upsteam: no such setting; a datasource has datasources.NAME.upstream, datasources.NAME.auth and datasources.NAME.routes",
				"F:4: datasources.erp: no such setting; a datasource has datasources.NAME.upstream, datasources.NAME.auth and datasources.NAME.routes"}},
		{name: "secret", env: []string{"PGASK_AUDIT_KEY=hush"}, want: []string{"PGASK_AUDIT_KEY: audit.key: it must be 16 bytes or more"}},
		{name: "together", file: "a.yaml\nengine: model\ntls:\n  cert: a.pem",
			want: []string{`F:1: engine: "model": it needs model.base_url`, "tls.key: it is needed with tls.cert"}},
		{name: "hash without a key", file: "a.yaml\naudit: {questions: hash}",
			want: []string{`F:1: audit.questions: "hash": it needs audit.key: without one, whoever guesses a text can tell that it is right`}},
		{name: "copies", file: "a.yaml\naudit: {table_name: 'Log; DROP', table_url: mysql://x, otlp_endpoint: 'collector:4318'}",
			want: []string{"F:1: audit.table_url: it must be a URL, postgres://user@host:5432/database",
				`F:1: audit.table_name: "Log; DROP": it must be name or schema.name, in lower case letters, digits and _, the name of 50 bytes at most`,
				`F:1: audit.otlp_endpoint: "collector:4318": it must be a URL such as http://127.0.0.1:4318; headers come from OTEL_EXPORTER_OTLP_HEADERS`}},
		{name: "access", file: "a.yaml\nauth: {query: SELECT 1}\ntls: {require: true, client_ca: ca.pem}\ndatasources: {x: {auth: scram}}",
			set: []string{"upstream=postgres://db/shop?sslnegotiation=direct", "datasources.y.upstream=postgres://db", "datasources.y.auth=ldap"},
			want: []string{`--set: upstream: "postgres://db/shop?sslnegotiation=direct": its sslnegotiation=direct needs sslmode=require or better`,
				"F:3: datasources.x.auth: the datasource has no upstream",
				`--set: datasources.y.auth: "ldap": it must be one of relay, password, scram`}},
		{name: "access together", file: "a.yaml\nauth: {mode: scram}\ntls: {require: true, client_ca: ca.pem}\ndatasources: {x: {auth: scram, upstream: 'postgres://db'}}",
			want: []string{`F:2: tls.require: "true": it needs tls.cert`, `F:2: tls.client_ca: "ca.pem": it needs tls.cert`,
				`F:1: auth.mode: "scram": scram needs auth.verifiers or auth.query`, `F:3: datasources.x.auth: "scram": scram needs auth.verifiers or auth.query`}},
		{name: "console", file: "a.yaml\nconsole: {listen: '0.0.0.0:80', cert: c.pem, names: [ann]}",
			want: []string{"console.key: it is needed with console.cert", `F:1: console.names: "ann": it needs console.client_ca`,
				`F:1: console.listen: "0.0.0.0:80": outside this machine it needs console.client_ca: a token alone is for 127.0.0.1, [::1] and localhost`}},
		{name: "console certificates", file: "a.yaml\nconsole: {listen: 'pgask.example:80', client_ca: ca.pem, token: short, hosts: [a, b]}",
			want: []string{"F:1: console.token: it must be 16 bytes or more"}},
		{name: "console key", file: "a.yaml\nconsole: {listen: 'pgask.example:80', client_ca: ca.pem, key: k.pem}",
			want: []string{"console.cert: it is needed with console.key", `F:1: console.client_ca: "ca.pem": it needs console.cert`}},
		{name: "access halves", file: "a.yaml\nauth: {query: SELECT 1}\ntls: {client_cert: role}",
			want: []string{`F:2: tls.client_cert: "role": it needs tls.client_ca`, "auth.query_role: auth.query and auth.query_role need each other"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			name, text, _ := strings.Cut(tt.file, "\n")
			if name == "" {
				name = "empty.yaml"
			}
			file := write(t, name, text)
			_, err := Load(Sources{File: file, Environ: append(tt.env, "HOME=/h"), Set: tt.set})
			if err == nil {
				t.Fatal("no problem found")
			}
			got := strings.ReplaceAll(err.Error(), file, "F")
			lines := strings.Split(got, "\n")
			if len(lines) != len(tt.want) {
				t.Fatalf("got:\n%s\nwant:\n%s", got, strings.Join(tt.want, "\n"))
			}
			for i, want := range tt.want {
				if lines[i] != want && !(strings.HasSuffix(want, ": ") && strings.HasPrefix(lines[i], want)) {
					t.Errorf("line %d: got  %s\nwant %s", i, lines[i], want)
				}
			}
		})
	}
}

func TestUnreadableFile(t *testing.T) {
	t.Parallel()
	_, err := Load(Sources{Environ: []string{"PGASK_CONFIG=/nowhere/pgask.yaml", "HOME=/h"}})
	if want := "/nowhere/pgask.yaml: cannot open the file: no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestModelKeyComesFromTheNamedVariable(t *testing.T) {
	t.Parallel()
	s, err := Load(Sources{File: write(t, "a.yaml", ""), Set: []string{"model.key_env=PGASK_HOUSE_KEY"},
		Environ: []string{"PGASK_HOUSE_KEY=hush", "PGASK_MODEL_KEY_ENV=PGASK_HOUSE_KEY", "HOME=/h"}})
	if err != nil {
		t.Fatal(err)
	}
	if string(s.Model.Key) != "hush" {
		t.Errorf("key %q", string(s.Model.Key))
	}
}
