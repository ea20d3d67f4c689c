package proof

import (
	"strings"

	"switchyard/mission"
)

// plainWords are words that promise nothing: those that hold sentences together, and
// those with which anybody tells a result. What a word of a reply says about the world
// must not be among them: no unit, no money, no way of sending, nothing that is free.
var plain = func() vocabulary {
	v := vocabulary{}
	v.say(`a an the and or but if of in on at to from by for with without about as into over under off out up down than then so that this these those there here
		it its itself he she his her him they them their your yours yourself you i me my mine we us our ours is are was were be been being am do does did have has had
		can could will would shall should may might must cannot not no nor yes any some all each every one ones other another more most less least very just only also too
		again still already yet both either neither such what which who whom whose when where why how now please sorry afraid nothing everything anything something
		none nobody between per after before until while because since via upon within along around through against among ahead apart besides except instead
		otherwise however therefore whatever whenever whoever whichever whether though although altogether together else back away aside forward onwards once twice
		thus till both few many much little several own same different especially roughly nearly almost exactly rather quite even ever never always often sometimes
		first second third fourth fifth next last previous two three four five six seven eight nine ten zero half

		let thank thanks thankful welcome glad gladly happy happily pleasure course certain certainly sure surely right well fine good ok okay alright understood
		found find know show see look list result answer come give get tell say read stand follow mean hear word fact detail details piece point thing way kind like
		nutshell picture eye information overview case sum summary rest exact exactly moment
		done do set settle make take put enter note record change update add remove register go keep place new old current currently present now ready
		cost amount total run start begin finish end hold lie belong concern regard cover need want use call name named number count up long short far near high low
		fit match suit choose choice choices pick offer bring expect allow include contain come leave stay turn become seem appear apply work arrange enter pass mark file time times late later latest soon due deadline possible possibly able unfortunately plus time stop
		reach open close switch help enjoy remain state according wait room wide long weigh travel somebody anybody everybody everyone someone anyone thing suitable question problem trouble mind agree rate worth extra sort entry page reply
		appeal fancy step wrong compare oppose calculate consist figure think front drop act prepare assign adjust alter swap move fix spend pay charge book arrive collect
		unpaid qualify reserve confirm approve submit issue suggest mean explain description adjust empty straight alone behind care full force base
		beforehand during meantime elsewhere anywhere notify write original copy redirect reschedule rebook guide disposal dispose wise best house kitchen
		comparison future money price item diagnosis borrow calendar diary log timetable system eat meal convenient check order normal ordinary loan separate round rule gap earn
		correct home batch view support discuss receive early earliest earlier ago across behalf cheap dear expensive am pm mean led lead break pull probable replace hand hands spread fall measure mistake valid inside date applies
		road foot focus town people person head door doors ride piece small print outstanding proposal trip identity top clear
		ask request plan purpose ask status particular particulars describe basis condition conditions main part`)
	for _, month := range strings.Fields("january february march april may june july august september october november december") {
		v[stem(month)] = true
	}
	return v
}()

// offers are words in a sentence that proposes something. It may speak of any tool.
func offers(sentence string) bool {
	sentence = strings.TrimLeft(sentence, "-*• ")
	return strings.HasSuffix(sentence, "?") || strings.Contains(sentence, "I can ") || strings.Contains(sentence, "I could ") ||
		strings.HasPrefix(sentence, "If ") || strings.HasPrefix(sentence, "Should ") || strings.HasPrefix(sentence, "Just ") || strings.Contains(sentence, "I only need ")
}

