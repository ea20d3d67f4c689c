// Package flowtest holds a small toolset and a workflow over it, for tests of workflows.
package flowtest

import (
	"testing"

	"switchyard/flow"
	"switchyard/flow/flowfile"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// Tools is a toolset file: books that are looked for, reserved and given back.
const Tools = `
toolset: library/loans
title: Library loans
scenarios: [Loans]
entities:
  book:
    id: mark
    attributes:
      mark: {pattern: "[A-Z]{2}[0-9]{3}"}
      topic: {pick: [history, gardening]}
      pages: {int: 90-700}
      status: {pick: [free, on loan, lost]}
    line: ["**{mark}**: a book on {topic}, {pages|page|pages}, {status}"]
  loan:
    id: loan_code
    own: true
    attributes:
      loan_code: {pattern: "LN[0-9]{4}"}
      mark: {copy: mark}
      reader: {is: person}
      due: {date: +3..+30}
      renewed: {bool: 0.5}
      status: {pick: [running, overdue]}
    line: ["**{loan_code}**: book {mark} for {reader}, due {due}, {status}"]
tools:
  search_books:
    about: Finds books by topic.
    scenario: Loans
    effect: list book
    params:
      topic: {type: string, required: true, values: {pick: [history, gardening]}, about: Topic., noun: topic, say: ["on {}"], ask: [Which topic?]}
      max_pages: {type: integer, about: Most pages., at_most: pages, values: {int: 200-500, step: 50}, noun: length, say: ["with at most {} pages"]}
    do: ["find books[ on {topic}][ with at most {max_pages} pages]"]
    tell: ["I found {count|book|books}:"]
    empty: [There is nothing like that.]
  borrow_book:
    about: Lends one book to a reader.
    scenario: Loans
    effect: create loan
    only_if: {mark.status: [free]}
    params:
      mark: {type: string, required: true, entity: book, about: Mark of the book., noun: mark, ask: [Which book?]}
      reader: {type: string, required: true, values: {is: person}, about: Name of the reader., noun: name, say: ["for {}"], ask: [What is your name?]}
    sets: {status: running}
    do: ["borrow {mark}[ for {reader}]"]
    tell: ["Loan **{loan_code}** is yours until {due:bare}."]
    refused: ["Book **{mark}** is {status}."]
  get_loan:
    about: Looks up one loan.
    scenario: Loans
    effect: get loan
    params:
      loan_code: {type: string, required: true, entity: loan, about: Code of the loan., noun: loan code, ask: [What is the code of the loan?]}
    do: ["look up {loan_code}"]
  renew_loan:
    about: Renews one loan.
    scenario: Loans
    effect: update loan
    only_if: {status: [running]}
    params:
      loan_code: {type: string, required: true, entity: loan, about: Code of the loan., noun: loan code, ask: [What is the code of the loan?]}
      due: {type: string, format: date, required: true, about: New day., values: {date: +31..+60}, noun: day, say: ["until {:bare}"], ask: [Until when?]}
    do: ["renew {loan_code}[ until {due:bare}]"]
    tell: ["Loan **{loan_code}** now runs until {due:bare}."]
    refused: ["Loan **{loan_code}** is {status}."]
  check_book:
    about: Tells how one book is kept and whether it is there.
    scenario: Loans
    effect: compute
    params:
      mark: {type: string, required: true, entity: book, about: Mark of the book., noun: mark, ask: [Which book?]}
    gives:
      status: {of: mark.status}
      shelf: {int: 1-40, by: mark}
    do: ["check {mark}"]
    tell: ["Book **{mark}** is {status}, on shelf {shelf}."]
  list_fees:
    about: Works out the fee for some weeks.
    scenario: Loans
    effect: compute
    params:
      weeks: {type: integer, required: true, minimum: 1, maximum: 9, values: {int: 1-9}, about: Weeks., noun: number of weeks, say: ["for {|week|weeks}"], ask: [For how many weeks?]}
    gives:
      fee: {times: [weeks, 2], unit: EUR}
      rate: {int: 0-10}
      kind: {pick: [low, normal, high]}
      waived: {bool: 0.5}
    do: ["work out the fee[ for {weeks|week|weeks}]"]
    tell: ["The fee is {fee}."]
chat:
  - kind: fact
    keywords: [opening, closing]
    subject: open
    ask: [When are you open?]
    answer: [The library opens at nine and closes at six.]
  - kind: near_miss
    keywords: [film]
    subject: films
    ask: [Do you have films?]
    answer: [I only know books.]
`

// File is a workflow file over these tools.
const File = `workflow: borrowing
title: Borrow a book
scenario: Loans
toolset: library/loans
about: Readers find a book and borrow it, if it is free.
open: [I'd like to borrow a book., "Do you have books on {topic}?"]
slots:
  topic: search_books.topic
  max_pages: {of: search_books.max_pages, optional: true}
  mark: {of: borrow_book.mark, from: search}
  reader: {of: borrow_book.reader, why: The loan is in the name of the reader.}
nodes:
  topic_of_book: {ask: topic, next: search, says: ["I'm reading about {topic}."]}
  search:
    call: search_books
    next:
      - {if: not books, to: nothing}
      - {to: offer}
  nothing:
    tell: that there is no such book, and ask for another topic
    shows: search
    say: [Another topic?]
    next:
      - {user: wants another topic, says: ["Then {topic}."], gives: topic, to: search}
      - {user: gives up, says: ["No, thanks."], to: goodbye}
  offer:
    tell: the books, and ask which one
    shows: search
    say: [Which one?]
    next:
      - {user: picks a book, says: ["{mark}, please."], gives: mark, to: name}
      - {user: wants another topic, says: ["No, {topic}."], gives: topic, to: search}
  name: {ask: reader, next: borrow}
  borrow:
    call: borrow_book
    next:
      - {if: refused, to: taken}
      - {to: done}
  taken:
    tell: why the book can't be borrowed, and ask for another one
    shows: borrow
    say: [Another one?]
    next:
      - {user: picks another book, says: ["Then {mark}."], gives: mark, to: borrow}
      - {user: gives up, says: ["No, thanks."], to: goodbye}
  done: {tell: the loan, shows: borrow}
  goodbye: {tell: goodbye, say: [Come back soon.]}
before:
  borrow_book: {needs: [search_books], because: We only lend what we have.}
answers: [open]
outside: [films]
`

// Set loads the toolset.
func Set(t testing.TB) *tools.Toolset {
	t.Helper()
	set, err := toolfile.Parse("loans.yaml", []byte(Tools))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Workflow loads the workflow.
func Workflow(t testing.TB) *flow.Workflow {
	t.Helper()
	w, err := flowfile.Parse("borrowing.flow.yaml", []byte(File), Set(t))
	if err != nil {
		t.Fatal(err)
	}
	return w
}
