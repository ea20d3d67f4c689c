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
	"strconv"
	"strings"
	"syscall"

	"switchyard/internal/jsontext"
)

// Error says why something failed, on one line and in words for people. It is the text of
// the error, except for the parts that come from Go's libraries, which speak to
// programmers: "open x: no such file or directory", "json: cannot unmarshal …", "context
// canceled", "EOF".
func Error(err error) string { return OneLine(translated(err)) }

// Cause is [Error] without the path of a file: for a message that has named the file
// already.
func Cause(err error) string {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return OneLine(ofFile(path.Op, path.Err))
	}
	return Error(err)
}

// translated puts words into the place of what the libraries say, the outermost first.
func translated(err error) string {
	if words := words(err); words != "" {
		return words
	}
	text := err.Error()
	switch wrapper := err.(type) {
	case interface{ Unwrap() error }:
		if inner := wrapper.Unwrap(); inner != nil {
			text = replaced(text, inner)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range wrapper.Unwrap() {
			text = replaced(text, inner)
		}
	}
	return text
}

// replaced translates an error within the text of the one around it.
func replaced(text string, inner error) string {
	said := inner.Error()
	if said == "" {
		return text
	}
	return strings.Replace(text, said, translated(inner), 1)
}

// words returns the words for an error of a library; empty for any other. It looks only
// at the error itself.
func words(err error) string {
	switch e := err.(type) {
	case *fs.PathError:
		return e.Path + ": " + ofFile(e.Op, e.Err)
	case *os.LinkError:
		return e.New + ": " + ofFile(e.Op, e.Err)
	case *os.SyscallError:
		return translated(e.Err)
	case syscall.Errno:
		return trouble(e)
	case *json.UnmarshalTypeError:
		return jsontext.Words(e)
	case *json.SyntaxError:
		return "not JSON: " + jsontext.Words(e)
	case *strconv.NumError:
		if errors.Is(e.Err, strconv.ErrRange) {
			return fmt.Sprintf("the number %s is too large", e.Num)
		}
		return fmt.Sprintf("%q is not a number", e.Num)
	case *url.Error: // without the address, which may hold a key
		if errors.Is(e.Err, io.EOF) {
			return "the connection ended before there was an answer"
		}
		return translated(e.Err)
	case *net.OpError:
		return ofNetwork(e)
	case *net.DNSError:
		if e.IsTimeout {
			return "the address of " + e.Name + " could not be looked up in time"
		}
		return "no host is called " + e.Name
	}
	switch err {
	case context.Canceled:
		return "it was interrupted"
	case context.DeadlineExceeded, os.ErrDeadlineExceeded:
		return "it took too long"
	case io.EOF, io.ErrUnexpectedEOF:
		return "it ends too early"
	case fs.ErrNotExist, fs.ErrPermission:
		return trouble(err)
	}
	return ""
}

// troubles are the errors of the system that have words of their own.
var troubles = []struct {
	err   error
	words string
}{
	{fs.ErrNotExist, "no such file or folder"},
	{fs.ErrPermission, "permission denied"},
	{syscall.EROFS, "the file system is read-only"},
	{syscall.ENOTDIR, "a part of the path is a file, not a folder"},
	{syscall.EISDIR, "is a folder, not a file"},
	{syscall.ENOSPC, "the disk is full"},
	{syscall.ENAMETOOLONG, "the name is too long"},
	{syscall.ECONNREFUSED, "nothing answers there"},
	{syscall.ECONNRESET, "the other side broke the connection off"},
	{syscall.EPIPE, "the other side broke the connection off"},
}

// trouble returns the words for an error of the system; empty if it has none of its own.
func trouble(err error) string {
	for _, t := range troubles {
		if errors.Is(err, t.err) {
			return t.words
		}
	}
	return ""
}

// ofFile says what is the trouble with a file, after its path.
func ofFile(op string, err error) string {
	if words := trouble(err); words != "" {
		return words
	}
	what := "used"
	switch op = strings.TrimSuffix(op, "at"); op {
	case "open", "read", "rename", "remove", "lock":
		what = map[string]string{"open": "opened", "read": "read", "rename": "renamed", "remove": "removed", "lock": "locked"}[op]
	case "write", "sync", "close", "truncate", "mkdir":
		what = "written"
	}
	why := translated(err)
	if why == "path escapes from parent" { // of an os.Root, which does not export it
		why = "it leads out of the folder"
	}
	return "cannot be " + what + ": " + why
}

// ofNetwork says what is the trouble with a connection.
func ofNetwork(e *net.OpError) string {
	var unknown *net.DNSError
	switch {
	case errors.As(e.Err, &unknown):
		return translated(unknown)
	case e.Addr == nil:
		return translated(e.Err)
	case e.Timeout():
		return e.Addr.String() + " does not answer in time"
	case errors.Is(e.Err, syscall.ECONNREFUSED):
		return "nothing answers at " + e.Addr.String()
	}
	return "no connection with " + e.Addr.String() + ": " + translated(e.Err)
}
