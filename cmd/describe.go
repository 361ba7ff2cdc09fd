package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

type describeOptions struct {
	dsn, out, check, datasource, convert string
	measure                              bool
}

func (p *program) describe() *cobra.Command {
	var o describeOptions
	cmd := &cobra.Command{
		Use:   "describe --dsn URL [flags]",
		Short: "Write down what a database is taken to mean, to be corrected",
		Long: `Write what pgask takes the tables and columns of a database to mean as a YAML file: labels of rows, events with their
verbs and dates, keys with roles, codes, units, rows that do not count, with the evidence as comments and what is doubtful on top.
Correct it and give it back as schema.descriptions: what it says wins over what is derived.

With --convert LESSONS the words and metrics of a lessons.file are written into it as synonyms and terms; which of them stay lessons
is told on standard error.

With --check FILE nothing is written: the file is compared with the database, and each mistake told with its line; the exit code
is then 2. Statistics are read, and no rows but those by which undeclared keys are measured (how many values of one column are found in
another) and those of tables that hold the codes of many columns, read-only and within half a second; --measure=false leaves that out. Of tables with row-level security no value is written.`,
		Example: `  pgask describe --dsn postgres://me@db.example/shop --out shop.yaml
  pgask describe --dsn postgres://me@db.example/shop --check shop.yaml`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().StringVar(&o.dsn, "dsn", "", "connection URL or keywords of the database")
	cmd.Flags().StringVar(&o.out, "out", "", "file to write, which must not exist; - or none for standard output")
	cmd.Flags().StringVar(&o.convert, "convert", "", "lessons.file whose words and metrics are written into the file, too")
	cmd.Flags().StringVar(&o.check, "check", "", "file to compare with the database")
	cmd.Flags().StringVar(&o.datasource, "datasource", "*", "the datasource of the settings that the file speaks of")
	cmd.Flags().BoolVar(&o.measure, "measure", true, "look in the data how well undeclared keys fit")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if o.dsn == "" {
			return cli.UsageError("describe needs --dsn")
		}
		s, err := statisticsOf(cmd.Context(), o.dsn, o.measure)
		if err != nil {
			return err
		}
		s.Datasource = o.datasource
		m := semantic.Build(s, semantic.Options{Infer: true})
		if o.convert != "" {
			all, err := lessons.Load(o.convert)
			if err != nil {
				return err
			}
			file, rest := converted(m, all, o.datasource)
			m = semantic.Build(s, semantic.Options{Infer: true, File: file})
			for _, l := range rest {
				fmt.Fprintln(cmd.ErrOrStderr(), cli.Printable(fmt.Sprintf("stays in lessons.file: %s: %s", l.Words, l.Means)))
			}
		}
		if o.check != "" {
			return checkMeaning(cmd, m, o)
		}
		if o.out == "" || o.out == "-" {
			return m.Write(cmd.OutOrStdout(), o.datasource)
		}
		f, err := os.OpenFile(o.out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		return errors.Join(m.Write(f, o.datasource), f.Close())
	}
	return cmd
}

func checkMeaning(cmd *cobra.Command, m *semantic.Model, o describeOptions) error {
	f, err := os.Open(o.check)
	if err != nil {
		return err
	}
	defer f.Close()
	written, err := semantic.ParseFile(f)
	if err == nil {
		err = written.Check(m, o.datasource)
	}
	if err != nil {
		return cli.Fail(cli.Usage, err)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), "ok")
	return err
}

// statisticsOf reads the catalog of a database with the queries of its views, and measures undeclared keys.
func statisticsOf(ctx context.Context, dsn string, measure bool) (*schema.Snapshot, error) {
	conn, _, err := connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer cli.Disconnect(conn)
	borrowed := borrow.New(conn)
	s, print, err := catalogOf(ctx, borrowed)
	if err != nil {
		return nil, err
	}
	if read, err := schema.ReadQueries(ctx, borrowed, print, s); err == nil {
		s = read // without them it is only known what views use
	}
	byName, err := guard.New(guard.Policy{Secrets: true})
	if err != nil {
		return nil, err
	}
	s = byName.Visible(s) // of columns that are called like secrets nothing is measured and no value is written
	if !measure {
		return s, nil
	}
	told := func(context.Context, []schema.Sample) error { return nil } // who runs the command is the witness
	found, err := schema.Measure(ctx, borrowed, print, semantic.Wanted(s), told)
	if err != nil {
		return nil, err
	}
	measured := *s
	measured.Measured = found
	return schema.New(measured), nil
}
