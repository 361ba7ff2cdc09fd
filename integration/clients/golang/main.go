// Command golang runs the list of forms by a Go client and prints one JSON object per form, in the shape that
// ../python/forms.py describes.
//
// Usage: golang URL FORMS pgx MODE | stdlib | libpq
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// client is one way to reach PostgreSQL from Go.
type client interface {
	connect(context.Context, string) (conn, error)
	tell(error) *failure
}

// conn is a connection of a client. Methods for what not every client has are the interfaces below.
type conn interface {
	// run runs one statement and returns its rows as text; nil when it has none.
	run(ctx context.Context, sql string, values ...any) ([][]string, error)
	begin(context.Context) error
	commit(context.Context) error
	rollback(context.Context)
	heard() []string
	close(context.Context)
}

type (
	preparer interface {
		prepared(context.Context, string, []any) ([]result, error)
	}
	describer interface {
		describe(context.Context, string) ([]string, error)
	}
	batcher interface {
		batch(context.Context, string) ([]result, error)
	}
	binarian interface {
		binary(context.Context, string) ([][]string, error)
	}
	copier interface {
		copyOut(context.Context, string) ([][]string, error)
	}
	pipeliner interface {
		pipeline(context.Context, []string) ([]result, error)
	}
	canceller interface {
		cancel(context.Context, string) ([][]string, error)
	}
)

// form is one line of the list.
type form struct {
	Name, How, SQL string
	Steps          []string
	Values         []any
	Fetch          int
}

type result struct {
	Rows  [][]string `json:"rows,omitempty"`
	Error *failure   `json:"error,omitempty"`
}

// failure is an error as the program sees it; Shown is what it prints by itself.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Shown   string `json:"shown"`
}

type outcome struct {
	Form    string   `json:"form"`
	Results []result `json:"results"`
	Notices []string `json:"notices"`
	After   string   `json:"after"`
	Lacks   string   `json:"lacks,omitempty"`
}

// errLacks means that a client has no way to do what a form asks for.
var errLacks = errors.New("the client has none")

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return errors.New("usage: golang URL FORMS pgx MODE | stdlib | libpq")
	}
	c, err := choose(args[2:])
	if err != nil {
		return err
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	var forms []form
	if err := json.Unmarshal(text, &forms); err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	out := json.NewEncoder(os.Stdout)
	for _, f := range forms {
		o, err := try(c, args[0], f)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if err := out.Encode(o); err != nil {
			return err
		}
	}
	return nil
}

// try runs one form on a connection of its own. The error is one of the program's: those of statements are in the
// outcome.
func try(c client, url string, f form) (outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := c.connect(ctx, url)
	if err != nil {
		return outcome{}, err
	}
	defer conn.close(ctx)
	o := outcome{Form: f.Name}
	o.Results, err = perform(ctx, c, conn, f)
	switch {
	case errors.Is(err, errLacks):
		o.Lacks = f.How
	case err != nil:
		o.Results = append(o.Results, result{Error: c.tell(err)})
	}
	o.Notices = append(o.Notices, conn.heard()...)
	conn.rollback(ctx)
	after, err := conn.run(ctx, "SELECT 1") // whatever happened, the connection is usable
	if err != nil {
		return o, err
	}
	o.After = after[0][0]
	return o, nil
}

// perform does what the form says.
func perform(ctx context.Context, c client, on conn, f form) ([]result, error) {
	switch f.How {
	case "query":
		return one(on.run(ctx, f.SQL))
	case "parameters":
		return one(on.run(ctx, f.SQL, whole(f.Values)...))
	case "script":
		return attempts(ctx, c, on, f.Steps), nil
	case "transaction":
		if err := on.begin(ctx); err != nil {
			return nil, err
		}
		results := attempts(ctx, c, on, f.Steps)
		_ = on.commit(ctx) // a failed transaction cannot be committed: pgx says so, others do not
		return results, nil
	case "prepared":
		if p, ok := on.(preparer); ok {
			return p.prepared(ctx, f.SQL, whole(f.Values))
		}
	case "describe":
		if d, ok := on.(describer); ok {
			names, err := d.describe(ctx, f.SQL)
			return one([][]string{names}, err)
		}
	case "batch":
		if b, ok := on.(batcher); ok {
			return b.batch(ctx, f.SQL)
		}
	case "binary":
		if b, ok := on.(binarian); ok {
			return one(b.binary(ctx, f.SQL))
		}
	case "copy":
		if p, ok := on.(copier); ok {
			return one(p.copyOut(ctx, f.SQL))
		}
	case "pipeline":
		if p, ok := on.(pipeliner); ok {
			return p.pipeline(ctx, f.Steps)
		}
	case "cancel":
		if p, ok := on.(canceller); ok {
			return one(p.cancel(ctx, f.SQL))
		}
	}
	return nil, errLacks
}

func one(rows [][]string, err error) ([]result, error) {
	if err != nil {
		return nil, err
	}
	return []result{{Rows: rows}}, nil
}

func attempts(ctx context.Context, c client, on conn, steps []string) []result {
	var results []result
	for _, step := range steps {
		rows, err := on.run(ctx, step)
		if err != nil {
			results = append(results, result{Error: c.tell(err)})
			continue
		}
		results = append(results, result{Rows: rows})
	}
	return results
}

// whole turns JSON's numbers into the integers that they are.
func whole(values []any) []any {
	out := make([]any, len(values))
	for i, v := range values {
		if n, ok := v.(float64); ok {
			v = int64(n)
		}
		out[i] = v
	}
	return out
}
