package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/pattern"
)

// What the log keeps of a text that may hold personal data.
const (
	Keep = "keep" // all of it
	Mask = "mask" // that there was one
	Hash = "hash" // enough to tell equal ones: an HMAC under the log's key
)

// Redaction selects the parts of records that are masked or left out. The zero value keeps everything.
type Redaction struct {
	Questions string   // Keep (default), Mask or Hash
	Literals  string   // of SQL, likewise
	Roles     []string // whose records these two are about, with * and ? as in file names; none: everybody's
	// Columns are patterns, as [[schema.]table.]column with * and ?: records of questions that read such a column are
	// masked. So are records of questions without a statement, because the columns that they would have read are not
	// known.
	Columns []string
}

// masked replaces a text that was masked.
const masked = "(masked)"

func (r *Redaction) validate(key []byte) error {
	for _, mode := range []string{r.Questions, r.Literals} {
		switch {
		case !slices.Contains([]string{"", Keep, Mask, Hash}, mode):
			return fmt.Errorf("redaction is %q, and must be %s, %s or %s", mode, Keep, Mask, Hash)
		case mode == Hash && len(key) == 0:
			return errors.New("redaction by hash needs a key: without one, whoever guesses a text can tell that it is right")
		}
	}
	for _, p := range r.Roles {
		if _, err := pattern.Match(p, ""); err != nil {
			return fmt.Errorf("redaction of the roles %q: %w", p, err)
		}
	}
	for _, p := range r.Columns {
		if _, err := pattern.Match(p, ""); err != nil || p == "" {
			return fmt.Errorf("redaction of the columns %q: it is no pattern", p)
		}
	}
	return nil
}

func (r *Redaction) concerns(role string) bool {
	return len(r.Roles) == 0 || slices.ContainsFunc(r.Roles, func(p string) bool {
		ok, err := pattern.Match(p, role)
		return ok || err != nil
	})
}

// Hides reports whether the text of a question may not be kept: of a role, whose statement, if it is proven, reads
// these columns.
func (r *Redaction) Hides(role string, columns []string, proven bool) bool {
	rec := Record{Role: role, Columns: columns}
	if proven {
		rec.Verdict = "allow"
	}
	questions, literals := r.modes(&rec)
	return redacts(questions) || redacts(literals)
}

// Active reports whether any record is redacted.
func (r *Redaction) Active() bool {
	return redacts(r.Questions) || redacts(r.Literals) || len(r.Columns) > 0
}

// modes returns how the questions and the literals of a record are redacted.
func (r *Redaction) modes(rec *Record) (questions, literals string) {
	if r.concerns(rec.Role) {
		questions, literals = r.Questions, r.Literals
	}
	if !r.sensitive(rec) {
		return questions, literals
	}
	if !redacts(questions) {
		questions = Mask
	}
	if !redacts(literals) {
		literals = Mask
	}
	return questions, literals
}

// sensitive reports whether a question reads any of r.Columns, or might have read one, had there been a statement.
func (r *Redaction) sensitive(rec *Record) bool {
	if len(r.Columns) == 0 || rec.Engine == "catalog" {
		return false
	}
	if rec.Verdict != "allow" {
		return true
	}
	return slices.ContainsFunc(rec.Columns, func(column string) bool {
		return slices.ContainsFunc(r.Columns, func(p string) bool { return endsLike(column, p) })
	})
}

// endsLike reports whether the last parts of a dotted name match the parts of a pattern, in any case of letters. A
// name may hold dots of its own, so its last part may be all that is left.
func endsLike(name, like string) bool {
	have, want := strings.Split(strings.ToLower(name), "."), strings.Split(strings.ToLower(like), ".")
	last := len(want) - 1
	for i := range max(0, len(have)-last) {
		parts := append(slices.Clone(have[i:i+last]), strings.Join(have[i+last:], "."))
		hit := true
		for j, part := range parts {
			ok, err := pattern.Match(want[j], part)
			hit = hit && (ok || err != nil)
		}
		if hit {
			return true
		}
	}
	return false
}

// Redacted returns a record as the log would hold it, for whoever shows one that is not written yet.
func (l *Log) Redacted(rec Record) Record { return l.redact.apply(rec, l.key) }

