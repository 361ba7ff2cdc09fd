-- A small museum: a link table with a count, a lookup of codes, two keys to one relation, dates, a flag and a list in text.
CREATE TABLE cities (id int PRIMARY KEY, name text NOT NULL, country text NOT NULL, population int);
CREATE TABLE artists (id int PRIMARY KEY, name text NOT NULL, birth_year int, city_id int REFERENCES cities);
CREATE TABLE paintings (
  id int PRIMARY KEY, title text NOT NULL, artist_id int NOT NULL REFERENCES artists, price numeric(10,2), height int, style text,
  acquired_on date NOT NULL);
CREATE TABLE exhibitions (id int PRIMARY KEY, name text NOT NULL, city_id int NOT NULL REFERENCES cities, opened_on date NOT NULL, visitors int);
CREATE TABLE shown (exhibition_id int REFERENCES exhibitions, painting_id int REFERENCES paintings, PRIMARY KEY (exhibition_id, painting_id));
INSERT INTO cities VALUES (1, 'Lisbon', 'Portugal', 500), (2, 'Porto', 'Portugal', 230), (3, 'Bergen', 'Norway', 280), (4, 'Oslo', 'Norway', 700);
INSERT INTO artists VALUES (1, 'Ana Reis', 1901, 1), (2, 'Rui Pinto', 1920, 2), (3, 'Kari Lund', 1955, 3), (4, 'Odd Berg', 1960, NULL);
INSERT INTO paintings VALUES (1, 'Harbour', 1, 900, 50, 'cubist', '1999-03-01'), (2, 'Rain', 1, 300, 80, 'realist', '2001-05-02'),
  (3, 'Bridge', 2, 1200, 120, 'cubist', '2001-07-09'), (4, 'Fjord', 3, 450, 60, 'realist', '2010-01-30');
INSERT INTO exhibitions VALUES (1, 'Water', 1, '2005-06-01', 4000), (2, 'North', 4, '2011-02-01', 2500), (3, 'Stone', 3, '2012-09-01', 1500);
INSERT INTO shown VALUES (1, 1), (1, 3), (2, 4), (3, 4), (3, 1);
