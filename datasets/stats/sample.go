package stats

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/internal/keyed"
	"switchyard/internal/knowledge"
	"switchyard/mission"
)

// Sample is what one entry holds, as far as it is counted.
type Sample struct {
	toolset, domain, tone string
	tools                 []toolSample
	missions              []missionSample
}

type toolSample struct{ name, scenario string }

type missionSample struct {
	kind              mission.Type
	pattern           mission.Pattern
	relation          mission.Relation
	way               mission.Way
	chat              mission.ChatKind
	calls             []callSample
	depth, width      int
	paths             *big.Int
	words             int
	request           uint64
	masked            string
	maskedHash        uint64
	unigrams, bigrams []uint64
}

type callSample struct{ tool, scenario, status string }

// slim is an entry without what is not counted.
type slim struct {
	Format  string `json:"format"`
	Persona struct {
		Name string       `json:"name"`
		Tone mission.Tone `json:"tone"`
	} `json:"persona"`
	Toolset struct {
		Name   string `json:"name"`
		Domain string `json:"domain"`
		Tools  []struct {
			Name       string `json:"name"`
			Scenario   string `json:"scenario"`
			Distractor bool   `json:"distractor"`
		} `json:"tools"`
	} `json:"toolset"`
	Missions []struct {
		Type      mission.Type     `json:"type"`
		Pattern   mission.Pattern  `json:"pattern"`
		Relation  mission.Relation `json:"relation"`
		Reference *struct {
			Way mission.Way `json:"way"`
		} `json:"reference"`
		Request string `json:"request"`
		Calls   []struct {
			Tool         string           `json:"tool"`
			Sources      []mission.Source `json:"sources"`
			Status       int              `json:"status"`
			Dependencies []int            `json:"dependencies"`
		} `json:"calls"`
		Chat *struct {
			Kind mission.ChatKind `json:"kind"`
		} `json:"chat"`
		Paths *struct {
			Total string `json:"total"`
		} `json:"paths"`
	} `json:"missions"`
}

// Look takes one line of a native dataset apart. It does not prove anything;
// the error says why the line is no entry.
func Look(line []byte) (*Sample, error) {
	var e slim
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("not an entry: %w", err)
	}
	if e.Format != mission.FormatEntry {
		return nil, fmt.Errorf("the format is %q, not %q", e.Format, mission.FormatEntry)
	}
	s := &Sample{toolset: e.Toolset.Name, domain: e.Toolset.Domain, tone: string(e.Persona.Tone)}
	scenarios := map[string]string{}
	for _, t := range e.Toolset.Tools {
		if !t.Distractor {
			s.tools = append(s.tools, toolSample{t.Name, t.Scenario})
			scenarios[t.Name] = t.Scenario
		}
	}
	for i := range e.Missions {
		m := &e.Missions[i]
		out := missionSample{kind: m.Type, pattern: m.Pattern, relation: m.Relation, paths: new(big.Int)}
		if m.Reference != nil {
			out.way = m.Reference.Way
		}
		if m.Chat != nil {
			out.chat = m.Chat.Kind
		}
		var said []string
		deps := make([][]int, len(m.Calls))
		for j, c := range m.Calls {
			out.calls = append(out.calls, callSample{c.Tool, scenarios[c.Tool], strconv.Itoa(c.Status)})
			deps[j] = c.Dependencies
			for _, src := range c.Sources {
				here := src.Kind == mission.FromQuery || src.Said == mission.FromQuery
				if here && src.Mission == i && src.Text != "" {
					said = append(said, src.Text)
				}
			}
		}
		if len(m.Calls) > 0 {
			graph, err := mission.NewGraph(deps)
			if err != nil {
				return nil, fmt.Errorf("mission %d: %w", i+1, err)
			}
			out.depth, out.width = graph.Depth(), graph.Width()
			if m.Paths != nil {
				if _, ok := out.paths.SetString(m.Paths.Total, 10); !ok {
					return nil, fmt.Errorf("mission %d: %q is no number of paths", i+1, m.Paths.Total)
				}
			}
		}
		out.text(m.Request, append(said, e.Persona.Name))
		s.missions = append(s.missions, out)
	}
	return s, nil
}

// text measures a request in which some words are values.
func (m *missionSample) text(request string, values []string) {
	plain := strings.ToLower(strings.Join(strings.Fields(request), " "))
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' })
	m.words = len(strings.Fields(plain))
	m.request = keyed.Hash(0, plain)
	m.masked = mask(request, values)
	m.maskedHash = keyed.Hash(0, strings.ToLower(m.masked))
	for i, w := range words {
		m.unigrams = append(m.unigrams, keyed.Hash(1, w))
		if i > 0 {
			m.bigrams = append(m.bigrams, keyed.Hash(2, words[i-1], w))
		}
	}
}

// blank stands for a value in a masked request.
const blank = "_"

// mask puts a blank in the place of every value: the words that sources quote,
// and whatever else is a number, a day, a month, or a name of a table of
// package knowledge, since the values of chats have no sources.
func mask(request string, values []string) string {
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, v := range values {
		if v != "" {
			request = strings.ReplaceAll(request, v, blank)
		}
	}
	fields := strings.Fields(request)
	for i, field := range fields {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
		if word == "" || word == blank {
			continue
		}
		if strings.ContainsFunc(word, unicode.IsDigit) || timeWords[strings.ToLower(strings.TrimSuffix(word, "'s"))] || named(word) {
			fields[i] = strings.Replace(field, word, blank, 1)
		}
	}
	// What is said in several words, "19 July" or "twenty-one", is one value.
	out := fields[:0]
	for _, f := range fields {
		if len(out) > 0 && strings.HasPrefix(f, blank) && out[len(out)-1] == blank {
			out[len(out)-1] = f
			continue
		}
		out = append(out, f)
	}
	return strings.Join(out, " ")
}

// named tells whether a word with a capital is a name that people give to a
// value: a city, a country, a currency, a language.
func named(word string) bool {
	if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) {
		return false
	}
	for _, table := range []string{"airport", "latitude", "country", "currency", "language"} {
		if _, ok := knowledge.Lookup(table, word); ok {
			return true
		}
	}
	return false
}

var timeWords = setOf("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august " +
	"september october november december today tomorrow yesterday noon one two three four five six seven eight nine ten eleven twelve " +
	"twenty thirty forty fifty sixty seventy eighty ninety hundred thousand")

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		if w != "may" { // mostly a verb
			set[w] = true
		}
	}
	return set
}
