package translate

import (
	"context"
	"fmt"
	"strings"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/retrieve"
	"github.com/pgask/pgask/translate/schema"
)

// selectTables chooses the tables for a prompt. For the built-in translator, which needs no prompt, it uses words
// alone. When a model is about to be asked, it also uses similarity in meaning and the model's judgement.
func (w *work) selectTables(ctx context.Context) error {
	b := w.retrieveBudget()
	w.selection = retrieve.Select(w.question.Text, w.snapshot, b)
	if !w.aboutToAskModel() || !w.judges(b) {
		return nil
	}
	w.tried.identified = true
	defer w.progress("looking for the tables that the question needs")()
	b = b.For(w.snapshot)
	e := &embedder{work: w}
	var failed error
	b.Close, failed = w.closest(ctx, e, b)
	if b.Mode == retrieve.Filter {
		wide := b
		wide.TopK *= candidates
		w.selection = retrieve.Select(w.question.Text, w.snapshot, wide)
	}
	j := &tableJudge{work: w, model: w.agent.judge()}
	limits := retrieve.Limits{CallTokens: j.room(), CallTables: j.tables()}
	got, err := retrieve.Identify(ctx, j, w.question.Text, w.snapshot, w.selection, b, limits)
	if err != nil {
		return err
	}
	if w.agent.meaning != nil && ctx.Err() == nil {
		got.Phases = append(got.Phases, retrieve.Phase{Name: "embed", Note: e.note(failed)})
	}
	w.selection = got
	return nil
}

// aboutToAskModel reports whether a model will make the next draft.
func (w *work) aboutToAskModel() bool {
	return w.usesModel() && (w.engine() == EngineModel || w.tried.consulted)
}

// judges reports whether the model should judge the tables: always in the modes that require it, otherwise when not
// all tables fit.
func (w *work) judges(b retrieve.Budget) bool {
	return len(w.snapshot.Tables) > 1 && (b.Mode == retrieve.All || !w.selection.Whole)
}

// wantsTables reports whether the tables should be judged before a model makes a draft, and have not been.
func (w *work) wantsTables() bool {
	return !w.tried.identified && w.judges(w.retrieveBudget())
}

// closest ranks the tables by meaning if an embedding model is configured. The caller continues after an error, because
// words can rank them too.
func (w *work) closest(ctx context.Context, e retrieve.Embedder, b retrieve.Budget) ([]*schema.Table, error) {
	if w.agent.meaning == nil {
		return nil, nil
	}
	return w.agent.meaning.Closest(ctx, e, w.question.Text, w.snapshot, w.agent.cfg.Share, 2*candidates*b.TopK)
}

// candidates is the multiple of retrieve.top_k that is judged. One call can judge many tables, and among three times
// as many it finds those that similarity ranks too low.
const candidates = 3

// retrieveBudget returns the room for the schema in the prompt of this question.
func (w *work) retrieveBudget() retrieve.Budget {
	cfg := w.agent.cfg
	b := retrieve.Budget{Mode: retrieve.Mode(cfg.RetrieveMode), Tokens: cfg.SchemaTokens, TopK: cfg.TopK, Share: cfg.Share}
	if cfg.Model != nil {
		b.Tokens = min(b.Tokens, cfg.Model.Room(w.input()))
	}
	for _, c := range w.settled() {
		if t := w.snapshot.Table(c.Schema, c.Table); t != nil && c.Kind != plan.DropTable {
			b.Keep = append(b.Keep, t)
		}
	}
	if w.tried.widened {
		b.TopK *= widerBy
	}
	return b
}

// widerBy is the factor by which more tables are considered when the first choice did not lead to an answer.
const widerBy = 3

// judge returns the model that judges tables.
func (a *Agent) judge() Model {
	if a.cfg.Judge != nil {
		return a.cfg.Judge
	}
	return a.cfg.Model
}

// tableJudge implements retrieve.Judge with a model. It drops judgements on names that do not exist.
type tableJudge struct {
	*work
	model Model
}

// Limits on the judging calls. The answer must cover every table, and small models may write little.
const (
	judgeTokens      = 8000
	judgeTables      = 25
	judgeTablesSmall = 12
)

// room returns the number of tokens of schema that fit into one judging call.
func (j *tableJudge) room() int {
	tokens := judgeTokens
	if j.agent.cfg.CallTokens > 0 {
		// Schemas have more tokens per character than prose: see model.Client.Room.
		tokens = min(tokens, (j.agent.cfg.CallTokens-model.JudgePrompt(j.input("", nil)).Tokens())*2/3)
	}
	return max(tokens, 100)
}

func (j *tableJudge) tables() int {
	if j.model.Tier() == model.Minimal {
		return judgeTablesSmall
	}
	return judgeTables
}

func (j *tableJudge) input(schemaText string, said []retrieve.Judgement) model.TablesInput {
	in := model.TablesInput{Question: j.question.Text, Schema: schemaText, Evidence: j.evidence()}
	for _, s := range said {
		in.Judgements = append(in.Judgements, model.TableJudgement{Table: shownName(s.Table), Relevant: s.Relevant,
			Confidence: s.Confidence, Columns: s.Columns, Reason: s.Reason})
	}
	return in
}

