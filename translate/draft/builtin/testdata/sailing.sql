-- A sailing club whose names mislead: a link with the name of what it links, columns that hold the words of a relation, dates that are not there
-- yet, a flag, money in cents, two ways from sailors to boats.
CREATE TABLE harbours (id int PRIMARY KEY, name text NOT NULL, town text NOT NULL, berths int NOT NULL);
CREATE TABLE sailors (id int PRIMARY KEY, name text NOT NULL, born_on date, home_town text, joined_on date NOT NULL);
CREATE TABLE boats (
  id int PRIMARY KEY, name text NOT NULL, harbour_id int NOT NULL REFERENCES harbours, owner_id int REFERENCES sailors, length_m numeric NOT NULL,
  built_year int NOT NULL, motorised boolean NOT NULL, max_sailors int NOT NULL, value_eur int NOT NULL, sold_on date);
CREATE TABLE races (
  id int PRIMARY KEY, name text NOT NULL, held_on date NOT NULL, entry_fee_cents int NOT NULL, harbour_id int NOT NULL REFERENCES harbours,
  winner_id int REFERENCES boats);
CREATE TABLE boat_races (boat_id int REFERENCES boats, race_id int REFERENCES races, PRIMARY KEY (boat_id, race_id));
CREATE TABLE repairs (
  id int PRIMARY KEY, boat_id int NOT NULL REFERENCES boats, cost_eur numeric NOT NULL, started_on date NOT NULL, finished_on date, paid_on date);
CREATE TABLE trips (
  id int PRIMARY KEY, sailor_id int NOT NULL REFERENCES sailors, boat_id int NOT NULL REFERENCES boats, sailed_on date NOT NULL, miles int NOT NULL);
CREATE TABLE reservations (
  id int PRIMARY KEY, sailor_id int NOT NULL REFERENCES sailors, boat_id int NOT NULL REFERENCES boats, reserved_on date NOT NULL);
INSERT INTO harbours VALUES (1, 'Oldport', 'Visby', 40), (2, 'Skagen Marina', 'Skagen', 90), (3, 'Lone Pier', 'Farsund', 5);
INSERT INTO sailors VALUES (1, 'Ida Holm', '1970-05-01', 'Visby', '2001-01-05'), (2, 'Per Dahl', '1988-02-11', 'Skagen', '2015-06-01'),
  (3, 'Eva Lind', '1991-09-30', 'Visby', '2020-03-15'), (4, 'Bo Falk', NULL, 'Aarhus', '2020-08-20');
INSERT INTO boats VALUES (1, 'Petrel', 1, 1, 9.5, 1988, false, 5, 30000, NULL), (2, 'Gannet', 1, 2, 14.0, 2005, true, 9, 2500000, NULL),
  (3, 'Auk', 2, 1, 7.2, 1975, false, 3, 8000, '2021-04-01'), (4, 'Tern', 2, NULL, 11.0, 2012, true, 6, 4100000, NULL);
INSERT INTO races VALUES (1, 'Spring Cup', '2020-04-12', 5000, 1, 2), (2, 'Long Haul', '2021-07-01', 12000, 2, 2), (3, 'Autumn Cup', '2021-10-02', 4000, 1, 1),
  (4, 'Winter Sail', '2022-01-09', 3000, 2, NULL);
INSERT INTO boat_races VALUES (1, 1), (2, 1), (2, 2), (4, 2), (1, 3), (2, 3);
INSERT INTO repairs VALUES (1, 1, 400, '2020-05-01', '2020-05-20', '2020-06-01'), (2, 1, 250, '2021-02-01', '2021-02-03', NULL),
  (3, 2, 900, '2021-03-01', NULL, NULL), (4, 3, 120, '2021-03-05', '2021-03-06', '2021-03-09'), (5, 3, 600, '2022-01-02', '2022-02-01', NULL);
INSERT INTO trips VALUES (1, 1, 1, '2020-06-01', 12), (2, 1, 1, '2021-06-01', 30), (3, 1, 2, '2021-07-01', 55), (4, 2, 2, '2020-07-15', 80), (5, 2, 2, '2021-08-02', 8),
  (6, 3, 4, '2021-09-01', 40);
INSERT INTO reservations VALUES (1, 3, 1, '2020-06-10'), (2, 4, 2, '2021-05-05'), (3, 4, 4, '2021-05-06'), (4, 1, 3, '2020-09-09');
