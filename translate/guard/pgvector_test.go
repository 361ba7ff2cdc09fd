package guard

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVectorSet holds the set for pgvector against its catalog entries, which few machines can show themselves:
// testdata/pgvector.mjs says where they are from. Beside what TestExtensionLists asks of a set, it must have all that
// people call.
func TestVectorSet(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/pgvector.txt")
	if err != nil {
		t.Fatal(err)
	}
	functions, operators, types := map[string]member{}, map[string]bool{}, map[string]bool{}
	behind := map[string]bool{} // functions that are called by an operator, a cast, an aggregate or an index
	bare := func(name string) string { return name[strings.LastIndex(name, ".")+1:] }
	entries(string(text), func(f []string) {
		switch f[0] {
		case "function":
			name, arguments, result, volatile, language, kind := f[1], f[2], f[3], f[4], f[5], f[6]
			m := functions[name]
			functions[name] = member{m.volatile || volatile == "v", m.written || language != "c" && kind != "a", m.arguments + " " + arguments, ""}
			for _, part := range []string{"_accum", "_combine", "_avg", "_cmp", "_recv", "_send", "_typmod_in", "_squared_distance", "_spherical_distance"} {
				behind[name] = behind[name] || strings.HasSuffix(name, part)
			}
			if strings.Contains(arguments, "internal") || strings.Contains(arguments, "cstring") || result == "cstring" {
				behind[name] = true
			}
		case "operator":
			operators[f[1]] = true
			if code := bare(f[3]); !slices.Contains([]string{"l1_distance", "l2_distance", "cosine_distance", "hamming_distance", "jaccard_distance"}, code) {
				behind[code] = true
			}
		case "type":
			types[f[1]] = true
		case "cast":
			if code := bare(f[4]); code != f[2] { // vector(x, 3, false) has the name of the type
				behind[code] = true
			}
		}
	})
	set := extensionSets["pgvector"]
	compareFunctions(t, set, "pgvector", functions)
	for _, op := range set.operators {
		if !operators[op] {
			t.Errorf("there is no operator %s", op)
		}
	}
	for op := range operators {
		if !builtinOperators[op] && !slices.Contains(set.operators, op) {
			t.Errorf("the operator %s is missing", op)
		}
	}
	for _, typ := range set.types {
		if !types[typ] || !types["_"+typ] {
			t.Errorf("there is no type %s", typ)
		}
	}
	var called []string
	for name := range functions {
		if _, builtin := builtinFunctions[name]; !behind[name] && !builtin { // sum and avg
			called = append(called, name)
		}
	}
	slices.Sort(called)
	listed := slices.Sorted(slices.Values(set.functions))
	if diff := cmp.Diff(called, listed); diff != "" {
		t.Errorf("functions (-catalog +set):\n%s", diff)
	}
}
