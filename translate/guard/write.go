package guard

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"github.com/pganalyze/pg_query_go/v5/parser"
	"google.golang.org/protobuf/proto"
)

// write turns the checked tree into text and proves that the text has the same meaning: it is parsed again, and both
// trees must be equal but for positions. The deparser loses some parentheses and adds others: 3 * + 3 * + 3 gets one
// pair for each sign, so that the text may exceed the bounds although the draft did not. In both cases write returns
// the draft itself with the schemas of its relations inserted, provided that the draft contains nothing that a server
// could lex differently from this parser.
func write(draft string, tree *pg_query.ParseResult, relations []edit, maxBytes int) (string, *finding) {
	want, err := canonical(tree)
	if err != nil {
		return "", unfaithful(err)
	}
	text, err := parser.DeparseFromProtobuf(want)
	if err == nil {
		if err = means(text, want, maxBytes); err == nil {
			return text, nil
		}
	}
	if text = splice(draft, relations); plainText(text) && means(text, want, maxBytes) == nil {
		return text, nil
	}
	return "", unfaithful(err)
}

// means returns nil if a text parses to a tree with the canonical form want and is within the bounds, so that it can
// be checked again.
func means(text string, want []byte, maxBytes int) error {
	if f := checkBounds(text, maxBytes); f != nil {
		return errors.New(f.why)
	}
	tree, err := pg_query.Parse(text)
	if err != nil {
		return err
	}
	got, err := canonical(tree)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errors.New("it would mean something else")
	}
	return nil
}

// edit is a schema name to be inserted into the draft.
type edit struct {
	at     int // byte offset in the draft
	schema string
}

// splice returns the draft with schemas inserted before the names of relations.
func splice(draft string, edits []edit) string {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b edit) int { return b.at - a.at })
	for _, e := range edits {
		if e.at < 0 || e.at > len(draft) {
			return ""
		}
		draft = draft[:e.at] + `"` + strings.ReplaceAll(e.schema, `"`, `""`) + `".` + draft[e.at:]
	}
	return strings.TrimRight(draft, " \t\r\n;")
}

// plainText reports whether a text holds no comment, backslash or dollar quote. Servers read these differently,
// depending on settings and version.
func plainText(text string) bool {
	return text != "" && !strings.ContainsAny(text, "\\$\v") && !strings.Contains(text, "--") && !strings.Contains(text, "/*")
}

func unfaithful(err error) *finding {
	return invalid(RuleUnfaithful, "", "it cannot be written back as it was read: %s", err)
}

// canonical clears the positions of a tree and serialises it. The tree holds only node types that the shape walk
// allows.
func canonical(tree *pg_query.ParseResult) ([]byte, error) {
	for _, raw := range tree.Stmts {
		raw.StmtLocation, raw.StmtLen = 0, 0
		clearPositions(inner(raw.Stmt))
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(tree)
}
