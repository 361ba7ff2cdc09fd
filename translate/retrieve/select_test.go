package retrieve

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/translate/schema"
)

// domains lists tables with their columns in short form: a column x>t is a foreign key to t.id, and x=a|b has common
// values.
const domains = `
patients: id full_name birth_date blood_group=A+|B-|AB+ insurer_id>insurers
insurers: id title hotline
physicians: id full_name specialty=cardiology|radiology|oncology ward_id>wards
wards: id title floor bed_count
appointments: id patient_id>patients physician_id>physicians scheduled_at cancelled
prescriptions: id appointment_id>appointments drug_id>drugs dosage
drugs: id brand substance unit_cost
admissions: id patient_id>patients ward_id>wards admitted_on discharged_on
flights: id carrier_id>carriers origin_id>airports destination_id>airports departs_at
airports: id iata_code city country=Norway|Japan|Brazil
carriers: id title alliance=Star|Oneworld
aircraft: id carrier_id>carriers model seat_count
flight_legs: id flight_id>flights aircraft_id>aircraft leg_no delay_minutes
passengers: id full_name passport_no nationality
bookings: id passenger_id>passengers flight_id>flights fare booked_on
baggage: id booking_id>bookings weight_kg
students: id full_name enrolled_on major_id>majors
majors: id title faculty_id>faculties
faculties: id title dean
courses: id title credits faculty_id>faculties
lecturers: id full_name rank=professor|assistant faculty_id>faculties
course_enrolments: id student_id>students course_id>courses grade
lectures: id course_id>courses lecturer_id>lecturers room_id>rooms weekday
rooms: id building capacity
films: id title release_year genre_id>film_genres studio_id>studios
film_genres: id label
studios: id title founded
actors: id full_name birthplace
castings: id film_id>films actor_id>actors role_name
screenings: id film_id>films cinema_id>cinemas starts_at tickets_sold
cinemas: id title city screens
accounts: id holder_id>account_holders iban balance opened_on
account_holders: id full_name tax_number
branches: id city manager
transfers: id sender_id>accounts receiver_id>accounts amount executed_at
loans: id holder_id>account_holders branch_id>branches principal interest_rate
loan_instalments: id loan_id>loans due_on paid_on amount
credit_cards: id account_id>accounts network=Visa|Mastercard expires_on
players: id full_name position=goalkeeper|striker club_id>clubs
clubs: id title stadium_id>stadiums league_id>leagues
stadiums: id title spectators_max
leagues: id title country
matches: id home_id>clubs away_id>clubs played_on referee_id>referees
referees: id full_name licence
goals: id match_id>matches player_id>players minute
player_transfers: id player_id>players from_club_id>clubs to_club_id>clubs fee
books: id title isbn publisher_id>publishers
publishers: id title country
writers: id full_name pen_name
book_writers: book_id>books writer_id>writers
library_members: id full_name joined_on
book_loans: id book_id>books member_id>library_members due_on returned_on
reservations: id book_id>books member_id>library_members reserved_on
turbines: id farm_id>wind_farms model rated_power
wind_farms: id title region offshore
power_readings: id turbine_id>turbines measured_at output_kwh
maintenance_visits: id turbine_id>turbines technician_id>technicians visited_on cost
technicians: id full_name certificate
spare_parts: id label stock_level
parts_used: id visit_id>maintenance_visits part_id>spare_parts quantity
tenants: id full_name moved_in flat_id>flats
flats: id house_id>houses floor_area rent
houses: id street postal_code built_in
meter_readings: id flat_id>flats meter_kind=gas|water|electricity reading
repairs: id flat_id>flats reported_on craftsman_id>craftsmen expense
craftsmen: id full_name trade=plumber|electrician
recipes: id title cook_id>cooks prep_minutes
cooks: id full_name restaurant_id>restaurants
restaurants: id title city stars
ingredients: id label calories allergen
recipe_ingredients: recipe_id>recipes ingredient_id>ingredients grams
guests: id full_name diet=vegan|kosher
table_reservations: id guest_id>guests restaurant_id>restaurants party_size
parcels: id sender_address recipient_address weight depot_id>depots
depots: id title city
couriers: id full_name van_id>vans
vans: id licence_plate mileage
deliveries: id parcel_id>parcels courier_id>couriers delivered_at
`

