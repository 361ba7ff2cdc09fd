package service

import (
	"log/slog"
	"testing"
	"time"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/state"
)

// aService is a service over a store of its own.
func aService(t *testing.T) *service {
	t.Helper()
	store, err := state.Open(t.Context(), state.Config{Dir: t.TempDir(), Timeout: time.Minute, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return &service{log: slog.New(slog.DiscardHandler), state: &State{Store: store}}
}

// What roles have used is what was counted for their quotas, beside the lowest bound that concerns them.
func TestQuotas(t *testing.T) {
	t.Parallel()
	svc := aService(t)
	set, err := policy.Parse([]byte(`policies:
- {name: everybody, quota: {questions: 500, cost: 2.5}}
- {name: interns, roles: [intern_*], quota: {questions: 50}}
- {name: elsewhere, datasources: [other], quota: {questions: 1}}
`))
	if err != nil {
		t.Fatal(err)
	}
	svc.policies.Store(set)
	s := &conf.Settings{Datasources: []conf.Datasource{{Name: "shop"}}}
	s.Model.TokensPerRole = 1000
	daily, now := countersOf(svc.state.Store), time.Now()
	for role, n := range map[string]int64{"intern_1": 48, "ann": 12, "gone": 0} {
		if _, err := daily.questions.Add(t.Context(), role, now, n); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = daily.questions.Add(t.Context(), "yesterday", now.Add(-24*time.Hour), 7)
	if _, err := daily.tokens.Add(t.Context(), "ann", now, 400); err != nil {
		t.Fatal(err)
	}
	if _, err := daily.cost.Add(t.Context(), "ann", now, 1_250_000); err != nil {
		t.Fatal(err)
	}
	got, err := svc.quotas(t.Context(), s)
	if err != nil || len(got.Roles) != 2 || !got.Ends.After(now) {
		t.Fatalf("%+v, %v", got, err)
	}
	tokens := console.Use{Most: 1000, Policy: "model.tokens_per_role"}
	cost := console.Use{Most: 2.5, Policy: "everybody"}
	want := console.RoleQuota{Role: "intern_1", Questions: console.Use{Used: 48, Most: 50, Policy: "interns"}, Tokens: tokens, Cost: cost}
	if got.Roles[1] != want {
		t.Errorf("%+v", got.Roles[1])
	}
	tokens.Used, cost.Used = 400, 1.25
	want = console.RoleQuota{Role: "ann", Questions: console.Use{Used: 12, Most: 500, Policy: "everybody"}, Tokens: tokens, Cost: cost}
	if got.Roles[0] != want {
		t.Errorf("%+v", got.Roles[0])
	}
}

// What is kept of a verification is taken only from who has the key, and only of the log that it is about.
func TestVerifiedKeeper(t *testing.T) {
	t.Parallel()
	svc := aService(t)
	s := &conf.Settings{}
	s.Audit.Dir, s.Audit.Key = t.TempDir(), "0123456789abcdef0123456789abcdef"
	k := svc.verifiedKeeper(s)
	if text, err := k.Load(t.Context()); text != nil || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if err := k.Keep(t.Context(), []byte(`{"records": 7}`)); err != nil {
		t.Fatal(err)
	}
	if text, err := svc.verifiedKeeper(s).Load(t.Context()); string(text) != `{"records": 7}` || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	sealed, _, err := k.area.Get(t.Context(), k.log)
	if err != nil {
		t.Fatal(err)
	}
	other := *k
	other.log = "another"
	for name, forged := range map[string]struct {
		k    *verifiedKeeper
		text []byte
	}{"in clear": {k, []byte(`{"records": 8}`)}, "of another log": {&other, sealed}, "changed": {k, append(sealed[:len(sealed)-1:len(sealed)-1], 'x')}, "empty": {k, nil}} {
		if err := k.area.Put(t.Context(), forged.k.log, forged.text); err != nil {
			t.Fatal(err)
		}
		if text, err := forged.k.Load(t.Context()); text != nil || err == nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	s.Audit.Key = ""
	plain := svc.verifiedKeeper(s)
	if err := plain.Keep(t.Context(), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if text, err := plain.Load(t.Context()); string(text) != "{}" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}
