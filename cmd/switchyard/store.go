package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"switchyard/config"
	"switchyard/model/store"
)

// storeRule tells where the store is, in help texts.
const storeRule = `The store is the file named by --store, else by SWITCHYARD_STORE, else
switchyard/responses.db in your cache folder.`

func (c *console) storeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "store",
		Short: "Look at the stored answers of models, and remove them",
		Long: `Look at the stored answers of models, and remove them.

Every answer of a model is stored as it came, so that it is paid for only once:
a run that is repeated or resumed takes it from the store. What is removed is
asked for, and paid for, again when a run needs it.

` + storeRule,
		Example: `  switchyard store stats
  switchyard store prune --older-than 30d
  switchyard store prune --older-than 30d --dry-run`,
		Args: cobra.ArbitraryArgs,
		RunE: showHelp,
	}
	cmd.AddCommand(c.storeStatsCommand(), c.storePruneCommand())
	return cmd
}

// addStoreFlag adds the flag that storePath reads.
func addStoreFlag(cmd *cobra.Command) {
	cmd.Flags().String("store", "", "`FILE` with the stored answers")
}

// storePath is the file of the store that a command uses. An empty --store is
// refused: it is a variable that was not set, and never means another store.
func storePath(c *console, cmd *cobra.Command) (string, error) {
	file, err := cmd.Flags().GetString("store")
	if err != nil {
		return "", err
	}
	if file == "" && cmd.Flags().Changed("store") {
		return "", misuse("for example --store responses.db", "--store is empty")
	}
	if file = cmp.Or(file, c.getenv("SWITCHYARD_STORE")); file == "off" { // as generate has it
		return "", misuse("name a file with --store", "the store is off: nothing is stored")
	}
	if file = cmp.Or(file, config.DefaultStore(c.cacheFolder(runtime.GOOS))); file == "" {
		return "", misuse("name a file with --store or in SWITCHYARD_STORE", "the store has no place: there is no cache folder, for HOME is not set")
	}
	return file, nil
}

// cacheFolder is the folder for caches on an operating system, by the rules of
// [os.UserCacheDir] but from the console's environment; empty if there is none.
func (c *console) cacheFolder(system string) string {
	if system == "windows" {
		return c.getenv("LocalAppData")
	}
	// Relative ones are to be ignored, says the XDG specification.
	if folder := c.getenv("XDG_CACHE_HOME"); filepath.IsAbs(folder) {
		return folder
	}
	home := c.getenv("HOME")
	switch {
	case home == "":
		return ""
	case system == "darwin":
		return filepath.Join(home, "Library", "Caches")
	}
	return filepath.Join(home, ".cache")
}

// withStore opens the store of a command if there is one, and closes it behind
// do; otherwise do gets nil.
func (c *console) withStore(cmd *cobra.Command, do func(file string, s *store.Store) error) (err error) {
	file, err := storePath(c, cmd)
	if err != nil {
		return err
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return do(file, nil)
	}
	s, err := store.Open(cmd.Context(), file)
	if err != nil {
		return storeFailure(err)
	}
	defer func() { err = cmp.Or(err, storeFailure(s.Close())) }()
	return storeFailure(do(file, s))
}

// storeFailure tells what is the matter with a store; other errors stay as they
// are.
func storeFailure(err error) error {
	var e *store.Error
	if !errors.As(err, &e) {
		return err
	}
	return misuse(e.Hint, "%s", oneLine(e.Error()))
}

func (c *console) storeStatsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats [flags]",
		Short: "Count what the store holds",
		Long: `Count what the store holds: answers and failures, by endpoint and model, their
size as they came and the size of the file, in which they are packed. A failure is
an answer whose status is not 2xx, or a request that was never answered.

` + storeRule + "\n\n" + exitCodes,
		Example: "  switchyard store stats\n  switchyard store stats --store responses.db --json",
		Args:    wantNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.withStore(cmd, func(file string, s *store.Store) error {
				held := &store.Stats{}
				if s != nil {
					var err error
					if held, err = s.Stats(cmd.Context()); err != nil {
						return err
					}
				}
				switch {
				case asJSON:
					return c.printJSON(storeReportOf(file, s != nil, held))
				case s == nil:
					c.printf("there is no store at %s yet\n", printable(file))
				default:
					c.printStoreStats(file, held)
				}
				return nil
			})
		},
	}
	addStoreFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

type storeReport struct {
	Store    string       `json:"store"`
	Exists   bool         `json:"exists"`
	Answers  int          `json:"answers"`
	Failures int          `json:"failures"`
	Bytes    int64        `json:"bytes"`
	File     int64        `json:"file_bytes"`
	Oldest   *time.Time   `json:"oldest,omitempty"`
	Newest   *time.Time   `json:"newest,omitempty"`
	Models   []storeModel `json:"models"`
}

type storeModel struct {
	Endpoint string `json:"endpoint"`
	Model    string `json:"model"`
	Answers  int    `json:"answers"`
	Failures int    `json:"failures"`
	Bytes    int64  `json:"bytes"`
}

func storeReportOf(file string, exists bool, s *store.Stats) storeReport {
	r := storeReport{Store: file, Exists: exists, Answers: s.Answers, Failures: s.Failures, Bytes: s.Bytes, File: s.File, Models: []storeModel{}}
	if s.Answers > 0 {
		oldest, newest := s.Oldest.UTC(), s.Newest.UTC()
		r.Oldest, r.Newest = &oldest, &newest
	}
	for _, share := range s.Shares {
		r.Models = append(r.Models, storeModel(share))
	}
	return r
}

