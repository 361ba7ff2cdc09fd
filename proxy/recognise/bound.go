package recognise

// Bound reports whether a part of the question is a parameter, so that it is not known before Bind.
func (q Question) Bound() bool { return len(q.Params()) > 0 }

// Params returns the numbers of the parameters that are a part of the question, from 1, in the order in which they
// stand.
func (q Question) Params() []int {
	var all []int
	for _, a := range q.Args {
		if a.Kind == Placeholder {
			all = append(all, a.Number)
		}
	}
	if len(q.Args) == 0 && q.Param > 0 { // ASK $1
		all = append(all, q.Param)
	}
	return all
}

// With returns the question with the values of its parameters in their places. It fails, with an *Error, where a
// value cannot be part of a question.
func (q Question) With(value func(number int) string) (Question, error) {
	args := make([]Arg, len(q.Args))
	for i, a := range q.Args {
		if a.Kind == Placeholder {
			a.Kind, a.Text = Literal, value(a.Number)
		}
		if msg := checkText(a.Text); msg != "" {
			return q, &Error{Code: codeBadEncoding, Message: "the argument of " + q.Name + "() " + msg, Start: a.Start, End: a.End}
		}
		args[i] = a
	}
	if q.Param > 0 {
		text := trim(value(q.Param))
		if msg := checkText(text); msg != "" {
			return q, &Error{Code: codeBadEncoding, Message: "the question " + msg, Start: q.Start, End: q.End}
		}
		q.Text, q.Param = text, 0
		if q.Verb == Run && (q.Form != Function || functions[q.Name].answers) {
			q.Verb, q.Text = cutVerb(text)
		}
	}
	q.Args = args
	return q, nil
}
