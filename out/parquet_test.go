package out

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"switchyard/internal/race"
	"switchyard/mission"
)

// parquetEntries are the entries of a file.
func parquetEntries(file []byte) (list []*mission.Entry, err error) {
	r, err := newParquetReader(bytes.NewReader(file), int64(len(file)), "train.parquet")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for e, err := range all(r.Read) {
		if err != nil {
			return list, err
		}
		list = append(list, e)
	}
	return list, nil
}

// nativeLine is an entry in the native format; it tells entries apart.
func nativeLine(e *mission.Entry) string {
	line, err := Native().Encode(e)
	if err != nil {
		return err.Error()
	}
	return string(line)
}

func parquetFile(to *memory) []byte { return []byte(to.files["train.parquet"].String()) }

func (parquetFormat) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	t.Helper()
	got, err := parquetEntries(parquetFile(to))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(entries) {
		t.Fatalf("%d entries, want %d", len(got), len(entries))
	}
	for i, e := range entries {
		if nativeLine(got[i]) != nativeLine(e) {
			t.Errorf("%s comes back as\n%.2000s\nwant\n%.2000s", e.ID, nativeLine(got[i]), nativeLine(e))
		}
	}
}

// filled sets every field of a value that an entry can have: texts and lists by
// chance, and JSON where JSON is.
func filled(t *rapid.T, v reflect.Value, path string) {
	switch {
	case v.Type() == reflect.TypeFor[jsonRaw]():
		text := rapid.SampledFrom([]string{"{}", `{"a":[1,null,"` + "\\u0000é" + `"]}`, `"x"`, "null", "0.10"}).Draw(t, path)
		v.SetBytes([]byte(text))
	case v.Kind() == reflect.String:
		v.SetString(rapid.SampledFrom([]string{"", "a", "two\nlines", "é\u0000"}).Draw(t, path))
	case v.Kind() == reflect.Int:
		v.SetInt(int64(rapid.IntRange(-3, 3).Draw(t, path)))
	case v.Kind() == reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, path))
	case v.Kind() == reflect.Pointer:
		if rapid.Bool().Draw(t, path+"?") {
			v.Set(reflect.New(v.Type().Elem()))
			filled(t, v.Elem(), path)
		}
	case v.Kind() == reflect.Slice:
		n := rapid.IntRange(0, 2).Draw(t, path+" length")
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			filled(t, v.Index(i), fmt.Sprintf("%s/%d", path, i))
		}
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range rapid.IntRange(0, 2).Draw(t, path+" length") {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.SetString(fmt.Sprint("k", i))
			filled(t, value, path+"/"+key.String())
			v.SetMapIndex(key, value)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			filled(t, v.Field(i), path+"/"+v.Type().Field(i).Name)
		}
	}
}

// Whatever the types of an entry can hold, a row holds, also in fields that are
// added later.
func TestParquetHoldsEverything(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	rapid.Check(t, func(t *rapid.T) {
		var want []*mission.Entry
		for range rapid.IntRange(1, 3).Draw(t, "entries") {
			e := new(mission.Entry)
			filled(t, reflect.ValueOf(e).Elem(), "")
			want = append(want, e)
		}
		to := newMemory()
		if err := export(parquetFormat{}, to, ExportOptions{}, want...); err != nil {
			t.Fatal(err)
		}
		file := parquetFile(to)
		r, err := newParquetReader(bytes.NewReader(file), int64(len(file)), "x")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range want {
			row, err := r.next() // Read would refuse what does not fit the schema of entries
			if err != nil {
				t.Fatal(err)
			}
			got, err := row.entry()
			if err != nil {
				t.Fatal(err)
			}
			if nativeLine(got) != nativeLine(e) {
				t.Fatalf("read\n%s\nwant\n%s", nativeLine(got), nativeLine(e))
			}
		}
		if _, err := r.Read(); !errors.Is(err, io.EOF) {
			t.Fatalf("at the end: %v", err)
		}
	})
}

