package builtin

import (
	"strings"

	"switchyard/blueprint"
	"switchyard/mission"
)

// The sentence frames of English, by tone. {do} is a verb phrase in the base
// form, {x} the words for a changed value, {it} a reference.

var frames = map[mission.Tone][]string{
	mission.Colloquial: {
		"Can you {do}?", "Could you {do} for me?", "Hey, can you {do}?", "Would you {do}, please?",
		"{do} for me, will you?", "Okay, I need you to {do}.", "Just {do}, please.", "Mind if I ask you to {do}?",
		"So, could you {do}?", "I want you to {do}.", "Can you quickly {do}?",
	},
	mission.Formal: {
		"I would like you to {do}.", "Would you kindly {do}?", "I would ask you to {do}.",
		"Please be so good as to {do}.", "I request that you {do}.", "It would be appreciated if you could {do}.",
		"Kindly {do}.",
	},
	mission.Polite: {
		"Could you please {do}?", "Would you please {do}?", "I'd be grateful if you could {do}.",
		"May I ask you to {do}?", "If it's not too much trouble, please {do}.", "Would you be able to {do}?",
		"I'd really appreciate it if you could {do}.", "Could I ask you to {do}, please?", "Please {do}, if you would.",
	},
	mission.Direct: {
		"{do}.", "Please {do}.", "I need you to {do}.", "{do}, please.", "I want you to {do}.",
	},
}

var thenFrames = map[mission.Tone][]string{
	mission.Colloquial: {"Okay, then just {do}.", "Alright, {do} instead.", "Fine, then {do}, please.", "Can you {do} instead, then?"},
	mission.Formal:     {"In that case, please {do}.", "Then I would ask you to {do} instead.", "Very well, kindly {do} instead."},
	mission.Polite:     {"In that case, could you please {do}?", "Then would you please {do} instead?", "That's all right. Could you {do} instead?"},
	mission.Direct:     {"Then {do}.", "Then {do} instead.", "In that case, {do}."},
}

var alsoFrames = map[mission.Tone][]string{
	mission.Colloquial: {"And can you {do}?", "Oh, and {do}, please.", "And {do} while you're at it.", "Can you also {do}?"},
	mission.Formal:     {"And please {do}.", "I would also ask you to {do}.", "Please also {do}."},
	mission.Polite:     {"And could you please {do}?", "Could you {do} as well, please?", "Would you also {do}, please?"},
	mission.Direct:     {"And {do}.", "Also {do}.", "Now {do}."},
}

// restateMany and restateOne ask for identifiers only.
var restateMany = map[mission.Tone][]string{
	mission.Colloquial: {"Can you just give me the {x}?", "Shorter, please: only the {x}.", "That's a bit much. Just the {x}?", "Sorry, just the {x} would do."},
	mission.Formal:     {"Please state only the {x}.", "I would ask you for the {x} alone.", "The {x} alone would suffice."},
	mission.Polite:     {"Could I have just the {x}, please?", "Could you shorten that to the {x}, please?", "Only the {x}, if you would."},
	mission.Direct:     {"Only the {x}.", "Shorter. Just the {x}.", "Just the {x}."},
}

var restateOne = map[mission.Tone][]string{
	mission.Colloquial: {"Can you just give me the {x}?", "Sorry, only the {x}, in short?", "Just the {x}, so I can write it down?"},
	mission.Formal:     {"Please state only the {x}.", "The {x} alone would suffice."},
	mission.Polite:     {"Could I have just the {x}, please?", "Only the {x}, if you would, so that I can note it."},
	mission.Direct:     {"Only the {x}.", "Just the {x}."},
}

var againFrames = map[mission.Tone][]string{
	mission.Colloquial: {"And {it}?", "What about {it}?", "How about {it}?", "Same for {it}?"},
	mission.Formal:     {"And what about {it}?", "Please do the same for {it}.", "I would like the same for {it}."},
	mission.Polite:     {"And {it}, please?", "Could you do the same for {it}?", "What about {it}, please?"},
	mission.Direct:     {"And {it}?", "Same for {it}.", "{it}?"},
}

