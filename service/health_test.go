package service

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/telemetry"
)

func TestCopiesOfTheLog(t *testing.T) {
	t.Parallel()
	got := sinkItems(map[string]telemetry.SinkState{"table": {Behind: 2000}, "otlp": {Lost: 3, Behind: 1}, "stdout": {Failures: 9}})
	want := []console.Item{
		{Name: "Copy of the log: otlp", Value: "1 records behind, 3 records were removed before it had them", State: "bad"},
		{Name: "Copy of the log: stdout", Value: "up to date", State: "ok"},
		{Name: "Copy of the log: table", Value: "2000 records behind", State: "warn"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTraffic(t *testing.T) {
	t.Parallel()
	st := proxy.Stats{Connections: 2, Waiting: 1, Refused: map[string]int64{"connections": 4, "connections_per_role": 0},
		Errors: map[proxy.Failure]int64{{SQLState: "42P01", Upstream: true}: 1, {SQLState: "QA002"}: 7}}
	want := []console.Item{{Name: "Connections", Value: "2"}, {Name: "Questions in progress", Value: "0"}, {Name: "Questions waiting", Value: "1", State: "warn"},
		{Name: "Turns", Value: "0"}, {Name: "Refused by limits.connections", Value: "4", State: "warn"}}
	if diff := cmp.Diff(want, traffic(st).Items); diff != "" {
		t.Error(diff)
	}
	want = []console.Item{{Name: "QA002 by the proxy", Value: "7"}, {Name: "42P01 by the server", Value: "1"}}
	if diff := cmp.Diff(want, errorCounts(st).Items); diff != "" {
		t.Error(diff)
	}
}
