package policy

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/pattern"
)

// Policy is one rule of an administrator's.
type Policy struct {
	Name string // of its own, which errors and records tell
	// Who it concerns: patterns of role names with * and ?; Except takes out of Roles. No Roles: everybody.
	Roles, Except []string
	Datasources   []string // patterns likewise; none: all

	Ask       bool             // nothing may be asked
	Tables    []string         // that may not be read, as [schema.]table with * and ?
	Columns   []string         // as [[schema.]table.]column
	Questions []*regexp.Regexp // that may not be asked; they match anywhere, in any case of letters
	Models    []string         // patterns of models that are not asked
	Quota     Quota
	Hint      string // of the error when the policy refuses; empty: a general one
}

// Quota bounds the use of a role per day, which begins at midnight UTC. 0: unlimited.
type Quota struct {
	Questions int64   // asked
	Tokens    int64   // of models, of prompts and answers
	Cost      float64 // of models, in the currency of model.price
}

// Set are the policies of an installation. The nil Set has none.
type Set struct{ policies []Policy }

// List returns every policy, in the order of the file.
func (s *Set) List() []Policy {
	if s == nil {
		return nil
	}
	return slices.Clone(s.policies)
}

// Rules are the policies that concern somebody. The zero Rules forbid nothing.
type Rules struct {
	// Key is equal for equal rules of one set.
	Key      string
	policies []*Policy
}

// For returns the rules for a user with these role names, in a datasource.
func (s *Set) For(datasource string, roles ...string) Rules {
	var r Rules
	if s == nil {
		return r
	}
	for i := range s.policies {
		if p := &s.policies[i]; p.concerns(datasource, roles) {
			r.policies = append(r.policies, p)
			r.Key += p.Name + "\x00"
		}
	}
	return r
}

// All returns the rules of all policies, for any role and datasource.
func (s *Set) All() Rules {
	var r Rules
	if s == nil {
		return r
	}
	for i := range s.policies {
		r.policies = append(r.policies, &s.policies[i])
		r.Key += s.policies[i].Name + "\x00"
	}
	return r
}

// concerns reports whether a policy applies to a user with these role names: whether it applies to one of them at
// least.
func (p *Policy) concerns(datasource string, roles []string) bool {
	if len(p.Datasources) > 0 && !like(p.Datasources, datasource) {
		return false
	}
	return slices.ContainsFunc(roles, func(role string) bool {
		return (len(p.Roles) == 0 || like(p.Roles, role)) && !like(p.Except, role)
	})
}

// like reports whether a name matches one of some patterns.
func like(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := pattern.Match(p, name)
		return ok || err != nil // a bad pattern, which Parse does not let through, must not allow anything
	})
}

// Empty reports whether r forbids nothing and counts nothing.
func (r Rules) Empty() bool { return len(r.policies) == 0 }

// Asking returns the policy that denies asking at all, or nil.
func (r Rules) Asking() *Policy {
	return r.first(func(p *Policy) bool { return p.Ask })
}

// Question returns the policy that denies a question with any of these texts, or nil.
func (r Rules) Question(texts ...string) *Policy {
	return r.first(func(p *Policy) bool {
		return slices.ContainsFunc(p.Questions, func(pattern *regexp.Regexp) bool {
			return slices.ContainsFunc(texts,
				pattern.MatchString)
		})
	})
}

// Model returns the policy that forbids a model, or nil.
func (r Rules) Model(name string) *Policy {
	return r.first(func(p *Policy) bool { return like(p.Models, name) })
}

// Tables returns the patterns of tables that may not be read.
func (r Rules) Tables() []string { return r.all(func(p *Policy) []string { return p.Tables }) }

// Columns returns the patterns of columns that may not be read.
func (r Rules) Columns() []string { return r.all(func(p *Policy) []string { return p.Columns }) }

// Reading returns the policy that forbids to read a table or a column, by its full name or the end of it; nil if none
// does.
func (r Rules) Reading(name string) *Policy {
	parts := strings.Split(strings.ToLower(name), ".")
	return r.first(func(p *Policy) bool {
		return slices.ContainsFunc(slices.Concat(p.Tables, p.Columns), func(pattern string) bool {
			want := strings.Split(strings.ToLower(pattern), ".")
			if len(want) > len(parts) {
				return false
			}
			// A table is forbidden with its columns, so what follows the pattern does not matter, nor what stands
			// before.
			for at := 0; at+len(want) <= len(parts); at++ {
				if like([]string{strings.Join(want, "/")}, strings.Join(parts[at:at+len(want)], "/")) {
					return true
				}
			}
			return false
		})
	})
}

// Limit is the lowest quota of a kind, with the policy that sets it; nil: none does.
type Limit struct {
	Most   float64
	Policy *Policy
}

// Questions returns the strictest quota of questions.
func (r Rules) Questions() Limit {
	return r.least(func(q Quota) float64 { return float64(q.Questions) })
}

// Tokens returns the strictest quota of tokens.
func (r Rules) Tokens() Limit { return r.least(func(q Quota) float64 { return float64(q.Tokens) }) }

// Cost returns the strictest quota of what models cost.
func (r Rules) Cost() Limit { return r.least(func(q Quota) float64 { return q.Cost }) }

func (r Rules) least(of func(Quota) float64) Limit {
	var l Limit
	for _, p := range r.policies {
		if n := of(p.Quota); n > 0 && (l.Policy == nil || n < l.Most) {
			l = Limit{n, p}
		}
	}
	return l
}

func (r Rules) first(holds func(*Policy) bool) *Policy {
	if i := slices.IndexFunc(r.policies, holds); i >= 0 {
		return r.policies[i]
	}
	return nil
}

func (r Rules) all(of func(*Policy) []string) []string {
	var out []string
	for _, p := range r.policies {
		out = append(out, of(p)...)
	}
	return out
}