var otherFrames = map[mission.Tone][]string{
	mission.Colloquial: {"And {x}?", "Can we do the same again, but {x}?", "Hmm, and {x}?"},
	mission.Formal:     {"I would like the same once more, but {x}.", "And {x}?", "Please repeat that, but {x}."},
	mission.Polite:     {"Could I have the same again, but {x}, please?", "And {x}, please?"},
	mission.Direct:     {"Again, but {x}.", "The same, but {x}.", "And {x}?"},
}

// fragmentFrames take a value with the words around it: "to Porto".
var fragmentFrames = map[blueprint.Opening]map[mission.Tone][]string{
	blueprint.OpenChange: {
		mission.Colloquial: {"And {x}?", "How about the same {x}?", "Can you do that {x} too?", "Okay, and {x}?"},
		mission.Formal:     {"And {x}?", "I would like the same {x}.", "Please repeat that {x}."},
		mission.Polite:     {"And {x}, please?", "Could you do the same {x}, please?", "Would you also try {x}?"},
		mission.Direct:     {"And {x}?", "Now {x}.", "Same thing {x}."},
	},
	blueprint.OpenCorrect: {
		mission.Colloquial: {"Sorry, I meant {x}.", "Oops, {x}, I mean.", "Wait, {x} instead."},
		mission.Formal:     {"I must correct myself: {x}.", "My apologies, I meant {x}."},
		mission.Polite:     {"Sorry, I should have said {x}.", "I beg your pardon, I meant {x}."},
		mission.Direct:     {"Correction: {x}.", "I meant {x}."},
	},
	blueprint.OpenAdd: {
		mission.Colloquial: {"Actually, only {x}.", "Oh, and {x}, if you can.", "But {x}, please."},
		mission.Formal:     {"I should add: {x}, please.", "Please limit that: {x}."},
		mission.Polite:     {"Could it be {x}, please?", "And if possible, {x}, please."},
		mission.Direct:     {"Only {x}.", "But {x}."},
	},
	blueprint.OpenMore: {
		mission.Colloquial: {"The same again {x}, please.", "Can I get that again {x}?", "Once more {x}, please."},
		mission.Formal:     {"The same once more {x}, please.", "I should like the same again {x}."},
		mission.Polite:     {"Could I have the same again {x}, please?", "The same once more {x}, if you would."},
		mission.Direct:     {"Again {x}.", "The same again {x}."},
	},
}

// bareFrames take a value alone: "Porto".
var bareFrames = map[blueprint.Opening]map[mission.Tone][]string{
	blueprint.OpenChange: {
		mission.Colloquial: {"What about {x}?", "How about {x}?", "And {x}?", "Hm, and {x}?"},
		mission.Formal:     {"What about {x}?", "And in the case of {x}?"},
		mission.Polite:     {"And what about {x}, please?", "What about {x}, if I may ask?"},
		mission.Direct:     {"And {x}?", "What about {x}?"},
	},
	blueprint.OpenCorrect: {
		mission.Colloquial: {"Sorry, make that {x}.", "Wait, I meant {x}.", "No, {x}, sorry."},
		mission.Formal:     {"I must correct myself: it should be {x}.", "Please make that {x} instead."},
		mission.Polite:     {"Sorry, could you make that {x}?", "I'm sorry, I meant {x}."},
		mission.Direct:     {"Make that {x}.", "Correction: {x}."},
	},
}

// secondSentence asks for one thing more.
var secondSentence = map[mission.Tone]func(verb string, ordered bool) []string{
	mission.Colloquial: func(verb string, ordered bool) []string {
		if ordered {
			return []string{"Then " + verb + ", please.", "After that, " + verb + ".", "And then can you " + verb + "?"}
		}
		return []string{"Oh, and " + verb + ", please.", "Also, can you " + verb + "?", "And while you're at it, " + verb + "."}
	},
	mission.Formal: func(verb string, ordered bool) []string {
		if ordered {
			return []string{"Subsequently, please " + verb + ".", "Thereafter, kindly " + verb + "."}
		}
		return []string{"In addition, please " + verb + ".", "I would furthermore ask you to " + verb + "."}
	},
	mission.Polite: func(verb string, ordered bool) []string {
		if ordered {
			return []string{"And then please " + verb + ".", "After that, could you " + verb + ", please?"}
		}
		return []string{"Could you also " + verb + ", please?", "And please " + verb + " as well, if you don't mind."}
	},
	mission.Direct: func(verb string, ordered bool) []string {
		if ordered {
			return []string{"Then " + verb + ".", "After that, " + verb + "."}
		}
		return []string{"Also " + verb + ".", capital(verb) + " too."}
	},
}

