package datasets

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"switchyard/datasets/manifest"
	"switchyard/internal/input"
	"switchyard/internal/intact"
	"switchyard/out"
	"switchyard/schemas"
)

// OriginName is the file of a derived folder that says where it comes from.
const OriginName = "origin.json"

// Origin says where the files of a folder come from, if split, merge, filter or sample made
// it. It is the content of [OriginName].
type Origin struct {
	MadeBy  string         `json:"made_by"` // the command, such as "switchyard filter"
	Version string         `json:"version"`
	Asked   map[string]any `json:"asked"` // the settings
	Inputs  []Input        `json:"inputs"`
	Files   []File         `json:"files"`
	Details any            `json:"details,omitempty"` // what the command reports about its work
}

// Input is a file that was read.
type Input struct {
	Path    string `json:"path"`
	Entries int    `json:"entries"`
	SHA256  string `json:"sha256"` // of the content in hexadecimal; of a compressed file, that of what it holds
}

// File is a file that was written.
type File struct {
	Name    string `json:"name"`              // below the folder, with slashes
	Entries int    `json:"entries,omitempty"` // of files of entries
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"` // in hexadecimal
	// Blocks are the SHA-256 of each 1,000 lines of files of entries; the last may be
	// fewer. Older versions did not write them.
	Blocks []string `json:"blocks,omitempty"`
}

// sums returns what the file was when it was written.
func (f *File) sums() intact.Sums {
	return intact.Sums{Bytes: f.Bytes, Lines: f.Entries, SHA256: f.SHA256, Blocks: f.Blocks}
}

// Folder is what a folder says about itself. At most one of Manifest and Origin is not nil:
// a run has a manifest, and a derived dataset has an origin.
type Folder struct {
	Path     string
	Manifest *manifest.Manifest
	Origin   *Origin
	Entries  []string // files of native entries, or of sessions: at least one
}

// dataName is the name of the file of entries or sessions of a run.
func dataName(run *manifest.Manifest) string {
	if run.Config.Flow != nil {
		return SessionsFile
	}
	return out.Native().File()
}

// ReadFolder finds out what a folder holds. It fails with [ErrUnfinished] or a
// [*ManifestError] for a run that cannot be used, a [*RecordError] for an origin
// that cannot be read, and [ErrNoRun] for a folder without native entries and sessions.
func ReadFolder(path string) (*Folder, error) {
	folder := &Folder{Path: path}
	run, err := manifest.Read(path)
	switch {
	case err == nil && run.State != manifest.Finished:
		return nil, about(path, ErrUnfinished)
	case err == nil:
		folder.Manifest, folder.Entries = run, []string{input.Named(filepath.Join(path, dataName(run)))}
		return folder, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, &ManifestError{path, err}
	}
	if folder.Origin, err = ReadRecord[Origin](filepath.Join(path, OriginName)); err != nil {
		return nil, err
	}
	if folder.Origin != nil && folder.Origin.MadeBy == "" {
		return nil, &RecordError{filepath.Join(path, OriginName), errors.New("it does not say what made the folder")}
	}
	if folder.Origin != nil {
		for _, f := range folder.Origin.Files {
			if name := filepath.FromSlash(f.Name); dataFile(f.Name) && filepath.IsLocal(name) {
				folder.Entries = append(folder.Entries, input.Named(filepath.Join(path, name)))
			}
		}
	} else {
		for _, name := range []string{out.Native().File(), SessionsFile} {
			if name = input.Named(filepath.Join(path, name)); exists(name) && len(folder.Entries) == 0 {
				folder.Entries = []string{name}
			}
		}
	}
	if len(folder.Entries) == 0 {
		return nil, about(path, ErrNoRun)
	}
	return folder, nil
}

// Inputs returns the files that the folder was made of; a run has none.
func (f *Folder) Inputs() []Input {
	if f.Origin == nil {
		return nil
	}
	return f.Origin.Inputs
}

// FolderOf returns the folder of a file of entries, which has the given SHA-256. A run
// folder has a Manifest. The folder of a derived dataset has an Origin, if that lists a
// file with this SHA-256. For any other folder, neither is set.
func FolderOf(name, sha256 string) *Folder {
	dir := filepath.Dir(name)
	if f, err := ReadFolder(dir); err == nil && f.Manifest != nil && f.Entries[0] == name {
		return f
	}
	for _, dir := range []string{dir, filepath.Dir(dir)} { // a split has folders within
		f, err := ReadFolder(dir)
		if err == nil && f.Origin != nil && slices.ContainsFunc(f.Origin.Files, func(of File) bool { return of.SHA256 == sha256 }) {
			return f
		}
	}
	return &Folder{Path: dir, Entries: []string{name}}
}

// Find looks for the file in all places where it may be, given a folder that was made from
// it. Only a file with the same bytes counts. If there is none, missing says why.
func (in Input) Find(ctx context.Context, folder string) (name, missing string) {
	missing = in.Path + " is not there"
	for i, name := range in.places(folder) {
		_, hash, err := ContentDigest(ctx, name)
		switch {
		case err == nil && hash == in.SHA256:
			return name, ""
		case err == nil && i < 2: // the third place is only a guess
			missing = in.Path + " has changed since"
		case !errors.Is(err, fs.ErrNotExist):
			missing = in.Path + " cannot be read"
		}
	}
	return "", missing
}

// places lists where the file may be: at its path, or at its path or name next to a folder
// that was made from it. The last is only a guess.
func (in Input) places(folder string) []string {
	list := []string{in.Path}
	if !filepath.IsAbs(in.Path) {
		beside := filepath.Dir(filepath.Clean(folder))
		list = append(list, filepath.Join(beside, in.Path), filepath.Join(beside, filepath.Base(in.Path)))
	}
	return list
}

// ReadRecord reads a small JSON file that this program wrote; nil if there is
// none. What cannot be decoded, or is not as it was written, is a [*RecordError].
func ReadRecord[T any](name string) (*T, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	doc := new(T)
	if err := schemas.Unmarshal(data, doc); err != nil {
		return nil, &RecordError{name, err}
	}
	if _, err := intact.CheckSeal(data, ""); err != nil {
		return nil, &RecordError{name, err}
	}
	return doc, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
