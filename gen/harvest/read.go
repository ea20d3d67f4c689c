package harvest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// mostWords is how long a request may be. Those of people have 10 to 20 words.
const mostWords = 45

// condition matches what makes something depend on a result: "if there are few delays, book it".
var condition = regexp.MustCompile(`(?i)(?:^|[.,;?!] |\band )(?:if (?:so|not|(?:it|that|there)(?:'s| is| are| has| does| looks| works| would)|they (?:can|do|have)|everything)|provided that|unless|otherwise)\b`)

// errNobody says that the writer has no words for a brief, because nobody would ask for that.
var errNobody = errors.New("nobody would say it")

// read makes a wording of what a writer said for a brief: the words for values become slots,
// square brackets the groups that may be left out.
func (b *Brief) read(said string) (*tools.Wording, error) {
	said = strings.Join(strings.Fields(said), " ")
	if said == "" {
		return nil, errNobody
	}
	if b.Subject != "" && wordsAt(said, b.Subject) < 0 {
		return nil, fmt.Errorf("it does not have the word %q", b.Subject)
	}
	if n := len(strings.Fields(said)); n == 0 || n > mostWords {
		return nil, fmt.Errorf("it has %d words; use 1 to %d", n, mostWords)
	}
	if len(b.wording.Calls) > 1 && condition.MatchString(said) {
		return nil, errors.New("it makes one thing depend on how another turns out, which is not what is wanted")
	}
	pieces, err := b.cut(said)
	if err != nil {
		return nil, err
	}
	if err := directed(pieces); err != nil && b.wording.Use != tools.ToTalk {
		return nil, err
	}
	slots(pieces)
	var text strings.Builder
	for _, p := range pieces {
		if p.part == nil {
			p.text = escaped(p.text)
		}
		text.WriteString(p.text)
	}
	say, err := tools.ParsePhrase(outward(text.String()))
	if err != nil {
		return nil, fmt.Errorf("the brackets are wrong: %w", err)
	}
	w := &b.wording
	return &tools.Wording{Use: w.Use, Say: say, Calls: w.Calls, Topic: w.Topic, Tone: w.Tone}, nil
}

// piece is a stretch of a text: plain, or the words of a part.
type piece struct {
	text string
	part *part
}

// cut finds the words of all parts in a text. All must stand there once.
func (b *Brief) cut(said string) ([]piece, error) {
	parts := slices.Clone(b.parts)
	slices.SortStableFunc(parts, func(x, y part) int { return len(y.words) - len(x.words) })
	pieces := []piece{{text: said}}
	for k := range parts {
		p := &parts[k]
		if id, ok := p.value.(string); ok && p.param.Entity != nil && strings.HasSuffix(p.words, " "+id) && wordsAt(said, p.words) < 0 {
			p.words = id // without the noun
		}
		at, start := -1, 0
		for i := range pieces {
			if pieces[i].part != nil {
				continue
			}
			if found := wordsAt(pieces[i].text, p.words); found >= 0 {
				if at >= 0 || wordsAt(pieces[i].text[found+len(p.words):], p.words) >= 0 {
					return nil, fmt.Errorf("it says %q twice", p.words)
				}
				at, start = i, found
			}
		}
		if at < 0 {
			return nil, fmt.Errorf("it does not say %q in these words", p.words)
		}
		text := pieces[at].text
		pieces = slices.Replace(pieces, at, at+1, piece{text: text[:start]}, piece{p.words, p}, piece{text: text[start+len(p.words):]})
	}
	if digits.MatchString(strings.ReplaceAll(plainOf(pieces), b.Subject, "")) {
		return nil, errors.New("it has a number that is not among the values")
	}
	return pieces, nil
}

var digits = regexp.MustCompile(`\d`)

