package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/service"
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
	return group("config", "Look at the settings",
		p.withLoaded(printing, printSettings, "listen", "upstream", "engine"),
		p.withLoaded(checking, checkSettings, "listen", "upstream", "engine"))
}

func printSettings(cmd *cobra.Command, s *conf.Settings, _ []string) error {
	return s.Print(cmd.OutOrStdout())
}

func checkSettings(cmd *cobra.Command, s *conf.Settings, _ []string) error {
	if err := service.Check(s); err != nil {
		return &failure{exitUsage, err}
	}
	fmt.Fprintln(cmd.OutOrStdout(), "ok")
	return nil
}
