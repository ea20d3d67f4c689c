package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// bfclReader reads a pair of files of questions and answers, line by line.
type bfclReader struct {
	questions, answers *Lines
}

// bfclPair is a question with its answer.
type bfclPair struct {
	Question bfclQuestion
	Answer   bfclAnswer
}

// newBFCLReader reads the two files; the names are used in errors.
func newBFCLReader(questions, answers io.Reader, questionsName, answersName string) *bfclReader {
	return &bfclReader{NewLines(questions, questionsName), NewLines(answers, answersName)}
}

// Read gives the next pair, or [io.EOF]. The files have to align: a pair whose
// ids differ, or a line that only one file has, is a [*LineError].
func (r *bfclReader) Read() (*bfclPair, error) {
	question, errQuestion := r.questions.Next()
	answer, errAnswer := r.answers.Next()
	if errors.Is(errQuestion, io.EOF) != errors.Is(errAnswer, io.EOF) {
		return nil, r.answers.problem("one of the two files is longer than the other", "")
	}
	if err := errors.Join(errQuestion, errAnswer); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, err
	}
	var p bfclPair
	if err := json.Unmarshal(question, &p.Question); err != nil {
		return nil, r.questions.problem(err.Error(), "")
	}
	if err := json.Unmarshal(answer, &p.Answer); err != nil {
		return nil, r.answers.problem(err.Error(), "")
	}
	if p.Question.ID != p.Answer.ID {
		return nil, r.answers.problem(fmt.Sprintf("the answer is to %q, the question in the same line is %q", p.Answer.ID, p.Question.ID), "")
	}
	return &p, nil
}
