package audit

import (
	"testing"
)

func TestNote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Open(Config{Dir: dir, Redaction: Redaction{Questions: Mask}})
	if err != nil {
		t.Fatal(err)
	}
	const text = `console: lesson approved "4f1e" by "ann"`
	if err := l.Note(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := Tail(dir, 10)
	if err != nil || len(all) != 1 || all[0].Event != Note || all[0].Message != text || all[0].Time.IsZero() {
		t.Errorf("%+v, %v", all, err)
	}
	if found, _, err := Newest(t.Context(), dir, Query{}); err != nil || len(found) != 0 {
		t.Errorf("it is a question: %+v, %v", found, err)
	}
	if r, err := Verify(dir, nil); err != nil || len(r.Findings) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if err := l.Note(t.Context(), text); err == nil {
		t.Error("a log that is closed takes a note")
	}
}