// The columns are what users see: a change is to be seen in a diff.
func TestParquetColumns(t *testing.T) {
	file := parquetFile(exported(t, parquetFormat{}, ExportOptions{}, sample()))
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var columns bytes.Buffer
	if err := parquet.PrintSchema(&columns, "entries", f.Schema()); err != nil {
		t.Fatal(err)
	}
	columns.WriteByte('\n')
	golden(t, "testdata/formats/parquet.columns.txt", columns.Bytes())
	for _, c := range f.Metadata().RowGroups[0].Columns {
		if c.MetaData.Codec.String() != "ZSTD" {
			t.Errorf("%v is packed with %v", c.MetaData.PathInSchema, c.MetaData.Codec)
		}
	}
	if format, _ := f.Lookup("format"); format != mission.FormatEntry {
		t.Errorf("the file says it holds %q", format)
	}
}

// Row groups end before they outgrow memory, by rows and by bytes.
func TestParquetRowGroups(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	groups := func(entries ...*mission.Entry) (rows []int64) {
		file := parquetFile(exported(t, parquetFormat{}, ExportOptions{}, entries...))
		f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range f.RowGroups() {
			rows = append(rows, g.NumRows())
		}
		list, err := parquetEntries(file)
		if err != nil || len(list) != len(entries) {
			t.Errorf("%d entries, want %d: %v", len(list), len(entries), err)
		}
		return rows
	}
	var many []*mission.Entry
	for range parquetGroupRows + 3 {
		many = append(many, tiny())
	}
	if got := groups(many...); !reflect.DeepEqual(got, []int64{parquetGroupRows, 3}) {
		t.Errorf("row groups of %v rows", got)
	}
	large := func() *mission.Entry {
		e := tiny()
		e.Missions[0].Reply = strings.Repeat("x", parquetGroupBytes/2)
		return e
	}
	if got := groups(tiny(), large(), large(), tiny()); !reflect.DeepEqual(got, []int64{3, 1}) {
		t.Errorf("row groups of %v rows", got)
	}
}

// What is no such file is refused, and broken bytes never end the program.
func TestParquetBroken(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	for _, file := range []string{"", "PAR1", "PAR1PAR1", strings.Repeat("{}\n", 100)} {
		if _, err := parquetEntries([]byte(file)); err == nil || !strings.HasPrefix(err.Error(), "train.parquet: ") {
			t.Errorf("%.20q: %v", file, err)
		}
	}
	var other bytes.Buffer
	if err := parquet.Write(&other, []struct{ ID string }{{"a"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := parquetEntries(other.Bytes()); err == nil || !strings.Contains(err.Error(), `no column "id"`) {
		t.Errorf("another table: %v", err)
	}
	whole := parquetFile(exported(t, parquetFormat{}, ExportOptions{}, sample(), short()))
	refused := 0
	for at := 0; at < len(whole); at += 1 + len(whole)/500 {
		file := bytes.Clone(whole)
		file[at] ^= 0x41
		if _, err := parquetEntries(file); err != nil {
			refused++
		}
	}
	for cut := range 50 {
		if _, err := parquetEntries(whole[:len(whole)*cut/50]); err == nil {
			t.Errorf("a file that is cut at %d of 50 is read", cut)
		}
	}
	if refused < 250 {
		t.Errorf("only %d of some 500 broken files are refused", refused)
	}
}

// Rows that are no entries are told by their number, and reading goes on.
func TestParquetBadRow(t *testing.T) {
	bad := sample()
	bad.Missions[0].Type = "nonsense"
	file := parquetFile(exported(t, parquetFormat{}, ExportOptions{}, sample(), bad, short()))
	r, err := newParquetReader(bytes.NewReader(file), int64(len(file)), "f.parquet")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var told []string
	for e, err := range all(r.Read) {
		if err != nil {
			told = append(told, strings.SplitN(err.Error(), " ", 3)[0]+" "+strings.SplitN(err.Error(), " ", 3)[1])
		} else {
			told = append(told, e.ID)
		}
	}
	if want := []string{"travel-0001", "f.parquet:2: /missions/0/type:", "travel-0002"}; !reflect.DeepEqual(told, want) {
		t.Errorf("got %q, want %q", told, want)
	}
}
