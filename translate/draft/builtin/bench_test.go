package builtin_test

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// BenchmarkRead reads a question of ordinary length, look-ups apart.
func BenchmarkRead(b *testing.B) {
	script, err := os.ReadFile("testdata/museum.sql")
	if err != nil {
		b.Fatal(err)
	}
	conn, err := pgconn.Connect(b.Context(), sandboxtest.Server(b).URL(sandboxtest.Empty(b), sandbox.Superuser))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(b.Context(), string(script)+"; ANALYZE").ReadAll(); err != nil {
		b.Fatal(err)
	}
	lent := borrow.New(conn)
	print, err := schema.Fingerprint(b.Context(), lent, nil)
	if err != nil {
		b.Fatal(err)
	}
	snap, err := schema.Extract(b.Context(), lent, print)
	if err != nil {
		b.Fatal(err)
	}
	m := semantic.Of(snap, true)
	r, x := builtin.Of(m), link.Of(m)
	for b.Loop() {
		r.Read(x.Read("what are the names of the artists from Portugal with more than 1 painting, sorted by birth year", nil), 12)
	}
}
