package eval

import (
	"context"
	"fmt"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

// Catalogs are the snapshots of the databases of a server, each read once.
type Catalogs struct {
	Databases *Databases
	known     map[string]*schema.Snapshot
}

// snapshot returns what there is in a database.
func (c *Catalogs) snapshot(ctx context.Context, db string) (*schema.Snapshot, error) {
	if s := c.known[db]; s != nil {
		return s, nil
	}
	conn, err := c.Databases.connect(ctx, db)
	if err != nil {
		return nil, err
	}
	borrowed := borrow.New(conn)
	print, err := schema.Fingerprint(ctx, borrowed, nil)
	if err != nil {
		return nil, fmt.Errorf("read the fingerprint: %w", err)
	}
	s, err := schema.Extract(ctx, borrowed, print)
	if err != nil {
		return nil, fmt.Errorf("read the catalog: %w", err)
	}
	if s, err = schema.ReadQueries(ctx, borrowed, print, s); err != nil {
		return nil, fmt.Errorf("read the queries of views: %w", err)
	}
	if c.known == nil {
		c.known = map[string]*schema.Snapshot{}
	}
	c.known[db] = s
	return s, nil
}

// eachAnswerable calls f for every question that can be answered, with what there is in its database, until f fails.
func eachAnswerable(ctx context.Context, d *Databases, questions []Question, f func(q *Question, snap *schema.Snapshot) error) error {
	catalogs := &Catalogs{Databases: d}
	for i := range questions {
		q := &questions[i]
		if q.Expect != "" || len(q.Accepted) == 0 {
			continue
		}
		snap, err := catalogs.snapshot(ctx, q.DB)
		if err == nil {
			err = f(q, snap)
		}
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
	}
	return nil
}
