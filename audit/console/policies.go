package console

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/pgask/pgask/audit"
)

// Policy is a policy in words.
type Policy struct {
	Name  string
	Whom  []string // roles, or who is excepted, or datasources, a phrase each; none: everybody everywhere
	Takes []string // what it forbids and how much it allows, likewise
	Hint  string
}

// Quotas are what roles have used of what they may use in a day.
type Quotas struct {
	Roles []RoleQuota // those that have used something, by how much of it
	Ends  time.Time   // when the count begins anew
}

// RoleQuota is what a role has used.
type RoleQuota struct {
	Role                    string
	Questions, Tokens, Cost Use
}

// Use is how much of one thing was used.
type Use struct {
	Used, Most float64 // no Most: it has no end
	Policy     string  // that sets it, or the setting
}

// Share returns how much of it was used, from 0 to 1.
func (u Use) Share() float64 {
	if u.Most <= 0 {
		return 0
	}
	return min(1, max(0, u.Used/u.Most))
}

// Tight returns the largest share of what a role has used of anything.
func (q RoleQuota) Tight() float64 { return max(q.Questions.Share(), q.Tokens.Share(), q.Cost.Share()) }

// policyRow is a policy and what it did lately.
type policyRow struct {
	Policy
	Refused int
	Address string // of those questions
}

// policiesPage lists the policies in force.
type policiesPage struct {
	Span     span
	Policies []policyRow
	Partial  bool
	Quotas   *Quotas // nil: they are not shown, or cannot be read
	Unread   bool    // they cannot
}

// policies shows what is in force, and how often it refused lately.
func (c usagePages) policies(w http.ResponseWriter, r *http.Request, v *visitor) error {
	if c.cfg.Policies == nil {
		return notFound("Policies are not shown here.")
	}
	body := policiesPage{Span: spans[1]}
	u, err := c.count(r.Context(), usageKey{span: body.Span.Name}, body.Span, c.zone(r))
	if err != nil {
		return err
	}
	body.Partial = u.partial
	refused := map[string]int{}
	for why, n := range u.tally.reasons {
		if why.Outcome == string(audit.Refused) || why.Outcome == string(audit.Failed) || why.Outcome == string(audit.Unanswered) {
			refused[why.Policy] += n.Questions
		}
	}
	since := u.tally.begins[0].In(time.UTC).Format(time.RFC3339)
	for _, p := range c.cfg.Policies() {
		body.Policies = append(body.Policies, policyRow{p, refused[p.Name], "/questions?" +
			url.Values{"policy": {p.Name}, "from": {since}}.Encode()})
	}
	if c.cfg.Quotas != nil {
		q, err := c.cfg.Quotas(r.Context())
		if err != nil {
			c.log.Warn("console: quotas not read", "error", err)
		}
		slices.SortStableFunc(q.Roles, func(a, b RoleQuota) int { return cmp.Compare(b.Tight(), a.Tight()) })
		body.Quotas, body.Unread = &q, err != nil
	}
	return c.show(w, r, v, http.StatusOK, "policies", page{Title: "Policies", Here: "/policies", Body: body})
}
