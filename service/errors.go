package service

import "fmt"

// SettingError is a mistake in the settings, or in a file that they name.
type SettingError struct{ Err error }

func (e *SettingError) Error() string { return e.Err.Error() }

func (e *SettingError) Unwrap() error { return e.Err }

func settingError(format string, args ...any) error {
	return &SettingError{fmt.Errorf(format, args...)}
}
