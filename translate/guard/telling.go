package guard

import (
	"strings"
	"unicode"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/pattern"
	"github.com/pgask/pgask/translate/schema"
)

// MayTell reports whether a text that somebody wrote about the database, a statement, an expression or prose, may be
// told: it names nothing that is denied, and holds no value beside the name of a masked column. Where a name may mean
// several things, a statement is told if it is allowed, an expression if it does not say which, and prose anyhow.
func (g *Guard) MayTell(s *schema.Snapshot, text string) bool {
	if text == "" || !g.policed() {
		return true
	}
	if s == nil {
		return false
	}
	t := telling{guard: g, snapshot: s, names: g.hiddenNames(s)}
	t.read(text)
	valued := t.masked && t.literal
	switch {
	case t.denied:
		return false
	case !t.doubtful && !valued:
		return true
	case checkBounds(text, draftLimits(g.policy.MaxBytes)) != nil:
		return false
	}
	if _, err := pg_query.Parse(text); err == nil {
		return g.Check(text, Facts{Snapshot: s, OwnPath: true}).Decision == Allow
	}
	_, err := pg_query.Parse("SELECT " + text)
	return err != nil || !t.qualified && !valued
}

// policed reports whether anything can be denied or masked.
func (g *Guard) policed() bool {
	p := g.policy
	return g.masks() || len(p.DeniedSchemas)+len(p.DeniedTables)+len(p.DeniedColumns)+len(p.AllowedSchemas) > 0
}

// standingOf is what the things of one name are. Several may have it.
type standingOf struct{ denied, masked, readable bool }

// hiddenNames returns the names of a snapshot, in lower case, of which something is denied or masked.
func (g *Guard) hiddenNames(s *schema.Snapshot) map[string]standingOf {
	type key struct{ guard *Guard }
	return s.Derive(key{g}, func() any {
		all := map[string]standingOf{}
		add := func(name string, access Access) {
			name = strings.ToLower(name)
			was := all[name]
			all[name] = standingOf{was.denied || access == Denied, was.masked || access == Masked, was.readable || access != Denied}
		}
		for _, t := range s.Tables {
			if g.Ruling(s, t.Schema, t.Name, "").Access == Denied {
				add(t.Name, Denied)
				continue // its columns, id for instance, are words like others in prose
			}
			add(t.Name, Readable) // of a masked relation only the rows are hidden
			for _, c := range t.Columns {
				add(c.Name, g.Ruling(s, t.Schema, t.Name, c.Name).Access)
			}
		}
		for name, st := range all {
			if !st.denied && !st.masked && !g.namesDenied(name) {
				delete(all, name)
			}
		}
		return all
	}).(map[string]standingOf)
}

// telling reads one text.
type telling struct {
	guard    *Guard
	snapshot *schema.Snapshot
	names    map[string]standingOf
	denied   bool // it names what is denied
	doubtful bool // it may name what is denied
	// qualified: one of the names that may be denied has something before it.
	qualified bool
	masked    bool // it may name what is masked
	literal   bool // it holds a value
}

// read takes a text apart into names, with what qualifies them, whatever the text is.
func (t *telling) read(text string) {
	var chain []string
	runes := []rune(text)
	for at := 0; at < len(runes); {
		r := runes[at]
		switch {
		case r == '_' || unicode.IsLetter(r):
			end := at + 1
			for end < len(runes) && (runes[end] == '_' || runes[end] == '$' || unicode.IsLetter(runes[end]) ||
				unicode.IsDigit(runes[end])) {
				end++
			}
			chain, at = append(chain, strings.ToLower(string(runes[at:end]))), end
		case r == '"':
			end := at + 1
			for end < len(runes) && runes[end] != '"' {
				end++
			}
			chain, at = append(chain, strings.ToLower(string(runes[at+1:end]))), min(end+1, len(runes))
		default:
			t.literal = t.literal || r == '\'' || unicode.IsDigit(r)
			at++
			continue
		}
		if at+1 < len(runes) && runes[at] == '.' &&
			(runes[at+1] == '"' || runes[at+1] == '_' || unicode.IsLetter(runes[at+1])) && len(chain) < 4 {
			at++
			continue
		}
		t.name(chain)
		chain = nil
	}
	t.name(chain)
}

// name judges one name, which may be qualified, by all that it may mean.
func (t *telling) name(chain []string) {
	if t.full(chain) {
		return
	}
	for _, part := range chain {
		st := t.names[part]
		t.masked = t.masked || st.masked
		switch {
		case st.denied && st.readable:
			t.doubtful, t.qualified = true, t.qualified || len(chain) > 1
		case st.denied || !st.readable && t.guard.namesDenied(part):
			t.denied = true
		}
	}
}

// full judges a qualified name as schema.table, as table.column and as schema.table.column, and reports whether it is
// certainly one of them that is readable.
func (t *telling) full(chain []string) bool {
	n := len(chain)
	if n < 2 {
		return false
	}
	// As schema.table, whether it is in the snapshot or not.
	space, table := chain[max(0, n-3)], chain[max(1, n-2)]
	if t.guard.deniesTable(space, table) {
		t.denied = true
		return false
	}
	var columns []Ruling
	of := t.snapshot.Named(chain[n-2])
	if found := t.snapshot.Table(space, table); found != nil {
		if r := t.guard.Ruling(t.snapshot, space, table, ""); r.Access == Denied || n == 2 {
			t.denied = t.denied || r.Access == Denied
			return r.Access == Readable
		}
		of = []*schema.Table{found}
	}
	for _, table := range of {
		if c := table.Column(chain[n-1]); c != nil {
			columns = append(columns, t.guard.Ruling(t.snapshot, table.Schema, table.Name, c.Name))
		}
	}
	readable := len(columns) > 0
	for _, r := range columns {
		readable = readable && r.Access == Readable
	}
	if len(columns) == 1 && columns[0].Access == Denied {
		t.denied = true
	}
	return readable
}

// namesDenied reports whether a pattern speaks of that name itself, whatever stands before it.
func (g *Guard) namesDenied(name string) bool {
	for _, list := range [][]string{g.policy.DeniedTables, g.policy.DeniedColumns} {
		for _, p := range list {
			last := p[strings.LastIndexByte(p, '.')+1:]
			if strings.Trim(last, "*?") == "" {
				continue
			}
			if ok, err := pattern.Match(last, name); ok || err != nil {
				return true
			}
		}
	}
	return false
}
