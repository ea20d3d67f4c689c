package model_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"

	"switchyard/model"
	"switchyard/model/admit"
	"switchyard/model/mock"
)

// A client asks an endpoint, which here is a rehearsal of one.
func Example() {
	endpoint := httptest.NewServer(mock.New(mock.Config{Models: []string{"gpt-4o"}}))
	defer endpoint.Close()

	client, err := model.NewClient(model.ClientConfig{
		Endpoint: model.Endpoint{BaseURL: endpoint.URL + "/v1", Key: model.NewSecret("…")},
		Model:    "gpt-4o",
		Retries:  3,
		Gate:     admit.New(admit.Limits{RPM: 600, TPM: 200_000}), // one for all clients of this key
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := client.Complete(context.Background(), &model.Request{
		Messages: []model.Message{{Role: "user", Text: "Where to?"}},
		Schema:   &model.Schema{Name: "place", JSON: []byte(`{"type":"object","required":["city"],"properties":{"city":{"const":"Porto"}}}`)},
	})
	var failed *model.Error
	if errors.As(err, &failed) {
		fmt.Println(failed, "-", failed.Hint)
		return
	}
	document, err := model.ExtractJSON(answer.Text)
	fmt.Println(string(document), err)
	// Output: {"city":"Porto"} <nil>
}
