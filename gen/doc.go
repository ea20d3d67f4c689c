// Package gen makes datasets: it plans the entries, lets the roles hold the
// conversation of each, proves it, and writes the run folder.
//
// Start with [Run] and its [Config]. Toolsets and a folder are enough: the zero
// values of the rest make the standard split, with the built-in engine in all roles.
// A [Report] is the result of a run. [Try] makes a few entries without a folder, to
// see whether toolsets are any good, [TryOut] says of each toolset what it lacks, and
// [Rehearse] estimates what a run would ask of models. [NewRehearsal] plays single turns of a run, for a mock endpoint, and
// [NewRemaker] makes entries of a finished run again, with the worlds behind them.
// Package gen/setup makes a Config from settings and opens the models.
//
// # Promises
//
// The same configuration gives the same bytes, whatever the number of workers
// and however often the run was interrupted. All randomness follows from the
// seed, the entry and the attempt. With models, the bytes follow from their
// stored answers.
//
// A run can be stopped at any time, even killed. The same call then continues it: a
// journal records the id of each entry after its data are written. A folder that
// holds something else is not touched.
//
// Everything planned is accounted for: planned = accepted + rejected + failed, the
// latter two with their reasons. At most four entries for each worker (two with
// models) are under way or wait to be committed. So memory holds few entries, and
// yet a slow entry hardly delays the others.
//
// # Memory
//
// Only the set of hashes of the dataset's requests grows with a run. It keeps
// requests from repeating and takes 8 bytes a request, or 10 to 40 with the control
// bytes and free room of a Go map. A run of 8,000 entries (29,460 requests) had
// 0.9 MB more heap at its end than after 2,000 entries: about 150 bytes an entry,
// 15 MB for 100,000. Everything else depends on the toolsets, the shape of the plan
// and the number of workers. A [Rehearsal] and a [Remaker] also hold the plan of
// every entry.
//
// # How an entry is made
//
// plan.go walks the space of switch paths and distributes patterns, relations and
// toolsets. produce.go tries attempts at one entry until one is proved. perform.go
// draws its missions, and converse.go lets the roles play them, in one loop for the
// built-in engine and for models. agree.go compares the plan of a model with the
// mission as it was decided; in the free strategy, free.go derives the mission from
// the plan. pipeline.go runs the workers, and run.go commits what they make.
package gen
