package conf

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pgask/pgask/spelling"
)

func TestPrintHidesSecretsAndReadsBack(t *testing.T) {
	t.Parallel()
	from := Sources{File: write(t, "a.yaml", exampleYAML), Environ: []string{"HOME=/h", "PGASK_MODEL_KEY=hush",
		"PGASK_AUDIT_KEY=0123456789abcdef", "PGASK_GUARD_DENIED_TABLES=public.salaries,hr.staff.iban"}}
	s, err := Load(from)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := s.Print(&out); err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{"hush", "0123456789abcdef"} {
		if text := out.String() + fmt.Sprintf("%v %+v %#v", s.Audit, s.Model, *s); strings.Contains(text, hidden) {
			t.Errorf("%q is printed", hidden)
		}
	}
	text := strings.Replace(out.String(), "key: redacted", "key: 0123456789abcdef", 1)
	again, err := Load(Sources{File: write(t, "b.yaml", text), Environ: []string{"HOME=/h", "PGASK_MODEL_KEY=hush"}})
	if err != nil {
		t.Fatalf("printed settings do not load: %v\n%s", err, text)
	}
	if diff := cmp.Diff(s, again, cmpopts.IgnoreUnexported(Settings{}, Datasource{})); diff != "" {
		t.Errorf("printed settings differ (-want +got):\n%s", diff)
	}
}

func TestBytes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want Bytes
		back string
	}{
		{"0", 0, "0B"}, {"100", 100, "100B"}, {"16kB", 16384, "16kB"}, {"1 MiB", 1 << 20, "1MB"},
		{"1536kB", 1536 << 10, "1536kB"}, {"3GB", 3 << 30, "3GB"},
	}
	for _, tt := range tests {
		got, err := parseBytes(tt.text)
		if err != nil || got != tt.want || got.String() != tt.back {
			t.Errorf("%q: %d, %q, %v", tt.text, got, got.String(), err)
		}
	}
	for _, bad := range []string{"", "kB", "-1", "1.5MB", "9999999999GB", "10 apples"} {
		if got, err := parseBytes(bad); err == nil {
			t.Errorf("%q is accepted as %d", bad, got)
		}
	}
}

func TestParseUpstream(t *testing.T) {
	t.Parallel()
	tests := []struct {
		url, host string
		port      uint16
		canonical string
	}{
		{"postgres://db", "db", 5432, "postgres://db:5432"},
		{"postgresql://10.0.0.1:99/a%20b", "10.0.0.1", 99, "postgres://10.0.0.1:99/a%20b"},
		{"postgres:///shop?host=/run/pg", "/run/pg", 5432, "postgres://:5432/shop?host=%2Frun%2Fpg"},
		{"postgres://[::1]/x?sslmode=verify-full&sslrootcert=ca.pem", "::1", 5432,
			"postgres://[::1]:5432/x?sslmode=verify-full&sslrootcert=ca.pem"},
		{"postgres://db?sslmode=require&sslnegotiation=direct&channel_binding=require&sslkey=k&sslcert=c", "db", 5432,
			"postgres://db:5432?channel_binding=require&sslcert=c&sslkey=k&sslmode=require&sslnegotiation=direct"},
		{"postgres://db?sslmode=allow", "db", 5432, "postgres://db:5432?sslmode=allow"},
	}
	for _, tt := range tests {
		u, err := ParseUpstream(tt.url)
		if err != nil {
			t.Errorf("%s: %v", tt.url, err)
			continue
		}
		if u.Host != tt.host || u.Port != tt.port || u.String() != tt.canonical {
			t.Errorf("%s: %s %d %s", tt.url, u.Host, u.Port, u)
		}
		if again, err := ParseUpstream(u.String()); err != nil || again != u {
			t.Errorf("%s does not read back: %+v, %v", u, again, err)
		}
	}
	for _, bad := range []string{"", "db:5432", "http://db", "postgres://", "postgres://db:0", "postgres://db:70000",
		"postgres://me@db", "postgres://db?sslmode=maybe", "postgres://db?user=me", "postgres://db/x#y", "postgres://db?host=x",
		"postgres://db?sslcert=c", "postgres://db?channel_binding=require", "postgres://db?sslmode=require&sslrootcert=system",
		"postgres://db?sslmode=allow&sslnegotiation=direct", "postgres://db?sslpassword=x"} {
		if u, err := ParseUpstream(bad); err == nil {
			t.Errorf("%q is accepted as %+v", bad, u)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"max_row": "max_rows", "time.statement": "timeout.statement", "modelname": "model.name", "x": "", "banana": "",
	} {
		if got := spelling.Nearest(name, known()); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// The documentation has a row for every setting, with its default, and none for what does not exist.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	documented, reload := map[string]string{}, map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_.]+)` \\| ([^|]*) \\| ([^|]*) \\|").FindAllStringSubmatch(string(data), -1) {
		documented[m[1]], reload[m[1]] = m[2], m[3]
	}
	for _, s := range settings {
		want := "–"
		if s.text != "" {
			want = "`" + s.text + "`"
		}
		if got, ok := documented[s.key]; !ok || !strings.HasPrefix(got, want) {
			t.Errorf("%s: the documentation has default %q, want %s", s.key, got, want)
		}
		if want := map[bool]string{true: "yes", false: "restart"}[Live(s.key)]; reload[s.key] != want {
			t.Errorf("%s: the documentation says %q of a reload, want %s", s.key, reload[s.key], want)
		}
		delete(documented, s.key)
	}
	delete(documented, upstreamKey)
	for key := range documented {
		t.Errorf("%s is documented and does not exist", key)
	}
}
