package translate

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/reads"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/spend"
)

// The engines.
const (
	EngineAuto    = "auto"    // the built-in translator when it is sure, else the model
	EngineBuiltin = "builtin" // no model, no network
	EngineModel   = "model"   // always the model
)

// Model is a language model.
type Model = bymodel.Model

// Config configures an agent. The zero value of a field means its default.
type Config struct {
	// Translating.
	Engine            string                 // default auto
	Model             Model                  // nil: none is configured
	MaxAttempts       int                    // drafts per question; default 3
	MaxCorrections    int                    // answered clarifications of one question; default 3
	MaxRefinements    int                    // drafts by a model after an empty result; default 1; -1: none
	Candidates        int                    // drafts by a model that are compared; default 1: no comparison
	AnswerConfidence  float64                // 0 to 1: below it the user is asked; default 0.5
	BuiltinConfidence float64                // 0 to 1: with EngineAuto, below it a model is asked instead; default 0
	JoinConfidence    float64                // 0 to 1: below it the user chooses between several joins; default 0.75
	TokensPerQuestion int64                  // of prompts and answers; 0: no bound
	TokensPerRole     int64                  // per day; 0: no bound
	Ledger            spend.Ledger           // counts the tokens of roles; nil: in memory
	Prices            map[string]spend.Price // of models, by name
	ProgressAfter     time.Duration          // wait for a model after which the user is told; default 1 s

	// Statements.
	Guard            guard.Policy
	ExtensionSchemas []string // schemas of extensions whose operators statements may use
	MaxRows          int64    // rows after which a whole-statement answer without a limit is cut; default 1,000
	MaxCost          float64  // ceiling on EXPLAIN's total cost; 0: none
	// SnapshotAge is the maximal age of the snapshot of a REPEATABLE READ transaction for statements that read views;
	// default 10 s. See package reads, proof.go.
	SnapshotAge time.Duration

	// The schema, and its part in a prompt.
	Snapshots        schema.Keeper       // keeps catalogs beyond this process; nil: not kept
	Descriptions     schema.Descriptions // of tables and columns, beside what the catalog says
	Meaning          *semantic.File      // what people wrote about the schema; nil: nothing
	InferForeignKeys bool                // adds keys that the schema does not declare, and measures them; see semantic.WithKeys
	Share            schema.Share        // which parts of the schema a model may see; default names and comments
	SchemaTokens     int                 // tokens that the whole schema may take in a prompt, where it is shown; default 24,000

	// Secrets is told the columns that are masked for their names when a datasource's catalog is first read, or when
	// they have changed; nil: nobody is told.
	Secrets func(datasource string, columns []string)
	// Misnamed is told the names in Policies that a database does not have, when it is first read; nil: nobody is told.
	Misnamed func(datasource string, what []string)
	// Unused is told, once each, the definitions of words that a question says and that cannot be used for its role;
	// nil: nobody is told.
	Unused func(datasource, role, what string)

	// Memory.
	Answers       bymodel.Answers  // keeps the answers of models; nil: in memory
	Translations  memory.Store     // keeps translations beyond this process; nil: not kept
	Build         string           // of the program: translations of other builds are made again
	Recent        Recent           // keeps questions and answers of the last hour beyond this process; nil: not kept
	Private       Private          // whose words nothing beyond this process may keep; nil: nobody's
	RecentSealed  bool             // Recent may keep them all the same, because nobody else can read it
	Lessons       *lessons.Library // what users taught; nil: no lessons
	IgnoreLessons bool             // lessons and pins are not used
	LessonReaders []string         // roles that see all lessons; other roles see their own
	PinWriters    []string         // roles that may pin

	// Policies and records.
	Policies    *policy.Set    // what each role is forbidden; nil: nothing
	Quotas      spend.Quotas   // counts for the quotas of policies
	Log         about.Log      // what ask_log() reads; nil: no log
	LogScope    about.LogScope // whose log that is; nil: not told
	LogReaders  []string       // roles that see all questions in the log; other roles see their own
	KeepPrompts bool           // the trace holds prompts and answers of models, for the audit log
	Counters    *Counters      // of the caches; nil: not counted
}

