package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/config"
	"switchyard/datasets/export"
	"switchyard/datasets/manifest"
	"switchyard/gen"
	"switchyard/internal/shell"
	"switchyard/out"
)

// runFormats lists the formats that generate accepts.
func runFormats() []string { return append([]string{out.Native().Name()}, export.Targets()...) }

// runExport is the export that the settings of a run ask for; nil if they ask for
// none. It replaces an earlier export of the run, which must not be under way.
func (c *console) runExport(cfg *config.Config, force bool) (*export.Config, error) {
	folder := filepath.Join(cfg.Out, export.RunFolder)
	names := slices.DeleteFunc(slices.Clone(cfg.Formats), func(name string) bool {
		return name == out.Native().Name() || name == out.MMTB().Name()
	})
	switch {
	case len(names) == 0 && force:
		return nil, export.Idle(folder)
	case len(names) == 0:
		return nil, nil
	}
	slices.Sort(names) // whatever the order, it is the same export
	x := &export.Config{Sources: []string{cfg.Out}, Formats: names, Folder: folder, Force: true, Version: version, Fault: c.fault,
		Command: "switchyard export " + shell.Quote(cfg.Out) + " --format " + strings.Join(names, ",") + " --out " + shell.Quote(folder)}
	return x, formatFailure("--format", export.Check(*x))
}

// doneBefore returns the record of an up-to-date export of the run, if there is one.
func doneBefore(x *export.Config, report *gen.Report) *export.Record {
	native := slices.IndexFunc(report.Files, func(f manifest.File) bool { return f.Name == out.Native().File() })
	if x == nil || native < 0 {
		return nil
	}
	return export.Exported(*x, report.Files[native].SHA256)
}

// exportRun exports a finished run unless its export is up to date, as before says. If a
// run without an export replaced another one, the export of the other one is removed.
func exportRun(ctx context.Context, x *export.Config, report *gen.Report, before *export.Record, force bool) (*export.Report, error) {
	if x == nil {
		if !force {
			return nil, nil
		}
		return export.Drop(filepath.Join(report.Out, export.RunFolder))
	}
	if before != nil {
		return &export.Report{Record: before}, nil
	}
	made, err := export.Run(ctx, *x)
	if err != nil && !errors.Is(err, context.Canceled) {
		f := *explain(ctx, err)
		f.message = "the run is finished, but not exported: " + f.message
		return nil, &f
	}
	return made, err
}
