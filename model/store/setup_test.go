package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/model"
)

// TestRefused: what is no store of ours is told in one line, and left as it is.
func TestRefused(t *testing.T) {
	database := func(statements ...string) func(*testing.T, string) {
		return func(t *testing.T, file string) {
			db, err := sql.Open("sqlite", file)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			for _, s := range statements {
				if _, err := db.Exec(s); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	mine := fmt.Sprintf("PRAGMA application_id = %d", application)
	for _, test := range []struct {
		name, want string
		make       func(*testing.T, string)
	}{
		{"text", "it is not a SQLite database", func(t *testing.T, file string) {
			write(t, file, []byte(strings.Repeat("this is a text\n", 1000)))
		}},
		{"short", "it is not a SQLite database", func(t *testing.T, file string) { write(t, file, []byte("xy")) }},
		{"other", "a database of another program", database("CREATE TABLE cookies (name TEXT)")},
		{"version of another", "a database of another program", database("PRAGMA user_version = 1")},
		{"newer", "its format is 999, and this one knows up to 1", database(mine, "PRAGMA user_version = 999", "CREATE TABLE answer (key BLOB)")},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "r.db")
			test.make(t, file)
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), file)
			var known *Error
			if s != nil || !errors.As(err, &known) {
				t.Fatalf("opened: %v", err)
			}
			if !strings.HasPrefix(err.Error(), file+": ") || !strings.Contains(err.Error(), test.want) || strings.ContainsAny(err.Error(), "\n") || known.Hint == "" {
				t.Errorf("%v; hint %q", err, known.Hint)
			}
			after, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("the file was changed: %v", err)
			}
		})
	}
}

// TestDamaged: a store with torn pages says so, and gives no wrong answer.
func TestDamaged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.db")
	s := opened(t, file)
	const many = 300
	fill(t, s, many)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for page := 4; page < len(data)/4096; page += 2 {
		copy(data[page*4096:], noise(2000))
	}
	write(t, file, data)
	s, err = Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	damaged := 0
	for i := range many {
		raw, err := s.Get(t.Context(), keyOf(i))
		var known *Error
		switch {
		case err == nil && raw != nil && !bytes.Equal(raw.Body, answerOf(i)):
			t.Errorf("answer %d is another one", i)
		case errors.As(err, &known) && strings.Contains(err.Error(), "damaged") && known.Hint != "":
			damaged++
		case err != nil:
			t.Errorf("answer %d: %v", i, err)
		}
	}
	if damaged == 0 {
		t.Error("no damage was noticed")
	}

	// A file cut short.
	write(t, file+"2", data[:len(data)/2])
	s, err = Open(t.Context(), file+"2")
	if err == nil {
		defer s.Close()
		_, err = s.Stats(t.Context())
	}
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("cut short: %v", err)
	}
}

// TestFull: what does not fit any more is refused, and nothing else is lost.
func TestFull(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	if _, err := s.write.Exec("PRAGMA max_page_count = 100"); err != nil {
		t.Fatal(err)
	}
	var stored []int
	for i := range 500 {
		err := s.Put(t.Context(), keyOf(i), model.About{}, &model.Raw{Body: noise(3000)})
		var known *Error
		switch {
		case err == nil:
			stored = append(stored, i)
		case !errors.As(err, &known) || known.Message != "the disk is full" || known.Hint == "":
			t.Fatal(err)
		}
	}
	if len(stored) < 50 || len(stored) == 500 {
		t.Fatalf("%d answers fit", len(stored))
	}
	if _, err := s.write.Exec("PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	fill(t, s, 500)
	for _, i := range stored {
		if raw, err := s.Get(t.Context(), keyOf(i)); err != nil || !bytes.Equal(raw.Body, noise(3000)) {
			t.Errorf("answer %d: %v", i, err)
		}
	}
	sound(t, s)
}

func TestTooLarge(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	err := s.Put(t.Context(), keyOf(1), model.About{}, &model.Raw{Body: make([]byte, maxBody+1)})
	if err == nil || !strings.Contains(err.Error(), "too large") {
		t.Error(err)
	}
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
