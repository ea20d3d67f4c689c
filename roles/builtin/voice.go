package builtin

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Voice puts a conversation that follows a workflow into words: what the user says in the
// wordings of the workflow, what the assistant asks, and the results that it tells. It belongs to
// one conversation.
type Voice struct {
	story *blueprint.Story
	seed  uint64
	turn  int
	asked []mission.Question // what was asked before, so that it is asked in other words
	texts func() []string
}

// NewVoice returns the voice of a conversation. The story may go on while the voice speaks. texts
// are what was said in it so far: a day is said so that it is not taken for one that was spoken of.
func NewVoice(story *blueprint.Story, seed uint64, texts func() []string) *Voice {
	return &Voice{story: story, seed: seed, texts: texts}
}

// speaker says the next words of a role.
func (v *Voice) speaker(scene *roles.Scene, role mission.Role) *speaker {
	s := newSpeaker(scene, role)
	s.fullNames = true
	here := s.words.away
	s.words.away = sync.OnceValue(func() bool { return here() || namesOtherMonth(v.texts(), scene.Now.Month()) })
	return s
}

// Spoken is a value that the user says for a slot of a wording.
type Spoken struct {
	Name string        // of the slot
	Tool *tools.Tool   // the tool of Arg.Param
	Arg  blueprint.Arg // Said, or Shown if it refers to a thing on the list that the story showed last
}

// Words are a text of the user with what it says.
type Words struct {
	Text      string
	Said      []roles.Saying   // Call is the index of the value among those that were to be said
	Referrals []roles.Referral // likewise
}

// scene is the scene of the next turn. Each value is an argument of a call of its own.
func (v *Voice) scene(spoken []Spoken) *roles.Scene {
	v.turn++
	b := &blueprint.Blueprint{Relation: mission.Implicit, Target: len(v.story.Past) - 1}
	for _, x := range spoken {
		b.Calls = append(b.Calls, blueprint.Call{Tool: x.Tool, Args: []blueprint.Arg{x.Arg}})
	}
	return &roles.Scene{Story: v.story, Seed: keyed.Hash(v.seed, "turn", keyed.Int(v.turn)), Blueprint: b, Questions: v.asked}
}

// Says says a wording of the user. It reports false if there are no words for a value.
func (v *Voice) Says(p *tools.Phrase, spoken []Spoken) (Words, bool) {
	s := v.speaker(v.scene(spoken), mission.RoleUser)
	text, ok := s.rendered(p, func(slot *tools.Slot) (string, bool) {
		i := slices.IndexFunc(spoken, func(x Spoken) bool { return x.Name == slot.Name })
		if i < 0 {
			return "", false
		}
		return s.spoken(slot, i)
	})
	if !ok {
		return Words{}, false
	}
	for _, x := range spoken {
		if e := x.Arg.Param.Entity; e != nil { // the wording has the noun, and so have the words for the code
			text = strings.ReplaceAll(text, e.Noun+" "+e.Noun+" ", e.Noun+" ")
		}
	}
	return s.heard(capital(text)), true
}

// spoken says the value of call i.
func (s *speaker) spoken(slot *tools.Slot, i int) (string, bool) {
	c := &s.Blueprint.Calls[i]
	if a := &c.Args[0]; a.Origin == blueprint.Shown {
		return s.shown(i, a), true
	}
	return s.value(slot, i, c, &c.Args[0])
}

// heard is a text as the user types it, with what it says.
func (s *speaker) heard(text string) Words {
	return Words{Text: s.typed(text), Said: s.said, Referrals: s.referrals}
}

// Answers answers a question for some values.
func (v *Voice) Answers(spoken []Spoken, question string) (Words, bool) {
	scene := v.scene(spoken)
	scene.Questions = nil
	s := v.speaker(scene, mission.RoleUser)
	var parts []string
	fragments := false
	for i := range spoken {
		c := &s.Blueprint.Calls[i]
		a := &c.Args[0]
		if a.Origin == blueprint.Shown {
			parts = append(parts, s.shown(i, a))
			continue
		}
		m := s.mark()
		words, ok := "", false
		if len(spoken) == 1 {
			words, ok = s.told(c, a, s.r.Chance(0.4) && bareWorks(a.Param))
		} else {
			words, ok = s.told(c, a, true)
		}
		if !ok {
			s.reset(m)
			if words, ok = s.told(c, a, false); !ok {
				return Words{}, false
			}
		}
		// Each value belongs to a call of its own; told counts from the first.
		for k := m.said; k < len(s.said); k++ {
			s.said[k].Call = i
		}
		if e := a.Param.Entity; e != nil && s.r.Chance(0.7) {
			words = strings.TrimPrefix(words, e.Noun+" ")
		}
		parts = append(parts, words)
	}
	c := &s.Blueprint.Calls[0]
	if len(spoken) == 1 && c.Args[0].Origin != blueprint.Shown {
		return s.heard(s.framed(c, []string{c.Args[0].Param.Name}, parts, false, fragments)), true
	}
	text := inOneGo(parts)
	frames := s.toned("answer", string(s.length()))
	if len(parts) > 1 || c.Args[0].Origin == blueprint.Shown || len(frames) == 0 {
		frames = []string{"{x}.", "{x}, please."}
	}
	if slices.ContainsFunc(s.Blueprint.Calls, func(c blueprint.Call) bool {
		return c.Args[0].Origin != blueprint.Shown && !s.wished(&c, []string{c.Args[0].Param.Name})
	}) {
		frames = []string{"{x}."}
	}
	return s.heard(capital(filled(keyed.Pick(s.r, frames), "{n}", the(c.Args[0].Param.Noun), "{x}", text))), true
}

