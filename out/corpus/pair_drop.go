package corpus

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
)

// dropped pairs the closing reply with one that leaves out an identifier and is
// otherwise as good as a small edit can make it.
func (x *pairing) dropped() (*Pair, error) {
	for _, id := range keyed.Shuffled(x.random, x.shownIDs()) {
		for _, edit := range edits {
			reply, ok := without(x.m.Reply, id, edit)
			if !ok {
				continue
			}
			e, m := x.draft()
			m.Reply = reply
			m.Dialogue[len(m.Dialogue)-1].Text = reply
			problem := x.only(e, proof.TextIdentifiers, proof.ChatRestate)
			if problem == nil {
				continue
			}
			return x.told(m, problem.Check, fmt.Sprintf("the reply leaves out the identifier %s of the %s", id.text, id.entity), first)
		}
	}
	return nil, nil
}

// shownID is an identifier that a reply has to say.
type shownID struct{ text, entity string }

// shownIDs lists the identifiers in the observations of the mission, or in those of the
// mission that it restates.
func (x *pairing) shownIDs() []shownID {
	from := x.m
	if x.m.Chat != nil && x.m.Chat.Kind == mission.ChatRestate {
		from = &x.entry.Missions[x.m.Reference.Mission]
	}
	var ids []shownID
	var collect func(doc any)
	collect = func(doc any) {
		switch doc := doc.(type) {
		case []any:
			for _, item := range doc {
				collect(item)
			}
		case map[string]any:
			for k := range x.entry.Toolset.Entities {
				thing := &x.entry.Toolset.Entities[k]
				if value, has := doc[thing.ID]; has && isScalar(value) {
					if id := (shownID{plain(value), thing.Name}); len(id.text) > 2 && !slices.Contains(ids, id) {
						ids = append(ids, id)
					}
				}
			}
			for _, key := range sorted(doc) {
				collect(doc[key])
			}
		}
	}
	for c := range from.Calls {
		if doc, err := decode(from.Calls[c].Observation); err == nil && from.Calls[c].Status < 400 {
			collect(doc)
		}
	}
	return ids
}

// edit removes the identifier between from and to, and the words around it, from a text;
// noun is what it identifies. ok is false if this kind of edit does not apply.
type edit func(text string, from, to int, noun string) (shorter string, ok bool)

// edits are tried in this order, the smallest first.
var edits = [...]edit{dropBrackets, dropName, dropFromRow, dropLine, dropLead, dropSentence}

// without applies an edit to the first place with the identifier, and to each other
// place the first edit that applies.
func without(text string, id shownID, e edit) (string, bool) {
	from, to := place(text, id.text)
	if from < 0 {
		return "", false
	}
	text, ok := e(text, from, to, id.entity)
	for ok {
		if from, to = place(text, id.text); from < 0 {
			return text, strings.TrimSpace(text) != ""
		}
		whole := text
		for _, other := range edits {
			if text, ok = other(whole, from, to, id.entity); ok {
				break
			}
		}
		ok = ok && len(text) < len(whole)
	}
	return "", false
}

// place finds an identifier as a word, together with the Markdown around it.
func place(text, id string) (from, to int) {
	from = wordAt(text, id)
	if from < 0 {
		return -1, -1
	}
	to = from + len(id)
	for _, mark := range []string{"**", "*", "`"} {
		if strings.HasSuffix(text[:from], mark) && strings.HasPrefix(text[to:], mark) {
			return from - len(mark), to + len(mark)
		}
	}
	return from, to
}

// wordAt finds words in a text that have no letter and no digit next to them; -1 if they
// are not there.
func wordAt(text, words string) int {
	for at := 0; words != ""; {
		k := strings.Index(text[at:], words)
		if k < 0 {
			break
		}
		from, to := at+k, at+k+len(words)
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[to:])
		if !isWord(before) && !isWord(after) {
			return from
		}
		_, size := utf8.DecodeRuneInString(words)
		at = from + size
	}
	return -1
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// lineAround returns where the line around a place begins and ends.
func lineAround(text string, at int) (from, to int) {
	from = strings.LastIndexByte(text[:at], '\n') + 1
	to = strings.IndexByte(text[at:], '\n')
	if to < 0 {
		return from, len(text)
	}
	return from, at + to
}

var numbered = regexp.MustCompile(`^(\s*)(\d{1,2})([.)] )`)

// isItem reports whether a line belongs to a list or a table.
func isItem(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "|") || numbered.MatchString(line)
}

// dropLine removes a line from a list or table, which must have another one, and
// renumbers the lines that follow.
func dropLine(text string, at, _ int, _ string) (string, bool) {
	from, to := lineAround(text, at)
	if !isItem(text[from:to]) {
		return "", false
	}
	lines := strings.Split(text, "\n")
	k := strings.Count(text[:from], "\n")
	first, last := k, k
	for first > 0 && isItem(lines[first-1]) {
		first--
	}
	for last+1 < len(lines) && isItem(lines[last+1]) {
		last++
	}
	left := last - first
	if strings.HasPrefix(strings.TrimLeft(lines[k], " "), "|") {
		left -= 2 // the header of the table
	}
	if left < 1 {
		return "", false
	}
	for i := k + 1; i <= last; i++ {
		if p := numbered.FindStringSubmatch(lines[i]); p != nil {
			n, _ := strconv.Atoi(p[2]) // two digits
			lines[i] = p[1] + strconv.Itoa(n-1) + p[3] + lines[i][len(p[0]):]
		}
	}
	return strings.Join(slices.Delete(lines, k, k+1), "\n"), true
}

