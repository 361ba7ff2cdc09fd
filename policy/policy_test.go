package policy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
)

const sample = `
policies:
  - name: interns
    roles: [intern_*]
    except: [intern_hr]
    deny:
      tables: [hr.*, salaries]
      columns: [customers.email]
      questions: ['\bsalar(y|ies)\b']
      models: ["*"]
    quota: {questions: 100, tokens: 5000, cost: 2.5}
    hint: Ask the people team.
  - name: everybody
    quota: {questions: 1000}
  - name: shop alone
    datasources: [shop]
    roles: [bot]
    deny: {ask: true}
`

func parsed(t *testing.T) *Set {
	t.Helper()
	s, err := Parse([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func name(p *Policy) string {
	if p == nil {
		return ""
	}
	return p.Name
}

func TestWhoIsConcerned(t *testing.T) {
	t.Parallel()
	s := parsed(t)
	for _, tt := range []struct {
		datasource string
		roles      []string
		want       string
	}{
		{"shop", []string{"ann"}, "everybody\x00"}, {"shop", []string{"intern_1"}, "interns\x00everybody\x00"},
		{"shop", []string{"intern_hr"}, "everybody\x00"}, {"shop", []string{"intern_hr", "intern_1"}, "interns\x00everybody\x00"},
		{"shop", []string{"bot"}, "everybody\x00shop alone\x00"}, {"other", []string{"bot"}, "everybody\x00"},
		// SET ROLE to somebody who is not concerned does not help.
		{"shop", []string{"intern_1", "ann"}, "interns\x00everybody\x00"}, {"shop", []string{"ann", "intern_1"}, "interns\x00everybody\x00"},
	} {
		if got := s.For(tt.datasource, tt.roles...).Key; got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.datasource, tt.roles, got, tt.want)
		}
	}
	if r := (*Set)(nil).For("shop", "ann"); !r.Empty() || r.Asking() != nil {
		t.Error("no policies forbid something")
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	s := parsed(t)
	r := s.For("shop", "intern_1")
	for text, want := range map[string]string{"what is the SALARY of ann": "interns", "salaries?": "interns", "who sells salaryman figures": "", "how many orders": ""} {
		if got := name(r.Question(text, "")); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for read, want := range map[string]string{"hr.people": "interns", "hr.people.name": "interns", "public.salaries": "interns", "public.salaries.amount": "interns",
		"public.customers.email": "interns", "public.customers.name": "", "shr.people": "", "public.orders": ""} {
		if got := name(r.Reading(read)); got != want {
			t.Errorf("%s: %q, want %q", read, got, want)
		}
	}
	if r.Asking() != nil || name(s.For("shop", "bot").Asking()) != "shop alone" || name(r.Model("gpt-4o")) != "interns" || s.For("shop", "ann").Model("x") != nil {
		t.Error("who may ask whom")
	}
	if l := r.Questions(); l.Most != 100 || name(l.Policy) != "interns" {
		t.Errorf("questions: %+v", l)
	}
	if l := r.Cost(); l.Most != 2.5 {
		t.Errorf("cost: %+v", l)
	}
	if l := s.For("shop", "ann").Tokens(); l.Policy != nil {
		t.Errorf("tokens: %+v", l)
	}
	if d := cmp.Diff([]string{"hr.*", "salaries"}, r.Tables()); d != "" {
		t.Error(d)
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"policies:\n- name: a":           "policy at line 2: it forbids nothing and has no quota",
		"policies:\n- deny: {ask: true}": "policy at line 2: it needs a name",
		"policies:\n- name: a\n  deny: {ask: true}\n- name: a\n  deny: {ask: true}": "policy at line 4: the name \"a\" is taken, at line 2",
		"policies:\n- name: a\n  deny: {table: [x]}":                                "line 3: there is no key \"table\" here",
		"policies:\n- name: a\n  deny: {questions: ['(']}":                          "deny.questions: missing closing )",
		"policies:\n- name: a\n  deny: {questions: ['a*']}":                         "matches every question",
		"policies:\n- name: a\n  deny: {questions: ['(?=a)']}":                      "deny.questions: invalid or unsupported Perl syntax",
		"policies:\n- name: a\n  deny: {tables: ['[']}":                             "deny.tables: \"[\" is no pattern",
		"policies:\n- name: a\n  quota: {questions: -1}":                            "quota: it must be 0 or more",
		"policies:\n- name: a\n  quota: {cost: .nan}":                               "quota: it must be 0 or more",
		"policies:\n- name: a\n  quota: {questions: many}":                          "line 3: a whole number is needed",
		"rules: []":                           "line 1: there is no key \"rules\" here\nthe file is like this: policies: [{name:",
		"policies:\n  sales:\n    roles: [a]": "line 2: a list is needed, with - before each, and this is keys with values\nthe file is like this: policies: [{name:",
		"- name: a":                           "line 1: keys with values are needed, and this is a list",
		"policies:\n- name: a\n  roles: b\n- name: c\n  deny: {ask: true}\n- roles: [d]":                  "line 3: a list is needed, as in [a, b] or with - before each, and this is \"b\"\npolicy at line 6: it needs a name",
		"policies:\n- name: a\n  deny: {questions: ['" + strings.Repeat("x", 1001) + "']}":                "1000 bytes",
		"policies:\n- name: a\n  roles: ['']\n  deny: {ask: true}":                                        "roles: \"\" is no pattern",
		"policies:\n- {name: a, deny: {questions: ['x{2000}']}}":                                          "deny.questions: invalid repeat count",
		"policies:\n- name: a\n  deny: {tables: ['[']}\n- name: b\n  deny: {questions: ['(']}\n- name: c": "policy at line 6: it forbids nothing",
	} {
		_, err := Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %s", text, err, want)
		}
	}
	if s, err := Parse(nil); err != nil || !s.For("a", "b").Empty() {
		t.Errorf("an empty file: %v", err)
	}
	file := filepath.Join(t.TempDir(), "policies.yaml")
	if err := os.WriteFile(file, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Load(file); err != nil || s.For("shop", "bot").Asking() == nil {
		t.Errorf("%v", err)
	}
	if s, err := Load(""); err != nil || s != nil {
		t.Errorf("no file: %v, %v", s, err)
	}
	if _, err := Load(file + "x"); err == nil {
		t.Error("a file that is missing passes")
	}
}

// FuzzParse: whatever a file holds is policies or an error, and policies can be asked.
func FuzzParse(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte(sample), "public.salaries")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		s, err := Parse(data)
		if err != nil {
			return
		}
		r := s.For(text, text)
		r.Question(text)
		r.Reading(text)
		r.Model(text)
		r.Questions()
	})
}

// TestLoadNamesFile: each of several mistakes is a line of its own, with the name of the file.
func TestLoadNamesFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "p.yaml")
	if err := os.WriteFile(file, []byte("policies:\n  - name: a\n    deny: {tables: 5}\n  - nam: b\n  - name: d\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Load(file)
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) < 3 {
		t.Errorf("not every mistake is named: %v", err)
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, file+": ") {
			t.Errorf("%q does not name the file", line)
		}
	}
}
