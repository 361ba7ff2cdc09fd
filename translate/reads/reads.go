// Package reads is what pgask reads for itself on the caller's connection while it works on a question: what a proof
// must know of the catalog as it is now, what a statement is estimated to take, how a text is stored, which keys the
// data have, and what drafts return. Nobody sees these rows. Everything here is read-only and bounded in time, and
// statements over the caller's tables are told of before they are sent.
package reads

import (
	"context"
	"fmt"
	"time"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// Own is the purpose of a statement over the caller's tables that pgask runs for itself.
type Own string

// The purposes.
const (
	Lookup Own = "lookup" // finds how a word of the question is stored
	Sample Own = "sample" // the commonest values of columns without statistics
	Join   Own = "join"   // how many values of one column are found in another
	Codes  Own = "codes"  // what codes stand for, in a table of them
	Trial  Own = "trial"  // a draft that is compared with others
)

// Intent is such a statement before it is sent.
type Intent struct {
	SQL       string
	Own       Own
	Relations []string
	Columns   []string // as [schema.]table.column
	Engine    string   // of a draft
}

// Reader reads on a connection for one question.
type Reader struct {
	Conn  *borrow.Conn
	Guard *guard.Guard
	Print schema.Print     // of the catalog when the facts were read
	Facts *schema.Snapshot // what proofs rely on
	Path  string           // search_path of what is read; empty: the caller's own
	// MaxCost bounds a statement, in the planner's units; 0: no bound.
	MaxCost float64
	// OldAge is the age of a transaction after which its catalog proves nothing about what runs a definition.
	OldAge time.Duration
	// Tell is told of all statements in one call; its error keeps them from being sent.
	Tell func(context.Context, ...Intent) error
}

// settings are set locally while a proven statement is planned or tried. They hold in the caller's transaction, too,
// because there Conn.ReadOnly rolls back to its savepoint. JIT is off because LLVM checks neither for a cancel nor for
// a timeout.
func (r Reader) settings(timeout string) map[string]string {
	settings := map[string]string{"statement_timeout": timeout, "jit": "off"}
	if r.Print.Encoding != "SQL_ASCII" { // SQL_ASCII cannot be converted
		settings["client_encoding"] = "UTF8"
	}
	if r.Path != "" {
		settings["search_path"] = r.Path
	}
	return settings
}

// Sampled tells of samples.
func (r Reader) Sampled(ctx context.Context, all []schema.Sample) error {
	intents := make([]Intent, len(all))
	for i, s := range all {
		relation := s.Table.Qualified()
		intents[i] = Intent{SQL: s.SQL, Own: Sample, Relations: []string{relation}}
		for _, c := range s.Columns {
			intents[i].Columns = append(intents[i].Columns, relation+"."+c)
		}
	}
	return r.Tell(ctx, intents...)
}

// measuring tells of statements that measure joins and read code tables.
func (r Reader) measuring(ctx context.Context, all []schema.Sample) error {
	intents := make([]Intent, len(all))
	for i, s := range all {
		table := s.Table.Qualified()
		intents[i] = Intent{SQL: s.SQL, Own: Codes, Relations: []string{table}}
		for _, c := range s.Columns {
			intents[i].Columns = append(intents[i].Columns, table+"."+c)
		}
		if s.Ref == nil {
			continue
		}
		ref := s.Ref.Qualified()
		intents[i].Own, intents[i].Columns = Join, append(intents[i].Columns, ref+"."+s.RefColumn)
		if ref != table {
			intents[i].Relations = append(intents[i].Relations, ref)
		}
	}
	return r.Tell(ctx, intents...)
}

// MayLock reports whether the caller's transaction may hold a lock that another session waits for, so that to wait for
// that session would be a deadlock. Only one kind of lock keeps others from reading.
func (r Reader) MayLock(ctx context.Context) (bool, error) {
	if !r.Conn.InTransaction() {
		return false, nil
	}
	res, err := r.Conn.Query(ctx, borrow.SQL(`SELECT NOT EXISTS (SELECT FROM pg_catalog.pg_locks
		WHERE pid = pg_catalog.pg_backend_pid() AND locktype = 'relation' AND mode = 'AccessExclusiveLock')`).As("locks"))
	if err != nil {
		return false, fmt.Errorf("look at the transaction: %w", err)
	}
	return len(res) != 1 || len(res[0].Rows) != 1 || string(res[0].Rows[0][0]) != "t", nil
}
