package translate

// Settings are what a user may change with SET ask.…; PostgreSQL itself keeps them as custom settings. Empty means unset.
type Settings struct {
	ShowSQL   bool   // ask.show_sql: the statement as a NOTICE before the rows; default on
	Clarify   string // ask.clarify: notice, rows, error or auto
	Engine    string // ask.engine: auto, builtin or model
	Timeout   string // ask.timeout: a PostgreSQL interval or milliseconds for the whole question
	Lessons   bool   // ask.lessons: default on
	Limit     int64  // ask.limit: row limit where the plan has none; 0 none
	MinNotice string // client_min_messages of the session
}
