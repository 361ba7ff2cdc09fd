package translate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

// notebook is a witness that writes down what it is told, or fails.
type notebook struct {
	mu   sync.Mutex
	told []Statement
	fail error
}

func (n *notebook) Witness(_ context.Context, s Statement) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = append(n.told, s)
	return n.fail
}

// TestLookUpIsWitnessed: a look-up is told of before it is made, as it is sent, and is not made if that fails.
func TestLookUpIsWitnessed(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	name := d.stranger(t)
	q := Question{ID: "0123456789ab", Text: "customers named '" + strings.ToUpper(name) + "'"}
	said := &notebook{}
	q.Witness = said
	answer, _, err := d.ask(t, q)
	said.told = slices.DeleteFunc(said.told, func(s Statement) bool { return s.Own == OwnTrial })
	if err != nil || answer.Result.Rows != 1 || len(said.told) != 1 {
		t.Fatalf("%+v, %v, told %v", answer, err, said.told)
	}
	st := said.told[0]
	if st.Own != OwnLookup || !strings.HasSuffix(st.SQL, "k <= 24 /* pgask 0123456789ab lookup */") {
		t.Errorf("told %+v", st)
	}
	if !slices.Contains(st.Relations, "public.customers") || !slices.Contains(st.Columns, "public.customers.name") {
		t.Errorf("told of %v, %v", st.Relations, st.Columns)
	}

	full := &Error{Code: CodeAudit, Message: "disk full"}
	q.Witness = &notebook{fail: full}
	d = setup(t, Config{}) // the first has the answer in its memory
	d.stranger(t)
	if _, trace, err := d.ask(t, q); !errors.Is(err, full) || trace.Builtin.Reason != "" {
		t.Errorf("without a witness it was looked up: %v", err)
	}
}
