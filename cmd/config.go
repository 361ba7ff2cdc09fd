package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/service"
)

func (p *program) config() *cobra.Command {
	printing := &cobra.Command{
		Use:   "print",
		Short: "Print the effective settings as YAML, with the source of each; secrets are redacted",
		Args:  cobra.NoArgs,
	}
	printed := withSettings(printing, "listen", "upstream", "engine")
	printing.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := p.load(cmd, printed)
		if err != nil {
			return err
		}
		return s.Print(cmd.OutOrStdout())
	}
	checking := &cobra.Command{
		Use:   "check",
		Short: "Say whether the settings are right: ok, or a line for each problem and exit code 2",
		Args:  cobra.NoArgs,
	}
	checked := withSettings(checking, "listen", "upstream", "engine")
	checking.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := p.load(cmd, checked)
		if err != nil {
			return err
		}
		if err := service.Check(s); err != nil {
			return &failure{exitUsage, err}
		}
		fmt.Fprintln(cmd.OutOrStdout(), "ok")
		return nil
	}
	return group("config", "Look at the settings", printing, checking)
}
