package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"switchyard/mission"
	"switchyard/out"
)

// version is the version of the program. It is written into every dataset, and
// changes when the same command produces different bytes.
const version = "0.1.0"

func (c *console) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version [flags]",
		Short:   "Print the version",
		Long:    "Print the version of the program, of the entry format and of what it was built with.\n\n" + fewExitCodes,
		Example: "  switchyard version --json",
		Args:    wantNothing,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return c.printJSON(versionOf(debug.ReadBuildInfo()))
			}
			c.printVersion()
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// printVersion prints the version for people.
func (c *console) printVersion() {
	info := versionOf(debug.ReadBuildInfo())
	c.printf("switchyard %s\n", info.Version)
	c.printf("entry format %s; writes %s\n", info.Entry, join(info.Formats))
	c.printf("%s, %s", info.Go, info.Platform)
	switch {
	case info.Commit != "":
		c.printf(", commit %.12s", info.Commit)
	case info.Module != "":
		c.printf(", module %s", info.Module)
	}
	if info.Modified {
		c.printf(" with changes")
	}
	c.printf("\n")
}

// versionOf describes a build. A program that was built from a checkout names its commit,
// one that go install fetched has the version of the module instead.
func versionOf(build *debug.BuildInfo, ok bool) versionInfo {
	info := versionInfo{Version: version, Entry: mission.FormatEntry, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	for _, f := range out.Formats() {
		info.Formats = append(info.Formats, f.Name())
	}
	if !ok {
		return info
	}
	if build.Main.Version != "(devel)" {
		info.Module = build.Main.Version
	}
	for _, s := range build.Settings {
		switch s.Key {
		case "vcs.revision":
			info.Commit = s.Value
		case "vcs.modified":
			info.Modified = s.Value == "true"
		}
	}
	return info
}

type versionInfo struct {
	Version  string   `json:"version"`
	Entry    string   `json:"entry_format"`
	Formats  []string `json:"formats"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Module   string   `json:"module,omitempty"` // its version, if go knows one
	Commit   string   `json:"commit,omitempty"`
	Modified bool     `json:"modified,omitempty"`
}
