package evalcmd

import (
	"strings"
	"testing"
)

func TestFlags(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		o    options
		want string
	}{
		"no dsn":     {options{questions: []string{"q"}, out: "o"}, "--dsn"},
		"no file":    {options{dsn: "d", out: "o"}, "--questions"},
		"no out":     {options{dsn: "d", questions: []string{"q"}}, "--out or --explain"},
		"both":       {options{dsn: "d", questions: []string{"q"}, explain: "1", doubts: "f"}, "--confidence"},
		"reasons":    {options{dsn: "d", questions: []string{"q"}, explain: "1", reasons: "f"}, "--reasons"},
		"many":       {options{dsn: "d", questions: []string{"q"}, out: "o", doubts: "f"}, ""},
		"one of all": {options{dsn: "d", questions: []string{"q"}, explain: "1"}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.o.check()
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
