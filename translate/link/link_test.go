package link_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// read makes the index of a schema on a real server.
func read(t *testing.T, file string) *link.Index {
	t.Helper()
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), string(script)+"; ANALYZE").ReadAll(); err != nil {
		t.Fatal(err)
	}
	b := borrow.New(conn)
	print, err := schema.Fingerprint(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	snap, err := schema.Extract(t.Context(), b, print)
	if err != nil {
		t.Fatal(err)
	}
	return link.Of(semantic.Of(snap, true))
}

// say writes a link as tests name it.
func say(k link.Link) string {
	switch k.Kind {
	case link.Relation:
		return k.Relation.Table.Name
	case link.Value:
		return fmt.Sprintf("%s.%s='%s'", k.Relation.Table.Name, k.Column.Column.Name, k.Value)
	case link.Key:
		return fmt.Sprintf("%s->%s", k.Relation.Table.Name+"."+k.Key.Columns[0].Name, k.Key.To.Table.Name)
	case link.Event:
		if k.Column == nil {
			return k.Relation.Table.Name + " happened"
		}
		return k.Relation.Table.Name + "." + k.Column.Column.Name + " happened"
	}
	return k.Relation.Table.Name + "." + k.Column.Column.Name
}

// links returns what the words of a phrase may be, best first.
func links(l *link.Lattice, phrase string) []string {
	n := len(link.Split(phrase))
	for _, c := range l.Chunks {
		if c.To-c.From == n && strings.EqualFold(text(l, c), phrase) {
			var out []string
			for _, k := range c.Links {
				out = append(out, say(k))
			}
			return out
		}
	}
	return nil
}

// A word of the language is a value only where it is written as a name.
func TestWordIsNoName(t *testing.T) {
	t.Parallel()
	x := read(t, "testdata/ferry.sql")
	for _, question := range []string{"sum up the recordings", "Up to when are recordings published", "recordings up to 1999"} {
		for _, phrase := range []string{"up", "Up"} {
			if got := links(x.Read(question, nil), phrase); got != nil {
				t.Errorf("%s: %q", question, got)
			}
		}
	}
}

// How many of something there are is no column called their number.
func TestNumberOfSomething(t *testing.T) {
	t.Parallel()
	x := read(t, "testdata/ferry.sql")
	if got := links(x.Read("number of crew lists", nil), "number of crew lists"); slices.Contains(got, "crew_list.crew_list_number") {
		t.Errorf("%q", got)
	}
	if got := links(x.Read("number of the crew list", nil), "crew list"); !slices.Contains(got, "crew_list") {
		t.Errorf("%q", got)
	}
}

func text(l *link.Lattice, c link.Chunk) string {
	var ws []string
	for _, w := range l.Words[c.From:c.To] {
		ws = append(ws, w.Text)
	}
	return strings.Join(ws, " ")
}

func TestRead(t *testing.T) {
	t.Parallel()
	x := read(t, "testdata/ferry.sql")
	tests := []struct {
		question, phrase string
		want             string // among the links
		first            bool   // and the best of them
	}{
		{"How many vessels are there?", "vessels", "vessel", true},
		{"How many ships are there?", "ships", "vessel", true},
		{"How many vesels are there?", "vesels", "vessel", true},
		{"names of the clients in Cologne", "clients", "client", true},
		{"clients from koln", "koln", "client.town='Köln'", true},
		{"invoices of Cafe Zoe", "Cafe Zoe", "client.firm_name='Café-Zoé GmbH'", true},
		{"invoices of zoé café", "zoé café", "client.firm_name='Café-Zoé GmbH'", true},
		{"sailings to Harwich", "Harwich", "port.name='Harwich'", true},
		{"crossings that were cancelled", "cancelled", "sailing.state='C'", true},
		{"cancelled sailings", "sailings", "sailing", true},
		{"sailings booked in March", "booked", "booking.booked_on happened", true},
		{"which clients did Mia Sand acquire", "acquire", "client.acquired_by->staff", false},
		{"longest sailing", "longest", "sailing.length", true},
		{"sailings by departure port", "departure port", "sailing.departureport->port", false},
		{"sailings by port of arrival", "port of arrival", "sailing.arrivalport->port", false},
		{"Belgian clients", "Belgian", "client.country='Belgium'", true},
		{"vessels with a sauna", "sauna", "vessel.features='sauna'", true},
		{"purchase request lines", "purchase request lines", "purchaserequestline", true},
		{"request lines by unit", "request lines", "purchaserequestline", true},
		{"running time of sailings", "running time", "sailing.length", true},
		{"longest recording", "longest", "recording.milliseconds", true},
		{"recordings by The Larks", "The Larks", "orchestra.name='The Larks'", true},
		{"recordings called The Larks", "The Larks", "recording.title='The Larks'", true},
		{"recordings published in 1999", "published", "recording.publication_year happened", true},
		{"rate of goods code 9403.60", "9403.60", "tariff.goods_code='940360'", true},
		{"how long is Up", "Up", "recording.title='Up'", true},
		{"how many townships are there", "townships", "township", true},
	}
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			got := links(x.Read(tt.question, nil), tt.phrase)
			if i := slices.Index(got, tt.want); i < 0 || tt.first && i > 0 {
				t.Errorf("%q may be %q, want %q", tt.phrase, got, tt.want)
			}
		})
	}
}
