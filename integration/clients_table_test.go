package integration

import (
	gocmp "cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// generated stands at the top of each of them.
const generated = "<!-- Written by `make integration UPDATE=1`, from what the clients did; the test fails when it is stale. -->\n\n"

// compareDoc holds a generated page to what it should be.
func compareDoc(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join("../docs/clients", name)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(have), "\n")); diff != "" {
		t.Errorf("%s is stale, run make integration UPDATE=1 (-what was seen +what it says):\n%s", path, diff)
	}
}

// table is a row per client and a column per form, in one table per group.
func table(forms []clientForm, seen []map[string]clientOutcome) string {
	var b strings.Builder
	b.WriteString("# What works in which client\n\n" + generated)
	b.WriteString("✓ the answer is the right one, – the client has no such thing, a SQLSTATE or “error” is what the user gets instead, for the\n" +
		"reason below the table. Afterwards every connection was used again. How each client is used: [clients](../clients.md).\n")
	for start := 0; start < len(forms); {
		end := start + 1
		for end < len(forms) && forms[end].Group == "" {
			end++
		}
		groupTable(&b, forms[start:end], seen)
		start = end
	}
	noticeTable(&b, forms, seen)
	return b.String()
}

func groupTable(b *strings.Builder, forms []clientForm, seen []map[string]clientOutcome) {
	fmt.Fprintf(b, "\n## %s\n\n", forms[0].Group)
	for i, f := range forms {
		text := f.SQL
		if len(f.Steps) > 0 {
			text = strings.ReplaceAll(strings.Join(f.Steps, "; "), "; ; ", "; Sync; ")
		}
		fmt.Fprintf(b, "%d. %s: %s\n", i+1, f.Name, code(strings.Join(strings.Fields(text), " ")))
	}
	b.WriteString("\n| client |")
	for i := range forms {
		fmt.Fprintf(b, " %d |", i+1)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(forms)) + "\n")
	var notes []string
	for i, c := range clients {
		fmt.Fprintf(b, "| [%s](%s) |", c.name, c.page)
		for _, f := range forms {
			b.WriteString(" " + c.cell(f, seen[i][f.Name], &notes) + " |")
		}
		b.WriteString("\n")
	}
	for i, n := range notes {
		fmt.Fprintf(b, "\n%s) %s.\n", letters[i:i+1], n)
	}
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// cell says what came of a form, and adds to the notes why it is not as wanted.
func (c client) cell(f clientForm, o clientOutcome, notes *[]string) string {
	if o.Lacks != "" {
		return "–"
	}
	d, differs := c.differs[f.Name]
	if !differs {
		return "✓"
	}
	at := -1
	for i, n := range *notes {
		if n == d.because {
			at = i
		}
	}
	if at < 0 {
		at = len(*notes)
		*notes = append(*notes, d.because)
	}
	what := gocmp.Or(d.cell, "✓")
	if rest, failed := strings.CutPrefix(d.want, "error"); failed {
		if what = strings.TrimSpace(rest); what == "" {
			what = "error"
		}
	}
	return what + " " + letters[at:at+1]
}

func noticeTable(b *strings.Builder, forms []clientForm, seen []map[string]clientOutcome) {
	b.WriteString("\n## Are notices handed to the program?\n\n| client | notices of the first form |\n|---|---|\n")
	for i, c := range clients {
		fmt.Fprintf(b, "| %s | %d |\n", c.name, len(seen[i][forms[0].Name].Notices))
	}
}

// seenByUsers is what each client tells of an answer, a question back and a refusal.
func seenByUsers(forms []clientForm, seen []map[string]clientOutcome) string {
	var b strings.Builder
	b.WriteString("# What a user sees\n\n" + generated)
	b.WriteString("What each client's program gets to print, beside the rows: its notices, and its error's own text.\n")
	for _, f := range forms {
		if f.Show == "" {
			continue
		}
		fmt.Fprintf(&b, "\n## %s: %s\n", strings.ToUpper(f.Show[:1])+f.Show[1:], code(f.SQL))
		told := make(map[string][]string)
		var order []string
		for i, c := range clients {
			text := seen[i][f.Name].told()
			if told[text] == nil {
				order = append(order, text)
			}
			told[text] = append(told[text], c.name)
		}
		for _, text := range order {
			fmt.Fprintf(&b, "\n%s:\n\n", strings.Join(told[text], ", "))
			for line := range strings.SplitSeq(text, "\n") {
				b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
			}
		}
	}
	return b.String()
}

// told is all that was handed to the program beside rows.
func (o clientOutcome) told() string {
	var lines []string
	for _, n := range o.Notices {
		lines = append(lines, strings.TrimSpace(n))
	}
	for _, r := range o.Results {
		if r.Error != nil {
			lines = append(lines, strings.TrimSpace(r.Error.Shown))
		}
	}
	if len(lines) == 0 {
		return "(nothing)"
	}
	return anyID.ReplaceAllString(strings.Join(lines, "\n"), `"id":"…"`)
}

var anyID = regexp.MustCompile(`"id":"[0-9a-f]+"`)

var ticks = regexp.MustCompile("`+")

// code is text in Markdown's own quotes, which must be longer than any in it. A bar would end the cell of a table.
func code(text string) string {
	fence := "`"
	for _, t := range ticks.FindAllString(text, -1) {
		if len(t) >= len(fence) {
			fence = t + "`"
		}
	}
	return fence + strings.ReplaceAll(text, "|", `\|`) + fence
}
