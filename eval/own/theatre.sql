-- Lantern Festival Theatre Company: sample database
BEGIN;
SELECT setseed(0.2718);

CREATE TABLE venues (
  venue_id serial PRIMARY KEY,
  name varchar(60) NOT NULL UNIQUE,
  city varchar(40) NOT NULL,
  country varchar(40) NOT NULL,
  capacity int NOT NULL,
  opened_year int,
  is_outdoor boolean NOT NULL DEFAULT false
);
INSERT INTO venues (name,city,country,capacity,opened_year,is_outdoor) VALUES
('Lantern Playhouse','Edinburgh','United Kingdom',680,1911,false),('The Old Foundry','Edinburgh','United Kingdom',210,1998,false),('Harbour Stage','Edinburgh','United Kingdom',1450,2006,true),
('Clydeside Theatre','Glasgow','United Kingdom',920,1934,false),('Mill Lane Studio','Glasgow','United Kingdom',120,2014,false),
('Liffey Hall','Dublin','Ireland',740,1887,false),('Phoenix Park Stage','Dublin','Ireland',2200,2011,true),
('Corn Market Arts Centre','Cork','Ireland',330,1979,false),('Grand Aldwych','London','United Kingdom',1180,1902,false),
('The Cellar','London','United Kingdom',95,NULL,false),('Royal Quay Theatre','Bristol','United Kingdom',560,1766,false),('Théâtre du Port','Brest','France',410,1965,false);

CREATE TABLE seats (
  seat_id serial PRIMARY KEY,
  venue_id int NOT NULL REFERENCES venues,
  section varchar(15) NOT NULL CHECK (section IN ('Stalls','Circle','Balcony','Box')),
  row_label char(1) NOT NULL,
  seat_number int NOT NULL,
  is_accessible boolean NOT NULL DEFAULT false,
  UNIQUE (venue_id,section,row_label,seat_number)
);
INSERT INTO seats (venue_id,section,row_label,seat_number,is_accessible)
SELECT v, CASE WHEN i<24 THEN 'Stalls' WHEN i<36 THEN 'Circle' WHEN i<44 THEN 'Balcony' ELSE 'Box' END, chr(65+i/8), 1+i%8, (i%(3+v%5)=0 AND i<24 AND v%3<>0)
FROM generate_series(1,12) v, generate_series(0,47) i WHERE NOT (v IN (3,7) AND i>=36) AND NOT (v IN (5,10) AND i>=24);

CREATE TABLE genres (genre_id serial PRIMARY KEY, name varchar(30) NOT NULL UNIQUE);
INSERT INTO genres (name) VALUES ('Tragedy'),('Comedy'),('Musical'),('Drama'),('Opera'),('Dance'),('Puppetry'),('Circus'),('Children'),('Cabaret');

CREATE TABLE artists (
  artist_id serial PRIMARY KEY,
  first_name varchar(40) NOT NULL,
  last_name varchar(40) NOT NULL,
  nationality varchar(30) NOT NULL,
  birth_date date,
  email varchar(80),
  joined_on date NOT NULL
);
INSERT INTO artists (first_name,last_name,nationality,birth_date,email,joined_on)
SELECT f,l, (ARRAY['British','British','British','British','Irish','Irish','French','German','Spanish','American','Nigerian','Polish'])[1+floor(random()*12)::int],
 CASE WHEN g%13<>0 THEN date '1948-03-01'+(random()*20000)::int END, CASE WHEN g%7<>3 THEN lower(f||'.'||l)||'@stage.example' END, date '2012-01-09'+(power(random(),0.7)*5200)::int
FROM (SELECT g, (ARRAY['Aoife','Bertrand','Cora','Dmitri','Esme','Finlay','Greta','Hamish','Imogen','Jonas','Kirsty','Lorcan','Maeve','Niall','Oona','Piotr','Roisin','Stellan','Tunde','Una'])[1+(g*7)%20] f,
 (ARRAY['Ashdown','Byrne','Carrick','Doyle','Everard','Farrell','Galbraith','Hennessy','Ingram','Jarvis','Kerr','Lockhart','Moreau','Nolan','Okafor','Pryce','Rossi','Sinclair','Tierney','Urquhart','Vance','Wilde','Zielinski'])[1+(g*5)%23] l
 FROM generate_series(1,95) g) x;