func (c *console) printStoreStats(file string, s *store.Stats) {
	c.table(func(w io.Writer) {
		fmt.Fprintf(w, "store\t%s\n", printable(file))
		fmt.Fprintf(w, "answers\t%s, of them %s\n", thousands(s.Answers), count(s.Failures, "failure", "failures"))
		fmt.Fprintf(w, "size\t%s of answers in %s on disk\n", size(s.Bytes), size(s.File))
		if s.Answers > 0 {
			const minute = "2006-01-02 15:04"
			fmt.Fprintf(w, "stored\t%s to %s UTC\n", s.Oldest.UTC().Format(minute), s.Newest.UTC().Format(minute))
		}
	})
	if len(s.Shares) == 0 {
		return
	}
	c.printf("\n")
	c.table(func(w io.Writer) {
		fmt.Fprintln(w, "ENDPOINT\tMODEL\tANSWERS\tFAILURES\tSIZE")
		for _, share := range s.Shares {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", printable(share.Endpoint), printable(share.Model), thousands(share.Answers), thousands(share.Failures), size(share.Bytes))
		}
	})
}

func (c *console) storePruneCommand() *cobra.Command {
	var (
		chosen store.PruneOptions
		older  string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "prune [flags]",
		Short: "Remove answers from the store",
		Long: `Remove answers from the store and give their space back: those that fit all that
is given, or everything with --all. Runs may use the store meanwhile; what they
need of it is asked for, and paid for, again.

` + storeRule + "\n\n" + exitCodes,
		Example: `  switchyard store prune --older-than 30d --dry-run
  switchyard store prune --older-than 4w --model gpt-4o
  switchyard store prune --all`,
		Args: wantNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := choosePruned(cmd, &chosen, older); err != nil {
				return err
			}
			return c.withStore(cmd, func(file string, s *store.Store) error {
				return c.prune(cmd.Context(), file, s, chosen, asJSON)
			})
		},
	}
	addStoreFlag(cmd)
	cmd.Flags().StringVar(&older, "older-than", "", "answers stored at least `AGE` ago: 36h, 30d or 4w")
	cmd.Flags().StringVar(&chosen.Model, "model", "", "answers of the model `NAME`")
	cmd.Flags().StringVar(&chosen.Endpoint, "endpoint", "", "answers of the endpoint with this base `URL`")
	cmd.Flags().BoolVar(&chosen.All, "all", false, "everything, and what is known of the endpoints")
	cmd.Flags().BoolVar(&chosen.DryRun, "dry-run", false, "say what would be removed, and remove nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// choosePruned completes what is to be removed and checks it. Empty values are
// refused: they would choose more than was meant.
func choosePruned(cmd *cobra.Command, chosen *store.PruneOptions, older string) error {
	some := false
	for name, example := range map[string]string{"older-than": "30d", "model": "gpt-4o", "endpoint": "https://api.openai.com/v1"} {
		flag := cmd.Flags().Lookup(name)
		if flag.Changed && flag.Value.String() == "" {
			return misuse("for example --"+name+" "+example, "--%s is empty", name)
		}
		some = some || flag.Changed
	}
	switch {
	case chosen.All && some:
		return misuse("leave --all out, or the others", "--all removes everything, and the other flags choose some of it")
	case !chosen.All && !some:
		return misuse("for example --older-than 30d, --model gpt-4o or --all; with --dry-run nothing is removed", "nothing says what to remove")
	case older != "":
		age, err := ageOf(older)
		if err != nil {
			return err
		}
		chosen.OlderThan = time.Now().Add(-age)
	}
	return nil
}

// ageOf reads an age: a whole number of hours, days or weeks.
func ageOf(s string) (time.Duration, error) {
	units := map[string]time.Duration{"h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}
	digits := strings.TrimRight(s, "hdw")
	unit, known := units[s[len(digits):]]
	n, err := strconv.ParseUint(digits, 10, 16) // 65,535 weeks are 1,200 years
	const century = 100 * 366 * 24 * time.Hour
	if !known || err != nil || n == 0 || n > uint64(century/unit) {
		return 0, misuse("an age is written like 36h, 30d or 4w; all that there is goes with --all", "--older-than: %q is no age", s)
	}
	return time.Duration(n) * unit, nil
}

func (c *console) prune(ctx context.Context, file string, s *store.Store, chosen store.PruneOptions, asJSON bool) error {
	var gone store.Pruned
	if s != nil {
		var err error
		if gone, err = s.Prune(ctx, chosen); err != nil {
			f := explain(ctx, storeFailure(err))
			if gone.Answers > 0 {
				f.details = append(f.details, count(gone.Answers, "answer was", "answers were")+" removed before")
			}
			return f
		}
	}
	switch answers := count(gone.Answers, "answer", "answers") + ", " + size(gone.Bytes); {
	case asJSON:
		return c.printJSON(struct {
			Store   string `json:"store"`
			Exists  bool   `json:"exists"`
			DryRun  bool   `json:"dry_run"`
			Answers int    `json:"answers"`
			Bytes   int64  `json:"bytes"`
			Freed   int64  `json:"freed_bytes"`
		}{file, s != nil, chosen.DryRun, gone.Answers, gone.Bytes, gone.Freed})
	case s == nil:
		c.printf("there is no store at %s yet\n", printable(file))
	case chosen.DryRun:
		c.printf("would remove %s; nothing is removed\n", answers)
	default:
		c.printf("removed %s; %s less on disk\n", answers, size(gone.Freed))
	}
	return nil
}