func plainOf(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.part == nil {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// wordsAt finds whole words in a text, whatever their case; -1 if it does not have them.
func wordsAt(text, words string) int {
	low, find := strings.ToLower(text), strings.ToLower(words)
	if len(low) != len(text) || len(find) != len(words) {
		low, find = text, words
	}
	for from := 0; ; {
		i := strings.Index(low[from:], find)
		if i < 0 {
			return -1
		}
		i += from
		if end := i + len(find); (i == 0 || !inWord(low[i-1])) && (end == len(low) || !inWord(low[end])) {
			return i
		}
		from = i + 1
	}
}

func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// directed reports a bound that is said like a value: "with seven copies", where seven or more
// are wanted.
func directed(pieces []piece) error {
	for i, p := range pieces {
		if p.part == nil || p.part.param.Match != tools.MatchAtLeast && p.part.param.Match != tools.MatchAtMost {
			continue
		}
		before, after := strings.ToLower(pieces[i-1].text), strings.ToLower(pieces[i+1].text)
		before = before[max(0, len(before)-40):]
		after = after[:min(len(after), 30)]
		if !bound.MatchString(before) && !bound.MatchString(after) && !heads.MatchString(p.part.param.Name+" "+p.part.param.Noun) {
			return fmt.Errorf("it does not say whether %q is the least or the most that is wanted", p.part.words)
		}
	}
	return nil
}

// heads matches names of numbers of people: a room for six is one for six or more.
var heads = regexp.MustCompile(`(?i)(people|person|guest|adult|passenger|capacity|seat|head)`)

var bound = regexp.MustCompile(`\b(better|higher|bigger|larger|least|most|more|less|fewer|over|under|up to|above|below|max|maximum|min|minimum|within|limit|budget|beyond|exceed\w*|from|since|after|before|by|until|till|onwards?|later|earlier|than|cheaper|back to|starting|no sooner|upwards?|through|not past)\b`)

// slots writes the slots for the words of parts. A preposition that days and times bring with
// them is said by the slot, a noun behind a number agrees with it, and things bring their
// articles.
func slots(pieces []piece) {
	for i := range pieces {
		p := pieces[i].part
		if p == nil {
			continue
		}
		before, after := &pieces[i-1].text, &pieces[i+1].text
		slot, bare := "{"+p.slot, ":bare"
		number, _ := p.value.(int64)
		_, isNumber := p.value.(int64)
		switch {
		case p.param.Entity != nil:
			if !referring.MatchString(p.words) { // "I see that the last one …"
				*before = determiner.ReplaceAllString(*before, "")
			}
			bare = ""
		case timed(p.param) && lead.MatchString(*before):
			*before = lead.ReplaceAllString(*before, "")
			bare = ""
		case timed(p.param) && adverbial.MatchString(p.words) && !prepositional.MatchString(*before):
			bare = "" // "free tomorrow", but "free on 10 May"
		case isNumber:
			if noun := nounAfter.FindStringSubmatch(*after); noun != nil && !function.MatchString(noun[1]) {
				one, many := naming.Singular(noun[1]), noun[1]
				if number == 1 {
					one, many = noun[1], naming.Plural(noun[1])
				}
				if one != many {
					*after = (*after)[len(noun[0]):]
					bare = "|" + one + "|" + many
				}
			}
		}
		pieces[i].text = slot + bare + "}"
	}
}

func timed(p *tools.Param) bool {
	return p.Values != nil && slices.Contains([]tools.ValueKind{tools.ValueDate, tools.ValueTime, tools.ValueDateTime, tools.ValueAfter}, p.Values.Kind)
}

var (
	referring = regexp.MustCompile(`(?i)^(the|that|this|it|my|our)\b`)
	adverbial = regexp.MustCompile(`(?i)^(today|tonight|tomorrow|the day after tomorrow|yesterday|in|this|next|last|a week from)\b`)
	// prepositional matches the end of words that need a day without a preposition behind them.
	prepositional = regexp.MustCompile(`(?i)(\b(for|from|until|till|by|since|of|to|between|and|or|before|after|than|as|starting|beginning|is|be|it's|make it)|[,:\[]) ?$|^$`)
	lead          = regexp.MustCompile(`(?i)\b(?:on|at) $`)
	determiner    = regexp.MustCompile(`(?i)\b(?:my|our|the|this|that) $`)
	function      = regexp.MustCompile(`^(of|or|and|at|on|in|for|to|from|by|with|each|is|are|as|please|per|a|an|the|will|would|can|more|less|than)$`)
	nounAfter     = regexp.MustCompile(`^ ([a-z]+)\b`)
)

// escaped escapes what is special in phrases, but for the brackets.
func escaped(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(`{}()|\`, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

var (
	leading     = regexp.MustCompile(`^\[ *([^\]\[]*?) *\] *`)
	spaceBefore = regexp.MustCompile(` +\[ *`)
	spaceAfter  = regexp.MustCompile(` +\]`)
)

// outward moves the blank in front of a bracket into it, so that it vanishes with the group.
func outward(text string) string {
	if first := leading.FindStringSubmatch(text); first != nil {
		return "[" + first[1] + " ]" + outward(text[len(first[0]):])
	}
	return spaceAfter.ReplaceAllString(spaceBefore.ReplaceAllString(text, "[ "), "]")
}
