package jsontext

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// NotText finds the first place of a valid JSON document whose text is not valid Unicode:
// bytes that are not UTF-8, or half of a surrogate pair, such as \ud800 alone.
// encoding/json accepts both and silently puts U+FFFD there. why is empty if there is no
// such place.
func NotText(document []byte) (offset int, why string) {
	if !utf8.Valid(document) {
		for size := 1; offset < len(document); offset += size {
			var r rune
			if r, size = utf8.DecodeRune(document[offset:]); r == utf8.RuneError && size == 1 {
				return offset, NotUTF8
			}
		}
	}
	for at := 0; ; {
		next := bytes.IndexByte(document[at:], '\\')
		if next < 0 || at+next+1 >= len(document) {
			return 0, ""
		}
		at += next
		r, ok := unit(document[at:])
		switch {
		case !ok:
			at += 2
		case !utf16.IsSurrogate(r):
			at += 6
		default:
			low, ok := unit(document[at+6:])
			if !ok || utf16.DecodeRune(r, low) == utf8.RuneError {
				return at, LoneSurrogate
			}
			at += 12
		}
	}
}

// What [NotText] says.
const (
	NotUTF8       = "the string is not UTF-8"
	LoneSurrogate = "half of a surrogate pair, which is no character"
)

// unit reads \uXXXX.
func unit(s []byte) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	return rune(n), err == nil
}

// Visible escapes in a JSON document the characters that a terminal or an editor obeys
// instead of showing them: control characters from U+007F to U+009F, and the marks that
// change the direction of writing. The document means the same afterwards.
func Visible(document []byte) []byte {
	if !bytes.ContainsFunc(document, Obeyed) {
		return document
	}
	var b bytes.Buffer
	for _, r := range string(document) {
		if Obeyed(r) {
			b.WriteString(`\u`)
			b.WriteString(strconv.FormatInt(0x10000+int64(r), 16)[1:])
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// Obeyed reports whether a terminal or an editor obeys a character beyond ASCII instead
// of showing it, or DEL.
func Obeyed(r rune) bool {
	switch {
	case r >= 0x7f && r <= 0x9f, // DEL and C1
		r == 0x61c, r == 0x200e, r == 0x200f, // marks
		r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, // embeddings, overrides and isolates
		r == 0x2028, r == 0x2029: // ends of lines and paragraphs
		return true
	}
	return false
}
