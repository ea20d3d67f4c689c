package harvest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// Brief is something to be said, as a writer sees it: not how rules would say it.
type Brief struct {
	ID      string
	Who     string   // the speaker
	Manner  string   // "colloquial, few words"
	Before  []string // what was said last, of a later request
	Asked   string   // the question, of an answer
	Wants   []Want
	Leave   []string // what must not be said
	Subject string   // what to talk about: a word that has to be used
	Answers []string // what the assistant will say, of something to talk about

	wording tools.Wording // with everything but the words
	shape   string        // briefs of one shape can be said in the same words
	parts   []part
}

// Want is one thing that is wanted.
type Want struct {
	What string
	Tool string // what the tool does that will be used
	Say  []Fact
}

// Fact is a value in the words that have to be used for it.
type Fact struct {
	What, Words string
	Optional    bool // other requests of the kind leave it out
}

// part is a slot to be, with the words that now stand for it.
type part struct {
	slot  string // "date", "2.date"
	words string
	param *tools.Param
	value any
}

// surveyor is a built-in user that notes what it has to say.
type surveyor struct {
	builtin.User
	mu     sync.Mutex
	briefs []*Brief
}

// Propose implements [roles.User].
func (u *surveyor) Propose(ctx context.Context, s *roles.Scene) (roles.Proposal, error) {
	p, err := u.User.Propose(ctx, s)
	if err == nil {
		u.note(requestBrief(s, &p))
	}
	return p, err
}

// Answer implements [roles.User].
func (u *surveyor) Answer(ctx context.Context, s *roles.Scene, q mission.Question) (roles.Answer, error) {
	a, err := u.User.Answer(ctx, s, q)
	if err == nil && a.Complete && len(q.Missing) == 1 {
		u.note(answerBrief(s, q, &a))
	}
	return a, err
}

func (u *surveyor) note(b *Brief) {
	if b == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.briefs = append(u.briefs, b)
}

// requestBrief tells what a request has to say; nil if it leans on unsaid values, for which
// words fit hardly twice.
func requestBrief(s *roles.Scene, p *roles.Proposal) *Brief {
	b := s.Blueprint
	if b.Opening != blueprint.OpenPlain && b.Opening != blueprint.OpenAlso {
		return nil
	}
	out := speaker(s)
	if b.Chat != nil {
		return talkBrief(s, p, out)
	}
	out.wording.Use = tools.ToRequest
	for k, unit := range builtin.Units(s) {
		c := &b.Calls[unit[0]]
		if len(unit) > 1 {
			return nil // the words for one thing serve for several
		}
		want := Want{What: builtin.Purpose(c), Tool: firstSentence(c.Tool.Description)}
		for i := range c.Args {
			a := &c.Args[i]
			slot := slotOf(k, a.Param.Name)
			switch a.Origin {
			case blueprint.Said:
				words, ok := saidWords(p, unit[0], a)
				if !ok && a.Echo == nil || a.Param.Type == "object" {
					return nil
				}
				if !ok || a.Echo != nil && out.has(words) {
					continue // it was said with another call
				}
				want.Say = append(want.Say, Fact{factName(a.Param), words, !a.Param.Required})
				out.parts = append(out.parts, part{slot, words, a.Param, a.Value})
			case blueprint.Shown, blueprint.Result:
				words := referral(p.Referrals, unit[0], a.Param.Name)
				if words == "" {
					return nil
				}
				if out.has(words) { // another call is about the same thing, which needs no slot
					want.Say = append(want.Say, Fact{cmp.Or(a.Param.Noun, a.Param.Name), "it", false})
					continue
				}
				want.Say = append(want.Say, Fact{cmp.Or(a.Param.Noun, a.Param.Name), words, false})
				out.parts = append(out.parts, part{slot, words, a.Param, a.Value})
			case blueprint.Asked:
				if a.Open || a.Param.Entity != nil {
					return nil
				}
				out.Leave = append(out.Leave, cmp.Or(a.Param.Noun, a.Param.Name))
			default:
				return nil
			}
		}
		out.Wants = append(out.Wants, want)
		out.wording.Calls = append(out.wording.Calls, c.Tool.Name)
	}
	later := ""
	if s.Index() > 0 {
		later = " later"
		past := s.Past[s.Index()-1]
		out.Before = []string{"User: " + excerpt(past.Request), "Assistant: " + excerpt(past.Reply)}
	}
	out.shape = "request " + strings.Join(out.wording.Calls, "+") + later + " without " + strings.Join(out.Leave, "+")
	return out
}

