package builtin

import (
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
)

// The sentence frames of English, most of them by tone. {do} is a verb phrase in
// the base form, {x} the words for a value, {it} a reference.

// pick fills in one of some frames. Each pair is a slot and the words for it.
func pick(r keyed.Rand, frames []string, pairs ...string) string {
	frame := keyed.Pick(r, frames)
	if len(pairs) == 2 {
		return strings.ReplaceAll(frame, pairs[0], pairs[1])
	}
	return strings.NewReplacer(pairs...).Replace(frame)
}

// frames make a request of a verb phrase, by tone and length.
var frames = map[mission.Tone]map[mission.Length][]string{
	mission.Colloquial: {
		mission.Terse: {"{do}, please.", "Can you {do}?", "{do}, will you?", "Just {do}.", "{do}."},
		mission.Plain: {"Can you {do}?", "Could you {do} for me?", "Would you {do}, please?", "{do} for me, will you?",
			"Okay, I need you to {do}.", "Just {do}, please.", "So, could you {do}?", "Can you quickly {do}?", "I want you to {do}."},
		mission.Chatty: {"Do you think you could {do} for me?", "Could you do me a favour and {do}?", "I was hoping you could {do}.",
			"Mind if I ask you to {do}?", "What I need is for you to {do}.", "Right, so I'd need you to {do}.",
			"Would you be a star and {do}?", "I'm hoping you can help me: could you {do}?"},
	},
	mission.Formal: {
		mission.Terse: {"Kindly {do}.", "Please {do}.", "I request that you {do}."},
		mission.Plain: {"I would like you to {do}.", "Would you kindly {do}?", "Please be so good as to {do}.",
			"I request that you {do}.", "Kindly {do}."},
		mission.Chatty: {"It would be appreciated if you could {do}.", "I would be much obliged if you could {do}.", "I should be grateful if you would {do}."},
	},
	mission.Polite: {
		mission.Terse: {"Please {do}.", "Could you {do}, please?", "Would you {do}, please?"},
		mission.Plain: {"Could you please {do}?", "Would you please {do}?", "May I ask you to {do}?", "Would you be able to {do}?",
			"Could I ask you to {do}, please?", "Please {do}, if you would."},
		mission.Chatty: {"I'd be grateful if you could {do}.", "If it's not too much trouble, please {do}.",
			"I'd really appreciate it if you could {do}.", "I wonder if you could {do}.", "Would you be so kind as to {do}?",
			"It would be lovely if you could {do}."},
	},
	mission.Direct: {
		mission.Terse:  {"{do}.", "Please {do}.", "{do}, please."},
		mission.Plain:  {"{do}.", "Please {do}.", "I need you to {do}.", "I want you to {do}."},
		mission.Chatty: {"I need you to {do}.", "I want you to {do}."},
	},
}

// severalFrames announce that there are several things to do. {a} is all but the
// last, {b} the last.
var severalFrames = map[mission.Tone][]string{
	mission.Colloquial: {"Two things: could you {a}, and could you also {b}?", "I need a couple of things: {a}, and {b}.", "Can you {a}? And while you're at it, {b}."},
	mission.Formal:     {"I have two requests: please {a}, and please {b}.", "I would like you to {a} and, at the same time, {b}."},
	mission.Polite:     {"I have two small requests: could you please {a}, and also {b}?", "Could you please {a}, and perhaps {b} as well?"},
	mission.Direct:     {"Two things: {a}, and {b}.", "I need you to {a}, plus {b}."},
}

// firstFrames name the goal {b} before the step {a} that business order puts in
// front of it.
var firstFrames = map[mission.Tone][]string{
	mission.Colloquial: {"Could you {b}, but {a} first?", "I'd like you to {b}, but only after you {a}."},
	mission.Formal:     {"I would like you to {b}, but please {a} beforehand.", "Please {b}; before you do so, kindly {a}."},
	mission.Polite:     {"Could you please {b}, but {a} first?", "I'd like you to {b}. Before that, could you {a}, please?"},
	mission.Direct:     {"{b}, but {a} first.", "I need you to {b}. First {a}."},
}

