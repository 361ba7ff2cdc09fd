package builtin

import (
	"slices"
	"strconv"
	"strings"
)

// reword replaces expressions that the grammar does not know by longer ones with the same meaning that it knows: "in
// the 1990s" becomes between 1990 and 1999, "neither a nor b" becomes not a and not b.
func reword(toks []token) []token {
	for _, say := range []func([]token) []token{decades, neitherNor, aUnit, nobody, those, nonAdjective, howLong, initials, andNot, itHas, valuesOf,
		yearOfNumber} {
		toks = say(toks)
	}
	return toks
}

// aUnit replaces the article in "longer than an hour" by the number 1.
func aUnit(in []token) []token {
	var out []token
	for i := 1; i+1 < len(in); i++ {
		if in[i].low != "a" && in[i].low != "an" || in[i].kind != word || measureUnits[in[i+1].low].of != "time" || singular(in[i+1].low) != in[i+1].low {
			continue
		}
		switch in[i-1].low {
		case "than", "over", "under", "least", "most", "within":
			if out == nil {
				out = slices.Clone(in)
			}
			out[i] = worded("1", in[i].start)[0]
		}
	}
	if out == nil {
		return in
	}
	return out
}

// decades replaces "in the 1990s" and "during the 1990's" by "between 1990 and 1999".
func decades(in []token) []token {
	var out []token
	for i := 0; i < len(in); i++ {
		year, width := decadeAt(in, i)
		if width == 0 {
			out = append(out, in[i])
			continue
		}
		out = append(out, worded("between "+strconv.Itoa(year)+" and "+strconv.Itoa(year+9), in[i].start)...)
		i += width - 1
	}
	return out
}

// decadeAt reads the decade whose phrase begins at token i. It returns its first year and the number of tokens; width
// is 0 when there is none.
func decadeAt(in []token, i int) (year, width int) {
	if in[i].kind != word || in[i].low != "in" && in[i].low != "during" && in[i].low != "from" {
		return 0, 0
	}
	j := i + 1
	if j < len(in) && in[j].low == "the" {
		j++
	}
	if j >= len(in) || in[j].kind == quoted {
		return 0, 0
	}
	digits := in[j].low
	if s, ok := strings.CutSuffix(digits, "s"); ok {
		digits = s
	} else if j+1 < len(in) && in[j+1].low == "s" || j+1 < len(in) && in[j+1].low == "'s" {
		j++
	} else {
		return 0, 0
	}
	year, err := strconv.Atoi(digits)
	if err != nil || len(digits) != 4 || year%10 != 0 || year < 1000 || year > 2190 {
		return 0, 0
	}
	return year, j + 1 - i
}

// neitherNor replaces "neither … nor" by two negations: "are not a and are not b" for "are neither a nor b", "without
// a and without b" for "have neither a nor b", "do not own a and do not own b" for "own neither a nor b", "not in a
// and not in b" for "neither in a nor in b". Other uses stay unchanged.
func neitherNor(in []token) []token {
	i := slices.IndexFunc(in, func(t token) bool { return t.kind == word && t.low == "neither" })
	j := slices.IndexFunc(in, func(t token) bool { return t.kind == word && t.low == "nor" })
	if i < 1 || j < i+2 || j+1 >= len(in) {
		return in
	}
	before, first := in[i-1], in[i+1]
	role, _ := phraseAt(in, i-1)
	next, _ := phraseAt(in, i+1)
	from := i // the first token that is replaced
	var say string
	switch {
	case role.role == be:
		from, say = i-1, before.low+" not"
	case (role.role == have || role.role == with) && participle(first):
		from, say = i-1, before.low+" not"
	case role.role == have || role.role == with:
		from, say = i-1, "without"
	case next.role == prep && role.role == none:
		say = "not"
	case role.role == none && before.kind == word && next.role != prep && genericVerbs[before.stem] && !participle(first):
		from, say = i-1, "do not "+before.low
	default:
		return in
	}
	out := append(slices.Clone(in[:from]), worded(say, before.start)...)
	out = append(append(out, in[i+1:j]...), worded("and "+say, in[j].start)...)
	return append(out, in[j+1:]...)
}

// worded returns the tokens of the text s, all with the position at in the question.
func worded(s string, at int) []token {
	toks := tokenize(s)
	for i := range toks {
		toks[i].start = at
	}
	return toks
}

