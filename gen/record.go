package gen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/roles"
)

// assemble returns the record of a mission that was played, with the source of every
// argument, and what later missions need to know about it.
func (p *performer) assemble(s *roles.Scene, reply string) (*mission.Mission, *blueprint.Past, error) {
	b := s.Blueprint
	m := &mission.Mission{Type: b.Type, Pattern: b.Pattern, Relation: b.Relation, Request: s.Proposal.Text, Wording: s.Proposal.Wording,
		Questions: s.Questions, Calls: []mission.Call{}, Dialogue: s.Turns, Reply: reply}
	if s.Proposal.Found != nil {
		m.Words = s.Proposal.Found.ID()
	}
	past := &blueprint.Past{Blueprint: b, Request: s.Proposal.Text, Reply: reply}
	for _, q := range s.Questions {
		past.Questions, past.Replies = append(past.Questions, q.Text), append(past.Replies, q.Reply)
	}
	dependencies := blueprint.Dependencies(b.Calls)
	for i := range b.Calls {
		c := &b.Calls[i]
		sources, err := s.Made[i].Sources, error(nil)
		if s.Wish == nil {
			sources, err = sourcesOf(s, i, c)
		}
		if err != nil {
			return nil, nil, err
		}
		answer := s.Made[i].Answer
		m.Calls = append(m.Calls, mission.Call{Tool: c.Tool.Name, Purpose: s.Made[i].Purpose, Arguments: c.Values().JSON(),
			Sources: sources, Status: answer.Status, Observation: answer.Body.JSON(), Dependencies: dependencies[i]})
		past.Calls = append(past.Calls, blueprint.PastCall{Call: *c, Sources: sources, Answer: answer})
	}
	if s.Wish != nil {
		if err := p.finishFree(s, m); err != nil {
			return nil, nil, err
		}
		for i := range m.Calls {
			dependencies[i] = m.Calls[i].Dependencies
		}
	}
	if len(b.Calls) > 0 {
		graph, err := mission.NewGraph(dependencies)
		if err != nil {
			return nil, nil, &setback{Reason: "draw", Message: err.Error()}
		}
		m.Paths = graph.Info(mission.DefaultPathLimit)
	}
	if b.Chat != nil {
		m.Chat = chatClaim(b.Chat)
		if b.Chat.Like != nil {
			like, sources := spokenOf(s, b.Chat.Like)
			// Later missions must not rely on what was planned but not said.
			played, kept := *b, *b.Chat
			kept.Like, played.Chat = like, &kept
			past.Blueprint, past.LikeSources = &played, sources
		}
	}
	past.Fold()
	if b.Relation != "" && s.Wish == nil {
		ref, err := referenceOf(s, m)
		if err != nil {
			return nil, nil, err
		}
		m.Reference = ref
	}
	return m, past, nil
}

func chatClaim(c *blueprint.Chat) *mission.ChatClaim {
	switch {
	case c.Opinion:
		return &mission.ChatClaim{Kind: mission.ChatOpinion, Compare: c.Compare, Instead: c.Instead}
	case c.Compare != nil && c.Compare.Place > 0:
		return &mission.ChatClaim{Kind: mission.ChatPlace, Compare: c.Compare}
	case c.Compare != nil:
		return &mission.ChatClaim{Kind: mission.ChatCompare, Compare: c.Compare}
	case c.Options != nil:
		return &mission.ChatClaim{Kind: mission.ChatOptions, Options: &mission.OptionsClaim{Tool: c.Tool.Name, Parameter: c.Options.Name}}
	case c.Restate:
		return &mission.ChatClaim{Kind: mission.ChatRestate}
	}
	return &mission.ChatClaim{Kind: c.Topic.Kind, Keywords: c.Topic.Keywords}
}

// sourcesOf finds the source of every leaf of a call's arguments.
func sourcesOf(s *roles.Scene, i int, c *blueprint.Call) ([]mission.Source, error) {
	var out []mission.Source
	for k := range c.Args {
		a := &c.Args[k]
		at := jsonptr.Join(a.Param.Name)
		switch a.Origin {
		case blueprint.Said:
			found := said(s, s.Proposal.Said, i, at, mission.FromQuery, at)
			if len(found) == 0 && a.Echo != nil {
				found = said(s, s.Proposal.Said, a.Echo.Call, jsonptr.Join(a.Echo.Param), mission.FromQuery, at)
			}
			if len(found) == 0 {
				return nil, &setback{Reason: "words", Message: fmt.Sprintf("the request does not say %s of %s", a.Param.Name, c.Tool.Name)}
			}
			out = append(out, found...)
		case blueprint.Asked:
			for _, answer := range s.Answers {
				out = append(out, said(s, answer.Said, i, at, mission.FromReply, at)...)
			}
		case blueprint.Result, blueprint.Shown:
			source := mission.Source{Pointer: at, Kind: mission.FromObservation, Mission: s.Index(), Call: a.Call, At: a.At}
			if a.Origin == blueprint.Shown {
				source.Kind, source.Mission = mission.FromShown, a.Mission
				source.Text, _ = blueprint.IDText(a.Value)
			}
			choice := *a.Choice
			choice.Text = referral(s.Proposal.Referrals, i, a.Param.Name)
			if choice.Text != "" {
				source.Choice = &choice
			}
			out = append(out, source)
		case blueprint.Earlier:
			out = append(out, a.Sources...)
		}
	}
	return out, nil
}

