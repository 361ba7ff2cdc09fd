package retrieve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/schema"
)

// sense embeds texts by the subjects of their words, as a real model would: words of one subject are close even when
// they share no letter.
type sense struct {
	calls [][]string
	fail  error
}

var subjects = [][]string{
	{"medicine", "medication", "drugs", "drug", "pharmacy", "substance"},
	{"sick", "patients", "patient", "ill", "people"},
	{"football", "clubs", "club", "teams", "stadium"},
	{"money", "fare", "price", "cost", "amount"},
}

func (s *sense) Name() string { return "sense" }

func (s *sense) Embed(_ context.Context, texts []string) ([][]float32, error) {
	if s.fail != nil {
		return nil, s.fail
	}
	s.calls = append(s.calls, texts)
	var all [][]float32
	for _, text := range texts {
		v := make([]float32, len(subjects)+1)
		v[len(subjects)] = 0.1
		for i, words := range subjects {
			for _, w := range split(text) {
				if slices.Contains(words, w) {
					v[i]++
				}
			}
		}
		all = append(all, v)
	}
	return all, nil
}

func (s *sense) embedded() int {
	n := 0
	for _, c := range s.calls {
		n += len(c)
	}
	return n
}

// TestMeaningFindsWhatSharesNoWord checks that closeness in meaning finds a table that shares no word with the
// question.
func TestMeaningFindsWhatSharesNoWord(t *testing.T) {
	t.Parallel()
	s := thousand()
	const question = "which medication do sick people take"
	without := Select(question, s, Budget{Tokens: 3000})
	if slices.Contains(names(without.Tables), "drugs") {
		t.Fatal("the question resembles the table in words already")
	}
	m := NewMeaning(nil)
	close, err := m.Closest(t.Context(), &sense{}, question, s, schema.Share{}, 16)
	if err != nil {
		t.Fatal(err)
	}
	got := Select(question, s, Budget{Tokens: 3000, Close: close})
	for _, want := range []string{"drugs", "patients", "prescriptions", "appointments"} {
		if !slices.Contains(names(got.Tables), want) {
			t.Errorf("%s is missing among %v", want, names(got.Tables))
		}
	}
	if r := reasonsOf(got)["drugs"]; r != "is close to the question in meaning" {
		t.Errorf("drugs: %q", r)
	}
}

// TestFusionKeepsWhatIsNamed checks that closeness in meaning does not displace a table that the question names.
func TestFusionKeepsWhatIsNamed(t *testing.T) {
	t.Parallel()
	s := thousand()
	wrong := s.Tables[500:516]
	got := Select("drugs prescribed to patients", s, Budget{Tokens: 3000, TopK: 4, Close: wrong})
	for _, want := range []string{"drugs", "patients"} {
		if !slices.Contains(names(got.Tables), want) {
			t.Errorf("%s is missing among %v", want, names(got.Tables))
		}
	}
}

// TestOnlyChangedTablesAreEmbeddedAgain checks that vectors are cached by the content of their tables.
func TestOnlyChangedTablesAreEmbeddedAgain(t *testing.T) {
	t.Parallel()
	e, store := &sense{}, &memoryVectors{known: map[string][]float32{}}
	first := thousand()
	first.Fingerprint = "1"
	ask := func(m *Meaning, s *schema.Snapshot) {
		t.Helper()
		if _, err := m.Closest(t.Context(), e, "drugs", s, schema.Share{}, 8); err != nil {
			t.Fatal(err)
		}
	}
	m := NewMeaning(store)
	ask(m, first)
	if got := e.embedded(); got > 1001 || got < 900 {
		t.Errorf("%d texts embedded at first", got)
	}
	e.calls = nil
	ask(m, first)
	if got := e.embedded(); got != 1 {
		t.Errorf("%d texts embedded for the second question", got)
	}
	e.calls = nil
	tables := slices.Clone(thousand().Tables)
	tables[3] = tableOf("public", "wards", []string{"id", "title", "renamed"})
	changed := schema.New(schema.Snapshot{Fingerprint: "2", Tables: tables, SearchPath: first.SearchPath})
	ask(m, changed)
	if got := e.embedded(); got != 2 {
		t.Errorf("%d texts embedded after one table changed, and the question", got)
	}
	e.calls = nil
	ask(NewMeaning(store), changed) // another process with the same store
	if got := e.embedded(); got != 1 {
		t.Errorf("%d texts embedded after a restart", got)
	}
}

// TestEmbeddingSharesNoMore checks that the embedder gets nothing that must not be shared.
func TestEmbeddingSharesNoMore(t *testing.T) {
	t.Parallel()
	x := tableOf("public", "people", []string{"id", "iban", "mood"})
	x.Comment, x.Column("iban").Comment = "the comment", "secret remark"
	x.Column("mood").Enum, x.Column("iban").Enum = []string{"glad"}, []string{"DE00"}
	x.Column("iban").Masked = true
	for level, want := range map[schema.Level][]string{schema.Names: {"glad"}, schema.NamesAndComments: {"the comment", "glad"}} {
		text := meaningOf(x, schema.Share{Level: level})
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("level %v: %q is missing in %q", level, w, text)
			}
		}
		if strings.Contains(text, "secret") || strings.Contains(text, "DE00") || level == schema.Names && strings.Contains(text, "comment") {
			t.Errorf("level %v: %q", level, text)
		}
	}
}

type oddEmbedder [][]float32

func (oddEmbedder) Name() string                                           { return "odd" }
func (o oddEmbedder) Embed(context.Context, []string) ([][]float32, error) { return o, nil }

func TestBadEmbedders(t *testing.T) {
	t.Parallel()
	s := schema.New(schema.Snapshot{Tables: []*schema.Table{tableOf("public", "a", []string{"id"}), tableOf("public", "b", []string{"x"})}})
	down := errors.New("down")
	for name, e := range map[string]Embedder{
		"too few":          oddEmbedder{{1}},
		"different":        oddEmbedder{{1}, {1, 2}},
		"empty":            oddEmbedder{{}, {}},
		"down":             &sense{fail: down},
		"question differs": oddEmbedder{{1, 2}, {3, 4}}, // two vectors for one question
	} {
		if got, err := NewMeaning(nil).Closest(t.Context(), e, "q", s, schema.Share{}, 8); err == nil {
			t.Errorf("%s: %v", name, names(got))
		}
	}
	if got, err := NewMeaning(nil).Closest(t.Context(), &sense{}, "q", schema.New(schema.Snapshot{}), schema.Share{}, 8); err != nil || len(got) != 0 {
		t.Errorf("an empty schema: %v, %v", got, err)
	}
}

func TestMemoryVectorsAreBounded(t *testing.T) {
	t.Parallel()
	m := &memoryVectors{known: map[string][]float32{}}
	for i := range maxKept + 10 {
		m.Keep(t.Context(), map[string][]float32{fmt.Sprint(i): {1}})
	}
	if len(m.known) > maxKept || !cmp.Equal(m.Load(t.Context(), []string{fmt.Sprint(maxKept + 9), "x"}), map[string][]float32{fmt.Sprint(maxKept + 9): {1}}) {
		t.Errorf("%d kept", len(m.known))
	}
}
