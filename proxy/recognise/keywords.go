package recognise

import "strings"

// word is a class of tokens that the walker tells apart.
type word uint8

const (
	wOther   word = iota // any token that is none of the following
	wDot                 // signs
	wComma               //
	wOpen                // (
	wClose               // )
	wBracket             // [
	wUnbracket
	wSemicolon
	wAll // keywords
	wAlso
	wAs
	wAtomic
	wBegin
	wCall
	wCase
	wConflict
	wCopy
	wCreate
	wDeclare
	wDelete
	wDistinct
	wDo
	wEnd
	wExcept
	wExplain
	wExplainOption
	wFetch
	wFor
	wFrom
	wGroup
	wHaving
	wInsert
	wInstead
	wIntersect
	wInto
	wIs
	wJoin
	wLateral
	wLimit
	wMatched
	wMaterialized
	wMerge
	wNot
	wOffset
	wOn
	wOnly
	wOrder
	wPrepare
	wRecursive
	wReturning
	wSelect
	wUnion
	wUpdate
	wUsing
	wValues
	wWhen
	wWhere
	wWindow
	wWith
	wWithin
)

var keywords = map[string]word{
	"analyze": wExplainOption, "analyse": wExplainOption, "verbose": wExplainOption,
	"all": wAll, "also": wAlso, "as": wAs, "atomic": wAtomic, "begin": wBegin, "call": wCall, "case": wCase,
	"conflict": wConflict, "copy": wCopy, "create": wCreate, "declare": wDeclare, "delete": wDelete, "distinct": wDistinct,
	"do": wDo, "end": wEnd, "except": wExcept, "explain": wExplain, "fetch": wFetch, "for": wFor, "from": wFrom,
	"group": wGroup, "having": wHaving, "insert": wInsert, "instead": wInstead, "intersect": wIntersect, "into": wInto,
	"is": wIs, "join": wJoin, "lateral": wLateral, "limit": wLimit, "matched": wMatched, "materialized": wMaterialized,
	"merge": wMerge, "not": wNot, "offset": wOffset, "on": wOn, "only": wOnly, "order": wOrder, "prepare": wPrepare,
	"recursive": wRecursive, "returning": wReturning, "select": wSelect, "union": wUnion, "update": wUpdate,
	"using": wUsing, "values": wValues, "when": wWhen, "where": wWhere, "window": wWindow, "with": wWith,
	"within": wWithin,
}

var signs = [256]word{
	'.': wDot, ',': wComma, '(': wOpen, ')': wClose, '[': wBracket, ']': wUnbracket, ';': wSemicolon,
}

// wordOf classifies a token. What follows a dot is a name, whatever it looks like.
func wordOf(text string, t Token, prev word) word {
	switch t.Kind {
	case Punct:
		return signs[text[t.Start]]
	case Ident:
		if prev != wDot {
			w, _ := folded(keywords, text[t.Start:t.End])
			return w
		}
	}
	return wOther
}

// noAlias are the keywords that cannot name a table (reserved, or reserved for functions and types), so that one of
// them behind a table goes on with the statement. system_user is left out: it is free before PostgreSQL 16.
var noAlias = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`
		all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
		current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc
		distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral
		leading limit localtime localtimestamp not null offset on only or order placing primary references returning
		select session_user some symmetric table then to trailing true union unique user using variadic when where
		window with

		authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like
		natural notnull outer overlaps right similar tablesample verbose`) {
		m[w] = true
	}
	return m
}()
