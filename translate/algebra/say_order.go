package algebra

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/wordform"
)

// best returns the rank of which the rows of a clause are the first, which is said of them: the 3 products with the
// highest price. nil: there is none, or it is of groups.
func (c *clause) best() *Extreme {
	if c.group != nil {
		return nil
	}
	for _, x := range c.extremes {
		if x.N > 0 && len(x.By) > 0 {
			return x
		}
	}
	return nil
}

// best says rows by the rank of which they are the first.
func (p *speaker) best(rows string, x *Extreme) string {
	rows = strings.TrimPrefix(rows, "their ")
	place, many := "", rows
	switch {
	case x.N == 1:
		many = "the " + singular(rows)
		if x.Skip > 0 {
			place = ordinal(x.Skip+1) + " "
		}
		if x.Ties {
			many = "all " + rows
		}
	case x.Skip > 0:
		many = fmt.Sprintf("%s %d to %d", rows, x.Skip+1, x.Skip+x.N)
	default:
		many = "the " + strconv.FormatInt(x.N, 10) + " " + rows
	}
	var by []string
	for _, o := range x.By {
		by = append(by, p.superlative(o, place))
	}
	said := many + " with " + strings.Join(by, ", then ")
	if x.Within != nil {
		said += " in each " + p.groups(x.Within)
	}
	return said
}

// singular says one of several rows: the last word of a name, or the one before what they are of.
func singular(rows string) string {
	head, rest, of := strings.Cut(rows, " of ")
	if head = wordform.Singular(head); of {
		return head + " of " + rest
	}
	return head
}

// superlative says by what rows are the first: the highest price, the most orders.
func (p *speaker) superlative(o Order, place string) string {
	if m, ok := o.Value.(*Measure); ok && m.Func == "count" && len(m.Of) == 0 && m.If == nil && m.Over != nil {
		word := "the fewest "
		if o.Desc {
			word = "the most "
		}
		if place != "" {
			word = "the " + place + strings.TrimPrefix(word, "the ")
		}
		return word + p.belonging(m.Over)
	}
	word := ends(o.Value)[o.Desc]
	said := strings.TrimPrefix(p.value(o.Value), "the ")
	return "the " + place + word + strings.TrimPrefix(said, word)
}

// order says an order of the answer, and of which groups the first are kept.
func (p *speaker) order(c *clause, x *Extreme) string {
	switch {
	case x == c.best():
		return ""
	case len(x.By) == 0 && x.Skip > 0 && x.N > 0:
		return fmt.Sprintf(", only %d after the first %d", x.N, x.Skip)
	case len(x.By) == 0 && x.Skip > 0:
		return fmt.Sprintf(", without the first %d", x.Skip)
	case len(x.By) == 0 && x.N > 0:
		return ", only the first " + strconv.FormatInt(x.N, 10)
	}
	if x.N > 0 {
		by := make([]string, len(x.By))
		for i, o := range x.By {
			by[i] = p.superlative(o, "")
		}
		which := "only the one with "
		if x.N > 1 {
			which = "only the " + strconv.FormatInt(x.N, 10) + " with "
		}
		if x.Skip > 0 {
			which = fmt.Sprintf("only those at place %d to %d with ", x.Skip+1, x.Skip+x.N)
		}
		said := ", " + which + strings.Join(by, ", then ")
		if x.Within != nil {
			said += " in each " + p.groups(x.Within)
		}
		return said
	}
	var by []string
	for _, o := range x.By {
		said := p.value(o.Value)
		if o.Desc {
			said += ", descending"
		}
		by = append(by, said)
	}
	return ", sorted by " + strings.Join(by, ", then ")
}

// ends are what the lowest and the highest of values are called: of dates the earliest and the latest, by their name.
func ends(v Value) map[bool]string {
	if m, ok := v.(*Measure); ok && (m.Func == "min" || m.Func == "max") && len(m.Of) == 1 {
		v = m.Of[0]
	}
	if a, ok := v.(*Attr); ok {
		name := words(a.Column)
		if last := name[strings.LastIndexByte(name, ' ')+1:]; last == "on" || last == "at" || last == "date" {
			return map[bool]string{false: "earliest ", true: "latest "}
		}
	}
	return map[bool]string{false: "lowest ", true: "highest "}
}
