package report

import (
	"encoding/json"
	"io"
)

// JSON writes a report as JSON, with names as they are.
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
		// Robustness is the comparisons of an agent step by step (A) with itself in
		// sessions (B).
		Robustness []Comparison `json:"robustness"`
	}{whole, whole.Robustness()})
}
