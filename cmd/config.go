package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/service"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/borrow"
)

func (p *program) config() *cobra.Command {
	printing := &cobra.Command{
		Use:   "print",
		Short: "Print the effective settings as YAML, with the source of each; secrets are redacted",
		Args:  cobra.NoArgs,
	}
	checking := &cobra.Command{
		Use:   "check",
		Short: "Say whether the settings are right: ok, or a line for each problem and exit code 2",
		Args:  cobra.NoArgs,
	}
	dsn := checking.Flags().String("dsn", "", "connection URL or keywords of a database; says which of its columns are masked as secrets, "+
		"and compares schema.descriptions and the names in policies.file with it")
	return cli.Group("config", "Look at the settings",
		p.WithLoaded(printing, printSettings, "listen", "upstream", "engine"),
		p.WithLoaded(checking, func(cmd *cobra.Command, s *conf.Settings, args []string) error {
			return checkSettings(cmd, s, *dsn)
		}, "listen", "upstream", "engine"))
}

func printSettings(cmd *cobra.Command, s *conf.Settings, _ []string) error {
	return s.Print(cmd.OutOrStdout())
}

// checkPolicies returns an error for each table and column that policies name and the database does not have.
func checkPolicies(ctx context.Context, s *conf.Settings, dsn, datasource string) error {
	conn, _, err := connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer cli.Disconnect(conn)
	all, err := policy.Load(s.Policies.File)
	if err != nil {
		return cli.Fail(cli.Usage, err)
	}
	unknown, err := translate.Misnamed(ctx, borrow.New(conn), all, datasource)
	for _, u := range unknown {
		err = errors.Join(err, errors.New("policies.file: "+u))
	}
	return err
}

func checkSettings(cmd *cobra.Command, s *conf.Settings, dsn string) error {
	if err := service.Check(s); err != nil {
		return cli.Fail(cli.Usage, err)
	}
	for _, w := range service.Warnings(s) {
		fmt.Fprintln(cmd.OutOrStdout(), "warning: "+cli.Printable(w))
	}
	if s.Audit.TableURL != "" {
		if err := service.Fleet(s).Check(cmd.Context()); err != nil {
			return cli.Fail(cli.Usage, err)
		}
	}
	if dsn != "" {
		g, err := service.NewGuard(s)
		if err != nil {
			return err
		}
		snap, err := snapshotOf(cmd.Context(), dsn)
		if err != nil {
			return err
		}
		if err := service.CheckMeaning(s, snap, snap.Datasource); err != nil {
			return cli.Fail(cli.Usage, fmt.Errorf("schema.descriptions: %w", err))
		}
		if err := checkPolicies(cmd.Context(), s, dsn, snap.Datasource); err != nil {
			return cli.Fail(cli.Usage, err)
		}
		for _, column := range g.Secrets(snap) {
			fmt.Fprintln(cmd.OutOrStdout(), "masked as a secret (share.secrets): "+cli.Printable(column))
		}
	}
	fmt.Fprintln(cmd.OutOrStdout(), "ok")
	return nil
}
