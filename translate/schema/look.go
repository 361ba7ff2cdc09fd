package schema

import (
	"context"
	"slices"
	"sync"

	"github.com/pgask/pgask/translate/borrow"
)

// Looks remembers what whole fingerprints have found, so that the next one of a session costs a shorter statement
// while nothing has changed. It is safe for concurrent use; the zero value is empty.
//
// What a fingerprint sums up is read by one statement, with one snapshot of the server: the transactions whose
// changes are seen. While a later statement of the same session has an equal one (pg_current_snapshot(): the next
// transaction, and those that were running before it), and the session itself has written nothing in the transaction
// that it is in, both see the same rows. Whatever writes a catalog has a transaction id, in whatever database of the
// cluster it does so, also inside a savepoint, by a prepared transaction, a trigger or a function, for a temporary
// table too; and when it ends the snapshot moves. What does not: writing in place (VACUUM, ANALYZE), which
// fingerprints ignore. That is the first look, and all at rest.
//
// Where others write rows, the second look asks for the versions of the catalogs' rows, each known by its place and
// who wrote it. A row that was not there before was written by a transaction that was not seen before, so it is no
// version that was there; as many versions with the same sum of hashes are the same ones, and a fingerprint sums up
// nothing else.
type Looks struct {
	mu            sync.Mutex
	last          map[string]*whole // by the process that answered
	first, second hope
}

// whole is what a whole fingerprint has found.
type whole struct {
	glance
	database, role string
	path           []string
	sums           []byte
	ownAsk         bool
}

// glance is what a look says of the server, beside the facts about the session.
type glance struct {
	backend  string // the process that answered, with its temporary schema
	tide     string // the snapshot; empty where it does not say whether something has changed
	versions string // of the catalogs' rows; empty where they do not say it, or were not asked for
}

// maxLooks bounds what is remembered: some kilobytes for each process of the servers.
const maxLooks = 4_096

// Fingerprint is the function of that name, in a shorter statement if nothing has changed since the last time.
func (l *Looks) Fingerprint(ctx context.Context, conn *borrow.Conn, settings []string) (Print, error) {
	for _, look := range []struct {
		sql  string
		hope *hope
	}{{lookSQL, &l.first}, {versionsSQL, &l.second}} {
		if !l.worthwhile(look.hope) {
			continue
		}
		p, now, _, err := readPrint(ctx, conn, look.sql, settings)
		if err != nil {
			return Print{}, err
		}
		last := l.of(now.backend)
		if last == nil {
			break
		}
		if last.holds(p, now) {
			l.helped(look.hope, last, now)
			p.OwnAsk, p.Hash = last.ownAsk, hash(p, last.sums)
			return p, nil
		}
	}
	p, now, sums, err := readPrint(ctx, conn, fingerprintSQL, settings)
	if err == nil {
		l.keep(&whole{glance: now, database: p.Database, role: p.Role, path: p.SearchPath, sums: sums, ownAsk: p.OwnAsk}, p)
	}
	return p, err
}

// hope is whether a kind of look is likely to be of use.
type hope struct {
	vain  int // how many in a row were of no use
	pause int // how many fingerprints are still to be made without one
}

// patience is how many looks of a kind in a row may be in vain. After that pauses come between them, each twice as
// long as the one before: on a server that is written to all the time they would come on top of the long ones.
const (
	patience = 4
	maxPause = 64 // fingerprints
)

// worthwhile reports whether such a look is likely to be of use.
func (l *Looks) worthwhile(h *hope) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h.pause > 0 {
		h.pause--
		return false
	}
	if h.vain++; h.vain > patience {
		h.pause = min(1<<min(h.vain-patience-1, 16), maxPause)
	}
	return true
}

// helped notes that a look has seen that all is as it was, and what the first one will see from now on.
func (l *Looks) helped(h *hope, last *whole, now glance) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*h = hope{}
	if now.versions != "" && l.last[now.backend] == last {
		as := *last
		as.glance = now
		l.last[now.backend] = &as
	}
}

func (l *Looks) of(backend string) *whole {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[backend]
}

// keep remembers what was found, if it can be known when that is no longer so. A transaction with one snapshot is
// left out: it reads rows as they were and names as they are.
func (l *Looks) keep(w *whole, p Print) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.tide == "" && w.versions == "" || p.OneSnapshot {
		return
	}
	if l.last == nil || len(l.last) >= maxLooks && l.last[w.backend] == nil {
		l.last = map[string]*whole{}
	}
	l.last[w.backend] = w
}

// holds reports whether what was found is what would be found now.
func (w *whole) holds(p Print, now glance) bool {
	same := now.tide != "" && now.tide == w.tide || now.versions != "" && now.versions == w.versions
	return same && now.backend == w.backend && !p.OneSnapshot && p.Database == w.database && p.Role == w.role &&
		slices.Equal(p.SearchPath, w.path)
}
