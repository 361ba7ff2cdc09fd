package builtin

import (
	"slices"
	"strings"
)

// verbNouns maps the stem of a verb to nouns in names of tables that record what was done: sell to sale, order,
// purchase.
var verbNouns = byStem(map[string]string{
	"sell": "sale order purchase", "buy": "order purchase sale", "order": "order purchase", "purchase": "order purchase sale", "place": "order",
	"pay": "payment", "ship": "shipment delivery", "deliver": "delivery shipment", "return": "return", "rent": "rental",
	"borrow": "loan", "lend": "loan", "review": "review rating", "rate": "rating review", "enrol": "enrol registration",
	"register": "registration", "teach": "course class", "treat": "treatment", "book": "booking reservation", "reserve": "reservation booking",
	"write": "write", "perform": "performance", "attend": "attendance", "visit": "visit", "employ": "employment", "appoint": "appointment",
	"invoice": "invoice", "complain": "complaint", "claim": "claim", "subscrib": "subscription", "transact": "transaction",
})

// byStem returns the map with its keys replaced by their stems, because tokens hold stems.
func byStem(m map[string]string) map[string]string {
	out := make(map[string]string, len(m))
	for w, v := range m {
		out[stem(w)] = v
	}
	return out
}

// abbreviations maps abbreviations in names of columns to the words that people use. An empty text means that the
// abbreviation adds nothing.
var abbreviations = map[string]string{
	"qty": "quantity", "amt": "amount", "num": "number", "no": "number", "nbr": "number", "desc": "description",
	"descr": "description", "addr": "address", "dept": "department", "emp": "employee", "cust": "customer", "stu": "student",
	"prof": "professor", "crs": "course", "acct": "account", "acc": "account", "tel": "telephone", "lat": "latitude",
	"long": "longitude", "lng": "longitude", "lon": "longitude", "pct": "percentage", "dob": "date of birth", "lname": "last name",
	"fname": "first name", "mname": "middle name", "firstname": "first name", "lastname": "last name", "fullname": "full name",
	"yr": "year", "dt": "date", "mgr": "manager", "org": "organization", "loc": "location", "cat": "category", "prod": "product",
	"inv": "invoice", "ref": "reference", "avg": "average", "max": "maximum", "min": "minimum", "bal": "balance",
	"ssn": "social security number", "gpa": "grade point average", "hrs": "hours", "init": "initial", "zip": "zip code",
	"zipcode": "zip code", "postcode": "postal code", "uk": "uk", "tx": "transaction", "ccy": "currency", "attr": "attribute",
	"cnt": "count", "hq": "headquarter", "pop": "population", "lang": "language", "stuid": "student id",
	"mpg": "miles per gallon", "temp": "temperature", "gov": "government", "univ": "university", "sched": "schedule",
	"mfr": "manufacturer", "manu": "manufacturer", "pub": "publication", "yn": "", "ind": "", "flg": "", "flag": "", "tbl": "", "ref2": "",
	"apt": "apartment", "bldg": "building", "dist": "distance", "freq": "frequency", "govt": "government", "hr": "hour",
	"img": "image", "msg": "message", "pwd": "password", "rec": "record", "reg": "registration", "req": "requirement",
	"nm": "name", "ttl": "title", "proj": "project", "dur": "duration", "dest": "destination", "orig": "origin", "curr": "currency",
	"src": "source", "lvl": "level", "cd": "code", "nr": "number", "txn": "transaction", "trans": "transaction", "ord": "order", "itm": "item",
	"appt": "appointment", "perc": "percentage", "pmt": "payment", "subj": "subject", "lic": "license", "veh": "vehicle", "cntry": "country",
	"ctry": "country", "bday": "birthday", "birthdate": "date of birth", "comm": "commission", "pax": "passenger", "expr": "experience",
	"subs": "subscription", "seg": "segment", "sev": "severity", "stat": "status", "tech": "technology", "mon": "monthly", "incl": "included",
	"cmplnt": "complaint", "svc": "service", "grp": "group", "typ": "type", "supp": "supplier", "vend": "vendor", "clm": "claim", "mth": "month", "wk": "week",
	"prc": "price", "pat": "patient", "enr": "enrollment", "tch": "teacher", "cls": "class", "mach": "machine", "equip": "equipment", "whse": "warehouse",
	"wh": "warehouse", "shpmt": "shipment", "dlvry": "delivery", "matl": "material", "util": "utilization", "instr": "instructor", "oper": "operator",
	"sal": "salary", "sec": "section", "sem": "semester", "std": "standard", "tot": "total", "usr": "user", "wt": "weight", "ht": "height",
}

