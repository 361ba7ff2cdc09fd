package builtin

import (
	"strings"
)

// role says what a phrase of the closed vocabulary does in a question. The comments give examples.
type role byte

const (
	none       role = iota
	filler          // carries no meaning of its own
	opener          // asks to show something: "list", "what is"
	aggOp           // average, total, maximum
	countOf         // number of
	howMany         // how many
	howMuch         // how much
	cmpOp           // more than, under
	each            // for each, per
	orderBy         // ordered by
	ordering        // in descending order, alphabetically
	negation        // not
	without         // without, with no
	with            // with, having
	have            // have, has
	be              // is, are
	do              // does, did
	pronoun         // who, which, that
	whose           // whose
	prep            // in, of, from
	conj            // and
	disj            // or
	but             // but
	distinct        // different
	superl          // youngest, most expensive
	compar          // older than
	mostOp          // the most, the fewest
	common          // most common
	contains        // contains, has the substring
	named           // named, called
	between         // between
	topN            // top
	also            // as well as, along with
	either          // either, both
	ever            // ever
	everything      // all the information about
)

// phrase is one entry of the closed vocabulary.
type phrase struct {
	role role
	arg  string // depends on the role: function, operator, direction, pattern
	hint string // words in names of columns that a comparative or superlative refers to, separated by spaces
}

// maxPhrase is the length of the longest phrase that phraseAt looks for, in words.
const maxPhrase = 7

