//go:build !unix

package imports

import "os/exec"

// inGroup does nothing: here only the program itself can be ended.
func inGroup(*exec.Cmd) {}

// killGroup kills the program. It may be gone already.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
