// Package mission is the vocabulary of switchyard: what an entry of a
// multi-mission dataset is made of, and the mathematics of the order in which
// the calls of a mission may be made. It does no input or output and imports
// nothing else of this module, so that generator, verifier and writers can
// all build on it without sharing anything more.
//
// # Where to start
//
// Ten names carry the package.
//
// The record: an [Entry] holds one to four missions; a [Mission] holds a
// request, the dialogue and its calls; a [Call] names a tool, its arguments,
// its observation and the calls that must come before it; and a [Source] says
// where each argument value comes from. These are plain data, written as JSON
// exactly as declared.
//
// The space: a [Kind] is an action type with the three patterns of multi
// missions told apart. [SwitchPaths] walks every sequence of action types (and
// [FinePaths] every sequence of kinds), and a [Filter], read by [ParseFilter],
// keeps some of them: "single,multi>clarify".
//
// The order of calls: [NewGraph] turns dependency lists into a [Graph], whose
// paths are counted by [Graph.Count], listed by [Graph.Paths] and recorded in
// an entry by [Graph.Info]. A [Path] is what they yield. A [Matcher] follows
// an agent step by step and says whether it is still on a path, and on an
// optimal one.
//
// # Steps, paths and the decision tree
//
// A step is a non-empty set of calls made at once. A path is an ordered
// partition of all calls into steps in which every call stands in a later step
// than each call it depends on. The least possible number of steps is the
// length of the longest chain of dependencies, [Graph.Depth]; paths with that
// many steps are optimal, all others suboptimal. The decision tree of a mission
// is the tree of all its paths; this package never builds it. Counts come from
// the structure of the graph, enumeration keeps one path, and matching keeps
// the sets of calls that may have been made so far.
//
// Take the four calls of the example in Multi-Mission Tool Bench: call 2 needs
// call 1, and call 3 needs calls 0 and 2. There are five paths, and two of them
// are optimal, with three steps:
//
//	[0 1] [2] [3]
//	[1] [0 2] [3]
//	[0] [1] [2] [3]
//	[1] [0] [2] [3]
//	[1] [2] [0] [3]
//
// Multi-Mission Tool Bench itself walks a smaller tree when several calls of
// one tool are ready together; [Graph.MMTBPaths] walks the same one.
//
// # Promises
//
// Everything is a pure function of its arguments: the same graph gives the
// same paths in the same order, in every run and every version that writes the
// same [FormatEntry]. A Graph is immutable and may be used by many goroutines
// at once; a Matcher belongs to one. Fields are added to the entry types
// without a new format name only when readers of the old ones may ignore them.
package mission
