package builtin

import (
	"fmt"
	"strings"
	"testing"
)

// namedBy lists what a phrase may name, best first, as table or table.column with the score.
func namedBy(ix *index, phrase string) []string {
	var out []string
	for _, n := range ix.find(tokenize(phrase)) {
		s := n.table.Name
		if n.column != nil {
			s += "." + n.column.Name
		}
		out = append(out, fmt.Sprintf("%s %.2f", s, n.score))
	}
	return out
}

func TestFind(t *testing.T) {
	t.Parallel()
	ix := newIndex(library())
	for phrase, want := range map[string]string{
		"books":         "books 1.00",      // and not the archive
		"book":          "books 1.00",      // singular
		"borrowers":     "",                // nothing
		"fines":         "late_fines 0.80", // the head of a name
		"branch name":   "branches.branch_name 1.00",
		"last names":    "members.last_name 1.00",
		"writers":       "authors 0.85", // a synonym
		"price":         "books.price 1.00",
		"unit price":    "invoice_lines.unit_price 1.00",
		"rare":          "books.is_rare 0.97",
		"invoice line":  "invoice_lines 1.00",
		"books archive": "books_archive 1.00",
	} {
		got := strings.Join(namedBy(ix, phrase), ", ")
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("find(%q) = %q, want first %q", phrase, got, want)
		}
	}
}

func TestFindValues(t *testing.T) {
	t.Parallel()
	ix := newIndex(library())
	for phrase, want := range map[string]string{"france": "authors.country=France", "French": "authors.country=France",
		"new york": "members.city=New York", "women": "members.gender=F", "open": "loans.status=open", "Atlantis": ""} {
		got := ""
		if vs := ix.findValues(tokenize(phrase)); len(vs) > 0 {
			got = vs[0].table.Name + "." + vs[0].column.Name + "=" + vs[0].value
		}
		if got != want {
			t.Errorf("findValues(%q) = %q, want %q", phrase, got, want)
		}
	}
}

func TestDisplay(t *testing.T) {
	t.Parallel()
	s := library()
	ix := newIndex(s)
	for table, want := range map[string]string{"members": "first_name last_name", "books": "title", "genres": "name", "loans": "id",
		"branches": "branch_name", "invoice_lines": "invoice_id book_id"} {
		var got []string
		for _, c := range ix.info[s.Table("", table)].display {
			got = append(got, c.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("display of %s = %v, want %s", table, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	s := library()
	ix := newIndex(s)
	for _, c := range []struct {
		from, to string
		want     string // tables on the way; several ways with |
		toOne    bool
	}{
		{"loans", "authors", "books authors", true},
		{"authors", "loans", "books loans", false},
		{"books", "tags", "book_tags tags", false},
		{"loans", "branches", "branches", true}, // no declared key: the columns share a telling name
		{"genres", "genres", "", true},
	} {
		var all []string
		ps := ix.paths(s.Table("", c.from), s.Table("", c.to))
		for _, p := range ps {
			var ts []string
			for _, e := range p {
				ts = append(ts, e.to.Name)
			}
			all = append(all, strings.Join(ts, " "))
		}
		if got := strings.Join(all, "|"); got != c.want || ps[0].toOne() != c.toOne {
			t.Errorf("paths(%s, %s) = %q, to one %v; want %q, %v", c.from, c.to, got, ps[0].toOne(), c.want, c.toOne)
		}
	}
	if !ix.info[s.Table("", "book_tags")].link || ix.info[s.Table("", "invoice_lines")].link {
		t.Error("book_tags only links, invoice_lines does more")
	}
}
