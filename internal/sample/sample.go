// Package sample draws texts that match a regular expression and values that fit
// a JSON Schema.
//
// [Spoken] draws texts that people can say, such as booking codes. [Match] draws any
// text that matches a pattern, the shortest one on request. [New] returns a [Drawer]:
// its method [Drawer.Value] draws a value for a whole schema, [Drawer.Property] one for
// a property of it.
//
// All draws come from the generator that is passed in, so the same key gives the same
// text or value on every machine. Generated files and scores of agents depend on these
// draws: changing how values are drawn changes their bytes.
package sample
