package translate

import (
	"strings"
	"testing"
	"time"
)

const parcels = `
CREATE TABLE depot (id int PRIMARY KEY, name text NOT NULL, deleted_at timestamptz);
CREATE TABLE parcel (id int PRIMARY KEY, depot_id int NOT NULL REFERENCES depot, sent_on date NOT NULL, weight_kg numeric NOT NULL,
	deleted_at timestamptz, training boolean, state text NOT NULL);
CREATE TABLE parcel_item (parcel_id int NOT NULL REFERENCES parcel, no int, what text, PRIMARY KEY (parcel_id, no));
CREATE TABLE scan (id int PRIMARY KEY, parcel_id int NOT NULL REFERENCES parcel, grams int);
CREATE TABLE trip (id int PRIMARY KEY, is_test boolean NOT NULL, status text NOT NULL);
COMMENT ON COLUMN trip.is_test IS 'Must never be counted';
COMMENT ON COLUMN trip.status IS 'O open, C cancelled (must be left out)';
INSERT INTO trip SELECT n, n % 3 = 0, CASE WHEN n % 3 = 1 AND n < 5 THEN 'C' ELSE 'O' END FROM generate_series(1, 9) n;
COMMENT ON COLUMN parcel.training IS 'Made in training; must be left out';
COMMENT ON COLUMN parcel.state IS 'O open, D delivered, C cancelled (must be left out of turnover)';
INSERT INTO depot VALUES (1, 'North', NULL), (2, 'South', '2024-01-01');
INSERT INTO parcel SELECT n, 1 + n % 2, date '2024-06-30' - n, n, CASE WHEN n % 10 = 0 THEN now() END, CASE WHEN n % 7 = 0 THEN true END,
	substr('ODC', 1 + n % 3, 1) FROM generate_series(0, 99) n;
INSERT INTO parcel_item SELECT id, 1, 'book' FROM parcel;
INSERT INTO scan SELECT id, id, 5 FROM parcel;
ANALYZE`

// parcelDesk is a desk over a database with rows that do not count, whose data end in the past.
func parcelDesk(t *testing.T, cfg Config) *desk {
	t.Helper()
	return ownDesk(t, cfg, parcels)
}

// rows returns what the desk's last statement returns, as text.
func (d *desk) last(t *testing.T) string {
	t.Helper()
	results, err := d.pg.Exec(t.Context(), d.runner.ran[len(d.runner.ran)-1].SQL).ReadAll()
	if err != nil || len(results) == 0 || len(results[0].Rows) == 0 {
		t.Fatalf("%v, %v", results, err)
	}
	return string(results[0].Rows[0][0])
}

func TestRowsThatDoNotCount(t *testing.T) {
	t.Parallel()
	d := parcelDesk(t, Config{Engine: EngineBuiltin})
	tests := []struct {
		question, want string
		assumed        []string
	}{
		{"how many parcels are there", "77", []string{"deleted rows of parcel", "training rows of parcel"}},
		{"how many parcels are there including deleted", "85", []string{"training rows of parcel"}},
		{"how many parcels are there, including deleted and training rows?", "100", nil},
		{"how many parcels are there including everything", "100", nil},
		{"how many parcel items are there", "77", []string{"rows of parcel_item that belong to deleted rows of parcel (deleted_at marks them; say “including deleted”",
			"rows of parcel_item that belong to training rows of parcel"}},
		{"how many parcel items are there including deleted", "85", []string{"training rows of parcel"}},
		{"how many parcel items are there including deleted and training rows", "100", nil},
		{"how many scans are there", "100", nil},
		{"how many depots have fewer than 40 parcels", "1", []string{"deleted rows of depot", "deleted rows of parcel", "training rows of parcel"}},
		{"how many depots have more than 40 parcels including deleted", "2", []string{"training rows of parcel"}},
		{"how many depots are without parcels over 97 kg", "1", []string{"training rows of parcel"}}, // 98 was made in training
		{"how many parcels weigh more than the average parcel", "39", []string{"deleted rows of parcel"}},
		{"how many parcels of depots named South are there", "43", []string{"deleted rows of parcel"}}, // that a depot is deleted does not undo its parcels
		{"how many depots are there", "1", []string{"deleted rows of depot (deleted_at marks them"}},
	}
	for _, tt := range tests {
		a, _, err := d.ask(t, Question{Text: tt.question})
		if err != nil || a.Clarification != nil {
			t.Errorf("%s: %+v, %v", tt.question, a, err)
			continue
		}
		if got := d.last(t); got != tt.want {
			t.Errorf("%s: %s, want %s: %s", tt.question, got, tt.want, a.Statement.SQL)
		}
		said := strings.ReplaceAll(strings.Join(a.Assumptions, "\n"), " are left out", "")
		for _, want := range tt.assumed {
			if !strings.Contains(said, want) {
				t.Errorf("%s: assumed %q, without %q", tt.question, said, want)
			}
		}
		if len(tt.assumed) == 0 && strings.Contains(said, "rows of") {
			t.Errorf("%s: assumed %q", tt.question, said)
		}
	}
}

