package proxy

import (
	"errors"
	"fmt"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// Limits bound what clients may take. 0 means no bound, unless it says otherwise.
type Limits struct {
	PerRole       int           // sessions of one role at a time
	PerDatasource int           // sessions of one datasource at a time
	MessageBytes  int           // of one message of a client; COPY data is exempt, and so is what the server sends
	Idle          time.Duration // how long a session may do nothing outside a transaction
}

func (l Limits) validate() error {
	var errs []error
	for _, f := range []struct {
		name string
		n    int
	}{
		{"PerRole", l.PerRole}, {"PerDatasource", l.PerDatasource}, {"MessageBytes", l.MessageBytes}, {"Idle", int(l.Idle)},
	} {
		if f.n < 0 {
			errs = append(errs, fmt.Errorf("limits: %s: %d is negative", f.name, f.n))
		}
	}
	return errors.Join(errs...)
}

// slotCounts counts the sessions per role and datasource, for limits.connections_per_*. A session is counted once it is
// authenticated: otherwise anybody who knows the name of a role could use up its connections.
type slotCounts struct {
	roles       map[string]int
	datasources map[string]int // by configured name
}

// takeSlot gives the session a slot of its role and its datasource, or says that none is left.
func (srv *Server) takeSlot(s *session) error {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	l, role := s.cfg.Limits, s.login.Start.User
	if l.PerRole > 0 && srv.slots.roles[role] >= l.PerRole {
		srv.tally.counts.refused[refusedRole]++
		return &wire.Fatal{Code: wire.CodeTooMany, Message: fmt.Sprintf("too many connections for role %q", role),
			Hint: "The limit is limits.connections_per_role of the proxy."}
	}
	if l.PerDatasource > 0 && srv.slots.datasources[s.login.Datasource.Configured] >= l.PerDatasource {
		srv.tally.counts.refused[refusedDatasource]++
		return &wire.Fatal{Code: wire.CodeTooMany, Message: fmt.Sprintf("too many connections for database %q", s.login.Datasource.Name),
			Hint: "The limit is limits.connections_per_datasource of the proxy."}
	}
	srv.slots.roles[role]++
	srv.slots.datasources[s.login.Datasource.Configured]++
	srv.tally.counts.sessions[s.login.Datasource.Configured]++
	srv.tally.startups.observe(time.Since(s.began))
	return nil
}

// releaseSlot gives back what takeSlot took.
func (srv *Server) releaseSlot(s *session) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	decrement(srv.slots.roles, s.login.Start.User)
	decrement(srv.slots.datasources, s.login.Datasource.Configured)
}

// decrement counts down, and deletes a count of 0: names come from clients, and would fill the map.
func decrement(counts map[string]int, name string) {
	if counts[name]--; counts[name] <= 0 {
		delete(counts, name)
	}
}
