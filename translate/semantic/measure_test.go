package semantic

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// Sums are of what belongs to rows: of what a kind of rows costs, of rates, bounds, years and places in time there is
// none.
func TestMeasures(t *testing.T) {
	t.Parallel()
	refers := func(t *schema.Table, column, to, key string) *schema.Table {
		t.ForeignKeys = append(t.ForeignKeys, schema.ForeignKey{Columns: []string{column}, RefSchema: "public", RefTable: to, RefColumns: []string{key}})
		return t
	}
	tables := []*schema.Table{
		plainTable("plan", "id*", "name text", "monthly_fee", "seats"),
		plainTable("customer", "id*", "name text", "active 0..1"),
		refers(plainTable("subscription", "id*", "plan_id", "started_on date", "setup_fee"), "plan_id", "plan", "id"),
		plainTable("reserve", "id*", "amount", "set_by", "stars", "flow", "floors_served"),
		plainTable("goal", "id*", "minute", "scored_on date"),
		plainTable("team", "id*", "founded 1899..1995", "shares", "co2_g_per_kwh"),
		plainTable("lab_test", "id*", "ref_low", "ref_high"),
		plainTable("absence", "id*", "began_on date", "days"),
		refers(plainTable("parcel", "id*", "customer_id", "posted_on date", "price", "declared_value", "base_price"), "customer_id", "customer", "id"),
		plainTable("store", "id*", "square_feet", "odometer_km"),
	}
	got := map[string]bool{}
	for _, r := range Build(schema.New(schema.Snapshot{Tables: tables, SearchPath: []string{"public"}}), Options{}).Relations {
		for _, m := range r.Measures {
			got[r.Table.Name+" "+m.Describe()] = true
		}
	}
	for _, want := range []string{
		"plan monthly fee = monthly_fee, not to be summed", "plan seats = seats", "subscription setup fee = setup_fee",
		"reserve amount = amount", "reserve stars = stars, not to be summed", "reserve flow = flow, not to be summed",
		"team shares = shares", "team co2 g per kwh = co2_g_per_kwh, not to be summed",
		"lab_test reference low = ref_low, not to be summed", "absence days = days",
		"parcel price = price", "parcel declared value = declared_value", "parcel base price = base_price, not to be summed",
		"store area = square_feet", "store odometer = odometer_km, not to be summed"} {
		if !got[want] {
			t.Errorf("not found: %s", want)
		}
	}
	for m := range got {
		for _, wrong := range []string{"customer active", "reserve set by", "goal minute", "team founded"} {
			if strings.HasPrefix(m, wrong) {
				t.Errorf("found: %s", m)
			}
		}
	}
}
