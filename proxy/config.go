package proxy

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/wire"
)

// Config configures a server. The zero value of a field means its default.
type Config struct {
	login.Policy   // who is let in, and to which database
	ask.Rules      // how questions are answered
	Limits         Limits
	MaxConnections int          // connections at once; default 10,000
	Log            *slog.Logger // default: slog.Default()

	stuckAfter time.Duration // wire.StuckAfter; tests set a shorter one
}

func (c Config) withDefaults() Config {
	c.Policy = c.Policy.WithDefaults()
	c.MaxConnections = cmp.Or(c.MaxConnections, 10_000)
	c.Rules = c.Rules.WithDefaults()
	c.stuckAfter = cmp.Or(c.stuckAfter, wire.StuckAfter)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

func (c Config) validate() error {
	var wrong error
	if c.MaxConnections < 0 {
		wrong = fmt.Errorf("MaxConnections: %d is negative", c.MaxConnections)
	}
	return errors.Join(c.Policy.Validate(), c.Rules.Validate(), wrong, c.Limits.validate())
}
