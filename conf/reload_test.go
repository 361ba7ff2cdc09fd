package conf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	load := func(text string) *Settings {
		t.Helper()
		s, err := Load(Sources{File: write(t, "a.yaml", text), Environ: []string{"STATE_DIRECTORY=/state"}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	const first = "listen: 127.0.0.1:1\nmax_rows: 5\ndatasources: {a: {upstream: 'postgres://db'}}\n"
	tests := []struct {
		name, text    string
		live, waiting []string
	}{
		{"nothing", "# moved\n" + first, nil, nil},
		{"live", strings.Replace(first, "5", "6", 1) + "guard: {denied_tables: [t]}\nlimits: {idle_timeout: 5m}\n",
			[]string{"max_rows", "guard.denied_tables", "limits.idle_timeout"}, nil},
		{"at the next start", strings.Replace(first, ":1\n", ":2\n", 1) + "metrics: {listen: '127.0.0.1:3'}\naudit: {dir: /x}\n", nil,
			[]string{"listen", "audit.dir", "metrics.listen"}},
		{"a certificate of the console", first + "console: {cert: a, key: b}\n", nil, []string{"console.cert", "console.key"}},
		{"datasources", strings.Replace(first, "//db", "//other", 1), []string{"datasources"}, nil},
		{"one more", strings.Replace(first, "}}", "}, b: {upstream: 'postgres://db'}}", 1), []string{"datasources"}, nil},
	}
	for _, tt := range tests {
		live, waiting := Changes(load(first), load(tt.text))
		if diff := cmp.Diff([][]string{tt.live, tt.waiting}, [][]string{live, waiting}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// What stands in a file that a setting names is a change as well.
func TestChangesOfFiles(t *testing.T) {
	t.Parallel()
	load := func(policies string) *Settings {
		t.Helper()
		file := write(t, "policies.yaml", policies)
		s, err := Load(Sources{File: write(t, "a.yaml", "upstream: postgres://db\n"), Environ: []string{"STATE_DIRECTORY=/state", "PGASK_POLICIES_FILE=" + file}})
		if err != nil {
			t.Fatal(err)
		}
		s.Policies.File = "policies.yaml" // which write puts into another directory each time
		return s
	}
	first := load("policies: []\n")
	for text, want := range map[string]string{"policies: []\n": "", "policies:\n": "policies.file"} {
		if live, waiting := Changes(first, load(text)); strings.Join(live, ",") != want || len(waiting) > 0 {
			t.Errorf("%q: live %v, waiting %v", text, live, waiting)
		}
	}
}

func TestNetworks(t *testing.T) {
	t.Parallel()
	s, err := Load(Sources{File: write(t, "a.yaml", "proxy_protocol.trusted: [10.1.2.3/8, '::1', 192.0.2.1]\n"), Environ: []string{"STATE_DIRECTORY=/state"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range s.ProxyProtocol.Networks() {
		got = append(got, n.String())
	}
	if diff := cmp.Diff([]string{"10.0.0.0/8", "::1/128", "192.0.2.1/32"}, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"10.0.0.0/40", "db.example", "10.0.0"} {
		if _, err := Load(Sources{File: write(t, "a.yaml", "proxy_protocol.trusted: ["+bad+"]\n"), Environ: []string{"STATE_DIRECTORY=/state"}}); err == nil ||
			!strings.Contains(err.Error(), "networks such as") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
