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
	}{
		{"8/27/2015|8/5/2015|12/1/2013", false, "MM/DD/YYYY"},
		{"08/27/2015|08/05/2015|12/01/2013", false, "MM/DD/YYYY"},
		{"27.08.2015|05.08.2015|01.12.2013", false, "DD.MM.YYYY"},
		{"01/02/2024|03/04/2024|05/06/2024", false, ""}, // January or February
		{"01/02/2024|03/04/2024|05/26/2024", false, "MM/DD/YYYY"},
		{"13/02/2024|02/13/2024|01/01/2024", false, ""}, // contradictory
		{"2024-02-03|2024-02-13|2023-12-31", false, "YYYY-MM-DD"},
		{"20240203|20240213|20231231", false, "YYYYMMDD"},
		{"20240203|99999999|20231231", false, ""},
		{"8/27/2015 8:12|8/27/2015 17:03|8/1/2015 0:00", false, "MM/DD/YYYY HH24:MI"},
		{"2024-02-23T10:00:00|2024-02-13T11:00:00|2023-12-31T23:59:59", false, `YYYY-MM-DD"T"HH24:MI:SS`},
		{"8/27/2015 8:12 AM|8/27/2015 5:03 PM|8/1/2015 12:00 AM", false, "MM/DD/YYYY HH12:MI AM"},
		{"December 10, 2007|November 2, 2007|May 12, 2008", false, "Month DD, YYYY"},
		{"December12,2008|May5,2008|June20,2009", false, "MonthDD,YYYY"},
		{"10 Dec 2007|02 Nov 2007|12 Mar 2008", false, "DD Mon YYYY"},
		{"27/08/15|05/08/15|31/12/13", false, ""}, // the first number may be a year
		{"27/08/45|05/08/45|31/12/99", false, "DD/MM/YY"},
		{"8/27/2015|n/a|12/1/2013", false, ""},
		{"8/27/2015|8/5/2015", false, ""}, // too few values
		{"8/27/2015|8/5/2015", true, "MM/DD/YYYY"},
		{"Berlin|Paris|Rome", false, ""},
		{"555-1234|555-9876|555-0000", false, ""},
		{"10115|10117|10119", false, ""},
		{"192.168.1.1|10.0.0.1|10.0.0.2", false, ""},
		{"", false, ""},
	} {
		c := &Column{Class: Text, Profile: Profile{Complete: tt.complete}}
		if tt.values != "" {
			c.Profile.Values = strings.Split(tt.values, "|")
		}
		if got := c.DateTemplate(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.values, got, tt.want)
		}
	}
	if got := (&Column{Class: Date, Profile: Profile{Values: []string{"2024-02-13"}, Complete: true}}).DateTemplate(); got != "" {
		t.Errorf("a date column: %q", got)
	}
}
