package mock

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	words "switchyard/internal/prose"
)

// grace is how long answers in flight may take on shutdown, beyond the latency.
const grace = 10 * time.Second

// AddressError says why the mock cannot listen on an address.
type AddressError struct {
	Address string
	Problem string
	Hint    string // what to do about it
	Err     error  // of the system; may be nil
}

// Error implements error.
func (e *AddressError) Error() string { return fmt.Sprintf("listen on %s: %s", e.Address, e.Problem) }

// Unwrap gives the error of the system.
func (e *AddressError) Unwrap() error { return e.Err }

// Listener is an open loopback address.
type Listener struct{ net.Listener }

// URL is the base URL for clients: "http://127.0.0.1:8080/v1".
func (l *Listener) URL() string { return "http://" + l.Addr().String() + "/v1" }

// Listen opens a loopback address such as 127.0.0.1:8080; port 0 chooses a free
// port. It refuses all other addresses, because the mock must not be reachable
// from outside. Errors are of type *[AddressError].
func Listen(ctx context.Context, addr string) (*Listener, error) {
	const hint = "use 127.0.0.1:8080, [::1]:8080 or localhost:8080"
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, &AddressError{addr, "this is not a host and port", hint, err}
	}
	ip := net.ParseIP(host)
	if host == "localhost" {
		ip = net.IPv4(127, 0, 0, 1)
	}
	if ip == nil || !ip.IsLoopback() {
		return nil, &AddressError{addr, "this is not a loopback address", hint, nil}
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", net.JoinHostPort(ip.String(), port))
	if err != nil {
		problem := words.Error(err)
		if op := (*net.OpError)(nil); errors.As(err, &op) {
			problem = words.Error(op.Err)
		}
		return nil, &AddressError{addr, problem, "is something else listening there? port 0 takes a free one", err}
	}
	return &Listener{l}, nil
}

// Serve answers on a listener until ctx ends, and then shuts down: it accepts no
// more connections, releases hangs and finishes answers in flight. It cuts off what
// is still in flight when the latency and ten seconds more have passed. It closes
// the listener and the server. The end of ctx is not an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	// Handlers get a context that outlives ctx, so that they can finish.
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	idle := &untouched{conns: map[net.Conn]bool{}}
	server := &http.Server{
		Handler:           s,
		BaseContext:       func(net.Listener) context.Context { return base },
		ConnState:         idle.note,
		ReadHeaderTimeout: time.Minute,
		ErrorLog:          slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // a library prints nothing
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	var err error
	select {
	case err = <-stopped: // the listener broke
	case <-ctx.Done():
	}
	s.release()
	idle.close()
	last, stop := context.WithTimeout(base, s.cfg.Latency+grace)
	defer stop()
	if server.Shutdown(last) != nil {
		cancel()
		_ = server.Close()
	}
	_ = s.Close()
	if err == nil {
		err = <-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// untouched are the connections without a request so far. Clients open some in
// advance, and Shutdown would wait seconds for them.
type untouched struct {
	mu    sync.Mutex
	conns map[net.Conn]bool
	ended bool
}

func (u *untouched) note(c net.Conn, state http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(u.conns, c)
	case u.ended:
		_ = c.Close()
	default:
		u.conns[c] = true
	}
}

func (u *untouched) close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ended = true
	for c := range u.conns {
		_ = c.Close()
	}
}
