// Package followup is what a follow-up says: changes to the plan of an answer by rules, and what is told of those
// that cannot be made; and how an answer that no words of the user's were read for is said in words, so that changes
// of it can be read, too.
package followup

import (
	"errors"
	"regexp"
	"strings"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/edit"
	"github.com/pgask/pgask/translate/plan/review"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// Hint says what a follow-up may be.
const Hint = "For example: ask refine: add the email; sort by name; only the top 5; newest first; drop the limit; undo."

// undoing takes the last change back.
var undoing = regexp.MustCompile(`(?i)^(?:undo(?: (?:that|this|it|the last (?:change|step|one)))?|go back|back|step back|revert(?: (?:that|this|it))?|take (?:that|it) back)(?:,? please)?[ .!]*$`)

// Undoes reports whether a follow-up takes the last change back.
func Undoes(text string) bool { return undoing.MatchString(text) }

// hiding says that something that is shown is not to be.
var hiding = regexp.MustCompile(`(?i)^(?:and |but |now |please )*(?:without|hide|omit|leave out|leave off|drop|remove|don't show|do not show) the \w`)

// Hides reports whether a follow-up says by name what of an answer is not to be shown: without the customer.
func Hides(text string) bool { return hiding.MatchString(text) }

// Patched applies patches to a plan. What cannot be patched is an *edit.PatchError.
func Patched(p *plan.Plan, snap *schema.Snapshot, patches []edit.Patch) (*plan.Plan, error) {
	var err error
	for _, change := range patches {
		if p, err = edit.Apply(p, snap, change); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Plainly applies changes that are said without a question, or of a column by its name.
func Plainly(p *plan.Plan, snap *schema.Snapshot, changes []builtin.Plain) (*plan.Plan, *edit.PatchError) {
	for _, c := range changes {
		var refused *edit.PatchError // of the whole words as a name, or what to ask
		fits := false
		for _, patch := range patchesOf(c, snap) {
			if patch.Operation == "" {
				return nil, &edit.PatchError{Message: "that cannot be said of an answer like the last one"}
			}
			again, err := edit.Apply(p, snap, patch)
			if err == nil {
				if p, refused, fits = again, nil, true; c.Remove == "" {
					break
				}
				continue // what a key leads to goes with the key
			}
			if fits {
				continue
			}
			if why := (*edit.PatchError)(nil); errors.As(err, &why) && (refused == nil || len(why.Candidates) > 0) {
				refused = why
			}
		}
		if refused != nil {
			return nil, refused
		}
	}
	return p, nil
}

// patchesOf returns the patches that a change may be, the likeliest first.
func patchesOf(c builtin.Plain, snap *schema.Snapshot) (out []edit.Patch) {
	switch t := c.Turn; {
	case t == nil:
	case t.Cut.N > 0 && t.Cut.Desc:
		return []edit.Patch{{Operation: edit.ModifyLimit, Limit: &t.Cut.N}}
	case t.All:
		return []edit.Patch{{Operation: edit.ModifyLimit}}
	case t.Sorted == "none":
		return []edit.Patch{{Operation: edit.ModifyOrderBy}}
	case t.Free:
		return []edit.Patch{{Operation: edit.DropFilter}}
	case t.Count:
		return []edit.Patch{{Operation: edit.CountRows}}
	default:
		return []edit.Patch{{}}
	}
	for _, at := range placesOf(c.Add+c.Remove+c.Sort, snap) {
		p := edit.Patch{Operation: edit.AddColumn, Table: at[0], Column: at[1]}
		switch {
		case c.Remove != "":
			p.Operation = edit.RemoveColumn
		case c.Sort != "" && c.Desc:
			p = edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{{Table: at[0], Column: at[1], Direction: "desc"}}}
		case c.Sort != "":
			p = edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{{Table: at[0], Column: at[1]}}}
		}
		out = append(out, p)
	}
	return out
}

// placesOf returns the tables and columns that words may name: a column, with its table before it or without, a table
// for its name, or the key to its rows.
func placesOf(phrase string, snap *schema.Snapshot) (out [][2]string) {
	words := strings.Fields(strings.ToLower(phrase))
	for i := range words {
		out = append(out, [2]string{tableCalled(words[:i], snap), strings.Join(words[i:], "_")})
	}
	return append(out, [2]string{tableCalled(words, snap), "name"}, [2]string{"", strings.Join(words, "_") + "_id"})
}

// tableCalled returns the name of the table that words name, in singular or plural.
func tableCalled(words []string, snap *schema.Snapshot) string {
	name := strings.Join(words, "_")
	for _, t := range snap.Tables {
		if plan.Singular(t.Name) == plan.Singular(name) {
			return t.Name
		}
	}
	return name
}

// Which asks which of several columns a follow-up means.
func Which(text string, refused *edit.PatchError) *dialogue.Asked {
	asked := &dialogue.Asked{Kind: dialogue.AskColumn, Message: refused.Message, Context: map[string]string{"follow_up": text}}
	for _, c := range refused.Candidates {
		asked.Options = append(asked.Options, dialogue.Option{Label: c.Table + "." + c.Column,
			Rephrased: replaceWord(text, c.Column, c.Table+" "+c.Column)})
	}
	return asked
}

// replaceWord replaces a name in a follow-up by the name with its table. In the text, spaces may stand for
// underscores.
func replaceWord(text, name, with string) string {
	for _, as := range []string{name, strings.ReplaceAll(name, "_", " "), strings.ReplaceAll(name, "_", " ") + "s"} {
		if i := strings.Index(strings.ToLower(text), strings.ToLower(as)); i >= 0 && i+len(as) <= len(text) {
			return text[:i] + with + text[i+len(as):]
		}
	}
	return text + " " + with
}

// NotChanged returns QA007 for a change that cannot be made.
func NotChanged(err error) error {
	e := &say.Error{Code: say.CodeForm, Message: "not changed: " + err.Error(), Hint: Hint}
	var refused *edit.PatchError
	if errors.As(err, &refused) && len(refused.Candidates) > 0 {
		var names []string
		for _, c := range refused.Candidates {
			names = append(names, c.Table+"."+c.Column)
		}
		e.Detail = "It could be " + strings.Join(names, " or ") + "."
	}
	return e
}

// Failed returns the error for a changed plan that fails.
func Failed(cause error) error {
	message := diagnose.Reason(cause)
	var complaint *review.Complaint
	if errors.As(cause, &complaint) {
		message = complaint.Message
	}
	return NotChanged(&edit.PatchError{Message: message})
}
