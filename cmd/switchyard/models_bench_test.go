package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"switchyard/model/mock"
)

// BenchmarkModelRun makes b.N entries of two missions, with the user, the
// planner and the AI on models, by a process of its own:
//
//	go test ./cmd/switchyard -run '^$' -bench ModelRun -benchtime 20000x -timeout 1h
//
// %endpoint is the share of in-flight × time that requests spent on the
// endpoint, as usage.json accounts for it; MB-early and MB-late are the means
// of resident memory over the second and the last tenth of the run (Linux).
func BenchmarkModelRun(b *testing.B) {
	for _, limits := range []struct {
		latency  time.Duration
		inFlight int
	}{{0, 64}, {50 * time.Millisecond, 256}, {time.Second, 256}} {
		b.Run(fmt.Sprintf("latency=%v/in-flight=%d", limits.latency, limits.inFlight), func(b *testing.B) {
			r := rehearseRun(b, mock.Config{Latency: limits.latency}, "--missions", "2", "--per-path", strconv.Itoa(b.N/16+1), "--limit", strconv.Itoa(b.N),
				"--role", "user=m", "--role", "planner=m", "--role", "ai=m")
			r.url = listen(b, r.Server) // nothing is recorded
			cmd := exec.Command("switchyard", r.args("run", "--quiet", "--in-flight", strconv.Itoa(limits.inFlight))...)
			cmd.Env = append(os.Environ(), r.env()...)
			cmd.Stderr = os.Stderr
			if err := cmd.Start(); err != nil {
				b.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			var resident []float64 // MB, ten times a second
			for running := true; running; {
				select {
				case err := <-ended:
					if err != nil {
						b.Fatal(err)
					}
					running = false
				case <-time.After(100 * time.Millisecond):
					if mb, ok := residentMB(cmd.Process.Pid); ok {
						resident = append(resident, mb)
					}
				}
			}
			var onEndpoint time.Duration
			calls := 0
			for _, u := range usageIn(b, filepath.Join(r.dir, "run")) {
				onEndpoint += u.Endpoint
				calls += u.Calls
			}
			took := b.Elapsed()
			b.ReportMetric(100*onEndpoint.Seconds()/(took.Seconds()*float64(limits.inFlight)), "%endpoint")
			b.ReportMetric(float64(calls)/took.Seconds(), "calls/s")
			if n := len(resident); n >= 10 {
				b.ReportMetric(mean(resident[n/10:n/5]), "MB-early")
				b.ReportMetric(mean(resident[n-n/10:]), "MB-late")
				b.ReportMetric(slices.Max(resident), "MB-most")
			}
		})
	}
}

// residentMB reads the resident memory of a process, where the system tells.
func residentMB(pid int) (mb float64, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.ParseFloat(fields[1], 64)
	return pages * float64(os.Getpagesize()) / 1e6, err == nil
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}
