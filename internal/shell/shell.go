// Package shell quotes words for command lines that people copy and paste.
package shell

import "strings"

// plain are characters that have no special meaning in a POSIX shell.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%"

// Quote returns a word in a form that a POSIX shell reads back unchanged. A word with
// any character that is not plain is put into single quotes, so that the shell runs,
// expands and splits nothing in it.
func Quote(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune(plain, r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
