package translate

import (
	"context"
	"errors"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/reads"
	"github.com/pgask/pgask/translate/schema"
)

// Own is the purpose of a statement over the caller's tables that pgask runs for itself.
type Own = reads.Own

// The purposes.
const (
	OwnLookup = reads.Lookup
	OwnSample = reads.Sample
	OwnJoin   = reads.Join
	OwnTrial  = reads.Trial
)

// Witness is told about statements over users' rows that pgask runs for itself, before they are sent. If it returns
// an error, they are not sent. It may be called from several goroutines.
type Witness interface {
	Witness(ctx context.Context, s Statement) error
}

// reads is what reads for the question on the caller's connection.
func (w *work) reads() reads.Reader {
	r := w.agent.reads(w.conn, w.print, w.facts)
	r.Path, r.Tell = w.ownPath(), w.tellWitness
	return r
}

// reads is what reads about proofs on a connection.
func (a *Agent) reads(conn *borrow.Conn, print schema.Print, facts *schema.Snapshot) reads.Reader {
	return reads.Reader{Conn: conn, Guard: a.guard, Print: print, Facts: facts, MaxCost: a.cfg.MaxCost, OldAge: a.cfg.SnapshotAge}
}

// tellWitness passes statements to the witness, all in one call, so that they can be recorded together.
func (w *work) tellWitness(ctx context.Context, all ...reads.Intent) error {
	if w.question.Witness == nil {
		return nil
	}
	errs := make([]error, len(all))
	var told panics.Group
	for i, s := range all {
		told.Go(func() {
			errs[i] = w.question.Witness.Witness(ctx, Statement{SQL: s.SQL, Own: s.Own, Relations: s.Relations, Columns: s.Columns, Engine: s.Engine})
		})
	}
	told.Wait()
	return errors.Join(errs...)
}
