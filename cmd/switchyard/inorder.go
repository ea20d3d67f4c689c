package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"

	"golang.org/x/sync/semaphore"
)

// mostAhead is how many bytes of lines are worked on, or wait for their turn, at
// once, however many workers there are: what is made of a line may be twenty times
// as long. A longer line is worked on alone.
const mostAhead = 2 << 20

// inOrder hands the lines of a file to a number of workers, and what they make
// of them to take, in the order of the lines. next gives a line, which is only
// valid until it is called again, and its number; its error ends the file, and
// is returned unless it is [io.EOF]. Only a few lines are in memory at once, of no
// more than mostAhead bytes together. take runs in the goroutine of the caller.
func inOrder[T any](ctx context.Context, workers int, next func() (line []byte, number int, err error), work func(line []byte, number int) T, take func(T)) error {
	type job struct {
		line   []byte
		number int
		done   chan T
	}
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	jobs := make(chan job)             // for whichever worker is free
	order := make(chan job, 4*workers) // the same ones, for the caller
	failed := make(chan error, 1)      // why next ended
	room := semaphore.NewWeighted(mostAhead)
	weight := func(line []byte) int64 { return min(int64(len(line)), mostAhead) }
	wg.Go(func() {
		defer close(jobs)
		defer close(order)
		for {
			line, number, err := next()
			if err != nil {
				failed <- err
				return
			}
			if err := room.Acquire(ctx, weight(line)); err != nil {
				failed <- err
				return
			}
			j := job{bytes.Clone(line), number, make(chan T, 1)}
			select {
			case order <- j:
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
			select {
			case jobs <- j:
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			}
		}
	})
	for range workers {
		wg.Go(func() {
			for j := range jobs {
				j.done <- work(j.line, j.number)
			}
		})
	}
	for j := range order {
		select {
		case made := <-j.done:
			take(made)
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
