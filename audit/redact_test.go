package audit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// secretive is a record that says the same secret in every text that could.
func secretive(role string) *Record {
	const s = "Zaphod4711"
	return &Record{ID: "r1", Role: role, Time: time.Unix(0, 0), Question: "what does " + s + " earn", Reading: "Rows whose name is " + s,
		Clarified: s, Message: s, SQL: "SELECT pay FROM hr.staff /* " + s + " */ WHERE name = 'it''s " + s + "' AND note = E'\\'" + s + "' AND n > 4711.5 -- " + s,
		States:   []State{{Name: "plan", Note: s}},
		Attempts: []Attempt{{Draft: "SELECT '" + s + "'", Error: s, Advice: s, SQLState: "42703"}, {Draft: `{"value": "` + s + `"}`}, {Draft: "SELECT '" + s}},
		Retrieval: &Retrieval{Phases: []string{s}, Outline: s, Chosen: []TableChoice{{Table: "hr.staff", Reason: s}},
			Removed: []TableChoice{{Table: "hr.cars", Reason: s}}},
		Relations: []string{"hr.staff"}}
}

func TestRedaction(t *testing.T) {
	t.Parallel()
	all := Redaction{Questions: Mask, Literals: Mask}
	for _, tt := range []struct {
		name, role string
		r          Redaction
		secrets    bool   // some may stand in the file
		want       string // stands in it
	}{
		{"everything masked", "ann", all, false, `"sql":"SELECT pay FROM hr.staff  WHERE name = $1 AND note = $2 AND n > $3"`},
		{"everything hashed", "ann", Redaction{Questions: Hash, Literals: Hash}, false, `WHERE name = '(hmac `},
		{"nothing", "ann", Redaction{}, true, `"question":"what does Zaphod4711 earn"`},
		{"literals alone", "ann", Redaction{Literals: Mask}, true, `"question":"what does Zaphod4711 earn"`},
		{"questions alone", "ann", Redaction{Questions: Mask}, true, `"question":"(masked)"`},
		{"of this role", "hr_ann", Redaction{Questions: Mask, Literals: Mask, Roles: []string{"hr_*"}}, false, `"relations":["hr.staff"]`},
		{"of other roles", "ann", Redaction{Questions: Mask, Literals: Mask, Roles: []string{"hr_*"}}, true, `WHERE name = 'it''s Zaphod4711'`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			l := start(t, Config{Dir: dir, Key: testKey, Redaction: tt.r})
			given := secretive(tt.role)
			if err := l.Intent(t.Context(), given); err != nil {
				t.Fatal(err)
			}
			if given.Attempts[0].Error != "Zaphod4711" || given.States[0].Note == masked || given.Retrieval.Outline == masked {
				t.Error("the caller's record was changed")
			}
			data, err := os.ReadFile(filepath.Join(dir, FileName))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(string(data), "Zaphod4711") || strings.Contains(string(data), "4711.5"); got != tt.secrets {
				t.Errorf("secrets: %v\n%s", got, data)
			}
			if !strings.Contains(string(data), tt.want) {
				t.Errorf("without %s\n%s", tt.want, data)
			}
			clean(t, dir, testKey)
		})
	}
}

// TestHashesAreEqualForEqualTexts, and differ under another key.
func TestHashesAreEqualForEqualTexts(t *testing.T) {
	t.Parallel()
	one, two := obscureSQL("SELECT 'a', 'a', 'b'", Hash, testKey), obscure("'a'", Hash, []byte("another key of 16"))
	parts := strings.Split(strings.TrimPrefix(one, "SELECT "), ", ")
	if len(parts) != 3 || parts[0] != parts[1] || parts[1] == parts[2] || parts[0] == "'"+two+"'" {
		t.Errorf("%s, %s", one, two)
	}
}

func TestRedactionIsValidated(t *testing.T) {
	t.Parallel()
	for _, r := range []Redaction{{Questions: "some"}, {Literals: Hash}, {Questions: Mask, Roles: []string{"["}}} {
		if l, err := Open(Config{Dir: t.TempDir(), Redaction: r}); err == nil {
			l.Close()
			t.Errorf("%+v was accepted", r)
		}
	}
}

// TestRedactionByColumn: who reads a column that is named leaves a record without values; so does a question of which
// it is not known what it would have read.
func TestRedactionByColumn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		columns  []string // of the configuration
		rec      Record
		redacted bool
	}{
		{"another column", []string{"email"}, Record{Verdict: "allow", Columns: []string{"public.customers.name"}}, false},
		{"the column", []string{"email"}, Record{Verdict: "allow", Columns: []string{"public.customers.name", "public.customers.Email"}}, true},
		{"of a table", []string{"customers.email"}, Record{Verdict: "allow", Columns: []string{"public.suppliers.email"}}, false},
		{"by a pattern", []string{"hr.*.*"}, Record{Verdict: "allow", Columns: []string{"hr.people.name"}}, true},
		{"no columns at all", []string{"email"}, Record{Verdict: "allow"}, false},
		{"not understood", []string{"email"}, Record{Outcome: Unanswered}, true},
		{"refused", []string{"email"}, Record{Verdict: "unsafe"}, true},
		{"the catalog", []string{"email"}, Record{Engine: "catalog"}, false},
		{"none configured", nil, Record{Outcome: Unanswered}, false},
	} {
		r := Redaction{Columns: tt.columns, Roles: []string{"somebody_else"}}
		rec := tt.rec
		rec.Question, rec.SQL, rec.Message = "who is zaphod", "SELECT 'zaphod'", "no zaphod"
		got := r.apply(rec, nil)
		if all := got.Question + got.SQL + got.Message; strings.Contains(all, "zaphod") == tt.redacted {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}
