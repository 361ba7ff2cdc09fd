package plan

import (
	"regexp"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// typeText matches the spelling of a type: names, quoted or not, precision, array brackets. Text that matches cannot
// end the cast.
var typeText = regexp.MustCompile(`^[\pL_"][\pL\pN_$ ".]*(\([0-9, ]+\))?[a-z ]*(\[\])*$`)

// plainName matches a name without quotes, qualified or not.
var plainName = regexp.MustCompile(`^[\pL_][\pL\pN_$.]*$`)

// Cast returns e::typ. The type is written as PostgreSQL prints it (format_type), for example timestamp with time
// zone, numeric(10,2), text[] or shop."Mood". Capitals in an unquoted name are kept. If the text is not a type,
// Validate refuses the expression.
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
