package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"switchyard/mission"
)

// The sample entry is also what package schemas is tested with.
func TestSampleFile(t *testing.T) {
	var doc bytes.Buffer
	if err := json.Indent(&doc, bytes.TrimSpace(written(t, Native(), sample())), "", "  "); err != nil {
		t.Fatal(err)
	}
	doc.WriteByte('\n')
	golden(t, "../schemas/testdata/entry.json", doc.Bytes())
}

// standard is what encoding/json writes without HTML escapes.
func standard(t testing.TB, v any) string {
	t.Helper()
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// fill sets every field below v to something that is not zero.
func fill(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int:
		v.SetInt(-7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text)
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{ "b" : [ 1.50 , "x" ] ,"a":null}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), text)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, key := range []string{"z", text, "a"} {
			elem := reflect.New(v.Type().Elem()).Elem()
			fill(elem, text)
			v.SetMapIndex(reflect.ValueOf(key), elem)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text)
		}
	}
}

// Our encoder writes what encoding/json writes, for every field there is.
func TestEncoderLikeStandard(t *testing.T) {
	for _, text := range append([]string{"plain", ""}, hostileTexts...) {
		if strings.ContainsRune(text, '\u0085') { // we escape it as well
			continue
		}
		var e mission.Entry
		fill(reflect.ValueOf(&e).Elem(), text)
		got := strings.TrimSuffix(string(written(t, Native(), &e)), "\n")
		if want := standard(t, e); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", text, got, want)
		}
	}
	for _, e := range []*mission.Entry{sample(), short()} {
		if got, want := strings.TrimSuffix(string(written(t, Native(), e)), "\n"), standard(t, e); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestNilListsAreEmpty(t *testing.T) {
	e := sample()
	e.Missions[3].Calls = nil
	e.Missions[0].Calls[0].Dependencies = nil
	if got, want := written(t, Native(), e), written(t, Native(), sample()); !bytes.Equal(got, want) {
		t.Error("a nil list and an empty one are written differently")
	}
}

func TestKeyOrderAndSpellingStay(t *testing.T) {
	e := sample()
	e.Missions[0].Calls[0].Arguments = raw("{ \"to\": \"P\\u006frto\",\n\t\"from\": \"Vienna\", \"date\":\"x\", \"max\": 1.50 }")
	want := `"arguments":{"to":"P\u006frto","from":"Vienna","date":"x","max":1.50}`
	for _, f := range Formats() {
		if line := written(t, f, e); !bytes.Contains(line, []byte(want)) {
			t.Errorf("%s does not hold %s", f.Name(), want)
		}
	}
}

func TestNativeReaderErrors(t *testing.T) {
	good := string(written(t, Native(), short()))
	unknown := strings.Replace(good, `"persona":{`, `"persona":{"age":44,`, 1)
	twice := strings.Replace(good, `"persona":{`, `"persona":{"name":"Bob",`, 1)
	other := strings.Replace(good, mission.FormatEntry, "switchyard-entry/9", 1)
	mmtb := string(written(t, MMTB(), short()))
	tests := []struct{ name, in, want, hint string }{
		{"unknown key", good + "\n" + unknown, "e.jsonl:3: /persona/age: unknown key", ""},
		{"key twice", good + twice, `the key "name" occurs twice`, ""},
		{"other version", other, `/format: must be one of "switchyard-entry/2", "switchyard-entry/1"; is "switchyard-entry/9"`, "switchyard-entry/2"},
		{"MMTB", mmtb, `e.jsonl:1: "environment" is missing`, "Multi-Mission"},
		{"array", "[1,2]\n", "e.jsonl:1: must be an object, is an array", "without an array"},
		{"indented", "{\n  \"id\": 1\n}\n", "e.jsonl:1: not JSON", "on one line"},
		{"rejections", `{"id":"a","reason":"draw"}` + "\n", "e.jsonl:1: ", "rejected.jsonl"},
		{"nonsense", "hello\n", "e.jsonl:1: not JSON: line 1, column 1: 'h' stands where a value is expected", ""},
	}
	for _, test := range tests {
		r := NewNativeReader(strings.NewReader(test.in), "e.jsonl")
		var first error
		for _, err := range r.All() {
			if err != nil {
				first = err
				break
			}
		}
		var bad *LineError
		if !errors.As(first, &bad) || !strings.Contains(first.Error(), test.want) || !strings.Contains(bad.Hint, test.hint) {
			t.Errorf("%s: %v (hint %q)", test.name, first, bad.Hint)
		}
	}
}

func TestNativeReaderGoesOn(t *testing.T) {
	good := string(written(t, Native(), short()))
	r := NewNativeReader(strings.NewReader("nonsense\n"+good+"{}\n"+good+`{"torn`), "e.jsonl")
	var got []string
	for e, err := range r.All() {
		switch {
		case err == nil:
			got = append(got, e.ID)
		case errors.Is(err, ErrTorn):
			got = append(got, "torn")
		default:
			got = append(got, "bad")
		}
	}
	if s := strings.Join(got, " "); s != "bad travel-0002 bad travel-0002 torn" {
		t.Error(s)
	}
}

func TestAppendRaw(t *testing.T) {
	tests := []struct{ in, want string }{
		{` { "b" : [ 1 , -0.5e+3 , true,false , null ] , "a" : "x y" } `, `{"b":[1,-0.5e+3,true,false,null],"a":"x y"}`},
		{`"\ud83d\ude00 \/ é"`, `"\ud83d\ude00 \/ é"`},
		{"\"a\u2028b\u2029c\u0085d\"", `"a\u2028b\u2029c\u0085d"`},
		{`[]`, `[]`}, {`[ ]`, `[]`}, {`{ }`, `{}`},
	}
	for _, test := range tests {
		got, err := appendRaw([]byte(">"), []byte(test.in))
		if err != nil || string(got) != ">"+test.want {
			t.Errorf("%s: got %s, %v", test.in, got, err)
		}
	}
	for _, in := range []string{``, ` `, `{`, `[1,]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `01`, `1.`, `-`, `1e`, `.5`, `+1`, `"`, `"\x"`, `"\u12"`, "\"\n\"",
		"\"\xff\"", `tru`, `nul`, `1 2`, `[1 2]`, strings.Repeat("[", maxDepth+2)} {
		if got, err := appendRaw(nil, []byte(in)); err == nil || got != nil {
			t.Errorf("%.20q is taken: %.50s", in, got)
		}
	}
}

func FuzzAppendRaw(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.50,"x\u00e9"]}`, ` [ null ] `, "\"\u2028\"", `{"a":1,"a":2}`, `"\ud800"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		got, err := appendRaw(nil, doc)
		if want := json.Valid(doc) && utf8.Valid(doc); want != (err == nil) {
			t.Fatalf("%q: valid %v, error %v", doc, want, err)
		}
		if err != nil {
			return
		}
		if bytes.ContainsAny(got, "\n\r\u0085\u2028\u2029") || !json.Valid(got) {
			t.Fatalf("%q becomes %q", doc, got)
		}
		var a, b any
		if json.Unmarshal(doc, &a) == nil && json.Unmarshal(got, &b) == nil && !reflect.DeepEqual(a, b) {
			t.Fatalf("%q becomes %q", doc, got)
		}
	})
}

