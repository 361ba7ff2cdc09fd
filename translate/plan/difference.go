package plan

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
)

// Renamed is a wrong name in a statement that failed, and the name that replaces it in a statement that worked.
type Renamed struct {
	Table    string // of a column, as the statement that worked names it; empty for tables
	From, To string
}

// Change is a clause that differs between a statement that failed and one that worked, without constants.
type Change struct {
	Clause   string // GROUP BY, WHERE, …
	From, To string
}

// maxCompared bounds the compared statements, in bytes, because the parser's recursion has no bound of its own.
const maxCompared = maxFragmentBytes

// Difference compares the trees of a statement that failed and one that worked. exists reports whether the catalog
// has a table, or a column of it when column is not empty: only names that are not in the catalog count as renamed.
// Constants are left out of both results.
func Difference(failed, worked string, exists func(table, column string) bool) ([]Renamed, []Change, error) {
	a, err := readNames(failed)
	if err != nil {
		return nil, nil, err
	}
	b, err := readNames(worked)
	if err != nil {
		return nil, nil, err
	}
	renamed := renamedTables(a, b, exists)
	renamed = append(renamed, renamedColumns(a, b, renamed, exists)...)
	return renamed, changes(a, b), nil
}

// statementNames holds the names in a statement, in the order of its tree.
type statementNames struct {
	tree    *pg.SelectStmt
	tables  []string          // without CTEs
	columns []Ref             // Alias is the table where that is known
	alias   map[string]string // to table
}

func readNames(sql string) (*statementNames, error) {
	if len(sql) > maxCompared {
		return nil, fmt.Errorf("longer than %d bytes", maxCompared)
	}
	if err := boundFragment(sql); err != nil {
		return nil, err
	}
	tree, err := pg.Parse(sql)
	if err != nil {
		return nil, err
	}
	if len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetSelectStmt() == nil {
		return nil, ErrFragment
	}
	s := &statementNames{tree: tree.Stmts[0].Stmt.GetSelectStmt(), alias: map[string]string{}}
	ctes := map[string]bool{}
	WalkNode(tree.Stmts[0].Stmt, func(n *pg.Node) bool {
		for _, c := range n.GetSelectStmt().GetWithClause().GetCtes() {
			ctes[c.GetCommonTableExpr().GetCtename()] = true
		}
		return true
	})
	WalkNode(tree.Stmts[0].Stmt, func(n *pg.Node) bool {
		if rel := n.GetRangeVar(); rel != nil && !ctes[rel.Relname] {
			s.tables = append(s.tables, rel.Relname)
			s.alias[rel.Relname] = rel.Relname
			if a := rel.GetAlias().GetAliasname(); a != "" {
				s.alias[a] = rel.Relname
			}
		}
		if parts, ok := ColumnName(n); ok {
			r := Ref{Column: parts[len(parts)-1]}
			if len(parts) > 1 {
				r.Alias = parts[len(parts)-2]
			}
			s.columns = append(s.columns, r)
		}
		return true
	})
	for i, c := range s.columns {
		switch t, ok := s.alias[c.Alias]; {
		case ok:
			s.columns[i].Alias = t
		case c.Alias == "" && len(s.tables) == 1:
			s.columns[i].Alias = s.tables[0]
		}
	}
	return s, nil
}

// renamedTables pairs the tables that are not in the catalog with those that replace them: by position when both
// statements read equally many, else by alias, else when there is one of each.
func renamedTables(a, b *statementNames, exists func(string, string) bool) []Renamed {
	var found []Renamed
	add := func(from, to string) {
		r := Renamed{From: from, To: to}
		if !slices.Contains(found, r) {
			found = append(found, r)
		}
	}
	if len(a.tables) == len(b.tables) {
		for i, from := range a.tables {
			if to := b.tables[i]; !exists(from, "") && exists(to, "") {
				add(from, to)
			}
		}
		return found
	}
	missing, fresh := without(a.tables, func(t string) bool { return exists(t, "") }),
		without(b.tables, func(t string) bool { return slices.Contains(a.tables, t) })
	for alias, from := range a.alias {
		if to := b.alias[alias]; alias != from && slices.Contains(missing, from) && slices.Contains(fresh, to) && exists(to, "") {
			add(from, to)
		}
	}
	if len(found) > 0 {
		return found
	}
	if len(missing) == 1 && len(fresh) == 1 && exists(fresh[0], "") {
		add(missing[0], fresh[0])
	}
	return found
}

