package store

import (
	"context"
	"os"
	"time"
)

// Stats says what a store holds.
type Stats struct {
	Answers  int   `json:"answers"`    // failures included
	Failures int   `json:"failures"`   // answers whose status is not 2xx, and requests never answered
	Bytes    int64 `json:"bytes"`      // size of the bodies as they came
	File     int64 `json:"file_bytes"` // size on disk, with the files that SQLite keeps beside it
	// Oldest and Newest are when answers were stored, in UTC; zero if there are none.
	Oldest time.Time `json:"oldest,omitzero"`
	Newest time.Time `json:"newest,omitzero"`
	// Shares are the counts of each model, ordered by endpoint and model.
	Shares []Share `json:"models"`
}

// Share says what a store holds of one model of one endpoint.
type Share struct {
	Endpoint string `json:"endpoint"`
	Model    string `json:"model"`
	Answers  int    `json:"answers"`
	Failures int    `json:"failures"`
	Bytes    int64  `json:"bytes"`
}

// failed is the condition of answers that are failures.
const failed = `(status < 200 OR status > 299)`

// Stats counts what the store holds. It reads the whole file.
func (s *Store) Stats(ctx context.Context) (*Stats, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT endpoint, model, count(*), count(*) FILTER (WHERE `+failed+`), sum(size), min(created), max(created)
		FROM answer GROUP BY endpoint, model ORDER BY endpoint, model`)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	defer rows.Close()
	stats := &Stats{File: s.onDisk(), Shares: []Share{}}
	for rows.Next() {
		var (
			share          Share
			oldest, newest int64
		)
		if err := rows.Scan(&share.Endpoint, &share.Model, &share.Answers, &share.Failures, &share.Bytes, &oldest, &newest); err != nil {
			return nil, s.failure(ctx, err)
		}
		stats.Answers += share.Answers
		stats.Failures += share.Failures
		stats.Bytes += share.Bytes
		if at := time.UnixMilli(oldest).UTC(); stats.Oldest.IsZero() || at.Before(stats.Oldest) {
			stats.Oldest = at
		}
		if at := time.UnixMilli(newest).UTC(); at.After(stats.Newest) {
			stats.Newest = at
		}
		stats.Shares = append(stats.Shares, share)
	}
	if err := rows.Err(); err != nil {
		return nil, s.failure(ctx, err)
	}
	return stats, nil
}

// onDisk returns the size of the files. It does not open them: closing them would
// drop the locks of this process.
func (s *Store) onDisk() (size int64) {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			size += info.Size()
		}
	}
	return size
}
