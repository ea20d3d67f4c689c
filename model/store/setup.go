package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// application marks the files of this package: "swyd", in the header.
const application = 0x73777964

// patience is how long to wait for another process's lock.
const patience = 60 * time.Second

// steps are the versions of the schema, each as the changes to the version before.
// They must never be edited: a new version is a new step.
var steps = [...]string{
	// The rowid keeps the bodies in order of arrival, so that only the index of
	// the keys, 32 bytes each, is written at random places. The body is the last
	// column: counting does not read it.
	`CREATE TABLE answer (
		id       INTEGER PRIMARY KEY,
		key      BLOB    NOT NULL UNIQUE,
		endpoint TEXT    NOT NULL,
		model    TEXT    NOT NULL,
		trace    TEXT    NOT NULL,
		run      TEXT    NOT NULL, -- that paid
		status   INTEGER NOT NULL, -- of HTTP; 0 for no answer
		took     INTEGER NOT NULL, -- nanoseconds
		created  INTEGER NOT NULL, -- milliseconds since 1970
		size     INTEGER NOT NULL, -- of the body as it came, in bytes
		packing  INTEGER NOT NULL, -- how it is stored: 0 as it came, 1 zstd
		body     BLOB    NOT NULL
	);
	CREATE TABLE mode (
		endpoint TEXT NOT NULL,
		model    TEXT NOT NULL,
		mode     TEXT NOT NULL,
		PRIMARY KEY (endpoint, model)
	) WITHOUT ROWID;`,
}

// The parameters of connections. Write transactions take the lock when they begin,
// because one that tries later cannot wait for it. SQLite waits for a lock up to
// its busy time-out, in milliseconds, and cannot be interrupted; so the time-out
// of writers is short (see patiently). Space is freed in small steps (see Prune).
const (
	always  = "_error_rc=1&_dqs=0"
	making  = always + "&_busy_timeout=200&_auto_vacuum=INCREMENTAL&_synchronous=NORMAL&_txlock=immediate"
	writing = always + "&_busy_timeout=200&mode=rw&_synchronous=NORMAL&_txlock=immediate&_pragma=journal_size_limit(67108864)"
	reading = always + "&_busy_timeout=60000&mode=rw&_query_only=1"
)

// source names a file, absolute, for the driver.
func source(path, parameters string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive of Windows
		path = "/" + path
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: parameters}
	return u.String()
}

// setUp creates the file if it does not exist and upgrades its schema.
func setUp(ctx context.Context, name, path string) error {
	parameters := making
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		like, err := private(filepath.Dir(path))
		if err != nil {
			return err
		}
		defer os.Remove(like)
		// SQLite copies the permissions of this file. If we made the store's file
		// ourselves, we would have to close it, and that would drop locks that
		// another Store of this process may hold on it.
		parameters += "&modeof=" + strings.ReplaceAll(url.QueryEscape(like), "+", "%20")
	case err != nil:
		return err
	case info.IsDir():
		return &fs.PathError{Op: "open", Path: name, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return &Error{Path: name, Message: "not a regular file", Hint: hintOther}
	}
	db, err := sql.Open("sqlite", source(path, parameters))
	if err != nil {
		return explain(name, err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)

	// If several processes open a new file at once, SQLite refuses some of them
	// immediately to avoid a deadlock.
	err = patiently(ctx, func() error { return upgrade(ctx, name, db) })
	var known *Error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &known):
		return err
	}
	return explain(name, err)
}

// patiently makes a change, and retries while another process holds the lock,
// until patience or ctx ends.
func patiently(ctx context.Context, change func() error) error {
	for start := time.Now(); ; {
		err := change()
		if !busy(err) || time.Since(start) > patience {
			return err
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// private makes the folder of a new store and an empty file in it that only the
// owner may read and write. The caller removes the file.
func private(folder string) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(folder, ".switchyard-*")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			path.Path = folder // nobody has asked for the file in it
		}
		return "", err
	}
	return f.Name(), f.Close()
}

// identity says which program and version a database belongs to.
type identity struct{ application, version, objects int }

func identify(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (id identity, err error) {
	err = q.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&id.application, &id.version, &id.objects)
	return id, err
}

// check refuses databases of other programs and of newer versions.
func (id identity) check(name string) error {
	switch {
	case id == identity{}: // empty
		return nil
	case id.application != application:
		return &Error{Path: name, Message: "a database of another program, not a store of answers", Hint: hintOther}
	case id.version > len(steps):
		return &Error{Path: name, Hint: "use that version, or name another file",
			Message: fmt.Sprintf("made by a newer version of switchyard: its format is %d, and this one knows up to %d", id.version, len(steps))}
	}
	return nil
}

// upgrade creates the tables or upgrades them. It changes nothing until it knows
// that the file is a store.
func upgrade(ctx context.Context, name string, db *sql.DB) error {
	id, err := identify(ctx, db)
	if err != nil {
		return err
	}
	if err := id.check(name); err != nil {
		return err
	}
	var journal string
	if err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&journal); err != nil {
		return err
	}
	if journal != "wal" {
		return &Error{Path: name, Message: "this disk cannot hold a store that several processes use", Hint: "name a file on a local disk"}
	}
	if id.version == len(steps) {
		return nil
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if id, err = identify(ctx, tx); err != nil {
		return err
	}
	if err := id.check(name); err != nil {
		return err
	}
	for _, step := range steps[id.version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	for pragma, value := range map[string]int{"application_id": application, "user_version": len(steps)} {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA %s = %d", pragma, value)); err != nil {
			return err
		}
	}
	return tx.Commit()
}
