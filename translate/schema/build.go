package schema

import (
	"slices"

	"github.com/pgask/pgask/translate/borrow"
)

// builder assembles a snapshot from the results of the extraction.
type builder struct {
	snapshot Snapshot
	types    map[uint32]pgType
	enums    map[uint32][]string
	tables   map[uint32]*Table
	columns  map[columnKey]*Column
	classes  map[string]string // interned texts: type and schema names
	shadows  map[string]bool   // the names in snapshot.Shadows
	equality map[uint32]bool   // operators named = that definitions use
}

type columnKey struct {
	table  uint32
	number int
}

// pgType is a row of pg_type.
type pgType struct {
	schema   string
	name     string
	kind     byte // typtype
	category byte // typcategory
	base     uint32
	elem     uint32
	notNull  bool
}

// build makes a snapshot from the results of readCatalog.
func build(results []borrow.Result, print Print) (*Snapshot, error) {
	b := &builder{
		snapshot: Snapshot{
			Fingerprint: print.Hash, Database: print.Database, Server: print.Server, Role: print.Role, SearchPath: print.SearchPath,
			ShadowsIn: map[string][]string{}, Definitions: map[uint32]*Definition{}, Extensions: map[string]string{},
			Origins: map[uint32]*Origin{}, Composites: map[uint32]*Composite{},
		},
		types:   map[uint32]pgType{},
		enums:   map[uint32][]string{},
		tables:  map[uint32]*Table{},
		columns: map[columnKey]*Column{},
		classes: map[string]string{}, shadows: map[string]bool{}, equality: map[uint32]bool{},
	}
	steps := [statementCount]struct {
		columns int // expected columns of the result
		add     func(*row)
	}{
		relationsAt:   {11, b.relation},
		typesAt:       {8, b.pgType},
		enumsAt:       {2, b.enumLabel},
		compositesAt:  {8, b.composite},
		columnsAt:     {7, b.column},
		keysAt:        {4, b.key},
		constraintsAt: {8, b.constraint},
		statisticsAt:  {11, b.statistic},
		shadowsAt:     {2, b.shadow},
		definitionsAt: {8, b.use},
		castsAt:       {8, b.cast},
		extensionsAt:  {2, b.extension},
		conversionsAt: {8, b.conversion},
		lineageAt:     {7, b.origin},
	}
	if len(results) != statementCount {
		return nil, errShape
	}
	for i, step := range steps {
		if err := eachRow(results[i], step.columns, step.add); err != nil {
			return nil, err
		}
	}
	b.cut(results)
	b.finish()
	return New(b.snapshot), nil
}

func (b *builder) relation(r *row) {
	if len(b.snapshot.Tables) == MaxTables {
		b.snapshot.Omitted = true
		return
	}
	t := &Table{
		OID: r.oid(), Schema: r.text(), Name: r.text(), Kind: Kind(r.char()), Rows: r.float(), RowSecurity: r.flag(),
		Comment: r.text(), Extension: r.text(), Visible: r.flag(),
		Remote: r.flag(), PartitionKey: r.text(),
	}
	b.tables[t.OID] = t
	b.snapshot.Tables = append(b.snapshot.Tables, t)
}

func (b *builder) pgType(r *row) {
	oid := r.oid()
	b.types[oid] = pgType{
		schema: b.once(r.text()), name: r.text(), kind: r.char(), category: r.char(), base: r.oid(), elem: r.oid(), notNull: r.flag(),
	}
}

func (b *builder) enumLabel(r *row) {
	oid, label := r.oid(), r.text()
	if len(b.enums[oid]) < maxEnumLabels {
		b.enums[oid] = append(b.enums[oid], label)
	}
}

func (b *builder) column(r *row) {
	t := b.tables[r.oid()]
	number := r.number()
	if t == nil {
		return
	}
	c := &Column{Name: r.text(), Type: b.once(r.text())}
	typeOID := r.oid()
	c.NotNull, c.Comment = r.flag(), r.text()
	b.classify(c, typeOID)
	t.Columns = append(t.Columns, c)
	b.columns[columnKey{t.OID, number}] = c
}

