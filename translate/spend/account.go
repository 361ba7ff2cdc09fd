package spend

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/say"
)

// The rule names in records and metrics for refusals by quotas.
const (
	RuleQuotaQuestions = "quota_questions"
	RuleQuotaTokens    = "quota_tokens"
	RuleQuotaCost      = "quota_cost"
)

// Used is what one question has used of models so far.
type Used struct {
	mu     sync.Mutex
	tokens int64 // used, or reserved for running calls
}

// Account is what a caller may use for a question. Calls of models may run at once.
type Account struct {
	PerQuestion int64 // tokens; 0: no bound
	PerRole     int64 // tokens of a day; 0: no bound
	Ledger      Ledger
	Prices      map[string]Price // of models, by name
	Quotas      Quotas
	Rules       policy.Rules
	Role        string
	Used        *Used
	Refused     func(rule, policy string) // is told which quota is used up, and by which policy, which may be empty
}

// Reserve takes the tokens of a prompt from what the question and the role may still use. It does so before the call,
// so that concurrent calls, here or in other proxies, do not all use the same remainder. Settle corrects the amount
// after the answer.
func (a Account) Reserve(ctx context.Context, tokens int) error {
	n := int64(tokens)
	if limit := a.PerQuestion; limit > 0 {
		a.Used.mu.Lock()
		total := a.Used.tokens + n
		if total <= limit {
			a.Used.tokens = total
		}
		a.Used.mu.Unlock()
		if total > limit {
			return &say.Error{Code: say.CodeBudget,
				Message: fmt.Sprintf("this question would take %d tokens of the model, more than the %d that one may", total, limit),
				Hint:    "The limit is model.tokens_per_question. SET ask.engine = 'builtin' asks without the model."}
		}
	}
	if a.PerRole <= 0 {
		return nil
	}
	role, at := a.Role, time.Now()
	total, err := a.Ledger.Add(ctx, role, at, n)
	if err != nil {
		a.take(-n)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// Tokens that cannot be counted are not spent.
		return &say.Error{Code: say.CodeBudget, Message: "the tokens that the role may still take today cannot be read",
			Hint: "Try again later. SET ask.engine = 'builtin' asks without the model.", Err: err}
	}
	if limit := a.PerRole; total > limit {
		addAsync(ctx, a.Ledger, role, at, -n)
		a.take(-n)
		return a.spentToday(role, total-n, limit, a.Ledger.Ends(at))
	}
	return nil
}

// spentToday returns the refusal of a call that would take more tokens than are left.
func (a Account) spentToday(role string, used, limit int64, ends time.Time) error {
	by := ""
	if l := a.Rules.Tokens(); l.Policy != nil && int64(l.Most) == a.PerRole {
		by = l.Policy.Name
	}
	a.Refused(RuleQuotaTokens, by)
	return &say.Error{Code: say.CodeBudget, Message: fmt.Sprintf("role %q has taken %d of the %d tokens of the model that it may take in a day, and this call needs more than is left",
		role, used, limit),
		Hint: "The count begins anew at " + ends.UTC().Format("2006-01-02 15:04") +
			" UTC; the limit is model.tokens_per_role, or that of a policy. " +
			"Until then SET ask.engine = 'builtin' asks without the model; what was asked before and what is pinned costs nothing."}
}

// Settle replaces a reservation by the tokens that a call used.
func (a Account) Settle(ctx context.Context, reserved int, resp model.Response) {
	more := int64(resp.TokensIn+resp.TokensOut) - int64(reserved)
	a.take(more)
	if a.PerRole > 0 && more != 0 {
		addAsync(ctx, a.Ledger, a.Role, time.Now(), more)
	}
}

func (a Account) take(n int64) {
	a.Used.mu.Lock()
	defer a.Used.mu.Unlock()
	a.Used.tokens += n
}

// ledgerTime bounds a write to the ledger, which may happen after the question is over.
const ledgerTime = 5 * time.Second

// Question counts a question against the caller's quota.
func (a Account) Question(ctx context.Context) error {
	l := a.Rules.Questions()
	if l.Policy == nil {
		return nil
	}
	ledger, role, at := a.Quotas.Questions, a.Role, time.Now()
	total, err := ledger.Add(ctx, role, at, 1)
	if err != nil {
		return a.quotaUnavailable(ctx, "questions", err)
	}
	if total > int64(l.Most) {
		addAsync(ctx, ledger, role, at, -1)
		return a.quotaExceeded(RuleQuotaQuestions, l.Policy,
			fmt.Sprintf("has asked the %d questions that it may ask in a day", int64(l.Most)), ledger.Ends(at))
	}
	return nil
}

// ReserveCost counts the cost of a prompt, as far as it is known before the call, against the caller's quota. correct
// corrects the amount after the answer.
func (a Account) ReserveCost(ctx context.Context, name string, tokens int) (correct func(model.Response), err error) {
	l := a.Rules.Cost()
	price := a.Prices[name]
	if l.Policy == nil || price == (Price{}) {
		return func(model.Response) {}, nil
	}
	ledger, role, at := a.Quotas.Cost, a.Role, time.Now()
	reserved := millionths(price.Cost(model.Response{TokensIn: tokens}))
	total, err := ledger.Add(ctx, role, at, reserved)
	if err != nil {
		return nil, a.quotaUnavailable(ctx, "cost", err)
	}
	if most := millionths(l.Most); total > most {
		addAsync(ctx, ledger, role, at, -reserved)
		return nil, a.quotaExceeded(RuleQuotaCost, l.Policy,
			fmt.Sprintf("has used %.4f of the %.4f that models may cost for it in a day, and this call needs more than is left",
				float64(total-reserved)/1e6, l.Most), ledger.Ends(at))
	}
	return func(r model.Response) {
		if more := millionths(price.Cost(r)) - reserved; more != 0 {
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
func (a Account) quotaExceeded(rule string, p *policy.Policy, what string, ends time.Time) error {
	a.Refused(rule, p.Name)
	hint := "The count begins anew at " + ends.UTC().Format("2006-01-02 15:04") + " UTC."
	if p.Hint != "" {
		hint += " " + p.Hint
	} else if rule != RuleQuotaQuestions {
		hint += " Until then SET ask.engine = 'builtin' asks without the model."
	}
	return &say.Error{Code: say.CodeBudget, Message: fmt.Sprintf("role %q %s: policy %q", a.Role, what, p.Name), Hint: hint}
}

// quotaUnavailable returns the refusal of a request that cannot be counted.
func (a Account) quotaUnavailable(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &say.Error{Code: say.CodeBudget, Message: "what the role has left of its quota of " + what + " cannot be read",
		Hint: "The proxy's state store is unavailable; its log says why. Try again later.", Err: err}
}
