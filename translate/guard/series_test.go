package guard

import "testing"

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
