package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"switchyard/flow/session"
	"switchyard/internal/input"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/schemas"
)

// Stdin is the path that means standard input.
const Stdin = "-"

// NativeFile returns the file of native entries that a path means: the one in a
// run folder, compressed or not, or the path itself if it is not a folder. It refuses
// [Stdin] with [ErrStdin], because most work reads its input more than once. A folder
// without entries is an [ErrNoRun].
func NativeFile(path string) (string, error) {
	if path == Stdin {
		return "", ErrStdin
	}
	return fileIn(path, out.Native())
}

// DataFile is [NativeFile], or the file of sessions if a folder has no entries.
func DataFile(path string) (string, error) {
	name, err := NativeFile(path)
	if errors.Is(err, ErrNoRun) {
		if sessions := input.Named(filepath.Join(path, SessionsFile)); exists(sessions) {
			return sessions, nil
		}
	}
	return name, err
}

// fileIn returns the file that a path means; in a folder, the first that is there
// of some formats.
func fileIn(path string, formats ...out.Format) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, err
	}
	for _, f := range formats {
		name := input.Named(filepath.Join(path, f.File()))
		if _, err := os.Stat(name); err == nil {
			return name, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", about(path, ErrNoRun)
}

// ContentDigest returns the size of the content of a file in bytes, and its SHA-256 in
// hexadecimal. Those of a compressed file are of what it holds, as in [Input].
func ContentDigest(ctx context.Context, name string) (size int64, sum string, err error) {
	f, err := input.Open(ctx, name)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	if size, err = io.Copy(h, f); err != nil {
		return 0, "", err
	}
	return size, hex.EncodeToString(h.Sum(nil)), nil
}

// Shown returns the name of a path for messages.
func Shown(path string) string {
	if path == Stdin {
		return "standard input"
	}
	return path
}

// head is the part of a line that shows its format.
type head struct {
	Format  any             `json:"format"`
	ID      any             `json:"id"`
	Task    json.RawMessage `json:"task"`
	English json.RawMessage `json:"english_task"`
}

// FormatOf returns the name of a line's format: MMTB if it has tasks, [Sessions] if it says so,
// native otherwise.
func FormatOf(line []byte) string {
	var h head
	if json.Unmarshal(line, &h) != nil {
		return out.Native().Name()
	}
	if h.Format == session.Format {
		return Sessions
	}
	if h.Task != nil || h.English != nil {
		return out.MMTB().Name()
	}
	return out.Native().Name()
}

// IDOf returns the id of the entry in a line of any format; empty if it has none.
func IDOf(line []byte) string {
	var h head
	if json.Unmarshal(line, &h) != nil {
		return ""
	}
	id, _ := h.ID.(string)
	return id
}

// DecodeEntry reads a native entry without proving it.
func DecodeEntry(line []byte) (*mission.Entry, error) {
	var e mission.Entry
	if err := schemas.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("not an entry: %w", err)
	}
	if mission.FormatVersion(e.Format) == 0 {
		return nil, fmt.Errorf("the format is %q, not %q", e.Format, mission.FormatEntry)
	}
	return &e, nil
}
