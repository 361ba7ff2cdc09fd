package cost

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// MaxGathered is how many bytes of a server's memory the lists may take that a statement collects from rows. Neither
// work_mem nor a timeout bounds them: array_agg over five million names takes a second, and almost a gigabyte.
const MaxGathered = 256e6

// What a row takes that is collected, in bytes, as TestGathered measures it: something, and a multiple of the width
// that the planner gives it. Lists grow by doubling, and are written as text twice before they are sent.
const (
	gatheredRow   = 48
	gatheredWidth = 8
	unpackedWidth = 32  // of jsonb, and of whole rows, which hold their attributes unpacked
	unpackedValue = 220 // each key and value of jsonb, which is a node of a tree
	unpackedField = 250 // each column of a whole row
	hashedRow     = 100 // of a hash table that is not put into files
	// rangeText is what a range takes as text, all of which is in memory while a list of ranges, or a multirange, is
	// written. That is not interrupted.
	rangeText = 4_000
)

// Groups whose lists are in memory at once: a hashed aggregate puts what does not fit into files, and a sorted one
// has one group at a time, which may be ten times as long as most.
const (
	hashedGroups = 4_000
	sortedGroups = 10
)

// Gathered returns about how many bytes a statement takes for lists, by its plan: what EXPLAIN (VERBOSE, FORMAT JSON)
// printed. The planner knows how many rows the conditions leave, and so what a bound on the statement alone could not
// tell.
func Gathered(explained []byte, snapshot *schema.Snapshot) (float64, error) {
	var plans []struct{ Plan planNode }
	if err := json.Unmarshal(explained, &plans); err != nil {
		return 0, fmt.Errorf("read EXPLAIN's JSON: %w", err)
	}
	all := 0.0
	for _, p := range plans {
		g := gathering{snapshot: snapshot, tables: map[string]*schema.Table{}}
		g.name(&p.Plan)
		g.node(&p.Plan)
		all += g.bytes
	}
	return min(all, huge), nil
}

// planNode is a node of a plan.
type planNode struct {
	Type     string  `json:"Node Type"`
	Strategy string  // of an aggregate
	Role     string  `json:"Parent Relationship"`
	Subplan  string  `json:"Subplan Name"`
	Rows     float64 `json:"Plan Rows"`
	Width    float64 `json:"Plan Width"`
	Output   []string
	Filter   string // of an aggregate: HAVING
	Schema   string
	Relation string `json:"Relation Name"`
	Alias    string
	Plans    []*planNode
}

type gathering struct {
	snapshot *schema.Snapshot
	tables   map[string]*schema.Table // by alias, which is one in the whole statement
	bytes    float64
	ranged   bool // ranges are made or read somewhere
}

func (g *gathering) name(n *planNode) {
	if n.Relation != "" && g.snapshot != nil {
		g.tables[n.Alias] = g.snapshot.Table(n.Schema, n.Relation)
	}
	for _, out := range n.Output {
		g.ranged = g.ranged || ranging.MatchString(out) || g.readsRange(out)
	}
	for _, below := range n.Plans {
		g.name(below)
	}
}

// node counts the lists that a node and those below it have in memory. It returns how long all of them are together,
// which is what a list of them takes.
func (g *gathering) node(n *planNode) (made float64) {
	var input *planNode
	for _, below := range n.Plans {
		made += g.node(below)
		if below.Role == "Outer" {
			input = below
		}
	}
	rows, row := n.Rows, 0.0
	switch {
	case input != nil && (n.Type == "Aggregate" || n.Type == "WindowAgg"):
		rows, row = g.collects(n, input)
	case (n.Role == "SubPlan" || n.Role == "InitPlan") && !strings.HasPrefix(n.Subplan, "CTE "): // it may be that of ARRAY(SELECT …)
		row = gatheredRow + gatheredWidth*g.wide(n)
		if g.holdsRange(strings.Join(n.Output, ", ")) {
			row += rangeText
		}
	}
	if row == 0 {
		return made
	}
	made = min(made+times(rows, row), huge)
	g.bytes = min(g.bytes+made*n.resident(), huge)
	return made
}

// resident is the share of an aggregate's groups that are in memory at once.
func (n *planNode) resident() float64 {
	switch {
	case n.Type == "Aggregate" && n.Strategy == "Hashed":
		return min(1, hashedGroups/max(1, n.Rows))
	case n.Type == "Aggregate" && n.Strategy == "Sorted":
		return min(1, sortedGroups/max(1, n.Rows))
	}
	return 1
}

