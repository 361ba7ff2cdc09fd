package cli

import (
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/conf"
)

// Program is the command line of this process, or of a test.
type Program struct {
	Environ []string
	Began   bool // a command was found and its arguments are right
}

// SettingsFlags are the flags of a command that reads the settings.
type SettingsFlags struct {
	File string
	Set  []string
}

// WithSettings adds --config, --set, and a flag for each of the keys.
func WithSettings(cmd *cobra.Command, keys ...string) *SettingsFlags {
	f := &SettingsFlags{}
	cmd.Flags().StringVar(&f.File, "config", "", "settings file, YAML or JSON (default $PGASK_CONFIG, then "+conf.SystemFile+")")
	cmd.Flags().StringArrayVar(&f.Set, "set", nil, "any setting, as `key=value`; may be repeated")
	for _, key := range keys {
		conf.AddFlag(cmd.Flags(), key)
	}
	return f
}

// WithLoaded makes a command read the settings before do runs. It has the flags of WithSettings.
func (p *Program) WithLoaded(cmd *cobra.Command, do func(cmd *cobra.Command, s *conf.Settings, args []string) error,
	keys ...string) *cobra.Command {
	flags := WithSettings(cmd, keys...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := p.Load(cmd, flags)
		if err != nil {
			return err
		}
		return do(cmd, s, args)
	}
	return cmd
}

// Load reads the settings of a command.
func (p *Program) Load(cmd *cobra.Command, f *SettingsFlags) (*conf.Settings, error) {
	return p.LoadFrom(conf.Sources{File: f.File, Environ: p.Environ, Flags: cmd.Flags(), Set: f.Set})
}

// LoadFrom reads the settings.
func (p *Program) LoadFrom(from conf.Sources) (*conf.Settings, error) {
	s, err := conf.Load(from)
	if err != nil {
		return nil, Fail(Usage, err)
	}
	return s, nil
}