func greetings(tone mission.Tone, hour int) []string {
	day := "Good morning."
	switch {
	case hour >= 18:
		day = "Good evening."
	case hour >= 12:
		day = "Good afternoon."
	}
	switch tone {
	case mission.Colloquial:
		return []string{"Hi!", "Hey there.", "Hiya!", "Hello!"}
	case mission.Formal:
		return []string{day, "Good day."}
	case mission.Polite:
		return []string{"Hi there.", day, "Hello."}
	}
	return []string{"Hi.", "Hello."}
}

var openersLater = map[mission.Tone][]string{
	mission.Colloquial: {"Great.", "Cool, thanks.", "Okay.", "Nice.", "Got it.", "Thanks!", "Alright."},
	mission.Formal:     {"Thank you.", "Very well.", "Understood.", "I see."},
	mission.Polite:     {"Thank you.", "Lovely, thanks.", "That's very helpful.", "Thank you so much."},
	mission.Direct:     {"OK.", "Good.", "Right."},
}

var answerFrames = map[mission.Tone][]string{
	mission.Colloquial: {"{x}.", "Oh right, {x}.", "{x}, thanks!", "Let's say {x}.", "Ah, sorry: {x}."},
	mission.Formal:     {"{x}.", "That would be {x}.", "It should be {x}.", "Certainly: {x}."},
	mission.Polite:     {"{x}, please.", "Of course, {x}.", "Oh, I'm sorry: {x}.", "{x}, thank you."},
	mission.Direct:     {"{x}.", "Put down {x}.", "Take {x}."},
}

// fragmentAnswers take words that bring their own preposition.
var fragmentAnswers = map[mission.Tone][]string{
	mission.Colloquial: {"{x}.", "Oh right, {x}.", "{x}, thanks!"},
	mission.Formal:     {"{x}.", "{x}, please."},
	mission.Polite:     {"{x}, please.", "{x}, thank you."},
	mission.Direct:     {"{x}."},
}

var partialFrames = []string{"Well, {x}, that much I know.", "{x} for a start.", "{x}. What else was it?", "So far I only know {x}."}

// evasions leave a question open, by what was asked for.
var evasions = map[string][]string{
	"time": {"Sometime soon, I suppose. I haven't really thought about it.", "Whenever it suits, really.",
		"I'm not sure yet, let me think.", "As soon as it makes sense, I guess.", "Hmm, my schedule is a bit of a mess right now."},
	"place": {"Somewhere nice, I haven't made up my mind.", "Hmm, does it matter?", "Not too far away, I suppose.",
		"I keep changing my mind about that.", "Well, the usual place, I thought."},
	"number": {"Not too many, I'd say.", "The usual, I suppose.", "Hmm, I'd have to think about that.", "Enough, let's put it like that.",
		"I don't know exactly."},
	"entity": {"The one I told my colleague about, you know.", "I'd have to look that up somewhere.", "Hmm, the usual one.",
		"I thought you could see that on your side.", "The recent one, I think."},
	"any": {"Hmm, I'm not sure.", "Can't you just pick something?", "Whatever people normally take.", "Does that matter?",
		"I'd rather leave that open, if possible.", "Good question, I'd have to think."},
}

// generalQuestion asks for something whose parameter has no question of
// its own.
func generalQuestion(noun string, tone mission.Tone) string {
	if tone == mission.Formal {
		return "Could you please tell me " + the(noun) + "?"
	}
	return "Could you tell me " + the(noun) + "?"
}

func the(noun string) string {
	if strings.HasPrefix(noun, "the ") || strings.HasPrefix(noun, "your ") {
		return noun
	}
	return "the " + noun
}
