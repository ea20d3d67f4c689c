package imports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// fetchTimeout bounds how long a source may take that is fetched.
const fetchTimeout = time.Minute

// IsAddress reports whether a source is an address, and not a file.
func IsAddress(source string) bool {
	return strings.HasPrefix(source, "https://") || strings.HasPrefix(source, "http://")
}

// WithoutSecrets is an address without its user and its query, which may hold keys.
// The name of a file stays as it is.
func WithoutSecrets(source string) string {
	u, err := url.Parse(source)
	if err != nil || !IsAddress(source) {
		return source
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// Fetch reads a source, which is a file or an address, of at most [MaxBytes]. The
// error is an [*Error], which names an address without secrets, or one of the
// file system.
func Fetch(ctx context.Context, client *http.Client, source string) (data []byte, err error) {
	wrong := func(hint, format string, args ...any) ([]byte, error) {
		return nil, &Error{Source: WithoutSecrets(source), Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	var from io.ReadCloser
	if IsAddress(source) {
		ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, source, nil)
		if err != nil {
			return wrong("write an address such as https://host/openapi.json", "this is not an address")
		}
		answer, err := client.Do(request)
		if err != nil {
			if failed := (*url.Error)(nil); errors.As(err, &failed) {
				err = failed.Err // without the address, which may hold a key
			}
			return wrong("download the file, and give its name", "%s", err)
		}
		from = answer.Body
		if answer.StatusCode != http.StatusOK {
			_ = from.Close() // nothing of it is read
			return wrong("open the address in a browser, and check that it is the address of the description itself", "the server answers %s", answer.Status)
		}
	} else if from, err = os.Open(source); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	data, err = io.ReadAll(io.LimitReader(from, MaxBytes+1))
	if err == nil && len(data) > MaxBytes {
		return wrong("split it, or leave out what is not needed", "it has more than %d MiB", MaxBytes>>20)
	}
	return data, err
}
