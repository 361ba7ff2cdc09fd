package reads

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/guard/cost"
)

// Estimate is the planner's estimate for a statement.
type Estimate struct {
	Cost  float64 // in the planner's units, where one sequential page read is 1
	Rows  float64
	lists float64 // bytes of the lists that it collects
}

// Check returns why a statement of this estimate is not run, or nil.
func (e Estimate) Check(ceiling float64) error {
	if ceiling > 0 && e.Cost > ceiling {
		return diagnose.TooExpensive(e.Cost, ceiling)
	}
	if e.lists > cost.MaxGathered {
		return diagnose.TooLongLists(e.lists)
	}
	return nil
}

// planTimeout bounds EXPLAIN, which folds constants and may wait for locks.
const planTimeout = "10s"

// Estimate asks the server to plan a proven statement as the caller, read-only and under the search_path with which it
// will run.
func (r Reader) Estimate(ctx context.Context, v guard.Verdict) (Estimate, error) {
	res, err := r.Conn.ReadOnly(ctx, r.settings(planTimeout), explaining(v))
	if err != nil {
		return Estimate{}, err
	}
	return r.readEstimate(v, res)
}

// dear reports whether a statement takes more than is allowed, or nobody knows what.
func (r Reader) dear(v guard.Verdict, explained []borrow.Result) bool {
	est, err := r.readEstimate(v, explained)
	return err != nil || est.Check(r.MaxCost) != nil
}

// explaining is the statement that estimates what a proven one takes. VERBOSE says which node of its plan collects
// lists.
func explaining(v guard.Verdict) borrow.Statement {
	options := "FORMAT JSON"
	if v.Lists {
		options += ", VERBOSE"
	}
	return borrow.SQL("EXPLAIN (" + options + ") " + v.Sent).As("explain")
}

func (r Reader) readEstimate(v guard.Verdict, res []borrow.Result) (Estimate, error) {
	if len(res) != 1 || len(res[0].Rows) == 0 || len(res[0].Rows[0]) == 0 {
		return Estimate{}, errors.New("EXPLAIN returned nothing")
	}
	var plans []struct {
		Plan struct {
			TotalCost float64 `json:"Total Cost"`
			Rows      float64 `json:"Plan Rows"`
		}
	}
	if err := json.Unmarshal(res[0].Rows[0][0], &plans); err != nil || len(plans) == 0 {
		return Estimate{}, fmt.Errorf("read EXPLAIN's JSON: %w", err)
	}
	est := Estimate{Cost: plans[0].Plan.TotalCost, Rows: plans[0].Plan.Rows}
	if !v.Lists {
		return est, nil
	}
	var err error
	est.lists, err = cost.Gathered(res[0].Rows[0][0], r.Facts)
	return est, err
}
