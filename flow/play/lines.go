package play

import (
	_ "embed"
	"strings"
)

//go:embed lines.txt
var linesText string

// lines are the sentences of users who leave a workflow, and of the assistant that brings them
// back: by heading, the lines below it.
var lines = func() map[string][]string {
	all := map[string][]string{}
	heading := ""
	for line := range strings.SplitSeq(linesText, "\n") {
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			all[heading] = append(all[heading], strings.TrimSpace(line))
		default:
			heading = strings.TrimSpace(line)
		}
	}
	return all
}()
