package plot

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	text    = 25
	integer = 23
	numeric = 1700
	moment  = 1184
	bytea   = 17
)

func draw(t *testing.T, columns []Column, rows ...[]string) *Drawing {
	t.Helper()
	d, ok := Of(columns)
	if !ok {
		t.Fatal("cannot be drawn")
	}
	for _, r := range rows {
		values := make([][]byte, len(r))
		for i, v := range r {
			if v != "NULL" {
				values[i] = []byte(v)
			}
		}
		if !d.Add(values) {
			t.Fatalf("no room for %q", r)
		}
	}
	return d
}

func TestBars(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name    string
		columns []Column
		rows    [][]string
		want    string
	}{
		{"categories", []Column{{"kind", text}, {"n", integer}}, [][]string{{"tea", "4"}, {"coffee", "12000"}, {"NULL", "NULL"}}, `
tea          4
coffee  12,000  ████████████████████████
(null)       –`},
		{"below zero", []Column{{"shop", text}, {"gain", numeric}}, [][]string{{"a", "-5.5"}, {"b", "11"}}, `
a  -5.50  ██████████│
b     11            │███████████████████`},
		{"months", []Column{{"month", moment}, {"sum", numeric}}, [][]string{{"2025-01-01 00:00:00+01", "1.239"}, {"2025-02-01 00:00:00+01", "2"}}, `
2025-01  1.23  ███████████████▌
2025-02     2  █████████████████████████`},
		{"years as numbers", []Column{{"year", integer}, {"n", integer}}, [][]string{{"2024", "1"}, {"2025", "2"}}, `
2024  1  ███████████████▌
2025  2  ███████████████████████████████`},
		{"a key beside a name", []Column{{"id", integer}, {"name", text}, {"n", integer}}, [][]string{{"7", "Bonn", "3"}}, `
Bonn  3  ███████████████████████████████`},
		{"a key alone", []Column{{"store_id", integer}, {"n", integer}}, [][]string{{"7", "3"}}, `
7  3  ██████████████████████████████████`},
		{"a year beside a name", []Column{{"town", text}, {"year", numeric}, {"n", integer}}, [][]string{{"Bonn", "2025", "3"}}, `
Bonn, 2025  3  █████████████████████████`},
		{"two labels", []Column{{"town", text}, {"kind", text}, {"n", integer}}, [][]string{{"Bonn", "x\x1b[2Jy", "3"}}, `
Bonn, x\u001b[2…  3  ███████████████████`},
	}
	for _, tc := range cases {
		got := "\n" + strings.Join(draw(t, tc.columns, tc.rows...).Lines(40), "\n")
		if got != tc.want {
			t.Errorf("%s:%s\nwant:%s", tc.name, got, tc.want)
		}
	}
}

// What is cut is said, and a long series is a line.
func TestManyRows(t *testing.T) {
	t.Parallel()
	names, days := draw(t, []Column{{"name", text}, {"n", integer}}), draw(t, []Column{{"day", moment}, {"n", integer}})
	for i := range 200 {
		names.Add([][]byte{fmt.Appendf(nil, "n%d", i), []byte("1")})
		days.Add([][]byte{fmt.Appendf(nil, "2025-%02d-%02d", 1+i/28, 1+i%28), fmt.Appendf(nil, "%d", i)})
	}
	if got := names.Lines(80); len(got) != maxBars+1 || got[maxBars] != "… 160 more rows, not drawn" {
		t.Errorf("%q", got[maxBars:])
	}
	got := days.Lines(80)
	if len(got) != height+3 || !strings.Contains(got[height+1], "2025-01-01") || !strings.Contains(got[height+1], "2025-08-04") ||
		!strings.HasPrefix(got[height+2], "200 values in 66 columns") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func TestNotDrawn(t *testing.T) {
	t.Parallel()
	for _, columns := range [][]Column{{}, {{"n", integer}}, {{"name", text}}, {{"a", integer}, {"b", integer}, {"c", integer}},
		{{"name", text}, {"a", integer}, {"b", integer}}, {{"id", integer}, {"name", text}}, {{"picture", bytea}, {"n", integer}}} {
		if _, ok := Of(columns); ok {
			t.Errorf("%v can be drawn", columns)
		}
	}
	full := draw(t, []Column{{"name", text}, {"n", integer}})
	for range MaxRows {
		full.Add([][]byte{[]byte("a"), []byte("1")})
	}
	if full.Add([][]byte{[]byte("a"), []byte("1")}) {
		t.Error("there is room for more than the bound")
	}
}

// FuzzLines: whatever the values are, the lines are no wider than asked for, and hold nothing that a terminal obeys.
func FuzzLines(f *testing.F) {
	f.Add("tea", "4", "2025-01-01 00:00:00+00", "-1e300", 80, 3)
	f.Add("x", "NaN", "", "Infinity", 0, 50)
	f.Add(strings.Repeat("ä", 100), "0.00000000000000000000001", "\x00\n", "99999999999999999999999999999", 400, 900)
	f.Fuzz(func(t *testing.T, label, value, label2, value2 string, width, times int) {
		for _, kind := range []uint32{text, moment} {
			d, _ := Of([]Column{{"l", kind}, {"v", numeric}})
			for range min(max(times, 0), MaxRows/2) {
				d.Add([][]byte{[]byte(label), []byte(value)})
				d.Add([][]byte{[]byte(label2), []byte(value2)})
			}
			for _, line := range d.Lines(width) {
				if n := utf8.RuneCountInString(line); n > min(max(width, MinWidth), MaxWidth) {
					t.Errorf("%d characters of %d: %q", n, width, line)
				}
				if strings.ContainsAny(line, "\n\r\t\x00\x1b") {
					t.Errorf("%q", line)
				}
			}
		}
	})
}
