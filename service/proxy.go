package service

import (
	"log/slog"
	"net"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/login"
)

// proxyConfig returns the configuration of the proxy that the settings describe, without Translator and Journal.
func proxyConfig(s *conf.Settings, log *slog.Logger) (proxy.Config, error) {
	cfg := proxy.Config{
		Policy: login.Policy{
			Datasources: make(map[string]login.Upstream), StartupTimeout: s.Limits.StartupTimeout,
			ProxyProtocol: s.ProxyProtocol.Networks(),
			KeepAlive: net.KeepAliveConfig{Enable: s.KeepAlive.Idle > 0, Idle: s.KeepAlive.Idle,
				Interval: s.KeepAlive.Interval, Count: s.KeepAlive.Count},
		},
		Rules: ask.Rules{
			QuestionTimeout: s.Timeout.Question, StatementTimeout: s.Timeout.Statement, MaxQuestionBytes: int(s.MaxQuestionBytes),
			Questions: s.Limits.Questions, QuestionsPerRole: s.Limits.QuestionsPerRole, QuestionQueue: orNone(s.Limits.QuestionQueue),
		},
		MaxConnections: s.Limits.Connections, Limits: limits(s), Log: log,
	}
	if len(s.Datasources) == 0 {
		return cfg, settingError("no database to serve: give --upstream postgres://host:5432/database, or set datasources.NAME.upstream")
	}
	for _, d := range s.Datasources {
		up, err := login.ParseUpstream(d.Upstream.Explicit())
		if err != nil {
			return cfg, settingError("datasources.%s.upstream: %w", d.Name, err)
		}
		up.Database, up.Auth = d.Upstream.Database, login.AuthMode(d.Auth) // and not what PGDATABASE says
		for _, r := range d.Routes {
			to, err := login.ParseUpstream(r.Upstream.Explicit())
			if err != nil {
				return cfg, settingError("datasources.%s.routes: %w", d.Name, err)
			}
			to.Database = r.Upstream.Database
			route := login.Route{To: to, Role: r.Pattern}
			if r.By == "application" {
				route = login.Route{To: to, Application: r.Pattern}
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
	}
}
