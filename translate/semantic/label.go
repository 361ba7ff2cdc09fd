package semantic

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// findPeople finds out whether the rows of a relation are persons: it has a first or last name of its own, or a name
// beside what only persons have or below a name that only persons go by.
func findPeople(r *Relation) {
	named, personal := false, 0
	if ws := r.Name.Bare(); len(ws) > 0 && lexicon.In("person", wordform.Singular(ws[len(ws)-1])) {
		personal++
	}
	for _, c := range r.Columns {
		switch {
		case c.among("first name") || c.among("last name"):
			r.People = r.People || !slices.ContainsFunc(r.Keys, func(k *Key) bool { return k.OneToOne && k.To.People && k.To != r })
		case c.is("full name"):
			r.People = true
		case c.is("name"):
			named = true
		case c.among("personal"):
			personal++
		}
	}
	r.People = r.People || named && personal > 0
}

// findLabel finds what a row is called.
func findLabel(r *Relation) {
	if first, last := r.nameParts(); first != nil && last != nil {
		r.Label = Label{Columns: []*schema.Column{first, last}, Why: Why{FromName, "first and last name", 0.97}}
		findCode(r, nil)
		return
	}
	if day := r.calendar(); day != nil {
		r.Label = Label{Columns: []*schema.Column{day}, Why: Why{FromName, "a row for each " + clean(day.Name), 0.9}}
		return
	}
	var best *Column
	most := 0.0
	for _, c := range r.Columns {
		if r.Standing == Log {
			break // what it names is of others: who did it, to which table
		}
		if score := labelScore(r, c); score > most {
			best, most = c, score
		}
	}
	findCode(r, best)
	switch {
	case best != nil && most >= 0.6:
		r.Label = Label{Columns: []*schema.Column{best.Column}, Why: Why{FromName, "called " + clean(best.Column.Name), most}}
		if nameComment(best.Column.Comment) {
			r.Label.Why.Source, r.Label.Why.Text = FromComment, clean(best.Column.Comment)
		}
	case r.Code != nil:
		r.Label = Label{Columns: []*schema.Column{r.Code}, Why: Why{FromName, "its number or code", 0.85}}
	case len(r.Identity.Columns) > 0:
		r.Label = Label{Columns: r.Identity.Columns, Why: Why{r.Identity.Source, "only its key identifies it", 0.7}}
	}
}

// calendar returns the date of a relation that has a row for each day; nil when it is none.
func (r *Relation) calendar() *schema.Column {
	ws := r.Name.Bare()
	if len(ws) == 0 || slices.ContainsFunc(ws, func(w string) bool { return !lexicon.In("calendar", wordform.Singular(w)) }) {
		return nil
	}
	var day *schema.Column
	for _, c := range r.Columns {
		if c.Column.Class == schema.Date {
			if day != nil {
				return nil
			}
			day = c.Column
		}
	}
	return day
}

// nameParts returns the first and the last name of a row.
func (r *Relation) nameParts() (first, last *schema.Column) {
	for _, c := range r.Columns {
		if c.Column.Class != schema.Text || c.Column.Masked {
			continue
		}
		switch {
		case first == nil && c.among("first name"):
			first = c.Column
		case last == nil && c.among("last name"):
			last = c.Column
		}
	}
	if first != nil && last == nil {
		for _, c := range r.Columns {
			if c.is("name") && c.Column.Class == schema.Text && !c.Column.Masked {
				return first, c.Column // beside a first name, "name" is the last one
			}
		}
	}
	return first, last
}

// nameComment reports whether a comment begins by saying that the column is a name.
func nameComment(s string) bool {
	s = strings.ToLower(s)
	return strings.HasPrefix(s, "name ") || strings.HasPrefix(s, "full name") || strings.HasPrefix(s, "registered name") || s == "name"
}

// labelScore returns how likely a column is the label of its rows; 0: it is not.
func labelScore(r *Relation, c *Column) float64 {
	col := c.Column
	if col.Class != schema.Text || col.Array || col.Masked || len(c.Own) == 0 || c.Yes != "" || c.Obsolete {
		return 0
	}
	if slices.ContainsFunc(r.Keys, func(k *Key) bool {
		return slices.Contains(k.Columns, col) &&
			(k.Declared || k.Why.Confidence >= 0.8)
	}) {
		return 0 // it names another row
	}
	own := c.Name.Singular()[len(c.Name.Singular())-len(c.Own):]
	if n := len(own); n > 1 && (own[n-1] == "1" || lexicon.In("language", own[n-1])) {
		own = own[:n-1] // the first of several lines of it, or what it is in one language
	}
	score := lexicon.Label(strings.Join(own, " "))
	if score == 0 {
		score = lexicon.LabelTail(own[len(own)-1])
		if len(own) > 1 && slices.ContainsFunc(own[:len(own)-1], notLabel) {
			score -= 0.3
		}
	}
	if score == 0 && slices.Equal(c.Name.Singular(), r.Name.Singular()) && !lexicon.In("key tail", own[len(own)-1]) {
		score = 0.78
	}
	if r.People && (own[len(own)-1] == "title" || own[len(own)-1] == "description") {
		score -= 0.4 // a job title
	}
	if nameComment(col.Comment) {
		score = max(score, 0.85) + 0.05
	}
	if score <= 0 {
		return 0
	}
	return max(0, min(0.98, score+rarity(r, col)))
}

