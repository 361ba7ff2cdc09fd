package intent

import (
	"regexp"
	"strings"
)

var (
	begun = regexp.MustCompile(`(?i)^(?:please |now |ok |okay |and |but |then |so )*(?:only|just|also|what about|how about|the same|same for|same but|without|except|excluding|exclude|by|per|sorted|sort|` +
		`ordered|order by|instead|in|from|for|since|before|after|between|where|whose|with|with their|as|those|the ones|add|include|including|incl|together with|not|limit|reverse|drop the|` +
		`group by|grouped by|(?:the )?(?:top|first|bottom|last|worst|lowest|fewest|least) (?:\d+|ones?|rows?|results?|two|three|four|five|six|seven|eight|nine|ten|twenty|dozen|hundred)$|the (?:worst|best|lowest|highest|smallest|largest|biggest|other)(?: ones?)?$|` +
		`(?:the )?(?:grand |overall )?total$|altogether$|as a \w+ chart$|any|until|during|over|under|above|below|at least|at most|more than|less than|hired|newest first|oldest first)\b`)
	ended = regexp.MustCompile(`(?i)(?:\b(?:instead of .*|instead|too|as well|also|first)[ .!?;]*|^(?:and )?(?:how many|count them|how many are (?:there|they))[ .?!;]*)$`)
	joins = regexp.MustCompile(`(?i)^and\b`)
	asks  = regexp.MustCompile(`(?i)\b(?:how many \w+|how much|which|who|what (?:is|are|was|were|did|does|do|\w+ (?:is|are))|when did|why|list|show me|give me|find|number of|` +
		`where (?:is|are|was|were|do|does|did|can))\b`)
	// refers is about the rows of the last answer: their phone, how many orders do they have, who is the customer.
	refers = regexp.MustCompile(`(?i)^(?:and |but |so |also )*(?:(?:what|who|which|where|show(?: me)?|give(?: me)?|list)(?:'s| is| are| was| were)? )?(?:their|its|his|her)\b|` +
		`^(?:and |but |so )*(?:what|when|where|who|which|how) .*\b(?:do|does|did|have|has|had|is|are|was|were) (?:they|it|he|she)\b|` +
		`^(?:and |but |so )*who (?:is|are|was|were) the [\w-]+(?: [\w-]+)?[ ?.!]*$|^(?:and )?what is in (?:it|them)[ ?.!]*$`)
	about = regexp.MustCompile(`(?i)^(?:and |but )*(?:what|how) about `)
)

// Fragment reports whether a text reads as a change of what was asked before, and not as a question by itself: "only
// the top 2", "and in Berlin?".
func Fragment(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) <= 200 && refers.MatchString(text) {
		return true
	}
	if len(text) > 200 || !begun.MatchString(text) && !ended.MatchString(text) && !joins.MatchString(text) {
		return false
	}
	return !asks.MatchString(about.ReplaceAllString(text, "")) || strings.HasSuffix(strings.ToLower(text), " instead")
}
