package translate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/guard/cost"
	"github.com/pgask/pgask/translate/schema"
)

// estimate is the planner's estimate for a statement.
type estimate struct {
	cost  float64 // in the planner's units, where one sequential page read is 1
	rows  float64
	lists float64 // bytes of the lists that it collects
}

// check returns why a statement of this estimate is not run, or nil.
func (e estimate) check(ceiling float64) error {
	if ceiling > 0 && e.cost > ceiling {
		return diagnose.TooExpensive(e.cost, ceiling)
	}
	if e.lists > cost.MaxGathered {
		return diagnose.TooLongLists(e.lists)
	}
	return nil
}

// planTimeout bounds EXPLAIN, which folds constants and may wait for locks.
const planTimeout = "10s"

// estimate asks the server to plan the proven statement as the caller, read-only and under the search_path with which
// it will run.
func (w *work) estimate(ctx context.Context) (estimate, error) {
	settings := w.trialSettings(planTimeout, w.answer.Statement.SearchPath)
	res, err := w.conn.ReadOnly(ctx, settings, explaining(w.verdict))
	if err != nil {
		return estimate{}, Statement{renamed: w.verdict.Renamed}.Worded(err)
	}
	return readEstimate(w.verdict, w.facts, res)
}

// explaining is the statement that estimates what a proven one takes. VERBOSE says which node of its plan collects lists.
func explaining(v guard.Verdict) borrow.Statement {
	options := "FORMAT JSON"
	if v.Lists {
		options += ", VERBOSE"
	}
	return borrow.SQL("EXPLAIN (" + options + ") " + v.Sent).As("explain")
}

// trialSettings returns what is set locally while a proven statement is planned or tried. They hold in the caller's
// transaction, too, because there Conn.ReadOnly rolls back to its savepoint. JIT is off because LLVM checks neither for a
// cancel nor for a timeout.
func (w *work) trialSettings(timeout, searchPath string) map[string]string {
	settings := map[string]string{"statement_timeout": timeout, "jit": "off"}
	if w.print.Encoding != "SQL_ASCII" { // SQL_ASCII cannot be converted
		settings["client_encoding"] = "UTF8"
	}
	if searchPath != "" {
		settings["search_path"] = searchPath
	}
	return settings
}

func readEstimate(v guard.Verdict, facts *schema.Snapshot, res []borrow.Result) (estimate, error) {
	if len(res) != 1 || len(res[0].Rows) == 0 || len(res[0].Rows[0]) == 0 {
		return estimate{}, errors.New("EXPLAIN returned nothing")
	}
	var plans []struct {
		Plan struct {
			TotalCost float64 `json:"Total Cost"`
			Rows      float64 `json:"Plan Rows"`
		}
	}
	if err := json.Unmarshal(res[0].Rows[0][0], &plans); err != nil || len(plans) == 0 {
		return estimate{}, fmt.Errorf("read EXPLAIN's JSON: %w", err)
	}
	est := estimate{cost: plans[0].Plan.TotalCost, rows: plans[0].Plan.Rows}
	if !v.Lists {
		return est, nil
	}
	var err error
	est.lists, err = cost.Gathered(res[0].Rows[0][0], facts)
	return est, err
}
