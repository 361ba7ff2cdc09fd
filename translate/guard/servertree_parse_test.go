package guard

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

func TestServerTreeRead(t *testing.T) {
	t.Parallel()
	trees, err := treeRead(`({A :empty <> :name \"odd\ name :list (b 1 -2) :strings ("x" "y\)") :bytes 2 [ 1 -1 ] :child {B :colon :x}})`)
	if err != nil || len(trees) != 1 {
		t.Fatal(trees, err)
	}
	a := trees[0]
	if a.Kind != "A" || a.atom("empty") != "<>" || a.atom("name") != `\"odd\ name` || len(a.of("list").(treeList)) != 3 ||
		len(a.of("strings").(treeList)) != 2 || a.atom("bytes") != "2" || a.node("child").atom("colon") != ":x" {
		t.Errorf("%+v", a)
	}
	for _, broken := range []string{"", "(", "{", "{A :x", "{A :x 1 [ 2", "{A x}", ")", "{A} {B}", strings.Repeat("(", treeMaxDepth+2)} {
		if trees, err := treeRead(broken); err == nil {
			t.Errorf("%.20q: %v", broken, trees)
		}
	}
}

func TestServerTreeKnowsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	if _, err := serverParse("({QUERY :targetList ({TARGETENTRY :expr {SOMETHINGNEW :newfuncid 5}})})"); err == nil {
		t.Error("a node that is not known passes")
	}
}

// TestServerTreeVersions: the same statement, over a view, as servers of two ages print it.
func TestServerTreeVersions(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"14": `({QUERY :rtable ({RTE :alias <> :rtekind 1 :subquery {QUERY :rtable ({RTE :alias {ALIAS :aliasname old :colnames <>}
			:rtekind 0 :relid 20 :relkind v :inFromCl false :selectedCols (b 8)} {RTE :alias <> :rtekind 0 :relid 10 :relkind r
			:inFromCl true :selectedCols (b 9)}) :targetList ({TARGETENTRY :expr {FUNCEXPR :funcid 871 :funcformat 0}})}
			:relid 0 :selectedCols (b)})})`,
		"18": `({QUERY :rtable ({RANGETBLENTRY :alias <> :rtekind 1 :subquery {QUERY :rtable ({RANGETBLENTRY :rtekind 0 :relid 10 :relkind r})
			:rteperminfos ({RTEPERMISSIONINFO :relid 10 :selectedCols (b 9)}) :targetList ({TARGETENTRY :expr {FUNCEXPR :funcid 871
			:funcformat 0}})} :relid 20 :relkind v}) :rteperminfos ({RTEPERMISSIONINFO :relid 20 :selectedCols (b 8)})})`,
	} {
		tree, err := serverParse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		relations, columns := map[serverRelation]bool{}, map[serverColumn]bool{}
		for _, r := range tree.Relations {
			relations[r] = true
		}
		for _, c := range tree.Columns {
			columns[c] = true
		}
		if !relations[serverRelation{20, false}] || !relations[serverRelation{10, true}] || relations[serverRelation{10, false}] ||
			!columns[serverColumn{20, 1, false}] || !columns[serverColumn{10, 2, true}] || len(columns) != 2 {
			t.Errorf("%s: %+v %+v", name, tree.Relations, tree.Columns)
		}
		if len(tree.Objects) != 1 || !tree.Objects[0].Behind || tree.Objects[0].Kind != serverCalled {
			t.Errorf("%s: %+v", name, tree.Objects)
		}
	}
}

// FuzzServerTree: no text makes the reader panic, take long, or pass over what it does not know.
func FuzzServerTree(tf *testing.F) {
	f := mutants.Of(tf)
	for _, text := range []string{
		`({QUERY :rtable ({RTE :alias <> :rtekind 1 :subquery {QUERY :rtable ({RTE :alias {ALIAS :aliasname old :colnames <>} :rtekind 0 :relid 20 :relkind v ` +
			`:inFromCl false :selectedCols (b 8)}) :targetList ({TARGETENTRY :expr {FUNCEXPR :funcid 871 :funcformat 0} :resno 1})} :relid 0})})`,
		`({QUERY :rtable ({RANGETBLENTRY :rtekind 2 :joinaliasvars ({VAR :varno 1 :varattno 1 :varlevelsup 0} {COALESCEEXPR :args <>}) :groupexprs <>}) ` +
			`:rteperminfos ({RTEPERMISSIONINFO :relid 20 :selectedCols (b 8 -1)}) :targetList ({TARGETENTRY :expr {VAR :varno 1 :varattno 2 ` +
			`:vartype 25 :varlevelsup 0} :ressortgroupref 1 :resjunk true}) :groupClause ({SORTGROUPCLAUSE :tleSortGroupRef 1 :eqop 98})})`,
		`{OPEXPR :opno 96 :opresulttype 16 :args ({CONST :consttype 23 :constvalue 4 [ 1 0 0 0 ]} {COLLATEEXPR :arg {VAR :varno 9} :collOid 950})}`,
		`{AGGREF :aggfnoid 2147 :args ({TARGETENTRY :expr {VAR :varno 1 :varlevelsup 4294967295}}) :aggfilter <> :aggargtypes (o 23)}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := serverParse(text)
		if err != nil {
			return
		}
		hidden := func(relation uint32, attribute int) bool { return relation%2 == 0 }
		if told := tree.Tells(hidden, map[uint32]bool{96: true}, 2147); len(told) > len(text)*len(text) {
			t.Errorf("%d columns of %d bytes", len(told), len(text))
		}
		again, err := serverParse(text)
		if err != nil || !reflect.DeepEqual(again, tree) {
			t.Errorf("read twice: %v", err)
		}
	})
}
