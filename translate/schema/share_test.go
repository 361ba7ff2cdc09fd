package schema

import "testing"

func TestParseLevel(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Level{"": NamesAndComments, "names": Names, "names+comments": NamesAndComments, "values": Values} {
		if got, err := ParseLevel(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := ParseLevel("all"); err == nil {
		t.Error("all is a level")
	}
}
