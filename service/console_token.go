package service

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/conf"
)

// TokenFile is the name of the file, in state.dir, that holds a generated token of the console.
const TokenFile = "console.token"

// ConsoleToken returns the token that opens the console: console.token, else the one in TokenFile, else a new one,
// which it writes there.
func ConsoleToken(s *conf.Settings) (string, error) {
	if s.Console.Token != "" {
		return string(s.Console.Token), nil
	}
	path := filepath.Join(s.State.Dir, TokenFile)
	if err := os.MkdirAll(s.State.Dir, 0o700); err != nil {
		return "", err
	}
	if token, err := readToken(path); !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	token, made := rand.Text(), path+"."+rand.Text()
	defer os.Remove(made)
	if err := os.WriteFile(made, []byte(token+"\n"), 0o600); err != nil {
		return "", err
	}
	// It appears whole or not at all: of two proxies that start at once, the second finds the token of the first.
	if err := os.Link(made, path); errors.Is(err, fs.ErrExist) {
		return readToken(path)
	} else if err != nil {
		return "", err
	}
	return token, nil
}

// readToken reads a token file, which must be readable by its owner alone.
func readToken(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s must be a file that its owner alone can read (chmod 600)", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < console.MinToken {
		return "", fmt.Errorf("%s holds no token of %d bytes or more; remove it, and a new one is made", path, console.MinToken)
	}
	return token, nil
}
