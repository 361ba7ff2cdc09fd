package refine

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/pgask/pgask/translate/plan/edit"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Step is one change: a patch, or a condition in the user's words, which still has to be translated.
type Step struct {
	Patch  edit.Patch
	Filter string // for example "from Berlin"; empty: Patch is the change
	Except bool   // keep the rows for which Filter does not hold
}

// maxText is the length in bytes of the longest follow-up that the rules read. A model reads longer ones.
const maxText = 400

// Read splits a follow-up on the answer of p into steps. ok is false when the rules do not explain all of it.
func Read(text string, p *plan.Plan, snap *schema.Snapshot) (steps []Step, ok bool) {
	text = strings.Join(strings.Fields(text), " ")
	if p == nil || text == "" || len(text) > maxText {
		return nil, false
	}
	r := &reader{plan: p, snap: snap}
	if steps, ok = r.parts(text); ok {
		return steps, true
	}
	return r.one(text)
}

// reader reads follow-ups on one answer.
type reader struct {
	plan    *plan.Plan
	snap    *schema.Snapshot
	unknown string // the first phrase in the place of a column that names none
}

// Unknown returns the phrase that a follow-up uses for a column although no column has that name. It returns "" when
// the follow-up can be read, or cannot be read for another reason.
func Unknown(text string, p *plan.Plan, snap *schema.Snapshot) string {
	text = strings.Join(strings.Fields(text), " ")
	if p == nil || text == "" || len(text) > maxText {
		return ""
	}
	r := &reader{plan: p, snap: snap}
	if _, ok := r.one(text); ok {
		return ""
	}
	if r.unknown != "" && !between.MatchString(text) {
		return r.unknown
	}
	whole := r.unknown
	for _, part := range between.Split(text, 6) {
		r.unknown = ""
		if _, ok := r.one(part); !ok {
			return cmp.Or(r.unknown, whole)
		}
	}
	return whole
}

var between = regexp.MustCompile(`(?i)\s*(?:,|;|\.)\s*(?:and |then |but )*|\s+(?:and|then|but) (?:then )?`)

// parts reads several changes in one text. Each part must be a change by itself, and at most one part a condition,
// because "Berlin and Rome" is one condition and not two.
func (r *reader) parts(text string) ([]Step, bool) {
	parts := between.Split(text, 6)
	if len(parts) < 2 {
		return nil, false
	}
	var all []Step
	filters := 0
	for _, part := range parts {
		if part == "" {
			continue
		}
		steps, ok := r.one(part)
		if !ok {
			return nil, false
		}
		for _, s := range steps {
			if s.Filter != "" {
				filters++
			}
		}
		all = append(all, steps...)
	}
	return all, filters <= 1 && len(all) > 0
}

var (
	before   = regexp.MustCompile(`(?i)^(?:please|now|ok|okay|and|but|then|so|actually|can you|could you|would you|i want|i need|let's|let me see)[, ]+`)
	behind   = regexp.MustCompile(`(?i)[ ,]*(?:\b(?:please|instead|now|again|thanks)|[.!?;]+)$`)
	likewise = regexp.MustCompile(`(?i)^(?:what about|how about|(?:and )?the same (?:for|in|with)|same (?:for|in|with))(?: only)? `)
	also     = regexp.MustCompile(`(?i)^also | (?:too|as well|also)$`)
)

// one reads one change.
func (r *reader) one(text string) ([]Step, bool) {
	for {
		shorter := strings.TrimSpace(behind.ReplaceAllString(before.ReplaceAllString(text, ""), ""))
		if shorter == text {
			break
		}
		text = shorter
	}
	if steps, read, ok := r.another(text); read {
		return steps, ok
	}
	text = likewise.ReplaceAllString(text, "only ") // what about 2024?
	c := change{text: text, more: also.MatchString(text)}
	c.text = strings.TrimSpace(also.ReplaceAllString(text, ""))
	c.lower = strings.ToLower(c.text)
	if c.text == "" {
		return nil, false
	}
	for _, rule := range rules {
		if steps, ok := rule(r, c); ok {
			return steps, true
		}
	}
	return nil, false
}

// change is the text of one change, without polite words.
type change struct {
	text, lower string
	more        bool // the text contained also, too or as well
}