func FuzzAppendString(f *testing.F) {
	for _, seed := range hostileTexts {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := appendString(nil, s)
		if utf8.ValidString(s) != (err == nil) {
			t.Fatalf("%q: %v", s, err)
		}
		if err != nil {
			return
		}
		var back string
		if json.Unmarshal(got, &back) != nil || back != s || bytes.ContainsAny(got, "\n\r\u0085\u2028\u2029") {
			t.Fatalf("%q becomes %s", s, got)
		}
	})
}

// FuzzNativeReader reads anything. What it takes is a valid entry that comes
// back the same.
func FuzzNativeReader(f *testing.F) {
	good := written(f, Native(), tiny())
	f.Add(good)
	f.Add(bytes.ReplaceAll(good, []byte("\n"), []byte("\r\n")))
	f.Add(good[:len(good)/2])
	f.Add(append([]byte("\n{}\n\xef\xbb\xbf"), good...))
	f.Add(written(f, MMTB(), tiny()))
	f.Fuzz(func(t *testing.T, file []byte) {
		for e, err := range NewNativeReader(bytes.NewReader(file), "f").All() {
			var bad *LineError
			switch {
			case errors.As(err, &bad):
				if len(bad.Problems) == 0 || bad.Line < 1 || !strings.HasPrefix(bad.Error(), "f:") {
					t.Fatalf("an error that says nothing: %#v", bad)
				}
			case err != nil:
				if !errors.Is(err, ErrTorn) {
					t.Fatal(err)
				}
			default:
				line, err := Native().Encode(e)
				if err != nil {
					t.Fatal(err)
				}
				again, problems := DecodeEntry(line)
				if problems != nil {
					t.Fatal(problems)
				}
				if second, err := Native().Encode(again); err != nil || !bytes.Equal(line, second) {
					t.Fatalf("%v: the entry is written differently the second time", err)
				}
			}
		}
	})
}

// The benchmarks compare with encoding/json on the same entry.
func BenchmarkStandardMarshal(b *testing.B) {
	e := sample()
	for b.Loop() {
		if _, err := json.Marshal(e); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkEncode(b *testing.B, formats ...Format) {
	e := sample()
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range formats {
			if _, err := f.Encode(e); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkEncodeNative(b *testing.B) { benchmarkEncode(b, Native()) }
func BenchmarkEncodeMMTB(b *testing.B)   { benchmarkEncode(b, MMTB()) }
func BenchmarkEncodeAll(b *testing.B)    { benchmarkEncode(b, Formats()...) }
func BenchmarkCheckMMTB(b *testing.B)    { benchmarkCheck(b, MMTB()) }
func BenchmarkCheckNative(b *testing.B)  { benchmarkCheck(b, Native()) }

func benchmarkCheck(b *testing.B, f Checker) {
	line, err := f.Encode(sample())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if p := f.Check(line); p != nil {
			b.Fatal(p)
		}
	}
}

func BenchmarkReadNative(b *testing.B) {
	line, err := Native().Encode(sample())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, problems := DecodeEntry(line); problems != nil {
			b.Fatal(problems)
		}
	}
}