// compareTails say why the same is asked of several things.
var compareTails = map[mission.Tone][]string{
	mission.Colloquial: {"I can't make up my mind yet.", "I want to compare.", "I'm torn at the moment."},
	mission.Formal:     {"I should like to compare them.", "This will allow me to compare."},
	mission.Polite:     {"I'd like to compare a little.", "I haven't quite decided yet."},
	mission.Direct:     {"I want to compare."},
}

// comeBacks return to an earlier request by its number {n}, topicLeads by what it
// was about.
var (
	comeBacks  = []string{"Going back to my {n}:", "Coming back to my {n}:", "To return to my {n}:"}
	topicLeads = []string{"Back to the {x} for a moment:", "Coming back to the {x} from earlier:",
		"As for the {x} I asked about earlier:"}
	// alsoLeads take up a part of an earlier request for another purpose.
	alsoLeads = []string{"Thinking back to my {n}:", "With my {n} in mind:"}
)

// farOther, farChange and farBare vary a request that lies further back: by
// words such as "in another city", "in Porto" and "Porto".
var (
	farOther  = []string{"the same again, but {x}, please.", "could I have that once more, but {x}?", "can you do that again, but {x}?"}
	farChange = []string{"could you do the same, but {x}?", "could you do that again, but {x}?", "I'd like the same, but {x}, please."}
	farBare   = []string{"what about {x}?", "how about {x}?"}
	// addedOnly narrows what was found by a clause.
	addedOnly = []string{"Only the ones {x}, please.", "Just the ones {x}, please."}
)

// rewordFrames say a request again in other words, with a change.
var rewordFrames = map[mission.Tone][]string{
	mission.Colloquial: {"Let me put that differently: {do}.", "No, what I'm really after: {do}.", "Okay, other way round: can you {do}?"},
	mission.Formal:     {"Allow me to rephrase: please {do}.", "Let me express that differently: kindly {do}."},
	mission.Polite:     {"Let me put it another way: could you please {do}?", "Perhaps I should rephrase that. Could you {do}, please?"},
	mission.Direct:     {"Let me rephrase: {do}.", "To put it differently: {do}."},
}

// pairFrames ask which of two listed things is best in some way, allFrames and
// farFrames which of all of them is.
var (
	pairFrames = map[mission.Tone][]string{
		mission.Colloquial: {"Between the {a} and the {b} {n}{l}, which {p}?", "The {a} {n}{l} or the {b}: which {p}?",
			"And if I take the {a} {n}{l} and the {b}, which {p}?"},
		mission.Formal: {"Of the {a} and the {b} {n}{l}, which {p}?", "May I ask which {p}: the {a} {n}{l} or the {b}?"},
		mission.Polite: {"Could you tell me which {p}, the {a} {n}{l} or the {b}?", "Looking at the {a} and the {b} {n}{l}, could you say which {p}?",
			"If I compare the {a} {n}{l} with the {b}, which {p}?"},
		mission.Direct: {"The {a} {n}{l} or the {b}: which {p}?", "Which {p}, the {a} {n}{l} or the {b}?"},
	}
	allFrames = map[mission.Tone][]string{
		mission.Colloquial: {"So which of them {p}?", "Which of these {p}?", "And which one {p}?"},
		mission.Formal:     {"Which of these {p}?", "May I ask which of them {p}?"},
		mission.Polite:     {"Could you tell me which of these {p}?", "Which of them {p}, please?"},
		mission.Direct:     {"Which of them {p}?", "Which one {p}?"},
	}
	farFrames = []string{"Which of the {x} from earlier {p}?", "Back to the {x} from earlier: which of them {p}?",
		"Of the {x} that you listed earlier, which {p}?"}
	// The other frames ask for another difference between two things, or among several.
	otherPairFrames = []string{"And which {p}?", "And which of the two {p}?", "Then which of the two {p}?"}
	otherAllFrames  = []string{"And which {p}?", "And which of them {p}?", "Then which one {p}?"}
)

