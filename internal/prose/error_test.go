package prose

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

func TestError(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9}
	refused := &net.OpError{Op: "dial", Net: "tcp", Addr: at, Err: &os.SyscallError{Syscall: "connect", Err: syscall.ECONNREFUSED}}
	missing := &fs.PathError{Op: "open", Path: "a/b", Err: syscall.ENOENT}
	_, number := strconv.Atoi("x1")
	_, large := strconv.ParseInt("99999999999999999999", 10, 64)
	for _, c := range []struct {
		err         error
		want, cause string // cause is empty if it is the same
	}{
		{errors.New("a plain\nerror"), "a plain error", ""},
		{missing, "a/b: no such file or folder", "no such file or folder"},
		{fmt.Errorf("the prices: %w", missing), "the prices: a/b: no such file or folder", "no such file or folder"},
		{errors.Join(missing, io.EOF), "a/b: no such file or folder it ends too early", "no such file or folder"},
		{&fs.PathError{Op: "statat", Path: "etc/passwd", Err: errors.New("path escapes from parent")}, "etc/passwd: cannot be used: it leads out of the folder", "cannot be used: it leads out of the folder"},
		{&fs.PathError{Op: "openat", Path: "x", Err: syscall.EIO}, "x: cannot be opened: input/output error", "cannot be opened: input/output error"},
		{&fs.PathError{Op: "mkdirat", Path: "x", Err: syscall.EIO}, "x: cannot be written: input/output error", "cannot be written: input/output error"},
		{&fs.PathError{Op: "read", Path: "x", Err: syscall.EISDIR}, "x: is a folder, not a file", "is a folder, not a file"},
		{&os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.EROFS}, "b: the file system is read-only", ""},
		{fmt.Errorf("stopped: %w", context.Canceled), "stopped: it was interrupted", ""},
		{context.DeadlineExceeded, "it took too long", ""},
		{fmt.Errorf("x.jsonl:3: %w", io.ErrUnexpectedEOF), "x.jsonl:3: it ends too early", ""},
		{number, `"x1" is not a number`, ""},
		{large, "the number 99999999999999999999 is too large", ""},
		{json.Unmarshal([]byte("{"), new(int)), "not JSON: the document ends too early", ""},
		{fmt.Errorf("not an entry: %w", json.Unmarshal([]byte(`{"a": "x"}`), &struct {
			A struct{} `json:"a"`
		}{})), "not an entry: /a: must be an object, is a string", ""},
		{refused, "nothing answers at 127.0.0.1:9", ""},
		{&url.Error{Op: "Get", URL: "http://127.0.0.1:9/?key=secret", Err: refused}, "nothing answers at 127.0.0.1:9", ""},
		{&url.Error{Op: "Get", URL: "http://h/", Err: io.EOF}, "the connection ended before there was an answer", ""},
		{&url.Error{Op: "Get", URL: "http://h/", Err: context.DeadlineExceeded}, "it took too long", ""},
		{&net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "nowhere.invalid", IsNotFound: true}}, "no host is called nowhere.invalid", ""},
		{&net.OpError{Op: "read", Net: "tcp", Addr: at, Err: os.ErrDeadlineExceeded}, "127.0.0.1:9 does not answer in time", ""},
		{&net.OpError{Op: "read", Net: "tcp", Addr: at, Err: &os.SyscallError{Syscall: "read", Err: syscall.ECONNRESET}}, "no connection with 127.0.0.1:9: the other side broke the connection off", ""},
	} {
		if got := Error(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
		if c.cause == "" {
			c.cause = c.want
		}
		if got := Cause(c.err); got != c.cause {
			t.Errorf("the cause of %v: %q, want %q", c.err, got, c.cause)
		}
	}
	// As the system makes them.
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := root.Stat("../x"); Error(err) != "../x: cannot be used: it leads out of the folder" {
		t.Errorf("%v: %q", err, Error(err))
	}
	name := filepath.Join(t.TempDir(), "no", "file")
	if _, err := os.ReadFile(name); Error(err) != name+": no such file or folder" {
		t.Errorf("%v: %q", err, Error(err))
	}
}
