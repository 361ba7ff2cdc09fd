package integration

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// What a client that closes its writing side still gets: a server finishes what it has been sent.
var halfClosed = map[string]func(*peer){
	"at idle":              func(p *peer) { p.leaves() },
	"behind a query":       func(p *peer) { p.send(query("SELECT pg_sleep(0.2), 'done'")); p.leaves() },
	"behind a long answer": func(p *peer) { p.send(query("SELECT repeat('x', 1000) FROM generate_series(1, 3000)")); p.leaves() },
	"behind several":       func(p *peer) { p.send(query("SELECT 1"), query("SELECT pg_sleep(0.1)"), query("SELECT 2")); p.leaves() },
	"behind a sync": func(p *peer) {
		p.send(parse("", "SELECT pg_sleep(0.1), 1"), bind("", ""), execute("", 0), msgSync)
		p.leaves()
	},
	"without a sync":   func(p *peer) { p.send(parse("", "SELECT 1"), bind("", ""), execute("", 0)); p.leaves() },
	"behind terminate": func(p *peer) { p.send(query("SELECT pg_sleep(0.1), 1"), msgBye); p.leaves() },
	"amid a message":   func(p *peer) { p.send(query("SELECT 1")); p.write([]byte("Q\x00\x00\x01\x00SEL")); p.leaves() },
	"amid a header":    func(p *peer) { p.send(query("SELECT 1")); p.write([]byte("Q\x00\x00")); p.leaves() },
	"in a transaction": func(p *peer) { p.turn(1, query("BEGIN")); p.send(query("SELECT 1")); p.leaves() },
	"behind an error":  func(p *peer) { p.send(query("SELECT pg_sleep(0.1), 1/0"), query("SELECT 2")); p.leaves() },
	"behind a long one": func(p *peer) {
		p.send(query("SELECT length('" + strings.Repeat("x", 300_000) + "'), pg_sleep(0.1)"))
		p.leaves()
	},
	"copy in, terminated":     func(p *peer) { beginCopy(p); p.send(data("1\n"), msgBye); p.end() },
	"copy in, client gone":    func(p *peer) { beginCopy(p); p.send(data("1\n")); p.leaves() },
	"copy in, amid a message": func(p *peer) { beginCopy(p); p.write([]byte("d\x00\x00\x01\x00half")); p.leaves() },
	"copy out, client gone":   func(p *peer) { p.send(query("COPY (SELECT generate_series(1, 3)) TO STDOUT")); p.leaves() },
	"terminate":               func(p *peer) { p.send(query("SELECT 1"), msgBye); p.end() },
}

// TestHalfClosed plays them directly and through the proxy.
func TestHalfClosed(t *testing.T) {
	t.Parallel()
	server := sandboxtest.Server(t)
	proxied := inFront(t, server.Addr())
	for name, play := range halfClosed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			same(t, server, proxied, play)
		})
	}
}