// howLong rewrites "how long do repairs take" and "how many days does a loan last" to "average duration of …", and
// "how long does it take to resolve a ticket" to "average duration to resolve a ticket".
func howLong(in []token) []token {
	i := 0
	for i < len(in) && (in[i].low == "on" || in[i].low == "average" || in[i].low == ",") {
		i++
	}
	if i+4 >= len(in) || in[i].low != "how" {
		return in
	}
	unit := ""
	switch {
	case in[i+1].low == "long":
		i += 2
	case in[i+1].low == "many" && timeUnits[in[i+2].low] > 0:
		unit = " in " + in[i+2].low
		i += 3
	default:
		return in
	}
	if role, n := phraseAt(in, i); n != 1 || role.role != do {
		return in
	}
	verb := slices.IndexFunc(in[i:], func(t token) bool { return t.kind == word && takes[t.stem] }) + i
	if verb < i+2 || verb == i-1 {
		return in
	}
	what, rest := in[i+1:verb], in[verb+1:]
	of := "of"
	if what[0].low == "it" {
		if len(what) != 1 || len(rest) < 3 || rest[0].low != "to" {
			return in
		}
		what, rest, of = nil, rest[1:], "to"
	}
	out := append(worded("average duration"+unit+" "+of, in[0].start), what...)
	for k := 0; k < len(rest); k++ {
		switch {
		case rest[k].low == "on" && k+1 < len(rest) && rest[k+1].low == "average":
			k++
		case rest[k].low == "usually" || rest[k].low == "typically" || rest[k].low == "normally":
		default:
			out = append(out, rest[k])
		}
	}
	return out
}

// initials replaces "US" in capitals by "USA", because "us" is also a pronoun. A question written all in capitals
// stays unchanged.
func initials(in []token) []token {
	if !slices.ContainsFunc(in, func(t token) bool { return t.kind == word && t.text != strings.ToUpper(t.text) }) {
		return in
	}
	var out []token
	for _, t := range in {
		if t.kind == word && t.text == "US" {
			out = append(out, worded("USA", t.start)...)
			continue
		}
		out = append(out, t)
	}
	return out
}

// andNot rewrites "how many bikes are electric and how many are not" to "number of bikes for each electric".
func andNot(in []token) []token {
	if len(in) < 9 || in[0].low != "how" || in[1].low != "many" {
		return in
	}
	end := len(in)
	for end > 0 && in[end-1].kind == punct {
		end--
	}
	tail := in[max(0, end-5):end]
	if len(tail) < 5 || tail[0].low != "and" || tail[1].low != "how" || tail[2].low != "many" || tail[4].low != "not" {
		return in
	}
	at := -1
	for i := 2; i < end-5; i++ {
		if ph, n := phraseAt(in, i); n > 0 && (ph.role == be || ph.role == have || ph.role == with) {
			if at >= 0 {
				return in
			}
			at = i
		}
	}
	if at < 3 || at+1 >= end-5 {
		return in
	}
	said := in[at+1 : end-5]
	if said[0].low == "a" || said[0].low == "an" {
		said = said[1:]
	}
	return slices.Concat(worded("number of", in[0].start), in[2:at], worded("for each", in[at].start), said)
}

// itHas removes a pronoun and verb that repeat the owner of what is counted: "it has" in "the number of channels it
// has", and "and how many does it have" after a question for the most or fewest.
func itHas(in []token) []token {
	for i := 2; i+1 < len(in); i++ {
		if !personal[in[i].low] || in[i].kind != word || i+2 < len(in) && in[i+2].kind != punct {
			continue
		}
		switch low := in[i+1].low; {
		case low == "have" && i >= 4 && (in[i-1].low == "does" || in[i-1].low == "do" || in[i-1].low == "did") && in[i-2].low == "many" && in[i-3].low == "how" && in[i-4].low == "and" && most(in[:i-4]):
			return slices.Concat(in[:i-4], in[i+2:])
		case (low == "has" || low == "have" || low == "had") && in[i-1].kind == word && singular(in[i-1].low) != in[i-1].low:
			if role, n := phraseAt(in, i-1); n == 0 || role.role == none {
				return slices.Concat(in[:i], in[i+2:])
			}
		}
	}
	return in
}

// most reports whether a question asks for the most or the fewest of something. The answer to it holds the count
// already.
func most(in []token) bool {
	for i := range in {
		if role, n := phraseAt(in, i); n > 0 && role.role == mostOp {
			return true
		}
	}
	return false
}

// valuesOf removes "values of" from "the maximum and minimum values of the price".
func valuesOf(in []token) []token {
	for i := 1; i+2 < len(in); i++ {
		if low := in[i].low; low != "value" && low != "values" || in[i+1].low != "of" || in[i].kind != word {
			continue
		}
		if role, _ := phraseAt(in, i-1); role.role == aggOp || role.role == superl && role.hint == "" {
			rest := in[i+2:]
			if rest[0].low == "the" {
				rest = rest[1:]
			}
			return slices.Concat(in[:i], rest)
		}
	}
	return in
}

// yearOfNumber removes "of" from "the year of 2006".
func yearOfNumber(in []token) []token {
	for i := 0; i+2 < len(in); i++ {
		if in[i].low == "year" && in[i].kind == word && in[i+1].low == "of" && in[i+2].year {
			return slices.Concat(in[:i+1], in[i+2:])
		}
	}
	return in
}