// demonyms maps adjectives of nationality, and short names of countries, to the names under which a country may be
// stored.
var demonyms = parsePairs(`french:france german:germany italian:italy spanish:spain british:united kingdom|uk|great britain|britain|england
english:england american:united states|usa|us|united states of america dutch:netherlands|holland belgian:belgium swiss:switzerland austrian:austria polish:poland
swedish:sweden norwegian:norway danish:denmark finnish:finland irish:ireland scottish:scotland welsh:wales portuguese:portugal
greek:greece turkish:turkey russian:russia ukrainian:ukraine czech:czech republic|czechia hungarian:hungary romanian:romania
chinese:china japanese:japan korean:south korea|korea indian:india thai:thailand vietnamese:vietnam indonesian:indonesia
australian:australia canadian:canada mexican:mexico brazilian:brazil argentinian:argentina argentine:argentina chilean:chile
colombian:colombia peruvian:peru egyptian:egypt nigerian:nigeria israeli:israel iranian:iran iraqi:iraq
european:europe asian:asia african:africa icelandic:iceland croatian:croatia serbian:serbia bulgarian:bulgaria cuban:cuba
pakistani:pakistan kenyan:kenya moroccan:morocco malaysian:malaysia singaporean:singapore filipino:philippines
usa:united states|united states of america|us|u.s.|u.s.a. us:united states|usa uk:united kingdom|great britain|england america:united states|usa holland:netherlands`)

// genders maps words for a gender to the ways in which tables store it.
var genders = map[string][]string{
	"male": {"m", "male", "man"}, "man": {"m", "male", "man"}, "males": {"m", "male", "man"}, "men": {"m", "male", "man"},
	"female": {"f", "female", "woman"}, "woman": {"f", "female", "woman"}, "females": {"f", "female", "woman"}, "women": {"f", "female", "woman"},
}

// parsePairs parses "word:alternative|alternative" pairs, separated by spaces, into a map.
func parsePairs(s string) map[string][]string {
	m := map[string][]string{}
	var key string
	for _, f := range strings.Fields(s) {
		if k, v, ok := strings.Cut(f, ":"); ok {
			key = k
			m[key] = strings.Split(v, "|")
			continue
		}
		// Without a colon, f continues the last alternative, which holds a space: "united kingdom".
		parts := strings.Split(f, "|")
		last := len(m[key]) - 1
		m[key][last] += " " + parts[0]
		m[key] = append(m[key], parts[1:]...)
	}
	return m
}

// synonyms maps a stem, or several separated by spaces, to the stems that it may stand for.
var synonyms = buildSynonyms()

func buildSynonyms() map[string][]string {
	m := map[string][]string{}
	for _, g := range synonymGroups {
		interchange(m, strings.Fields(g))
	}
	for _, g := range phraseGroups {
		interchange(m, strings.Split(strings.TrimSpace(g), "/"))
	}
	return m
}

// interchange adds to m that each word or phrase of the group may stand for each of the others.
func interchange(m map[string][]string, group []string) {
	for _, a := range group {
		for _, b := range group {
			sa, sb := stemmed(a), stemmed(b)
			if sa != sb && !slices.Contains(m[sa], sb) {
				m[sa] = append(m[sa], sb)
			}
		}
	}
}

// stemmed returns a phrase with each of its words stemmed.
func stemmed(s string) string { return strings.Join(stems(strings.Fields(s)), " ") }
