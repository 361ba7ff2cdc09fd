package translate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
)

// Quotas count, per role and day, the questions and the cost of models (in millionths) for the quotas of policies.
// Config.Ledger counts tokens. nil: in memory.
type Quotas struct{ Questions, Cost Ledger }

// The rule names in records and metrics for refusals by policies and quotas.
const (
	RulePolicy         = guard.RulePolicy
	RuleQuotaQuestions = "quota_questions"
	RuleQuotaTokens    = "quota_tokens"
	RuleQuotaCost      = "quota_cost"
)

// applyPolicies checks a question against the caller's policies, for both the role that logged in and the acting
// role. The work continues with an agent that is restricted by them.
func (w *work) applyPolicies(ctx context.Context) error {
	rules := w.agent.cfg.Policies.For(w.question.Datasource, w.print.SessionRole, w.print.Role)
	if rules.Empty() {
		return nil
	}
	w.rules = rules
	if p := rules.Asking(); p != nil {
		return w.policyError(p, "may not ask questions")
	}
	if p := rules.Question(w.texts()...); p != nil {
		return w.policyError(p, "may not ask this")
	}
	bound, err := w.agent.restrictedBy(rules)
	if err != nil {
		return err
	}
	w.agent = bound
	if w.isOwnRelation() {
		return nil
	}
	return w.countQuestion(ctx)
}

// texts returns all texts by the user about the question.
func (w *work) texts() []string {
	q := w.question
	all := []string{q.Text, q.Evidence, w.followed.instruction, q.Draft}
	if w.followsUp() && q.About != nil {
		all = append(all, q.About.Question)
	}
	for _, c := range q.Settled {
		all = append(all, fmt.Sprint(c))
	}
	return all
}

// policyError returns the refusal by a policy.
func (w *work) policyError(p *policy.Policy, what string) error {
	w.trace.Rule, w.trace.Verdict, w.trace.Policy = RulePolicy, guard.Unsafe.String(), p.Name
	return forbidden(p, w.print.SessionRole, what)
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
func (w *work) deniedModel() *policy.Policy {
	if m := w.agent.cfg.Policies; m == nil || w.agent.unrestricted.cfg.Model == nil {
		return nil
	}
	return w.rules.Model(w.agent.unrestricted.cfg.Model.Name())
}

// countQuestion counts a question against the caller's quota.
func (w *work) countQuestion(ctx context.Context) error {
	l := w.rules.Questions()
	if l.Policy == nil {
		return nil
	}
	ledger, role, at := w.agent.cfg.Quotas.Questions, w.print.SessionRole, now()
	total, err := ledger.Add(ctx, role, at, 1)
	if err != nil {
		return w.quotaUnavailable(ctx, "questions", err)
	}
	if total > int64(l.Most) {
		addAsync(ctx, ledger, role, at, -1)
		return w.quotaExceeded(RuleQuotaQuestions, l.Policy, fmt.Sprintf("has asked the %d questions that it may ask in a day", int64(l.Most)), ledger.Ends(at))
	}
	return nil
}

// reserveCost counts the cost of a prompt, as far as it is known before the call, against the caller's quota. settle
// corrects the amount after the answer.
func (w *work) reserveCost(ctx context.Context, name string, tokens int) (settle func(model.Response), err error) {
	l := w.rules.Cost()
	price := w.agent.cfg.Prices[name]
	if l.Policy == nil || price == (Price{}) {
		return func(model.Response) {}, nil
	}
	ledger, role, at := w.agent.cfg.Quotas.Cost, w.print.SessionRole, now()
	reserved := millionths(price.cost(model.Response{TokensIn: tokens}))
	total, err := ledger.Add(ctx, role, at, reserved)
	if err != nil {
		return nil, w.quotaUnavailable(ctx, "cost", err)
	}
	if most := millionths(l.Most); total > most {
		addAsync(ctx, ledger, role, at, -reserved)
		return nil, w.quotaExceeded(RuleQuotaCost, l.Policy, fmt.Sprintf("has used %.4f of the %.4f that models may cost for it in a day, and this call needs more than is left",
			float64(total-reserved)/1e6, l.Most), ledger.Ends(at))
	}
	return func(r model.Response) {
		if more := millionths(price.cost(r)) - reserved; more != 0 {
			addAsync(ctx, ledger, role, at, more)
		}
	}, nil
}

func millionths(cost float64) int64 { return int64(math.Ceil(cost * 1e6)) }

// addAsync corrects a ledger, even if the question is already over. If that fails, the role is charged too much until
// the day ends.
func addAsync(ctx context.Context, ledger Ledger, role string, at time.Time, n int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ledgerTime)
	defer cancel()
	_, _ = ledger.Add(ctx, role, at, n)
}

// quotaExceeded returns the refusal by a quota.
func (w *work) quotaExceeded(rule string, p *policy.Policy, what string, ends time.Time) error {
	w.trace.Rule, w.trace.Policy = rule, p.Name
	hint := "The count begins anew at " + ends.UTC().Format("2006-01-02 15:04") + " UTC."
	if p.Hint != "" {
		hint += " " + p.Hint
	} else if rule != RuleQuotaQuestions {
		hint += " Until then SET ask.engine = 'builtin' asks without the model."
	}
	return &Error{Code: CodeBudget, Message: fmt.Sprintf("role %q %s: policy %q", w.print.SessionRole, what, p.Name), Hint: hint}
}

// quotaUnavailable returns the refusal of a request that cannot be counted.
func (w *work) quotaUnavailable(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &Error{Code: CodeBudget, Message: "what the role has left of its quota of " + what + " cannot be read",
		Hint: "The proxy's state store is unavailable; its log says why. Try again later.", Err: err}
}

// refused returns the final error for an unsafe statement: that of the policy that forbids it, where one does.
func (w *work) refused(v guard.Verdict) error {
	if p := readingPolicy(w.rules, v); p != nil {
		return w.policyError(p, "may not ask this")
	}
	return refused(v)
}

// readingPolicy returns the policy because of which the guard has refused, or nil.
func readingPolicy(rules policy.Rules, v guard.Verdict) *policy.Policy {
	if v.Rule != guard.RulePolicy {
		return nil
	}
	return rules.Reading(v.Name)
}

// noteQuota records that the role has used up its tokens for the day.
func (w *work) noteQuota(err error) error {
	var e *Error
	if errors.As(err, &e) && e.Code == CodeBudget {
		w.usage.mu.Lock()
		defer w.usage.mu.Unlock()
		w.trace.Rule = RuleQuotaTokens
		if l := w.rules.Tokens(); l.Policy != nil && int64(l.Most) == w.agent.cfg.TokensPerRole {
			w.trace.Policy = l.Policy.Name
		}
	}
	return err
}
