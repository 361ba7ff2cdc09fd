// Package mutants runs fuzz targets on inputs that are the same every time, so that what fails for one change fails
// for the next one and passes for none: Go's own fuzzing begins elsewhere at each run, and even with a fixed seed
// what it takes for new coverage differs from run to run (docs/decisions/2026-11-21-fuzzing.md).
//
//	func FuzzParse(tf *testing.F) {
//		f := mutants.Of(tf)
//		f.Add("a seed")
//		f.Fuzz(func(t *testing.T, text string) { … })
//	}
//
// is an ordinary target for go test -fuzz and for go test. With PGASK_MUTANTS=5000 go test makes so many inputs of
// the seeds besides.
//
//	mutants.go  the target; generator.go the inputs
package mutants

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// variable is the environment variable with the number of inputs that are made for each target.
const variable = "PGASK_MUTANTS"

// F is a fuzz target. It is used like a testing.F.
type F struct {
	*testing.F
	seeds [][]any
}

// Of wraps the testing.F of a target, at its beginning.
func Of(f *testing.F) *F { return &F{F: f} }

// Add adds a seed, of arguments that are strings, byte slices, booleans or integers of 8, 16 or 64 bits without sign.
func (f *F) Add(args ...any) {
	f.Helper()
	f.seeds = append(f.seeds, args)
	f.F.Add(args...)
}

// Fuzz runs target as testing.F.Fuzz does, and on the inputs that are wanted besides. An input that fails is logged
// as it would stand in testdata/fuzz.
func (f *F) Fuzz(target any) {
	f.Helper()
	n := wanted(f)
	if n > 0 && !engine() {
		g := newGenerator(f.Name(), f.seeds)
		for range n {
			f.F.Add(g.next()...)
		}
		target = telling(target)
	}
	f.F.Fuzz(target)
}

// Wanted reports whether a target runs on more than its seeds.
func Wanted(tb testing.TB) bool {
	tb.Helper()
	return engine() || wanted(tb) > 0
}

// engine reports whether Go's fuzzing runs, which makes the inputs then.
func engine() bool {
	for _, name := range []string{"test.fuzz", "test.fuzzworker"} {
		if v := flag.Lookup(name); v != nil && v.Value.String() != v.DefValue {
			return true
		}
	}
	return false
}

func wanted(tb testing.TB) int {
	tb.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		tb.Fatalf("%s: %q is not a number of inputs", variable, text)
	}
	return n
}

// telling is the target, which says what it failed with.
func telling(target any) any {
	f := reflect.ValueOf(target)
	return reflect.MakeFunc(f.Type(), func(args []reflect.Value) []reflect.Value {
		t := args[0].Interface().(*testing.T)
		input := entry(args[1:]) // the target may write into it
		defer func() {
			if t.Failed() {
				t.Logf("failed with\n%s", input)
			}
		}()
		return f.Call(args)
	}).Interface()
}

// entry is an input as a file in testdata/fuzz.
func entry(args []reflect.Value) string {
	out := []string{"go test fuzz v1"}
	for _, a := range args {
		text := fmt.Sprintf("%s(%#v)", a.Type(), a.Interface())
		switch v := a.Interface().(type) {
		case []byte:
			text = fmt.Sprintf("[]byte(%q)", v)
		case byte:
			text = fmt.Sprintf("byte(%q)", rune(v))
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}
