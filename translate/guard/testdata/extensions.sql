-- pg_trgm
SELECT name, similarity(name, 'jon smith') AS s FROM customers WHERE name % 'jon smith' ORDER BY s DESC, name LIMIT 10

-- pg_trgm
SELECT c.name, p.name FROM customers c JOIN products p ON c.name <% p.name WHERE word_similarity(c.name, p.name) > 0.4

-- pg_trgm
SELECT name FROM customers ORDER BY name <-> 'jhon' LIMIT 5

-- pg_trgm
SELECT city, max(strict_word_similarity(name, 'smith')) FILTER (WHERE name %>> 'smith') FROM customers GROUP BY city

-- pg_trgm
SELECT unnest(show_trgm(name)) AS trigram, count(*) FROM customers GROUP BY 1 ORDER BY 2 DESC LIMIT 20

-- unaccent
SELECT unaccent(city) AS city, count(*) FROM customers GROUP BY 1 HAVING count(*) > 1

-- unaccent
SELECT name FROM customers WHERE unaccent(lower(name)) LIKE unaccent('%josé%')

-- fuzzystrmatch
SELECT a.name, b.name, levenshtein(a.name, b.name) AS distance FROM customers a JOIN customers b ON a.id < b.id AND levenshtein_less_equal(a.name, b.name, 2) <= 2

-- fuzzystrmatch
SELECT soundex(name) AS code, array_agg(name) FROM customers GROUP BY soundex(name) HAVING count(*) > 1

-- fuzzystrmatch
SELECT name FROM customers WHERE dmetaphone(name) = dmetaphone('smith') OR difference(name, 'smith') > 3 OR metaphone(name, 4) = 'SM0'

-- hstore
SELECT h.key, count(*) FROM products p, each(hstore(p.name, p.tags[1])) AS h GROUP BY h.key

-- hstore
SELECT id, hstore('a', name) -> 'a' AS a, hstore('a', name) ? 'b' AS has_b, hstore('a', name) || 'c=>1'::hstore AS merged FROM products

-- hstore
SELECT akeys('a=>1, b=>2'::hstore), avals('a=>1'::hstore), hstore_to_json('a=>1'), slice('a=>1, b=>2'::hstore, ARRAY['a']), 'a=>1'::hstore @> 'a=>1'

-- ltree
SELECT subpath('Top.Science.Astronomy'::ltree, 0, 2) AS top, nlevel('Top.Science'::ltree), count(*) FROM categories GROUP BY 1, 2

-- ltree
SELECT name FROM categories WHERE 'Top.Science.Astronomy'::ltree <@ 'Top.Science'::ltree AND 'Top.Science'::ltree ~ '*.Science.*{0,2}'::lquery AND 'Top'::ltree @ 'Top'::ltxtquery

-- ltree
SELECT lca('a.b.c'::ltree, 'a.b.d'::ltree), index('a.b.c'::ltree, 'b'::ltree), text2ltree('a.b') || 'c'

-- citext
SELECT city::citext AS city, count(*) FROM customers GROUP BY city::citext ORDER BY 2 DESC

-- citext
SELECT name FROM customers WHERE name::citext = 'ALICE' OR name::citext LIKE 'bo%'

-- intarray
SELECT icount(ARRAY[1, 2, 3]), sort(ARRAY[3, 1, 2]) AS sorted, uniq(sort_asc(ARRAY[1, 1, 2])), idx(ARRAY[5, 6], 6), subarray(ARRAY[1, 2, 3], 1, 2)

-- intarray
SELECT id FROM products WHERE ARRAY[id::int, 2] && ARRAY[1, 2] AND ARRAY[id::int, 2] @@ '1 & (2 | 3)'::query_int AND ARRAY[1, 2] & ARRAY[2] = ARRAY[2]

-- cube
SELECT id, cube(ARRAY[place[0], place[1]]) <-> cube(ARRAY[0, 0]::float8[]) AS far FROM products ORDER BY far LIMIT 3

-- cube
SELECT cube_distance('(1,2)'::cube, '(3,4)'::cube), cube_dim('(1,2)'), cube_enlarge('(1,2)'::cube, 1, 2) @> '(1,2)'::cube, distance_taxicab('(1)', '(2)')

-- earthdistance
SELECT p.id, earth_distance(ll_to_earth(p.place[0], p.place[1]), ll_to_earth(48.8, 2.3)) / 1000 AS km FROM products p WHERE earth_box(ll_to_earth(48.8, 2.3), 1000000) @> ll_to_earth(p.place[0], p.place[1])

