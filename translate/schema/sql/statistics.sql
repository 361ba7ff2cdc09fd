-- Columns: relation, column number, inherited, null_frac, n_distinct, number of common values, values and frequencies as
-- JSON, minimum, maximum.
--
-- pg_stats itself hides what the role may not select and what row-level security covers. Text, enumerated and boolean
-- columns show $2 common values, others a tenth, opaque ones none; wide columns show none, and past $3 bytes altogether
-- no column does. Only for numbers and times are the bounds of the histogram worth the cost of printing it.
, stat AS (
    SELECT rel.oid, a.attnum, s.inherited, s.null_frac, s.n_distinct,
        pg_catalog.array_length(s.most_common_freqs, 1) AS common,
        CASE WHEN rel.relrowsecurity OR s.avg_width OPERATOR(pg_catalog.>) 200 THEN 0
            WHEN t.typcategory OPERATOR(pg_catalog.=) ANY (ARRAY['S', 'E', 'B']::pg_catalog."char"[]) THEN $2::pg_catalog.int4
            WHEN t.typcategory OPERATOR(pg_catalog.=) ANY (ARRAY['N', 'D', 'T']::pg_catalog."char"[])
                THEN $2::pg_catalog.int4 OPERATOR(pg_catalog./) 10
            ELSE 0
        END AS keep,
        (NOT rel.relrowsecurity)
            AND t.typcategory OPERATOR(pg_catalog.=) ANY (ARRAY['N', 'D', 'T']::pg_catalog."char"[]) AS bounded,
        s.most_common_vals, s.most_common_freqs, s.histogram_bounds
    FROM pg_catalog.pg_stats s
    JOIN rel ON rel.nspname OPERATOR(pg_catalog.=) s.schemaname AND rel.relname OPERATOR(pg_catalog.=) s.tablename
    JOIN pg_catalog.pg_attribute a
        ON a.attrelid OPERATOR(pg_catalog.=) rel.oid AND a.attname OPERATOR(pg_catalog.=) s.attname
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) a.atttypid
    WHERE NOT a.attisdropped
), shown AS (
    SELECT stat.*,
        CASE WHEN stat.keep OPERATOR(pg_catalog.>) 0 THEN pg_catalog.array_to_json(
            (stat.most_common_vals::pg_catalog.text::pg_catalog.text[])[1:stat.keep])::pg_catalog.text END AS vals,
        CASE WHEN stat.keep OPERATOR(pg_catalog.>) 0 THEN pg_catalog.array_to_json(
            stat.most_common_freqs[1:stat.keep])::pg_catalog.text END AS freqs,
        CASE WHEN stat.bounded THEN stat.histogram_bounds::pg_catalog.text::pg_catalog.text[] END AS hist
    FROM stat
)
SELECT shown.oid, shown.attnum, shown.inherited, shown.null_frac, shown.n_distinct, shown.common,
    CASE WHEN (pg_catalog.sum(pg_catalog.octet_length(shown.vals)) OVER (ORDER BY shown.oid, shown.attnum))
        OPERATOR(pg_catalog.<=) $3::pg_catalog.int8 THEN shown.vals END,
    shown.freqs, shown.hist[1], shown.hist[pg_catalog.array_upper(shown.hist, 1)]
FROM shown
