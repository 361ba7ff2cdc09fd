package service

import "runtime/debug"

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
