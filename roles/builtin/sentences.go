package builtin

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"switchyard/internal/keyed"
)

//go:embed sentences.txt
var sentencesFile string

// sentences are the lists of sentences.txt by their headings.
var sentences = func() map[string][]string {
	lists, err := readSentences("sentences.txt", sentencesFile)
	if err != nil {
		panic(err) // a mistake in the program, not in its input
	}
	return lists
}()

// readSentences reads lists of sentences by their headings. The top of
// sentences.txt describes the form.
func readSentences(file, text string) (map[string][]string, error) {
	lists := map[string][]string{}
	var heading string
	var problems []error
	number := 0
	wrong := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf("%s:%d: "+format, append([]any{file, number}, args...)...))
	}
	for line := range strings.Lines(text) {
		number++
		words := strings.TrimSpace(line)
		switch {
		case words == "" || words[0] == '#':
		case line[0] != '\t':
			if _, ok := lists[words]; ok {
				wrong("the heading %q occurs twice", words)
			}
			heading = words
			lists[heading] = nil
		case heading == "":
			wrong("a sentence without a heading: %q", words)
		case strings.Count(words, "{") != strings.Count(words, "}"):
			wrong("a slot without its other brace: %q", words)
		default:
			lists[heading] = append(lists[heading], words)
		}
	}
	for heading, list := range lists {
		if len(list) == 0 {
			problems = append(problems, fmt.Errorf("%s: the heading %q has no sentences", file, heading))
		}
	}
	return lists, errors.Join(problems...)
}

// toned lists the sentences of a heading in the user's tone. What else the choice
// depends on follows the tone.
func (s *speaker) toned(name string, more ...string) []string {
	return sentences[strings.Join(append([]string{name, string(s.Persona.Tone)}, more...), " ")]
}

// pick chooses one of some sentences and fills it in. Each pair is a slot and the
// words for it.
func pick(r keyed.Rand, list []string, pairs ...string) string {
	return filled(keyed.Pick(r, list), pairs...)
}

// filled puts words into the slots of a sentence. Each pair is a slot and the words for it.
func filled(sentence string, pairs ...string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(sentence, '{')
		if i < 0 {
			return b.String() + sentence
		}
		b.WriteString(sentence[:i])
		slot, words := "{", "{"
		for k := 0; k < len(pairs); k += 2 {
			if strings.HasPrefix(sentence[i:], pairs[k]) {
				slot, words = pairs[k], pairs[k+1]
				break
			}
		}
		b.WriteString(words)
		sentence = sentence[i+len(slot):]
	}
}
