package about

// helpRows returns the forms of a question for a person at a prompt, short enough for lines of 80 characters.
func helpRows() [][]string {
	return [][]string{
		{"ASK top 5 customers by revenue;", "the answer to a question"},
		{"ASK chart: revenue per month;", "the answer, drawn"},
		{"ASK which tables are there;", "what can be asked about"},
		{"ASK describe customers;", "the columns of a table"},
		{"ASK explain table customers;", "what it is taken to mean, and why"},
		{"ASK 2;", "the second choice, when you are asked back"},
		{"ASK refine: only the top 3;", "the last answer, changed"},
		{"ASK undo;", "the answer before the last change"},
		{"ASK sql;", "the SQL of the last answer"},
		{"ASK explain;", "how it was read, and why so"},
		{"ASK sql: …;", "the SQL of a question, without running it"},
		{"ASK prompt: …;", "what a model would be sent of it"},
		{"ASK good; ASK bad: why;", "your opinion of the last answer, remembered"},
		{"ASK pin;", "its SQL fixed for its question, if you may"},
		{"SELECT * FROM ask('…') t;", "the answer as a table, inside other SQL"},
		{"SET ask.show_sql = off;", "answers without their SQL before them"},
		{"SET ask.chart = on;", "answers drawn, where they can be"},
	}
}