// apply returns the redacted record. Texts in prose repeat words and values of the question, so they are masked when
// questions or literals are redacted; SQLSTATEs, rules, names of tables, numbers and times stay.
func (r *Redaction) apply(rec Record, key []byte) Record {
	ofQuestions, ofLiterals := r.modes(&rec)
	questions, literals := redacts(ofQuestions), redacts(ofLiterals)
	if !questions && !literals || rec.Event == Note {
		return rec
	}
	if questions {
		rec.Question = obscure(rec.Question, ofQuestions, key)
	}
	if literals {
		for _, sql := range []*string{&rec.SQL, &rec.Sent, &rec.Within} {
			*sql = obscureSQL(*sql, ofLiterals, key)
		}
	}
	// Prompts hold questions and values between words that everybody knows: their plain hashes could be guessed.
	rec.Prompt = obscure(rec.Prompt, stricter(ofQuestions, ofLiterals), key)
	for _, text := range []*string{&rec.Reading, &rec.Clarified, &rec.Message, &rec.Reply, &rec.Remark} {
		*text = obscure(*text, Mask, nil)
	}
	rec.States = slices.Clone(rec.States)
	for i := range rec.States {
		rec.States[i].Note = obscure(rec.States[i].Note, Mask, nil)
	}
	rec.Attempts = slices.Clone(rec.Attempts)
	for i := range rec.Attempts {
		a := &rec.Attempts[i]
		if literals {
			a.Draft = obscureSQL(a.Draft, ofLiterals, key)
		}
		a.Error, a.Advice = obscure(a.Error, Mask, nil), obscure(a.Advice, Mask, nil)
	}
	if rec.Retrieval != nil {
		rec.Retrieval = rec.Retrieval.redacted()
	}
	return rec
}

// redacted keeps the names of the tables, and not why they were chosen.
func (r *Retrieval) redacted() *Retrieval {
	out := *r
	out.Outline = obscure(r.Outline, Mask, nil)
	out.Phases = slices.Clone(r.Phases)
	for i := range out.Phases {
		out.Phases[i] = masked
	}
	for _, list := range []*[]TableChoice{&out.Chosen, &out.Removed} {
		*list = slices.Clone(*list)
		for i := range *list {
			(*list)[i].Reason = obscure((*list)[i].Reason, Mask, nil)
		}
	}
	return &out
}

// stricter returns the stricter of two modes, of which at least one redacts.
func stricter(a, b string) string {
	if a == Mask || b == Mask {
		return Mask
	}
	return Hash
}

func redacts(mode string) bool { return mode == Mask || mode == Hash }

// obscure returns the replacement of a text in a mode.
func obscure(text, mode string, key []byte) string {
	if text == "" {
		return ""
	}
	if mode != Hash {
		return masked
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte("pgask redaction\x00")) // keeps these apart from the digests of lines, which use the same key
	h.Write([]byte(text))
	return fmt.Sprintf("(hmac %x)", h.Sum(nil)[:16])
}

// maxScan bounds what is given to PostgreSQL's lexer.
const maxScan = 256 << 10

// obscureSQL puts placeholders for the literals of a statement, and leaves its comments out. What the lexer cannot
// read, and what is no SQL, is redacted as a whole: it may hold anything.
func obscureSQL(sql, mode string, key []byte) string {
	if sql == "" || strings.HasPrefix(sql, "{") || len(sql) > maxScan {
		return obscure(sql, mode, key)
	}
	scanned, err := pg.Scan(sql)
	if err != nil {
		return obscure(sql, mode, key)
	}
	var b strings.Builder
	at, n := 0, 0
	for _, t := range scanned.Tokens {
		from, to := int(t.Start), int(t.End)
		if from < at || to < from || to > len(sql) {
			return obscure(sql, mode, key)
		}
		b.WriteString(sql[at:from])
		at = to
		switch t.Token {
		case pg.Token_SQL_COMMENT, pg.Token_C_COMMENT:
		case pg.Token_SCONST, pg.Token_USCONST, pg.Token_BCONST, pg.Token_XCONST, pg.Token_ICONST, pg.Token_FCONST:
			n++
			if mode == Hash {
				b.WriteString("'" + obscure(sql[from:to], mode, key) + "'")
			} else {
				fmt.Fprintf(&b, "$%d", n)
			}
		default:
			b.WriteString(sql[from:to])
		}
	}
	// What stands behind the last token is blank, or was not understood.
	return strings.TrimSpace(b.String())
}
