package guard

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/pgask/pgask/pattern"
	"github.com/pgask/pgask/translate/lineage"
	"github.com/pgask/pgask/translate/schema"
)

// judge computes rulings over the origins of a snapshot.
type judge struct {
	guard     *Guard
	snapshot  *schema.Snapshot
	standings map[uint32]*standing
	related   connected // nil until it is needed
}

// standing is what is known of one relation.
type standing struct {
	oid         uint32
	space, name string
	origin      *schema.Origin // nil: its values come from nowhere else
	ruling      Ruling
	// The column parts of the patterns that concern the relation, or one that it shares its columns with.
	denied, masked, unmasked []columnRule
	columns                  map[string]Ruling
}

// columnRule is the part of a pattern that is about the column, and the relation that the rest of it matches.
type columnRule struct{ pattern, relation string }

func (j *judge) standing(oid uint32, space, name string) *standing {
	if st := j.standings[oid]; st != nil && oid != 0 {
		return st
	}
	st := &standing{oid: oid, space: space, name: name, columns: map[string]Ruling{}}
	if oid != 0 {
		j.standings[oid] = st
	}
	g, s := j.guard, j.snapshot
	if g.deniesTable(space, name) {
		st.ruling = Ruling{Access: Denied, Setting: settingDenied, Name: dotted(space, name)}
	}
	j.patterns(st, space, name)
	if g.Exempts(space, name) || s.Origins == nil {
		return st
	}
	if d := s.Definitions[oid]; d != nil && d.Policies {
		st.ruling = st.ruling.worse(j.policed(oid))
	}
	if s.OriginsOmitted {
		st.ruling = st.ruling.worse(Ruling{Access: Masked, Setting: settingOpaque, Name: dotted(space, name), Through: true})
	}
	st.origin = s.Origins[oid]
	if st.origin == nil {
		st.ruling = st.ruling.worse(j.unknown(st))
		return st
	}
	for _, o := range j.inheritance(st.origin) {
		if g.deniesTable(o.Schema, o.Name) {
			st.ruling = st.ruling.worse(Ruling{Access: Denied, Setting: settingDenied, Name: dotted(o.Schema, o.Name), Through: true})
		}
		j.patterns(st, o.Schema, o.Name)
	}
	st.ruling = st.ruling.worse(j.behind(st).through())
	return st
}

// patterns adds the patterns that concern the columns of a relation of this name.
func (j *judge) patterns(st *standing, space, name string) {
	p := j.guard.policy
	for _, list := range []struct {
		patterns []string
		into     *[]columnRule
	}{{p.DeniedColumns, &st.denied}, {p.MaskedColumns, &st.masked}, {p.UnmaskedColumns, &st.unmasked}} {
		for _, one := range list.patterns {
			at := strings.LastIndexByte(one, '.')
			if at < 0 && space == st.space && name == st.name || at >= 0 && denied([]string{one[:at]}, space, name) {
				*list.into = append(*list.into, columnRule{one[at+1:], dotted(space, name)})
			}
		}
	}
}

// inheritance returns the relations from which a relation inherits, and those that inherit from it, at any distance.
// Their columns of the same name hold the same values.
func (j *judge) inheritance(o *schema.Origin) []*schema.Origin {
	parents := j.follow(o, func(o *schema.Origin) []uint32 { return o.Parents })
	return append(parents, j.heirs(o)...)
}

// heirs returns the relations that inherit from a relation, at any distance. Their rows are among its own.
func (j *judge) heirs(o *schema.Origin) []*schema.Origin {
	return j.follow(o, func(o *schema.Origin) []uint32 { return o.Children })
}

func (j *judge) follow(o *schema.Origin, next func(*schema.Origin) []uint32) []*schema.Origin {
	var all []*schema.Origin
	seen := map[uint32]bool{}
	var from func(o *schema.Origin)
	from = func(o *schema.Origin) {
		for _, oid := range next(o) {
			if other := j.snapshot.Origins[oid]; other != nil && !seen[oid] {
				seen[oid] = true
				all = append(all, other)
				from(other)
			}
		}
	}
	from(o)
	return all
}

// unknown returns the ruling on a relation without an origin. Every view has one.
func (j *judge) unknown(st *standing) Ruling {
	if t := j.snapshot.TableByOID(st.oid); t != nil && viewed(t.Kind) {
		return Ruling{Access: Masked, Setting: settingOpaque, Name: t.Qualified(), Through: true}
	}
	return Ruling{}
}

