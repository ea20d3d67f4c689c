package tally

import "math"

// z is the quantile of the normal distribution that leaves out half of 1-level.
const z = 1.959963984540054

// wilson returns the ends of Wilson's score interval of a share of n things. Unlike
// resampling, it has a width even if all n are alike: 0 of 10 is 0 to 27.8 %, and 10 of
// 10 is 72.2 to 100 %.
//
// E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference,
// Journal of the American Statistical Association 22 (1927), 209–212. L. D. Brown, T. T.
// Cai and A. DasGupta (Interval Estimation for a Binomial Proportion, Statistical Science
// 16 (2001), 101–133) recommend it for small n.
func wilson(share float64, n int) (low, high float64) {
	// The conversions keep processors from fusing a product with a sum, so that all give
	// the same result.
	N := float64(n)
	spread := float64(z * math.Sqrt(float64(share*(1-share)/N)+z*z/(4*N*N)))
	middle, scale := share+z*z/(2*N), 1+z*z/N
	low, high = (middle-spread)/scale, (middle+spread)/scale
	if share <= 0 {
		low = 0
	}
	if share >= 1 {
		high = 1
	}
	return max(0, low), min(1, high)
}

// newcombe returns the ends of Newcombe's interval for the difference A-B of two shares
// of the same n things. It combines the score intervals of both shares and takes into
// account how far A and B agree. The arguments are the shares of things that both have
// right, only A, only B, and neither.
//
// R. G. Newcombe, Improved Confidence Intervals for the Difference between Binomial
// Proportions Based on Paired Data, Statistics in Medicine 17 (1998), 2635–2650, method
// 10.
func newcombe(both, onlyA, onlyB, neither float64, n int) (low, high float64) {
	a, b := both+onlyA, both+onlyB
	lowA, highA := wilson(a, n)
	lowB, highB := wilson(b, n)
	phi := 0.0
	if scale := math.Sqrt(a * (1 - a) * b * (1 - b)); scale > 0 {
		phi = float64(both*neither) - float64(onlyA*onlyB)
		if phi > 0 {
			phi = max(0, phi-1/(2*float64(n)))
		}
		phi /= scale
	}
	reach := func(x, y float64) float64 {
		return math.Sqrt(max(0, float64(x*x)-float64(2*phi*x*y)+float64(y*y)))
	}
	d := onlyA - onlyB
	return max(-1, d-reach(a-lowA, highB-b)), min(1, d+reach(highA-a, b-lowB))
}
