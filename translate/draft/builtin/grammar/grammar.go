package grammar

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/productions.txt
var productions embed.FS

// Production is a line of data/productions.txt.
type Production struct {
	Name    string
	Cost    float64
	Left    string
	Right   []string // with ? and /
	Meaning string
	Arg     string
}

// inventory is the productions with numbered symbols.
type inventory struct {
	productions []Production
	symbols     map[string]chart.Symbol
	names       []string
}

// Whole are the categories of edges that a cover may hold.
var whole = []string{"Items", "Noun", "Cond", "Group", "Rank", "Order", "Limit", "InUnit"}

var all = sync.OnceValue(func() *inventory {
	v := &inventory{symbols: map[string]chart.Symbol{}}
	for _, line := range wordform.Lines(productions, "productions") {
		p, err := production(line)
		if err != nil {
			panic(err) // a broken build
		}
		v.productions = append(v.productions, p)
		v.symbol(p.Left)
		for _, s := range p.Right {
			for _, one := range strings.Split(strings.TrimSuffix(s, "?"), "/") {
				v.symbol(one)
			}
		}
	}
	return v
})

func production(line string) (Production, error) {
	head, rest, ok := strings.Cut(line, ": ")
	left, rest, ok2 := strings.Cut(rest, " = ")
	right, meaning, ok3 := strings.Cut(rest, " -> ")
	name, cost, ok4 := strings.Cut(head, " ")
	n, err := strconv.ParseFloat(cost, 64)
	if !ok || !ok2 || !ok3 || !ok4 || err != nil {
		return Production{}, fmt.Errorf("productions.txt: %q", line)
	}
	p := Production{Name: name, Cost: n, Left: left, Right: strings.Fields(right)}
	meaning, _, _ = strings.Cut(meaning, " | ") // an example
	p.Meaning, p.Arg, _ = strings.Cut(meaning, " ")
	if meanings[p.Meaning] == nil {
		return p, fmt.Errorf("productions.txt: %s: no meaning %q", name, p.Meaning)
	}
	return p, nil
}

func (v *inventory) symbol(name string) {
	if _, ok := v.symbols[name]; !ok {
		v.symbols[name], v.names = chart.Symbol(len(v.names)), append(v.names, name)
	}
}

// Grammar is the productions over one model.
type Grammar struct {
	*attach.Rules
	chart *chart.Grammar
	whole map[chart.Symbol]bool
}

// New returns the grammar over the ways of a model.
func New(ways *form.Ways) *Grammar {
	v := all()
	g := &Grammar{Rules: &attach.Rules{Model: facts.Of(ways)}, whole: map[chart.Symbol]bool{}}
	var rules []*chart.Rule
	for _, p := range v.productions {
		mean := meanings[p.Meaning]
		for _, right := range expand(p.Right) {
			r := &chart.Rule{Name: p.Name, Left: v.symbols[p.Left], Cost: p.Cost, Rebate: cmp.Or(rebates[p.Meaning], rebate)}
			for _, s := range right {
				r.Right = append(r.Right, v.symbols[s])
			}
			r.Make = func(parts []*chart.Edge) (chart.Meaning, float64) {
				m, cost := mean(g, parts, p.Arg)
				if m == nil {
					return nil, 0
				}
				return m, cost
			}
			rules = append(rules, r)
		}
	}
	for _, name := range whole {
		g.whole[v.symbols[name]] = true
	}
	g.chart = chart.NewGrammar(len(v.names), rules)
	return g
}

