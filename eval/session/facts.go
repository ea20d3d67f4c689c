package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/schemas"
)

// fact is something that the agent has to find out and to tell.
type fact struct {
	node  int    // where it comes from; -1 in a chat
	what  string // for people
	told  bool
	fault eval.Fault // the fault of a reply that does not tell it
}

// String says that the fact was not told.
func (f fact) String() string { return "the reply does not tell " + f.what }

// facts lists what the reply has to tell: at least one value from the answer to each
// read-only call of the entry that no other call depends on, at least one of the winner
// of a comparison, and the identifiers of a summary. The agent must also have been
// shown what it tells.
func (s *session) facts(a *act) []fact {
	var list []fact
	gold := a.task.Gold()
	for g := range a.gold {
		if len(a.gold[g].played.Changes) > 0 || serves(gold, g) {
			continue
		}
		f := fact{node: a.gold[g].node, what: "what " + gold.Calls[g].Tool + " finds out", fault: eval.StoppedEarly}
		f.told = s.tells(a, &gold.Calls[g], f.node)
		list = append(list, f)
	}
	chat := gold.Chat
	switch {
	case chat == nil:
	case chat.Kind == mission.ChatCompare && chat.Compare != nil:
		if leaves := s.winner(chat.Compare); slices.ContainsFunc(leaves, func(l leaf) bool { return s.says(gold.Reply, l.value) }) {
			told := func(l leaf) bool { return s.says(gold.Reply, l.value) && s.says(a.reply, l.value) }
			list = append(list, fact{node: -1, what: "which of them it is", fault: eval.StoppedEarly, told: slices.ContainsFunc(leaves, told)})
		}
	case chat.Kind == mission.ChatRestate:
		for _, id := range s.restated(a) {
			list = append(list, fact{node: -1, what: id, fault: eval.LostIdentifier, told: s.says(a.reply, id)})
		}
	}
	return list
}

// serves reports whether another call of the mission takes a value from this one. Then
// the reply need not tell what it found.
func serves(m *mission.Mission, call int) bool {
	return slices.ContainsFunc(m.Calls, func(c mission.Call) bool {
		return slices.ContainsFunc(c.Sources, func(x mission.Source) bool { return x.Kind == mission.FromObservation && x.Call == call })
	})
}

// tells reports whether the reply tells something that only the answer to a call says,
// and that the agent was shown. If the answer holds nothing to tell, it is enough that
// the call was made.
func (s *session) tells(a *act, c *mission.Call, node int) bool {
	if a.prediction.End != eval.Closed {
		return false
	}
	given := leavesIn(c.Arguments)
	found := slices.DeleteFunc(leavesIn(c.Observation), func(l leaf) bool {
		return l.value == "" || slices.ContainsFunc(given, func(g leaf) bool { return g.value == l.value })
	})
	slices.SortStableFunc(found, func(a, b leaf) int { return rank(a) - rank(b) })
	wanted := func(l leaf) bool { return s.says(a.task.Gold().Reply, l.value) }
	if slices.ContainsFunc(found, func(l leaf) bool { return s.shown(l.value) && s.says(a.reply, l.value) && wanted(l) }) {
		return true
	}
	return slices.Contains(a.done, node) && !slices.ContainsFunc(found, wanted)
}

// rank puts texts before numbers, because they are found faster.
func rank(l leaf) int {
	if _, ok := l.value.(string); ok {
		return 0
	}
	return 1
}

// shown reports whether an observation of the session has a value.
func (s *session) shown(value any) bool {
	for _, a := range s.acts {
		for i := range a.made {
			m := &a.made[i]
			if m.leaves == nil {
				m.leaves = leavesIn(m.body)
			}
			if slices.ContainsFunc(m.leaves, func(l leaf) bool { return l.value == value }) {
				return true
			}
		}
	}
	return false
}

// says reports whether a text says a value in any way that the proofs can read.
func (s *session) says(text string, value any) bool {
	return proof.Read(s.stage.Entry.Environment, text, []proof.Want{{Value: value}})[0] != nil
}

// winner returns the values that only the winner of a comparison has.
func (s *session) winner(c *mission.CompareClaim) []leaf {
	missions := s.stage.Entry.Missions
	if c.Mission < 0 || c.Mission >= len(missions) || c.Call < 0 || c.Call >= len(missions[c.Mission].Calls) {
		return nil
	}
	observation := missions[c.Mission].Calls[c.Call].Observation
	var own, others []leaf
	for _, l := range leavesIn(observation) {
		for _, item := range c.Items {
			if !strings.HasPrefix(l.at, fmt.Sprintf("%s/%d/", c.List, item)) {
				continue
			}
			if item == c.Winner {
				own = append(own, l)
			} else {
				others = append(others, l)
			}
		}
	}
	return slices.DeleteFunc(own, func(l leaf) bool {
		return slices.ContainsFunc(others, func(o leaf) bool { return o.value == l.value })
	})
}

