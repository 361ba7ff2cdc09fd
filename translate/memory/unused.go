package memory

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// Unused returns what people have defined of the words of a text and what cannot be used for the caller: lessons of
// the file, of the command line and of the caller's own role, and words of schema.descriptions. What is hidden from
// the caller is like what does not exist. Words that have another definition, which can be used, are not among them.
func (ls Lessons) Unused(text string) []semantic.Unused {
	var all []semantic.Unused
	said := link.Split(link.Straight(text))
	add := func(u semantic.Unused) {
		if speaks(said, u.Phrase) && !slices.ContainsFunc(all,
			func(o semantic.Unused) bool { return o.Phrase == u.Phrase }) && !ls.defined(u.Phrase) {
			all = append(all, u)
		}
	}
	if ls.On {
		for _, l := range ls.Library.Mentioned(ls.Question.Datasource, ls.Role, lessons.Words(text)) {
			own := l.Source == lessons.FromFile || l.Source == lessons.FromCommand || l.Author == ls.Role
			if own && !slices.Contains(ls.Dropped, l.ID) && !ls.usable(l) {
				add(semantic.Unused{Phrase: strings.ToLower(l.Words), Why: l.Place() + ": " + l.String(), Absent: true})
			}
		}
	}
	for _, u := range ls.Model().Unused {
		add(u)
	}
	return all
}

func (ls Lessons) usable(l lessons.Lesson) bool { return ls.Exist(l) && ls.May(l) }

// defined reports whether a phrase has a definition that can be used.
func (ls Lessons) defined(phrase string) bool {
	return slices.ContainsFunc(ls.Model().Terms, func(t semantic.Term) bool { return t.Phrase() == phrase }) ||
		slices.ContainsFunc(ls.Recalled, func(l lessons.Lesson) bool { return strings.EqualFold(l.Words, phrase) && ls.usable(l) })
}

// speaks reports whether the words of a text contain those of a phrase.
func speaks(said []link.Word, phrase string) bool {
	words := link.Split(phrase)
	for i := 0; len(words) > 0 && i+len(words) <= len(said); i++ {
		if stands(said[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