-- earthdistance
SELECT point(2.3, 48.8) <@> place AS miles FROM products ORDER BY miles LIMIT 5

-- pgcrypto
SELECT encode(digest(name, 'sha256'), 'hex') AS pseudonym, count(*) FROM customers GROUP BY 1

-- pgcrypto
SELECT substr(encode(hmac(name, 'key', 'sha1'), 'hex'), 1, 8) FROM customers

-- postgis
SELECT c.city, count(*) FROM customers c JOIN products p ON ST_DWithin(p.place::geometry::geography, ST_SetSRID(ST_MakePoint(2.35, 48.85), 4326)::geography, 5000) GROUP BY c.city

-- postgis
SELECT p.id, ST_Distance(p.place::geometry, ST_GeomFromText('POINT(0 0)')) AS d FROM products p ORDER BY p.place::geometry <-> ST_MakePoint(0, 0) LIMIT 5

-- postgis
SELECT ST_AsGeoJSON(ST_Centroid(ST_Collect(place::geometry))), ST_Extent(place::geometry)::box2d FROM products

-- postgis
SELECT ST_X(ST_Transform(g, 3857)), ST_Area(ST_Buffer(g::geography, 100)), ST_Contains(ST_MakeEnvelope(0, 0, 10, 10, 4326), g) FROM (SELECT place::geometry(Point, 4326) AS g FROM products) x WHERE g && ST_MakeEnvelope(0, 0, 1, 1, 4326)

-- postgis
SELECT cluster, count(*) FROM (SELECT ST_ClusterDBSCAN(place::geometry, 0.5, 3) OVER () AS cluster FROM products) x GROUP BY cluster

-- postgis
SELECT (ST_Dump(ST_Union(place::geometry))).geom FROM products

-- postgis
SELECT d.path, ST_Length(d.geom::geography) FROM products p, LATERAL ST_DumpSegments(ST_MakeLine(p.place::geometry, ST_Point(1, 2))) d

-- postgis
SELECT width_bucket(ST_Y(place::geometry), 0, 90, 9) AS band, ST_AsText(ST_ConvexHull(ST_Collect(place::geometry))) FROM products GROUP BY 1

-- pgvector
SELECT id, attrs::text::vector(3) <-> '[1,2,3]' AS distance FROM products ORDER BY attrs::text::vector <-> '[1,2,3]' LIMIT 5

-- pgvector
SELECT id, 1 - (attrs::text::vector <=> '[1,2,3]'::vector) AS cosine, inner_product('[1,2]'::vector, '[3,4]'), attrs::text::vector <#> '[1,2,3]' AS ip FROM products WHERE vector_dims(attrs::text::vector) = 3

-- pgvector
SELECT avg(attrs::text::vector) AS centre, l2_norm('[3,4]'::vector), cosine_distance('[1]', '[2]'), l2_normalize('[3,4]'::vector) FROM products

-- pgvector
SELECT a.id, b.id FROM products a CROSS JOIN LATERAL (SELECT p.id FROM products p WHERE p.id <> a.id ORDER BY p.attrs::text::vector <=> a.attrs::text::vector LIMIT 3) b

-- pgvector
SELECT attrs::text::halfvec(3) <+> '[1,2,3]'::halfvec, binary_quantize('[1,-1]'::vector)::bit(2) <~> B'10', subvector('[1,2,3]'::vector, 1, 2) FROM products

-- postgis
SELECT c.name, round(ST_DistanceSphere(a.g, b.g)::numeric / 1000, 1) AS km FROM customers c CROSS JOIN (SELECT ST_MakePoint(2.35, 48.85) AS g) a CROSS JOIN (SELECT ST_MakePoint(13.4, 52.5) AS g) b

-- postgis
SELECT s.i, s.j, count(p.id) FROM ST_SquareGrid(1.0, ST_MakeEnvelope(0, 0, 5, 5)) s LEFT JOIN products p ON ST_Contains(s.geom, p.place::geometry) GROUP BY s.i, s.j

-- postgis
SELECT ST_GeoHash(ST_SetSRID(place::geometry, 4326), 5), ST_IsValidReason(ST_Buffer(place::geometry, 1)), ST_NPoints(ST_Segmentize(ST_MakeLine(place::geometry, ST_MakePoint(0, 0)), 0.5)) FROM products
