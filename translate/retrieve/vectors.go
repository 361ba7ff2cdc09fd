package retrieve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"

	chromem "github.com/philippgille/chromem-go"

	"github.com/pgask/pgask/translate/schema"
)

// Embedder turns texts into vectors. Texts of similar meaning get vectors of similar direction.
type Embedder interface {
	Name() string // of the model; vectors of different models cannot be compared
	// Embed returns a vector for each text, in order.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Vectors is a cache of vectors, by the hash of model and text. Vectors that it lost are computed again.
type Vectors interface {
	Load(ctx context.Context, keys []string) map[string][]float32
	Keep(ctx context.Context, vectors map[string][]float32)
}

// Meaning ranks the tables of snapshots by their closeness in meaning to a question. It is safe for concurrent use.
// Each call brings its own Embedder, so that its tokens are counted for the user who asked.
type Meaning struct {
	vectors Vectors

	mu    sync.Mutex
	ready map[string]*indexed // by model, datasource, fingerprint and share; see index
	order []string            // of ready, oldest first
}

// indexed holds the vectors of one snapshot in searchable form.
type indexed struct {
	collection *chromem.Collection
	tables     map[string][2]string // schema and name by document: equal fingerprints may differ in tables
}

// NewMeaning returns a Meaning that caches vectors in v, or in memory when v is nil.
func NewMeaning(v Vectors) *Meaning {
	if v == nil {
		v = &memoryVectors{known: map[string][]float32{}}
	}
	return &Meaning{vectors: v, ready: map[string]*indexed{}}
}

// Bounds on embedding.
const (
	maxEmbedded  = 5000 // tables of one snapshot
	perRequest   = 64   // texts in one request
	maxText      = 2000 // bytes of the text of one table
	maxSnapshots = 16   // snapshots kept searchable
)

// Closest returns up to n tables, the closest first. Vectors are cached by the text of a table, so that after a change
// of the schema only the changed tables are embedded again.
func (m *Meaning) Closest(ctx context.Context, e Embedder, question string, s *schema.Snapshot, share schema.Share, n int) ([]*schema.Table, error) {
	ix, err := m.index(ctx, e, s, share)
	if err != nil || len(ix.tables) == 0 {
		return nil, err
	}
	vectors, err := embed(ctx, e, []string{clipped(question)})
	if err != nil {
		return nil, fmt.Errorf("embed the question: %w", err)
	}
	found, err := ix.collection.QueryEmbedding(ctx, vectors[0], min(n, len(ix.tables)), nil, nil)
	if err != nil {
		return nil, fmt.Errorf("search vectors: %w", err)
	}
	var closest []*schema.Table
	for _, f := range found {
		if name, ok := ix.tables[f.ID]; ok {
			if t := s.Table(name[0], name[1]); t != nil {
				closest = append(closest, t)
			}
		}
	}
	return closest, nil
}

// index returns a snapshot in searchable form, building it the first time. Two concurrent calls may both build it.
func (m *Meaning) index(ctx context.Context, e Embedder, s *schema.Snapshot, share schema.Share) (*indexed, error) {
	key := fmt.Sprintf("%s\x00%s\x00%s\x00%d", e.Name(), s.Datasource, s.Fingerprint, share.Level)
	m.mu.Lock()
	ix := m.ready[key]
	m.mu.Unlock()
	if ix != nil {
		return ix, nil
	}
	ix, err := m.build(ctx, e, s, share)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ready[key] == nil {
		m.order = append(m.order, key)
	}
	m.ready[key] = ix
	if len(m.order) > maxSnapshots {
		delete(m.ready, m.order[0])
		m.order = m.order[1:]
	}
	return ix, nil
}

func (m *Meaning) build(ctx context.Context, e Embedder, s *schema.Snapshot, share schema.Share) (*indexed, error) {
	tables := s.Tables[:min(len(s.Tables), maxEmbedded)]
	keys, texts := make([]string, len(tables)), map[string]string{}
	for i, t := range tables {
		text := meaningOf(t, share)
		sum := sha256.Sum256([]byte(e.Name() + "\x00" + text))
		keys[i] = hex.EncodeToString(sum[:])
		texts[keys[i]] = text
	}
	vectors, err := m.vectorsOf(ctx, e, keys, texts)
	if err != nil {
		return nil, err
	}
	collection, err := chromem.NewDB().CreateCollection("tables", nil, func(context.Context, string) ([]float32, error) {
		return nil, errors.New("every document comes with its vector")
	})
	if err != nil {
		return nil, fmt.Errorf("make a collection: %w", err)
	}
	ix := &indexed{collection: collection, tables: map[string][2]string{}}
	for i, t := range tables {
		id := fmt.Sprint(i)
		if err := collection.AddDocument(ctx, chromem.Document{ID: id, Embedding: vectors[keys[i]], Content: t.Name}); err != nil {
			return nil, fmt.Errorf("add the vector of %s: %w", t.Qualified(), err)
		}
		ix.tables[id] = [2]string{t.Schema, t.Name}
	}
	return ix, nil
}

// pending marks a key whose vector is about to be computed.
var pending = []float32{}

// vectorsOf loads the cached vectors and computes and caches the others.
func (m *Meaning) vectorsOf(ctx context.Context, e Embedder, keys []string, texts map[string]string) (map[string][]float32, error) {
	vectors := m.vectors.Load(ctx, keys)
	if vectors == nil {
		vectors = map[string][]float32{}
	}
	var missing []string
	for _, k := range keys {
		if vectors[k] == nil {
			missing = append(missing, k)
			vectors[k] = pending // so that a text that two tables share is embedded once
		}
	}
	for at := 0; at < len(missing); at += perRequest {
		batch := missing[at:min(at+perRequest, len(missing))]
		var asked []string
		for _, k := range batch {
			asked = append(asked, texts[k])
		}
		made, err := embed(ctx, e, asked)
		if err != nil {
			return nil, fmt.Errorf("embed tables: %w", err)
		}
		fresh := map[string][]float32{}
		for i, k := range batch {
			vectors[k], fresh[k] = made[i], made[i]
		}
		m.vectors.Keep(ctx, fresh) // after each request, so that a crash loses one request at most
	}
	return vectors, nil
}

// embed calls the model. It returns an error unless there is one vector per text and all have the same length.
func embed(ctx context.Context, e Embedder, texts []string) ([][]float32, error) {
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(vectors) != len(texts) {
		return nil, fmt.Errorf("%d vectors for %d texts", len(vectors), len(texts))
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return nil, errors.New("the vectors differ in length")
		}
	}
	return vectors, nil
}

