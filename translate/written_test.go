package translate

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/semantic"
)

const shipyard = `
	CREATE TABLE berth (id int PRIMARY KEY, name text NOT NULL);
	CREATE TABLE hull (id int PRIMARY KEY, name text NOT NULL, skipper text NOT NULL, built_year int, home_berth int, draught numeric, grade char(1), laid_on date);
	CREATE TABLE region (code text PRIMARY KEY, name text NOT NULL, seat int);
	CREATE TABLE hamlet (id int PRIMARY KEY, name text NOT NULL, region_code text);
	CREATE TABLE survey (id int PRIMARY KEY, hull_id int NOT NULL REFERENCES hull, at date, kind text, ends date);
	CREATE TABLE mast (id int PRIMARY KEY, hull_id int NOT NULL REFERENCES hull);
	ALTER TABLE region ADD FOREIGN KEY (seat) REFERENCES hamlet;
	INSERT INTO berth SELECT i, 'Berth ' || i FROM generate_series(1, 5) i;
	INSERT INTO hull SELECT i, 'Hull ' || i, 'Skipper ' || i, 1980 + i, 1 + i % 5, i, CASE i % 2 WHEN 0 THEN 'K' ELSE 'Q' END, '2024-01-01'::date + i FROM generate_series(1, 30) i;
	INSERT INTO region VALUES ('S', 'Southshire', NULL);
	INSERT INTO hamlet SELECT i, 'Hamlet ' || i, 'S' FROM generate_series(1, 9) i;
	UPDATE region SET seat = 4;
	INSERT INTO survey SELECT i, 1 + i % 30, '2024-02-01'::date + i, CASE i % 3 WHEN 0 THEN 'void' ELSE 'full' END, CASE WHEN i < 20 THEN '2025-01-01'::date END FROM generate_series(1, 60) i;
	INSERT INTO mast SELECT i, 1 + i % 30 FROM generate_series(1, 90) i;
	ANALYZE;`

// TestWrittenFactsAct: each kind of fact that people can write has a part in an answer.
func TestWrittenFactsAct(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ file, question, want string }{
		"synonym of a table":  {"hull: {synonyms: [keel]}", "how many keels are there", "count(*) AS number_of_hull FROM public.hull"},
		"synonym of a column": {"hull: {columns: {skipper: {synonyms: [captain]}}}", "captain of Hull 3", "SELECT hull.skipper"},
		"label":               {"hull: {label: [skipper]}", "hulls with a draught over 25", "SELECT hull.skipper"},
		"key with a role":     {"hull: {keys: {home_berth: {to: berth.id, role: home}}}", "hulls whose home is Berth 3", "hull.home_berth = berth.id"},
		"key that leads elsewhere": {"region: {keys: {seat: {to: none}}}, hamlet: {keys: {region_code: {to: region.code}}}", "hamlets in Southshire",
			"hamlet.region_code = region.code"},
		"nothing, and a key by a role beside what belongs": {"", "hamlets in Southshire", "hamlet.region_code = region.code"},
		"nothing, and the role is said":                    {"", "which hamlet is the seat of Southshire", "hamlet.id = region.seat"},
		"verb":                                             {"hull: {events: [{kind: birth, verbs: [commission], on: laid_on}]}", "hulls commissioned in January 2024", "hull.laid_on >= '2024-01-01'"},
		"unit":                                             {"hull: {columns: {draught: {unit: cm}}}", "hulls with a draught over 0.2 meters", "hull.draught > 20"},
		"codes":                                            {"hull: {columns: {grade: {codes: {K: oaken, Q: iron}}}}", "how many oaken hulls are there", "hull.grade = 'K'"},
		"rows left out":                                    {"survey: {left_out: [{column: kind, is: void}]}", "how many surveys are there", "survey.kind IS DISTINCT FROM 'void'"},
		"parts of these":                                   {"hull: {left_out: [{column: grade, is: Q}]}, mast: {part_of: hull_id}", "how many masts are there", "whole.grade IS DISTINCT FROM 'Q'"},
		"validity":                                         {"survey: {validity: {from: at, to: ends}}", "how many current surveys are there", "survey.ends"},
		"term of a condition":                              {"hull: {terms: {veteran: built_year < 1990}}", "how many veteran hulls are there", "hull.built_year < 1990"},
		"term of a value":                                  {"hull: {terms: {burden: draught * 2}}", "average burden of hulls", "avg(hull.draught * 2)"},
		"term of a figure":                                 {"hull: {terms: {total burden: sum(draught)}}", "total burden", "sum(hull.draught)"},
		"standing":                                         {"hull: {synonyms: [boat], standing: archive}, berth: {synonyms: [boat]}", "how many boats are there", "public.berth"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := semantic.ParseFile(strings.NewReader(`{"*": {` + tt.file + `}}`))
			if err != nil {
				t.Fatal(err)
			}
			d := ownDesk(t, Config{Engine: EngineBuiltin, Meaning: f}, shipyard)
			a, _, err := d.ask(t, Question{Text: tt.question})
			if err != nil || a.Clarification != nil {
				if a != nil && a.Clarification != nil {
					t.Fatalf("asked back: %s", a.Clarification.Text())
				}
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(strings.Fields(a.Statement.SQL), " "), tt.want) {
				t.Errorf("no %q in %s", tt.want, a.Statement.SQL)
			}
		})
	}
}

// Two terms with nothing between them are the name of a third that nobody defined.
func TestTermsSideBySide(t *testing.T) {
	t.Parallel()
	f, err := semantic.ParseFile(strings.NewReader(`{"*": {hull: {terms: {burden: draught * 2, reserve: draught - 1}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	d := ownDesk(t, Config{Engine: EngineBuiltin, Meaning: f}, shipyard)
	if a, _, err := d.ask(t, Question{Text: "burden reserve per hull"}); err == nil && a.Clarification == nil {
		t.Errorf("answered by %s", a.Statement.SQL)
	}
	if a, _, err := d.ask(t, Question{Text: "burden and reserve of each hull"}); err != nil || a.Clarification != nil {
		t.Errorf("not answered: %v", err)
	}
}

// Answers that were remembered under another file are not answers under this one.
func TestFileChangesWhatIsRemembered(t *testing.T) {
	t.Parallel()
	shapes := map[string]bool{}
	for _, text := range []string{"", "shop: {orders: {synonyms: [a]}}", "shop: {orders: {synonyms: [b]}}"} {
		f, err := semantic.ParseFile(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		shapes[Config{Meaning: f}.shape()] = true
	}
	if len(shapes) != 3 {
		t.Errorf("three files make %d shapes", len(shapes))
	}
}
