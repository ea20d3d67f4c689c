package mock

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// apiError is an error response in OpenAI's format.
type apiError struct {
	Status  int
	Message string
	Type    string // "invalid_request_error", "server_error", "requests", "tokens"
	Param   string // the field that is wrong; empty: null
	Code    string // empty: null
}

// invalid is the error of a request that can never succeed; param is the field at
// fault.
func invalid(param, code, message string) *apiError {
	return &apiError{Status: http.StatusBadRequest, Type: "invalid_request_error", Param: param, Code: code, Message: message}
}

// missing is the error of a request without a required field.
func missing(param string) *apiError {
	return invalid(param, "missing_required_parameter", "Missing required parameter: '"+param+"'.")
}

func closing() *apiError {
	return &apiError{Status: http.StatusServiceUnavailable, Type: "server_error", Code: "shutting_down",
		Message: "The server is shutting down."}
}

func writeError(w http.ResponseWriter, e *apiError) {
	type shape struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	}
	out := shape{Message: e.Message, Type: e.Type}
	if e.Param != "" {
		out.Param = &e.Param
	}
	if e.Code != "" {
		out.Code = &e.Code
	}
	writeJSON(w, e.Status, map[string]shape{"error": out})
}

// writeJSON writes a complete response. A client that has left is not an error.
func writeJSON(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil { // our own types: cannot happen
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_ = writeBody(w, status, data)
}

func writeBody(w http.ResponseWriter, status int, data []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	_, err := w.Write(data)
	return err
}
