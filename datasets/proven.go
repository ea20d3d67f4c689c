package datasets

import (
	"path/filepath"
	"slices"

	"switchyard/datasets/manifest"
	"switchyard/out"
)

// MostSteps limits how far a dataset is followed back to the runs that it comes from: over
// at most this many derivations.
const MostSteps = 16

// AsMade returns the SHA-256 of a file whose entries count as proven: a run made it, or
// split, merge, filter or sample made it from such files only, and it has not changed. For
// any other file the result is empty, and its entries have to be proved.
func AsMade(name string) (sha256 string, err error) {
	want := provenDigest(name, 0)
	if want == "" {
		return "", nil
	}
	if _, hash, err := manifest.Digest(name); err != nil || hash != want {
		return "", err
	}
	return want, nil
}

// provenDigest returns the SHA-256 of a file of entries when it was made, if all its
// entries had been proved; empty if no folder says so.
func provenDigest(name string, steps int) string {
	if filepath.Base(name) != out.Native().File() {
		return ""
	}
	dir := filepath.Dir(name)
	for _, dir := range []string{dir, filepath.Dir(dir)} { // a split has folders within
		folder, err := ReadFolder(dir)
		within, errWithin := filepath.Rel(dir, name)
		if err != nil || errWithin != nil {
			continue
		}
		within = filepath.ToSlash(within)
		if folder.Manifest != nil {
			for _, f := range folder.Manifest.Files {
				if f.Name == within {
					return f.SHA256
				}
			}
			continue
		}
		if folder.Origin == nil {
			continue
		}
		if at := slices.IndexFunc(folder.Origin.Files, func(f File) bool { return f.Name == within }); at >= 0 {
			if steps == MostSteps || slices.ContainsFunc(folder.Origin.Inputs, func(in Input) bool { return !in.proven(dir, steps+1) }) {
				return ""
			}
			return folder.Origin.Files[at].SHA256
		}
	}
	return ""
}

// proven reports whether the entries of a file had been proved when a folder was made from
// it. The file may have changed since.
func (in Input) proven(folder string, steps int) bool {
	return in.SHA256 != "" && slices.ContainsFunc(in.places(folder), func(name string) bool { return provenDigest(name, steps) == in.SHA256 })
}
