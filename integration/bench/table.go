package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// results are the samples by workload and target.
type results map[string]map[string][]sample

func (r results) add(workload, target string, s sample) {
	if r[workload] == nil {
		r[workload] = make(map[string][]sample)
	}
	r[workload][target] = append(r[workload][target], s)
}

// median is of one figure of all samples; 0 when there are none.
func median(samples []sample, figure func(sample) float64) float64 {
	if len(samples) == 0 {
		return 0
	}
	all := make([]float64, len(samples))
	for i, s := range samples {
		all[i] = figure(s)
	}
	slices.Sort(all)
	mid := len(all) / 2
	if len(all)%2 == 1 {
		return all[mid]
	}
	return (all[mid-1] + all[mid]) / 2
}

func rate(s sample) float64 { return s.rate }
func mean(s sample) float64 { return float64(s.latency) }
func cost(s sample) float64 { return float64(s.cpu) }

// print writes a line for each workload.
func (r results) print(w io.Writer, workloads []workload) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\tdirect\tpgbouncer\tpgask\t\tpgask/direct\tpgask/pgbouncer\tlatency/pgbouncer\tCPU pgbouncer\tCPU pgask\tCPU/pgbouncer\t")
	for _, wl := range workloads {
		d, b, p := r[wl.name][direct], r[wl.name][pgbouncer], r[wl.name][pgask]
		latency := "-"
		if median(p, mean) > 0 {
			latency = ratio(median(p, mean), median(b, mean))
		}
		fmt.Fprintf(t, "%s\t%.0f\t%.0f\t%.0f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", wl.name, median(d, rate),
			median(b, rate), median(p, rate), wl.unit,
			ratio(median(p, rate), median(d, rate)), ratio(median(p, rate), median(b, rate)), latency,
			micros(median(b, cost)), micros(median(p, cost)), ratio(median(p, cost), median(b, cost)))
	}
	t.Flush() // to standard output
	fmt.Fprintln(w, "CPU is the proxy's, user and system, per transaction, connection or megabyte.")
}

func ratio(a, b float64) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", a/b)
}

func micros(ns float64) string { return fmt.Sprintf("%.1f µs", ns/float64(time.Microsecond)) }
