package builtin

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
)

// careful are the databases and questions that both designs of the translator are asked.
var careful = os.DirFS("../draft")

// The files of testdata/careful are databases that mislead, those of testdata/words and testdata/grammar are built in several
// ways and asked in words and sentences that are not theirs; those of testdata/invented have names in German and French,
// prefixes, natural keys, an ORM's and a star schema's habits. Questions stand with what a careful analyst would do, written
// down before anything was asked: the statement whose rows, columns included, are the answer, or "-" where there is none to give
// without asking back. Marks before questions say what is demanded of the translator:
//
//	?  the answer
//	~  the answer, or silence
//	!  no answer
func TestCareful(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(careful, "testdata/*/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no questions", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := fs.ReadFile(careful, file)
			if err != nil {
				t.Fatal(err)
			}
			ddl, err := fs.ReadFile(careful, "testdata/"+name+".sql")
			if err != nil {
				t.Fatal(err)
			}
			w := loadWorld(t, string(ddl))
			lines := strings.Split(strings.TrimSpace(string(text)), "\n")
			if len(lines)%2 != 0 {
				t.Fatal("a question without an answer")
			}
			for i := 0; i < len(lines); i += 2 {
				mark, question, _ := strings.Cut(lines[i], " ")
				w.judge(t, mark, question, lines[i+1])
			}
		})
	}
}

// judge asks one question and compares what comes of it with what is demanded.
func (w world) judge(t *testing.T, mark, question, want string) {
	t.Helper()
	r := w.ask(t, question)
	answered := r.Plan != nil && r.Confidence >= 0.5
	switch {
	case mark == "!" && answered:
		t.Errorf("%s: read as %s", question, r.Plan.Reading)
	case mark == "?" && !answered:
		t.Errorf("%s: no answer at %.2f: %s %+v", question, r.Confidence, r.Reason, r.Ask)
	case mark == "!" || !answered:
	default:
		sql, err := plan.Synthesise(r.Plan)
		if err != nil {
			t.Fatalf("%s: %v", question, err)
		}
		if got, wanted := w.rows(t, sql), w.rows(t, want); !slices.Equal(got, wanted) {
			t.Errorf("%s: %d rows, want %d\n%s", question, len(got), len(wanted), sql)
		}
	}
}