// proveClaims proves that each word of a closing reply that says something about the
// world stands in what the agent knows: the conversation, its calls and their results,
// and what the tools that it called say about themselves.
func (v *view) proveClaims(m *missionView) {
	if v.heard == nil {
		v.heard = vocabulary{}
		for i := range v.entry.Toolset.Entities {
			v.heard.say(v.entry.Toolset.Entities[i].Name)
			v.heard.say(v.entry.Toolset.Entities[i].Plural)
		}
		for _, f := range v.entry.Toolset.Facts {
			v.heard.say(f)
		}
	}
	v.heard.say(m.Request)
	for q := range m.Questions {
		v.heard.say(m.Questions[q].Text)
		v.heard.say(m.Questions[q].Reply)
	}
	for c := range m.calls {
		call := &m.calls[c]
		v.heard.document(call.arguments)
		v.heard.document(call.observation)
		if call.tool != nil {
			v.hear(call.tool)
		}
	}
	if chat := m.Mission.Chat; len(m.calls) > 0 || chat != nil && (chat.Compare != nil || chat.Kind == mission.ChatRestate) {
		if word, sentence := v.unsupported(m.Reply); word != "" {
			v.report(m, WorldClaim, "/reply", "%q in %q stands in no result, description or earlier text", word, cut(sentence))
		}
	}
	if m.at+1 < len(v.missions) {
		v.heard.say(m.Reply)
	}
}

// hear adds what a tool says about itself.
func (v *view) hear(t *tool) {
	if v.heardOf[t] {
		return
	}
	put(&v.heardOf, t)
	v.told = append(v.told, v.kit.stemsOf(t.Tool), t.params.stems)
	if t.returns != nil {
		v.told = append(v.told, t.returns.stems)
	}
	for _, values := range t.Labels {
		for _, labels := range values {
			for _, label := range labels {
				v.heard.say(label)
			}
		}
	}
}

// unsupported returns a word of a reply that the agent has from nowhere, and its
// sentence.
func (v *view) unsupported(reply string) (word, sentence string) {
	eachSentence(reply, func(s string) bool {
		before := ""
		for w := range strings.FieldsSeq(s) {
			measured := hasDigit(before) || before == "a" || before == "an" || before == "per"
			before = w
			if hasDigit(w) {
				if w = wordBeside(w); w == "" {
					continue // codes, numbers, dates and times are proved one by one
				}
				measured = true
			}
			eachWord(w, func(w string) bool {
				if st := stem(w); len(w) > 1 && !(measured && unitOf[w] != "") && !strings.HasSuffix(w, "n't") && !known(st, plain, v.heard) && !known(st, v.told...) && !(offers(s) && v.anyTool(st)) {
					word, sentence = w, s
				}
				return word == ""
			})
			if word != "" {
				return false
			}
		}
		return true
	})
	return word, sentence
}

// wordBeside is what a number counts in one word: the star of "5-star". Codes have no such word.
func wordBeside(w string) string {
	n, word, _ := strings.Cut(strings.Trim(w, `*_.,;:!?()"'`), "-")
	if !allDigits(n) || word != strings.ToLower(word) || hasDigit(word) {
		return ""
	}
	return word
}

// anyTool reports whether a tool of the list speaks of a word.
func (v *view) anyTool(stem string) bool {
	for _, t := range v.tools {
		if !t.Distractor && known(stem, v.kit.stemsOf(t.Tool), t.params.stems) {
			return true
		}
	}
	return false
}

// eachSentence yields the sentences of a text.
func eachSentence(s string, yield func(string) bool) {
	for line := range strings.SplitSeq(s, "\n") {
		start := 0
		for i := 0; i < len(line); i++ {
			if strings.IndexByte(".?!", line[i]) < 0 || i+1 < len(line) && line[i+1] != ' ' {
				continue
			}
			if !yield(strings.TrimSpace(line[start : i+1])) {
				return
			}
			start = i + 1
		}
		if rest := strings.TrimSpace(line[start:]); rest != "" && !yield(rest) {
			return
		}
	}
}

// stemsOf has the stems of a tool's name and description.
func (k *kit) stemsOf(t *mission.Tool) vocabulary {
	v, _ := k.stems.get([]byte(t.Name+"\x00"+t.Description), func() (vocabulary, error) {
		v := vocabulary{}
		v.say(splitName(t.Name))
		v.say(t.Description)
		return v, nil
	})
	return v
}

// cut returns the beginning of a sentence.
func cut(s string) string {
	if r := []rune(s); len(r) > 90 {
		return string(r[:90]) + "…"
	}
	return s
}
