package semantic

import (
	"slices"
	"strings"
	"testing"
)

// What comments say of rows that do not count, in the words that people use, of the values of their column too.
func TestRowsThatMustNeverCount(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE visit (id int PRIMARY KEY, is_drill boolean NOT NULL, mooring text, paid boolean);
		COMMENT ON COLUMN visit.is_drill IS 'visits of the fire brigade; must never be counted';
		COMMENT ON COLUMN visit.mooring IS 'open, used, waived; waived visits do not count towards turnover';
		COMMENT ON COLUMN visit.paid IS 'unpaid visits are counted, too';
		INSERT INTO visit SELECT i, false, (ARRAY['open', 'used', 'waived'])[1 + i % 3] FROM generate_series(1, 300) i;
		CREATE TABLE towing (id int PRIMARY KEY, kind text CHECK (kind IN ('real', 'trial')));
		COMMENT ON COLUMN towing.kind IS 'trial ones are not counted'; ANALYZE`), Options{})
	for name, want := range map[string]string{"visit": "is_drill; mooring = 'waived' (of turnover)", "towing": "kind = 'trial'"} {
		var got []string
		for _, r := range m.Named(name)[0].LeftOut {
			got = append(got, r.Describe())
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s leaves out %q, want %q", name, strings.Join(got, "; "), want)
		}
	}
}

// A discount is a share of 1 or in per cent: what the comment gives as an example, and the values, tell which.
func TestSharesOfOne(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE one (price numeric, quantity int, discount numeric);
		COMMENT ON COLUMN one.discount IS 'share of the price that is taken off, 0.1 = 10 %';
		CREATE TABLE two (price numeric, quantity int, discount_percent numeric);
		INSERT INTO two SELECT i, i, 0.05 * (i % 4) FROM generate_series(1, 200) i;
		CREATE TABLE three (price numeric, quantity int, discount numeric);
		COMMENT ON COLUMN three.discount IS 'in percent';
		INSERT INTO three SELECT i, i, 5 * (i % 4) FROM generate_series(1, 200) i;
		CREATE TABLE four (price numeric, quantity int, discount numeric);
		INSERT INTO four SELECT i, i, 0.05 * (i % 4) FROM generate_series(1, 200) i; ANALYZE`), Options{})
	for name, percent := range map[string]bool{"one": false, "two": false, "three": true, "four": false} {
		r := m.Named(name)[0]
		i := slices.IndexFunc(r.Measures, func(x Measure) bool { return x.Name == "revenue" })
		if i < 0 || r.Measures[i].Percent != percent || r.Measures[i].Fraction == percent {
			t.Errorf("%s: %+v", name, r.Measures)
		}
	}
}

// A year alone is a date, too, of what its name says happened.
func TestEventsOfYears(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE book (id int PRIMARY KEY, title text, publication_year smallint, year_released int, fiscal_year int);
		CREATE TABLE wine (id int PRIMARY KEY, name text, built_on date, built_year int)`), Options{})
	for name, want := range map[string]string{"book": "publish publication_year; release year_released", "wine": "build built_on"} {
		var got []string
		for _, e := range m.Named(name)[0].Events {
			got = append(got, strings.Join(e.Verbs, ",")+" "+e.Date.Name)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, "; "), want)
		}
	}
	if born := m.Named("book")[0].Born(); born != nil {
		t.Errorf("a book is born in %s, which is no date", born.Name)
	}
}
