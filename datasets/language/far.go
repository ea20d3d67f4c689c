package language

import "strings"

// definite words begin the description of something known. "The" alone may also begin that
// of something new ("show me the trains there"), so it counts only in words that are known
// to refer.
var definite = setOf("that those this these my")

// general words describe nothing.
var general = setOf("same one ones thing things day days time place way again " +
	"a an and as at be but by can could do for from has have how i if in is it me of on or please so than then there to too up was we were what when which who will with would you")

// ordinal words may stand between "the" and a noun.
var ordinal = setOf("other first second third fourth fifth last next")

// far counts how mission i refers to something two or more missions back: by a formula, by
// content (what is known, "the" or "that", and a word that was used then), or neither
// ("there", "it", "the same day", most of the request left out). Where the entry says which
// words refer, those tell whether there is content.
func (s *Sample) far(missions []talk, i int) {
	request := missions[i].Request
	announced := ""
	for _, sentence := range sentences(request) { // some formulas begin one
		if announced = formula.FindString(sentence); announced != "" {
			s.texts[formulas] = append(s.texts[formulas], shown(announced))
			break
		}
	}
	words, refer := plain(missions[i].Reference.Phrase), true
	if words == "" || 3*len(words) > 2*len(request) {
		words, refer = request, false
	}
	content := announced == "" && describes(words, refer, missions[:max(0, i-1)])
	s.tell(farFormula, announced != "")
	s.tell(farContent, content)
	s.tell(farBare, announced == "" && !content)
}

// describes reports whether a definite description in the text has a word of earlier
// missions. All of the text may refer, or only a part of it.
func describes(text string, refer bool, earlier []talk) bool {
	used := map[string]bool{}
	for i := range earlier {
		t := &earlier[i]
		texts := []string{t.Request, t.Reply}
		for _, q := range t.Questions {
			texts = append(texts, q.Text, q.Reply)
		}
		for _, text := range texts {
			for _, w := range wordsOf(text) {
				used[stem(w)] = true
			}
		}
	}
	words := wordsOf(text)
	for i, w := range words {
		if !definite[w] && !(refer && w == "the") {
			continue
		}
		for _, noun := range words[i+1 : min(len(words), i+4)] {
			if definite[noun] || noun == "the" || general[noun] {
				break
			}
			if len(noun) > 2 && !ordinal[noun] && used[stem(noun)] {
				return true
			}
		}
	}
	return false
}

// stem is a word without the marks of plural and possession.
func stem(word string) string {
	return strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "s")
}
