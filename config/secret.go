package config

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"switchyard/internal/document"
	"switchyard/internal/prose"
)

// maxKey is the maximum size of a key in bytes. Keys of endpoints are shorter than
// two hundred, tokens of gateways a few thousand.
const maxKey = 16 << 10

// KeyFrom says where the key comes from: "environment OPENAI_API_KEY" or "file
// key.txt"; empty if none is sent.
func (p *Provider) KeyFrom() string {
	switch {
	case p.KeyFile != "":
		return "file " + Hide(p.KeyFile)
	case p.KeyEnv != "":
		return "environment " + p.KeyEnv
	}
	return ""
}

// Key reads the key; it is empty if none is sent. The error, of type [Problems],
// says that a required key is missing or invalid, and never quotes it. Callers
// must not print the key or keep it longer than needed.
func (p *Provider) Key(env func(string) string, readFile func(string) ([]byte, error)) (string, error) {
	var text string
	switch {
	case p.KeyFile != "":
		data, err := readFile(p.KeyFile)
		if err != nil {
			return "", keyProblem("cannot read the key of the provider "+p.Name+": "+Hide(p.KeyFile)+": "+prose.Cause(err), "write the key into that file, or name another one with key_file or --key-file")
		}
		text = string(data)
	case p.KeyEnv != "":
		text = env(p.KeyEnv)
	default:
		return "", nil
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	from := "the key in " + p.KeyFrom()
	switch {
	case text == "" && p.KeyFile == "" && p.keyOptional:
		return "", nil
	case text == "" && p.KeyFile == "":
		return "", keyProblem("the variable "+p.KeyEnv+" is not set, and the provider "+p.Name+" needs a key", "export "+p.KeyEnv+"=..., or name a file with --key-file")
	case text == "":
		return "", keyProblem(Hide(p.KeyFile)+" holds no key", "write the key into it, and nothing else")
	case len(text) > maxKey:
		return "", keyProblem(from+" is too long for a key", "leave out everything but the key")
	case strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || r <= ' ' || r == 0x7f }):
		return "", keyProblem(from+" holds blanks, line breaks or other characters that no key has", "leave out everything but the key")
	}
	return text, nil
}

func keyProblem(message, hint string) error {
	return Problems{{Message: message, Hint: hint}}
}

// Header is an HTTP header that is sent with each request. Its value is a secret
// that is kept inside a function, so that printing a Header cannot show it.
type Header struct {
	Name  string
	value func(env func(string) string) (string, error)
}

// Value returns the value with its variables expanded. The error, of type
// [Problems], names a variable that is not set.
func (h Header) Value(env func(string) string) (string, error) { return h.value(env) }

var (
	headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$")
	variable   = regexp.MustCompile(`\$\{([^}]*)\}`)
	anyName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// keyHeaders are headers that carry keys, whose values must not be in a file.
func keyHeaders() []string {
	return []string{"authorization", "proxy-authorization", "api-key", "x-api-key", "cookie", "x-auth-token"}
}

// headers reads the headers of a provider. No message quotes a value.
func (d *decoder) headers(n *document.Node, path string) []Header {
	if !d.is(n, path, document.Object) {
		return nil
	}
	var list []Header
	for _, key := range n.Keys {
		v, at := n.Fields[key], path+"."+short(key)
		if !headerName.MatchString(key) {
			d.at(v.Key, "for example X-Team", "%s has a key that cannot be the name of a header", path)
			continue
		}
		if !d.is(v, at, document.Text) {
			continue
		}
		text := strings.TrimSpace(v.Text)
		names := variable.FindAllStringSubmatch(text, -1)
		plain := variable.ReplaceAllString(text, "")
		wrong := slices.ContainsFunc(names, func(m []string) bool { return !anyName.MatchString(m[1]) })
		switch {
		case strings.ContainsFunc(text, unicode.IsControl):
			d.problem(v, "", "%s holds a line break or another control character", at)
		case wrong || strings.Contains(plain, "${"):
			d.problem(v, "write ${NAME} with the name of an environment variable", "%s holds a ${ that is not followed by a name and }", at)
		case len(names) == 0 && slices.Contains(keyHeaders(), strings.ToLower(key)):
			d.problem(v, "put it into the environment, and write ${NAME} here", "%s: an API key must not be in the file", at)
		default:
			list = append(list, header(key, text))
		}
	}
	return list
}

func header(name, text string) Header {
	return Header{name, func(env func(string) string) (string, error) {
		var problems Problems
		value := variable.ReplaceAllStringFunc(text, func(m string) string {
			from := m[2 : len(m)-1]
			v := strings.TrimSpace(env(from))
			switch {
			case v == "":
				problems = append(problems, Problem{Message: "the header " + name + " needs the variable " + from + ", which is not set", Hint: "export " + from + "=..."})
			case strings.ContainsFunc(v, unicode.IsControl):
				problems = append(problems, Problem{Message: "the variable " + from + ", which the header " + name + " needs, holds a line break or another control character"})
			}
			return v
		})
		if len(problems) > 0 {
			return "", problems
		}
		return value, nil
	}}
}

// keyWords are names under which people might write the key itself.
func keyWords() []string {
	return []string{"key", "api_key", "apikey", "api-key", "token", "secret", "password", "access_token"}
}

// Keys have nothing in common but that nobody would write such a word: they begin with
// the sign of their provider, or are long, without a break, and mix letters and digits.
var (
	knownKey = regexp.MustCompile(`^(sk[-_][A-Za-z0-9._-]{12,}|(pk|rk|gsk|csk|hf|xai|r8|gh[opsu]|github_pat|glpat|nvapi|pplx|fw|tgp|xox[abp])[-_][A-Za-z0-9._-]{16,}|(AIza|AKIA|ya29|eyJ)[A-Za-z0-9._-]{12,})$`)
	someKey  = regexp.MustCompile(`[A-Za-z0-9]{24,}`)
	mixed    = regexp.MustCompile(`[0-9][A-Za-z]|[A-Za-z][0-9]`)
	fileName = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{1,6}$`)
)

// LooksLikeKey reports whether the last part of a path, or another word, could be an API
// key that somebody put in the wrong place.
func LooksLikeKey(word string) bool {
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	if fileName.MatchString(word) && !strings.HasPrefix(word, "eyJ") {
		return false
	}
	return knownKey.MatchString(word) || len(mixed.FindAllString(someKey.FindString(word), 4)) == 4
}

// hiddenKey stands for a key in messages.
const hiddenKey = "(looks like a key, so it is not shown)"

// Hide returns a path or another word as it may be shown: not if it looks like a key.
func Hide(word string) string {
	if LooksLikeKey(word) {
		return hiddenKey
	}
	return word
}
