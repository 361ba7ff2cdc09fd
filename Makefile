# demo answers questions in psql, test passes everything, regress runs PostgreSQL's own tests, lint says what a reviewer would:
# see CONTRIBUTING.md.

# pg_query is C: without a C compiler nothing builds, and this makes Go say so plainly.
export CGO_ENABLED = 1

.PHONY: build demo test eval regress mutants oracle fuzz lint bench microbench integration fleet integration-deps versions versions-deps clean

# What this costs, and what these settings spare: docs/decisions/2026-11-27-what-the-build-costs.md. The binary has no debugging information
# in either case, and the parser's speed does not show in what the guard takes.
build: export CGO_CFLAGS = -O1
build:
	@[ -x bin/pgask ] || echo "Compiling; the first time takes a minute or two, most of it PostgreSQL's parser in C ..."
	go build -trimpath -gcflags=all=-dwarf=false -ldflags="-s -w" -o bin/pgask .

demo: build
	bin/pgask demo

# The race detector makes code up to ten times slower, so it watches the packages that start goroutines or hold locks, or whose tests do.
# What these import runs under it with them. The others have nothing to watch: they share lists that are made once, and nothing else.
starts = (^|[^a-zA-Z.])go (func\(|[a-zA-Z.]+\()|\.Go\(|panics\.Group|sync\.(WaitGroup|RWMutex|Mutex|Map|Pool)|"sync/atomic"
watched = $(shell grep -rlE --include='*.go' --exclude-dir=node_modules '$(starts)' . | xargs -n 1 dirname | sort -u)
test:
	go test -race -timeout 30m $(watched)
	go test -timeout 30m $$(go list -f '{{.Dir}}' ./... | sed 's|^$(CURDIR)|.|' | grep -vxF "$$(printf '%s\n' $(watched))")

# Every client that docs/clients/table.md lists, through the proxy, engines behind it, and the console in a browser: .ci/run
# installs what that takes.
# UPDATE=1 writes the generated pages anew.
integration: integration-deps
	PGASK_INTEGRATION=1 go test -race -count 1 -timeout 15m -run '^Test(Clients|Engine)' ./integration $(if $(UPDATE),-update)
	PGASK_INTEGRATION=1 go test -race -count 1 -timeout 10m -run '^TestBrowser' ./audit/console
	PGASK_INTEGRATION=1 go test -count 1 -timeout 10m ./integration/fleet

# Several proxies behind HAProxy, with a PostgreSQL for state and table, and what happens to machines: all of it. integration does a slice.
fleet:
	PGASK_INTEGRATION=1 PGASK_FLEET=1 go test -count 1 -timeout 150m -v -p 1 -parallel 1 ./integration/fleet

# What matters, on servers of every version and by the libpq of the newest; then the guard's proofs that what it allows changes
# nothing, on those that the machine does not have. Linux on x86-64 only.
versions: versions-deps
	PGASK_INTEGRATION=1 go test -race -count 1 -timeout 10m -run '^TestVersion' ./integration
	PGASK_INTEGRATION=1 go test -count 1 -timeout 5m -run '^TestCommittedLists$$' ./translate/guard/gen
	@for major in 14 16 17 18; do \
		SANDBOX_POSTGRES=$(CURDIR)/$(versions)/node_modules/postgres-$$major/native/bin \
			PGASK_ORACLE=20000 go test -count 1 -timeout 15m -run '^Test(EveryAllowedFunction|AllowedChangesNothing|OracleSees|Traps|ServerReads.*|Belief.*|Named.*|NamesWith.*|ColumnsOfCatalogs|OperatorsOfOthers|PolicedTellsNothing|MayTell|Lineage|HiddenNames|UnknownOrigins|MaskedCompared|PoliciesCompare|Variants)$$' ./translate/guard || exit 1; \
	done

# What the guard believes of generated statements, beside what servers of every version read in them (docs/guard.md, "How it is tested").
# CI does the first 20,000 of each.
ORACLE ?= 300000
oracle: versions-deps
	@for major in 14 15 16 17 18; do \
		SANDBOX_POSTGRES=$(CURDIR)/$(versions)/node_modules/postgres-$$major/native/bin PGASK_ORACLE=$(ORACLE) \
			go test -count 1 -timeout 60m -v -run '^TestServerReads$$' ./translate/guard || exit 1; \
	done

# PostgreSQL's own regression suite and libpq's pipeline tests, directly and through the proxy. A minute; Debian or Ubuntu only.
regress:
	integration/regress/fetch bin/regress
	PGASK_REGRESS=$(CURDIR)/bin/regress go test -count 1 -timeout 15m -v -run 'TestRegressionSuite|TestLibpqPipeline' ./integration

# Every fuzz target on so many inputs that are made of its seeds, the same ones at every run. CI does this and not make fuzz, of which no
# two runs try the same, not even with GODEBUG=fuzzseed: docs/decisions/2026-11-21-fuzzing.md. The statements of the guard's generator are
# the same ones, too.
fuzzed = $(shell grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u)
MUTANTS ?= 5000
mutants:
	PGASK_MUTANTS=$(MUTANTS) go test -count 1 -timeout 15m -run '^Fuzz' $(fuzzed)
	PGASK_ORACLE=20000 go test -count 1 -timeout 15m -run '^TestServerReads' ./translate/guard

# Every fuzz target this many times each (or for a time, FUZZTIME=10m); what they find is kept in testdata/fuzz beside them,
# and every later test runs it. A count by default: up to Go 1.27 a time that runs out can fail a target that found nothing
# (go.dev/issue/75804). Nothing is minimised, because a target once ended there as "hung" with an input that passes by itself. A count
# has no end of its own for an input that hangs, so each target has FUZZLIMIT seconds.
FUZZTIME ?= 50000x
FUZZLIMIT ?= 900
fuzz:
	@mkdir -p bin
	@for dir in $(fuzzed); do \
		for target in $$(grep -h '^func Fuzz' $$dir/*_test.go | sed 's/func \(Fuzz[A-Za-z0-9_]*\).*/\1/'); do \
			echo "$$dir $$target"; \
			timeout $(FUZZLIMIT) go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x $$dir >bin/fuzz.log 2>&1 || { cat bin/fuzz.log; exit 1; }; \
			tail -1 bin/fuzz.log; \
		done; \
	done

lint:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "run gofmt -w on: $$unformatted"; exit 1; }
	go vet ./...
	go tool staticcheck ./...

# How well questions are answered: on our own sets, and on those of a directory SETS/NAME/questions.jsonl, if it is there, whose databases
# EVAL_DSN reaches. The tables are printed, the predictions kept in bin/eval.
SETS ?= ../shared/eval
EVAL_DSN ?= postgres://eval_ro@127.0.0.1:5432/%s
eval: build
	go test -count 1 -v -run '^TestEvalOwnSet$$' ./cmd
	@mkdir -p bin/eval
	@for questions in $(wildcard $(SETS)/*/questions.jsonl); do \
		set=$$(basename $$(dirname $$questions)); echo "== $$set"; \
		bin/pgask eval run --dsn '$(EVAL_DSN)' --questions $$questions --out bin/eval/$$set.jsonl --engine builtin 2>bin/eval/$$set.log || tail -1 bin/eval/$$set.log; \
		bin/pgask eval score --dsn '$(EVAL_DSN)' --questions $$questions bin/eval/$$set.jsonl || exit 1; \
		bin/pgask eval algebra --dsn '$(EVAL_DSN)' --questions $$questions || exit 1; \
	done

# The proxy beside PgBouncer and no proxy; BENCH_SECONDS=1 is short. What single packages measure: make microbench.
bench: build
	go run ./integration/bench -pgask bin/pgask

microbench:
	go test -run '^$$' -bench . ./...

# The clients for Node.js, and axe for the pages of the console, fetched when their lock files change.
node := integration/clients/node
axe := audit/console/testdata/node
integration-deps: $(node)/node_modules/.package-lock.json $(axe)/node_modules/.package-lock.json
%/node_modules/.package-lock.json: %/package-lock.json
	npm ci --prefix $* --no-audit --no-fund
	@touch $@

# The packages of servers hold no symbolic links; a script of theirs makes them, which not every npm runs by itself.
versions := integration/versions
versions-deps: $(versions)/node_modules/.package-lock.json
$(versions)/node_modules/.package-lock.json: $(versions)/package-lock.json
	npm ci --prefix $(versions) --no-audit --no-fund --ignore-scripts
	@for package in $(versions)/node_modules/postgres-*; do (cd $$package && node scripts/hydrate-symlinks.js) || exit 1; done
	@touch $@

clean:
	rm -rf bin $(node)/node_modules $(axe)/node_modules $(versions)/node_modules
