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

var nearMisses = []nearMiss{
	{"poster", []string{"Could you have a poster printed for me%s?", "I'd like a poster%s. Can you order one?"}, "I can't have posters printed, I'm afraid. A print shop nearby could do that."},
	{"fax", []string{"Can you fax me a summary%s?", "I need a fax%s. Is that something you do?"}, "I have no way to send a fax. Looking things up here is what I can do instead."},
	{"sketch", []string{"Could you sketch something by hand%s?", "Can you make me a pencil sketch%s?"}, "I can't make a sketch by hand, sorry. I can only work with what is listed here."},
	{"phone call", []string{"Can you make a phone call for me%s?", "Could you arrange a phone call%s?"}, "I can't make a phone call for you, but I can look things up."},
	{"postcard", []string{"Can you write a postcard and drop it in the letterbox%s?", "I'd like to have a postcard posted%s. Can you do that?"}, "I can't put a postcard into the letterbox, I'm afraid."},
	{"wall chart", []string{"Could you hang up a wall chart%s?", "Can you get me a wall chart%s?"}, "A wall chart is out of my reach, sorry. A stationery shop may have one."},
	{"newspaper advert", []string{"Could you place a newspaper advert%s?", "Can you put a newspaper advert in for me%s?"}, "I can't place a newspaper advert. The newspaper's own desk would take one."},
	{"tattoo", []string{"Could you design a tattoo%s?", "Can you find me somebody for a tattoo%s?"}, "I can't help with a tattoo, I'm afraid; a studio near you could."},
}

// itMisses are requests about something that was shown.
var itMisses = []nearMiss{
	{"aloud", []string{"Can you read {it} aloud to me?", "Could you read {it} aloud while I cook?"}, "I can't read aloud, sorry. I can only write."},
	{"sticky note", []string{"Can you put {it} on a sticky note for me?", "Could you write {it} on a sticky note?"}, "I can't write sticky notes, so that would be up to you."},
	{"whisper", []string{"Could you whisper something about {it} to my sister?", "Can you whisper {it} to my neighbour?"}, "I can't whisper to anybody, I'm afraid. You would have to tell them yourself."},
	{"gift wrap", []string{"Can you gift wrap {it}?", "Could you have {it} gift wrapped?"}, "I can't gift wrap anything, sorry."},
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

// likeTopics ask for something similar with the values that a tool takes.
func (in *inference) likeTopics() {
	at := 0
	for _, t := range in.set.Tools {
		var narrow []string
		for _, p := range t.Params {
			if p.Entity != nil || len(p.Say) == 0 || p.Type == "array" || p.Type == "object" || p.Type == "boolean" || p.Match == tools.MatchNone || !p.Required && len(narrow) > 0 || len(narrow) == 2 {
				continue
			}
			if h := in.hints[p]; h.placed || h.isID || h.prep == "with" && p.Type != "string" || h.prep == "to" || h.prep == "from" || technical(p) {
				continue // its words are those of the tool alone
			}
			narrow = append(narrow, "[ "+slotted(p)+"]")
		}
		for _, p := range t.Params { // what stands in the wordings of the tool is taken up with its noun
			if h := in.hints[p]; h.placed && len(narrow) == 0 && !technical(p) {
				narrow = append(narrow, " for the "+tools.EscapeText(h.noun)+"[ {"+tools.SlotName(p.Name)+"}]")
			}
		}
		if len(narrow) == 0 {
			continue
		}
		for at < len(nearMisses) && in.mentioned(nearMisses[at].keywords) {
			at++
		}
		if at == len(nearMisses) {
			return
		}
		m := nearMisses[at]
		at++
		in.add(m, &tools.Topic{Like: t}, strings.Join(narrow, ""))
	}
	for ; at < len(nearMisses) && len(in.set.Topics) < 3; at++ {
		m := nearMisses[at]
		if in.mentioned(m.keywords) {
			continue
		}
		in.add(m, &tools.Topic{}, "")
	}
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
