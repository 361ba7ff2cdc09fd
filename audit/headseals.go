package audit

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
)

// A head in a store is sealed with the log's key, so that who may write the store, and has not got the key, cannot
// move it: not back to where a log was cut off, nor elsewhere. What he can do is to put an older head with its seal
// in its place, if he kept one, or to take the seals away: the former an anchor shows, the latter Verify.

//go:embed migrations/seals/*.sql
var sealMigrations embed.FS

// SealMigrations returns the tables that a Store must have for sealed heads, for state.Tables. They are apart from
// Migrations as those of WriterMigrations are.
func SealMigrations() fs.FS {
	files, err := fs.Sub(sealMigrations, "migrations/seals")
	if err != nil {
		panic(err) // it is embedded
	}
	return files
}

// Head is a record that is known to have been on disk.
type Head struct {
	Seq    uint64
	Digest string // hex
	// Sealed says that nobody without the key has made this up: its seal in the store is right, or it was kept
	// elsewhere.
	Sealed bool
	// Wrong is what is wrong with it where it was kept; empty: nothing.
	Wrong string
}

// headRow is a head, or a seal, as a store has it.
type headRow struct {
	log         string
	generation  int64
	seq         uint64
	digest, mac string
}

// seal returns the digest that only who has the key can make.
func (r *headRow) seal(key []byte) string {
	h := hmac.New(sha256.New, key)
	fmt.Fprintf(h, "pgask audit head\x00%q %d %d %q", r.log, r.generation, r.seq, r.digest)
	return hex.EncodeToString(h.Sum(nil))
}

// heads returns what a head and its seal tell, each of which may be missing.
func heads(key []byte, head, seal *headRow) []Head {
	told := func(r *headRow, sealed bool, wrong string) Head { return Head{r.seq, r.digest, sealed, wrong} }
	switch {
	case seal == nil || len(key) == 0:
		if head == nil {
			return nil
		}
		return []Head{told(head, false, "")}
	case !hmac.Equal([]byte(seal.mac), []byte(seal.seal(key))):
		wrong := fmt.Sprintf("the seal of the head, record %d, in the state store was changed, or it was sealed with another audit.key", seal.seq)
		if head == nil {
			head = seal
		}
		return []Head{told(head, false, wrong)}
	case head == nil:
		return []Head{told(seal, true, fmt.Sprintf("the head, record %d, was taken out of the state store", seal.seq))}
	case head.seq < seal.seq || head.seq == seal.seq && head.digest != seal.digest:
		return []Head{told(seal, true, fmt.Sprintf("the head in the state store was changed: it is record %d there, and record %d with another digest was sealed", head.seq, seal.seq))}
	case head.seq == seal.seq:
		return []Head{told(head, true, "")}
	}
	return []Head{told(seal, true, ""), told(head, false, "")} // a release before went on, or somebody else did
}

// newestSealed reports whether the newest of some heads is sealed.
func newestSealed(all []Head) bool {
	var newest, sealed uint64
	for _, h := range all {
		newest = max(newest, h.Seq)
		if h.Sealed {
			sealed = max(sealed, h.Seq)
		}
	}
	return newest > 0 && sealed == newest
}

// wrongs lists what is wrong with heads where they were kept.
func wrongs(all []Head) []string {
	var out []string
	for _, h := range all {
		if h.Wrong != "" {
			out = append(out, h.Wrong)
		}
	}
	return out
}

// headRows reads rows of log, generation, seq, digest and mac.
func headRows(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]headRow, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []headRow
	for rows.Next() {
		var r headRow
		if err := rows.Scan(&r.log, &r.generation, &r.seq, &r.digest, &r.mac); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// keptHead is what is known of one generation of a log.
type keptHead struct {
	log        string
	generation int64
	heads      []Head
}

// joined puts heads and seals of the same generations together, in their order.
func joined(key []byte, rows, seals []headRow) []keptHead {
	var out []keptHead
	for i := range rows {
		r := &rows[i]
		var seal *headRow
		if at := slices.IndexFunc(seals, func(s headRow) bool { return s.log == r.log && s.generation == r.generation }); at >= 0 {
			seal = &headRow{}
			*seal = seals[at]
			seals = slices.Delete(seals, at, at+1)
		}
		out = append(out, keptHead{r.log, r.generation, heads(key, r, seal)})
	}
	for i := range seals { // their heads are gone
		if all := heads(key, nil, &seals[i]); len(all) > 0 {
			out = append(out, keptHead{seals[i].log, seals[i].generation, all})
		}
	}
	slices.SortStableFunc(out, func(a, b keptHead) int { return int(min(1, max(-1, a.generation-b.generation))) })
	return out
}
