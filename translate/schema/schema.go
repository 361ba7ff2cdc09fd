package schema

import (
	"slices"
	"strings"
)

// Snapshot is the catalog of one database as seen by one role at one moment. It is immutable once built. Sessions with
// an equal fingerprint may share it.
type Snapshot struct {
	Datasource  string   // the name under which the proxy serves the database
	Fingerprint string   // hex; changes with anything a plan could depend on
	Database    string   // its name on the server; empty when unknown
	Server      int      // server_version_num, for example 150018
	Role        string   // current_user
	SearchPath  []string // effective: current_schemas(true), in order
	Tables      []*Table // what the role may SELECT, ordered by schema and name
	// Shadows names the functions and operators in the schemas of the caller's path that belong neither to the server
	// nor to an extension. The guard refuses a statement that uses such a name on that path.
	Shadows []string
	// ShadowsIn holds the same names for every schema that the role may use. For schemas off its path it holds only
	// names that also exist in pg_catalog or in an extension. Nil when unknown.
	ShadowsIn map[string][]string
	// Definitions holds, by pg_class.oid, what reading a relation runs and reads in addition to its own rows: for
	// views, for tables with row-level security, and for all relations that these read. Nil when unknown.
	Definitions map[uint32]*Definition
	// Origins holds, by pg_class.oid, where the values of relations come from, for those that have them from other
	// relations and for these. Nil when unknown.
	Origins map[uint32]*Origin
	// OriginsOmitted is set when Origins was cut at its limit.
	OriginsOmitted bool
	// Casts are the casts that run a function which belongs neither to the server nor to an extension.
	Casts []Cast
	// Composites holds, by pg_type.oid, the composite types that columns have, also as parts of their types.
	Composites map[uint32]*Composite
	// NamesOmitted is set when ShadowsIn, Casts or Runs were cut at their limits.
	NamesOmitted bool
	// Extensions maps the installed extensions to their schemas; nil when unknown.
	Extensions map[string]string
	// Stale is set when the fingerprint has changed but extraction failed, so that planning goes on with this snapshot.
	Stale bool
	// StaleReason is the error of that extraction, for the operator.
	StaleReason error
	// Omitted is set when the role may read more than MaxTables relations, so that some are missing here.
	Omitted bool

	// Measured is what Measure found in the data; empty: nothing was measured.
	Measured

	byName  map[string]*Table
	byOID   map[uint32]*Table
	derived *derived
}

// Kind is pg_class.relkind.
type Kind byte

// The relation kinds that may appear in a snapshot.
const (
	Ordinary     Kind = 'r'
	Partitioned  Kind = 'p'
	View         Kind = 'v'
	Materialised Kind = 'm'
	Foreign      Kind = 'f'
)

func (k Kind) String() string {
	switch k {
	case Ordinary:
		return "table"
	case Partitioned:
		return "partitioned table"
	case View:
		return "view"
	case Materialised:
		return "materialised view"
	case Foreign:
		return "foreign table"
	}
	return "relation"
}

// Table is a relation that the role may SELECT from.
type Table struct {
	OID         uint32
	Schema      string
	Name        string
	Kind        Kind
	Comment     string
	Rows        float64 // the planner's estimate; -1 when it has none
	Columns     []*Column
	PrimaryKey  []string   // column names, in key order
	Unique      [][]string // other unique keys
	ForeignKeys []ForeignKey
	Checks      []string // CHECK expressions as the server prints them
	Visible     bool     // found by its bare name on the role's search_path
	RowSecurity bool     // row-level security is enabled
	Remote      bool     // a foreign table, or one with foreign tables among its partitions or children
	Extension   string   // the extension that the relation belongs to; empty for the users' own
	// PartitionKey is the column by whose values a table is divided; empty where it is not, or by several or an
	// expression.
	PartitionKey string
	Query        string // of a view, as the server prints it; empty when ReadQueries did not read it
}

// Qualified is schema.name, unquoted: for maps and messages, never for SQL.
func (t *Table) Qualified() string { return t.Schema + "." + t.Name }

// HasKey reports whether the table has at most one row for each value of these columns, because they include a whole
// key that is declared.
func (t *Table) HasKey(columns []string) bool {
	within := func(key []string) bool {
		return len(key) > 0 && !slices.ContainsFunc(key, func(c string) bool { return !slices.Contains(columns, c) })
	}
	return within(t.PrimaryKey) || slices.ContainsFunc(t.Unique, within)
}