// closings end the request of somebody who likes to talk, or is in a hurry.
var closings = map[mission.Tone]map[mission.Patience][]string{
	mission.Colloquial: {
		mission.Patient: {"Thanks in advance!", "No rush.", "That would help me a lot.", "Thanks a lot!"},
		mission.Hasty:   {"I'm in a bit of a rush.", "Quick as you can, please.", "I've only got a minute."},
	},
	mission.Formal: {
		mission.Patient: {"Thank you in advance.", "Many thanks for your help.", "There is no hurry."},
		mission.Hasty:   {"I would appreciate a prompt reply.", "The matter is somewhat urgent."},
	},
	mission.Polite: {
		mission.Patient: {"Thank you so much in advance.", "Take your time.", "That would be very kind.", "It would help me a great deal."},
		mission.Hasty:   {"I'm sorry to be in such a hurry.", "I'm afraid I don't have much time."},
	},
	mission.Direct: {
		mission.Patient: {"Thanks."},
		mission.Hasty:   {"Quickly, please.", "It's urgent.", "I don't have much time."},
	},
}

// introductions give the name of the person that the request then calls "me".
var introductions = map[mission.Tone][]string{
	mission.Colloquial: {"I'm {name}, by the way.", "{name} here."},
	mission.Formal:     {"My name is {name}.", "This is {name} writing."},
	mission.Polite:     {"My name is {name}.", "I'm {name}."},
	mission.Direct:     {"{name} here.", "My name is {name}."},
}

// thenFrames fall back on something that a tool can do.
var thenFrames = map[mission.Tone][]string{
	mission.Colloquial: {"Okay, then just {do}.", "Alright, then can you {do}?", "Fine, then {do}, please.", "Never mind. Can you {do}, then?"},
	mission.Formal:     {"In that case, please {do}.", "Then I would like you to {do}.", "Very well, kindly {do}."},
	mission.Polite:     {"In that case, could you please {do}?", "Then would you please {do}?", "That's all right. Could you {do}, please?"},
	mission.Direct:     {"Then {do}.", "In that case, {do}.", "Fine, {do}, then."},
}

// alsoFrames ask for something else in the same setting.
var alsoFrames = map[mission.Tone][]string{
	mission.Colloquial: {"And can you {do}?", "Oh, and {do}, please.", "And {do} while you're at it.", "Can you also {do}?"},
	mission.Formal:     {"And please {do}.", "I would also like you to {do}.", "Please also {do}."},
	mission.Polite:     {"And could you please {do}?", "Could you {do} as well, please?", "Would you also {do}, please?"},
	mission.Direct:     {"And {do}.", "Also {do}.", "Now {do}."},
}

// restateMany and restateOne ask for identifiers only.
var restateMany = map[mission.Tone][]string{
	mission.Colloquial: {"Can you just give me the {x}?", "Shorter, please: only the {x}.", "That's a bit much. Just the {x}?", "Sorry, just the {x} would do."},
	mission.Formal:     {"Please state only the {x}.", "I only need the {x}.", "The {x} alone would suffice."},
	mission.Polite:     {"Could I have just the {x}, please?", "Could you shorten that to the {x}, please?", "Only the {x}, if you would."},
	mission.Direct:     {"Only the {x}.", "Shorter. Just the {x}.", "Just the {x}."},
}

var restateOne = map[mission.Tone][]string{
	mission.Colloquial: {"Can you just give me the {x}?", "Sorry, only the {x}, in short?", "Just the {x}, so I can write it down?"},
	mission.Formal:     {"Please state only the {x}.", "The {x} alone would suffice."},
	mission.Polite:     {"Could I have just the {x}, please?", "Only the {x}, if you would, so that I can note it."},
	mission.Direct:     {"Only the {x}.", "Just the {x}."},
}

