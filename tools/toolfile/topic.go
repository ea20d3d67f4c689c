package toolfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// topic reads a topic that people may ask about and that no tool serves.
func (d *decoder) topic(n *document.Node) {
	const what = "a chat topic"
	if !d.object(n, what, "kind", "like", "about", "word", "keywords", "ask", "answer", "subject", "follow") {
		return
	}
	t := &tools.Topic{Kind: mission.ChatKind(d.text(n, "kind", what, true)), Keywords: d.texts(n, "keywords", what),
		Ask: d.phrases(n, "ask", what), Answer: d.phrases(n, "answer", what), Subject: d.text(n, "subject", what, false)}
	d.endings(n, "ask", what, sentenceEnd)
	d.endings(n, "answer", what, sentenceEnd)
	switch t.Kind {
	case mission.ChatFact:
		d.fact(n, t.Answer)
	case mission.ChatKnowledge, mission.ChatNearMiss:
	default:
		d.problem(n, "the kinds are fact, knowledge and near_miss", "a chat topic has no kind %q", t.Kind)
	}
	if len(t.Keywords) == 0 {
		d.problem(n, "list words that the description of a tool for it would contain", "a chat topic needs \"keywords\"")
	}
	if len(t.Ask) == 0 || len(t.Answer) == 0 {
		d.problem(n, "", "a chat topic needs \"ask\" and \"answer\"")
	}
	if like := d.text(n, "like", what, false); like != "" {
		if t.Like = d.set.Tool(like); t.Like == nil {
			d.problem(n.Fields["like"], "", "a chat topic is like the tool %q, which the toolset does not have", like)
		}
	}
	if about := d.text(n, "about", what, false); about != "" {
		if t.About = d.set.Entity(about); t.About == nil {
			d.problem(n.Fields["about"], "", "a chat topic is about the entity %q, which the toolset does not have", about)
		}
	}
	if t.Word = d.text(n, "word", what, false); t.Word != "" && t.About == nil {
		d.problem(n.Fields["word"], "name with \"about\" the entity that is shown with it", "a chat topic asks for the word %q of nothing", t.Word)
	}
	for _, p := range t.Ask {
		for _, slot := range p.Slots() {
			if slot.Name == "it" && t.About != nil || t.Like != nil && t.Like.Param(slot.Name) != nil {
				continue
			}
			d.problem(n, "slots are parameters of the \"like\" tool, or {it} with \"about\"", "the question %q has a slot %s that nothing can fill", p.Text, slot)
		}
	}
	for _, tool := range d.set.Tools {
		if d.trusted {
			break
		}
		text := naming.Folded(tool.Name + " " + tool.Description)
		for _, keyword := range t.Keywords {
			if text.Mentions(keyword) {
				d.problem(n, "choose a keyword that no tool mentions", "the keyword %q is in the description of tool %q, so that tool might serve the topic", keyword, tool.Name)
			}
		}
	}
	if follow := n.Fields["follow"]; follow != nil {
		for _, item := range follow.Items {
			d.followUp(item, t)
		}
		if t.Subject == "" {
			d.problem(n, "give the words of the question that follow-ups refer to", "a chat topic with follow-ups needs a \"subject\"")
		}
	}
	if t.Subject != "" {
		for _, p := range t.Ask {
			if !strings.Contains(p.Text, t.Subject) {
				d.problem(n, "", "the question %q does not contain its subject %q", p.Text, t.Subject)
			}
		}
	}
	d.set.Topics = append(d.set.Topics, t)
}

// fact looks for what keeps an answer from being a fact: the agent is told facts word for
// word.
func (d *decoder) fact(n *document.Node, answer []*tools.Phrase) {
	if len(answer) != 1 || len(answer[0].Parts) != 1 || answer[0].Parts[0].Text == "" {
		d.problem(n, "give one answer without slots and choices", "a fact has one wording")
	}
}

// followUp reads a question that follows up on a topic.
func (d *decoder) followUp(item *document.Node, t *tools.Topic) {
	if !d.object(item, "a follow-up", "way", "phrase", "ask", "answer") {
		return
	}
	f := tools.FollowUp{Way: mission.Way(d.text(item, "way", "a follow-up", true)), Phrase: d.text(item, "phrase", "a follow-up", false),
		Ask: d.phrases(item, "ask", "a follow-up"), Answer: d.phrases(item, "answer", "a follow-up")}
	d.endings(item, "ask", "a follow-up", sentenceEnd)
	d.endings(item, "answer", "a follow-up", sentenceEnd)
	if t.Kind == mission.ChatFact {
		d.fact(item, f.Answer)
	}
	if len(f.Ask) == 0 || len(f.Answer) == 0 {
		d.problem(item, "", "a follow-up needs \"ask\" and \"answer\"")
	}
	for _, p := range f.Ask {
		if f.Phrase != "" && !strings.Contains(p.Text, f.Phrase) {
			d.problem(item, "", "the follow-up %q does not contain its phrase %q", p.Text, f.Phrase)
		}
		if t.Subject != "" && strings.Contains(strings.ToLower(p.Text), strings.ToLower(t.Subject)) {
			d.problem(item, "leave the subject out", "the follow-up %q names its subject, so it does not depend on the question", p.Text)
		}
	}
	t.Follow = append(t.Follow, f)
}

// labels reads the words for values of a parameter.
func (d *decoder) labels(n *document.Node, p *tools.Param) []tools.Label {
	labels := n.Fields["labels"]
	if labels == nil {
		return nil
	}
	what := fmt.Sprintf("parameter %q", p.Name)
	if labels.Kind != document.Object {
		d.problem(labels, "", "the labels of %s must be an object (value: words)", what)
		return nil
	}
	var out []tools.Label
	for _, key := range labels.Keys {
		var value any = key
		element := p
		if p.Type == "array" && p.Items != nil {
			element = p.Items
		}
		switch element.Type {
		case "boolean":
			value = key == "true"
		case "integer", "number":
			f, err := strconv.ParseFloat(key, 64)
			if err != nil {
				d.problem(labels.Fields[key], "", "the label %q of %s is not a number", key, what)
			}
			value = document.Number(f)
		}
		if len(element.Enum) > 0 && !slices.Contains(element.Enum, value) {
			d.problem(labels.Fields[key], "", "the label %q of %s is not in its enum", key, what)
		}
		out = append(out, tools.Label{Value: value, Say: d.texts(labels, key, "the labels of "+what)})
	}
	return out
}
