package integration

import (
	"testing"
)

// client is a program that speaks PostgreSQL through somebody's driver, as real users have it.
type client struct {
	name    string
	page    string // in docs/clients/
	needs   string // what to install
	command func(*testing.T) []string
	options []string // behind the URL and the forms
	silent  bool     // keeps notices to itself
	differs map[string]difference
}

// difference is a form that a client does not run as the others do, through no fault of the proxy's.
type difference struct{ want, because string }

// clients are all that are held to the list of forms.
var clients = []client{
	{
		name: "psycopg2", page: "python.md", needs: "python3-psycopg2", command: python("psycopg2"),
		differs: map[string]difference{
			"several statements in one text": {"8", lastResult},
			"-- ping":                        {"error", "psycopg2 takes the empty answer for an error, with and without a proxy"},
			";":                              {"error", "psycopg2 takes the empty answer for an error, with and without a proxy"},
		},
	},
	{
		name: "psycopg 3", page: "python.md", needs: "python3-psycopg", command: python("psycopg3"),
	},
	{
		name: "node-postgres", page: "javascript.md", needs: nodeNeeds, command: node("pg"),
	},
	{
		name: "postgres.js", page: "javascript.md", needs: nodeNeeds, command: node("postgres"),
		differs: map[string]difference{"ask($1)": {"error QA007", literalQuestion}},
	},
}

const nodeNeeds = "nodejs, npm and, in integration/clients/node, npm ci"

const (
	literalQuestion = "the columns are asked for before the question is known: write the question as a literal, or use ask_json($1)"
	lastResult      = "all statements ran; the client hands over the last result"
)

// python runs clients/python/NAME_forms.py by the system's interpreter: that is the one that apt-get installs modules for.
func python(name string) func(*testing.T) []string {
	return func(*testing.T) []string { return []string{"/usr/bin/python3", "clients/python/" + name + "_forms.py"} }
}

// node runs clients/node/NAME_forms.js.
func node(name string) func(*testing.T) []string {
	return func(*testing.T) []string { return []string{"node", "clients/node/" + name + "_forms.js"} }
}
