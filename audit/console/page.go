package console

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed web/*.html web/style.css web/icon.svg web/htmx.min.js web/htmx.LICENSE
var web embed.FS

// pages are what the console consists of.
type pages struct {
	zones   templatesByZone
	statics map[string]static
	edition string // of the statics, for their addresses
}

// static is a file that is served as it is.
type static struct {
	kind string // its Content-Type
	data []byte
}

// page is the content common to all pages, and in Body that of one.
type page struct {
	Title   string
	Here    string // the part of the console that it belongs to, as its path
	Visitor *visitor
	Notice  string // what was done
	Refresh int    // seconds after which browsers without JavaScript load it again; 0: never
	Body    any

	// These are filled in by show.
	Assets   string
	Version  string
	ReadOnly bool
	Policies bool   // there is a page of them
	Now      bool   // likewise
	Zone     string // of the times that are shown, with its distance from UTC now
	Named    string // that zone by its name; empty: it is the machine's, which has none
	Zones    []string
	Self     string // the address of the page
	Scope    string // whose questions these are
}

// readStatics reads the files that are served as they are.
func (p *pages) readStatics() error {
	p.statics = map[string]static{}
	names, err := fs.Glob(web, "web/*")
	if err != nil {
		return err
	}
	kinds := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
		".LICENSE": "text/plain; charset=utf-8"}
	edition := sha256.New()
	for _, file := range names {
		kind, ok := kinds[path.Ext(file)]
		if !ok {
			continue
		}
		data, err := web.ReadFile(file)
		if err != nil {
			return err
		}
		p.statics[path.Base(file)] = static{kind, data}
		edition.Write(data)
	}
	p.edition = hex.EncodeToString(edition.Sum(nil))[:12]
	return nil
}

// parseTemplates makes the pages of a time zone, each with the layout that all share.
func parseTemplates(at *time.Location, chosen string) (templates, error) {
	shared, err := template.New("").Funcs(functions(at, chosen)).ParseFS(web, "web/layout.html", "web/parts.html")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(web, "web/*.html")
	if err != nil {
		return nil, err
	}
	made := templates{}
	for _, file := range names {
		name := strings.TrimSuffix(path.Base(file), ".html")
		if name == "layout" || name == "parts" {
			continue
		}
		data, err := web.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if made[name], err = template.Must(shared.Clone()).Parse(string(data)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return made, nil
}

// show answers with a page. It renders the page as a whole first, so that an error can still become an error page.
func (c *Console) show(w http.ResponseWriter, r *http.Request, v *visitor, code int, name string, p page) error {
	p.Visitor, p.Assets, p.Version, p.ReadOnly = v, "/static/", c.cfg.Version, c.cfg.ReadOnly
	p.Policies, p.Now = c.cfg.Policies != nil, c.cfg.Underway != nil
	at := c.zone(r)
	if v != nil {
		p.Scope = c.records.told(r.Context())
	}
	p.Zone, p.Named, p.Zones, p.Self = zone(c.cfg.now().In(at)), strings.TrimPrefix(at.String(), "Local"), someZones, "/questions"
	if r.Method == http.MethodGet {
		p.Self = r.URL.RequestURI()
	}
	return c.send(w, r, code, name, "layout", p)
}

// send answers with one template of a page.
func (c *Console) send(w http.ResponseWriter, r *http.Request, code int, name, part string, data any) error {
	at := c.zone(r)
	all, err := c.pages.zones.in(at, c.chosen(at))
	if err != nil {
		return err
	}
	t := all[name]
	if t == nil {
		return fmt.Errorf("there is no template %q", name)
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, part, data); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	_, _ = w.Write(b.Bytes()) // fails only when the client has gone
	return nil
}

// static serves an embedded file.
func (c *Console) static(w http.ResponseWriter, r *http.Request) {
	file, ok := c.pages.statics[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	tag := `"` + c.pages.edition + `"`
	w.Header().Set("Content-Type", file.kind)
	w.Header().Set("Cache-Control", "no-cache") // browsers revalidate it by its ETag
	w.Header().Set("ETag", tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file.data))
}

// problem is an error page: a status, and a sentence for the visitor.
type problem struct {
	code int // of HTTP
	text string
}

func (p *problem) Error() string { return p.text }

func notFound(text string) error  { return &problem{http.StatusNotFound, text} }
func forbidden(text string) error { return &problem{http.StatusForbidden, text} }

// answer calls a view, and shows what is wrong if something is.
func (c *Console) answer(w http.ResponseWriter, r *http.Request, v *visitor, f view) {
	if err := f(w, r, v); err != nil {
		c.fail(w, r, v, err)
	}
}

// fail answers with an error page. The text of an error that is no *problem goes to the operator's log alone.
func (c *Console) fail(w http.ResponseWriter, r *http.Request, v *visitor, err error) {
	var told *problem
	if !errors.As(err, &told) {
		told = &problem{http.StatusInternalServerError, "This cannot be shown now. The operator's log says why."}
		if errors.Is(err, context.DeadlineExceeded) {
			told = &problem{http.StatusServiceUnavailable, "This took too long. Ask for less: a shorter time, or one datasource."}
		}
		c.log.Error("console page failed", "page", r.Pattern, "error", err)
	}
	if err := c.show(w, r, v, told.code, "problem", page{Title: http.StatusText(told.code), Body: told.text}); err != nil {
		c.log.Error("console page failed", "page", "problem", "error", err)
	}
}

func redirect(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