// vocabulary is the closed vocabulary: phrases, separated by commas, that have the same role in questions about any
// schema.
var vocabulary = []struct {
	role role
	arg  string
	list string
}{
	{opener, "", `what is, what are, what was, what were, what, list, list out, show, show me, give, give me, find, find out,
		return, display, tell me, tell us, get, get me, select, compute, calculate, determine, identify, fetch,
		retrieve, provide, report, print, output, name the, name all, i want, i want to see, i want to know, i need,
		i would like, i would like to see, i would like to know, can you show me, can you list, can you give me,
		could you show me, could you list, please show, please list, please give, please show me, please find,
		please give me, show us, give us, sort, find me, can you tell me, could you tell me, do you know, can you find,
		let us see, how about, i want a list of, a list of, list of, enumerate, pairs of, combinations of`},
	{filler, "", `please, the, a, an, there, exactly the, of them, in the database, in our database, in the system, on record,
		in record, in the records, in total, overall, listed, recorded, stored, exist, exists, existing, do we have, did we make, did we have, did we get, did we take, we made, we had,
		we have, do you have, are there, is there, were there, their respective, respective, respectively,
		corresponding, associated, certain, available in the database, in the table, in this database, possible, our,
		my, his or her, his, her, its, that there are, that exist, that we have, actually, currently, at this moment,
		at the moment, at present, right now, altogether, will, would, us, me, any kind of, across all, the list of,
		every single, single, combinations, their, he or she, also, still, already`},
	{howMany, "", `how many, how many different kinds of, count, count the number of, count how many, in how many,
		what is the number of, what is the count of, what are the number of, what is the total number of,
		find the number of, find the total number of, tell me the number of, tell me how many, show the number of,
		what is the total count of`},
	{howMuch, "", `how much, how much is, how much are, how much does, how much do, how much did`},
	{aggOp, "avg", `average, avg, mean, the average, the mean, average of`},
	{aggOp, "sum", `total, sum, combined, the total, the sum, total amount of, sum of, the sum of, the total of, total of,
		overall total`},
	{aggOp, "max", `maximum, max, the maximum, the max`},
	{aggOp, "min", `minimum, min, the minimum, the min`},
	{cmpOp, ">", `more than, greater than, larger than, higher than, bigger than, over, above, exceeding, exceeds, exceed,
		in excess of, is more than, beyond`},
	{cmpOp, ">=", `at least, no less than, not less than, no fewer than, not fewer than, minimum of, a minimum of, or more than,
		not below, greater than or equal to, more than or equal to, starting from, not lower than, not smaller than`},
	{cmpOp, "<", `less than, fewer than, smaller than, lower than, below, under, beneath`},
	{cmpOp, "<=", `at most, no more than, not more than, no greater than, not greater than, up to, maximum of, a maximum of,
		not above, less than or equal to, not over, no higher than, not higher than, not exceeding`},
	{cmpOp, "=", `equal to, equals, exactly, equal, precisely, the same as`},
	{cmpOp, "<>", `other than, not equal to, different from, except, except for, excluding, but not, apart from, not including`},
	{cmpOp, "after", `after, later than, following`},
	{cmpOp, "before", `before, earlier than, prior to`},
	{cmpOp, "since", `since, as of, on or after, in or after, during or after, from or after, from and after`},
	{cmpOp, "until", `until, till, on or before, in or before, during or before, up until`},
	{each, "", `for each, for every, per, each, every, in each, of each, from each, by each, on each, to each, at each,
		for each of, of every, in every, within each, for each of the, for each individual, for each different,
		for different, for all the different, grouped by, group by, broken down by, split by, for each distinct,
		in each of the, with each, under each, by each of the, in that, of that, for that, from that, in this, by each individual, for the different, in different, across different,
		in the different, across each, over each, at every, by different, according to`},
	{orderBy, "", `ordered by, order by, sorted by, sort by, sorted on, sorted, ordered, and sorted, and ordered, ranked by, rank by, arranged by, in order of, in the order of, and sort by,
		sorted according to, sort them by, sort the results by, sort the result by, order the results by,
		order the result by, order them by, sort the list by, and order by, ordered based on, arranged in order of,
		and sort the result by, and order the result by, sort the results by, and sort the results by, sorted the results by, and sorted the results by, and sorted the result by, order the results by, and order the results by, and sort them by, and order them by, and sort results by, sort it by, order it by, and order it by, and sort the list by, and rank them by, and order results by, order results by, sort results by`},
	{ordering, "desc", `in descending order, descending, desc, in desc order, in decreasing order, from highest to lowest,
		from high to low, from most to least, largest first, highest first, from the highest to the lowest,
		from largest to smallest, from the largest to the smallest, biggest first, most first, in reverse order,
		from newest to oldest, newest first, latest first, in descending alphabetical order,
		in reverse alphabetical order, decreasing, from the most to the least, in the descending order, in a descending order, in order descending,
		most recent first, in descending lexicographical order, reverse alphabetically, descendingly, from big to small,
		from most recent to oldest, from latest to earliest`},
	{ordering, "asc", `in ascending order, sort the results in alphabetical order, sort the results in alphabetic order, and sort the results in alphabetical order, in lexical order, sorted alphabetically, ordered alphabetically, in ascending alphabetic order, ascending, asc, in asc order, in increasing order, from lowest to highest, from low to high,
		from least to most, smallest first, lowest first, from the lowest to the highest, from smallest to largest,
		from the smallest to the largest, cheapest first, from oldest to newest, oldest first, earliest first,
		in ascending alphabetical order, increasing, from the least to the most, in the ascending order, in an ascending order, in a ascending order, alphabetically,
		in alphabetical order, in alphabetic order, in the alphabetical order, lexicographically,
		in lexicographical order, in lexicographic order, in chronological order, chronologically,
		in alphabetical ascending order, in ascending lexicographical order, alphabetical order, ascendingly,
		from small to large, from earliest to latest, in order`},
	{ordering, "old", `from the oldest to the youngest, from oldest to youngest`},
	{ordering, "young", `from the youngest to the oldest, from youngest to oldest`},
	{negation, "", `not, no longer, never, did never, have never, has never, had never`},
	{without, "", `without, with no, has no, have no, had no, without any, having no, without a, without an, do not have any,
		does not have any, did not have any, do not have, does not have, did not have, have not had, has not had,
		have never had, has never had, lacking, lack, lacks, missing, not having, not having any`},
	{with, "", `with, having, with a, with an, with the, have, has, had, have got, has had, have had`},
	{be, "", `is, are, was, were, be, been, being, has been, have been, had been, is a, is an, are a`},
	{do, "", `do, does, did`},
	{pronoun, "", `who, that, which, whom, where, in which, for which, to which, of which, by whom, when, on which, from which,
		at which, to whom, for whom, with whom, in whose`},
	{whose, "", `whose, where the, for which the, with whose`},
	{conj, "", `and, &`},
	{also, "", `as well as, along with, together with, and also, and their, with their, with its, and its, and his or her,
		and the, along with their, along with the, as well as the, as well as their, plus, together with the,
		together with their, and also the, alongside, along with its`},
	{disj, "", `or, or either`},
	{but, "", `but, yet, however, but are, but is`},
	{distinct, "", `distinct, different, unique, distinctive, various, different kinds of, unique kinds of, separate,
		different distinct, distinct list of, unique list of, list of distinct, list of unique, list of different`},
	{mostOp, "desc", `most, the most, highest number of, the highest number of, largest number of, the largest number of,
		most number of, the most number of, greatest number of, the greatest number of, maximum number of,
		the maximum number of, biggest number of, highest amount of, largest amount of, the largest amount of,
		the highest amount of, the highest total number of`},
	{mostOp, "asc", `least, the least, fewest, the fewest, lowest number of, the lowest number of, smallest number of,
		the smallest number of, least number of, the least number of, fewest number of, the fewest number of,
		minimum number of, the minimum number of, smallest amount of, the smallest amount of, least amount of,
		the least amount of`},
	{common, "desc", `most common, most frequent, most popular, most often, most frequently, most commonly, the most common,
		the most popular, the most frequently, the most often, most frequently used, most commonly used,
		the most frequent, most used, most frequently occurring`},
	{common, "asc", `least common, least frequent, least popular, least often, least frequently, the least common, the least popular,
		least commonly, the least commonly used, rarest, least used`},
	{contains, "%s%", `contains, contain, containing, contains the word, contain the word, containing the word, contains the substring,
		contain the substring, containing the substring, include the word, includes the word, including the word,
		includes, include, has the substring, have the substring, with the substring, with substring,
		contains substring, containing substring, contain substring, has the word, have the word, with the word,
		includes the substring, include the substring, including the substring, has substring, have substring,
		contains the string, containing the string, contains the text, contains word, contains the phrase,
		containing the phrase, with the phrase, contains the letter, contain the letter, with the letter,
		contains letter, having the substring, having the word, with word`},
	{contains, "s%", `starts with, start with, starting with, begins with, begin with, beginning with, started with,
		starts with the letter, start with the letter, starting with the letter, begins with the letter,
		begin with the letter, beginning with the letter, prefixed with, starts from the letter, start with letter,
		starts with letter, has prefix, with prefix, with the prefix`},
	{contains, "%s", `ends with, end with, ending with, ends in, ending in, end in, ends with the letter, end with the letter,
		ending with the letter, suffixed with, with suffix, with the suffix`},
	{named, "", `named, called, titled, entitled, with the name, with name, with the title, with title, known as, by the name of,
		of the name`},
	{between, "", `between, in between, ranging from, in the range of, in the range, ranging between, from between`},
	{topN, "desc", `top, the top, first top, best`},
	{topN, "asc", `bottom, the bottom`},
	{either, "either", `either, any of, either the, one of`},
	{either, "both", `both, both the`},
	{ever, "", `ever, at all, at any time, any, some, at least once, all, all the, all of the, all of, every one of, several,
		the entire, any of the, some of the`},
	{everything, "", `all the information about, all information about, all the details of, all details of, everything about,
		all the information of, all information of, all info about, all the info about, the details of all,
		all columns of, all the columns of, all data about, all details about, all the details about,
		all information on, all the information on, all data of, all the data of, full details of, the information of,
		the information about, information about, details about, details for, information for, all fields of,
		all the information for, all details for`},
	{countOf, "", `number of, total number of, the number of, the total number of, the count of, count of, total count of,
		the total count of`},
}

