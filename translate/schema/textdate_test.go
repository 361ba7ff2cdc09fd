package schema

import (
	"strings"
	"testing"
)

func TestDateTemplate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		values   string // separated by |
		complete bool
		want     string
		padded   bool
	}{
		{"8/27/2015|8/5/2015|12/1/2013", false, "MM/DD/YYYY", false},
		{"08/27/2015|08/05/2015|12/01/2013", false, "MM/DD/YYYY", true},
		{"27.08.2015|05.08.2015|01.12.2013", false, "DD.MM.YYYY", true},
		{"01/02/2024|03/04/2024|05/06/2024", false, "", false}, // January or February
		{"01/02/2024|03/04/2024|05/26/2024", false, "MM/DD/YYYY", true},
		{"13/02/2024|02/13/2024|01/01/2024", false, "", false}, // contradictory
		{"2024-02-03|2024-02-13|2023-12-31", false, "YYYY-MM-DD", true},
		{"20240203|20240213|20231231", false, "YYYYMMDD", true},
		{"20240203|99999999|20231231", false, "", false},
		{"8/27/2015 8:12|8/27/2015 17:03|8/1/2015 0:00", false, "MM/DD/YYYY HH24:MI", false},
		{"2024-02-23T10:00:00|2024-02-13T11:00:00|2023-12-31T23:59:59", false, `YYYY-MM-DD"T"HH24:MI:SS`, true},
		{"8/27/2015 8:12 AM|8/27/2015 5:03 PM|8/1/2015 12:00 AM", false, "MM/DD/YYYY HH12:MI AM", false},
		{"December 10, 2007|November 2, 2007|May 12, 2008", false, "Month DD, YYYY", false},
		{"December12,2008|May5,2008|June20,2009", false, "MonthDD,YYYY", false},
		{"10 Dec 2007|02 Nov 2007|12 Mar 2008", false, "DD Mon YYYY", true},
		{"27/08/15|05/08/15|31/12/13", false, "", false}, // the first number may be a year
		{"27/08/45|05/08/45|31/12/99", false, "DD/MM/YY", true},
		{"8/27/2015|n/a|12/1/2013", false, "", false},
		{"8/27/2015|8/5/2015", false, "", false}, // too few values
		{"8/27/2015|8/5/2015", true, "MM/DD/YYYY", false},
		{"Berlin|Paris|Rome", false, "", false},
		{"555-1234|555-9876|555-0000", false, "", false},
		{"10115|10117|10119", false, "", false},
		{"192.168.1.1|10.0.0.1|10.0.0.2", false, "", false},
		{"", false, "", false},
	} {
		c := &Column{Class: Text, Profile: Profile{Complete: tt.complete}}
		if tt.values != "" {
			c.Profile.Values = strings.Split(tt.values, "|")
		}
		if got, padded := c.DateTemplate(); got != tt.want || padded != tt.padded {
			t.Errorf("%s: %q %v, want %q %v", tt.values, got, padded, tt.want, tt.padded)
		}
	}
	if got, _ := (&Column{Class: Date, Profile: Profile{Values: []string{"2024-02-13"}, Complete: true}}).DateTemplate(); got != "" {
		t.Errorf("a date column: %q", got)
	}
}

// TestDateTemplateShown checks that the date format, which reveals no date, is shown at the levels that show comments,
// but not for masked columns and tables with row-level security.
func TestDateTemplateShown(t *testing.T) {
	t.Parallel()
	column := &Column{Name: "day", Type: "text", Class: Text, Profile: Profile{Values: []string{"8/27/2015", "8/5/2015", "12/1/2013"}}}
	table := &Table{Schema: "public", Name: "trips", Visible: true, Rows: -1, Columns: []*Column{column}}
	s := New(Snapshot{Tables: []*Table{table}})
	const said = "- day text, dates as MM/DD/YYYY without leading zeros"
	for _, tt := range []struct {
		share       Share
		masked, rls bool
		want        bool
	}{
		{Share{}, false, false, true}, {Share{Level: Values}, false, false, true}, {Share{Level: Names}, false, false, false},
		{Share{}, true, false, false}, {Share{}, false, true, false},
	} {
		column.Masked, table.RowSecurity = tt.masked, tt.rls
		if text := Render(s, s.Tables, tt.share, 0); strings.Contains(text, said) != tt.want {
			t.Errorf("%+v: %s", tt, text)
		}
	}
}
