package grammar

import (
	"strings"

	"switchyard/internal/knowledge"
)

// class is a set of kinds of words.
type class uint32

const (
	digits class = 1 << iota
	quoted
	slot
	prep      // a preposition that is hardly ever an adverb
	prepLoose // a preposition that may also end a verb: "check in at", "go on to"
	prepWide  // other prepositions
	det       // begins a noun phrase, and no noun phrase has two
	pronoun
	wh
	verbal // words after which a preposition may be left alone: "staying at in May"
	modal
	conj
	month
	weekday
	relative // "tomorrow": takes no preposition of time
	dayPart
	numeral
	many      // "several": needs a plural
	single    // "each": needs a singular
	place     // names of parameters that take a place
	field     // names of other parameters
	labelling // "room 2", "gate 4": the number names a thing
	country
	action // verbs that begin a request
	notAfter
)

type entry struct {
	low   string
	class class
}

// lexicon is what is known of words, by the words in small letters.
var lexicon = func() map[string]entry {
	m := map[string]entry{}
	for c, words := range classes {
		for w := range strings.FieldsSeq(words) {
			m[w] = entry{w, m[w].class | c}
		}
	}
	for _, name := range knowledge.Names("country") {
		if w := strings.ToLower(name); !strings.Contains(w, " ") {
			m[w] = entry{w, m[w].class | country}
		}
	}
	for singular, plural := range units {
		for _, w := range [...]string{singular, plural} {
			m[w] = entry{w, m[w].class}
		}
	}
	return m
}()

// classes are the words of each class.
var classes = map[class]string{
	prep:      `from with of at for to by into`,
	prepLoose: `in on`,
	prepWide:  `until till since during between within without about near among through under over after before upon via`,
	det:       `the a an my your our their every another its`,
	pronoun:   `i you he she it we they me him us them i'm i've i'd i'll you're we're they're it's he's she's that's there's`,
	wh:        `what which who whom whose where when why how that whatever whichever whoever wherever if what's who's where's how's`,
	verbal: `is are was were be been am go goes going went gone come comes came stay live work travel fly leave leaves left arrive arrives depart departs
		get gets got look looks listen talk speak spoke write wrote belong belongs pay paid ask asked apply send sent book order need needs want wants
		use used log sign check call start starts begin begins end ends move moved carry carries count turn hold let have has had do does did put deal
		log logged drop set cost costs meet sit sat eat drink play run runs walk wait care pick point stand stands rely depend search see seen stop think
		buy bought sell sold ship deliver drive ride rent hire open opens close closes finish finishes fit fits fill interested made make makes take takes took keep
		good bad due up out off down away back over along here available keen happy great better best work works known fond now there's bring brought
		give gives gave given find found pass pull push show shows shown hand choose help say says said tell told turn sleep read join`,
	modal:    `could can would will`,
	conj:     `and or but`,
	month:    `january february march april may june july august september october november december`,
	weekday:  `monday tuesday wednesday thursday friday saturday sunday`,
	relative: `today tomorrow yesterday tonight`,
	dayPart:  `morning afternoon evening week weekend month year`,
	numeral: `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty
		forty fifty sixty seventy eighty ninety hundred`,
	many:   `several many both few these those various multiple`,
	single: `each every another this`,
	place:  `location place city town country region area`,
	field: `date day time month year amount price name category type genre currency language quantity cuisine address keyword value parameter argument
		query option id field filter`,
	labelling: `number no room gate terminal platform phase option item section seat version page line bus zone of which this that the each every any
		day level table flight`,
	action: `show find book tell give send get cancel add create look list check search reserve order please could can would`,
	notAfter: `in for at from to on with and or that which is are of left available per please ago later each starting until but by were was have matching
		tomorrow today tonight now there here as since before after near this next last when if because so should must has
		will would can could taken`,
}
