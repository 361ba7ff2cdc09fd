package integration

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// metabaseWants are the outcomes of the steps of clients/java/Metabase.java that ask. All others must be the same
// with and without a proxy.
var metabaseWants = map[string]string{
	"native question":                               "288",
	"native question, function":                     "1 North America; 2 British Isles; 3 Western Europe; 4 Northern Europe; 5 Southern Europe; 6 Asia Pacific",
	"native question, comment":                      "288",
	"columns of a question that is not run":         "id int4; name text",
	"question over a saved question":                "Asia Pacific 1; British Isles 1",
	"filter with a parameter over a saved question": "4",
	"a question back":                               "error QA001",
	"its answer":                                    "260",
	"a refusal":                                     "error QA003",
	"streamed, autocommit off":                      "15772",
}

// TestClientsMetabase goes the way that Metabase goes through pgjdbc. What its synchronisation reads must be the same
// with and without a proxy, and its questions, with all that it puts around them, must be answered.
func TestClientsMetabase(t *testing.T) {
	everyClient(t)
	t.Parallel()
	p := compiled(t.TempDir())
	c := client{needs: javaNeeds, command: java("Metabase")}
	proxied := c.outcomes(t, p, setup(t).url("demo"))
	direct := c.outcomes(t, p, sandboxtest.Server(t).URL(sandboxtest.Shop(t), "demo"))
	if len(proxied) != len(direct) || len(proxied) < 20 {
		t.Fatalf("%d steps through the proxy, %d without", len(proxied), len(direct))
	}
	asked := 0
	for i, got := range proxied {
		want, asks := metabaseWants[got.Form]
		if asks {
			asked++
			if got.String() != want {
				t.Errorf("%s: %q, want %q: %+v", got.Form, got, want, got.Results)
			}
			continue
		}
		if diff := cmp.Diff(direct[i], got); diff != "" {
			t.Errorf("%s (-direct +proxied):\n%s", got.Form, diff)
		}
		if strings.HasPrefix(got.Form, "sync: ") && got.String() == "" && got.Form != "sync: functions" {
			t.Errorf("%s: nothing was read", got.Form)
		}
	}
	if asked != len(metabaseWants) {
		t.Errorf("%d steps asked, want %d", asked, len(metabaseWants))
	}
}