// behind returns the ruling on a relation by what its stored query reads.
func (j *judge) behind(st *standing) Ruling {
	d := j.snapshot.Definitions[st.oid]
	if st.origin.Query == nil && !st.origin.Opaque {
		return Ruling{}
	}
	if d == nil || d.Opaque {
		return Ruling{Access: Masked, Setting: settingOpaque, Name: dotted(st.space, st.name)}
	}
	var r Ruling
	for _, u := range d.Uses {
		switch {
		case u.Kind == schema.UsesRelation:
			r = r.worse(j.standing(u.OID, u.Schema, u.Name).ruling)
			if !viewed(u.Relation) && !j.guard.Exempts(u.Schema, u.Name) {
				r = r.worse(j.policed(u.OID)) // policies that concern the owner of the view
			}
		case u.Kind == schema.UsesColumn && st.origin.Opaque:
			r = r.worse(j.columnOf(u.OID, u.Schema, u.Name, u.Detail))
		}
	}
	if q := st.origin.Query; q != nil {
		for _, source := range q.Rows {
			r = r.worse(j.source(source))
		}
	}
	return r
}

// policed returns the ruling on a table by what its row-level security reads: which rows a policy leaves tells what
// it compares. That of denied columns is for the definition to refuse.
func (j *judge) policed(oid uint32) Ruling {
	d := j.snapshot.Definitions[oid]
	if d == nil {
		return Ruling{}
	}
	for _, u := range d.Uses {
		if u.Kind == schema.UsesColumn {
			if r := j.columnOf(u.OID, u.Schema, u.Name, u.Detail); r.Access == Masked {
				return r.through()
			}
		}
	}
	return Ruling{}
}

// columnOf returns the ruling on a column of any relation.
func (j *judge) columnOf(oid uint32, space, table, column string) Ruling {
	st := j.standing(oid, space, table)
	return st.ruling.worse(j.column(st, column, categoryIn(st.origin, column)))
}

// column returns the ruling on a column, but for that on its relation.
func (j *judge) column(st *standing, name string, category byte) Ruling {
	if r, ok := st.columns[name]; ok {
		return r
	}
	st.columns[name] = Ruling{} // while a generated column is made of its own row
	full := dotted(st.space, st.name) + "." + name
	var r Ruling
	if by := concerns(st.denied, name); by != nil {
		r = Ruling{Access: Denied, Setting: settingColumns, Name: by.relation + "." + name}
	} else if by := concerns(st.masked, name); by != nil {
		r = Ruling{Access: Masked, Setting: settingMasked, Name: by.relation + "." + name}
	}
	r.Through = r.Access != Readable && r.Name != full
	made := j.sourcesOf(st, name)
	computed, hidden, others := false, false, false
	for _, source := range made {
		one := j.source(source)
		r = r.worse(one.through())
		computed = computed || one.Access == Masked && (one.Computed || source.Use == lineage.Computed)
		hidden = hidden || one.Access == Masked
		others = others || one.Access == Readable && source.Use == lineage.Shown
	}
	r.Computed = r.Access == Masked && (computed || others && (hidden || r.Through))
	if r.Access == Readable && j.secret(st, name, category) && concerns(st.unmasked, name) == nil && !j.excepted(made) {
		r = Ruling{Access: Masked, Setting: settingSecrets, Name: full}
	}
	if r.Access == Masked && !r.Computed {
		r.Home, r.Computed = j.homeOf(st, name, made)
	}
	st.columns[name] = r
	return r
}

// concerns returns the first rule that matches a column, or nil.
func concerns(rules []columnRule, column string) *columnRule {
	column = strings.ToLower(column)
	for i, r := range rules {
		if ok, err := pattern.Match(r.pattern, column); ok || err != nil {
			return &rules[i]
		}
	}
	return nil
}

// secret reports whether a column is named like a secret, or its known values are hashes of passwords.
func (j *judge) secret(st *standing, name string, category byte) bool {
	if j.guard.secret(name, category) {
		return true
	}
	t := j.snapshot.TableByOID(st.oid)
	if t == nil || !j.guard.policy.Secrets {
		return false
	}
	c := t.Column(name)
	return c != nil && passwordHashes(c.Profile.Values)
}