CREATE TABLE productions (
  production_id serial PRIMARY KEY,
  title varchar(80) NOT NULL,
  genre_id int NOT NULL REFERENCES genres,
  director_id int REFERENCES artists(artist_id),
  premiere_date date NOT NULL,
  running_time_minutes int NOT NULL,
  budget numeric(12,2) NOT NULL,
  age_rating varchar(5) NOT NULL,
  original_language varchar(20) NOT NULL
);
INSERT INTO productions (title,genre_id,director_id,premiere_date,running_time_minutes,budget,age_rating,original_language)
SELECT t, gn, CASE WHEN n%14<>5 THEN (ARRAY[3,3,3,11,11,18,18,24,37,41,52,60])[1+floor(random()*12)::int] END, date '2022-02-14'+(n*43+floor(random()*16)::int)::int,
 mins, round((12000+power(random(),2.2)*340000)::numeric,-2), (ARRAY['All','All','8+','12+','12+','16+','18+'])[CASE WHEN gn IN (7,9) THEN 1+floor(random()*3)::int ELSE 2+floor(random()*6)::int END], lang
FROM (VALUES (1,'Hamlet',1,185,'English'),(2,'Twelfth Night',2,140,'English'),(3,'The Seagull',4,150,'Russian'),(4,'Carmen',5,165,'French'),(5,'The Lighthouse Keeper',4,95,'English'),
(6,'Tartuffe',2,120,'French'),(7,'The Tin Whale',7,55,'English'),(8,'Macbeth',1,130,'English'),(9,'Midnight on Leith Walk',3,145,'English'),(10,'Giselle',6,110,'French'),
(11,'A Doll''s House',4,135,'Norwegian'),(12,'The Snow Fox',9,50,'English'),(13,'La Traviata',5,160,'Italian'),(14,'Playboy of the Western World',2,125,'English'),(15,'Gravity Jar',8,75,'English'),
(16,'Velvet Hour',10,80,'English'),(17,'Antigone',1,90,'Greek'),(18,'Shipyard',3,150,'English'),(19,'The Cherry Orchard',4,142,'Russian'),(20,'The Button Thief',9,60,'English'),
(21,'Much Ado About Nothing',2,138,'English'),(22,'Blood Wedding',1,105,'Spanish'),(23,'Paper Birds',6,70,'English'),(24,'The Magic Flute',5,170,'German'),(25,'Translations',4,132,'English'),
(26,'Songs for a Wet Summer',10,85,'English'),(27,'King Lear',1,195,'English'),(28,'Waiting Room',4,88,'English'),(29,'The Clockmaker''s Daughter',7,65,'English'),(30,'Harbour Lights',3,155,'English'),
(31,'The Importance of Being Earnest',2,128,'English'),(32,'Ropewalkers',8,78,'English'),(33,'Medea',1,100,'Greek'),(34,'Juno and the Paycock',4,136,'English'),(35,'Dragon in the Attic',9,58,'English'),
(36,'Mother Courage',4,152,'German'),(37,'Tideline',6,68,'English'),(38,'The Last Tram',3,148,'English'),(39,'Dido and Aeneas',5,72,'English'),(40,'The Winter Guest',4,112,'English')) v(n,t,gn,mins,lang);

