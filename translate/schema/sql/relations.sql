-- Columns: oid, schema, name, kind, rows, row_security, comment, extension, visible, remote, partition_key.
-- The estimate of a relation with children is the sum over the leaves that have one: only a manual ANALYZE counts the
-- parent itself.
, tree AS (
    SELECT i.inhparent AS root, i.inhrelid AS child
    FROM pg_catalog.pg_inherits i
    JOIN rel ON rel.oid OPERATOR(pg_catalog.=) i.inhparent
    UNION
    SELECT tree.root, i.inhrelid
    FROM tree
    JOIN pg_catalog.pg_inherits i ON i.inhparent OPERATOR(pg_catalog.=) tree.child
), leaves AS (
    SELECT tree.root,
        pg_catalog.sum(c.reltuples) FILTER (WHERE c.relkind OPERATOR(pg_catalog.<>) 'p'::pg_catalog."char"
            AND c.reltuples OPERATOR(pg_catalog.>=) 0::pg_catalog.float4) AS rows,
        pg_catalog.bool_or(c.relkind OPERATOR(pg_catalog.=) 'f'::pg_catalog."char") AS remote
    FROM tree
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) tree.child
    GROUP BY tree.root
)
SELECT rel.oid, rel.nspname, rel.relname, rel.relkind,
    CASE
        WHEN leaves.rows IS NULL THEN rel.reltuples
        WHEN rel.relkind OPERATOR(pg_catalog.=) 'p'::pg_catalog."char" THEN leaves.rows
        ELSE leaves.rows OPERATOR(pg_catalog.+) greatest(rel.reltuples, 0::pg_catalog.float4)
    END,
    rel.relrowsecurity,
    pg_catalog.left(d.description, 1000),
    x.extname,
    pg_catalog.pg_table_is_visible(rel.oid),
    rel.relkind OPERATOR(pg_catalog.=) 'f'::pg_catalog."char" OR coalesce(leaves.remote, false),
    (SELECT a.attname FROM pg_catalog.pg_partitioned_table p
        JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) p.partrelid
            AND a.attnum OPERATOR(pg_catalog.=) (p.partattrs::pg_catalog.int2[])[0]
        WHERE p.partrelid OPERATOR(pg_catalog.=) rel.oid AND p.partnatts OPERATOR(pg_catalog.=) 1::pg_catalog.int2
            AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2)
FROM rel
LEFT JOIN leaves ON leaves.root OPERATOR(pg_catalog.=) rel.oid
LEFT JOIN pg_catalog.pg_description d
    ON d.objoid OPERATOR(pg_catalog.=) rel.oid
    AND d.classoid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
    AND d.objsubid OPERATOR(pg_catalog.=) 0
LEFT JOIN pg_catalog.pg_depend p
    ON p.objid OPERATOR(pg_catalog.=) rel.oid
    AND p.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
    AND p.objsubid OPERATOR(pg_catalog.=) 0
    AND p.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog."char"
LEFT JOIN pg_catalog.pg_extension x ON x.oid OPERATOR(pg_catalog.=) p.refobjid
ORDER BY rel.nspname, rel.relname
