package reads

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// Prove checks a draft with the guard. It returns the facts that the proof relies on: Facts, or what the draft names
// read again where these are stale. ownPath says that the statement will run under a search_path of ours. An error
// means that the connection failed, the context ended, or nothing can be proven in the caller's transaction.
func (r Reader) Prove(ctx context.Context, draft string, ownPath bool) (*schema.Snapshot, guard.Verdict, error) {
	facts, err := r.current(ctx, draft)
	if err != nil {
		return nil, guard.Verdict{}, err
	}
	v := r.Guard.Check(draft, guard.Facts{Snapshot: facts, OwnPath: ownPath})
	if v.Decision == guard.Allow {
		err = r.certain(ctx, facts, v.Relations)
	}
	return facts, v, err
}

// current returns facts that a proof may rely on. A stale snapshot may be used for a plan, never for a proof: current
// reads the names in the draft again, as the caller, in one round trip. If that fails, it returns the stale snapshot,
// which makes the guard refuse. An error means that the connection failed or the context ended.
func (r Reader) current(ctx context.Context, draft string) (*schema.Snapshot, error) {
	snap := r.Facts
	if !snap.Stale {
		return snap, nil
	}
	fresh, err := schema.Reread(ctx, r.Conn, r.Print, r.Guard.Named(draft))
	var refused *pgconn.PgError
	switch {
	case err == nil:
		fresh.Datasource = snap.Datasource
		return fresh, nil
	case errors.As(err, &refused) && ctx.Err() == nil:
		return snap, nil
	}
	return nil, fmt.Errorf("read about what the statement names: %w", err)
}

// In a REPEATABLE READ or SERIALIZABLE transaction every query sees the catalog as it was at the first statement,
// while PostgreSQL itself resolves names, views and policies as they are now. A proof from that catalog may be about
// a view that was replaced an hour ago, and nothing that may be called in such a transaction shows the current
// definition. Once the transaction is older than Reader.OldAge, a statement may therefore read only relations
// without a definition that runs: tables without row-level security, and materialised views. Functions that read the
// server's caches, which are current, confirm that these are still the same relations.

// replacedSQL counts the relations that have another name now, or have row-level security.
const replacedSQL = `SELECT pg_catalog.count(*)
	FROM pg_catalog.json_to_recordset($1::pg_catalog.json) AS r (space pg_catalog.text, name pg_catalog.text, id pg_catalog.oid)
	WHERE NOT coalesce(pg_catalog.to_regclass(pg_catalog.format('%I.%I', r.space, r.name))::pg_catalog.oid OPERATOR(pg_catalog.=) r.id, false)
		OR pg_catalog.row_security_active(r.id)`

// knownRelation is a relation with its name and number from a snapshot.
type knownRelation struct {
	Space string `json:"space"`
	Name  string `json:"name"`
	OID   uint32 `json:"id"`
}

// certain returns an error if the snapshot is too old for a proof about these relations.
func (r Reader) certain(ctx context.Context, snap *schema.Snapshot, relations []string) error {
	if !r.Print.OneSnapshot || r.Print.Age <= r.OldAge {
		return nil
	}
	var plain []knownRelation
	for _, t := range snap.Tables {
		switch {
		case !slices.Contains(relations, t.Qualified()), r.Guard.Exempts(t.Schema, t.Name):
		case t.Kind == schema.View:
			return diagnose.Refused(uncertain(t.Qualified(), "is a view"))
		default:
			plain = append(plain, knownRelation{t.Schema, t.Name, t.OID})
		}
	}
	if len(plain) == 0 {
		return nil
	}
	list, err := json.Marshal(plain)
	if err != nil {
		return fmt.Errorf("write relations: %w", err)
	}
	res, err := r.Conn.Query(ctx, borrow.SQL(replacedSQL, string(list)).As("fingerprint"))
	switch {
	case err != nil:
		return fmt.Errorf("look whether relations are the same: %w", err)
	case len(res) != 1 || len(res[0].Rows) != 1 || string(res[0].Rows[0][0]) != "0":
		return diagnose.Refused(uncertain("what it reads", "was replaced, or has row-level security"))
	}
	return nil
}

func uncertain(name, is string) guard.Verdict {
	return guard.Verdict{Decision: guard.Unsafe, Rule: guard.RuleStale, Name: name, Why: name + " " + is +
		", and this REPEATABLE READ or SERIALIZABLE transaction shows the catalog as it was when it began: ask at its beginning, in a READ COMMITTED transaction, or outside"}
}