CREATE TABLE roles (
  role_id serial PRIMARY KEY,
  production_id int NOT NULL REFERENCES productions,
  character_name varchar(50) NOT NULL,
  role_type varchar(12) NOT NULL CHECK (role_type IN ('lead','supporting','ensemble')),
  UNIQUE (production_id,character_name)
);
INSERT INTO roles (production_id,character_name,role_type) VALUES
(1,'Hamlet','lead'),(1,'Ophelia','lead'),(1,'Gertrude','supporting'),(1,'Claudius','supporting'),(1,'Polonius','supporting'),(1,'Horatio','supporting'),(1,'Gravedigger','ensemble'),
(8,'Macbeth','lead'),(8,'Lady Macbeth','lead'),(8,'Banquo','supporting'),(8,'Macduff','supporting'),(8,'First Witch','ensemble'),(8,'Second Witch','ensemble'),
(27,'King Lear','lead'),(27,'Cordelia','lead'),(27,'Goneril','supporting'),(27,'Regan','supporting'),(27,'The Fool','supporting'),(27,'Gloucester','supporting'),
(2,'Viola','lead'),(2,'Orsino','lead'),(2,'Malvolio','supporting'),(2,'Feste','supporting'),(4,'Carmen','lead'),(4,'Don José','lead'),(4,'Escamillo','supporting'),(4,'Micaëla','supporting'),
(17,'Antigone','lead'),(17,'Creon','lead'),(17,'Ismene','supporting'),(33,'Medea','lead'),(33,'Jason','supporting');
INSERT INTO roles (production_id,character_name,role_type)
SELECT p.production_id, (ARRAY['The Stranger','The Widow','The Captain','The Sister','The Clerk','The Narrator','The Neighbour'])[1+(i+p.production_id)%7], CASE WHEN i=1 THEN 'lead' WHEN i<4 THEN 'supporting' ELSE 'ensemble' END
FROM productions p CROSS JOIN LATERAL generate_series(1,2+(p.production_id*3)%5) i WHERE p.production_id NOT IN (1,8,27,2,4,17,33);

CREATE TABLE castings (
  casting_id serial PRIMARY KEY,
  role_id int NOT NULL REFERENCES roles,
  artist_id int NOT NULL REFERENCES artists,
  is_understudy boolean NOT NULL DEFAULT false,
  weekly_fee numeric(8,2) NOT NULL,
  UNIQUE (role_id,artist_id)
);
INSERT INTO castings (role_id,artist_id,is_understudy,weekly_fee)
SELECT role_id, a, false, (CASE role_type WHEN 'lead' THEN 900 WHEN 'supporting' THEN 620 ELSE 430 END)+5*floor(random()*90)
FROM (SELECT r.*, 1+floor(power(random(),1.4)*84)::int a FROM roles r) x WHERE role_id%23<>7;
INSERT INTO castings (role_id,artist_id,is_understudy,weekly_fee)
SELECT role_id, a, true, 320+5*floor(random()*30) FROM (SELECT r.*, 1+floor(random()*84)::int a FROM roles r WHERE role_type='lead' AND role_id%3<>0) x
ON CONFLICT DO NOTHING;

CREATE TABLE performances (
  performance_id serial PRIMARY KEY,
  production_id int NOT NULL REFERENCES productions,
  venue_id int NOT NULL REFERENCES venues,
  starts_at timestamp NOT NULL,
  base_price numeric(6,2) NOT NULL,
  status varchar(10) NOT NULL CHECK (status IN ('scheduled','completed','cancelled'))
);
INSERT INTO performances (production_id,venue_id,starts_at,base_price,status)
SELECT production_id, v, s, 12+2*floor(power(r2,1.3)*24), CASE WHEN r3<0.06 THEN 'cancelled' WHEN s>timestamp '2026-11-29' THEN 'scheduled' ELSE 'completed' END
FROM (SELECT p.production_id, i, CASE WHEN i%3=0 THEN 1+floor(power(random(),1.4)*11)::int ELSE 1+(p.production_id*5+p.production_id/4)%11 END v,
  p.premiere_date::timestamp + (i-1)*(2+p.production_id%4)*interval '1 day' + (ARRAY[14.5,19.5,19.5,20,19])[1+floor(random()*5)::int]*interval '1 hour' s, random() r2, random() r3
  FROM productions p CROSS JOIN LATERAL generate_series(1,3+(p.production_id*7)%11) i WHERE p.production_id<>28) x
