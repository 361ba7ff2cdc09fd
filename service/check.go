package service

import (
	"context"
	"errors"
	"log/slog"

	"github.com/pgask/pgask/conf"
)

// Warnings returns what is allowed by the settings and may not be meant, a sentence each.
func Warnings(s *conf.Settings) []string {
	var all []string
	if w := glossaryWarning(s); w != "" {
		all = append(all, w)
	}
	if len(s.Datasources) == 0 {
		return all
	}
	cfg, err := proxyConfig(s, nil)
	if err != nil {
		return all // Check tells it
	}
	return append(all, cfg.PlaintextWarnings()...)
}

// Check builds what the settings describe, without running it, and returns every mistake that only a package itself
// can find.
func Check(s *conf.Settings) error {
	var errs []error
	silent := slog.New(slog.DiscardHandler)
	if _, err := NewAgent(s, nil, silent); err != nil {
		errs = append(errs, err)
	}
	if library, err := OpenLessons(context.Background(), s, nil, silent); err != nil {
		errs = append(errs, err)
	} else {
		library.Close()
	}
	if len(s.Datasources) > 0 {
		if _, err := proxyConfig(s, nil); err != nil {
			errs = append(errs, err)
		}
	}
	if _, err := readConsole(s); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
