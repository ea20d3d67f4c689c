package generate

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"

	"switchyard/datasets/card"
	"switchyard/datasets/manifest"
	"switchyard/flow/session"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// writeCard writes the README of a finished run.
func (r *runner) writeCard(m *manifest.Manifest) error {
	c := r.config
	about := r.tally.sessions
	about.Space = m.Space
	var err error
	if about.Sample, err = r.sample(); err != nil {
		return err
	}
	d := &card.Data{License: "apache-2.0", Version: c.Version, Seed: strconv.FormatUint(c.Seed, 10), Accounting: m.Accounting, Files: m.Files,
		Models: c.Models, Sessions: &about}
	for i, word := range c.Command {
		if i > 0 {
			d.Command += " "
		}
		d.Command += shell.Quote(word)
	}
	for i, set := range c.toolsets() {
		t := card.Toolset{Toolset: m.Config.Toolsets[i]}
		if !t.BuiltIn() {
			d.License, t.Licence = "", set.Licence
		}
		d.Toolsets = append(d.Toolsets, t)
	}
	if d.Accepted > 0 { // loaders fail on empty files
		d.Configs = []card.SubSet{card.RunSubSet(Name)}
	}
	var page bytes.Buffer
	if err := card.Render(&page, d); err != nil {
		return err
	}
	return wholefile.Write(c.file(card.Name), page.Bytes())
}

// sample reads the first session; nil if there is none.
func (r *runner) sample() (*session.Session, error) {
	f, err := os.Open(r.config.file(Name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	line, err := out.NewLines(f, Name).Next()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s := &session.Session{}
	return s, json.Unmarshal(line, s)
}
