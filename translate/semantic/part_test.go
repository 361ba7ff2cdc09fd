package semantic

import (
	"slices"
	"strings"
	"testing"
)

// partsOf lists the parts of a model and their wholes.
func partsOf(m *Model) (out []string) {
	for _, r := range m.Relations {
		if r.Part != nil {
			out = append(out, r.Table.Name+" of "+r.Part.Of.To.Table.Name)
		}
	}
	return out
}

// What is called after another relation and has its key within its own is part of it, and so are notes; what people
// do is no part of them, nor what is only numbered for them.
func TestPartsByKey(t *testing.T) {
	t.Parallel()
	s := snapshot(t, `
		CREATE TABLE customer (id int PRIMARY KEY, name text);
		CREATE TABLE policy (policy_no int PRIMARY KEY, customer_id int NOT NULL REFERENCES customer, signed_on date);
		CREATE TABLE policy_coverage (policy_no int REFERENCES policy, coverage_code text, PRIMARY KEY (policy_no, coverage_code));
		CREATE TABLE policy_note (id int PRIMARY KEY, policy_no int NOT NULL REFERENCES policy, text text);
		CREATE TABLE policy_claim (id int PRIMARY KEY, policy_no int NOT NULL REFERENCES policy, reported_on date);
		CREATE TABLE customer_phone (customer_id int REFERENCES customer, seq_no int, phone text, PRIMARY KEY (customer_id, seq_no));
		CREATE TABLE customer_visit (customer_id int REFERENCES customer, visit_no int, visited_on date, PRIMARY KEY (customer_id, visit_no));
		CREATE TABLE customer_policy (customer_id int REFERENCES customer, policy_no int REFERENCES policy, PRIMARY KEY (customer_id, policy_no));
		CREATE TABLE customer_note (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customer, text text);
		CREATE TABLE policy_state (code text PRIMARY KEY, label text);
		INSERT INTO policy_state VALUES ('A', 'active'), ('L', 'lapsed'), ('N', 'new');
		CREATE TABLE policy_state_history (policy_no int REFERENCES policy, seq_no int, state_code text NOT NULL REFERENCES policy_state,
			PRIMARY KEY (policy_no, seq_no));
		CREATE TABLE course (id int PRIMARY KEY, title text);
		CREATE TABLE course_attendance (course_id int REFERENCES course, customer_id int REFERENCES customer, day date,
			PRIMARY KEY (course_id, customer_id, day));
		CREATE TABLE exhibition (id int PRIMARY KEY, opened_on date);
		CREATE TABLE piece (id int PRIMARY KEY, title text);
		CREATE TABLE exhibition_piece (exhibition_id int REFERENCES exhibition, piece_id int REFERENCES piece, PRIMARY KEY (piece_id, exhibition_id))`)
	got, want := partsOf(Build(s, Options{})), []string{"customer_phone of customer", "exhibition_piece of exhibition", "policy_coverage of policy", "policy_note of policy", "policy_state_history of policy"}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("parts: %s", strings.Join(got, ", "))
	}
}

// TestPartsByComment: where a comment says that all that hangs on rows does not count either, it does not, if every
// row hangs on one.
func TestPartsByComment(t *testing.T) {
	t.Parallel()
	s := snapshot(t, `
		CREATE TABLE voyage (id int PRIMARY KEY, is_test boolean);
		COMMENT ON TABLE voyage IS 'Trips. Test voyages, and everything that hangs on them, must be left out of every count.';
		CREATE TABLE receipt (id int PRIMARY KEY, voyage_id int NOT NULL REFERENCES voyage, pallets int);
		CREATE TABLE complaint (id int PRIMARY KEY, voyage_id int REFERENCES voyage, text text)`)
	m := Build(s, Options{})
	if got := strings.Join(partsOf(m), ", "); got != "receipt of voyage" {
		t.Errorf("parts: %s", got)
	}
	if got := m.Named("receipt")[0].Wholes(); len(got) != 1 || got[0].Column.Name != "is_test" {
		t.Errorf("rules of the whole: %+v", got)
	}
}
