package datasets

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"switchyard/datasets/manifest"
	"switchyard/internal/input"
	"switchyard/internal/intact"
)

// MostSteps limits how far a dataset is followed back to the runs that it comes from: over
// at most this many derivations.
const MostSteps = 16

// Change says how a file differs from what was written. It is an error that names the file
// and the lines.
type Change = intact.Change

// Standing is what the folder of a file says about it. It is empty if no folder says
// anything.
type Standing struct {
	// Proven is the SHA-256 of the file if its entries count as proven: a run made it, or
	// split, merge, filter or sample made it from such files only, and it has not changed.
	// The entries of any other file have to be proved.
	Proven string
	// Changed says how the file differs from what was written; nil if it does not.
	Changed *intact.Change
}

// StandingOf compares a file with what its folder says about it: the manifest or, while
// the run is unfinished, the journal of a run; the origin of a derived dataset. It fails if
// they cannot be read, or are not as they were written.
func StandingOf(name string) (Standing, error) {
	r, err := recordedFile(name)
	if err != nil || r == nil {
		return Standing{}, err
	}
	if r.unfinished() {
		changes, err := r.run.CheckUnfinished(r.folder, r.file.Name)
		if err != nil || len(changes) == 0 {
			return Standing{}, err
		}
		return Standing{Changed: changes[0]}, nil
	}
	change, err := intact.Compare(input.Unpacked(name), r.file.sums())
	if err != nil || change != nil {
		return Standing{Changed: change}, err
	}
	return Standing{Proven: r.proven(0)}, nil
}

// recorded is a file that a folder lists.
type recorded struct {
	folder string
	run    *manifest.Manifest // nil for a derived dataset
	origin *Origin            // nil for a run
	file   File               // in an unfinished run, it has only a name
}

func (r *recorded) unfinished() bool { return r.run != nil && r.run.State != manifest.Finished }

// recordedFile finds the folder that lists a file, or what a compressed file was before: the
// one around it, or, for a side of a split, the one around that. The result is nil if there
// is none.
func recordedFile(name string) (*recorded, error) {
	if plain := input.Unpacked(name); plain != name {
		if exists(plain) { // which is the one that is listed
			return nil, nil
		}
		name = plain
	}
	whole, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	dir, base := filepath.Dir(name), filepath.Base(whole)
	run, err := manifest.Read(dir)
	switch broken := (*manifest.Error)(nil); {
	case err == nil && run.State != manifest.Finished:
		return &recorded{folder: dir, run: run, file: File{Name: base}}, nil
	case err == nil:
		if i := slices.IndexFunc(run.Files, func(f manifest.File) bool { return f.Name == base }); i >= 0 {
			return &recorded{folder: dir, run: run, file: File(run.Files[i])}, nil
		}
		return nil, nil
	case errors.As(err, &broken) && !foreign(broken.File, "config", "accounting"):
		return nil, &ManifestError{dir, err}
	}
	for _, within := range []string{base, filepath.Base(filepath.Dir(whole)) + "/" + base} {
		folder := dir
		if within != base {
			folder = filepath.Join(dir, "..")
		}
		at := filepath.Join(folder, OriginName)
		origin, err := ReadRecord[Origin](at)
		switch {
		case err != nil && !foreign(at, "made_by", "inputs"):
			return nil, err
		case err != nil || origin == nil:
			continue
		}
		if i := origin.file(within); i >= 0 {
			return &recorded{folder: folder, origin: origin, file: origin.Files[i]}, nil
		}
	}
	return nil, nil
}

// foreign reports whether a file is a JSON document of another program: it has none of the
// keys.
func foreign(name string, keys ...string) bool {
	var doc map[string]json.RawMessage
	data, err := os.ReadFile(name)
	return err == nil && json.Unmarshal(data, &doc) == nil &&
		!slices.ContainsFunc(keys, func(key string) bool { _, has := doc[key]; return has })
}

// proven returns the SHA-256 of a file of native entries when it was written, if all its
// entries had been proved; otherwise nothing.
func (r *recorded) proven(steps int) string {
	switch {
	case !dataFile(r.file.Name), r.unfinished():
		return ""
	case r.origin == nil:
		return r.file.SHA256
	case steps == MostSteps || slices.ContainsFunc(r.origin.Inputs, func(in Input) bool { return !in.proven(r.folder, steps+1) }):
		return ""
	}
	return r.file.SHA256
}

// proven reports whether the entries of a file had been proved when a folder was made from
// it. The file may have changed since.
func (in Input) proven(folder string, steps int) bool {
	return in.SHA256 != "" && slices.ContainsFunc(in.places(folder), func(name string) bool {
		r, err := recordedFile(name)
		return err == nil && r != nil && r.proven(steps) == in.SHA256
	})
}