// prepositions are added to the closed vocabulary with the role prep and themselves as arg.
var prepositions = strings.Fields(`in of from for at on by to into within inside during among as via through about under regarding
	across amongst throughout given using`)

// phrases maps the words of each phrase of the vocabulary, separated by single spaces, to its entry.
var phrases = buildPhrases()

func buildPhrases() map[string]phrase {
	m := map[string]phrase{}
	for _, v := range vocabulary {
		for _, s := range strings.Split(v.list, ",") {
			m[strings.Join(strings.Fields(s), " ")] = phrase{role: v.role, arg: v.arg}
		}
	}
	for _, s := range append(prepositions, "belonging to") {
		if _, taken := m[s]; !taken {
			m[s] = phrase{role: prep, arg: s}
		}
	}
	addAdjectives(m)
	return m
}

// adjective is a gradable adjective. dir is "desc" when its superlative means the greatest value and "asc" for the
// smallest. hint lists words in names of the columns that it may refer to, in order of preference; it is empty when
// any number will do. A hint with @ has a special meaning; see measureOf and item_topping.go.
type adjective struct {
	comparative, superlative, dir, hint string
}

// adjectives lists the adjectives. "Older" and "younger" refer to an age, or to a date with the order reversed; see
// bornOf.
var adjectives = []adjective{
	{"older", "oldest", "desc", "age"}, {"younger", "youngest", "asc", "age"}, {"elder", "eldest", "desc", "age"},
	{"taller", "tallest", "desc", "height"}, {"shorter", "shortest", "asc", "length height duration runtime @pages"},
	{"heavier", "heaviest", "desc", "weight"}, {"lighter", "lightest", "asc", "weight"},
	{"longer", "longest", "desc", "length duration distance runtime time @pages"},
	{"more expensive", "most expensive", "desc", "price cost fee rate charge amount"}, {"pricier", "priciest", "desc", "price cost fee rate"},
	{"costlier", "costliest", "desc", "cost price fee"}, {"more costly", "most costly", "desc", "cost price fee"},
	{"cheaper", "cheapest", "asc", "price cost fee rate charge amount"}, {"less expensive", "least expensive", "asc", "price cost fee rate charge amount"},
	{"richer", "richest", "desc", "wealth worth money income balance"}, {"poorer", "poorest", "asc", "wealth worth income balance"},
	{"faster", "fastest", "desc", "speed"}, {"slower", "slowest", "asc", "speed"},
	{"more recent", "most recent", "desc", "@date"}, {"newer", "newest", "desc", "@date"}, {"later", "latest", "desc", "@date"},
	{"earlier", "earliest", "asc", "@date"}, {"more recently", "most recently", "desc", "@date"},
	{"more populous", "most populous", "desc", "population"}, {"more populated", "most populated", "desc", "population"}, {"less populous", "least populous", "asc", "population"},
	{"deeper", "deepest", "desc", "depth"}, {"wider", "widest", "desc", "width"}, {"hotter", "hottest", "desc", "temperature"},
	{"colder", "coldest", "asc", "temperature"}, {"farther", "farthest", "desc", "distance"},
	{"better paid", "best paid", "desc", "salary wage pay"}, {"higher paid", "highest paid", "desc", "salary wage pay"},
	{"larger", "largest", "desc", ""}, {"bigger", "biggest", "desc", ""}, {"greater", "greatest", "desc", ""},
	{"higher", "highest", "desc", ""}, {"smaller", "smallest", "asc", ""}, {"lower", "lowest", "asc", ""},
	{"better rated", "best rated", "desc", "rating score stars"}, {"higher rated", "highest rated", "desc", "rating score stars"},
	{"lower rated", "lowest rated", "asc", "rating score stars"}, {"top rated", "top-rated", "desc", "rating score stars"},
}

