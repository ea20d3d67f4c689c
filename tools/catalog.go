package tools

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"

	"switchyard/nearest"
)

//go:embed catalog
var catalogFiles embed.FS

// CatalogNames lists the names of the built-in toolsets, sorted.
func CatalogNames() []string {
	var names []string
	// The embedded tree can always be read.
	_ = fs.WalkDir(catalogFiles, "catalog", func(p string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(p) == ".yaml" {
			names = append(names, strings.TrimSuffix(strings.TrimPrefix(p, "catalog/"), ".yaml"))
		}
		return err
	})
	sort.Strings(names)
	return names
}

// Catalog returns one built-in toolset by its name.
func Catalog(name string) (*Toolset, error) {
	data, err := catalogFiles.ReadFile("catalog/" + name + ".yaml")
	if err != nil {
		hint := ""
		if near := nearest.Name(name, CatalogNames()); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, fmt.Errorf("no built-in toolset is called %q%s", name, hint)
	}
	return parse("catalog/"+name+".yaml", data, true)
}

// CatalogAll returns all built-in toolsets, sorted by name.
func CatalogAll() ([]*Toolset, error) {
	names := CatalogNames()
	sets, errs := make([]*Toolset, len(names)), make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() { sets[i], errs[i] = Catalog(name) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return sets, nil
}
