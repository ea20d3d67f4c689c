package gen

import (
	"bytes"
	"fmt"

	"switchyard/internal/jsontext"
	"switchyard/roles"
)

// The formats of the lines of roles.jsonl and candidates.jsonl.
const (
	FormatRole      = "switchyard-role/1"
	FormatCandidate = "switchyard-candidate/1"
)

// RoleLine is one line of roles.jsonl: a request to the model of a role. The file has
// all requests that led to an accepted entry, and every refused plan with the reasons.
// Lines whose traces differ only in the sample are answers to the same turn.
type RoleLine struct {
	Format string `json:"format"`
	Entry  string `json:"entry"`
	roles.Asked
}

// CandidateLine is one line of candidates.jsonl: a proposal that was not chosen.
type CandidateLine struct {
	Format string `json:"format"`
	Entry  string `json:"entry"`
	roles.Candidate
}

// The files that runs with models add to a run folder.
const (
	RolesName      = "roles.jsonl"      // requests to models with their answers, one a line
	CandidatesName = "candidates.jsonl" // proposals that were not chosen, one a line
)

// SideLines encodes the log of an entry for each side file, without the last newline.
// The text is nil when there is nothing to write.
func SideLines(entry string, l *roles.Log) (asked, candidates []byte, err error) {
	asked, err = lines(l.Asked, func(a roles.Asked) any { return RoleLine{FormatRole, entry, a} })
	if err != nil {
		return nil, nil, err
	}
	candidates, err = lines(l.Candidates, func(c roles.Candidate) any { return CandidateLine{FormatCandidate, entry, c} })
	return asked, candidates, err
}

func lines[T any](list []T, of func(T) any) ([]byte, error) {
	var text []byte
	for _, x := range list {
		line, err := jsontext.Line(of(x))
		if err != nil {
			return nil, fmt.Errorf("side file: %w", err)
		}
		text = append(text, line...)
	}
	return bytes.TrimSuffix(text, []byte("\n")), nil
}
