package proxy

import "fmt"

// Reload replaces the configuration while sessions go on. Clients that come from now on get all of it; a session that
// is open keeps its upstream and its TLS, and takes everything else (the translator with its policies, limits,
// timeouts) at its next question. When cfg is not valid the old one stays in force. The log cannot be changed.
func (srv *Server) Reload(cfg Config) error {
	if err := cfg.validate(); err != nil {
		return fmt.Errorf("proxy: %w", err)
	}
	cfg = cfg.withDefaults()
	cfg.Log = srv.log
	srv.cfg.Store(&cfg)
	cfg.WarnOfBinding(srv.log)
	cfg.WarnOfPlaintext(srv.log)
	return nil
}
