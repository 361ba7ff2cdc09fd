package service

import (
	"fmt"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// CheckMeaning returns what in schema.descriptions does not fit a database, each mistake with its line: names that do
// not exist, and terms that cannot be composed with questions.
func CheckMeaning(s *conf.Settings, snap *schema.Snapshot, datasource string) error {
	f, err := readMeaning(s.Schema.Descriptions)
	if err != nil || f == nil {
		return err
	}
	return f.Check(semantic.Build(snap, semantic.Options{Infer: s.Schema.InferForeignKeys}), datasource)
}

// glossaryWarning says that lessons.file has what belongs to schema.descriptions; empty when it has not.
func glossaryWarning(s *conf.Settings) string {
	if s.Lessons.File == "" {
		return ""
	}
	all, err := lessons.Load(s.Lessons.File)
	if err != nil {
		return "" // Check tells it
	}
	n := 0
	for _, l := range all {
		if l.Glossary() {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("lessons.file: %d of its lessons say what words of the schema mean; pgask describe --convert writes them as schema.descriptions, "+
		"and the next release will not read them here", n)
}
