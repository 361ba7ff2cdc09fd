package service

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/spend"
)

func guardPolicy(s *conf.Settings) guard.Policy {
	return guard.Policy{
		Functions: s.Guard.Functions, ExtensionSets: s.Guard.Extensions, ExtensionSchemas: s.Guard.ExtensionSchemas,
		Relations: s.Guard.Relations, ForeignTables: s.Guard.ForeignTables, Catalogs: s.Guard.Catalogs,
		AllowedSchemas: s.Guard.AllowedSchemas,
		DeniedSchemas:  s.Guard.DeniedSchemas, DeniedTables: s.Guard.DeniedTables, DeniedColumns: s.Guard.DeniedColumns,
		MaskedColumns: s.Share.Masked,
		Secrets:       s.Share.Secrets != "off", UnmaskedColumns: s.Share.Unmasked,
	}
}

// NewGuard makes the guard that the settings describe.
func NewGuard(s *conf.Settings) (*guard.Guard, error) {
	g, err := guard.New(guardPolicy(s))
	if err != nil {
		return nil, &SettingError{fmt.Errorf("guard: %w", err)}
	}
	return g, nil
}

// NewGuardFor makes the guard for a caller: what the policies deny to any of its roles on a datasource is denied, too.
func NewGuardFor(s *conf.Settings, datasource string, roles ...string) (*guard.Guard, error) {
	all, err := policy.Load(s.Policies.File)
	if err != nil {
		return nil, &SettingError{err}
	}
	g, err := guard.New(translate.Under(guardPolicy(s), all.For(datasource, roles...)))
	if err != nil {
		return nil, &SettingError{fmt.Errorf("the guard under policies: %w", err)}
	}
	return g, nil
}

// NewAgent makes the agent that the settings describe. The options set fields of its configuration that are not
// settings.
func NewAgent(s *conf.Settings, library *lessons.Library, log *slog.Logger, options ...func(*translate.Config)) (*translate.Agent, error) {
	if _, err := NewGuard(s); err != nil {
		return nil, err
	}
	level, err := schema.ParseLevel(s.Share.Level)
	if err != nil {
		return nil, &SettingError{fmt.Errorf("share: %w", err)}
	}
	cfg := translate.Config{
		Engine: s.Engine, Build: Build(),
		Guard: guardPolicy(s), ExtensionSchemas: s.Guard.ExtensionSchemas,
		MaxAttempts: s.MaxAttempts, MaxCorrections: s.MaxCorrections, MaxRefinements: orNone(s.MaxRefinements), MaxRows: s.MaxRows,
		AnswerConfidence:  max(s.Confidence.Answer, 1e-9), // 0 would mean the default
		BuiltinConfidence: s.Confidence.Builtin,
		MaxCost:           s.Explain.MaxCost,
		Share:             schema.Share{Level: level},
		InferForeignKeys:  s.Schema.InferForeignKeys, JoinConfidence: max(s.Confidence.Join, 1e-9),
		Candidates: s.Model.Candidates, TokensPerQuestion: s.Model.TokensPerQuestion,
		TokensPerRole: s.Model.TokensPerRole, Prices: modelPrices(s),
		Lessons: library, IgnoreLessons: !s.Lessons.Apply, LessonReaders: s.Lessons.Readers, PinWriters: s.Pins.Writers,
		Log: func(ctx context.Context, q audit.Query) ([]audit.Entry, bool, error) {
			return LogReader(s).Newest(ctx, q)
		},
		LogScope: func(ctx context.Context) (string, error) {
			scope, err := LogReader(s).Scope(ctx)
			return scope.String(), err
		},
		Secrets: func(datasource string, columns []string) {
			log.Info("columns are masked because they are named like secrets, or hold hashes of passwords; share.unmasked makes exceptions",
				"datasource", datasource, "columns", columns)
		},
		Misnamed: func(datasource string, what []string) {
			log.Warn("policies name what the database does not have, which protects nothing", "datasource", datasource, "names", what)
		},
		Unused: func(datasource, role, what string) {
			log.Warn("a question speaks of a word whose definition is not used, since what it names is not there for the role", "datasource", datasource,
				"role", role, "definition", what)
		},
		LogReaders: s.Audit.Readers, KeepPrompts: s.Audit.Prompts != audit.PromptsOff,
	}
	if cfg.Policies, err = policy.Load(s.Policies.File); err != nil {
		return nil, &SettingError{fmt.Errorf("policies.file: %w", err)}
	}
	if cfg.Meaning, err = readMeaning(s.Schema.Descriptions); err != nil {
		return nil, &SettingError{fmt.Errorf("schema.descriptions: %w", err)}
	}
	cfg.Descriptions = cfg.Meaning.Descriptions()
	if s.Model.BaseURL != "" {
		m, err := NewModel(s, s.Model.Name, log)
		if err != nil {
			return nil, &SettingError{fmt.Errorf("model: %w", err)}
		}
		cfg.Model = m
	}
	for _, option := range options {
		option(&cfg)
	}
	agent, err := translate.New(cfg)
	if err != nil {
		return nil, &SettingError{err}
	}
	return agent, nil
}

// NewModel makes the client of a model of that name at the configured endpoint. Each has a breaker of its own.
func NewModel(s *conf.Settings, name string, log *slog.Logger) (*model.Client, error) {
	return model.NewClient(model.Config{
		BaseURL: s.Model.BaseURL, Name: name, Key: model.NewSecret(string(s.Model.Key)),
		Timeout: s.Model.Timeout, FirstToken: s.Model.FirstTokenTimeout, Retries: orNone(s.Model.Retries),
		MaxTokens: s.Model.MaxTokens, MaxAnswer: s.Model.MaxAnswer, BreakAfter: s.Model.BreakAfter, BreakFor: s.Model.BreakFor, Logger: log,
	})
}

// readMeaning reads what people wrote about the schema; there is nothing when the file has no name.
func readMeaning(name string) (*semantic.File, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return semantic.ParseFile(f)
}

func modelPrices(s *conf.Settings) map[string]spend.Price {
	all := map[string]spend.Price{}
	for name, p := range s.Model.Prices() {
		all[name] = spend.Price(p)
	}
	return all
}

// orNone returns -1 for a setting of 0. It is for fields of a Config where 0 means the default and a negative number
// none.
func orNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}
