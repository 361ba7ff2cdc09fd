-- What the other databases of the tests have not: prices in texts, numbers for names, notes that are sentences, columns that only comments name.
CREATE TABLE stage (id int PRIMARY KEY, number int NOT NULL UNIQUE, seats int NOT NULL, kind text NOT NULL);
CREATE TABLE show (id int PRIMARY KEY, title text NOT NULL, stage_id int NOT NULL REFERENCES stage, price text NOT NULL, spent numeric(10,2),
  remark text);
COMMENT ON COLUMN show.spent IS 'total expenses';
INSERT INTO stage VALUES (1, 11, 200, 'Opera house with a workshop of its own'), (2, 12, 80, 'Cellar'), (3, 14, 400, 'Cellar');
INSERT INTO show SELECT i, 'Play ' || i, 1 + i % 3, (i % 5) || ' euros', i * 10,
  (ARRAY['the thunder machine was far too loud for everybody in the hall', 'nothing to say', NULL])[1 + i % 3] FROM generate_series(1, 30) i;
