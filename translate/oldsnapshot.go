package translate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// In a REPEATABLE READ or SERIALIZABLE transaction every query sees the catalog as it was at the first statement,
// while PostgreSQL itself resolves names, views and policies as they are now. A proof from that catalog may be about
// a view that was replaced an hour ago, and nothing that may be called in such a transaction shows the current
// definition. Once the transaction is older than Config.SnapshotAge, a statement may therefore read only relations
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
func (a *Agent) certain(ctx context.Context, conn *borrow.Conn, print schema.Print, snap *schema.Snapshot, relations []string) error {
	if !print.OneSnapshot || print.Age <= a.cfg.SnapshotAge {
		return nil
	}
	var plain []knownRelation
	for _, t := range snap.Tables {
		switch {
		case !slices.Contains(relations, t.Qualified()), a.guard.Exempts(t.Schema, t.Name):
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
	res, err := conn.Query(ctx, borrow.SQL(replacedSQL, string(list)).As("fingerprint"))
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
