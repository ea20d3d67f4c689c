package datasets

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"sync"

	"golang.org/x/sync/semaphore"

	"switchyard/internal/caught"
	"switchyard/internal/input"
	"switchyard/internal/progress"
	"switchyard/out"
	"switchyard/proof"
)

// Source is a file of entries, one on each line. It may be compressed with gzip or zstd.
type Source struct {
	Path    string    // of the file, or [Stdin]
	Stdin   io.Reader // read if Path is [Stdin]
	Workers int       // lines that are processed at once; 0 means one for each processor
	// Prove makes [Each] prove native lines, and fail with a [*LineError] at the first that
	// does not hold.
	Prove bool

	begun io.ReadCloser // by Format; nil if there is nothing to go on with
}

// Check compares the file with what its folder says about it (see [StandingOf]). If it is
// not as it was written, tell is called, unless it is nil, and the source is proved.
func (s *Source) Check(tell func(*Change)) error {
	if s.Path == Stdin {
		return nil
	}
	standing, err := StandingOf(s.Path)
	if err != nil || standing.Changed == nil {
		return err
	}
	if s.Prove = true; tell != nil {
		tell(standing.Changed)
	}
	return nil
}

// open returns the content of the source.
func (s *Source) open(ctx context.Context) (io.ReadCloser, error) {
	if f := s.begun; f != nil {
		s.begun = nil
		return f, nil
	}
	if s.Path == Stdin {
		return input.New(ctx, s.Stdin), nil
	}
	return input.Open(ctx, s.Path)
}

// counter tells how far the reading of a source is.
func (s *Source) counter(ctx context.Context, doing string, f io.Reader) *progress.Counter {
	part := progress.Part{Doing: doing, Noun: "entries"}
	if sized, ok := f.(*input.Reader); ok {
		part.Bytes = sized.Size()
	}
	return progress.Begin(ctx, part)
}

// at gives an error the place of a line.
func (s *Source) at(number int, err error) error {
	if err == nil {
		return nil
	}
	return &LineError{Shown(s.Path), number, err}
}

// mostBroken is how many bytes of lines that are not JSON are read to find one that is.
const mostBroken = 16 << 20

// Format returns the name of the format of the first line that is JSON. If none of the
// lines in the first 16 MiB is, it returns native. Standard input, and a file that cannot
// be read twice, can still be read whole afterwards: once, and with the same context.
func (s *Source) Format(ctx context.Context) (string, error) {
	f, err := s.open(ctx)
	if err != nil {
		return "", err
	}
	var from io.Reader = f
	if s.again() {
		defer f.Close()
	} else {
		seen := new(bytes.Buffer)
		from = io.TeeReader(f, seen)
		defer func() { s.begun = &begun{io.MultiReader(seen, f), f} }()
	}
	for lines := out.NewLines(from, s.Path); lines.End() < mostBroken; {
		line, err := lines.Next()
		if err != nil { // whoever reads the whole file meets the error again
			break
		}
		if json.Valid(line) {
			return FormatOf(line), nil
		}
	}
	return out.Native().Name(), nil
}

// again reports whether the source can be read more than once.
func (s *Source) again() bool {
	if s.Path == Stdin {
		return false
	}
	info, err := os.Stat(s.Path)
	return err == nil && info.Mode().IsRegular()
}

// begun is content of which the beginning was read before.
type begun struct {
	io.Reader
	io.Closer
}

