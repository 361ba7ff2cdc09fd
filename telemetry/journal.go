package telemetry

import (
	"cmp"
	"context"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/spend"
)

// Journal counts the questions that next records. What is counted is what is recorded, so the two cannot disagree.
func (m *Metrics) Journal(next ask.Journal) ask.Journal { return &journal{m, next} }

type journal struct {
	metrics *Metrics
	next    ask.Journal
}

// Intent implements ask.Journal.
func (j *journal) Intent(ctx context.Context, r *audit.Record) error {
	return j.next.Intent(ctx, r)
}

// Outcome implements ask.Journal.
func (j *journal) Outcome(ctx context.Context, r *audit.Record) error {
	j.metrics.question(r)
	return j.next.Outcome(ctx, r)
}

// Full implements what a journal may have beside: that it takes no more.
func (j *journal) Full() error {
	if next, bounded := j.next.(interface{ Full() error }); bounded {
		return next.Full()
	}
	return nil
}

// ruleIntent stands for questions that were refused for their words, before there was a statement.
const ruleIntent = "intent"

// quotaOf are the quotas by the rules that records have of them.
var quotaOf = map[string]string{spend.RuleQuotaQuestions: "questions", spend.RuleQuotaTokens: "tokens", spend.RuleQuotaCost: "cost"}

// question counts one that has ended.
func (m *Metrics) question(r *audit.Record) {
	engine := r.Engine
	engine = cmp.Or(engine, "none")
	m.questions.WithLabelValues(string(r.Outcome), engine).Inc()
	if r.SQLState == translate.CodeUnsafe {
		rule := r.Rule
		rule = cmp.Or(rule, ruleIntent)
		m.unsafe.WithLabelValues(rule).Inc()
	}
	if quota, ok := quotaOf[r.Rule]; ok && r.SQLState == translate.CodeBudget {
		m.quotas.WithLabelValues(quota).Inc()
	}
	m.calls.WithLabelValues("called").Add(float64(r.Calls))
	m.calls.WithLabelValues("spared").Add(float64(r.CachedCalls))
	m.tokens.WithLabelValues("in").Add(float64(r.TokensIn))
	m.tokens.WithLabelValues("out").Add(float64(r.TokensOut))
	for _, s := range r.States {
		m.seconds.WithLabelValues(s.Name).Observe(s.Took.Seconds())
	}
	if r.Translate > 0 {
		m.seconds.WithLabelValues("translate").Observe(r.Translate.Seconds())
	}
	m.seconds.WithLabelValues("total").Observe(r.Total.Seconds())
}
