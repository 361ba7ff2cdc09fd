package translate

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/spend"
)

// applyPolicies checks a question against the caller's policies, for both the role that logged in and the acting
// role. The work continues with an agent that is restricted by them.
func (c *caller) applyPolicies(ctx context.Context, instruction string) error {
	rules := c.agent.cfg.Policies.For(c.question.Datasource, c.print.SessionRole, c.print.Role)
	if rules.Empty() {
		return nil
	}
	c.rules = rules
	if p := rules.Asking(); p != nil {
		return c.policyError(p, "may not ask questions")
	}
	if p := rules.Question(append(c.question.texts(), instruction)...); p != nil {
		return c.policyError(p, "may not ask this")
	}
	bound, err := c.agent.restrictedBy(rules)
	if err != nil {
		return err
	}
	c.agent = bound
	if c.isOwnRelation() {
		return nil
	}
	return c.account().Question(ctx)
}

// texts returns all texts by the user about the question.
func (q *Question) texts() []string {
	all := []string{q.Text, q.Evidence, q.Draft}
	if q.followsUp() && q.About != nil {
		all = append(all, q.About.Question)
	}
	for _, c := range q.Settled {
		all = append(all, fmt.Sprint(c))
	}
	return all
}

// policyError returns the refusal by a policy.
func (c *caller) policyError(p *policy.Policy, what string) error {
	c.trace.Rule, c.trace.Verdict, c.trace.Policy = guard.RulePolicy, guard.Unsafe.String(), p.Name
	return forbidden(p, c.print.SessionRole, what)
}

func forbidden(p *policy.Policy, role, what string) error {
	hint := p.Hint
	if hint == "" {
		hint = "Who runs pgask can tell more."
	}
	return &Error{Code: CodeUnsafe, Message: fmt.Sprintf("role %q %s: policy %q forbids it", role, what, p.Name), Hint: hint}
}

// restrictedBy returns an agent for callers to whom rules apply. It has its own guard, does not see what the rules
// forbid, and has only the models that they allow. There is one agent for each combination of policies that occurs.
func (a *Agent) restrictedBy(rules policy.Rules) (*Agent, error) {
	if rules.Empty() {
		return a, nil
	}
	a.restricted.mu.Lock()
	defer a.restricted.mu.Unlock()
	if b := a.restricted.agents[rules.Key]; b != nil {
		return b, nil
	}
	b := *a
	b.cfg.Guard = Under(a.cfg.Guard, rules)
	g, err := guard.New(b.cfg.Guard)
	if err != nil {
		return nil, fmt.Errorf("the guard under policies: %w", err)
	}
	b.guard = g
	if a.cfg.Model != nil && rules.Model(a.cfg.Model.Name()) != nil {
		b.cfg.Model = nil
	}
	if l := rules.Tokens(); l.Policy != nil && (a.cfg.TokensPerRole <= 0 || int64(l.Most) < a.cfg.TokensPerRole) {
		b.cfg.TokensPerRole = int64(l.Most)
	}
	b.shape = b.cfg.shape()
	if a.restricted.agents == nil || len(a.restricted.agents) >= maxRestrictedAgents {
		a.restricted.agents = map[string]*Agent{}
	}
	a.restricted.agents[rules.Key] = &b
	return &b, nil
}

// Under returns the guard's policy for a caller to whom rules apply: what they deny is denied, too.
func Under(p guard.Policy, rules policy.Rules) guard.Policy {
	p.DeniedTables = slices.Concat(p.DeniedTables, rules.Tables())
	p.DeniedColumns = slices.Concat(p.DeniedColumns, rules.Columns())
	return p
}

// restrictedAgents caches the agents that restrictedBy has made.
type restrictedAgents struct {
	mu     sync.Mutex
	agents map[string]*Agent // by policy.Rules.Key
}

// maxRestrictedAgents is far above the number of combinations that occur.
const maxRestrictedAgents = 1000

// deniedModel returns the policy that denies the configured model, or nil.
func (c *caller) deniedModel() *policy.Policy {
	if m := c.agent.cfg.Policies; m == nil || c.agent.unrestricted.cfg.Model == nil {
		return nil
	}
	return c.rules.Model(c.agent.unrestricted.cfg.Model.Name())
}

// refused returns the final error for an unsafe statement: that of the policy that forbids it, where one does.
func (c *caller) refused(v guard.Verdict) error {
	if p := readingPolicy(c.rules, v); p != nil {
		return c.policyError(p, "may not ask this")
	}
	return diagnose.Refused(v)
}

// readingPolicy returns the policy because of which the guard has refused, or nil.
func readingPolicy(rules policy.Rules, v guard.Verdict) *policy.Policy {
	if v.Rule != guard.RulePolicy {
		return nil
	}
	return rules.Reading(v.Name)
}

// account is what the caller may still use.
func (c *caller) account() spend.Account {
	cfg := &c.agent.cfg
	return spend.Account{PerQuestion: cfg.TokensPerQuestion, PerRole: cfg.TokensPerRole, Ledger: cfg.Ledger, Prices: cfg.Prices, Quotas: cfg.Quotas, Rules: c.rules,
		Role: c.print.SessionRole, Used: &c.used, Refused: func(rule, policy string) {
			c.trace.Rule = rule
			if policy != "" {
				c.trace.Policy = policy
			}
		}}
}
