package builtin

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/merge"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
)

// fragment is a follow-up without the words that say how it changes what was asked.
type fragment struct {
	text string
	how  merge.Change
	turn *merge.Turn // instead of text: a change that is said without parts of a question
	free string      // the words of what is to have no condition any more
	lost bool        // it speaks of them in a way that is not understood
	refs bool        // it speaks of the rows of the answer: their phone
}

// referring are texts about the rows of the last answer, and what of them is asked for.
var referring = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^(?:and |but |so |also )*(?:(?:what|who|which|where) (?:is|are|was|were)|what's|who's|show(?: me)?|give(?: me)?|list|add|with|include) (?:their|its|his|her) (.+)$`),
	regexp.MustCompile(`(?i)^(?:and |but |so |also )*(?:their|its|his|her) (.+)$`),
	regexp.MustCompile(`(?i)^(?:and |but |so |also )*(?:how many) (.+?) (?:do|does|did) (?:they|it|he|she)(?: each| all)? (?:have|get|had)(?: each)?$`),
	regexp.MustCompile(`(?i)^(?:and |but |so )*who (?:is|are|was|were) the ([\w-]+(?: [\w-]+)?)$`),
}

// refersTo reads what a text asks for of the rows of the last answer.
func (f *fragment) refersTo() bool {
	text := strings.TrimRight(f.text, " ?.!")
	for i, r := range referring {
		if m := r.FindStringSubmatch(text); m != nil {
			if f.text = m[1]; i == 2 {
				f.text = "number of " + m[1]
			}
			f.refs, f.how.More, f.how.Also, f.how.Shown = true, true, true, true
			return true
		}
	}
	return false
}

// Depends reports whether a text says nothing without an answer that it is about: it speaks of its rows as "they",
// puts something in the place of a part of it, or is no more than the word for a change.
func Depends(text string) bool {
	f := fragmentOf(text)
	return !strings.HasPrefix(strings.ToLower(text), "who ") && (f.refs || f.how.Shown) || f.turn != nil || f.free != "" || f.how.Instead || pronoun.MatchString(text)
}

// Replaces reports whether a follow-up puts something in the place of a part of what was asked: suppliers instead.
func Replaces(text string) bool { return fragmentOf(text).how.Instead }

var pronoun = regexp.MustCompile(`(?i)\b(?:their|theirs|they|them|it|its|his|hers?|he|she)\b`)

// persons are words for the rows of an answer that no change is said with.
var persons = regexp.MustCompile(`(?i)\b(?:their|theirs|they|its|his|hers?|he|she)\b`)

// asksOfIt is a question of one row, or of some, and not a change of it.
var asksOfIt = regexp.MustCompile(`(?i)^(?:and |but |so )*(?:what|who|where|when|which|how)\b.*\b(?:it|them)\b`)

// opening are words at the beginning of a follow-up, with what they say of it.
var opening = []struct {
	words *regexp.Regexp
	says  func(f *fragment)
}{
	{begins(`please|now|ok|okay|so|then|but then|actually|rather|can you|could you|would you|i want|i need|let me see|let's see|make it|do it|do that|` +
		`but|show|show me|give me|list|display|see|the same for|same for|the same but|same but|the same with|same with|` +
		`the same in|group by|grouped by|group it|group them|break it down|split it|split them|filter|filter it|filter by|restrict it to|narrow it down to|only show`),
		func(*fragment) {}},
	{begins(`(?:and )?(?:what|how) about`), func(f *fragment) { f.how.About = true }},
	{begins(`and the`), func(f *fragment) { f.how.More, f.how.Shown = true, true }},
	{begins(`and`), func(f *fragment) { f.how.More = true }},
	{begins(`as`), func(f *fragment) { f.how.Instead = true }},
	{begins(`also|and also|add|include|plus|append|show also|and also show|with also|together with|along with`), func(f *fragment) { f.how.More, f.how.Also = true, true }},
	{begins(`only|just|keep|keep only|show only|only the ones|just the ones`), func(f *fragment) { f.how.Only = true }},
	{begins(`without|without the|except|except for|exclude|excluding|leave out|leave off|omit|skip|hide|remove|drop|not|but not|everything but|all but|all except|` +
		`other than|apart from|ignore|ignoring|no|get rid of|don't show|do not show|leave away`), func(f *fragment) { f.how.Without = true }},
}

func begins(words string) *regexp.Regexp { return regexp.MustCompile(`(?i)^(?:` + words + `)[, ]+`) }

var (
	closing = regexp.MustCompile(`(?i)[ ,]*(?:\b(instead|rather)|\b(too|as well|also)|\b(?:please|now|again|thanks|only)|[.!?;,]+)$`)
	others  = regexp.MustCompile(`(?i)\b(?:ones|those|these|them)\b`)
	article = regexp.MustCompile(`(?i)^(?:the|those|these|that|them|it|ones|all)\s+`)
)

