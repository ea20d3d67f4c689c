package proof

import (
	"slices"
	"strings"
)

// What words tell of a thing that they choose by what it is like: "the flight at 7 pm", "the
// vegetarian one".

// told is what the words of a choice tell of its item.
type told struct {
	by      string   // the attribute, if it is true of the item
	content []string // all words that say something
	// If some words say when: what each such run of words can mean, and the other words that
	// stand in texts of the item.
	moments [][]string
	texts   []string
}

func (v *view) toldOf(r chosenItem) *told {
	ch, mine := r.src.Choice, r.list.items[r.at]
	t := &told{content: r.content}
	if is, _ := attribute(mine, ch.By); is == true {
		t.by = ch.By
		return t
	}
	saysWhen := map[string]bool{}
	for i := 0; i < len(r.said); i++ {
		for j := len(r.said); j > i; j-- { // "seven" of "half past seven" is no time
			if moments := v.momentsOf(strings.Join(r.said[i:j], " ")); happens(mine, moments) {
				t.moments = append(t.moments, moments)
				for _, w := range r.said[i:j] {
					saysWhen[w] = true
				}
				i = j - 1
				break
			}
		}
	}
	for _, w := range r.content {
		if len(t.moments) > 0 && !saysWhen[w] && namedBy(mine, []string{w}) {
			t.texts = append(t.texts, w)
		}
	}
	return t
}

// fits reports whether the words could tell of an item.
func (t *told) fits(item any) bool {
	switch {
	case t.by != "":
		is, _ := attribute(item, t.by)
		return is == true || len(t.content) > 0 && namedBy(item, t.content)
	case len(t.moments) == 0:
		return len(t.content) > 0 && namedBy(item, t.content)
	}
	return !slices.ContainsFunc(t.moments, func(moments []string) bool { return !happens(item, moments) }) &&
		!slices.ContainsFunc(t.texts, func(w string) bool { return !namedBy(item, []string{w}) })
}

// happens reports whether something about an item is at one of the moments.
func happens(item any, moments []string) bool {
	o, _ := item.(map[string]any)
	for _, value := range o {
		if s, ok := value.(string); ok && isMoment(s, moments) {
			return true
		}
	}
	return false
}

// namedBy reports whether some text of an item has all of the words.
func namedBy(item any, list []string) bool {
	o, _ := item.(map[string]any)
	for _, value := range o {
		s, ok := value.(string)
		if !ok {
			continue
		}
		own := plainWords(s)
		if !slices.ContainsFunc(list, func(w string) bool {
			return slices.ContainsFunc(plainWords(w), func(part string) bool { return !slices.Contains(own, part) })
		}) {
			return true
		}
	}
	return false
}
