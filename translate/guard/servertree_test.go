package guard

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/translate/schema"
)

// reader is a session of a server that tells how it reads statements.
type reader struct {
	wire     *pgproto3.Frontend
	snapshot *schema.Snapshot // as the session sees it
}

// reading is what a server made of a statement: a tree, or an error.
type reading struct {
	tree *serverTree
	err  error
}

// maxBatch bounds the bytes of statements on the way: no more than a socket takes while the server is still writing.
const maxBatch = 32 << 10

// newReader connects as a plain role, with a search_path of its own.
func newReader(tb testing.TB, url, path string) *reader {
	tb.Helper()
	conn, err := pgconn.Connect(tb.Context(), url)
	if err != nil {
		tb.Fatal(err)
	}
	do(tb, conn, "SET search_path = "+path)
	r := &reader{snapshot: snapshotFor(tb, conn)}
	do(tb, conn, "SET statement_timeout = '1min'; SET debug_pretty_print = off; SET client_min_messages = log; SET debug_print_rewritten = on")
	raw, err := conn.Hijack()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = raw.Conn.Close() })
	r.wire = raw.Frontend
	return r
}

// read has the server parse statements, as many in a round trip as fit, and none of them planned.
func (r *reader) read(tb testing.TB, statements []string) []reading {
	tb.Helper()
	var all []reading
	for len(statements) > 0 {
		n, bytes := 0, 0
		for n < len(statements) && (n == 0 || bytes+len(statements[n]) < maxBatch) {
			bytes += len(statements[n])
			r.wire.Send(&pgproto3.Parse{Query: statements[n]})
			r.wire.Send(&pgproto3.Sync{})
			n++
		}
		if err := r.wire.Flush(); err != nil {
			tb.Fatal(err)
		}
		for range n {
			all = append(all, r.receive(tb))
		}
		statements = statements[n:]
	}
	return all
}

func (r *reader) receive(tb testing.TB) reading {
	tb.Helper()
	var one reading
	for {
		m, err := r.wire.Receive()
		if err != nil {
			tb.Fatal(err)
		}
		switch m := m.(type) {
		case *pgproto3.NoticeResponse:
			if m.Message == "rewritten parse tree:" {
				if one.tree, err = serverParse(m.Detail); err != nil {
					tb.Fatalf("a tree that cannot be read: %v\n%s", err, m.Detail)
				}
			}
		case *pgproto3.ErrorResponse:
			one = reading{err: pgconn.ErrorResponseToPgError(m)}
		case *pgproto3.ReadyForQuery:
			if one.tree == nil && one.err == nil {
				tb.Fatal("the server has printed no tree")
			}
			return one
		}
	}
}

// object is something of a server's catalog.
type object struct {
	space, name, extension string
	oid                    uint32
	volatile               bool   // of a function
	function               uint32 // of an operator
	pseudo                 bool   // an operator is over any array, row or range
	class                  byte   // of a type: pg_type.typtype
	element, base, row     uint32 // of a type: of its elements, below its domain, of its attributes
}

func (o object) String() string { return o.space + "." + o.name }

// own reports whether an object came with the server.
func (o object) own() bool { return o.space == "pg_catalog" && o.oid < firstUserOID }

// objects are a server's names, by number.
type objects struct {
	major                                  int
	functions, operators, types, relations map[uint32]object
	collations                             map[uint32]object
	columns                                map[uint32]map[int]attribute
	casts                                  map[uint32]bool     // functions of casts
	comparing                              map[uint32][]uint32 // functions of the default operator classes of a type
	checks                                 map[uint32][]uint32 // functions in the CHECKs of a domain
	equals                                 map[uint32]bool     // PostgreSQL's own operators =
}

type attribute struct {
	name string
	kind uint32 // its type
}

const extensionOfObject = `coalesce((SELECT e.extname FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid WHERE d.deptype = 'e' ` +
	`AND d.refclassid = 'pg_extension'::regclass AND d.classid = '%s'::regclass AND d.objid = o.oid), '')`

