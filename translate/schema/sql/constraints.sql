-- Columns: relation, kind, name, column numbers, referenced relation, its column numbers, CHECK expression, whether all rows
-- are known to keep it. A foreign key that all partitions of a table have, if under other names and column numbers, counts as
-- one of the table.
, tree AS (
    SELECT i.inhparent AS root, i.inhrelid AS child
    FROM pg_catalog.pg_inherits i
    JOIN rel ON rel.oid OPERATOR(pg_catalog.=) i.inhparent
    WHERE rel.relkind OPERATOR(pg_catalog.=) 'p'::pg_catalog."char"
    UNION
    SELECT tree.root, i.inhrelid
    FROM tree
    JOIN pg_catalog.pg_inherits i ON i.inhparent OPERATOR(pg_catalog.=) tree.child
), leaf AS (
    SELECT tree.root, tree.child
    FROM tree
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) tree.child
    WHERE c.relkind OPERATOR(pg_catalog.<>) 'p'::pg_catalog."char"
), leaves AS (
    SELECT leaf.root, pg_catalog.count(*) AS n FROM leaf GROUP BY leaf.root
), leafkey AS (
    SELECT leaf.root, leaf.child, x.conname, x.confrelid, x.confkey, x.convalidated,
        pg_catalog.array_to_string(ARRAY(
            SELECT own.attnum
            FROM pg_catalog.unnest(x.conkey) WITH ORDINALITY AS k (number, at)
            JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) leaf.child AND a.attnum OPERATOR(pg_catalog.=) k.number
            JOIN pg_catalog.pg_attribute own ON own.attrelid OPERATOR(pg_catalog.=) leaf.root
                AND own.attname OPERATOR(pg_catalog.=) a.attname
            ORDER BY k.at), ' ') AS columns
    FROM leaf
    JOIN pg_catalog.pg_constraint x ON x.conrelid OPERATOR(pg_catalog.=) leaf.child
    WHERE x.contype OPERATOR(pg_catalog.=) 'f'::pg_catalog."char"
)
SELECT x.conrelid, x.contype, x.conname, pg_catalog.array_to_string(x.conkey, ' '), x.confrelid,
    pg_catalog.array_to_string(x.confkey, ' '),
    CASE WHEN x.contype OPERATOR(pg_catalog.=) 'c'::pg_catalog."char"
        THEN pg_catalog.left(pg_catalog.pg_get_expr(x.conbin, x.conrelid), 500) END,
    x.convalidated
FROM pg_catalog.pg_constraint x
JOIN rel ON rel.oid OPERATOR(pg_catalog.=) x.conrelid
WHERE x.contype OPERATOR(pg_catalog.=) ANY (ARRAY['f', 'c']::pg_catalog."char"[])
UNION ALL
SELECT leafkey.root, 'f', pg_catalog.min(leafkey.conname::pg_catalog.text), leafkey.columns, leafkey.confrelid,
    pg_catalog.array_to_string(leafkey.confkey, ' '), NULL, pg_catalog.bool_and(leafkey.convalidated)
FROM leafkey
JOIN leaves ON leaves.root OPERATOR(pg_catalog.=) leafkey.root
GROUP BY leafkey.root, leafkey.columns, leafkey.confrelid, leafkey.confkey, leaves.n
HAVING pg_catalog.count(DISTINCT leafkey.child) OPERATOR(pg_catalog.=) leaves.n
ORDER BY 1, 3
