package find_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"switchyard/tools/find"
)

func TestToolsets(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const list = `[{"name": "get_tide", "description": "Tides.", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}, "required": ["port"]}}]`
	b, a := write("tools/b.json", list), write("tools/a/a.JSON", list)
	text := write("notes/notes.txt", "nothing")
	for word, want := range map[string]int{"travel/flight_inquiry": 1, b: 1, filepath.Dir(b): 2} {
		if sets, _, err := find.Toolsets(t.Context(), word); err != nil || len(sets) != want {
			t.Errorf("%s: %d toolsets, %v", word, len(sets), err)
		}
	}
	if sets, _, err := find.Toolsets(t.Context(), "travel/"); err != nil || len(sets) < 2 {
		t.Errorf("the group has %d toolsets, %v", len(sets), err)
	}
	if files, err := find.Files(filepath.Dir(b)); err != nil || !slices.Equal(files, []string{a, b}) {
		t.Errorf("the files are %v, %v", files, err)
	}
	unknown, none := (*find.UnknownError)(nil), (*find.NoFileError)(nil)
	if _, _, err := find.Toolsets(t.Context(), "travel/flight_inquiri"); !errors.As(err, &unknown) || unknown.Near != "travel/flight_inquiry" {
		t.Errorf("an unknown word: %v", err)
	}
	if _, _, err := find.Toolsets(t.Context(), text); !errors.As(err, &none) || none.Folder {
		t.Errorf("another file: %v", err)
	}
	if _, _, err := find.Toolsets(t.Context(), filepath.Dir(text)); !errors.As(err, &none) || !none.Folder {
		t.Errorf("a folder without toolsets: %v", err)
	}
}
