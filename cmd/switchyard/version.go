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
			info := versionInfo{Version: version, Entry: mission.FormatEntry, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
			for _, f := range out.Formats() {
				info.Formats = append(info.Formats, f.Name())
			}
			if build, ok := debug.ReadBuildInfo(); ok {
				for _, s := range build.Settings {
					switch s.Key {
					case "vcs.revision":
						info.Commit = s.Value
					case "vcs.modified":
						info.Modified = s.Value == "true"
					}
				}
			}
			if asJSON {
				return c.printJSON(info)
			}
			c.printf("switchyard %s\n", info.Version)
			c.printf("entry format %s; writes %s\n", info.Entry, join(info.Formats))
			c.printf("%s, %s", info.Go, info.Platform)
			if info.Commit != "" {
				c.printf(", commit %.12s", info.Commit)
			}
			if info.Modified {
				c.printf(" with changes")
			}
			c.printf("\n")
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

type versionInfo struct {
	Version  string   `json:"version"`
	Entry    string   `json:"entry_format"`
	Formats  []string `json:"formats"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Commit   string   `json:"commit,omitempty"`
	Modified bool     `json:"modified,omitempty"`
}
