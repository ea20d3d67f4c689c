package infer

import (
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// nearMiss is a request that no tool of a set can serve, as long as no tool
// mentions one of its keywords.
type nearMiss struct {
	keywords string
	ask      []string // with %s for the words that narrow it
	answer   string
}

// nearMisses are requests that people make, by what narrows them: nobody wants a fax "for the
// year 2016", but somebody may want a taxi "on 3 May".
var nearMisses = map[string][]nearMiss{
	"day": {
		{"taxi", []string{"Could you order a taxi for me%s?", "I need a taxi%s. Can you get me one?"}, "I can't order a taxi, I'm afraid. You would have to call one."},
		{"phone call", []string{"Can you give me a phone call%s to remind me?", "Could you arrange a phone call for me%s?"}, "I can't make phone calls, I'm afraid."},
		{"babysitter", []string{"Can you find me a babysitter%s?", "I need a babysitter%s. Can you find one?"}, "I can't find a babysitter for you, sorry."},
	},
	"place": {
		{"hairdresser", []string{"Can you find me a good hairdresser%s?", "I need a hairdresser%s. Can you make an appointment?"}, "I can't help with hairdressers, I'm afraid."},
		{"tattoo", []string{"Can you find me a tattoo studio%s?", "Do you know somebody%s who could do a tattoo for me?"}, "I can't help with a tattoo, I'm afraid."},
		{"babysitter", []string{"Can you find me a babysitter%s?", "I need a babysitter%s. Can you find one?"}, "I can't find a babysitter for you, sorry."},
	},
	"language": {
		{"voice message", []string{"Could you record a voice message for me%s?", "Can you leave my colleague a voice message%s?"}, "I can't record voice messages, I'm afraid."},
		{"phone call", []string{"Could you make a phone call for me%s?", "Can you handle a phone call for me%s?"}, "I can't make phone calls, I'm afraid."},
	},
	"currency": {
		{"cash", []string{"Can you get me some cash%s?", "I need some cash%s. Can you bring it over?"}, "I can't hand out any cash, sorry."},
	},
	"person": {
		{"flowers", []string{"Could you order flowers%s?", "I'd like to have flowers delivered%s. Can you do that?"}, "I can't order flowers, I'm afraid."},
		{"birthday cake", []string{"Can you order a birthday cake%s?", "I need a birthday cake%s. Can you get one?"}, "I can't order a birthday cake, sorry."},
	},
	"maker": {
		{"autograph", []string{"Can you get me an autograph%s?", "I'd love to have an autograph%s. Can you arrange that?"}, "I can't get autographs, I'm afraid."},
		{"T-shirt", []string{"Can you order me a T-shirt%s?", "Could you get me a T-shirt%s?"}, "I can't order a T-shirt, sorry."},
	},
	"country": {
		{"guidebook", []string{"Can you buy me a printed guidebook%s?", "I need a guidebook%s. Can you order one?"}, "I can't order a guidebook, I'm afraid."},
		{"visa", []string{"Can you get me a visa%s?", "I need a visa%s. Can you apply for it?"}, "I can't help with a visa, sorry."},
	},
	"plain": {
		{"umbrella", []string{"Can you lend me an umbrella?", "Could you bring me an umbrella?"}, "I can't bring you an umbrella, sorry."},
		{"coffee machine", []string{"Can you repair the coffee machine?", "Could you have a look at our coffee machine?"}, "I can't repair a coffee machine, I'm afraid."},
		{"wake-up", []string{"Can you give me a wake-up call?", "Could you set up a wake-up call for me?"}, "I can't make a wake-up call, sorry."},
		{"sandwich", []string{"Can you get me a sandwich?", "Could you order a sandwich for me?"}, "I can't order a sandwich, I'm afraid."},
	},
	"": {
		{"handout", []string{"Could you print a handout for me%s?", "I'd like a printed handout%s. Can you make one?"}, "I can't print handouts, I'm afraid."},
		{"slide", []string{"Can you make me a slide%s?", "I need a slide%s for a talk. Can you draw one?"}, "I can't make slides, sorry."},
		{"poster", []string{"Could you have a poster printed for me%s?", "I'd like a poster%s. Can you order one?"}, "I can't have posters printed, I'm afraid."},
		{"leaflet", []string{"Could you design a leaflet for me%s?", "I need a leaflet%s. Can you write one?"}, "I can't make leaflets, I'm afraid."},
		{"spreadsheet", []string{"Can you set up a spreadsheet for me%s?", "I'd like a spreadsheet%s. Can you make one?"}, "I can't make spreadsheets, sorry."},
	},
}

// itMisses are requests about something that was shown.
var itMisses = []nearMiss{
	{"aloud", []string{"Can you read {it} aloud to me?", "Could you read {it} aloud while I cook?"}, "I can't read aloud, sorry. I can only write."},
	{"sticky note", []string{"Can you put {it} on a sticky note for me?", "Could you write {it} on a sticky note?"}, "I can't write sticky notes, so that would be up to you."},
	{"printout", []string{"Can you make me a printout of {it}?", "Could you put a printout of {it} on my desk?"}, "I can't make a printout, I'm afraid."},
	{"voicemail", []string{"Could you leave me a voicemail about {it}?", "Can you put {it} on my voicemail?"}, "I can't leave a voicemail, sorry."},
}

// generalTopic is a general question with a correct answer and follow-up questions.
type generalTopic struct {
	fits, keywords, subject string
	ask, answer             []string
	follow                  []tools.FollowUp
}

func follow(way mission.Way, phrase string, ask, answer string) tools.FollowUp {
	return tools.FollowUp{Way: way, Phrase: phrase, Ask: phrases(strings.Split(ask, "; ")...), Answer: phrases(answer)}
}

// generalTopics are chosen by what a toolset is about. Those without "fits" suit
// every toolset.
var generalTopics = []generalTopic{
	{"weather,forecast,climate", "thunder", "thunder", []string{"What causes thunder?", "Where does the sound of thunder come from?"}, []string{"Lightning heats the air so fast that it expands with a bang. That bang is thunder."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "How far away can people hear it?; From how far off can it be heard?", "Usually from within about fifteen kilometres, and less in a city."),
		follow(mission.WayNoSubject, "", "And why after the flash?; And why a little later than the flash?", "Light reaches us almost at once, while sound needs about three seconds for a kilometre.")}},
	{"music,song,artist,album,track,lyric", "chorus", "chorus", []string{"What is a chorus in a song?", "What makes a chorus different from a verse?"}, []string{"A chorus is the part that comes back several times with the same words and the same tune."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "How often does it usually come?; How many times does it usually return?", "Most pop songs repeat it two or three times."),
		follow(mission.WayNoSubject, "", "And the bridge?; And what about a bridge?", "A bridge comes once, usually late, and sounds different from everything else.")}},
	{"currency,crypto,bitcoin,stock,exchange,bank,payment,budget,account,finance", "piggy", "piggy bank", []string{"Why is a piggy bank called that?", "Where does the word piggy bank come from?"}, []string{"The usual story is that pots were once made of a clay called pygg, and piggy bank grew out of that."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "Is it still common?; Do people still use it?", "Yes, mostly as a present for children."),
		follow(mission.WayDetail, "", "Why a pig of all animals?; A pig, really?", "The sound of the word did the rest: once people heard a pig in it, potters shaped one.")}},
	{"game,player,quest,clan,monster", "joystick", "joystick", []string{"What was a joystick first used for?", "Where was the joystick used at first?"}, []string{"The joystick comes from early aeroplanes, where it steered the plane."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "When did it come to home computers?; When did people get it at home?", "It became common at home in the late seventies."),
		follow(mission.WayNoSubject, "", "And why that name?; And where is the name from?", "Pilots gave it that name; nobody is quite sure why.")}},
	{"word,synonym,dictionary,language,translat", "palindrome", "palindrome", []string{"What is a palindrome?", "What do people mean by a palindrome?"}, []string{"A palindrome reads the same forwards and backwards, such as \"level\" or \"noon\"."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "Can it be a whole sentence?; Does it have to be one word, or can it be longer?", "Yes, whole sentences work too when blanks are left aside."),
		follow(mission.WayExample, "", "For example?; Such as?", "\"Never odd or even\" is a nice one.")}},
	{"food,recipe,product,store,shop,restaurant,beer", "leftover", "leftovers", []string{"How long do leftovers keep in the fridge?", "For how long can I keep leftovers in the fridge?"}, []string{"Most leftovers keep for about three days in the fridge when they are covered."}, []tools.FollowUp{
		follow(mission.WayPersonal, "them", "Can I freeze them?; May I freeze them as well?", "Yes, most dishes freeze well for two to three months."),
		follow(mission.WayNoSubject, "", "And rice?; And cooked rice?", "Cool it quickly and eat it within a day.")}},
	{"map,location,route,address,coordinate,city,country,ip ,transit,bus,traffic", "compass", "compass", []string{"Why does a compass point north?", "What makes a compass point north?"}, []string{"The needle of a compass is a small magnet, and it turns along the magnetic field of the Earth."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "Does it work at the pole?; Is it any use at the pole?", "Hardly: close to the magnetic pole the needle points down."),
		follow(mission.WayNoSubject, "", "And in the southern half of the world?; And south of the equator?", "There the same end still points north, only the needle dips the other way.")}},
	{"news,article,headline,tweet,message,email,chat", "typewriter", "typewriter", []string{"Why do keyboards look like those of a typewriter?", "What does a keyboard have from the typewriter?"}, []string{"The order of the letters was taken over from the typewriter, because people had learned it."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "When was it invented?; When did it become common?", "The first ones that sold well came in the eighteen-seventies."),
		follow(mission.WayNoSubject, "", "And who still uses one?; And who uses one today?", "A few writers and collectors do.")}},
	{"", "goldfish", "goldfish", []string{"How long does a goldfish live?", "What age does a goldfish reach?"}, []string{"A goldfish lives ten to fifteen years when it is kept well."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "How big does it get?; What size does it grow to?", "In a pond it can grow as long as a hand, in a small tank less."),
		follow(mission.WayNoSubject, "", "And in a pond?; And outdoors?", "Often longer, as there is more room.")}},
	{"", "rainbow", "rainbow", []string{"Why does a rainbow have colours?", "Where do the colours of a rainbow come from?"}, []string{"Drops of water split the light of the sun, and each colour leaves at its own angle. That makes a rainbow."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "Can I see it at noon?; Where do I have to look to see it?", "You need the sun behind you and low, so early or late in the day is best."),
		follow(mission.WayNoSubject, "", "And a double one?; And why are there sometimes two?", "Some of the light is mirrored twice inside the drops.")}},
	{"", "marathon", "marathon", []string{"Why is a marathon called that?", "Where does the name of the marathon come from?"}, []string{"The marathon is named after a place in Greece from which, as the story goes, a messenger ran to Athens."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "Who ran it first?; Is it an Olympic sport?", "It has been part of the modern Olympic Games from the start."),
		follow(mission.WayNoSubject, "", "And the half?; And how is training for half of that?", "Half the way takes about ten weeks of training for most people.")}},
	{"", "yawn", "yawning", []string{"Why is yawning catching?", "What makes yawning so catching?"}, []string{"Nobody knows for sure why yawning is catching; most think that it has to do with empathy."}, []tools.FollowUp{
		follow(mission.WayPersonal, "it", "Do animals do it too?; Do dogs do it as well?", "Yes, many animals do, and dogs even catch it from people."),
		follow(mission.WayNoSubject, "", "And how to stop?; And what helps?", "Breathing in through the nose and a sip of something cold help.")}},
}

