-- PawCover: veterinary insurance (Rails structure dump + deterministic seed)
SET client_min_messages = warning;
SET timezone = 'UTC';

CREATE TABLE schema_migrations (version varchar PRIMARY KEY);
INSERT INTO schema_migrations VALUES ('20240108101500'),('20240108103012'),('20240215090000'),('20240611142233'),('20250120081145'),('20250903160502'),('20260212113000');

CREATE TABLE users (
  id bigserial PRIMARY KEY,
  email varchar NOT NULL UNIQUE,
  first_name varchar NOT NULL,
  last_name varchar NOT NULL,
  role varchar NOT NULL DEFAULT 'agent',
  active boolean NOT NULL DEFAULT true,
  encrypted_password varchar NOT NULL DEFAULT '',
  last_sign_in_at timestamp(6),
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE customers (
  id bigserial PRIMARY KEY,
  first_name varchar NOT NULL,
  last_name varchar NOT NULL,
  email varchar NOT NULL UNIQUE,
  phone varchar,
  city varchar NOT NULL,
  postal_code varchar,
  country_code varchar(2) NOT NULL DEFAULT 'DE',
  acquisition_channel varchar,
  marketing_opt_in boolean NOT NULL DEFAULT false,
  preferences jsonb NOT NULL DEFAULT '{}',
  deleted_at timestamp(6),
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE breeds (
  id bigserial PRIMARY KEY,
  name varchar NOT NULL,
  species varchar NOT NULL,
  risk_factor numeric(4,2) NOT NULL DEFAULT 1.0,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE pets (
  id bigserial PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers(id),
  breed_id bigint NOT NULL REFERENCES breeds(id),
  name varchar NOT NULL,
  sex varchar(1),
  birth_date date,
  neutered boolean NOT NULL DEFAULT false,
  microchip_number varchar,
  weight_grams integer,
  deceased_on date,
  deleted_at timestamp(6),
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE plans (
  id bigserial PRIMARY KEY,
  code varchar NOT NULL UNIQUE,
  name varchar NOT NULL,
  base_price_cents integer NOT NULL,
  annual_limit_cents integer,
  deductible_cents integer NOT NULL DEFAULT 0,
  reimbursement_percent integer NOT NULL DEFAULT 80,
  available boolean NOT NULL DEFAULT true,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE coverages (
  id bigserial PRIMARY KEY,
  code varchar NOT NULL UNIQUE,
  name varchar NOT NULL,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE plan_coverages (
  id bigserial PRIMARY KEY,
  plan_id bigint NOT NULL REFERENCES plans(id),
  coverage_id bigint NOT NULL REFERENCES coverages(id),
  waiting_period_days integer NOT NULL DEFAULT 0,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL,
  UNIQUE (plan_id, coverage_id)
);
CREATE TABLE policies (
  id bigserial PRIMARY KEY,
  policy_number varchar NOT NULL UNIQUE,
  pet_id bigint NOT NULL REFERENCES pets(id),
  plan_id bigint NOT NULL REFERENCES plans(id),
  agent_id bigint REFERENCES users(id),
  status varchar NOT NULL DEFAULT 'pending',
  starts_on date NOT NULL,
  ends_on date,
  monthly_premium_cents integer NOT NULL,
  auto_renew boolean NOT NULL DEFAULT true,
  cancelled_at timestamp(6),
  cancellation_reason varchar,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE payment_methods (
  id bigserial PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customers(id),
  kind varchar NOT NULL,
  brand varchar,
  last4 varchar(4),
  is_default boolean NOT NULL DEFAULT false,
  expires_on date,
  deleted_at timestamp(6),
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE premium_payments (
  id bigserial PRIMARY KEY,
  policy_id bigint NOT NULL REFERENCES policies(id),
  payment_method_id bigint REFERENCES payment_methods(id),
  amount_cents integer NOT NULL,
  currency varchar(3) NOT NULL DEFAULT 'EUR',
  status varchar NOT NULL,
  due_on date NOT NULL,
  paid_at timestamp(6),
  failure_code varchar,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE clinics (
  id bigserial PRIMARY KEY,
  name varchar NOT NULL,
  city varchar NOT NULL,
  in_network boolean NOT NULL DEFAULT false,
  emergency_service boolean NOT NULL DEFAULT false,
  details jsonb NOT NULL DEFAULT '{}',
  deleted_at timestamp(6),
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE veterinarians (
  id bigserial PRIMARY KEY,
  clinic_id bigint NOT NULL REFERENCES clinics(id),
  full_name varchar NOT NULL,
  specialty varchar,
  license_number varchar,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE conditions (
  id bigserial PRIMARY KEY,
  name varchar NOT NULL,
  category varchar NOT NULL,
  chronic boolean NOT NULL DEFAULT false,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE claims (
  id bigserial PRIMARY KEY,
  claim_number varchar NOT NULL UNIQUE,
  policy_id bigint NOT NULL REFERENCES policies(id),
  veterinarian_id bigint REFERENCES veterinarians(id),
  condition_id bigint REFERENCES conditions(id),
  adjuster_id bigint, -- users.id
  status varchar NOT NULL DEFAULT 'submitted',
  emergency boolean NOT NULL DEFAULT false,
  incident_on date NOT NULL,
  submitted_at timestamp(6) NOT NULL,
  decided_at timestamp(6),
  paid_out_at timestamp(6),
  claimed_cents integer NOT NULL DEFAULT 0,
  approved_cents integer,
  rejection_reason varchar,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE INDEX index_claims_on_adjuster_id ON claims (adjuster_id);
CREATE TABLE claim_items (
  id bigserial PRIMARY KEY,
  claim_id bigint NOT NULL REFERENCES claims(id) ON DELETE CASCADE,
  category varchar NOT NULL,
  description varchar,
  quantity integer NOT NULL DEFAULT 1,
  unit_price_cents integer NOT NULL,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE comments (
  id bigserial PRIMARY KEY,
  commentable_type varchar NOT NULL,
  commentable_id bigint NOT NULL,
  author_id bigint REFERENCES users(id),
  body text NOT NULL,
  internal boolean NOT NULL DEFAULT true,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE INDEX index_comments_on_commentable ON comments (commentable_type, commentable_id);
CREATE TABLE tags (
  id bigserial PRIMARY KEY,
  name varchar NOT NULL UNIQUE,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);
CREATE TABLE taggings (
  id bigserial PRIMARY KEY,
  tag_id bigint NOT NULL REFERENCES tags(id),
  taggable_type varchar NOT NULL,
  taggable_id bigint NOT NULL,
  created_at timestamp(6) NOT NULL
);
CREATE TABLE referrals (
  id bigserial PRIMARY KEY,
  referrer_id bigint NOT NULL REFERENCES customers(id),
  referred_customer_id bigint REFERENCES customers(id),
  invited_email varchar NOT NULL,
  status varchar NOT NULL DEFAULT 'invited',
  reward_cents integer NOT NULL DEFAULT 0,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL
);

-- ---------------------------------------------------------------- seed
CREATE FUNCTION pg_temp.h(seed text, i bigint, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT ('x' || substr(md5(seed || ':' || i), 1, 7))::bit(28)::int % n $$;
CREATE FUNCTION pg_temp.pick(seed text, i bigint, a text[]) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT a[1 + pg_temp.h(seed, i, array_length(a, 1))] $$;

INSERT INTO users (email, first_name, last_name, role, active, encrypted_password, last_sign_in_at, created_at, updated_at)
SELECT lower(f || '.' || l) || '@pawcover.example', f, l, r, act, '$2a$12$' || md5(f || l),
       CASE WHEN ls IS NULL THEN NULL ELSE ls::timestamp END, c::timestamp, coalesce(ls, c)::timestamp
FROM (VALUES
 ('Hanna','Brandt','admin',true,'2026-06-29 08:02','2024-01-08 09:00'),
 ('Milan','Kovac','admin',true,'2026-06-26 17:45','2024-01-08 09:05'),
 ('Sofia','Lindner','agent',true,'2026-06-29 09:14','2024-01-15 10:00'),
 ('Jonas','Weber','agent',true,'2026-06-28 13:20','2024-02-01 10:00'),
 ('Carla','Mendes','agent',true,'2026-06-25 11:31','2024-06-03 09:00'),
 ('Tobias','Frey','agent',false,'2025-08-29 16:00','2024-02-01 10:10'),
 ('Nadia','Rahimi','agent',true,'2026-06-29 07:50','2025-01-13 09:00'),
 ('Oskar','Nyman','agent',false,'2025-03-14 12:12','2024-03-11 09:00'),
 ('Elif','Aydin','adjuster',true,'2026-06-29 10:05','2024-01-22 09:00'),
 ('Peter','Hollmann','adjuster',true,'2026-06-27 15:40','2024-01-22 09:10'),
 ('Greta','Sommer','adjuster',true,'2026-06-29 08:48','2024-09-02 09:00'),
 ('Luca','Bianchi','adjuster',false,'2025-11-28 17:02','2024-05-06 09:00'),
 ('Ines','Duarte','adjuster',true,'2026-06-24 09:33','2025-10-01 09:00'),
 ('Ralf','Thiele','support',true,'2026-06-29 06:58','2024-04-15 09:00'),
 ('Yara','Haddad','support',true,'2026-06-28 18:22','2025-05-05 09:00'),
 ('Finn','Petersen','support',true,NULL,'2026-06-15 09:00')
) v(f,l,r,act,ls,c);

INSERT INTO customers (first_name, last_name, email, phone, city, postal_code, country_code, acquisition_channel, marketing_opt_in, preferences, deleted_at, created_at, updated_at)
SELECT fn, ln, lower(fn || '.' || ln) || i || '@' || pg_temp.pick('dom', i, '{example.com,example.org,mail.example}'),
  CASE WHEN pg_temp.h('phone', i, 7) = 0 THEN NULL ELSE '+49 1' || (50 + pg_temp.h('p1', i, 29)) || ' ' || (1000000 + pg_temp.h('p2', i, 8999999)) END,
  (string_to_array(ct, '|'))[1], (string_to_array(ct, '|'))[3]::int + pg_temp.h('plz', i, 90), (string_to_array(ct, '|'))[2],
  CASE WHEN pg_temp.h('ch', i, 19) = 0 THEN NULL ELSE pg_temp.pick('chan', i, '{google_ads,google_ads,google_ads,referral,referral,clinic_partner,clinic_partner,organic,organic,instagram}') END,
  pg_temp.h('opt', i, 5) < 2,
  jsonb_build_object('language', CASE WHEN pg_temp.h('lang', i, 6) = 0 THEN 'en' WHEN pg_temp.h('lang', i, 11) = 0 THEN 'tr' ELSE 'de' END,
    'newsletter', pg_temp.h('nl', i, 3) = 0, 'contact', pg_temp.pick('cont', i, '{email,email,phone,sms}')),
  CASE WHEN pg_temp.h('del', i, 17) = 0 THEN least(c + (60 + pg_temp.h('deld', i, 30)) * interval '1 day', timestamp '2026-06-21 11:15') END, c, c + pg_temp.h('u', i, 50) * interval '1 day'
FROM (SELECT i,
  pg_temp.pick('fn', i, '{Anna,Lukas,Marie,Felix,Leonie,Paul,Emilia,Max,Clara,Noah,Mia,Ben,Lea,Jan,Sarah,David,Julia,Tim,Katrin,Stefan,Aylin,Mehmet,Giulia,Piotr,Olga,Henrik}') fn,
  pg_temp.pick('ln', i, '{Müller,Schmidt,Schneider,Fischer,Meyer,Wagner,Becker,Hoffmann,Schulz,Koch,Richter,Klein,Wolf,Neumann,Schwarz,Zimmermann,Krüger,Hartmann,Lange,Werner,Yilmaz,Kaya,Rossi,Nowak,Ivanova,Huber}') ln,
  pg_temp.pick('city', i, '{Berlin|DE|10115,Berlin|DE|10115,Berlin|DE|10115,Hamburg|DE|20095,Hamburg|DE|20095,Munich|DE|80331,Munich|DE|80331,Cologne|DE|50667,Leipzig|DE|4103,Frankfurt|DE|60311,Vienna|AT|1010,Vienna|AT|1010,Graz|AT|8010,Zurich|CH|8001}') ct,
  timestamp '2024-01-20 08:00' + i * interval '52 hours 17 minutes' + pg_temp.h('cm', i, 700) * interval '1 minute' c
  FROM generate_series(1, 400) i) s;

INSERT INTO breeds (name, species, risk_factor, created_at, updated_at)
SELECT n, s, r, '2024-01-10 10:00', '2024-01-10 10:00' FROM (VALUES
 ('Labrador Retriever','dog',1.15),('German Shepherd','dog',1.30),('French Bulldog','dog',1.85),('Dachshund','dog',1.25),('Golden Retriever','dog',1.20),
 ('Mixed Breed Dog','dog',0.95),('Border Collie','dog',1.05),('Pug','dog',1.75),('Australian Shepherd','dog',1.10),('Great Dane','dog',1.90),
 ('European Shorthair','cat',0.80),('Maine Coon','cat',1.10),('British Shorthair','cat',0.95),('Persian','cat',1.25),('Siamese','cat',1.00),('Ragdoll','cat',1.05),
 ('Netherland Dwarf','rabbit',0.70),('Lop','rabbit',0.75),('Bengal','cat',1.02),('Irish Wolfhound','dog',1.95)) v(n,s,r);

INSERT INTO pets (customer_id, breed_id, name, sex, birth_date, neutered, microchip_number, weight_grams, deceased_on, deleted_at, created_at, updated_at)
SELECT cid, b.id, nm, CASE WHEN pg_temp.h('sexn', i, 25) = 0 THEN NULL WHEN pg_temp.h('sex', i, 2) = 0 THEN 'f' ELSE 'm' END,
  CASE WHEN pg_temp.h('bdn', i, 22) = 0 THEN NULL ELSE (c.created_at - (80 + pg_temp.h('bd', i, 3900)) * interval '1 day')::date END,
  pg_temp.h('neu', i, 5) < 3, CASE WHEN b.species = 'rabbit' OR pg_temp.h('chip', i, 6) = 0 THEN NULL ELSE '27609' || (1000000000 + pg_temp.h('chipn', i, 268435455)) END,
  CASE b.species WHEN 'dog' THEN 5200 + pg_temp.h('w', i, 38000) WHEN 'cat' THEN 2900 + pg_temp.h('w', i, 5200) ELSE 1100 + pg_temp.h('w', i, 1900) END,
  CASE WHEN pg_temp.h('dead', i, 21) = 0 THEN least((c.created_at + (70 + pg_temp.h('dd', i, 300)) * interval '1 day')::date, date '2026-06-20') END,
  CASE WHEN pg_temp.h('pdel', i, 37) = 0 THEN least(c.created_at + (30 + pg_temp.h('pdd', i, 300)) * interval '1 day', timestamp '2026-06-22 10:00') END,
  c.created_at + interval '7 minutes', c.created_at + pg_temp.h('pu', i, 40) * interval '1 day'
FROM (SELECT i, CASE WHEN i <= 330 THEN i + i / 12 ELSE 1 + pg_temp.h('own', i, 390) END cid,
   1 + CASE WHEN pg_temp.h('br', i, 5) < 2 THEN pg_temp.h('br2', i, 6) ELSE pg_temp.h('br3', i, 18) END bid,
   pg_temp.pick('pn', i, '{Luna,Bello,Milo,Nala,Rocky,Simba,Kira,Balu,Lilly,Max,Mogli,Coco,Emma,Buddy,Minka,Felix,Frieda,Oskar,Paula,Krümel,Sammy,Tiger,Bruno,Lotte}') nm
  FROM generate_series(1, 520) i) s
JOIN customers c ON c.id = s.cid JOIN breeds b ON b.id = s.bid ORDER BY i;

INSERT INTO plans (code, name, base_price_cents, annual_limit_cents, deductible_cents, reimbursement_percent, available, created_at, updated_at) VALUES
 ('basic','Basic',1290,150000,25000,60,true,'2024-01-10 11:00','2025-01-02 09:00'),
 ('comfort','Comfort',2490,400000,15000,80,true,'2024-01-10 11:00','2025-01-02 09:00'),
 ('premium','Premium',3990,NULL,0,90,true,'2024-01-10 11:00','2025-01-02 09:00'),
 ('surgery','Surgery Only',990,300000,10000,80,true,'2024-03-18 11:00','2024-03-18 11:00'),
 ('starter24','Starter 2024',890,80000,30000,50,false,'2024-01-10 11:00','2024-12-31 18:00'),
 ('senior','Senior Care',4590,500000,20000,75,true,'2025-09-03 16:10','2025-09-03 16:10'),
 ('student','Student Saver',790,60000,20000,50,true,'2026-02-12 11:35','2026-02-12 11:35');

INSERT INTO coverages (code, name, created_at, updated_at)
SELECT c, n, '2024-01-10 11:05', '2024-01-10 11:05' FROM (VALUES ('accident','Accidents'),('illness','Illness'),('surgery','Surgery'),('dental','Dental care'),
 ('vaccination','Vaccinations'),('physio','Physiotherapy'),('liability','Third-party liability'),('abroad','Treatment abroad')) v(c,n);

INSERT INTO plan_coverages (plan_id, coverage_id, waiting_period_days, created_at, updated_at)
SELECT p.id, c.id, w, p.created_at, p.created_at FROM (VALUES
 ('basic','accident',0),('basic','illness',30),('basic','surgery',60),
 ('comfort','accident',0),('comfort','illness',30),('comfort','surgery',30),('comfort','dental',90),('comfort','vaccination',0),
 ('premium','accident',0),('premium','illness',14),('premium','surgery',14),('premium','dental',60),('premium','vaccination',0),('premium','physio',30),('premium','abroad',0),
 ('surgery','surgery',30),('surgery','accident',0),
 ('starter24','accident',0),
 ('senior','accident',0),('senior','illness',90),('senior','surgery',90),('senior','dental',180),('senior','physio',60),
 ('student','accident',0),('student','illness',45)) v(pc,cc,w)
JOIN plans p ON p.code = pc JOIN coverages c ON c.code = cc;

INSERT INTO policies (policy_number, pet_id, plan_id, agent_id, status, starts_on, ends_on, monthly_premium_cents, auto_renew, cancelled_at, cancellation_reason, created_at, updated_at)
SELECT 'PC-' || to_char(st, 'YYYY') || '-' || lpad(i::text, 5, '0'), pid, pl.id,
  CASE WHEN pg_temp.h('agn', i, 4) = 0 THEN NULL ELSE 3 + CASE WHEN st < '2025-01-13' THEN (ARRAY[0,0,1,2,3,5])[1 + pg_temp.h('ag', i, 6)] ELSE (ARRAY[0,1,1,2,4,4,4])[1 + pg_temp.h('ag', i, 7)] END END,
  stt, st,
  CASE stt WHEN 'expired' THEN st + 364 WHEN 'cancelled' THEN cxl WHEN 'pending' THEN NULL ELSE CASE WHEN pg_temp.h('end', i, 3) = 0 THEN NULL ELSE (st + ((date '2026-06-30' - st) / 365 + 1) * 365 - 1) END END,
  round(pl.base_price_cents * b.risk_factor / 10)::int * 10 + pg_temp.h('prem', i, 9) * 25,
  pg_temp.h('ar', i, 4) > 0 AND stt NOT IN ('cancelled','expired'),
  CASE WHEN stt = 'cancelled' THEN cxl + interval '9 hours' + pg_temp.h('cxm', i, 500) * interval '1 minute' END,
  CASE WHEN stt = 'cancelled' AND pg_temp.h('crn', i, 9) > 0 THEN pg_temp.pick('cr', i, '{too_expensive,too_expensive,too_expensive,pet_deceased,switched_provider,switched_provider,moved_abroad,claim_rejected}') END,
  st - interval '6 days' + pg_temp.h('pcm', i, 900) * interval '1 minute', coalesce(cxl, st)::timestamp + interval '10 hours'
FROM (SELECT i, p.id pid, p.breed_id, st, plc,
    CASE WHEN st > '2026-06-12' THEN 'pending' WHEN r < 17 AND st < '2026-03-01' THEN 'cancelled' WHEN r < 25 AND st < '2025-06-01' THEN 'expired' WHEN r < 31 AND st < '2026-04-01' THEN 'suspended' ELSE 'active' END stt,
    CASE WHEN r < 17 AND st < '2026-03-01' THEN least(st + 45 + pg_temp.h('cx', i, 400), date '2026-06-27' - pg_temp.h('cx2', i, 60)) END cxl
  FROM (SELECT i, pid, st, pg_temp.h('st', i, 100) r,
     CASE WHEN st < '2025-01-01' THEN pg_temp.pick('pl', i, '{basic,basic,comfort,comfort,comfort,premium,premium,surgery,starter24,starter24}')
          WHEN st > '2026-02-15' THEN pg_temp.pick('pl', i, '{basic,comfort,comfort,premium,premium,surgery,senior,basic,comfort,premium}')
          ELSE pg_temp.pick('pl', i, '{basic,basic,comfort,comfort,comfort,comfort,premium,premium,premium,surgery}') END plc
    FROM (SELECT i, p.id pid, (least(p.created_at + (3 + pg_temp.h('sd', i, CASE WHEN i > 450 THEN 500 ELSE 60 END)) * interval '1 day', timestamp '2026-07-01 00:00' - pg_temp.h('sdl', i, 90) * interval '1 day'))::date st
      FROM generate_series(1, 540) i JOIN pets p ON p.id = CASE WHEN i <= 450 THEN i + i / 15 ELSE 1 + pg_temp.h('pp', i, 480) END) q1) q2
    JOIN pets p ON p.id = q2.pid) s
JOIN breeds b ON b.id = s.breed_id JOIN plans pl ON pl.code = s.plc ORDER BY i;

INSERT INTO payment_methods (customer_id, kind, brand, last4, is_default, expires_on, deleted_at, created_at, updated_at)
SELECT cid, k, CASE WHEN k = 'card' THEN pg_temp.pick('bra', i, '{visa,visa,mastercard,amex}') END, CASE WHEN k <> 'paypal' THEN lpad(pg_temp.h('l4', i, 10000)::text, 4, '0') END,
  i <= 380, CASE WHEN k = 'card' THEN (date '2026-01-31' + (pg_temp.h('exp', i, 40) - 5) * interval '1 month')::date END,
  CASE WHEN i > 380 AND pg_temp.h('pmd', i, 4) = 0 THEN c.created_at + interval '200 days' END, c.created_at + interval '12 minutes', c.created_at + interval '12 minutes'
FROM (SELECT i, CASE WHEN i <= 380 THEN i ELSE 1 + pg_temp.h('pmo', i, 350) END cid, pg_temp.pick('k', i, '{sepa_debit,sepa_debit,sepa_debit,card,card,paypal}') k FROM generate_series(1, 450) i) s
JOIN customers c ON c.id = s.cid ORDER BY i;

INSERT INTO premium_payments (policy_id, payment_method_id, amount_cents, currency, status, due_on, paid_at, failure_code, created_at, updated_at)
SELECT pid, pm, amt, CASE WHEN cc = 'CH' THEN 'CHF' ELSE 'EUR' END, s, d,
  CASE WHEN s IN ('paid','refunded') THEN d + pg_temp.h('pa', k, 5) * interval '1 day' + interval '6 hours' + pg_temp.h('pam', k, 700) * interval '1 minute' END,
  CASE WHEN s = 'failed' THEN pg_temp.pick('fc', k, '{insufficient_funds,insufficient_funds,card_expired,account_closed,mandate_revoked}') END, d - interval '3 days', d + interval '1 day'
FROM (SELECT p.id pid, pm.id pm, p.monthly_premium_cents amt, c.country_code cc, d::date d, p.id * 100 + (d::date - p.starts_on) / 28 k,
   CASE WHEN d::date > '2026-06-26' THEN 'pending' WHEN pg_temp.h('ps', p.id * 100 + (d::date - p.starts_on) / 28, 100) < CASE WHEN p.status = 'suspended' THEN 25 ELSE 5 END THEN 'failed'
     WHEN pg_temp.h('ps', p.id * 100 + (d::date - p.starts_on) / 28, 100) = 99 THEN 'refunded' ELSE 'paid' END s
  FROM policies p JOIN pets t ON t.id = p.pet_id JOIN customers c ON c.id = t.customer_id
  LEFT JOIN payment_methods pm ON pm.customer_id = c.id AND pm.is_default
  CROSS JOIN LATERAL generate_series(p.starts_on::timestamp, least(coalesce(p.ends_on, '2026-06-30'), '2026-06-30')::timestamp, interval '1 month') d
  WHERE p.status <> 'pending') z ORDER BY d, pid;

INSERT INTO clinics (name, city, in_network, emergency_service, details, deleted_at, created_at, updated_at)
SELECT n, c, net, em, jsonb_build_object('opening', CASE WHEN em THEN '24/7' ELSE 'weekdays' END, 'parking', pg_temp.h('park', row_number() OVER (), 2) = 0, 'rating', round(3.0 + pg_temp.h('rat', row_number() OVER (), 20) / 10.0, 1)),
  d::timestamp, '2024-01-18 09:00', '2025-10-01 09:00' FROM (VALUES
 ('Tierklinik Spreebogen','Berlin',true,true,NULL),('Kleintierpraxis Prenzlauer Berg','Berlin',true,false,NULL),('Tierarztpraxis Kreuzberg','Berlin',false,false,NULL),
 ('Tierklinik Alster','Hamburg',true,true,NULL),('Praxis am Hafen','Hamburg',false,false,NULL),('Isar Tierzentrum','Munich',true,true,NULL),
 ('Kleintierpraxis Schwabing','Munich',true,false,NULL),('Tierärzte am Dom','Cologne',true,false,NULL),('Tierklinik Rheinufer','Cologne',false,true,NULL),
 ('Praxis Plagwitz','Leipzig',true,false,NULL),('Tierklinik Main','Frankfurt',true,true,NULL),('Tierambulanz Wien Mitte','Vienna',true,true,NULL),
 ('Ordination Josefstadt','Vienna',false,false,NULL),('Tierarzt Graz Ost','Graz',false,false,NULL),('Kleintierklinik Limmat','Zurich',true,true,NULL),
 ('Alte Tierarztpraxis Altona','Hamburg',false,false,'2025-04-30 12:00'),('Vetmobil Berlin','Berlin',false,false,NULL)) v(n,c,net,em,d);

INSERT INTO veterinarians (clinic_id, full_name, specialty, license_number, created_at, updated_at)
SELECT CASE WHEN i <= 16 THEN i ELSE (ARRAY[1,1,1,4,4,6,6,11,12,12,15,2,7,9,8])[i - 16] END,
  'Dr. ' || (ARRAY['Andrea','Bernd','Claudia','Dirk','Eva','Frank','Gisela','Holger','Iris','Jürgen','Karin','Lars','Monika','Norbert','Petra','Ralph','Sabine','Thomas','Ute','Viktor','Wiebke','Arne','Birte','Cem','Dana','Emil','Franka','Gero','Helga','Ivo','Jutta'])[i] || ' ' ||
  (ARRAY['Albrecht','Busch','Conrad','Dietz','Engel','Fuchs','Graf','Haas','Jung','Kaiser','Lorenz','Maurer','Noll','Otto','Pfeiffer','Rau','Seidel','Thoma','Ulrich','Vogt','Winter','Zander','Arnold','Demir','Ebert','Franke','Gerlach','Horn','Jacobs','Kuhn','Ludwig'])[i],
  CASE WHEN pg_temp.h('spn', i, 5) = 0 THEN NULL ELSE pg_temp.pick('sp', i, '{general,general,surgery,dermatology,cardiology,orthopedics,dentistry}') END,
  'VET-' || (10000 + i * 137), timestamp '2024-01-18 10:00' + i * interval '9 days', timestamp '2025-10-01 09:00'
FROM generate_series(1, 31) i;

INSERT INTO conditions (name, category, chronic, created_at, updated_at)
SELECT n, c, ch, '2024-01-12 09:00', '2024-01-12 09:00' FROM (VALUES
 ('Gastroenteritis','digestive',false),('Foreign body ingestion','digestive',false),('Cruciate ligament rupture','orthopedic',false),('Hip dysplasia','orthopedic',true),('Fracture','orthopedic',false),
 ('Atopic dermatitis','skin',true),('Ear infection','skin',false),('Diabetes mellitus','endocrine',true),('Hyperthyroidism','endocrine',true),('Urinary tract infection','urinary',false),
 ('Chronic kidney disease','urinary',true),('Tooth extraction','dental',false),('Gingivitis','dental',false),('Heart murmur','cardiac',true),('Bite wound','injury',false),('Poisoning','injury',false),('Lymphoma','oncology',true),('Snake bite','injury',false)) v(n,c,ch);

INSERT INTO claims (claim_number, policy_id, veterinarian_id, condition_id, adjuster_id, status, emergency, incident_on, submitted_at, created_at, updated_at)
SELECT 'CL-' || lpad((1000 + row_number() OVER (ORDER BY sub, i))::text, 6, '0'), pid, CASE WHEN pg_temp.h('vn', i, 14) = 0 THEN NULL ELSE 1 + (pg_temp.h('v', i, 31) * pg_temp.h('v2', i, 31)) / 31 END, 1 + pg_temp.h('cond', i, 17),
  CASE WHEN s = 'submitted' THEN NULL WHEN sub < '2024-09-05' THEN 9 + pg_temp.h('adj', i, 2) WHEN sub < '2025-11-20' THEN 9 + (ARRAY[0,0,1,2,3])[1 + pg_temp.h('adj', i, 5)] ELSE 9 + (ARRAY[0,0,1,2,2,4])[1 + pg_temp.h('adj', i, 6)] END,
  s, pg_temp.h('em', i, 6) = 0, inc, sub, sub, sub
FROM (SELECT i, pid, inc, sub, CASE WHEN sub > '2026-06-21' THEN 'submitted' WHEN sub > '2026-06-05' THEN pg_temp.pick('cs', i, '{submitted,in_review,in_review,approved}') WHEN sub > '2026-04-15' THEN pg_temp.pick('cs', i, '{in_review,paid,paid,approved,rejected,paid}')
    ELSE pg_temp.pick('cs', i, '{paid,paid,paid,paid,paid,rejected,rejected,withdrawn,paid,paid}') END s
  FROM (SELECT i, pid, inc, inc + (1 + pg_temp.h('sb', i, 20)) * interval '1 day' + interval '7 hours' + pg_temp.h('sbm', i, 800) * interval '1 minute' sub
   FROM (SELECT i, p.id pid, (p.starts_on + 5 + pg_temp.h('inc', i, greatest(1, least(coalesce(p.ends_on, '2026-06-27'), date '2026-06-27') - p.starts_on - 5))) inc
     FROM generate_series(1, 760) i JOIN policies p ON p.id = 1 + (pg_temp.h('cp', i, 540) * (300 + pg_temp.h('cp2', i, 240))) / 540
     WHERE p.status <> 'pending' AND p.starts_on < '2026-05-25') a) b WHERE sub < '2026-06-30') c ORDER BY sub, i;

INSERT INTO claim_items (claim_id, category, description, quantity, unit_price_cents, created_at, updated_at)
SELECT c.id, cat, CASE cat WHEN 'consultation' THEN 'Consultation' WHEN 'surgery' THEN 'Surgical procedure' WHEN 'medication' THEN pg_temp.pick('md', k, '{Antibiotics,Painkiller,Anti-inflammatory,Ear drops}') WHEN 'diagnostics' THEN pg_temp.pick('dg', k, '{X-ray,Blood panel,Ultrasound,MRI}') WHEN 'hospitalization' THEN 'Inpatient day' ELSE 'Physiotherapy session' END,
  CASE cat WHEN 'medication' THEN 1 + pg_temp.h('q', k, 4) WHEN 'hospitalization' THEN 1 + pg_temp.h('q', k, 5) WHEN 'physiotherapy' THEN 2 + pg_temp.h('q', k, 6) ELSE 1 END,
  CASE cat WHEN 'consultation' THEN 3500 + pg_temp.h('pr', k, 60) * 100 WHEN 'surgery' THEN 45000 + pg_temp.h('pr', k, 1800) * 100 WHEN 'medication' THEN 890 + pg_temp.h('pr', k, 90) * 50 WHEN 'diagnostics' THEN 6000 + pg_temp.h('pr', k, 350) * 100 WHEN 'hospitalization' THEN 7500 + pg_temp.h('pr', k, 60) * 100 ELSE 4200 + pg_temp.h('pr', k, 20) * 100 END,
  c.created_at, c.created_at
FROM (SELECT c.id, c.created_at, n, c.id * 10 + n k, CASE WHEN n = 1 THEN 'consultation' ELSE pg_temp.pick('cat', c.id * 10 + n, '{medication,medication,medication,diagnostics,diagnostics,surgery,hospitalization,physiotherapy}') END cat
  FROM claims c CROSS JOIN LATERAL generate_series(1, 1 + pg_temp.h('n', c.id, 4)) n) c ORDER BY c.id, n;

UPDATE claims c SET claimed_cents = t.s FROM (SELECT claim_id, sum(quantity * unit_price_cents) s FROM claim_items GROUP BY 1) t WHERE t.claim_id = c.id;
UPDATE claims c SET
  decided_at = CASE WHEN c.status IN ('paid','approved','rejected') THEN least(c.submitted_at + (2 + pg_temp.h('dec', c.id, 22)) * interval '1 day' + pg_temp.h('dem', c.id, 300) * interval '1 minute', timestamp '2026-06-29 12:00') END,
  approved_cents = CASE WHEN c.status IN ('paid','approved') THEN (c.claimed_cents * pl.reimbursement_percent / 100) WHEN c.status = 'rejected' THEN 0 END,
  rejection_reason = CASE WHEN c.status = 'rejected' THEN pg_temp.pick('rr', c.id, '{pre_existing_condition,pre_existing_condition,waiting_period,not_covered,not_covered,missing_documents}') END
FROM policies p JOIN plans pl ON pl.id = p.plan_id WHERE p.id = c.policy_id;
UPDATE claims SET paid_out_at = least(decided_at + (1 + pg_temp.h('po', id, 6)) * interval '1 day', timestamp '2026-06-29 15:00') WHERE status = 'paid';
UPDATE claims SET updated_at = coalesce(paid_out_at, decided_at, submitted_at);

INSERT INTO comments (commentable_type, commentable_id, author_id, body, internal, created_at, updated_at)
SELECT 'Claim', id, CASE WHEN pg_temp.h('cau', id, 3) = 0 THEN 14 ELSE adjuster_id END, pg_temp.pick('cb', id, '{Invoice is hard to read - asked for a new scan.,Called the clinic to confirm the diagnosis.,Vet record requested.,Customer asks for faster decision.,Looks fine.,Possible pre-existing condition.}'), pg_temp.h('ci', id, 4) > 0, submitted_at + interval '1 day 3 hours', submitted_at + interval '1 day 3 hours'
FROM claims WHERE pg_temp.h('cc', id, 3) = 0 AND adjuster_id IS NOT NULL
UNION ALL
SELECT 'Policy', id, 15, pg_temp.pick('pb', id, '{Customer asked about the waiting period.,Discount promised on phone.,Address change requested.}'), true, greatest(created_at, '2025-05-06') + interval '20 days', greatest(created_at, '2025-05-06') + interval '20 days'
FROM policies WHERE pg_temp.h('pc', id, 9) = 0 AND starts_on < '2026-05-15'
UNION ALL
SELECT 'Customer', id, 14, pg_temp.pick('ub', id, '{Prefers to be called in the evening.,Complained about the app.,Very friendly.}'), true, created_at + interval '95 days', created_at + interval '95 days'
FROM customers WHERE pg_temp.h('uc', id, 12) = 0 AND created_at < '2026-03-01';

INSERT INTO tags (name, created_at, updated_at) SELECT n, '2025-01-20 08:20', '2025-01-20 08:20' FROM unnest('{vip,fraud-suspicion,follow-up,urgent,press,legal}'::text[]) n;
INSERT INTO taggings (tag_id, taggable_type, taggable_id, created_at)
SELECT 1, 'Customer', id, created_at + interval '30 days' FROM customers WHERE pg_temp.h('vip', id, 16) = 0
UNION ALL SELECT 2, 'Claim', id, submitted_at + interval '2 days' FROM claims WHERE pg_temp.h('fraud', id, 29) = 0
UNION ALL SELECT 3, 'Claim', id, submitted_at + interval '2 days' FROM claims WHERE pg_temp.h('fu', id, 15) = 0
UNION ALL SELECT 4, 'Claim', id, submitted_at + interval '1 hour' FROM claims WHERE emergency AND pg_temp.h('urg', id, 2) = 0
UNION ALL SELECT 3, 'Customer', id, created_at + interval '44 days' FROM customers WHERE pg_temp.h('fuc', id, 40) = 0;

INSERT INTO referrals (referrer_id, referred_customer_id, invited_email, status, reward_cents, created_at, updated_at)
SELECT r, CASE WHEN st <> 'invited' AND st <> 'expired' THEN cid END, CASE WHEN st IN ('invited','expired') THEN 'friend' || i || '@mail.example' ELSE (SELECT email FROM customers WHERE id = cid) END,
  st, CASE st WHEN 'rewarded' THEN CASE WHEN created < '2025-07-01' THEN 1500 ELSE 2500 END ELSE 0 END, created, created + interval '40 days'
FROM (SELECT i, 1 + (pg_temp.h('rf', i, 110) * pg_temp.h('rf2', i, 110)) / 110 r, 112 + i * 2 cid, pg_temp.pick('rs', i, '{invited,invited,signed_up,rewarded,rewarded,rewarded,expired}') st,
   (SELECT created_at FROM customers WHERE id = 112 + i * 2) - interval '10 days' created FROM generate_series(1, 130) i) s;
