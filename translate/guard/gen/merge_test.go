package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	all := []catalog{
		{major: 14, functions: []function{{name: "lower"}, {name: "gone"}, {name: "late", volatile: true}, {name: "taken", outs: []string{"a"}}}},
		{major: 15, functions: []function{{name: "lower"}, {name: "late"}, {name: "taken", outs: []string{"a"}}}},
		{major: 18, functions: []function{{name: "lower"}, {name: "late"}, {name: "taken", internal: true, outs: []string{"b", "a"}}, {name: "fresh"}}},
	}
	var lines []string
	for _, m := range mergeFunctions(all) {
		line := m.String()
		for word, is := range map[string]bool{"volatile": m.volatile, "internal": m.internal, "unreviewed": m.reviewed} {
			if is {
				line += " " + word
			}
		}
		lines = append(lines, line)
	}
	want := []string{"fresh since=18 unreviewed", "gone until=14 unreviewed", "late volatile", "lower", "taken b a internal"}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestJudgeAll: the rules alone let nothing through that 15 does not have.
func TestJudgeAll(t *testing.T) {
	t.Parallel()
	allowed, refused, err := judgeAll([]merged{{function: function{name: "lower"}}, {function: function{name: "nextval", volatile: true}},
		{function: function{name: "textin", internal: true}}, {function: function{name: "any_value"}, since: 16, reviewed: true}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"lower", "any_value since=16"}, {"nextval volatile"}}, [][]string{allowed, refused}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, _, err = judgeAll([]merged{{function: function{name: "frobnicate"}, since: 19, reviewed: true}, {function: function{name: "any_value", volatile: true}, reviewed: true},
		{function: function{name: "nothing_callable", internal: true}, reviewed: true}})
	if err == nil || !strings.Contains(err.Error(), "frobnicate of version 19: read it") || !strings.Contains(err.Error(), "any_value: reviewed.txt says allow, the rules say volatile") ||
		strings.Contains(err.Error(), "nothing_callable") {
		t.Errorf("%v", err)
	}
}

// TestReviewed: every line names a verdict that there is, and a reason.
func TestReviewed(t *testing.T) {
	t.Parallel()
	verdicts := map[string]bool{allow: true, "volatile": true}
	for _, r := range rules {
		verdicts[r.rule] = true
	}
	all := reviewed()
	for name, r := range all {
		if !verdicts[r.verdict] || r.reason == "" {
			t.Errorf("%s: %q %q", name, r.verdict, r.reason)
		}
	}
	if len(all) < 100 {
		t.Errorf("only %d reviews", len(all))
	}
}
