package builtin

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
)

// irregular maps plurals and participles that the stemmer does not reduce to their base form. A word mapped to itself
// keeps its form, because the stemmer would give it the stem of another word: product and production, station and
// state.
var irregular = map[string]string{
	"people": "person", "persons": "person", "men": "man", "women": "woman", "children": "child", "countries": "country",
	"feet": "foot", "mice": "mouse", "teeth": "tooth", "geese": "goose", "data": "datum", "indices": "index",
	"matrices": "matrix", "criteria": "criterion", "media": "medium", "staffs": "staff", "taught": "teach",
	"sold": "sell", "bought": "buy", "paid": "pay", "payed": "pay", "written": "write", "wrote": "write", "made": "make",
	"built": "build", "sent": "send", "held": "hold", "given": "give", "gave": "give", "taken": "take", "took": "take",
	"went": "go", "gone": "go", "goes": "go", "underwent": "undergo", "undergone": "undergo", "won": "win", "led": "lead", "shipped": "ship", "shipping": "ship", "driven": "drive", "drove": "drive",
	"flown": "fly", "flew": "fly", "spent": "spend", "lent": "lend", "hired": "hire", "bred": "breed", "chose": "choose",
	"chosen": "choose", "sang": "sing", "sung": "sing", "born": "birth", "returned": "return", "movies": "movie",
	"series": "series", "species": "species", "aliases": "alias", "statuses": "status", "addresses": "address",
	"nationality": "nationality", "national": "national", "organisation": "organization",
	"organisations": "organization", "organizations": "organization", "organization": "organization",
	"enrolment": "enrol", "enrollment": "enrol", "enrolled": "enrol", "enroll": "enrol", "universities": "university",
	"university": "university", "universal": "universal", "wives": "wife", "lives": "live", "leaves": "leave",
	"prices": "price", "priced": "price", "police": "police", "policies": "policy", "policy": "policy",
	"authors": "author", "author": "author", "authority": "authority", "general": "general", "generation": "generation",
	"station": "station", "stations": "station", "states": "state", "state": "state", "status": "status",
	"customer": "customer", "customers": "customer", "custom": "custom", "customs": "custom",
	"number": "number", "numbers": "number", "past": "past", "paste": "paste", "capital": "capital", "capitals": "capital",
	"revenue": "revenue", "revenues": "revenue", "news": "news", "international": "international",
	"internal": "internal", "production": "production", "productions": "production", "organ": "organ",
	"product": "product", "products": "product", "produce": "produce", "produced": "produce", "produces": "produce",
	"professor": "professor", "professors": "professor", "professional": "professional",
	"professionals": "professional", "profession": "profession", "community": "community", "communities": "community",
	"communication": "communication", "communications": "communication", "college": "college", "colleges": "college",
	"colleague": "colleague", "publication": "publication", "publications": "publication", "public": "public",
	"publish": "publish", "manager": "manager", "managers": "manager", "management": "management",
	"manage": "manage", "managed": "manage", "department": "department", "departments": "department",
	"depart": "depart", "departed": "depart", "departing": "depart", "departure": "depart", "arrival": "arrive",
	"invoice": "invoice", "invoices": "invoice", "animation": "animation", "animal": "animal", "animals": "animal",
	"rating": "rating", "ratings": "rating", "rate": "rate", "rates": "rate", "length": "length", "train": "train",
	"trains": "train", "training": "training", "trainings": "training", "meeting": "meeting", "meetings": "meeting",
	"building": "building", "buildings": "building", "listing": "listing", "listings": "listing", "routes": "route",
	"route": "route", "routine": "routine", "party": "party", "parties": "party", "part": "part", "parts": "part",
	"heading": "heading", "head": "head", "heads": "head", "opening": "opening", "openings": "opening",
	"minute": "minute", "minutes": "minute", "minor": "minor", "ordinary": "ordinary", "hospital": "hospital",
	"hospitality": "hospitality", "importance": "importance", "import": "import", "imports": "import",
	"accounts": "account", "account": "account", "accountant": "accountant", "accountants": "accountant",
	"accounting": "accounting", "weight": "weight", "weights": "weight", "height": "height", "heights": "height",
}

// stem returns the form of a lower-case word under which words of questions are compared with words of names.
func stem(w string) string {
	if s, ok := irregular[w]; ok {
		if irregular[s] == s {
			return s
		}
		w = s
	}
	if len(w) < 3 || !isLatin(w) {
		return w
	}
	if one := singular(w); one != w && irregular[one] == one {
		return one // the singular is a word that keeps its form: animations, animation
	}
	return english.Stem(w, true)
}

// isLatin reports whether all letters of w are in Latin-1, so that the stemmer applies.
func isLatin(w string) bool {
	for _, r := range w {
		if r > unicode.MaxLatin1 {
			return false
		}
	}
	return true
}

func stems(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = stem(w)
	}
	return out
}

// split cuts an identifier into lower-case words at underscores, at other punctuation, and before a capital letter:
// SalesOrder, order_id.
func split(name string) []string {
	var words []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			words = append(words, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if i > 0 && len(cur) > 0 && unicode.IsUpper(r) {
			prev := runes[i-1]
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if unicode.IsLower(prev) || unicode.IsDigit(prev) || (unicode.IsUpper(prev) && next) {
				flush()
			}
		}
		cur = append(cur, r)
	}
	flush()
	return words
}

// tails are words that names often end with without a separator before them: "countryname", "employeeid".
var tails = []string{"number", "name", "code", "date", "type", "time", "year", "level", "count", "price", "status",
	"description", "title", "floor", "id", "no"}

// notGlued are single words that happen to end like a tail.
var notGlued = map[string]bool{"paid": true, "valid": true, "grid": true, "humid": true, "fluid": true, "avoid": true,
	"rapid": true, "solid": true, "covid": true, "android": true, "discount": true, "account": true, "update": true,
	"casino": true, "piano": true, "surname": true, "nickname": true, "forename": true, "username": true,
	"subtitle": true, "candidate": true, "prototype": true, "overtime": true, "lifetime": true, "volcano": true,
	"domino": true, "filename": true, "entitle": true, "mandate": true, "bid": true, "unpaid": true, "invalid": true,
	"hybrid": true, "steroid": true, "asteroid": true, "liquid": true, "viscount": true, "timetable": true, "uid": true,
	"validate": true, "barcode": true, "postcode": true, "zipcode": true, "encode": true, "decode": true}

// unglue splits a word that was written without separators: after one of the prefixes, or before a tail. It returns
// the word alone when neither fits.
func unglue(word string, prefixes []string) []string {
	if notGlued[word] || len(word) < 5 {
		return []string{word}
	}
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(word, p); ok && len(p) >= 3 && len(rest) >= 2 {
			return append([]string{p}, unglue(rest, nil)...)
		}
	}
	for _, t := range tails {
		min := 3
		if len(t) <= 2 {
			min = 4
		}
		if head, ok := strings.CutSuffix(word, t); ok && len(head) >= min {
			return []string{head, t}
		}
	}
	return []string{word}
}