// fragmentOf reads how a follow-up changes what was asked.
func fragmentOf(text string) fragment {
	f := fragment{text: strings.Join(strings.Fields(text), " ")}
	for {
		before := f.text
		if m := closing.FindStringSubmatch(f.text); m != nil {
			f.how.Instead, f.how.More, f.how.Also = f.how.Instead || m[1] != "", f.how.More || m[2] != "", f.how.Also || m[2] != ""
			f.text = f.text[:len(f.text)-len(m[0])]
		}
		if f.turn = turnOf(f.text); f.turn != nil {
			return f
		}
		if f.refersTo() {
			return f
		}
		if m := freed.FindStringSubmatch(f.text); m != nil {
			f.free = strings.Join(m[1:], "")
			return f
		}
		for _, o := range opening {
			if at := o.words.FindString(f.text); at != "" && len(at) < len(f.text) {
				o.says(&f)
				f.text = f.text[len(at):]
				break
			}
		}
		if f.text == before {
			break
		}
	}
	f.how.Keys, f.how.By = keys.MatchString(f.text), by.MatchString(f.text)
	f.lost = persons.MatchString(f.text) || asksOfIt.MatchString(text)
	f.how.Shown = f.how.Shown && !several.MatchString(f.text)
	if m := firsts.FindStringSubmatch(f.text); m != nil {
		f.how.First, f.text = true, m[1]
	}
	return f
}

var (
	keys    = regexp.MustCompile(`(?i)\b(?:ids?|numbers?|no|keys?|codes?)\b`)
	by      = regexp.MustCompile(`(?i)^(?:ranked |ordered |sorted )?by `)
	several = regexp.MustCompile(`(?i)\b(?:ones|those|only)\b`)
	year    = regexp.MustCompile(`^(?:19|20)[0-9]{2}$`)
	firsts  = regexp.MustCompile(`(?i)^(?:the )?(newest|latest|most recent|oldest|earliest|youngest|cheapest|most expensive|longest|shortest|heaviest)(?: ones)? first$`)
	sorts   = regexp.MustCompile(`(?i)^(?:sort|order|rank)(?:ed)? |\bfirst$`)
	freed   = regexp.MustCompile(`(?i)^(?:drop|remove|clear|forget|ignore)(?: the)? (?:filter|condition|restriction) (?:on|about|for|by)(?: the)? (.+)$|` +
		`^(?:drop|remove|clear|forget|ignore)(?: the)? (.+) (?:filter|condition|restriction)$|^(?:in|for|of|from)? ?(?:any|every|all) (?:the )?(\w[^,]*)$|` +
		`^(?:regardless of|whatever)(?: the)? (.+)$`)
	limits = regexp.MustCompile(`(?i)^(?:limit(?: it| them)?(?: to)?|(?:limit(?: it| them)?(?: to)? |(?:show |only |just )*)(?:the )?(top|first|best|highest|most|largest|biggest|bottom|last|worst|lowest|least|smallest|fewest))(?: (\w+))?(?: (?:rows?|results?|ones?|records?))?$`)
	shares = regexp.MustCompile(`(?i)^(?:as|in|with)(?: an?)? (?:share|percentage|percentages|percent|proportion|shares|%)(?: of (?:the )?(?:total|whole|all))?$`)
	rows   = regexp.MustCompile(`(?i)^(\w+) (?:rows?|results?|records?|entries|lines)$`)
	ends   = regexp.MustCompile(`(?i)^(?:the )?(lowest|smallest|least|fewest|worst|bottom|highest|largest|biggest|most|best|top)(?: (ones?))?$`)
)

// lower are words for the end of an order at which there is least.
var lower = []string{"bottom", "last", "worst", "lowest", "least", "smallest", "fewest"}

// marked reports whether a text says by itself that it is a change.
func marked(text string) bool {
	f := fragmentOf(text)
	f.how.By, f.how.Keys = false, false
	return f.turn != nil || f.free != "" || f.how != (merge.Change{}) || sorts.MatchString(f.text)
}

// Fragment returns the words of a follow-up without those that say that it is one.
func Fragment(text string) string { return fragmentOf(text).text }

// Everything reports whether a text asks for all that is known of rows: all columns of orders.
func Everything(text string) bool { return wordlist.Everything(text) }

// Narrows reports whether a follow-up says that only some rows are wanted.
func Narrows(text string) bool {
	f := fragmentOf(text)
	return f.how.Only || f.how.Without
}

