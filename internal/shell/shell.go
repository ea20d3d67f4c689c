// Package shell quotes words for command lines that people copy and paste.
package shell

import "strings"

// plain are the characters to which a POSIX shell gives no meaning of their own.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%"

// Quote returns a word as a POSIX shell reads it back unchanged. A word with any
// other character than the plain ones stands in single quotes, so that nothing in
// it is run, expanded or split.
func Quote(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune(plain, r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