func notLabel(w string) bool { return lexicon.In("not label", w) }

// rarity returns by how much the statistics raise or lower the score of a label: labels differ from row to row.
func rarity(r *Relation, c *schema.Column) float64 {
	p, change := c.Profile, 0.0
	switch {
	case p.Distinct == -1 || unique(r.Table, []*schema.Column{c}):
		change = 0.01
	case p.Distinct > 0 && r.Table.Rows > 50 && p.Distinct < 0.05*r.Table.Rows && !lexicon.In("heading", c.Name):
		change = -0.12
	}
	if p.NullFrac > 0.4 {
		change -= 0.2
	}
	return change
}

// findCode finds the short code or number by which people know a row.
func findCode(r *Relation, label *Column) {
	most := 0
	for _, c := range r.Columns {
		score := 0
		if lexicon.In("row code", c.last()) {
			score = 2
		}
		if score == 0 || c == label || c.Column.Masked || c.among("not row code") ||
			len(r.KeyOf(c.Column)) > 0 && !unique(r.Table, []*schema.Column{c.Column}) {
			continue
		}
		if unique(r.Table, []*schema.Column{c.Column}) {
			score += 3
		} else if c.Column.Profile.Distinct == -1 && c.Column.NotNull {
			score++
		} else if p := c.Column.Profile; !(len(c.Own) == 1 && len(c.Name.Words) > 1 && c.Column.NotNull && (p.Distinct == 0 ||
			p.Distinct < -0.8 || p.Distinct > 0.8*r.Table.Rows)) {
			continue
		}
		if c.Column.Class == schema.Text {
			score++
		}
		if score > most {
			r.Code, most = c.Column, score
		}
	}
}

// KnownByCode reports whether people know the rows by a code of letters or digits beside their name: where they speak
// of things by names that are cut short, customers and articles have their numbers.
func (r *Relation) KnownByCode() bool {
	cut := func(w string) bool { return !slices.Contains(r.Name.Raw, w) }
	return r.Code != nil && r.Code.Class == schema.Text && slices.ContainsFunc(r.Name.Bare(), cut)
}

// inheritLabel gives a relation without a label of its own that of the rows it is about: that of the relation its whole
// key refers to, or, of a link or a detail, those of a single relation that it belongs to.
func inheritLabel(r *Relation) {
	if r.Of != nil && r.Of.Code != nil && r.Code == nil {
		r.Code = r.Table.Column(r.Of.Code.Name)
	}
	if r.Of != nil && r.Label.Why.Confidence < min(r.Of.Label.Why.Confidence, 0.8) {
		var own []*schema.Column
		for _, c := range r.Of.Label.Columns {
			if x := r.Table.Column(c.Name); x != nil {
				own = append(own, x)
			}
		}
		if len(own) == len(r.Of.Label.Columns) {
			r.Label = Label{Columns: own, Why: Why{FromName, "that of " + clean(r.Of.Table.Name), min(r.Of.Label.Why.Confidence, 0.95)}}
		}
		return
	}
	if r.Label.Why.Source == FromPerson || r.Label.Why.Confidence > 0.7 || len(r.Identity.Columns) == 0 && len(r.Label.Columns) > 0 {
		return
	}
	for _, k := range r.Keys {
		to := k.To
		if !k.OneToOne || k.To == r || !k.Declared || to.Label.Via != nil || to.Label.Why.Confidence < 0.75 ||
			!slices.Equal(k.Columns, r.Identity.Columns) {
			continue
		}
		r.Label = Label{Columns: to.Label.Columns, Via: k, Why: Why{FromCatalog, "a row of it is a row of " + clean(to.Table.Name), 0.9}}
		return
	}
}

// inheritColumns gives the columns of what repeats another relation the facts about those of the other, where they
// have none of their own or weaker ones.
func inheritColumns(r *Relation) {
	if r.Of == nil {
		return
	}
	for _, c := range r.Columns {
		base := r.Of.Column(c.Column.Name)
		if base == nil || c.Column.Masked || base.Column.Masked || c.Column.Class != base.Column.Class {
			continue
		}
		if u := base.Unit; u != nil && (c.Unit == nil || c.Unit.Confidence < u.Confidence) {
			copied := *u
			copied.Currency = nil
			if u.Currency != nil {
				copied.Currency = r.Table.Column(u.Currency.Name)
			}
			copied.Why.Confidence = min(copied.Why.Confidence, 0.95)
			c.Unit = &copied
		}
		if len(c.Codes) == 0 {
			c.Codes, c.Set = base.Codes, base.Set
		}
		if c.Yes == "" {
			c.Yes, c.No = base.Yes, base.No
		}
		if c.Reading == nil {
			c.Reading = base.Reading
		}
		if c.Empty == "" {
			c.Empty = base.Empty
		}
	}
}

// findShown finds what a list of the rows shows: the label, and the code where the label may repeat.
func findShown(r *Relation) {
	if r.Label.Via != nil {
		r.Shown = append(slices.Clone(r.Identity.Columns), r.Label.Columns...)
		return
	}
	r.Shown = slices.Clone(r.Label.Columns)
	if r.Code != nil && !slices.Contains(r.Shown, r.Code) {
		r.Shown = append(r.Shown, r.Code)
	}
}
