package mock_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"switchyard/model/mock"
)

// echo is a model that knows one answer by heart.
type echo struct{}

func (echo) Play(_ context.Context, trace string) (*mock.Answer, error) {
	if trace != "greeting" {
		return nil, mock.ErrUnknownTrace
	}
	return &mock.Answer{Text: "Good morning!", Role: mock.AI}, nil
}

// A server on a free port of this machine answers one request and ends.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	listener, err := mock.Listen(ctx, "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	server := mock.New(mock.Config{Player: echo{}})
	done := make(chan error)
	go func() { done <- server.Serve(ctx, listener) }()

	answer, err := http.Post(listener.URL()+"/chat/completions", "application/json",
		strings.NewReader(`{"model":"any","user":"greeting","messages":[{"role":"user","content":"Hello"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	answer.Body.Close()
	stop()
	fmt.Println(answer.Status, <-done)
	fmt.Println(server.Stats().Answered, "answered")
	// Output:
	// 200 OK <nil>
	// 1 answered
}
