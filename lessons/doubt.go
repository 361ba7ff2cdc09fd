package lessons

import (
	"context"
	"fmt"
	"strings"
)

// doubtful is the confidence below which whoever approves a lesson is warned: it has failed more often than it has
// helped.
const doubtful = 0.5

// Doubts returns what speaks against lessons that are to be approved, a line each: a low confidence, and other
// lessons in use, or among these, that give the same words another meaning.
func (l *Library) Doubts(ctx context.Context, ids ...string) ([]string, error) {
	all, err := l.All(ctx)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	var found []string
	for i, one := range all {
		if !wanted[one.ID] {
			continue
		}
		if one.Confidence < doubtful {
			line := fmt.Sprintf("%s has a confidence of only %.2f: “%s” as %s has failed before", one.Place(),
				one.Confidence, one.Words, one.Means)
			if one.Confidence < leastConfidence {
				line += fmt.Sprintf("; below %.2f it is not used, approved or not", leastConfidence)
			}
			found = append(found, line)
		}
		if one.Kind != Table && one.Kind != Column {
			continue
		}
		approved := one
		approved.Status = Approved
		for j, other := range all {
			if j == i || other.Status == Disabled || other.Status == Proposed && !wanted[other.ID] ||
				other.Kind != Table && other.Kind != Column {
				continue
			}
			if wanted[other.ID] {
				if j < i {
					continue // said once
				}
				other.Status = Approved
			}
			if strings.EqualFold(strings.TrimSpace(one.Words), strings.TrimSpace(other.Words)) &&
				!equalFold(one.Means, other.Means) && meet(approved, other) {
				found = append(found, fmt.Sprintf("%s contradicts %s: %s is %s, and %s", one.Place(), other.Place(),
					one.Words, one.Means, other.Means))
			}
		}
	}
	return found, nil
}
