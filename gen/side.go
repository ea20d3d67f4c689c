package gen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"switchyard/datasets/manifest"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
	"switchyard/model/spend"
	"switchyard/roles"
)

// The side files of a run with models.
const (
	rolesName      = "roles.jsonl"      // what models were asked and answered, one request a line
	candidatesName = "candidates.jsonl" // proposals that were not taken, one a line
	// UsageName is the file that says what a run with models has cost so far. It
	// is no part of the dataset: another run costs something else.
	UsageName = "usage.json"
)

// The formats of the lines of side files.
const (
	FormatRole      = "switchyard-role/1"
	FormatCandidate = "switchyard-candidate/1"
	FormatUsage     = "switchyard-usage/1"
)

func modelOf(models []manifest.Model, role string) manifest.Model {
	for _, m := range models {
		if m.Role == role {
			return m
		}
	}
	return manifest.Model{}
}

// RoleLine is one line of roles.jsonl: a request to the model of a role. All
// requests that led to an accepted entry are there, and every plan that was
// refused, with the reasons. Lines whose trace differs in the sample only are
// answers to the same turn.
type RoleLine struct {
	Format string `json:"format"`
	Entry  string `json:"entry"`
	roles.Asked
}

// CandidateLine is one line of candidates.jsonl.
type CandidateLine struct {
	Format string `json:"format"`
	Entry  string `json:"entry"`
	roles.Candidate
}

type side struct {
	roles, candidates         []byte
	roleCount, candidateCount int
}

// sideLines writes the log of an entry, without the last line end.
func sideLines(entry string, l *roles.Log) (side, error) {
	var s side
	var a, b bytes.Buffer
	for _, asked := range l.Asked {
		if err := addLine(&a, RoleLine{FormatRole, entry, asked}); err != nil {
			return s, err
		}
	}
	for _, c := range l.Candidates {
		if err := addLine(&b, CandidateLine{FormatCandidate, entry, c}); err != nil {
			return s, err
		}
	}
	s.roleCount, s.candidateCount = len(l.Asked), len(l.Candidates)
	if s.roleCount > 0 {
		s.roles = bytes.TrimSuffix(a.Bytes(), []byte("\n"))
	}
	if s.candidateCount > 0 {
		s.candidates = bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	}
	return s, nil
}

func addLine(b *bytes.Buffer, v any) error {
	line, err := jsontext.Line(v)
	if err != nil {
		return fmt.Errorf("side file: %w", err)
	}
	b.Write(line)
	return nil
}

// usageFile is what usage.json holds.
type usageFile struct {
	Format string      `json:"format"`
	Run    string      `json:"run"`
	Usage  spend.Usage `json:"usage"` // of the entries that are recorded
	// UnderWay is what was paid for other entries, when the run stopped.
	UnderWay map[string]spend.Usage `json:"under_way,omitempty"`
}

// write keeps what was spent so far in the run folder.
func (u usageFile) write(c *Config) error {
	if len(c.Models) == 0 {
		return nil
	}
	u.Format, u.Run = FormatUsage, c.RunID
	text, err := json.MarshalIndent(u, "", "  ")
	if err != nil {
		return fmt.Errorf("usage: %w", err)
	}
	return wholefile.Write(filepath.Join(c.Out, UsageName), append(text, '\n'))
}

// ReadUsage reads what the run of a folder has cost, and its identity. Without
// such a run both are empty.
func ReadUsage(folder string) (run string, u spend.Usage, err error) {
	f, err := readUsage(folder)
	return f.Run, f.Usage, err
}

func readUsage(folder string) (f usageFile, err error) {
	name := filepath.Join(folder, UsageName)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return usageFile{}, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}
