package ask

import (
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// TestStatementInCharset: a character that client_encoding lacks is replaced in what tells about a question, never in
// a statement, whether that reads tables or not.
func TestStatementInCharset(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{"SJIS": "SELECT 'é'", "LATIN1": "SELECT length('€')"} {
		var link wire.Link
		status, err := (&pgproto3.ParameterStatus{Name: "client_encoding", Value: name}).Encode(nil)
		if err != nil {
			t.Fatal(err)
		}
		link.Reported.Note(status[wire.HeaderLen:])
		charset := link.Charset()
		for _, relations := range [][]string{nil, {"public.t"}} {
			if out, _, err := statementInCharset(charset, translate.Statement{SQL: sql, Relations: relations}); err == nil {
				t.Errorf("%s: %s is sent as %q", name, sql, out)
			}
		}
		if out, _, err := statementInCharset(charset, translate.Statement{SQL: sql, Tells: true}); err != nil || out == sql {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}
