package trial

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/eval/results"
	"switchyard/eval/tally"
	"switchyard/internal/input"
	"switchyard/internal/prose"
)

// ScoreConfig names the results to judge.
type ScoreConfig struct {
	Folders  []string // of results
	Datasets []string // where the datasets are now, for those that were moved
	Judge    *Model   // is asked about texts; if nil, rules judge them
	Version  string   // of the program, for sessions
	Toolsets Toolsets // of sessions
}

// Scored is the score of a folder of results.
type Scored struct {
	Folder   string                          `json:"folder"`
	Manifest *results.Manifest               `json:"manifest"`
	Figures  map[eval.Version]*tally.Figures `json:"figures"`

	// Reasons are why missions are unscored, with their counts.
	Reasons map[string]int `json:"-"`
	// Notes are for the user.
	Notes []string `json:"-"`
}

// Versions lists the versions by which the folder was judged, the strictest first.
func (s *Scored) Versions() []eval.Version {
	list := append(eval.Versions(), eval.Judged1, eval.Session1)
	slices.Reverse(list)
	return slices.DeleteFunc(list, func(v eval.Version) bool { return s.Figures[v] == nil })
}

// Main is the version whose faults are reported: it judges by rules.
func (s *Scored) Main() eval.Version {
	if s.Figures[eval.Session1] != nil {
		return eval.Session1
	}
	return eval.Strict2
}

// Reason is the most frequent of the Reasons; empty if there are none.
func (s *Scored) Reason() string {
	most := ""
	for _, r := range slices.Sorted(maps.Keys(s.Reasons)) {
		if most == "" || s.Reasons[r] > s.Reasons[most] {
			most = r
		}
	}
	return strings.TrimSuffix(most, ".")
}

// Score judges the predictions of folders in every version and writes verdicts and
// figures beside them. A judge is first asked about all texts on which it has no opinion;
// its earlier opinions count towards what it has spent.
//
// If there is a judge, the errors include those of [Model.Client] and [Model.Spend], and
// a [model.Error] that ends the work.
func Score(ctx context.Context, c ScoreConfig) ([]*Scored, error) {
	s := &sources{datasets: c.Datasets, toolsets: c.Toolsets, version: c.Version}
	if c.Judge != nil {
		if err := payBefore(c.Judge, c.Folders); err != nil {
			return nil, err
		}
	}
	var all []*Scored
	for _, folder := range c.Folders {
		one, err := s.judged(ctx, folder, c.Judge)
		if err != nil {
			return nil, err
		}
		one.Notes, s.notes = append(one.Notes, s.notes...), nil
		all = append(all, one)
	}
	return all, nil
}

// judged holds a folder and judges its predictions, after asking a judge if there is one.
func (s *sources) judged(ctx context.Context, folder string, judge *Model) (one *Scored, err error) {
	m, lock, err := hold(folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	silent := 0
	if judge != nil {
		if silent, err = s.think(ctx, folder, m, judge); err != nil {
			return nil, err
		}
	}
	if one, err = s.score(ctx, folder, m); err != nil {
		return nil, err
	}
	if silent > 0 {
		one.Notes = append(one.Notes, fmt.Sprintf("%s: the judge gave no opinion on %d of the texts; the rules judge these, and the same command asks the judge again", folder, silent))
	}
	return one, nil
}

// score judges the predictions of a folder, which is held, in every version.
func (s *sources) score(ctx context.Context, folder string, m *results.Manifest) (_ *Scored, err error) {
	digest, err := judgedDigest(ctx, folder, m)
	if err != nil {
		return nil, err
	}
	judges, err := judgesOf(folder, m)
	if err != nil {
		return nil, err
	}
	var sheets []*sheet
	defer func() {
		if err != nil {
			for _, s := range sheets {
				_ = s.file.Discard() // there is another error to be told
			}
		}
	}()
	for _, v := range judges {
		s, err := newSheet(folder, v)
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, s)
	}
	b := &batch{sheets: sheets, price: m.Price}
	if m.Run.Mode == results.SessionMode {
		src, err := s.of(ctx, folder, m)
		if err != nil {
			return nil, err
		}
		b.options = src.options
		if b.stages, err = s.stages(ctx, src.name); err != nil {
			return nil, err
		}
	}
	all := &Scored{Folder: folder, Manifest: m, Figures: map[eval.Version]*tally.Figures{}, Reasons: map[string]int{}}
	err = s.predictions(ctx, folder, m, func(t *eval.Task, p *eval.Prediction, _ []byte) error {
		if p.End == eval.Unscored {
			all.Reasons[prose.OneLine(p.Error)]++
		}
		return b.add(ctx, t, p)
	})
	if err == nil {
		err = b.flush(ctx)
	}
	if err != nil {
		return nil, err
	}
	written := map[eval.Version]string{}
	for _, s := range sheets {
		if all.Figures[s.version], err = s.finish(ctx, folder); err != nil {
			return nil, err
		}
		written[s.version] = hex.EncodeToString(s.sum.Sum(nil))
	}
	if m.Judged == digest && maps.Equal(m.Verdicts, written) {
		return all, nil
	}
	m.Judged, m.Verdicts = digest, written // once all verdicts are there
	return all, results.WriteManifest(folder, m)
}

// judgedDigest is the digest of everything that the verdicts depend on: the predictions,
// and the opinions of a judge.
func judgedDigest(ctx context.Context, folder string, m *results.Manifest) (string, error) {
	names := []string{results.PredictionsName}
	if m.Judge != "" {
		names = append(names, results.OpinionsName(m.Judge))
	}
	all := sha256.New()
	for _, name := range names {
		file := input.Named(filepath.Join(folder, name))
		_, hash, err := datasets.ContentDigest(ctx, file)
		if errors.Is(err, fs.ErrNotExist) && name != results.PredictionsName {
			return "", &Error{Trouble: OpinionsGone, Folder: folder, Judge: m.Judge, Message: fmt.Sprintf("%s: the file with the opinions of %s is missing", file, m.Judge)}
		}
		if err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%s %s\n", name, hash)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// versionJudge judges by a version; its judge is nil for sessions, which are replayed.
type versionJudge struct {
	version eval.Version
	judge   *judge.Judge
}

// judgesOf returns the versions by which a folder is judged: all that need no model, and
// that of a model whose opinions are there.
func judgesOf(folder string, m *results.Manifest) ([]versionJudge, error) {
	if m.Run.Mode == results.SessionMode {
		return []versionJudge{{version: eval.Session1}}, nil
	}
	var list []versionJudge
	for _, v := range eval.Versions() {
		j, err := judge.New(v)
		if err != nil {
			return nil, err
		}
		list = append(list, versionJudge{v, j})
	}
	if m.Judge == "" {
		return list, nil
	}
	known, err := readOpinions(folder, &m.Run, m.Judge)
	if err != nil {
		return nil, err
	}
	return append(list, versionJudge{eval.Judged1, judge.NewJudged(known.of)}), nil
}