func referral(list []roles.Referral, call int, param string) string {
	for _, r := range slices.Backward(list) {
		if r.Call == call && r.Param == param {
			return r.Text
		}
	}
	return ""
}

// said returns the sources that the sayings about an argument are. where says whether
// they are in the request or in a reply; to is the pointer of the argument that takes
// the value.
func said(s *roles.Scene, list []roles.Saying, call int, pointer string, where mission.SourceKind, to string) []mission.Source {
	var out []mission.Source
	for _, x := range list {
		if x.Call != call || !jsonptr.Under(x.Pointer, pointer) {
			continue
		}
		source := mission.Source{Pointer: to + strings.TrimPrefix(x.Pointer, pointer), Kind: where, Mission: s.Index(), Text: x.Text, Rule: x.Rule}
		if x.Kind != mission.FromQuery {
			source.Kind, source.Said = x.Kind, where
		}
		if !slices.ContainsFunc(out, func(o mission.Source) bool { return o.Pointer == source.Pointer }) {
			out = append(out, source)
		}
	}
	return out
}

// spokenOf returns the call that a chat spoke of, with only the arguments that it
// really said, and their sources.
func spokenOf(s *roles.Scene, like *blueprint.Call) (*blueprint.Call, []mission.Source) {
	kept := &blueprint.Call{Tool: like.Tool}
	var sources []mission.Source
	for _, a := range like.Args {
		found := a.Sources
		if a.Origin == blueprint.Said {
			at := jsonptr.Join(a.Param.Name)
			found = said(s, s.Proposal.Said, -1, at, mission.FromQuery, at)
		}
		if len(found) > 0 {
			kept.Args = append(kept.Args, a)
			sources = append(sources, found...)
		}
	}
	return kept, sources
}

// referenceOf says how the relation is expressed: which words refer to which earlier
// ones.
func referenceOf(s *roles.Scene, m *mission.Mission) (*mission.Reference, error) {
	b := s.Blueprint
	ref := &mission.Reference{Way: b.Way, Phrase: s.Proposal.Phrase, Mission: b.Target}
	if b.Chat != nil {
		ref.Text = b.Chat.Text
	} else {
		for _, c := range m.Calls {
			for _, source := range c.Sources {
				if ref.Text == "" && source.Mission == b.Target && source.Text != "" && !blueprint.Holds(m.Request, source.Text) &&
					(source.Kind == mission.FromShown || source.Kind == mission.FromEarlier || source.Said == mission.FromEarlier) {
					ref.Text = source.Text
				}
			}
		}
	}
	if b.Way == mission.WayAbbreviation {
	search:
		for _, c := range b.Calls {
			for _, a := range c.Args {
				if a.Way == mission.WayAbbreviation && ref.Text != "" {
					ref.Text = a.Choice.Value
					break search
				}
			}
		}
	}
	if ref.Text == "" || blueprint.Holds(m.Request, ref.Text) {
		return nil, &setback{Reason: "draw", Message: fmt.Sprintf("the mission can be understood from its own words (%s %s)", b.Way, b.Opening)}
	}
	return ref, nil
}

// asked reads the arguments of a question.
func asked(a mission.Action) (tool string, missing []string, err error) {
	var args mission.Asked
	if err := json.Unmarshal(a.Arguments, &args); err != nil {
		return "", nil, fmt.Errorf("arguments of the question: %w", err)
	}
	if len(args.Missing) == 0 {
		return "", nil, errors.New("the question asks for nothing")
	}
	for i, name := range args.Missing {
		if slices.Contains(args.Missing[:i], name) {
			return "", nil, fmt.Errorf("the question asks for %q twice", name)
		}
	}
	return args.Tool, args.Missing, nil
}

// sameJSON reports whether two JSON documents are equal, apart from their form.
func sameJSON(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
