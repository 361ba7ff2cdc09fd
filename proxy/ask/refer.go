package ask

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/translate"
)

// refers are the functions and verbs that may name an earlier question by its id.
var refers = map[string]bool{"ask_answer": true, "ask_refine": true, "ask_good": true, "ask_bad": true,
	"ask_patch": true, "ask_options": true,
	"ask_pin": true, "answer": true, "refine": true, "good": true, "bad": true, "pin": true}

// reference takes the id of an earlier question off what was asked: ask_answer('id', '2'), ask_answer('2', id => 'id'),
// ask_good('id'), or the first word behind a verb, ASK answer: id 2. id is empty when none is named.
func reference(q recognise.Question) (id, text string, err error) {
	if !refers[q.Name] && !refers[string(q.Verb)] {
		return "", q.Text, nil
	}
	unnamed := 0
	for _, a := range q.Args {
		switch {
		case a.Name == "id":
			id = strings.TrimSpace(a.Text)
		case a.Name == "":
			unnamed++
		}
		if a.Name == "id" && (a.Kind != recognise.Literal || !translate.IsID(id)) {
			return "", "", errNoID(a.Text)
		}
	}
	switch {
	case id != "" && unnamed <= 1:
		return id, q.Text, nil
	case unnamed == 2 && id == "":
		if first := strings.TrimSpace(q.Args[0].Text); q.Args[0].Kind == recognise.Literal && translate.IsID(first) {
			return first, q.Text, nil
		}
		return "", "", errNoID(q.Args[0].Text)
	case unnamed > 1:
		return "", "", &translate.Error{Code: translate.CodeForm,
			Message: q.Name + "() takes an id and a text", Hint: "SELECT * FROM ask_answer('id', '1')."}
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(q.Text, "#"), " ")
	if first = strings.TrimRight(first, ":,;"); translate.IsID(first) {
		return first, strings.TrimSpace(rest), nil
	}
	if q.Name == "ask_options" && unnamed > 0 { // which takes nothing else
		return "", "", errNoID(q.Text)
	}
	return "", q.Text, nil
}

func errNoID(text string) error {
	if len(text) > 40 {
		text = text[:40]
	}
	return &translate.Error{Code: translate.CodeForm, Message: fmt.Sprintf("%q is not the id of a question", strings.ToValidUTF8(text, "")),
		Hint: "The id is in the DETAIL of a question back, and in ask_log()."}
}
