package eval

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"github.com/pgask/pgask/translate/algebra"
)

// Object is something of a database: a relation, a column of it with Column, a stored value of that with Value.
type Object struct{ Schema, Table, Column, Value string }

// Need is an object that an accepted statement uses. Spoken ones stand in the question, whatever it calls them; the
// others are what nobody says: join keys, the label of a row, filters that go without saying.
type Need struct {
	Object
	Spoken bool
	Part   bool `json:",omitempty"` // Value is a part of a stored value, or another case of one
}

// use is what a statement does with a column.
type use struct {
	keys, shown, other bool
	said, unsaid       bool // it is compared with values that the question says, or does not
}

// Needed returns the objects that a set uses, relations first.
func Needed(s algebra.Set, question string) []Need {
	n := needs{words: stems(question), question: strings.ToLower(question), uses: map[Object]*use{},
		values: map[Object]bool{}, parts: map[Object]bool{}, role: map[*algebra.Attr]string{}}
	algebra.Walk(s, n.roles)
	algebra.Walk(s, n.visit)
	return n.list()
}

type needs struct {
	words     map[string]bool
	question  string
	relations []Object
	uses      map[Object]*use
	values    map[Object]bool // whether the question says them
	parts     map[Object]bool // of the values: whether they are patterns
	role      map[*algebra.Attr]string
}

// roles notes of attributes that they are only keys, compared, or shown.
func (n *needs) roles(part any) bool {
	mark := func(v algebra.Value, role string) bool {
		a, ok := v.(*algebra.Attr)
		if ok && n.role[a] == "" {
			n.role[a] = role
		}
		return ok
	}
	switch x := part.(type) {
	case *algebra.Compare:
		_, left := x.Left.(*algebra.Attr)
		_, right := x.Right.(*algebra.Attr)
		if left && right && x.Op == algebra.Eq {
			mark(x.Left, "key")
			mark(x.Right, "key")
		}
		n.compared(x.Left, x.Right)
		n.compared(x.Right, x.Left)
	case *algebra.OneOf:
		for _, v := range x.List {
			n.compared(x.Value, v)
		}
	case *algebra.Member:
		for _, v := range x.Values {
			mark(v, "key")
		}
		if show, ok := x.Of.(*algebra.Show); ok {
			for _, c := range show.Columns {
				mark(c.Value, "key")
			}
		}
	case *algebra.Show:
		for _, c := range x.Columns {
			mark(c.Value, "shown")
		}
	}
	return true
}

// compared notes that a column is compared with a text.
func (n *needs) compared(of, with algebra.Value) {
	if call, ok := of.(*algebra.Call); ok && len(call.Args) > 0 { // lower(city) = 'oslo'
		of = call.Args[0]
	}
	a, ok := of.(*algebra.Attr)
	c, said := with.(*algebra.Const)
	if !ok || !said || a.Row.Table == "" || n.role[a] == "key" {
		return
	}
	n.role[a] = "compared"
	spoken := c.Kind != algebra.Text || n.says(c.Text)
	u := n.use(object(a))
	u.said, u.unsaid = u.said || spoken, u.unsaid || !spoken
	if text := strings.Trim(c.Text, "%"); c.Kind == algebra.Text && text != "" && !n.period(c.Text) {
		v := object(a)
		v.Value = text
		n.values[v] = spoken
		n.parts[v] = text != c.Text
	}
}

func object(a *algebra.Attr) Object { return Object{a.Row.Schema, a.Row.Table, a.Column, ""} }

func (n *needs) use(o Object) *use {
	if n.uses[o] == nil {
		n.uses[o] = &use{}
	}
	return n.uses[o]
}

func (n *needs) visit(part any) bool {
	switch x := part.(type) {
	case *algebra.Rows:
		if o := (Object{Schema: x.Row.Schema, Table: x.Row.Table}); x.Row.Table != "" && !slices.Contains(n.relations, o) {
			n.relations = append(n.relations, o)
		}
	case *algebra.Via:
		from := x.From
		for _, s := range x.Path {
			for i := range s.Columns {
				n.key(from, s.Columns[i])
				n.key(s.Row, s.To[i])
			}
			from = s.Row
		}
	case *algebra.Attr:
		if x.Row.Table == "" {
			return true
		}
		u := n.use(object(x))
		switch n.role[x] {
		case "key":
			u.keys = true
		case "shown":
			u.shown = true
		case "":
			u.other = true
		}
	}
	return true
}

func (n *needs) key(w *algebra.Row, column string) {
	if w.Table != "" {
		n.use(Object{w.Schema, w.Table, column, ""}).keys = true
	}
}

// list says of each object whether it is spoken.
func (n *needs) list() []Need {
	var columns, all []Need
	told := map[Object]bool{}
	for o, u := range n.uses {
		named := n.names(o.Column)
		spoken := u.other || u.said || u.shown && named || u.keys && named && u.shown
		columns = append(columns, Need{Object: o, Spoken: spoken})
		if spoken {
			told[Object{Schema: o.Schema, Table: o.Table}] = true
		}
	}
	for _, o := range n.relations {
		all = append(all, Need{Object: o, Spoken: told[o] || n.names(o.Table)})
	}
	all = append(all, columns...)
	for o, spoken := range n.values {
		all = append(all, Need{o, spoken, n.parts[o]})
	}
	return all
}

var (
	dated = regexp.MustCompile(`^(\d{4})(?:-\d{2}){0,2}(?:[ T].*)?$|^(\d{4})(?:\d{4})?$|(?:^|/)(\d{4})$`)
	years = regexp.MustCompile(`\b(?:19|20)\d{2}\b`)
)

// period reports whether a text is a day, month or year that comes of a period that the question says: it is in its
// year, or where the next one begins. No database stores the bounds of periods; what is needed is the column.
func (n *needs) period(text string) bool {
	m := dated.FindStringSubmatch(strings.Trim(text, "%"))
	if m == nil {
		return false
	}
	year, _ := strconv.Atoi(m[1] + m[2] + m[3])
	for _, said := range years.FindAllString(n.question, -1) {
		if y, _ := strconv.Atoi(said); year == y || year == y+1 || year == y-1 {
			return true
		}
	}
	return false
}

// says reports whether the question has a text, or most of its words.
func (n *needs) says(text string) bool {
	text = strings.ToLower(strings.Trim(text, "%"))
	if text == "" || len(text) > 1 && strings.Contains(n.question, text) {
		return true
	}
	all := stems(text)
	found := 0
	for w := range all {
		if n.words[w] {
			found++
		}
	}
	return 2*found > len(all)
}

// names reports whether the question has a word of a name; names are also taken apart where their words stand without
// a mark between them.
func (n *needs) names(name string) bool {
	for w := range stems(name) {
		if n.words[w] {
			return true
		}
	}
	glued := strings.ToLower(name)
	for w := range n.words {
		if len(w) >= 4 && strings.Contains(glued, w) {
			return true
		}
	}
	return false
}

// stems returns the stems of the words of a text or a name.
func stems(text string) map[string]bool {
	set := map[string]bool{}
	var word []rune
	end := func() {
		if len(word) > 0 {
			set[english.Stem(strings.ToLower(string(word)), false)] = true
		}
		word = nil
	}
	for _, r := range text {
		if unicode.IsUpper(r) && len(word) > 0 && unicode.IsLower(word[len(word)-1]) {
			end()
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			end()
			continue
		}
		word = append(word, r)
	}
	end()
	return set
}
