package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/internal/caught"
)

// A panic is told in a line, its stack goes into a log file that the hint names, and the
// command exits with 1 although it went on.
func TestFaultsAreTold(t *testing.T) {
	broken := func(what string) error {
		return caught.Do(func() string { return what }, func() error {
			panic("out of\ncheese")
		})
	}
	cache := t.TempDir()
	for _, tt := range []struct {
		name  string
		env   string
		ended bool // the last panic ended the command
		want  []string
	}{
		{"an entry", "XDG_CACHE_HOME=" + cache, false,
			[]string{"error: a fault in switchyard: entry a: out of cheese\n", "  and 1 more like it\n", "hint: please report it, with " + filepath.Join(cache, "switchyard", "faults.log")}},
		{"the command", "XDG_CACHE_HOME=" + cache, true,
			[]string{"error: a fault in switchyard: entry a: out of cheese\n", "  and 2 more like it\n"}},
		{"no cache folder", "X=", false,
			[]string{"error: a fault in switchyard: entry a: ", "fault_test.go:", "hint: please report it, with the lines above\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			c := newConsole(nil, []string{tt.env}, nil, &stdout, &stderr)
			c.fault(broken("entry a"))
			c.fault(broken("entry b"))
			c.fault(errors.New("something else"))
			var err error
			if tt.ended {
				err = broken("the command")
			}
			if code := c.finish(t.Context(), err); code != exitFound {
				t.Errorf("exit code %d", code)
			}
			for _, want := range tt.want {
				if !strings.Contains(stderr.String(), want) {
					t.Errorf("%q is not in\n%s", want, &stderr)
				}
			}
			if strings.Count(stderr.String(), "hint:") != 1 || stdout.Len() > 0 {
				t.Errorf("%s%s", &stdout, &stderr)
			}
		})
	}
	log, err := os.ReadFile(filepath.Join(cache, "switchyard", "faults.log"))
	if err != nil || strings.Count(string(log), "fault_test.go:") < 5 || !strings.Contains(string(log), "entry b: out of cheese\ngoroutine ") {
		t.Errorf("%v: %s", err, log)
	}
	var stdout, stderr bytes.Buffer
	c := newConsole(nil, nil, nil, &stdout, &stderr)
	if code := c.finish(t.Context(), nil); code != exitOK || stderr.Len() > 0 {
		t.Errorf("without a fault: %d, %s", code, &stderr)
	}
}
