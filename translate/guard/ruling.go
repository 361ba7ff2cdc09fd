package guard

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// Access is what the configuration lets people and models know of a relation or a column.
type Access byte

// The degrees of access.
const (
	// Readable: everything.
	Readable Access = iota
	// Masked: of a column its name and type, and what a statement may do with it: count it, join it with itself or
	// along a declared key, group by it and test it for NULL, unless it is Computed. A masked relation may not be
	// read at all, because which rows it has tells values that are masked.
	Masked
	// Denied: not even that it exists.
	Denied
)

// Ruling is what the configuration says of a relation or a column, with the reason.
type Ruling struct {
	Access  Access
	Setting string // the setting that says so; empty for Readable
	// Name is what that setting names: schema.table or schema.table.column, of the relation itself or of one that its
	// values come from. It may be something that the role cannot see.
	Name string
	// Through reports that Name is behind the relation.
	Through bool
	// Computed reports that a masked column is not stored values alone: it is made of them, or holds others beside
	// them. A statement may do nothing with it, because whether it is NULL, fails or equals something tells what they
	// are.
	Computed bool
	// Home stands for the stored column that a masked one shows and for those that it is connected with: masked
	// columns that have the same may be compared. Zero: with none.
	Home named
}

// comparable reports whether two masked columns may be compared.
func (r Ruling) comparable(other Ruling) bool {
	return r.Access == Masked && other.Access == Masked && !r.Computed && !other.Computed && r.Home == other.Home && r.Home != named{}
}

// worse returns the stricter of two rulings, the first if they are equal.
func (r Ruling) worse(other Ruling) Ruling {
	if other.Access > r.Access {
		return other
	}
	return r
}

// through returns the ruling for what is made of something else.
func (r Ruling) through() Ruling {
	r.Through = r.Access != Readable
	return r
}

// The settings that a Ruling may name.
const (
	settingDenied  = "guard.denied_tables" // or a schema, or a policy of the role
	settingColumns = "guard.denied_columns"
	settingAllowed = "guard.allowed_schemas"
	settingMasked  = "share.masked"
	settingSecrets = "share.secrets"
	settingOpaque  = "size" // no setting: too large to be looked through
)

// Ruling returns what may be known of a relation, or of its column if one is named. Statements, prompts, look-ups and
// everything else that says something about the database ask this and nothing else. Views and materialised views show
// what their stored queries show, generated columns what they are computed from, and tables what those show from which
// they inherit, or which inherit from them. Without facts about a relation only its own name counts.
func (g *Guard) Ruling(s *schema.Snapshot, space, table, column string) Ruling {
	if s == nil || s.Table(space, table) == nil {
		r := g.relationByName(space, table)
		if column != "" {
			r = r.worse(g.columnByName(space, table, column))
		}
		return r
	}
	if space == "" {
		space = s.Table("", table).Schema
	}
	all := g.rulings(s)
	r := all[named{space, table, ""}]
	if column != "" {
		r = r.worse(all[named{space, table, column}])
	}
	return r
}

// Rules reports whether anything of a snapshot is not Readable, or texts in it may name what is not.
func (g *Guard) Rules(s *schema.Snapshot) bool {
	p := g.policy
	return len(g.rulings(s)) > 0 || len(p.DeniedSchemas)+len(p.DeniedTables)+len(p.DeniedColumns) > 0
}

// Secrets returns the columns of a snapshot that are masked because they are named like secrets or hold hashes of
// passwords, as schema.table.column, sorted.
func (g *Guard) Secrets(s *schema.Snapshot) []string {
	var all []string
	for n, r := range g.rulings(s) {
		if n.column != "" && r.Setting == settingSecrets && !r.Through {
			all = append(all, dotted(n.space, n.table)+"."+n.column)
		}
	}
	slices.Sort(all)
	return all
}

// named is a relation, or a column of it.
type named struct{ space, table, column string }

// rulings returns all rulings on a snapshot that are not Readable. They are computed once.
func (g *Guard) rulings(s *schema.Snapshot) map[named]Ruling {
	type key struct{ guard *Guard }
	return s.Derive(key{g}, func() any {
		j := judge{guard: g, snapshot: s, standings: map[uint32]*standing{}}
		all := map[named]Ruling{}
		pace := s.Pace()
		for _, t := range s.Tables {
			pace.Step()
			st := j.standing(t.OID, t.Schema, t.Name)
			if r := st.ruling.worse(g.notAllowed(t.Schema, t.Name)); r.Access != Readable {
				all[named{t.Schema, t.Name, ""}] = r
			}
			for _, c := range t.Columns {
				if r := j.column(st, c.Name, categoryOf(c)); r.Access != Readable {
					all[named{t.Schema, t.Name, c.Name}] = r
				}
			}
		}
		return all
	}).(map[named]Ruling)
}

// relationByName returns the ruling on a relation by its name alone.
func (g *Guard) relationByName(space, table string) Ruling {
	if g.deniesTable(space, table) {
		return Ruling{Access: Denied, Setting: settingDenied, Name: dotted(space, table)}
	}
	return g.notAllowed(space, table)
}

// notAllowed returns the ruling of guard.allowed_schemas, which does not concern what is behind a view.
func (g *Guard) notAllowed(space, table string) Ruling {
	if p := g.policy.AllowedSchemas; len(p) > 0 && (space == "" || !matches(p, space)) {
		return Ruling{Access: Denied, Setting: settingAllowed, Name: dotted(space, table)}
	}
	return Ruling{}
}

// columnByName returns the ruling on a column by its name alone.
func (g *Guard) columnByName(space, table, column string) Ruling {
	full := dotted(space, table) + "." + column
	switch {
	case denied(g.policy.DeniedColumns, space, table, column):
		return Ruling{Access: Denied, Setting: settingColumns, Name: full}
	case denied(g.policy.MaskedColumns, space, table, column):
		return Ruling{Access: Masked, Setting: settingMasked, Name: full, Home: named{space, table, column}}
	case g.secret(column, 0) && !denied(g.policy.UnmaskedColumns, space, table, column):
		return Ruling{Access: Masked, Setting: settingSecrets, Name: full, Home: named{space, table, column}}
	}
	return Ruling{}
}

func dotted(space, name string) string {
	if space == "" {
		return name
	}
	return space + "." + name
}
