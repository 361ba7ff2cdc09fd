package schema

import (
	"slices"
	"strings"
	"time"
)

// dateShapes are formats of dates as text: Go's layout, which accepts numbers with and without leading zeros, and
// PostgreSQL's template for to_date.
var dateShapes = [][2]string{
	{"1/2/2006", "MM/DD/YYYY"}, {"2/1/2006", "DD/MM/YYYY"}, {"1-2-2006", "MM-DD-YYYY"}, {"2-1-2006", "DD-MM-YYYY"},
	{"1.2.2006", "MM.DD.YYYY"}, {"2.1.2006", "DD.MM.YYYY"}, {"2006-1-2", "YYYY-MM-DD"}, {"2006-2-1", "YYYY-DD-MM"},
	{"2006/1/2", "YYYY/MM/DD"}, {"1/2006", "MM/YYYY"}, {"1-2006", "MM-YYYY"}, {"2006.1.2", "YYYY.MM.DD"}, {"20060102", "YYYYMMDD"},
	{"January 2, 2006", "Month DD, YYYY"}, {"January2,2006", "MonthDD,YYYY"}, {"January 2 2006", "Month DD YYYY"},
	{"Jan 2, 2006", "Mon DD, YYYY"},
	{"2 January 2006", "DD Month YYYY"}, {"2 January, 2006", "DD Month, YYYY"}, {"2 Jan 2006", "DD Mon YYYY"},
	{"2-Jan-2006", "DD-Mon-YYYY"},
	{"2/1/06", "DD/MM/YY"}, {"1/2/06", "MM/DD/YY"}, {"06/1/2", "YY/MM/DD"}, {"2.1.06", "DD.MM.YY"}, {"2-Jan-06", "DD-Mon-YY"},
}

// timeShapes are formats of a time behind a date, for to_timestamp.
var timeShapes = [][2]string{{"", ""}, {" 15:04", " HH24:MI"}, {" 15:04:05", " HH24:MI:SS"},
	{"T15:04:05", `"T"HH24:MI:SS`}, {" 3:04 PM", " HH12:MI AM"},
	{" 3:04:05 PM", " HH12:MI:SS AM"}}

const (
	leastDates   = 3  // least number of values of a column that must be dates, unless all values are known
	mostDateText = 32 // bytes of a date
)

// DateTemplate returns the template with which to_date or to_timestamp reads a text column whose known values are all
// dates. The template is "" when some value is not a date or
// when several formats fit: 01/02/2024 alone may be in January or February.
func (c *Column) DateTemplate() (template string) {
	values := c.Profile.Values
	if c.Class != Text || c.Array || len(values) == 0 || len(values) < leastDates && !c.Profile.Complete || !mayBeDate(values[0]) {
		return ""
	}
	for _, d := range dateShapes {
		for _, t := range timeShapes {
			if !allDates(values, d[0]+t[0]) {
				continue
			}
			if template != "" {
				return ""
			}
			template = d[1] + t[1]
		}
	}
	return template
}

// mayBeDate is a cheap test that rules out values without the digits of a day and a year, those that begin neither
// with a digit nor with a month, and numbers that are too short or too long for a date.
func mayBeDate(s string) bool {
	digits := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			digits++
		}
	}
	if digits < 3 || len(s) > mostDateText || digits == len(s) && digits != len("20060102") {
		return false
	}
	return s[0] >= '0' && s[0] <= '9' || slices.Contains(months, strings.ToLower(s[:min(3, len(s))]))
}

// months are the beginnings of their names.
var months = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")

func allDates(values []string, layout string) bool {
	for _, v := range values {
		if len(v) > mostDateText {
			return false
		}
		if at, err := time.Parse(layout, v); err != nil || at.Year() < 1000 {
			return false
		}
	}
	return true
}
