package conf

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRoutes(t *testing.T) {
	t.Parallel()
	load := func(text string, environ ...string) (*Settings, error) {
		name := filepath.Join(t.TempDir(), "pgask.yaml")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return Load(Sources{File: name, Environ: environ})
	}
	const good = `
datasources:
  shop:
    upstream: postgres://primary:5432/shop
    routes:
      - role=report_* postgres://replica:5432/shop
      - application=Metabase v1 postgres://other:5433/shop
`
	s, err := load(good)
	if err != nil {
		t.Fatal(err)
	}
	got := s.Datasources[0].Routes
	if len(got) != 2 || got[0].By != "role" || got[0].Pattern != "report_*" || got[0].Upstream.Host != "replica" ||
		got[1].By != "application" || got[1].Pattern != "Metabase v1" || got[1].Upstream.Port != 5433 {
		t.Errorf("routes %+v", got)
	}
	var printed bytes.Buffer
	if err := s.Print(&printed); err != nil {
		t.Fatal(err)
	}
	again, err := load(printed.String())
	if err != nil || len(again.Datasources[0].Routes) != 2 || again.Datasources[0].Routes[1].String() != got[1].String() {
		t.Errorf("what is printed does not load again: %v\n%s", err, printed.String())
	}
	if live, _ := Changes(s, again); len(live) != 0 {
		t.Errorf("changes %q between equal settings", live)
	}
	if s, err = load(good, "PGASK_DATASOURCES_SHOP_ROUTES=role=x postgres://third/shop"); err != nil || len(s.Datasources[0].Routes) != 1 {
		t.Errorf("the environment does not replace routes: %v", err)
	}
	for bad, want := range map[string]string{
		"postgres://h/d":                   "role=PATTERN",
		"user=x postgres://h/d":            "role=PATTERN",
		"role=[ postgres://h/d":            "pattern",
		"role=x postgres://me:secret@h/d":  "login",
		"role=x mysql://h/d":               "postgres://",
		"role= postgres://h/d":             "role=PATTERN",
		"application=x http://a:secret@h/": "postgres://",
	} {
		_, err := load("datasources: {shop: {upstream: 'postgres://h/shop', routes: ['" + bad + "']}}")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want %q", bad, err, want)
		}
	}
	if _, err := load("datasources: {shop: {routes: ['role=x postgres://h/d']}}"); err == nil || !strings.Contains(err.Error(), "no upstream") {
		t.Errorf("routes without a datasource: %v", err)
	}
}
