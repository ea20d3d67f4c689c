package openapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"switchyard/internal/document"
	"switchyard/internal/input"
	"switchyard/internal/jsonptr"
	"switchyard/internal/prose"
	"switchyard/tools/imports"
)

// The bounds of what a description refers to.
const (
	maxParts = 10_000 // documents; some APIs keep every operation and every schema in a file of its own
	maxHops  = 64     // references that lead to each other
)

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
	notes  *remarks
	parts  map[string]*part

	bytes, values, followed int // of all parts, and how many references
}

func newReader(ctx context.Context, source string, root *document.Node, o Options, notes *remarks) (*reader, *part) {
	r := &reader{ctx: ctx, o: o, client: o.Client, notes: notes, parts: map[string]*part{}}
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

// spot is a value and the document that it is in.
type spot struct {
	part *part
	node *document.Node
}

// at is the value behind a key; its node is nil where there is none.
func (s spot) at(key string) spot { return spot{s.part, field(s.node, key)} }

// hops are the references that were followed one after the other.
type hops []hop

// hop is a reference and the document that it is in.
type hop struct {
	from *part
	ref  string
}

// add adds a reference. why is not empty if it leads in a circle, or too far.
func (h *hops) add(from *part, ref string) (why string) {
	again := slices.Contains(*h, hop{from, ref})
	*h = append(*h, hop{from, ref})
	switch {
	case again:
		return "the reference " + ref + " leads to itself: " + h.String()
	case len(*h) > maxHops:
		return fmt.Sprintf("the reference %s is one of more than %d that lead to each other: %s", ref, maxHops, h)
	}
	return ""
}

// String is the way that the references take, from the first to the last.
func (h hops) String() string {
	var refs []string
	for i, hop := range h {
		if i < 4 || i == len(h)-1 {
			refs = append(refs, hop.ref)
		} else if i == 4 {
			refs = append(refs, "…")
		}
	}
	return strings.Join(refs, " → ")
}

// follow finds what a reference in a document names, and the pointer to it. why says
// why there is nothing. way are the references that led to this one, which is added.
func (r *reader) follow(from *part, ref string, way *hops) (to spot, pointer, why string) {
	if why = way.add(from, ref); why != "" {
		return spot{}, "", why
	}
	if r.followed++; r.followed > maxValues {
		return spot{}, "", "the description follows more than two million references"
	}
	place, fragment, _ := strings.Cut(ref, "#")
	to.part = from
	if place != "" {
		if to.part = r.part(from, place); to.part.err != "" {
			return spot{}, "", to.part.err
		}
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil || fragment != "" && !strings.HasPrefix(fragment, "/") {
		return spot{}, "", "the reference " + ref + " is not written as a pointer (#/…)"
	}
	to.node = to.part.root
	if fragment == "" {
		return to, "", ""
	}
	for _, key := range strings.Split(fragment[1:], "/") {
		next := inside(to.node, key)
		// A part of the document may itself be a reference: "schemas: {$ref: all.yaml}".
		if beside := refOf(to.node); next == nil && beside != "" {
			through := slices.Clone(*way)
			if to, pointer, why = r.follow(to.part, beside, &through); why != "" {
				return spot{}, "", why
			}
			next = inside(to.node, key)
		}
		if next == nil {
			return spot{}, "", "the reference " + ref + " names nothing"
		}
		to.node, pointer = next, pointer+"/"+key
	}
	return to, pointer, ""
}

// refOf is the reference that an object is or has; empty if there is none.
func refOf(n *document.Node) string {
	if ref := field(n, "$ref"); ref != nil && ref.Kind == document.Text {
		return ref.Text
	}
	return ""
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
		if p.root, err = readDescription(p.at, data, r.notes); err != nil {
			why = err.Error()
		}
	}
	if r.values += countValues(data, bytes.HasPrefix(bytes.TrimSpace(data), []byte("{"))); r.values > maxValues && why == "" {
		p.root, why = nil, "the documents that the description refers to have more than two million values"
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
		return nil, p.at + " cannot be read: " + oneLine(reason(err), 200)
	}
	if r.bytes += len(data); r.bytes > imports.MaxBytes {
		return nil, fmt.Sprintf("the documents that the description refers to have more than %d MiB", imports.MaxBytes>>20)
	}
	return data, ""
}

// reason is why a document cannot be read.
func reason(err error) string {
	var file *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.As(err, &file) && !errors.As(err, new(syscall.Errno)): // the only other reason of [os.Root]
		return "it is not in the folder of the description"
	}
	return prose.Cause(err)
}

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
	return bounded(r.ctx, f)
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
	return bounded(r.ctx, answer.Body)
}

func bounded(ctx context.Context, from io.Reader) ([]byte, error) {
	return input.ReadAll(ctx, from, imports.MaxBytes)
}
