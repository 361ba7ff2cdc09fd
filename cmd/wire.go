package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

func newLogger(s *conf.Settings, w io.Writer) *slog.Logger {
	log, _ := newLeveledLogger(s, w)
	return log
}

// newLeveledLogger is newLogger, with the means to change its level later.
func newLeveledLogger(s *conf.Settings, w io.Writer) (*slog.Logger, *slog.LevelVar) {
	level := &slog.LevelVar{}
	level.Set(s.Log.Level)
	options := &slog.HandlerOptions{Level: level}
	if s.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, options)), level
	}
	return slog.New(slog.NewTextHandler(w, options)), level
}

func guardPolicy(s *conf.Settings) guard.Policy {
	return guard.Policy{
		Functions: s.Guard.Functions, ExtensionSets: s.Guard.Extensions, ExtensionSchemas: s.Guard.ExtensionSchemas,
		Relations: s.Guard.Relations, ForeignTables: s.Guard.ForeignTables, Catalogs: s.Guard.Catalogs, AllowedSchemas: s.Guard.AllowedSchemas,
		DeniedSchemas: s.Guard.DeniedSchemas, DeniedTables: s.Guard.DeniedTables, DeniedColumns: s.Guard.DeniedColumns, MaskedColumns: s.Share.Masked,
	}
}

func newGuard(s *conf.Settings) (*guard.Guard, error) {
	g, err := guard.New(guardPolicy(s))
	if err != nil {
		return nil, &failure{exitUsage, fmt.Errorf("guard: %w", err)}
	}
	return g, nil
}

// newAgent makes the agent that the settings describe; with adds what is not in them.
func newAgent(s *conf.Settings, library *lessons.Library, log *slog.Logger, with ...func(*translate.Config)) (*translate.Agent, error) {
	if _, err := newGuard(s); err != nil {
		return nil, err
	}
	level, err := schema.ParseLevel(s.Share.Level)
	if err != nil {
		return nil, &failure{exitUsage, fmt.Errorf("share: %w", err)}
	}
	cfg := translate.Config{
		Engine: s.Engine, Tier: s.Model.Tier, Release: release(),
		Guard: guardPolicy(s), ExtensionSchemas: s.Guard.ExtensionSchemas,
		MaxAttempts: s.MaxAttempts, MaxCorrections: s.MaxCorrections, MaxRefinements: orNone(s.MaxRefinements), MaxRows: s.MaxRows,
		AnswerConfidence: max(s.Confidence.Answer, 1e-9), // 0 would mean the default
		MaxCost:          s.Explain.MaxCost,
		Share:            schema.Share{Level: level, Masked: s.Share.Masked},
		TopK:             s.Retrieve.TopK, RetrieveMode: s.Retrieve.Mode,
		InferForeignKeys: s.Schema.InferForeignKeys, JoinConfidence: max(s.Confidence.Join, 1e-9),
		Candidates: s.Model.Candidates, TokensPerQuestion: s.Model.TokensPerQuestion, TokensPerRole: s.Model.TokensPerRole, Prices: modelPrices(s),
		Lessons: library, IgnoreLessons: !s.Lessons.Apply, LessonReaders: s.Lessons.Readers, PinWriters: s.Pins.Writers,
		Log: func(ctx context.Context, q audit.Query) ([]audit.Entry, bool, error) {
			return audit.Newest(ctx, s.Audit.Dir, q)
		},
		LogReaders: s.Audit.Readers,
	}
	if cfg.Policies, err = policy.Load(s.Policies.File); err != nil {
		return nil, &failure{exitUsage, fmt.Errorf("policies.file: %w", err)}
	}
	if cfg.Descriptions, err = readDescriptions(s.Schema.Descriptions); err != nil {
		return nil, &failure{exitUsage, fmt.Errorf("schema.descriptions: %w", err)}
	}
	if s.Model.BaseURL != "" {
		m, err := newModel(s, s.Model.Name, log)
		if err != nil {
			return nil, &failure{exitUsage, fmt.Errorf("model: %w", err)}
		}
		cfg.Model = m
		cfg.CallTokens = m.CallTokens()
		if s.Model.Fast != "" {
			if cfg.Judge, err = newModel(s, s.Model.Fast, log); err != nil {
				return nil, &failure{exitUsage, fmt.Errorf("model.fast: %w", err)}
			}
		}
		if cfg.Embedder, err = newEmbedder(s, log); err != nil {
			return nil, err
		}
	}
	for _, add := range with {
		add(&cfg)
	}
	agent, err := translate.New(cfg)
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	return agent, nil
}

// newModel makes the client of a model of that name at the configured endpoint. Each has a breaker of its own.
func newModel(s *conf.Settings, name string, log *slog.Logger) (*model.Client, error) {
	return model.NewClient(model.Config{
		BaseURL: s.Model.BaseURL, Name: name, Key: model.NewSecret(string(s.Model.Key)), Tier: model.Tier(s.Model.Tier),
		Timeout: s.Model.Timeout, FirstToken: s.Model.FirstToken, Retries: orNone(s.Model.Retries),
		MaxTokens: s.Model.MaxTokens, MaxAnswer: s.Model.MaxAnswer, BreakAfter: s.Model.BreakAfter, BreakFor: s.Model.BreakFor, Logger: log,
	})
}

// readDescriptions reads a file of descriptions; there is none when it has no name.
func readDescriptions(name string) (schema.Descriptions, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return schema.ParseDescriptions(f)
}