// objectsOf reads a catalog as its owner.
func objectsOf(tb testing.TB, conn *pgconn.PgConn) *objects {
	tb.Helper()
	c := &objects{columns: map[uint32]map[int]attribute{}, casts: map[uint32]bool{}, comparing: map[uint32][]uint32{},
		checks: map[uint32][]uint32{}, equals: map[uint32]bool{}}
	rows := func(sql string) [][]string {
		results, err := conn.Exec(context.Background(), sql).ReadAll()
		if err != nil {
			tb.Fatalf("%v\n%s", err, sql)
		}
		var all [][]string
		for _, r := range results[0].Rows {
			var row []string
			for _, v := range r {
				row = append(row, string(v))
			}
			all = append(all, row)
		}
		return all
	}
	named := func(class, name, more string) map[uint32]object {
		m := map[uint32]object{}
		space := strings.TrimSuffix(name, "name") + "namespace"
		for _, r := range rows("SELECT o.oid, n.nspname, o." + name + ", " + fmt.Sprintf(extensionOfObject, class) + ", " + more +
			" FROM pg_catalog." + class + " o JOIN pg_namespace n ON n.oid = o." + space) {
			o := object{oid: oidOf(r[0]), space: r[1], name: r[2], extension: r[3]}
			switch class {
			case "pg_proc":
				o.volatile = r[4] == "v"
			case "pg_operator":
				o.function, o.pseudo = oidOf(r[4]), r[5] == "t"
			case "pg_type":
				o.class, o.element, o.base, o.row = r[4][0], oidOf(r[5]), oidOf(r[6]), oidOf(r[7])
			}
			m[o.oid] = o
		}
		return m
	}
	c.functions = named("pg_proc", "proname", "o.provolatile")
	c.operators = named("pg_operator", "oprname", "o.oprcode::oid, (SELECT t.typtype = 'p' FROM pg_type t WHERE t.oid = o.oprright)")
	c.types = named("pg_type", "typname", "o.typtype, CASE WHEN o.typcategory = 'A' THEN o.typelem ELSE coalesce((SELECT r.rngsubtype "+
		"FROM pg_range r WHERE o.oid IN (r.rngtypid, r.rngmultitypid)), 0) END, o.typbasetype, o.typrelid")
	c.relations = named("pg_class", "relname", "1")
	c.collations = named("pg_collation", "collname", "1")
	for _, r := range rows("SELECT attrelid, attnum, attname, atttypid FROM pg_attribute WHERE NOT attisdropped") {
		rel := oidOf(r[0])
		if c.columns[rel] == nil {
			c.columns[rel] = map[int]attribute{}
		}
		n, _ := strconv.Atoi(r[1])
		c.columns[rel][n] = attribute{r[2], oidOf(r[3])}
	}
	for _, r := range rows("SELECT castfunc FROM pg_cast WHERE castfunc <> 0") {
		c.casts[oidOf(r[0])] = true
	}
	for _, r := range rows(`SELECT c.opcintype, o.oprcode::oid FROM pg_opclass c JOIN pg_amop a ON a.amopfamily = c.opcfamily
		AND a.amoplefttype = c.opcintype JOIN pg_operator o ON o.oid = a.amopopr WHERE c.opcdefault AND c.opcmethod IN (403, 405)
		UNION SELECT c.opcintype, p.amproc::oid FROM pg_opclass c JOIN pg_amproc p ON p.amprocfamily = c.opcfamily
		AND p.amproclefttype = c.opcintype WHERE c.opcdefault AND c.opcmethod IN (403, 405)`) {
		c.comparing[oidOf(r[0])] = append(c.comparing[oidOf(r[0])], oidOf(r[1]))
	}
	for _, r := range rows("SELECT contypid, conbin FROM pg_constraint WHERE contypid <> 0 AND conbin IS NOT NULL") {
		tree, err := serverParse(r[1])
		if err != nil {
			tb.Fatal(err)
		}
		for _, o := range tree.Objects {
			if o.Kind == serverCalled || o.Kind == serverCast {
				c.checks[oidOf(r[0])] = append(c.checks[oidOf(r[0])], o.OID)
			}
		}
	}
	for oid, o := range c.operators {
		if o.name == "=" && o.own() {
			c.equals[oid] = true
		}
	}
	version, _ := strconv.Atoi(rows("SHOW server_version_num")[0][0])
	c.major = version / 10000
	return c
}

func oidOf(text string) uint32 {
	n, _ := strconv.ParseUint(text, 10, 32) // as the catalog has it
	return uint32(n)
}

// inside returns a type and those that its values are made of.
func (c *objects) inside(oid uint32) []uint32 {
	seen, all := map[uint32]bool{}, []uint32{}
	var visit func(uint32)
	visit = func(oid uint32) {
		if oid == 0 || seen[oid] {
			return
		}
		seen[oid] = true
		all = append(all, oid)
		t := c.types[oid]
		visit(t.element)
		visit(t.base)
		if t.class == 'c' {
			for n, a := range c.columns[t.row] {
				if n > 0 {
					visit(a.kind)
				}
			}
		}
	}
	visit(oid)
	return all
}

// qualified is the name of a column, as verdicts spell it.
func (c *objects) column(relation uint32, attribute int) string {
	return c.relations[relation].String() + "." + c.columns[relation][attribute].name
}

func (c *objects) use(function uint32) schema.Use {
	f, ok := c.functions[function]
	if !ok {
		f.name = "function " + strconv.Itoa(int(function))
	}
	return schema.Use{Kind: schema.UsesFunction, OID: function, Schema: f.space, Name: f.name, Extension: f.extension, Volatile: f.volatile}
}
