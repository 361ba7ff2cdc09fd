package guard

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pgask/pgask/translate/guard/normal"
)

// Decision is the outcome of the check of a statement.
type Decision byte

// The decisions. After Invalid another draft may be tried; Unsafe is final.
const (
	Invalid Decision = iota
	Unsafe
	Allow
)

func (d Decision) String() string {
	switch d {
	case Allow:
		return "allow"
	case Unsafe:
		return "unsafe"
	}
	return "invalid"
}

// Verdict is the result of the check of one statement. SQL and Sent are set for Allow only.
type Verdict struct {
	Decision Decision
	Rule     string // machine name of the rule that refused; one of the Rule constants
	Why      string // one sentence for the user
	Name     string // the offending name, when there is one
	// SQL is the statement as people read it: the draft, with relations schema-qualified where the facts allow. Checked
	// again, it gives the same Sent.
	SQL string
	// Sent is the statement as the server gets it. Run this text, and no other.
	Sent string
	// Renamed is what has another name in Sent than in SQL.
	Renamed normal.Renames
	// Lists is set where the statement collects lists of rows. How long they are is known when it is planned:
	// cost.Gathered.
	Lists bool
	// Relations, Columns and Functions are those that the statement uses, sorted; relations and columns as far as the
	// facts name them.
	Relations, Columns, Functions []string
}

// The rules, as they appear in verdicts and audit records.
const (
	RuleBounds     = "bounds"      // too long, too deep, too many of something
	RuleEncoding   = "encoding"    // not clean UTF-8
	RuleStale      = "stale"       // the catalog has changed since the facts were read
	RuleSyntax     = "syntax"      // not parseable
	RuleSingle     = "single"      // not exactly one statement
	RuleSelect     = "select_only" // another kind of statement
	RuleWrites     = "writes"      // SELECT INTO, a writing CTE
	RuleLocks      = "locks"       // FOR UPDATE and the like
	RuleNode       = "node"        // a construct that is not on the closed list
	RuleFunction   = "function"    // a function that is unlisted or refused
	RuleOperator   = "operator"    // an operator that is unlisted
	RuleType       = "type"        // a type that is unlisted
	RuleShadowed   = "shadowed"    // a name that the caller's search_path redefines
	RuleRelation   = "relation"    // an unknown relation, or one of a kind that is not read
	RuleDatabase   = "database"    // a name of another database
	RuleColumn     = "column"      // an unknown column: functional notation could call a function
	RuleDefinition = "definition"  // a view or a policy that runs or reads what a statement may not
	RuleCatalog    = "catalog"     // a relation of the system
	RuleSecret     = "secret"      // a relation of the system that holds secrets
	RulePolicy     = "policy"      // forbidden by configuration
	RuleSize       = "size"        // a constant that makes a huge value or series
	RuleRecursion  = "recursion"   // recursion without a bound
	RuleUnfaithful = "unfaithful"  // the text written back does not mean the same
)

// finding is a reason to refuse.
type finding struct {
	decision   Decision
	rule       string
	name       string
	why        string
	resolvable bool // the rest of the analysis still makes sense and may find something worse
}

func invalid(rule, name, format string, args ...any) *finding {
	return &finding{decision: Invalid, rule: rule, name: name, why: fmt.Sprintf(format, args...), resolvable: true}
}

func unsafe(rule, name, format string, args ...any) *finding {
	return &finding{decision: Unsafe, rule: rule, name: name, why: fmt.Sprintf(format, args...)}
}

// worse reports whether f should replace other: the first finding is kept, unless a later one is final.
func (f *finding) worse(other *finding) bool {
	return f != nil && (other == nil || (f.decision == Unsafe && other.decision != Unsafe))
}

func (f *finding) verdict() Verdict {
	return Verdict{Decision: f.decision, Rule: f.rule, Name: f.name, Why: f.why}
}

// names is a set of names.
type names map[string]bool

func (n *names) add(s string) {
	if *n == nil {
		*n = make(names)
	}
	(*n)[s] = true
}

func (n names) sorted() []string { return slices.Sorted(maps.Keys(n)) }
