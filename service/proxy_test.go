package service

import (
	"testing"

	"github.com/pgask/pgask/conf"
)

// libpq's environment variables are for libpq: the settings say everything about an upstream.
func TestUpstreamMindsNoVariables(t *testing.T) {
	for name, value := range map[string]string{"PGSSLMODE": "nonsense", "PGSSLROOTCERT": "/nowhere", "PGSSLCERT": "/nowhere", "PGSSLKEY": "/nowhere",
		"PGSSLNEGOTIATION": "direct", "PGCHANNELBINDING": "nonsense", "PGDATABASE": "other", "PGHOST": "other"} {
		t.Setenv(name, value)
	}
	s, err := conf.Load(conf.Sources{Environ: []string{"HOME=" + t.TempDir()}, NoSystemFile: true, Set: []string{"upstream=postgres://db/shop"}})
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := proxyConfig(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := cfg.Datasources["shop"].Database; got != "shop" {
		t.Errorf("database %q", got)
	}
}
