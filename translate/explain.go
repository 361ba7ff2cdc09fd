package translate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pgask/pgask/translate/borrow"
)

// estimate is the planner's estimate for a statement.
type estimate struct {
	cost float64 // in the planner's units, where one sequential page read is 1
	rows float64
}

// planTimeout bounds EXPLAIN, which folds constants and may wait for locks.
const planTimeout = "10s"

// estimate asks the server to plan the proven statement as the caller, read-only and under the search_path with which
// it will run.
func (w *work) estimate(ctx context.Context) (estimate, error) {
	settings := w.trialSettings(planTimeout, w.answer.Statement.SearchPath)
	res, err := w.conn.ReadOnly(ctx, settings, explaining(w.verdict))
	if err != nil {
		return estimate{}, err
	}
	return readEstimate(res)
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

func readEstimate(res []borrow.Result) (estimate, error) {
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
	return estimate{plans[0].Plan.TotalCost, plans[0].Plan.Rows}, nil
}
