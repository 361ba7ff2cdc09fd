-- co-working company application database; load with: psql -d blind_app_n -f app_n.sql
SET client_min_messages = warning;
SET timezone = 'UTC';
SET max_parallel_workers_per_gather = 0;
BEGIN;

CREATE TYPE user_role AS ENUM ('member','staff','manager','admin');
CREATE TYPE room_kind AS ENUM ('meeting_room','phone_booth','event_space','studio');
CREATE TYPE booking_status AS ENUM ('pending','confirmed','completed','cancelled','no_show');
CREATE TYPE invoice_status AS ENUM ('draft','open','paid','overdue','void');

CREATE TABLE companies (
  id bigserial PRIMARY KEY, name varchar NOT NULL, industry varchar, size_band varchar,
  vat_number varchar, billing_email varchar, account_manager_id bigint,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL, deleted_at timestamp);
CREATE TABLE users (
  id bigserial PRIMARY KEY, email varchar NOT NULL UNIQUE, first_name varchar NOT NULL, last_name varchar NOT NULL,
  phone varchar, role user_role NOT NULL DEFAULT 'member', company_id bigint REFERENCES companies(id),
  locale varchar(5) NOT NULL DEFAULT 'en', preferences jsonb NOT NULL DEFAULT '{}',
  sign_in_count int NOT NULL DEFAULT 0, last_sign_in_at timestamp,
  referred_by_id bigint REFERENCES users(id),
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL, deleted_at timestamp);
ALTER TABLE companies ADD FOREIGN KEY (account_manager_id) REFERENCES users(id);
CREATE TABLE locations (
  id bigserial PRIMARY KEY, name varchar NOT NULL, slug varchar NOT NULL UNIQUE, city varchar NOT NULL, country_code char(2) NOT NULL,
  address varchar, postal_code varchar, manager_id bigint REFERENCES users(id), opened_on date NOT NULL, closed_on date,
  area_sqm int, opening_hours jsonb, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE rooms (
  id bigserial PRIMARY KEY, location_id bigint NOT NULL REFERENCES locations(id), name varchar NOT NULL, kind room_kind NOT NULL,
  floor int NOT NULL, capacity int NOT NULL, hourly_rate_cents int NOT NULL, active boolean NOT NULL DEFAULT true,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE amenities (id bigserial PRIMARY KEY, name varchar NOT NULL, category varchar NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE room_amenities (
  room_id bigint NOT NULL REFERENCES rooms(id), amenity_id bigint NOT NULL REFERENCES amenities(id), quantity int NOT NULL DEFAULT 1,
  PRIMARY KEY (room_id, amenity_id));
CREATE TABLE desks (
  id bigserial PRIMARY KEY, location_id bigint NOT NULL REFERENCES locations(id), code varchar NOT NULL UNIQUE, kind varchar NOT NULL,
  status varchar NOT NULL DEFAULT 'available', floor int NOT NULL, monthly_price_cents int NOT NULL, has_monitor boolean NOT NULL DEFAULT false,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL, deleted_at timestamp);
CREATE TABLE plans (
  id bigserial PRIMARY KEY, name varchar NOT NULL, code varchar NOT NULL UNIQUE, billing_period varchar NOT NULL, price_cents int NOT NULL,
  included_credits int NOT NULL DEFAULT 0, active boolean NOT NULL DEFAULT true, features jsonb NOT NULL DEFAULT '{}',
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE plan_price_changes (
  id bigserial PRIMARY KEY, plan_id bigint NOT NULL REFERENCES plans(id), old_price_cents int NOT NULL, new_price_cents int NOT NULL,
  effective_on date NOT NULL, changed_by_id bigint REFERENCES users(id), created_at timestamp NOT NULL);
CREATE TABLE memberships (
  id bigserial PRIMARY KEY, user_id bigint NOT NULL REFERENCES users(id), plan_id bigint NOT NULL REFERENCES plans(id),
  location_id bigint NOT NULL REFERENCES locations(id), status varchar NOT NULL, started_on date NOT NULL, ends_on date,
  cancelled_at timestamp, cancellation_reason varchar, sold_by_id bigint REFERENCES users(id), discount_percent int NOT NULL DEFAULT 0,
  auto_renew boolean NOT NULL DEFAULT true, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE membership_status_changes (
  id bigserial PRIMARY KEY, membership_id bigint NOT NULL REFERENCES memberships(id), from_status varchar, to_status varchar NOT NULL,
  changed_by_id bigint REFERENCES users(id), changed_at timestamp NOT NULL);
CREATE TABLE desk_assignments (
  id bigserial PRIMARY KEY, desk_id bigint NOT NULL REFERENCES desks(id), membership_id bigint NOT NULL REFERENCES memberships(id),
  assigned_on date NOT NULL, released_on date, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE bookings (
  id bigserial PRIMARY KEY, room_id bigint NOT NULL REFERENCES rooms(id), booked_by_id bigint NOT NULL REFERENCES users(id),
  title varchar, status booking_status NOT NULL, starts_at timestamp NOT NULL, ends_at timestamp NOT NULL, attendee_count int,
  price_cents int NOT NULL, credits_used int NOT NULL DEFAULT 0, source varchar NOT NULL, cancelled_at timestamp,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE booking_attendees (
  id bigserial PRIMARY KEY, booking_id bigint NOT NULL REFERENCES bookings(id), user_id bigint NOT NULL REFERENCES users(id),
  response varchar NOT NULL, created_at timestamp NOT NULL, UNIQUE (booking_id, user_id));
CREATE TABLE invoices (
  id bigserial PRIMARY KEY, number varchar NOT NULL UNIQUE, user_id bigint NOT NULL REFERENCES users(id), company_id bigint REFERENCES companies(id),
  location_id bigint NOT NULL REFERENCES locations(id), status invoice_status NOT NULL, issued_on date NOT NULL, due_on date NOT NULL, paid_at timestamp,
  subtotal_cents int NOT NULL DEFAULT 0, tax_cents int NOT NULL DEFAULT 0, total_cents int NOT NULL DEFAULT 0, currency char(3) NOT NULL DEFAULT 'EUR',
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE invoice_items (
  id bigserial PRIMARY KEY, invoice_id bigint NOT NULL REFERENCES invoices(id), kind varchar NOT NULL, description varchar NOT NULL,
  quantity int NOT NULL, unit_price_cents int NOT NULL, amount_cents int NOT NULL, created_at timestamp NOT NULL);
CREATE TABLE payments (
  id bigserial PRIMARY KEY, invoice_id bigint NOT NULL REFERENCES invoices(id), amount_cents int NOT NULL, method varchar NOT NULL,
  state varchar NOT NULL, failure_code varchar, processed_at timestamp NOT NULL, metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE visitors (
  id bigserial PRIMARY KEY, full_name varchar NOT NULL, email varchar, organisation varchar, host_id bigint NOT NULL REFERENCES users(id),
  location_id bigint NOT NULL REFERENCES locations(id), purpose varchar NOT NULL, expected_on date NOT NULL, checked_in_at timestamp, checked_out_at timestamp,
  badge_number varchar, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE support_tickets (
  id bigserial PRIMARY KEY, location_id bigint REFERENCES locations(id), room_id bigint REFERENCES rooms(id), requester_id bigint NOT NULL REFERENCES users(id),
  assignee_id bigint REFERENCES users(id), category varchar NOT NULL, priority int NOT NULL DEFAULT 1, status varchar NOT NULL, subject varchar NOT NULL,
  satisfaction_rating smallint, first_response_at timestamp, resolved_at timestamp, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE ticket_comments (
  id bigserial PRIMARY KEY, support_ticket_id bigint NOT NULL REFERENCES support_tickets(id), author_id bigint NOT NULL, body text NOT NULL,
  internal boolean NOT NULL DEFAULT false, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE events (
  id bigserial PRIMARY KEY, location_id bigint NOT NULL REFERENCES locations(id), room_id bigint REFERENCES rooms(id), organizer_id bigint,
  title varchar NOT NULL, kind varchar NOT NULL, status varchar NOT NULL, starts_at timestamp NOT NULL, ends_at timestamp NOT NULL,
  capacity int NOT NULL, ticket_price_cents int NOT NULL DEFAULT 0, is_public boolean NOT NULL DEFAULT true, metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE event_registrations (
  id bigserial PRIMARY KEY, event_id bigint NOT NULL REFERENCES events(id), user_id bigint NOT NULL REFERENCES users(id), status varchar NOT NULL,
  checked_in_at timestamp, created_at timestamp NOT NULL, updated_at timestamp NOT NULL, UNIQUE (event_id, user_id));

COMMENT ON COLUMN support_tickets.priority IS '0 = low, 1 = normal, 2 = high, 3 = urgent';
COMMENT ON COLUMN users.deleted_at IS 'soft delete; NULL for live accounts';
COMMENT ON COLUMN visitors.host_id IS 'the user being visited';
COMMENT ON TABLE plan_price_changes IS 'history of list prices per plan';

CREATE FUNCTION pg_temp.pick(a text[], skew float DEFAULT 1) RETURNS text LANGUAGE sql VOLATILE AS
 $$ SELECT a[1 + floor(power(random(), skew) * array_length(a,1))::int] $$;
CREATE FUNCTION pg_temp.rint(lo int, hi int, skew float DEFAULT 1) RETURNS int LANGUAGE sql VOLATILE AS
 $$ SELECT lo + floor(power(random(), skew) * (hi - lo + 1))::int $$;

SELECT setseed(0.271);
INSERT INTO companies (name, industry, size_band, vat_number, billing_email, created_at, updated_at)
SELECT n, ind, pg_temp.pick('{1-5,6-20,21-50,51-200}',1.6), CASE WHEN random()<.8 THEN 'EU'||pg_temp.rint(100000000,999999999) END,
  'billing@'||regexp_replace(lower(n),'[^a-z]+','','g')||'.example', ts, ts + random()*interval '90 days'
FROM (SELECT n, ind, timestamp '2023-01-10 09:12' + (o-1)*interval '29 days' + random()*interval '20 days' ts FROM (VALUES
 (1,'Brightwell Studio','design'),(2,'Norte Analytics','software'),(3,'Kestrel Labs','software'),(4,'Marisol & Filhos','food'),(5,'Tidewater Legal','legal'),
 (6,'Alfama Games','software'),(7,'Oakline Architects','architecture'),(8,'Pixelmoor','design'),(9,'Hofmann Consulting','consulting'),(10,'Greenbarrow Energy','energy'),
 (11,'Lumen Health','health'),(12,'Quayside Media','media'),(13,'Stroopworks','software'),(14,'Vela Travel','travel'),(15,'Copperfield Recruiting','recruiting'),
 (16,'Datagrove','software'),(17,'Serrano Translations','languages'),(18,'Foxglove Finance','finance'),(19,'Bluebird Mobility','mobility'),(20,'Atelier Nunes','architecture'),
 (21,'Polder Robotics','hardware'),(22,'Ember PR','media'),(23,'Sagres Software','software'),(24,'Wren & Tate','legal'),(25,'Kiezkollektiv','nonprofit'),
 (26,'Harbourlight Films','media'),(27,'Tessera Pay','finance'),(28,'Olive Branch Therapy','health'),(29,'Monsoon Coffee','food'),(30,'Rotterdam Logistics Hub','logistics'),
 (31,'Yellow Tram Tours','travel'),(32,'Nimbus Security','software'),(33,'Calle Mayor Partners','consulting'),(34,'Fieldnote Research','research'),(35,'Ostrich Ads','media'),
 (36,'Juniper Learning','education'),(37,'Blackfriars Capital','finance'),(38,'Spree Biotech','health'),(39,'Little Dipper Toys','retail'),(40,'Turing Street AI','software'),
 (41,'Casa Verde','nonprofit'),(42,'Mosaic Translations','languages'),(43,'Plinth Property','real estate'),(44,'Windmill Audio','media')) v(o,n,ind) ORDER BY o) s;

SELECT setseed(0.314);
INSERT INTO users (email, first_name, last_name, phone, role, company_id, locale, preferences, sign_in_count, last_sign_in_at, created_at, updated_at)
SELECT lower(translate(f||'.'||l,'áéíóúãçüößè','aeiouacuose'))||CASE WHEN i<=24 THEN '@harbourdesk.example' ELSE pg_temp.pick('{@mailbox.example,@postbox.example,@inbox.example}',1.5) END,
  f, l, CASE WHEN random()<.72 THEN '+351 9'||pg_temp.rint(10000000,69999999) END,
  (CASE WHEN i<=2 THEN 'admin' WHEN i<=9 THEN 'manager' WHEN i<=24 THEN 'staff' ELSE 'member' END)::user_role,
  CASE WHEN i>24 AND random()<.7 THEN pg_temp.rint(1,42,1.7) END,
  pg_temp.pick('{en,en,en,pt,pt,es,de,nl}'),
  jsonb_build_object('newsletter', random()<.55, 'theme', pg_temp.pick('{light,light,dark}'), 'notifications', jsonb_build_object('email', random()<.8, 'sms', random()<.25)),
  pg_temp.rint(0,420,3), CASE WHEN random()<.9 THEN timestamp '2026-11-27 18:00' - power(random(),3)*interval '800 days' END, ts, ts + random()*interval '60 days'
FROM (SELECT i, (ARRAY['Ana','Tom','Sofia','Lars','Marta','James','Inês','Pieter','Clara','Hugo','Nadia','Oliver','Beatriz','Jonas','Elena','Rui','Fleur','David','Carmen','Anton','Priya','Miguel','Greta','Samuel','Leonor','Kenji','Amara','Felix','Joana','Ruben','Hannah','Tiago','Isabel','Noah','Yasmin','Paulo','Katrin','Ben','Lucia','Mateus','Femke','Daniel','Rosa','Emil','Aisha','Gonçalo','Julia','Sven','Teresa','Adam','Olga','Vasco','Nora','Iker','Zoe','Bruno','Maya','Karl','Lidia'])[1+(i*7)%59] f,
  (ARRAY['Almeida','Becker','Carvalho','de Vries','Evans','Ferreira','García','Hoffmann','Ibáñez','Jansen','Kowalski','Lopes','Martín','Novak','Oliveira','Pereira','Quintana','Ribeiro','Santos','Taylor','Unger','Visser','Walsh','Xavier','Young','Zimmermann','Andrade','Bakker','Costa','Dias','Ekström','Fonseca','Gomes','Hughes','Ivanova','Johnson','Keller','Lima','Moreau','Nunes','Okafor','Patel','Rossi','Schmidt','Teixeira','Vogel','Wright','Barros','Chen','Duarte','Fischer','Gallagher','Herrera','Kaya','Lindqvist','Mendes','Navarro','Osei','Pinto','Richter','Silva'])[1+(i*13)%61] l,
  timestamp '2023-01-05 08:00' + (i-1)*interval '5 days 21 hours' + random()*interval '30 days' ts
  FROM generate_series(1,236) i) s ORDER BY i;
UPDATE users SET deleted_at = created_at + interval '200 days' + (id%7)*interval '31 days', updated_at = created_at + interval '200 days' + (id%7)*interval '31 days' WHERE id%17=5 AND id BETWEEN 25 AND 190;
UPDATE users SET deleted_at='2025-03-31 17:00' WHERE id=21;
UPDATE users SET referred_by_id = 25 + (id*id*3)%((id-25)/2+1) WHERE id>40 AND (id*7)%10<3;
UPDATE companies SET account_manager_id = CASE WHEN id%6=0 THEN NULL ELSE (ARRAY[10,10,10,11,11,12,14,17])[1+(id*5)%8] END;
UPDATE companies SET deleted_at = '2025-09-12 10:00' WHERE id IN (28,33);

INSERT INTO locations (name, slug, city, country_code, address, postal_code, manager_id, opened_on, closed_on, area_sqm, opening_hours, created_at, updated_at) VALUES
 ('Cais House','cais-house','Lisbon','PT','Rua do Cais 14','1200-109',3,'2021-05-03',NULL,1450,'{"weekdays":"07:00-22:00","weekend":true}','2023-01-02 09:00','2026-03-01 09:00'),
 ('Alfama Loft','alfama-loft','Lisbon','PT','Beco da Cruz 3','1100-172',4,'2023-04-17',NULL,620,'{"weekdays":"08:00-20:00","weekend":false}','2023-02-11 09:00','2025-06-01 09:00'),
 ('Ribeira Works','ribeira-works','Porto','PT','Rua da Alfandega 88','4050-029',5,'2023-09-04',NULL,880,'{"weekdays":"08:00-21:00","weekend":true}','2023-06-20 09:00','2026-01-15 09:00'),
 ('Lavapies Yard','lavapies-yard','Madrid','ES','Calle Argumosa 21','28012',6,'2022-10-10',NULL,990,'{"weekdays":"08:00-22:00","weekend":false}','2023-01-02 09:00','2026-02-10 09:00'),
 ('Kreuzberg Halle','kreuzberg-halle','Berlin','DE','Oranienstr. 160','10969',7,'2024-02-05',NULL,1720,'{"weekdays":"07:00-23:00","weekend":true}','2023-11-02 09:00','2026-08-20 09:00'),
 ('Jordaan Canal','jordaan-canal','Amsterdam','NL','Prinsengracht 401','1016 HL',8,'2024-10-01',NULL,540,'{"weekdays":"08:00-20:00","weekend":false}','2024-07-15 09:00','2026-04-02 09:00'),
 ('Salamanca Suites','salamanca-suites','Madrid','ES','Calle Serrano 77','28006',6,'2022-03-01','2025-06-30',410,'{"weekdays":"09:00-19:00","weekend":false}','2023-01-02 09:00','2025-06-30 18:00');

SELECT setseed(0.42);
INSERT INTO rooms (location_id, name, kind, floor, capacity, hourly_rate_cents, active, created_at, updated_at)
SELECT l, n, k::room_kind, f, c, r, a, timestamp '2023-01-03 10:00' + l*interval '20 days', timestamp '2025-05-01 10:00' + random()*interval '400 days' FROM (VALUES
 (1,'Tejo','meeting_room',1,8,3500,true),(1,'Sado','meeting_room',1,6,2800,true),(1,'Mondego','meeting_room',2,12,5200,true),(1,'Booth 1','phone_booth',1,1,600,true),(1,'Booth 2','phone_booth',2,1,600,true),(1,'The Dock','event_space',0,90,14000,true),(1,'Echo','studio',2,4,4500,true),
 (2,'Fado','meeting_room',1,6,2600,true),(2,'Miradouro','meeting_room',3,10,4200,true),(2,'Cabine','phone_booth',1,1,500,true),(2,'Terrace','event_space',4,40,9000,true),
 (3,'Douro','meeting_room',1,8,3000,true),(3,'Leça','meeting_room',1,4,1900,true),(3,'Francesinha','meeting_room',2,14,4800,true),(3,'Pod A','phone_booth',2,1,500,true),(3,'Armazém','event_space',0,70,11000,true),
 (4,'Retiro','meeting_room',1,8,3200,true),(4,'Prado','meeting_room',1,5,2400,true),(4,'Cibeles','meeting_room',2,16,6000,true),(4,'Cabina','phone_booth',1,1,500,true),(4,'Patio','event_space',0,60,9500,true),(4,'Estudio Uno','studio',2,3,4000,false),
 (5,'Spree','meeting_room',1,8,3800,true),(5,'Havel','meeting_room',2,10,4400,true),(5,'Panke','meeting_room',2,4,2200,true),(5,'Zelle 1','phone_booth',1,1,700,true),(5,'Zelle 2','phone_booth',3,1,700,true),(5,'Große Halle','event_space',0,150,22000,true),(5,'Tonraum','studio',3,5,5000,true),
 (6,'Singel','meeting_room',1,6,4000,true),(6,'Herengracht','meeting_room',2,12,6500,true),(6,'Belcel','phone_booth',1,1,800,true),
 (7,'Serrano','meeting_room',1,8,3600,false),(7,'Velázquez','meeting_room',2,6,2900,false)) v(l,n,k,f,c,r,a);
INSERT INTO amenities (name, category, created_at, updated_at)
SELECT n, c, '2023-01-03 11:00', '2023-01-03 11:00' FROM (VALUES ('Whiteboard','furniture'),('Projector','av'),('Video conferencing','av'),('65" screen','av'),('Air conditioning','comfort'),('Natural light','comfort'),('Standing table','furniture'),('Coffee machine','catering'),('Wheelchair access','access'),('Microphone','av'),('Soundproofing','comfort'),('Flipchart','furniture'),('PA system','av')) v(n,c);
INSERT INTO room_amenities (room_id, amenity_id, quantity)
SELECT r.id, a.id, CASE WHEN a.name IN ('Microphone','Whiteboard') THEN pg_temp.rint(1,4,2) ELSE 1 END
FROM rooms r CROSS JOIN amenities a
WHERE CASE WHEN r.kind='phone_booth' THEN a.name IN ('Soundproofing','Air conditioning') AND random()<.7
 WHEN r.kind='event_space' THEN a.name NOT IN ('Flipchart','Soundproofing') AND random()<.75
 WHEN r.kind='studio' THEN a.name IN ('Microphone','Soundproofing','Air conditioning') AND random()<.9
 ELSE a.name NOT IN ('PA system','Microphone') AND random()<.42 END ORDER BY r.id, a.id;

SELECT setseed(0.55);
INSERT INTO desks (location_id, code, kind, status, floor, monthly_price_cents, has_monitor, created_at, updated_at)
SELECT l, pre||'-'||lpad(i::text,3,'0'), k, pg_temp.pick('{available,available,occupied,occupied,occupied,occupied,reserved,maintenance}',1.1), 1+(i%3),
 base + CASE k WHEN 'hot' THEN 0 WHEN 'dedicated' THEN 12000 ELSE 41000 END, random()<.35, ts, ts+random()*interval '500 days'
FROM (SELECT l, pre, i, base, CASE WHEN i%11=0 THEN 'private_office' WHEN random()<.45 THEN 'dedicated' ELSE 'hot' END k, timestamp '2023-01-04 10:00'+l*interval '11 days' ts
 FROM (VALUES (1,'CAI',52,18000),(2,'ALF',22,16000),(3,'RIB',30,14000),(4,'LAV',34,17000),(5,'KRZ',46,21000),(6,'JOR',18,26000),(7,'SAL',12,19000)) v(l,pre,n,base), generate_series(1,n) i ORDER BY l,i) s;
UPDATE desks SET status='retired', deleted_at='2025-07-01 09:00' WHERE location_id=7;

INSERT INTO plans (name, code, billing_period, price_cents, included_credits, active, features, created_at, updated_at) VALUES
 ('Day Pass','day_pass','daily',2500,0,true,'{"mail_handling":false,"access":"business_hours"}','2023-01-02 09:00','2025-01-01 09:00'),
 ('Hot Desk','hot_desk','monthly',18900,4,true,'{"mail_handling":false,"access":"business_hours"}','2023-01-02 09:00','2026-01-01 09:00'),
 ('Hot Desk Plus','hot_desk_plus','monthly',24900,8,true,'{"mail_handling":true,"access":"business_hours"}','2023-01-02 09:00','2026-01-01 09:00'),
 ('Dedicated Desk','dedicated','monthly',32900,12,true,'{"mail_handling":true,"access":"24/7"}','2023-01-02 09:00','2026-01-01 09:00'),
 ('Private Office S','office_s','monthly',78000,20,true,'{"mail_handling":true,"access":"24/7","seats":3}','2023-01-02 09:00','2025-07-01 09:00'),
 ('Private Office L','office_l','monthly',149000,40,true,'{"mail_handling":true,"access":"24/7","seats":8}','2023-05-02 09:00','2025-07-01 09:00'),
 ('Virtual Office','virtual','monthly',4900,0,true,'{"mail_handling":true,"access":"none"}','2023-01-02 09:00','2024-06-01 09:00'),
 ('Student','student','monthly',9900,2,false,'{"mail_handling":false,"access":"business_hours"}','2023-01-02 09:00','2025-02-01 09:00'),
 ('Annual Flex','annual_flex','yearly',199000,60,true,'{"mail_handling":true,"access":"24/7"}','2024-01-08 09:00','2026-01-01 09:00'),
 ('Night Owl','night_owl','monthly',11900,2,true,'{"mail_handling":false,"access":"evenings"}','2026-08-03 09:00','2026-08-03 09:00');
INSERT INTO plan_price_changes (plan_id, old_price_cents, new_price_cents, effective_on, changed_by_id, created_at)
SELECT (SELECT id FROM plans WHERE code=c), o, n, d::date, u, d::date - interval '14 days' FROM (VALUES
 ('day_pass',2000,2200,'2024-01-01',1),('day_pass',2200,2500,'2025-01-01',1),('hot_desk',15900,16900,'2023-09-01',1),('hot_desk',16900,17900,'2025-01-01',2),('hot_desk',17900,18900,'2026-01-01',1),
 ('hot_desk_plus',21900,22900,'2024-01-01',1),('hot_desk_plus',22900,24900,'2026-01-01',2),('dedicated',28900,29900,'2023-09-01',1),('dedicated',29900,31900,'2025-01-01',2),('dedicated',31900,32900,'2026-01-01',1),
 ('office_s',72000,75000,'2024-07-01',2),('office_s',75000,78000,'2025-07-01',2),('office_l',139000,149000,'2025-07-01',2),('virtual',5900,4900,'2024-06-01',1),('student',8900,9900,'2024-01-01',1),('student',9900,11900,'2024-09-01',2),('student',11900,9900,'2025-02-01',1),
 ('annual_flex',189000,199000,'2026-01-01',1)) v(c,o,n,d,u);

SELECT setseed(0.618);
INSERT INTO memberships (user_id, plan_id, location_id, status, started_on, ends_on, cancelled_at, cancellation_reason, sold_by_id, discount_percent, auto_renew, created_at, updated_at)
SELECT u, p, CASE WHEN l=7 AND s>=date '2025-03-01' THEN 4 WHEN l=6 AND s<date '2024-10-01' THEN 1 WHEN l=5 AND s<date '2024-02-05' THEN 1 ELSE l END, st, s,
 CASE WHEN st='cancelled' THEN s+len WHEN st='trial' THEN s+14 WHEN p=9 THEN s+365 END, CASE WHEN st='cancelled' THEN (s+len-20) + interval '11 hours' + random()*interval '6 hours' END,
 CASE WHEN st='cancelled' AND random()<.85 THEN pg_temp.pick('{too_expensive,moved_away,too_expensive,company_closed,noise,remote_only,other}') END,
 CASE WHEN random()<.8 THEN (ARRAY[10,10,10,12,12,13,15,16,18,20])[pg_temp.rint(1,10)] END, (ARRAY[0,0,0,0,0,10,10,15,20,50])[pg_temp.rint(1,10,1.1)], st<>'cancelled' AND random()<.8, s-interval '3 days'+interval '10 hours', s+interval '20 days'
FROM (SELECT u, p, l, s, pg_temp.rint(60,500) len, CASE WHEN s>=date '2026-11-10' THEN 'trial' WHEN s<date '2025-06-01' AND random()<.55 THEN 'cancelled' WHEN s<date '2025-06-01' AND random()<.1 THEN 'paused' WHEN s>date '2026-09-15' AND random()<.4 THEN 'pending' WHEN random()<.07 THEN 'paused' ELSE 'active' END st
 FROM (SELECT us.id u, (ARRAY[2,2,2,2,3,3,4,4,4,7,7,5,6,8,9,1])[pg_temp.rint(1,16)] p, (ARRAY[1,1,1,1,2,2,3,3,4,4,4,5,5,5,6,7])[pg_temp.rint(1,16)] l,
   LEAST((us.created_at + power(random(),2)*interval '300 days' + (g-1)*interval '380 days')::date, date '2026-11-24') s, g
  FROM users us CROSS JOIN generate_series(1,2) g WHERE us.role='member' AND us.id%14<>3 AND (g=1 OR (us.id%4=1 AND us.id<170)) ORDER BY us.id, g) a) b;
UPDATE memberships SET plan_id=9 WHERE plan_id=8 AND started_on>'2025-06-01';
UPDATE memberships m SET ends_on=started_on+365 WHERE plan_id=9 AND ends_on IS NULL;
UPDATE memberships m SET status='cancelled', ends_on=COALESCE(ends_on, date '2025-06-30'), cancelled_at='2025-05-15 10:00', cancellation_reason='location_closed', auto_renew=false WHERE location_id=7 AND status<>'cancelled';
UPDATE memberships SET ends_on=cancelled_at::date+20 WHERE status='cancelled' AND ends_on IS NULL;
INSERT INTO membership_status_changes (membership_id, from_status, to_status, changed_by_id, changed_at)
SELECT id, f, t, u, ts FROM (
 SELECT id, NULL f, 'pending' t, sold_by_id u, created_at ts, 1 k FROM memberships
 UNION ALL SELECT id,'pending', CASE WHEN status='trial' THEN 'trial' ELSE 'active' END, sold_by_id, started_on+interval '9 hours',2 FROM memberships WHERE status<>'pending'
 UNION ALL SELECT id,'active','paused', (ARRAY[3,5,7,13])[1+id%4], started_on+interval '130 days',3 FROM memberships WHERE status='paused'
 UNION ALL SELECT id,'active','cancelled', CASE WHEN id%3=0 THEN NULL ELSE (ARRAY[3,4,6,11])[1+id%4] END, cancelled_at,4 FROM memberships WHERE status='cancelled') s
 WHERE ts < '2026-11-28' AND (k>1 OR id%3=0) ORDER BY ts, id, k;
INSERT INTO desk_assignments (desk_id, membership_id, assigned_on, released_on, created_at, updated_at)
SELECT d.id, m.id, m.started_on, CASE WHEN m.status='cancelled' THEN m.ends_on END, m.started_on+interval '9 hours', m.started_on+interval '10 hours'
FROM (SELECT m.*, row_number() OVER (PARTITION BY location_id ORDER BY id) rn FROM memberships m WHERE plan_id IN (3,4,5,6,9) AND status IN ('active','cancelled','paused')) m
JOIN (SELECT d.*, row_number() OVER (PARTITION BY location_id ORDER BY (id*37)%101) rn, count(*) OVER (PARTITION BY location_id) n FROM desks d) d ON d.location_id=m.location_id AND d.rn = 1+(m.rn-1)%n ORDER BY m.id;

SELECT setseed(0.7071);
INSERT INTO bookings (room_id, booked_by_id, title, status, starts_at, ends_at, attendee_count, price_cents, credits_used, source, cancelled_at, created_at, updated_at)
SELECT rm, u, CASE WHEN random()<.8 THEN pg_temp.pick('{Team sync,Client call,Interview,Sprint planning,Workshop,Board meeting,Podcast recording,Sales demo,1:1,Design review,Quarterly review}',1.3) END,
 st::booking_status, s, s + h*interval '30 minutes', CASE WHEN random()<.9 THEN LEAST(cap, pg_temp.rint(1,GREATEST(cap,1),1.3)) END, CASE WHEN cred THEN 0 ELSE rate*h/2 END, CASE WHEN cred THEN h ELSE 0 END,
 src, CASE WHEN st='cancelled' THEN s - random()*interval '6 days' - interval '1 hour' END, c, c+random()*interval '2 days'
FROM (SELECT b.*, r.capacity cap, r.hourly_rate_cents rate, random()<.2 cred, pg_temp.pick('{web,web,web,app,app,app,front_desk,kiosk}') src, b.s - random()*interval '20 days' - interval '7 days' c,
   CASE WHEN b.s>'2026-11-28' THEN CASE WHEN random()<.3 THEN 'pending' ELSE 'confirmed' END WHEN random()<.13 THEN 'cancelled' WHEN random()<.06 THEN 'no_show' ELSE 'completed' END st
  FROM (SELECT i, rm, (ARRAY[2,2,3,4,4,6,1,8,16])[pg_temp.rint(1,9)] h, u, date_trunc('day', lo + power(random(),.7)*(timestamp '2026-12-12'-lo)) + interval '8 hours' + pg_temp.rint(0,20)*interval '30 minutes' s
   FROM (SELECT i, rm, CASE WHEN rm>=33 THEN timestamp '2023-02-01' WHEN rm>=30 THEN timestamp '2024-10-10' WHEN rm>=23 THEN timestamp '2024-02-10' WHEN rm>=12 AND rm<17 THEN timestamp '2023-09-10' ELSE timestamp '2023-02-01' END lo, pg_temp.rint(25,230,1.35) u
    FROM (SELECT i, (ARRAY[1,1,1,2,2,3,3,4,5,6,7,7,8,8,9,11,12,12,12,13,14,16,17,17,18,19,19,21,22,23,23,23,24,24,25,26,28,29,30,30,31,33])[pg_temp.rint(1,42)] rm FROM generate_series(1,400) i) x) y) b JOIN rooms r ON r.id=b.rm ORDER BY i) z;
DELETE FROM bookings WHERE room_id>=33 AND starts_at>'2025-06-30';
INSERT INTO booking_attendees (booking_id, user_id, response, created_at)
SELECT DISTINCT ON (b, u) b, u, resp, c FROM (SELECT b.id b, pg_temp.rint(25,236,1.2) u, pg_temp.pick('{accepted,accepted,accepted,tentative,declined,no_reply}') resp, b.created_at+interval '1 hour' c
 FROM bookings b, generate_series(1,3) g WHERE b.id%3=0 ) s ORDER BY b, u;

SELECT setseed(0.123);
INSERT INTO invoices (number, user_id, company_id, location_id, status, issued_on, due_on, paid_at, created_at, updated_at)
SELECT 'INV-'||to_char(d,'YYYY')||'-'||lpad((row_number() OVER (PARTITION BY date_trunc('year',d) ORDER BY d, i))::text,4,'0'), u, c, l, st::invoice_status, d, d+dd,
 CASE WHEN st='paid' THEN LEAST(d + power(random(),1.3)*(dd+18)*interval '1 day' + interval '10 hours', timestamp '2026-11-28 12:00') END, d+interval '6 hours', d+interval '7 hours'
FROM (SELECT x.*, us.company_id c, (ARRAY[14,14,30])[pg_temp.rint(1,3)] dd,
   CASE WHEN random()<.03 THEN 'void' WHEN d>date '2026-11-20' THEN pg_temp.pick('{draft,open,open}') WHEN d>date '2026-10-25' AND random()<.45 THEN 'open' WHEN d>date '2026-02-01' AND random()<.16 THEN 'overdue' WHEN random()<.02 THEN 'overdue' ELSE 'paid' END st
  FROM (SELECT i, m.user_id u, m.location_id l, LEAST(m.started_on + pg_temp.rint(0, GREATEST(LEAST(COALESCE(m.ends_on, date '2026-11-27'), date '2026-11-27')-m.started_on,1)), date '2026-11-27') d
   FROM generate_series(1,390) i JOIN memberships m ON m.id = 1+(i*i*7+i*3)%245) x JOIN users us ON us.id=x.u ORDER BY i) y ORDER BY d, i;
UPDATE invoices SET status='open' WHERE status='overdue' AND due_on>='2026-11-26';
INSERT INTO invoice_items (invoice_id, kind, description, quantity, unit_price_cents, amount_cents, created_at)
SELECT id, k, dsc, q, p, q*p, created_at FROM (
 SELECT i.id, 'membership' k, pl.name||' membership' dsc, 1 q, pl.price_cents p, i.created_at, 1 o FROM invoices i JOIN LATERAL (SELECT plan_id FROM memberships m WHERE m.user_id=i.user_id ORDER BY m.id LIMIT 1) m ON true JOIN plans pl ON pl.id=m.plan_id
 UNION ALL SELECT i.id,'room_hours','Meeting room hours',1+(i.id*5)%7,3200,i.created_at,2 FROM invoices i WHERE i.id%3=1
 UNION ALL SELECT i.id,'printing','Printing pages',20+(i.id*11)%160,12,i.created_at,3 FROM invoices i WHERE i.id%5=2
 UNION ALL SELECT i.id,'locker','Locker rental',1,1500,i.created_at,4 FROM invoices i WHERE i.id%7=3
 UNION ALL SELECT i.id,'catering','Catering',1+(i.id*3)%9,1450,i.created_at,5 FROM invoices i WHERE i.id%11=4
 UNION ALL SELECT i.id,'late_fee','Late payment fee',1,2500,i.created_at,6 FROM invoices i WHERE i.status='overdue' AND i.id%2=0) s ORDER BY id, o;
UPDATE invoices i SET subtotal_cents=s.a, tax_cents=round(s.a*.21), total_cents=s.a+round(s.a*.21) FROM (SELECT invoice_id, sum(amount_cents) a FROM invoice_items GROUP BY 1) s WHERE s.invoice_id=i.id;
INSERT INTO payments (invoice_id, amount_cents, method, state, failure_code, processed_at, metadata, created_at, updated_at)
SELECT id, a, m, st, fc, ts, jsonb_build_object('provider', CASE m WHEN 'bank_transfer' THEN 'sepa' WHEN 'cash' THEN 'till' ELSE 'stripe' END, 'attempt', n), ts, ts FROM (
 SELECT i.id, i.total_cents a, (ARRAY['card','card','card','direct_debit','direct_debit','bank_transfer','paypal','cash'])[1+(i.id*13)%8] m, CASE WHEN i.id%41=7 THEN 'refunded' ELSE 'succeeded' END st, NULL fc, i.paid_at ts, CASE WHEN i.id%9=0 THEN 2 ELSE 1 END n FROM invoices i WHERE status='paid'
 UNION ALL SELECT i.id, i.total_cents, CASE WHEN i.id%2=0 THEN 'card' ELSE 'direct_debit' END,'failed',(ARRAY['insufficient_funds','card_expired','insufficient_funds','do_not_honor'])[1+i.id%4], i.paid_at-interval '2 days',1 FROM invoices i WHERE status='paid' AND i.id%9=0
 UNION ALL SELECT i.id, i.total_cents, 'card','failed',(ARRAY['insufficient_funds','card_expired'])[1+i.id%2], i.due_on+interval '9 hours',1 FROM invoices i WHERE status='overdue' AND i.id%3<>0
 UNION ALL SELECT i.id, i.total_cents/2, 'bank_transfer','succeeded',NULL, i.due_on+interval '15 hours',2 FROM invoices i WHERE status='overdue' AND i.id%4=1) s ORDER BY ts, id, n;

SELECT setseed(0.9);
INSERT INTO visitors (full_name, email, organisation, host_id, location_id, purpose, expected_on, checked_in_at, checked_out_at, badge_number, created_at, updated_at)
SELECT fn, CASE WHEN random()<.7 THEN lower(replace(fn,' ','.'))||'@guest.example' END, CASE WHEN random()<.6 THEN pg_temp.pick('{Siemens,Deloitte,Banco Atlântico,KPMG,Farfetch,Freelance,Delivery Hero,Municipality of Lisbon,Booking.com,Ernst & Young}',1.4) END,
 h, l, p, d, ci, CASE WHEN ci IS NOT NULL AND random()<.88 THEN ci + interval '25 minutes' + power(random(),2)*interval '7 hours' END, CASE WHEN ci IS NOT NULL THEN 'V'||pg_temp.rint(100,399) END, d-interval '2 days', d+interval '18 hours'
FROM (SELECT pg_temp.pick('{Alice,Robert,Helena,Mark,Giulia,Peter,Susana,Omar,Linda,Victor,Emma,Dirk,Paula,Chris,Irene,Ahmed}')||' '||pg_temp.pick('{Meyer,Sousa,Brandt,Clarke,Ruiz,Conti,Haddad,Moreira,Petersen,Blanco,Walters,Dekker,Fontaine,Grant,Azevedo}') fn, h, l, p, d, CASE WHEN d<date '2026-11-28' AND random()<.83 THEN d + interval '8 hours 30 minutes' + random()*interval '8 hours' END ci
 FROM (SELECT i, pg_temp.rint(10,230,1.5) h, (ARRAY[1,1,1,1,2,3,3,4,4,5,5,5,5,6])[pg_temp.rint(1,14)] l, pg_temp.pick('{meeting,meeting,meeting,tour,tour,interview,delivery,maintenance,event}') p, (timestamp '2024-10-05' + power(random(),.6)*interval '790 days')::date d FROM generate_series(1,230) i ORDER BY i) x) y;

SELECT setseed(0.333);
INSERT INTO support_tickets (location_id, room_id, requester_id, assignee_id, category, priority, status, subject, satisfaction_rating, first_response_at, resolved_at, created_at, updated_at)
SELECT l, CASE WHEN cat IN ('av_equipment','hvac') AND random()<.7 THEN (SELECT min(r.id)+i%3 FROM rooms r WHERE r.location_id=l) END, u, a, cat, pr, st, subj,
 CASE WHEN st IN ('resolved','closed') AND random()<.6 THEN (ARRAY[5,5,5,4,4,4,3,2,1])[pg_temp.rint(1,9)] END, CASE WHEN a IS NOT NULL THEN c + power(random(),2)*interval '30 hours' + interval '4 minutes' END,
 CASE WHEN st IN ('resolved','closed') THEN c + interval '31 hours' + power(random(),2.2)*interval '20 days'/(pr+1) END, c, c+interval '3 days'
FROM (SELECT i, l, u, cat, pr, c, CASE WHEN random()<.1 THEN NULL ELSE (ARRAY[10,11,12,13,13,14,15,16,16,16,19,22])[pg_temp.rint(1,12)] END a,
  CASE WHEN c>timestamp '2026-10-20' THEN pg_temp.pick('{open,open,in_progress,waiting,resolved}') WHEN random()<.06 THEN pg_temp.pick('{open,waiting,in_progress}') ELSE pg_temp.pick('{resolved,closed,closed}') END st,
  CASE cat WHEN 'wifi' THEN pg_temp.pick('{"Wifi drops every few minutes","Cannot join the guest network","Slow internet in the afternoon"}') WHEN 'billing' THEN pg_temp.pick('{"Charged twice this month","Wrong VAT number on invoice","Please resend my invoice"}') WHEN 'access' THEN pg_temp.pick('{"Key card not working","Locked out after hours","Need access for a new colleague"}') WHEN 'cleaning' THEN pg_temp.pick('{"Kitchen not cleaned","Bins overflowing"}') WHEN 'noise' THEN 'Loud calls in the quiet zone' WHEN 'av_equipment' THEN pg_temp.pick('{"Screen does not turn on","Projector is blurry","Camera missing"}') WHEN 'hvac' THEN pg_temp.pick('{"Too cold","Air conditioning leaking"}') ELSE pg_temp.pick('{"Coffee machine broken","Lost and found","Question about events"}') END subj
  FROM (SELECT i, CASE WHEN random()<.93 THEN (ARRAY[1,1,1,1,2,2,3,3,4,4,4,5,5,5,6])[pg_temp.rint(1,15)] END l, pg_temp.rint(25,232,1.3) u, pg_temp.pick('{wifi,wifi,wifi,billing,billing,access,access,av_equipment,av_equipment,hvac,cleaning,noise,other}') cat, (ARRAY[0,0,1,1,1,1,1,2,2,3])[pg_temp.rint(1,10)] pr,
   timestamp '2023-02-01 08:00' + power(random(),.65)*interval '1390 days' c FROM generate_series(1,250) i) x) y ORDER BY c;
INSERT INTO ticket_comments (support_ticket_id, author_id, body, internal, created_at, updated_at)
SELECT t, au, b, au<25 AND random()<.3, c, c FROM (SELECT t.id t, CASE WHEN g%2=1 THEN COALESCE(t.assignee_id, 13) ELSE t.requester_id END au,
  CASE WHEN g%2=1 THEN pg_temp.pick('{"Thanks for reporting, we are on it.","Technician scheduled for tomorrow.","Could you send a photo?","Fixed, please check.","Escalated to the building owner."}') ELSE pg_temp.pick('{"Any news?","Still happening today.","Works now, thank you!","It is getting worse.","Photo attached."}') END b, t.created_at + g*interval '7 hours' c
 FROM support_tickets t, generate_series(1,5) g WHERE g <= (t.id*7)%6 AND t.id%5<>0 AND (t.id%3<>0 OR g<2) ORDER BY t.id, g) s;

SELECT setseed(0.777);
INSERT INTO events (location_id, room_id, organizer_id, title, kind, status, starts_at, ends_at, capacity, ticket_price_cents, is_public, metadata, created_at, updated_at)
SELECT l, CASE WHEN random()<.85 THEN (ARRAY[6,11,16,21,28,31,33])[l] END, CASE WHEN random()<.9 THEN pg_temp.rint(3,20) END, t, k, CASE WHEN random()<.08 THEN 'cancelled' WHEN s>'2026-11-28' THEN 'scheduled' ELSE 'finished' END,
 s, s+dur*interval '1 hour', cap, pr, k<>'member_breakfast' AND random()<.8, CASE WHEN random()<.4 THEN jsonb_build_object('sponsor', pg_temp.pick('{Super Bock,Delta Cafés,Local Bank,Nespresso}'), 'catering', random()<.6) ELSE '{}' END, s-interval '40 days', s-interval '30 days'
FROM (SELECT i, l, k, CASE k WHEN 'workshop' THEN pg_temp.pick('{"SEO for Freelancers","Intro to SQL","Pitch Deck Clinic","Tax Basics","Figma Crash Course"}') WHEN 'networking' THEN pg_temp.pick('{"Founders Drinks","Women in Tech Evening","Freelancer Friday"}') WHEN 'talk' THEN pg_temp.pick('{"Fireside Chat","AI at Work","The Future of Offices","Scaling Teams"}') WHEN 'wellness' THEN pg_temp.pick('{"Lunchtime Yoga","Breathing Session"}') WHEN 'hackathon' THEN 'Climate Hackathon' ELSE 'Member Breakfast' END t,
  CASE k WHEN 'hackathon' THEN 24 WHEN 'workshop' THEN 3 WHEN 'talk' THEN 2 WHEN 'networking' THEN 3 ELSE 1 END dur, CASE k WHEN 'workshop' THEN 20 WHEN 'wellness' THEN 15 WHEN 'hackathon' THEN 80 WHEN 'member_breakfast' THEN 30 ELSE 60 END cap,
  CASE WHEN k='workshop' THEN (ARRAY[0,1500,2500,4000])[pg_temp.rint(1,4)] WHEN k='talk' THEN (ARRAY[0,0,1000])[pg_temp.rint(1,3)] WHEN k='hackathon' THEN 500 ELSE 0 END pr, s
  FROM (SELECT i, CASE WHEN i<=30 THEN (ARRAY[1,1,1,2,3,4,4,7])[pg_temp.rint(1,8)] ELSE (ARRAY[1,1,1,3,3,4,5,5,5,5])[pg_temp.rint(1,10)] END l, pg_temp.pick('{workshop,workshop,workshop,networking,networking,talk,talk,wellness,member_breakfast,member_breakfast,hackathon}') k, date_trunc('day',timestamp '2023-02-15' + i*interval '19 days 11 hours' + random()*interval '8 days') + pg_temp.rint(9,19)*interval '1 hour' s FROM generate_series(1,75) i) x) y ORDER BY i;
INSERT INTO event_registrations (event_id, user_id, status, checked_in_at, created_at, updated_at)
SELECT e, u, st, CASE WHEN st='attended' THEN s - interval '10 minutes' + random()*interval '25 minutes' END, c, c FROM (
 SELECT DISTINCT ON (e,u) e, u, s, c, CASE WHEN es='cancelled' THEN 'cancelled' WHEN es='scheduled' THEN pg_temp.pick('{registered,registered,registered,waitlisted}') ELSE pg_temp.pick('{attended,attended,attended,attended,no_show,cancelled}') END st
 FROM (SELECT ev.id e, pg_temp.rint(25,234,1.25) u, ev.starts_at s, ev.status es, ev.starts_at - interval '1 day' - random()*interval '25 days' c FROM events ev, generate_series(1,12) g WHERE g <= 1+(ev.id*ev.id)%11 AND ev.id%9<>4 ORDER BY ev.id, g) a ORDER BY e,u,c) b;

UPDATE users SET last_sign_in_at=NULL, sign_in_count=0 WHERE last_sign_in_at<created_at;
UPDATE users SET last_sign_in_at=deleted_at-interval '9 days' WHERE last_sign_in_at>deleted_at;
UPDATE users SET updated_at=LEAST(updated_at, timestamp '2026-11-28 12:00');
UPDATE support_tickets SET resolved_at=timestamp '2026-11-28 16:40' WHERE resolved_at>'2026-11-28 17:00';
UPDATE bookings SET created_at=LEAST(created_at,timestamp '2026-11-28 09:00'), updated_at=LEAST(updated_at,timestamp '2026-11-28 15:00');
UPDATE visitors SET updated_at=LEAST(updated_at, timestamp '2026-11-28 12:00');
CREATE INDEX ON bookings (room_id, starts_at); CREATE INDEX ON invoices (status); CREATE INDEX ON memberships (user_id); CREATE INDEX ON users (role);
COMMIT;
