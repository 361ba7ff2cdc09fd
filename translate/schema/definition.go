package schema

import "github.com/pgask/pgask/translate/borrow"

// Definition holds what reading a relation runs and reads in addition to its own rows: through the query of a view, the
// policies of a table with row-level security, and the CHECKs of domains to which these cast.
type Definition struct {
	Uses []Use
	// Policies reports that the policies of the table apply to the role of the snapshot. Even when false, they may
	// apply to the owner of a view over the table.
	Policies bool
	// Opaque reports that the definition was too large to analyse, so that it may contain anything.
	Opaque bool
	// Locks reports that reading the relation locks the rows that are read.
	Locks bool
}

// Use is one object that a definition refers to.
type Use struct {
	Kind   UseKind
	OID    uint32 // below 16384: an object that came with the server
	Schema string
	Name   string
	// Detail is the name of a column, or the function of an operator as schema.name.
	Detail    string
	Extension string // the extension that a function or operator belongs to, or ""
	Relation  Kind   // of a relation; Foreign also for a relation with foreign partitions
	Volatile  bool   // the function, or the operator's function, is declared VOLATILE
}

// Qualified returns schema.name, unquoted.
func (u Use) Qualified() string { return u.Schema + "." + u.Name }

// UseKind is the kind of object that a Use refers to.
type UseKind byte

// The kinds of a Use.
const (
	UsesFunction UseKind = 'f'
	UsesOperator UseKind = 'o'
	UsesRelation UseKind = 'r'
	UsesColumn   UseKind = 'c' // column Detail of a relation, possibly as part of a whole row
	UsesType     UseKind = 't' // values of a type, which need not be named; Detail is "json" beside JSON constructors
)

// Cast is a conversion between types that runs a function, and a type that it concerns. Without a target it is a
// comparison of values of the type.
type Cast struct {
	SourceSchema, Source     string
	TargetSchema, Target     string
	FunctionSchema, Function string
	// Schema and Type are one type that it concerns: that itself, one made of it, or one that it is made of.
	Schema, Type string
}

// use adds a row of sql/definitions.sql.
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
	case 'o':
		b.equality[u.OID] = b.equality[u.OID] || u.Name == "="
		d.Uses = append(d.Uses, u)
	case 'f', 'c', 't':
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
		Target: r.text(), FunctionSchema: r.text(), Function: r.text(),
		Schema: b.once(r.text()), Type: b.once(r.text())})
}

// Conversion is a function that runs when a value of a column's type is created: by a CHECK of a domain, or for a
// range.
type Conversion struct {
	Use
	// Plain reports that the column has the domain itself as its type, and not an array, row or range of it.
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

// cut marks what is missing when a result reached its row limit. What was left out counts as unknown, never as absent.
func (b *builder) cut(results []borrow.Result) {
	if rows := results[definitionsAt].Rows; len(rows) >= maxUses {
		// Rows are ordered by relation. The last relation may be incomplete, and relations behind it have no definition
		// at all.
		last := row{values: rows[len(rows)-1]}
		b.snapshot.Definitions[last.oid()].Opaque = true
	}
	if len(results[castsAt].Rows) >= maxCasts || len(results[shadowsAt].Rows) >= maxShadows || len(results[conversionsAt].Rows) >= maxMade {
		b.snapshot.NamesOmitted = true
	}
	b.cutComposites(results[compositesAt].Rows)
	b.cutOrigins(results[lineageAt])
}

func (d *Definition) size() int { return 64 + 140*len(d.Uses) }
