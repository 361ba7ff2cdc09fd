-- A chain of veterinary practices, invented for eval: keys with roles, codes in comments and look-up tables, soft deletes, prices with a
-- validity, units, lists in a text. See vet.jsonl.
CREATE TABLE site (site_id int PRIMARY KEY, name text NOT NULL UNIQUE, town text NOT NULL, opened_on date NOT NULL, closed_on date);
CREATE TABLE staff (staff_id int PRIMARY KEY, full_name text NOT NULL, role char(1) NOT NULL, site_id int NOT NULL REFERENCES site,
  hired_on date NOT NULL, left_on date, email text, deleted_at timestamptz);
COMMENT ON COLUMN staff.role IS 'V vet, N nurse, R receptionist';
COMMENT ON COLUMN staff.deleted_at IS 'set when the row was entered by mistake; such rows must be left out';
CREATE TABLE species (code char(3) PRIMARY KEY, label text NOT NULL);
CREATE TABLE breed (breed_id int PRIMARY KEY, name text NOT NULL, species_code char(3) NOT NULL REFERENCES species);
CREATE TABLE owner (owner_id int PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, town text NOT NULL, country_code char(2) NOT NULL,
  email text, registered_on date NOT NULL, deleted_at timestamptz);
COMMENT ON COLUMN owner.deleted_at IS 'soft delete: rows with a value do not count';
CREATE TABLE animal (animal_id int PRIMARY KEY, name text NOT NULL, owner_id int NOT NULL REFERENCES owner, breed_id int NOT NULL REFERENCES breed,
  sex char(1) NOT NULL, born_on date NOT NULL, died_on date, weight_g int);
COMMENT ON COLUMN animal.sex IS 'M = male, F = female';
COMMENT ON COLUMN animal.weight_g IS 'weight in grams at the last visit';
CREATE TABLE appointment (appointment_id int PRIMARY KEY, animal_id int NOT NULL REFERENCES animal, vet_id int NOT NULL REFERENCES staff (staff_id),
  booked_by int NOT NULL REFERENCES staff (staff_id), site_id int NOT NULL REFERENCES site, booked_at timestamp NOT NULL, starts_at timestamp NOT NULL,
  duration_min int NOT NULL, status char(1) NOT NULL);
COMMENT ON COLUMN appointment.status IS 'B booked, D done, N no-show, C cancelled';
COMMENT ON COLUMN appointment.duration_min IS 'length in minutes';
CREATE TABLE treatment_kind (kind_code text PRIMARY KEY, label text NOT NULL);
CREATE TABLE treatment_price (kind_code text NOT NULL REFERENCES treatment_kind, valid_from date NOT NULL, valid_to date, price numeric(8,2) NOT NULL,
  PRIMARY KEY (kind_code, valid_from));
COMMENT ON COLUMN treatment_price.valid_to IS 'NULL: still valid; exclusive';
CREATE TABLE treatment (treatment_id int PRIMARY KEY, appointment_id int NOT NULL REFERENCES appointment, kind_code text NOT NULL REFERENCES treatment_kind,
  note text);
CREATE TABLE invoice (invoice_id int PRIMARY KEY, invoice_number text NOT NULL UNIQUE, owner_id int NOT NULL REFERENCES owner, issued_on date NOT NULL,
  due_on date NOT NULL, paid_on date, is_void boolean NOT NULL DEFAULT false);
COMMENT ON COLUMN invoice.is_void IS 'void invoices must be left out of turnover';
CREATE TABLE invoice_line (invoice_id int NOT NULL REFERENCES invoice, line_no int NOT NULL, kind_code text REFERENCES treatment_kind,
  quantity int NOT NULL, unit_price numeric(8,2) NOT NULL, discount numeric(4,2) NOT NULL DEFAULT 0, PRIMARY KEY (invoice_id, line_no));
COMMENT ON COLUMN invoice_line.discount IS 'fraction, 0.10 is ten per cent';
CREATE TABLE medicine (medicine_id int PRIMARY KEY, name text NOT NULL UNIQUE, maker text NOT NULL, uses text NOT NULL, pack_price numeric(8,2) NOT NULL,
  prescription_only boolean NOT NULL);
