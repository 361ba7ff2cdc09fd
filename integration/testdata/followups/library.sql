CREATE TABLE branches (id int PRIMARY KEY, name text NOT NULL UNIQUE, town text NOT NULL, opened_on date NOT NULL);
CREATE TABLE members (id int PRIMARY KEY, name text NOT NULL UNIQUE, town text NOT NULL, tier text NOT NULL CHECK (tier IN ('basic', 'gold', 'student')),
  active boolean NOT NULL, joined_on date NOT NULL, email text, branch_id int NOT NULL REFERENCES branches);
CREATE TABLE authors (id int PRIMARY KEY, name text NOT NULL UNIQUE, country text NOT NULL);
CREATE TABLE books (id int PRIMARY KEY, title text NOT NULL UNIQUE, author_id int NOT NULL REFERENCES authors, genre text NOT NULL, pages int NOT NULL,
  published_year int NOT NULL, price numeric(8,2) NOT NULL);
CREATE TABLE loans (id int PRIMARY KEY, member_id int NOT NULL REFERENCES members, book_id int NOT NULL REFERENCES books, lent_on date NOT NULL,
  returned_on date, fine numeric(8,2) NOT NULL, currency text NOT NULL CHECK (currency IN ('EUR', 'CHF')), status text NOT NULL CHECK (status IN ('open', 'returned', 'lost')),
  voided boolean NOT NULL DEFAULT false);
INSERT INTO branches VALUES (1, 'Central', 'Bern', '1990-05-01'), (2, 'Riverside', 'Basel', '2005-09-12'), (3, 'Hilltop', 'Bern', '2018-03-03');
INSERT INTO members VALUES (1, 'Ada Frei', 'Bern', 'gold', true, '2019-02-01', 'ada@x.org', 1), (2, 'Ben Kurz', 'Basel', 'basic', true, '2020-06-11', NULL, 2),
  (3, 'Cleo Hart', 'Bern', 'student', false, '2021-01-20', 'cleo@x.org', 3), (4, 'Dan Moor', 'Thun', 'gold', true, '2022-08-30', 'dan@x.org', 1),
  (5, 'Eva Stamm', 'Basel', 'basic', false, '2023-04-15', 'eva@x.org', 2), (6, 'Finn Abt', 'Bern', 'basic', true, '2024-10-02', NULL, 3);
INSERT INTO authors VALUES (1, 'Mara Voss', 'Austria'), (2, 'Hugo Lenz', 'Germany'), (3, 'Ines Roy', 'France'), (4, 'Otto Pell', 'Germany');
INSERT INTO books VALUES (1, 'Salt Roads', 1, 'travel', 320, 2001, 24.50), (2, 'Night Ferry', 2, 'crime', 280, 2015, 18.00), (3, 'The Quiet Mill', 2, 'crime', 410, 2019, 22.90),
  (4, 'Blue Hours', 3, 'poetry', 96, 2010, 14.00), (5, 'Glass Harbour', 4, 'novel', 512, 2021, 29.90), (6, 'Small Winters', 3, 'novel', 204, 2022, 19.50);
INSERT INTO loans VALUES (1, 1, 1, '2023-01-10', '2023-02-01', 0, 'CHF', 'returned', false), (2, 1, 2, '2023-05-04', '2023-06-30', 4.50, 'CHF', 'returned', false),
  (3, 2, 2, '2023-07-19', '2023-08-01', 0, 'EUR', 'returned', false), (4, 3, 4, '2023-11-02', NULL, 14.00, 'EUR', 'lost', false),
  (5, 4, 5, '2024-01-15', '2024-03-20', 6.00, 'EUR', 'returned', false), (6, 1, 3, '2024-02-11', '2024-03-01', 0, 'CHF', 'returned', true),
  (7, 2, 5, '2024-04-09', '2024-05-09', 1.50, 'EUR', 'returned', false), (8, 5, 6, '2024-06-21', '2024-07-07', 0, 'EUR', 'returned', false),
  (9, 4, 3, '2024-09-30', NULL, 22.00, 'CHF', 'lost', false), (10, 6, 2, '2024-11-05', '2024-12-01', 0, 'CHF', 'returned', true),
  (11, 1, 5, '2025-01-08', '2025-02-02', 0, 'CHF', 'returned', false), (12, 2, 1, '2025-02-14', NULL, 0, 'EUR', 'open', false),
  (13, 4, 6, '2025-03-03', NULL, 0, 'CHF', 'open', false), (14, 6, 4, '2025-03-20', NULL, 3.00, 'EUR', 'open', false);
