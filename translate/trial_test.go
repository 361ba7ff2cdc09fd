package translate

import (
	"errors"
	"strings"
	"testing"
)

// TestReadingsAreTried: the best readings of the built-in translator are run before one is chosen, proven, read-only,
// and told of before; not where the statement is only to be shown, inside the user's transaction, or beyond the
// ceiling on costs.
func TestReadingsAreTried(t *testing.T) {
	t.Parallel()
	const text = "How many customers are there?"
	for name, tt := range map[string]struct {
		cfg   Config
		verb  Verb
		begin bool
		tried bool
	}{
		"a question":       {tried: true},
		"only shown":       {verb: SQL},
		"in a transaction": {begin: true},
		"dear":             {cfg: Config{MaxCost: 1e-9}},
		"within the costs": {cfg: Config{MaxCost: 1e9}, tried: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.cfg.Engine = EngineBuiltin
			d := setup(t, tt.cfg)
			if tt.begin {
				if _, err := d.pg.Exec(t.Context(), "BEGIN").ReadAll(); err != nil {
					t.Fatal(err)
				}
			}
			said := &notebook{}
			answer, _, err := d.ask(t, Question{ID: "0123456789ab", Text: text, Verb: tt.verb, Witness: said})
			if err != nil && Code(err) != CodeBudget {
				t.Fatal(err)
			}
			tried := 0
			for _, s := range said.told {
				if s.Own == OwnTrial {
					tried++
					if !strings.HasSuffix(s.SQL, " /* pgask 0123456789ab trial */") || len(s.Relations) == 0 {
						t.Errorf("told %+v", s)
					}
				}
			}
			if (tried > 0) != tt.tried || tried > 3 {
				t.Errorf("%d readings were tried", tried)
			}
			if tt.tried && (answer == nil || len(d.runner.ran) != 1) {
				t.Errorf("%+v, ran %v", answer, d.runner.ran)
			}
		})
	}
}

// TestTrialsAreRecordedFirst: what cannot be recorded is not tried, and the question fails.
func TestTrialsAreRecordedFirst(t *testing.T) {
	t.Parallel()
	full := &Error{Code: CodeAudit, Message: "disk full"}
	d := setup(t, Config{Engine: EngineBuiltin})
	if _, _, err := d.ask(t, Question{Text: "How many customers are there?", Witness: &notebook{fail: full}}); !errors.Is(err, full) || len(d.runner.ran) > 0 {
		t.Errorf("got %v", err)
	}
}
