package eval

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSilences(t *testing.T) {
	t.Parallel()
	var s silences
	s.add("“scores” fits more than one column. Which is meant?", "show scores", nil)
	s.add("These words could not be placed in this database: flurbs, wibble.", "flurbs per wibble", []string{"flurbs", "wibble"})
	s.add("These words could not be placed in this database: Flurbs.", "how many Flurbs", []string{"Flurbs"})
	var b strings.Builder
	s.report(&b)
	want := `Not answered, by reason:
     2 These words could not be placed in this database: …
       most often: flurbs 2
       flurbs per wibble
       → These words could not be placed in this database: flurbs, wibble.
     1 “…” fits more than one column. Which is meant?
       show scores
       → “scores” fits more than one column. Which is meant?
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	b.Reset()
	silences(nil).report(&b)
	if b.Len() > 0 {
		t.Errorf("nothing to report, but %q", b.String())
	}
}
