package integration

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

// hiding is a schema in which values of a masked and of a denied column, CODE and IBAN, have come to many places.
const hiding = `
CREATE SCHEMA pay; CREATE DOMAIN pay.code AS text;
CREATE TABLE pay.staff (id int PRIMARY KEY, name text, codename text, iban text, grade int, since date,
	shout text GENERATED ALWAYS AS (upper(codename)) STORED, CHECK (codename <> 'not CODE'));
COMMENT ON COLUMN pay.staff.codename IS 'such as CODE'; COMMENT ON COLUMN pay.staff.iban IS 'such as IBAN';
COMMENT ON TABLE pay.staff IS 'Bank details: iban, see the table hidden_deals.'; COMMENT ON COLUMN pay.staff.grade IS 'as in hidden_deals';
CREATE TABLE pay.hidden_deals (id int PRIMARY KEY, buyer text, staff int REFERENCES pay.staff);
CREATE TABLE pay.temps (agency text) INHERITS (pay.staff);
CREATE TABLE pay.badges (id int, codename pay.code, zone text) PARTITION BY LIST (codename);
CREATE TABLE pay.badges_first PARTITION OF pay.badges FOR VALUES IN ('CODE'); CREATE TABLE pay.badges_rest PARTITION OF pay.badges DEFAULT;
INSERT INTO pay.staff (id, name, codename, iban, grade, since)
	SELECT g, 'name ' || g % 7, 'CODE' || CASE g % 4 WHEN 0 THEN '' ELSE (g % 4)::text END, 'IBAN' || g % 5, g % 3, '2024-01-01' FROM generate_series(1, 200) g;
INSERT INTO pay.temps (id, name, codename, iban, grade, since) SELECT g, 'temp', 'CODE', 'IBAN', 1, '2024-01-01' FROM generate_series(201, 260) g;
INSERT INTO pay.hidden_deals SELECT g, 'CODE', g FROM generate_series(1, 50) g;
INSERT INTO pay.badges SELECT g, CASE g % 2 WHEN 0 THEN 'CODE' ELSE 'other' END, 'zone ' || g % 3 FROM generate_series(1, 100) g;
CREATE INDEX shouts ON pay.staff (lower(codename), (iban || 'x'));
CREATE STATISTICS pay.both (mcv) ON codename, iban FROM pay.staff;
CREATE VIEW pay.people AS SELECT id, name, codename AS alias, 'IBAN' || iban AS account FROM pay.staff;
CREATE VIEW pay.constant AS SELECT id, name, CASE WHEN codename = 'CODE' THEN 'is CODE' ELSE 'no' END AS called FROM pay.staff;
CREATE MATERIALIZED VIEW pay.copied AS SELECT id, name, alias, account, lower(alias) AS small FROM pay.people;
CREATE MATERIALIZED VIEW pay.chosen AS SELECT id, name FROM pay.staff WHERE codename = 'CODE';
CREATE MATERIALIZED VIEW pay.again AS SELECT c.id AS nr, c.alias::pay.code AS cover, ARRAY[c.alias] AS covers, row_to_json(c)::text AS packed FROM pay.copied c;
CREATE MATERIALIZED VIEW pay.zones AS SELECT zone, min(codename) AS least, count(*) AS badges FROM pay.badges GROUP BY zone;
CREATE MATERIALIZED VIEW pay.seen AS SELECT grade, count(codename) AS coded, count(*) AS staff FROM pay.staff GROUP BY grade;
CREATE TABLE pay.offices (id int PRIMARY KEY, town text, boss int REFERENCES pay.staff); INSERT INTO pay.offices VALUES (1, 'Graz', 1), (2, 'Linz', 2);
GRANT USAGE ON SCHEMA pay TO demo; GRANT SELECT ON ALL TABLES IN SCHEMA pay TO demo; ANALYZE`

// listener is a model that knows SQL by heart, as scripted, and keeps what it hears.
type listener struct {
	scripted
	mu    sync.Mutex
	heard strings.Builder
}

func (l *listener) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	l.mu.Lock()
	fmt.Fprintf(&l.heard, "%s\n%s\n", r.System, r.User)
	l.mu.Unlock()
	return l.scripted.Complete(ctx, r)
}