// inOneGo joins what somebody answers to several questions: "from Vienna to London on 3 May".
func inOneGo(parts []string) string {
	text := parts[0]
	for i, part := range parts[1:] {
		switch follows := attaches.MatchString(part); {
		case follows && !strings.Contains(parts[i], ", ") && (attaches.MatchString(parts[i]) || !code.MatchString(parts[i])):
			text += " " + part
		case follows, clause.MatchString(part):
			text += ", " + part // "AC405333 to my foreign account" is a transfer
		case i == len(parts)-2 && !strings.Contains(part, ","):
			text += " and " + part
		default:
			text += ", " + part
		}
	}
	return text
}

// attaches matches words that follow what was said before, which need no "and".
var attaches = regexp.MustCompile(`^(?:from|to|in|on|at|for|of|until|till|since|by|with|under|between|as|because|born|starting|saying|worth|today|tomorrow|the day after tomorrow|this|next|last|a week from)\b`)

// clause matches words that begin a sentence of their own.
var clause = regexp.MustCompile(`^(?:it's|my|there) `)

// code matches a word with a digit at the end.
var code = regexp.MustCompile(`\d$`)

// Wanted is a value for which the assistant asks.
type Wanted struct {
	Tool  *tools.Tool
	Param *tools.Param
}

// Asks asks for values.
func (v *Voice) Asks(wanted []Wanted) string {
	s := v.scene(nil)
	r := s.Rand(mission.RoleAI)
	text := ""
	if len(wanted) == 1 {
		text = fresh(r, s, wanted[0].Param)
	} else {
		params := make([]*tools.Param, len(wanted))
		for i, w := range wanted {
			params[i] = w.Param
		}
		text = strings.Replace(askSeveral(r, s, params), " for that.", ".", 1)
	}
	v.asked = append(v.asked, mission.Question{Text: text})
	return text
}

// Tells tells what a call returned, or why it was refused.
func (v *Voice) Tells(c *blueprint.Call, answer world.Answer) (string, bool) {
	s := v.scene(nil)
	s.Blueprint.Calls = []blueprint.Call{*c}
	s.Made = []roles.Made{{Call: 0, Answer: answer}}
	return section(s.Rand(mission.RoleAI), s, &s.Blueprint.Calls[0], answer, false)
}

// Told is a result of which sentences of the assistant can tell fields.
type Told struct {
	Name string // of the slots: {name.field}
	Tool *tools.Tool
	Body tools.Object
}

// Speaks says a sentence of the assistant. Values of its slots are said as in replies, and so are
// fields of results.
func (v *Voice) Speaks(p *tools.Phrase, spoken []Spoken, results []Told) (string, bool) {
	s := v.speaker(v.scene(spoken), mission.RoleAI)
	text, ok := s.rendered(p, func(slot *tools.Slot) (string, bool) {
		if i := slices.IndexFunc(results, func(x Told) bool { return x.Name == slot.Name }); i >= 0 && slot.Field != "" {
			value, ok := results[i].Body.Get(slot.Field)
			return tellSlot(value, resultValues(results[i].Tool, slot.Field), slot), ok
		}
		i := slices.IndexFunc(spoken, func(x Spoken) bool { return x.Name == slot.Name })
		if i < 0 || spoken[i].Arg.Origin == blueprint.Shown {
			return "", false
		}
		return s.spoken(slot, i)
	})
	return capital(text), ok
}

// Brings up a topic: the question of the user, and what the assistant answers.
func (v *Voice) Brings(t *tools.Topic) (question, answer string, ok bool) {
	s := v.speaker(v.scene(nil), mission.RoleUser)
	none := func(*tools.Slot) (string, bool) { return "", false }
	for _, p := range keyed.Shuffled(s.r, t.Ask) {
		if question, ok = s.rendered(p, none); ok {
			break
		}
	}
	if !ok {
		return "", "", false
	}
	for _, p := range keyed.Shuffled(s.r, t.Answer) {
		if answer, ok = s.rendered(p, none); ok {
			return s.typed(capital(question)), answer, true
		}
	}
	return "", "", false
}

// Evades answers a question for a value vaguely, as people do, or reports false if nobody would.
func (v *Voice) Evades(x Spoken, question string) (string, bool) {
	scene := v.scene([]Spoken{x})
	scene.Questions = nil
	s := v.speaker(scene, mission.RoleUser)
	c := &s.Blueprint.Calls[0]
	text := s.evasion(c, &c.Args[0], question)
	return s.typed(text), text != ""
}

// Types writes a text of the user as this user types.
func (v *Voice) Types(text string) string {
	return v.speaker(v.scene(nil), mission.RoleUser).typed(text)
}

// Options are the values that a parameter can have, as the assistant lists them; nil if they
// cannot be listed.
func Options(t *tools.Tool, p *tools.Param) []string { return choices(t, p) }

// Within says a value inside a sentence that has {x} for it: bare, or with the parameter's own
// words where it has some, as "to Porto".
func (v *Voice) Within(sentence string, x Spoken, bare bool) (Words, bool) {
	s := v.speaker(v.scene([]Spoken{x}), mission.RoleUser)
	c := &s.Blueprint.Calls[0]
	words, ok := "", false
	if bare && x.Arg.Param.Type != "boolean" {
		words, ok = s.value(&tools.Slot{Name: x.Arg.Param.Name, Bare: true}, 0, c, &c.Args[0])
	}
	if !ok {
		words, ok = s.told(c, &c.Args[0], true)
	}
	if !ok {
		words, ok = s.told(c, &c.Args[0], false)
	}
	return s.heard(capital(strings.ReplaceAll(sentence, "{x}", words))), ok
}
