package builtin

import "github.com/pgask/pgask/translate/schema"

// library is a small schema for the tests: a lending library, with what the stages have to cope with. Its loans have no
// declared key to branches, two tables end in "fines", and its catalogue has an archive.
func library() *schema.Snapshot {
	return schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		table("authors", "id", "Those who wrote the books.", cols(
			integer("id"), text("name"), text("country", "France", "Germany", "Japan"), date("born_on"))),
		table("books", "id", "One row for each title.", cols(
			integer("id"), text("title", "Dune", "Emma", "Old Goriot"), integer("author_id"), integer("genre_id"), decimal("price"),
			integer("pages"), flag("is_rare"), integer("year")),
			key("author_id", "authors", "id"), key("genre_id", "genres", "id")),
		table("books_archive", "id", "Books that were given away.", cols(integer("id"), text("title"))),
		table("genres", "id", "", cols(integer("id"), text("name", "Crime", "Poetry"))),
		table("members", "id", "People who may borrow.", cols(
			integer("id"), text("first_name"), text("last_name"), text("city", "Paris", "Berlin", "New York"),
			text("gender", "F", "M"), integer("age"), date("joined_on"), integer("sponsor_id")),
			key("sponsor_id", "members", "id")),
		table("branches", "branch_code", "", cols(text("branch_code"), text("branch_name", "North", "South"))),
		table("loans", "id", "What members borrowed.", cols(
			integer("id"), integer("member_id"), integer("book_id"), text("branch_code"), enum("status", "open", "returned", "lost"),
			instant("lent_at"), decimal("fee")),
			key("member_id", "members", "id"), key("book_id", "books", "id")),
		table("late_fines", "id", "Paid for books that came back late.", cols(integer("id"), integer("loan_id"), decimal("amount")),
			key("loan_id", "loans", "id")),
		table("damage_fines", "id", "Paid for books that came back damaged.", cols(integer("id"), integer("loan_id"), decimal("amount")),
			key("loan_id", "loans", "id")),
		table("book_tags", "", "", cols(integer("book_id"), integer("tag_id")),
			key("book_id", "books", "id"), key("tag_id", "tags", "id")),
		table("tags", "id", "", cols(integer("id"), text("name"))),
		table("invoices", "id", "", cols(integer("id"), integer("member_id"), date("issued_on")), key("member_id", "members", "id")),
		table("invoice_lines", "", "", cols(integer("invoice_id"), integer("book_id"), integer("quantity"), decimal("unit_price")),
			key("invoice_id", "invoices", "id"), key("book_id", "books", "id")),
	}})
}

func table(name, pk, comment string, columns []*schema.Column, keys ...schema.ForeignKey) *schema.Table {
	t := &schema.Table{Schema: "public", Name: name, Kind: schema.Ordinary, Comment: comment, Columns: columns, ForeignKeys: keys, Visible: true}
	for _, k := range keys {
		if c := t.Column(k.Columns[0]); c.Name != "sponsor_id" {
			c.NotNull = true
		}
	}
	if pk != "" {
		t.PrimaryKey = []string{pk}
		t.Column(pk).NotNull = true
	} else {
		t.PrimaryKey = []string{columns[0].Name, columns[1].Name}
	}
	return t
}

func cols(c ...*schema.Column) []*schema.Column { return c }

func key(column, table, ref string) schema.ForeignKey {
	return schema.ForeignKey{Columns: []string{column}, RefSchema: "public", RefTable: table, RefColumns: []string{ref}, Confidence: 1}
}

func text(name string, values ...string) *schema.Column {
	return &schema.Column{Name: name, Type: "text", TypeName: "text", Class: schema.Text,
		Profile: schema.Profile{Values: values, Complete: len(values) > 0}}
}

func integer(name string) *schema.Column {
	return &schema.Column{Name: name, Type: "integer", TypeName: "int4", Class: schema.Integer}
}

func decimal(name string) *schema.Column {
	return &schema.Column{Name: name, Type: "numeric", TypeName: "numeric", Class: schema.Decimal}
}

func flag(name string) *schema.Column {
	return &schema.Column{Name: name, Type: "boolean", TypeName: "bool", Class: schema.Boolean}
}

func date(name string) *schema.Column {
	return &schema.Column{Name: name, Type: "date", TypeName: "date", Class: schema.Date}
}

func instant(name string) *schema.Column {
	return &schema.Column{Name: name, Type: "timestamp with time zone", TypeName: "timestamptz", Class: schema.Instant}
}

func enum(name string, labels ...string) *schema.Column {
	return &schema.Column{Name: name, Type: "status", TypeName: "status", Class: schema.Enum, Enum: labels}
}
