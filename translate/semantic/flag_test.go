package semantic

import "testing"

// TestCodesThatAreNoFlags: codes of which a comment lists others than yes and no, or that are letters of what they
// stand for, are no flags, also before anything is stored.
func TestCodesThatAreNoFlags(t *testing.T) {
	t.Parallel()
	s := snapshot(t, `CREATE TABLE case_file (id int PRIMARY KEY, state text, kind text, closed text, paid text);
		COMMENT ON COLUMN case_file.state IS 'X open, Y closed';
		COMMENT ON COLUMN case_file.kind IS 'O old, N new';
		COMMENT ON COLUMN case_file.closed IS 'X = closed';
		COMMENT ON COLUMN case_file.paid IS 'Y yes, N no'`)
	r := Build(s, Options{}).Named("case_file")[0]
	for name, want := range map[string]string{"state": "", "kind": "", "closed": "X", "paid": "Y"} {
		if got := r.Column(name).Yes; got != want {
			t.Errorf("%s: flag %q, want %q (codes %+v)", name, got, want, r.Column(name).Codes)
		}
	}
}
