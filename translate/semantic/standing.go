package semantic

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// findStanding finds out whether the rows of a relation count in their own right.
func (m *making) findStanding(r *Relation) {
	t := r.Table
	if strings.HasPrefix(t.Schema, "pg_temp") {
		r.Standing, r.StandingWhy = Private, Why{FromCatalog, "a temporary table", 1}
		return
	}
	if t.Kind == schema.View || t.Kind == schema.Materialised {
		m.readView(r)
	} else {
		m.findRepeated(r)
	}
	demoteByComment(r)
}

// marker returns what a word in the name of a relation says of its rows: that they are also, or first, elsewhere.
func marker(w string) (Standing, bool) {
	switch {
	case lexicon.In("mark copy", w):
		return Copy, true
	case lexicon.In("mark archive", w):
		return Archive, true
	case lexicon.In("mark staging", w):
		return Staging, true
	}
	return Base, false
}

var digits = regexp.MustCompile(`^(?:(?:19|20)\d{2}(?:\d{2}(?:\d{2})?)?|v\d+)$`)

// findRepeated finds out from its name whether a table repeats another: orders_2023, orders_bak, stg_orders.
func (m *making) findRepeated(r *Relation) {
	low := strings.ToLower(r.Table.Name)
	if lexicon.In("migration", low) {
		r.Standing, r.StandingWhy = Log, Why{FromName, "kept by a tool", 0.95}
		return
	}
	ws := naming.Tokens(r.Table.Name)
	marked, found := Base, false
	var rest []string
	for i, w := range ws {
		s, ok := marker(w)
		year := digits.MatchString(w) && i > 0
		switch {
		case (ok && (i == 0 || i == len(ws)-1 || s != Archive) || year) && len(ws) > 1:
			if year && !ok {
				s = Copy
			}
			if !found {
				marked, found = s, true
			}
		default:
			rest = append(rest, w)
		}
	}
	if audit(r, ws) {
		r.Standing, r.StandingWhy = Log, Why{FromName, "a trail of changes", 0.85}
		return
	}
	if !found {
		return
	}
	base := m.repeated(r, rest)
	switch {
	case base != nil:
		r.Standing, r.Of, r.StandingWhy = marked, base, Why{FromName, "called and made like " + clean(base.Table.Name), 0.93}
	case marked == Staging && ws[0] != "stage" && ws[len(ws)-1] != "temp" && ws[0] != "temp" &&
		ws[len(ws)-1] != "stage" && ws[len(ws)-1] != "stg", // of a sale
		marked == Copy && slices.ContainsFunc(ws, func(w string) bool { return lexicon.In("backup", w) }):
		r.Standing, r.StandingWhy = marked, Why{FromName, "called " + clean(r.Table.Name), 0.85}
	}
}

// repeated returns the relation with the name that remains when the mark of a copy is cut off, if most columns of the
// copy are in it, too.
func (m *making) repeated(r *Relation, rest []string) *Relation {
	want := strings.Join(wordform.Singulars(withoutKind(rest)), "_")
	for _, x := range m.namedLike(want) {
		if x == r || x.Table.Kind == schema.View {
			continue
		}
		same := 0
		for _, c := range r.Columns {
			if slices.ContainsFunc(x.Columns, func(o *Column) bool { return strings.EqualFold(o.Column.Name, c.Column.Name) }) {
				same++
			}
		}
		if same*10 >= len(r.Columns)*6 && same > 0 {
			return x
		}
	}
	return nil
}

func withoutKind(ws []string) []string {
	for len(ws) > 1 && lexicon.In("kind prefix", ws[0]) {
		ws = ws[1:]
	}
	return ws
}

// namedLike returns the relations whose words as written, in the singular and without prefixes, are these.
func (m *making) namedLike(words string) []*Relation {
	if m.likes == nil {
		m.likes = map[string][]*Relation{}
		for _, r := range m.Relations {
			key := strings.Join(wordform.Singulars(withoutKind(naming.Tokens(r.Table.Name))), "_")
			m.likes[key] = append(m.likes[key], r)
		}
	}
	return m.likes[words]
}

// audit reports whether a relation is a technical log: called so, and with the columns of one.
func audit(r *Relation, ws []string) bool {
	trail := slices.Contains(ws, "audit") || slices.Contains(ws, "auditlog") || slices.Contains(ws, "changelog")
	logs := slices.ContainsFunc(ws, func(w string) bool { return w == "log" || w == "logs" || w == "trail" })
	if !trail && !logs {
		return false
	}
	found := 0
	for _, c := range r.Columns {
		if lexicon.In("technical", c.Name.Phrase()) {
			found++
		}
	}
	return trail && found >= 1 || found >= 2
}

// demoteByComment lowers the standing of a relation whose own comment says not to use it. No comment raises it.
func demoteByComment(r *Relation) {
	text := r.Table.Comment
	standing := Base
	switch {
	case !mentions(text, "archiv", "copy", "kopie", "backup", "snapshot", "export", "extract", "sicherung", "complete",
		"partial", "staging",
		"landing", "import", "temporary", "scratch", "use", "deprecated", "obsolete", "no longer", "superseded", "verwenden", "veraltet"):
		return
	case archived.MatchString(text):
		standing = Archive
	case copied.MatchString(text), unfinished.MatchString(text):
		standing = Copy
	case staged.MatchString(text):
		standing = Staging
	case demote.MatchString(text):
		standing = Deprecated
	}
	if standing == Base || r.Standing > Subset {
		if standing != Base && r.StandingWhy.Source < FromComment {
			r.StandingWhy = Why{FromComment, clean(text), 0.97}
		}
		return
	}
	r.Standing, r.StandingWhy = standing, Why{FromComment, clean(text), 0.9}
}
