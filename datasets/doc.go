// Package datasets does what can be done with a finished dataset: open it,
// verify it, derive another one from it, and count what it holds. It is for
// programs that work with files of entries; the commands of switchyard parse
// their flags, call one function of this package and print its report.
//
// Start with these names: [Verify] proves a dataset again; [Split], [Merge], [Filter] and
// [Sample] derive one, and write it to a [Target]; [Stats] counts. The function [Each]
// reads the entries of a file with several workers, [ReadFolder] finds out what a folder
// holds, and [StandingOf] reports whether a file is as it was written and counts as proven.
//
// A path is a run folder, a folder made by a derivation, or a file; where a function says
// so, it may be [Stdin]. Configurations have useful zero values: without a number of
// workers, there is one for each processor. Results never depend on that number. Callbacks
// run one at a time, in the order of the entries. Nothing is printed, and a function that
// writes a folder leaves either the whole output or none of it. All functions may be called
// concurrently, and end soon after their context is cancelled. Errors are values and types
// of this package that say what they are about, so that a caller can say what to do.
package datasets
