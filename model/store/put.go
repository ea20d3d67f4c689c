package store

import (
	"context"
	"fmt"

	"switchyard/model"
)

// The limits of a transaction, which bound how long others wait for it.
const (
	mostAnswers = 512
	mostBytes   = 8 << 20
)

// maxBody is the maximum size of a body in bytes. SQLite limits a row to a
// gigabyte.
const maxBody = 256 << 20

// waiting is an answer that waits to be written.
type waiting struct {
	key     model.Key
	about   model.About
	status  int
	took    int64
	size    int
	packing packing
	body    []byte
	taken   bool       // the key has an answer; set by the writer
	done    chan error // has room for one
}

// Put implements [model.Store]. A key keeps its first answer, so that processes
// that paid for the same request agree; the later ones get [model.ErrTaken]. If
// ctx ends while Put waits, the answer may or may not be stored.
func (s *Store) Put(ctx context.Context, key model.Key, about model.About, raw *model.Raw) error {
	if len(raw.Body) > maxBody {
		return &Error{Path: s.name, Message: fmt.Sprintf("an answer of %d bytes is too large to keep", len(raw.Body))}
	}
	w := &waiting{key: key, about: about, status: raw.Status, took: int64(raw.Took), size: len(raw.Body), done: make(chan error, 1)}
	w.about.Endpoint = place(about.Endpoint)
	// The caller compresses: there are many callers but only one writer.
	w.body, w.packing = s.pack.pack(raw.Body)
	select {
	case s.puts <- w:
	case <-s.closing:
		return s.failure(ctx, errClosed)
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// commitAll is the writer. It writes all waiting answers in one transaction, then
// those that arrived in the meantime. A transaction costs as much as many answers,
// so the more are waiting, the less each costs.
func (s *Store) commitAll() {
	defer close(s.ended)
	var batch []*waiting
	for {
		select {
		case w := <-s.puts:
			batch = s.gather(append(batch[:0], w))
		case <-s.closing:
			return
		}
		// No caller's context: one that stops waiting must not abort the answers
		// of others.
		err := patiently(context.Background(), func() error { return s.commit(context.Background(), batch) })
		if err != nil {
			err = explain(s.name, err)
		}
		for i, w := range batch {
			if err == nil && w.taken {
				w.done <- model.ErrTaken
			} else {
				w.done <- err
			}
			batch[i] = nil
		}
	}
}

// gather adds waiting answers to a batch up to its limits.
func (s *Store) gather(batch []*waiting) []*waiting {
	size := len(batch[0].body)
	for len(batch) < mostAnswers && size < mostBytes {
		select {
		case w := <-s.puts:
			batch = append(batch, w)
			size += len(w.body)
		default:
			return batch
		}
	}
	return batch
}

// commit writes a batch, all of it or nothing.
func (s *Store) commit(ctx context.Context, batch []*waiting) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	insert := tx.StmtContext(ctx, s.insert)
	now := s.now().UnixMilli()
	for _, w := range batch {
		result, err := insert.ExecContext(ctx, w.key[:], w.about.Endpoint, w.about.Model, w.about.Trace, w.about.Run,
			w.status, w.took, now, w.size, w.packing, w.body)
		if err != nil {
			return err
		}
		added, err := result.RowsAffected()
		if err != nil {
			return err
		}
		w.taken = added == 0
	}
	return tx.Commit()
}
