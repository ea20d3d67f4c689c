package imports_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"switchyard/tools/imports"
	"switchyard/tools/imports/functions"
)

// A list of functions is imported and saved as a toolset file.
func ExampleSave() {
	folder, err := os.MkdirTemp("", "toolsets")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	report, err := functions.Import("sea.json", []byte(`[{"name": "get_tide", "description": "Tides of a port.", "parameters": {}}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := imports.Save(context.Background(), []imports.Source{{Name: "sea.json", Report: report}}, folder, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, saved := range result.Toolsets {
		fmt.Println(saved.Name, filepath.Base(saved.File), saved.Tools)
	}
	// Output: sea/tide sea.tide.yaml 1
}
