package builtin

import (
	"regexp"
	"slices"
	"strings"
)

// fewItems is how many things of a list are told in a sentence, as people do. More of them
// become a list or a table.
const fewItems = 3

// inProse tells the items of a list behind its introduction, in their order. Each line tells
// one: "**A1**: two rooms, €9".
func inProse(head string, lines []string) string {
	if !strings.HasSuffix(head, ":") {
		head = strings.TrimRight(head, ".") + ":"
	}
	told := slices.Clone(lines)
	bracketed := !slices.ContainsFunc(lines, func(line string) bool {
		return !labelledLine.MatchString(line) || strings.ContainsAny(line, "();")
	})
	for i, line := range told {
		if bracketed {
			told[i] = labelledLine.ReplaceAllString(line, "$1 (") + ")"
		} else {
			told[i] = strings.Replace(line, ": ", ", ", 1) // the head has the colon
		}
	}
	last := len(told) - 1
	switch {
	case bracketed:
		return head + " " + strings.Join(told[:last], ", ") + " and " + told[last] + "."
	case slices.ContainsFunc(told, func(line string) bool { return strings.Contains(line, ";") }):
		return strings.TrimSuffix(head, ":") + ". " + strings.Join(told, ". ") + "."
	}
	return head + " " + strings.Join(told[:last], "; ") + "; and " + told[last] + "."
}

// labelledLine matches a line that begins with an identifier and a colon.
var labelledLine = regexp.MustCompile(`^(\*\*[^*]+\*\*): `)
