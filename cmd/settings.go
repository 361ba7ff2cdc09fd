package cmd

import (
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/conf"
)

// settingsFlags are the flags of a command that reads the settings.
type settingsFlags struct {
	file string
	set  []string
}

// withSettings adds --config, --set, and a flag for each of the keys.
func withSettings(cmd *cobra.Command, keys ...string) *settingsFlags {
	f := &settingsFlags{}
	cmd.Flags().StringVar(&f.file, "config", "", "settings file, YAML or JSON (default $PGASK_CONFIG, then "+conf.SystemFile+")")
	cmd.Flags().StringArrayVar(&f.set, "set", nil, "any setting, as `key=value`; may be repeated")
	for _, key := range keys {
		conf.AddFlag(cmd.Flags(), key)
	}
	return f
}

// withLoaded makes a command read the settings before do runs. It has the flags of withSettings.
func (p *program) withLoaded(cmd *cobra.Command, do func(cmd *cobra.Command, s *conf.Settings, args []string) error, keys ...string) *cobra.Command {
	flags := withSettings(cmd, keys...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := p.load(cmd, flags)
		if err != nil {
			return err
		}
		return do(cmd, s, args)
	}
	return cmd
}

// load reads the settings of a command.
func (p *program) load(cmd *cobra.Command, f *settingsFlags) (*conf.Settings, error) {
	return p.loadFrom(conf.Sources{File: f.file, Environ: p.environ, Flags: cmd.Flags(), Set: f.set})
}

func (p *program) loadFrom(from conf.Sources) (*conf.Settings, error) {
	s, err := conf.Load(from)
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	return s, nil
}
