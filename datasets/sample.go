package datasets

import (
	"cmp"
	"context"
	"fmt"

	"switchyard/datasets/stats"
	"switchyard/datasets/subset"
	"switchyard/internal/prose"
)

// sampleBy is what makes the folder, as [OriginName] has it.
const sampleBy = "switchyard sample"

// SampleConfig says which sample to draw.
type SampleConfig struct {
	Path    string // a run folder or a native file
	N       int    // entries
	Balance subset.Balance
	Seed    uint64
	Target  Target
	Workers int // 0 means one for each processor
	// Changed is told of a file that is not as its folder says that it was written. Its
	// entries are proved then. May be nil.
	Changed func(*Change)
}

// SampleReport is what [Sample] made.
type SampleReport struct {
	Origin *Origin
	Sample *subset.Sample
}

// TooFewError is a dataset that is smaller than the sample.
type TooFewError struct {
	Path      string
	Has, Want int // entries
}

func (e *TooFewError) Error() string {
	return fmt.Sprintf("%s: there are only %s, and %s are wanted", e.Path, prose.Count(e.Has, "entry", "entries"), prose.Thousands(e.Want))
}

// Sample draws entries. Balance names a property, such as the switch path: as far as
// possible, each of its values occurs equally often in the sample. An empty Balance means
// [subset.Path]. The same entries in any order, and the same seed, give the same sample.
func Sample(ctx context.Context, cfg SampleConfig) (*SampleReport, error) {
	cfg.Balance = cmp.Or(cfg.Balance, subset.Path)
	sampler, err := subset.NewSampler(cfg.Balance, cfg.Seed)
	if err != nil {
		return nil, err
	}
	name, err := DataFile(cfg.Path)
	if err != nil {
		return nil, err
	}
	o, err := newOutput(cfg.Target, sampleBy, map[string]any{"n": cfg.N, "balance": cfg.Balance, "seed": cfg.Seed}, Input{Path: name})
	if err != nil {
		return nil, err
	}
	defer o.discard()
	source := Source{Path: name, Workers: cfg.Workers}
	if err := source.Check(cfg.Changed); err != nil {
		return nil, err
	}
	read, err := Each(ctx, source, stats.Decode, func(_ []byte, number int, e *stats.Entry) error {
		return source.at(number, sampler.Add(e))
	})
	switch {
	case err != nil:
		return nil, err
	case cfg.N > sampler.Len():
		return nil, &TooFewError{name, sampler.Len(), cfg.N}
	}
	sample, err := sampler.Pick(cfg.N)
	if err != nil {
		return nil, err
	}
	to, err := source.fileOf(ctx)
	if err != nil {
		return nil, err
	}
	file, err := o.create(to)
	if err != nil {
		return nil, err
	}
	err = reread(ctx, source, read, func(line []byte, id string) error {
		if !sample.Has(id) {
			return nil
		}
		return file.line(line)
	})
	if err != nil {
		return nil, err
	}
	o.origin.Inputs[0], o.origin.Details = read, sample
	return &SampleReport{o.origin, sample}, o.commit()
}
