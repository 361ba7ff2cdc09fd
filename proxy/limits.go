package proxy

import (
	"cmp"
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

	Questions        int // worked on at a time; default 64
	QuestionsPerRole int // of one role, worked on at a time
	QuestionQueue    int // that wait for one of these places; default 256, negative: none
}

func (l Limits) withDefaults() Limits {
	l.Questions = cmp.Or(l.Questions, 64)
	l.QuestionQueue = cmp.Or(l.QuestionQueue, 256)
	return l
}

func (l Limits) validate() error {
	var errs []error
	for _, f := range []struct {
		name string
		n    int
	}{
		{"PerRole", l.PerRole}, {"PerDatasource", l.PerDatasource}, {"MessageBytes", l.MessageBytes}, {"Idle", int(l.Idle)},
		{"Questions", l.Questions}, {"QuestionsPerRole", l.QuestionsPerRole},
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
		srv.counts.refused[refusedRole]++
		return &wire.Fatal{Code: wire.CodeTooMany, Message: fmt.Sprintf("too many connections for role %q", role),
			Hint: "The limit is limits.connections_per_role of the proxy."}
	}
	if l.PerDatasource > 0 && srv.slots.datasources[s.login.Datasource.Configured] >= l.PerDatasource {
		srv.counts.refused[refusedDatasource]++
		return &wire.Fatal{Code: wire.CodeTooMany, Message: fmt.Sprintf("too many connections for database %q", s.login.Datasource.Name),
			Hint: "The limit is limits.connections_per_datasource of the proxy."}
	}
	srv.slots.roles[role]++
	srv.slots.datasources[s.login.Datasource.Configured]++
	srv.counts.sessions[s.login.Datasource.Configured]++
	srv.startups.observe(time.Since(s.began))
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

// oversized returns a fatal error for a message that is longer than limits.message_bytes. The rest of the message is not read.
func (s *session) oversized(f wire.Frame) error {
	most := s.cfg.Limits.MessageBytes
	n := len(f.Bytes) + f.Rest - wire.HeaderLen
	if most == 0 || n <= most || f.Type == 'd' {
		return nil
	}
	return &wire.Fatal{Code: wire.CodeTooLong, Message: fmt.Sprintf("a message of %d bytes is longer than the %d that are allowed", n, most),
		Hint: "The limit is limits.message_bytes of the proxy. COPY has none."}
}
