package translate

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

// TestDescriptionsReachThePrompt: what a file says of a table stands beside its comment, as far as comments are shared.
func TestDescriptionsReachThePrompt(t *testing.T) {
	t.Parallel()
	said := schema.Descriptions{"shop": {"orders": {Text: "every basket that was paid", Columns: map[string]string{"id": "the basket's number"}}}}
	for level, shown := range map[schema.Level]bool{schema.Names: false, schema.NamesAndComments: true} {
		m := &scripted{answers: []any{wrote(countOrders), wrote(countOrders)}}
		d := setup(t, Config{Engine: EngineModel, Model: m, Descriptions: said, Share: schema.Share{Level: level}})
		for _, text := range []string{"how many baskets", "how many baskets are paid"} { // the second from the cached snapshot
			if _, _, err := d.ask(t, Question{Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		for i, p := range m.prompts {
			if strings.Contains(p.User, "every basket") != shown || strings.Contains(p.User, "the basket's number") != shown {
				t.Errorf("level %v, prompt %d: shown %v, want %v", level, i, !shown, shown)
			}
		}
	}
}

// altering is a model during whose first work the catalog changes.
type altering struct {
	*scripted
	alter func() error
}

func (m *altering) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	if m.alter != nil {
		if err := m.alter(); err != nil {
			return model.Response{}, err
		}
		m.alter = nil
	}
	return m.scripted.Complete(ctx, r)
}

// TestDescriptionsOutliveAChange: a catalog that is read again for a proof is described like any other, for the
// questions that follow.
func TestDescriptionsOutliveAChange(t *testing.T) {
	t.Parallel()
	db := sandboxtest.OwnShop(t)
	said := schema.Descriptions{"shop": {"orders": {Text: "every basket that was paid"}}}
	m := &altering{&scripted{answers: []any{wrote(countOrders), wrote(countOrders)}}, func() error {
		return sandboxtest.Server(t).Exec(t.Context(), db, "CREATE TABLE another (id int); GRANT SELECT ON another TO demo")
	}}
	d := setup(t, Config{Engine: EngineModel, Model: m, Descriptions: said, Share: schema.Share{Level: schema.NamesAndComments}})
	pg, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(db, "demo"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(context.Background()) })
	d.pg, d.runner = pg, &runner{conn: borrow.New(pg)}
	for _, text := range []string{"how many baskets", "how many baskets are paid"} {
		if _, _, err := d.ask(t, Question{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	if len(m.prompts) != 2 || !strings.Contains(m.prompts[1].User, "another") || !strings.Contains(m.prompts[1].User, "every basket") {
		t.Errorf("%d prompts, the last: %s", len(m.prompts), m.prompts[len(m.prompts)-1].User)
	}
}
