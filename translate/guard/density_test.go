package guard

import "testing"

func TestDensity(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{ExtensionSets: []string{"postgis"}, ExtensionSchemas: []string{"public"}})
	for call, want := range map[string]Decision{
		"ST_Buffer(place::geometry, 1)":    Allow,
		"ST_Buffer(place::geometry, 1, 8)": Allow,
		"ST_Buffer(place::geometry, id, 'quad_segs=8 endcap=round join=mitre mitre_limit=5.0')": Allow,
		"ST_Buffer(place::geometry, 1, '')":                                                     Allow,
		"ST_Buffer(place::geometry, 1, 100000000)":                                              Invalid,
		"ST_Buffer(place::geometry, 1, 'quad_segs=100000000')":                                  Invalid,
		"ST_Buffer(place::geometry, 1, 'endcap=round quad_segs=1e8')":                           Invalid,
		"ST_Buffer(place::geometry, 1, 'quad_segs=' || 100000000)":                              Invalid,
		"ST_Buffer(place::geometry, 1, name)":                                                   Invalid,
		"ST_Buffer(place::geometry, 1, id::int)":                                                Invalid,
		"ST_Buffer(place::geometry, 1, 'quad_segs 100000000')":                                  Invalid,
		"ST_Buffer(options => 'quad_segs=99999999', geom => place::geometry, radius => 1)":      Invalid,
		"ST_OffsetCurve(place::geometry, 1, 'quad_segs=4 join=round')":                          Allow,
		"ST_OffsetCurve(place::geometry, 1, 'quad_segs=99999999')":                              Invalid,
		"ST_HausdorffDistance(place::geometry, place::geometry)":                                Allow,
		"ST_HausdorffDistance(place::geometry, place::geometry, 0.1)":                           Allow,
		"ST_HausdorffDistance(place::geometry, place::geometry, 1e-8)":                          Invalid,
		"ST_HausdorffDistance(place::geometry, place::geometry, '1e-8')":                        Invalid,
		"ST_FrechetDistance(place::geometry, place::geometry, -1)":                              Allow,
		"ST_FrechetDistance(place::geometry, place::geometry, 0.0001)":                          Invalid,
		"ST_LineInterpolatePoints(place::geometry, 0.01, true)":                                 Allow,
		"ST_LineInterpolatePoints(place::geometry, 1e-9, true)":                                 Invalid,
		"ST_MinimumBoundingCircle(place::geometry, 48)":                                         Allow,
		"ST_MinimumBoundingCircle(place::geometry, 20000000)":                                   Invalid,
		"ST_CurveToLine(place::geometry, 32)":                                                   Allow,
		"ST_CurveToLine(place::geometry, 1e-9, 1)":                                              Invalid,
		"ST_GeoHash(place::geometry, 8)":                                                        Allow,
		"ST_GeoHash(place::geometry, 100000000)":                                                Invalid,
		"ST_GeometricMedian(place::geometry, 0.1, 2000000000)":                                  Invalid,
	} {
		v := g.Check("SELECT "+call+" FROM products", facts())
		if v.Decision != want || want == Invalid && v.Rule != RuleSize {
			t.Errorf("%s: %s %s %s", call, v.Decision, v.Rule, v.Why)
		}
	}
}
