package refine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan/edit"

	"github.com/pgask/pgask/translate/plan"
)

// rules are tried in this order. The first that explains every word is taken.
var rules = []func(*reader, change) ([]Step, bool){
	(*reader).undo, (*reader).noLimit, (*reader).top, (*reader).ranks, (*reader).limit, (*reader).unsorted, (*reader).reverse, (*reader).sort, (*reader).extremes,
	(*reader).noFilter, (*reader).count, (*reader).having, (*reader).add, (*reader).remove, (*reader).except, (*reader).filter,
}

func steps(patches ...edit.Patch) []Step {
	all := make([]Step, len(patches))
	for i, p := range patches {
		all[i].Patch = p
	}
	return all
}

var undoing = regexp.MustCompile(`^(?:undo(?: (?:that|this|it|the last (?:change|step|one)))?|go back|back|step back|revert(?: (?:that|this|it))?|take (?:that|it) back)$`)

func (r *reader) undo(c change) ([]Step, bool) {
	return steps(edit.Patch{Operation: edit.Undo}), undoing.MatchString(c.lower)
}

var everything = regexp.MustCompile(`^(?:(?:show|give|list|display|see)(?: me)? )?(?:all|everything|all of (?:them|it)|all (?:the )?(?:rows|results|records|entries))$|^(?:drop|remove|no|without|cancel|clear|lift|delete)(?: the| a| any)? limit$|^unlimited$`)

func (r *reader) noLimit(c change) ([]Step, bool) {
	return steps(edit.Patch{Operation: edit.ModifyLimit}), everything.MatchString(c.lower)
}

var (
	ranked  = regexp.MustCompile(`^(?:(?:show|give|list|keep)(?: me)? )?(?:only |just )?(?:the )?(top|best|highest|largest|biggest|bottom|worst|lowest|smallest) (\w+)(?: ([a-z_ ]+))?$`)
	limited = regexp.MustCompile(`^((?:(?:show|give|list|display|keep|limit|restrict|cut)(?: me)?(?: (?:it|this|that|them))?(?: to)? )?(?:only |just )?(?:the )?(?:(?:top|first|limit) )?)(\w+)(?: ([a-z_ ]+))?$`)
	topmost = regexp.MustCompile(`^(?:(?:show|give|list)(?: me)? )?(?:only |just )?(?:the )?(top|first|best|bottom|worst) (\w+)(?: ([a-z_ ]+?))? by (.+)$`)
	rowWord = regexp.MustCompile(`^(?:rows?|results?|records?|entries|lines|ones|of (?:them|those)|only)$`)
)

var numbers = map[string]int64{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"twelve": 12, "twenty": 20, "fifty": 50, "hundred": 100, "dozen": 12}

func number(s string) (int64, bool) {
	if n, ok := numbers[s]; ok {
		return n, true
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n > 0
}

// rows reports whether a word stands for the rows of the answer.
func (r *reader) rows(word string) bool {
	return word == "" || rowWord.MatchString(word) || r.isTable(word)
}

func (r *reader) limit(c change) ([]Step, bool) {
	m := limited.FindStringSubmatch(c.lower)
	if m == nil || !r.rows(m[3]) {
		return nil, false
	}
	n, ok := number(m[2])
	says := strings.ContainsAny(m[1], "abcdefghijklmnopqrstuvwxyz") || m[3] != ""
	clear := strings.Contains(m[1], "top") || strings.Contains(m[1], "first") || strings.Contains(m[1], "limit") || m[3] != ""
	if !ok || !says || !clear && n >= 1900 && n < 2200 {
		return nil, false // a bare number may mean anything, and 2024 is a year
	}
	return steps(edit.Patch{Operation: edit.ModifyLimit, Limit: &n}), true
}

func (r *reader) top(c change) ([]Step, bool) {
	m := topmost.FindStringSubmatch(c.lower)
	if m == nil || !r.rows(m[3]) {
		return nil, false
	}
	n, ok := number(m[2])
	key, known := r.column(m[4], false)
	if !ok || !known {
		return nil, false
	}
	direction := "desc"
	if m[1] == "bottom" || m[1] == "worst" {
		direction = "asc"
	}
	return steps(edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{sortKey(key, direction)}},
		edit.Patch{Operation: edit.ModifyLimit, Limit: &n}), true
}

