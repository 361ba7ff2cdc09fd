package retrieve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/schema"
)

// clerk is a Judge that finds the tables on its list relevant.
type clerk struct {
	needs   []string
	says    map[string]Judgement // verdicts that replace the one by the list, by table
	removes []string
	fail    func(tables []*schema.Table) error
	broken  bool // the later phases fail

	mu       sync.Mutex
	running  int
	together int // greatest number of concurrent calls
	calls    [][]string
	reviewed []string
	outlined []string
}

func (c *clerk) Judge(_ context.Context, tables []*schema.Table) ([]Judgement, error) {
	c.mu.Lock()
	c.running++
	c.together = max(c.together, c.running)
	c.calls = append(c.calls, names(tables))
	c.mu.Unlock()
	defer func() { c.mu.Lock(); c.running--; c.mu.Unlock() }()
	if c.fail != nil {
		if err := c.fail(tables); err != nil {
			return nil, err
		}
	}
	var all []Judgement
	for _, t := range tables {
		j, ok := c.says[t.Name]
		if !ok {
			j = Judgement{Relevant: slices.Contains(c.needs, t.Name), Confidence: 0.9, Reason: "as the list has it"}
		}
		j.Table = t
		all = append(all, j)
	}
	return all, nil
}

func (c *clerk) Review(_ context.Context, found []Judgement) ([]Removal, error) {
	if c.broken {
		return nil, errors.New("out of order")
	}
	var out []Removal
	for _, j := range found {
		c.reviewed = append(c.reviewed, j.Table.Name)
		if slices.Contains(c.removes, j.Table.Name) {
			out = append(out, Removal{j.Table, "another one holds it"})
		}
	}
	return out, nil
}

func (c *clerk) Outline(_ context.Context, chosen []Judgement) (string, error) {
	if c.broken {
		return "", errors.New("out of order")
	}
	for _, j := range chosen {
		c.outlined = append(c.outlined, j.Table.Name)
	}
	return "joins: " + strings.Join(c.outlined, " = "), nil
}

func reasonsOf(s Selection) map[string]string {
	all := map[string]string{}
	for _, c := range slices.Concat(s.Chosen, s.Removed) {
		all[c.Table.Name] = c.Reason
	}
	return all
}

func sortedNames(tables []*schema.Table) []string { return slices.Sorted(slices.Values(names(tables))) }

// TestIdentifyPhases checks that each table is judged by itself, the relevant ones are reviewed together, joins are
// completed, and the outline is about the chosen tables.
func TestIdentifyPhases(t *testing.T) {
	t.Parallel()
	s := thousand()
	const question = "drugs prescribed to patients"
	b := Budget{Mode: All, Tokens: 3000}
	c := &clerk{needs: []string{"drugs", "patients", "prescriptions", "archive_items"}, removes: []string{"archive_items"}}
	got, err := Identify(t.Context(), c, question, s, Select(question, s, b), b, Limits{CallTokens: 1000, CallTables: 7, Calls: 1000})
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, call := range c.calls {
		judged += len(call)
		if len(call) > 7 {
			t.Errorf("%d tables in one call", len(call))
		}
	}
	if judged != 1000 || len(got.Judgements) != 1000 {
		t.Errorf("%d tables asked about, %d judged", judged, len(got.Judgements))
	}
	if want := []string{"appointments", "drugs", "patients", "prescriptions"}; !cmp.Equal(sortedNames(got.Tables), want) {
		t.Errorf("chosen %v, want %v", sortedNames(got.Tables), want)
	}
	if len(c.reviewed) != 4 || len(c.outlined) != 4 || !strings.HasPrefix(got.Outline, "joins: ") {
		t.Errorf("reviewed %v, outlined %v, outline %q", c.reviewed, c.outlined, got.Outline)
	}
	reasons := reasonsOf(got)
	for name, want := range map[string]string{
		"drugs":         "judged relevant (0.90): as the list has it",
		"appointments":  "joins tables that were chosen",
		"archive_items": "left out when all were seen together: another one holds it",
		"clubs":         "judged irrelevant (0.90): as the list has it",
	} {
		if reasons[name] != want {
			t.Errorf("%s: %q, want %q", name, reasons[name], want)
		}
	}
	if c.together > 4 {
		t.Errorf("%d calls at a time", c.together)
	}
	if size := schema.Tokens(s, got.Tables, schema.Share{}); size > b.Tokens {
		t.Errorf("%d tokens", size)
	}
}

// TestIdentifyCallsStayWithinTokens checks that no call shows more of the schema than its limit, unless a single table
// exceeds it.
func TestIdentifyCallsStayWithinTokens(t *testing.T) {
	t.Parallel()
	s := thousand()
	b := Budget{Mode: All}
	c := &clerk{needs: []string{"drugs"}}
	if _, err := Identify(t.Context(), c, "drugs", s, Select("drugs", s, b), b, Limits{CallTokens: 600, Calls: 1000}); err != nil {
		t.Fatal(err)
	}
	for _, call := range c.calls {
		var tables []*schema.Table
		for _, name := range call {
			tables = append(tables, s.Named(name)...)
		}
		if n := schema.Tokens(s, tables, schema.Share{}); n > 600 && len(call) > 1 {
			t.Errorf("%d tokens in a call of %d tables", n, len(call))
		}
	}
}