// once returns the interned copy of a text that many columns share.
func (b *builder) once(s string) string {
	if kept, ok := b.classes[s]; ok {
		return kept
	}
	b.classes[s] = s
	return s
}

func (b *builder) key(r *row) {
	t := b.tables[r.oid()]
	primary, numbers, keys := r.flag(), r.numbers(), r.number()
	if t == nil || keys < 0 || keys > len(numbers) {
		return
	}
	// The columns behind the keys are INCLUDEd ones.
	columns, ok := b.names(t.OID, numbers[:keys])
	switch {
	case !ok:
	case primary:
		t.PrimaryKey = columns
	default:
		t.Unique = append(t.Unique, columns)
	}
}

func (b *builder) constraint(r *row) {
	t := b.tables[r.oid()]
	kind, name, numbers := r.char(), r.text(), r.numbers()
	ref, refNumbers, check := b.tables[r.oid()], r.numbers(), r.text()
	checked := r.flag()
	if t == nil {
		return
	}
	if kind == 'c' {
		t.Checks = append(t.Checks, check)
		return
	}
	if ref == nil || len(numbers) != len(refNumbers) {
		return
	}
	columns, ok := b.names(t.OID, numbers)
	refColumns, refOK := b.names(ref.OID, refNumbers)
	if !ok || !refOK {
		return
	}
	if slices.ContainsFunc(t.ForeignKeys, func(fk ForeignKey) bool {
		return fk.RefSchema == ref.Schema && fk.RefTable == ref.Name && slices.Equal(fk.Columns, columns) &&
			slices.Equal(fk.RefColumns, refColumns)
	}) {
		return // partitions repeat the keys of their table
	}
	t.ForeignKeys = append(t.ForeignKeys, ForeignKey{
		Name: name, Columns: columns, RefSchema: ref.Schema, RefTable: ref.Name, RefColumns: refColumns, Confidence: 1, Unchecked: !checked,
	})
}

// names returns the names of the columns with these numbers, or false when the role may not read all of them.
func (b *builder) names(table uint32, numbers []int) ([]string, bool) {
	names := make([]string, len(numbers))
	for i, n := range numbers {
		c := b.columns[columnKey{table, n}]
		if c == nil {
			return nil, false
		}
		names[i] = c.Name
	}
	return names, len(names) > 0
}

func (b *builder) shadow(r *row) {
	space, name := b.once(r.text()), r.text()
	b.snapshot.ShadowsIn[space] = append(b.snapshot.ShadowsIn[space], name)
	if slices.Contains(b.snapshot.SearchPath, space) && !b.shadows[name] {
		b.shadows[name] = true
		b.snapshot.Shadows = append(b.snapshot.Shadows, name)
	}
}

// finish completes attributes and profiles once types, columns and statistics are read.
func (b *builder) finish() {
	b.classifyAttributes()
	for _, t := range b.snapshot.Tables {
		for _, c := range t.Columns {
			if t.RowSecurity {
				// The pg_stats of a superuser shows values that policies hide from other roles.
				p := &c.Profile
				p.Values, p.Freqs, p.Min, p.Max, p.Complete = nil, nil, "", "", false
				continue
			}
			c.addLabels()
		}
	}
}

// addLabels adds to the values of an enum column those labels that the statistics do not contain.
func (c *Column) addLabels() {
	if c.Class != Enum || c.Array || len(c.Enum) == 0 || len(c.Enum) > maxValues {
		return
	}
	for _, label := range c.Enum {
		if !slices.Contains(c.Profile.Values, label) {
			c.Profile.Values = append(c.Profile.Values, label)
			c.Profile.Freqs = append(c.Profile.Freqs, 0)
		}
	}
	c.Profile.Complete = true
}
