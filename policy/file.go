package policy

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pgask/pgask/yamlshape"
)

// Bounds on what a file may hold.
const (
	maxFile     = 1 << 20
	maxPolicies = 200
	maxList     = 500  // entries of one list
	maxPattern  = 1000 // bytes of one pattern of questions
	maxHint     = 500
)

// Load reads a file; no name: there are no policies. The error names every mistake, each with its line.
func Load(name string) (*Set, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, maxFile)
	}
	s, err := Parse(data)
	if err != nil {
		return nil, located(name, err)
	}
	return s, nil
}

// located puts the file's name before each of several mistakes, as each becomes a line of a log by itself.
func located(name string, err error) error {
	var errs []error
	for problem := range strings.SplitSeq(err.Error(), "\n") {
		errs = append(errs, fmt.Errorf("%s: %s", name, problem))
	}
	return errors.Join(errs...)
}

// entry is a policy as it is written.
type entry struct {
	Name        string   `yaml:"name"`
	Roles       []string `yaml:"roles"`
	Except      []string `yaml:"except"`
	Datasources []string `yaml:"datasources"`
	Deny        struct {
		Ask       bool     `yaml:"ask"`
		Tables    []string `yaml:"tables"`
		Columns   []string `yaml:"columns"`
		Questions []string `yaml:"questions"`
		Models    []string `yaml:"models"`
	} `yaml:"deny"`
	Quota struct {
		Questions int64   `yaml:"questions"`
		Tokens    int64   `yaml:"tokens"`
		Cost      float64 `yaml:"cost"`
	} `yaml:"quota"`
	Hint string `yaml:"hint"`
}

// Parse reads policies as YAML. The error names every mistake, each with its line.
func Parse(data []byte) (*Set, error) {
	var lines struct {
		Policies []yaml.Node `yaml:"policies"`
	}
	var file struct {
		Policies []entry `yaml:"policies"`
	}
	if err := yamlshape.Decode(data, &lines); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, example)
	}
	if len(lines.Policies) > maxPolicies {
		return nil, fmt.Errorf("more than %d policies", maxPolicies)
	}
	var shape yamlshape.Errors
	if err := yamlshape.Decode(data, &file); err != nil && !errors.As(err, &shape) {
		return nil, err
	}
	s := &Set{}
	var errs []error
	if len(shape) > 0 {
		errs = append(errs, shape)
	}
	named := map[string]int{}
	for i := range file.Policies {
		at, end := lines.Policies[i].Line, math.MaxInt
		if i+1 < len(lines.Policies) {
			end = lines.Policies[i+1].Line
		}
		if shape.Within(at, end) {
			continue // what else it has would be guessed
		}
		p, err := file.Policies[i].policy()
		if first := named[p.Name]; err == nil && first > 0 {
			err = fmt.Errorf("the name %q is taken, at line %d", p.Name, first)
		}
		if err != nil {
			for problem := range strings.SplitSeq(err.Error(), "\n") {
				errs = append(errs, fmt.Errorf("policy at line %d: %s", at, problem))
			}
			continue
		}
		named[p.Name] = at
		s.policies = append(s.policies, p)
	}
	return s, errors.Join(errs...)
}

// example shows the shape of the whole to who got that wrong.
const example = "the file is like this: policies: [{name: no-salaries, roles: [sales], deny: {tables: [salaries]}}]"

func (e *entry) policy() (Policy, error) {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if e.Name == "" || len(e.Name) > 63 || strings.ContainsAny(e.Name, "\x00\n\r\t") {
		complain("it needs a name of up to 63 bytes")
	}
	if len(e.Hint) > maxHint {
		complain("hint: more than %d bytes", maxHint)
	}
	for key, list := range map[string][]string{"roles": e.Roles, "except": e.Except, "datasources": e.Datasources,
		"deny.tables":  e.Deny.Tables,
		"deny.columns": e.Deny.Columns, "deny.models": e.Deny.Models} {
		if len(list) > maxList {
			complain("%s: more than %d entries", key, maxList)
		}
		for _, pattern := range list {
			if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
				complain("%s: %q is no pattern", key, pattern)
			}
		}
	}
	p := Policy{Name: e.Name, Roles: e.Roles, Except: e.Except, Datasources: e.Datasources, Ask: e.Deny.Ask, Tables: e.Deny.Tables,
		Columns: e.Deny.Columns, Models: e.Deny.Models, Quota: Quota(e.Quota), Hint: e.Hint}
	for _, text := range e.Deny.Questions {
		pattern, err := regexp.Compile("(?i)" + text)
		switch {
		case len(text) > maxPattern || len(e.Deny.Questions) > maxList:
			complain("deny.questions: at most %d patterns of %d bytes each", maxList, maxPattern)
		case err != nil:
			complain("deny.questions: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		case pattern.MatchString(""):
			complain("deny.questions: %q matches every question; deny.ask: true says so plainly", text)
		}
		p.Questions = append(p.Questions, pattern)
	}
	if q := e.Quota; q.Questions < 0 || q.Tokens < 0 || !(q.Cost >= 0 && q.Cost < 1e12) {
		complain("quota: it must be 0 or more")
	}
	if len(errs) == 0 && !p.Ask && len(p.Tables)+len(p.Columns)+len(p.Questions)+len(p.Models) == 0 && p.Quota == (Quota{}) {
		complain("it forbids nothing and has no quota")
	}
	return p, errors.Join(errs...)
}
