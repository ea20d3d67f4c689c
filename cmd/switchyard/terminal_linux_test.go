package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// openTerminal gives the two ends of a pseudo-terminal.
func openTerminal(t *testing.T) (screen, terminal *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { screen.Close() })
	control := func(request uintptr, value *uint32) {
		t.Helper()
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, screen.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Skip(errno)
		}
	}
	var number, unlock uint32
	control(syscall.TIOCGPTN, &number)
	control(syscall.TIOCSPTLCK, &unlock)
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	return screen, terminal
}

// shown runs the command line on a terminal and gives what was printed.
func shown(t *testing.T, env []string, args ...string) (code int, text string) {
	t.Helper()
	screen, terminal := openTerminal(t)
	read := make(chan string)
	go func() {
		data, _ := io.ReadAll(screen) // ends with an error when the terminal is closed
		read <- string(data)
	}()
	code = Run(t.Context(), args, env, strings.NewReader(""), terminal, terminal)
	terminal.Close()
	return code, <-read
}

func TestTerminal(t *testing.T) {
	const red, bold = "\x1b[31m", "\x1b[1m"
	file := filepath.Join(t.TempDir(), "entries.jsonl")
	if err := os.WriteFile(file, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	generate := []string{"generate", "--toolset", "travel/flight_inquiry", "--missions", "1", "--limit", "70", "--out"}
	tests := []struct {
		name     string
		env      []string
		args     []string
		want     []string
		unwanted []string
	}{
		{"colours", []string{"TERM=xterm"}, []string{"verify", file}, []string{red}, nil},
		{"NO_COLOR", []string{"TERM=xterm", "NO_COLOR=1"}, []string{"verify", file}, nil, []string{"\x1b"}},
		{"dumb terminal", []string{"TERM=dumb"}, []string{"verify", file}, nil, []string{"\x1b"}},
		{"progress", []string{"TERM=xterm"}, append(generate, t.TempDir()+"/a"), []string{"accepted, 0 rejected of 70", bold}, nil},
		{"progress when quiet", []string{"TERM=xterm"}, append(generate, t.TempDir()+"/b", "--quiet"), nil, []string{"accepted", "70"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, text := shown(t, test.env, test.args...)
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in %q", want, text)
				}
			}
			for _, unwanted := range test.unwanted {
				if strings.Contains(text, unwanted) {
					t.Errorf("%q is in %q", unwanted, text)
				}
			}
		})
	}
}
