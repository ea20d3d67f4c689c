package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/results"
	"switchyard/internal/input"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// sources finds what results were made from: their datasets, at the given places or where
// they were at evaluation, and the toolsets of sessions.
type sources struct {
	datasets []string // run folders and files
	toolsets Toolsets
	version  string            // of the program
	sums     map[string]string // SHA-256 of files
	notes    []string          // for the user: what was lost and is mended
}

// of opens the dataset of a folder of results.
func (s *sources) of(ctx context.Context, folder string, m *results.Manifest) (*source, error) {
	name, err := s.find(ctx, folder, m)
	if err != nil {
		return nil, err
	}
	src, err := newSource(name, &m.Run)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return src, nil
}

// find returns the dataset file of a folder of results. If several files exist, it
// returns the one with the right SHA-256.
func (s *sources) find(ctx context.Context, folder string, m *results.Manifest) (string, error) {
	var (
		there []string
		infos []os.FileInfo
	)
	look := func(name string) {
		info, err := os.Stat(name)
		same := func(other os.FileInfo) bool { return os.SameFile(info, other) }
		if err == nil && !info.IsDir() && !slices.ContainsFunc(infos, same) {
			there, infos = append(there, name), append(infos, info)
		}
	}
	for _, named := range s.datasets {
		name, err := datasets.NativeFile(named)
		if err != nil {
			return "", err
		}
		look(name)
	}
	for _, place := range m.Places(folder) {
		look(place)
	}
	switch {
	case len(there) == 0:
		return "", trouble(DatasetGone, folder, "%s: its dataset %s was not found", folder, m.Run.Dataset)
	case len(there) == 1:
		return there[0], nil // whether it is the right one is seen when it is read
	}
	var others []string
	for _, name := range there {
		sum, err := s.sum(ctx, name)
		if err != nil {
			return "", err
		}
		if sum == m.Run.SHA256 {
			return name, nil
		}
		others = append(others, fmt.Sprintf("%s has the SHA-256 %s", name, sum))
	}
	return "", &Error{Trouble: OtherDataset, Folder: folder, Details: others,
		Message: fmt.Sprintf("%s: its dataset is %s with the SHA-256 %s, and none of %d files found is the same", folder, m.Run.Dataset, m.Run.SHA256, len(there))}
}

// sum is the SHA-256 of a file.
func (s *sources) sum(ctx context.Context, name string) (string, error) {
	if sum, ok := s.sums[name]; ok {
		return sum, nil
	}
	_, sum, err := datasets.ContentDigest(ctx, name)
	if err != nil {
		return "", err
	}
	if s.sums == nil {
		s.sums = map[string]string{}
	}
	s.sums[name] = sum
	return sum, nil
}

// readResults reads the manifest of a folder with complete predictions.
func readResults(folder string) (*results.Manifest, error) {
	m, err := results.ReadManifest(folder)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if _, err := os.Stat(folder); err != nil {
			return nil, err
		}
		return nil, trouble(NoResults, folder, "%s: holds no results", folder)
	}
	if err != nil {
		return nil, err
	}
	if m.State != results.Finished {
		return nil, &Error{Trouble: Unfinished, Folder: folder, Command: m.Command, Message: folder + ": is not finished"}
	}
	return m, nil
}

// hold locks a folder of results for this process, and reads its manifest.
func hold(folder string) (*results.Manifest, *wholefile.Lock, error) {
	if _, err := readResults(folder); err != nil { // before anything is written
		return nil, nil, err
	}
	lock, err := wholefile.Hold(folder)
	if err != nil {
		return nil, nil, err
	}
	m, err := readResults(folder)
	if err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	return m, lock, nil
}

// predictions passes every prediction to take, with its task and its line of the dataset,
// in the order of the dataset. Every mission must have a prediction.
func (s *sources) predictions(ctx context.Context, folder string, m *results.Manifest, take func(*eval.Task, *eval.Prediction, []byte) error) error {
	src, err := s.of(ctx, folder, m)
	if err != nil {
		return err
	}
	if src.limit > 0 {
		if _, err := src.count(ctx); err != nil {
			return err
		}
	}
	name := input.Named(filepath.Join(folder, results.PredictionsName))
	f, err := input.Open(ctx, name)
	if err != nil {
		return err
	}
	defer f.Close()
	again := "remove the line; then this command makes the missing predictions: " + m.Command
	list := results.NewReader[eval.Prediction](f, name).Sealed(&m.Run)
	next := func() (*eval.Prediction, error) {
		p, err := list.Next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return p, hinted(err, again)
	}
	p, err := next()
	if err != nil {
		return err
	}
	missions, missing, first := 0, 0, ""
	sha, err := src.lines(ctx, func(line []byte, tasks []eval.Task) error {
		for i := range tasks {
			t := &tasks[i]
			missions++
			if p == nil || p.Entry != t.Entry.ID || p.Mission != t.Mission {
				if missing++; missing == 1 {
					first = t.ID()
				}
				continue
			}
			if err := p.Check(t); err != nil {
				return hinted(list.Wrong(err), again)
			}
			if err := take(t, p, line); err != nil {
				return err
			}
			if p, err = next(); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case sha != m.Run.SHA256:
		return trouble(OtherDataset, folder, "%s: the predictions belong to another dataset than %s", folder, src.name)
	case p != nil:
		return trouble(Misplaced, folder, "%s: the prediction of %s#%d is not in the order of the dataset, or its mission is not in the dataset", name, p.Entry, p.Mission+1)
	case missing > 0:
		return &Error{Trouble: Missing, Folder: folder, Command: m.Command,
			Message: fmt.Sprintf("%s: %d of %d missions have no prediction, the first is %s", name, missing, missions, first)}
	}
	return nil
}

// hinted adds a hint to the error of a line that cannot be read.
func hinted(err error, hint string) error {
	var (
		line *out.LineError
		torn *out.TornError
	)
	switch {
	case errors.As(err, &torn):
		return inLine(torn.File, torn.Line, hint, errors.New("the last line is torn: it was not written to its end"))
	case errors.As(err, &line) && line.Hint == "":
		return inLine(line.File, line.Line, hint, errors.New(line.Problems[0].Message))
	}
	return err
}
