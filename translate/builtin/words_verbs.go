package builtin

import (
	"strings"
)

// genericVerbs holds stems of verbs that only say that two things belong together, so that any join between them will
// do.
var genericVerbs = wordSet(`done price have own belong contain include take make do offer hold place work live locate situate come
associate relate assign link connect give get receive use go involve consist carry keep feature participate attend play
teach perform produce write direct manage head lead create build design develop release publish issue found establish
register enrol record list belong base live stay reside join visit study major appear occur happen serve supply provide
order buy purchase sell pay ship return rent borrow lend book reserve treat undergo operate conduct run drive fly sing act
win compete star score earn spend cost weigh found store display show present supervise advise report employ hire post
review rate comment like follow know speak support sponsor fund affiliate train prescribe examine visit own possess
file submit send mail deliver mention represent elect vote nominate claim settle charge bill invoice claim travel depart arrive
start begin end finish open close join make manufacture compose perform exhibit exhibit host organize organise cover tag label
classify categorize group fall fit sit stand exist work complete pass fail graduate
assign handle process grant award recruit select choose pick play coach captain born age name call title damage injure
use access borrow check climb ascend claim bring put mark cause affect suffer diagnose go commit experience
repair fix maintain inspect clean install monitor test audit evaluate assess request schedule plan prepare cook watch
stream download upload view read print edit translate record film draw paint collect donate help assist deliver guide instruct
make purchase transact subscribe sign cancel approve reject move transfer share belong`)

// emptyVerbs holds stems of verbs that may stand without an object and do not change the meaning: "games held",
// "orders placed".
var emptyVerbs = wordSet(`hold place make happen occur list offer exist take record give issue publish release involve run
	perform participate found associate have show store report`)

// wordSet returns the set of the stems of the words in s.
func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[stem(w)] = true
	}
	return m
}

// verbWeight returns the factor for the score when the word is read as the verb that joins two things; 0 when it is
// no such verb.
func (p *parser) verbWeight(t token) float64 {
	if t.kind != word {
		return 0
	}
	if genericVerbs[t.stem] || p.ix.deeds[t.stem] && participle(t) {
		return 0.99
	}
	if !participle(t) {
		for _, n := range p.ix.find([]token{t}) {
			if n.column == nil && n.score > 0.9 {
				return 0 // the word names a table
			}
		}
	}
	if p.ix.namesTable(t.stem) {
		return 0.97
	}
	return 0
}

// namesTable reports whether a stem is, or is nearly, a word in the name of any table.
func (ix *index) namesTable(s string) bool {
	for _, ti := range ix.info {
		for _, w := range ti.words {
			if w == s || len(s) >= 4 && len(w) >= 4 && commonStart(w, s) >= max(4, len(s)-2) {
				return true
			}
		}
	}
	return false
}

// commonStart returns the length of the common beginning of a and b, in bytes.
func commonStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// participle reports whether a word has the form of a verb in the past.
func participle(t token) bool {
	return strings.HasSuffix(t.low, "ed") && len(t.low) > 4 && !strings.HasSuffix(t.low, "eed") || pastForms[t.low]
}

// pastForms holds past forms of verbs that do not end in -ed.
var pastForms = map[string]bool{"born": true, "left": true, "sent": true, "paid": true, "made": true, "built": true, "sold": true,
	"written": true, "withdrawn": true, "stolen": true, "lost": true, "broken": true, "wrote": true, "taught": true, "bought": true, "held": true, "given": true, "gave": true, "taken": true, "took": true,
	"won": true, "led": true, "driven": true, "flown": true, "flew": true, "spent": true, "lent": true, "chosen": true, "sung": true, "done": true}
