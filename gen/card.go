package gen

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/out"
)

// writeCard writes the README of a finished run.
func (r *runner) writeCard(m *manifest.Manifest) error {
	sample, err := r.sampleEntry()
	if err != nil {
		return err
	}
	var card bytes.Buffer
	if err := out.Card(&card, cardData(r.config, m, sample)); err != nil {
		return fmt.Errorf("dataset card: %w", err)
	}
	return wholefile.Write(filepath.Join(r.config.Out, cardName), card.Bytes())
}

// sampleEntry is the entry that the card shows: the first with three missions,
// otherwise the first of all, or nil when there is none.
func (r *runner) sampleEntry() (*mission.Entry, error) {
	at := r.sample
	if at == (span{}) {
		at = r.first
	}
	if at == (span{}) {
		return nil, nil
	}
	name := filepath.Join(r.config.Out, out.Native().File())
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return out.NewNativeReader(io.NewSectionReader(f, at.start, at.end-at.start), name).Read()
}

func cardData(c *Config, m *manifest.Manifest, sample *mission.Entry) out.CardData {
	d := out.CardData{Name: "switchyard dataset", License: "apache-2.0", Version: c.Version, Seed: strconv.FormatUint(c.Seed, 10),
		Planned: m.Accounting.Planned, Accepted: m.Accounting.Accepted, Rejected: m.Accounting.Rejected, Failed: m.Accounting.Failed,
		Types: m.Balance.Types, Patterns: m.Balance.Patterns, Relations: m.Balance.Relations, Ways: m.Balance.Ways, Fine: c.Fine,
		Sample: sample, Command: commandLine(c.Command)}
	for _, ref := range m.Config.Toolsets {
		d.Toolsets = append(d.Toolsets, out.CardToolset{Name: ref.Name, SHA256: ref.SHA256, Source: ref.Source})
	}
	if m.Config.Formats != nil && d.Accepted > 0 { // the card takes the usual ones for granted
		for _, f := range c.Formats {
			d.Configs = append(d.Configs, out.CardConfig{Name: f.Name(), Splits: []out.CardSplit{{Name: "train", Paths: []string{f.File()}}}})
		}
	}
	for _, cov := range m.Coverage {
		d.Coverage = append(d.Coverage, out.CardCoverage{Missions: cov.Missions, Paths: cov.Paths, Covered: cov.Covered})
	}
	for _, f := range m.Files {
		d.Files = append(d.Files, out.CardFile{Name: f.Name, Entries: f.Entries, Bytes: f.Bytes, SHA256: f.SHA256})
	}
	return d
}

// commandLine writes the words of a command as a shell reads them.
func commandLine(words []string) string {
	if len(words) == 0 {
		return "switchyard generate"
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shell.Quote(w)
	}
	return strings.Join(quoted, " ")
}