WHERE s<timestamp '2026-12-01' ORDER BY s;

CREATE TABLE patrons (
  patron_id serial PRIMARY KEY,
  first_name varchar(40) NOT NULL,
  last_name varchar(40) NOT NULL,
  email varchar(80),
  city varchar(40) NOT NULL,
  birth_date date,
  membership_level varchar(10) CHECK (membership_level IN ('Friend','Silver','Gold')),
  joined_on date NOT NULL,
  newsletter boolean NOT NULL DEFAULT true
);
INSERT INTO patrons (first_name,last_name,email,city,birth_date,membership_level,joined_on,newsletter)
SELECT f,l, CASE WHEN r1<0.9 THEN lower(f)||g||'@post.example' END, (ARRAY['Edinburgh','Edinburgh','Edinburgh','Edinburgh','Glasgow','Glasgow','Dublin','Dublin','London','London','Cork','Bristol','Leeds','Belfast'])[1+floor(r2*14)::int],
 CASE WHEN r1>0.15 THEN date '1940-06-01'+(r3*24000)::int END, CASE WHEN r4<0.2 THEN 'Friend' WHEN r4<0.34 THEN 'Silver' WHEN r4<0.41 THEN 'Gold' END, date '2022-01-03'+(power(r5,0.8)*1760)::int, r3<0.7
FROM (SELECT g, (ARRAY['Agnes','Bruce','Catriona','Donal','Eilidh','Fergus','Gemma','Harriet','Isla','Jamie','Kenneth','Lucy','Martin','Nuala','Owen','Pauline','Rory','Sheila','Thomas','Vera'])[1+floor(random()*20)::int] f,
 (ARRAY['Armstrong','Burns','Campbell','Docherty','Elliot','Fraser','Gordon','Hamilton','Innes','Jack','Kelly','Lennox','Murphy','Nairn','O''Brien','Paterson','Quinn','Reid','Stewart','Thomson'])[1+floor(random()*20)::int] l,
 random() r1, random() r2, random() r3, random() r4, random() r5 FROM generate_series(1,210) g) x;

CREATE TABLE tickets (
  ticket_id serial PRIMARY KEY,
  performance_id int NOT NULL REFERENCES performances,
  seat_id int NOT NULL REFERENCES seats,
  patron_id int REFERENCES patrons,
  ticket_type varchar(15) NOT NULL CHECK (ticket_type IN ('Full price','Student','Senior','Complimentary')),
  price numeric(7,2) NOT NULL,
  sold_at timestamp NOT NULL,
  refunded boolean NOT NULL DEFAULT false,
  UNIQUE (performance_id,seat_id)
);
INSERT INTO tickets (performance_id,seat_id,patron_id,ticket_type,price,sold_at,refunded)
SELECT performance_id, seat_id, CASE WHEN r1<0.92 THEN 1+floor(power(r2,1.5)*190)::int END, tt,
 CASE tt WHEN 'Full price' THEN p WHEN 'Student' THEN round(p*0.5,2) WHEN 'Senior' THEN round(p*0.75,2) ELSE 0 END, least(sa, timestamp '2026-11-27 10:00'), (status='cancelled' OR r3<0.03)
FROM (SELECT pf.performance_id, pf.status, s.seat_id, random() r1, random() r2, random() r3,
  (ARRAY['Full price','Full price','Full price','Full price','Full price','Full price','Student','Student','Senior','Complimentary'])[1+floor(random()*10)::int] tt,
  pf.base_price*(CASE s.section WHEN 'Box' THEN 1.8 WHEN 'Stalls' THEN 1.3 WHEN 'Circle' THEN 1.1 ELSE 0.8 END) p,
  date_trunc('minute', pf.starts_at-(random()*random()*70)*interval '1 day') sa
  FROM performances pf JOIN seats s USING (venue_id) WHERE (pf.performance_id*17+s.seat_id*11)%(11+pf.production_id)=0 AND pf.performance_id%19<>4) x
