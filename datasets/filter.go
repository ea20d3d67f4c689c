package datasets

import (
	"context"
	"fmt"
	"io"
	"sync"

	"switchyard/datasets/subset"
	"switchyard/datasets/tokens"
	"switchyard/internal/prose"
	"switchyard/mission"
)

// FilterConfig says which entries to keep.
type FilterConfig struct {
	Path       string    // a run folder, a native file, or [Stdin]
	Stdin      io.Reader // read if Path is [Stdin]
	Expression string    // see [subset.Fields]
	Target     Target
	Workers    int // 0 means one for each processor
	// Changed is told of a file that is not as its folder says that it was written. Its
	// entries are proved then. May be nil.
	Changed func(*Change)
}

// FilterReport is what [Filter] made.
type FilterReport struct {
	Origin        *Origin
	Entries, Kept int
}

// NoneError is returned if no entry fulfils an expression.
type NoneError struct {
	Path    string
	Entries int // that were checked
}

func (e *NoneError) Error() string {
	return fmt.Sprintf("none of %s fulfils the expression", prose.Count(e.Entries, "entry", "entries"))
}

// Filter writes the entries in which some mission satisfies an expression. Their lines and
// their order do not change. An invalid expression is a [*subset.Error].
func Filter(ctx context.Context, cfg FilterConfig) (*FilterReport, error) {
	counter := sync.OnceValue(tokens.New) // takes a moment, and few expressions need it
	f, err := subset.ParseFilter(cfg.Expression, func(e *mission.Entry) (int, error) { return counter().Entry(e) })
	if err != nil {
		return nil, err
	}
	name := cfg.Path
	if name != Stdin {
		if name, err = DataFile(name); err != nil {
			return nil, err
		}
	}
	o, err := newOutput(cfg.Target, "switchyard filter", map[string]any{"expression": cfg.Expression}, Input{Path: name})
	if err != nil {
		return nil, err
	}
	defer o.discard()
	source := Source{Path: name, Stdin: cfg.Stdin, Workers: cfg.Workers}
	to, err := source.fileOf(ctx)
	if err != nil {
		return nil, err
	}
	file, err := o.create(to)
	if err != nil {
		return nil, err
	}
	if err := source.Check(cfg.Changed); err != nil {
		return nil, err
	}
	read, err := Each(ctx, source, func(line []byte) (bool, error) {
		e, err := DecodeEntry(line)
		if err != nil {
			return false, err
		}
		return f.Match(e)
	}, func(line []byte, _ int, wanted bool) error {
		if !wanted {
			return nil
		}
		return file.line(line)
	})
	switch {
	case err != nil:
		return nil, err
	case file.Entries == 0:
		return nil, &NoneError{cfg.Path, read.Entries}
	}
	o.origin.Inputs[0] = read
	return &FilterReport{o.origin, read.Entries, file.Entries}, o.commit()
}