// ranks reads "top 3" or "the lowest 5" of groups as an order by their only aggregate and a limit. It leaves "top 3" to
// limit when the answer is sorted by a number already, because then it means the first 3 rows.
func (r *reader) ranks(c change) ([]Step, bool) {
	m := ranked.FindStringSubmatch(c.lower)
	if m == nil || !r.rows(m[3]) && !r.group(m[3]) {
		return nil, false
	}
	n, ok := number(m[2])
	least := m[1] == "bottom" || m[1] == "worst" || m[1] == "lowest" || m[1] == "smallest"
	if !ok || !least && (len(r.plan.GroupBy) == 0 || r.byNumber()) {
		return nil, false
	}
	names := r.aggregates()
	if len(r.plan.GroupBy) == 0 || len(names) != 1 {
		return nil, false
	}
	direction := "desc"
	if least {
		direction = "asc"
	}
	return steps(edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{{Column: names[0], Direction: direction}}},
		edit.Patch{Operation: edit.ModifyLimit, Limit: &n}), true
}

// byNumber reports whether the answer is sorted by an aggregate.
func (r *reader) byNumber() bool {
	named := r.aggregates()
	return slices.ContainsFunc(r.plan.OrderBy, func(o plan.Order) bool {
		return plan.HasAggregate(o.Expr) || slices.ContainsFunc(named, func(name string) bool { return plan.Equal(plan.Bare(name), o.Expr) })
	})
}

func sortKey(p edit.Patch, direction string) edit.SortKey {
	return edit.SortKey{Schema: p.Schema, Table: p.Table, Column: p.Column, Direction: direction}
}

var unsorting = regexp.MustCompile(`^(?:don't (?:sort|order)(?: it)?|do not (?:sort|order)(?: it)?|unsorted|no (?:sorting|sort|order|ordering)|(?:remove|drop|clear|without|forget)(?: the| any)? (?:sort|sorting|order|ordering|sort order))$`)

func (r *reader) unsorted(c change) ([]Step, bool) {
	return steps(edit.Patch{Operation: edit.ModifyOrderBy}), unsorting.MatchString(c.lower)
}

var reversing = regexp.MustCompile(`^(?:reverse(?: (?:it|that|them|the (?:order|sorting|sort|list)))?|(?:the )?other way (?:round|around)|in reverse(?: order)?|flip(?: it| the order)?)$`)

// reverse reverses the order. It fails when a key of the order is not an output column.
func (r *reader) reverse(c change) ([]Step, bool) {
	if !reversing.MatchString(c.lower) || len(r.plan.OrderBy) == 0 {
		return nil, false
	}
	names := plan.OutputNames(r.plan)
	var keys []edit.SortKey
	for _, o := range r.plan.OrderBy {
		name := ""
		for i, out := range r.plan.Select {
			if plan.Equal(out.Expr, o.Expr) || plan.Equal(plan.Bare(names[i]), o.Expr) {
				name = names[i]
			}
		}
		if name == "" {
			return nil, false
		}
		direction := "desc"
		if o.Desc {
			direction = "asc"
		}
		keys = append(keys, edit.SortKey{Column: name, Direction: direction})
	}
	return steps(edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: keys}), true
}

var (
	sorting   = regexp.MustCompile(`^(?:sort|order|rank|arrange|sorted|ordered)(?: (?:it|them|this|that|these|those|the (?:rows|results|list)))?(?: in)?(?: (ascending|descending))?(?: order)? by (.+)$`)
	keyBreak  = regexp.MustCompile(`\s*,\s*(?:then )?(?:by )?|\s+(?:and|then) (?:then )?(?:by )?`)
	direction = regexp.MustCompile(`^(.+?),? (?:in )?(ascending|asc|descending|desc|a-z|z-a|lowest first|smallest first|oldest first|earliest first|highest first|largest first|biggest first|newest first|latest first)(?: order)?$`)
)

// descends reports whether a word for a direction means descending order.
func descends(word string) bool {
	switch first, _, _ := strings.Cut(word, " "); first {
	case "descending", "desc", "z-a", "highest", "largest", "biggest", "newest", "latest":
		return true
	}
	return false
}