// TestIdentifyFilterJudgesTheLikeliest checks that in mode Filter only the tables chosen by likeness are judged.
func TestIdentifyFilterJudgesTheLikeliest(t *testing.T) {
	t.Parallel()
	s := thousand()
	b := Budget{Mode: Filter, TopK: 8}
	const question = "drugs prescribed to patients"
	from := Select(question, s, b)
	c := &clerk{needs: []string{"drugs", "patients"}}
	got, err := Identify(t.Context(), c, question, s, from, b, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.calls) > 2 || len(got.Judgements) != len(from.Tables) || from.Whole {
		t.Errorf("%d calls, %d judged of %d, whole %v", len(c.calls), len(got.Judgements), len(from.Tables), from.Whole)
	}
	if want := []string{"appointments", "drugs", "patients", "prescriptions"}; !cmp.Equal(sortedNames(got.Tables), want) {
		t.Errorf("the join path is not whole: %v, want %v", sortedNames(got.Tables), want)
	}
}

// TestIdentifyWithABadJudge checks that likeness decides about tables without a verdict and when the judge fails.
func TestIdentifyWithABadJudge(t *testing.T) {
	t.Parallel()
	s := thousand()
	const question = "drugs prescribed to patients"
	b := Budget{Mode: All, Tokens: 3000}
	from := Select(question, s, b)
	down := errors.New("down")
	tests := []struct {
		name  string
		clerk *clerk
		want  []string // tables that must be chosen
		not   []string
		phase string
	}{
		{"finds nothing", &clerk{}, names(from.Tables), nil, "likeness decides"},
		{"fails", &clerk{fail: func([]*schema.Table) error { return down }}, names(from.Tables), nil, "calls failed"},
		{"fails once", &clerk{needs: []string{"wards"}, fail: func(tables []*schema.Table) error {
			if slices.Contains(names(tables), "drugs") {
				return down
			}
			return nil
		}}, []string{"drugs", "wards"}, []string{"clubs"}, "1 calls failed"},
		{"doubts its no", &clerk{needs: []string{"drugs"}, says: map[string]Judgement{"wards": {Confidence: 0.2}}}, []string{"drugs", "wards"}, nil, "judged"},
		{"leaves out everything", &clerk{needs: []string{"drugs", "patients"}, removes: []string{"drugs", "patients"}}, []string{"drugs", "patients"}, nil, "does not count"},
		{"breaks later", &clerk{needs: []string{"drugs", "patients"}, broken: true}, []string{"drugs", "patients"}, nil, "all of them stay"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := Identify(t.Context(), tt.clerk, question, s, from, b, Limits{CallTables: 10, Calls: 1000})
			if err != nil {
				t.Fatal(err)
			}
			chosen := names(got.Tables)
			for _, n := range tt.want {
				if !slices.Contains(chosen, n) {
					t.Errorf("%s is missing among %v", n, chosen)
				}
			}
			for _, n := range tt.not {
				if slices.Contains(chosen, n) {
					t.Errorf("%s is among %v", n, chosen)
				}
			}
			if !strings.Contains(fmt.Sprint(got.Phases), tt.phase) {
				t.Errorf("phases %v do not tell %q", got.Phases, tt.phase)
			}
		})
	}
}

func TestIdentifyEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := thousand()
	ctx, cancel := context.WithCancel(t.Context())
	c := &clerk{fail: func([]*schema.Table) error { cancel(); return nil }}
	if _, err := Identify(ctx, c, "drugs", s, Select("drugs", s, Budget{}), Budget{Mode: All}, Limits{Parallel: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if len(c.calls) > 2 {
		t.Errorf("%d calls after the end", len(c.calls))
	}
}

// TestIdentifyKeepsWhatIsSettled checks that neither the budget nor the review removes a table that the user named.
func TestIdentifyKeepsWhatIsSettled(t *testing.T) {
	t.Parallel()
	s := thousand()
	clubs := s.Table("public", "clubs")
	b := Budget{Mode: All, Tokens: 3000, Keep: []*schema.Table{clubs}}
	c := &clerk{needs: []string{"drugs", "patients", "clubs"}, removes: []string{"clubs"}}
	got, err := Identify(t.Context(), c, "drugs of patients", s, Select("drugs of patients", s, b), b, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(got.Tables, clubs) {
		t.Errorf("chosen: %v", names(got.Tables))
	}
}

// TestModes checks that Auto takes everything that fits, and else lets all tables of a small schema and the likeliest
// of a large one be judged.
func TestModes(t *testing.T) {
	t.Parallel()
	large := thousand()
	small := schema.New(schema.Snapshot{Tables: large.Tables[:40]})
	for _, tt := range []struct {
		s     *schema.Snapshot
		mode  Mode
		want  Mode
		whole bool
	}{{large, Auto, Filter, false}, {small, Auto, All, false}, {large, "", Filter, false}, {large, All, All, false}, {small, Filter, Filter, false}} {
		b := Budget{Mode: tt.mode, Tokens: 500}
		if got := b.For(tt.s).Mode; got != tt.want {
			t.Errorf("%s over %d tables: %s, want %s", tt.mode, len(tt.s.Tables), got, tt.want)
		}
		if got := Select("drugs", tt.s, b).Whole; got != tt.whole {
			t.Errorf("%s over %d tables: whole %v", tt.mode, len(tt.s.Tables), got)
		}
	}
	if !Select("drugs", small, Budget{Tokens: 1 << 20}).Whole || Select("drugs", small, Budget{Mode: Filter, Tokens: 1 << 20}).Whole {
		t.Error("auto leaves tables out although all fit, or filter takes all")
	}
}
