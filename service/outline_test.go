package service

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/conf"
)

func TestOutline(t *testing.T) {
	t.Parallel()
	g, err := NewGuard(&conf.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"SELECT c.name, count(*) AS n FROM public.customers AS c LEFT JOIN public.orders AS o ON o.customer_id = c.id WHERE c.city = 'Rome' AND o.id > 3 GROUP BY c.name HAVING count(*) > 2 ORDER BY n DESC LIMIT 5 /* pgask 1 */": `from: public.customers as c
left join: public.orders as o on o.customer_id = c.id
only where: c.city = 'Rome'
only where: o.id > 3
per: c.name
only groups where: count(*) > 2
columns: c.name, count(*) as n
sorted by: n, largest first
rows: 5`,
		"WITH a AS (SELECT x FROM t) SELECT DISTINCT x FROM a UNION ALL SELECT y FROM u": `a: from: t
a: columns: x
from: a
distinct columns: x
union all: with what follows
from: u
columns: y`,
		"DELETE FROM t": "", "": "", "SELECT pg_sleep(1)": "", "SELECT " + strings.Repeat("1+", 100_000) + "1": "", strings.Repeat("/*", 100_000): "",
	} {
		var lines []string
		for _, i := range outline(g, sql) {
			lines = append(lines, i.Name+": "+i.Value)
		}
		if diff := cmp.Diff(want, strings.Join(lines, "\n")); diff != "" {
			t.Errorf("%.80s:\n%s", sql, diff)
		}
	}
}
