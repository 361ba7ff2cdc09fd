package recognise

// Verb is an instruction about a question. It may stand before the question with a colon, in every form.
type Verb string

// The verbs.
const (
	Run     Verb = "" // answer it
	SQL     Verb = "sql"
	Explain Verb = "explain"
	Prompt  Verb = "prompt" // what a model would be sent
	Refine  Verb = "refine"
	Answer  Verb = "answer"
	Good    Verb = "good"
	Bad     Verb = "bad"
	Pin     Verb = "pin"
	Chart   Verb = "chart"
)

var verbs = map[string]Verb{
	"sql": SQL, "explain": Explain, "prompt": Prompt, "refine": Refine, "answer": Answer, "good": Good, "bad": Bad,
	"pin": Pin, "chart": Chart,
}

// function is a function form of ours.
type function struct {
	name string
	verb Verb
	// answers: its argument is a question whose answer it stands for, so that a verb may stand before the question.
	answers bool
	// relation: a table of ours whose arguments narrow it and may be any expression; a question must be a literal or a
	// parameter, because it is read before the statement runs.
	relation bool
}

// functions are the names that are ours where a table may stand; all others are the database's.
var functions = func() map[string]function {
	m := map[string]function{}
	for _, f := range []function{
		{name: "ask", answers: true}, {name: "ask_json", answers: true}, {name: "ask_patch"}, {name: "ask_options"},
		{name: "ask_sql", verb: SQL}, {name: "ask_explain", verb: Explain}, {name: "ask_refine", verb: Refine},
		{name: "ask_answer", verb: Answer}, {name: "ask_good", verb: Good}, {name: "ask_bad", verb: Bad},
		{name: "ask_pin", verb: Pin},
		{name: "ask_log", relation: true}, {name: "ask_lessons", relation: true}, {name: "ask_pins", relation: true},
		{name: "ask_schema", relation: true},
	} {
		m[f.name] = f
	}
	return m
}()

// longestWord is the length of the longest name or keyword looked up here.
const longestWord = 24

// folded looks up an unquoted word in lower case, as PostgreSQL folds it: ASCII letters only.
func folded[V any](m map[string]V, word string) (V, bool) {
	var buf [longestWord]byte
	if len(word) > len(buf) {
		var none V
		return none, false
	}
	for i := range len(word) {
		buf[i] = lower(word[i])
	}
	v, ok := m[string(buf[:len(word)])]
	return v, ok
}

// foldsTo reports whether word, an unquoted identifier, is the keyword, which is in lower case.
func foldsTo(word, keyword string) bool {
	if len(word) != len(keyword) {
		return false
	}
	for i := range len(word) {
		if lower(word[i]) != keyword[i] {
			return false
		}
	}
	return true
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

func toLower(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = lower(b[i])
	}
	return string(b)
}
