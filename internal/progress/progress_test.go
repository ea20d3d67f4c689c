package progress_test

import (
	"context"
	"testing"

	"switchyard/internal/progress"
)

// log notes what a watcher is told.
type log struct{ begun, ended []*progress.Counter }

func (l *log) Begin(c *progress.Counter) { l.begun = append(l.begun, c) }
func (l *log) End(c *progress.Counter)   { l.ended = append(l.ended, c) }

func TestCounter(t *testing.T) {
	nobody := progress.Begin(context.Background(), progress.Part{Total: 3})
	nobody.Add(1)
	nobody.Read(1)
	nobody.End()
	if nobody != nil {
		t.Error("there is a counter, and nobody watches")
	}
	for name, test := range map[string]struct {
		part        progress.Part
		done, bytes int
		total       int64
	}{
		"known total":      {progress.Part{Total: 30}, 10, 0, 30},
		"unknown":          {progress.Part{}, 10, 500, 0},
		"by bytes":         {progress.Part{Bytes: 4000}, 10, 1000, 40},
		"nothing read":     {progress.Part{Bytes: 4000}, 0, 0, 0},
		"the file grew":    {progress.Part{Bytes: 4000}, 10, 8000, 10},
		"total over bytes": {progress.Part{Total: 12, Bytes: 4000}, 10, 1000, 12},
	} {
		w := &log{}
		c := progress.Begin(progress.With(t.Context(), w), test.part)
		c.Add(test.done)
		c.Read(test.bytes)
		if done, total := c.Far(); done != int64(test.done) || total != test.total {
			t.Errorf("%s: %d of %d", name, done, total)
		}
		if c.End(); len(w.begun) != 1 || len(w.ended) != 1 || w.ended[0] != c {
			t.Errorf("%s: told %v", name, w)
		}
	}
}