func (c Config) withDefaults() Config {
	c.Engine = cmp.Or(c.Engine, EngineAuto)
	if c.Counters == nil {
		c.Counters = &Counters{}
	}
	c.MaxAttempts = cmp.Or(c.MaxAttempts, 3)
	c.MaxCorrections = cmp.Or(c.MaxCorrections, 3)
	c.MaxRefinements = cmp.Or(c.MaxRefinements, 1)
	c.MaxRows = cmp.Or(c.MaxRows, 1000)
	c.AnswerConfidence = cmp.Or(c.AnswerConfidence, 0.5)
	c.SchemaTokens = cmp.Or(c.SchemaTokens, 24_000)
	c.JoinConfidence = cmp.Or(c.JoinConfidence, plan.DefaultJoinConfidence)
	for _, l := range []*spend.Ledger{&c.Ledger, &c.Quotas.Questions, &c.Quotas.Cost} {
		if *l == nil {
			*l = &spend.MemoryLedger{}
		}
	}
	c.SnapshotAge = cmp.Or(c.SnapshotAge, 10*time.Second)
	c.ProgressAfter = cmp.Or(c.ProgressAfter, defaultProgress)
	if c.Answers == nil {
		c.Answers = bymodel.NewInMemory()
	}
	return c
}

func (c Config) validate() error {
	var errs []error
	switch c.Engine {
	case EngineAuto, EngineBuiltin:
	case EngineModel:
		if c.Model == nil {
			errs = append(errs, errors.New("engine is model, but no model is given"))
		}
	default:
		errs = append(errs, fmt.Errorf("engine %q is not auto, builtin or model", c.Engine))
	}
	if c.AnswerConfidence < 0 || c.AnswerConfidence > 1 {
		errs = append(errs, fmt.Errorf("answer confidence %v is not between 0 and 1", c.AnswerConfidence))
	}
	if c.BuiltinConfidence < 0 || c.BuiltinConfidence > 1 {
		errs = append(errs, fmt.Errorf("built-in confidence %v is not between 0 and 1", c.BuiltinConfidence))
	}
	if c.MaxAttempts < 1 || c.MaxAttempts > 10 {
		errs = append(errs, fmt.Errorf("%d attempts are not between 1 and 10", c.MaxAttempts))
	}
	if c.MaxRows < 0 {
		errs = append(errs, fmt.Errorf("%d rows are fewer than none", c.MaxRows))
	}
	return errors.Join(errs...)
}

// New returns an agent. The error names every setting that is wrong.
func New(cfg Config) (*Agent, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("translate: %w", err)
	}
	g, err := guard.New(cfg.Guard)
	if err != nil {
		return nil, err
	}
	a := &Agent{cfg: cfg, guard: g, snapshots: schema.NewCache(), looks: &schema.Looks{},
		translations: memory.NewTranslations(cfg.Translations), shape: cfg.shape(),
		recent:     memory.NewLastHour(cfg.Recent, cfg.RecentSealed),
		restricted: &restrictedAgents{}, told: &toldSecrets{}, checked: &sync.Map{}, unusedTold: &sync.Map{},
		joins: &reads.Joins{}, privateAnswers: bymodel.NewInMemory()}
	a.unrestricted = a
	a.snapshots.Keeper = cfg.Snapshots
	_, err = a.restrictedBy(cfg.Policies.All()) // so that errors in policies are found now
	return a, err
}

// Counters count how often the caches were hit. They may outlive the agents that fill them. The zero value is ready
// to use.
type Counters struct {
	Snapshots    Ratio // snapshots of the catalog
	Translations Ratio // translations of earlier questions
	Pins         Ratio // pins that people approved
	ModelAnswers Ratio // answers of models to earlier prompts
}

// All yields the counters by name.
func (c *Counters) All() iter.Seq2[string, *Ratio] {
	return func(yield func(string, *Ratio) bool) {
		_ = yield("snapshot", &c.Snapshots) && yield("translation", &c.Translations) && yield("pin", &c.Pins) &&
			yield("model_answer", &c.ModelAnswers)
	}
}

// Ratio counts the hits and misses of one cache.
type Ratio struct{ hits, misses atomic.Int64 }

// Count counts one look-up.
func (r *Ratio) Count(hit bool) {
	if hit {
		r.hits.Add(1)
	} else {
		r.misses.Add(1)
	}
}

// Counts returns the numbers so far.
func (r *Ratio) Counts() (hits, misses int64) { return r.hits.Load(), r.misses.Load() }