// Column returns the column with exactly this name, or nil.
func (t *Table) Column(name string) *Column {
	for _, c := range t.Columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Column is a column that the role may SELECT.
type Column struct {
	Name     string
	Type     string // format_type, for example numeric(10,2)
	Class    Class  // what a question can do with it
	TypeName string // bare name of the (base) type, for example numeric; empty for composite types
	Array    bool   // the type is an array of TypeName, or of Row
	Row      uint32 // the composite type, a key of Snapshot.Composites; 0 for others, and for those that are not known
	NotNull  bool
	Comment  string
	Masked   bool     // its values must not be shown; set only in the snapshot that a question is planned on
	Enum     []string // labels in order, when Class is Enum
	// TypeSchema is the schema of the type TypeName; empty when unknown.
	TypeSchema string
	// Runs are the functions that run when a value of the column's type is created, except the server's own immutable
	// ones.
	Runs    []Conversion
	Profile Profile
}

// Class groups types by what a question can do with them.
type Class byte

// The classes of types.
const (
	Other    Class = iota
	Integer        // int2, int4, int8, oid
	Decimal        // numeric, real, double precision, money
	Text           // text, varchar, char, name, citext
	Boolean        // bool
	Date           // date
	Instant        // timestamp, timestamptz
	TimeOnly       // time, timetz
	Interval       // interval
	Enum           // an enumerated type
	JSON           // json, jsonb
	UUID           // uuid
	Binary         // bytea
)

// Numeric reports whether sums and averages make sense.
func (c Class) Numeric() bool { return c == Integer || c == Decimal }

// Temporal reports whether the values are points in calendar time.
func (c Class) Temporal() bool { return c == Date || c == Instant }

// Profile holds the statistics of a column: from pg_stats, or from a bounded probe where there are none.
type Profile struct {
	Values   []string  // commonest values as text, most frequent first; hostile text, never SQL
	Freqs    []float64 // share of rows of each of Values, 0 to 1
	Complete bool      // every distinct value of the column is in Values
	Distinct float64   // number of distinct values; negative: minus the share of rows, as pg_stats has it; 0 unknown
	NullFrac float64   // share of NULLs, 0 to 1
	Min, Max string    // bounds of the histogram as text; empty when unknown
}

// ForeignKey is one foreign key of a table, its columns in key order.
type ForeignKey struct {
	Name       string
	Columns    []string
	RefSchema  string
	RefTable   string
	RefColumns []string
	Unchecked  bool    // declared NOT VALID: older rows may violate it
	Inferred   bool    // guessed from names, types and values, not declared
	Confidence float64 // 1 when declared
}

// New builds the indexes of a snapshot. Tables must not change afterwards.
func New(s Snapshot) *Snapshot {
	s.byName = make(map[string]*Table, len(s.Tables))
	s.byOID = make(map[uint32]*Table, len(s.Tables))
	for _, t := range s.Tables {
		s.byName[t.Qualified()] = t
		s.byOID[t.OID] = t
	}
	s.derived = &derived{made: map[any]func() any{}}
	return &s
}

// Table returns the relation with exactly this name, or nil. With an empty schema it is the first match on the search
// path.
func (s *Snapshot) Table(schema, name string) *Table {
	if schema != "" {
		return s.byName[schema+"."+name]
	}
	for _, p := range s.SearchPath {
		if t := s.byName[p+"."+name]; t != nil {
			return t
		}
	}
	return nil
}

// Shown returns the table's name as people and prompts see it, unquoted: with its schema unless the bare name finds it.
func (t *Table) Shown() string {
	if t.Visible {
		return t.Name
	}
	return t.Qualified()
}

// Called returns the table with a name as people write it, with or without schema; nil when there is none, or several.
func (s *Snapshot) Called(name string) *Table {
	space, table := SplitName(name)
	if found := s.Table(space, table); found != nil {
		return found
	}
	if same := s.Named(table); space == "" && len(same) == 1 {
		return same[0]
	}
	return nil
}

// CalledIn is Called of a table in a schema, which may be empty.
func (s *Snapshot) CalledIn(schema, name string) *Table {
	return s.Called(strings.TrimPrefix(schema+"."+name, "."))
}

// SplitName splits a table's name into schema, which may be empty, and name.
func SplitName(name string) (schema, table string) {
	if before, after, ok := strings.Cut(name, "."); ok {
		return before, after
	}
	return "", name
}

// SplitColumn splits a column's name into schema, which may be empty, table and column.
func SplitColumn(name string) (schema, table, column string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || i == len(name)-1 {
		return "", "", "", false
	}
	schema, table = SplitName(name[:i])
	return schema, table, name[i+1:], true
}

// Without returns a copy of the snapshot without the given tables.
func (s *Snapshot) Without(tables []*Table) *Snapshot {
	c := *s
	c.Tables = slices.DeleteFunc(slices.Clone(s.Tables), func(t *Table) bool { return slices.Contains(tables, t) })
	return New(c)
}

// TableByOID returns the relation with this pg_class.oid, or nil.
func (s *Snapshot) TableByOID(oid uint32) *Table { return s.byOID[oid] }

// Named returns the relations with this name in any schema, without regard to case.
func (s *Snapshot) Named(name string) []*Table {
	var found []*Table
	for _, t := range s.Tables {
		if strings.EqualFold(t.Name, name) {
			found = append(found, t)
		}
	}
	return found
}

// References returns the table that a foreign key points to, or nil when the role may not read it.
func (s *Snapshot) References(fk ForeignKey) *Table { return s.byName[fk.RefSchema+"."+fk.RefTable] }
