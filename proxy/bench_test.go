package proxy

import (
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

// BenchmarkTurn measures one statement, there and back: by the server alone, and through the proxy.
func BenchmarkTurn(b *testing.B) {
	r := realServer(b)
	var prepared []byte
	for _, m := range []pgproto3.FrontendMessage{&pgproto3.Bind{PreparedStatement: "s"}, &pgproto3.Describe{ObjectType: 'P'}, &pgproto3.Execute{}, &pgproto3.Sync{}} {
		prepared, _ = m.Encode(prepared)
	}
	simple, _ := (&pgproto3.Query{String: "SELECT 1"}).Encode(nil)
	for name, addr := range map[string]string{"direct": sandboxtest.Server(b).Addr(), "proxy": r.addr} {
		for kind, turn := range map[string][]byte{"simple": simple, "prepared": prepared} {
			b.Run(kind+"/"+name, func(b *testing.B) {
				c := (&rig{tb: b, addr: addr}).connect()
				c.send(&pgproto3.Parse{Name: "s", Query: "SELECT 1"}, &pgproto3.Sync{})
				c.turn()
				f := wire.NewFrames(c.conn, wire.SideUpstream)
				b.ReportAllocs()
				for b.Loop() {
					c.raw(turn)
					for typ := byte(0); typ != 'Z'; {
						fr, err := f.Next(wiretest.Nothing)
						if err != nil {
							b.Fatal(err)
						}
						typ = fr.Type
					}
				}
			})
		}
	}
}

// BenchmarkRows measures rows on their way to a client.
func BenchmarkRows(b *testing.B) {
	r := realServer(b)
	for name, addr := range map[string]string{"direct": sandboxtest.Server(b).Addr(), "proxy": r.addr} {
		b.Run(name, func(b *testing.B) {
			c := (&rig{tb: b, addr: addr}).connect()
			for b.Loop() {
				c.query("SELECT i, repeat('x', 90) FROM generate_series(1, 200000) i")
				n, _ := drainTurn(b, c)
				b.SetBytes(int64(n))
			}
		})
	}
}
