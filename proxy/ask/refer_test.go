package ask

import (
	"testing"

	"github.com/pgask/pgask/proxy/recognise"
)

func TestReference(t *testing.T) {
	t.Parallel()
	const id = "0a1b2c3d4e5f"
	for _, tt := range []struct{ sql, id, text string }{
		{"SELECT * FROM ask_answer('" + id + "', '2')", id, "2"},
		{"SELECT * FROM ask_answer('2', id => '" + id + "')", id, "2"},
		{"SELECT * FROM ask_answer('2')", "", "2"},
		{"SELECT * FROM ask_good('" + id + "')", id, ""},
		{"SELECT * FROM ask_good()", "", ""},
		{"SELECT * FROM ask_bad('" + id + "', 'not ours')", id, "not ours"},
		{"SELECT * FROM ask_bad('not ours')", "", "not ours"},
		{"SELECT * FROM ask_refine('" + id + "', 'limit 5') t", id, "limit 5"},
		{"SELECT * FROM ask_patch('" + id + `', '{"operation":"undo"}')`, id, `{"operation":"undo"}`},
		{"SELECT * FROM ask_options('" + id + "')", id, ""},
		{"ASK answer: " + id + " use table x;", id, "use table x"},
		{"ASK refine: #" + id + ": limit 5;", id, "limit 5"},
		{"ASK good: " + id + ";", id, ""},
		{"ASK answer: 2;", "", "2"},
		{"ASK refine: 0a1b2c3d4e5 five;", "", "0a1b2c3d4e5 five"},
		{"SELECT * FROM ask('" + id + " how many')", "", id + " how many"},
	} {
		found, err := recognise.Find(tt.sql, recognise.Options{StandardConformingStrings: true})
		if err != nil || len(found.Questions) != 1 {
			t.Errorf("%s: %v, %v", tt.sql, found.Questions, err)
			continue
		}
		if got, text, err := reference(found.Questions[0]); got != tt.id || text != tt.text || err != nil {
			t.Errorf("%s: %q, %q, %v; want %q, %q", tt.sql, got, text, err, tt.id, tt.text)
		}
	}
	for _, sql := range []string{
		"SELECT * FROM ask_answer('first', '2')", "SELECT * FROM ask_answer('2', id => 'the last one')", "SELECT * FROM ask_good('" + id + "', 'a', 'b')",
		"SELECT * FROM ask_answer('" + id + "', '2', id => '" + id + "')", "SELECT * FROM ask_refine($1, 'limit 5')",
		"SELECT * FROM ask_options('orders')",
	} {
		found, err := recognise.Find(sql, recognise.Options{StandardConformingStrings: true})
		if err != nil || len(found.Questions) != 1 {
			t.Errorf("%s: %v, %v", sql, found.Questions, err)
			continue
		}
		if got, text, err := reference(found.Questions[0]); err == nil {
			t.Errorf("%s: %q, %q", sql, got, text)
		}
	}
}
