package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/cmd/rows"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/service"
)

func (p *program) lessons() *cobra.Command {
	return cli.Group("lessons", "What was taught: look at it, approve it, move it", p.lessonsList(),
		p.lessonsStanding("approve", lessons.Approved),
		p.lessonsStanding("disable", lessons.Disabled), p.lessonsImport(), p.lessonsExport(), p.lessonsCheck())
}

// withLessons returns a subcommand about lessons or pins.
func (p *program) withLessons(cmd *cobra.Command, do func(cmd *cobra.Command, s *conf.Settings, l *lessons.Library,
	args []string) error) *cobra.Command {
	return p.WithLoaded(cmd, func(cmd *cobra.Command, s *conf.Settings, args []string) (err error) {
		m, err := service.OpenState(cmd.Context(), s, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, m.Close()) }()
		if err := m.Store.Err(); err != nil {
			return err
		}
		l, err := m.Library(cmd.Context(), s)
		if err != nil {
			return err
		}
		return do(cmd, s, l, args)
	})
}

// listing returns the format that a list is printed in: for people at a terminal, and for programs elsewhere.
func listing(cmd *cobra.Command) *string {
	return cmd.Flags().String("format", "", "table, csv, markdown or json (default: table at a terminal, else json)")
}

// list prints rows; numbers names the columns that hold numbers.
func list(cmd *cobra.Command, format string, names []string, numbers map[string]bool, all [][]string) error {
	if format == "" {
		format = "json"
		if cli.IsTerminal(cmd.OutOrStdout()) {
			format = "table"
		}
	}
	out, err := rows.New(format, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	columns := make([]rows.Column, len(names))
	for i, n := range names {
		columns[i] = rows.Column{Name: n, Type: pgtype.TextOID}
		if numbers[n] {
			columns[i].Type = pgtype.NumericOID
		}
	}
	if err := out.Start(columns); err != nil {
		return err
	}
	for _, row := range all {
		values := make([][]byte, len(row))
		for i, v := range row {
			if v != "" {
				values[i] = []byte(v)
			}
		}
		if err := out.Row(values); err != nil {
			return err
		}
	}
	return out.End()
}

func (p *program) lessonsList() *cobra.Command {
	var status string
	cmd := &cobra.Command{Use: "list", Short: "Print the lessons: those of the file, then those that were learned or imported", Args: cobra.NoArgs}
	cmd.Flags().StringVar(&status, "status", "", "only those that are proposed, approved or disabled")
	format := listing(cmd)
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, _ []string) error {
		all, err := l.All(cmd.Context())
		if err != nil {
			return err
		}
		var rows [][]string
		for _, one := range all {
			if status != "" && string(one.Status) != status {
				continue
			}
			rows = append(rows, []string{one.ID, string(one.Status), string(one.Kind), one.Words, one.Means, one.Rule.String(),
				strings.Join(one.Datasources, ","), one.Role, one.Author, string(one.Source), fmt.Sprintf("%.2f", one.Confidence),
				strconv.FormatInt(one.Uses, 10), fmt.Sprintf("%.2f", one.Rate()), day(one.LastUse), one.Note})
		}
		return list(cmd, *format, []string{"id", "status", "kind", "words", "means", "rule", "datasources", "role",
			"author", "source", "confidence",
			"uses", "success_rate", "last_use", "note"}, map[string]bool{"confidence": true, "uses": true, "success_rate": true}, rows)
	})
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}

func (p *program) lessonsStanding(verb string, status lessons.Status) *cobra.Command {
	var role string
	cmd := &cobra.Command{Use: verb + " ID…", Args: cobra.MinimumNArgs(1)}
	cmd.Short = "Take lessons out of use"
	if status == lessons.Approved {
		cmd.Short = "Let lessons be used by all roles, or by one"
		cmd.Flags().StringVar(&role, "role", "", "the only role that may use them")
	}
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, ids []string) error {
		if status == lessons.Approved {
			doubts, err := l.Doubts(cmd.Context(), ids...)
			if err != nil {
				return err
			}
			for _, d := range doubts {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning:", d)
			}
		}
		for _, id := range ids {
			if err := l.SetStatus(cmd.Context(), id, status, role); err != nil {
				return fmt.Errorf("%s: %w", id, err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), id, status)
		}
		return nil
	})
}

