// Package mission is the vocabulary of switchyard: the parts of an entry of a
// multi-mission dataset, and the mathematics of the order in which the calls of
// a mission may be made. It does no input or output and imports nothing else of
// this module. So generator, verifier and writers can build on it without
// sharing anything more.
//
// # Where to start
//
// Start with these names.
//
// The record: an [Entry] holds one to four missions; a [Mission] holds a
// request, the dialogue and its calls; a [Call] names a tool, its arguments,
// its observation and the calls that must come before it; and a [Source] says
// where each argument value comes from. These are plain data, written as JSON
// exactly as declared.
//
// The space: a [Kind] is an action type that distinguishes the three patterns
// of multi missions. [SwitchPaths] yields every sequence of action types,
// [FinePaths] every sequence of kinds. A [Filter], read by [ParseFilter],
// selects some of them: "single,multi>clarify".
//
// The order of calls: [NewGraph] turns dependency lists into a [Graph], whose
// paths are counted by [Graph.Count], yielded by [Graph.Paths] and recorded in
// an entry by [Graph.Info]. A [Matcher] follows an agent step by step and says
// whether it is still on a [Path], and on an optimal one.
//
// # Steps, paths and the decision tree
//
// A step is a non-empty set of calls made at once. A path is an ordered
// partition of all calls into steps in which every call comes in a later step
// than each call it depends on. The least possible number of steps is the
// length of the longest chain of dependencies, [Graph.Depth]. Paths with that
// many steps are optimal, all others suboptimal. The decision tree of a mission
// is the tree of all its paths. This package never builds it: counts come from
// the structure of the graph, enumeration keeps one path in memory, and
// matching keeps the sets of calls that may have been made so far.
//
// The paper on the Multi-Mission Tool Bench has an example with four calls:
// call 2 needs call 1, and call 3 needs calls 0 and 2. There are five paths,
// and two of them are optimal, with three steps:
//
//	[0 1] [2] [3]
//	[1] [0 2] [3]
//	[0] [1] [2] [3]
//	[1] [0] [2] [3]
//	[1] [2] [0] [3]
//
// If several calls of one tool are ready together, that benchmark walks a
// smaller tree, and so does [Graph.MMTBPaths].
//
// # Promises
//
// Everything is a pure function of its arguments: the same graph gives the same
// paths in the same order, in every run and in every version that writes the
// same [FormatEntry]. A Graph is immutable and safe for concurrent use; a
// Matcher is for one goroutine. The types of an entry get new fields under the
// same format name only if readers of the old format may ignore these fields.
package mission
