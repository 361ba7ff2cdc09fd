// Package lessons is what pgask has been taught about a business: the words that people use and what they mean in its
// databases. People write them in a YAML file and review it like code:
//
//	lessons:
//	  - words: revenue
//	    means: sum(order_items.quantity * order_items.unit_price)
//	  - words: EMEA
//	    means: regions.name = 'Europe, Middle East and Africa'
//	    datasources: [shop]
//	  - words: clients
//	    means: customers
//
// A meaning is an SQL expression with its columns written table.column, or other words. Every mistake in the file is
// named with its line.
package lessons