// hideout is a proxy before a database whose secrets are these, and returns what clients and the model heard.
func hideout(t *testing.T, code, iban string, scripts []string) (told []string, heard string) {
	t.Helper()
	db := sandboxtest.Empty(t)
	conn, err := pgx.Connect(t.Context(), sandboxtest.Server(t).URL(db, sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, _ = conn.Exec(t.Context(), "CREATE ROLE demo LOGIN") // another test may have made it
	if _, err := conn.Exec(t.Context(), strings.NewReplacer("CODE", code, "IBAN", iban).Replace(hiding)+
		fmt.Sprintf(`; ALTER DATABASE "%s" SET search_path = pay, public`, db)); err != nil {
		t.Fatal(err)
	}
	m := &listener{scripted: scripted{
		"as a number":  "SELECT codename::int FROM pay.staff",
		"mine":         "SELECT alias FROM pay.copied",
		"by division":  "SELECT 1 / (id - id) FROM pay.copied",
		"by text":      "SELECT name::int FROM pay.copied",
		"from nowhere": "SELECT alais FROM pay.copied",
		"hidden":       "SELECT buyer FROM pay.hidden_deals",
		"chosen":       "SELECT name FROM pay.chosen",
		"grades":       "SELECT grade, count(*) FROM pay.staff GROUP BY grade",
		"places":       "SELECT town FROM pay.office",
	}}
	r := setupOn(t, db, withMemory(t, state.Config{Dir: t.TempDir()}), func(pc *proxy.Config, c *translate.Config) {
		withModel(m)(pc, c)
		c.Share = schema.Share{Level: schema.Values}
		c.Guard = guard.Policy{MaskedColumns: []string{"*.codename"}, DeniedColumns: []string{"pay.staff.iban"}, DeniedTables: []string{"*.hidden_*"}}
		for _, l := range []lessons.Lesson{
			{Kind: lessons.Column, Words: "insider", Means: "staff.codename = '" + code + "'"},
			{Kind: lessons.Column, Words: "buyers", Means: "hidden_deals.buyer"},
			{Kind: lessons.Column, Words: "grades", Means: "grades stand in hidden_deals"},
			{Kind: lessons.Table, Words: "deals", Means: "hidden_deals"},
			{Kind: lessons.Example, Words: "staff by grades", Means: "SELECT name FROM pay.staff WHERE codename = '" + code + "'"},
			{Kind: lessons.Mistake, Words: "SELECT iban FROM staff", Means: "SELECT id FROM staff", Note: "staff by grades"},
		} {
			l.Source, l.Confidence, l.Status = lessons.FromCommand, 1, lessons.Approved
			if err := c.Lessons.Import(t.Context(), []lessons.Lesson{l}); err != nil {
				t.Fatal(err)
			}
		}
		for question, sql := range map[string]string{"who is inside": "SELECT name FROM pay.staff WHERE codename = '" + code + "'", "all deals": "SELECT id FROM pay.hidden_deals"} {
			p, err := lessons.NewPin(db, question, sql)
			if err == nil {
				err = c.Lessons.AddPin(t.Context(), p)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	steady := regexp.MustCompile(`\b[0-9a-f]{10,}\b|\b[0-9.]+ ?ms\b|[0-9-]{10} [0-9:]{8}\S*|cost[= ]\S+|` + db)
	for _, s := range scripts {
		out, errs := r.psql(s, "-qAt")
		told = append(told, steady.ReplaceAllString(out+errs, "…"))
	}
	return told, steady.ReplaceAllString(m.heard.String(), "…")
}

// TestHiddenValuesReachNobody: what clients and models are told over a database does not depend on the values of
// masked and denied columns in it, wherever these have been copied to, and denied names are in none of it.
func TestHiddenValuesReachNobody(t *testing.T) {
	t.Parallel()
	scripts := []string{"ASK how many staff by grades;", "ASK places;\n", "ASK mine;", "ASK as a number;", "ASK by division;", "ASK by text;", "ASK from nowhere;",
		"ASK hidden;", "ASK chosen;", "ASK which tables are there;", "ASK describe staff;", "ASK describe copied;", "ASK describe again;", "ASK describe badges;",
		"ASK describe constant;", "ASK explain table staff;", "ASK explain table copied;", "ASK explain table zones;", "ASK explain: grades;", "ASK sql: grades;",
		"SELECT * FROM ask_schema();", "SELECT words, means, note FROM ask_lessons() ORDER BY 1, 2;", "SELECT question, statement, note FROM ask_pins() ORDER BY 1;",
		"ASK who is inside;", "ASK all deals;", "ASK insider;", "ASK help;", "ASK what are deals;", "ASK grades;\nASK refine: only insiders;", "SELECT sql, message FROM ask_log();",
		"SELECT * FROM ask_options();", "ASK grades;\nSELECT * FROM ask_options();"}
	for _, s := range []string{"zanzibarquux", "ZANZIBARQUUX", "zanzibarquux1", "people called zanzibarquux", "staff with codename zanzibarquux", "copied with alias zanzibarquux",
		"how many badges zanzibarquux", "again where cover is zanzibarquux", "staff named zanzibarquu", "list staff with account qx-5521", "copied by alias", "zones by least",
		"list staff", "list copied", "show again", "staff per codename", "codename of staff", "staff of the office in Graz", "people by alias", "who is is zanzibarquux", "highest codename",
		"temps", "badges in zone 1", "chosen", "constant with called is zanzibarquux", "staff since 2024", "iban of staff", "buyer", "seen"} {
		scripts = append(scripts, "SET ask.engine = 'builtin';\nASK "+s+";\nASK 1;\n", "SET ask.engine = 'auto';\nSET ask.clarify = 'rows';\nASK "+s+";")
	}
	one, heard := hideout(t, "zanzibarquux", "qx-5521", scripts)
	other, otherHeard := hideout(t, "wolkersdorfm", "vk-9804", scripts)
	for i := range scripts {
		if one[i] != other[i] {
			t.Errorf("%s\ntells of what is hidden:\n%s\n-- and with other values --\n%s", scripts[i], one[i], other[i])
		}
		for _, name := range []string{"hidden_deals", "buyer"} {
			if strings.Contains(one[i], name) && !strings.Contains(scripts[i], name) {
				t.Errorf("%s\ntells of %s:\n%s", scripts[i], name, one[i])
			}
		}
	}
	for _, h := range []string{heard, otherHeard} {
		for _, secret := range []string{"hidden_deals", "wolkersdorf", "vk-9804", "iban,"} {
			if at := strings.Index(strings.ToLower(h), secret); at >= 0 {
				t.Errorf("a prompt holds %s: %s", secret, h[max(0, at-300):min(len(h), at+100)])
			}
		}
	}
	t.Logf("%d scripts, %d bytes of prompts", len(scripts), len(heard))
}
