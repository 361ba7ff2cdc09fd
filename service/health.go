package service

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/telemetry"
)

// health returns the content of the console's health page.
func (svc *service) health(ctx context.Context, s *conf.Settings, server *proxy.Server) []console.Group {
	st := server.Stats()
	return []console.Group{svc.upstreams(ctx, server, st), traffic(st), svc.storage(s.Audit.Key != ""), svc.cacheRates(), errorCounts(st)}
}

// upstreams reports which servers can be reached.
func (svc *service) upstreams(ctx context.Context, server *proxy.Server, st proxy.Stats) console.Group {
	g := console.Group{Name: "Datasources"}
	ready := server.Ready(ctx)
	for _, name := range slices.Sorted(maps.Keys(ready.Upstreams)) {
		item := console.Item{Name: name, Value: fmt.Sprintf("reachable, %d sessions", st.Sessions[name]), State: "ok"}
		if err := ready.Upstreams[name]; err != nil {
			svc.log.Debug("upstream not reachable", "datasource", name, "error", err)
			item.Value, item.State = "not reachable", "bad"
		}
		g.Items = append(g.Items, item)
	}
	if ready.Draining {
		g.Items = append(g.Items, console.Item{Name: "Shutdown", Value: "sessions are being ended", State: "warn"})
	}
	return g
}

// traffic reports on connections and questions.
func traffic(st proxy.Stats) console.Group {
	waiting := console.Item{Name: "Questions waiting", Value: fmt.Sprint(st.Waiting)}
	if st.Waiting > 0 {
		waiting.State = "warn"
	}
	g := console.Group{Name: "Proxy", Items: []console.Item{
		{Name: "Connections", Value: fmt.Sprint(st.Connections)},
		{Name: "Questions in progress", Value: fmt.Sprint(st.Asking)},
		waiting,
		{Name: "Turns", Value: fmt.Sprint(st.Turns)},
	}}
	if n := st.Took.Count; n > 0 {
		g.Items = append(g.Items, console.Item{Name: "A turn of plain SQL takes",
			Value: fmt.Sprintf("%.2f ms on average", (st.Took.Sum/time.Duration(n)).Seconds()*1000)})
	}
	for _, limit := range slices.Sorted(maps.Keys(st.Refused)) {
		if n := st.Refused[limit]; n > 0 {
			g.Items = append(g.Items, console.Item{Name: "Refused by limits." + limit, Value: fmt.Sprint(n), State: "warn"})
		}
	}
	return g
}

// storage reports on the state store, the audit log and its copies.
func (svc *service) storage(sealed bool) console.Group {
	store := console.Item{Name: "State store", Value: "available", State: "ok"}
	if err := svc.state.Store.Err(); err != nil {
		store.Value, store.State = "not available: lessons are those read before, and none can be changed", "bad"
	}
	intents, outcomes := svc.audit.Failures()
	lost := console.Item{Name: "Records that could not be written", Value: fmt.Sprint(intents + outcomes), State: "ok"}
	if intents+outcomes > 0 {
		lost.State = "bad"
	}
	seal := console.Item{Name: "Records are sealed", Value: "yes, by audit.key"}
	if !sealed {
		seal.Value = "no: without audit.key the chain shows accidents alone"
	}
	return console.Group{Name: "What is kept", Items: append([]console.Item{store, lost, seal}, sinkItems(svc.sinks.states())...)}
}

// sinkBehindWarning is the number of missing records from which a copy of the audit log is shown as a warning.
const sinkBehindWarning = 1000

// sinkItems reports on the copies of the audit log, by name.
func sinkItems(all map[string]telemetry.SinkState) []console.Item {
	var items []console.Item
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s := all[name]
		item := console.Item{Name: "Copy of the log: " + name, Value: "up to date", State: "ok"}
		if s.Behind > 0 {
			item.Value = fmt.Sprintf("%d records behind", s.Behind)
		}
		if s.Behind > sinkBehindWarning {
			item.State = "warn"
		}
		if s.Lost > 0 {
			item.Value, item.State = fmt.Sprintf("%s, %d records were removed before it had them", item.Value, s.Lost), "bad"
		}
		items = append(items, item)
	}
	return items
}

// cacheRates reports the hit rate of each cache.
func (svc *service) cacheRates() console.Group {
	g := console.Group{Name: "Caches"}
	names := map[string]string{"snapshot": "Catalog snapshots", "translation": "Earlier translations", "pin": "Pins",
		"model_answer": "Answers of the model"}
	for name, r := range svc.counters.All() {
		hits, misses := r.Counts()
		value := "not used yet"
		if n := hits + misses; n > 0 {
			value = fmt.Sprintf("%d %% of %d", (100*hits+n/2)/n, n)
		}
		g.Items = append(g.Items, console.Item{Name: cmp.Or(names[name], name), Value: value})
	}
	return g
}

// maxErrorKinds bounds the kinds of errors that are listed.
const maxErrorKinds = 8

// errorCounts reports the errors most often sent to clients.
func errorCounts(st proxy.Stats) console.Group {
	g := console.Group{Name: "Errors told to clients"}
	kinds := slices.SortedFunc(maps.Keys(st.Errors), func(a, b proxy.Failure) int {
		return cmp.Or(cmp.Compare(st.Errors[b], st.Errors[a]), cmp.Compare(a.SQLState, b.SQLState))
	})
	for _, k := range kinds[:min(maxErrorKinds, len(kinds))] {
		source := "proxy"
		if k.Upstream {
			source = "server"
		}
		g.Items = append(g.Items, console.Item{Name: k.SQLState + " by the " + source, Value: fmt.Sprint(st.Errors[k])})
	}
	if len(g.Items) == 0 {
		g.Items = append(g.Items, console.Item{Name: "None since the start"})
	}
	return g
}
