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

// storeRule is the part of help texts that says where the store is.
const storeRule = `The store is the file named by --store, else by SWITCHYARD_STORE, else
switchyard/responses.db in your cache folder.`

func (c *console) storeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "store",
		Short: "Look at the stored answers of models, and remove them",
		Long: `Look at the stored answers of models, and remove them.

Every answer of a model is stored as it came, so that it is paid for only once:
a run that is repeated or resumed takes it from the store. A run that needs an
answer you removed asks for it, and pays for it, again.

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

// storePath returns the file of the store that a command uses. It refuses an empty
// --store, which comes from an unset shell variable and does not ask for the default.
func storePath(c *console, cmd *cobra.Command) (string, error) {
	file, err := cmd.Flags().GetString("store")
	if err != nil {
		return "", err
	}
	if file == "" && cmd.Flags().Changed("store") {
		return "", misuse("for example --store responses.db", "--store is empty")
	}
	if file = cmp.Or(file, c.getenv("SWITCHYARD_STORE")); file == "off" { // as generate has it
		return "", misuse("name a file with --store", "the store is off, so nothing is stored")
	}
	if file = cmp.Or(file, config.DefaultStore(c.cacheFolder(runtime.GOOS))); file == "" {
		return "", misuse("name a file with --store or in SWITCHYARD_STORE", "there is no cache folder for the store, because HOME is not set")
	}
	return file, nil
}

// cacheFolder is the folder for caches on an operating system, by the rules of
// [os.UserCacheDir] but from the console's environment; empty if there is none.
func (c *console) cacheFolder(system string) string {
	if system == "windows" {
		return c.getenv("LocalAppData")
	}
	// The XDG specification says that relative paths must be ignored.
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

// withStore opens the store of a command, calls do with it and closes it. If the
// store does not exist or is an empty file, do gets nil: only commands that store answers
// make one.
func (c *console) withStore(cmd *cobra.Command, do func(file string, s *store.Store) error) (err error) {
	file, err := storePath(c, cmd)
	if err != nil {
		return err
	}
	if info, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 && info.Mode().IsRegular() {
		return do(file, nil)
	}
	s, err := store.Open(cmd.Context(), file)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, s.Close()) }()
	return do(file, s)
}

func (c *console) storeStatsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats [flags]",
		Short: "Count what the store holds",
		Long: `Count what the store holds: answers and failures, by endpoint and model.

Use it to see how large the store is before you prune it. It prints the size of
the answers as they came, and the size of the file, which holds them compressed. A
failure is an answer whose status is not 2xx, or a request that was never answered.

` + storeRule + "\n\n" + exitCodes,
		Example: "  switchyard store stats\n  switchyard store stats --store responses.db --json",
		Args:    wantNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.withStore(cmd, func(file string, s *store.Store) error {
				held := &store.Stats{Shares: []store.Share{}}
				if s != nil {
					var err error
					if held, err = s.Stats(cmd.Context()); err != nil {
						return err
					}
				}
				switch {
				case asJSON:
					return c.printJSON(storeReport{file, s != nil, held})
				case s == nil:
					c.printf("there is no store at %s yet\n", printable(config.Hide(file)))
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

// storeReport is what store stats prints with --json.
type storeReport struct {
	Store  string `json:"store"`
	Exists bool   `json:"exists"`
	*store.Stats
}

func (c *console) printStoreStats(file string, s *store.Stats) {
	c.table(func(w io.Writer) {
		fmt.Fprintf(w, "store\t%s\n", printable(file))
		fmt.Fprintf(w, "answers\t%s, of them %s\n", thousands(s.Answers), count(s.Failures, "failure", "failures"))
		fmt.Fprintf(w, "size\t%s of answers in %s on disk\n", size(s.Bytes), size(s.File))
		if s.Answers > 0 {
			const minute = "2006-01-02 15:04"
			fmt.Fprintf(w, "stored\t%s to %s UTC\n", s.Oldest.Format(minute), s.Newest.Format(minute))
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
		Long: `Remove answers from the store and free their space on disk.

Removes the answers that match all of the flags given, or everything with --all.
Runs may use the store at the same time. A run that needs a removed answer asks
for it, and pays for it, again.

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
	cmd.Flags().StringVar(&older, "older-than", "", "remove answers stored at least `AGE` ago: 36h, 30d or 4w")
	cmd.Flags().StringVar(&chosen.Model, "model", "", "remove answers of the model `NAME`")
	cmd.Flags().StringVar(&chosen.Endpoint, "endpoint", "", "remove answers of the endpoint with this base `URL`")
	cmd.Flags().BoolVar(&chosen.All, "all", false, "remove everything, and what is known about the endpoints")
	cmd.Flags().BoolVar(&chosen.DryRun, "dry-run", false, "print what would be removed, and remove nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// choosePruned checks and completes the choice of what to remove. It refuses empty
// values, which would remove more than was meant.
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
		return misuse("leave out --all or the other flags", "--all cannot be combined with flags that choose some answers")
	case !chosen.All && !some:
		return misuse("for example --older-than 30d, --model gpt-4o or --all; with --dry-run nothing is removed", "no flag says what to remove")
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
		return 0, misuse("write an age like 36h, 30d or 4w, or remove everything with --all", "--older-than: %q is not an age", s)
	}
	return time.Duration(n) * unit, nil
}

func (c *console) prune(ctx context.Context, file string, s *store.Store, chosen store.PruneOptions, asJSON bool) error {
	var gone store.Pruned
	if s != nil {
		var err error
		if gone, err = s.Prune(ctx, chosen); err != nil {
			f := explain(ctx, err)
			if gone.Answers > 0 {
				f.details = append(f.details, count(gone.Answers, "answer was", "answers were")+" removed before")
			}
			return f
		}
	}
	switch answers := count(gone.Answers, "answer", "answers") + ", " + size(gone.Bytes); {
	case asJSON:
		return c.printJSON(struct {
			Store  string `json:"store"`
			Exists bool   `json:"exists"`
			DryRun bool   `json:"dry_run"`
			store.Pruned
		}{file, s != nil, chosen.DryRun, gone})
	case s == nil:
		c.printf("there is no store at %s yet\n", printable(config.Hide(file)))
	case chosen.DryRun:
		c.printf("would remove %s; nothing is removed\n", answers)
	default:
		c.printf("removed %s; %s less on disk\n", answers, size(gone.Freed))
	}
	return nil
}
