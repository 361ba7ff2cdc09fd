package semantic

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/schema"
)

// processor returns the time that this process has worked: unlike that of the clock it does not tell how busy the
// machine is.
func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// large makes a snapshot with n tables in glued, abbreviated and separated names, with declared and undeclared keys.
func large(n int) *schema.Snapshot {
	var tables []*schema.Table
	nouns := []string{"customer", "order", "invoice", "shipment", "payment", "employee", "warehouse", "contract", "ticket", "product"}
	for i := range n {
		noun := nouns[i%len(nouns)]
		key := fmt.Sprintf("%s%d_id", noun, i)
		t := &schema.Table{OID: uint32(i + 1), Schema: "public", Name: fmt.Sprintf("%sregister_%d", noun, i), Kind: schema.Ordinary,
			Rows: 1000, PrimaryKey: []string{key}, Visible: true,
			Comment: "One row each. Test rows must be left out of every count."}
		add := func(name string, class schema.Class, comment string) {
			c := &schema.Column{Name: name, Class: class, Comment: comment, TypeName: "text"}
			if t.Columns = append(t.Columns, c); class == schema.Text {
				c.Profile = schema.Profile{Values: []string{"A", "B", "C"}, Freqs: []float64{0.5, 0.3, 0.2}, Complete: true, Distinct: 3}
			} else if class == schema.Integer {
				c.Profile = schema.Profile{Min: "1", Max: "990", Distinct: 400}
			}
		}
		add(key, schema.Integer, "")
		add("shortname", schema.Text, "")
		add("statuscode", schema.Text, "A active, B blocked, C closed (must be left out of turnover)")
		add("created_at", schema.Instant, "")
		add("approvedon", schema.Date, "")
		add("net_amt", schema.Decimal, "Hundredths of curr_cd")
		add("is_test", schema.Boolean, "")
		for k := range 8 {
			add(fmt.Sprintf("%s%d_id", nouns[k], (i*7+k*13)%n/10*10+k), schema.Integer, "")
			add(fmt.Sprintf("attributevalue%d", k), schema.Text, "")
		}
		if i > 0 {
			other := tables[i/2]
			t.ForeignKeys = []schema.ForeignKey{{Name: "fk", Columns: []string{t.Columns[7].Name}, RefSchema: "public",
				RefTable: other.Name, RefColumns: other.PrimaryKey, Confidence: 1}}
		}
		tables = append(tables, t)
	}
	return schema.New(schema.Snapshot{Tables: tables, SearchPath: []string{"public"}})
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := large(n)
			began := processor()
			for b.Loop() {
				Build(s, Options{Infer: true})
			}
			b.ReportMetric(float64(processor()-began)/float64(time.Second)/float64(b.N), "cpu-s/op")
		})
	}
}

// BenchmarkOthers tells how long an echo over the loopback takes, 200 times a second, while a model of 10,000 tables
// is made in the same process, and while nothing else is done: what a session of somebody else feels of it.
func BenchmarkOthers(b *testing.B) {
	s := large(10_000)
	work := map[string]func(){"quiet": func() { time.Sleep(5 * time.Second) }, "making": func() { Build(s, Options{Infer: true}) }}
	for _, name := range []string{"quiet", "making", "quiet again", "making again"} {
		b.Run(name, func(b *testing.B) {
			var all []time.Duration
			for b.Loop() {
				done := make(chan struct{})
				go func() {
					work[strings.TrimSuffix(name, " again")]()
					close(done)
				}()
				all = append(all, echoes(b, done)...)
			}
			slices.Sort(all)
			for _, at := range []int{50, 99} {
				b.ReportMetric(float64(all[len(all)*at/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", at))
			}
		})
	}
}

// echoes returns how long echoes took until done is closed.
func echoes(b *testing.B, done <-chan struct{}) (took []time.Duration) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() {
		c, err := l.Accept()
		if err == nil {
			_, _ = io.Copy(c, c)
		}
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	each := time.NewTicker(5 * time.Millisecond)
	defer each.Stop()
	for buf := make([]byte, 1); ; {
		select {
		case <-done:
			return took
		case <-each.C:
		}
		began := time.Now()
		if _, err := c.Write(buf); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(c, buf); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
}

func BenchmarkPaths(b *testing.B) {
	m := Build(large(1000), Options{Infer: true})
	for b.Loop() {
		m.Graph.Paths(m.Relations[3], m.Relations[777], 8)
	}
}
