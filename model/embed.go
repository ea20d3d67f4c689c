package model

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// Limits of requests for embeddings.
const (
	mostEmbedded = 64 // texts in one request; OpenAI takes 2,048, others fewer
	mostAtOnce   = 8  // requests
)

// Embed returns a vector for each text. paid is told of each answer or failure, concurrently; its
// error ends the work.
func (c *Client) Embed(ctx context.Context, texts []string, trace string, paid func(*Response, error) error) ([][]float64, error) {
	all := make([][]float64, len(texts))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(mostAtOnce)
	for from := 0; from < len(texts); from += mostEmbedded {
		part := texts[from:min(len(texts), from+mostEmbedded)]
		group.Go(func() error {
			r, err := c.Complete(ctx, &Request{Embed: part, Trace: trace})
			if err == nil && len(r.Vectors) != len(part) {
				err = c.fault(Garbled, fmt.Sprintf("%d embeddings for %d texts", len(r.Vectors), len(part)))
			}
			if err = errors.Join(paid(r, err), err); err == nil {
				copy(all[from:], r.Vectors)
			}
			return err
		})
	}
	return all, group.Wait()
}

// path is where the request is sent.
func (r *Request) path() string {
	if len(r.Embed) > 0 {
		return embedPath
	}
	return chatPath
}