// What a model wrote is run as it is, and the user is told.
func TestModelIsNotRewrittenForRowsThatDoNotCount(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(`SELECT count(*) FROM public.parcel p`)}}
	d := parcelDesk(t, Config{Engine: EngineModel, Model: m})
	a, _, err := d.ask(t, Question{Text: "how many parcels are there"})
	if err != nil || a.Clarification != nil {
		t.Fatalf("%+v, %v", a, err)
	}
	if got := d.last(t); got != "100" {
		t.Errorf("%s: %s", got, a.Statement.SQL)
	}
	if said := strings.Join(a.Assumptions, "\n"); !strings.Contains(said, "deleted rows of parcel may be among these") {
		t.Errorf("assumed %q", said)
	}
}

func TestPeriodBehindTheEndOfTheData(t *testing.T) {
	t.Parallel()
	d := parcelDesk(t, Config{Engine: EngineBuiltin})
	q := Question{Text: "how many parcels were sent last month", ID: NewID()}
	a, _, err := d.ask(t, q)
	if err != nil || a.Clarification == nil || !strings.Contains(a.Clarification.Message, "parcel.sent_on end on 2024-06-30") {
		t.Fatalf("%+v, %v", a, err)
	}
	for reply, want := range map[string]string{"1": "0", "2": "23"} {
		settled, err := a.Clarification.Settle(reply)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := d.ask(t, settled)
		if err != nil || got.Clarification != nil {
			t.Fatalf("%s: %+v, %v", reply, got, err)
		}
		if rows := d.last(t); rows != want {
			t.Errorf("%s: %s rows, want %s: %s", reply, rows, want, got.Statement.SQL)
		}
	}

	q.ID, q.Inline = NewID(), true
	a, _, err = d.ask(t, q)
	if err != nil || a.Clarification != nil || !strings.Contains(strings.Join(a.Assumptions, "\n"), "the data of parcel.sent_on end on 2024-06-30") {
		t.Errorf("inline: %+v, %v", a, err)
	}

	// Data of this week are current, and so are those that statistics do not know yet.
	for _, day := range []time.Time{time.Now().AddDate(0, 0, -3), time.Now()} {
		if _, err := d.pg.Exec(t.Context(), "UPDATE parcel SET sent_on = '"+day.Format(time.DateOnly)+"' WHERE id = 99").ReadAll(); err != nil {
			t.Fatal(err)
		}
		q = Question{Text: "how many parcels were sent this year", ID: NewID()}
		if a, _, err = d.ask(t, q); err != nil || a.Clarification != nil {
			t.Errorf("%s: %+v, %v", day, a, err)
		}
	}
}

// The words that are recommended have rows back as a change of the answer, too, and further changes keep them.
func TestRowsThatDoNotCountAreHadBack(t *testing.T) {
	t.Parallel()
	d := parcelDesk(t, Config{Engine: EngineBuiltin})
	for _, turns := range [][][2]string{
		{{"how many parcels are there", "77"}, {"including deleted", "85"}, {"including training", "100"}, {"only those of depot South", "50"}},
		{{"how many parcels are there", "77"}, {"and include the training ones", "90"}, {"including everything", "100"}, {"only those over 50 kg", "49"}},
		{{"how many parcels are there", "77"}, {"only those over 50 kg", "39"}, {"including deleted rows", "42"}, {"undo", "39"}},
		{{"how many parcels are there", "77"}, {"only those over 50 kg, including deleted", "42"}},
		{{"how many parcel items are there", "77"}, {"also including deleted", "85"}},
		{{"how many trips are there", "4"}, {"including cancelled", "6"}, {"including test", "9"}},
		{{"how many trips are there", "4"}, {"including cancelled and test trips", "9"}},
	} {
		k := &talk{desk: d}
		for i, turn := range turns {
			q := Question{Text: turn[0]}
			if i > 0 {
				q.About = k.last
				if !q.changesLast() && turn[0] != "undo" {
					t.Errorf("%s: no change of an answer", turn[0])
				}
				q.Verb = Refine
			}
			said, _ := k.say(t, q)
			if got := k.desk.last(t); got != turn[1] {
				t.Errorf("%s, %s: %s, want %s: %s", turns[0][0], turn[0], got, turn[1], said)
			}
		}
	}
}
