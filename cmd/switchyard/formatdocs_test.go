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

	"switchyard/internal/race"
	"switchyard/out"
)

//go:generate go test . -run TestFormatExamples -update

// What the pages of docs/formats show.
var (
	shownCommands = regexp.MustCompile("(?s)```console\n(.*?)```")
	shownExample  = regexp.MustCompile("(?s)<!-- example (\\S+?)(?::(\\d+))? -->\n```json\n(.*?)\n?```")
)

// The pages of docs/formats show what the program really makes: the commands of
// a page are run, and every example there is a line of one of the files.
func TestFormatExamples(t *testing.T) {
	if race.Enabled {
		t.Skip("the commands are the same without it")
	}
	docs, err := filepath.Abs("../../docs/formats")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(docs, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.CopyFS("docs/formats", os.DirFS(docs)); err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{} // formats
	ran := map[string]bool{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range shownCommands.FindAllSubmatch(text, -1) {
			for _, command := range strings.Split(strings.TrimSpace(string(block[1])), "\n") {
				if !ran[command] {
					runShown(t, command)
				}
				ran[command] = true
			}
		}
		if marks := bytes.Count(text, []byte("<!-- example ")); marks != len(shownExample.FindAll(text, -1)) {
			t.Errorf("%s: an example has no fence behind its mark", page)
		}
		got := shownExample.ReplaceAllFunc(text, func(found []byte) []byte {
			m := shownExample.FindSubmatch(found)
			name, line := string(m[1]), string(m[2])
			shown[strings.Split(filepath.ToSlash(name), "/")[1]] = true
			head, _, _ := bytes.Cut(found, []byte("```json\n"))
			return fmt.Appendf(nil, "%s```json\n%s\n```", head, madeExample(t, name, line))
		})
		if bytes.Equal(got, text) {
			continue
		}
		if !*update {
			t.Errorf("%s shows what the program does not make; go generate ./cmd/switchyard rewrites it", page)
		} else if err := os.WriteFile(page, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range out.Exporters() {
		if !shown[x.Name()] {
			t.Errorf("no page shows an example of %s", x.Name())
		}
	}
	for _, f := range out.Formats() {
		if !shown[f.File()] {
			t.Errorf("no page shows an example of %s", f.File())
		}
	}
}

// runShown runs a command as a page shows it.
func runShown(t *testing.T, command string) {
	t.Helper()
	words, ok := strings.CutPrefix(command, "$ switchyard ")
	if !ok {
		t.Fatalf("%q is no command", command)
	}
	var stdout, stderr bytes.Buffer
	if code := Run(t.Context(), shellWords(words), nil, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("%s: exit status %d: %s", command, code, stderr.Bytes())
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
