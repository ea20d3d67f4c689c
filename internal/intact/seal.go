package intact

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
)

// ErrBroken is the error of a sealed document that is not as it was written.
var ErrBroken = errors.New("it is not as it was written")

// A form is how the seal is written as the last member of a JSON object.
type form struct{ open, close string }

var (
	indented = form{",\n  \"seal\": \"", "\"\n}\n"} // over several lines, by two spaces
	compact  = form{`,"seal":"`, `"}`}              // on one line, without its newline
)

// sealLetters is the length of a SHA-256 in base64url.
const sealLetters = 43

// Seal adds a member "seal" to the end of a JSON object that has other members: a sum of
// its bytes. The object is on one line, without a newline at its end, or indented by two
// spaces, with one. salt is what else the document must belong to; it may be empty.
func Seal(doc []byte, salt string) []byte {
	f, body := formOf(doc)
	return append(append(body, f.open+sum(body, salt)...), f.close...)
}

// formOf returns the form of a document, and the document without its closing brace.
func formOf(doc []byte) (form, []byte) {
	if body, ok := bytes.CutSuffix(doc, []byte("\n}\n")); ok {
		return indented, bytes.Clone(body)
	}
	return compact, bytes.Clone(bytes.TrimSuffix(doc, []byte("}")))
}

func sum(body []byte, salt string) string {
	h := sha256.New()
	h.Write([]byte(salt + "\x00"))
	h.Write(body)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// CheckSeal fails with [ErrBroken] if a document was sealed and any byte of it has changed.
// sealed is false for a document without a seal, such as one that an older version wrote.
func CheckSeal(doc []byte, salt string) (sealed bool, err error) {
	for _, f := range []form{indented, compact} {
		at := len(doc) - len(f.close) - sealLetters
		if at < len(f.open) || !bytes.HasSuffix(doc, []byte(f.close)) || doc[at-1] != '"' || !letters(doc[at:at+sealLetters]) {
			continue
		}
		// No other document ends in a member of such a text: if it is not called seal, the
		// name is what changed.
		body, named := bytes.CutSuffix(doc[:at], []byte(f.open))
		if !named || sum(body, salt) != string(doc[at:at+sealLetters]) {
			return true, ErrBroken
		}
		return true, nil
	}
	// A seal that has changed itself, or that is no longer where it was written.
	if bytes.Contains(doc[max(0, len(doc)-tail):], []byte(`"seal"`)) {
		return true, ErrBroken
	}
	return false, nil
}

// tail is where a broken seal is looked for: a little more than its length.
const tail = 80

// letters reports whether a text has only letters of base64url.
func letters(text []byte) bool {
	for _, c := range text {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
