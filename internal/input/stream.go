package input

import (
	"context"
	"io"
	"io/fs"
	"os"
	"sync"
)

// patiently opens a file. Opening what is no regular file can take for ever: a named pipe
// waits for somebody who writes. If the context ends before that, the file is closed as
// soon as it is open.
func patiently(ctx context.Context, info fs.FileInfo, name string) (*os.File, error) {
	if info.Mode().IsRegular() {
		return os.Open(name)
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened)
	go func() {
		f, err := os.Open(name)
		select {
		case done <- opened{f, err}:
		case <-ctx.Done():
			if err == nil {
				_ = f.Close() // nothing was written
			}
		}
	}()
	select {
	case o := <-done:
		return o.f, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// isRegular reports whether a reader is a file on a disk, which answers at once.
func isRegular(from io.Reader) bool {
	f, ok := from.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// stream reads another reader in a goroutine, so that reading can end before the other
// one answers. It asks the other one for no more than is needed.
type stream struct {
	ctx     context.Context
	asked   chan struct{}
	answers chan answer
	end     func()
	rest    answer
}

type answer struct {
	data []byte // valid until the next question
	err  error
}

// mostAsked is how much is read at once.
const mostAsked = 64 << 10

func newStream(ctx context.Context, from io.Reader) *stream {
	s := &stream{ctx: ctx, asked: make(chan struct{}), answers: make(chan answer)}
	ended := make(chan struct{})
	s.end = sync.OnceFunc(func() { close(ended) })
	go func() {
		buf := make([]byte, mostAsked)
		for {
			select {
			case <-s.asked:
			case <-ended:
				return
			case <-ctx.Done():
				return
			}
			n, err := from.Read(buf)
			select {
			case s.answers <- answer{buf[:n], err}:
			case <-ended:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	return s
}

// Read implements [io.Reader].
func (s *stream) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if len(s.rest.data) == 0 && s.rest.err == nil {
		select {
		case s.asked <- struct{}{}:
		case <-s.ctx.Done():
			return 0, s.ctx.Err()
		}
		select {
		case s.rest = <-s.answers:
		case <-s.ctx.Done():
			return 0, s.ctx.Err()
		}
	}
	n := copy(p, s.rest.data)
	if s.rest.data = s.rest.data[n:]; len(s.rest.data) > 0 {
		return n, nil
	}
	return n, s.rest.err
}

// Close ends the goroutine. If it waits for an answer, it ends when that comes.
func (s *stream) Close() error {
	s.end()
	return nil
}
