package about

// Help returns the forms of a question for a person at a prompt, short enough for lines of 80 characters: first kinds
// of questions, by examples of this database, then what is said of answers.
func (x *Examples) Help() (reading string, columns []Column, rows [][]string) {
	for _, e := range x.found {
		rows = append(rows, []string{"ASK " + e.Question + ";", e.Kind})
	}
	if x.drawn != "" {
		rows = append(rows, []string{"ASK chart: " + x.drawn + ";", "an answer, drawn"})
	}
	rows = append(rows, []string{"ASK which tables are there;", "what can be asked about"})
	if x.main != "" {
		rows = append(rows, []string{"ASK describe " + x.main + ";", "the columns of a table"})
	}
	return "What can be said here: kinds of questions, by examples of this database, and what goes with answers.",
		[]Column{{"say", "text"}, {"to get", "text"}}, append(rows, forms...)
}

// forms are what can be said everywhere.
var forms = [][]string{
	{"ASK 2;", "the second choice offered"},
	{"ASK refine: only the top 3;", "the last answer, changed"},
	{"ASK undo;", "the answer before that"},
	{"ASK explain;", "how it was read, and why so"},
	{"ASK sql: …;", "the SQL, which is not run"},
	{"ASK good; ASK bad: why;", "your opinion, remembered"},
	{"ASK pin;", "its SQL fixed, if you may"},
	{"SELECT * FROM ask('…') t;", "an answer inside other SQL"},
	{"SET ask.show_sql = off;", "answers without their SQL"},
}
