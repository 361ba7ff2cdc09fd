-- Columns: type, label.
SELECT e.enumtypid, e.enumlabel
FROM pg_catalog.pg_enum e
ORDER BY e.enumtypid, e.enumsortorder
LIMIT $1::pg_catalog.int8
