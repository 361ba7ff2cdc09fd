package service

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
)

// underway lists the questions that are being worked on, as the log may hold them.
func (svc *service) underway(server *proxy.Server) []console.Underway {
	all := server.Underway()
	out := make([]console.Underway, len(all))
	for i, u := range all {
		out[i] = console.Underway{Record: svc.audit.Redacted(u.Record), Stage: string(u.Stage)}
	}
	return out
}

// dailyCounters count what roles use on a day, UTC, for quotas.
type dailyCounters struct{ questions, tokens, cost *state.Counter }

func countersOf(store *state.Store) dailyCounters {
	const day = 24 * time.Hour
	return dailyCounters{store.Counter("questions", day), store.Counter("model_tokens", day), store.Counter("model_cost", day)}
}

// maxCountedRoles bounds the roles whose use is shown: names come from clients.
const maxCountedRoles = 500

// quotas returns what roles have used of their quotas today.
func (svc *service) quotas(ctx context.Context, s *conf.Settings) (console.Quotas, error) {
	now, counters := time.Now(), countersOf(svc.state.Store)
	questions, qerr := counters.questions.Largest(ctx, now, maxCountedRoles)
	tokens, terr := counters.tokens.Largest(ctx, now, maxCountedRoles)
	cost, cerr := counters.cost.Largest(ctx, now, maxCountedRoles)
	if err := errors.Join(qerr, terr, cerr); err != nil {
		return console.Quotas{}, err
	}
	roles := map[string]bool{}
	for _, used := range []map[string]int64{questions, tokens, cost} {
		for role := range used {
			roles[role] = true
		}
	}
	out := console.Quotas{Ends: counters.questions.Ends(now)}
	for _, role := range slices.Sorted(maps.Keys(roles)) {
		q := console.RoleQuota{Role: role, Questions: console.Use{Used: float64(questions[role])},
			Tokens: console.Use{Used: float64(tokens[role])},
			Cost:   console.Use{Used: float64(cost[role]) / 1e6}}
		if most := float64(s.Model.TokensPerRole); most > 0 {
			q.Tokens.Most, q.Tokens.Policy = most, "model.tokens_per_role"
		}
		for _, d := range s.Datasources {
			rules := svc.policies.Load().For(d.Name, role)
			lowest(&q.Questions, rules.Questions())
			lowest(&q.Tokens, rules.Tokens())
			lowest(&q.Cost, rules.Cost())
		}
		out.Roles = append(out.Roles, q)
	}
	return out, nil
}

// lowest takes a limit over that is lower than what is known.
func lowest(u *console.Use, l policy.Limit) {
	if l.Policy != nil && (u.Most == 0 || l.Most < u.Most) {
		u.Most, u.Policy = l.Most, l.Policy.Name
	}
}

// verifiedKeeper keeps in the state store how the last verification of a log ended. With audit.key nobody else can
// have written it.
type verifiedKeeper struct {
	area *state.Area
	log  string // its id
	seal *seal  // nil: there is no key
}

func (svc *service) verifiedKeeper(s *conf.Settings) *verifiedKeeper {
	return &verifiedKeeper{svc.state.Store.Area("verified", state.Limits{Bytes: 1 << 20, Entries: 1000,
		Value: 64 << 10}), LogID(s), newSeal(string(s.Audit.Key))}
}

// name is what the text is sealed with, so that the text of another log does not pass.
func (k *verifiedKeeper) name() string { return "verified " + k.log }

// Load implements console.Keeper.
func (k *verifiedKeeper) Load(ctx context.Context) ([]byte, error) {
	value, found, err := k.area.Get(ctx, k.log)
	switch {
	case err != nil || !found:
		return nil, err
	case k.seal == nil:
		return value, nil
	case len(value) == 0 || value[0] != sealedBy[0]:
		return nil, errNotSealed
	}
	text, ok := k.seal.open(k.name(), value)
	if !ok {
		return nil, errNotSealed
	}
	return text, nil
}

var errNotSealed = errors.New("what is kept of it is not sealed by audit.key")

// Keep implements console.Keeper.
func (k *verifiedKeeper) Keep(ctx context.Context, text []byte) error {
	if k.seal != nil {
		text = k.seal.close(k.name(), text)
	}
	return k.area.Put(ctx, k.log, text)
}