ORDER BY sa LIMIT 600;

CREATE TABLE reviews (
  review_id serial PRIMARY KEY,
  production_id int NOT NULL REFERENCES productions,
  publication varchar(40) NOT NULL,
  critic_name varchar(60) NOT NULL,
  rating int NOT NULL CHECK (rating BETWEEN 1 AND 5),
  review_date date NOT NULL,
  headline varchar(100)
);
INSERT INTO reviews (production_id,publication,critic_name,rating,review_date,headline)
SELECT p.production_id, pub[k], crit[k], rt, p.premiere_date+1+(r2*20)::int, CASE rt WHEN 5 THEN 'A triumph' WHEN 4 THEN 'Well worth the trip' WHEN 3 THEN 'Solid but safe' WHEN 2 THEN 'Loses its way' ELSE 'A long evening' END
FROM (SELECT g, (ARRAY[1,1,4,4,8,9,9,13,17,18,19,20,2,3,5,6,7,10,11,12,14,15,16,21,22,23,24,25,27,27,29,30,31,33,34,36,38])[1+floor(random()*37)::int] pid, 1+floor(random()*6)::int k, (ARRAY[1,2,3,3,3,4,4,4,4,5,5])[1+floor(random()*11)::int] rt, random() r2 FROM generate_series(1,115) g) x
JOIN productions p ON p.production_id=pid, (SELECT ARRAY['The Scotsman','The Herald','The Irish Times','The Guardian','The Stage','Time Out'] pub, ARRAY['Moira Laing','Stuart Ogilvie','Declan Roche','Beatrice Holt','Anil Kapur','Jess Marlow'] crit) c;

CREATE TABLE sponsors (
  sponsor_id serial PRIMARY KEY,
  name varchar(60) NOT NULL UNIQUE,
  industry varchar(30) NOT NULL,
  country varchar(40) NOT NULL,
  contact_email varchar(80)
);
INSERT INTO sponsors (name,industry,country,contact_email) VALUES
('Caledonia Bank','Banking','United Kingdom','arts@caledonia.example'),('Glenmorrow Distillery','Drinks','United Kingdom','events@glenmorrow.example'),('Northlight Energy','Energy','United Kingdom',NULL),
('Emerald Air','Travel','Ireland','sponsorship@emeraldair.example'),('Shannon Mutual','Insurance','Ireland','hello@shannonmutual.example'),('Pixelworks','Technology','United Kingdom','culture@pixelworks.example'),
('Brasserie Armor','Drinks','France',NULL),('Tartan Trams','Travel','United Kingdom','press@tartantrams.example'),('Fife Savings','Banking','United Kingdom','office@fifesavings.example'),
('Liffey Legal','Legal','Ireland','partners@liffeylegal.example'),('Heather & Stone','Retail','United Kingdom','shop@heatherstone.example'),('Quantum Broadband','Technology','Ireland',NULL),('Hotel Meridian','Travel','France','mice@meridian.example');

CREATE TABLE sponsorships (
  production_id int NOT NULL REFERENCES productions,
  sponsor_id int NOT NULL REFERENCES sponsors,
  amount numeric(10,2) NOT NULL,
  signed_on date NOT NULL,
  PRIMARY KEY (production_id,sponsor_id)
);
INSERT INTO sponsorships
SELECT DISTINCT ON (p,s) p, s, round((2000+power(random(),2)*48000)::numeric,-2), pr.premiere_date-30-(random()*120)::int
FROM (SELECT 1+floor(random()*38)::int p, 1+floor(power(random(),1.4)*12)::int s FROM generate_series(1,58)) x JOIN productions pr ON pr.production_id=p ORDER BY p,s;

CREATE INDEX ON tickets(patron_id); CREATE INDEX ON performances(production_id); CREATE INDEX ON castings(artist_id);
COMMIT;
