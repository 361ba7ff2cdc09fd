package guard

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/schema"
)

// TestWide: nothing that fits into a statement takes long, whatever the tables are like.
func TestWide(t *testing.T) {
	t.Parallel()
	wide := &schema.Table{OID: 1, Schema: "app", Name: "wide", Kind: schema.Ordinary}
	for i := range 1600 {
		wide.Columns = append(wide.Columns, &schema.Column{Name: fmt.Sprintf("column_%04d", i), Type: "text", TypeName: "text"})
	}
	f := Facts{OwnPath: true, Snapshot: schema.New(schema.Snapshot{SearchPath: []string{"app"}, Tables: []*schema.Table{wide}})}
	nested := "SELECT * FROM wide"
	for range 40 {
		nested = "SELECT *, * FROM (" + nested + ") x"
	}
	var many []string
	for i := range 60 {
		many = append(many, fmt.Sprintf("wide w%d", i))
	}
	from := " FROM " + strings.Join(many, ", ")
	g := mustNew(t, Policy{})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, sql := range map[string]string{
		"stars":           "SELECT *" + strings.Repeat(",*", 3000) + from,
		"qualified stars": "SELECT w0.*" + strings.Repeat(",w0.*", 2000) + from,
		"nested stars":    nested,
		"columns":         "SELECT 1" + strings.Repeat(",column_1599", 1100) + " FROM wide w, wide",
		"in many tables":  "SELECT 1" + strings.Repeat(",column_1599", 1100) + from,
		"unknown":         "SELECT 1" + strings.Repeat(",colum", 2500) + from,
		"functions":       "SELECT 1" + strings.Repeat(",date_trunk()", 1200),
		"types":           "SELECT 1" + strings.Repeat(",1::intt", 1800),
		"natural":         "SELECT 1 FROM wide" + strings.Repeat(" NATURAL JOIN wide", 60),
	} {
		start := busy()
		why := g.Check(sql, f).Why
		if took := busy() - start; took > 3*time.Second {
			t.Errorf("%s took %v: %s", name, took, why)
		}
	}
	if v := g.Check("SELECT * FROM wide", f); v.Decision != Allow || len(v.Columns) != 1600 {
		t.Errorf("%s: %s, %d columns", v.Decision, v.Why, len(v.Columns))
	}
}

// TestDoublingStars takes gigabytes when the columns of a star are counted only before the next one.
func TestDoublingStars(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("WITH c0 AS (SELECT 1 AS a)")
	for i := 1; i < 31; i++ {
		fmt.Fprintf(&b, ", c%d AS (SELECT * FROM c%d, c%d x)", i, i-1, i-1)
	}
	b.WriteString(" SELECT * FROM c30")
	g, err := New(Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if v := g.Check(b.String(), Facts{}); v.Decision != Invalid || v.Rule != RuleBounds {
		t.Errorf("Check = %v (%s): %s, want invalid (%s)", v.Decision, v.Rule, v.Why, RuleBounds)
	}
}
