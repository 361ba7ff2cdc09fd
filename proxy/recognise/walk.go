package recognise

// mode is the syntactic position within one parenthesis level.
type mode uint8

const (
	start   mode = iota // nothing seen yet
	plain               // no query: arguments, an expression, a list, a command without questions
	lead                // before the query of WITH, EXPLAIN, CREATE, PREPARE, DECLARE
	insert              // INSERT INTO t, before its query
	update              // UPDATE t SET …: FROM opens a table list
	target              // DELETE FROM t, MERGE INTO t: USING opens a table list
	columns             // SELECT …: FROM opens a table list
	item                // in a table list, a table is expected
	named               // behind a table; an alias may follow
	joinOn              // in the condition behind ON
	clause              // WHERE, GROUP BY, VALUES, …: expressions
)

// level is one open parenthesis or bracket, or the statement itself.
type level struct {
	mode     mode
	fallback mode // what mode becomes if no query begins the level
	active   bool // inside a query, where a call is evaluated
	dml      bool // UPDATE, INSERT, DELETE and MERGE may begin it
	bracket  bool
	scope    int // number of the FROM list; levels that stand for an item share their parent's
}

// maxDepth bounds the parenthesis levels that are followed. PostgreSQL's own parser gives up at 10,000.
const maxDepth = 10_000

// walker decides where a table may stand. The finder feeds it tokens.
type walker struct {
	levels []level
	excess int  // levels beyond maxDepth
	prev   word // the last token
	prev2  word // the one before it
	begins word // the first word of the statement
	body   int  // depth of BEGIN ATOMIC and CASE in a function body of SQL, whose semicolons end nothing
	scopes int
}

func (w *walker) reset() {
	w.levels = append(w.levels[:0], level{fallback: plain, dml: true})
	w.excess, w.prev, w.prev2, w.begins, w.body = 0, wOther, wOther, wOther, 0
}

func (w *walker) top() *level { return &w.levels[len(w.levels)-1] }

// walk takes one token of a statement that is no bare ASK.
func (f *finder) walk(t Token, k word) {
	w := &f.walker
	switch k {
	case wOpen:
		f.depth++
		w.open(false)
		f.nested = ownComment{}
	case wBracket:
		w.open(true)
	case wClose:
		f.depth = max(0, f.depth-1)
		if l := w.top(); l.mode == start && l.fallback == item && f.nested.Kind != EOF && w.excess == 0 {
			f.nestedComment()
		}
		w.close(false)
	case wUnbracket:
		w.close(true)
	case wSemicolon: // in a function body, or the parenthesised actions of a rule
		l := w.top()
		l.mode, l.fallback, l.dml = lead, lead, true
	default:
		w.functionBody(k)
		if l := w.top(); w.excess == 0 && !w.begin(l, k) {
			f.inLevel(l, t, k)
		}
	}
	// A call that was read has moved on to its closing parenthesis.
	if w.prev2, w.prev = w.prev, k; f.called {
		f.called, w.prev = false, wClose
	}
}

// open enters a parenthesis or bracket.
func (w *walker) open(bracket bool) {
	if len(w.levels) >= maxDepth || w.excess > 0 {
		w.excess++
		return
	}
	l := w.top()
	if l.mode == start {
		// ((SELECT …) UNION …) or ((a JOIN b …) JOIN c …).
		l.mode = l.fallback
		if len(w.levels) == 1 {
			l.mode, l.active = clause, true
		}
	}
	inner := level{fallback: plain, active: l.active, bracket: bracket}
	switch {
	case bracket:
		inner.mode = plain
	case l.mode == item:
		inner.fallback, inner.scope = item, l.scope
		l.mode = named
	}
	switch w.prev {
	case wAs, wMaterialized, wCopy, wDo, wAlso, wInstead:
		inner.dml = true
	case wOpen:
		inner.dml = l.dml
	}
	w.levels = append(w.levels, inner)
}

// close leaves a parenthesis, with any bracket left open in it, or a bracket. One that was never opened is ignored.
func (w *walker) close(bracket bool) {
	if w.excess > 0 {
		w.excess--
		return
	}
	n := len(w.levels) - 1
	if bracket {
		if !w.levels[n].bracket {
			return
		}
	} else {
		for n > 0 && w.levels[n].bracket {
			n--
		}
	}
	if n > 0 {
		w.levels = w.levels[:n]
	}
}

// functionBody follows BEGIN ATOMIC … END, in which CASE has an END too.
func (w *walker) functionBody(k word) {
	switch {
	case k == wAtomic && w.prev == wBegin && w.begins == wCreate:
		w.body = max(w.body, 1)
		w.top().mode = lead
	case w.body == 0 || w.prev == wAs:
	case k == wCase:
		w.body++
	case k == wEnd:
		w.body--
	}
}

