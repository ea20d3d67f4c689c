// Package flowfile reads and writes workflow files: workflow knowledge of one scenario as YAML
// or JSON, in the form that docs/workflows.md describes.
//
// Start with [Parse], which needs the toolset that the workflow uses, and [Write]. The error of
// [Parse] is of type [toolfile.Problems] and lists everything that is wrong with a file, with
// lines and columns; the workflow that it returns passes [flow.Check].
package flowfile
