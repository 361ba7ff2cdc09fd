-- Pets of owners at sites: words that say something of rows, and groups that no word asks for.
CREATE TABLE sites(id int PRIMARY KEY, kennel text NOT NULL, country text NOT NULL, places int NOT NULL);
INSERT INTO sites SELECT i, 'Kennel ' || chr(64 + i), (array['Norway', 'Iceland', 'Ireland'])[1 + i % 3], 10 * i FROM generate_series(1, 8) i;
CREATE TABLE owners(id int PRIMARY KEY, name text NOT NULL, country text NOT NULL, site_id int REFERENCES sites);
INSERT INTO owners SELECT i, 'Owner ' || i, (array['Norway', 'Wales'])[1 + i % 2], 1 + i % 8 FROM generate_series(1, 20) i;
CREATE TABLE pets(id int PRIMARY KEY, name text NOT NULL, pet_type text NOT NULL, age int NOT NULL, status text NOT NULL, neutered text NOT NULL,
  owner_id int NOT NULL REFERENCES owners);
INSERT INTO pets SELECT i, 'Pet ' || i, (array['dog', 'cat', 'rabbit'])[1 + i % 3], 1 + i % 9, (array['available', 'adopted'])[1 + i % 2],
  (array['yes', 'no'])[1 + i % 2], 1 + i % 20 FROM generate_series(1, 60) i;
CREATE TABLE parcels(id int PRIMARY KEY, weight int NOT NULL, delivered_on date);
INSERT INTO parcels SELECT i, i, CASE WHEN i % 3 > 0 THEN date '2024-01-01' + i END FROM generate_series(1, 30) i;
CREATE TABLE charges(id int PRIMARY KEY, charge_type text NOT NULL, charge_amount numeric(8,2) NOT NULL);
INSERT INTO charges SELECT i, 'Charge ' || i, 10 * i FROM generate_series(1, 9) i;
ANALYZE;
