package builtin_test

import "testing"

// TestNamesakes: of somebody of whose name there are several it is asked which; a list of them is a list.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	m := load(t, "../../../eval/own/nursery.sql")
	for question, asked := range map[string]bool{"what is the phone number of Eva Lund": true, "workers called Eva Lund": false} {
		r := m.draft(t, question)
		if (r.Ask != nil) != asked || asked && r.Ask.Phrase != "Eva Lund" {
			t.Fatalf("%s: asked %v, %s", question, r.Ask, r.Reason)
		}
		if asked && m.draft(t, question, r.Ask.Options[0].Settles...).Plan == nil {
			t.Errorf("%s: all of them are no answer", question)
		}
	}
}
