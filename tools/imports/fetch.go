package imports

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"switchyard/internal/input"
	"switchyard/internal/prose"
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

// Fetch reads a source, which is a file or an address, of at most [MaxBytes]. Data that is
// compressed with gzip or zstd is unpacked. The error is an [*Error], which names an
// address without secrets, or one of the file system.
func Fetch(ctx context.Context, client *http.Client, source string) (data []byte, err error) {
	wrong := func(hint, format string, args ...any) ([]byte, error) {
		return nil, &Error{Source: WithoutSecrets(source), Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	if !IsAddress(source) {
		data, err = input.ReadFile(ctx, source, MaxBytes)
	} else {
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
			return wrong("download the file, and give its name", "%s", prose.Error(err))
		}
		defer func() { err = errors.Join(err, answer.Body.Close()) }()
		if answer.StatusCode != http.StatusOK {
			return wrong("open the address in a browser, and check that it is the address of the description itself", "the server answers %s", answer.Status)
		}
		data, err = input.ReadAll(ctx, answer.Body, MaxBytes)
	}
	if damaged := (*input.Error)(nil); errors.As(err, &damaged) {
		return wrong(damaged.Hint, "%s", damaged.Message)
	}
	if large := (*input.SizeError)(nil); errors.As(err, &large) {
		return wrong("split it, or leave out what is not needed", "%s", large)
	}
	return data, err
}
