// Package out writes entries in the formats of datasets, and reads some of them
// back. Other programs use it to write a dataset in a format that a trainer or a
// benchmark takes.
//
// Start with [Exporters], which lists the formats of trainers and benchmarks,
// and [LookupExporter]. An [Exporter] creates a [Sink], [Add] passes entries to it,
// and the sink writes to an [Output]: a [Folder] on disk or one of your own.
// [Native] and [MMTB] are the two formats of a run folder. They encode one entry
// as one line, and check lines of any origin. [NativeReader], [DecodeEntry] and
// [DecodeMMTB] read them; [Lines] reads any file with one document a line, and knows
// the number and the offset of each line.
//
// The same entries and options give the same bytes. Formats and exporters may be
// used by several goroutines at once; [Sink] says which of its methods may. Lines
// are in the order in which entries are added. An entry is never changed. An example
// that a format cannot express is skipped with a reason, and never altered to fit.
//
// A new exporter is one file with a type that implements Exporter and one line in
// Exporters; the contract tests of this package then run on it.
package out
