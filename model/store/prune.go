package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// PruneOptions choose the answers that match all options that are set. At least
// one must be set.
type PruneOptions struct {
	OlderThan time.Time // stored before then
	Endpoint  string    // of this endpoint
	Model     string    // of this model
	All       bool      // everything, also what is known of endpoints; not with other choices
	DryRun    bool      // count, and remove nothing
}

// Pruned says what was removed.
type Pruned struct {
	Answers int   `json:"answers"`
	Bytes   int64 `json:"bytes"`       // size of the bodies as they came
	Freed   int64 `json:"freed_bytes"` // by how much the files became smaller
}

// The errors of [Store.Prune] for contradictory or missing options.
var (
	ErrNoChoice  = errors.New("nothing says what to remove")
	ErrAllOrSome = errors.New("all answers and some answers cannot both be chosen")
)

// Answers are removed in small steps, so that other processes can work in between.
const (
	pruneAnswers = 500 // looked at in one transaction
	prunePages   = 500 // given back in one transaction
)

// where returns the SQL condition for the chosen answers, with its arguments.
func (o *PruneOptions) where() (string, []any, error) {
	var (
		conditions []string
		args       []any
	)
	choose := func(chosen bool, condition string, values ...any) {
		if chosen {
			conditions = append(conditions, condition)
			args = append(args, values...)
		}
	}
	choose(!o.OlderThan.IsZero(), "created < ?", o.OlderThan.UnixMilli())
	choose(o.Endpoint != "", "endpoint = ?", place(o.Endpoint))
	choose(o.Model != "", "model = ?", o.Model)
	switch {
	case o.All && len(conditions) > 0:
		return "", nil, ErrAllOrSome
	case o.All:
		return "true", nil, nil
	case len(conditions) == 0:
		return "", nil, ErrNoChoice
	}
	return strings.Join(conditions, " AND "), args, nil
}

// Prune removes answers and frees their space. Others may use the store at the
// same time. If it fails or ctx ends, it returns what was removed so far together
// with the error, and Prune may be called again to continue.
func (s *Store) Prune(ctx context.Context, o PruneOptions) (Pruned, error) {
	var pruned Pruned
	where, args, err := o.where()
	if err != nil {
		return pruned, err
	}
	if o.DryRun {
		err := s.read.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(size), 0) FROM answer WHERE "+where, args...).Scan(&pruned.Answers, &pruned.Bytes)
		if err != nil {
			return Pruned{}, s.failure(ctx, err)
		}
		return pruned, nil
	}
	before := s.onDisk()
	if err := s.remove(ctx, where, args, &pruned); err != nil {
		return pruned, s.failure(ctx, err)
	}
	if o.All {
		if err := s.exec(ctx, "DELETE FROM mode"); err != nil {
			return pruned, s.failure(ctx, err)
		}
	}
	if err := s.giveBack(ctx); err != nil {
		return pruned, s.failure(ctx, err)
	}
	pruned.Freed = max(0, before-s.onDisk())
	return pruned, nil
}

// remove deletes the answers that match a condition, from first to last.
func (s *Store) remove(ctx context.Context, where string, args []any, pruned *Pruned) error {
	for done := int64(-1); ; {
		var to sql.NullInt64
		err := s.read.QueryRowContext(ctx, "SELECT max(id) FROM (SELECT id FROM answer WHERE id > ? ORDER BY id LIMIT ?)", done, pruneAnswers).Scan(&to)
		if err != nil || !to.Valid {
			return err
		}
		start := time.Now()
		var answers int
		var bytes int64
		err = patiently(ctx, func() (err error) {
			answers, bytes, err = s.removeSome(ctx, where, append([]any{done, to.Int64}, args...))
			return err
		})
		if err != nil {
			return err
		}
		pruned.Answers += answers
		pruned.Bytes += bytes
		done = to.Int64
		if err := yield(ctx, time.Since(start)); err != nil {
			return err
		}
	}
}

func (s *Store) removeSome(ctx context.Context, where string, args []any) (answers int, bytes int64, err error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, 0, err
	}
	defer tx.Rollback() // does nothing after Commit
	rows, err := tx.QueryContext(ctx, "DELETE FROM answer WHERE id > ? AND id <= ? AND "+where+" RETURNING size", args...)
	if err != nil {
		return 0, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var size int64
		if err := rows.Scan(&size); err != nil {
			return 0, 0, err
		}
		answers++
		bytes += size
	}
	if err := rows.Err(); err != nil {
		return 0, 0, err
	}
	if err := rows.Close(); err != nil {
		return 0, 0, err
	}
	return answers, bytes, tx.Commit()
}

// giveBack frees the unused pages of the file.
func (s *Store) giveBack(ctx context.Context) error {
	for last := -1; ; {
		var free int
		if err := s.write.QueryRowContext(ctx, "PRAGMA freelist_count").Scan(&free); err != nil {
			return err
		}
		if free == 0 || free == last {
			break
		}
		last = free
		start := time.Now()
		if err := s.exec(ctx, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", prunePages)); err != nil {
			return err
		}
		if err := yield(ctx, time.Since(start)); err != nil {
			return err
		}
	}
	// Move the log into the file and truncate it. Nobody can write while this
	// waits for readers of the log, so it is tried only once; otherwise the next
	// writer does it.
	var busy, log, moved int
	return s.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &moved)
}

// yield lets others have the lock for as long as it was held.
func yield(ctx context.Context, held time.Duration) error {
	select {
	case <-time.After(min(held, 50*time.Millisecond)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