// meaningOf returns the text that is embedded for a table. It consists of words and not of DDL, because questions do,
// and holds only what may be shared.
func meaningOf(t *schema.Table, share schema.Share) string {
	var b strings.Builder
	b.WriteString(strings.Join(split(t.Name), " "))
	if share.Level != schema.Names && t.Comment != "" {
		b.WriteString(". " + t.Comment)
	}
	b.WriteString(". Has")
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(" " + strings.Join(split(c.Name), " "))
		if c.Masked {
			continue
		}
		if share.Level != schema.Names && c.Comment != "" {
			b.WriteString(" (" + c.Comment + ")")
		}
		if len(c.Enum) > 0 {
			b.WriteString(" (" + strings.Join(c.Enum[:min(len(c.Enum), 8)], ", ") + ")")
		}
	}
	for _, fk := range t.ForeignKeys {
		b.WriteString(". Belongs to " + strings.Join(split(fk.RefTable), " "))
	}
	return clipped(b.String())
}

func clipped(text string) string {
	if len(text) > maxText {
		text = text[:maxText]
	}
	return strings.ToValidUTF8(text, "")
}

// memoryVectors is a Vectors in memory.
type memoryVectors struct {
	mu    sync.Mutex
	known map[string][]float32
}

// maxKept is the greatest number of vectors in memoryVectors. At 1,536 dimensions they take 120 MB.
const maxKept = 20_000

// Load implements Vectors.
func (m *memoryVectors) Load(_ context.Context, keys []string) map[string][]float32 {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string][]float32{}
	for _, k := range keys {
		if v := m.known[k]; v != nil {
			found[k] = v
		}
	}
	return found
}

// Keep implements Vectors. When the cache is full it drops everything, since vectors in use soon return.
func (m *memoryVectors) Keep(_ context.Context, vectors map[string][]float32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known)+len(vectors) > maxKept {
		m.known = map[string][]float32{}
	}
	for k, v := range vectors {
		m.known[k] = v
	}
}
