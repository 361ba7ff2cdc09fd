package console

import (
	"net/http"
	"net/url"
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
}

func (c *Console) policies(w http.ResponseWriter, r *http.Request, v *visitor) error {
	if c.cfg.Policies == nil {
		return notFound("Policies are not shown here.")
	}
	body := policiesPage{Span: spans[1]}
	u, err := c.count(r.Context(), usageKey{span: body.Span.Name}, body.Span)
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
		body.Policies = append(body.Policies, policyRow{p, refused[p.Name], "/questions?" + url.Values{"policy": {p.Name}, "from": {since}}.Encode()})
	}
	return c.show(w, r, v, http.StatusOK, "policies", page{Title: "Policies", Here: "/policies", Body: body})
}
