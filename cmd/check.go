package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/service"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

type checkOptions struct {
	dsn   string
	jsonl bool
}

func (p *program) check() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [flags] [SQL]",
		Short: "Say what the guard thinks of a statement",
		Long: `Say whether the guard would let a generated statement run. The statement is the argument, or standard input. With
--dsn the facts about names come from that database, and the policies for its role apply; without it only PostgreSQL's own
names are known.

With --jsonl standard input holds a JSON object a line, with id and sql, or sql_b64 for what is no clean text; each
is answered by a line with id, verdict (allow or reject) and why. A reason names the kind of refusal, invalid or
unsafe, and the guard's rule. Nothing is run. The exit code is 1 when anything was rejected.`,
		Example: `  pgask check 'SELECT pg_sleep(10)'
  pgask check --dsn postgres://me@db.example/shop --jsonl < statements.jsonl`,
		Args: cobra.MaximumNArgs(1),
	}
	flags := cli.WithSettings(cmd)
	cmd.Flags().StringVar(&o.dsn, "dsn", "", "connection URL or keywords of a database whose catalog is to be used")
	cmd.Flags().BoolVar(&o.jsonl, "jsonl", false, "read JSON Lines from standard input")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.jsonl && len(args) > 0 {
			return cli.UsageError("--jsonl reads standard input, so no statement may be given")
		}
		s, err := p.Load(cmd, flags)
		if err != nil {
			return err
		}
		g, err := service.NewGuard(s)
		if err != nil {
			return err
		}
		var facts guard.Facts
		if o.dsn != "" {
			if facts.Snapshot, err = snapshotOf(cmd.Context(), o.dsn); err != nil {
				return err
			}
			if g, err = service.NewGuardFor(s, facts.Snapshot.Datasource, facts.Snapshot.Role); err != nil {
				return err
			}
		}
		judge := func(sql string) guard.Verdict { return g.Check(sql, facts) }
		if o.jsonl {
			return checkLines(cmd.InOrStdin(), cmd.OutOrStdout(), judge)
		}
		return checkOne(cmd, args, judge)
	}
	return cmd
}

// snapshotOf reads the catalog of a database.
func snapshotOf(ctx context.Context, dsn string) (*schema.Snapshot, error) {
	conn, database, err := connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer cli.Disconnect(conn)
	s, _, err := catalogOf(ctx, borrow.New(conn))
	if err == nil {
		s.Datasource = database // what it is called where no settings say otherwise
	}
	return s, err
}

func catalogOf(ctx context.Context, conn *borrow.Conn) (*schema.Snapshot, schema.Print, error) {
	print, err := schema.Fingerprint(ctx, conn, nil)
	if err != nil {
		return nil, print, err
	}
	s, err := schema.Extract(ctx, conn, print)
	return s, print, err
}

// maxStatement bounds a statement from standard input. It is more than the guard accepts, so that the guard refuses
// what is cut off.
const maxStatement = 1 << 20

func checkOne(cmd *cobra.Command, args []string, judge func(string) guard.Verdict) error {
	var sql string
	if len(args) > 0 {
		sql = args[0]
	} else {
		data, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxStatement))
		if err != nil {
			return fmt.Errorf("read standard input: %w", err)
		}
		sql = string(data)
	}
	v := judge(sql)
	if v.Decision == guard.Allow {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "allow")
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), "reject: "+cli.Printable(reason(v)))
	return cli.Fail(cli.Failed, nil)
}

// reason names the kind of a refusal, its rule and why.
func reason(v guard.Verdict) string { return fmt.Sprintf("%s (%s): %s", v.Decision, v.Rule, v.Why) }

// checkLine is a line in, checkVerdict a line out.
type checkLine struct {
	ID  json.RawMessage `json:"id"`
	SQL *string         `json:"sql"`
	B64 *string         `json:"sql_b64"`
}

type checkVerdict struct {
	ID      json.RawMessage `json:"id"`
	Verdict string          `json:"verdict"`
	Why     string          `json:"why"`
}

// checkLines judges a statement a line. What cannot be read is rejected, never skipped; empty lines say nothing.
func checkLines(in io.Reader, out io.Writer, judge func(string) guard.Verdict) error {
	r := bufio.NewReaderSize(in, 4*maxStatement)
	w := bufio.NewWriter(out)
	rejected := false
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			break
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		v := checkVerdict{ID: json.RawMessage("null"), Verdict: "reject"}
		if errors.Is(err, bufio.ErrBufferFull) {
			v.Why = fmt.Sprintf("invalid (%s): the line is longer than %d bytes", guard.RuleBounds, 4*maxStatement)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
		} else {
			v = judgeLine(line, judge)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read standard input: %w", err)
		}
		rejected = rejected || v.Verdict != "allow"
		if err := cli.WriteLine(w, v); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		// Whoever writes a line and waits for its verdict gets it.
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return fmt.Errorf("write: %w", err)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	if rejected {
		return cli.Fail(cli.Failed, nil)
	}
	return nil
}

func judgeLine(line []byte, judge func(string) guard.Verdict) checkVerdict {
	var in checkLine
	v := checkVerdict{ID: json.RawMessage("null"), Verdict: "reject"}
	// The decoder would replace such characters, and the guard would judge another text than the one that was meant.
	if !utf8.Valid(line) || loneSurrogate(line) {
		var only struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(bytes.ToValidUTF8(line, []byte("\uFFFD")), &only) == nil {
			v.ID = orNull(only.ID)
		}
		v.Why = "invalid (" + guard.RuleEncoding + "): the line is not clean UTF-8; give such a statement as sql_b64"
		return v
	}
	if err := json.Unmarshal(line, &in); err != nil {
		v.Why = "invalid (" + guard.RuleSyntax + "): the line is not JSON of the expected form: " + err.Error()
		return v
	}
	v.ID = orNull(in.ID)
	var sql string
	switch {
	case in.SQL != nil && in.B64 == nil:
		sql = *in.SQL
	case in.B64 != nil && in.SQL == nil:
		data, err := base64.StdEncoding.DecodeString(*in.B64)
		if err != nil {
			v.Why = "invalid (" + guard.RuleEncoding + "): sql_b64 is not base64: " + err.Error()
			return v
		}
		sql = string(data)
	default:
		v.Why = "invalid (" + guard.RuleSyntax + "): a line holds either sql or sql_b64"
		return v
	}
	verdict := judge(sql)
	if verdict.Decision == guard.Allow {
		v.Verdict = "allow"
		return v
	}
	v.Why = reason(verdict)
	return v
}

// loneSurrogate reports whether a line of JSON escapes half a character, as "\ud800".
func loneSurrogate(line []byte) bool {
	for {
		at := bytes.IndexByte(line, '\\')
		if at < 0 || at+1 >= len(line) {
			return false
		}
		line = line[at+1:]
		first, ok := escaped(line)
		if line = line[1:]; !ok || !utf16.IsSurrogate(first) {
			continue
		}
		second, ok := rune(0), false
		if len(line) > 5 && line[4] == '\\' {
			second, ok = escaped(line[5:])
		}
		if !ok || utf16.DecodeRune(first, second) == utf8.RuneError {
			return true
		}
		line = line[10:]
	}
}

// escaped reads uXXXX at the start of what follows a backslash.
func escaped(text []byte) (rune, bool) {
	if len(text) < 5 || text[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[1:5]), 16, 16)
	return rune(n), err == nil
}

func orNull(id json.RawMessage) json.RawMessage {
	if id == nil {
		return json.RawMessage("null")
	}
	return id
}
