package translate

import (
	"context"
	"fmt"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/say"
)

// maxCompared bounds the questions that are read with and without lessons.
const maxCompared = 300

// silenced returns a line for each question that was answered before and is not any more because of a lesson, of those last asked of
// the datasource. The built-in translator reads each with what was taught and, if that gives no answer, without.
func (r *reader) silenced(ctx context.Context) ([]string, error) {
	asked, err := r.agent.cfg.Lessons.Answered(ctx, r.question.Datasource, maxCompared)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, question := range asked {
		by, err := r.silencedBy(ctx, question)
		if err != nil {
			return nil, err
		}
		for _, l := range by {
			found = append(found, fmt.Sprintf("%s: “%s” was answered before, and no more since %s means %s", l.Place(), say.Clip(question, 200),
				l.Words, l.Means))
		}
	}
	return found, nil
}

// silencedBy returns the lessons without each of which a question is answered, if it is not with all of them.
func (r *reader) silencedBy(ctx context.Context, question string) ([]lessons.Lesson, error) {
	r.question.Text, r.recalled = question, recalled{}
	fitting := r.known().Fitting()
	if len(fitting) == 0 {
		return nil, nil
	}
	answered, err := r.answersWithout(ctx)
	if answered || err != nil {
		return nil, err
	}
	if answered, err = r.answersWithout(ctx, idsOf(fitting)...); !answered {
		return nil, err // nothing that was taught is to blame
	}
	var by []lessons.Lesson
	for _, l := range fitting {
		if answered, err = r.answersWithout(ctx, l.ID); err != nil {
			return nil, err
		}
		if answered {
			by = append(by, l)
		}
	}
	if len(by) == 0 {
		by = fitting // only together
	}
	return by, nil
}

// silences returns how many of the questions last asked with the words of a new lesson were answered without it and are not with it.
// They may be of others, so they are counted and not told.
func (r *reader) silences(ctx context.Context, l lessons.Lesson) (n int, err error) {
	asked, err := r.agent.cfg.Lessons.Answered(ctx, r.question.Datasource, maxCompared)
	if err != nil {
		return 0, err
	}
	was, recalled := r.question.Text, r.recalled
	defer func() { r.question.Text, r.recalled, r.links = was, recalled, linked{} }()
	for _, question := range asked {
		if r.question.Text = question; !lessons.Mentions(question, l.Words) {
			continue
		}
		answered, err := r.answersWithout(ctx, l.ID)
		if err != nil {
			return n, err
		}
		if answered {
			r.recalled.lessons = append([]lessons.Lesson{l}, r.recalled.lessons...)
			if answered, err = r.canAnswer(ctx); err != nil {
				return n, err
			}
			if !answered {
				n++
			}
		}
	}
	return n, nil
}

// answersWithout reports whether the question is answered without some lessons.
func (r *reader) answersWithout(ctx context.Context, ids ...string) (bool, error) {
	r.recalled = recalled{dropped: ids}
	r.recalled.lessons = r.known().Fitting()
	return r.canAnswer(ctx)
}

// canAnswer reports whether the question is answered with the lessons that were recalled for it.
func (r *reader) canAnswer(ctx context.Context) (bool, error) {
	r.links = linked{}
	result, err := r.readText(ctx, r.question.Text)
	return result.Plan != nil && result.Confidence >= r.agent.cfg.AnswerConfidence, err
}
