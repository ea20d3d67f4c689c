// Package toolfile reads and writes toolset files: toolsets in switchyard's own
// format, YAML or JSON, and lists of functions as OpenAI has them, whose meaning is
// inferred.
//
// Start with [Load] and [Parse]; [Write] is the way back, and [Refine] writes into
// a file what it leaves open. [Problems] is the error that lists everything wrong
// with a file, with lines and columns. Nothing is printed, and nothing is kept
// between calls.
package toolfile
