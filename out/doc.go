// Package out writes and reads the dataset formats.
//
// A [Format] turns an entry into one line of a file; [Formats] lists them all.
// Each format that can judge a line without knowing where it came from is a
// [Checker] as well. Files of one JSON document a line are read by [Lines],
// which says where a line stands, refuses what is too long and tells a torn
// last line apart; [NativeReader] and [MMTBReader] read entries through it.
// [Card] writes the dataset card.
//
// A new format is one file with a type that implements Format and one line in
// Formats. The contract tests of this package then run on it.
package out
