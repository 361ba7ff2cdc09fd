package proxy

import "fmt"

// Reload replaces the configuration for the clients that come from now on: certificates, datasources, limits, all of it.
// Sessions that are open keep what they began with. When cfg is not valid the old one stays in force. The log cannot be
// changed.
func (srv *Server) Reload(cfg Config) error {
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("proxy: %w", err)
	}
	cfg = cfg.withDefaults()
	cfg.Log = srv.log
	srv.cfg.Store(&cfg)
	return nil
}
