package schema

import "github.com/pgask/pgask/translate/borrow"

// Definition holds what reading a relation runs and reads beside its own rows: for the query of a view, the policies of a
// table with row-level security, and the CHECKs of domains that these cast to.
type Definition struct {
	Uses []Use
	// Policies reports that the policies of the table apply to the role that the snapshot was made for. They may apply to
	// the owner of a view over the table all the same.
	Policies bool
	// Opaque reports that it is too large to be looked through, so that there may be anything in it.
	Opaque bool
	// Locks reports that it locks the rows that it reads.
	Locks bool
}

// Use is one thing that a definition names.
type Use struct {
	Kind   UseKind
	OID    uint32 // below 16384 it came with the server
	Schema string
	Name   string
	// Detail is the name of a column, or the function behind an operator as schema.name.
	Detail    string
	Extension string // that a function or an operator belongs to; empty for others
	Relation  Kind   // of a relation; Foreign also for one with foreign partitions
	Volatile  bool   // the function, or that of the operator, is declared to be
}

// Qualified is schema.name, unquoted.
func (u Use) Qualified() string { return u.Schema + "." + u.Name }

// UseKind is the kind of object that a Use names.
type UseKind byte

// The kinds of a Use.
const (
	UsesFunction UseKind = 'f'
	UsesOperator UseKind = 'o'
	UsesRelation UseKind = 'r'
	UsesColumn   UseKind = 'c' // a column, Detail, of a relation, maybe as part of a whole row
)

// Cast is a conversion that runs a function.
type Cast struct {
	SourceSchema, Source     string
	TargetSchema, Target     string
	FunctionSchema, Function string
}

// use reads a row of sql/definitions.sql.
func (b *builder) use(r *row) {
	holder, what := r.oid(), r.char()
	d := b.snapshot.Definitions[holder]
	if d == nil {
		d = &Definition{}
		b.snapshot.Definitions[holder] = d
	}
	u := Use{Kind: UseKind(what), OID: r.oid(), Schema: b.once(r.text()), Name: b.once(r.text()), Detail: b.once(r.text()),
		Extension: b.once(r.text()), Volatile: r.flag()}
	switch what {
	case 'p':
		d.Policies = true
	case 'v':
	case 'l':
		d.Locks = true
	case 'f', 'o', 'c':
		d.Uses = append(d.Uses, u)
	case 'r':
		if len(u.Detail) == 1 {
			u.Relation, u.Detail = Kind(u.Detail[0]), ""
		}
		d.Uses = append(d.Uses, u)
	default:
		d.Opaque = true
	}
}

func (b *builder) cast(r *row) {
	b.snapshot.Casts = append(b.snapshot.Casts, Cast{SourceSchema: r.text(), Source: r.text(), TargetSchema: r.text(),
		Target: r.text(), FunctionSchema: r.text(), Function: r.text()})
}

// Conversion is a function that is run when a value of a column's type is made: by a CHECK of a domain, or for a range.
type Conversion struct {
	Use
	// Plain reports that the column is of the domain itself, which is not in an array, a row or a range.
	Plain bool
}

func (b *builder) conversion(r *row) {
	c := b.columns[columnKey{r.oid(), r.number()}]
	v := Conversion{Plain: r.flag(), Use: Use{Kind: UsesFunction, OID: r.oid(), Schema: b.once(r.text()), Name: b.once(r.text()),
		Extension: b.once(r.text()), Volatile: r.flag()}}
	if c != nil {
		c.Runs = append(c.Runs, v)
	}
}

func (b *builder) extension(r *row) {
	name := r.text()
	b.snapshot.Extensions[name] = r.text()
}

// cut makes up for rows beyond a bound: what was left out counts as unknown, never as absent.
func (b *builder) cut(results []borrow.Result) {
	if rows := results[definitionsAt].Rows; len(rows) >= maxUses {
		// By relation, in order: the last one may be incomplete, and those after it have no definition at all.
		last := row{values: rows[len(rows)-1]}
		b.snapshot.Definitions[last.oid()].Opaque = true
	}
	if len(results[castsAt].Rows) >= maxCasts || len(results[shadowsAt].Rows) >= maxShadows || len(results[conversionsAt].Rows) >= maxMade {
		b.snapshot.NamesOmitted = true
	}
}

func (d *Definition) size() int { return 64 + 140*len(d.Uses) }
