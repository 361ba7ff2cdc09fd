package service

import (
	"context"
	"errors"
	"log/slog"

	"github.com/pgask/pgask/conf"
)

// Check builds what the settings describe, without running it, and returns every mistake that only a package itself can find.
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
