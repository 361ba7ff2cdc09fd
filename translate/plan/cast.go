package plan

import (
	"regexp"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// typeText matches the spelling of a type: names, quoted or not, precision, array brackets. It cannot leave the cast.
var typeText = regexp.MustCompile(`^[\pL_"][\pL\pN_$ ".]*(\([0-9, ]+\))?[a-z ]*(\[\])*$`)

// plainName is a name without quotes, qualified or not.
var plainName = regexp.MustCompile(`^[\pL_][\pL\pN_$.]*$`)

// Cast is e::typ. The type is written as PostgreSQL prints it (format_type), for example timestamp with time zone,
// numeric(10,2), text[] or shop."Mood"; an unquoted name with capitals is taken as it stands. A text that is no type
// makes an expression that Validate refuses.
func Cast(e Expr, typ string) Expr {
	return Expr{&pg.Node{Node: &pg.Node_TypeCast{TypeCast: &pg.TypeCast{Arg: e.node, TypeName: typeName(typ)}}}}
}

func typeName(typ string) *pg.TypeName {
	if plainName.MatchString(typ) && typ != strings.ToLower(typ) {
		name := &pg.TypeName{Typemod: -1}
		for _, part := range strings.Split(typ, ".") {
			name.Names = append(name.Names, pg.MakeStrNode(part))
		}
		return name
	}
	if len(typ) > 200 || !typeText.MatchString(typ) {
		return nil
	}
	null, err := Fragment("NULL::" + typ)
	if err != nil || !null.node.GetTypeCast().GetArg().GetAConst().GetIsnull() {
		return nil
	}
	return null.node.GetTypeCast().TypeName
}
