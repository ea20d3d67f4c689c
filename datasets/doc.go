// Package datasets does what can be done with a finished dataset: open it,
// verify it, derive another one from it, and count what it holds. It is for
// programs that work with files of entries; the commands of switchyard parse
// their flags, call one function of this package and print its report.
//
// Start with these names: [Each] reads the entries of a file with several
// workers, [ReadFolder] finds out what a folder holds, and [AsMade] reports
// whether the entries of a file count as proven.
//
// A path is a run folder, a folder made by split, merge, filter or sample, or a
// file; where a function says so, [Stdin] is standard input. Results never depend
// on the number of workers. Callbacks run one at a time, in the order of the
// entries. Nothing is printed, and a function that writes leaves either the whole
// output or none of it. Errors have the types of this package, so that a caller
// can say what to do about them.
package datasets