COMMENT ON COLUMN medicine.uses IS 'list separated by commas';
CREATE TABLE prescription (prescription_id int PRIMARY KEY, appointment_id int NOT NULL REFERENCES appointment, medicine_id int NOT NULL REFERENCES medicine,
  days int NOT NULL);
CREATE TABLE referral (referral_id int PRIMARY KEY, animal_id int NOT NULL REFERENCES animal, from_site_id int NOT NULL REFERENCES site (site_id),
  to_site_id int NOT NULL REFERENCES site (site_id), referred_on date NOT NULL, reason text);
CREATE TABLE lab_kind (lab_kind_id int PRIMARY KEY, label text NOT NULL, unit text NOT NULL);
CREATE TABLE lab_value (animal_id int NOT NULL REFERENCES animal, lab_kind_id int NOT NULL REFERENCES lab_kind, measured_on date NOT NULL,
  value numeric(8,2) NOT NULL, PRIMARY KEY (animal_id, lab_kind_id, measured_on));
CREATE VIEW living_animal AS SELECT * FROM animal WHERE died_on IS NULL;

INSERT INTO site VALUES (1, 'Riverside', 'Leeds', '2009-04-01', NULL), (2, 'Old Mill', 'York', '2012-09-15', NULL),
  (3, 'Harbour', 'Hull', '2015-01-10', '2023-06-30'), (4, 'Station Road', 'Leeds', '2018-03-05', NULL), (5, 'Castle', 'Durham', '2021-11-01', NULL);
INSERT INTO staff SELECT i, (ARRAY['Ann','Bob','Cleo','Dev','Eve','Finn','Gwen','Hal'])[1 + i % 8] || ' ' ||
    (ARRAY['Archer','Bell','Cook','Dale','Ellis','Frost','Grant'])[1 + i % 7], (ARRAY['V','N','R','V'])[1 + i % 4], 1 + i % 5,
    date '2010-01-05' + i * 140, CASE WHEN i % 6 = 0 THEN date '2024-02-01' + i END, 'w' || i || '@vets.example',
    CASE WHEN i % 11 = 0 THEN timestamptz '2024-05-01 10:00+00' END FROM generate_series(1, 32) i;
INSERT INTO species VALUES ('DOG', 'dog'), ('CAT', 'cat'), ('RAB', 'rabbit'), ('PAR', 'parrot');
INSERT INTO breed VALUES (1, 'Beagle', 'DOG'), (2, 'Poodle', 'DOG'), (3, 'Boxer', 'DOG'), (4, 'Siamese', 'CAT'), (5, 'Persian', 'CAT'),
  (6, 'Dwarf Lop', 'RAB'), (7, 'Macaw', 'PAR'), (8, 'Whippet', 'DOG');
INSERT INTO owner SELECT i, (ARRAY['Mia','Noah','Olga','Paul','Rita','Sam','Tess','Umar','Vera'])[1 + i % 9],
    (ARRAY['Abbott','Brown','Clarke','Dunn','Evans','Foster','Gray','Hughes','Irwin','Jones'])[1 + (i * 3) % 10],
    (ARRAY['Leeds','York','Hull','Durham','Selby','Lyon'])[1 + i % 6], CASE i % 6 WHEN 5 THEN 'FR' ELSE 'GB' END,
    CASE WHEN i % 7 <> 0 THEN 'o' || i || '@mail.example' END, date '2019-01-10' + i * 23, CASE WHEN i % 13 = 0 THEN timestamptz '2024-08-01 00:00+00' END
  FROM generate_series(1, 90) i;
INSERT INTO animal SELECT i, (ARRAY['Rex','Luna','Milo','Bella','Oscar','Nala','Coco','Simba','Ruby','Toby','Kiwi'])[1 + i % 11] , 1 + (i * 7) % 84,
    1 + (i * 5) % 7, (ARRAY['M','F'])[1 + (i / 2) % 2], date '2010-03-01' + i * 37, CASE WHEN i % 9 = 0 THEN date '2024-01-15' + i END,
    900 + (i * 347) % 31000 FROM generate_series(1, 130) i;
