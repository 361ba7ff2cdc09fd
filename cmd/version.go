package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker for releases: -ldflags "-X github.com/pgask/pgask/cmd.version=1.2.3".
var version = ""

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

// release is the version's name.
func release() string {
	name := version
	if info, ok := debug.ReadBuildInfo(); ok && name == "" {
		name = info.Main.Version
	}
	if name == "" || name == "(devel)" {
		return "development"
	}
	return name
}

func versionLine() string {
	commit := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				commit = " commit " + s.Value[:12]
			}
		}
	}
	return fmt.Sprintf("pgask %s%s %s %s/%s", release(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
