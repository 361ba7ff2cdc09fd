package login

import (
	"strings"
	"testing"
)

func TestParseUpstream(t *testing.T) {
	t.Parallel()
	u, err := ParseUpstream("postgres://someone:secret@db.example:5433/sales?sslmode=disable")
	if err != nil || u.Database != "sales" || len(u.hosts) != 1 || u.hosts[0].address != "db.example:5433" || u.hosts[0].tls != nil {
		t.Errorf("got %+v, %v", u, err)
	}
	if u, err = ParseUpstream("host=a,b port=1,2 dbname=x sslmode=require"); err != nil || len(u.hosts) != 2 || u.hosts[1].tls == nil {
		t.Errorf("got %+v, %v", u, err)
	}
	if _, err = ParseUpstream("postgres://someone:secret@db.example:port/x"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}
