//go:build unix

package imports

import (
	"os/exec"
	"syscall"
)

// inGroup puts the program and what it starts into a group of their own.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group. It may be gone already.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
