package translate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/borrow"
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
	hint = cmp.Or(hint, "Who runs pgask can tell more.")
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
	return spend.Account{PerQuestion: cfg.TokensPerQuestion, PerRole: cfg.TokensPerRole, Ledger: cfg.Ledger,
		Prices: cfg.Prices, Quotas: cfg.Quotas, Rules: c.rules,
		Role: c.print.SessionRole, Used: &c.used, Refused: func(rule, policy string) {
			c.trace.Rule = rule
			if policy != "" {
				c.trace.Policy = policy
			}
		}}
}

// namedSQL returns the names in a database that may be what policies name, whoever may read them: a table, and a
// column or nothing.
const namedSQL = `SELECT n.nspname || '.' || c.relname, '' FROM pg_catalog.pg_class c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND lower(c.relname) LIKE ANY (ARRAY(SELECT json_array_elements_text($1::json)))
	UNION ALL SELECT n.nspname || '.' || c.relname, a.attname FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND a.attnum > 0 AND NOT a.attisdropped
	AND lower(a.attname) LIKE ANY (ARRAY(SELECT json_array_elements_text($2::json))) LIMIT 100000`

// Misnamed lists, in a sentence each, what the policies for a datasource deny and its database does not have.
func Misnamed(ctx context.Context, conn *borrow.Conn, all *policy.Set, datasource string) ([]string, error) {
	inTables, inColumns := all.Sought(datasource)
	if len(inTables)+len(inColumns) == 0 {
		return nil, nil
	}
	results, err := conn.ReadOnly(ctx, map[string]string{"search_path": "pg_catalog", "statement_timeout": "10s"},
		borrow.SQL(namedSQL, list(inTables), list(inColumns)).As("policies"))
	if err != nil {
		return nil, fmt.Errorf("read the names of tables: %w", err)
	}
	tables, columns := map[string]bool{}, map[string]bool{}
	for _, row := range results[0].Rows {
		if name := string(row[0]); len(row[1]) == 0 {
			tables[name] = true
		} else {
			columns[name+"."+string(row[1])] = true
		}
	}
	return all.Unknown(datasource, tables, columns), nil
}

func list(texts []string) string {
	text, _ := json.Marshal(append([]string{}, texts...)) // it cannot fail
	return string(text)
}

// tellMisnamed reports misspelt names in policies when a datasource is first read. A failure of that is ignored.
func (c *caller) tellMisnamed(ctx context.Context) {
	a, datasource := c.agent, c.question.Datasource
	if a.cfg.Misnamed == nil || a.cfg.Policies == nil || c.conn.InTransaction() {
		return
	}
	once, _ := a.checked.LoadOrStore(datasource, &sync.Once{})
	once.(*sync.Once).Do(func() {
		if all, err := Misnamed(ctx, c.conn, a.cfg.Policies, datasource); err == nil && len(all) > 0 {
			a.cfg.Misnamed(datasource, all)
		}
	})
}