// questions maps questions to the tables that an answer needs.
var questions = []struct{ ask, need string }{
	{"How many patients have blood group AB+?", "patients"},
	{"Which physicians specialise in cardiology?", "physicians"},
	{"number of appointments per physician last month", "appointments physicians"},
	{"Which drugs were prescribed to the patient named Ada?", "drugs prescriptions appointments patients"},
	{"average bed count per floor", "wards"},
	{"patients admitted to the ward Nightingale", "patients admissions wards"},
	{"What does each insurer's hotline look like?", "insurers"},
	{"flights departing from Japan", "flights airports"},
	{"average delay by aircraft model", "flight_legs aircraft"},
	{"passengers with Brazilian nationality who booked the dearest fare", "passengers bookings"},
	{"total baggage weight per passenger", "baggage bookings passengers"},
	{"carriers in the Star alliance", "carriers"},
	{"students enrolled in more than three courses", "students course_enrolments"},
	{"average grade per course", "course_enrolments courses"},
	{"Which professors teach in a room with capacity over 200?", "lecturers lectures rooms"},
	{"number of majors for each faculty", "majors faculties"},
	{"films released after 2010 by genre", "films film_genres"},
	{"Which actors played in films of the studio Northlight?", "actors castings films studios"},
	{"tickets sold per cinema", "screenings cinemas"},
	{"total balance by account holder", "accounts account_holders"},
	{"loans with an interest rate above 5 at each branch", "loans branches"},
	{"unpaid instalments that are overdue", "loan_instalments"},
	{"Visa cards that expire this year", "credit_cards"},
	{"biggest transfers between accounts in May", "transfers"},
	{"top goal scorers among strikers", "goals players"},
	{"matches refereed by Anna Berg", "matches referees"},
	{"clubs whose stadium holds over 50000 spectators", "clubs stadiums"},
	{"record player transfer fee per league", "player_transfers clubs leagues"},
	{"books by the writer with the pen name Elm", "books book_writers writers"},
	{"library members with books due today", "library_members book_loans"},
	{"publishers per country", "publishers"},
	{"power output per wind farm", "power_readings turbines wind_farms"},
	{"cost of maintenance by technician", "maintenance_visits technicians"},
	{"spare parts used for turbines of the model V90", "spare_parts parts_used maintenance_visits turbines"},
	{"tenants paying more than 1000 rent", "tenants flats"},
	{"water meter readings by house", "meter_readings flats houses"},
	{"repairs done by plumbers", "repairs craftsmen"},
	{"recipes with an allergen", "recipes recipe_ingredients ingredients"},
	{"vegan guests and the restaurants they reserved a table at", "guests table_reservations restaurants"},
	{"cooks of restaurants with three stars", "cooks restaurants"},
	{"parcels delivered by each courier yesterday", "parcels deliveries couriers"},
	{"mileage of vans by courier", "vans couriers"},
	{"heaviest parcel per depot", "parcels depots"},
	// Spelling mistakes, abbreviations and words run together.
	{"how many pasengers are there", "passengers"},
	{"reciept of prescripions per drug", "prescriptions drugs"},
	{"filmgenres", "film_genres"},
	{"loan installments due next week", "loan_instalments"},
}

// thousand returns a schema of 1,000 tables: the domains, and others with random names from the same and other words.
func thousand() *schema.Snapshot {
	var tables []*schema.Table
	for _, line := range strings.Split(strings.TrimSpace(domains), "\n") {
		name, columns, _ := strings.Cut(line, ": ")
		tables = append(tables, tableOf("public", name, strings.Fields(columns)))
	}
	first := strings.Fields(`archive audit billing campaign cargo channel claim contract coupon crew dataset device dispute employee
		event expense export feedback forecast import incident inventory invoice job lead licence machine market message metric
		module notice offer order outlet packet payment payroll permission pipeline policy price product project quota record
		release request return review route sample schedule sensor server session shift signal subscription supplier survey task
		team ticket token tool trial user vendor voucher warehouse workflow`)
	second := strings.Fields("history items log status types rules summary mapping versions events notes settings totals")
	for i := 0; len(tables) < 1000; i++ {
		name := first[i%len(first)] + "_" + second[i/len(first)]
		columns := []string{"id", "created_at", first[(i*7+3)%len(first)] + "_code", second[i%len(second)] + "_state", "label", "amount",
			fmt.Sprintf("%s_id>%s_%s", first[(i*5+1)%len(first)], first[(i*5+1)%len(first)], second[0]),
			"remark", "title", "valid_from", "valid_to", "owner_name"}
		tables = append(tables, tableOf("app", name, columns))
	}
	return schema.New(schema.Snapshot{Tables: tables, SearchPath: []string{"public", "app"}})
}

