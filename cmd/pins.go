package cmd

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/service"
	"github.com/pgask/pgask/translate"
)

func (p *program) pins() *cobra.Command {
	return cli.Group("pins", "Questions whose statement a person approved", p.pinsList(), p.pinsAdd(),
		p.pinsStanding("approve", lessons.Approved),
		p.pinsStanding("disable", lessons.Disabled), p.pinsRemove(), p.pinsSuggest(), p.pinsCheck())
}

func (p *program) pinsList() *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "Print the pins", Args: cobra.NoArgs}
	format := listing(cmd)
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, _ []string) error {
		all, err := l.Pins(cmd.Context())
		if err != nil {
			return err
		}
		var rows [][]string
		for _, one := range all {
			rows = append(rows, []string{one.ID, string(one.Status), one.Datasource, one.Question, one.Family(), one.Statement, one.Author,
				strconv.FormatInt(one.Uses, 10), day(one.LastUse), one.Note})
		}
		return list(cmd, *format, []string{"id", "status", "datasource", "question", "serves", "statement", "author",
			"uses", "last_use", "note"},
			map[string]bool{"uses": true}, rows)
	})
}

func (p *program) pinsAdd() *cobra.Command {
	var dsn, datasource string
	cmd := &cobra.Command{
		Use:   "add QUESTION [SQL]",
		Short: "Pin the statement of a question: the one given, or its translation",
		Long: `Pin the statement of a question: the one given, or its translation. The statement must pass the guard and EXPLAIN as the
role of --dsn. Numbers, dates and quoted texts of the question that stand in the statement become its parameters, so
that the pin serves all questions that differ in them alone.`,
		Example: `  pgask pins add --dsn postgres://dba@db/shop "top 5 customers by revenue"
  pgask pins add --dsn postgres://dba@db/shop "orders in 2024" "SELECT count(*) FROM orders WHERE extract(year FROM placed_on) = 2024"`,
		Args: cobra.RangeArgs(1, 2),
	}
	cmd.Flags().StringVar(&dsn, "dsn", "", "database, as a `URL`")
	cmd.Flags().StringVar(&datasource, "datasource", "", "what the proxy calls that database (default: its name)")
	return p.withLessons(cmd, func(cmd *cobra.Command, s *conf.Settings, l *lessons.Library, args []string) error {
		return onDatabase(cmd.Context(), s, l, dsn, datasource, func(agent *translate.Agent, conn *pgconn.PgConn, name string) error {
			q := translate.Question{ID: translate.NewID(), Text: args[0], Verb: translate.Pin, Datasource: name, Operator: true}
			if len(args) == 2 {
				q.Draft = args[1]
			}
			answer, _, err := agent.Ask(cmd.Context(), conn, q, nil)
			if err != nil {
				return userError(err)
			}
			if c := answer.Clarification; c != nil {
				return cli.Fail(cli.Unclear, fmt.Errorf("not pinned: %s", c.Text()))
			}
			fmt.Fprintf(cmd.OutOrStdout(), "pinned %s: %s\n%s;\n", answer.Pinned.ID,
				cli.Printable(answer.Pinned.Family()), cli.Printable(answer.Pinned.Statement))
			return nil
		})
	})
}

// onDatabase calls f with an agent and a connection to the database of a command.
func onDatabase(ctx context.Context, s *conf.Settings, l *lessons.Library, dsn, datasource string,
	f func(*translate.Agent, *pgconn.PgConn, string) error) error {
	if dsn == "" {
		return cli.UsageError("--dsn is needed")
	}
	agent, err := service.NewAgent(s, l, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	conn, database, err := connect(ctx, dsn)
	if err != nil {
		return cli.InterruptedOr(ctx, err)
	}
	defer cli.Disconnect(conn)
	datasource = cmp.Or(datasource, database)
	return f(agent, conn, datasource)
}

func (p *program) pinsStanding(verb string, status lessons.Status) *cobra.Command {
	var note string
	cmd := &cobra.Command{Use: verb + " ID…", Short: "Use pins again", Args: cobra.MinimumNArgs(1)}
	if status == lessons.Disabled {
		cmd.Short = "Take pins out of use"
	}
	cmd.Flags().StringVar(&note, "note", "", "why")
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, ids []string) error {
		for _, id := range ids {
			if err := l.SetPin(cmd.Context(), id, status, note); err != nil {
				return fmt.Errorf("%s: %w", id, err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), id, status)
		}
		return nil
	})
}

func (p *program) pinsRemove() *cobra.Command {
	cmd := &cobra.Command{Use: "remove ID…", Short: "Forget pins", Args: cobra.MinimumNArgs(1)}
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, ids []string) error {
		for _, id := range ids {
			if err := l.RemovePin(cmd.Context(), id); err != nil {
				return fmt.Errorf("%s: %w", id, err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), id, "removed")
		}
		return nil
	})
}

func (p *program) pinsSuggest() *cobra.Command {
	cmd := &cobra.Command{Use: "suggest", Short: "Print what is asked often and might be pinned", Args: cobra.NoArgs}
	format := listing(cmd)
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, _ []string) error {
		all, err := l.Suggestions(cmd.Context())
		if err != nil {
			return err
		}
		var rows [][]string
		for _, one := range all {
			rows = append(rows, []string{one.Datasource, strconv.FormatInt(one.Times, 10), one.Question, one.Statement, day(one.LastUse)})
		}
		return list(cmd, *format, []string{"datasource", "times", "question", "statement", "last_use"},
			map[string]bool{"times": true}, rows)
	})
}

func (p *program) pinsCheck() *cobra.Command {
	var dsn, datasource string
	cmd := &cobra.Command{Use: "check", Short: "Prove the statements of all pins again: a line for each that does not hold, and exit code 1", Args: cobra.NoArgs}
	cmd.Flags().StringVar(&dsn, "dsn", "", "database, as a `URL`")
	cmd.Flags().StringVar(&datasource, "datasource", "", "what the proxy calls that database (default: its name)")
	return p.withLessons(cmd, func(cmd *cobra.Command, s *conf.Settings, l *lessons.Library, _ []string) error {
		var found []string
		err := onDatabase(cmd.Context(), s, l, dsn, datasource, func(agent *translate.Agent, conn *pgconn.PgConn, name string) (err error) {
			found, err = agent.CheckPins(cmd.Context(), conn, name)
			return err
		})
		if err != nil {
			return err
		}
		return tellFindings(cmd, found)
	})
}
