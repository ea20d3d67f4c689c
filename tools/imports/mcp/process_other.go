//go:build !unix && !windows

package mcp

import "os/exec"

// processGroup is a program. What it starts cannot be found here.
type processGroup struct{}

func (processGroup) prepare(*exec.Cmd) {}

func (processGroup) started(*exec.Cmd) {}

// kill ends the program. It may be gone already.
func (processGroup) kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