// againFrames ask the same about another thing.
var againFrames = map[mission.Tone][]string{
	mission.Colloquial: {"And {it}?", "What about {it}?", "How about {it}?", "Same for {it}?"},
	mission.Formal:     {"And what about {it}?", "Please do the same for {it}.", "I would like the same for {it}."},
	mission.Polite:     {"And {it}, please?", "Could you do the same for {it}?", "What about {it}, please?"},
	mission.Direct:     {"And {it}?", "Same for {it}.", "{it}?"},
}

// otherFrames want another value without saying which: "on another day".
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
		mission.Polite:     {"And {x}, please?", "Could you do the same {x}, please?", "Could I have the same {x}, please?"},
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
		mission.Formal:     {"I should add: {x}, please.", "I should have said: {x}."},
		mission.Polite:     {"Only {x}, please, if possible.", "And if possible, {x}, please."},
		mission.Direct:     {"Only {x}.", "But {x}."},
	},
	blueprint.OpenMore: {
		mission.Colloquial: {"The same again {x}, please.", "Can I get the same {x}?", "And the same {x}, please."},
		mission.Formal:     {"The same once more {x}, please.", "I should like the same again {x}."},
		mission.Polite:     {"Could I have the same again {x}, please?", "The same once more {x}, if you would."},
		mission.Direct:     {"The same {x}.", "The same again {x}."},
	},
}

