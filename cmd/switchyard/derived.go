package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/out"
)

// deriveFlags are the common flags of split, merge, filter and sample, which make a
// dataset from others.
type deriveFlags struct {
	target  datasets.Target
	workers int
	asJSON  bool
}

func (f *deriveFlags) add(cmd *cobra.Command, aboutJSON string) {
	f.target.Version = version
	cmd.Flags().StringVar(&f.target.Folder, "out", "", "write into `FOLDER`")
	cmd.Flags().BoolVar(&f.target.Force, "force", false, "replace another result in FOLDER; other files stay")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, aboutJSON)
	addQuiet(cmd.Flags())
}

// check refuses unusable flags and completes the target.
func (f *deriveFlags) check(c *console, cmd *cobra.Command) error {
	if err := checkWorkers(cmd, f.workers); err != nil {
		return err
	}
	f.target.Stdout = c.stdout
	switch {
	case f.target.Folder == "" && cmd.Flags().Changed("out"):
		return misuse("for example --out part", "--out is empty, and needs a folder")
	case f.target.Folder == "":
		return misuse("for example --out part", "%s needs --out FOLDER", cmd.CommandPath())
	}
	if err := checkOut(f.target.Folder, f.asJSON); err != nil {
		return err
	}
	return c.notEverything(f.target.Folder)
}

// done prints the result: as JSON, or with print unless the entries went to standard
// output.
func (f *deriveFlags) done(c *console, doc any, print func()) error {
	if f.asJSON {
		return c.printJSON(doc)
	}
	if f.target.Folder != datasets.Stdin {
		print()
	}
	return nil
}

// changed notes that a dataset is not as it was written. Native entries are proved then.
func (c *console) changed(how *datasets.Change) {
	then := "; every entry is proved before it is used"
	if filepath.Base(how.File) == out.MMTB().File() {
		then = ""
	}
	c.notice("%s%s", printable(how.Error()), then)
}

// checkOut refuses --json if the entries go to standard output.
func checkOut(folder string, asJSON bool) error {
	if folder == datasets.Stdin && asJSON {
		return misuse("write into a folder, or leave --json out", `--json and "--out -" exclude each other: both write to standard output`)
	}
	return nil
}