func (r *reader) sort(c change) ([]Step, bool) {
	m := sorting.FindStringSubmatch(c.lower)
	if m == nil {
		return nil, false
	}
	var keys []edit.SortKey
	for _, key := range keyBreak.Split(m[2], -1) {
		dir := m[1]
		if d := direction.FindStringSubmatch(key); d != nil {
			key, dir = d[1], d[2]
		}
		p, ok := r.column(key, false)
		if !ok {
			return nil, false
		}
		way := "asc"
		if descends(dir) {
			way = "desc"
		}
		keys = append(keys, sortKey(p, way))
	}
	return steps(edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: keys}), true
}

var (
	extreme    = regexp.MustCompile(`^(?:show )?(?:the )?(newest|latest|most recent|oldest|earliest|highest|largest|biggest|most|lowest|smallest|fewest|least)(?: (.+?))? first$`)
	alphabetic = regexp.MustCompile(`^(?:(?:sort|order)(?: (?:it|them))? )?(?:alphabetically|in alphabetical order|alphabetical order|a to z|a-z)$`)
)

// extremes reads "newest first" as an order by the only date, "highest first" as one by the only number, and
// "alphabetically" as one by the only text.
func (r *reader) extremes(c change) ([]Step, bool) {
	if alphabetic.MatchString(c.lower) {
		p, ok := r.only(isText)
		return steps(edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{sortKey(p, "asc")}}), ok
	}
	m := extreme.FindStringSubmatch(c.lower)
	if m == nil {
		return nil, false
	}
	var p edit.Patch
	ok, way := false, "desc"
	temporal := false
	switch m[1] {
	case "oldest", "earliest":
		temporal, way = true, "asc"
	case "newest", "latest", "most recent":
		temporal = true
	case "lowest", "smallest", "fewest", "least":
		way = "asc"
	}
	switch {
	case m[2] != "" && !r.rows(m[2]):
		p, ok = r.column(m[2], false)
	case temporal:
		p, ok = r.only(isTemporal)
	default:
		p, ok = r.only(isNumber)
	}
	return steps(edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{sortKey(p, way)}}), ok
}

var (
	allFilters = regexp.MustCompile(`^(?:drop|remove|clear|forget|without|no|ignore)(?: the| any| all| all the)? (?:filters?|conditions?|restrictions?)$`)
	oneFilter  = regexp.MustCompile(`^(?:drop|remove|clear|forget|without|ignore)(?: the)? (?:(?:filter|condition|restriction) (?:on|about|for|by)(?: the)? (.+)|(.+) (?:filter|condition|restriction))$|^(?:for )?(?:any|every|all) (.+)$|^(?:regardless of|whatever|ignore)(?: the)? (.+)$`)
)

func (r *reader) noFilter(c change) ([]Step, bool) {
	if allFilters.MatchString(c.lower) {
		return steps(edit.Patch{Operation: edit.DropFilter}), true
	}
	m := oneFilter.FindStringSubmatch(c.lower)
	if m == nil {
		return nil, false
	}
	p, ok := r.column(m[1]+m[2]+m[3]+m[4], false)
	if !ok || m[3] != "" && !r.filtered(p) {
		return nil, false
	}
	p.Operation = edit.DropFilter
	return steps(p), true
}

// filtered reports whether a condition of the plan uses the column.
func (r *reader) filtered(p edit.Patch) bool {
	for _, e := range r.plan.Where {
		for _, c := range e.Columns() {
			if c.Column == p.Column && (p.Table == "" || c.Alias == p.Table) {
				return true
			}
		}
	}
	return false
}

var (
	adding    = regexp.MustCompile(`^(?:add|include|append|plus|show also)(?: me)? (.+)$`)
	showing   = regexp.MustCompile(`^(?:show|give|list|display)(?: me)? (.+)$`)
	along     = regexp.MustCompile(`^(?:with|together with|along with) (.+)$`)
	removing  = regexp.MustCompile(`^(?:remove|drop|hide|omit|without|leave out|leave off|exclude|skip|take out|take away|don't show|do not show|no|lose|get rid of|delete) (.+)$`)
	counting  = regexp.MustCompile(`^(?:the |their )?(?:number|count) of (?:the |their )?([a-z_ ]+)$`)
	article   = regexp.MustCompile(`^(?:the|their|its|his|her|a|an|each) `)
	columnTag = regexp.MustCompile(` (?:columns?|fields?)$| (?:to|from) (?:it|that|this|the (?:list|answer|result|table|output))$`)
	listBreak = regexp.MustCompile(`\s*,\s*(?:and )?|\s+and `)
)

