package semantic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Key is a way from one relation to another: from the rows that refer to the one that is referred to.
type Key struct {
	From, To    *Relation
	Columns     []*schema.Column // of From, in key order
	RefColumns  []*schema.Column // of To
	Role        []string         // what the row of To is to that of From: {"bill", "to"}; empty when nothing says so
	RoleKind    string           // from, to, parent, bill, ship, actor, previous, next; empty when unknown
	Declared    bool
	OneToOne    bool // no two rows of From refer to the same one
	Optional    bool // a row of From may refer to none
	ManyTo      bool // several rows of To may fit: the key is only a part of the identity of To
	Alternative bool // the column may refer to another relation in place of this one
	Aside       bool // it says what one row is to another, and not what belongs to what: another key does
	Why
}

// findIdentity finds the columns that tell the rows of a relation apart.
func findIdentity(r *Relation) {
	t := r.Table
	if columns := resolve(t, t.PrimaryKey); columns != nil {
		r.Identity = Columns{columns, Why{FromCatalog, "primary key", 1}}
		return
	}
	for _, key := range t.Unique {
		if columns := resolve(t, key); columns != nil && (r.Identity.Columns == nil || len(columns) < len(r.Identity.Columns)) {
			r.Identity = Columns{columns, Why{FromCatalog, "unique key", 0.95}}
		}
	}
	if r.Identity.Columns != nil || t.Kind == schema.View {
		return
	}
	for _, c := range r.Columns {
		w := c.is("id") || c.last() == "id" || c.last() == "number" || c.last() == "code" || c.last() == "key"
		if w && c.Column.Profile.Distinct == -1 && c.Column.Profile.NullFrac == 0 {
			r.Identity = Columns{[]*schema.Column{c.Column}, Why{FromValues, c.Column.Name + " is different in every row", 0.85}}
			return
		}
	}
	own := r.Name.SingularPhrase()
	for _, c := range r.Columns { // without statistics, too
		named := c.Name.SingularPhrase() == "id" || c.Name.SingularPhrase() == own+" id" || own != "" && len(r.Name.Words) == 1 &&
			strings.EqualFold(c.Column.Name, own[:1]+"id")
		if named && c.Column.Profile.Distinct == 0 && t.Extension == "" {
			r.Identity = Columns{[]*schema.Column{c.Column}, Why{FromName, "called like a key of its own", 0.6}}
			return
		}
	}
}

