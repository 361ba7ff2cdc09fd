CREATE FUNCTION h(i bigint, s int, n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT ('x'||substr(md5(i||':'||s),1,7))::bit(28)::int % n $$;
CREATE TABLE schema_migrations (version varchar PRIMARY KEY);
CREATE TABLE ar_internal_metadata (key varchar PRIMARY KEY, value varchar, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE TABLE users (id bigserial PRIMARY KEY, email varchar NOT NULL, encrypted_password varchar NOT NULL, first_name varchar NOT NULL, last_name varchar NOT NULL, role integer DEFAULT 0 NOT NULL, phone varchar, active boolean DEFAULT true NOT NULL, hired_on date, created_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2025-11-03 09:12');
COMMENT ON TABLE users IS 'Staff accounts';
COMMENT ON COLUMN users.role IS '0=receptionist, 1=dentist, 2=hygienist, 3=assistant, 4=admin';
CREATE UNIQUE INDEX index_users_on_email ON users (email);
CREATE TABLE rooms (id bigserial PRIMARY KEY, name varchar NOT NULL, floor integer, has_xray boolean DEFAULT false NOT NULL, created_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00');
CREATE TABLE insurance_companies (id bigserial PRIMARY KEY, name varchar NOT NULL, phone varchar, claims_email varchar, created_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00');
CREATE TABLE patients (id bigserial PRIMARY KEY, first_name varchar NOT NULL, last_name varchar NOT NULL, date_of_birth date, gender integer, email varchar, phone varchar, street varchar, city varchar, smoker boolean DEFAULT false NOT NULL, newsletter boolean DEFAULT false NOT NULL, insurance_company_id bigint REFERENCES insurance_companies, dentist_id bigint REFERENCES users, registered_on date, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
COMMENT ON COLUMN patients.gender IS '0=female, 1=male, 2=other';
CREATE INDEX index_patients_on_dentist_id ON patients (dentist_id);
CREATE TABLE allergies (id bigserial PRIMARY KEY, name varchar NOT NULL, created_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00');
CREATE TABLE patient_allergies (id bigserial PRIMARY KEY, patient_id bigint NOT NULL REFERENCES patients, allergy_id bigint NOT NULL REFERENCES allergies, severity integer DEFAULT 0 NOT NULL, created_at timestamp(6) NOT NULL DEFAULT '2024-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2024-01-02 08:00');
COMMENT ON COLUMN patient_allergies.severity IS '0=mild, 1=moderate, 2=severe';
CREATE TABLE procedure_categories (id bigserial PRIMARY KEY, name varchar NOT NULL, position integer, created_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00');
CREATE TABLE procedures (id bigserial PRIMARY KEY, procedure_category_id bigint NOT NULL REFERENCES procedure_categories, code varchar NOT NULL, name varchar NOT NULL, price_cents integer NOT NULL, duration_minutes integer, archived boolean DEFAULT false NOT NULL, created_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2025-01-02 08:00');
CREATE TABLE appointments (id bigserial PRIMARY KEY, patient_id bigint NOT NULL REFERENCES patients, provider_id bigint NOT NULL REFERENCES users, room_id bigint REFERENCES rooms, starts_at timestamp(6) NOT NULL, ends_at timestamp(6) NOT NULL, status integer DEFAULT 0 NOT NULL, first_visit boolean DEFAULT false NOT NULL, notes text, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
COMMENT ON COLUMN appointments.status IS '0=booked, 1=confirmed, 2=checked_in, 3=completed, 4=cancelled, 5=no_show';
CREATE TABLE treatments (id bigserial PRIMARY KEY, appointment_id bigint NOT NULL REFERENCES appointments, procedure_id bigint NOT NULL REFERENCES procedures, tooth_number integer, price_cents integer NOT NULL, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE TABLE invoices (id bigserial PRIMARY KEY, number varchar NOT NULL, patient_id bigint NOT NULL REFERENCES patients, appointment_id bigint REFERENCES appointments, status integer DEFAULT 0 NOT NULL, total_cents integer DEFAULT 0 NOT NULL, issued_on date, due_on date, paid_on date, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
COMMENT ON COLUMN invoices.status IS '0=draft, 1=open, 2=paid, 3=void';
CREATE UNIQUE INDEX index_invoices_on_number ON invoices (number);
CREATE TABLE payment_methods (id bigserial PRIMARY KEY, name varchar NOT NULL, created_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00', updated_at timestamp(6) NOT NULL DEFAULT '2023-01-02 08:00');
CREATE TABLE payments (id bigserial PRIMARY KEY, invoice_id bigint NOT NULL REFERENCES invoices, payment_method_id bigint NOT NULL REFERENCES payment_methods, amount_cents integer NOT NULL, received_on date NOT NULL, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE TABLE recalls (id bigserial PRIMARY KEY, patient_id bigint NOT NULL, due_on date NOT NULL, channel integer DEFAULT 0 NOT NULL, contacted_at timestamp(6), created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
COMMENT ON COLUMN recalls.channel IS '0=phone, 1=sms, 2=email, 3=letter';
INSERT INTO schema_migrations VALUES ('20230102080000'),('20230411101500'),('20240208143022'),('20250617090130');
INSERT INTO ar_internal_metadata VALUES ('environment','production','2023-01-02 08:00','2023-01-02 08:00');
INSERT INTO users (email,encrypted_password,first_name,last_name,role,phone,active,hired_on)
SELECT lower(f||'.'||l)||'@brightsmile.example','$2a$12$'||md5(f||l),f,l,r,p,a,d::date FROM (VALUES
('Helen','Marsh',0,'555-0141',true,'2016-03-01'),('Anita','Rao',1,'555-0142',true,'2012-09-15'),('Marcus','Feld',1,'555-0143',true,'2018-01-08'),('Sofia','Lindqvist',1,'555-0144',true,'2021-06-01'),('Tomasz','Wilk',1,NULL,false,'2015-04-20'),('Grace','Okafor',2,'555-0146',true,'2019-02-11'),('Ben','Carver',2,'555-0147',true,'2023-08-21'),('Lucy','Tran',3,'555-0148',true,'2020-10-05'),('Omar','Haddad',3,NULL,true,'2022-05-16'),('Paula','Jensen',0,'555-0150',true,'2024-02-01'),('Ian','Doyle',4,'555-0151',true,'2014-11-03'),('Priya','Nair',1,'555-0152',true,'2024-07-01'),('Kate','Morrow',2,NULL,false,'2017-03-27'),('Leo','Brandt',3,'555-0154',false,'2021-01-18')) v(f,l,r,p,a,d);
INSERT INTO rooms (name,floor,has_xray) VALUES ('Room 1',0,true),('Room 2',0,false),('Room 3',1,false),('Hygiene Suite',1,false),('Surgery',1,true),('Kids Corner',0,false);
INSERT INTO insurance_companies (name,phone,claims_email) VALUES ('Northfield Dental Mutual','555-0201','claims@northfield.example'),('SmileCare','555-0202','claims@smilecare.example'),('Harbor Health','555-0203','dental@harborhealth.example'),('Union Benefit Plan','555-0204',NULL),('BlueRiver Insurance','555-0205','claims@blueriver.example'),('Alpine Assurance',NULL,NULL);
INSERT INTO patients (first_name,last_name,date_of_birth,gender,email,phone,street,city,smoker,newsletter,insurance_company_id,dentist_id,registered_on,created_at,updated_at)
SELECT f, l, date '1936-02-11' + h(i,1,29000), CASE WHEN i%41=0 THEN 2 WHEN g THEN 0 ELSE 1 END, CASE WHEN h(i,2,6)>0 THEN lower(f||'.'||l)||i||'@mail.example' END, CASE WHEN h(i,3,15)>0 THEN '555-'||(1000+i*37) END, (3+h(i,4,180))||' '||(ARRAY['Mill Lane','Oak Street','Station Road','High Street','Park Avenue'])[1+h(i,5,5)],
 (ARRAY['Eastbrook','Eastbrook','Eastbrook','Millford','Millford','Larkhill','Cedar Falls','Wexley'])[1+h(i,6,8)], h(i,7,6)=0, h(i,8,3)=0, CASE WHEN h(i,9,5)>0 THEN (ARRAY[1,1,1,1,2,2,2,3,3,5,4])[1+h(i,10,11)] END, CASE WHEN h(i,11,12)>0 THEN (ARRAY[2,2,2,3,3,4,4,12])[1+h(i,12,8)] END, r, r+time '10:20', r+time '10:20'
FROM (SELECT i, i%2=0 g, CASE WHEN i%2=0 THEN (ARRAY['Nora','Emma','Chloe','Ruth','Maya','Ingrid','Alice','Yuki','Fatima','Diane','Olga','Beth','Carmen'])[1+i/2%13] ELSE (ARRAY['James','Peter','Samuel','Victor','Hugo','Dennis','Ali','Roland','Chen','Patrick','Noah'])[1+i/2%11] END f,
 (ARRAY['Whitfield','Baxter','Kowalski','Osei','Moreno','Fischer','Lambert','Singh','Novak','Ellison','Gallo','Hart','Yates','Pereira','Stone','Quinn','Dubois'])[1+i*7%17] l, date '2023-01-09' + (i*8+h(i,13,8)) r FROM generate_series(1,140) i) x;
INSERT INTO allergies (name) VALUES ('Latex'),('Penicillin'),('Lidocaine'),('Ibuprofen'),('Nickel'),('Aspirin');
INSERT INTO patient_allergies (patient_id,allergy_id,severity) SELECT i, (ARRAY[1,1,2,2,2,2,3,4,5])[1+h(i,20,9)], h(i,21,3) FROM generate_series(1,140) i WHERE h(i,22,5)=0;
INSERT INTO patient_allergies (patient_id,allergy_id,severity) VALUES (2,1,2),(2,2,1),(17,6,0),(58,1,0);
INSERT INTO procedure_categories (name,position) VALUES ('Preventive',1),('Restorative',2),('Endodontics',3),('Oral surgery',4),('Prosthetics',5),('Orthodontics',6),('Cosmetic',7);
INSERT INTO procedures (procedure_category_id,code,name,price_cents,duration_minutes,archived) VALUES
(1,'P100','Check-up',4500,20,false),(1,'P110','Professional cleaning',9500,45,false),(1,'P120','Bitewing X-ray',3800,10,false),(1,'P130','Fluoride varnish',2900,15,false),(1,'P140','Fissure sealing',4200,25,false),
(2,'R200','Composite filling, one surface',13000,30,false),(2,'R210','Composite filling, two surfaces',18500,45,false),(2,'R220','Amalgam filling',11000,30,true),(2,'R230','Ceramic inlay',52000,60,false),
(3,'E300','Root canal, front tooth',48000,60,false),(3,'E310','Root canal, molar',89000,90,false),(3,'E320','Pulp capping',9900,20,false),
(4,'S400','Simple extraction',15000,30,false),(4,'S410','Wisdom tooth removal',32000,60,false),(4,'S420','Implant placement',165000,120,false),
(5,'T500','Porcelain crown',98000,75,false),(5,'T510','Three-unit bridge',210000,120,false),(5,'T520','Partial denture',125000,90,false),
(6,'O600','Clear aligner course',340000,60,false),(6,'O610','Retainer',24000,30,false),(7,'C700','Teeth whitening',27500,60,false),(7,'C710','Veneer',79000,75,false);
INSERT INTO appointments (patient_id,provider_id,room_id,starts_at,ends_at,status,first_visit,notes,created_at,updated_at)
SELECT p, pr, CASE WHEN pr IN (6,7,13) THEN 4 WHEN h(i,30,40)=0 THEN NULL ELSE (ARRAY[1,1,1,2,2,3,3,5,6])[1+h(i,31,9)] END, s, s + (ARRAY[20,30,30,45,45,60,75,90,120])[1+h(i,32,9)] * interval '1 minute',
 CASE WHEN s >= '2026-02-02' THEN (ARRAY[0,0,1,1,1,4])[1+h(i,33,6)] ELSE (ARRAY[3,3,3,3,3,3,3,3,3,3,3,3,4,4,5])[1+h(i,34,15)] END, false, CASE WHEN h(i,35,7)=0 THEN (ARRAY['patient anxious','prefers mornings','running late','needs interpreter','bring referral letter'])[1+h(i,36,5)] END, s - interval '12 days', s
FROM (SELECT i, d + (CASE WHEN extract(isodow FROM d)>5 THEN 2 ELSE 0 END) * interval '1 day' + (8+h(i,37,9)) * interval '1 hour' + h(i,38,4)*interval '15 minutes' s, CASE WHEN h(i,44,4)=0 THEN 3+h(i,45,24) ELSE 1+h(i,39,133) END p,
  CASE WHEN d < '2024-06-15' THEN (ARRAY[2,2,3,4,5,5,6,13])[1+h(i,40,8)] ELSE (ARRAY[2,2,2,3,3,4,12,12,6,6,7])[1+h(i,41,11)] END pr FROM (SELECT i, date '2024-01-02' + (i*0.815)::int d FROM generate_series(1,1000) i) y) x;
UPDATE appointments a SET first_visit = true WHERE NOT EXISTS (SELECT 1 FROM appointments b WHERE b.patient_id=a.patient_id AND b.starts_at<a.starts_at);
INSERT INTO treatments (appointment_id,procedure_id,tooth_number,price_cents,created_at,updated_at)
SELECT a.id, p.id, CASE WHEN p.procedure_category_id IN (2,3,4,5) THEN (ARRAY[11,12,14,16,18,21,24,26,28,33,36,38,41,44,46,48])[1+h(a.id*3+k,50,16)] END, CASE WHEN h(a.id*3+k,51,9)=0 THEN p.price_cents*9/10 ELSE p.price_cents END, a.starts_at, a.starts_at
FROM appointments a CROSS JOIN generate_series(1,2) k JOIN procedures p ON p.id = CASE WHEN a.provider_id IN (6,7,13) THEN (ARRAY[2,2,2,4,5,3])[1+h(a.id*3+k,52,6)] ELSE (ARRAY[1,1,1,1,1,3,3,3,6,6,6,7,7,8,9,10,11,12,13,13,14,15,16,16,17,18,19,20,21,22])[1+h(a.id*3+k,53,30)] END
WHERE a.status=3 AND (k=1 OR h(a.id,54,3)=0) AND NOT (p.id=8 AND a.starts_at>='2024-11-01') ORDER BY a.starts_at, k;
INSERT INTO invoices (number,patient_id,appointment_id,status,total_cents,issued_on,due_on,paid_on,created_at,updated_at)
SELECT 'INV-'||to_char(d,'YYYY')||'-'||lpad(n::text,4,'0'), patient_id, id, st, t, CASE WHEN st>0 THEN d END, CASE WHEN st>0 THEN d+30 END, CASE WHEN st=2 THEN d+h(id,60,41) END, d, d FROM (SELECT a.id, a.patient_id, a.starts_at::date d, row_number() OVER (PARTITION BY date_trunc('year',a.starts_at) ORDER BY a.starts_at,a.id) n, sum(t.price_cents) t,
 CASE WHEN a.starts_at>'2026-01-24' AND h(a.id,63,3)>0 THEN 0 WHEN h(a.id,61,28)=0 THEN 3 WHEN a.starts_at>'2025-12-01' AND h(a.id,62,2)=0 THEN 1 WHEN h(a.id,62,14)=0 THEN 1 ELSE 2 END st FROM appointments a JOIN treatments t ON t.appointment_id=a.id GROUP BY a.id) x ORDER BY d, n;
INSERT INTO payment_methods (name) VALUES ('Cash'),('Credit card'),('Debit card'),('Bank transfer'),('Insurance'),('Cheque');
INSERT INTO payments (invoice_id,payment_method_id,amount_cents,received_on,created_at,updated_at)
SELECT i.id, (ARRAY[1,2,2,2,3,3,4,5,5,5])[1+h(i.id*2+k,70,10)], CASE WHEN NOT sp THEN total_cents WHEN k=1 THEN total_cents*6/10 ELSE total_cents-total_cents*6/10 END, CASE WHEN k=1 AND sp THEN issued_on ELSE paid_on END, paid_on, paid_on FROM (SELECT *, total_cents>60000 AND h(id,71,3)=0 sp FROM invoices) i CROSS JOIN generate_series(1,2) k WHERE status=2 AND (k=1 OR sp) ORDER BY issued_on, i.id, k;
INSERT INTO recalls (patient_id,due_on,channel,contacted_at,created_at,updated_at) SELECT p, d, (ARRAY[0,1,1,2,2,3])[1+h(i,80,6)], CASE WHEN h(i,81,4)>0 AND d<'2026-01-15' THEN d - interval '9 days' + interval '11 hours' END, d-180, d-180 FROM (SELECT i, 1+h(i,82,140) p, date '2024-03-04'+i*4+h(i,83,4) d FROM generate_series(1,200) i) x;
DROP FUNCTION h(bigint,int,int);
ANALYZE;
