package report

import (
	"encoding/json"
	"io"
)

// JSON writes a report as JSON.
func JSON(w io.Writer, r *Report) error {
	if err := r.check(); err != nil {
		return err
	}
	whole := *r
	whole.Format = FormatReport
	if whole.Results == nil {
		whole.Results = []Result{}
	}
	if whole.Comparisons == nil {
		whole.Comparisons = []Comparison{}
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(&struct {
		Report
		// Robustness compares agents in step mode (A) with themselves in session mode
		// (B).
		Robustness []Comparison `json:"robustness"`
	}{whole, whole.Robustness()})
}
