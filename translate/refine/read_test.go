package refine

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan/edit"
	"github.com/pgask/pgask/translate/plan/review"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

func column(name, typ string, class schema.Class) *schema.Column {
	return &schema.Column{Name: name, Type: typ, TypeName: typ, Class: class}
}

var films = schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
	{OID: 1, Schema: "public", Name: "films", Kind: schema.Ordinary, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{column("id", "integer", schema.Integer), column("title", "text", schema.Text), column("released_on", "date", schema.Date),
			column("box_office", "numeric", schema.Decimal), column("director_id", "integer", schema.Integer), column("country", "text", schema.Text)},
		ForeignKeys: []schema.ForeignKey{{Columns: []string{"director_id"}, RefSchema: "public", RefTable: "directors", RefColumns: []string{"id"}, Confidence: 1}}},
	{OID: 2, Schema: "public", Name: "directors", Kind: schema.Ordinary, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{column("id", "integer", schema.Integer), column("name", "text", schema.Text), column("born_on", "date", schema.Date)}},
}})

// TestRead compares follow-ups with the steps that they are read as. Ambiguous follow-ups must not be read.
func TestRead(t *testing.T) {
	t.Parallel()
	answer, err := plan.Lift("SELECT f.title, f.country FROM public.films f WHERE f.country = 'France' ORDER BY f.title LIMIT 10")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{ // a follow-up: steps separated by semicolons, conditions in brackets; empty: not read
		"how many are there?": "count", "count them": "count", "how many of those": "count", "just the number": "count", "how many": "count",
		"undo": "undo", "Undo that, please.": "undo", "go back": "undo", "take it back": "undo",
		"only the top 5": "limit 5", "top five": "limit 5", "just 3 rows": "limit 3", "show the first ten films": "limit 10", "limit 7": "limit 7",
		"limit it to 20": "limit 20", "only 2": "limit 2", "show me 50 results": "limit 50",
		"show all": "no limit", "drop the limit": "no limit", "without limit": "no limit", "all of them": "no limit", "show everything please": "no limit",
		"sort by title": "sorted by title asc", "order them by box office descending": "sorted by box_office desc",
		"sort by country, then by title descending": "sorted by country asc, title desc", "sorted in descending order by released on": "sorted by released_on desc",
		"newest first": "sorted by released_on desc", "oldest films first": "sorted by released_on asc", "highest box office first": "sorted by box_office desc",
		"biggest first": "sorted by box_office desc", "reverse the order": "sorted by title desc", "don't sort": "unsorted", "remove the sorting": "unsorted",
		"top 3 by box office": "sorted by box_office desc; limit 3", "newest first and only the top 5": "sorted by released_on desc; limit 5",
		"add the box office": "add f.box_office", "Please add release date": "", "also show the released on": "add f.released_on", "show the box office too": "add f.box_office",
		"include director": "add directors.name", "add the director name and the box office": "add directors.name; add f.box_office", "with the box office": "add f.box_office",
		"without the country": "without country", "remove country and title": "without country; without title", "hide the country column": "without country", "don't show country": "without country",
		"drop the filter on country": "any country", "remove the country filter": "any country", "any country": "any country", "for all countries": "any country",
		"drop all filters": "no filters", "regardless of country": "any country",
		"only those from Germany": "[from Germany]", "and in 2024": "[in 2024]", "only 2024": "[2024]", "2024": "[2024]", "what about 2024?": "[2024]", "how about Germany": "[Germany]", "and the same for Italy": "[Italy]", "where the box office is over 5": "[where the box office is over 5]",
		"just the ones in Italy, newest first": "[in Italy]; sorted by released_on desc", "released since 2010": "[released since 2010]", "filter by country France": "[country France]",
		"only from Germany and Italy": "[from Germany and Italy]",
		"5":                           "", "paint it blue": "", "add the shoe size": "", "sort by shoe size": "", "remove the director": "", "show the box office": "", "top 5 by shoe size": "",
		"delete all films": "", "sort by title; drop table films": "", "": "", "sort by": "", "any shoe size": "", "only the top -1": "[top -1]",
		"how many films are there": "", "in Berlin and in Rome": "[in Berlin and in Rome]", strings.Repeat("add the title ", 60): "",
	}
	for text, want := range cases {
		steps, ok := Read(text, answer, films)
		var got []string
		for _, s := range steps {
			if s.Filter != "" {
				got = append(got, "["+s.Filter+"]")
				continue
			}
			got = append(got, s.Patch.String())
		}
		said := strings.Join(got, "; ")
		if !ok {
			said = ""
		}
		if diff := cmp.Diff(want, said); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// A computed output counts as a number or a time, depending on its expression. A value that rows are grouped by is not
// a number.
func TestReadOverGroups(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{
		{"date_trunc('month', f.released_on)::date", "largest first", "sorted by n desc"},
		{"date_trunc('month', f.released_on)::date", "newest first", "sorted by p desc"},
		{"date_trunc('month', f.released_on)", "oldest first", "sorted by p asc"},
		{"EXTRACT(year FROM f.released_on)", "smallest first", "sorted by n asc"},
		{"EXTRACT(year FROM f.released_on)", "newest first", ""},
		{"f.released_on::text", "highest first", "sorted by n desc"},
	} {
		answer, err := plan.Lift("SELECT " + tt[0] + " AS p, count(*) AS n FROM public.films f GROUP BY " + tt[0])
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if steps, ok := Read(tt[1], answer, films); ok {
			got = steps[0].Patch.String()
		}
		if got != tt[2] {
			t.Errorf("%s of %s: %q, want %q", tt[1], tt[0], got, tt[2])
		}
	}
	latest, err := plan.Lift("SELECT f.country, max(f.released_on) AS latest FROM public.films f GROUP BY f.country")
	if err != nil {
		t.Fatal(err)
	}
	if steps, ok := Read("newest first", latest, films); !ok || steps[0].Patch.String() != "sorted by latest desc" {
		t.Errorf("newest first of the latest of each: %v, %v", steps, ok)
	}
}

// TestUnknown checks which phrase of a follow-up is reported as the name of no column.
func TestUnknown(t *testing.T) {
	t.Parallel()
	answer, err := plan.Lift("SELECT f.title, f.country FROM public.films f")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"add the shoe size": "shoe size", "add the title and the shoe size": "shoe size", "sort by shoe size": "shoe size", "top 5 by shoe size": "shoe size",
		"any shoe size": "shoe size", "remove the shoe size": "shoe size", "newest first, add the shoe size": "shoe size", "paint it blue": "", "add the title": "",
		"highest shoe size first": "shoe size",
	} {
		if got := Unknown(text, answer, films); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzRead checks that Read never panics and that its patches can be written as JSON and read again.
func FuzzRead(tf *testing.F) {
	f := mutants.Of(tf)
	for _, seed := range []string{"add the director name, newest first", "sort by title descending", "only the top 5", "undo", "f.", "top 99999999999999999999"} {
		f.Add(seed)
	}
	answer, err := plan.Lift("SELECT f.title, count(*) AS n FROM public.films f GROUP BY f.title ORDER BY n DESC")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		steps, ok := Read(text, answer, films)
		if !ok {
			return
		}
		for _, s := range steps {
			if s.Filter != "" {
				continue
			}
			if data, err := json.Marshal(s.Patch); err != nil {
				t.Errorf("%q: %v %s", text, err, data)
			}
			if next, err := edit.Apply(answer, films, s.Patch); err == nil {
				if _, err := plan.Synthesise(next); err != nil {
					t.Errorf("%q: %v", text, err)
				}
			}
		}
	})
}

// BenchmarkFollowUp measures a follow-up that rules read, from its words to SQL, without any query.
func BenchmarkFollowUp(b *testing.B) {
	answer, err := plan.Lift("SELECT f.title, f.country FROM public.films f WHERE f.country = 'France' ORDER BY f.title LIMIT 10")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p := answer
		steps, ok := Read("add the director name, newest first and only the top 5", p, films)
		if !ok {
			b.Fatal("not read")
		}
		for _, s := range steps {
			if p, err = edit.Apply(p, films, s.Patch); err != nil {
				b.Fatal(err)
			}
		}
		reviewed, _, err := review.Plan(p, films, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := plan.Synthesise(reviewed); err != nil {
			b.Fatal(err)
		}
	}
}

// "What about 30?" changes the only number of the plan, in a condition or as the limit, and never guesses between two.
func TestAnotherNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ where, text, want string }{
		{"f.box_office < 20", "what about 30?", "only f.box_office < 30"},
		{"f.box_office >= 20 AND f.country = 'France'", "and the same for 7.5", "only f.box_office >= 7.5"},
		{"f.country = 'France' LIMIT 5", "how about 10", "limit 10"},
		{"f.box_office < 20 LIMIT 5", "what about 10?", ""},
		{"f.box_office > 20 AND f.box_office < 50", "what about 10?", ""},
		{"f.country = 'France'", "what about 10?", ""},
		{"f.country = 'France' LIMIT 5", "what about 1.5?", ""},
	} {
		answer, err := plan.Lift("SELECT f.title FROM public.films f WHERE " + c.where)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		steps, ok := Read(c.text, answer, films)
		for _, s := range steps {
			got = append(got, s.Patch.String()+s.Filter)
		}
		if said := strings.Join(got, "; "); said != c.want || ok != (c.want != "") {
			t.Errorf("%s, %q: %q, want %q", c.where, c.text, said, c.want)
		}
	}
}

