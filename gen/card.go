package gen

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"switchyard/datasets/card"
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
	var page bytes.Buffer
	if err := card.Render(&page, cardData(r.config, m, sample)); err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(r.config.Out, card.Name), page.Bytes())
}

// sampleEntry reads the entry that the card shows: the first with three missions,
// otherwise the first of all. It is nil when there are no entries.
func (r *runner) sampleEntry() (*mission.Entry, error) {
	at := cmp.Or(r.sample, r.first)
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

// cardData collects what the card says. The licence is that of the built-in toolsets
// if there are no others, and otherwise unknown.
func cardData(c *Config, m *manifest.Manifest, sample *mission.Entry) *card.Data {
	d := &card.Data{License: "apache-2.0", Version: c.Version, Seed: strconv.FormatUint(c.Seed, 10), Command: commandLine(c.Command), Fine: c.Fine,
		Accounting: m.Accounting, Balance: *m.Balance, Coverage: m.Coverage, Files: m.Files, Sample: sample}
	for i, ref := range m.Config.Toolsets {
		t := card.Toolset{Toolset: ref}
		if !ref.BuiltIn() {
			d.License, t.Licence = "", c.Toolsets[i].Licence
		}
		d.Toolsets = append(d.Toolsets, t)
	}
	if d.Accepted > 0 { // loaders fail on empty files
		for _, f := range c.Formats {
			d.Configs = append(d.Configs, card.RunSubSet(f.File()))
		}
	}
	return d
}

// commandLine writes the words of a command as a shell reads them.
func commandLine(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, shell.Quote(w))
	}
	return cmp.Or(strings.Join(quoted, " "), "switchyard generate")
}