var (
	collecting = regexp.MustCompile(`(?i)\b(array_agg|string_agg|range_agg|xmlagg|jsonb?(?:_object)?_agg(?:_strict|_unique)*` +
		`|json_(?:array|object)agg` +
		`|st_(?:collect|union|memunion|makeline|polygonize|cluster\w+|asmvt\w*|asgeobuf|asflatgeobuf))\(`)
	reference = regexp.MustCompile(`("(?:[^"]|"")+"|[\pL_][\pL\pN_$]*)\.("(?:[^"]|"")+"|[\pL_][\pL\pN_$]*|\*)`)
)

// ranging matches what makes ranges: int4range(…), range_agg(…), and casts to the types.
var ranging = regexp.MustCompile(`(?i)range(?:"?\(|_agg\(|_intersect_agg\()|::[\w".]*range\b`)

// readsRange reports whether an expression reads a column of a range type.
func (g *gathering) readsRange(out string) bool {
	for _, ref := range reference.FindAllStringSubmatch(out, -1) {
		t := g.tables[unquoted(ref[1])]
		if t == nil {
			continue
		}
		if c := t.Column(unquoted(ref[2])); c != nil && strings.HasSuffix(c.TypeName, "range") {
			return true
		}
	}
	return false
}

// holdsRange reports whether a range may be among the values of an expression: where it reads a subquery, if one is
// anywhere.
func (g *gathering) holdsRange(out string) bool {
	elsewhere := false
	for _, ref := range reference.FindAllStringSubmatch(out, -1) {
		elsewhere = elsewhere || ref[2] == "*" || g.tables[unquoted(ref[1])] == nil
	}
	return ranging.MatchString(out) || g.readsRange(out) || elsewhere && g.ranged
}

// collects returns how many rows an aggregate collects, and what each of them takes; 0 if it collects none.
func (g *gathering) collects(n, input *planNode) (rows, row float64) {
	used := map[string]float64{} // a column counts as often as it is collected; others share the width of the row
	often, distinct, fixed, width := 1.0, 0.0, 0.0, float64(gatheredWidth)
	for _, out := range append(n.Output[:len(n.Output):len(n.Output)], n.Filter) {
		calls := float64(len(collecting.FindAllString(out, -1)))
		if calls == 0 {
			continue
		}
		fixed += calls * gatheredRow
		if g.holdsRange(out) {
			fixed += calls * rangeText
		}
		refs := reference.FindAllStringSubmatch(out, -1)
		binary := strings.Contains(strings.ToLower(out), "jsonb")
		if binary {
			fixed, width = fixed+unpackedValue*fields([]string{out}), unpackedWidth
		}
		for _, ref := range refs {
			used[ref[0]]++
			often = max(often, used[ref[0]])
			if ref[2] != "*" {
				continue
			}
			width = unpackedWidth
			fixed += unpackedField * fields(input.Output)
		}
		distinct = max(distinct, g.different(out, calls, refs, input.Rows))
	}
	if fixed == 0 {
		return 0, 0
	}
	return min(input.Rows, distinct), fixed + width*often*g.wide(input)
}

// fields is the number of values in a row, which may be put together as ROW(a, b).
func fields(row []string) (n float64) {
	for _, out := range row {
		n += float64(1 + strings.Count(out, ","))
	}
	return n
}

// wide is the width of a row, or of what its values are made of: the planner takes any text that an expression makes
// for 32 bytes.
func (g *gathering) wide(n *planNode) float64 {
	stored := true
	for _, out := range n.Output {
		ref := reference.FindStringSubmatch(out)
		column := ref != nil && ref[0] == out && g.tables[unquoted(ref[1])] != nil
		stored = stored && (column || strings.HasPrefix(out, "NULL::"))
	}
	if stored {
		return n.Width
	}
	below := 0.0
	for _, p := range n.Plans {
		if p.Role == "Outer" || p.Role == "Inner" || p.Role == "Subquery" {
			below += g.wide(p)
		}
	}
	return max(n.Width, below)
}

// different returns how many different values an expression collects at most: those of its only column, for DISTINCT.
func (g *gathering) different(out string, calls float64, refs [][]string, rows float64) float64 {
	if calls != 1 || len(refs) != 1 || !strings.Contains(out, "(DISTINCT ") {
		return rows
	}
	t := g.tables[unquoted(refs[0][1])]
	if t == nil {
		return rows
	}
	switch c := t.Column(unquoted(refs[0][2])); {
	case c == nil || c.Profile.Distinct == 0:
		return rows
	case c.Profile.Distinct < 0:
		return -c.Profile.Distinct * max(t.Rows, 0)
	default:
		return c.Profile.Distinct
	}
}

func unquoted(name string) string {
	if inside, ok := strings.CutPrefix(name, `"`); ok {
		return strings.ReplaceAll(strings.TrimSuffix(inside, `"`), `""`, `"`)
	}
	return name
}