// expand returns the right sides that a pattern stands for.
func expand(right []string) [][]string {
	out := [][]string{nil}
	for _, s := range right {
		bare, optional := strings.CutSuffix(s, "?")
		var next [][]string
		for _, begun := range out {
			if optional {
				next = append(next, begun)
			}
			for _, one := range strings.Split(bare, "/") {
				next = append(next, append(slices.Clip(begun), one))
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(r []string) bool { return len(r) == 0 })
}

// Lattice returns the edges that a parse of a question begins with, and what leaving each word out costs.
func (g *Grammar) Lattice(l *link.Lattice) (edges []*chart.Edge, skip []float64) {
	return lattice.Of(g.Model, all().symbols, l)
}

// Parse returns the chart of a question.
func (g *Grammar) Parse(n int, lattice []*chart.Edge) *chart.Chart {
	return chart.Parse(g.chart, n, lattice)
}

// Whole reports whether a cover may hold an edge.
func (g *Grammar) Whole(e *chart.Edge) bool { return g.whole[e.Symbol] }

// nounMeanings are those that make nouns, and what leads to them.
func nounMeanings() map[string]meaning {
	return map[string]meaning{
		"biggestrows":    biggestRows,
		"periodnoun":     periodNoun,
		"nownoun":        nowNoun,
		"active":         activeNoun,
		"whatstocked":    whatStocked,
		"graded":         gradedNoun,
		"topeach":        topEach,
		"headeditems":    headedItems,
		"inside":         inside,
		"beneathrows":    beneathRows,
		"commonfirst":    commonFirst,
		"eventnoun":      eventNoun,
		"stockednoun":    stockedNoun,
		"reordernoun":    reorderNoun,
		"definedvalue":   definedValue,
		"defined":        defined,
		"definednoun":    definedNoun,
		"rows":           rows,
		"distinct":       distinct,
		"superfirst":     superFirst,
		"theirs":         theirs,
		"kinds":          kindsOfNoun,
		"brought":        broughtNoun,
		"sortedby":       sortedBy,
		"valued":         valued,
		"apposed":        apposed,
		"premodified":    premodified,
		"restricted":     restricted,
		"restrictedflag": restrictedFlag,
		"ranked":         rankedNoun,
		"keyof":          keyOf,
		"keyis":          keyIs,
		"perkey":         perKey,
		"keyed":          keyed,
		"possessed":      possessed,
		"bothnoun":       bothNoun,
		"participle":     participle,
		"opennoun":       openNoun,
		"fresh":          fresh,
		"happened":       happened,
		"headed":         headed,
		"alive":          alive,
		"accounts":       accounts,
		"bought":         bought,
		"aged":           aged,
		"overamount":     overAmount,
		"birthdays":      birthdays,
		"first":          func(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) { return p[0].Meaning, 0 },
	}
}

// condMeanings are those that make conditions, and what they compare with.
func condMeanings() map[string]meaning {
	return map[string]meaning{
		"late":           late,
		"birthdayin":     birthdayIn,
		"underway":       underway,
		"ahead":          ahead,
		"aheadnoun":      aheadNoun,
		"within":         within,
		"besides":        besides,
		"operandkey":     keyOperand,
		"inunit":         inUnitOf,
		"only":           only,
		"neither":        neither,
		"oneunit":        oneUnit,
		"compareopen":    compareOpen,
		"now":            now,
		"nolonger":       noLonger,
		"employed":       employed,
		"eventcond":      eventCond,
		"born":           born,
		"known":          isKnown,
		"asat":           asAt,
		"ongoing":        ongoing,
		"stockedmany":    stockedMany,
		"thennot":        thenNot,
		"unused":         unused,
		"boughtin":       boughtIn,
		"stocked":        stocked,
		"reorder":        reorder,
		"opencond":       openCond,
		"times":          howOften,
		"notyet":         notYet,
		"notyetat":       notYetAt,
		"undone":         undone,
		"instate":        inState,
		"andperiod":      andPeriod,
		"did":            didEvent,
		"noevent":        noEvent,
		"neverends":      neverEnds,
		"number":         numberOperand,
		"operandfigure":  figureOperand,
		"average":        averageOperand,
		"alikeaverage":   alikeAverage,
		"operandcolumn":  columnOperand,
		"operandof":      ofOperand,
		"compared":       compared,
		"between":        between,
		"values":         values,
		"both":           bothValues,
		"notempty":       notEmpty,
		"stateddate":     statedDate,
		"numbers":        numbers,
		"having":         having,
		"figured":        figured,
		"manyper":        manyPer,
		"ofall":          ofAll,
		"spentover":      spentOver,
		"definedwhere":   definedWhere,
		"in":             inValues,
		"readyfor":       readyFor,
		"is":             is,
		"isnumber":       isNumber,
		"compare":        compare,
		"comparebefore":  compareBefore,
		"aboveaverage":   aboveAverage,
		"adjective":      adjective,
		"like":           like,
		"related":        related,
		"unrelated":      unrelated,
		"many":           many,
		"empty":          empty,
		"heard":          heardCond,
		"not":            not,
		"leftout":        leftOut,
		"and":            and,
		"or":             or,
		"flag":           flag,
		"during":         during,
		"betweenperiods": during,
	}
}

// itemMeanings are those that make what is asked for.
func itemMeanings() map[string]meaning {
	return map[string]meaning{
		"moneyback": moneyBack, "labelwith": labelWith, "labelwithof": labelWithOf,
		"withboth":       withBoth,
		"countbeside":    countBeside,
		"bothdates":      bothDates,
		"whether":        whether,
		"withdefined":    withDefined,
		"leftpieces":     leftPieces,
		"timebetween":    timeBetween,
		"howlong":        howLong,
		"topmeasure":     topMeasure,
		"topmeasurerows": topMeasureRows,
		"where":          asked(placesOf, func(*semantic.Column) bool { return false }),
		"when":           asked(timesOf, attach.DatedColumn),
		"howmuch":        howMuch,
		"flagged":        flaggedColumns,
		"intotal":        inTotal,
		"perhead":        perHead,
		"existing":       existing,
		"withnoun":       withNoun,
		"withcount":      withCount,
		"withnumber":     withNumber,
		"stillso":        stillSo, "shareamount": shareAmount, "onlythese": onlyThese,
		"rankedin": rankedIn, "theirsof": ofRel(theirs), "withnounof": ofRel(withNoun),
		"participlein": participleIn, "whenthey": whenThey, "fullname": fullName, "theirfigure": theirFigure, "definedwith": definedWith, "bothofnoun": bothOfNoun, "theysold": theySold, "doneby": doneBy, "valuesbeside": valuesBeside, "consecutive": consecutive,
		"withfigure":      withFigure,
		"whenlast":        whenLast,
		"versus":          versus,
		"withkey":         withKey,
		"column":          columns,
		"donecolumn":      doneColumn,
		"columns":         columns,
		"distinctcolumns": distinctColumns,
		"plain":           plain,
		"of":              itemsOf,
		"ofreversed":      itemsOfOwner,
		"ofeach":          itemsOfEach,
		"count":           count,
		"countcolumn":     countColumn,
		"obtained":        obtained,
		"figure":          same,
		"together":        together,
		"mode":            mode,
		"topcolumn":       topColumn,
		"tabled":          tabled,
		"identity":        identityOf,
		"everything":      everything,
		"share":           share,
		"figureby":        figureBy,
		"groupsof":        groupsOf,
		"soldmany":        soldMany,
		"shareeach":       shareEach,
		"per":             per,
		"perperiod":       perPeriod,
		"again":           pronounCount,
		"ratio":           ratio,
		"latest":          latest,
		"tenured":         tenured,
		"waiting":         waiting,
		"membersof":       membersOf,
		"spent":           spent,
		"earnsmost":       earnsMost,
		"usedmost":        usedMost,
		"leftfirm":        leftFirm,
		"periodsbeside":   periodsBeside,
		"bothof":          bothOf,
		"common":          commonTo,
		"ordinal":         ordinalOf,
		"degree":          inDegree,
		"greater":         greater,
		"extreme":         extremeIn,
		"commonest":       commonest,
		"modal":           modal,
		"apposednumber":   apposedNumber,
		"asrows":          asRows,
		"degreeof":        degreeOf,
		"topof":           topOf,
		"participled":     participled,
	}
}

// figureMeanings are those that make figures.
func figureMeanings() map[string]meaning {
	return map[string]meaning{
		"refunded":          refunded,
		"measured":          measuredFigure,
		"aggregate":         aggregate,
		"aggregatereversed": aggregate,
		"aggregatecompound": aggregate,
		"twofigures":        twoFigures,
		"sum":               sumOf,
		"moneyof":           moneyOf,
		"rate":              rate,
		"totaldone":         totalDone,
		"aggregates":        severalAggregates,
	}
}

// Says reports whether a word says something in any question, whatever the database holds: per, average, without.
func Says(w string) bool {
	return wordlist.Determiner(w) || slices.ContainsFunc(wordlist.Phrases(w), func(e wordlist.Entry) bool {
		_, used := all().symbols["@"+e.List]
		return used && e.List != "verb"
	})
}
