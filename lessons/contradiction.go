package lessons

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Contradictions returns lessons in use that give the same words different meanings where both hold, a line for each
// pair.
func (l *Library) Contradictions(ctx context.Context) ([]string, error) {
	all, err := l.All(ctx)
	if err != nil {
		return nil, err
	}
	byWords := map[string][]Lesson{}
	var found []string
	for _, one := range all {
		if one.Status == Disabled || one.Confidence < leastConfidence || one.Kind != Table && one.Kind != Column {
			continue
		}
		key := strings.ToLower(strings.TrimSpace(one.Words))
		for _, other := range byWords[key] {
			if !equalFold(one.Means, other.Means) && meet(one, other) {
				found = append(found, fmt.Sprintf("%s contradicts %s: %s is %s, and %s", one.Place(), other.Place(),
					one.Words, one.Means, other.Means))
			}
		}
		byWords[key] = append(byWords[key], one)
	}
	return found, nil
}

// meet reports whether there is a role and a datasource that both lessons hold for.
func meet(a, b Lesson) bool {
	if ra, rb := a.reach(), b.reach(); ra != "" && rb != "" && ra != rb {
		return false
	}
	if len(a.Datasources) == 0 || len(b.Datasources) == 0 {
		return true
	}
	return slices.ContainsFunc(a.Datasources, b.In)
}

// reach returns the only role that a lesson holds for; empty: all.
func (l *Lesson) reach() string {
	if l.Status == Proposed && l.Author != "" {
		return l.Author
	}
	return l.Role
}
