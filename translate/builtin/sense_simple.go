package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// simple returns the senses of the tokens from i up to j as one name of a table or column, or as one stored value.
// The caller may append to the result.
func (p *parser) simple(i, j int) []sense {
	span := [2]int{i, j}
	found, ok := p.simples[span]
	if !ok {
		found = slices.Clip(p.readSimple(i, j))
		p.simples[span] = found
	}
	return found
}

// readSimple does the work of simple, which keeps its results.
func (p *parser) readSimple(i, j int) []sense {
	toks := p.toks[i:j]
	if len(toks) == 1 && (toks[0].low == "'s" || toks[0].kind == number && !toks[0].year && len(toks[0].num) < 3) {
		return nil
	}
	values := p.ix.findValues(toks)
	out := append(p.termSenses(i, j), p.seenValues(i, j)...)
	out = append(out, p.namedSenses(i, j, len(values) > 0)...)
	if len(out) == 0 {
		out = append(p.personSenses(i, j), p.flagSenses(i, j)...)
	}
	if len(toks) == 1 {
		out = append(out, p.kindsOfRows(i, values, len(out) > 0)...)
	}
	return append(out, valueSenses(toks, values)...)
}

// namedSenses returns the tables and columns whose names the tokens from i up to j can be. stored says that some
// column holds the same words as a value, which makes a table or column found through a synonym less likely.
func (p *parser) namedSenses(i, j int, stored bool) []sense {
	if j-i == 1 && p.toks[i].kind == quoted {
		return nil
	}
	var out []sense
	for _, n := range p.ix.find(p.toks[i:j]) {
		if j-i == 1 && participle(p.toks[i]) && !writtenIn(n, p.toks[i].low) {
			continue // "customers ordered" does not mean rows of orders, nor "priced" the column price
		}
		if n.column == nil && p.ix.deeds[p.toks[j-1].stem] && doerOnly(n, p.toks[j-1].low) {
			continue // "painters" does not mean paintings, where they have a column painted_by
		}
		if n.other && strings.HasPrefix(p.toks[i].low, "share") && j < len(p.toks) && p.toks[j].low == "of" {
			continue // "the share of cancelled orders" means a fraction
		}
		if n.column != nil && (p.saidOfRows(n, i, j) || p.notWholeName(n, i, j)) {
			continue
		}
		s := sense{kind: tableSense, table: n.table, score: n.score, full: n.full}
		if n.other && stored {
			s.score *= synonymScore
		}
		if n.column != nil {
			s.kind, s.field = columnSense, field{n.table, n.column}
			if c, ok := p.flaggedRows(n, i, j); ok { // "team sports" are the sports with team_sport
				s.kind, s.field, s.conds = tableSense, field{}, []cond{c}
			}
		}
		out = append(out, s)
	}
	return out
}

// saidOfRows reports whether the tokens from i up to j, which could name the column of n, are more likely a verb, a
// participle or an adjective about rows.
func (p *parser) saidOfRows(n name, i, j int) bool {
	first, last, c := p.toks[i], p.toks[j-1], n.column
	single := j-i == 1
	switch {
	case single && participle(first) && (c.Class.Temporal() || holdsYears(c) || !n.full && (c.Class == schema.Boolean || p.ix.yearOf(n.table) == c)):
		return true // "hired", "born"
	case single && participle(first) && !n.full && p.ix.isKey(n.table, c):
		return true // "opened" beside opened_by
	case single && c.Class.Temporal() && !n.full && opposites[first.low] != nil:
		return true // "open" beside opened_at
	case deedOnly(c.Name, last) || !single && last.low == "by" && !writtenIn(n, p.toks[j-2].low):
		return true // "films directed" beside directed_by, "bookings by" beside booked_by
	case writtenIn(n, last.low):
		return false
	case (departures[last.stem] || arrivals[last.stem]) && !strings.HasSuffix(last.low, "al") && !strings.HasSuffix(last.low, "ure"):
		return true // "flights depart" beside departure_time
	case last.low == "worth" && j < len(p.toks) && !p.toks[j].end():
		return true // "paintings worth more than 5000" beside worth_eur
	case strings.HasSuffix(last.low, "ing"):
		return true // "employees earning more than 5000" beside earnings
	case single && c.Class.Numeric() && adjectival(first.low) && p.rowsFollow(j, n.table):
		return true // "fatal crashes" beside fatalities
	}
	return false
}

