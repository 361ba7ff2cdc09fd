package console

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/pgask/pgask/audit"
)

// Bounds of an export: the newest questions that keep to both are in it.
const (
	exportQuestions = 10_000
	exportBytes     = 32 << 20
)

// export answers with the questions that an address lists, as CSV, those of all pages together. That some are left
// out the name of the file says, as spreadsheets show nothing else that is about the whole.
func (c questionPages) export(w http.ResponseWriter, r *http.Request, v *visitor) error {
	f, wrong := parseFilter(r.URL.Query(), c.zone(r))
	if len(wrong) > 0 {
		return &problem{http.StatusBadRequest, strings.Join(wrong, " ")}
	}
	var b bytes.Buffer
	write, flush := audit.CSV(&b)
	var failed error
	cut, n := false, 0
	_, more, err := c.records.look(r.Context(), c.records.query(&f), func(e *audit.Entry) (fits, enough bool) {
		switch {
		case failed != nil || !f.has(e, c.records.order(e)):
		case n == exportQuestions || b.Len() > exportBytes:
			cut = true
		default:
			n++
			failed = write(e)
		}
		return false, cut || failed != nil // written, and not kept
	})
	for _, err := range []error{err, failed, flush()} {
		if err != nil {
			return err
		}
	}
	name := "questions.csv"
	if cut || more {
		name = "questions-newest-part.csv"
	}
	c.log.Info("console: questions exported", "by", v.Name, "questions", n)
	w.Header().Set("Content-Type", "text/csv; charset=utf-8; header=present")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = w.Write(b.Bytes()) // fails only when the client has gone
	return nil
}

// hits counts the questions that fit, on all pages. more says that the bound ended the look, and there may be others.
func (l *records) hits(ctx context.Context, f filter) (n int, more bool, err error) {
	f.before = 0
	if n, ok, err := l.hitsCounted(ctx, &f); ok || err != nil {
		return n, false, err
	}
	_, more, err = l.look(ctx, l.query(&f), func(e *audit.Entry) (fits, enough bool) {
		if f.has(e, l.order(e)) {
			n++
		}
		return false, false // counted, and not kept
	})
	return n, more, err
}