// mentioned reports whether a tool mentions one of the keywords.
func (in *inference) mentioned(keywords string) bool {
	if known, ok := in.named[keywords]; ok {
		return known
	}
	found := in.anyMentions(keywords)
	in.named[keywords] = found
	return found
}

func (in *inference) anyMentions(keywords string) bool {
	for _, t := range in.set.Tools {
		for _, k := range strings.Split(keywords, ",") {
			if naming.Mentions(t.Name+" "+t.Description, k) {
				return true
			}
		}
	}
	return false
}

// topics makes the requests nearby that no tool serves.
func (in *inference) topics() {
	in.likeTopics()
	in.itTopics()
	in.knowledge()
}

// likeTopics ask for something similar with a value that a tool takes.
func (in *inference) likeTopics() {
	used := map[string]bool{}
	next := func(kinds ...string) (nearMiss, bool) {
		for _, kind := range kinds {
			for _, m := range nearMisses[kind] {
				if !used[m.keywords] && !in.mentioned(m.keywords) {
					used[m.keywords] = true
					return m, true
				}
			}
		}
		return nearMiss{}, false
	}
	for round := 0; round < 2 && len(in.set.Topics) < 5; round++ { // a few, so that one can go on where another ended
		for _, t := range in.set.Tools {
			kind, narrow := in.narrowing(t)
			if narrow == "" {
				continue
			}
			if m, ok := next(kind, ""); ok {
				in.add(m, &tools.Topic{Like: t}, narrow)
			}
		}
	}
	enough := 4
	if len(in.set.Topics) == 0 {
		enough = 7 // nothing varies them
	}
	for len(in.set.Topics) < enough {
		m, ok := next("plain", "")
		if !ok {
			return
		}
		in.add(m, &tools.Topic{}, "")
	}
}

