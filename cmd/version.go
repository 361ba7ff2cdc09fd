package cmd

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/service"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
}

func versionLine() string {
	commit, _ := service.Commit()
	if len(commit) >= 12 {
		commit = " commit " + commit[:12]
	} else {
		commit = ""
	}
	return fmt.Sprintf("pgask %s%s %s %s/%s", service.Release(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
