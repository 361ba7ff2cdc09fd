package guard

// nearest finds the one candidate that is closest to a mistyped name, or "" when none is close or two are equally so.
func nearest(name string, candidates func(yield func(string))) string {
	limit := 1 + len(name)/4
	best, found := limit+1, ""
	candidates(func(c string) {
		switch d := distance(name, c, best); {
		case d < best:
			best, found = d, c
		case d == best && d <= limit && c != found:
			found = ""
		}
	})
	if best > limit {
		return ""
	}
	return found
}

// distance is the number of single-byte edits between two names; anything above limit is reported as limit+1.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || len(a) > 64 || len(b) > 64 {
		return limit + 1
	}
	var row [65]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal = row[j+1]
			row[j+1] = cost
		}
	}
	return min(row[len(b)], limit+1)
}
