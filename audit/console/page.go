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

// pages are the templates by name, each with the layout that all share.
type pages struct {
	byName  map[string]*template.Template
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
	Zone     string // of the times that are shown
	Scope    string // whose questions these are
}

func parsePages(at *time.Location) (pages, error) {
	p := pages{byName: map[string]*template.Template{}, statics: map[string]static{}}
	shared, err := template.New("").Funcs(functions(at)).ParseFS(web, "web/layout.html", "web/parts.html")
	if err != nil {
		return p, err
	}
	names, err := fs.Glob(web, "web/*")
	if err != nil {
		return p, err
	}
	kinds := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
		".LICENSE": "text/plain; charset=utf-8"}
	edition := sha256.New()
	for _, file := range names {
		name := path.Base(file)
		data, err := web.ReadFile(file)
		if err != nil {
			return p, err
		}
		if kind, ok := kinds[path.Ext(name)]; ok {
			p.statics[name] = static{kind, data}
			edition.Write(data)
			continue
		}
		if name == "layout.html" || name == "parts.html" {
			continue
		}
		t, err := template.Must(shared.Clone()).Parse(string(data))
		if err != nil {
			return p, fmt.Errorf("%s: %w", name, err)
		}
		p.byName[strings.TrimSuffix(name, ".html")] = t
	}
	p.edition = hex.EncodeToString(edition.Sum(nil))[:12]
	return p, nil
}

// show answers with a page. It renders the page as a whole first, so that an error can still become an error page.
func (c *Console) show(w http.ResponseWriter, r *http.Request, v *visitor, code int, name string, p page) error {
	p.Visitor, p.Assets, p.Version, p.ReadOnly = v, "/static/", c.cfg.Version, c.cfg.ReadOnly
	p.Policies = c.cfg.Policies != nil
	if v != nil {
		p.Scope = c.told(r.Context())
	}
	p.Zone = zone(c.cfg.now().In(c.cfg.Location))
	return c.send(w, code, name, "layout", p)
}

// send answers with one template of a page.
func (c *Console) send(w http.ResponseWriter, code int, name, part string, data any) error {
	t := c.pages.byName[name]
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
