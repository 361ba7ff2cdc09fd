package translate

import (
	"regexp"
	"slices"
	"strings"
)

var (
	regroups = regexp.MustCompile(`(?i)^(?:(?:and|but|now|then|ok|rather|show it|group (?:it|them)|break it down)[, ]+)*(per|by|for each|for every)\s+((?:\w+\s+){0,2}?\w+)(?:\s+(?:instead|rather|now|please))*[.!?]*$`)
	grouped  = regexp.MustCompile(`(?i)\b(?:per|by|for each|for every|in each|of each)\s+(\w+)(?:\s+(\w+))?`)
)

// reword handles "per store instead" without a model: it asks the question again with the new group in place of the
// old one. It applies to answers that have not been changed since, which the question alone describes.
func (w *work) reword() bool {
	about := w.question.About
	m := regroups.FindStringSubmatch(w.followed.instruction)
	all := grouped.FindAllStringSubmatchIndex(about.Question, -1)
	if m == nil || len(all) == 0 || strings.Contains(about.Question, andThen) {
		return false
	}
	at := all[len(all)-1]
	ends := []int{at[3]} // for a group of one word, or of two: "by store" and "by product category"
	if at[5] > 0 {
		ends = append(ends, at[5])
	}
	slices.Reverse(ends)
	for _, end := range ends {
		again := about.Question[:at[0]] + strings.ToLower(m[1]) + " " + m[2] + about.Question[end:]
		r := w.readAgain(again)
		if r.Plan == nil || r.Confidence < w.agent.cfg.AnswerConfidence {
			continue
		}
		w.question.Text = again
		w.draft = draft{plan: r.Plan, engine: EngineBuiltin, reading: r.Plan.Reading, assumptions: r.Plan.Assumptions, confidence: r.Confidence}
		w.answer.Engine, w.answer.Plan, w.answer.Reading, w.answer.Assumptions = EngineBuiltin, r.Plan, r.Plan.Reading, r.Plan.Assumptions
		return true
	}
	return false
}
