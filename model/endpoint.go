package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"
)

// The kinds of API that an endpoint can have.
const (
	APIOpenAI = "openai" // and everything compatible with it
	APIAzure  = "azure"  // deployments under /openai/deployments, an api-key header
)

// DefaultBaseURL is the endpoint that is used if none is configured.
const DefaultBaseURL = "https://api.openai.com/v1"

// defaultAzureVersion is the latest dated version of Azure's API.
const defaultAzureVersion = "2024-10-21"

// Endpoint says where models are served. Printing it shows only its address.
type Endpoint struct {
	// BaseURL is the address without /chat/completions; for Azure, the
	// address of the resource. User info is sent as basic authentication, and
	// a query with every request; both are treated as secrets. "" means
	// [DefaultBaseURL].
	BaseURL string
	// API is [APIOpenAI], which "" means too, or [APIAzure].
	API string
	// APIVersion is sent as api-version. Azure needs one and has a default.
	APIVersion string
	// Deployments maps models to Azure deployments; a model that is not
	// listed is deployed under its own name.
	Deployments map[string]string
	// Headers are sent with every request. Their values are treated as secrets.
	Headers map[string]string
	// Key is sent as a bearer token, or as Azure's api-key. An empty key is
	// not sent.
	Key Secret
}

// Format implements [fmt.Formatter]: headers and user info do not show.
func (e Endpoint) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(e.address())) }

// MarshalJSON implements [json.Marshaler]: the address without its secrets.
func (e Endpoint) MarshalJSON() ([]byte, error) { return json.Marshal(e.address()) }

func (e Endpoint) address() string {
	u, err := e.parse()
	if err != nil {
		return "(no valid base URL)"
	}
	return bare(u)
}

// parse reads the base URL. Errors do not repeat it: it may hold a password.
func (e Endpoint) parse() (*url.URL, error) {
	text := strings.TrimSpace(e.BaseURL)
	if text == "" {
		text = DefaultBaseURL
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, errors.New("the base URL cannot be read")
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, errors.New("the base URL must begin with https:// or http:// and a host")
	}
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.Path = strings.TrimSuffix(u.Path, chatPath) // people copy the whole address
	if e.API == APIAzure {
		u.Path = strings.TrimSuffix(u.Path, "/openai") // added to each request
	}
	return u, nil
}

// bare is an address without user info and query.
func bare(u *url.URL) string {
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// deployment returns the name of a model's Azure deployment.
func (e Endpoint) deployment(model string) string {
	if name, ok := e.Deployments[model]; ok {
		return name
	}
	return model
}

// chatPath is the path of chat completions below the base URL.
const chatPath = "/chat/completions"

// embedPath is the path of embeddings.
const embedPath = "/embeddings"

// request makes a request for a path below the base URL. It does not use
// go-openai's client, because that refuses models and parameters based on the
// name of the model, and parses the answer before it can be stored.
func (e Endpoint) request(ctx context.Context, base *url.URL, model, method, path string, body []byte) (*http.Request, error) {
	version := e.APIVersion
	if e.API == APIAzure {
		version = cmp.Or(version, defaultAzureVersion)
		if path == chatPath || path == embedPath {
			path = "/deployments/" + url.PathEscape(e.deployment(model)) + path
		}
		path = "/openai" + path
	}
	req, err := http.NewRequestWithContext(ctx, method, bare(base)+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.URL.User = base.User
	query := base.Query()
	if version != "" && !query.Has("api-version") {
		query.Set("api-version", version)
	}
	req.URL.RawQuery = query.Encode()
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "switchyard")
	switch key := e.Key.Reveal(); {
	case key == "":
	case e.API == APIAzure:
		req.Header.Set(openai.AzureAPIKeyHeader, key)
	default:
		req.Header.Set("Authorization", "Bearer "+key)
	}
	for name, value := range e.Headers {
		if strings.EqualFold(name, "host") {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	return req, nil
}

// NewTransport returns a transport for many concurrent requests to one host:
// it keeps connections and notices dead ones. Clients of one endpoint should
// share it. proxy is that of [http.Transport]; nil means none.
func NewTransport(proxy func(*http.Request) (*url.URL, error)) *http.Transport {
	return &http.Transport{
		Proxy:                 proxy,
		DialContext:           (&net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   15 * time.Second,
		ForceAttemptHTTP2:     true,
		HTTP2:                 &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second},
		MaxIdleConnsPerHost:   1024,
		IdleConnTimeout:       90 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
}
