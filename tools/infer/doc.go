// Package infer works out what a toolset does not say: what its tools do to
// which things, how values are made, and how people speak of it all, from names,
// schemas and descriptions.
//
// [Gaps] fills in what a toolset file leaves open, [Toolset] all of a list of
// functions. What is stated always counts; the same toolset always gives the same
// result.
package infer
