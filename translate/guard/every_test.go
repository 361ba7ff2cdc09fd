package guard

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// samples are a value for each type that arguments have; polymorphic ones become a type that fits.
var samples = map[string]string{
	"anyelement": "1", "anyarray": "ARRAY[1, 2]", "anycompatible": "1", "anycompatiblearray": "ARRAY[1, 2]", "anynonarray": "1",
	"anyenum": "'paid'::app.order_status", "anyrange": "int4range(1, 3)", "anymultirange": "int4multirange(int4range(1, 3))",
	"anycompatiblerange": "int4range(1, 3)", "anycompatiblenonarray": "1", "any": "'x'::text", "record": "ROW(1, 2)",
	"text": "'a'", "varchar": "'a'", "bpchar": "'a'", "name": "'a'", `"char"`: "'a'", "bytea": `'\x0102'`, "bool": "true",
	"int2": "1", "int4": "1", "int8": "1", "float4": "1", "float8": "1", "numeric": "1", "money": "1", "oid": "1", "date": "'2024-01-02'",
	"time": "'10:00'", "timetz": "'10:00+01'", "timestamp": "'2024-01-02 10:00'", "timestamptz": "'2024-01-02 10:00+01'", "interval": "'1 day'",
	"json": `'{"a": [1]}'`, "jsonb": `'{"a": [1]}'`, "jsonpath": "'$.a'", "uuid": "'00000000-0000-0000-0000-000000000001'", "inet": "'10.0.0.1'",
	"cidr": "'10.0.0.0/8'", "macaddr": "'08:00:2b:01:02:03'", "macaddr8": "'08:00:2b:01:02:03:04:05'", "bit": "B'101'", "varbit": "B'101'",
	"point": "'(1,2)'", "line": "'{1,2,3}'", "lseg": "'((0,0),(1,1))'", "box": "'((0,0),(1,1))'", "path": "'((0,0),(1,1))'",
	"polygon": "'((0,0),(1,1),(2,0))'", "circle": "'<(0,0),1>'", "tsvector": "'a b'", "tsquery": "'a & b'", "regclass": "'app.orders'",
	"regconfig": "'english'", "regdictionary": "'simple'", "xml": "'<a/>'", "int4range": "'[1,3)'", "int8range": "'[1,3)'",
	"numrange": "'[1,3)'", "daterange": "'[2024-01-01,2024-02-01)'", "tsrange": "'[2024-01-01,2024-02-01)'",
	"tstzrange": "'[2024-01-01,2024-02-01)'", "int4multirange": "'{[1,3)}'", "nummultirange": "'{[1,3)}'",
	"text[]": "'{a,b}'", "int4[]": "'{1,2}'", "float8[]": "'{0.1,0.9}'", "tid": "'(0,1)'", "pg_lsn": "'0/1'", "xid": "'1'", "xid8": "'1'", "cid": "'1'",
}

// TestEveryAllowedFunction calls each overload of each function on the list, on a real server, and sees nothing change.
func TestEveryAllowedFunction(t *testing.T) {
	t.Parallel()
	o := newOracle(t)
	names := slices.Sorted(maps.Keys(builtinFunctions))
	result := o.observer.ExecParams(t.Context(), `
		SELECT p.proname, p.prokind, coalesce(a.aggkind, ''), coalesce(a.aggnumdirectargs, 0),
			array_to_string(ARRAY(SELECT CASE WHEN e.typname IS NULL THEN y.typname ELSE e.typname || '[]' END
				FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY x(t, n) JOIN pg_type y ON y.oid = x.t
				LEFT JOIN pg_type e ON e.oid = y.typelem AND y.typcategory = 'A' ORDER BY n), ';')
		FROM pg_proc p LEFT JOIN pg_aggregate a ON a.aggfnoid = p.oid
		WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.oid < 16384 AND p.proname = ANY ($1)
		ORDER BY p.proname, p.oid`,
		[][]byte{[]byte("{" + strings.Join(names, ",") + "}")}, []uint32{1009}, nil, nil).Read()
	if result.Err != nil {
		t.Fatal(result.Err)
	}
	before := o.state(t)
	var batch []string
	ran, failed := 0, 0
	for i, row := range result.Rows {
		ran++
		sql, err := o.anyOf(t, callOf(row))
		batch = append(batch, sql)
		if err != nil {
			failed++
			t.Logf("%s: %v", sql, err)
		}
		if len(batch) < 200 && i < len(result.Rows)-1 {
			continue
		}
		after := o.state(t)
		if list := before.changed(after); list != nil {
			t.Errorf("one of these changed %s:\n%s", strings.Join(list, ", "), strings.Join(batch, "\n"))
			before = after
		}
		batch = nil
	}
	if ran < 1850 || failed > ran/10 {
		t.Errorf("%d calls, of which %d failed", ran, failed)
	}
}

// words are what functions want texts to be.
var words = []string{"hour", "SELECT", "UTF8", "hex", "UTC", "plain", "[]", "app.orders", "USAGE", "app.ids", "1", "i", "oracle", "CREATE", "app",
	"pg_default", "simple", "C"}

// anyOf runs a call, with other words for its texts as long as it fails.
func (o *oracle) anyOf(t *testing.T, sql string) (string, error) {
	t.Helper()
	attempt := sql
	held, err := o.run(t, attempt)
	for _, word := range words {
		if err == nil || !strings.Contains(sql, "'a'::") {
			break
		}
		attempt = strings.ReplaceAll(sql, "'a'::", "'"+word+"'::")
		held, err = o.run(t, attempt)
	}
	if held != "" {
		t.Errorf("%s: it held %s", attempt, held)
	}
	return attempt, err
}

// callOf writes a call with sample arguments.
func callOf(row [][]byte) string {
	name, kind, aggregate, direct := string(row[0]), string(row[1]), string(row[2]), int(row[3][0]-'0')
	var args []string
	if len(row[4]) > 0 {
		for _, typ := range strings.Split(string(row[4]), ";") {
			args = append(args, sample(typ))
		}
	}
	quoted := `pg_catalog."` + name + `"`
	list := strings.Join(args, ", ")
	switch {
	case kind == "w":
		return fmt.Sprintf("SELECT %s(%s) OVER (ORDER BY g) FROM generate_series(1, 3) g", quoted, list)
	case aggregate == "o" || aggregate == "h":
		order := args[min(direct, len(args)-1):]
		if aggregate == "h" {
			return fmt.Sprintf("SELECT %s(1) WITHIN GROUP (ORDER BY g) FROM generate_series(1, 3) g", quoted)
		}
		return fmt.Sprintf("SELECT %s(%s) WITHIN GROUP (ORDER BY %s) FROM generate_series(1, 3) g", quoted,
			strings.Join(args[:min(direct, len(args))], ", "), strings.Join(order, ", "))
	case kind == "a" && list == "":
		return fmt.Sprintf("SELECT %s(*) FROM generate_series(1, 3) g", quoted)
	case kind == "a":
		return fmt.Sprintf("SELECT %s(%s) FROM generate_series(1, 3) g", quoted, list)
	}
	return fmt.Sprintf("SELECT %s(%s)", quoted, list)
}

func sample(typ string) string {
	value, ok := samples[typ]
	switch {
	case strings.HasPrefix(typ, "any") || typ == "record":
		return value
	case typ == "char":
		return `'a'::"char"`
	case !ok:
		return "NULL::" + typ
	}
	return value + "::" + typ
}
