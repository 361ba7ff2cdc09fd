package translate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// In a REPEATABLE READ or SERIALIZABLE transaction every query reads the catalog as it was at the first statement, and PostgreSQL
// itself resolves names, views and policies as they are now. A proof by what was read there may be about a view that was replaced
// an hour ago, and nothing that may be called in such a transaction shows its definition as it is now. So once the transaction is
// older than Config.SnapshotAge, a statement may read only what has no definition that runs: tables without row-level security,
// and materialised views. That these are still the same relations is asked of functions that look into the server's caches, which
// are current.

// replacedSQL counts the relations that bear other names now than they did, or have row-level security.
const replacedSQL = `SELECT pg_catalog.count(*)
	FROM pg_catalog.json_to_recordset($1::pg_catalog.json) AS r (space pg_catalog.text, name pg_catalog.text, id pg_catalog.oid)
	WHERE NOT coalesce(pg_catalog.to_regclass(pg_catalog.format('%I.%I', r.space, r.name))::pg_catalog.oid OPERATOR(pg_catalog.=) r.id, false)
		OR pg_catalog.row_security_active(r.id)`

// knownRelation is a relation by the name and the number that a snapshot has of it.
type knownRelation struct {
	Space string `json:"space"`
	Name  string `json:"name"`
	OID   uint32 `json:"id"`
}

// certain refuses what was proven by a snapshot too old to tell.
func (a *Agent) certain(ctx context.Context, conn *borrow.Conn, print schema.Print, snap *schema.Snapshot, relations []string) error {
	if !print.OneSnapshot || print.Age <= a.cfg.SnapshotAge {
		return nil
	}
	var plain []knownRelation
	for _, t := range snap.Tables {
		switch {
		case !slices.Contains(relations, t.Qualified()), a.guard.Exempts(t.Schema, t.Name):
		case t.Kind == schema.View:
			return refused(uncertain(t.Qualified(), "is a view"))
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
	res, err := conn.Query(ctx, borrow.SQL(replacedSQL, string(list)).As("fingerprint"))
	switch {
	case err != nil:
		return fmt.Errorf("look whether relations are the same: %w", err)
	case len(res) != 1 || len(res[0].Rows) != 1 || string(res[0].Rows[0][0]) != "0":
		return refused(uncertain("what it reads", "was replaced, or has row-level security"))
	}
	return nil
}

func uncertain(name, is string) guard.Verdict {
	return guard.Verdict{Decision: guard.Unsafe, Rule: guard.RuleStale, Name: name, Why: name + " " + is +
		", and this REPEATABLE READ or SERIALIZABLE transaction shows the catalog as it was when it began: ask at its beginning, in a READ COMMITTED transaction, or outside"}
}
