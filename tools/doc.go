// Package tools says what a toolset is: tools with their parameters and their
// effect on the world behind them, the entities of that world, and the ways in
// which people speak of both.
//
// Start with [Toolset], [Tool], [Param], [Values] and [Phrase]. Package
// [switchyard/tools/toolfile] reads and writes toolsets, and
// [switchyard/tools/catalog] holds those that come with the program. A toolset
// that was loaded is complete and does not change any more, so goroutines may
// share it.
package tools