// turns are changes that need no grammar, by how they are said.
var turns = []struct {
	said *regexp.Regexp
	turn merge.Turn
}{
	{regexp.MustCompile(`(?i)^(?:and )?(?:how many(?: (?:are|is|were) (?:there|that|they|these|those)| of (?:them|those|these)(?: are there)?)?|count(?: (?:them|it|those|these))?|(?:just |only )?(?:show )?(?:the |their )(?:count|number)(?: of (?:them|rows|results))?)$`),
		merge.Turn{Count: true}},
	{shares, merge.Turn{Share: true}},
	{regexp.MustCompile(`(?i)^(?:(?:show|give|list|display|see)(?: me)? )?(?:all|everything|all of (?:them|it)|all (?:the )?(?:rows|results|records|entries))$|^(?:drop|remove|no|without|cancel|clear|lift|delete)(?: the| a| any)? limit$|^unlimited$`),
		merge.Turn{All: true}},
	{regexp.MustCompile(`(?i)^(?:(?:don't|do not|stop) (?:sort|order|sorting|ordering)(?: it| them)?|(?:unsorted|unordered)|no (?:sorting|sort|order|ordering)|(?:remove|drop|clear|without|forget)(?: the| any)? (?:sort|sorting|order|ordering|sort order))$`),
		merge.Turn{Sorted: "none"}},
	{regexp.MustCompile(`(?i)^(?:reverse(?: (?:it|that|them|the (?:order|sorting|sort|list)))?|(?:the )?other way (?:round|around)|in reverse(?: order)?|flip(?: it| the order)?)$`),
		merge.Turn{Sorted: "reverse"}},
	{regexp.MustCompile(`(?i)^(?:drop|remove|clear|forget|without|no|ignore)(?: the| any| all| all the| those)? (?:filters?|conditions?|restrictions?)$`),
		merge.Turn{Free: true}},
	{regexp.MustCompile(`(?i)^(?:drop|remove|clear|forget|without|ignore) (?:that|the last) (?:filter|condition|restriction)$`), merge.Turn{Last: true}},
}

// Plain is a change that can be made to any answer, by the names of its columns.
type Plain struct {
	Turn              *merge.Turn // nil: it is about a column
	Add, Remove, Sort string      // its name, in words
	Desc              bool
}

// Plainly returns the changes of a text that can be made to any answer; nil: one of them cannot.
func Plainly(text string) (out []Plain) {
	for _, part := range separate(text) {
		f := fragmentOf(part)
		name := article.ReplaceAllString(f.text, "")
		if m := sortedBy.FindStringSubmatch(name); m != nil {
			out = append(out, Plain{Sort: m[1], Desc: m[2] != ""})
			continue
		}
		switch {
		case f.turn != nil:
			out = append(out, Plain{Turn: f.turn})
		case f.how.Without:
			out = append(out, Plain{Remove: name})
		case f.how.Also:
			out = append(out, Plain{Add: name})
		case len(out) > 0 && out[len(out)-1].Remove != "": // a list
			out = append(out, Plain{Remove: name})
		case len(out) > 0 && out[len(out)-1].Add != "":
			out = append(out, Plain{Add: name})
		default:
			return nil
		}
	}
	return out
}

var sortedBy = regexp.MustCompile(`(?i)^(?:sort|order|rank)(?:ed)?(?: it| them)? by (?:the )?(.+?)(?: (?:ascending|asc)| (descending|desc))?$`)

// turnOf reads a change that has no parts of a question; nil: it is none.
func turnOf(text string) *merge.Turn {
	for _, t := range turns {
		if t.said.MatchString(text) {
			return &t.turn
		}
	}
	if m := limits.FindStringSubmatch(text); m != nil {
		n, number := int64(1), m[2] == ""
		if !number {
			n, number = attach.Count(strings.ToLower(m[2]))
		}
		if word := strings.ToLower(m[1]); number && (word != "" || m[2] != "" && (n < 1900 || n > 2100)) && word+m[2] != "" {
			return &merge.Turn{Cut: attach.Limit{N: n, Desc: !slices.Contains(lower, word)}}
		}
	}
	if m := rows.FindStringSubmatch(text); m != nil {
		if n, number := attach.Count(strings.ToLower(m[1])); number {
			return &merge.Turn{Cut: attach.Limit{N: n, Desc: true}}
		}
	}
	if m := ends.FindStringSubmatch(text); m != nil {
		way := "desc"
		if slices.Contains(lower, strings.ToLower(m[1])) {
			way = "asc"
		}
		return &merge.Turn{Extreme: way, One: m[2] == "one"}
	}
	if total.MatchString(text) {
		return &merge.Turn{Total: true}
	}
	if name := wordlist.Figure(text); name != "" {
		return &merge.Turn{Func: name}
	}
	return nil
}

var total = regexp.MustCompile(`(?i)^(?:(?:and |in )?(?:the )?(?:grand |overall )?total|(?:the )?(?:total|sum) (?:of (?:all|them|it|that|everything)|over all|altogether)|all together|in total|altogether|overall)$`)

// isNumber reports whether a text is a number that is no year.
func isNumber(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && strings.Trim(text, "0123456789.") == "" && (f < 1900 || f > 2100)
}
