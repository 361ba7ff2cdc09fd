package eval

import "math"

// example is what is known of one case, whether it holds, and what it weighs.
type example struct {
	x      []float64
	holds  float64 // 0 or 1
	weight float64
}

// regress returns the weights under which the examples are likeliest, by logistic regression, each pulled towards its
// prior.
func regress(all []example, prior, pulls []float64) []float64 {
	w := append([]float64(nil), prior...)
	for range 25 {
		if newton(w, all, prior, pulls) < 1e-5 {
			break
		}
	}
	return w
}

// newton is one step of Newton's method, and returns the largest change.
func newton(w []float64, all []example, prior, pulls []float64) float64 {
	n := len(w)
	gradient, hessian := make([]float64, n), make([][]float64, n)
	for i := range n {
		gradient[i] = pulls[i] * (w[i] - prior[i])
		hessian[i] = make([]float64, n)
		hessian[i][i] = pulls[i]
	}
	for _, e := range all {
		sum := 0.0
		for i, x := range e.x {
			sum += x * w[i]
		}
		p := 1 / (1 + math.Exp(-sum))
		miss, curve := (p-e.holds)*e.weight, max(p*(1-p), 1e-6)*e.weight
		for i, x := range e.x {
			if x == 0 {
				continue
			}
			gradient[i] += miss * x
			for j, y := range e.x {
				hessian[i][j] += curve * x * y
			}
		}
	}
	most := 0.0
	for i, d := range solve(hessian, gradient) {
		d = max(-1, min(1, d))
		w[i] -= d
		most = max(most, math.Abs(d))
	}
	return most
}

// solve returns x with a·x = b by elimination; a is symmetric and positive.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}
