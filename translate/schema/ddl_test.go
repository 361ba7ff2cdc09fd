package schema

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDDL(t *testing.T) {
	t.Parallel()
	s := New(Snapshot{Tables: []*Table{
		{Schema: "public", Name: "orders", Comment: "what customers' carts became", PrimaryKey: []string{"id"},
			Columns: []*Column{
				{Name: "id", Type: "bigint", NotNull: true},
				{Name: "customerId", Type: "integer", Comment: "who ordered"},
				{Name: "state", Type: "order_state", Class: Enum, Enum: []string{"open", "paid"}},
			},
			Unique: [][]string{{"customerId", "id"}},
			Checks: []string{"(id > 0)"},
			ForeignKeys: []ForeignKey{
				{Columns: []string{"customerId"}, RefSchema: "crm", RefTable: "people", RefColumns: []string{"id"}, Confidence: 1},
				{Columns: []string{"id"}, RefSchema: "crm", RefTable: "people", RefColumns: []string{"id"}, Inferred: true},
			}},
		{Schema: "crm", Name: "people", Columns: []*Column{{Name: "id", Type: "integer"}, {Name: `2"`, Type: "text"}}},
	}})
	want := `CREATE TYPE order_state AS ENUM ('open', 'paid');

CREATE TABLE public.orders (
    id bigint NOT NULL,
    "customerId" integer,
    state order_state,
    PRIMARY KEY (id),
    UNIQUE ("customerId", id),
    CHECK ((id > 0)),
    FOREIGN KEY ("customerId") REFERENCES crm.people (id)
);

CREATE TABLE crm.people (
    id integer,
    "2""" text
);

COMMENT ON TABLE public.orders IS 'what customers'' carts became';
COMMENT ON COLUMN public.orders."customerId" IS 'who ordered';
`
	if diff := cmp.Diff(want, DDL(s)); diff != "" {
		t.Error(diff)
	}
}
