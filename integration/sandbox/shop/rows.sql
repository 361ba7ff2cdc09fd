-- Three years of trade, from 2023-07-01 to 2026-06-30. Every row follows from generate_series and integer arithmetic, so
-- the same rows come out everywhere and always. Nothing here may use random(), now(), or floating point.

-- dice throws a die with that many sides, numbered from 0. The same thing and the same salt give the same number; another
-- salt gives an unrelated one.
CREATE FUNCTION pg_temp.dice(thing bigint, salt bigint, sides bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT ((thing * 48271 + salt * 69621 + 11) % 2147483647)
         * ((thing * 16807 + salt * 40692 + 7) % 2147483647) % 2147483647 % sides
$$;

CREATE FUNCTION pg_temp.pick(thing bigint, salt bigint, choices text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT choices[1 + pg_temp.dice(thing, salt, cardinality(choices))]
$$;

-- mail_address spells a name in the letters that a mail address takes.
CREATE FUNCTION pg_temp.mail_address(name text, host text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT replace(translate(lower(translate(name, 'ÁÅÉÍÖØÓŁŠÜÇ', 'AAEIOOOLSUC')), 'áàâäåãéèêëíîïñóôöøõúüçłńšžý''', 'aaaaaaeeeeiiinooooouuclnszy'), ' ', '.')
        || '@' || host
$$;

-- 4,800 names of people, no two alike below number 4,800.
CREATE TEMP TABLE people AS
SELECT n AS number,
       (ARRAY['Ada','Aisha','Alejandro','Amélie','Anders','Anita','Beatriz','Ben','Björn','Carla','Chen','Chloe','Daniel',
              'Diego','Elena','Eoin','Eszter','Fatima','Felix','Freya','Giulia','Grace','Hannah','Haruto','Hugo','Ingrid',
              'Isabel','Jack','Joana','José','Kai','Katarina','Lars','Leila','Liam','Lucía','Łukasz','Maeve','Magnus','Maria',
              'Mei','Milan','Nadia','Niamh','Noah','Olivia','Omar','Paula','Pedro','Priya','Rachel','Sanjay','Signe','Sofia',
              'Søren','Thomas','Valentina','William','Yuki','Zoë'])[1 + (n * 1237 % 4800) % 60]
       || ' ' ||
       (ARRAY['Almeida','Andersen','Baker','Barros','Bauer','Bell','Bianchi','Brennan','Byrne','Carter','Castro','Chan','Costa',
              'Dahl','Davies','Díaz','Dubois','Dupont','Edwards','Eriksson','Evans','Fernández','Fischer','Foster','Garcia',
              'Gallagher','Green','Hansen','Hill','Hoffmann','Hughes','Ito','Jensen','Johnson','Kaya','Kelly','Khan','Kim',
              'Koch','Kowalski','Larsen','Laurent','Lee','Lindgren','Lopes','Martin','Mäkinen','Meyer','Moreau','Morgan',
              'Müller','Murphy','Nakamura','Nguyen','Nielsen','Novak','O''Brien','O''Sullivan','Olsen','Patel','Pereira',
              'Petit','Popescu','Reid','Ricci','Romero','Rossi','Santos','Sato','Schmidt','Silva','Smith','Svensson','Tanaka',
              'Taylor','Thompson','Virtanen','Walker','Wong','Young'])[1 + (n * 1237 % 4800) / 60] AS name
FROM generate_series(1, 4800) n;

INSERT INTO regions VALUES
    (1, 'North America'), (2, 'British Isles'), (3, 'Western Europe'), (4, 'Northern Europe'), (5, 'Southern Europe'),
    (6, 'Asia Pacific');

INSERT INTO stores VALUES
    (1, 'Boston Back Bay', 'Boston', 'United States', 1, '2014-03-15', 820),
    (2, 'Chicago Loop', 'Chicago', 'United States', 1, '2015-09-01', 760),
    (3, 'Seattle Ballard', 'Seattle', 'United States', 1, '2017-05-20', 540),
    (4, 'Toronto Queen West', 'Toronto', 'Canada', 1, '2018-10-06', 610),
    (5, 'London Camden', 'London', 'United Kingdom', 2, '2009-04-04', 1240),
    (6, 'Manchester Northern Quarter', 'Manchester', 'United Kingdom', 2, '2012-11-17', 690),
    (7, 'Edinburgh Old Town', 'Edinburgh', 'United Kingdom', 2, '2024-03-15', 380),
    (8, 'Dublin Temple Bar', 'Dublin', 'Ireland', 2, '2013-06-08', 450),
    (9, 'Amsterdam Jordaan', 'Amsterdam', 'Netherlands', 3, '2011-02-26', 570),
    (10, 'Berlin Mitte', 'Berlin', 'Germany', 3, '2010-08-14', 980),
    (11, 'Hamburg Altona', 'Hamburg', 'Germany', 3, '2016-04-23', 520),
    (12, 'Paris Marais', 'Paris', 'France', 3, '2012-09-29', 860),
    (13, 'Lyon Presqu''île', 'Lyon', 'France', 3, '2019-03-30', 430),
    (14, 'Copenhagen Nørrebro', 'Copenhagen', 'Denmark', 4, '2013-10-12', 490),
    (15, 'Stockholm Södermalm', 'Stockholm', 'Sweden', 4, '2014-05-10', 640),
    (16, 'Oslo Grünerløkka', 'Oslo', 'Norway', 4, '2017-09-16', 410),
    (17, 'Helsinki Kallio', 'Helsinki', 'Finland', 4, '2020-02-08', 360),
    (18, 'Lisbon Chiado', 'Lisbon', 'Portugal', 5, '2015-06-27', 470),
    (19, 'Madrid Malasaña', 'Madrid', 'Spain', 5, '2016-10-01', 560),
    (20, 'Barcelona Gràcia', 'Barcelona', 'Spain', 5, '2024-09-01', 440),
    (21, 'Milan Navigli', 'Milan', 'Italy', 5, '2018-03-24', 500),
    (22, 'Melbourne Fitzroy', 'Melbourne', 'Australia', 6, '2019-09-07', 620),
    (23, 'Auckland Ponsonby', 'Auckland', 'New Zealand', 6, '2021-11-13', 330),
    (24, 'Singapore Tiong Bahru', 'Singapore', 'Singapore', 6, '2025-02-10', 290),
    (25, 'Kyoto Gion', 'Kyoto', 'Japan', 6, '2026-06-29', 310);  -- has just opened: no order yet

-- One chief, one manager for each region, then seven people a store: its manager, four who sell, two who come and go.
INSERT INTO employees
SELECT e.id, p.name, pg_temp.mail_address(p.name, 'shop.example'), e.title, e.store_id, e.manager_id, e.hired_on, e.left_on
FROM (
    SELECT 1 AS id, 'Chief Executive' AS title, NULL::integer AS store_id, NULL::integer AS manager_id,
           date '2009-01-05' AS hired_on, NULL::date AS left_on
    UNION ALL
    SELECT 1 + r.id, 'Regional Manager', NULL, 1, date '2010-01-04' + (400 * r.id), NULL FROM regions r
    UNION ALL
    SELECT 7 + s.id, 'Store Manager', s.id, 1 + s.region_id, s.opened_on - 60, NULL FROM stores s
    UNION ALL
    SELECT 32 + (s.id - 1) * 4 + k, 'Sales Assistant', s.id, 7 + s.id, s.opened_on - 20 - k, NULL
    FROM stores s, generate_series(1, 4) k
    UNION ALL
    SELECT 132 + (s.id - 1) * 2 + k, (ARRAY['Warehouse Clerk', 'Visual Merchandiser'])[k], s.id, 7 + s.id, h.hired_on,
           CASE WHEN pg_temp.dice(s.id, 10 + k, 3) = 0 AND h.hired_on < '2025-06-01'
                THEN h.hired_on + 90 + pg_temp.dice(s.id, 12, 260)::integer END
    FROM stores s, generate_series(1, 2) k,
         LATERAL (SELECT greatest(s.opened_on - 10, date '2021-01-11' + (pg_temp.dice(s.id, 14 + k, 1600))::integer)) h(hired_on)
) e
JOIN people p ON p.number = 4000 + e.id
ORDER BY e.id;

INSERT INTO salaries
SELECT e.id, y.valid_from,
       (CASE e.title WHEN 'Chief Executive' THEN 168000 WHEN 'Regional Manager' THEN 84000 WHEN 'Store Manager' THEN 52000
                     ELSE 29000 END * (100 + 3 * y.number) / 100 + 250 * pg_temp.dice(e.id, 20, 16))::numeric(10,2)
FROM employees e
JOIN (VALUES (0, date '2023-01-01'), (1, date '2024-01-01'), (2, date '2025-01-01'), (3, date '2026-01-01'))
     AS y(number, valid_from)
  ON y.valid_from >= e.hired_on - 365 AND y.valid_from < coalesce(e.left_on, 'infinity');

INSERT INTO "user"
SELECT CASE WHEN e.id = 10 THEN 'demo' ELSE split_part(e.email, '@', 1) END, e.id, coalesce(s.region_id, greatest(e.id - 1, 1)),
       CASE WHEN e.id = 1 THEN 'administration' WHEN e.id % 3 = 0 THEN 'support' ELSE 'sales' END
FROM employees e
LEFT JOIN stores s ON s.id = e.store_id
WHERE e.title LIKE '%Manager' OR e.title = 'Chief Executive';

INSERT INTO suppliers
SELECT n, s.name, p.name, 'sales@' || regexp_replace(lower(translate(s.name, 'åéöüø', 'aeouo')), '[^a-z]+', '-', 'g') || '.example',
       s.city, s.country, 5 + pg_temp.dice(n, 30, 50),
       CASE WHEN n % 11 <> 0 THEN (20 + pg_temp.dice(n, 31, 31)) / 10.0 END
FROM (VALUES
    (1, 'Alder & Finch', 'Leeds', 'United Kingdom'), (2, 'Nordlys', 'Bergen', 'Norway'), (3, 'Casa Verde', 'Porto', 'Portugal'),
    (4, 'Hammerschmidt', 'Solingen', 'Germany'), (5, 'Ridgeline Gear', 'Boulder', 'United States'),
    (6, 'Atelier Moulin', 'Lyon', 'France'), (7, 'Sakura Works', 'Osaka', 'Japan'), (8, 'Fjell Textil', 'Gothenburg', 'Sweden'),
    (9, 'Terracotta Uno', 'Siena', 'Italy'), (10, 'Harbour Candle', 'Halifax', 'Canada'),
    (11, 'Blue Gum Timber', 'Hobart', 'Australia'), (12, 'Oakwright', 'Bristol', 'United Kingdom'),
    (13, 'Lumen Lab', 'Eindhoven', 'Netherlands'), (14, 'Paper Mill No. 9', 'Graz', 'Austria'),
    (15, 'Tundra Down', 'Rovaniemi', 'Finland'), (16, 'Saffron Looms', 'Jaipur', 'India'),
    (17, 'Granite Peak', 'Vancouver', 'Canada'), (18, 'Green Acre Seeds', 'Norwich', 'United Kingdom'),
    (19, 'Kupfer & Sohn', 'Nuremberg', 'Germany'), (20, 'Bamboo Road', 'Hanoi', 'Vietnam'),
    (21, 'Still Water Linen', 'Vilnius', 'Lithuania'), (22, 'Forge 54', 'Sheffield', 'United Kingdom'),
    (23, 'Lanterna', 'Genoa', 'Italy'), (24, 'Quiet Desk', 'Aarhus', 'Denmark'), (25, 'Hilltop Enamel', 'Brno', 'Czech Republic'),
    (26, 'Wool & Stone', 'Inverness', 'United Kingdom'), (27, 'Merino Bay', 'Dunedin', 'New Zealand'),
    (28, 'Cork & Clay', 'Évora', 'Portugal'), (29, 'Pine Ridge Tools', 'Portland', 'United States'),
    (30, 'Lotus Ceramics', 'Jingdezhen', 'China'), (31, 'Vega Light', 'Valencia', 'Spain'),
    (32, 'Anatolia Weave', 'Denizli', 'Turkey'), (33, 'North Pole Packs', 'Tromsø', 'Norway'),
    (34, 'Dutch Bulb House', 'Lisse', 'Netherlands'), (35, 'Marble Arch Tableware', 'Stoke-on-Trent', 'United Kingdom'),
    (36, 'Soft Landing', 'Kraków', 'Poland')
) AS s(n, name, city, country)
JOIN people p ON p.number = 4300 + s.n;

INSERT INTO categories VALUES
    (1, 'Kitchen', NULL, 10), (2, 'Outdoor', NULL, 20), (3, 'Home Office', NULL, 30), (4, 'Garden', NULL, 40),
    (5, 'Lighting', NULL, 50), (6, 'Textiles', NULL, 60),
    (7, 'Cookware', 1, 11), (8, 'Knives', 1, 12), (9, 'Tableware', 1, 13),
    (10, 'Tents', 2, 21), (11, 'Backpacks', 2, 22), (12, 'Sleeping Bags', 2, 23),
    (13, 'Desks', 3, 31), (14, 'Chairs', 3, 32), (15, 'Notebooks', 3, 33),
    (16, 'Garden Tools', 4, 41), (17, 'Planters', 4, 42), (18, 'Seeds', 4, 43),
    (19, 'Lamps', 5, 51), (20, 'Candles', 5, 52), (21, 'Lanterns', 5, 53),
    (22, 'Blankets', 6, 61), (23, 'Towels', 6, 62), (24, 'Cushions', 6, 63);

-- Sixteen products a category: four styles of four things. Suppliers 34 to 36 deliver nothing.
INSERT INTO products
SELECT n.id, k.prefix || '-' || 1000 + n.id, k.styles[n.style] || ' ' || k.things[n.thing], k.category_id,
       1 + pg_temp.dice(n.id, 40, 33), m.price, round(m.price * (38 + pg_temp.dice(n.id, 41, 25)) / 100, 2),
       CASE WHEN pg_temp.dice(n.id, 42, 20) > 0 THEN (k.grams * (70 + pg_temp.dice(n.id, 43, 80)) / 100)::numeric / 1000 END,
       CASE WHEN pg_temp.dice(n.id, 44, 8) = 0 THEN date '2023-09-01' + (pg_temp.dice(n.id, 45, 900))::integer
            ELSE date '2015-01-12' + (pg_temp.dice(n.id, 46, 3000))::integer END,
       pg_temp.dice(n.id, 47, 17) = 0,
       CASE pg_temp.dice(n.id, 48, 6) WHEN 0 THEN ARRAY['gift'] WHEN 1 THEN ARRAY['eco'] WHEN 2 THEN ARRAY['eco', 'gift']
                                      ELSE ARRAY[]::text[] END
FROM (VALUES
    (0, 7, 'CKW', ARRAY['Cast Iron','Copper','Enamelled','Stainless'],
        ARRAY['Frying Pan','Saucepan','Casserole','Wok'], 5400, 1900),
    (1, 8, 'KNF', ARRAY['Damascus','Carbon Steel','Ceramic','Olive Wood'],
        ARRAY['Chef''s Knife','Paring Knife','Bread Knife','Cleaver'], 4600, 250),
    (2, 9, 'TBW', ARRAY['Stoneware','Porcelain','Speckled','Cobalt'],
        ARRAY['Dinner Plate','Cereal Bowl','Espresso Cup','Serving Dish'], 1400, 600),
    (3, 10, 'TNT', ARRAY['Alpine','Lakeside','Ultralight','Family'],
        ARRAY['Two-Person Tent','Four-Person Tent','Tarp','Bivouac'], 19800, 3100),
    (4, 11, 'BPK', ARRAY['Canvas','Waxed','Recycled','Roll-Top'],
        ARRAY['Daypack','Trekking Backpack','Bike Pack','Rucksack'], 8900, 1200),
    (5, 12, 'SLB', ARRAY['Down','Synthetic','Summer','Arctic'],
        ARRAY['Sleeping Bag','Sleeping Quilt','Bag Liner','Kids'' Sleeping Bag'], 11200, 1100),
    (6, 13, 'DSK', ARRAY['Oak','Walnut','Birch','White'],
        ARRAY['Standing Desk','Writing Desk','Corner Desk','Desk Shelf'], 32900, 28000),
    (7, 14, 'CHR', ARRAY['Mesh','Leather','Felt','Rattan'],
        ARRAY['Office Chair','Kneeling Chair','Stool','Armchair'], 21500, 11000),
    (8, 15, 'NTB', ARRAY['Dotted','Lined','Blank','Squared'],
        ARRAY['Pocket Notebook','Journal','Sketchbook','Weekly Planner'], 1250, 320),
    (9, 16, 'GTL', ARRAY['Forged','Ash-Handled','Long-Reach','Compact'],
        ARRAY['Spade','Hand Trowel','Pruning Shears','Garden Rake'], 2900, 1400),
    (10, 17, 'PLT', ARRAY['Terracotta','Zinc','Woven','Glazed'],
        ARRAY['Flower Pot','Window Box','Hanging Planter','Raised Bed'], 3400, 4200),
    (11, 18, 'SED', ARRAY['Heirloom','Organic','Wild','Early'],
        ARRAY['Tomato Seeds','Basil Seeds','Sunflower Seeds','Carrot Seeds'], 390, 20),
    (12, 19, 'LMP', ARRAY['Brass','Smoked Glass','Linen','Matte Black'],
        ARRAY['Table Lamp','Floor Lamp','Pendant Lamp','Wall Lamp'], 9800, 2600),
    (13, 20, 'CND', ARRAY['Beeswax','Cedar','Fig','Sea Salt'],
        ARRAY['Pillar Candle','Jar Candle','Taper Candles','Tealights'], 1600, 480),
    (14, 21, 'LNT', ARRAY['Storm','Solar','Paper','Copper Wire'],
        ARRAY['Lantern','Camping Lantern','String Lights','Path Light'], 3100, 700),
    (15, 22, 'BLK', ARRAY['Merino','Waffle','Mohair','Recycled Wool'],
        ARRAY['Throw','Picnic Blanket','Bedspread','Baby Blanket'], 7200, 1300),
    (16, 23, 'TWL', ARRAY['Turkish','Linen','Organic Cotton','Striped'],
        ARRAY['Bath Towel','Hand Towel','Beach Towel','Tea Towel'], 2200, 450),
    (17, 24, 'CSH', ARRAY['Velvet','Bouclé','Embroidered','Outdoor'],
        ARRAY['Cushion','Floor Cushion','Bolster','Seat Pad'], 3300, 800)
) AS k(number, category_id, prefix, styles, things, cents, grams)
CROSS JOIN LATERAL (SELECT k.number * 16 + i AS id, 1 + (i - 1) / 4 AS style, 1 + (i - 1) % 4 AS thing
                    FROM generate_series(1, 16) i) n
CROSS JOIN LATERAL (SELECT (k.cents * (55 + pg_temp.dice(n.id, 49, 100)) / 10000 + 0.95)::numeric(10,2) AS price) m
ORDER BY n.id;

-- Six shops in ten keep a given product; one place in sixteen is sold out.
INSERT INTO stock
SELECT s.id, p.id,
       CASE WHEN pg_temp.dice(s.id * 1000 + p.id, 50, 16) = 0 THEN 0
            ELSE 1 + pg_temp.dice(s.id * 1000 + p.id, 51, greatest(3, 90 - p.price::integer / 5)) END,
       5 + pg_temp.dice(p.id, 52, 4) * 5, date '2026-06-30' - pg_temp.dice(s.id, 53, 28)::integer
FROM stores s, products p
WHERE pg_temp.dice(s.id * 1000 + p.id, 54, 10) < 6;

INSERT INTO promotions
SELECT row_number() OVER (ORDER BY y.year, t.month, t.day), t.code || y.year % 100, t.name || ' ' || y.year, t.percent,
       make_date(y.year, t.month, t.day), make_date(y.year, t.month, t.day) + t.days - 1
FROM generate_series(2023, 2026) AS y(year),
     (VALUES ('WINTER', 'Winter Sale', 25.0, 1, 3, 21), ('SPRING', 'Spring Clean', 10.0, 4, 5, 14),
             ('SUMMER', 'Summer Sale', 20.0, 7, 10, 21), ('SCHOOL', 'Back to School', 12.5, 8, 25, 14),
             ('BLACK', 'Black Friday', 30.0, 11, 24, 5), ('GIFTS', 'Gift Weeks', 15.0, 12, 1, 20)
     ) AS t(code, name, percent, month, day, days)
WHERE make_date(y.year, t.month, t.day) BETWEEN '2023-07-01' AND '2026-06-30';
