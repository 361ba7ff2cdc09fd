package integration

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// release is a server of another version than the machine's, with the roles of a strict one and a shop to which demo and dba
// have access without a password.
type release struct {
	sandboxtest.Version
	*strict
}

const shopDB = "shop"

// rig is a proxy in front of the release's shop.
func (v release) rig(t *testing.T, change ...func(*proxy.Config, *translate.Config)) *rig {
	t.Helper()
	return setupOn(t, shopDB, append([]func(*proxy.Config, *translate.Config){func(pc *proxy.Config, _ *translate.Config) {
		pc.Datasources[shopDB] = upstreamOf(t, v.Server, shopDB)
	}}, change...)...)
}

// TestVersions does what matters on a server of every version that the machine does not have. docs/engines.md has a row for
// each of these.
func TestVersions(t *testing.T) {
	for _, version := range sandboxtest.Versions(t) {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			v := release{version, newStrict(t, func(o *sandbox.Options) {
				o.Programs = version.Programs
				o.HBA += "\nhost shop demo,dba 127.0.0.1/32 trust\nhost postgres postgres 127.0.0.1/32 trust"
			})}
			if got := v.value(t, "SHOW server_version"); !strings.HasPrefix(got, version.String()+".") {
				t.Fatalf("this is PostgreSQL %s, not %d", got, version.Major)
			}
			if err := v.CreateDatabase(t.Context(), shopDB); err != nil {
				t.Fatal(err)
			}
			if err := v.LoadShop(t.Context(), shopDB); err != nil {
				t.Fatal(err)
			}
			t.Run("metadata", v.metadata) // alone, before others make types
			t.Run("conversations", v.conversations)
			t.Run("forms", v.forms)
			t.Run("protocols", v.protocols)
			t.Run("logins", v.logins)
			t.Run("cancelled question", v.cancelledQuestion)
			t.Run("keys", v.keys)
		})
	}
}

// conversations are compared with those of a client that is connected to the server itself. All of them ask for protocol 3.2,
// which servers before 18 negotiate down.
func (v release) conversations(t *testing.T) {
	t.Parallel()
	proxied := inFront(t, v.Addr())
	for group, conversations := range map[string]map[string]func(*peer){"simple": simpleConversations, "extended": extendedConversations,
		"copy": copyConversations, "idle": idleConversations, "half closed": halfClosed} {
		for name, play := range conversations {
			t.Run(group+"/"+name, func(t *testing.T) {
				t.Parallel()
				sameBy(t, v.Server, protocol32, proxied, play)
			})
		}
	}
}

// metadata is what tools read of this version's catalogs.
func (v release) metadata(t *testing.T) {
	r := v.rig(t)
	sameBy(t, v.Server, protocol32, r.addr, readMetadata, "user", "demo", "database", shopDB)
	if n := len(r.journal.all()); n != 0 {
		t.Errorf("%d of them were taken for questions", n)
	}
}

// forms are all ways to put a question into a statement, people's and tools'.
func (v release) forms(t *testing.T) {
	t.Parallel()
	w := v.rig(t, withModel(knows)).wire()
	w.tb = t
	for _, f := range slices.Concat(ownForms, toolForms) {
		if v.Major < 15 && (f.name == "MERGE" || f.name == "what is left of these") {
			continue // MERGE came with 15
		}
		w.form(f)
	}
	w.unchanged("I")
}