// addAdjectives adds the comparatives and superlatives of adjectives to m, and a few more phrases like them.
func addAdjectives(m map[string]phrase) {
	for _, a := range adjectives {
		op := map[string]string{"desc": ">", "asc": "<"}[a.dir]
		if a.hint != "" {
			m[a.comparative+" than"] = phrase{role: compar, arg: op, hint: a.hint}
		}
		m[a.superlative] = phrase{role: superl, arg: a.dir, hint: a.hint}
		m["the "+a.superlative] = m[a.superlative]
	}
	for _, s := range []string{"best selling", "top selling", "bestselling", "most sold", "the best selling", "the most sold"} {
		m[s] = phrase{role: superl, arg: "desc", hint: "@sold"}
	}
	for _, s := range []string{"later than", "earlier than"} {
		m[s] = phrase{role: cmpOp, arg: map[string]string{"later than": "after", "earlier than": "before"}[s]}
	}
}

// phraseAt returns the longest phrase of the closed vocabulary that starts at token i, and how many tokens it takes;
// 0 when none does.
func phraseAt(toks []token, i int) (phrase, int) {
	var best phrase
	n := 0
	var b strings.Builder
	for k := 0; k < maxPhrase && i+k < len(toks); k++ {
		t := toks[i+k]
		if t.kind == quoted || t.kind == when || t.kind == number && t.text != "one" {
			break
		}
		if k > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.low)
		if p, ok := phrases[b.String()]; ok {
			best, n = p, k+1
		}
	}
	return best, n
}
