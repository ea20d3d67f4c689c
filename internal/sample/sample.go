// Package sample draws texts that match a regular expression and values that fit
// a JSON Schema.
//
// [Spoken] draws texts that people can say, such as booking codes; [Match] draws
// any text of a pattern, the shortest one on request. [New] returns a [Drawer],
// whose [Drawer.Value] fits a whole schema and whose [Drawer.Property] fits one
// property of it.
//
// Everything follows from the generator that is passed in: the same key gives
// the same text or value, on every machine. Generated files and scores of agents
// depend on what is drawn here, so a change of the draws changes their bytes.
package sample
