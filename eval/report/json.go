package report

import (
	"encoding/json"
	"io"
	"slices"
)

// JSON writes a report as JSON.
func JSON(w io.Writer, r *Report) error {
	if err := r.check(); err != nil {
		return err
	}
	whole := *r
	whole.Format = FormatReport
	whole.Results = slices.Clone(r.Results)
	for i, others := 0, r.others(); i < len(whole.Results); i++ {
		whole.Results[i].Other = others[whole.Results[i].Name]
	}
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
