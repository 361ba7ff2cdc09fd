package recognise

import (
	"strings"
	"testing"
)

func TestActor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"-- Metabase:: userID: 7 queryType: native queryHash: 0a1b\n-- ask: how many orders":                                 "metabase:7",
		"-- Metabase\n-- ask: how many orders":                                                                               "",
		"-- Metabase:: userID:\n-- ask: how many orders":                                                                     "",
		"/* Username: ann@example.com, query_id: 12, Queue: queries, Job ID: x */ SELECT * FROM ask('how many orders') t":    "redash:ann@example.com",
		"/* Username: Ann B. Sea, query_id: adhoc, Queue: queries */ SELECT * FROM ask('how many orders') t":                 "redash:Ann B. Sea",
		"/* Username: ann */ SELECT * FROM ask('how many orders') t":                                                         "",
		"/* Username: \x1b[2Jann, query_id: 1 */ SELECT * FROM ask('how many orders') t":                                     "",
		"/* Username: " + strings.Repeat("a", 200) + ", query_id: 1 */ SELECT * FROM ask('how many orders') t":               "",
		"SELECT /* Metabase:: userID: 7 */ * FROM ask('how many orders') t":                                                  "",
		"SELECT * FROM ask('how many orders') t":                                                                             "",
		"-- ask: Metabase:: userID: 7":                                                                                       "",
		"/* dashboard 3 */ -- Metabase:: userID: 7 queryType: native\nSELECT * FROM ask('how many orders') t /* Metabase */": "",
	} {
		found, err := Find(text, Options{StandardConformingStrings: true})
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got := Actor(found.Remark); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
