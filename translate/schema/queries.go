package schema

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/borrow"
)

// Bounds on the queries of views. Printing a query locks the relations that it reads, if only against being dropped, so
// it must not wait for somebody who changes one.
const (
	maxQueries   = 2_000
	maxQueryText = 32 << 10 // characters of one
	queryLimit   = "1000ms"
	queryWait    = "50ms"
)

// ReadQueries returns a snapshot with the queries of its views, or s itself when it has none. It is one round trip,
// in a read-only transaction or, within a transaction, a savepoint that is rolled back.
func ReadQueries(ctx context.Context, conn *borrow.Conn, print Print, s *Snapshot) (*Snapshot, error) {
	var oids []string
	for _, t := range s.Tables {
		if (t.Kind == View || t.Kind == Materialised) && t.Query == "" && len(oids) < maxQueries {
			oids = append(oids, strconv.FormatUint(uint64(t.OID), 10))
		}
	}
	if len(oids) == 0 {
		return s, nil
	}
	settings := readSettings(print, queryLimit)
	settings["lock_timeout"] = queryWait
	settings["search_path"] = "pg_catalog" // so that all names are printed with their schemas
	results, err := conn.ReadOnly(ctx, settings, borrow.SQL(sqlFile("queries"), "{"+strings.Join(oids, ",")+"}",
		strconv.Itoa(maxQueryText)).As("catalog"))
	if err != nil {
		return s, err
	}
	queries := map[uint32]string{}
	if err := eachRow(results[0], 2, func(r *row) { oid := r.oid(); queries[oid] = r.text() }); err != nil {
		return s, err
	}
	richer := *s
	richer.Tables = slices.Clone(s.Tables)
	for i, t := range richer.Tables {
		if q := queries[t.OID]; q != "" {
			view := *t
			view.Query = q
			richer.Tables[i] = &view
		}
	}
	return New(richer), nil
}
