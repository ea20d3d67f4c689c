package wholefile_test

import (
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"switchyard/internal/wholefile"
)

func TestHold(t *testing.T) {
	folder := t.TempDir()
	one, err := wholefile.Hold(folder)
	if err != nil {
		t.Fatal(err)
	}
	var busy *wholefile.BusyError
	if _, err := wholefile.Hold(folder); !errors.As(err, &busy) || busy.Folder != folder {
		t.Errorf("a second one: %v", err)
	}
	if err := one.Release(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := wholefile.Hold(folder + "/no"); !os.IsNotExist(err) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// TestHoldAtOnce has many take and release a folder, while never two have it.
func TestHoldAtOnce(t *testing.T) {
	folder := t.TempDir()
	var (
		wg     sync.WaitGroup
		inside atomic.Int32
		took   atomic.Int32
	)
	for range 8 {
		wg.Go(func() {
			for range 300 {
				lock, err := wholefile.Hold(folder)
				if busy := (*wholefile.BusyError)(nil); errors.As(err, &busy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				took.Add(1)
				if inside.Add(1) != 1 {
					t.Error("two have it")
				}
				inside.Add(-1)
				if err := lock.Release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if took.Load() == 0 {
		t.Error("nobody ever had it")
	}
}