// narrowing finds the parameter of a tool whose value people would give with another request,
// too: the kind of the request, and the words for the value.
func (in *inference) narrowing(t *tools.Tool) (kind, narrow string) {
	best := -1
	for _, p := range t.Params {
		h := in.hints[p]
		if p.Entity != nil || len(p.Say) == 0 || p.Type == "array" || p.Type == "object" || p.Type == "boolean" || p.Match == tools.MatchNone || technical(p) {
			continue
		}
		words := "[ " + slotted(p) + "]"
		switch {
		case h.placed: // what stands in the wordings of the tool is taken up with its noun
			words = " for the " + tools.EscapeText(h.noun) + "[ {" + tools.SlotName(p.Name) + "}]"
		case h.prep == "with" && p.Values != nil && p.Values.Kind == tools.ValuePattern:
			continue // a code that only the tool can use
		case p.Values != nil && p.Values.Kind == tools.ValueDate && p.Values.Max < 0:
			continue // nobody wants anything done on a day that is past
		case h.isID || h.prep == "with" && p.Type != "string" || h.prep == "to" || h.prep == "from":
			continue // its words are those of the tool alone
		}
		k := kindOfMiss(p, h)
		rank := map[bool]int{true: 1}[p.Required]
		if in.takenTwice(p) { // what one request says, another can take up
			rank += 3
		}
		switch {
		case k != "":
			rank += 4
		case h.prep != "with":
			rank += 2
		}
		if rank > best {
			best, kind, narrow = rank, k, words
		}
	}
	return kind, narrow
}

