package mutants

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

var seeds = [][]any{{"SELECT 'a'", []byte{}, true, byte(3), uint16(4), uint64(5)}, {"", []byte("bytes"), false, byte(0), uint16(0), uint64(0)}}

// inputs are the first of a target.
func inputs(name string, n int) (out [][]any) {
	g := newGenerator(name, seeds)
	for range n {
		out = append(out, g.next())
	}
	return out
}

func TestInputs(t *testing.T) {
	t.Parallel()
	before := fmt.Sprintf("%#v", seeds)
	all := inputs("FuzzA", 1000)
	if !reflect.DeepEqual(all, inputs("FuzzA", 1000)) {
		t.Error("other inputs the second time")
	}
	if reflect.DeepEqual(all, inputs("FuzzB", 1000)) {
		t.Error("two targets get the same")
	}
	if after := fmt.Sprintf("%#v", seeds); after != before {
		t.Errorf("the seeds became %s", after)
	}
	different, longest := map[string]bool{}, 0
	for _, in := range all {
		for i, v := range in {
			if got, want := reflect.TypeOf(v), reflect.TypeOf(seeds[0][i]); got != want {
				t.Fatalf("argument %d is a %v", i, got)
			}
		}
		different[fmt.Sprintf("%#v", in)] = true
		longest = max(longest, len(in[0].(string)), len(in[1].([]byte)))
	}
	if len(different) < 700 {
		t.Errorf("%d different ones of %d", len(different), len(all))
	}
	if longest > maxBytes || longest < 1000 {
		t.Errorf("the longest has %d bytes", longest)
	}
}

// What an input is made of is not shared with others: a target may write into what it gets.
func TestInputsShareNothing(t *testing.T) {
	t.Parallel()
	all := inputs("FuzzA", 500)
	want := fmt.Sprintf("%q", all[1:])
	b := all[0][1].([]byte)
	for i := range b[:cap(b)] {
		b[:cap(b)][i] = 'X'
	}
	if got := fmt.Sprintf("%q", all[1:]); got != want {
		t.Error("writing into one input changed others")
	}
}

// FuzzItself fails in TestTarget alone, with an input that no seed is.
func FuzzItself(tf *testing.F) {
	f := Of(tf)
	f.Add("seed", []byte{1}, false)
	ran := 0
	f.Fuzz(func(t *testing.T, text string, bytes []byte, yes bool) {
		if ran++; os.Getenv("MUTANTS_FAIL") == "" {
			return
		}
		if ran == 1 && text != "seed" {
			t.Errorf("first %q", text)
		}
		if ran == 100 {
			clear(bytes)
			t.Error("number one hundred")
		}
	})
}

func TestTarget(t *testing.T) {
	t.Parallel()
	run := func(env ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^FuzzItself$", "-test.v")
		cmd.Env = append(os.Environ(), env...)
		out, _ := cmd.CombinedOutput() // it fails where it should
		return string(out)
	}
	passed := run("PGASK_MUTANTS=200")
	if n := strings.Count(passed, "--- PASS: FuzzItself/seed#"); n != 201 {
		t.Errorf("%d inputs:\n%.500s", n, passed)
	}
	if out := run("PGASK_MUTANTS="); strings.Count(out, "--- PASS: FuzzItself/seed#") != 1 {
		t.Errorf("without the variable:\n%.500s", out)
	}
	if out := run("PGASK_MUTANTS=many"); !strings.Contains(out, `PGASK_MUTANTS: "many" is not a number of inputs`) {
		t.Errorf("many:\n%.500s", out)
	}
	failed := run("PGASK_MUTANTS=200", "MUTANTS_FAIL=1")
	if !strings.Contains(failed, "--- FAIL: FuzzItself/seed#99") || !strings.Contains(failed, "failed with\n        go test fuzz v1\n        string(") {
		t.Errorf("the failure is not told:\n%.500s", failed)
	}
}
