package yamlshape

import (
	"errors"
	"testing"
)

func TestShapeInWords(t *testing.T) {
	t.Parallel()
	type thing struct {
		Name  string   `yaml:"name"`
		Roles []string `yaml:"roles"`
		Cost  float64  `yaml:"cost"`
		Times int64    `yaml:"times"`
		On    bool     `yaml:"on"`
	}
	for text, want := range map[string]string{
		"": "", "things: []": "", "things:\n- name: a\n  roles: [b]\n": "",
		"things:\n  a:\n    name: x":             "line 2: a list is needed, with - before each, and this is keys with values",
		"- name: a":                              "line 1: keys with values are needed, and this is a list",
		"things:\n- a":                           `line 2: keys with values are needed, and this is "a"`,
		"things:\n- name: a\n\n  roles: b":       `line 4: a list is needed, as in [a, b] or with - before each, and this is "b"`,
		"things:\n- names: a\n  cost: much":      "line 2: there is no key \"names\" here\nline 3: a number is needed, and this is \"much\"",
		"things:\n- times: often\n  on: perhaps": "line 2: a whole number is needed, and this is \"often\"\nline 3: true or false is needed, and this is \"perhaps\"",
		"things:\n- name: [a]":                   "line 2: a text is needed, and this is a list",
		"things: [":                              "line 1: did not find expected node content",
	} {
		var to struct {
			Things []thing `yaml:"things"`
		}
		got := ""
		if err := Decode([]byte(text), &to); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	var all Errors
	if err := Decode([]byte("a: [x]\nb: 1"), new(struct{ A, B string })); !errors.As(err, &all) || !all.Within(1, 2) || all.Within(2, 9) || all.Within(0, 1) {
		t.Errorf("%v", err)
	}
}
