package borrow

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Bracket is what stands around statements so that they only read.
type Bracket struct {
	Open []Statement
	Shut []Statement // when all went well
	Undo []Statement // after an error, when the connection is still to be used
}

// Outside is the bracket where no transaction is open: a read-only one of its own, which is rolled back. JIT is off,
// because LLVM compiles statements with many expressions for minutes without looking at timeouts. timeout holds
// unless the caller's own statement_timeout is shorter; 0: there is none. searchPath "" keeps the caller's.
func Outside(searchPath string, timeout time.Duration) Bracket {
	b := outside()
	sets, values := "SELECT pg_catalog.set_config('jit', 'off', true)", []string(nil)
	if searchPath != "" {
		values = append(values, searchPath)
		sets += fmt.Sprintf(", pg_catalog.set_config('search_path', $%d, true)", len(values))
	}
	if timeout > 0 {
		values = append(values, strconv.FormatInt(timeout.Milliseconds(), 10)+"ms")
		sets += strings.ReplaceAll(lowerTimeout, "$1", fmt.Sprintf("$%d::pg_catalog.text", len(values)))
	}
	b.Open = append(b.Open, SQL(sets, values...))
	return b
}

// Inside is the bracket in the owner's transaction: a savepoint of that name in which the transaction is read-only.
// Shut brings read-write back and keeps portals, which rolling back would end. Nothing else is set, because SET LOCAL
// outlives a savepoint's release: the owner's statement_timeout holds, and what bounds a statement before it runs
// must do for JIT.
func Inside(savepoint string) Bracket {
	b := saved(savepoint)
	b.Open = append(b.Open, SQL("SET LOCAL transaction_read_only = on"))
	return b
}

func outside() Bracket {
	rollback := []Statement{SQL("ROLLBACK")}
	return Bracket{Open: []Statement{SQL("BEGIN READ ONLY")}, Shut: rollback, Undo: rollback}
}

// saved is a savepoint that leaves the transaction as it is.
func saved(savepoint string) Bracket {
	release := SQL("RELEASE SAVEPOINT " + savepoint)
	return Bracket{Open: []Statement{SQL("SAVEPOINT " + savepoint)}, Shut: []Statement{release},
		Undo: []Statement{SQL("ROLLBACK TO SAVEPOINT " + savepoint), release}}
}

// lowerTimeout makes statement_timeout $1 unless the caller's own is shorter; 0 means none.
const lowerTimeout = `, CASE WHEN pg_catalog.interval_le(pg_catalog.current_setting('statement_timeout')::pg_catalog.interval, '0'::pg_catalog.interval)
OR pg_catalog.interval_gt(pg_catalog.current_setting('statement_timeout')::pg_catalog.interval, $1::pg_catalog.interval)
THEN pg_catalog.set_config('statement_timeout', $1, true) END`
