package service

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/policy"
)

// describePolicies puts policies into words, for the console.
func describePolicies(all []policy.Policy) []console.Policy {
	out := make([]console.Policy, len(all))
	for i, p := range all {
		out[i] = console.Policy{Name: p.Name, Hint: p.Hint, Whom: appliesTo(&p), Takes: restrictions(&p)}
	}
	return out
}

func appliesTo(p *policy.Policy) []string {
	var out []string
	for _, part := range []struct {
		is  string
		who []string
	}{{"roles ", p.Roles}, {"all but ", p.Except}, {"in ", p.Datasources}} {
		if len(part.who) > 0 {
			out = append(out, part.is+strings.Join(part.who, ", "))
		}
	}
	return out
}

func restrictions(p *policy.Policy) []string {
	var out []string
	if p.Ask {
		out = append(out, "asking")
	}
	patterns := make([]string, len(p.Questions))
	for i, q := range p.Questions {
		patterns[i] = q.String()
	}
	for _, part := range []struct {
		is   string
		what []string
	}{{"tables ", p.Tables}, {"columns ", p.Columns}, {"questions like ", patterns}, {"models ", p.Models}} {
		if len(part.what) > 0 {
			out = append(out, part.is+strings.Join(part.what, ", "))
		}
	}
	if n := p.Quota.Questions; n > 0 {
		out = append(out, fmt.Sprintf("more than %d questions a day", n))
	}
	if n := p.Quota.Tokens; n > 0 {
		out = append(out, fmt.Sprintf("more than %d tokens a day", n))
	}
	if n := p.Quota.Cost; n > 0 {
		out = append(out, fmt.Sprintf("models for more than %g a day", n))
	}
	return out
}
