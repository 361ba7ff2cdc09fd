package translate

import (
	"context"
	"errors"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/schema"
)

// Own is the purpose of a statement over the caller's tables that pgask runs for itself.
type Own string

// The reasons.
const (
	OwnLookup Own = "lookup" // finds how a word of the question is stored
	OwnSample Own = "sample" // the commonest values of columns without statistics
	OwnJoin   Own = "join"   // how many values of one column are found in another
	OwnTrial  Own = "trial"  // a draft that is compared with others
)

// Witness is told about statements over users' rows that pgask runs for itself, before they are sent. If it returns
// an error, they are not sent. It may be called from several goroutines.
type Witness interface {
	Witness(ctx context.Context, s Statement) error
}

// witnessed passes statements to the witness, all in one call, so that they can be recorded together.
func (w *work) witnessed(ctx context.Context, all ...Statement) error {
	if w.question.Witness == nil {
		return nil
	}
	errs := make([]error, len(all))
	var told panics.Group
	for i, s := range all {
		told.Go(func() { errs[i] = w.question.Witness.Witness(ctx, s) })
	}
	told.Wait()
	return errors.Join(errs...)
}

// sampled passes samples to the witness.
func (w *work) sampled(ctx context.Context, all []schema.Sample) error {
	stmts := make([]Statement, len(all))
	for i, s := range all {
		stmts[i] = Statement{SQL: s.SQL, Own: OwnSample, Relations: []string{s.Table.Schema + "." + s.Table.Name}}
		for _, c := range s.Columns {
			stmts[i].Columns = append(stmts[i].Columns, s.Table.Schema+"."+s.Table.Name+"."+c)
		}
	}
	return w.witnessed(ctx, stmts...)
}
