package proxy

import (
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// Execute has 32 bits for the number of rows; ask.max_rows and a LIMIT that a tool appends may be larger.
func TestRowBoundsBeyondTheProtocol(t *testing.T) {
	t.Parallel()
	for _, bound := range []int64{1 << 31, 1<<32 + 1} {
		c := realServer(t, func(cfg *Config) { cfg.Translator = answeringUpTo("SELECT generate_series(1, 3)", bound) }).connect()
		c.query("ASK anything")
		c.expect("T", "D 1", "D 2", "D 3", "C SELECT 3", "Z I")
		c.send(&pgproto3.Parse{Query: "ASK anything"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{})
		c.expect("1", "2", "D 1", "D 2", "D 3", "C SELECT 3", "Z I")
	}
}
