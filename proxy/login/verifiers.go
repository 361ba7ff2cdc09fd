package login

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pgask/pgask/proxy/scram"
)

// Verifiers are the sources of SCRAM verifiers: a file, a query, or both, the file first.
type Verifiers struct {
	File  *VerifierFile // nil: none
	Query *AuthQuery    // nil: none
}

// defaultIterations is the iteration count of PostgreSQL's own verifiers.
const defaultIterations = 4096

// find returns the verifier of a role or, if it has none, a mock one that no password matches.
func (v Verifiers) find(ctx context.Context, u Upstream, role string) (scram.Verifier, error) {
	iterations := defaultIterations
	var secret []byte
	if v.File != nil {
		if found, ok := v.File.roles[role]; ok {
			return found, nil
		}
		iterations, secret = v.File.iterations, v.File.secret
	}
	if v.Query != nil {
		found, ok, usual, err := v.Query.find(ctx, u, role)
		if err != nil || ok {
			return found, err
		}
		iterations = usual
		if secret == nil {
			secret = v.Query.secret
		}
	}
	return scram.Mock(secret, role, iterations), nil
}

// VerifierFile is a file of verifiers, as it was when it was read.
type VerifierFile struct {
	roles      map[string]scram.Verifier
	iterations int    // of most
	secret     []byte // that the salts of mock verifiers are made with
}

const maxVerifierFile = 64 << 20 // bytes

// ReadVerifiers reads a file in the form of PgBouncer's userlist: a line for each role, its name and its verifier in
// double quotes, a double quote within them doubled. Blank lines and those that begin with ; or # say nothing. Errors
// name the line and never hold what is in it.
func ReadVerifiers(path string) (*VerifierFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxVerifierFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxVerifierFile {
		return nil, fmt.Errorf("%s: larger than %d bytes", path, maxVerifierFile)
	}
	v, err := parseVerifiers(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

func parseVerifiers(text []byte) (*VerifierFile, error) {
	sum := sha256.Sum256(append([]byte("salts of mock verifiers\x00"), text...))
	v := &VerifierFile{roles: map[string]scram.Verifier{}, iterations: defaultIterations, secret: sum[:]}
	usual := map[int]int{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == ';' || line[0] == '#' {
			continue
		}
		role, rest, ok := quoted(line)
		secret, rest, ok2 := quoted(rest)
		if !ok || !ok2 || role == "" || rest != "" {
			return nil, fmt.Errorf("line %d: expected \"role\" \"verifier\"", n)
		}
		parsed, err := scram.ParseVerifier(secret)
		if err != nil {
			return nil, fmt.Errorf("line %d: role %q: %w", n, role, err)
		}
		if _, twice := v.roles[role]; twice {
			return nil, fmt.Errorf("line %d: role %q is there twice", n, role)
		}
		v.roles[role] = parsed
		usual[parsed.Iterations]++
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(usual) > 0 {
		most := func(a, b int) int { return cmp.Or(cmp.Compare(usual[a], usual[b]), cmp.Compare(a, b)) }
		v.iterations = slices.MaxFunc(slices.Collect(maps.Keys(usual)), most)
	}
	return v, nil
}

// quoted takes a text in double quotes off the front of a line.
func quoted(line string) (text, rest string, ok bool) {
	line, ok = strings.CutPrefix(strings.TrimSpace(line), `"`)
	if !ok {
		return "", "", false
	}
	var b strings.Builder
	for {
		part, after, found := strings.Cut(line, `"`)
		b.WriteString(part)
		if !found {
			return "", "", false
		}
		if !strings.HasPrefix(after, `"`) {
			return b.String(), strings.TrimSpace(after), true
		}
		b.WriteByte('"')
		line = after[1:]
	}
}
