package datasets

import (
	"context"
	"errors"
	"io"

	"switchyard/datasets/language"
	"switchyard/datasets/stats"
	"switchyard/out"
)

// StatsConfig says what to count.
type StatsConfig struct {
	Paths   []string  // run folders, native files, and [Stdin]
	Stdin   io.Reader // read where a path is [Stdin]
	Workers int       // 0 means one for each processor
	// Changed is told of a file that is not as its folder says that it was written. Its
	// entries are proved then. May be nil.
	Changed func(*Change)
}

// Stats counts what datasets hold, together, in one pass.
func Stats(ctx context.Context, cfg StatsConfig) (*stats.Report, error) {
	counter := stats.New()
	if err := count(ctx, cfg, stats.Look, counter.Add, out.Native()); err != nil {
		return nil, err
	}
	report := counter.Report()
	return &report, nil
}

// Language counts how the users of datasets talk, and how they are answered. Paths may
// also be MMTB files.
func Language(ctx context.Context, cfg StatsConfig) (*language.Report, error) {
	counter := language.New()
	look := func(line []byte) (*language.Sample, error) {
		if FormatOf(line) != out.MMTB().Name() {
			return language.Native(line)
		}
		s, err := language.MMTB(line)
		if err != nil {
			return nil, &mmtbError{err}
		}
		return s, nil
	}
	if err := count(ctx, cfg, look, counter.Add, out.Formats()...); err != nil {
		return nil, err
	}
	report := counter.Report()
	return &report, nil
}

// count reads files of some formats and adds what was seen in each line.
func count[T any](ctx context.Context, cfg StatsConfig, look func(line []byte) (T, error), add func(T), formats ...out.Format) error {
	for _, path := range cfg.Paths {
		name := path
		if name != Stdin {
			var err error
			name, err = fileIn(path, formats...)
			if errors.Is(err, ErrNoRun) {
				name, err = DataFile(path)
			}
			if err != nil {
				return err
			}
		}
		source := Source{Path: name, Stdin: cfg.Stdin, Workers: cfg.Workers}
		if err := source.Check(cfg.Changed); err != nil {
			return err
		}
		if _, err := Each(ctx, source, look, func(_ []byte, _ int, s T) error {
			add(s)
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}
