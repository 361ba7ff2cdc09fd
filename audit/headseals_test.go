package audit

import (
	"context"
	"database/sql"
	"encoding/hex"
	"strings"
	"testing"
)

// TestTamperedHead: who writes to the store, and has not got the key, is found out: by a finding, or because the head
// is not sealed any more.
func TestTamperedHead(t *testing.T) {
	t.Parallel()
	const head, seals = "pgask_audit_heads", "pgask_audit_head_seals"
	for _, tt := range []struct {
		name   string
		tamper []string // of the store
		cut    bool     // the log, too, behind record 3
		want   string   // in the first finding; empty: none
		sealed bool
	}{
		{name: "nothing", sealed: true},
		{name: "the log is cut off", cut: true, want: "records 4 to 5 are missing", sealed: true},
		{name: "both are moved back", cut: true, tamper: []string{"UPDATE " + head + " SET seq = 3, digest = $1"}, want: "was changed: it is record 3 there", sealed: true},
		{name: "the seal is moved back, too", cut: true, tamper: []string{"UPDATE " + head + " SET seq = 3, digest = $1", "UPDATE " + seals + " SET seq = 3, digest = $1"},
			want: "the seal of the head, record 3, in the state store was changed"},
		{name: "another digest", tamper: []string{"UPDATE " + head + " SET digest = $1"}, want: "record 5 with another digest was sealed", sealed: true},
		{name: "moved on", tamper: []string{"UPDATE " + head + " SET seq = 9, digest = $1"}, want: "records 6 to 9 are missing"},
		{name: "the seal is of another log", tamper: []string{"UPDATE " + head + " SET log = 'there'", "UPDATE " + seals + " SET log = 'there'"}, want: ""},
		{name: "the head is taken away", tamper: []string{"DELETE FROM " + head + " WHERE digest <> $1"}, want: "was taken out of the state store", sealed: true},
		{name: "the seal is taken away", cut: true, tamper: []string{"UPDATE " + head + " SET seq = 3, digest = $1", "DELETE FROM " + seals + " WHERE digest <> $1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store, dir := openStore(t), t.TempDir()
			l := start(t, Config{Dir: dir, Key: testKey, Store: store, Name: "here"})
			fill(t, l, 0, 5)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			third, lines := thirdRecord(t, dir)
			if tt.cut {
				write(t, dir+"/"+FileName, lines)
			}
			tamper(t, store, third, tt.tamper...)
			heads, err := KeptHeads(t.Context(), store, "here", testKey)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Verify(dir, testKey, heads...)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(r.Findings) > 0 {
				got = r.Findings[0].String()
			}
			if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") || r.HeadSealed != tt.sealed {
				t.Errorf("found %q, sealed %v; heads %+v", got, r.HeadSealed, heads)
			}
			// Without the key seals tell nothing, and heads are what they were.
			if plain, err := KeptHeads(t.Context(), store, "here", nil); err != nil || newestSealed(plain) || len(wrongs(plain)) > 0 {
				t.Errorf("without the key: %+v, %v", plain, err)
			}
		})
	}
}

// thirdRecord returns the digest of record 3, and the lines up to it.
func thirdRecord(t *testing.T, dir string) (digest string, upTo [][]byte) {
	t.Helper()
	for l, err := range lines(dir) {
		if err != nil {
			t.Fatal(err)
		}
		upTo = append(upTo, append([]byte(nil), append(l.text, '\n')...))
		if len(upTo) == 3 {
			break
		}
	}
	r, err := Verify(dir, testKey)
	if err != nil || r.Records != 5 {
		t.Fatal(r, err)
	}
	at, err := recordNumbered(dir, 3)
	if err != nil || at == nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(at.digest[:]), upTo
}

// tamper changes the store; $1 is a digest.
func tamper(t *testing.T, store Store, digest string, statements ...string) {
	t.Helper()
	err := store.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		for _, s := range statements {
			var args []any
			if strings.Contains(s, "$1") {
				args = append(args, digest)
			}
			if _, err := tx.ExecContext(ctx, s, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestHeadOfAReleaseBefore: one that knew no seals has kept the head; the next start of this one seals it.
func TestHeadOfAReleaseBefore(t *testing.T) {
	t.Parallel()
	store, dir := openStore(t), t.TempDir()
	cfg := Config{Dir: dir, Key: testKey, Store: store, Name: "here"}
	l := start(t, cfg)
	fill(t, l, 0, 5)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	third, _ := thirdRecord(t, dir)
	tamper(t, store, third, "DELETE FROM pgask_audit_head_seals")
	sealed := func() bool {
		t.Helper()
		heads, err := KeptHeads(t.Context(), store, "here", testKey)
		if err != nil || len(heads) != 1 || len(wrongs(heads)) > 0 {
			t.Fatal(heads, err)
		}
		return newestSealed(heads)
	}
	if sealed() {
		t.Fatal("it is sealed by nobody")
	}
	if err := start(t, cfg).Close(); err != nil {
		t.Fatal(err)
	}
	if !sealed() {
		t.Error("it is not sealed")
	}
	// A release before that goes on moves the head alone: both are compared, and the newest is not sealed.
	l = start(t, cfg)
	fill(t, l, 5, 2)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	tamper(t, store, third, "UPDATE pgask_audit_heads SET seq = 8, digest = 'other'")
	heads, err := KeptHeads(t.Context(), store, "here", testKey)
	if err != nil || len(heads) != 2 || !heads[0].Sealed || heads[0].Seq != 7 || heads[1].Sealed || newestSealed(heads) {
		t.Errorf("%+v, %v", heads, err)
	}
	all, err := AllKeptHeads(t.Context(), store, testKey)
	if err != nil || len(all["here"]) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}
