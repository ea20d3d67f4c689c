package store

import (
	"context"
	"errors"

	"switchyard/internal/prose"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// Error says what is wrong with a store.
type Error struct {
	Path    string // of the file
	Message string // what is wrong
	Hint    string // what to do, for people; may be empty
	Err     error  // the cause; may be nil
}

// Error implements error, with path and message on one line.
func (e *Error) Error() string { return e.Path + ": " + e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// errClosed is the cause when a store is used after it was closed.
var errClosed = errors.New("the store is closed")

const (
	hintOther   = "name another file, or move this one away"
	hintDamaged = "move it away: a new store is made, and the old answers are paid for again"
)

// failure returns the error of a call, or that of its context if it has ended.
func (s *Store) failure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	select {
	case <-s.closing:
		return &Error{Path: s.name, Message: errClosed.Error(), Err: errClosed}
	default:
	}
	return explain(s.name, err)
}

// busy reports whether an error says that another process holds a lock.
func busy(err error) bool {
	code := codeOf(err)
	return code == codes.SQLITE_BUSY || code == codes.SQLITE_LOCKED
}

// codeOf is the primary result code of SQLite; 0 when there is none.
func codeOf(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// explain translates an error of the database for people.
func explain(name string, err error) error {
	e := &Error{Path: name, Err: err}
	switch codeOf(err) {
	case codes.SQLITE_NOTADB:
		e.Message, e.Hint = "not a store of answers: it is not a SQLite database", hintOther
	case codes.SQLITE_CORRUPT:
		e.Message, e.Hint = "the file is damaged", hintDamaged
	case codes.SQLITE_FULL:
		e.Message, e.Hint = "the disk is full", "make room and run the same command again: what is stored already is not lost"
	case codes.SQLITE_READONLY, codes.SQLITE_PERM, codes.SQLITE_CANTOPEN:
		e.Message, e.Hint = "the file or its folder cannot be written", "check who owns them, or name another file"
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		e.Message, e.Hint = "another process has kept it locked for "+patience.String(), "wait for that process, or end it"
	case codes.SQLITE_IOERR:
		e.Message, e.Hint = "the disk fails: "+prose.Error(err), "check the disk, or name a file on another one"
	default:
		e.Message = prose.Error(err)
	}
	return e
}