// excepted reports whether all that a column is made of is a secret, too, and excepted from that. A view over such a
// column needs no exception of its own.
func (j *judge) excepted(made []lineage.Source) bool {
	for _, source := range made {
		o := j.snapshot.Origins[source.Relation]
		if o == nil || source.Column < 1 || source.Column > len(o.Columns) {
			return false
		}
		name := o.Columns[source.Column-1]
		st := j.standing(source.Relation, o.Schema, o.Name)
		if !j.secret(st, name, 0) || concerns(st.unmasked, name) == nil && !j.excepted(j.sourcesOf(st, name)) {
			return false
		}
	}
	return len(made) > 0
}

// sourcesOf returns what a column of a view, or a generated one, is made of.
func (j *judge) sourcesOf(st *standing, name string) []lineage.Source {
	if st.origin == nil {
		return nil
	}
	number := st.origin.Number(name)
	if q := st.origin.Query; q != nil {
		if number < 1 || number > len(q.Columns) {
			return []lineage.Source{{}} // of nothing that is known
		}
		return q.Columns[number-1]
	}
	made := st.origin.Generated[number]
	for _, o := range j.heirs(st.origin) {
		if n := o.Number(name); n > 0 { // an heir may make the column of something else
			made = append(made[:len(made):len(made)], o.Generated[n]...)
		}
	}
	return made
}

// source returns the ruling on what is made of a source.
func (j *judge) source(source lineage.Source) Ruling {
	o := j.snapshot.Origins[source.Relation]
	if o == nil && source.Relation != 0 && source.Relation < firstUserOID {
		return Ruling{} // a relation of the system, which is judged as a whole
	}
	if o == nil || source.Column < 0 || source.Column > len(o.Columns) {
		return Ruling{Access: Masked, Setting: settingOpaque}
	}
	if source.Column == 0 {
		var r Ruling
		for _, name := range o.Columns {
			if name != "" {
				r = r.worse(j.columnOf(source.Relation, o.Schema, o.Name, name))
			}
		}
		return r
	}
	r := j.columnOf(source.Relation, o.Schema, o.Name, o.Columns[source.Column-1])
	if r.Access != Masked || r.Computed {
		return r
	}
	switch source.Use {
	case lineage.Counted:
		return Ruling{}
	case lineage.Matched:
		if peer := j.source(lineage.Source{Relation: source.Peer, Column: source.PeerColumn}); peer.comparable(r) {
			return Ruling{}
		}
	}
	return r
}

// categoryOf returns the letter of pg_type.typcategory for a column's type.
func categoryOf(c *schema.Column) byte {
	switch {
	case c.Array:
		return 'A'
	case c.Class.Numeric():
		return 'N'
	case c.Class.Temporal(), c.Class == schema.TimeOnly:
		return 'D'
	}
	return cmp.Or(map[schema.Class]byte{schema.Text: 'S', schema.Boolean: 'B', schema.Interval: 'T', schema.Enum: 'E'}[c.Class], 'U')
}

// categoryIn returns the same for a column that may not be in the snapshot; 0 when it is not known.
func categoryIn(o *schema.Origin, column string) byte {
	if o == nil {
		return 0
	}
	if n := o.Number(column); n > 0 && n <= len(o.Categories) {
		return o.Categories[n-1]
	}
	return 0
}

// newer matches query syntax of PostgreSQL 17 and 18 that the parser, which has the grammar of 16, does not know:
// JSON_TABLE, the clauses of the other SQL/JSON functions, AT LOCAL.
// https://www.postgresql.org/docs/17/release-17.html
var newer = regexp.MustCompile(`(?i)\b(json(_table|_value|_query|_exists|_serialize|_scalar)?\s*\(|at\s+local\b)`)

// unparsable returns the finding for a text that the parser rejects. Its message tells the writer, mostly a model,
// what to write instead.
func unparsable(sql string, err error) *finding {
	if newer.MatchString(sql) {
		return invalid(RuleSyntax, "", "it is read as PostgreSQL 16 reads it, without JSON_TABLE, the clauses of JSON_VALUE and its like, "+
			"and AT LOCAL; jsonb_to_recordset, jsonb_path_query and AT TIME ZONE do the same: %s", err)
	}
	return invalid(RuleSyntax, "", "it is not valid SQL: %s", err)
}
