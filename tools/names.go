package tools

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// mostName bounds the bytes of the name of a tool, or of a part of a toolset's name.
const mostName = 200

// reserved matches names that Windows keeps for devices, whatever follows a dot.
var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$`)

// NameProblem says why a name cannot be that of a tool, or one of the parts of a
// toolset's name; it is empty if it can. Such names become parts of file names, so they
// must not lead anywhere.
func NameProblem(name string) string {
	odd := func(r rune) bool {
		return strings.ContainsRune(`/\:*?"<>|`, r) || r != ' ' && !unicode.IsPrint(r)
	}
	switch i := strings.IndexFunc(name, odd); {
	case strings.TrimSpace(name) == "":
		return "it is empty"
	case i >= 0:
		return fmt.Sprintf("it has the character %q", []rune(name[i:])[0])
	case strings.Trim(name, ". ") != name:
		return "it begins or ends with a dot or a space"
	case len(name) > mostName:
		return fmt.Sprintf("it has more than %d bytes", mostName)
	case reserved.MatchString(name):
		return "Windows reserves it for a device"
	}
	return ""
}

// Unreserved adds "_" to a name that Windows reserves for a device. Other names stay as
// they are.
func Unreserved(name string) string {
	if reserved.MatchString(name) {
		return name + "_"
	}
	return name
}
