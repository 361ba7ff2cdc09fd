CREATE TABLE port (id int PRIMARY KEY, name text NOT NULL, country text NOT NULL);
CREATE TABLE staff (id int PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, job_title text NOT NULL);
CREATE TABLE client (id int PRIMARY KEY, firm_name text NOT NULL, contact_role text, town text NOT NULL, country text NOT NULL,
	acquired_by int REFERENCES staff);
CREATE TABLE vessel (id int PRIMARY KEY, name text NOT NULL, features text[] NOT NULL, built_year int NOT NULL);
CREATE TABLE sailing (id int PRIMARY KEY, vessel_id int NOT NULL REFERENCES vessel, departureport int NOT NULL REFERENCES port, arrivalport int NOT NULL REFERENCES port,
	departs_at timestamptz NOT NULL, length int NOT NULL, state char(1) NOT NULL);
COMMENT ON COLUMN sailing.length IS 'Running time, in minutes';
COMMENT ON COLUMN sailing.state IS 'S scheduled, D done, C cancelled';
CREATE TABLE booking (id int PRIMARY KEY, sailing_id int NOT NULL REFERENCES sailing, client_id int NOT NULL REFERENCES client, booked_on date NOT NULL, price numeric NOT NULL);
CREATE TABLE invoice (id int PRIMARY KEY, client_id int NOT NULL REFERENCES client, total numeric NOT NULL, paid_on date);
CREATE TABLE purchaserequest (id int PRIMARY KEY, requested_on date NOT NULL);
CREATE TABLE purchaserequestline (id int PRIMARY KEY, purchaserequest int NOT NULL REFERENCES purchaserequest, article text NOT NULL, unit text NOT NULL);
CREATE TABLE orchestra (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE recording (id int PRIMARY KEY, title text NOT NULL, orchestra_id int REFERENCES orchestra, milliseconds int NOT NULL, publication_year int);
CREATE TABLE tariff (goods_code text PRIMARY KEY, rate numeric NOT NULL);
CREATE TABLE township (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE crew_list (id int PRIMARY KEY, crew_list_number int NOT NULL);

INSERT INTO port VALUES (1, 'Harwich', 'United Kingdom'), (2, 'Rotterdam', 'Netherlands'), (3, 'Zeebrugge', 'Belgium'), (4, 'Hull', 'United Kingdom');
INSERT INTO staff VALUES (1, 'Mia', 'Sand', 'Agent'), (2, 'Ole', 'Berg', 'Captain'), (3, 'Ines', 'Roth', 'Agent');
INSERT INTO client SELECT i, CASE i % 3 WHEN 0 THEN 'Café-Zoé GmbH' WHEN 1 THEN 'N/A Records' ELSE 'Harbour & Sons Ltd' END, 'Buyer', CASE i % 2 WHEN 0 THEN 'Köln' ELSE 'Gent' END,
	CASE i % 2 WHEN 0 THEN 'Germany' ELSE 'Belgium' END, 1 + i % 3 FROM generate_series(1, 30) i;
INSERT INTO vessel VALUES (1, 'Sea Lark', '{sauna,cinema}', 1999), (2, 'Nordic Star', '{cinema}', 2007), (3, 'Dover Queen', '{sauna}', 1988);
INSERT INTO sailing SELECT i, 1 + i % 3, 1 + i % 4, 1 + (i + 1) % 4, '2026-03-01'::timestamptz + i * interval '7 hours', 60 + i % 500, (ARRAY['S', 'D', 'D', 'C'])[1 + i % 4]
	FROM generate_series(1, 400) i;
INSERT INTO booking SELECT i, 1 + i % 400, 1 + i % 30, '2026-02-01'::date + i % 60, 40 + i % 90 FROM generate_series(1, 900) i;
INSERT INTO invoice SELECT i, 1 + i % 30, 100 + i, '2026-04-01'::date + i % 20 FROM generate_series(1, 90) i;
INSERT INTO purchaserequest SELECT i, '2026-01-01'::date + i FROM generate_series(1, 20) i;
INSERT INTO purchaserequestline SELECT i, 1 + i % 20, 'rope', 'm' FROM generate_series(1, 60) i;
INSERT INTO tariff VALUES ('940360', 2.5), ('940161', 3), ('870323', 10);
INSERT INTO orchestra VALUES (1, 'The Larks'), (2, 'Deck Five');
INSERT INTO recording SELECT i, CASE i WHEN 7 THEN 'The Larks' WHEN 8 THEN 'Up' ELSE 'Take ' || i END, 1 + i % 2, 100000 + 1000 * i, 1990 + i % 20 FROM generate_series(1, 60) i;
