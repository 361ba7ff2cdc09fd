package sandbox

import (
	"context"
	"embed"
	"fmt"
	"strings"
)

//go:embed shop/*.sql
var shopFiles embed.FS

// ShopMeaning is what the words of those who work in the shop mean, as schema.descriptions takes it: nothing of it is
// in the catalog.
//
//go:embed shop/meaning.yaml
var ShopMeaning []byte

// shopParts are the files of the shop in the order in which they must run.
var shopParts = []string{"tables", "rows", "trade", "keys", "comments", "rights"}

// shopSQL returns the whole shop as one text.
func shopSQL() (string, error) {
	var all strings.Builder
	for _, part := range shopParts {
		text, err := shopFiles.ReadFile("shop/" + part + ".sql")
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	return all.String(), nil
}

// LoadShop fills an empty database with the sample shop: some twenty tables and a hundred thousand rows about three
// years of trade, from July 2023 to June 2026, always the same. It makes two roles without passwords if the server
// has none of that name: demo, which may read everything but salaries and sees one region's support tickets, and dba,
// which may read everything.
func (s *Server) LoadShop(ctx context.Context, database string) error {
	text, err := shopSQL()
	if err != nil {
		return err
	}
	// In one transaction, so that an empty table need not be logged and a failure leaves nothing. VACUUM sets what an
	// index-only scan needs, and ANALYZE the statistics; neither may be in it.
	conn, err := s.connect(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, sql := range []string{"BEGIN;" + text + "COMMIT", "VACUUM ANALYZE"} {
		if err := conn.Exec(ctx, sql).Close(); err != nil {
			return fmt.Errorf("load the shop: %w", err)
		}
	}
	return nil
}
