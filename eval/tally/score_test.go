package tally

import (
	"math"
	"testing"
)

// The intervals are those of published tables.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		hits, of  int
		low, high float64
	}{
		{0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {0, 1, 0, 0.7935}, {1, 1, 0.2065, 1}, {0, 60, 0, 0.0602},
		// R. G. Newcombe, Two-Sided Confidence Intervals for the Single Proportion,
		// Statistics in Medicine 17 (1998), 857–872, table I, method 3.
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
	} {
		low, high := wilson(float64(c.hits)/float64(c.of), c.of)
		if math.Abs(low-c.low) > 0.00005 || math.Abs(high-c.high) > 0.00005 {
			t.Errorf("%d of %d: %.5f to %.5f, want %.4f to %.4f", c.hits, c.of, low, high, c.low, c.high)
		}
	}
}

func TestNewcombe(t *testing.T) {
	for _, c := range []struct {
		both, onlyA, onlyB, neither float64
		low, high                   float64
	}{
		// M. W. Fagerland, S. Lydersen and P. Laake, Recommended Tests and Confidence
		// Intervals for Paired Binomial Proportions, Statistics in Medicine 33 (2014),
		// 2850–2875, on the data of Bentur and others.
		{1, 1, 7, 12, -0.507, -0.026},
		{10, 0, 0, 0, -0.278, 0.278},
		{0, 0, 0, 10, -0.278, 0.278},
		{0, 10, 0, 0, 0.607, 1},
		{0, 0, 10, 0, -1, -0.607},
	} {
		n := c.both + c.onlyA + c.onlyB + c.neither
		low, high := newcombe(c.both/n, c.onlyA/n, c.onlyB/n, c.neither/n, int(n))
		if math.Abs(low-c.low) > 0.0006 || math.Abs(high-c.high) > 0.0006 {
			t.Errorf("%v: %.4f to %.4f", c, low, high)
		}
	}
}

// Where all entries agree, resampling shows no spread. Such an interval is never a point.
func TestNoSpread(t *testing.T) {
	for entries := 1; entries <= 12; entries++ {
		for hits := 0; hits <= 2; hits++ {
			var r ratio
			var d duel
			for e := range entries {
				r.add(e, hits, 2)
				d.add(e, hits > 0, hits > 1)
			}
			if err := intervals(t.Context(), Options{Resamples: 40}, entries, []*ratio{&r, &d.ratio}); err != nil {
				t.Fatal(err)
			}
			rate, low, high := r.rate(), 0.0, 0.0
			if rate.Low != nil && rate.High != nil {
				low, high = *rate.Low, *rate.High
			}
			wantLow, wantHigh := wilson(float64(hits)/2, entries)
			if low != wantLow || high != wantHigh || high-low < 0.1 {
				t.Errorf("%d of 2 in each of %d entries: %v to %v, want %v to %v", hits, entries, low, high, wantLow, wantHigh)
			}
			if x := d.difference("x"); x.Low == nil || x.High == nil || *x.High-*x.Low < 0.1 || *x.Low > *x.Share || *x.High < *x.Share {
				t.Errorf("%d of 2 in each of %d entries: a difference of %+v", hits, entries, x)
			}
		}
	}
}
