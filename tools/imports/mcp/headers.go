package mcp

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"unicode"
)

// HeaderError is what is wrong with a header. It never shows a value, which may be
// a key.
type HeaderError struct {
	Header  string // its name, or "number 2" where it has none
	Problem string
	Hint    string
}

// Error implements error.
func (e *HeaderError) Error() string { return e.Header + " " + e.Problem }

var (
	headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$")
	variable   = regexp.MustCompile(`\$\{([^}]*)\}`)
	keyHeader  = regexp.MustCompile(`(?i)^(authorization|proxy-authorization|cookie)$|key|token|secret|password`)
)

// Headers reads headers written as "Name: value", in which ${NAME} stands for what
// env gives for NAME. A key must come from such a variable. The error is a
// [*HeaderError].
func Headers(given []string, env func(name string) string) (http.Header, error) {
	const example = "write, for example, 'Authorization: Bearer ${MCP_TOKEN}', in single quotes"
	list := http.Header{}
	for i, text := range given {
		name, value, ok := strings.Cut(text, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		wrong := func(hint, format string, args ...any) (http.Header, error) {
			return nil, &HeaderError{Header: name, Problem: fmt.Sprintf(format, args...), Hint: hint}
		}
		names := variable.FindAllStringSubmatch(value, -1)
		switch {
		case !ok || !headerName.MatchString(name):
			name = fmt.Sprintf("number %d", i+1)
			return wrong(example, "is not written as 'Name: value'")
		case len(names) == 0 && keyHeader.MatchString(name):
			return wrong("put the key into the environment; "+example, "holds a key, which must not be in a command")
		case strings.Contains(variable.ReplaceAllString(value, ""), "${"):
			return wrong(example, "holds a ${ without its }")
		}
		for _, m := range names {
			if strings.TrimSpace(env(m[1])) == "" {
				return wrong("export "+m[1]+"=...", "needs the variable %s, which is not set", m[1])
			}
		}
		value = variable.ReplaceAllStringFunc(value, func(m string) string { return strings.TrimSpace(env(m[2 : len(m)-1])) })
		if strings.ContainsFunc(value, unicode.IsControl) {
			return wrong("leave out everything but the key", "holds a line break or another control character")
		}
		list.Add(name, value)
	}
	return list, nil
}