// Conditions on aggregates apply to the groups, and "top" of unsorted groups ranks by their only number.
func TestReadOfGroups(t *testing.T) {
	t.Parallel()
	const perDirector = "SELECT d.name, count(*) AS number_of_films FROM public.films f JOIN public.directors d ON f.director_id = d.id GROUP BY d.id, d.name"
	const averages = "SELECT f.country, avg(f.box_office) AS average_box_office FROM public.films f GROUP BY f.country"
	const joined = "SELECT d.name, max(f.box_office) AS m, min(f.box_office) AS l FROM public.directors d JOIN public.films f ON f.director_id = d.id GROUP BY d.id, d.name"
	for _, tt := range [][3]string{
		{perDirector, "only directors with more than 3 films", "only number_of_films > 3"},
		{perDirector, "only those with at least 5", "only number_of_films >= 5"},
		{perDirector, "more than 8", "only number_of_films > 8"},
		{perDirector, "where the number of films is below 10", "only number_of_films < 10"},
		{perDirector, "top 3", "sorted by number_of_films desc; limit 3"},
		{perDirector, "the lowest 2", "sorted by number_of_films asc; limit 2"},
		{perDirector + " ORDER BY count(*) DESC", "only the top 3", "limit 3"},
		{averages, "only countries with more than 4 films", "only * > 4"},
		{averages, "those with an average box office above 2.5", "only average_box_office > 2.5"},
		{averages, "add the number of films", "add *"},
		{averages, "only countries with more than 4 directors", "[countries with more than 4 directors]"},
		{averages, "except France", "except [France]"},
		{averages, "everything but Italy", "except [Italy]"},
		{averages, "exclude those from Spain", "except [Spain]"},
		{averages, "without France", "[without France]"},
		{joined, "only those with more than 3", "[with more than 3]"}, // which of the two aggregates?
		{joined, "only those with more than 3 directors", "[with more than 3 directors]"},
		{joined, "only those with more than 3 films", "[with more than 3 films]"}, // the join repeats rows
		{"SELECT f.title FROM public.films f", "more than 3 films", ""},
		{"SELECT f.title FROM public.films f", "the lowest 3", ""},
	} {
		answer, err := plan.Lift(tt[0])
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		steps, _ := Read(tt[1], answer, films)
		for _, s := range steps {
			switch {
			case s.Except:
				got = append(got, "except ["+s.Filter+"]")
			case s.Filter != "":
				got = append(got, "["+s.Filter+"]")
			default:
				got = append(got, s.Patch.String())
			}
		}
		if diff := cmp.Diff(tt[2], strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", tt[0], tt[1], diff)
		}
	}
}