func tableOf(in, name string, columns []string) *schema.Table {
	t := &schema.Table{Schema: in, Name: name, Kind: schema.Ordinary, Rows: 1000, PrimaryKey: []string{"id"}, Visible: true}
	for _, spec := range columns {
		spec, ref, isKey := strings.Cut(spec, ">")
		column, values, _ := strings.Cut(spec, "=")
		c := &schema.Column{Name: column, Type: "text", Class: schema.Text}
		if values != "" {
			c.Profile.Values = strings.Split(values, "|")
		}
		t.Columns = append(t.Columns, c)
		if isKey {
			t.ForeignKeys = append(t.ForeignKeys, schema.ForeignKey{
				Columns: []string{column}, RefSchema: in, RefTable: ref, RefColumns: []string{"id"}})
		}
	}
	return t
}

func names(tables []*schema.Table) []string {
	var list []string
	for _, t := range tables {
		list = append(list, t.Name)
	}
	return list
}

// The test measures recall: the share of the needed tables that are chosen out of 1,000, and the number of questions
// for which none is missing.
func TestRecall(t *testing.T) {
	t.Parallel()
	s := thousand()
	const tokens = 2000
	needed, found, whole, most := 0, 0, 0, 0
	for _, q := range questions {
		got := Select(q.ask, s, Budget{Tokens: tokens})
		chosen := names(got.Tables)
		complete := true
		for _, name := range strings.Fields(q.need) {
			needed++
			if slices.Contains(chosen, name) {
				found++
				continue
			}
			complete = false
			t.Logf("%q: %s is missing among %v", q.ask, name, chosen)
		}
		if complete {
			whole++
		}
		if size := schema.Tokens(s, got.Tables, schema.Share{}); size > tokens {
			t.Errorf("%q: %d tokens", q.ask, size)
		}
		most = max(most, len(chosen))
	}
	t.Logf("%d of %d tables, %d of %d questions, at most %d tables for one; the whole schema takes %d tokens",
		found, needed, whole, len(questions), most, schema.Tokens(s, s.Tables, schema.Share{}))
	if float64(found) < 0.98*float64(needed) || float64(whole) < 0.95*float64(len(questions)) {
		t.Errorf("recall is too low")
	}
}

func TestSelectWholeWhenItFits(t *testing.T) {
	t.Parallel()
	s := thousand()
	for _, tokens := range []int{0, schema.Tokens(s, s.Tables, schema.Share{}) * 2} {
		got := Select("anything", s, Budget{Tokens: tokens})
		if !got.Whole || len(got.Tables) != 1000 || len(got.Removed) != 0 {
			t.Errorf("%d tokens: whole %v, %d tables", tokens, got.Whole, len(got.Tables))
		}
	}
	if got := Select("anything", schema.New(schema.Snapshot{}), Budget{Tokens: 10}); !got.Whole || len(got.Tables) != 0 {
		t.Errorf("an empty schema: %+v", got)
	}
}

func TestSelectExplainsItself(t *testing.T) {
	t.Parallel()
	s := thousand()
	got := Select("drugs prescribed to patients", s, Budget{Tokens: 1500, TopK: 2})
	reasons := map[string]string{}
	for _, c := range slices.Concat(got.Chosen, got.Removed) {
		if _, twice := reasons[c.Table.Name]; twice {
			t.Errorf("%s is judged twice", c.Table.Name)
		}
		reasons[c.Table.Name] = c.Reason
	}
	want := map[string]string{
		"drugs":         "named in the question",
		"patients":      "named in the question",
		"prescriptions": "joins tables that were chosen",
		"appointments":  "joins tables that were chosen",
		"physicians":    "referred to by public.appointments",
		"insurers":      "referred to by public.patients",
		"clubs":         "nothing in it resembles the question",
	}
	for name, reason := range want {
		if reasons[name] != reason {
			t.Errorf("%s: %q, want %q", name, reasons[name], reason)
		}
	}
	if len(got.Chosen) != len(got.Tables) || len(got.Chosen)+len(got.Removed) != 1000 || got.Whole {
		t.Errorf("%d chosen, %d tables, %d removed", len(got.Chosen), len(got.Tables), len(got.Removed))
	}
	if !slices.IsSortedFunc(got.Tables, func(a, z *schema.Table) int {
		return slices.Index(s.Tables, a) - slices.Index(s.Tables, z)
	}) {
		t.Error("the tables are not in the order of the snapshot")
	}
}