// Each reads the lines of a source. Several workers call look, once for each line. take
// gets the results in the order of the lines; it may keep line, and runs in the caller's
// goroutine. The first error ends the reading. An error of look becomes a [*LineError],
// which wraps a [*FormatError] if the line is not native. A torn last line is a
// [*out.TornError].
//
// The result says what was read: the path, the number of lines and their SHA-256. A source
// without lines is an [ErrEmpty].
func Each[T any](ctx context.Context, s Source, look func(line []byte) (T, error), take func(line []byte, number int, seen T) error) (Input, error) {
	sum := Input{Path: s.Path}
	f, err := s.open(ctx)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	type looked struct {
		line   []byte
		number int
		seen   T
		err    error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	look = viewing(look)
	if s.Prove {
		look = proving(look)
	}
	doing := "reading"
	if s.Prove {
		doing = "proving"
	}
	counter := s.counter(ctx, doing, f)
	defer counter.End()
	var (
		first  error
		digest = sha256.New()
		lines  = out.NewLines(io.TeeReader(f, digest), Shown(s.Path))
	)
	err = inOrder(ctx, s.Workers, func() ([]byte, int, error) {
		line, err := lines.Next()
		return line, lines.Line(), err
	}, func(line []byte, number int) looked {
		l := looked{line: line, number: number}
		if l.seen, l.err = look(line); l.err != nil {
			l.err = s.at(number, notNative(line, l.err))
		}
		return l
	}, func(l looked) {
		if first == nil {
			if first = l.err; first == nil {
				first = take(l.line, l.number, l.seen)
			}
			sum.Entries++
			counter.Add(1)
			counter.Read(len(l.line) + len("\n"))
		}
		if first != nil {
			cancel()
		}
	})
	sum.SHA256 = hex.EncodeToString(digest.Sum(nil))
	if first == nil && err == nil && sum.Entries == 0 {
		err = about(Shown(s.Path), ErrEmpty)
	}
	return sum, cmp.Or(first, err)
}

// proving proves native lines after looking at them.
func proving[T any](look func(line []byte) (T, error)) func(line []byte) (T, error) {
	prover := proof.New()
	return func(line []byte) (T, error) {
		seen, err := look(line)
		if err != nil {
			return seen, err
		}
		var problems []proof.Problem
		switch FormatOf(line) {
		case Sessions:
			_, problems = prover.SessionBytes(line)
		case out.Native().Name():
			_, problems = prover.Bytes(line)
		}
		if len(problems) > 0 {
			err = errors.New(problems[0].String())
		}
		return seen, err
	}
}

// reread reads the lines of a source again, with the ids of their entries. It fails
// with [ErrChanged] if they are not those that were read before.
func reread(ctx context.Context, s Source, before Input, take func(line []byte, id string) error) error {
	s.Prove = false // it was proved, if necessary
	again, err := Each(ctx, s, func(line []byte) (string, error) { return IDOf(line), nil },
		func(line []byte, _ int, id string) error { return take(line, id) })
	if err == nil && again != before {
		err = about(s.Path, ErrChanged)
	}
	return err
}

// notNative is the error of a line that could not be read as a native entry.
func notNative(line []byte, err error) error {
	var (
		known *FormatError
		read  *mmtbError
	)
	if is := FormatOf(line); is != out.Native().Name() && !errors.As(err, &known) && !errors.As(err, &read) {
		return &FormatError{Is: is, Want: out.Native().Name()}
	}
	return err
}

// mostAhead is the number of bytes of lines that are in work or wait for their turn, with
// any number of workers. It limits memory, because the result of a line may be twenty times
// as long. A longer line is processed alone.
const mostAhead = 2 << 20

// inOrder passes the lines of a file to workers, and their results to take, in the order of
// the lines. next returns a line, which is valid until the next call, and its number. An
// error of next ends the file, and is returned unless it is [io.EOF]. Only a few lines are
// in memory at once, with at most mostAhead bytes. take runs in the caller's goroutine. If
// workers is 0, there is one for each processor.
func inOrder[T any](ctx context.Context, workers int, next func() (line []byte, number int, err error), work func(line []byte, number int) T, take func(T)) error {
	type result struct {
		made T
		err  error // a panic
	}
	type job struct {
		line   []byte
		number int
		done   chan result
	}
	work1 := func(j job) (r result) {
		defer caught.As(&r.err, func() string { return "line " + strconv.Itoa(j.number) })
		r.made = work(j.line, j.number)
		return r
	}
	workers = cmp.Or(workers, runtime.GOMAXPROCS(0))
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	jobs := make(chan job)             // for whichever worker is free
	order := make(chan job, 4*workers) // the same ones, for the caller
	failed := make(chan error, 1)      // why reading ended
	room := semaphore.NewWeighted(mostAhead)
	weight := func(line []byte) int64 { return min(int64(len(line)), mostAhead) }
	following := func() (line []byte, number int, err error) {
		defer caught.As(&err, func() string { return "reading the lines" })
		return next()
	}
	wg.Go(func() {
		defer close(jobs)
		defer close(order)
		for {
			line, number, err := following()
			if err == nil {
				err = room.Acquire(ctx, weight(line))
			}
			if err != nil {
				failed <- err
				return
			}
			j := job{bytes.Clone(line), number, make(chan result, 1)}
			for _, to := range []chan job{order, jobs} {
				select {
				case to <- j:
				case <-ctx.Done():
					failed <- ctx.Err()
					return
				}
			}
		}
	})
	for range workers {
		wg.Go(func() {
			for j := range jobs {
				j.done <- work1(j)
			}
		})
	}
	for j := range order {
		select {
		case r := <-j.done:
			if r.err != nil {
				return r.err
			}
			take(r.made)
			room.Release(weight(j.line))
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := <-failed; !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
