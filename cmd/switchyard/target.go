package main

import (
	"errors"
	"os"
	"path/filepath"
)

// usableFolder refuses a path that cannot become a folder of the user's, before any work.
func (c *console) usableFolder(folder string) error {
	info, err := os.Stat(folder)
	if err == nil && !info.IsDir() {
		return misuse("choose another name with --out", "--out %s: is a file, not a folder", folder)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.notEverything(folder)
}

// notEverything refuses the root of a file system and the home folder, whatever they hold:
// nobody means to fill them.
func (c *console) notEverything(folder string) error {
	there, err := os.Stat(folder)
	if err != nil {
		return nil // it does not exist
	}
	whole, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(whole); err == nil {
		whole = real
	}
	const hint = "name a folder of its own with --out"
	if whole == filepath.Dir(whole) {
		return misuse(hint, "--out %s: is the root of the file system", folder)
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if home, err := os.Stat(c.getenv(name)); err == nil && os.SameFile(home, there) {
			return misuse(hint, "--out %s: is your home folder", folder)
		}
	}
	return nil
}
