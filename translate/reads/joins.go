package reads

import (
	"context"
	"fmt"
	"sync"

	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// keyedKey is the key under which a snapshot keeps itself with the keys that it does not declare.
type keyedKey struct{ found *schema.Measured }

// WithKeys adds the keys that the schema does not declare, and first measures them and reads code tables, once for
// what a guard lets be seen of a version of the catalog. What the caller may not see is neither measured nor read nor
// guessed from, because it is not in the snapshot. Who comes while another session measures, or is in a transaction,
// goes on with what names and statistics say.
func (j *Joins) WithKeys(ctx context.Context, r Reader, seen *schema.Snapshot) (*schema.Snapshot, error) {
	m := j.of(r.Guard, seen)
	known := m.result()
	if known == nil && !seen.Stale && !r.Conn.InTransaction() && m.claim() {
		found, err := schema.Measure(ctx, r.Conn, r.Print, semantic.Wanted(seen), r.measuring)
		if err != nil {
			m.settle(nil)
			return nil, fmt.Errorf("measure joins: %w", err)
		}
		known = &found
		m.settle(known)
	}
	return seen.Derive(keyedKey{known}, func() any {
		if known == nil {
			return semantic.WithKeys(seen, schema.Measured{})
		}
		return semantic.WithKeys(seen, *known)
	}).(*schema.Snapshot), nil
}

// maxMeasurements bounds the versions of catalogs whose measured joins are kept.
const maxMeasurements = 256

// Joins are the joins that were measured, by guard, datasource and version of the catalog. A version is that of a role,
// and a guard that of a set of policies. The zero value is ready to use.
type Joins struct {
	mu  sync.Mutex
	all map[measuredKey]*measurement
}

type measuredKey struct {
	guard                   *guard.Guard
	datasource, fingerprint string
}

func (j *Joins) of(g *guard.Guard, snap *schema.Snapshot) *measurement {
	key := measuredKey{g, snap.Datasource, snap.Fingerprint}
	j.mu.Lock()
	defer j.mu.Unlock()
	if m := j.all[key]; m != nil {
		return m
	}
	if len(j.all) >= maxMeasurements || j.all == nil {
		j.all = map[measuredKey]*measurement{}
	}
	m := &measurement{}
	j.all[key] = m
	return m
}

// measurement is what is known of the joins of one version.
type measurement struct {
	mu      sync.Mutex
	claimed bool
	found   *schema.Measured // nil: not measured
}

func (m *measurement) result() *schema.Measured {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.found
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
func (m *measurement) settle(found *schema.Measured) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.found, m.claimed = found, found != nil
}
