package service

import (
	"os"
	"runtime/debug"
	"time"
)

// version is set by the linker for releases: -ldflags "-X github.com/pgask/pgask/service.version=1.2.3".
var version = ""

// Release returns the name of this version of pgask; "development" when it was not built as one.
func Release() string {
	name := version
	if info, ok := debug.ReadBuildInfo(); ok && name == "" {
		name = info.Main.Version
	}
	if name == "" || name == "(devel)" {
		return "development"
	}
	return name
}

// Build returns what tells this build from others of the same release: the commit, and the time of the file where it
// has changes of its own or knows no commit. Hosts with one build of a commit have the same.
func Build() string {
	commit, changed := Commit()
	if commit == "" && version == "" || changed {
		return Release() + " " + commit + written()
	}
	return Release() + " " + commit
}

// Commit returns the commit that this program was built of, empty if it does not know, and whether it has changes
// beside it.
func Commit() (commit string, changed bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	return commit, changed
}

// written returns when the program's file was written, or nothing.
func written() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return " " + f.ModTime().UTC().Format(time.RFC3339Nano)
}