// dropBrackets removes brackets with the identifier: " (itinerary PL39197)".
func dropBrackets(text string, from, to int, _ string) (string, bool) {
	open := strings.LastIndexAny(text[:from], "()\n")
	end := strings.IndexAny(text[to:], "()\n")
	if open < 1 || text[open] != '(' || text[open-1] != ' ' || end < 0 || text[to+end] != ')' {
		return "", false
	}
	return text[:open-1] + text[to+end+1:], true
}

// dropFromRow removes the identifier from a row of them: "A1, B2 and C3".
func dropFromRow(text string, from, to int, _ string) (string, bool) {
	switch {
	case strings.HasSuffix(text[:from], ", ") && strings.HasPrefix(text[to:], ", "):
		return text[:from-2] + text[to:], true
	case strings.HasSuffix(text[:from], ", ") && strings.HasPrefix(text[to:], " and "):
		return text[:from-2] + text[to:], true
	}
	return "", false
}

// dropLead removes an identifier from the beginning of a sentence or line that continues
// after a colon or comma ("CN85573: on 25 March"), or in lower case ("CN85573 is on
// 25 March").
func dropLead(text string, from, to int, _ string) (string, bool) {
	head, tail := text[:from], text[to:]
	switch {
	case !begins(head):
	case strings.HasPrefix(tail, ": "), strings.HasPrefix(tail, ", "):
		return head + capital(tail[2:]), true
	case len(tail) > 1 && tail[0] == ' ' && 'a' <= tail[1] && tail[1] <= 'z':
		return head + "It" + tail, true
	}
	return "", false
}

// begins reports whether a sentence or line begins after a text.
func begins(head string) bool {
	for _, end := range []string{"\n", ". ", "! ", "? "} {
		if strings.HasSuffix(head, end) {
			return true
		}
	}
	return head == ""
}

// dropName keeps only the noun before an identifier: "reservation CR49654 is off"
// becomes "the reservation is off".
func dropName(text string, from, to int, noun string) (string, bool) {
	head, tail := text[:from], text[to:]
	if !strings.HasSuffix(head, " ") || strings.HasPrefix(tail, ":") {
		return "", false
	}
	head = head[:from-1]
	at := nounBefore(head, noun)
	if at < 0 {
		return "", false
	}
	before, said := head[:at], head[at:]
	previous := strings.ToLower(before[strings.LastIndexAny(strings.TrimRight(before, " "), " \n(")+1:])
	previous = strings.TrimRight(previous, " ")
	switch {
	case determiners[previous]:
		return head + tail, true
	case begins(before):
		return before + "The " + lower(said) + tail, true
	case small[previous] || strings.HasSuffix(previous, ",") || strings.HasSuffix(previous, ":") || strings.HasSuffix(before, "("):
		return before + "the " + said + tail, true
	}
	return "", false // "a print job": the word in front belongs to the noun
}

// nounBefore finds the noun that a text ends with, or the end of the noun: "item" of
// "cart item". It returns -1 if there is none.
func nounBefore(text, noun string) int {
	for noun != "" {
		at := len(text) - len(noun)
		if at >= 0 && strings.EqualFold(text[at:], noun) && (at == 0 || strings.IndexByte(" \n(", text[at-1]) >= 0) {
			return at
		}
		_, noun, _ = strings.Cut(noun, " ")
	}
	return -1
}

// determiners come before a noun, which then needs no other.
var determiners = map[string]bool{"the": true, "your": true, "its": true, "this": true, "our": true}

// small are words after which a noun phrase begins.
var small = map[string]bool{"is": true, "are": true, "was": true, "with": true, "for": true, "of": true, "to": true, "from": true, "and": true,
	"or": true, "in": true, "on": true, "at": true, "by": true, "that": true, "as": true, "into": true, "under": true, "moves": true,
	"concerns": true, "covers": true, "keeps": true, "holds": true, "about": true, "behind": true}

// dropSentence removes the sentence with the identifier; another one must remain.
func dropSentence(text string, at, to int, _ string) (string, bool) {
	from, end := lineAround(text, at)
	if isItem(text[from:end]) {
		return "", false
	}
	line := text[from:end]
	start, stop := 0, len(line)
	for i := 0; i+1 < len(line); i++ {
		if strings.IndexByte(".!?", line[i]) < 0 || line[i+1] != ' ' {
			continue
		}
		if i+2 <= at-from {
			start = i + 2
		} else if i+1 >= to-from {
			stop = i + 2
			break
		}
	}
	left := strings.TrimSpace(line[:start] + line[stop:])
	if left == "" {
		return "", false
	}
	return text[:from] + left + text[end:], true
}

// capital makes the first letter of a text a capital.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// lower makes the first letter of a word small, unless the word is in capitals.
func lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}
