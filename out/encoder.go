package out

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"switchyard/internal/jsonptr"
)

// The canonical bytes of an entry are those of encoding/json, with three
// differences. There are no HTML escapes. A list without items is [], never null.
// Raw JSON (arguments, observations, schemas) loses its blanks. The encoder is
// compiled from the Go types, so that a new field needs no code here. It takes a
// seventh of the time of encoding/json (BenchmarkEncodeNative against
// BenchmarkStandardMarshal); encoding is most of the work of an export.

// encoded is JSON that this package has written, and appends as it is.
type encoded []byte

// encodeFunc appends a value.
type encodeFunc func(dst []byte, v reflect.Value) ([]byte, error)

// placeError is an error inside a value. Each caller puts its own step before the
// pointer.
type placeError struct {
	pointer string
	err     error
}

func (e *placeError) Error() string { return e.pointer + ": " + e.err.Error() }
func (e *placeError) Unwrap() error { return e.err }

// within puts one more step before the place of an error.
func within(step string, err error) error {
	step = "/" + jsonptr.Escape(step)
	var place *placeError
	if errors.As(err, &place) {
		return &placeError{pointer: step + place.pointer, err: place.err}
	}
	return &placeError{pointer: step, err: err}
}

// encoderOf compiles the encoder of a type. It panics for kinds of types that
// entries do not use.
func encoderOf(t reflect.Type) encodeFunc {
	if t == reflect.TypeFor[json.RawMessage]() {
		return func(dst []byte, v reflect.Value) ([]byte, error) {
			if v.Len() == 0 {
				return nil, errors.New("is not set")
			}
			return appendRaw(dst, v.Bytes())
		}
	}
	if t == reflect.TypeFor[encoded]() {
		return func(dst []byte, v reflect.Value) ([]byte, error) { return append(dst, v.Bytes()...), nil }
	}
	switch t.Kind() {
	case reflect.String:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return appendString(dst, v.String()) }
	case reflect.Int:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(dst, v.Int(), 10), nil }
	case reflect.Bool:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(dst, v.Bool()), nil }
	case reflect.Pointer:
		return pointerEncoder(t)
	case reflect.Slice, reflect.Array:
		return listEncoder(t)
	case reflect.Map:
		return mapEncoder(t)
	case reflect.Struct:
		return structEncoder(t)
	}
	panic(fmt.Sprintf("out: entries have no fields of type %s", t))
}

func pointerEncoder(t reflect.Type) encodeFunc {
	elem := encoderOf(t.Elem())
	return func(dst []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		return elem(dst, v.Elem())
	}
}

func listEncoder(t reflect.Type) encodeFunc {
	elem := encoderOf(t.Elem())
	return func(dst []byte, v reflect.Value) ([]byte, error) {
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			var err error
			if dst, err = elem(dst, v.Index(i)); err != nil {
				return nil, within(strconv.Itoa(i), err)
			}
		}
		return append(dst, ']'), nil
	}
}

func mapEncoder(t reflect.Type) encodeFunc {
	elem := encoderOf(t.Elem())
	return func(dst []byte, v reflect.Value) ([]byte, error) {
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
		dst = append(dst, '{')
		for i, key := range keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			var err error
			if dst, err = appendString(dst, key.String()); err != nil {
				return nil, err
			}
			dst = append(dst, ':')
			if dst, err = elem(dst, v.MapIndex(key)); err != nil {
				return nil, within(key.String(), err)
			}
		}
		return append(dst, '}'), nil
	}
}

// fieldPlan is how one field of a struct is written.
type fieldPlan struct {
	index     int
	name      string
	prefix    string // `"name":`
	omitEmpty bool
	encode    encodeFunc
}

func structEncoder(t reflect.Type) encodeFunc {
	var fields []fieldPlan
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || f.Anonymous || (option != "" && option != "omitempty") {
			panic(fmt.Sprintf("out: field %s.%s needs a plain json tag", t, f.Name))
		}
		if name == "-" {
			continue
		}
		fields = append(fields, fieldPlan{
			index: i, name: name, prefix: strconv.Quote(name) + ":",
			omitEmpty: option == "omitempty", encode: encoderOf(f.Type),
		})
	}
	return func(dst []byte, v reflect.Value) ([]byte, error) {
		dst = append(dst, '{')
		first := true
		for i := range fields {
			f := &fields[i]
			field := v.Field(f.index)
			if f.omitEmpty && isEmpty(field) {
				continue
			}
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = append(dst, f.prefix...)
			var err error
			if dst, err = f.encode(dst, field); err != nil {
				return nil, within(f.name, err)
			}
		}
		return append(dst, '}'), nil
	}
}

// isEmpty reports whether encoding/json would omit the value.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// encoders are compiled once for each type of line.
var encoders sync.Map // of reflect.Type → encodeFunc

// lineOf writes a value as a line.
func lineOf[T any](v *T) ([]byte, error) { return appendValue(make([]byte, 0, 16<<10), v) }

// appendValue appends a value in the bytes that the comment at the top describes.
func appendValue[T any](dst []byte, v *T) ([]byte, error) {
	t := reflect.TypeFor[T]()
	encode, ok := encoders.Load(t)
	if !ok {
		encode, _ = encoders.LoadOrStore(t, encoderOf(t))
	}
	return encode.(encodeFunc)(dst, reflect.ValueOf(v).Elem())
}