// bareFrames take a value alone: "Porto".
var bareFrames = map[blueprint.Opening]map[mission.Tone][]string{
	blueprint.OpenChange: {
		mission.Colloquial: {"What about {x}?", "How about {x}?", "And {x}?", "Hm, and {x}?"},
		mission.Formal:     {"What about {x}?", "And {x}?"},
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

// secondThen and secondAlso ask for one thing more in a sentence of its own: what
// comes after the rest, or beside it. secondLong does for long requests.
var (
	secondThen = map[mission.Tone][]string{
		mission.Colloquial: {"Then {do}, please.", "After that, {do}.", "And then can you {do}?"},
		mission.Formal:     {"Subsequently, please {do}.", "Thereafter, kindly {do}."},
		mission.Polite:     {"And then please {do}.", "After that, could you {do}, please?"},
		mission.Direct:     {"Then {do}.", "After that, {do}."},
	}
	secondAlso = map[mission.Tone][]string{
		mission.Colloquial: {"Oh, and {do}, please.", "Also, can you {do}?", "And while you're at it, {do}."},
		mission.Formal:     {"In addition, please {do}.", "I would also like you to {do}."},
		mission.Polite:     {"Could you also {do}, please?", "And please {do} as well, if you don't mind."},
		mission.Direct:     {"Also {do}.", "{do} too."},
	}
	secondLong = []string{"Also {do}.", "And {do}."}
)

// greetings by tone; {day} is the greeting of the time of day.
var greetings = map[mission.Tone][]string{
	mission.Colloquial: {"Hi!", "Hey there.", "Hiya!", "Hello!"},
	mission.Formal:     {"{day}", "Good day."},
	mission.Polite:     {"Hi there.", "{day}", "Hello."},
	mission.Direct:     {"Hi.", "Hello."},
}

// openersLater begin a request that follows an answer.
var openersLater = map[mission.Tone][]string{
	mission.Colloquial: {"Great.", "Cool, thanks.", "Okay.", "Nice.", "Got it.", "Thanks!", "Alright."},
	mission.Formal:     {"Thank you.", "Very well.", "Understood.", "I see."},
	mission.Polite:     {"Thank you.", "Lovely, thanks.", "That's very helpful.", "Thank you so much."},
	mission.Direct:     {"OK.", "Good.", "Right."},
}

// openersNeutral do so where the answer was no help.
var openersNeutral = map[mission.Tone][]string{
	mission.Colloquial: {"Okay.", "Alright.", "I see.", "Oh, okay."},
	mission.Formal:     {"I see.", "Understood.", "Very well."},
	mission.Polite:     {"I see.", "All right.", "I understand."},
	mission.Direct:     {"OK.", "Right.", "I see."},
}

// answerFrames answer a question with a value.
var answerFrames = map[mission.Tone]map[mission.Length][]string{
	mission.Colloquial: {
		mission.Terse:  {"{x}.", "{x}!", "{x}, thanks."},
		mission.Plain:  {"{x}.", "Oh right, {x}.", "{x}, thanks!", "Sure, {x}.", "Ah, sorry: {x}."},
		mission.Chatty: {"Oh, of course, I forgot: {x}.", "Silly me, {x}.", "I should have said: {x}.", "Ah yes, {x}. Thanks for asking!"},
	},
	mission.Formal: {
		mission.Terse:  {"{x}.", "{x}, please."},
		mission.Plain:  {"That would be {x}.", "It should be {x}.", "Certainly: {x}.", "{x}, please."},
		mission.Chatty: {"My apologies for leaving that out: {x}.", "I should have mentioned that: {x}.", "You are quite right to ask. {x}, please."},
	},
	mission.Polite: {
		mission.Terse:  {"{x}, please.", "{x}, thank you."},
		mission.Plain:  {"{x}, please.", "Of course, {x}.", "Oh, I'm sorry: {x}.", "{x}, thank you."},
		mission.Chatty: {"Oh, I'm so sorry, I forgot to say: {x}.", "Of course, how silly of me. {x}, please.", "Thank you for checking: {x}."},
	},
	mission.Direct: {
		mission.Terse:  {"{x}."},
		mission.Plain:  {"{x}.", "{x}, please."},
		mission.Chatty: {"{x}.", "{x}, please."},
	},
}

// fragmentAnswers take words that bring their own preposition.
var fragmentAnswers = map[mission.Tone]map[mission.Length][]string{
	mission.Colloquial: {
		mission.Terse:  {"{x}."},
		mission.Plain:  {"{x}.", "Oh right, {x}.", "{x}, thanks!"},
		mission.Chatty: {"Oh, of course: {x}.", "Ah yes, {x}. Sorry!"},
	},
	mission.Formal: {
		mission.Terse:  {"{x}."},
		mission.Plain:  {"{x}.", "{x}, please."},
		mission.Chatty: {"I should have said: {x}.", "My apologies: {x}."},
	},
	mission.Polite: {
		mission.Terse:  {"{x}, please."},
		mission.Plain:  {"{x}, please.", "{x}, thank you."},
		mission.Chatty: {"Oh, sorry, I forgot: {x}, please.", "Thank you for asking: {x}."},
	},
	mission.Direct: {
		mission.Terse:  {"{x}."},
		mission.Plain:  {"{x}."},
		mission.Chatty: {"{x}."},
	},
}

// againAnswers give what an evasive answer left open.
var againAnswers = map[mission.Patience][]string{
	mission.Patient: {"All right, then: {x}.", "Fair enough: {x}.", "Okay, {x}, then.", "Sorry. {x}."},
	mission.Hasty:   {"Fine: {x}.", "{x}, then.", "{x}, and let's get on with it.", "{x}. Is that all?", "Very well, {x}."},
}

// lookedUp give the name of a thing that was not at hand.
var lookedUp = []string{"Okay, I've checked: {x}.", "I've found it: {x}.", "Here it is: {x}.", "I've looked it up, it's {x}."}

// moreFrames add what nobody asked for.
var moreFrames = map[mission.Tone][]string{
	mission.Colloquial: {"Oh, and {y}.", "And {y}, if that's possible."},
	mission.Formal:     {"I should add: {y}, please.", "Moreover, {y}, if possible."},
	mission.Polite:     {"And {y}, if I may.", "And {y}, please, if that's possible."},
	mission.Direct:     {"And {y}.", "Also {y}."},
}

// partialFrames give one of two values.
var partialFrames = []string{"Well, {x}, that much I know.", "{x} for a start.", "{x}. What else was it?", "So far I only know {x}."}

// partialNamed give one of two values that does not show by itself what it is: a
// bare number.
var partialNamed = []string{"So far I only know {n}: {x}.", "I can give you {n}, {x}. What else was it?", "Let's start with {n}: {x}."}

// evasions leave a question open, by the kind of value asked for.
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
