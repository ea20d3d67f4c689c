package language

// measure numbers the measures, in the order in which they are told.
type measure int

const (
	farFormula measure = iota
	farContent
	farBare
	same
	sameEntries
	superlative
	superlativeEntries
	stapled
	stapledEntries
	codes
	refused
	contrition
	contritionMost
	contritionEntries
	particle
	misfit
	vague
	stall
	greeting
	opener
	closer
	shortList
	wordsMedian
	wordsMost
	long
	openings
	distinct1
	distinct2
	harvested
	measures
)

// kind describes a measure.
type kind struct {
	name, text string
	part       bool // it is a part of something; it is not told if there is nothing
	most       bool // it is the most in one entry, not the sum
	goal       *Goal
}

// upTo is the goal of at most this.
func upTo(most float64) *Goal { return &Goal{Most: most} }

// kinds are the measures with their goals.
var kinds = [measures]kind{
	farFormula:         {name: "far_formula", text: "far references: announced by a formula", part: true, goal: upTo(0.15)},
	farContent:         {name: "far_content", text: "… by content", part: true},
	farBare:            {name: "far_bare", text: "… neither", part: true},
	same:               {name: "same", text: `"the same" and a noun`},
	sameEntries:        {name: "same_entries", text: "… entries with one", part: true, goal: upTo(0.25)},
	superlative:        {name: "superlative", text: "superlatives that choose"},
	superlativeEntries: {name: "superlative_entries", text: "… entries with one", part: true, goal: upTo(1.0 / 3)},
	stapled:            {name: "stapled", text: "requests of several calls that serve no one purpose", part: true, goal: upTo(0)},
	stapledEntries:     {name: "stapled_entries", text: "… entries with one", part: true},
	codes:              {name: "codes", text: "first requests that say a code", part: true},
	refused:            {name: "refused", text: "chats that are refused", part: true, goal: upTo(0.35)},
	contrition:         {name: "contrition", text: "contrition"},
	contritionMost:     {name: "contrition_most", text: "… most in one entry", most: true, goal: upTo(1)},
	contritionEntries:  {name: "contrition_entries", text: "… entries with one", part: true, goal: upTo(1.0 / 12)},
	particle:           {name: "particle", text: "answers that begin with a particle", part: true},
	misfit:             {name: "misfit", text: "… one that does not fit the question", part: true, goal: upTo(0)},
	vague:              {name: "vague", text: "clarify missions: vague or partial at first", part: true, goal: &Goal{0.20, 0.30}},
	stall:              {name: "stall", text: "… put off", part: true, goal: upTo(0.03)},
	greeting:           {name: "greeting", text: "entries that begin with a greeting", part: true},
	opener:             {name: "opener", text: "entries with a sentence before the request", part: true},
	closer:             {name: "closer", text: "requests with a sentence behind them", part: true},
	shortList:          {name: "short_list", text: "replies of up to three things told as a list", part: true},
	wordsMedian:        {name: "words_median", text: "words in a request, median"},
	wordsMost:          {name: "words_p90", text: "words in a request, 90th percentile", goal: upTo(30)},
	long:               {name: "words_long", text: "requests of more than 45 words", part: true, goal: upTo(0.01)},
	openings:           {name: "openings", text: "pairs of words that open over 4 % of the requests", goal: upTo(0)},
	distinct1:          {name: "distinct1", text: "distinct-1 (words, values masked)", part: true},
	distinct2:          {name: "distinct2", text: "distinct-2 (pairs of words, values masked)", part: true},
	harvested:          {name: "harvested", text: "requests that are harvested", part: true},
}

// list numbers the lists of frequent texts.
type list int

const (
	formulas list = iota
	phrases
	sames
	superlatives
	contritions
	particles
	misfits
	stalls
	greetings
	openers
	closers
	openingWords
	lists
)

// listNames are the names of the lists, also for people.
var listNames = [lists]struct{ name, text string }{
	formulas:     {"formulas", "formulas"},
	phrases:      {"phrases", "words that refer"},
	sames:        {"sames", `"the same"`},
	superlatives: {"superlatives", "superlatives"},
	contritions:  {"contritions", "contrition"},
	particles:    {"particles", "particles in front of answers"},
	misfits:      {"misfits", "particles that do not fit"},
	stalls:       {"stalls", "answers that put off"},
	greetings:    {"greetings", "greetings"},
	openers:      {"openers", "sentences before the request"},
	closers:      {"closers", "sentences behind the request"},
	openingWords: {"opening_words", "first two words of requests"},
}