// resolve returns the columns with these names; nil when one is missing.
func resolve(t *schema.Table, names []string) []*schema.Column {
	var out []*schema.Column
	for _, n := range names {
		c := t.Column(n)
		if c == nil {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// findKeys finds the keys of all relations: the declared ones, then those that names, comments and values suggest.
func (m *making) findKeys(o Options) {
	for _, r := range m.Relations {
		m.pace.Step()
		for _, fk := range r.Table.ForeignKeys {
			ref := m.byTable[m.Snapshot.References(fk)]
			if ref == nil || fk.Inferred {
				continue
			}
			from, to := resolve(r.Table, fk.Columns), resolve(ref.Table, fk.RefColumns)
			if from == nil || to == nil {
				continue
			}
			addKey(&Key{From: r, To: ref, Columns: from, RefColumns: to, Declared: true,
				Why: Why{FromCatalog, "foreign key " + clean(fk.Name), 1}})
		}
	}
	inferring{m, m.targets(), fitsOf(m.Snapshot)}.inferKeys(o)
	if o.Infer {
		m.shareKeys()
	}
	for _, r := range m.Relations {
		inheritKeys(r)
	}
	for _, r := range m.Relations {
		r.Link = isLink(r)
		for _, k := range r.Keys {
			k.Aside = len(k.Role) > 0 && k.To != r && slices.ContainsFunc(k.To.Keys, func(back *Key) bool {
				return back.To == r && len(back.Role) == 0 && !back.Alternative && !back.ManyTo
			})
		}
	}
}

// inheritKeys gives a view with rows of a single base the keys and the identity of the base.
func inheritKeys(r *Relation) {
	if r.Of == nil || r.Table.Kind != schema.View && r.Table.Kind != schema.Materialised {
		return
	}
	same := func(columns []*schema.Column) (out []*schema.Column) {
		for _, c := range columns {
			if own := r.Table.Column(c.Name); own != nil {
				out = append(out, own)
			}
		}
		return out
	}
	if id := same(r.Of.Identity.Columns); len(id) > 0 && len(id) == len(r.Of.Identity.Columns) {
		r.Identity = Columns{id, Why{FromCatalog, "that of " + clean(r.Of.Table.Name), 0.9}}
	}
	for _, k := range r.Of.Keys {
		if columns := same(k.Columns); len(columns) == len(k.Columns) && k.To != r {
			copied := *k
			copied.From, copied.Columns, copied.Declared = r, columns, false
			copied.Why = Why{FromCatalog, "that of " + clean(r.Of.Table.Name), min(k.Why.Confidence, 0.95)}
			r.Keys = append(r.Keys, &copied)
		}
	}
}

// addKey completes a key and adds it to its relation.
func addKey(k *Key) {
	k.OneToOne = unique(k.From.Table, k.Columns)
	k.ManyTo = !unique(k.To.Table, k.RefColumns) && !slices.Equal(k.To.Identity.Columns, k.RefColumns)
	k.Optional = slices.ContainsFunc(k.Columns, func(c *schema.Column) bool { return !c.NotNull })
	if len(k.Columns) == 1 {
		k.Role = role(k)
		k.RoleKind = roleKind(k)
	}
	k.From.Keys = append(k.From.Keys, k)
}

// unique reports whether the columns include a whole key of the table.
func unique(t *schema.Table, columns []*schema.Column) bool {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return t.HasKey(names)
}

// role returns the words of a key's column that are neither words of the relation it refers to nor those of a key.
func role(k *Key) []string {
	own := withoutTableIfLonger(k.From.Column(k.Columns[0].Name).Name, k)
	for len(own) > 0 && lexicon.In("key tail", wordform.Singular(own[len(own)-1])) {
		own = own[:len(own)-1]
	}
	target := slices.Concat(k.To.Name.Singular(), k.To.Column(k.RefColumns[0].Name).Name.Singular(), naming.Tokens(k.RefColumns[0].Name))
	if !k.Declared {
		target = append(target, strings.Fields(strings.Join(k.To.aliases(), " "))...)
	}
	var out []string
	for i, w := range own {
		if s := wordform.Singular(w); slices.Contains(target, s) && !(i == 0 && len(own) > 1 && lexicon.Role(s) != "" &&
			!slices.Contains(target, wordform.Singular(own[1]))) {
			continue
		}
		if len(w) >= 3 && slices.ContainsFunc(target, func(t string) bool { return t != w && strings.HasPrefix(t, w) }) {
			continue // ship_ref of shipments
		}
		out = append(out, w)
	}
	for len(out) > 0 && lexicon.In("key tail", wordform.Singular(out[len(out)-1])) {
		out = out[:len(out)-1]
	}
	if k.From == k.To && len(out) == 0 {
		out = []string{"parent"}
	}
	return out
}

// withoutTableIfLonger cuts the words of the own table off the front of a key that repeats them: abs_approved_by.
func withoutTableIfLonger(n *naming.Name, k *Key) []string {
	if cut := n.TableWords(&k.From.Name); k.From != k.To && len(n.Words)-cut > 1 {
		return n.Words[cut:]
	}
	return n.Words
}

// roleKind returns the kind of the role of a key.
func roleKind(k *Key) string {
	if len(k.Role) == 0 {
		return ""
	}
	if k.Role[len(k.Role)-1] == "by" {
		return "actor"
	}
	if len(k.Role) > 1 {
		if kind := lexicon.Role(strings.Join(k.Role, "_")); kind != "" {
			return kind
		}
	}
	for _, w := range k.Role {
		if kind := lexicon.Role(wordform.Singular(w)); kind == "from" && k.From == k.To {
			return "previous"
		} else if kind != "" {
			return kind
		}
	}
	return ""
}

// Describe says where a key leads, for people: orders.bill_to_id -> customers.id.
func (k *Key) Describe() string {
	var from, to []string
	for i := range k.Columns {
		from, to = append(from, k.Columns[i].Name), append(to, k.RefColumns[i].Name)
	}
	return fmt.Sprintf("%s.%s -> %s.%s", k.From.Table.Name, strings.Join(from, ","), k.To.Table.Name, strings.Join(to, ","))
}

// isLink reports whether a relation only links others: all its columns are keys, its own identity, flags, or dates that
// say when somebody wrote the row, and at least two keys are.
func isLink(r *Relation) bool {
	keys := 0
	for _, k := range r.Keys {
		if k.To != r && k.Why.Confidence >= 0.7 {
			keys++
		}
	}
	if keys < 2 {
		return false
	}
	return !slices.ContainsFunc(r.Columns, func(c *Column) bool {
		return len(r.KeyOf(c.Column)) == 0 && !(len(r.Identity.Columns) == 1 && r.Identity.Columns[0] == c.Column) && !c.Written() &&
			c.Column.Class != schema.Boolean
	})
}

// Written reports whether a column says when somebody wrote the row: last_update, created_at.
func (c *Column) Written() bool {
	if !c.Column.Class.Temporal() {
		return false
	}
	v := verbIn(c.Name.Words)
	return v != nil && lexicon.In("bookkeeping", v.Base)
}
