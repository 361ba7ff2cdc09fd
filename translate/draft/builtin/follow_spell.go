package builtin

import (
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/merge"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// spelling is a way to read a fragment.
type spelling struct {
	text string
	of   *semantic.Column // whose value it is taken for; nil: it is open
}

// spellings are the ways to read a fragment: by itself, and with the rows that it is about said once more.
func (t *talk) spellings(f fragment) []spelling {
	if year.MatchString(f.text) {
		return []spelling{{text: "in " + f.text}}
	}
	out := []spelling{{text: f.text}}
	if f.refs {
		if one := wordform.Singular(f.text); one != f.text && !strings.Contains(one, " ") { // their managers: the manager of each
			return []spelling{{text: one}, {text: f.text}}
		}
		return out
	}
	bare := article.ReplaceAllString(f.text, "")
	if value := standing.ReplaceAllString(bare, ""); strings.Count(value, " ") < 3 && value != "" {
		for _, c := range merge.Tested(t.now.form) { // another value of the same
			out = append(out, spelling{c.Relation.Name.Phrase() + " with " + c.Name.Phrase() + " '" +
				strings.ReplaceAll(value, "'", "''") + "'", c})
		}
	}
	for i, rel := range merge.Head(t.now.form) {
		name := rel.Name.Phrase()
		switch said := others.ReplaceAllString(f.text, name); {
		case i == 2:
			return out
		case said != f.text:
			out = append(out, spelling{text: article.ReplaceAllString(said, "")})
		case f.how.First:
			out = append(out, spelling{text: f.text + " " + name})
		default:
			out = append(out, spelling{text: name + " " + bare}, spelling{text: bare + " " + name})
		}
	}
	return out
}
