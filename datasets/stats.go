package datasets

import (
	"context"
	"io"

	"switchyard/datasets/stats"
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
	for _, path := range cfg.Paths {
		name := path
		if name != Stdin {
			var err error
			if name, err = NativeFile(path); err != nil {
				return nil, err
			}
		}
		source := Source{Path: name, Stdin: cfg.Stdin, Workers: cfg.Workers}
		if err := source.Check(cfg.Changed); err != nil {
			return nil, err
		}
		if _, err := Each(ctx, source, stats.Look, func(_ []byte, _ int, s *stats.Sample) error {
			counter.Add(s)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	report := counter.Report()
	return &report, nil
}
