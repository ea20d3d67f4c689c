//go:build windows

package mcp

import (
	"os/exec"

	"golang.org/x/sys/windows"
)

// processGroup is a program and what it starts: a job of Windows.
type processGroup struct{ job windows.Handle }

// prepare is called before the program is started. Here it does nothing.
func (g *processGroup) prepare(*exec.Cmd) {}

// started puts the program into a job of its own; what it starts from now on is
// in it, too. Where there can be no job, only the program itself is killed.
func (g *processGroup) started(cmd *exec.Cmd) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	refused := error(nil)
	err = cmd.Process.WithHandle(func(process uintptr) {
		refused = windows.AssignProcessToJobObject(job, windows.Handle(process))
	})
	if err != nil || refused != nil {
		_ = windows.CloseHandle(job)
		return
	}
	g.job = job
}

// kill ends the group. It may be gone already. It is called once.
func (g *processGroup) kill(cmd *exec.Cmd) {
	if g.job == 0 {
		_ = cmd.Process.Kill()
		return
	}
	_ = windows.TerminateJobObject(g.job, 1)
	_ = windows.CloseHandle(g.job)
}