// shownName returns a table's name as prompts show it, unquoted.
func shownName(t *schema.Table) string {
	if t.Visible {
		return t.Name
	}
	return t.Qualified()
}

// named returns the table that a model means by a name; nil when there is none.
func named(tables []*schema.Table, name string) *schema.Table {
	name = strings.ReplaceAll(strings.TrimSpace(name), `"`, "")
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for _, t := range tables {
			if same(t.Qualified(), name) || same(shownName(t), name) {
				return t
			}
		}
	}
	var found *schema.Table
	for _, t := range tables {
		if strings.EqualFold(t.Name, name) {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// Judge implements retrieve.Judge.
func (j *tableJudge) Judge(ctx context.Context, tables []*schema.Table) ([]retrieve.Judgement, error) {
	var all []retrieve.Judgement
	err := j.consult(ctx, j.model, j.prompt("judge", model.JudgePrompt, tables, nil), func(text string) error {
		said, err := model.ParseJudgements(text)
		all = nil
		for _, s := range said {
			t := named(tables, s.Table)
			if t == nil {
				continue
			}
			one := retrieve.Judgement{Table: t, Relevant: s.Relevant, Confidence: s.Confidence, Reason: s.Reason}
			for _, name := range s.Columns {
				if c := t.Column(strings.Trim(name, `"`)); c != nil {
					one.Columns = append(one.Columns, c.Name)
				}
			}
			all = append(all, one)
		}
		return err
	})
	return all, err
}

// Review implements retrieve.Judge.
func (j *tableJudge) Review(ctx context.Context, found []retrieve.Judgement) ([]retrieve.Removal, error) {
	tables := tablesOf(found)
	var all []retrieve.Removal
	err := j.consult(ctx, j.model, j.prompt("refine", model.RefinePrompt, tables, found), func(text string) error {
		removals, err := model.ParseRemovals(text)
		all = nil
		for _, r := range removals {
			if t := named(tables, r.Table); t != nil {
				all = append(all, retrieve.Removal{Table: t, Reason: r.Reason})
			}
		}
		return err
	})
	return all, err
}

// Outline implements retrieve.Judge.
func (j *tableJudge) Outline(ctx context.Context, chosen []retrieve.Judgement) (string, error) {
	var outline model.Outline
	err := j.consult(ctx, j.model, j.prompt("outline", model.OutlinePrompt, tablesOf(chosen), nil), func(text string) (err error) {
		outline, err = model.ParseOutline(text)
		return err
	})
	return outline.String(), err
}

func tablesOf(said []retrieve.Judgement) []*schema.Table {
	var all []*schema.Table
	for _, s := range said {
		all = append(all, s.Table)
	}
	return all
}

// maxListed bounds the number of tables that the record and ask explain: list as chosen, judged and left out, each.
const maxListed = 100

// retrieval returns the choice of tables for the record; nil when all tables went into the prompt.
func (w *work) retrieval() *audit.Retrieval {
	s := w.selection
	if s.Whole && len(s.Judgements) == 0 || w.snapshot == nil || len(s.Tables) == 0 {
		return nil
	}
	r := &audit.Retrieval{Outline: s.Outline, Omitted: max(0, len(s.Removed)-maxListed)}
	for _, p := range s.Phases {
		r.Phases = append(r.Phases, p.Name+": "+p.Note)
	}
	said := map[*schema.Table]retrieve.Judgement{}
	for _, j := range s.Judgements {
		said[j.Table] = j
	}
	list := func(from []retrieve.Candidate) (to []audit.TableChoice) {
		for _, c := range from[:min(len(from), maxListed)] {
			j := said[c.Table]
			to = append(to, audit.TableChoice{Table: c.Table.Qualified(), Reason: c.Reason, Confidence: j.Confidence, Columns: j.Columns})
		}
		return to
	}
	r.Chosen, r.Removed = list(s.Chosen), list(s.Removed)
	return r
}

// retrievalAspects adds the choice of tables to ask explain:.
func (w *work) retrievalAspects(add func(aspect, detail string)) {
	s := w.selection
	for _, p := range s.Phases {
		add("identification", p.Name+": "+p.Note)
	}
	for _, c := range s.Chosen[:min(len(s.Chosen), maxListed)] {
		add("chosen", shownName(c.Table)+": "+c.Reason)
	}
	for _, j := range s.Judgements[:min(len(s.Judgements), maxListed)] {
		verdict := "irrelevant"
		if j.Relevant {
			verdict = "relevant"
		}
		columns := ""
		if len(j.Columns) > 0 {
			columns = " (" + strings.Join(j.Columns, ", ") + ")"
		}
		add("judged", fmt.Sprintf("%s%s: %s, confidence %.2f: %s", shownName(j.Table), columns, verdict, j.Confidence, j.Reason))
	}
	for _, r := range s.Removed[:min(len(s.Removed), maxListed)] {
		add("left out", shownName(r.Table)+": "+r.Reason)
	}
	if n := len(s.Removed) - maxListed; n > 0 {
		add("left out", fmt.Sprintf("and %d tables more", n))
	}
	add("outline", s.Outline)
}
