package gen

import (
	"runtime/metrics"
	"sync"
	"testing"
	"time"
)

// What one toolset or description may cost.
const (
	mostTime   = 40 * time.Second // of processors: 20 s on two of them
	mostMemory = 1 << 30
)

// watch measures from now on, memory every hundredth of a second, and reports when it is
// stopped if too much was used.
func watch(t *testing.T) (stop func()) {
	t.Helper()
	memory := func() uint64 {
		m := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
		metrics.Read(m)
		return m[0].Value.Uint64() + m[1].Value.Uint64()
	}
	start, most := cpuTime(), memory()
	done := make(chan struct{})
	var sampling sync.WaitGroup
	sampling.Go(func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				most = max(most, memory())
			}
		}
	})
	return func() {
		t.Helper()
		close(done)
		sampling.Wait()
		if used := cpuTime() - start; used > mostTime {
			t.Errorf("it took %v", used)
		}
		if most > mostMemory {
			t.Errorf("it used %d MB", most>>20)
		}
	}
}
