-- Columns: relation, column number, inherited, null_frac, n_distinct, number of common values, values and frequencies as
-- JSON, minimum, maximum, other values as JSON.
--
-- pg_stats itself hides what the role may not select and what row-level security covers. Text, enumerated and boolean
-- columns show $2 common values, others a tenth, opaque ones none; wide columns show none, and past $3 bytes altogether
-- no column does. The bounds of the histogram of a text column are values too: where all are different, as names often
-- are, there are no others. Of the histograms of numbers and times only the ends are of use. Of arrays of texts the
-- common elements are shown, because these are what is asked for; how many there are in all, nothing tells.
, stat AS (
    SELECT rel.oid, a.attnum, s.inherited, s.null_frac, s.n_distinct,
        CASE WHEN e.oid IS NULL THEN pg_catalog.array_length(s.most_common_freqs, 1) END AS common,
        CASE WHEN rel.relrowsecurity OR s.avg_width OPERATOR(pg_catalog.>) 200 THEN 0
            WHEN t.typcategory OPERATOR(pg_catalog.=) ANY (ARRAY['S', 'E', 'B']::pg_catalog."char"[]) OR e.oid IS NOT NULL
                THEN $2::pg_catalog.int4
            WHEN t.typcategory OPERATOR(pg_catalog.=) ANY (ARRAY['N', 'D', 'T']::pg_catalog."char"[])
                THEN $2::pg_catalog.int4 OPERATOR(pg_catalog./) 10
            ELSE 0
        END AS keep,
        (NOT rel.relrowsecurity)
            AND t.typcategory OPERATOR(pg_catalog.=) ANY (ARRAY['N', 'D', 'T']::pg_catalog."char"[]) AS bounded,
        t.typcategory OPERATOR(pg_catalog.=) 'S'::pg_catalog."char" AS named,
        CASE WHEN e.oid IS NULL THEN s.most_common_vals::pg_catalog.text::pg_catalog.text[]
            ELSE s.most_common_elems::pg_catalog.text::pg_catalog.text[] END AS common_vals,
        CASE WHEN e.oid IS NULL THEN s.most_common_freqs ELSE s.most_common_elem_freqs END AS common_freqs,
        s.histogram_bounds
    FROM pg_catalog.pg_stats s
    JOIN rel ON rel.nspname OPERATOR(pg_catalog.=) s.schemaname AND rel.relname OPERATOR(pg_catalog.=) s.tablename
    JOIN pg_catalog.pg_attribute a
        ON a.attrelid OPERATOR(pg_catalog.=) rel.oid AND a.attname OPERATOR(pg_catalog.=) s.attname
    JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) a.atttypid
    LEFT JOIN pg_catalog.pg_type e ON e.oid OPERATOR(pg_catalog.=) t.typelem
        AND t.typcategory OPERATOR(pg_catalog.=) 'A'::pg_catalog."char"
        AND e.typcategory OPERATOR(pg_catalog.=) ANY (ARRAY['S', 'E']::pg_catalog."char"[])
    WHERE NOT a.attisdropped
), shown AS (
    SELECT stat.*,
        CASE WHEN stat.keep OPERATOR(pg_catalog.>) 0 THEN pg_catalog.array_to_json(
            stat.common_vals[1:stat.keep])::pg_catalog.text END AS vals,
        CASE WHEN stat.keep OPERATOR(pg_catalog.>) 0 THEN pg_catalog.array_to_json(
            stat.common_freqs[1:LEAST(stat.keep, pg_catalog.array_length(stat.common_vals, 1))])::pg_catalog.text END AS freqs,
        CASE WHEN stat.named AND stat.keep OPERATOR(pg_catalog.>) 0 THEN pg_catalog.array_to_json(
            (stat.histogram_bounds::pg_catalog.text::pg_catalog.text[])[1:stat.keep])::pg_catalog.text END AS others,
        CASE WHEN stat.bounded THEN stat.histogram_bounds::pg_catalog.text::pg_catalog.text[] END AS hist
    FROM stat
)
SELECT total.oid, total.attnum, total.inherited, total.null_frac, total.n_distinct, total.common,
    CASE WHEN total.bytes OPERATOR(pg_catalog.<=) $3::pg_catalog.int8 THEN total.vals END,
    total.freqs, total.hist[1], total.hist[pg_catalog.array_upper(total.hist, 1)],
    CASE WHEN total.bytes OPERATOR(pg_catalog.<=) $3::pg_catalog.int8 THEN total.others END
FROM (
    SELECT shown.*, pg_catalog.sum(pg_catalog.octet_length(pg_catalog.concat(shown.vals, shown.others)))
        OVER (ORDER BY shown.oid, shown.attnum) AS bytes
    FROM shown
) AS total
