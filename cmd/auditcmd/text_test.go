package auditcmd

import (
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
)

// What others wrote into a record cannot move the cursor of who reads it.
func TestRecordsArePrintable(t *testing.T) {
	t.Parallel()
	e := &audit.Entry{Seq: 7, Record: audit.Record{Event: audit.Finished, ID: "ab12", Question: "a\x1b[2Jb\nc", Role: "dba", Datasource: "shop",
		Outcome: audit.Refused, SQLState: "QA003", Message: "refused\r", Total: 12 * time.Millisecond,
		States: []audit.State{{Name: "guard", Took: time.Millisecond, Note: "unsafe"}}, Attempts: []audit.Attempt{{Draft: "DROP\x07"}}}}
	line := recordLine(e)
	if strings.ContainsAny(line, "\x1b\n\r") || !strings.Contains(line, "refused QA003") || !strings.HasSuffix(line, `a\u001b[2Jb\nc`) {
		t.Errorf("line %q", line)
	}
	story := recordStory(e)
	for _, want := range []string{"  question       a\\u001b[2Jb\\nc\n", "  state          guard       1ms       unsafe\n", "  attempt 1      DROP\\u0007\n",
		"  outcome        refused QA003 refused\n"} {
		if !strings.Contains(story, want) {
			t.Errorf("no %q in:\n%s", want, story)
		}
	}
}
