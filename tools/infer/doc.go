// Package infer works out what a toolset does not say: what its tools do to which
// things, how values are made, and how people speak about them. It uses names, schemas
// and descriptions.
//
// [Gaps] fills the gaps of a toolset file, and [Toolset] completes a list of functions.
// What a toolset states is never changed. The same toolset always gives the same
// result.
package infer
