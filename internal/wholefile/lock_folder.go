//go:build !unix || aix || solaris

package wholefile

import (
	"errors"
	"os"
)

// lock would lock a folder itself, which this system does not support.
func lock(string, bool) (*os.File, error) { return nil, errors.ErrUnsupported }

func owned(*os.File) bool { return false }
