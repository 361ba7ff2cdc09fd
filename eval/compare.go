package eval

import (
	"slices"
	"strings"
)

// wanted are the rows of an accepted statement, with what is known of their order.
type wanted struct {
	rows   *rows
	blocks [][][]string // the rows by rank: those of a block may come in any order, blocks may not. One block: no order at all.
	n      int          // how many rows the statement returned; the blocks may hold more, that tie where it was cut
}

// maxMaps bounds how many ways are tried to find the accepted columns among those of an answer.
const maxMaps = 3000

// matches reports whether an answer has the wanted rows: leniently, where it may have more columns, in any order, and
// duplicates do not count; and strictly, where neither is so.
func (w *wanted) matches(got *rows, ordered bool) (lenient, strict bool) {
	m := w.rows.columns
	if got.columns < m {
		return false, false
	}
	if len(w.rows.cells) == 0 || len(got.cells) == 0 {
		empty := len(w.rows.cells) == len(got.cells)
		return empty, empty && got.columns == m
	}
	tries := 0
	w.maps(got, func(columns []int) bool {
		if tries++; tries > maxMaps {
			return false
		}
		chosen := project(got.cells, columns)
		if !fits(w.blocks, w.n, chosen, ordered, true) {
			return true
		}
		lenient = true
		strict = got.columns == m && fits(w.blocks, w.n, chosen, ordered, false)
		return got.columns == m && !strict
	})
	return lenient, strict
}

// maps calls yield with the ways to take the wanted columns from an answer, as they stand first, until it returns
// false.
func (w *wanted) maps(got *rows, yield func(columns []int) bool) {
	m := w.rows.columns
	candidates := make([][]int, m)
	held := make([]map[string]bool, got.columns)
	for j := range held {
		held[j] = column(got.cells, j)
	}
	var all [][]string
	for _, b := range w.blocks {
		all = append(all, b...)
	}
	for i := range candidates {
		in := column(all, i)
		for j := range held {
			if within(held[j], in) {
				candidates[i] = append(candidates[i], j)
			}
		}
		if candidates[i] == nil {
			return
		}
	}
	same := make([]int, m)
	asTheyStand := true
	for i := range same {
		same[i] = i
		asTheyStand = asTheyStand && slices.Contains(candidates[i], i)
	}
	if asTheyStand && !yield(same) {
		return
	}
	permute(candidates, nil, func(columns []int) bool {
		return slices.Equal(columns, same) || yield(columns)
	})
}

// permute calls yield with every way to choose one candidate for each place, none twice. It returns false when yield
// did.
func permute(candidates [][]int, chosen []int, yield func([]int) bool) bool {
	if len(chosen) == len(candidates) {
		return yield(slices.Clone(chosen))
	}
	for _, j := range candidates[len(chosen)] {
		if !slices.Contains(chosen, j) && !permute(candidates, append(chosen, j), yield) {
			return false
		}
	}
	return true
}

func column(cells [][]string, i int) map[string]bool {
	set := map[string]bool{}
	for _, r := range cells {
		set[r[i]] = true
	}
	return set
}

func within(a, b map[string]bool) bool {
	for v := range a {
		if !b[v] {
			return false
		}
	}
	return true
}

func project(cells [][]string, columns []int) [][]string {
	list := make([][]string, len(cells))
	for i, r := range cells {
		list[i] = make([]string, len(columns))
		for k, j := range columns {
			list[i][k] = r[j]
		}
	}
	return list
}

// fits reports whether an answer's rows are those of the blocks. n is how many rows were accepted; when the blocks
// have more, the last block holds all that tie at the cut, and any choice of these, or all of them, fits.
func fits(blocks [][][]string, n int, got [][]string, ordered, distinct bool) bool {
	parts, answer := keysOf(blocks), keys(got)
	total := sizes(parts)
	allowed := func(k int) bool { return k == n || k == total }
	if distinct {
		parts, answer = withoutRepeats(parts), unique(answer)
		left := sizes(parts)
		low, high := left, left
		if total > n && len(parts) > 0 { // ties at the cut: fewer will do, as many as n rows with duplicates can give
			full := left - len(parts[len(parts)-1])
			low, high = full+1, min(n, left)
		}
		allowed = func(k int) bool { return k == left || low <= k && k <= high }
	}
	switch {
	case !allowed(len(answer)):
		return false
	case ordered:
		return inOrder(parts, answer)
	default:
		return inAnyOrder(parts, answer)
	}
}

func inAnyOrder(parts [][]string, answer []string) bool {
	rest := counts(answer)
	last := len(parts) - 1
	for i := 0; i < last; i++ {
		for _, r := range parts[i] {
			if rest[r]--; rest[r] < 0 {
				return false
			}
		}
	}
	var cut map[string]int
	if last >= 0 {
		cut = counts(parts[last])
	}
	for r, n := range rest {
		if n > cut[r] {
			return false
		}
	}
	return true
}

func inOrder(parts [][]string, answer []string) bool {
	for _, part := range parts {
		n := min(len(part), len(answer))
		left := counts(part)
		for _, r := range answer[:n] {
			if left[r]--; left[r] < 0 {
				return false
			}
		}
		answer = answer[n:]
	}
	return len(answer) == 0
}

func counts(list []string) map[string]int {
	n := make(map[string]int, len(list))
	for _, r := range list {
		n[r]++
	}
	return n
}

func sizes(parts [][]string) int {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	return n
}

func unique(list []string) []string { return unseen(list, map[string]bool{}) }

// unseen returns the rows of a list that were not seen, each once, and remembers them.
func unseen(list []string, seen map[string]bool) []string {
	var first []string
	for _, r := range list {
		if !seen[r] {
			seen[r] = true
			first = append(first, r)
		}
	}
	return first
}

// withoutRepeats leaves a row in the first block that has it, and blocks without rows out.
func withoutRepeats(parts [][]string) [][]string {
	seen := map[string]bool{}
	var rest [][]string
	for _, p := range parts {
		if first := unseen(p, seen); len(first) > 0 {
			rest = append(rest, first)
		}
	}
	return rest
}

func keys(cells [][]string) []string {
	list := make([]string, len(cells))
	for i, r := range cells {
		list[i] = rowKey(r)
	}
	return list
}

func keysOf(blocks [][][]string) [][]string {
	parts := make([][]string, len(blocks))
	for i, b := range blocks {
		parts[i] = keys(b)
	}
	return parts
}

// rowKey returns a row as one text. No value holds a zero byte.
func rowKey(cells []string) string { return strings.Join(cells, "\x00") }
