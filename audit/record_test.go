package audit

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// fieldNames are the names that the lines of a type have, but not those within them.
func fieldNames(of reflect.Type) []string {
	var names []string
	for i := range of.NumField() {
		f := of.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == "-" {
			continue // in no line
		} else if name != "" {
			names = append(names, name)
		} else if f.Anonymous {
			names = append(names, fieldNames(f.Type)...)
		}
	}
	return names
}

// The documentation has every field that a line may have, and none that there is not; within the lists too.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(data), "| field | meaning |\n|---|---|\n")
	if !ok {
		t.Fatal("the table of fields is missing")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var documented []string
	named := regexp.MustCompile("`([a-z0-9_]+)`")
	for row := range strings.Lines(table) {
		first, meaning, _ := strings.Cut(strings.TrimPrefix(row, "|"), "|")
		for _, m := range named.FindAllStringSubmatch(first, -1) {
			documented = append(documented, m[1])
			for field, of := range map[string]reflect.Type{"states": reflect.TypeFor[State](), "attempts": reflect.TypeFor[Attempt](), "retrieval": reflect.TypeFor[Retrieval](),
				"prompts": reflect.TypeFor[Kept]()} {
				for _, inner := range fieldNames(of) {
					if m[1] == field && !strings.Contains(meaning, "`"+inner+"`") {
						t.Errorf("docs/audit.md does not explain %q in %s", inner, field)
					}
				}
			}
		}
	}
	have := append(fieldNames(reflect.TypeFor[Entry]()), "mac", "hash")
	slices.Sort(have)
	slices.Sort(documented)
	if diff := cmp.Diff(have, documented); diff != "" {
		t.Errorf("docs/audit.md (-fields +documented):\n%s", diff)
	}
}

// stuff puts a text into every string of v, and n entries into every list, and returns what v then is.
func stuff(v reflect.Value, text string, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		stuff(v.Elem(), text, n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			stuff(v.Index(i), text, n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				stuff(f, text, n)
			}
		}
	}
}

// A line is bounded whatever is in the record, and the record of the caller stays as it is.
func TestEveryFieldIsBounded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		n    int
	}{{strings.Repeat("\x01", 3<<20), 3}, {strings.Repeat("x", 100), 600}, {"", 3000}} {
		var r Record
		stuff(reflect.ValueOf(&r).Elem(), tt.text, min(tt.n, 600))
		r.Relations = make([]string, tt.n)
		out, err := body(&r)
		if err != nil || len(out) > maxLine-256 {
			t.Errorf("%d texts of %d bytes: a line of %d bytes, %v", tt.n, len(tt.text), len(out), err)
		}
		var back Record
		if err := json.Unmarshal(out, &back); err != nil || back.Cut != (tt.n > 3) {
			t.Errorf("%d texts of %d bytes: cut is %v, %v", tt.n, len(tt.text), back.Cut, err)
		}
		if r.Question != tt.text || r.Retrieval.Chosen[0].Reason != tt.text || len(r.Relations) != tt.n {
			t.Error("the caller's record was changed")
		}
	}
}

// kept are the fields that redaction leaves alone. A new field that may hold words of a question or values of SQL
// does not belong here.
var kept = []string{"event", "id", "proxy", "datasource", "session", "client", "role", "acting_role", "application", "claimed_actor", "form", "verb", "about",
	"feedback", "engine", "model", "states.name", "attempts.sqlstate", "attempts.class", "retrieval.chosen.table", "retrieval.chosen.columns",
	"retrieval.removed.table", "retrieval.removed.columns", "lessons", "pin", "prompts.file", "prompts.sha256", "fingerprint", "relations", "columns", "looked_up", "verdict", "rule", "policy", "outcome", "own", "sqlstate"}

// Redaction of all there is leaves nothing of a text in any field but those.
func TestEveryFieldIsRedacted(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{Mask, Hash} {
		r := Redaction{Questions: mode, Literals: mode}
		var rec Record
		stuff(reflect.ValueOf(&rec).Elem(), "zaphod", 2)
		rec.Time = time.Now()
		rec.SQL, rec.Sent, rec.Within = "SELECT 'zaphod'", "SELECT ('zaphod') AS x", "SELECT 'zaphod' /* zaphod */"
		for i := range rec.Attempts {
			rec.Attempts[i].Draft = "SELECT 'zaphod'"
		}
		var left []string
		holders(reflect.ValueOf(r.apply(rec, testKey)), "", "zaphod", &left)
		slices.Sort(left)
		want := slices.Sorted(slices.Values(kept))
		if diff := cmp.Diff(want, slices.Compact(left)); diff != "" {
			t.Errorf("%s: fields that keep the text (-wanted +have):\n%s", mode, diff)
		}
	}
}

// holders are the fields, by their names in JSON, that hold a text.
func holders(v reflect.Value, path, text string, found *[]string) {
	switch v.Kind() {
	case reflect.String:
		if strings.Contains(v.String(), text) {
			*found = append(*found, path)
		}
	case reflect.Pointer:
		holders(v.Elem(), path, text, found)
	case reflect.Slice:
		for i := range v.Len() {
			holders(v.Index(i), path, text, found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if name == "-" {
				continue // in no line
			}
			if path != "" {
				name = path + "." + name
			}
			if v.Type().Field(i).IsExported() {
				holders(v.Field(i), name, text, found)
			}
		}
	}
}
