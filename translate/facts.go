package translate

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// readCatalog returns the snapshot for a fingerprint, completed with samples and descriptions, and caches
// it. A snapshot that is behind the catalog is Stale.
func (c *caller) readCatalog(ctx context.Context, print schema.Print) (*schema.Snapshot, error) {
	snap, err := c.agent.snapshots.Snapshot(ctx, c.conn, c.question.catalog(), print)
	if err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	c.agent.tellSecrets(c.question.catalog(), snap)
	c.tellMisnamed(ctx)
	// Where ANALYZE has not run, a bounded look at the tables replaces its statistics. A failure of it is ignored.
	if probed, err := schema.Probe(ctx, c.conn, print, snap,
		schema.ProbeBudget{Skip: c.agent.guard.Withholds(snap), Witness: c.reads().Sampled}); err == nil && probed != snap {
		c.agent.snapshots.Replace(probed)
		snap = probed
	}
	// Without the queries of views it is only known what they use. A failure of it is ignored, too.
	if read, err := schema.ReadQueries(ctx, c.conn, print, snap); err == nil && read != snap {
		c.agent.snapshots.Replace(read)
		snap = read
	}
	if described := schema.Describe(snap, c.question.Datasource, c.agent.cfg.Descriptions); described != snap {
		c.agent.snapshots.Replace(described)
		snap = described
	}
	return snap, nil
}

// toldSecrets holds, by datasource, the columns that Config.Secrets was last told.
type toldSecrets struct {
	mu      sync.Mutex
	columns map[string]map[string]bool
}

// tellSecrets reports columns that are masked for their names, unless all of them are known. Roles see different ones.
func (a *Agent) tellSecrets(datasource string, s *schema.Snapshot) {
	if a.cfg.Secrets == nil {
		return
	}
	columns := a.guard.Secrets(s)
	a.told.mu.Lock()
	defer a.told.mu.Unlock()
	known := a.told.columns[datasource]
	if !slices.ContainsFunc(columns, func(c string) bool { return !known[c] }) {
		return
	}
	if known == nil {
		known = map[string]bool{}
	}
	if a.told.columns == nil {
		a.told.columns = map[string]map[string]bool{}
	}
	a.told.columns[datasource] = known
	for _, c := range columns {
		known[c] = true
	}
	a.cfg.Secrets(datasource, columns)
}

// renew reads the fingerprint again if a model has been called, or another session has been waited for, since the
// facts were read, because a view may have been replaced meanwhile. Changes are read before the next proof.
func (c *caller) renew(ctx context.Context) error {
	if c.factsAge == c.trace.Calls {
		return nil
	}
	print, err := c.agent.looks.Fingerprint(ctx, c.conn, settingNames)
	if err != nil {
		return fmt.Errorf("read the fingerprint: %w", err)
	}
	c.factsAge = c.trace.Calls
	if print.Hash == c.print.Hash {
		return nil
	}
	snap := c.agent.snapshots.Get(c.question.catalog(), print)
	if snap == nil {
		if snap, err = c.readCatalog(ctx, print); err != nil {
			return err
		}
	}
	c.print = print
	return c.takeSnapshot(ctx, snap)
}

// takeSnapshot goes on with a snapshot of the catalog: the guard proves by all of it, and everything else sees what
// the caller may see.
func (c *caller) takeSnapshot(ctx context.Context, snap *schema.Snapshot) error {
	seen := c.agent.written(c.agent.guard.Visible(snap))
	if c.agent.cfg.InferForeignKeys {
		var err error
		if seen, err = c.agent.joins.WithKeys(ctx, c.reads(), seen); err != nil {
			return err
		}
	} else {
		seen = semantic.WithContaining(seen)
	}
	c.facts, c.snapshot = snap, seen
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

// meaningKey is the key under which a snapshot keeps what an agent takes it to mean.
type meaningKey struct{ agent *Agent }

// understand returns what a snapshot means, together with what people wrote about it. Handed what an agent sees of a
// snapshot, it tells of nothing else.
func (a *Agent) understand(s *schema.Snapshot) *semantic.Model {
	return s.Derive(meaningKey{a}, func() any {
		return semantic.Build(s, semantic.Options{Infer: a.cfg.InferForeignKeys, File: a.cfg.Meaning})
	}).(*semantic.Model)
}
