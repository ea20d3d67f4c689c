package gen

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"switchyard/tools"
)

func TestTryRun(t *testing.T) {
	dir := os.Getenv("TRYRUN")
	if dir == "" {
		t.Skip()
	}
	sets, err := tools.CatalogAll()
	if err != nil {
		t.Fatal(err)
	}
	limit := 0
	fmt.Sscan(os.Getenv("LIMIT"), &limit)
	start := time.Now()
	rep, err := Run(context.Background(), Config{Seed: 1, Toolsets: sets, Out: dir, Version: "dev", Distractors: 2, Limit: limit, Force: true})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(time.Since(start))
	fmt.Printf("%+v\n", *rep)
}
