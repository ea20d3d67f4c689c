package mock

import (
	"net/http"
	"slices"
)

// AnyModel is the model that a server lists if it accepts every name.
const AnyModel = "switchyard-mock"

// modelCard is a model as the protocol shows it.
type modelCard struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

func cardOf(id string) modelCard {
	// The time is that of nothing: models of a mock are as old as the protocol.
	return modelCard{ID: id, Object: "model", Created: 1677610602, OwnedBy: "switchyard"}
}

func (s *Server) listModels(w http.ResponseWriter, r *http.Request) *apiError {
	if e := s.authorize(r); e != nil {
		return e
	}
	names := s.cfg.Models
	if len(names) == 0 {
		names = []string{AnyModel}
	}
	list := struct {
		Object string      `json:"object"`
		Data   []modelCard `json:"data"`
	}{Object: "list"}
	for _, name := range names {
		list.Data = append(list.Data, cardOf(name))
	}
	writeJSON(w, http.StatusOK, list)
	return nil
}

func (s *Server) showModel(w http.ResponseWriter, r *http.Request, id string) *apiError {
	if e := s.authorize(r); e != nil {
		return e
	}
	if e := s.known(id); e != nil {
		return e
	}
	writeJSON(w, http.StatusOK, cardOf(id))
	return nil
}

// known reports whether there is such a model.
func (s *Server) known(id string) *apiError {
	if len(s.cfg.Models) == 0 || slices.Contains(s.cfg.Models, id) {
		return nil
	}
	return &apiError{Status: http.StatusNotFound, Type: "invalid_request_error", Code: "model_not_found",
		Message: "The model `" + id + "` does not exist or you do not have access to it."}
}
