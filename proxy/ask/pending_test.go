package ask

import (
	"context"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy/wire"
)

// keptJournal keeps the outcomes, as event, SQLSTATE and message.
type keptJournal struct{ outcomes []string }

func (*keptJournal) Intent(context.Context, *audit.Record) error { return nil }

func (j *keptJournal) Outcome(_ context.Context, r *audit.Record) error {
	j.outcomes = append(j.outcomes, string(r.Outcome)+" "+r.SQLState+" "+r.Message)
	return nil
}

// TestPendingAbandoned: what is recorded of a question whose intent is written when its session ends, at each step of
// it.
func TestPendingAbandoned(t *testing.T) {
	t.Parallel()
	const lost = "failed 08006 the session ended before the statement did"
	bound := wire.Frame{Type: '2', Bytes: []byte("2\x00\x00\x00\x04")}
	completed := wire.Frame{Type: 'C', Bytes: []byte("C\x00\x00\x00\x0dSELECT 0\x00")}
	failed := wire.Frame{Type: 'E', Bytes: []byte("E\x00\x00\x00\x13SERROR\x00C22012\x00\x00")}
	for _, tt := range []struct {
		name     string
		executed bool
		seen     []wire.Frame
		left     bool // the client has, in order
		want     []string
	}{
		{"not bound", false, nil, false, []string{lost}},
		{"not bound, left", false, nil, true, []string{lost}},
		{"bound", false, []wire.Frame{bound}, false, []string{lost}},
		{"bound, left", false, []wire.Frame{bound}, true, []string{"prepared  "}},
		{"executed, not bound yet", true, nil, false, []string{lost}},
		{"executed", true, []wire.Frame{bound}, false, []string{lost}},
		{"executed, left", true, []wire.Frame{bound}, true, []string{lost}},
		{"completed", true, []wire.Frame{bound, completed}, false, []string{"answered  "}},
		{"failed at its Bind", true, []wire.Frame{failed}, false, []string{"failed 22012 "}},
		{"failed", true, []wire.Frame{bound, failed}, false, []string{"failed 22012 "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			j := &keptJournal{}
			r := &recorder{board: &board{}, log: slog.New(slog.DiscardHandler), journal: j, written: true}
			var q pendings
			p := &pending{}
			q.push(p)
			q.binds(p, "", []*recorder{r}, nil)
			if tt.executed {
				q.executes(p, "")
			}
			for _, f := range tt.seen {
				q.see(f)
			}
			q.abandon(tt.left)
			if diff := cmp.Diff(tt.want, j.outcomes); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestPendingBroken: the record says what failed before the question, whether that is known before the question is
// noted or later, and says it of no other.
func TestPendingBroken(t *testing.T) {
	t.Parallel()
	for _, early := range []bool{false, true} {
		j := &keptJournal{}
		var q pendings
		for _, broken := range []bool{true, false} {
			p, r := &pending{}, &recorder{board: &board{}, log: slog.New(slog.DiscardHandler), journal: j, written: true}
			if broken && early {
				q.breaks(&pgconn.PgError{Code: "57014"})
			}
			q.push(p)
			q.binds(p, "", []*recorder{r}, nil)
			q.executes(p, "")
			if broken && !early {
				q.breaks(&pgconn.PgError{Code: "57014"})
			}
			q.end()
		}
		want := []string{"cancelled 57014 ", "failed 25P02 skipped after an error before it"}
		if diff := cmp.Diff(want, j.outcomes); diff != "" {
			t.Errorf("early %t (-want +got):\n%s", early, diff)
		}
	}
}
