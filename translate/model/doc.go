// Package model asks a language model for a statement. The model is any endpoint that speaks OpenAI's chat
// completions: a hosted one, vLLM, Ollama, llama.cpp.
//
//	Input ──Prompt──▶ Request ──Client.Complete──▶ Response ──Parse──▶ Draft
//
//	config.go     settings of a client, and the key that never prints
//	client.go     one call: breaker, requests, retries, features that the endpoint lacks   <- read first
//	dialect.go    differences between endpoints, and how a client learns them
//	transport.go  bounded bodies, no redirects elsewhere, Retry-After
//	breaker.go    stops asking an endpoint that is down
//	prompt.go     Input to Request; the texts are in prompts/
//	fence.go      marks around data, so that a model does not take it for instructions
//	parse.go      text to Draft; extract.go finds the JSON in it, mend.go repairs it
//
// The package runs no statements, and does not decide what the agent does next. A Draft is unchecked: the review and
// the guard still check it.
package model