func (r *reader) add(c change) ([]Step, bool) {
	m := adding.FindStringSubmatch(c.lower)
	if m == nil && c.more {
		m = showing.FindStringSubmatch(c.lower)
	}
	if m == nil {
		m = along.FindStringSubmatch(c.lower)
	}
	if m == nil {
		return nil, false
	}
	return r.columns(edit.AddColumn, m[1])
}

func (r *reader) remove(c change) ([]Step, bool) {
	m := removing.FindStringSubmatch(c.lower)
	if m == nil {
		return nil, false
	}
	return r.columns(edit.RemoveColumn, m[1])
}

// columns returns a patch for each column of a list.
func (r *reader) columns(op edit.Operation, list string) ([]Step, bool) {
	list = columnTag.ReplaceAllString(columnTag.ReplaceAllString(list, ""), "")
	var all []Step
	for _, phrase := range listBreak.Split(list, -1) {
		if m := counting.FindStringSubmatch(phrase); m != nil && op == edit.AddColumn && len(r.plan.GroupBy) > 0 && r.counts(m[1]) {
			all = append(all, Step{Patch: edit.Patch{Operation: op, Column: edit.Rows}})
			continue
		}
		p, ok := r.column(article.ReplaceAllString(phrase, ""), op == edit.AddColumn)
		if !ok || op == edit.RemoveColumn && !r.shows(p) {
			return nil, false
		}
		p.Operation = op
		all = append(all, Step{Patch: p})
	}
	return all, len(all) > 0
}

var (
	narrowing = regexp.MustCompile(`(?i)^(?:(?:show|give|list|keep|filter|restrict|limit|narrow)(?: me)?(?: (?:it|them|this|that))?(?: (?:by|on|to|down to))? )?(?:only|just)(?: (?:the|those|these|the ones|ones|rows|that are|which are|who are))* (.+)$|^(?:filter|restrict|narrow)(?: (?:it|them|this|that))?(?: (?:by|on|to|down to|for))? (.+)$`)
	beginning = regexp.MustCompile(`(?i)^(?:in|from|for|since|before|after|during|until|where|whose|with|without|between|over|under|above|below|at) .|^\w+(?:ed|en) (?:in|since|before|after|during|between|from|on) .`)
	year      = regexp.MustCompile(`^(?:in |from )?(?:19|20)[0-9]{2}$`)
)

var countingAll = regexp.MustCompile(`^how many(?: (?:are|is|were) (?:there|that|they|these|those)| of (?:them|those|these)(?: are there)?| (?:rows|results|records)(?: are there)?)?$|^count(?: (?:them|it|those|these|the rows|rows|all))?$|^(?:just |only )?(?:show (?:me )?|give me )?(?:the |their )?(?:count|number)(?: of (?:them|rows|results))?$`)

// count replaces the rows by their number.
func (r *reader) count(c change) ([]Step, bool) {
	return steps(edit.Patch{Operation: edit.CountRows}), countingAll.MatchString(c.lower)
}

var excepting = regexp.MustCompile(`(?i)^(?:(?:show |list )?(?:all|everything|everybody|everyone|anything) )?(?:but|except(?: for)?|excluding|exclude|leave out|omit|skip|ignore|not|other than|apart from)(?: the| those| these| ones)* (?:in |from |of |with )?(\S.*)$`)

// except returns what is to be left out as a condition in the user's words.
func (r *reader) except(c change) ([]Step, bool) {
	m := excepting.FindStringSubmatch(c.text)
	if m == nil {
		return nil, false
	}
	return []Step{{Filter: m[1], Except: true}}, true
}

// filter returns a condition in the user's words.
func (r *reader) filter(c change) ([]Step, bool) {
	if m := narrowing.FindStringSubmatch(c.text); m != nil {
		return []Step{{Filter: m[1] + m[2]}}, true
	}
	if beginning.MatchString(c.text) || year.MatchString(c.text) {
		return []Step{{Filter: c.text}}, true
	}
	return nil, false
}