func TestSelectIsDeterministic(t *testing.T) {
	t.Parallel()
	for _, q := range questions[:10] {
		first, again := Select(q.ask, thousand(), Budget{Tokens: 800}), Select(q.ask, thousand(), Budget{Tokens: 800})
		if diff := cmp.Diff(names(first.Tables), names(again.Tables)); diff != "" {
			t.Errorf("%q: %s", q.ask, diff)
		}
	}
}

func TestSelectWithoutLikeness(t *testing.T) {
	t.Parallel()
	got := Select("Wie viele Menschen gibt es?", thousand(), Budget{Tokens: 1000})
	if len(got.Tables) == 0 || len(got.Tables) > 3*8 {
		t.Errorf("%d tables", len(got.Tables))
	}
	if got = Select("patients", thousand(), Budget{Tokens: 1}); !cmp.Equal(names(got.Tables), []string{"patients"}) {
		t.Errorf("with no room at all: %v", names(got.Tables))
	}
}

func TestExtensionTablesStepBack(t *testing.T) {
	t.Parallel()
	own := tableOf("public", "call_statistics", []string{"id", "calls"})
	extension := tableOf("public", "pg_stat_statements", []string{"calls", "rows", "query"})
	extension.Extension = "pg_stat_statements"
	s := schema.New(schema.Snapshot{Tables: []*schema.Table{own, extension}})
	got := Select("number of calls", s, Budget{Tokens: 1, TopK: 1})
	if !cmp.Equal(names(got.Tables), []string{"call_statistics"}) {
		t.Errorf("chosen: %v", names(got.Tables))
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"order_items":                {"order", "items"},
		"orderItems":                 {"order", "items"},
		"HTTPServerLog":              {"http", "server", "log"},
		"what's the floor2 of Łódź?": {"whats", "the", "floor", "2", "of", "łódź"},
		"tbl-Foo.Bar":                {"tbl", "foo", "bar"},
		"  ":                         nil,
		"a\xff\xfeb":                 {"a", "b"},
		"\xff":                       nil,
		"日本 語":                       {"日本", "語"},
	} {
		if diff := cmp.Diff(want, split(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	if n := len(split(strings.Repeat("word ", 5000))); n != maxWords {
		t.Errorf("%d words", n)
	}
}

func TestOneEdit(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"abc", "abd"}: true, {"abc", "ab"}: true, {"abc", "xabc"}: true, {"abc", "abxc"}: true,
		{"abc", "axd"}: false, {"abc", "a"}: false, {"abc", "abc"}: false, {"", "a"}: true, {"", ""}: false,
	} {
		if oneEdit(pair[0], pair[1]) != want || oneEdit(pair[1], pair[0]) != want {
			t.Errorf("%v: not %v", pair, want)
		}
	}
}

// Any text is accepted as a question, and any text as a name.
func FuzzSelect(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add("how many \xff?", "na\x00me")
	f.Fuzz(func(t *testing.T, question, name string) {
		s := schema.New(schema.Snapshot{Tables: []*schema.Table{tableOf("s", name, []string{"id", name}), tableOf("s", "t", []string{"x>" + name})}})
		got := Select(question, s, Budget{Tokens: 1})
		if len(got.Tables)+len(got.Removed) != 2 || len(got.Tables) == 0 {
			t.Fatalf("%d chosen, %d removed", len(got.Tables), len(got.Removed))
		}
	})
}

// DESIGN.md sets 20 ms for the whole built-in translation over 1,000 tables.
func BenchmarkSelect(b *testing.B) {
	s := thousand()
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			newIndex(s, schema.Share{})
		}
	})
	b.Run("question", func(b *testing.B) {
		for b.Loop() {
			Select("spare parts used for turbines of the model V90", s, Budget{Tokens: 2000})
		}
	})
}
