package openapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
	"switchyard/tools/imports"
)

// maxParts bounds the documents that a description consists of.
const maxParts = 200

// part is one document of a description.
type part struct {
	at   string // empty for the description itself
	root *document.Node
	err  string // why it could not be read

	file string   // its path within the folder; empty for what was fetched
	url  *url.URL // its address; nil for files
}

// reader reads the documents that a description refers to.
type reader struct {
	ctx    context.Context
	o      Options
	client *http.Client
	parts  map[string]*part
	bytes  int
}

func newReader(ctx context.Context, source string, root *document.Node, o Options) (*reader, *part) {
	r := &reader{ctx: ctx, o: o, client: o.Client, parts: map[string]*part{}}
	if r.client == nil {
		r.client = &http.Client{Timeout: 30 * time.Second}
	}
	first := &part{root: root, file: path.Base(strings.ReplaceAll(source, `\`, "/"))}
	if u, err := url.Parse(source); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		first.url, first.file = u, ""
		r.parts[u.String()] = first
	} else {
		r.parts[first.file] = first
	}
	return r, first
}

// follow finds what a reference in a document refers to. why says why there is
// nothing.
func (r *reader) follow(from *part, ref string) (to *part, n *document.Node, pointer, why string) {
	place, fragment, _ := strings.Cut(ref, "#")
	if to = from; place != "" {
		if to = r.part(from, place); to.err != "" {
			return nil, nil, "", to.err
		}
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil || fragment != "" && !strings.HasPrefix(fragment, "/") {
		return nil, nil, "", "the reference " + ref + " is not written as a pointer (#/…)"
	}
	n = to.root
	if fragment == "" {
		return to, n, "", ""
	}
	for _, key := range strings.Split(fragment[1:], "/") {
		if n = inside(n, key); n == nil {
			return nil, nil, "", "the reference " + ref + " names nothing"
		}
	}
	return to, n, fragment, ""
}

// inside is the value behind one part of a pointer.
func inside(n *document.Node, key string) *document.Node {
	if n.Kind == document.List {
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(n.Items) {
			return nil
		}
		return n.Items[i]
	}
	return n.Fields[jsonptr.Unescape(key)]
}

// pointerTo makes a pointer from keys.
func pointerTo(keys ...string) string {
	var b strings.Builder
	b.WriteByte('#')
	for _, key := range keys {
		b.WriteString("/")
		for _, c := range jsonptr.Escape(key) {
			// Characters that could move a cursor or begin a tag are escaped as in
			// addresses (RFC 6901, section 6).
			if c == '<' || c == '>' || unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) {
				b.WriteString(url.QueryEscape(string(c)))
			} else {
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}

// part reads a document, once.
func (r *reader) part(from *part, place string) *part {
	u, err := url.Parse(place)
	if err != nil {
		return &part{err: "the reference " + place + " is not an address"}
	}
	if from.url != nil {
		u = from.url.ResolveReference(u)
	}
	p := &part{at: u.String()}
	if u.Scheme == "" && u.Host == "" {
		// A path that leads out of the folder is refused when it is opened.
		p.file = path.Join(path.Dir(from.file), u.Path)
		p.at = p.file
	} else {
		p.url = u
	}
	if known := r.parts[p.at]; known != nil {
		return known
	}
	r.parts[p.at] = p
	data, why := r.read(p)
	if why == "" {
		if p.root, err = readDescription(p.at, data); err != nil {
			why = err.Error()
		}
	}
	p.err = why
	return p
}

func (r *reader) read(p *part) (data []byte, why string) {
	var err error
	switch {
	case len(r.parts) > maxParts:
		return nil, fmt.Sprintf("the description refers to more than %d documents", maxParts)
	case p.url == nil && r.o.Folder == "":
		return nil, "the reference to the file " + p.at + " is not followed; say in which folder such files are"
	case p.url == nil:
		data, err = r.file(p.file)
	case p.url.Scheme != "http" && p.url.Scheme != "https":
		return nil, "the reference to " + p.at + " is not followed; references are to files, http or https"
	case !r.o.Remote:
		return nil, "the reference to " + p.at + " is not followed; allow remote references, or bundle the description first"
	default:
		data, err = r.fetch(p.url)
	}
	if err != nil {
		return nil, p.at + " cannot be read: " + oneLine(err.Error(), 200)
	}
	if r.bytes += len(data); r.bytes > imports.MaxBytes {
		return nil, fmt.Sprintf("the documents that the description refers to have more than %d MiB", imports.MaxBytes>>20)
	}
	return data, ""
}

var errTooLarge = fmt.Errorf("it has more than %d MiB", imports.MaxBytes>>20)

// file reads a file within the folder. The system refuses links that lead out of
// it.
func (r *reader) file(name string) (data []byte, err error) {
	folder, err := os.OpenRoot(r.o.Folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	info, err := folder.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return bounded(f)
}

func (r *reader) fetch(u *url.URL) (data []byte, err error) {
	request, err := http.NewRequestWithContext(r.ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	answer, err := r.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New("the server answers " + answer.Status)
	}
	return bounded(answer.Body)
}

func bounded(from io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, imports.MaxBytes+1))
	if err == nil && len(data) > imports.MaxBytes {
		return nil, errTooLarge
	}
	return data, err
}
