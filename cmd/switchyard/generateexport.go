package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/config"
	"switchyard/datasets"
	"switchyard/datasets/manifest"
	"switchyard/gen"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/out"
	"switchyard/out/corpus"
	"switchyard/proof"
)

// exportFolder is the folder within a run folder for what generate exports.
const exportFolder = "export"

// runFormats lists the formats that a run may be asked for.
func runFormats() []string { return append([]string{out.Native().Name()}, targetNames()...) }

// runExport is the export that a run is asked for; nil when it is none.
func runExport(cfg *config.Config) (*exportJob, error) {
	names := slices.DeleteFunc(slices.Clone(cfg.Formats), func(name string) bool {
		return name == out.Native().Name() || name == out.MMTB().Name()
	})
	if len(names) == 0 {
		return nil, nil
	}
	slices.Sort(names) // whatever the order, it is the same export
	// An export of ours is replaced, whatever is in it.
	f := &exportFlags{formats: names, force: true, out: filepath.Join(cfg.Out, exportFolder), unit: string(corpus.PerEntry), loss: string(corpus.LossAll)}
	j := &exportJob{sources: []string{filepath.Join(cfg.Out, out.Native().File())}, splits: []string{"train"}, read: datasets.DecodeEntry, prover: proof.New()}
	var err error
	if j.exporters, err = lookupExporters("--format", names, runFormats()); err != nil {
		return nil, err
	}
	if err := f.choose(j); err != nil {
		return nil, err
	}
	j.command = "switchyard export " + shell.Quote(cfg.Out) + " --format " + strings.Join(names, ",") + " --out " + shell.Quote(f.out)
	return j, j.free()
}

// exportRun exports a finished run, unless that is done already. What a run
// that was replaced had exported goes, where nothing takes its place.
func (c *console) exportRun(ctx context.Context, j *exportJob, report *gen.Report, force bool) (*exportReport, error) {
	if j == nil {
		if !force {
			return nil, nil
		}
		return dropExport(filepath.Join(report.Out, exportFolder))
	}
	if record := j.done(report); record != nil {
		return &exportReport{exportRecord: record}, nil
	}
	made, err := c.export(ctx, j)
	if err != nil && !errors.Is(err, context.Canceled) {
		f := *explain(ctx, err)
		f.message = "the run is finished, but not exported: " + f.message
		return nil, &f
	}
	return made, err
}

// dropExport removes an export, and nothing else that its folder holds.
func dropExport(folder string) (*exportReport, error) {
	record, err := datasets.ReadRecord[exportRecord](filepath.Join(folder, exportName))
	if record == nil {
		return nil, err
	}
	report := &exportReport{Gone: record.Formats}
	if err := wholefile.RemoveFiles(folder, record.names()); err != nil {
		return nil, err
	}
	if os.Remove(folder) != nil { // it holds something else
		report.Kept = kept(folder, nil)
	}
	return report, nil
}

// done is the record of an export that is there already, of these entries, by
// this program, and whole; nil when it is not.
func (j *exportJob) done(report *gen.Report) *exportRecord {
	data, err := os.ReadFile(filepath.Join(j.folder, exportName))
	var r exportRecord
	if err != nil || json.Unmarshal(data, &r) != nil || r.Format != formatExport || r.Version != version || r.Command != j.command || len(r.Inputs) != 1 {
		return nil
	}
	native := slices.IndexFunc(report.Files, func(f manifest.File) bool { return f.Name == out.Native().File() })
	if native < 0 || report.Files[native].SHA256 != r.Inputs[0].SHA256 {
		return nil
	}
	for _, f := range r.Files {
		info, err := os.Stat(filepath.Join(j.folder, filepath.FromSlash(f.Name)))
		if err != nil || info.Size() != f.Bytes {
			return nil
		}
	}
	return &r
}
