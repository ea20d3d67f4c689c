// Package store keeps the raw answers of model endpoints in one SQLite file, so
// that nothing is paid for twice. It implements [model.Store].
//
// [Open] opens the file or creates it. Any number of goroutines and processes may
// use one file at once. Once [Store.Put] has returned, the answer survives the
// process, however it ends. If the machine loses power, the last answers may be
// lost, but the file is not damaged. An answer is stored with its status and
// duration, the endpoint without user info and query, the model, the trace, the
// run that paid, and the time. Headers are never stored.
//
// [Store.Stats] counts what a file holds and [Store.Prune] removes answers.
package store

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver called "sqlite"

	"switchyard/model"
)

// readers is how many look-ups can run at once; each has a connection with a page
// cache of 2 MB.
const readers = 4

// Store is an open file of answers.
type Store struct {
	name  string // as the caller wrote it, for messages
	path  string // absolute
	write *sql.DB
	read  *sql.DB
	now   func() time.Time

	insert, get, mode *sql.Stmt

	pack    *packer
	puts    chan *waiting
	closing chan struct{} // closed by Close
	ended   chan struct{} // closed by the writer
	close   func() error
}

var _ model.Store = (*Store)(nil)

// Open opens the store in a file. It creates the file, readable only by its owner,
// if it does not exist. Errors are of type [*Error] or [*fs.PathError], or that of
// ctx.
func Open(ctx context.Context, file string) (*Store, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if err := setUp(ctx, file, path); err != nil {
		return nil, err
	}
	pack, err := newPacker()
	if err != nil {
		return nil, err
	}
	s := &Store{
		name: file, path: path, now: time.Now, pack: pack,
		puts: make(chan *waiting), closing: make(chan struct{}), ended: make(chan struct{}),
	}
	s.close = sync.OnceValue(s.shut)
	if err := s.connect(ctx); err != nil {
		s.disconnect()
		return nil, s.failure(ctx, err)
	}
	go s.commitAll()
	return s, nil
}

func (s *Store) connect(ctx context.Context) (err error) {
	if s.write, err = sql.Open("sqlite", source(s.path, writing)); err != nil {
		return err
	}
	// SQLite has one writer at a time anyway: they better queue here.
	s.write.SetMaxOpenConns(1)
	if s.read, err = sql.Open("sqlite", source(s.path, reading)); err != nil {
		return err
	}
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	for _, prepared := range []struct {
		stmt **sql.Stmt
		db   *sql.DB
		text string
	}{
		{&s.insert, s.write, `INSERT INTO answer (key, endpoint, model, trace, run, status, took, created, size, packing, body)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`},
		{&s.get, s.read, `SELECT status, took, run, size, packing, body FROM answer WHERE key = ?`},
		{&s.mode, s.read, `SELECT mode FROM mode WHERE endpoint = ? AND model = ?`},
	} {
		if *prepared.stmt, err = prepared.db.PrepareContext(ctx, prepared.text); err != nil {
			return err
		}
	}
	return nil
}

// disconnect closes the connections, with the statements prepared on them.
func (s *Store) disconnect() (err error) {
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			if e := db.Close(); err == nil {
				err = e
			}
		}
	}
	s.pack.close()
	return err
}

// Close waits for pending writes and closes the file. Later calls of other methods
// fail. Close may be called more than once.
func (s *Store) Close() error { return s.close() }

func (s *Store) shut() error {
	close(s.closing)
	<-s.ended
	if err := s.disconnect(); err != nil {
		return explain(s.name, err)
	}
	return nil
}

// Path is the file of the store, as it was given to [Open].
func (s *Store) Path() string { return s.name }

// Get implements [model.Store].
func (s *Store) Get(ctx context.Context, key model.Key) (*model.Raw, error) {
	var (
		raw     model.Raw
		took    int64
		size    int
		packing packing
		body    sql.RawBytes
	)
	rows, err := s.get.QueryContext(ctx, key[:])
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return nil, s.failure(ctx, err)
		}
		return nil, nil
	}
	if err := rows.Scan(&raw.Status, &took, &raw.Run, &size, &packing, &body); err != nil {
		return nil, s.failure(ctx, err)
	}
	raw.Took = time.Duration(took)
	if raw.Body, err = s.pack.unpack(body, packing, size); err != nil {
		return nil, &Error{Path: s.name, Message: "an answer in it is damaged", Hint: hintDamaged, Err: err}
	}
	return &raw, nil
}

// Mode implements [model.Store].
func (s *Store) Mode(ctx context.Context, endpoint, name string) (model.Mode, error) {
	var m string
	err := s.mode.QueryRowContext(ctx, place(endpoint), name).Scan(&m)
	if err == sql.ErrNoRows {
		return "", nil
	}
	if err != nil {
		return "", s.failure(ctx, err)
	}
	return model.Mode(m), nil
}

// SetMode implements [model.Store].
func (s *Store) SetMode(ctx context.Context, endpoint, name string, m model.Mode) error {
	err := s.exec(ctx, `INSERT INTO mode (endpoint, model, mode) VALUES (?, ?, ?)
		ON CONFLICT (endpoint, model) DO UPDATE SET mode = excluded.mode`, place(endpoint), name, string(m))
	if err != nil {
		return s.failure(ctx, err)
	}
	return nil
}

// exec runs a statement that writes.
func (s *Store) exec(ctx context.Context, statement string, args ...any) error {
	return patiently(ctx, func() error {
		_, err := s.write.ExecContext(ctx, statement, args...)
		return err
	})
}

// place removes the parts of a URL that may hold secrets: user info, query and
// fragment. Callers should have done so already.
func place(endpoint string) string {
	if i := strings.IndexAny(endpoint, "?#"); i >= 0 {
		endpoint = endpoint[:i]
	}
	start := 0 // of the host
	if i := strings.Index(endpoint, "://"); i >= 0 {
		start = i + len("://")
	}
	host, _, _ := strings.Cut(endpoint[start:], "/")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		return endpoint[:start] + endpoint[start+i+1:]
	}
	return endpoint
}