INSERT INTO appointment SELECT i, 1 + (i * 11) % 125, (ARRAY[3,4,7,8,12,16,19,20,23,24,27,28])[1 + i % 12], (ARRAY[1,2,5,6,9,10,13,14])[1 + i % 8],
    (ARRAY[1,2,4,5,1])[1 + i % 5], timestamp '2023-01-02 09:00' + i * interval '50 hours' - (i % 9 + 1) * interval '1 day',
    timestamp '2023-01-02 09:00' + i * interval '50 hours', (ARRAY[15,20,30,45,60,90])[1 + i % 6], (ARRAY['D','D','D','N','D','C','D','B'])[1 + i % 8]
  FROM generate_series(1, 420) i;
INSERT INTO treatment_kind VALUES ('VAC', 'Vaccination'), ('DEN', 'Dental cleaning'), ('XRY', 'X-ray'), ('CAS', 'Castration'), ('GEN', 'General check'),
  ('MIC', 'Microchip');
INSERT INTO treatment_price SELECT kind_code, date '2020-01-01', date '2024-01-01', 20 + 13 * row_number() OVER (ORDER BY kind_code) FROM treatment_kind
  UNION ALL SELECT kind_code, date '2024-01-01', NULL, 26 + 15 * row_number() OVER (ORDER BY kind_code) FROM treatment_kind;
INSERT INTO treatment SELECT i, 1 + (i * 3) % 400, (ARRAY['VAC','DEN','XRY','GEN','VAC','GEN','MIC','CAS','GEN'])[1 + i % 9], NULL FROM generate_series(1, 500) i;
INSERT INTO invoice SELECT i, 'INV-' || 10000 + i, 1 + (i * 5) % 80, date '2023-01-05' + i * 3, date '2023-01-05' + i * 3 + 30,
    CASE WHEN i % 5 <> 0 THEN date '2023-01-05' + i * 3 + (i * 7) % 50 END, i % 17 = 0 FROM generate_series(1, 300) i;
INSERT INTO invoice_line SELECT i, l, (ARRAY['VAC','DEN','XRY','GEN','MIC','CAS'])[1 + (i + l) % 6], 1 + (i * l) % 3, 25 + (i * 13 + l * 29) % 140,
    (ARRAY[0,0,0.1,0.25])[1 + (i + l) % 4] FROM generate_series(1, 300) i, generate_series(1, 2) l WHERE l <= 1 + i % 2;
INSERT INTO medicine VALUES (1, 'Calmidol', 'Norvet', 'pain,fever', 18.50, false), (2, 'Dermapaw', 'Norvet', 'skin', 24.00, false),
  (3, 'Vermox', 'Helix Labs', 'worms', 9.90, false), (4, 'Cardivet', 'Helix Labs', 'heart,blood pressure', 61.00, true),
  (5, 'Antibio Plus', 'Zoopharm', 'infection,fever', 35.20, true), (6, 'Otoclear', 'Zoopharm', 'ears,infection', 14.75, true);
INSERT INTO prescription SELECT i, 1 + (i * 13) % 410, 1 + (i * i) % 5, 5 + i % 12 FROM generate_series(1, 160) i;
INSERT INTO referral SELECT i, 1 + (i * 9) % 130, 1 + i % 5, 1 + (i + 1 + i % 3) % 5, date '2023-02-01' + i * 11, CASE WHEN i % 4 <> 0 THEN 'second opinion' END
  FROM generate_series(1, 70) i;
INSERT INTO lab_kind VALUES (1, 'glucose', 'mmol/l'), (2, 'cholesterol', 'mmol/l'), (3, 'haemoglobin', 'g/dl');
INSERT INTO lab_value SELECT a, k, date '2024-01-01' + a, 3 + ((a * 7 + k * 31) % 90) / 10.0 FROM generate_series(1, 120) a, generate_series(1, 3) k
  WHERE (a + k) % 4 <> 0;
ANALYZE;
