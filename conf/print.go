package conf

import (
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Print writes the effective settings as YAML that Load accepts (but for secrets, which read "redacted"), with the
// source of each value as a comment.
func (s *Settings) Print(w io.Writer) error {
	p := printer{w: w}
	group := ""
	for _, row := range settings {
		key := row.key
		if head, tail, nested := strings.Cut(key, "."); nested {
			if head != group {
				p.line(0, head+":", "")
			}
			group, key = head, "  "+tail
		} else {
			group = ""
		}
		p.line(0, key+": "+scalar(format(row.field(s))), s.origins[row.key].String())
	}
	if len(s.Datasources) > 0 {
		p.line(0, "datasources:", "")
	}
	for _, d := range s.Datasources {
		p.line(1, scalar(d.Name)+":", "")
		p.line(2, "upstream: "+scalar(d.Upstream.String()), d.origin.String())
		if d.Auth != "" {
			p.line(2, "auth: "+d.Auth, d.authOrigin.String())
		}
		for i, r := range d.Routes {
			if i == 0 {
				p.line(2, "routes:", d.routeOrigin.String())
			}
			p.line(3, "- "+scalar(r.String()), "")
		}
	}
	return p.err
}

type printer struct {
	w   io.Writer
	err error
}

const commentColumn = 48

func (p *printer) line(depth int, text, comment string) {
	if p.err != nil {
		return
	}
	text = strings.Repeat("  ", depth) + text
	if comment != "" {
		text = fmt.Sprintf("%-*s # %s", commentColumn, text, comment)
	}
	_, p.err = fmt.Fprintln(p.w, text)
}

// scalar returns a value on one line of YAML.
func scalar(v any) string {
	var n yaml.Node
	if err := n.Encode(v); err != nil {
		return fmt.Sprintf("%q", fmt.Sprint(v))
	}
	n.Style = yaml.FlowStyle
	if text, ok := v.(string); ok && (text == "" || strings.ContainsAny(text, "\n\t")) {
		n.Style = yaml.DoubleQuotedStyle
	}
	out, err := yaml.Marshal(&n)
	if err != nil {
		return fmt.Sprintf("%q", fmt.Sprint(v))
	}
	return strings.TrimSpace(strings.ReplaceAll(string(out), "\n", " "))
}