func (p *program) lessonsImport() *cobra.Command {
	cmd := &cobra.Command{Use: "import FILE", Short: "Keep the lessons of a YAML file in the state store; - reads standard input", Args: cobra.ExactArgs(1)}
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, args []string) error {
		all, err := readLessons(cmd, args[0])
		if err != nil {
			return err
		}
		if err := l.Import(cmd.Context(), all); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%d lessons imported\n", len(all))
		return nil
	})
}

func readLessons(cmd *cobra.Command, path string) ([]lessons.Lesson, error) {
	if path != "-" {
		return lessons.Load(path)
	}
	all, err := lessons.Read(cmd.InOrStdin())
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return all, nil
}

func (p *program) lessonsExport() *cobra.Command {
	var status string
	cmd := &cobra.Command{Use: "export [FILE]", Short: "Write the lessons of the state store as YAML, for review or for lessons.file", Args: cobra.MaximumNArgs(1)}
	cmd.Flags().StringVar(&status, "status", "", "only those that are proposed, approved or disabled")
	return p.withLessons(cmd, func(cmd *cobra.Command, _ *conf.Settings, l *lessons.Library, args []string) (err error) {
		all, err := l.All(cmd.Context())
		if err != nil {
			return err
		}
		var kept []lessons.Lesson
		for _, one := range all {
			if one.Source != lessons.FromFile && (status == "" || string(one.Status) == status) {
				kept = append(kept, one)
			}
		}
		out := cmd.OutOrStdout()
		if len(args) == 1 {
			f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, f.Close()) }()
			out = f
		}
		return lessons.Write(out, kept)
	})
}

func (p *program) lessonsCheck() *cobra.Command {
	var dsn, datasource string
	cmd := &cobra.Command{Use: "check", Short: "Look for lessons that contradict each other or name what does not exist: a line for each, and exit code 1",
		Args: cobra.NoArgs}
	cmd.Flags().StringVar(&dsn, "dsn", "", "database whose names are looked up, as a `URL`")
	cmd.Flags().StringVar(&datasource, "datasource", "", "what the proxy calls that database (default: its name)")
	return p.withLessons(cmd, func(cmd *cobra.Command, s *conf.Settings, l *lessons.Library, _ []string) error {
		found, err := l.Contradictions(cmd.Context())
		if err != nil {
			return err
		}
		if dsn != "" {
			more, err := checkNames(cmd.Context(), s, l, dsn, datasource)
			if err != nil {
				return err
			}
			found = append(found, more...)
		}
		return tellFindings(cmd, found)
	})
}

// tellFindings prints what is wrong, or ok.
func tellFindings(cmd *cobra.Command, found []string) error {
	for _, f := range found {
		fmt.Fprintln(cmd.OutOrStdout(), cli.Printable(f))
	}
	if len(found) > 0 {
		return cli.Fail(cli.Failed, fmt.Errorf("%d findings", len(found)))
	}
	fmt.Fprintln(cmd.OutOrStdout(), "ok")
	return nil
}

// checkNames returns a line for each lesson that names a table or column that the role of dsn does not see.
func checkNames(ctx context.Context, s *conf.Settings, l *lessons.Library, dsn, datasource string) ([]string, error) {
	agent, err := service.NewAgent(s, l, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	conn, database, err := connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer cli.Disconnect(conn)
	datasource = cmp.Or(datasource, database)
	found, err := agent.CheckLessons(ctx, conn, datasource)
	if err != nil {
		return nil, err
	}
	snap, err := snapshotOf(ctx, dsn)
	if err != nil {
		return nil, err
	}
	if err := service.CheckMeaning(s, snap, datasource); err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			found = append(found, "schema.descriptions: "+line)
		}
	}
	return found, nil
}
