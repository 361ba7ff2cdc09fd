package main

import (
	_ "embed" // what a person has read
	"strings"
)

// ruled is the version whose functions the rules were written by and read against, all of them. What it does not have
// needs a review of its own.
const ruled = 15

// Verdicts beside the names of rules.
const (
	allow   = "allow"
	support = "support" // cannot be called by SQL
)

//go:embed reviewed.txt
var reviewedText string

// review is what a person found.
type review struct{ verdict, reason string }

// reviewed reads reviewed.txt: a name, a verdict and a reason on each line.
func reviewed() map[string]review {
	all := map[string]review{}
	for line := range strings.SplitSeq(reviewedText, "\n") {
		name, rest, _ := strings.Cut(line, " ")
		if name == "" || name == "#" {
			continue
		}
		verdict, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
		all[name] = review{verdict, strings.TrimSpace(reason)}
	}
	return all
}