func modelPrices(s *conf.Settings) map[string]translate.Price {
	all := map[string]translate.Price{}
	for name, p := range s.Model.Prices() {
		all[name] = translate.Price(p)
	}
	return all
}

// maxEmbeddings bounds the response to one request of the embedding model: 64 vectors of numbers as text.
const maxEmbeddings = 32 << 20

// newEmbedder is the embedding model, or nil when none is configured.
func newEmbedder(s *conf.Settings, log *slog.Logger) (translate.Embedder, error) {
	if s.Model.Embedding == "" {
		return nil, nil
	}
	e, err := model.NewEmbedder(model.Config{BaseURL: s.Model.BaseURL, Name: s.Model.Embedding, Key: model.NewSecret(string(s.Model.Key)),
		Timeout: s.Model.Timeout, MaxResponse: maxEmbeddings, Logger: log})
	if err != nil {
		return nil, &failure{exitUsage, fmt.Errorf("model.embedding: %w", err)}
	}
	return e, nil
}

// orNone says 0 in the way of a Config where the zero value means the default.
func orNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

func openAudit(s *conf.Settings, store *state.Store, log *slog.Logger) (*audit.Log, error) {
	return audit.Open(audit.Config{Store: store, Name: logName(s, store), Dir: s.Audit.Dir, Proxy: s.Audit.Proxy, OnFailure: s.Audit.OnFailure, Key: []byte(s.Audit.Key), Logger: log,
		Rotation:  audit.Rotation{Size: int64(s.Audit.RotateSize), Age: s.Audit.RotateAge, Retain: s.Audit.Retain},
		Redaction: audit.Redaction{Questions: s.Audit.Questions, Literals: s.Audit.Literals, Roles: s.Audit.RedactRoles, Columns: s.Audit.RedactCols}})
}

// logName is what the state store calls the log: several proxies may share the store, and each has a log in a place of its own.
func logName(s *conf.Settings, store *state.Store) string {
	dir, err := filepath.Abs(s.Audit.Dir)
	if err != nil {
		dir = s.Audit.Dir
	}
	if !store.Shared() {
		return dir
	}
	name := s.Audit.Proxy
	if name == "" {
		name, _ = os.Hostname() // a host without a name has its directory
	}
	return name + ":" + dir
}

// proxyConfig is all that a server needs but the translator and the journal.
func proxyConfig(s *conf.Settings, log *slog.Logger) (proxy.Config, error) {
	cfg := proxy.Config{
		Datasources:    make(map[string]proxy.Upstream),
		MaxConnections: s.Limits.Connections, StartupTimeout: s.Limits.StartupTimeout,
		QuestionTimeout: s.Timeout.Question, StatementTimeout: s.Timeout.Statement,
		MaxQuestionBytes: int(s.MaxQuestionBytes), MaxCorrections: s.MaxCorrections, Log: log,
		ProxyProtocol: s.ProxyProtocol.Networks(), Limits: limits(s),
		KeepAlive: net.KeepAliveConfig{Enable: s.KeepAlive.Idle > 0, Idle: s.KeepAlive.Idle, Interval: s.KeepAlive.Interval, Count: s.KeepAlive.Count},
	}
	if len(s.Datasources) == 0 {
		return cfg, usageError("no database to serve: give --upstream postgres://host:5432/database, or set datasources.NAME.upstream")
	}
	for _, d := range s.Datasources {
		up, err := proxy.ParseUpstream(d.Upstream.Explicit())
		if err != nil {
			return cfg, usageError("datasources.%s.upstream: %w", d.Name, err)
		}
		up.Database, up.Auth = d.Upstream.Database, proxy.AuthMode(d.Auth) // and not what PGDATABASE says
		for _, r := range d.Routes {
			to, err := proxy.ParseUpstream(r.Upstream.Explicit())
			if err != nil {
				return cfg, usageError("datasources.%s.routes: %w", d.Name, err)
			}
			to.Database = r.Upstream.Database
			route := proxy.Route{To: to, Role: r.Pattern}
			if r.By == "application" {
				route = proxy.Route{To: to, Application: r.Pattern}
			}
			up.Routes = append(up.Routes, route)
		}
		cfg.Datasources[d.Name] = up
	}
	return cfg, access(&cfg, s)
}

func limits(s *conf.Settings) proxy.Limits {
	l := s.Limits
	return proxy.Limits{
		PerRole: l.ConnectionsPerRole, PerDatasource: l.ConnectionsPerDatasource, MessageBytes: int(l.MessageBytes), Idle: l.IdleTimeout,
		Questions: l.Questions, QuestionsPerRole: l.QuestionsPerRole, QuestionQueue: orNone(l.QuestionQueue),
	}
}

// checkWiring tells what is wrong with settings that only the packages they belong to can tell.
func checkWiring(s *conf.Settings) error {
	var errs []error
	silent := slog.New(slog.DiscardHandler)
	if _, err := newAgent(s, nil, silent); err != nil {
		errs = append(errs, err)
	}
	if library, err := openLessons(context.Background(), s, nil, silent); err != nil {
		errs = append(errs, err)
	} else {
		library.Close()
	}
	if len(s.Datasources) > 0 {
		if _, err := proxyConfig(s, nil); err != nil {
			errs = append(errs, err)
		}
	}
	if _, err := consoleTLS(s); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