// begin takes the first word of a level, and SELECT wherever it stands. It gives false if the word is for inLevel.
func (w *walker) begin(l *level, k word) bool {
	if k == wSelect {
		return w.selects(l)
	}
	if l.mode != start {
		return false
	}
	if len(w.levels) == 1 {
		w.begins = k
	}
	switch k {
	case wWith:
		l.mode = lead
	case wValues:
		l.mode, l.active = clause, true
	case wInsert, wUpdate, wDelete, wMerge:
		if !l.dml {
			l.mode = l.fallback
			return false
		}
		w.changes(l, k)
	case wExplain, wPrepare, wDeclare, wCreate:
		l.mode = l.fallback
		if len(w.levels) == 1 {
			l.mode = lead
		}
	case wCall:
		l.mode = l.fallback
		if len(w.levels) == 1 {
			l.mode, l.active = clause, true
		}
	default:
		l.mode = l.fallback
		return false
	}
	return true
}

// selects takes the word SELECT. It can be something else: a label in a select list (AS select), a privilege, an event.
func (w *walker) selects(l *level) bool {
	switch l.mode {
	case columns:
		return false
	case plain:
		switch w.prev {
		case wUnion, wIntersect, wExcept, wAll, wDistinct:
		default:
			return false
		}
	case lead:
		if w.begins == wCreate && (w.prev == wFor || w.prev == wOn) {
			return false
		}
	}
	if len(w.levels) == 1 && l.mode == start {
		w.begins = wSelect
	}
	l.mode, l.active = columns, true
	return true
}

// changes takes the first word of INSERT, UPDATE, DELETE or MERGE.
func (w *walker) changes(l *level, k word) {
	switch k {
	case wInsert:
		l.mode = insert
	case wUpdate:
		l.mode, l.active = update, true
	default:
		l.mode, l.active = target, true
	}
}

// inLevel takes a word that neither begins a query nor opens or closes a level.
func (f *finder) inLevel(l *level, t Token, k word) {
	w := &f.walker
	if f.strayAsk(l, t) {
		f.stray(t)
		return
	}
	switch l.mode {
	case lead:
		w.inLead(l, k)
	case insert:
		switch k {
		case wValues, wReturning, wOn:
			l.mode, l.active = clause, true
		}
	case columns, update:
		if k == wFrom && !w.isLabel(l) && !w.isDistinctFrom() {
			w.openList(l)
			return
		}
		f.expression(l, t)
	case target:
		if k == wUsing {
			w.openList(l)
			return
		}
		f.expression(l, t)
	case item:
		if k == wLateral || k == wOnly || k == wComma {
			return
		}
		l.mode = named
		f.table(l, t)
	case named:
		w.inList(l, k)
	case joinOn:
		w.inList(l, k)
		f.expression(l, t)
	case plain, clause:
		f.expression(l, t)
	}
}

// inLead waits for the query of a statement that wraps one. SELECT was taken before.
func (w *walker) inLead(l *level, k word) {
	switch k {
	case wInsert, wUpdate, wDelete, wMerge:
	default:
		return
	}
	switch w.prev {
	case wDo, wAlso, wInstead, wAtomic, wSemicolon:
	case wWith, wRecursive, wComma, wPrepare: // a name
		return
	default: // CREATE TRIGGER … BEFORE INSERT OR UPDATE, CREATE RULE … ON DELETE
		if w.begins == wCreate || w.begins == wDeclare {
			return
		}
	}
	w.changes(l, k)
}

// inList takes a word behind a table or in a join's condition.
func (w *walker) inList(l *level, k word) {
	switch k {
	case wComma, wJoin:
		l.mode = item
	case wOn:
		l.mode = joinOn
	case wGroup:
		if w.prev != wWithin { // WITHIN GROUP (ORDER BY …)
			l.mode = clause
		}
	case wWhere, wHaving, wWindow, wOrder, wLimit, wOffset, wFetch, wFor, wUnion, wIntersect, wExcept, wReturning:
		l.mode = clause
	case wConflict: // INSERT … SELECT … FROM t ON CONFLICT
		if w.prev == wOn {
			l.mode = clause
		}
	case wMatched: // MERGE … WHEN [NOT] MATCHED
		if w.prev == wWhen || w.prev == wNot && w.prev2 == wWhen {
			l.mode = clause
		}
	}
}

func (w *walker) openList(l *level) {
	w.scopes++
	l.mode, l.scope = item, w.scopes
}

// isLabel reports whether the word names a column: SELECT a AS from.
func (w *walker) isLabel(l *level) bool { return w.prev == wAs && l.mode == columns }

// isDistinctFrom reports whether FROM belongs to IS [NOT] DISTINCT FROM.
func (w *walker) isDistinctFrom() bool {
	return w.prev == wDistinct && (w.prev2 == wIs || w.prev2 == wNot)
}
