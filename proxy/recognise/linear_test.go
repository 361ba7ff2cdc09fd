package recognise

import (
	"bytes"
	"math"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hostile are patterns that cost a careless scanner quadratic time.
var hostile = []string{
	"/*", "*/", "/**/", "/*/", "'", "''", "'a'\n", "e'\\", "$", "$a", "$a$", "$a$b$", "$$", "(", ")", "((", "[", "([", "\"",
	"--", "--\n", "-", "+-", "@-", ";", "ask(", "FROM ask(", ",ask('a')", "SELECT * FROM ask($", "ASK ", "ASK;", "ASK '", "ASK (;",
	"/* ask: a */", "/* ask: a */;", "-- ask: a\n", "(SELECT ", "SELECT * FROM (", "SELECT * FROM ask_log(", "ask('a') WITH ",
	"FROM ask('')/**/", "CASE ", "BEGIN ATOMIC ", "u&'", "1e", "0x_", ":", "a", "\x80", "U&'\\d800", "ask_log((((", "\n",
}

// TestLinear bounds the time for a quarter of a mebibyte of each pattern. Without the race detector and with the
// machine to itself each takes less than 25 ms; what is quadratic takes minutes.
func TestLinear(t *testing.T) {
	const size, most = 1 << 18, 2 * time.Second
	prefixes := []string{"", "SELECT * FROM ", "SELECT * FROM ask('a'), ", "ASK ", "CREATE FUNCTION f() BEGIN ATOMIC ", "SELECT * FROM ask_log("}
	for _, pattern := range hostile {
		for _, prefix := range prefixes {
			text := prefix + strings.Repeat(pattern, size/len(pattern))
			if took := soonest(most, func() { _, _ = Find(text, standard) }); took > most {
				t.Fatalf("%q and %d bytes of %q: %v", prefix, size, pattern, took)
			}
		}
	}
}

// soonest runs f until it takes no longer than most, a few times at the utmost, and returns the shortest time of the
// processor that this process spent: a machine may be busy with other things, and the collector once in a while. No
// other test may run.
func soonest(most time.Duration, f func()) time.Duration {
	took := time.Duration(math.MaxInt64)
	for try := 0; try < 5 && took > most; try++ {
		began := spent()
		f()
		took = min(took, spent()-began)
	}
	return took
}

// spent is the processor time of this process so far.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestLongTag(t *testing.T) {
	tag := "$" + strings.Repeat("a", 1<<19) + "$"
	took := soonest(time.Second, func() {
		_, _ = Find(tag+strings.Repeat("a", 1<<19), standard)
		_, _ = Find("SELECT "+tag+strings.Repeat(tag[:1<<18], 2), standard)
	})
	if took > time.Second {
		t.Errorf("a tag of 512 KiB took %v", took)
	}
}

func TestMayAsk(t *testing.T) {
	for text, want := range map[string]bool{
		"ask": true, "ASK x": true, "x aSk_sql(": true, "(ask(": true, "--ask:": true, `"ask"(`: true, "\nAsK": true,
		"": false, "as": false, "task": false, "asked": false, "ask1": false, "ask$": false, "xask_sql": false, "\xc3\xa9ask": false,
		"a sk": false, "task ASK": true, "tasK asK": true,
	} {
		if got := MayAsk([]byte(text)); got != want {
			t.Errorf("MayAsk(%q) = %v", text, got)
		}
	}
	text := bytes.Repeat([]byte("SELECT a.task, b.basket FROM k AS a "), 100)
	if n := testing.AllocsPerRun(10, func() { MayAsk(text) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func benchmarkText() []byte {
	const q = `SELECT o.id, o.placed_at, c.name AS customer, sum(i.quantity * i.unit_price) AS revenue FROM shop.orders o JOIN ` +
		`shop.customers c ON c.id = o.customer_id JOIN shop.order_items i ON i.order_id = o.id WHERE o.status = 'shipped' ` +
		`AND o.placed_at >= now() - interval '30 days' GROUP BY 1, 2, 3 ORDER BY revenue DESC LIMIT 100; `
	return bytes.Repeat([]byte(q), 200)
}

func BenchmarkMayAsk(b *testing.B) {
	for name, text := range map[string][]byte{
		"sql": benchmarkText(), "short": []byte("SELECT abalance FROM pgbench_accounts WHERE aid = 12345;"),
		"k": bytes.Repeat([]byte("k"), 1<<16),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				MayAsk(text)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	for name, text := range map[string]string{
		"sql": string(benchmarkText()), "one": "SELECT * FROM ask('top 5 customers by revenue') t LIMIT 1001",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Find(text, standard)
			}
		})
	}
}
