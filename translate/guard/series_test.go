package guard

import (
	"math"
	"testing"
)

func TestInterval(t *testing.T) {
	t.Parallel()
	const day = 86400
	for text, want := range map[string]float64{
		"1 day": day, "1 day 2 hours": day + 7200, "2h": 7200, "00:00:00.001": 0.001, "1:30": 5400, "1 day 00:00:05": day + 5, "-1:00": 3600,
		"PT0.001S": 0.001, "P1DT2H3M4S": day + 7200 + 180 + 4, "P1M": 30 * day, "PT1M": 60, "p1y2m": 425 * day, "1 ms": 0.001, "60": 60,
		"": 0, "often": 0, "P": 0, "1:2:3:4": 0, "a:b": 0,
	} {
		if got := interval(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestSeriesInTime(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	for args, ok := range map[string]bool{
		"timestamp '2020-01-01', '2030-01-01', make_interval(secs => 0.001)":                                  false,
		"timestamp '2020-01-01', '2030-01-01', make_interval(0, 0, 0, 0, 0, 0, 0.001)":                        false,
		"now(), now() + make_interval(years => 100000), '1 hour'":                                             false,
		"timestamp '2020-01-01', '2030-01-01', interval 'PT0.001S'":                                           false,
		"timestamp '2020-01-01', '2030-01-01', interval '00:00:00.001'":                                       false,
		"'Jan 1 2020'::timestamptz, 'Jan 1 2030'::timestamptz, interval '1 ms'":                               false,
		"'20200101'::timestamptz, now(), interval '1 s'":                                                      false,
		"'Jan 1 2020'::timestamptz, 'Jan 1 2030'::timestamptz, interval '1 hour'":                             true,
		"now() - make_interval(days => 30), now(), make_interval(hours => 1)":                                 true,
		"timestamp '2020-01-01', '2020-02-01', '00:15:00'":                                                    true,
		"date '2020-01-01', date '2030-01-01', 'P1D'":                                                         true,
		"(SELECT min(ordered_at) FROM orders), (SELECT max(ordered_at) FROM orders), interval '1 minute'":     true,
		"(SELECT min(ordered_at) FROM orders), 'tomorrow'::timestamptz + interval '1 week', interval '1 min'": true,
	} {
		if v := g.Check("SELECT count(*) FROM generate_series("+args+")", facts()); (v.Decision == Allow) != ok {
			t.Errorf("%s: %v %s", args, v.Decision, v.Why)
		}
	}
}
