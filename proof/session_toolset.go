package proof

import (
	"bytes"
	"sync"

	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/schemas"
)

// Most of a line of sessions is the toolset, and many lines have the same one. So a toolset is read
// once for all lines in which it stands with the same bytes.

// toolsets are toolsets of sessions by their bytes.
type toolsets struct {
	mu   sync.Mutex
	sets map[string]*mission.Toolset
}

// mostKnown bounds how many toolsets are remembered.
const mostKnown = 128

// emptyToolset stands in a line for a toolset that is known.
var emptyToolset = []byte(`{"name":"","tools":[]}`)

// sessionOf reads a line. Lines of which anything is wrong are read as a whole, so that it is told.
func (p *Prover) sessionOf(set *schemas.Set, line []byte) (*session.Session, []Problem) {
	if from, to, ok := toolsetIn(line); ok {
		if s := p.known.read(set, line, from, to); s != nil {
			return s, nil
		}
	}
	var problems []Problem
	for _, v := range set.Validate(schemas.Session, line) {
		problems = append(problems, Problem{SessionSchema, -1, v.Pointer, v.Message})
	}
	var s session.Session
	if err := schemas.Unmarshal(line, &s); err != nil {
		if len(problems) == 0 {
			problems = append(problems, Problem{SessionSchema, -1, "", oneLine(err.Error())})
		}
		return nil, problems
	}
	return &s, problems
}

// read reads a line whose toolset stands between two places; nil if anything is wrong.
func (k *toolsets) read(set *schemas.Set, line []byte, from, to int) *session.Session {
	k.mu.Lock()
	toolset := k.sets[string(line[from:to])]
	k.mu.Unlock()
	if toolset == nil {
		var s session.Session
		if len(set.Validate(schemas.Session, line)) > 0 || schemas.Unmarshal(line, &s) != nil {
			return nil
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.sets == nil {
			k.sets = map[string]*mission.Toolset{}
		}
		if len(k.sets) < mostKnown {
			k.sets[string(line[from:to])] = &s.Toolset
		}
		return &s
	}
	short := bytes.Join([][]byte{line[:from], emptyToolset, line[to:]}, nil)
	var s session.Session
	if len(set.Validate(schemas.Session, short)) > 0 || schemas.Unmarshal(short, &s) != nil || s.Toolset.Name != "" || len(s.Toolset.Tools) > 0 {
		return nil
	}
	s.Toolset = *toolset
	return &s
}

// toolsetIn finds the toolset among the members of a line: the first of that name. It says so only if
// the line has one that begins and ends with braces.
func toolsetIn(line []byte) (from, to int, ok bool) {
	const name = `"toolset":`
	depth, inString := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			if !inString && depth == 1 && from == 0 && bytes.HasPrefix(line[i:], []byte(name)) && bytes.HasPrefix(line[i+len(name):], []byte("{")) {
				from = i + len(name)
				i = from - 1
				continue
			}
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; from > 0 && depth == 1 {
				return from, i + 1, true
			}
		}
	}
	return 0, 0, false
}
