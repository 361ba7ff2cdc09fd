// Package sandbox is a private PostgreSQL, for the tests and the demo: found on this machine or else fetched, started
// in a directory of its own on a port of 127.0.0.1, and gone without a trace when it is closed or when the process
// that started it ends, however it ends.
//
//	server, err := sandbox.Start(ctx, sandbox.Options{})
//	defer server.Close()
//	err = server.CreateDatabase(ctx, "shop")
//	err = server.LoadShop(ctx, "shop")
//	conn, err := pgx.Connect(ctx, server.URL("shop", "demo"))
//
// It is fast and forgets everything, so it must never hold data that matters: fsync is off. Whoever can reach
// 127.0.0.1 may log in without a password, unless Options.HBA says otherwise.
//
// Reading order: sandbox.go (Start and Close), process.go (the server process and what outlives us to clean up),
// account.go (root steps down), binaries.go and fetch.go (where initdb and postgres come from), database.go, shop.go.
package sandbox
