package translate

import (
	"context"
	"fmt"
	"sync"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// takeSnapshot goes on with a snapshot of the catalog: the guard proves by all of it, and everything else sees what the caller may see.
func (w *work) takeSnapshot(ctx context.Context, snap *schema.Snapshot) error {
	seen := w.agent.written(w.agent.visible(snap))
	if w.agent.cfg.InferForeignKeys {
		var err error
		if seen, err = w.withKeys(ctx, seen); err != nil {
			return err
		}
	}
	w.facts, w.snapshot, w.answer.snapshot = snap, seen, snap
	return nil
}

// writtenKey is the key under which a snapshot keeps itself with the keys that people wrote.
type writtenKey struct{ agent *Agent }

// written adds the keys that people wrote.
func (a *Agent) written(seen *schema.Snapshot) *schema.Snapshot {
	if a.cfg.Meaning == nil {
		return seen
	}
	return seen.Derive(writtenKey{a}, func() any { return semantic.WithWritten(seen, a.cfg.Meaning) }).(*schema.Snapshot)
}

// keyedKey is the key under which a snapshot keeps itself with the keys that it does not declare.
type keyedKey struct {
	agent    *Agent
	measured bool
}

// withKeys adds the keys that the schema does not declare, and first measures them, once for what an agent sees of a version of the
// catalog. What the caller may not see is neither measured nor guessed from, because it is not in the snapshot. Who comes while another
// session measures, or is in a transaction, goes on with what names and statistics say.
func (w *work) withKeys(ctx context.Context, seen *schema.Snapshot) (*schema.Snapshot, error) {
	m := w.agent.measured.of(w.agent, seen)
	fits, known := m.result()
	if !known && !seen.Stale && !w.conn.InTransaction() && m.claim() {
		found, err := schema.Measure(ctx, w.conn, w.print, semantic.Suspect(seen).Joins(), w.joining)
		if err != nil {
			m.settle(nil, false)
			return nil, fmt.Errorf("measure joins: %w", err)
		}
		m.settle(found, true)
		fits, known = found, true
	}
	return seen.Derive(keyedKey{w.agent, known}, func() any { return semantic.WithKeys(seen, fits) }).(*schema.Snapshot), nil
}

// joining passes the statements that measure joins to the witness.
func (w *work) joining(ctx context.Context, all []schema.Sample) error {
	stmts := make([]Statement, len(all))
	for i, s := range all {
		table, ref := s.Table.Qualified(), s.Ref.Qualified()
		stmts[i] = Statement{SQL: s.SQL, Own: OwnJoin, Relations: []string{table}, Columns: []string{table + "." + s.Columns[0], ref + "." + s.RefColumn}}
		if ref != table {
			stmts[i].Relations = append(stmts[i].Relations, ref)
		}
	}
	return w.witnessed(ctx, stmts...)
}

// maxMeasurements bounds the versions of catalogs whose measured joins are kept.
const maxMeasurements = 256

// measurements are the joins that were measured, by agent, datasource and version of the catalog. A version is that of a role, and an agent
// that of a set of policies.
type measurements struct {
	mu  sync.Mutex
	all map[measuredKey]*measurement
}

type measuredKey struct {
	agent                   *Agent
	datasource, fingerprint string
}

func (s *measurements) of(a *Agent, snap *schema.Snapshot) *measurement {
	key := measuredKey{a, snap.Datasource, snap.Fingerprint}
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.all[key]; m != nil {
		return m
	}
	if len(s.all) >= maxMeasurements || s.all == nil {
		s.all = map[measuredKey]*measurement{}
	}
	m := &measurement{}
	s.all[key] = m
	return m
}

// measurement is what is known of the joins of one version.
type measurement struct {
	mu             sync.Mutex
	claimed, known bool
	fits           []schema.Fit
}

func (m *measurement) result() ([]schema.Fit, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.fits, m.known
}

// claim reports whether the caller is the one who measures.
func (m *measurement) claim() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := !m.claimed
	m.claimed = true
	return first
}

// settle keeps what was found; without it another session may try.
func (m *measurement) settle(fits []schema.Fit, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fits, m.known, m.claimed = fits, known, known
}
