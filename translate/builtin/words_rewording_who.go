package builtin

import "slices"

// nobody replaces "nobody", "nothing" and "anything" by "never": "products nobody reviewed" becomes "products that
// were never reviewed", "sold nothing" becomes "never sold", and "anything" is removed from "never sold anything".
func nobody(in []token) []token {
	for i, t := range in {
		if t.kind != word || i == 0 {
			continue
		}
		behind := in[i+1:]
		switch t.low {
		case "nobody", "none":
			from := i
			if role, n := phraseAt(in, i-1); n == 1 && role.role == pronoun {
				from--
			}
			for len(behind) > 0 && (behind[0].low == "has" || behind[0].low == "have" || behind[0].low == "had" || behind[0].low == "ever") {
				behind = behind[1:]
			}
			if len(behind) == 0 || !participle(behind[0]) || t.low == "none" {
				return in
			}
			return slices.Concat(in[:from], worded("that were never", t.start), behind)
		case "nothing":
			if verb := in[i-1]; participle(verb) && genericVerbs[verb.stem] {
				return slices.Concat(in[:i-1], worded("never", t.start), in[i-1:i], behind)
			}
		case "anything":
			if verb := in[i-1]; i > 1 && participle(verb) && slices.ContainsFunc(in[max(0, i-3):i-1], func(t token) bool { return t.low == "never" || t.low == "not" }) {
				return slices.Concat(in[:i], behind)
			}
		}
	}
	return in
}

// those rewrites "other than those from Spain" to "not from Spain" and "excluding cancelled ones" to "that are not
// cancelled". It also removes "only" at the beginning of a question.
func those(in []token) []token {
	if i := slices.IndexFunc(in, func(t token) bool { return t.kind == word && t.low == "only" }); i >= 0 && i+1 < len(in) && onlyLeads(in, i) {
		in = slices.Concat(in[:i], in[i+1:])
	}
	for i := range in {
		role, n := phraseAt(in, i)
		if i == 0 || n == 0 || role.role != cmpOp || role.arg != "<>" || in[i].low == "not" {
			continue
		}
		j := i + n
		if j < len(in) && in[j].low == "the" {
			j++
		}
		if j+1 >= len(in) {
			continue
		}
		if in[j].low == "those" || in[j].low == "ones" {
			next, k := phraseAt(in, j+1)
			switch {
			case k > 0 && next.role == prep:
				return slices.Concat(in[:i], worded("not", in[i].start), in[j+1:])
			case k > 0 && next.role == with:
				return slices.Concat(in[:i], worded("without", in[i].start), in[j+1+k:])
			}
		}
		if in[j+1].low == "ones" && in[j].kind == word {
			return slices.Concat(in[:i], worded("that are not", in[i].start), in[j:j+1], in[j+2:])
		}
	}
	return in
}

// onlyLeads reports whether all tokens before i are words that ask to show something, or fillers.
func onlyLeads(in []token, i int) bool {
	for k := 0; k < i; {
		ph, n := phraseAt(in, k)
		if n == 0 || ph.role != opener && ph.role != filler {
			return false
		}
		k += n
	}
	return true
}

// nonAdjective rewrites "non-electric bikes" to "bikes that are not electric".
func nonAdjective(in []token) []token {
	i := slices.IndexFunc(in, func(t token) bool { return t.kind == word && t.low == "non" })
	if i < 0 || i+2 >= len(in) || in[i+1].kind != word || in[i+2].kind != word || in[i+1].low == "stop" {
		return in
	}
	if _, n := phraseAt(in, i+2); n > 0 {
		return in
	}
	return slices.Concat(in[:i], in[i+2:i+3], worded("that are not", in[i].start), in[i+1:i+2], in[i+3:])
}
