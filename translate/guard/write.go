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

// write turns the proven tree into text, and proves that the text means the tree: it is parsed again, and both trees
// must be equal but for the positions in the text. The deparser loses some parentheses, and adds others: 3 * + 3 * + 3 is written
// with one pair for each sign, so that the text may pass the bounds that the draft was within. In both cases the draft itself
// serves, with only the schemas of its relations put in, provided that it holds nothing which a server could lex in
// another way than the parser here.
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

// means proves that a text parses to a tree in its canonical form, and that it can be proven again.
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

// edit is the name of a schema to be put into the draft.
type edit struct {
	at     int // byte offset
	schema string
}

// splice puts schemas before the names of relations.
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

// plainText says whether a text holds no comment, no backslash and no dollar quote: what settings or versions of a
// server read in different ways.
func plainText(text string) bool {
	return text != "" && !strings.ContainsAny(text, "\\$\v") && !strings.Contains(text, "--") && !strings.Contains(text, "/*")
}

func unfaithful(err error) *finding {
	return invalid(RuleUnfaithful, "", "it cannot be written back as it was read: %s", err)
}

// canonical clears the positions of a tree and serialises it. Only what the shape walk allows occurs in it.
func canonical(tree *pg_query.ParseResult) ([]byte, error) {
	for _, raw := range tree.Stmts {
		raw.StmtLocation, raw.StmtLen = 0, 0
		clearPositions(inner(raw.Stmt))
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(tree)
}
