package tokens

import "switchyard/out"

// An estimate counts the first lines of a file, and then one line in oneOf. Its error is
// about a percent, and it takes a tenth of the time.
const (
	firstCounted = 64
	oneOf        = 16
)

// Sampled reports whether an estimate counts a line. Lines are numbered from 1.
func Sampled(line int) bool { return line <= firstCounted || line%oneOf == 1 }

// Sum adds up the tokens of lines, of which some are not counted. It estimates the tokens
// of those lines from their bytes, and from the tokens per byte of the counted lines after
// the first lines. The zero value is ready for use.
type Sum struct {
	first        int // tokens of the first lines
	tokens       int // of the counted lines after them
	counted, all int // bytes after the first lines: of the counted lines, and of all
	missing      bool
}

// Count adds a line whose tokens are counted.
func (s *Sum) Count(line, bytes, tokens int) {
	if line <= firstCounted {
		s.first += tokens
		return
	}
	s.tokens, s.counted, s.all = s.tokens+tokens, s.counted+bytes, s.all+bytes
}

// Pass adds a line whose tokens are not counted. It must not be one for which
// [Sampled] is true.
func (s *Sum) Pass(bytes int) { s.all, s.missing = s.all+bytes, true }

// Total returns the sum, and whether it is an estimate.
func (s *Sum) Total() (tokens int, estimated bool) {
	if !s.missing {
		return s.first + s.tokens, false
	}
	return s.first + int(float64(s.tokens)*float64(s.all)/float64(max(1, s.counted))+0.5), true
}

// Tally counts the tokens of an export for each file of lines. The shards of a file count as
// one file. It is not safe for concurrent use.
type Tally struct {
	count func(string) int
	exact bool
	files map[string]*tallied
}

type tallied struct {
	lines int
	sum   Sum
}

// Tally returns an empty tally. An exact one counts every line; otherwise long files
// are estimated.
func (c *Counter) Tally(exact bool) *Tally {
	return &Tally{count: c.Count, exact: exact, files: map[string]*tallied{}}
}

// Output returns an output whose lines are counted; name is its folder.
func (t *Tally) Output(name string, to out.Output) out.Output {
	return &talliedOutput{Output: to, tally: t, name: name}
}

type talliedOutput struct {
	out.Output
	tally *Tally
	name  string
}

// Line implements [out.Output].
func (o *talliedOutput) Line(file string, line []byte) error {
	o.tally.add(o.name+"/"+file, line)
	return o.Output.Line(file, line)
}

func (t *Tally) add(file string, line []byte) {
	if t.files[file] == nil {
		t.files[file] = &tallied{}
	}
	f := t.files[file]
	f.lines++
	if t.exact || Sampled(f.lines) {
		f.sum.Count(f.lines, len(line), t.count(string(line)))
	} else {
		f.sum.Pass(len(line))
	}
}

// Files returns the tokens of each file, by folder and name, and whether any number
// is an estimate.
func (t *Tally) Files() (tokens map[string]int, estimated bool) {
	tokens = map[string]int{}
	for name, f := range t.files {
		n, guessed := f.sum.Total()
		tokens[name], estimated = n, estimated || guessed
	}
	return tokens, estimated
}

// Rounded rounds an estimate to three significant digits.
func Rounded(tokens int) int {
	unit := 1
	for tokens/unit >= 1000 {
		unit *= 10
	}
	return (tokens + unit/2) / unit * unit
}
