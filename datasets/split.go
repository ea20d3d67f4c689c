package datasets

import (
	"context"
	"errors"

	"switchyard/datasets/split"
	"switchyard/internal/progress"
)

// splitBy is what makes the folder, as [OriginName] has it.
const splitBy = "switchyard split"

// LeaksName is the file of a split that says what its sides have in common.
const LeaksName = "leaks.json"

// SplitConfig says how to divide a dataset.
type SplitConfig struct {
	Path    string // a run folder or a native file
	Target  Target // a folder
	Workers int    // 0 means one for each processor
	split.Options
	// Changed is told of a file that is not as its folder says that it was written. Its
	// entries are proved then. May be nil.
	Changed func(*Change)
}

// SplitReport is what [Split] made.
type SplitReport struct {
	Origin *Origin
	Plan   *split.Plan
	Leaks  *split.Leaks
}

// Split divides a dataset into sides without leaks, each in a folder of its own
// below the target. It then reads the files that it wrote, to report what the
// sides have in common. Options that make no sense are a [*split.Error], unknown
// toolsets a [*split.UnknownError].
func Split(ctx context.Context, cfg SplitConfig) (*SplitReport, error) {
	if cfg.Target.Folder == Stdin {
		return nil, &TargetError{Problem: "the sides are several files and cannot go to standard output"}
	}
	name, err := DataFile(cfg.Path)
	if err != nil {
		return nil, err
	}
	planner, err := split.NewPlanner(cfg.Options)
	if err != nil {
		return nil, err
	}
	asked := map[string]any{"by": cfg.By, "seed": cfg.Seed}
	if cfg.Test != nil {
		asked["test_toolsets"] = cfg.Test
	} else {
		asked["shares"] = cfg.Shares
	}
	o, err := newOutput(cfg.Target, splitBy, asked, Input{Path: name})
	if err != nil {
		return nil, err
	}
	defer o.discard()
	source := Source{Path: name, Workers: cfg.Workers}
	if err := source.Check(cfg.Changed); err != nil {
		return nil, err
	}
	read, err := Each(ctx, source, split.Look, func(_ []byte, number int, e *split.Entry) error {
		return source.at(number, planner.Add(e))
	})
	if err != nil {
		return nil, err
	}
	if read.Entries == 0 {
		return nil, about(name, ErrEmpty)
	}
	counter := progress.Begin(ctx, progress.Part{Doing: "dividing", Noun: "entries"})
	plan, err := planner.Plan()
	counter.End()
	if err != nil {
		return nil, err
	}
	base, err := source.fileOf(ctx)
	if err != nil {
		return nil, err
	}
	if err := writeSides(ctx, source, read, plan, o, base); err != nil {
		return nil, err
	}
	o.origin.Inputs[0], o.origin.Details = read, plan
	var sides []side
	for _, one := range plan.Sides {
		sides = append(sides, side{one.Name, o.to.At(sideFile(one.Name, base))})
	}
	leaks, err := leaksOf(ctx, sides, cfg.Workers)
	if err != nil {
		return nil, err
	}
	if err := o.listed(LeaksName, leaks); err != nil {
		return nil, err
	}
	return &SplitReport{o.origin, plan, leaks}, o.commit()
}

// writeSides reads the entries again and writes each to its side.
func writeSides(ctx context.Context, source Source, read Input, plan *split.Plan, o *output, base string) error {
	files := map[string]*outputFile{}
	for _, side := range plan.Sides {
		var err error
		if files[side.Name], err = o.create(sideFile(side.Name, base)); err != nil {
			return err
		}
	}
	err := reread(ctx, source, read, func(line []byte, id string) error {
		if side, ok := plan.Side(id); ok {
			return files[side].line(line)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return o.to.Flush()
}

// sideFile is the file of a side, below the folder.
func sideFile(side, base string) string { return side + "/" + base }

// side is the file of a side of a dataset.
type side struct{ name, file string }

// leaksOf reads the files of sides to find what they have in common.
func leaksOf(ctx context.Context, sides []side, workers int) (*split.Leaks, error) {
	var names []string
	for _, s := range sides {
		names = append(names, s.name)
	}
	checker, err := split.NewChecker(names...)
	if err != nil {
		return nil, err
	}
	for i, s := range sides {
		_, err := Each(ctx, Source{Path: s.file, Workers: workers}, split.Look, func(_ []byte, _ int, e *split.Entry) error {
			checker.Add(i, e)
			return nil
		})
		if err != nil && !errors.Is(err, ErrEmpty) { // a side without entries shares none
			return nil, err
		}
	}
	return checker.Leaks(), nil
}
