// Package toolfile reads and writes toolset files. A file holds a toolset in
// switchyard's own format, as YAML or JSON, or lists of functions in OpenAI's format,
// whose meaning is inferred.
//
// Start with [Load] and [Parse]. [Write] writes a toolset, and [Refine] adds to a file
// what it does not say. [Problems] is the error that lists everything wrong with a
// file, with lines and columns. The package prints nothing and keeps no state.
package toolfile
