package schema

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"
)

// Keeper stores snapshots outside the process, where other proxies find them too. It is the second level of a Cache. It
// must be as trusted as the catalog itself, because proofs rely on its data. Snapshots that it loses are extracted
// again.
type Keeper interface {
	Load(ctx context.Context, key string) (data []byte, ok bool)
	Keep(key string, data []byte)
}

// keptFormat is part of every key, so that data written by an incompatible version is not read. It must change with the
// fields of Snapshot and of all types in it, and with what extraction puts into them.
const keptFormat = "9"

// maxKept is the greatest size of an unpacked snapshot, in bytes.
const maxKept = 256 << 20

// kept is the stored form of a snapshot.
type kept struct {
	Read     time.Time // time at which it was read from the catalog
	Snapshot Snapshot
}

func (k cacheKey) kept() string { return keptKey("snapshot", k.datasource, k.hash) }

func (v viewKey) kept() string { return keptKey("view", v.datasource, v.database, v.role, v.path) }

func keptKey(kind string, parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		sum := sha256.Sum256([]byte(p))
		h.Write(sum[:])
	}
	return kind + keptFormat + ":" + hex.EncodeToString(h.Sum(nil))
}

// keep stores a snapshot in the Keeper under its fingerprint and as the last one of its view.
func (c *Cache) keep(key cacheKey, view viewKey, s *Snapshot) {
	if c.Keeper == nil {
		return
	}
	data, err := pack(kept{c.now(), *s})
	if err != nil {
		return // a missing cache entry does no harm
	}
	c.Keeper.Keep(key.kept(), data)
	c.Keeper.Keep(view.kept(), []byte(key.hash))
}

// load returns a snapshot from the Keeper and the time at which it was read from the catalog, or nil when there is
// none.
func (c *Cache) load(ctx context.Context, key cacheKey) (*Snapshot, time.Time) {
	if c.Keeper == nil {
		return nil, time.Time{}
	}
	data, ok := c.Keeper.Load(ctx, key.kept())
	if !ok {
		return nil, time.Time{}
	}
	k, err := unpack(data)
	if err != nil || k.Snapshot.Fingerprint != key.hash {
		return nil, time.Time{}
	}
	k.Snapshot.Datasource = key.datasource
	return New(k.Snapshot), k.Read
}

// lastKept returns the last snapshot of a view in the Keeper, or nil.
func (c *Cache) lastKept(ctx context.Context, view viewKey) *Snapshot {
	if c.Keeper == nil {
		return nil
	}
	hash, ok := c.Keeper.Load(ctx, view.kept())
	if !ok {
		return nil
	}
	s, _ := c.load(ctx, cacheKey{view.datasource, string(hash)})
	return s
}

// pack encodes a snapshot. Gob preserves texts that are not UTF-8.
func pack(k kept) ([]byte, error) {
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := gob.NewEncoder(zip).Encode(k); err != nil {
		return nil, fmt.Errorf("pack the snapshot: %w", err)
	}
	if err := zip.Close(); err != nil {
		return nil, fmt.Errorf("pack the snapshot: %w", err)
	}
	return out.Bytes(), nil
}

func unpack(data []byte) (kept, error) {
	var k kept
	zip, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return k, fmt.Errorf("unpack the snapshot: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(zip, maxKept+1))
	if err != nil {
		return k, fmt.Errorf("unpack the snapshot: %w", err)
	}
	if len(text) > maxKept {
		return k, fmt.Errorf("unpack the snapshot: larger than %d bytes", maxKept)
	}
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&k); err != nil {
		return k, fmt.Errorf("unpack the snapshot: %w", err)
	}
	// Gob does not distinguish empty from nil, and nil means unknown here. An extracted snapshot has no unknown fields.
	s := &k.Snapshot
	if s.ShadowsIn == nil {
		s.ShadowsIn = map[string][]string{}
	}
	if s.Definitions == nil {
		s.Definitions = map[uint32]*Definition{}
	}
	if s.Origins == nil {
		s.Origins = map[uint32]*Origin{}
	}
	if s.Extensions == nil {
		s.Extensions = map[string]string{}
	}
	return k, nil
}

// view returns the key of a view of a catalog.
func view(datasource string, print Print) viewKey {
	return viewKey{datasource, print.Database, print.Role, strings.Join(print.SearchPath, "\x00")}
}