// takenTwice reports whether several tools have a parameter of the name.
func (in *inference) takenTwice(p *tools.Param) bool {
	n := 0
	for _, t := range in.set.Tools {
		if t.Param(p.Name) != nil {
			n++
		}
	}
	return n > 1
}

// kindOfMiss is what kind of request the value of a parameter can narrow: in which place, on
// which day, for whom. It is empty for values that suit only what one looks up.
func kindOfMiss(p *tools.Param, h *paramHints) string {
	say, v := p.Say[0].Text, p.Values
	switch {
	case v == nil || h.placed:
		return ""
	case v.Kind == tools.ValueDate && (say == "{}" || strings.HasPrefix(say, "on ")):
		return "day"
	case v.Kind == tools.ValueKnown && v.Text == "language" && strings.HasPrefix(say, "in "):
		return "language"
	case v.Kind == tools.ValueKnown && v.Text == "currency" && strings.HasPrefix(say, "in "):
		return "currency"
	case v.Kind == tools.ValueCity && strings.HasPrefix(say, "in "):
		return "place"
	case strings.HasPrefix(say, "by "):
		return "maker"
	case v.Kind == tools.ValuePerson && strings.HasPrefix(say, "for "):
		return "person"
	case strings.HasPrefix(say, "for ") && (v.Kind == tools.ValueKnown && v.Text == "country" || h.noun == "country"):
		return "country"
	}
	return ""
}

// add completes the topic of a near miss and adds it. narrow are the words that narrow
// the question.
func (in *inference) add(m nearMiss, topic *tools.Topic, narrow string) {
	topic.Kind, topic.Keywords, topic.Answer = mission.ChatNearMiss, strings.Split(m.keywords, ","), phrases(m.answer)
	for _, ask := range m.ask {
		topic.Ask = append(topic.Ask, phrases(strings.ReplaceAll(ask, "%s", narrow))...)
	}
	in.set.Topics = append(in.set.Topics, topic)
}

// technical reports whether only the tool can use the values of a parameter: nobody
// wants a poster with a password.
func technical(p *tools.Param) bool {
	words := naming.Words(p.Name)
	if len(words) == 0 {
		return true
	}
	last := strings.ToLower(words[len(words)-1])
	if slices.Contains(strings.Fields("password token secret hash url uri link email phone username login status state firstname lastname"), strings.ToLower(p.Name)) ||
		slices.Contains(strings.Fields("password token secret hash url uri link email phone username login status"), last) {
		return true
	}
	if last == "name" && len(words) > 1 && slices.Contains(strings.Fields("first last middle user"), strings.ToLower(words[len(words)-2])) {
		return true
	}
	v := p.Values
	return v != nil && (slices.Contains([]tools.ValueKind{tools.ValueEmail, tools.ValuePhone, tools.ValueDateTime, tools.ValueMoment, tools.ValuePastMoment}, v.Kind) || v.Kind == tools.ValuePattern && strings.Contains(v.Text, "http"))
}

// itTopics ask for something about a thing that was shown.
func (in *inference) itTopics() {
	for i, e := range in.set.Entities {
		for k := range 2 {
			m := itMisses[(i+k)%len(itMisses)]
			if in.mentioned(m.keywords) {
				continue
			}
			in.add(m, &tools.Topic{About: e}, "")
		}
	}
}

// knowledge adds general questions that suit the set.
func (in *inference) knowledge() {
	text := strings.ToLower(in.theme)
	for _, t := range in.set.Tools {
		text += " " + in.facts[t].Text
	}
	for _, fitting := range []bool{true, false} {
		n := 0
		for i := range generalTopics {
			g := &generalTopics[i]
			if fitting == (g.fits == "") || in.mentioned(g.keywords) || fitting && !naming.HasWord(text, g.fits) || n == 2 {
				continue
			}
			n++
			in.set.Topics = append(in.set.Topics, &tools.Topic{Kind: mission.ChatKnowledge, Keywords: strings.Split(g.keywords, ","), Ask: phrases(g.ask...),
				Answer: phrases(g.answer...), Subject: g.subject, Follow: slices.Clone(g.follow)})
		}
	}
}