// restated returns the identifiers from earlier missions that the entry's reply repeats.
func (s *session) restated(a *act) []string {
	e := s.stage.Entry
	var ids []string
	for i := range a.index {
		for c := range e.Missions[i].Calls {
			for _, l := range leavesIn(e.Missions[i].Calls[c].Observation) {
				id, isText := l.value.(string)
				name := l.at[strings.LastIndex(l.at, "/")+1:]
				identifies := slices.ContainsFunc(e.Toolset.Entities, func(x mission.Entity) bool { return x.ID == name })
				if isText && identifies && !slices.Contains(ids, id) && s.says(a.task.Gold().Reply, id) {
					ids = append(ids, id)
				}
			}
		}
	}
	return ids
}

// leaf is a text or a number in a document.
type leaf struct {
	at    string // JSON pointer
	value any    // string or json.Number
}

func leavesIn(document json.RawMessage) []leaf {
	v, err := schemas.Decode(document)
	if err != nil {
		return nil
	}
	var list []leaf
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case string, json.Number:
			list = append(list, leaf{at, v})
		case []any:
			for i, item := range v {
				walk(fmt.Sprintf("%s/%d", at, i), item)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(at+"/"+key, v[key])
			}
		}
	}
	walk("", v)
	return list
}

// text judges the closing reply as the strict version does: it must keep the identifiers
// from the answers to the entry's calls, and state nothing that the agent was not told
// or shown in this session.
func (s *session) text(a *act) []eval.Found {
	if a.prediction.End != eval.Closed {
		return nil
	}
	last := len(a.prediction.Steps) - 1
	found := func(fault eval.Fault, detail string) eval.Found {
		return eval.Found{Fault: fault, Step: last, Call: -1, Node: len(a.task.Nodes) - 1, Detail: detail}
	}
	if strings.TrimSpace(a.reply) == "" {
		return []eval.Found{found(eval.StoppedEarly, "neither says nor calls anything")}
	}
	var list []eval.Found
	for _, p := range s.prover.Reply(s.asWanted(a), a.index, a.reply) {
		if p.Check == proof.TextIdentifiers {
			list = append(list, found(eval.LostIdentifier, p.Message))
		}
	}
	for _, p := range s.prover.Reply(s.asPlayed(a), a.index, a.reply) {
		if p.Check == proof.TextFaithful {
			list = append(list, found(eval.Contradiction, p.Message))
		}
	}
	return list
}

// asWanted returns the entry with the names that things have in this session.
func (s *session) asWanted(a *act) *mission.Entry {
	names := maps.Clone(s.names)
	maps.Copy(names, a.changes.Names(a.wanted))
	e := *s.stage.Entry
	if len(names) == 0 {
		return &e
	}
	e.Missions = slices.Clone(e.Missions)
	m := &e.Missions[a.index]
	m.Calls = slices.Clone(m.Calls)
	for i := range m.Calls {
		m.Calls[i].Observation = json.RawMessage(renamed(string(m.Calls[i].Observation), names))
	}
	return &e
}

// asPlayed returns the entry as it was played in this session so far.
func (s *session) asPlayed(a *act) *mission.Entry {
	e := *s.stage.Entry
	e.Missions = make([]mission.Mission, a.index+1)
	at := make([]map[int]int, len(e.Missions)) // for each mission: its index for each call of the entry
	for i, b := range s.acts {
		m := s.stage.Entry.Missions[i]
		m.Request, m.Questions, m.Reply, m.Calls, m.Dialogue = s.called(m.Request), b.asked, b.reply, nil, nil
		at[i] = map[int]int{}
		for k := range b.made {
			c := &b.made[k]
			if b.task.Tool(c.name) == nil || !json.Valid(c.arguments) {
				continue
			}
			if c.gold >= 0 && c.act == i {
				at[i][c.gold] = len(m.Calls)
			}
			m.Calls = append(m.Calls, mission.Call{Tool: c.name, Arguments: c.arguments, Status: c.status, Observation: c.body})
		}
		if m.Chat != nil && m.Chat.Compare != nil {
			chat, claim := *m.Chat, *m.Chat.Compare
			chat.Compare, chat.Instead = &claim, nil
			if place, ok := at[claim.Mission][claim.Call]; ok {
				claim.Call = place
			} else {
				chat.Compare = nil
			}
			m.Chat = &chat
		}
		e.Missions[i] = m
	}
	return &e
}
