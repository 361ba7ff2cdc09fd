package service

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/policy"
)

func TestPoliciesInWords(t *testing.T) {
	t.Parallel()
	s, err := policy.Parse([]byte(`
policies:
  - {name: salaries, except: [hr_*, dba], hint: Ask the people team., deny: {tables: [hr.*], columns: [employees.bonus], questions: ['salar(y|ies)']}}
  - {name: bots, roles: [etl], datasources: [shop], deny: {ask: true, models: ["*"]}}
  - {name: everybody, quota: {questions: 500, tokens: 200000, cost: 2.50}}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []console.Policy{
		{Name: "salaries", Hint: "Ask the people team.", Whom: []string{"all but hr_*, dba"},
			Takes: []string{"tables hr.*", "columns employees.bonus", "questions like (?i)salar(y|ies)"}},
		{Name: "bots", Whom: []string{"roles etl", "in shop"}, Takes: []string{"asking", "models *"}},
		{Name: "everybody", Takes: []string{"more than 500 questions a day", "more than 200000 tokens a day", "models for more than 2.5 a day"}},
	}
	if diff := cmp.Diff(want, describePolicies(s.List())); diff != "" {
		t.Error(diff)
	}
	var none *policy.Set
	if got := describePolicies(none.List()); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
