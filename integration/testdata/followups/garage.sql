CREATE TABLE owners (id int PRIMARY KEY, full_name text NOT NULL UNIQUE, city text NOT NULL, phone text, registered_on date NOT NULL, is_company boolean NOT NULL);
CREATE TABLE vehicles (id int PRIMARY KEY, plate text NOT NULL UNIQUE, owner_id int NOT NULL REFERENCES owners, make text NOT NULL, fuel text NOT NULL,
  mileage int NOT NULL, built int NOT NULL);
CREATE TABLE mechanics (id int PRIMARY KEY, full_name text NOT NULL UNIQUE, city text NOT NULL, hired_on date NOT NULL, hourly_rate numeric(6,2) NOT NULL);
CREATE TABLE repairs (id int PRIMARY KEY, vehicle_id int NOT NULL REFERENCES vehicles, mechanic_id int NOT NULL REFERENCES mechanics, started_on date NOT NULL,
  finished_on date, cost numeric(10,2) NOT NULL, state text NOT NULL CHECK (state IN ('planned', 'running', 'closed', 'cancelled')), warranty boolean NOT NULL);
INSERT INTO owners VALUES (1, 'Nora Bell', 'Graz', '11', '2018-01-01', false), (2, 'Lift AG', 'Linz', '12', '2019-03-01', true), (3, 'Tom Ruth', 'Graz', NULL, '2021-05-05', false),
  (4, 'Hex GmbH', 'Wien', '14', '2022-07-07', true), (5, 'Ida Lang', 'Linz', '15', '2023-09-09', false);
INSERT INTO vehicles VALUES (1, 'G-101', 1, 'Skoda', 'petrol', 84000, 2015), (2, 'L-202', 2, 'Ford', 'diesel', 210000, 2012), (3, 'L-203', 2, 'Ford', 'diesel', 95000, 2018),
  (4, 'G-304', 3, 'Tesla', 'electric', 31000, 2021), (5, 'W-405', 4, 'Skoda', 'diesel', 120000, 2016), (6, 'L-506', 5, 'Tesla', 'electric', 8000, 2023);
INSERT INTO mechanics VALUES (1, 'Jo Kern', 'Graz', '2010-02-01', 62), (2, 'Lea Winkler', 'Linz', '2016-04-01', 55), (3, 'Max Thal', 'Graz', '2022-11-01', 48);
INSERT INTO repairs VALUES (1, 1, 1, '2023-02-02', '2023-02-05', 420, 'closed', false), (2, 2, 2, '2023-03-10', '2023-03-20', 1900, 'closed', false),
  (3, 3, 2, '2023-10-01', '2023-10-02', 150, 'closed', true), (4, 4, 1, '2024-01-12', '2024-01-15', 800, 'closed', true), (5, 5, 3, '2024-04-22', NULL, 300, 'cancelled', false),
  (6, 2, 2, '2024-06-30', '2024-07-10', 2400, 'closed', false), (7, 1, 3, '2024-08-01', '2024-08-03', 95, 'closed', false), (8, 6, 1, '2025-01-20', '2025-01-21', 60, 'closed', true),
  (9, 5, 1, '2025-02-25', NULL, 1250, 'running', false), (10, 3, 3, '2025-03-30', NULL, 500, 'planned', false), (11, 2, 2, '2025-03-31', NULL, 700, 'cancelled', false);