// renamedColumns pairs the columns that are not in the catalog with those that replace them, in tables that both
// statements read.
func renamedColumns(a, b *statementNames, tables []Renamed, exists func(string, string) bool) []Renamed {
	home := func(t string) string {
		for _, r := range tables {
			if r.From == t {
				return r.To
			}
		}
		return t
	}
	var found []Renamed
	add := func(from, to Ref) {
		r := Renamed{Table: to.Alias, From: from.Column, To: to.Column}
		if from.Column == to.Column || home(from.Alias) != to.Alias || exists(to.Alias, from.Column) || !exists(to.Alias, to.Column) {
			return
		}
		if !slices.Contains(found, r) {
			found = append(found, r)
		}
	}
	if len(a.columns) == len(b.columns) {
		for i := range a.columns {
			add(a.columns[i], b.columns[i])
		}
		return found
	}
	missing := without(a.columns, func(c Ref) bool { return exists(home(c.Alias), c.Column) })
	fresh := without(b.columns, func(c Ref) bool {
		return slices.Contains(a.columns, c) || slices.Contains(a.columns, Ref{Column: c.Column})
	})
	if len(missing) == 1 && len(fresh) == 1 {
		add(missing[0], fresh[0])
	}
	return found
}

// without returns the distinct elements of list for which f is false.
func without[T comparable](list []T, f func(T) bool) []T {
	var left []T
	for _, x := range list {
		if !f(x) && !slices.Contains(left, x) {
			left = append(left, x)
		}
	}
	return left
}

// changes returns the clauses that differ. Each clause is deparsed as part of a statement of its own.
func changes(a, b *statementNames) []Change {
	var found []Change
	for _, clause := range clauses {
		from, to := clause.of(a.tree), clause.of(b.tree)
		if from != to {
			found = append(found, Change{clause.name, from, to})
		}
	}
	return found
}

// clauses lists the parts of a SELECT that are compared.
var clauses = []struct {
	name string
	of   func(*pg.SelectStmt) string
}{
	{"SELECT", func(s *pg.SelectStmt) string { return clauseText(&pg.SelectStmt{TargetList: s.TargetList}, "SELECT") }},
	{"FROM", func(s *pg.SelectStmt) string {
		return clauseText(&pg.SelectStmt{FromClause: s.FromClause}, "FROM")
	}},
	{"WHERE", func(s *pg.SelectStmt) string {
		if s.WhereClause == nil {
			return ""
		}
		return clauseText(&pg.SelectStmt{WhereClause: s.WhereClause}, "WHERE")
	}},
	{"GROUP BY", func(s *pg.SelectStmt) string {
		return clauseText(&pg.SelectStmt{GroupClause: s.GroupClause}, "GROUP BY")
	}},
	{"HAVING", func(s *pg.SelectStmt) string {
		if s.HavingClause == nil {
			return ""
		}
		return clauseText(&pg.SelectStmt{HavingClause: s.HavingClause}, "HAVING")
	}},
	{"ORDER BY", func(s *pg.SelectStmt) string {
		return clauseText(&pg.SelectStmt{SortClause: s.SortClause}, "ORDER BY")
	}},
}

// clauseText returns the text of one clause, without constants.
func clauseText(s *pg.SelectStmt, keyword string) string {
	s = proto.Clone(s).(*pg.SelectStmt)
	s.LimitOption, s.Op = pg.LimitOption_LIMIT_OPTION_DEFAULT, pg.SetOperation_SETOP_NONE
	n := &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s}}
	mask(n)
	sql, err := pg.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: n}}})
	if err != nil {
		return ""
	}
	_, text, _ := strings.Cut(sql+" ", keyword+" ")
	return strings.TrimSpace(text)
}

// mask replaces every constant in a statement by $1.
func mask(n *pg.Node) {
	WalkNode(n, func(n *pg.Node) bool {
		if n.GetAConst() != nil {
			n.Node = &pg.Node_ParamRef{ParamRef: &pg.ParamRef{Number: 1}}
		}
		return true
	})
}

// Masked returns a statement with every constant replaced by $1; "" when it cannot be parsed.
func Masked(sql string) string {
	s, err := readNames(sql)
	if err != nil {
		return ""
	}
	n := &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s.tree}}
	mask(n)
	out, err := pg.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: n}}})
	if err != nil {
		return ""
	}
	return out
}

// Texts returns the text constants of a statement. ok is false when it cannot be parsed.
func Texts(sql string) (texts []string, ok bool) {
	s, err := readNames(sql)
	if err != nil {
		return nil, false
	}
	WalkNode(&pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s.tree}}, func(n *pg.Node) bool {
		if v := n.GetAConst().GetSval(); v != nil {
			texts = append(texts, v.Sval)
		}
		return true
	})
	return texts, true
}