// has reports whether words stand for another part.
func (b *Brief) has(words string) bool {
	return slices.ContainsFunc(b.parts, func(p part) bool { return p.words == words })
}

// talkBrief tells what a topic is.
func talkBrief(s *roles.Scene, p *roles.Proposal, out *Brief) *Brief {
	chat := s.Blueprint.Chat
	if chat.Topic == nil || chat.Follow != nil || chat.It != nil || chat.Compare != nil || chat.Restate || chat.Topic.Subject == "" {
		return nil
	}
	out.wording.Use, out.wording.Topic, out.Subject = tools.ToTalk, chat.Topic.Subject, chat.Topic.Subject
	for _, answer := range chat.Topic.Answer {
		out.Answers = append(out.Answers, answer.Text)
	}
	if chat.Like != nil {
		want := Want{What: "Talk about it."}
		for i := range chat.Like.Args {
			a := &chat.Like.Args[i]
			words, ok := saidWords(p, -1, a)
			if a.Origin != blueprint.Said || !ok {
				return nil
			}
			want.Say = append(want.Say, Fact{factName(a.Param), words, true})
			out.parts = append(out.parts, part{tools.SlotName(a.Param.Name), words, a.Param, a.Value})
		}
		out.Wants = []Want{want}
	}
	out.shape = "talk " + chat.Topic.Subject
	return out
}

// answerBrief tells what an answer has to say.
func answerBrief(s *roles.Scene, q mission.Question, a *roles.Answer) *Brief {
	c := &s.Blueprint.Calls[0]
	arg := c.Arg(q.Missing[0])
	if arg == nil || len(a.Said) != 1 || !a.Said[0].Of(arg.Param.Name) || arg.Param.Type == "array" || arg.Param.Type == "object" {
		return nil
	}
	out := speaker(s)
	out.Asked = q.Text
	words := a.Said[0].Text
	if arg.Param.Entity != nil {
		words = arg.Param.Entity.Noun + " " + words
	}
	out.Wants = []Want{{What: "Answer the question.", Say: []Fact{{cmp.Or(arg.Param.Noun, arg.Param.Name), words, false}}}}
	out.parts = []part{{tools.SlotName(arg.Param.Name), words, arg.Param, arg.Value}}
	out.wording.Use, out.wording.Calls = tools.ToAnswer, []string{c.Tool.Name}
	out.shape = "answer " + c.Tool.Name + " " + arg.Param.Name
	return out
}

func speaker(s *roles.Scene) *Brief {
	length := map[mission.Length]string{mission.Terse: "few words", mission.Chatty: "many words"}[s.Persona.Length]
	manner := string(s.Persona.Tone)
	if length != "" {
		manner += ", " + length
	}
	return &Brief{Who: s.Persona.Background, Manner: manner, wording: tools.Wording{Tone: s.Persona.Tone}}
}

// factName is what a value is, with its description if that says more than a noun.
func factName(p *tools.Param) string {
	name := cmp.Or(p.Noun, p.Name)
	if p.About != "" && p.Entity == nil {
		name += " (" + firstSentence(p.About) + ")"
	}
	return name
}

func slotOf(call int, param string) string {
	if call == 0 {
		return tools.SlotName(param)
	}
	return fmt.Sprintf("%d.%s", call+1, tools.SlotName(param))
}

// saidWords are the words that say an argument, with the noun of a thing. Those of a list go
// from its first value to its last one.
func saidWords(p *roles.Proposal, call int, a *blueprint.Arg) (string, bool) {
	own := jsonptr.Join(a.Param.Name)
	from, to := len(p.Text), 0
	for _, x := range p.Said {
		switch {
		case x.Call != call:
		case x.Pointer == own && a.Param.Entity != nil:
			return a.Param.Entity.Noun + " " + x.Text, true
		case x.Pointer == own:
			return x.Text, true
		case strings.HasPrefix(x.Pointer, own+"/"):
			at := strings.Index(p.Text, x.Text)
			if at < 0 {
				return "", false
			}
			from, to = min(from, at), max(to, at+len(x.Text))
		}
	}
	if to == 0 || a.Param.Items == nil || a.Param.Items.Entity != nil || a.Param.Items.Type == "object" {
		return "", false
	}
	return p.Text[from:to], true
}

func referral(list []roles.Referral, call int, param string) string {
	for _, r := range list {
		if r.Call == call && r.Param == param {
			return r.Text
		}
	}
	return ""
}

func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// excerpt is the beginning of a text.
func excerpt(text string) string {
	const most = 300
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
