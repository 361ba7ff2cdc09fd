package builtin

import (
	"slices"
	"strings"
)

// synonymGroups are words that people use for one another in questions about data. They are general English, and weaker
// evidence than the schema's own words: a match through them lowers the score.
var synonymGroups = strings.Split(`customer client buyer shopper consumer patron
employee worker staff personnel
manager boss supervisor
person people individual
teacher instructor tutor lecturer
student pupil learner
doctor physician
singer vocalist musician
song track
movie film picture
actor performer
author writer
owner proprietor guardian holder
company firm business corporation enterprise
organization organisation institution
maker manufacturer producer
car vehicle automobile auto
plane aircraft airplane
airline carrier
boat ship vessel
country nation
nationality citizenship
city town
state province
address location
area region district zone
location place position venue
product item article good
price cost
cost expense charge fee
price fee rate
salary wage pay earnings income
revenue turnover
amount sum total
quantity count units
order purchase
sale order purchase
category kind type
type kind category class
genre category
title name
name title
surname lastname
department division
job role occupation profession position
role position
gender sex
phone telephone
mobile cell
phone number
email mail
date day
start begin
end finish
birth born
create establish found
creation establishment
release publish
concert show
game match
player athlete
team club squad
school college
university college
course class
class lesson
grade mark score
score point mark
rating score star
review feedback
competition contest tournament
prize award
city municipality
county district
population inhabitant
language tongue
document file paper
description detail
comment remark note
id identifier
code abbreviation
number amount
capacity seats
weight mass
height tallness
length duration
duration length
size dimension
speed velocity
temperature heat
horsepower power
station stop
trip journey ride
flight trip
hotel inn
apartment flat
building property
house home
shop store
store outlet
warehouse depot
supplier vendor provider
vendor seller
invoice bill
payment transaction
delivery shipment
return refund
stock inventory
discount rebate
tax duty
currency money
account profile
user member
member participant
participant attendee
event happening
meeting appointment
booking reservation
guest visitor
patient sick
treatment therapy
disease illness condition
medicine drug medication
hospital clinic
breed race
pet animal
dog puppy
cat kitten
food dish meal
restaurant diner
ingredient component
book publication
paper article publication
article story
journal magazine
newspaper journal
editor redactor
channel station
program programme show
series show
episode instalment
artist painter musician
painting picture
museum gallery
church temple
party faction
election vote
candidate nominee
politician representative
president head
head leader
leader chief
founder creator
year time
status state
result outcome
reason cause
method means way
source origin
origin source
destination target
distance length
mountain peak
river stream
lake water
island isle
bridge crossing
road street
train railway
driver chauffeur
pilot aviator
crew staff
engineer technician
lawyer attorney
judge referee
crime offence
weapon arms
policy contract
claim demand
loan credit
bank lender
branch office
headquarter headquarters hq
budget funds
profit gain earnings
market bazaar
share stock
website site url
page site
image photo picture
video clip
message text
post article
friend buddy
topic subject
subject topic
question query
answer reply
error fault bug
version release
software application program
device machine
machine equipment
color colour
favorite favourite
teach instruct
live reside
buy purchase order
sell sale
work employ
attend visit
visit attend
manage supervise
report manager`, "\n")

// verbNouns ties verbs to the nouns that record what was done.
var verbNouns = byStem(map[string]string{
	"sell": "sale order purchase", "buy": "order purchase sale", "order": "order purchase", "purchase": "order purchase sale", "place": "order",
	"pay": "payment", "ship": "shipment delivery", "deliver": "delivery shipment", "return": "return", "rent": "rental",
	"borrow": "loan", "lend": "loan", "review": "review rating", "rate": "rating review", "enrol": "enrol registration",
	"register": "registration", "teach": "course class", "treat": "treatment", "book": "booking reservation", "reserve": "reservation booking",
	"write": "write", "perform": "performance", "attend": "attendance", "visit": "visit", "employ": "employment", "appoint": "appointment",
	"invoic": "invoice", "complain": "complaint", "claim": "claim", "subscrib": "subscription", "transact": "transaction",
})

// byStem keys a map by the stems of its words, as tokens hold them.
func byStem(m map[string]string) map[string]string {
	out := make(map[string]string, len(m))
	for w, v := range m {
		out[stem(w)] = v
	}
	return out
}

// abbreviations that names of columns use, and what people say instead.
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
	"sal": "salary", "sec": "section", "sem": "semester", "std": "standard", "tot": "total", "usr": "user", "wt": "weight", "ht": "height",
}

// demonyms are adjectives of nationality and the names under which countries are stored.
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

// genders are the ways in which tables write them.
var genders = map[string][]string{
	"male": {"m", "male", "man"}, "man": {"m", "male", "man"}, "males": {"m", "male", "man"}, "men": {"m", "male", "man"},
	"female": {"f", "female", "woman"}, "woman": {"f", "female", "woman"}, "females": {"f", "female", "woman"}, "women": {"f", "female", "woman"},
}

func parsePairs(s string) map[string][]string {
	m := map[string][]string{}
	var key string
	for _, f := range strings.Fields(s) {
		if k, v, ok := strings.Cut(f, ":"); ok {
			key = k
			m[key] = strings.Split(v, "|")
			continue
		}
		// a word of a value that holds a space: it goes on with the last alternative
		parts := strings.Split(f, "|")
		last := len(m[key]) - 1
		m[key][last] += " " + parts[0]
		m[key] = append(m[key], parts[1:]...)
	}
	return m
}

// synonyms maps a stem to the stems it may stand for.
var synonyms = buildSynonyms()

func buildSynonyms() map[string][]string {
	m := map[string][]string{}
	for _, g := range synonymGroups {
		ws := strings.Fields(g)
		for _, a := range ws {
			for _, b := range ws {
				sa, sb := stem(a), stem(b)
				if sa != sb && !slices.Contains(m[sa], sb) {
					m[sa] = append(m[sa], sb)
				}
			}
		}
	}
	return m
}