// notWholeName reports whether the tokens from i up to j are only part of the name of the column of n, and mean
// something else.
func (p *parser) notWholeName(n name, i, j int) bool {
	last := p.toks[j-1].low
	return !n.full && n.score <= 0.68 && p.onlyModifies(n, last) || // "members" beside member_fee
		p.sinceTime(n, last, j) // "customers since 2015" beside customer_since
}

// valueSenses returns the senses for stored values that the tokens can be. A single word without a capital letter
// gets a lower score.
func valueSenses(toks []token, values []stored) []sense {
	var out []sense
	for _, v := range values {
		score := v.score
		if len(toks) == 1 && toks[0].kind == word && !toks[0].upper {
			if len(toks[0].low) < 3 {
				continue // "up", "no"
			}
			score *= 0.93
		}
		out = append(out, sense{kind: valueSense, table: v.table, field: field{v.table, v.column}, value: v.value, score: score})
	}
	return out
}

// flaggedRows returns the condition for rows whose name in the plural ends the name of a flag: "team sports" means
// the sports for which sports.team_sport is true. ok is false when n is no such column.
func (p *parser) flaggedRows(n name, i, j int) (cond, bool) {
	last := p.toks[j-1]
	if i > 0 {
		if ph, k := phraseAt(p.toks, i-1); k == 1 && (ph.role == be || ph.role == negation) {
			return cond{}, false // "goals that are not own goals": a clause about rows, not a name of rows
		}
	}
	if c, ok := p.flagOfPlural(n, i, j); ok {
		return c, true
	}
	if j-i < 2 || !n.full || singular(last.low) == last.low || !slices.Equal([]string{last.stem}, p.ix.info[n.table].words) {
		return cond{}, false
	}
	return truth(field{n.table, n.column})
}

// flagOfPlural returns the condition that a boolean column is true when its name stands in the plural and so means
// rows: "subscribers" for readers.subscriber. ok is false when n is no such column.
func (p *parser) flagOfPlural(n name, i, j int) (cond, bool) {
	w := p.toks[i].low
	if j-i != 1 || n.column.Class != schema.Boolean || !n.full || singular(w) == w || !writtenIn(n, singular(w)) || writtenIn(n, w) {
		return cond{}, false
	}
	return truth(field{n.table, n.column})
}

// onlyModifies reports whether a word in the plural is only the beginning of the name of a number or date that is
// something else: "members" and member_fee.
func (p *parser) onlyModifies(n name, word string) bool {
	ws := split(n.column.Name)
	return singular(word) != word && measureUnits[word].of == "" && !slices.Contains(expand(ws), word) && columnTails[ws[len(ws)-1]] == 0 && ws[len(ws)-1] != "num" && (n.column.Class.Numeric() || n.column.Class.Temporal()) && !p.ix.isKey(n.table, n.column)
}

// sinceTime reports whether last, the last word of the name of a date, stands before a time at token j and so is a
// preposition.
func (p *parser) sinceTime(n name, last string, j int) bool {
	return n.column.Class.Temporal() && (last == "since" || last == "from" || last == "until") && j < len(p.toks) && (p.toks[j].kind == when || p.toks[j].year)
}

// rowsFollow reports whether the word at token i names the table t.
func (p *parser) rowsFollow(i int, t *schema.Table) bool {
	return i < len(p.toks) && slices.ContainsFunc(p.ix.find(p.toks[i:i+1]), func(n name) bool { return n.column == nil && n.table == t })
}

// writtenIn reports whether a word stands in the name of the table or column in exactly this form.
func writtenIn(n name, word string) bool {
	s := n.table.Name
	if n.column != nil {
		s = n.column.Name
	}
	return slices.Contains(split(s), word)
}
