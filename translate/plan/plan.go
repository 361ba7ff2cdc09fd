package plan

// Plan is the structured form of one SELECT. Plans are immutable: change a copy (see Clone). The zero value of a
// field means that the query lacks that part.
type Plan struct {
	// Reading restates in one sentence how the question was understood; it is shown before the rows.
	Reading string `json:"reading,omitempty"`
	// Assumptions were made with medium confidence; each is shown as a notice.
	Assumptions []string `json:"assumptions,omitempty"`

	With     []CTE     `json:"with,omitempty"`
	Select   []Output  `json:"select,omitempty"`
	Distinct bool      `json:"distinct,omitempty"`
	From     *Source   `json:"from,omitempty"`
	Joins    []Join    `json:"joins,omitempty"`
	Where    []Expr    `json:"where,omitempty"` // all must hold
	GroupBy  []Expr    `json:"group_by,omitempty"`
	Having   []Expr    `json:"having,omitempty"` // all must hold
	OrderBy  []Order   `json:"order_by,omitempty"`
	Limit    *int64    `json:"limit,omitempty"`
	Offset   *int64    `json:"offset,omitempty"`
	Combine  []Combine `json:"combine,omitempty"` // set operations, left to right; order and limit apply to the result
}

// Output is one column of the answer.
type Output struct {
	Expr Expr   `json:"expr"`
	As   string `json:"as,omitempty"` // column name, made unique by synthesis; empty: synthesis chooses one
}

// Source is one item of FROM. Exactly one of Table and Plan is set.
type Source struct {
	Schema string `json:"schema,omitempty"` // empty: a CTE of this plan, or a table on the search path
	Table  string `json:"table,omitempty"`
	Plan   *Plan  `json:"plan,omitempty"` // a derived table
	Alias  string `json:"alias"`          // unique within the plan; used in references; empty: the table's name
}

// JoinKind is the type of a join.
type JoinKind string

// The kinds of join.
const (
	Inner JoinKind = "inner"
	Left  JoinKind = "left"
	Right JoinKind = "right"
	Full  JoinKind = "full"
	Cross JoinKind = "cross"
)

// Join adds a source to those before it.
type Join struct {
	Kind   JoinKind `json:"kind"`
	Source Source   `json:"source"`
	On     []Expr   `json:"on,omitempty"` // all must hold; none only for Cross
}

// Order is one sort key.
type Order struct {
	Expr  Expr   `json:"expr"`
	Desc  bool   `json:"desc,omitempty"`
	Nulls string `json:"nulls,omitempty"` // "first", "last" or "" for PostgreSQL's default
}

// CTE is one WITH query.
type CTE struct {
	Name string `json:"name"`
	Plan *Plan  `json:"plan"`
}

// Combine is a set operation whose left side is the plan before it.
type Combine struct {
	Op   SetOp `json:"op"`
	All  bool  `json:"all,omitempty"`
	Plan *Plan `json:"plan"`
}

// SetOp is a set operation.
type SetOp string

// The set operations.
const (
	Union     SetOp = "union"
	Intersect SetOp = "intersect"
	Except    SetOp = "except"
)

// Sources returns the sources of this level: FROM, then the joins in order.
func (p *Plan) Sources() []*Source {
	var all []*Source
	if p.From != nil {
		all = append(all, p.From)
	}
	for i := range p.Joins {
		all = append(all, &p.Joins[i].Source)
	}
	return all
}

// Name returns the name by which column references call the source: its alias, or its table's name when it has none.
func (s *Source) Name() string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Table
}
