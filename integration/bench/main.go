package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strconv"
	"time"
)

// options are the flags of the command line.
type options struct {
	pgask   string         // the program
	run     time.Duration  // of one workload on one target, where that is a matter of time
	rounds  int            // how often everything is repeated
	rows    int            // rows of the bulk workloads
	idle    int            // idle sessions; 0: not measured
	only    *regexp.Regexp // names of workloads
	profile string         // a directory for what perf records of pgask; empty: nothing
}

func main() {
	var o options
	seconds, err := strconv.ParseFloat(os.Getenv("BENCH_SECONDS"), 64)
	if err != nil || seconds <= 0 {
		seconds = 5
	}
	flag.StringVar(&o.pgask, "pgask", "bin/pgask", "the proxy to measure")
	flag.Float64Var(&seconds, "seconds", seconds, "length of one run; BENCH_SECONDS is its default")
	flag.IntVar(&o.rounds, "rounds", 3, "how often everything is repeated")
	flag.IntVar(&o.rows, "rows", 2_000_000, "rows of COPY and of large results")
	flag.IntVar(&o.idle, "idle", 5000, "idle sessions; 0 leaves them out")
	flag.StringVar(&o.profile, "perf", "", "a `directory` for what perf records of pgask")
	only := flag.String("only", "", "a regular expression for the workloads to run")
	flag.Parse()
	o.run = time.Duration(seconds * float64(time.Second))
	if o.only, err = regexp.Compile(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err = bench(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench runs all rounds and prints the tables.
func bench(ctx context.Context, o options) error {
	fmt.Println(machine())
	if err := benchTraffic(ctx, o); err != nil {
		return err
	}
	if o.idle > 0 && o.only.MatchString("idle") {
		return benchIdle(ctx, o)
	}
	return nil
}

// benchTraffic measures everything that needs a real server.
func benchTraffic(ctx context.Context, o options) error {
	var chosen []workload
	for _, w := range workloads(o) {
		if o.only.MatchString(w.name) {
			chosen = append(chosen, w)
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	targets, stop, err := startTargets(ctx, o)
	if err != nil {
		return err
	}
	defer stop()
	results := make(results)
	for round := range o.rounds {
		for _, w := range chosen {
			for i := range targets {
				t := targets[(round+i)%len(targets)]
				s, err := measure(ctx, o, w, t)
				if err != nil {
					return fmt.Errorf("%s through %s: %w", w.name, t.name, err)
				}
				results.add(w.name, t.name, s)
			}
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, o.rounds, w.name)
		}
	}
	results.print(os.Stdout, chosen)
	return nil
}

// measure runs one workload on one target and takes the CPU time of the target's process.
func measure(ctx context.Context, o options, w workload, t *target) (sample, error) {
	if t.fresh != nil {
		if err := t.fresh(ctx); err != nil {
			return sample{}, err
		}
	}
	before := t.cpu()
	stop := t.record(ctx, o, w.name)
	s, err := w.run(ctx, t)
	stop()
	if s.units > 0 {
		s.cpu = time.Duration(float64(t.cpu()-before) / s.units)
	}
	return s, err
}
