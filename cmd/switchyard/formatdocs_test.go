//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"switchyard/out"
)

//go:generate go test . -run TestPages -update

// shownExample is an example of a file on a page.
var shownExample = regexp.MustCompile("(?s)<!-- example (\\S+?)(?::(\\d+))? -->\n```json\n(.*?)\n?```")

// sameExamples checks that the examples of files on a page are what its commands made in
// a folder.
func (p *page) sameExamples(t *testing.T, dir string) {
	t.Helper()
	text := []byte(p.text)
	got := shownExample.ReplaceAllFunc(text, func(found []byte) []byte {
		m := shownExample.FindSubmatch(found)
		name, line := string(m[1]), string(m[2])
		head, _, _ := bytes.Cut(found, []byte("```json\n"))
		return fmt.Appendf(nil, "%s```json\n%s\n```", head, madeExample(t, filepath.Join(dir, name), line))
	})
	if bytes.Equal(got, text) {
		return
	}
	if !*update {
		t.Errorf("%s shows what the program does not make; go generate ./cmd/switchyard rewrites it", p.name)
	} else if err := os.WriteFile(filepath.Join(root, p.name), got, 0o644); err != nil {
		t.Fatal(err)
	}
}

// everyFormat checks that pages show an example of every format.
func everyFormat(t *testing.T, pages []*page) {
	t.Helper()
	shown := map[string]bool{} // files and folders of formats
	for _, p := range pages {
		for _, m := range shownExample.FindAllStringSubmatch(p.text, -1) {
			shown[strings.Split(m[1], "/")[1]] = true
		}
	}
	for _, x := range out.Exporters() {
		if !shown[x.Name()] {
			t.Errorf("no page shows an example of %s", x.Name())
		}
	}
	for _, x := range out.Formats() {
		if !shown[x.File()] {
			t.Errorf("no page shows an example of %s", x.File())
		}
	}
}

// shownRow is what of a row of the Parquet file is shown.
type shownRow struct {
	ID         string   `parquet:"id" json:"id"`
	SwitchPath []string `parquet:"switch_path,list" json:"switch_path"`
	NMissions  int32    `parquet:"n_missions" json:"n_missions"`
	Toolset    string   `parquet:"toolset" json:"toolset"`
	Domain     string   `parquet:"domain" json:"domain"`
	Missions   []struct {
		Type    string `parquet:"type" json:"type"`
		Request string `parquet:"request" json:"request"`
		Calls   []struct {
			Tool        string `parquet:"tool" json:"tool"`
			Arguments   string `parquet:"arguments" json:"arguments"`
			Observation string `parquet:"observation" json:"observation"`
		} `parquet:"calls,list" json:"calls"`
		Reply string `parquet:"reply" json:"reply"`
	} `parquet:"missions,list" json:"missions"`
}

// madeExample is a line of a file, an item of an array or a row, from 1, or the
// whole file: as indented JSON.
func madeExample(t *testing.T, name, line string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	list := [][]byte{data}
	switch {
	case filepath.Ext(name) == ".parquet":
		rows, err := parquet.Read[shownRow](bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		list = nil
		for _, row := range rows {
			if len(row.Missions) != int(row.NMissions) || len(row.SwitchPath) != int(row.NMissions) {
				t.Fatalf("%s: of %d missions %d are read, and a path of %d", name, row.NMissions, len(row.Missions), len(row.SwitchPath))
			}
			doc, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, doc)
		}
	case line == "":
	case bytes.HasPrefix(data, []byte("[")):
		var items []json.RawMessage
		if err := json.Unmarshal(data, &items); err != nil {
			t.Fatal(err)
		}
		list = nil
		for _, item := range items {
			list = append(list, item)
		}
	default:
		list = bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	}
	at := 1
	if line != "" {
		if at, err = strconv.Atoi(line); err != nil || at < 1 || at > len(list) {
			t.Fatalf("%s has %d lines, and a page shows line %s", name, len(list), line)
		}
	}
	var doc bytes.Buffer
	if err := json.Indent(&doc, bytes.TrimSpace(list[at-1]), "", "  "); err != nil {
		t.Fatalf("%s:%s: %v", name, line, err)
	}
	return doc.Bytes()
}
