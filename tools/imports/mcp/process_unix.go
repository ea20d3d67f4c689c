//go:build unix

package mcp

import (
	"os/exec"
	"syscall"
)

// processGroup is a program and what it starts: a group of processes.
type processGroup struct{}

// prepare is called before the program is started: it will lead a group.
func (processGroup) prepare(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// started is called once the program runs. Here it does nothing.
func (processGroup) started(*exec.Cmd) {}

// kill ends the group. It may be gone already.
func (processGroup) kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
