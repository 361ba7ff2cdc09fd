// Package intent decides from the words of a question alone what it asks: a question for the database, one about its
// catalog, a change, which is refused, or a reply to nothing.
package intent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/wordform"
)

// MaxQuestion bounds a question, in bytes. People write a few hundred.
const MaxQuestion = 8000

// Catalog is a question about the catalog itself, which the snapshot answers.
type Catalog struct {
	Table string // list the columns of this table; empty: list the tables
	Count bool   // only the number
	Help  bool   // how to ask; nothing about the catalog
	Means bool   // what the table means, and how that is known
}

// Place is where a question is asked.
type Place struct {
	Datasource  string   // that the session is connected to
	Datasources []string // all that there are
	Replied     bool     // a question back has been answered, so that the text may be a correction
}

// Read decides from the words alone whether a text is a question for this database. If it is about the tables
// themselves, it returns a question about the catalog.
func Read(text string, at Place) (*Catalog, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, &say.Error{Code: say.CodeUnanswered, Message: "the question is empty",
			Hint: "Write what you want to know, for example: ASK how many customers are there;"}
	}
	if len(text) > MaxQuestion {
		return nil, &say.Error{Code: say.CodeTooLong,
			Message: fmt.Sprintf("the question is %d bytes long, more than %d", len(text), MaxQuestion),
			Hint:    "Ask for one thing at a time."}
	}
	words := wordform.Plain(text)
	if len(words) == 0 {
		return nil, &say.Error{Code: say.CodeUnanswered, Message: "the question has no words",
			Hint: "Write what you want to know, for example: ASK how many customers are there;"}
	}
	if numbersAlone(words) || repliesAlone(words) || replyOfProgram(text) && !at.Replied {
		return nil, &say.Error{Code: say.CodeForm,
			Message: fmt.Sprintf("“%s” answers nothing: no question is open in this session", say.Clip(text, 40)),
			Hint:    "That answers a question that was asked back. Ask in words, for example: ASK how many customers are there;"}
	}
	if _, corrects := dialogue.ReadWords(strings.TrimRight(text, ";.?!")); corrects && words[0] != "table" && !at.Replied {
		return nil, &say.Error{Code: say.CodeForm,
			Message: fmt.Sprintf("“%s” corrects nothing: no question is open in this session", say.Clip(text, 80)),
			Hint:    "It answers a question that was asked back. Ask again and name the table or the columns in the question; ASK bad; unlearns what was settled before."}
	}
	if verb := asksToChange(text); verb != "" {
		return nil, &say.Error{Code: say.CodeUnsafe, Message: fmt.Sprintf("refused: pgask only reads, and this asks to %s", verb),
			Hint: "Write the SQL yourself; ordinary SQL passes through the proxy untouched."}
	}
	if other := otherDatasource(words, at); other != "" {
		return nil, &say.Error{Code: say.CodeUnanswered,
			Message: fmt.Sprintf("this question is about the database %q, and this session is connected to %q", other, at.Datasource),
			Hint:    `\c ` + other}
	}
	return readCatalogQuestion(words), nil
}

// replyOfProgram reports whether a text is a reply as programs give them.
func replyOfProgram(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), "{") && strings.Contains(text, `"type"`)
}

// numbersAlone reports whether all words are numbers, as in a reply to a clarification that is no longer open.
func numbersAlone(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, "0123456789") != "" })
}

// repliesAlone reports whether all words are yes, no or the number of a choice.
func repliesAlone(words []string) bool {
	said := strings.Join(words, " ")
	_, place := new(dialogue.Asked).Number(said)
	return place && len(words) > 1 || said == "yes" || slices.Contains(dialogue.Dropping, said)
}

// otherDatasource returns the name of another datasource that the question names, as in "in the NAME database".
func otherDatasource(words []string, at Place) string {
	for _, name := range at.Datasources {
		lower := strings.ToLower(name)
		if name == at.Datasource || lower == "" {
			continue
		}
		for i, word := range words {
			if word != lower {
				continue
			}
			before := i > 0 && (words[i-1] == "database" || words[i-1] == "datasource")
			after := i+1 < len(words) && (words[i+1] == "database" || words[i+1] == "datasource")
			if before || after {
				return name
			}
		}
	}
	return ""
}

// fillers lists words that may stand anywhere in a catalog question.
var fillers = map[string]bool{"the": true, "all": true, "me": true, "please": true, "are": true, "there": true, "is": true, "in": true,
	"this": true, "database": true, "db": true, "do": true, "you": true, "i": true, "we": true, "have": true, "has": true, "does": true,
	"which": true, "what": true, "show": true, "list": true, "available": true, "here": true, "of": true, "can": true, "query": true,
	"a": true, "and": true, "exist": true, "it": true, "give": true, "my": true, "its": true, "names": true, "name": true, "s": true}

// readCatalogQuestion recognises questions whose every word is about the catalog: "which tables are there", "how many
// tables", "describe customers", "columns of orders". It does not check whether the table exists. It returns nil for
// other questions.
func readCatalogQuestion(words []string) *Catalog {
	var rest []string
	for i, w := range words {
		if i+1 < len(words) && w == "how" && words[i+1] == "many" {
			rest = append(rest, "count")
			continue
		}
		if w == "many" || fillers[w] {
			continue
		}
		rest = append(rest, w)
	}
	if strings.Join(words, " ") == "how to ask" {
		return &Catalog{Help: true}
	}
	switch strings.Join(rest, " ") {
	case "help":
		return &Catalog{Help: true}
	case "tables", "schema":
		return &Catalog{}
	case "count tables":
		return &Catalog{Count: true}
	case "ask":
		if len(words) > 1 {
			return &Catalog{} // "what can I ask"
		}
	case "":
		if slices.ContainsFunc(words, func(w string) bool { return w == "database" || w == "db" || w == "query" }) {
			return &Catalog{} // "what is in this database"
		}
	}
	if len(rest) > 2 && rest[0] == "explain" && rest[1] == "table" {
		return &Catalog{Table: strings.Join(rest[2:], " "), Means: true}
	}
	for _, form := range tableForms {
		if table := form.table(rest); table != "" {
			return &Catalog{Table: table}
		}
	}
	return nil
}

// tableForm is a pattern of a question about one table; "" stands for the table: "columns table orders".
type tableForm []string

// tableForms are tried in this order, because a table may be called columns.
var tableForms = []tableForm{{"describe", ""}, {"describe", "table", ""}, {"columns", ""}, {"columns", "table", ""},
	{"columns", "", "table"},
	{"", "columns"}}

// table returns the table that the words name, if they have this form; otherwise "".
func (f tableForm) table(words []string) (table string) {
	if len(words) != len(f) {
		return ""
	}
	for i, w := range f {
		switch {
		case w == "":
			table = words[i]
		case w != words[i]:
			return ""
		}
	}
	return table
}
