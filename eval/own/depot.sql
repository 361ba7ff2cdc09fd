-- depot: Hartung Rail Services, vehicle maintenance and spare parts
SET client_min_messages = warning;
SET datestyle = iso;
CREATE FUNCTION pg_temp.h(i int, salt text, m int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x'||substr(md5(i::text||salt),1,7))::bit(28)::int % m) $$;

CREATE SCHEMA core; CREATE SCHEMA crm; CREATE SCHEMA fleet; CREATE SCHEMA ws; CREATE SCHEMA inv;
CREATE SCHEMA fin; CREATE SCHEMA hr; CREATE SCHEMA arch; CREATE SCHEMA logs;

---------------------------------------------------------------- core
CREATE TABLE core.country (iso2 char(2) PRIMARY KEY, cname varchar(40) NOT NULL, eu char(1) NOT NULL);
INSERT INTO core.country VALUES ('DE','Germany','Y'),('AT','Austria','Y'),('CH','Switzerland','N'),('NL','Netherlands','Y'),('PL','Poland','Y'),('CZ','Czechia','Y'),('DK','Denmark','Y'),('FR','France','Y'),('IT','Italy','Y'),('HU','Hungary','Y');

CREATE TABLE core.site (site_id int PRIMARY KEY, site_cd char(3) UNIQUE NOT NULL, sname varchar(40) NOT NULL, town varchar(30), ctry char(2) REFERENCES core.country, kind char(1) NOT NULL, opened date, closed date, area_sqm int);
COMMENT ON COLUMN core.site.kind IS 'W = workshop, S = parts store only, O = office';
INSERT INTO core.site VALUES
(1,'KSO','Kassel Head Office','Kassel','DE','O','2004-04-01',NULL,2100),
(2,'KSW','Kassel Main Works','Kassel','DE','W','2004-09-15',NULL,18400),
(3,'LPZ','Leipzig Works','Leipzig','DE','W','2009-03-02',NULL,11200),
(4,'BRM','Bremen Port Works','Bremen','DE','W','2013-06-17',NULL,7600),
(5,'SZB','Salzburg Works','Salzburg','AT','W','2017-01-09',NULL,6900),
(6,'BSL','Basel Service Point','Basel','CH','W','2020-10-05',NULL,3300),
(7,'ERF','Erfurt Works','Erfurt','DE','W','2006-05-08','2019-12-31',5400),
(8,'HAJ','Hannover Parts Centre','Hannover','DE','S','2015-02-01',NULL,9800);

CREATE TABLE core.unit (unit_cd char(3) PRIMARY KEY, descr varchar(20));
INSERT INTO core.unit VALUES ('PCE','piece'),('MTR','metre'),('LTR','litre'),('KGM','kilogram'),('SET','set');

CREATE TABLE core.currrate (curr char(3), validfrom date, rate_eur numeric(9,5), PRIMARY KEY (curr, validfrom));
COMMENT ON COLUMN core.currrate.rate_eur IS 'EUR for one unit of the currency';
INSERT INTO core.currrate VALUES ('CHF','2024-01-01',1.0680),('CHF','2025-01-01',1.0630),('CHF','2026-01-01',1.0745),('PLN','2024-01-01',0.2300),('PLN','2025-01-01',0.2340),('PLN','2026-01-01',0.2365),('CZK','2025-01-01',0.0397),('CZK','2026-01-01',0.0411),('DKK','2025-01-01',0.1341),('DKK','2026-01-01',0.1340);

CREATE TABLE core.costcentre (ccno int PRIMARY KEY, cctext varchar(40) NOT NULL, site_id int REFERENCES core.site, parent_cc int);
INSERT INTO core.costcentre VALUES (1000,'Overhead',1,NULL),(1100,'Administration',1,1000),(1200,'Sales',1,1000),(1300,'IT',1,1000),(2000,'Works',NULL,NULL),(2100,'Kassel shop floor',2,2000),(2200,'Leipzig shop floor',3,2000),(2300,'Bremen shop floor',4,2000),(2400,'Salzburg shop floor',5,2000),(2500,'Basel shop floor',6,2000),(3000,'Materials',8,NULL),(3100,'Purchasing',8,3000);

CREATE TABLE core.statuscode (domain varchar(10), code int, label varchar(30) NOT NULL, isfinal bool NOT NULL DEFAULT false, PRIMARY KEY (domain, code));
INSERT INTO core.statuscode VALUES ('WO',10,'planned',false),('WO',20,'released',false),('WO',30,'in work',false),('WO',40,'waiting for parts',false),('WO',50,'finished',false),('WO',60,'invoiced',true),('WO',90,'cancelled',true),
('CMPL',1,'received',false),('CMPL',2,'under investigation',false),('CMPL',3,'accepted',true),('CMPL',4,'rejected',true);

CREATE TABLE core.holiday (ctry char(2), hday date, hname varchar(30), PRIMARY KEY (ctry,hday));
INSERT INTO core.holiday VALUES ('DE','2026-01-01','New Year'),('DE','2026-04-03','Good Friday'),('DE','2026-04-06','Easter Monday'),('DE','2026-05-01','Labour Day'),('DE','2026-10-03','Unity Day'),('AT','2026-01-01','New Year'),('AT','2026-01-06','Epiphany'),('AT','2026-10-26','National Day'),('CH','2026-01-01','New Year'),('CH','2026-08-01','National Day');

CREATE TABLE core.param (pkey varchar(30) PRIMARY KEY, pval varchar(60));
INSERT INTO core.param VALUES ('vat.default','19'),('wo.defaultprio','3'),('schema.version','14.2'),('mail.sender','noreply@hartung-rail.example'),('inv.nextno','202610031');

---------------------------------------------------------------- hr
CREATE TABLE hr.dept (dept_cd char(4) PRIMARY KEY, dname varchar(40) NOT NULL, ccno int REFERENCES core.costcentre);
INSERT INTO hr.dept VALUES ('MGMT','Management',1100),('SALE','Sales and Contracts',1200),('WORK','Workshop',2000),('MATL','Materials and Purchasing',3100),('FINA','Finance',1100),('QUAL','Quality and Safety',1100),('ITDP','Information Technology',1300);

CREATE TABLE hr.emp (persno int PRIMARY KEY, firstname varchar(20) NOT NULL, surname varchar(30) NOT NULL, sex char(1), born date, hired date NOT NULL, leftdate date, dept_cd char(4) REFERENCES hr.dept, site_id int REFERENCES core.site, boss int, jobtitle varchar(40), wkhours numeric(4,1));
COMMENT ON COLUMN hr.emp.leftdate IS 'last working day; empty while employed';
COMMENT ON COLUMN hr.emp.boss IS 'persno of the line manager';
COMMENT ON COLUMN hr.emp.wkhours IS 'contract hours per week';
INSERT INTO hr.emp VALUES
(101,'Margarete','Hartung','F','1966-02-11','2004-04-01',NULL,'MGMT',1,NULL,'Managing Director',40),
(102,'Olaf','Brinkmann','M','1970-07-23','2005-01-10',NULL,'WORK',1,101,'Head of Works',40),
(103,'Silke','Adler','F','1975-11-30','2008-05-05',NULL,'SALE',1,101,'Head of Sales',40),
(104,'Piotr','Wrona','M','1979-03-17','2012-09-01',NULL,'MATL',8,101,'Head of Materials',40),
(105,'Henrike','Voss','F','1972-06-08','2007-02-15',NULL,'FINA',1,101,'Head of Finance',40),
(106,'Tobias','Lindqvist','M','1983-12-01','2016-04-01',NULL,'QUAL',1,101,'Quality Manager',40),
(107,'Anja','Reuter','F','1986-09-19','2018-08-01',NULL,'ITDP',1,105,'IT Lead',38.5),
(110,'Frank','Pohl','M','1968-01-29','2004-09-15',NULL,'WORK',2,102,'Shop Manager',40),
(111,'Dieter','Kranz','M','1964-10-04','2009-03-02','2024-06-30','WORK',3,102,'Shop Manager',40),
(112,'Sabine','Jahn','F','1980-05-13','2010-11-01',NULL,'WORK',3,102,'Shop Manager',40),
(113,'Hauke','Petersen','M','1977-08-21','2013-06-17',NULL,'WORK',4,102,'Shop Manager',40),
(114,'Lukas','Moser','M','1982-02-02','2017-01-09',NULL,'WORK',5,102,'Shop Manager',40),
(115,'Reto','Amstutz','M','1985-04-27','2020-10-05',NULL,'WORK',6,102,'Shop Manager',42),
(120,'Jens','Albrecht','M','1974-03-03','2006-05-08',NULL,'WORK',2,110,'Bogie Fitter',38.5),
(121,'Murat','Demir','M','1988-07-14','2014-02-01',NULL,'WORK',2,110,'Electrician',38.5),
(122,'Kerstin','Lohse','F','1990-12-22','2015-09-01',NULL,'WORK',2,110,'Brake Specialist',30),
(123,'Adam','Nowicki','M','1993-05-06','2019-03-01',NULL,'WORK',2,110,'Welder',38.5),
(124,'Bernd','Ullrich','M','1962-09-09','2004-09-15','2025-09-30','WORK',2,110,'Wheelset Fitter',38.5),
(125,'Nele','Sommer','F','1998-01-15','2021-08-01',NULL,'WORK',2,110,'Electrician',38.5),
(126,'Yusuf','Aydin','M','2001-06-30','2023-08-01',NULL,'WORK',2,110,'Apprentice',38.5),
(130,'Ronny','Schubert','M','1981-11-11','2009-03-02',NULL,'WORK',3,112,'Bogie Fitter',38.5),
(131,'Katja','Zeidler','F','1987-02-18','2013-04-01',NULL,'WORK',3,112,'Electrician',38.5),
(132,'Marek','Dvorak','M','1984-08-08','2016-10-01',NULL,'WORK',3,112,'Diesel Mechanic',38.5),
(133,'Paul','Henze','M','1995-04-04','2020-02-01','2023-11-30','WORK',3,112,'Welder',38.5),
(134,'Lea','Fritsche','F','1999-10-10','2022-09-01',NULL,'WORK',3,112,'Brake Specialist',38.5),
(140,'Enno','Harms','M','1973-12-12','2013-06-17',NULL,'WORK',4,113,'Diesel Mechanic',38.5),
(141,'Wiebke','Janssen','F','1991-03-25','2017-05-01',NULL,'WORK',4,113,'Electrician',35),
(142,'Ole','Behrens','M','1996-09-02','2021-01-01',NULL,'WORK',4,113,'Bogie Fitter',38.5),
(150,'Andreas','Gruber','M','1978-06-16','2017-01-09',NULL,'WORK',5,114,'Electrician',38.5),
(151,'Theresa','Huber','F','1992-11-05','2018-03-01',NULL,'WORK',5,114,'Brake Specialist',38.5),
(152,'Mario','Steiner','M','1989-01-20','2019-09-01','2025-03-31','WORK',5,114,'Diesel Mechanic',38.5),
(160,'Nicole','Frei','F','1990-04-14','2020-10-05',NULL,'WORK',6,115,'Electrician',42),
(161,'Beat','Kunz','M','1986-10-28','2021-03-01',NULL,'WORK',6,115,'Diesel Mechanic',42),
(170,'Claudia','Ernst','F','1984-02-07','2011-01-01',NULL,'SALE',1,103,'Account Manager',40),
(171,'Felix','Baumann','M','1989-09-12','2017-07-01',NULL,'SALE',1,103,'Account Manager',40),
(172,'Jana','Kowalski','F','1994-12-03','2020-01-01',NULL,'SALE',1,103,'Account Manager',32),
(173,'Ingo','Strauss','M','1969-05-27','2006-10-01','2022-12-31','SALE',1,103,'Account Manager',40),
(180,'Birgit','Noll','F','1971-07-07','2015-02-01',NULL,'MATL',8,104,'Buyer',40),
(181,'Hannes','Koch','M','1992-08-31','2018-05-01',NULL,'MATL',8,104,'Buyer',40),
(182,'Svenja','Thiel','F','1997-03-08','2022-04-01',NULL,'MATL',8,104,'Storekeeper',38.5),
(183,'Karim','Haddad','M','1985-01-13','2019-06-01',NULL,'MATL',8,104,'Storekeeper',38.5),
(190,'Gudrun','Beck','F','1967-11-17','2009-09-01',NULL,'FINA',1,105,'Accountant',30),
(191,'Timo','Seidel','M','1991-06-24','2019-01-01',NULL,'FINA',1,105,'Accountant',40),
(195,'Ines','Farkas','F','1988-10-01','2021-11-01',NULL,'QUAL',1,106,'Inspector',40),
(196,'Rainer','Dietz','M','1976-04-19','2012-03-01',NULL,'QUAL',1,106,'Inspector',40),
(198,'Moritz','Lang','M','1996-02-26','2023-03-01',NULL,'ITDP',1,107,'Developer',38.5);

CREATE TABLE hr.emp_sal (persno int NOT NULL REFERENCES hr.emp, valid_from date NOT NULL, valid_to date, monthly_eur numeric(9,2) NOT NULL, PRIMARY KEY (persno, valid_from));
COMMENT ON TABLE hr.emp_sal IS 'gross salary per month; valid_to empty = current';
INSERT INTO hr.emp_sal
SELECT e.persno, GREATEST(e.hired, s.vf), CASE WHEN s.vt IS NULL THEN e.leftdate WHEN e.leftdate < s.vt THEN e.leftdate ELSE s.vt END,
 round((CASE WHEN e.jobtitle='Managing Director' THEN 11500 WHEN e.jobtitle LIKE 'Head%' THEN 7600 WHEN e.jobtitle IN ('Shop Manager','Quality Manager','IT Lead') THEN 5600 WHEN e.jobtitle='Apprentice' THEN 1150 WHEN e.jobtitle IN ('Account Manager','Buyer','Accountant','Inspector','Developer') THEN 4300 ELSE 3500 END
  + pg_temp.h(e.persno,'sal',40)*17)*s.f*(CASE WHEN e.site_id=6 THEN 1.35 ELSE 1 END),2)
FROM hr.emp e CROSS JOIN (VALUES (date '2000-01-01', date '2023-12-31', 0.92),(date '2024-01-01', date '2025-06-30', 0.96),(date '2025-07-01', NULL::date, 1.0)) s(vf,vt,f)
WHERE (s.vt IS NULL OR s.vt >= e.hired) AND (e.leftdate IS NULL OR e.leftdate >= s.vf);

CREATE TABLE hr.abs_kind (ak char(1) PRIMARY KEY, txt varchar(20));
INSERT INTO hr.abs_kind VALUES ('V','vacation'),('S','sick leave'),('P','parental leave'),('T','training');
CREATE TABLE hr.absence (abs_id serial PRIMARY KEY, persno int, ak char(1) REFERENCES hr.abs_kind, from_d date, to_d date, approved bool);
INSERT INTO hr.absence(persno,ak,from_d,to_d,approved)
SELECT e.persno, CASE WHEN pg_temp.h(g,'ak',10)<5 THEN 'V' WHEN pg_temp.h(g,'ak',10)<8 THEN 'S' WHEN pg_temp.h(g,'ak',10)=8 THEN 'T' ELSE 'P' END,
 d, d + CASE WHEN pg_temp.h(g,'ak',10)=9 THEN 60 ELSE pg_temp.h(g,'len',14) END, pg_temp.h(g,'app',9)>0
FROM generate_series(1,64) g JOIN LATERAL (SELECT persno FROM hr.emp WHERE leftdate IS NULL AND persno NOT IN (101,141,196) ORDER BY md5(persno||'a'||g) LIMIT 1) e ON true
CROSS JOIN LATERAL (SELECT date '2025-01-06' + pg_temp.h(g,'d',640) AS d) x ORDER BY g;

CREATE TABLE hr.qual (qual_cd varchar(6) PRIMARY KEY, qname varchar(50), valid_months int);
COMMENT ON COLUMN hr.qual.valid_months IS 'empty = does not expire';
INSERT INTO hr.qual VALUES ('WELD15','Welding of rail vehicles EN 15085',36),('NDT2','Non-destructive testing level 2',60),('CRANE','Crane operation',24),('HV15','High voltage 15 kV switching',36),('FORK','Forklift licence',NULL),('ECM4','Return to service release (ECM 4)',60),('BRAKE','Brake test inspector',48);
CREATE TABLE hr.emp_qual (persno int REFERENCES hr.emp, qual_cd varchar(6) REFERENCES hr.qual, obtained date, expires date, PRIMARY KEY(persno,qual_cd,obtained));
INSERT INTO hr.emp_qual SELECT e.persno, q.qual_cd, o, (o + make_interval(months=>q.valid_months))::date
FROM hr.emp e CROSS JOIN hr.qual q CROSS JOIN LATERAL (SELECT GREATEST(e.hired, date '2020-03-01') + pg_temp.h(e.persno,q.qual_cd,900) AS o) x
WHERE e.dept_cd IN ('WORK','QUAL','MATL') AND pg_temp.h(e.persno*7,q.qual_cd||'q',5)=0 AND e.jobtitle NOT LIKE 'Head%' AND o < '2026-10-01' AND (e.leftdate IS NULL OR o<e.leftdate);

CREATE TABLE hr."trainingCourse" ("courseId" int PRIMARY KEY, "courseName" varchar(60), "heldOn" date, "costEur" numeric(8,2), provider varchar(40));
INSERT INTO hr."trainingCourse" VALUES (1,'ETCS onboard basics','2024-03-11',4200,'RailAcademy'),(2,'Ladder and scaffold safety','2024-06-04',650,'TechPruef'),(3,'Brake systems KE-GPR','2024-10-21',3900,'KnorrSchool'),(4,'First aid','2025-02-17',480,'Red Cross'),(5,'Traction battery handling','2025-05-19',2750,'RailAcademy'),(6,'First aid','2026-02-16',520,'Red Cross'),(7,'Lean workshop','2026-04-13',5100,'Kaizen Partners'),(8,'ETCS onboard advanced','2026-09-14',4650,'RailAcademy');
CREATE TABLE hr."trainingPart" ("courseId" int REFERENCES hr."trainingCourse", "persNo" int, passed bool, PRIMARY KEY("courseId","persNo"));
INSERT INTO hr."trainingPart" SELECT c."courseId", e.persno, CASE WHEN pg_temp.h(e.persno,'p'||c."courseId",7)>0 THEN true ELSE false END FROM hr."trainingCourse" c JOIN hr.emp e ON pg_temp.h(e.persno,'tp'||c."courseId",6)=0 AND e.hired<=c."heldOn" AND (e.leftdate IS NULL OR e.leftdate>c."heldOn");

CREATE TABLE core.appuser (login varchar(20) PRIMARY KEY, persno int, locked char(1) NOT NULL DEFAULT 'N', lastlogin timestamp, role varchar(12));
INSERT INTO core.appuser SELECT lower(substr(firstname,1,1)||surname), persno, CASE WHEN leftdate IS NOT NULL AND persno<>152 THEN 'Y' ELSE 'N' END, CASE WHEN leftdate IS NULL THEN timestamp '2026-10-31 07:00' - make_interval(hours=>pg_temp.h(persno,'ll',2200)) ELSE leftdate + time '15:10' END, CASE dept_cd WHEN 'WORK' THEN 'shop' WHEN 'FINA' THEN 'finance' WHEN 'ITDP' THEN 'admin' ELSE 'office' END FROM hr.emp WHERE persno NOT IN (126,142);
INSERT INTO core.appuser VALUES ('testuser',NULL,'N','2026-10-12 11:11','office'),('interface',NULL,'N','2026-10-31 23:55','admin');

---------------------------------------------------------------- crm
CREATE TABLE crm.custgrp (grp char(2) PRIMARY KEY, gname varchar(30));
INSERT INTO crm.custgrp VALUES ('PO','Passenger operator'),('FO','Freight operator'),('LS','Leasing company'),('IN','Industrial siding'),('PA','Public authority');
CREATE TABLE crm.customer (cust_no int PRIMARY KEY, cname varchar(50) NOT NULL, grp char(2) REFERENCES crm.custgrp, town varchar(30), ctry char(2) REFERENCES core.country, since date, creditlimit_keur int, acctmgr int, blocked char(1) NOT NULL DEFAULT 'N', istest char(1) NOT NULL DEFAULT 'N');
COMMENT ON TABLE crm.customer IS 'customers of the works; rows with istest = Y are for trying things out and must not be counted';
COMMENT ON COLUMN crm.customer.creditlimit_keur IS 'credit limit in thousand EUR';
COMMENT ON COLUMN crm.customer.acctmgr IS 'account manager, persno';
INSERT INTO crm.customer VALUES
(1001,'Nordlicht Regionalbahn GmbH','PO','Hamburg','DE','2005-03-01',900,170,'N','N'),
(1002,'Weserbahn Cargo AG','FO','Bremen','DE','2006-07-15',650,171,'N','N'),
(1003,'Elbtal Leasing SE','LS','Dresden','DE','2008-01-10',1500,170,'N','N'),
(1004,'Hessische Talbahn','PO','Kassel','DE','2004-11-01',480,170,'N','N'),
(1005,'Alpenfracht Logistik GmbH','FO','Salzburg','AT','2017-02-20',720,171,'N','N'),
(1006,'Tauern Express AG','PO','Villach','AT','2018-05-05',560,171,'N','N'),
(1007,'Rheinhafen Basel Bahn','IN','Basel','CH','2020-11-12',250,172,'N','N'),
(1008,'Chemiepark Leuna Werkbahn','IN','Leuna','DE','2010-09-01',300,172,'N','N'),
(1009,'Polrail Cargo Sp. z o.o.','FO','Poznan','PL','2014-04-14',400,171,'Y','N'),
(1010,'Dutch Rail Rental B.V.','LS','Rotterdam','NL','2012-06-30',1100,170,'N','N'),
(1011,'Saxonia Nahverkehr','PO','Chemnitz','DE','2009-12-01',520,172,'N','N'),
(1012,'Stahlwerk Salzgitter Bahn','IN','Salzgitter','DE','2007-08-20',380,172,'N','N'),
(1013,'Bohemia Rail s.r.o.','FO','Usti nad Labem','CZ','2015-10-10',350,171,'N','N'),
(1014,'Verkehrsverbund Mittelland','PA','Olten','CH','2021-03-01',800,172,'N','N'),
(1015,'Landkreis Harz','PA','Halberstadt','DE','2016-01-01',200,170,'N','N'),
(1016,'Baltic Freight ApS','FO','Aarhus','DK','2019-09-09',420,171,'N','N'),
(1017,'Thuringia Museum Railway','PO','Gera','DE','2006-05-20',60,NULL,'N','N'),
(1018,'LokPool Europa GmbH','LS','Munich','DE','2011-11-11',1800,170,'N','N'),
(1019,'Quarry Rail Eifel','IN','Mayen','DE','2013-03-13',150,172,'Y','N'),
(1020,'Donau Cargo Kft.','FO','Gyor','HU','2022-06-01',300,171,'N','N'),
(1021,'Metro Leipzig-Halle','PO','Leipzig','DE','2023-02-01',950,172,'N','N'),
(1022,'Jura Bois SA','IN','Delemont','CH','2024-01-15',90,172,'N','N'),
(1023,'Vogtland Holzbahn','FO','Plauen','DE','2024-09-01',120,NULL,'N','N'),
(1024,'Riviera Wagons S.p.A.','LS','Genoa','IT','2025-05-05',600,170,'N','N'),
(9001,'TEST Customer do not use','PO','Kassel','DE','2015-01-01',1,173,'N','Y'),
(9002,'Muster Bahn Demo','FO','Kassel','DE','2019-01-01',1,NULL,'N','Y');

CREATE TABLE crm.contact (contact_id serial PRIMARY KEY, cust_no int NOT NULL REFERENCES crm.customer, pname varchar(40), funct varchar(30), email varchar(60), phone varchar(25), active char(1) DEFAULT 'Y');
INSERT INTO crm.contact(cust_no,pname,funct,email,phone,active) VALUES
(1001,'Birte Clasen','Fleet Manager','b.clasen@nordlicht.example','+49 40 5550101','Y'),(1001,'Kai Stender','Buyer','k.stender@nordlicht.example',NULL,'Y'),(1002,'Arne Focke','Technical Director','focke@weserbahn.example','+49 421 555022','Y'),(1003,'Dr. Ulf Renner','Asset Manager','renner@elbtal.example','+49 351 555033','Y'),(1003,'Maja Preuss','Accounts Payable','ap@elbtal.example',NULL,'Y'),(1004,'Gerd Immel','Fleet Manager','immel@talbahn.example','+49 561 555044','N'),(1004,'Lisa Orth','Fleet Manager','orth@talbahn.example','+49 561 555045','Y'),(1005,'Josef Lackner','Operations','lackner@alpenfracht.example','+43 662 55505','Y'),(1006,'Eva Pichler','Buyer','pichler@tauern.example',NULL,'Y'),(1007,'Urs Gerber','Operations','gerber@rheinhafen.example','+41 61 5550707','Y'),(1008,'Rolf Zander','Siding Manager','zander@leuna.example','+49 3461 55508','Y'),(1009,'Ewa Lis','Buyer','lis@polrail.example','+48 61 5550909','N'),(1010,'Joost de Wit','Asset Manager','dewit@drr.example','+31 10 5551010','Y'),(1011,'Anett Riedel','Fleet Manager','riedel@saxonia.example','+49 371 55511','Y'),(1012,'Holger Maak','Siding Manager',NULL,'+49 5341 55512','Y'),(1013,'Jiri Novotny','Operations','novotny@bohemia.example',NULL,'Y'),(1014,'Corinne Stalder','Contract Manager','stalder@vvm.example','+41 62 5551414','Y'),(1016,'Mads Holm','Technical Director','holm@baltic.example','+45 86 555016','Y'),(1018,'Sven Aigner','Asset Manager','aigner@lokpool.example','+49 89 5551818','Y'),(1018,'Petra Lutz','Accounts Payable','lutz@lokpool.example','+49 89 5551819','Y'),(1020,'Gabor Szabo','Operations','szabo@donau.example','+36 96 555020','Y'),(1021,'Nadja Krause','Fleet Manager','krause@metrolh.example','+49 341 555021','Y'),(1024,'Elena Parodi','Asset Manager','parodi@riviera.example','+39 010 555024','Y'),(9001,'Test Person','Tester','test@example.org',NULL,'Y');

CREATE TABLE crm.prospect (pr_id int PRIMARY KEY, company varchar(50), ctry char(2), found_via varchar(20), first_seen date, became_cust int, lostreason varchar(40));
COMMENT ON COLUMN crm.prospect.became_cust IS 'cust_no once the company has become a customer';
INSERT INTO crm.prospect VALUES (1,'Donau Cargo Kft.','HU','trade fair','2021-09-10',1020,NULL),(2,'Metro Leipzig-Halle','DE','tender','2022-04-01',1021,NULL),(3,'Silesia Trains','PL','trade fair','2022-09-21',NULL,'price'),(4,'Jura Bois SA','CH','referral','2023-06-05',1022,NULL),(5,'Port of Antwerp Rail','NL','website','2023-11-11',NULL,'distance'),(6,'Vogtland Holzbahn','DE','referral','2024-02-02',1023,NULL),(7,'Riviera Wagons S.p.A.','IT','trade fair','2024-09-24',1024,NULL),(8,'Engadin Bahnen','CH','website','2024-10-15',NULL,'price'),(9,'Masuria Lok','PL','cold call','2025-03-03',NULL,NULL),(10,'Bayern Takt GmbH','DE','tender','2025-07-17',NULL,NULL),(11,'Skane Tog AB','DK','trade fair','2026-09-23',NULL,NULL),(12,'Adria Wagon d.o.o.','IT','trade fair','2026-09-24',NULL,NULL);

INSERT INTO crm.prospect VALUES (13,'Ostsee Shuttle','DE','website','2026-05-05',NULL,NULL),(14,'Brenner Intermodal','IT','trade fair','2026-09-25',NULL,NULL),(15,'Kiel Hafenbahn','DE','cold call','2026-10-02',NULL,NULL);
CREATE TABLE crm.framecontract (fc_id int PRIMARY KEY, cust_no int NOT NULL REFERENCES crm.customer, title varchar(60), signed date, valid_from date NOT NULL, valid_to date, annual_eur int, noticemonths int);
COMMENT ON COLUMN crm.framecontract.valid_to IS 'open ended if empty';
INSERT INTO crm.framecontract VALUES (501,1001,'Full service DMU fleet','2019-11-20','2020-01-01','2024-12-31',1450000,6),(502,1001,'Full service DMU fleet II','2024-10-02','2025-01-01','2029-12-31',1620000,6),(503,1003,'Locomotive heavy overhaul','2021-05-14','2021-07-01','2026-06-30',2100000,12),(504,1004,'Preventive maintenance railcars','2018-03-01','2018-04-01',NULL,380000,3),(505,1005,'Wagon running repairs','2022-12-10','2023-01-01','2026-12-31',540000,6),(506,1010,'Return inspections','2020-02-02','2020-03-01','2023-02-28',310000,3),(507,1011,'Tram wheel reprofiling','2023-06-30','2023-07-01','2027-06-30',265000,6),(508,1014,'Depot service Mittelland','2021-02-15','2021-03-01',NULL,720000,12),(509,1018,'Pool locomotives service','2022-08-08','2022-09-01','2027-08-31',2450000,12),(510,1021,'Commissioning of new trams','2023-01-20','2023-02-01','2025-01-31',890000,3),(511,1012,'Shunter maintenance','2016-05-05','2016-06-01',NULL,210000,3),(512,1016,'Wagon running repairs north','2024-03-18','2024-04-01','2027-03-31',330000,6);

CREATE TABLE ws.trade (trade_cd char(2) PRIMARY KEY, tname varchar(30));
INSERT INTO ws.trade VALUES ('ME','Mechanical'),('EL','Electrical'),('BR','Brakes'),('WE','Welding'),('DI','Diesel'),('PA','Painting');

CREATE TABLE crm.fc_rate (fc_id int REFERENCES crm.framecontract, trade_cd char(2) REFERENCES ws.trade, valid_from date, valid_to date, rate_ct int, PRIMARY KEY (fc_id,trade_cd,valid_from));
COMMENT ON COLUMN crm.fc_rate.rate_ct IS 'agreed hourly rate in cents';
INSERT INTO crm.fc_rate SELECT f.fc_id, t.trade_cd, GREATEST(f.valid_from,date '2023-01-01'), NULL, 6900+pg_temp.h(f.fc_id,t.trade_cd,30)*100 FROM crm.framecontract f, ws.trade t WHERE f.fc_id IN (502,503,505,508,509) AND t.trade_cd<>'PA';

CREATE TABLE crm.offer (offer_no int PRIMARY KEY, cust_no int REFERENCES crm.customer, pr_id int REFERENCES crm.prospect, created date, st char(1), net_eur numeric(12,2), author int);
COMMENT ON COLUMN crm.offer.st IS 'S sent, W won, L lost, E expired';
INSERT INTO crm.offer SELECT 40000+g, CASE WHEN g%13=0 THEN NULL ELSE 1001+pg_temp.h(g,'oc',24) END, CASE WHEN g%13=0 THEN 8+g/13 END, date '2024-01-08'+g*11, CASE WHEN g>80 THEN 'S' WHEN pg_temp.h(g,'os',10)<4 THEN 'W' WHEN pg_temp.h(g,'os',10)<8 THEN 'L' ELSE 'E' END, 2000+pg_temp.h(g,'on',9000)*13.5, 170+pg_temp.h(g,'oa',3) FROM generate_series(1,92) g;

CREATE TABLE crm.visit (visit_id int PRIMARY KEY, cust_no int, persno int, vdate date, note text);
INSERT INTO crm.visit SELECT g, 1001+pg_temp.h(g,'vc',19), 170+pg_temp.h(g,'vp',3), date '2025-01-10'+g*16, (ARRAY['contract talks','complaint follow up','routine','new project','price increase'])[1+pg_temp.h(g,'vn',5)] FROM generate_series(1,40) g;

---------------------------------------------------------------- fleet
CREATE TABLE fleet.vehtype (type_cd varchar(8) PRIMARY KEY, descr varchar(50), maker varchar(30), vkind char(1), tare_t numeric(5,1), vmax_kmh int);
COMMENT ON COLUMN fleet.vehtype.vkind IS 'E electric loco, D diesel loco, M multiple unit, T tram, W wagon';
COMMENT ON COLUMN fleet.vehtype.tare_t IS 'empty weight in tonnes';
INSERT INTO fleet.vehtype VALUES ('TX185','Electric locomotive TX 185','Bombardier','E',84.0,140),('VEC193','Vectron 193','Siemens','E',87.5,200),('G1206','Diesel locomotive G 1206','Vossloh','D',87.3,100),('V90','Heavy shunter V 90','MaK','D',80.0,70),('LNT41','Diesel railcar LINT 41','Alstom','M',63.5,120),('FLT3','Electric unit FLIRT 3','Stadler','M',104.0,160),('NGTX','Low floor tram NGT X','Heiterblick','T',39.8,80),('EAOS','Open wagon Eaos','Tatra','W',22.4,100),('SGGRSS','Container wagon Sggrss','Tatravagonka','W',28.5,120),('ZACNS','Tank wagon Zacns','Greenbrier','W',24.6,120);

CREATE TABLE fleet.vehicle (veh_id int PRIMARY KEY, uicno varchar(16) UNIQUE, type_cd varchar(8) NOT NULL REFERENCES fleet.vehtype, nickname varchar(20), owner_no int, built int, firstseen date, scrapped date, home_site int REFERENCES core.site);
COMMENT ON COLUMN fleet.vehicle.owner_no IS 'present owner, crm.customer';
COMMENT ON COLUMN fleet.vehicle.built IS 'year of construction';
INSERT INTO fleet.vehicle SELECT 200+g, '9'||(1+g%5)||' 80 '||lpad((6100+g*37)::text,4,'0')||' '||lpad((g*13%1000)::text,3,'0')||'-'||g%10,
 CASE WHEN g<=6 THEN 'TX185' WHEN g<=11 THEN 'VEC193' WHEN g<=16 THEN 'G1206' WHEN g<=21 THEN 'V90' WHEN g<=28 THEN 'LNT41' WHEN g<=32 THEN 'FLT3' WHEN g<=36 THEN 'NGTX' WHEN g<=42 THEN 'EAOS' WHEN g<=48 THEN 'SGGRSS' ELSE 'ZACNS' END,
 CASE g WHEN 3 THEN 'Brunhilde' WHEN 8 THEN 'Blue Lady' WHEN 14 THEN 'Bulldog' WHEN 18 THEN 'Old Fritz' WHEN 24 THEN 'Kasseler' WHEN 30 THEN 'Edelweiss' END,
 CASE WHEN g<=6 THEN (ARRAY[1003,1018,1018,1003,1018,1010])[g] WHEN g<=11 THEN (ARRAY[1018,1010,1018,1005,1020])[g-6] WHEN g<=16 THEN (ARRAY[1002,1013,1002,1016,1009])[g-11] WHEN g<=21 THEN (ARRAY[1012,1008,1007,1019,1012])[g-16] WHEN g<=28 THEN (ARRAY[1001,1001,1004,1004,1001,1001,1017])[g-21] WHEN g<=32 THEN (ARRAY[1006,1006,1014,1014])[g-28] WHEN g<=36 THEN (ARRAY[1021,1011,1021,1011])[g-32] ELSE (ARRAY[1002,1005,1013,1016,1009,1010,1024,1005,1002,1024,1020,1003,1005,1008,1024,1002,1016,1023])[g-36] END,
 1985 + (CASE WHEN g BETWEEN 17 AND 21 THEN -14+pg_temp.h(g,'b',8) WHEN g BETWEEN 7 AND 11 THEN 27+pg_temp.h(g,'b',8) WHEN g BETWEEN 29 AND 36 THEN 26+pg_temp.h(g,'b',11) ELSE 12+pg_temp.h(g,'b',16) END),
 date '2012-01-01'+pg_temp.h(g,'fs',4600), CASE g WHEN 20 THEN date '2024-08-31' WHEN 41 THEN date '2025-05-15' WHEN 16 THEN date '2026-03-20' END,
 CASE WHEN g<=6 THEN 2 WHEN g<=9 THEN 3 WHEN g<=11 THEN 5 WHEN g<=14 THEN 4 WHEN g<=16 THEN 3 WHEN g<=21 THEN (ARRAY[2,3,6,2,2])[g-16] WHEN g<=28 THEN 2 WHEN g<=30 THEN 5 WHEN g<=32 THEN 6 WHEN g<=36 THEN 3 ELSE (ARRAY[4,5,3])[1+g%3] END
FROM generate_series(1,54) g;

CREATE TABLE fleet.kmread (veh_id int NOT NULL REFERENCES fleet.vehicle, readon date NOT NULL, odo_km int NOT NULL, src char(1), PRIMARY KEY (veh_id, readon));
COMMENT ON COLUMN fleet.kmread.src IS 'M manual, T telematics';
COMMENT ON COLUMN fleet.kmread.odo_km IS 'counter reading, running total';
INSERT INTO fleet.kmread SELECT v.veh_id, date '2024-12-31'+q.n*91, 180000+pg_temp.h(v.veh_id,'km0',900000)+q.n*(4000+pg_temp.h(v.veh_id,'kmq',CASE WHEN v.type_cd IN ('TX185','VEC193','LNT41','FLT3') THEN 30000 ELSE 9000 END))+pg_temp.h(v.veh_id+q.n,'kmx',900), CASE WHEN v.veh_id%2=0 THEN 'T' ELSE 'M' END
FROM fleet.vehicle v, generate_series(0,7) q(n) WHERE v.veh_id<=236 AND v.veh_id%3=0 AND (v.scrapped IS NULL OR v.scrapped > date '2024-12-31'+q.n*91);

CREATE TABLE fleet.ownhist (veh_id int, owner_no int, validfrom date, validto date, PRIMARY KEY (veh_id,validfrom));
INSERT INTO fleet.ownhist SELECT veh_id, owner_no, CASE WHEN veh_id%6=0 THEN date '2023-07-01' ELSE firstseen END, NULL FROM fleet.vehicle;
INSERT INTO fleet.ownhist SELECT veh_id, 1001+pg_temp.h(veh_id,'oh',13), LEAST(firstseen, date '2022-01-01'), date '2023-06-30' FROM fleet.vehicle WHERE veh_id%6=0;
UPDATE fleet.vehicle SET firstseen = date '2022-01-01' WHERE veh_id%6=0 AND firstseen>'2022-01-01';

CREATE TABLE fleet.compclass (cl char(3) PRIMARY KEY, cltext varchar(30), life_km int);
INSERT INTO fleet.compclass VALUES ('WHS','Wheelset',600000),('BOG','Bogie',1200000),('TRM','Traction motor',1000000),('ENG','Diesel engine',900000),('PAN','Pantograph',400000),('CMP','Air compressor',500000);
CREATE TABLE fleet.component (comp_id int PRIMARY KEY, serialno varchar(20), cl char(3) REFERENCES fleet.compclass, made date, cond char(1), store_site int);
COMMENT ON COLUMN fleet.component.cond IS 'A as new, B serviceable, C to be overhauled, X scrapped';
COMMENT ON COLUMN fleet.component.store_site IS 'site where it lies if not fitted';
INSERT INTO fleet.component SELECT 7000+g, 'SN'||(83000+g*71), (ARRAY['WHS','BOG','TRM','ENG','PAN','CMP'])[1+g%6], date '2008-01-01'+pg_temp.h(g,'cm',6000), (ARRAY['A','B','B','B','C','X'])[1+pg_temp.h(g,'cc',6)], CASE WHEN g%4=0 THEN 2+pg_temp.h(g,'css',3) END FROM generate_series(1,56) g;
CREATE TABLE fleet.compfit (comp_id int REFERENCES fleet.component, veh_id int REFERENCES fleet.vehicle, fitted date, removed date, PRIMARY KEY (comp_id,fitted));
INSERT INTO fleet.compfit SELECT comp_id, 201+pg_temp.h(comp_id,'cf1',34), date '2021-02-01'+pg_temp.h(comp_id,'cfd',300), CASE WHEN comp_id%4=0 OR comp_id%3=0 THEN date '2023-03-01'+pg_temp.h(comp_id,'cfr',500) END FROM fleet.component;
INSERT INTO fleet.compfit SELECT comp_id, 201+pg_temp.h(comp_id,'cf2',34), date '2024-09-01'+pg_temp.h(comp_id,'cfe',500), NULL FROM fleet.component WHERE comp_id%3=0 AND comp_id%4<>0;

CREATE TABLE ws.insptype (insp_cd varchar(4) PRIMARY KEY, iname varchar(40), interval_days int);
INSERT INTO ws.insptype VALUES ('F1','Short check',30),('F2','Interim inspection',90),('F3','Major inspection',365),('BR3','Brake revision 3',1095),('HU','Main overhaul',2190);

---------------------------------------------------------------- ws
CREATE TABLE ws.wotype (wt char(2) PRIMARY KEY, wttext varchar(30));
INSERT INTO ws.wotype VALUES ('PM','Preventive maintenance'),('CR','Corrective repair'),('OV','Overhaul'),('AC','Accident repair'),('MO','Modification');
CREATE TABLE ws.wo (wono int PRIMARY KEY, veh_id int REFERENCES fleet.vehicle, cust_no int REFERENCES crm.customer, site_id int REFERENCES core.site, wt char(2) REFERENCES ws.wotype, prio smallint, opened date NOT NULL, due date, finished date, st int NOT NULL, fc_id int, quoted_eur numeric(11,2), del bool NOT NULL DEFAULT false);
COMMENT ON TABLE ws.wo IS 'work orders since 2022; older ones in arch.wo_old';
COMMENT ON COLUMN ws.wo.st IS 'see core.statuscode, domain WO';
COMMENT ON COLUMN ws.wo.prio IS '1 = vehicle stands still ... 4 = when convenient';
COMMENT ON COLUMN ws.wo.del IS 'deleted by mistake entry, does not count anywhere';
COMMENT ON COLUMN ws.wo.finished IS 'day the vehicle was released';
INSERT INTO ws.wo SELECT n.wono, n.veh_id, v.owner_no, CASE WHEN pg_temp.h(n.g,'ws',6)=0 THEN 2 ELSE v.home_site END, n.wt, 1+pg_temp.h(n.g,'pr',4), n.o, n.o+n.plan, CASE WHEN n.g<=126 AND n.st NOT IN (10,20,30,40,90) THEN n.o+n.plan+pg_temp.h(n.g,'late',16)-8 END, n.st, NULL, CASE WHEN pg_temp.h(n.g,'qn',8)>0 THEN 1500+pg_temp.h(n.g,'q',4000)*CASE WHEN n.wt='OV' THEN 14 ELSE 5 END END, n.g IN (17,58,103,121)
FROM (SELECT g, 300000+g*3 AS wono, 201+pg_temp.h(g,'v',CASE WHEN g%3=0 THEN 52 ELSE 36 END) AS veh_id, (ARRAY['PM','PM','PM','CR','CR','CR','OV','AC','MO','PM'])[1+pg_temp.h(g,'wt',10)] AS wt, date '2022-10-03'+g*11 AS o, 9+pg_temp.h(g,'pl',40) AS plan,
 CASE WHEN g%29=0 THEN 90 WHEN g>126 THEN (ARRAY[10,20,30,40,30])[1+pg_temp.h(g,'st',5)] WHEN g>118 THEN (ARRAY[30,40,50,50,60])[1+pg_temp.h(g,'st',5)] WHEN pg_temp.h(g,'st',12)=0 THEN 50 ELSE 60 END AS st
 FROM generate_series(1,133) g) n JOIN fleet.vehicle v USING (veh_id);
UPDATE ws.wo w SET fc_id=f.fc_id FROM crm.framecontract f WHERE f.cust_no=w.cust_no AND w.opened BETWEEN f.valid_from AND COALESCE(f.valid_to,'2099-12-31') AND w.wt IN ('PM','OV');
INSERT INTO ws.wo VALUES (390001,230,9001,2,'PM',4,'2024-05-05','2024-05-20',NULL,20,NULL,99999,false),(390002,201,9001,2,'CR',4,'2025-04-04','2025-04-20','2025-04-19',60,NULL,50000,false);

CREATE TABLE ws.wo_op (wono int NOT NULL REFERENCES ws.wo, opno smallint NOT NULL, trade_cd char(2) REFERENCES ws.trade, optext varchar(60), plan_min int, PRIMARY KEY (wono, opno));
INSERT INTO ws.wo_op SELECT w.wono, n*10, t.tr, (CASE t.tr WHEN 'ME' THEN (ARRAY['Exchange wheelset','Check bogie frame','Replace coupler'])[1+pg_temp.h(w.wono,'ot'||n,3)] WHEN 'EL' THEN (ARRAY['Test door control','Replace traction contactor','Measure insulation'])[1+pg_temp.h(w.wono,'ot'||n,3)] WHEN 'BR' THEN (ARRAY['Brake test','Replace brake pads'])[1+pg_temp.h(w.wono,'ot'||n,2)] WHEN 'WE' THEN 'Weld frame crack' WHEN 'DI' THEN 'Engine oil and filters' ELSE 'Touch up paint' END), 60+pg_temp.h(w.wono,'pm'||n,20)*30
FROM ws.wo w CROSS JOIN generate_series(1,2) n CROSS JOIN LATERAL (SELECT (ARRAY['ME','ME','EL','EL','BR','BR','WE','DI','PA'])[1+pg_temp.h(w.wono,'tr'||n,9)] tr) t WHERE w.wono<390000 AND (n=1 OR pg_temp.h(w.wono,'n2',2)>0);

CREATE TABLE ws.timebk (tbid int PRIMARY KEY, wono int, opno smallint, persno int, workday date, mins int, ot bool NOT NULL DEFAULT false, storno bool NOT NULL DEFAULT false);
COMMENT ON TABLE ws.timebk IS 'booked working time per work order operation, in minutes';
COMMENT ON COLUMN ws.timebk.ot IS 'overtime';
COMMENT ON COLUMN ws.timebk.storno IS 'reversed booking, not to be counted';
INSERT INTO ws.timebk SELECT row_number() OVER (ORDER BY o.wono,o.opno,n.n), o.wono, o.opno, e.persno, LEAST(w.opened+1+pg_temp.h(o.wono+o.opno,'td'||n.n,20), date '2026-10-30'), 60+pg_temp.h(o.wono+o.opno,'tm'||n.n,28)*15, pg_temp.h(o.wono,'ot'||n.n,8)=0, pg_temp.h(o.wono*3+o.opno,'sto'||n.n,25)=0
FROM ws.wo_op o JOIN ws.wo w USING (wono) CROSS JOIN generate_series(1,2) n(n) JOIN LATERAL (SELECT persno FROM hr.emp WHERE dept_cd='WORK' AND site_id=w.site_id AND boss IS NOT NULL AND jobtitle<>'Shop Manager' AND persno<>142 AND hired<=w.opened AND COALESCE(leftdate,'2099-01-01')>w.opened+25 ORDER BY md5(persno||'x'||o.wono||o.opno||n.n) LIMIT 1) e ON true
WHERE w.st>=30 AND w.st<>90 AND pg_temp.h(o.wono+o.opno,'skip'||n.n,5)>1;

CREATE TABLE ws.defcode (dcode varchar(5) PRIMARY KEY, dtext varchar(40), safety bool);
INSERT INTO ws.defcode VALUES ('W01','Wheel flat',true),('W02','Flange wear',true),('B01','Brake pad worn',true),('B02','Brake cylinder leak',true),('E01','Door fault',false),('E02','Traction contactor burnt',false),('E03','Air conditioning failure',false),('D01','Engine oil leak',false),('F01','Frame crack',true),('X01','Graffiti',false);
CREATE TABLE ws.defect (def_id serial PRIMARY KEY, veh_id int REFERENCES fleet.vehicle, wono int REFERENCES ws.wo, dcode varchar(5) REFERENCES ws.defcode, foundon date, foundby int, sev smallint);
COMMENT ON COLUMN ws.defect.sev IS '1 light, 2 medium, 3 grave';
COMMENT ON COLUMN ws.defect.wono IS 'work order that remedied it, empty = still open';
INSERT INTO ws.defect(veh_id,wono,dcode,foundon,foundby,sev) SELECT COALESCE(w.veh_id,201+pg_temp.h(g,'dv',36)), w.wono, (ARRAY['W01','W02','B01','B02','E01','E02','E03','D01','F01','X01','B01','E01'])[1+pg_temp.h(g,'dc',12)], COALESCE(w.opened+1, date '2026-06-01'+pg_temp.h(g,'df',150)), CASE WHEN g%2=0 THEN 195 ELSE 196 END, 1+pg_temp.h(g,'sv',3) FROM generate_series(1,75) g LEFT JOIN ws.wo w ON w.wono=300000+3*(g*2-1) AND g<=60 ORDER BY g;

CREATE TABLE ws.inspection (insp_id int PRIMARY KEY, veh_id int REFERENCES fleet.vehicle, insp_cd varchar(4) REFERENCES ws.insptype, doneon date, passed char(1), inspector int, validuntil date);
INSERT INTO ws.inspection SELECT g, v, ic, d, CASE WHEN pg_temp.h(g,'ipx',6)=0 THEN 'N' ELSE 'Y' END, CASE WHEN pg_temp.h(g,'ii',5)<2 THEN 195 ELSE 196 END, d+(SELECT interval_days FROM ws.insptype t WHERE t.insp_cd=ic) FROM (SELECT g, 201+pg_temp.h(g,'iv',48) v, (ARRAY['F1','F1','F2','F2','F3','F3','BR3','HU'])[1+pg_temp.h(g,'ic',8)] ic, date '2024-01-15'+g*11 d FROM generate_series(1,90) g) q;

CREATE TABLE ws.track (track_id int PRIMARY KEY, site_id int REFERENCES core.site, trackno varchar(5), length_m int, pit bool, catenary bool);
INSERT INTO ws.track VALUES (1,2,'1',140,true,true),(2,2,'2',140,true,false),(3,2,'3',95,false,false),(4,2,'4a',60,false,false),(5,3,'1',180,true,true),(6,3,'2',120,true,true),(7,3,'3',80,false,false),(8,4,'1',110,true,false),(9,4,'2',70,false,false),(10,5,'1',160,true,true),(11,5,'2',90,false,true),(12,6,'1',75,true,true);
CREATE TABLE ws.trackocc (occ_id int PRIMARY KEY, track_id int REFERENCES ws.track, veh_id int REFERENCES fleet.vehicle, fromts timestamp, tots timestamp);
INSERT INTO ws.trackocc SELECT g, 1+pg_temp.h(g,'tk',12), 201+pg_temp.h(g,'tv',36), t, CASE WHEN g<=57 THEN t+make_interval(hours=>6+pg_temp.h(g,'th',120)) END FROM (SELECT g, timestamp '2026-05-04 06:30'+make_interval(days=>g*3, hours=>pg_temp.h(g,'hh',10)) t FROM generate_series(1,60) g) q;
CREATE TABLE ws.wo_stlog (logid serial PRIMARY KEY, wono int, oldst int, newst int, chg timestamp, login varchar(20));
INSERT INTO ws.wo_stlog(wono,oldst,newst,chg,login) SELECT wono, 20, 30, opened+2+time '08:15', 'fpohl' FROM ws.wo WHERE wono>=300300 AND st>=30 AND st<>90 UNION ALL SELECT wono,30,40,opened+5+time '10:00','sjahn' FROM ws.wo WHERE wono>=300300 AND pg_temp.h(wono,'l40',4)=0 AND st>=40 AND st<>90 UNION ALL SELECT wono,30,50,finished+time '15:45','fpohl' FROM ws.wo WHERE wono>=300300 AND finished IS NOT NULL ORDER BY 1,4;
CREATE TABLE ws.tool (tool_id int PRIMARY KEY, tname varchar(40), site_id int, bought date, price_eur numeric(9,2), calib_until date);
INSERT INTO ws.tool VALUES (1,'Under-floor wheel lathe',2,'2011-04-01',1480000,NULL),(2,'Torque wrench 300 Nm',2,'2019-01-10',640,'2026-12-31'),(3,'Torque wrench 300 Nm',3,'2019-01-10',640,'2026-08-31'),(4,'Insulation tester',3,'2021-03-15',1890,'2027-01-31'),(5,'Wheel profile gauge',4,'2020-06-01',4350,'2026-09-30'),(6,'Lifting jacks 4x25t',5,'2017-02-01',186000,NULL),(7,'Ultrasonic tester',2,'2018-09-09',21500,'2026-11-15'),(8,'Brake test rig',2,'2014-05-05',94000,'2027-03-31'),(9,'Brake test rig',5,'2018-05-05',97500,'2026-12-15'),(10,'Overhead crane 20t',3,'2009-02-01',212000,NULL),(11,'Wheel profile gauge',6,'2020-11-01',4480,'2027-05-31'),(12,'Oscilloscope',6,'2022-02-02',3100,NULL);

CREATE TABLE crm.complaint (cmpl_id int PRIMARY KEY, cust_no int, wono int, received date, closedon date, st int, cat varchar(12), claim_eur numeric(10,2));
COMMENT ON COLUMN crm.complaint.st IS 'core.statuscode domain CMPL';
INSERT INTO crm.complaint SELECT g, w.cust_no, w.wono, w.finished+5+pg_temp.h(g,'cr',40), CASE WHEN g<=21 THEN w.finished+50+pg_temp.h(g,'cx',60) END, CASE WHEN g<=21 THEN 3+pg_temp.h(g,'cs',2) ELSE 1+g%2 END, (ARRAY['delay','quality','invoice','damage'])[1+pg_temp.h(g,'ct',4)], CASE WHEN pg_temp.h(g,'ce',3)>0 THEN 200+pg_temp.h(g,'cv',800)*10 END FROM (SELECT (row_number() OVER (ORDER BY wono))::int AS g, wono, cust_no, finished FROM ws.wo WHERE finished IS NOT NULL AND NOT del AND cust_no<9000 AND pg_temp.h(wono,'cw',4)=0) w WHERE g<=32;

---------------------------------------------------------------- inv (materials)
CREATE TABLE inv.partgrp (pgrp char(2) PRIMARY KEY, pgname varchar(30));
INSERT INTO inv.partgrp VALUES ('BR','Brake parts'),('WH','Wheels and axles'),('EL','Electrical'),('DI','Diesel engine'),('BO','Body and interior'),('CO','Consumables');
CREATE TABLE inv.part (partno varchar(10) PRIMARY KEY, descr varchar(50) NOT NULL, pgrp char(2) REFERENCES inv.partgrp, unit_cd char(3) REFERENCES core.unit, listprice_ct int, weight_g int, minstock int, discont date, successor varchar(10));
COMMENT ON COLUMN inv.part.listprice_ct IS 'current list price per unit, cents';
COMMENT ON COLUMN inv.part.discont IS 'no longer sold since';
INSERT INTO inv.part VALUES
('B-1001','Brake pad K-block 320','BR','PCE',8450,6200,120,NULL,NULL),('B-1002','Brake pad LL-block','BR','PCE',9720,6400,160,NULL,NULL),('B-1003','Brake disc 640 mm','BR','PCE',118900,98000,12,NULL,NULL),('B-1004','Brake cylinder 10 inch','BR','PCE',84300,41000,8,NULL,NULL),('B-1005','Brake hose 1 1/8','BR','PCE',6890,1400,40,NULL,NULL),('B-1006','Brake pad cast iron P10','BR','PCE',3190,9100,0,'2023-12-31','B-1001'),('B-1007','Distributor valve KE','BR','PCE',312000,52000,3,NULL,NULL),
('W-2001','Wheelset 920 mm complete','WH','PCE',1245000,1150000,4,NULL,NULL),('W-2002','Monobloc wheel BA 314','WH','PCE',214500,340000,10,NULL,NULL),('W-2003','Axle bearing 130 mm','WH','PCE',98700,24000,16,NULL,NULL),('W-2004','Tram tyre 600 mm','WH','PCE',61200,112000,20,NULL,NULL),('W-2005','Axle box cover','WH','PCE',14300,8200,10,NULL,NULL),('W-2006','Rubber spring','WH','PCE',27400,11500,24,NULL,NULL),
('E-3001','Traction contactor 1500 A','EL','PCE',186000,14800,5,NULL,NULL),('E-3002','Pantograph carbon strip','EL','PCE',21900,5600,50,NULL,NULL),('E-3003','Door control unit','EL','PCE',148500,2300,6,NULL,NULL),('E-3004','Battery 110 V set','EL','SET',894000,620000,2,NULL,NULL),('E-3005','Headlamp LED','EL','PCE',32700,900,15,NULL,NULL),('E-3006','Halogen headlamp','EL','PCE',5900,700,0,'2022-06-30','E-3005'),('E-3007','Cable 3 kV 95 sqmm','EL','MTR',2480,1250,300,NULL,NULL),('E-3008','Air conditioning compressor','EL','PCE',421000,38000,2,NULL,NULL),('E-3009','Train radio handset','EL','PCE',38400,450,6,NULL,NULL),
('D-4001','Injector MTU 4000','DI','PCE',134500,2900,12,NULL,NULL),('D-4002','Oil filter','DI','PCE',4350,1900,60,NULL,NULL),('D-4003','Turbocharger','DI','PCE',1128000,64000,1,NULL,NULL),('D-4004','Coolant pump','DI','PCE',176300,21000,3,NULL,NULL),('D-4005','Fan belt','DI','PCE',2950,600,30,NULL,NULL),
('I-5001','Windscreen LINT','BO','PCE',368000,71000,2,NULL,NULL),('I-5002','Seat cover second class','BO','PCE',7600,1100,40,NULL,NULL),('I-5003','Door leaf left','BO','PCE',289000,58000,2,NULL,NULL),('I-5004','Wiper arm','BO','PCE',11200,1700,12,NULL,NULL),('I-5005','Anti graffiti film','BO','MTR',3150,400,100,NULL,NULL),
('C-6001','Hydraulic oil HLP 46','CO','LTR',410,870,400,NULL,NULL),('C-6002','Bearing grease','CO','KGM',1280,1000,90,NULL,NULL),('C-6003','Welding wire 1.2 mm','CO','KGM',690,1000,150,NULL,NULL),('C-6004','Engine oil 15W40','CO','LTR',520,880,600,NULL,NULL),('C-6005','Sand for sanders','CO','KGM',45,1000,2000,NULL,NULL),('C-6006','Cleaning cloths','CO','SET',1890,2500,20,NULL,NULL);
CREATE TABLE inv.pricehist (partno varchar(10) REFERENCES inv.part, valid_from date, valid_to date, price_ct int, PRIMARY KEY (partno,valid_from));
INSERT INTO inv.pricehist SELECT partno, date '2024-01-01', date '2025-06-30', (listprice_ct*(0.86+pg_temp.h(length(descr)+ascii(right(partno,1)),'ph',9)/100.0))::int FROM inv.part WHERE discont IS NULL UNION ALL SELECT partno, date '2025-07-01', NULL::date, listprice_ct FROM inv.part WHERE discont IS NULL;
CREATE TABLE inv.whs (whs char(3) PRIMARY KEY, wname varchar(30), site_id int REFERENCES core.site);
INSERT INTO inv.whs VALUES ('H01','Hannover central store',8),('K01','Kassel works store',2),('L01','Leipzig works store',3),('S01','Salzburg works store',5),('Q01','Quarantine Kassel',2);
COMMENT ON TABLE inv.whs IS 'Q01 holds blocked goods that are not available for use';
CREATE TABLE inv.stock (whs char(3) REFERENCES inv.whs, partno varchar(10) REFERENCES inv.part, qty numeric(9,1) NOT NULL, resv numeric(9,1) NOT NULL DEFAULT 0, lastcount date, PRIMARY KEY (whs,partno));
COMMENT ON COLUMN inv.stock.resv IS 'of qty, reserved for work orders';
INSERT INTO inv.stock SELECT w.whs, p.partno, CASE WHEN pg_temp.h(ascii(p.partno)*31+right(p.partno,4)::int,'s'||w.whs,6)=0 THEN 0 ELSE pg_temp.h(right(p.partno,4)::int,'q'||w.whs, GREATEST(3,p.minstock)) END, 0, date '2026-01-10'+pg_temp.h(right(p.partno,4)::int,'lc'||w.whs,200)
FROM inv.whs w, inv.part p WHERE (w.whs='H01' AND partno<>'E-3009') OR (w.whs IN ('K01','L01') AND pg_temp.h(right(p.partno,4)::int,'in'||w.whs,3)>0 AND partno<>'E-3009') OR (w.whs='S01' AND pg_temp.h(right(p.partno,4)::int,'inS',3)=0) OR (w.whs='Q01' AND right(p.partno,1)='3');
UPDATE inv.stock SET resv=floor(qty*0.3) WHERE qty>4 AND whs IN ('K01','L01');
CREATE TABLE inv.supplier (supp_no int PRIMARY KEY, sname varchar(40), ctry char(2), rating char(1), curr char(3) DEFAULT 'EUR', paydays int, active char(1) DEFAULT 'Y');
COMMENT ON COLUMN inv.supplier.rating IS 'A best ... C watch';
INSERT INTO inv.supplier VALUES (70001,'Knorr-Ebert Bremsen','DE','A','EUR',30,'Y'),(70002,'Lucchini Ruote','IT','B','EUR',60,'Y'),(70003,'Bonatrans Bohumin','CZ','A','CZK',45,'Y'),(70004,'Schunk Kohle','DE','A','EUR',30,'Y'),(70005,'Helvetia Elektro AG','CH','B','CHF',30,'Y'),(70006,'MTU Parts Service','DE','B','EUR',30,'Y'),(70007,'Slask Odlew','PL','C','PLN',14,'Y'),(70008,'Glas Trosch Rail','CH','B','CHF',30,'Y'),(70009,'Addinol Lube','DE','A','EUR',30,'Y'),(70010,'Frenoplast','PL','B','PLN',30,'Y'),(70011,'Ostrail Ersatzteile','DE','C','EUR',14,'N'),(70012,'Nordic Seats AS','DK','B','DKK',30,'Y');
CREATE TABLE inv.partsupp (partno varchar(10), supp_no int, price_eur numeric(10,2), leaddays int, pref char(1) DEFAULT 'N', PRIMARY KEY (partno,supp_no));
INSERT INTO inv.partsupp SELECT partno, CASE pgrp WHEN 'BR' THEN 70001 WHEN 'WH' THEN 70003 WHEN 'EL' THEN 70005 WHEN 'DI' THEN 70006 WHEN 'BO' THEN 70008 ELSE 70009 END, round(listprice_ct*0.0058,2), 7+pg_temp.h(right(partno,4)::int,'ld',70),'Y' FROM inv.part WHERE discont IS NULL;
INSERT INTO inv.partsupp SELECT partno, CASE pgrp WHEN 'BR' THEN 70010 WHEN 'WH' THEN 70002 WHEN 'EL' THEN 70004 ELSE 70007 END, round(listprice_ct*(0.0049+pg_temp.h(right(partno,4)::int,'p2',20)/10000.0),2), 5+pg_temp.h(right(partno,4)::int,'ld2',60),'N' FROM inv.part WHERE discont IS NULL AND pgrp IN ('BR','WH','EL') AND pg_temp.h(right(partno,4)::int,'x2',3)>0;
CREATE TABLE inv.po (pono int PRIMARY KEY, supp_no int REFERENCES inv.supplier, buyer int, ordered date, promised date, delivered date, st char(1));
COMMENT ON COLUMN inv.po.st IS 'O open, P partly received, R received, X cancelled';
INSERT INTO inv.po SELECT 880000+g, 70001+pg_temp.h(g,'ps',10), CASE WHEN pg_temp.h(g,'pb',5)<3 THEN 180 ELSE 181 END, o, o+14+pg_temp.h(g,'pp',30), CASE WHEN s='R' THEN o+14+pg_temp.h(g,'pp',30)+pg_temp.h(g,'pd',20)-8 END, s FROM (SELECT g, date '2024-02-01'+g*14 o, CASE WHEN g%17=0 THEN 'X' WHEN g>66 THEN 'O' WHEN g>63 OR g=58 THEN 'P' ELSE 'R' END s FROM generate_series(1,71) g) q;
CREATE TABLE inv.poline (pono int REFERENCES inv.po, ln smallint, partno varchar(10) REFERENCES inv.part, qtyord numeric(9,1), qtyrcv numeric(9,1) NOT NULL DEFAULT 0, price_eur numeric(10,2), PRIMARY KEY (pono,ln));
COMMENT ON COLUMN inv.poline.price_eur IS 'net purchase price per unit';
INSERT INTO inv.poline SELECT o.pono, l, p.partno, q.qty, CASE o.st WHEN 'R' THEN q.qty WHEN 'P' THEN CASE WHEN l=1 THEN q.qty ELSE floor(q.qty/2) END ELSE 0 END, round(p.listprice_ct*(0.0055+pg_temp.h(o.pono,'pr'||l,8)/10000.0),2)
FROM inv.po o CROSS JOIN generate_series(1,2) l JOIN LATERAL (SELECT partno,listprice_ct,minstock FROM inv.part WHERE discont IS NULL AND partno<>'E-3009' ORDER BY md5(partno||o.pono||'l'||l) LIMIT 1) p ON true CROSS JOIN LATERAL (SELECT 1+pg_temp.h(o.pono,'qq'||l,GREATEST(3,p.minstock)) AS qty) q WHERE l=1 OR pg_temp.h(o.pono,'two',3)>0 OR o.st='P';
CREATE TABLE inv.mvtype (mv char(2) PRIMARY KEY, mvtext varchar(30));
INSERT INTO inv.mvtype VALUES ('GR','goods receipt'),('GI','issue to work order'),('TR','transfer'),('SC','scrapping'),('AD','stocktaking adjustment');
CREATE TABLE ws.wopart (wono int REFERENCES ws.wo, posn smallint, partno varchar(10), qty numeric(8,1), unitcost_ct int, PRIMARY KEY (wono,posn));
COMMENT ON COLUMN ws.wopart.unitcost_ct IS 'cost per unit in cents at the time of issue';
INSERT INTO ws.wopart SELECT w.wono, n, p.partno, 1+pg_temp.h(w.wono,'wq'||n,CASE WHEN p.pgrp='CO' THEN 40 WHEN p.listprice_ct>100000 THEN 3 ELSE 12 END), (p.listprice_ct*0.6)::int FROM ws.wo w CROSS JOIN generate_series(1,2) n JOIN LATERAL (SELECT partno,pgrp,listprice_ct FROM inv.part WHERE discont IS NULL AND partno NOT IN ('E-3009','D-4003','I-5003','W-2005') ORDER BY md5(partno||w.wono||'w'||n) LIMIT 1) p ON true WHERE w.st>=40 AND w.st<>90 AND w.wono<390000 AND pg_temp.h(w.wono,'wpn'||n,4)>0;
CREATE TABLE inv.stkmove (mvid int PRIMARY KEY, whs char(3), partno varchar(10), mv char(2) REFERENCES inv.mvtype, qty numeric(9,1), mvts timestamp, wono int);
COMMENT ON COLUMN inv.stkmove.qty IS 'signed: receipts plus, issues minus';
INSERT INTO inv.stkmove SELECT row_number() OVER (ORDER BY k, wono, partno, ts, qty), CASE WHEN k=1 THEN (ARRAY['K01','L01','S01'])[1+pg_temp.h(wono,'mw',3)] ELSE 'H01' END, partno, CASE WHEN k=1 THEN 'GI' WHEN k=2 THEN 'GR' ELSE (ARRAY['SC','AD'])[1+wono%2] END, CASE WHEN k=1 THEN -qty WHEN k=2 THEN qty ELSE -1-pg_temp.h(wono,'sq',4) END, ts, CASE WHEN k=1 THEN wono END FROM (
 SELECT 1 k, p.wono, p.partno, p.qty, w.opened+3+time '09:20' ts FROM ws.wopart p JOIN ws.wo w USING (wono) WHERE w.opened>='2025-09-01'
 UNION ALL SELECT 2, l.pono, l.partno, l.qtyrcv, o.delivered+time '11:05' FROM inv.poline l JOIN inv.po o USING (pono) WHERE o.delivered>='2025-09-01'
 UNION ALL SELECT 3, g, (ARRAY['B-1001','C-6001','E-3002','W-2006','D-4002'])[1+g%5], 0, timestamp '2025-09-01 14:00'+make_interval(days=>g*20) FROM generate_series(1,20) g) q;
CREATE TABLE inv.stktake (whs char(3), partno varchar(10), cntdate date, booked numeric(9,1), counted numeric(9,1), PRIMARY KEY (whs,partno,cntdate));
INSERT INTO inv.stktake SELECT whs, partno, date '2026-01-10', 40+pg_temp.h(right(partno,4)::int,'bk',60), 40+pg_temp.h(right(partno,4)::int,'bk',60)+pg_temp.h(right(partno,4)::int,'cn',7)-3 FROM inv.stock WHERE whs='H01';

---------------------------------------------------------------- fin
CREATE TABLE fin.debtor (debno int PRIMARY KEY, dname varchar(50), cust_no int, payterm_days int, dunblock char(1) DEFAULT 'N', iban varchar(30));
COMMENT ON TABLE fin.debtor IS 'bill-to accounts; several per customer possible, one-time debtors have no customer';
INSERT INTO fin.debtor SELECT 10000+cust_no, cname, cust_no, CASE WHEN grp='LS' THEN 45 WHEN grp='PA' THEN 60 ELSE 30 END, CASE WHEN grp='PA' THEN 'Y' ELSE 'N' END, 'DE00'||cust_no||'5550000' FROM crm.customer;
INSERT INTO fin.debtor VALUES (12001,'Elbtal Leasing SE - Branch Prague',1003,45,'N',NULL),(12002,'LokPool Europa - Insurance claims',1018,60,'N',NULL),(18001,'One-time: Film production Lok 99',NULL,14,'N',NULL),(18002,'One-time: City of Fulda',NULL,14,'N',NULL);
CREATE TABLE fin.inv (invno int PRIMARY KEY, debno int REFERENCES fin.debtor, wono int, invdate date, duedate date, kind char(1), list_amt numeric(12,2), disc_amt numeric(12,2), net_amt numeric(12,2), vat_amt numeric(12,2), gross_amt numeric(12,2), st char(1));
COMMENT ON COLUMN fin.inv.kind IS 'I invoice, C credit note (amounts negative)';
COMMENT ON COLUMN fin.inv.net_amt IS 'EUR after discount before VAT';
COMMENT ON COLUMN fin.inv.list_amt IS 'EUR sum of lines before discount';
COMMENT ON COLUMN fin.inv.st IS 'O open, P paid, X cancelled (does not count)';
CREATE TABLE fin.invln (invno int REFERENCES fin.inv, ln smallint, lkind char(1), txt varchar(60), amt_ct bigint, PRIMARY KEY(invno,ln));
COMMENT ON COLUMN fin.invln.lkind IS 'L labour, M material, S subcontracted';
COMMENT ON COLUMN fin.invln.amt_ct IS 'cents, before discount';
INSERT INTO fin.inv(invno,debno,wono,invdate,duedate,kind,st) SELECT (extract(year from w.finished+6)::int*100000)+ (row_number() OVER (PARTITION BY extract(year from w.finished+6) ORDER BY w.finished,w.wono))::int, CASE WHEN w.cust_no=1003 AND w.wono%2=0 THEN 12001 WHEN w.wt='AC' AND w.cust_no=1018 THEN 12002 ELSE 10000+w.cust_no END, w.wono, w.finished+6, w.finished+6+30, 'I', CASE WHEN pg_temp.h(w.wono,'ix',25)=0 THEN 'X' WHEN w.finished>'2026-08-10' OR pg_temp.h(w.wono,'io',12)=0 THEN 'O' ELSE 'P' END FROM ws.wo w WHERE w.st=60 AND w.finished IS NOT NULL AND NOT w.del AND w.cust_no<9000;
UPDATE fin.inv i SET duedate=i.invdate+d.payterm_days FROM fin.debtor d WHERE d.debno=i.debno;
INSERT INTO fin.inv(invno,debno,wono,invdate,duedate,kind,st) VALUES (202590001,18001,NULL,'2025-06-12','2025-06-26','I','P'),(202690001,18002,NULL,'2026-05-20','2026-06-03','I','O');
INSERT INTO fin.invln SELECT i.invno, l, (ARRAY['L','M','S'])[l], (ARRAY['Labour','Material','Subcontracted work'])[l], (40000+pg_temp.h(i.invno,'am'||l,6000)*CASE l WHEN 1 THEN 120 WHEN 2 THEN 170 ELSE 60 END)::bigint FROM fin.inv i, generate_series(1,3) l WHERE l<3 OR pg_temp.h(i.invno,'sub',4)=0;
UPDATE fin.inv i SET list_amt=s.a/100.0, disc_amt=round(s.a/100.0*(CASE WHEN pg_temp.h(i.debno,'dc',3)=0 THEN 0.05 WHEN pg_temp.h(i.debno,'dc',3)=1 THEN 0.02 ELSE 0 END),2) FROM (SELECT invno,sum(amt_ct) a FROM fin.invln GROUP BY 1) s WHERE s.invno=i.invno;
INSERT INTO fin.inv SELECT 700000+(row_number() OVER (ORDER BY invno))::int, debno, wono, invdate+40, invdate+40, 'C', round(-0.2*list_amt,2), 0, NULL,NULL,NULL,'P' FROM fin.inv WHERE kind='I' AND st='P' AND pg_temp.h(invno,'cred',14)=0;
INSERT INTO fin.invln SELECT invno,1,'L','Credit', (list_amt*100)::bigint FROM fin.inv WHERE kind='C';
UPDATE fin.inv SET net_amt=list_amt-disc_amt, vat_amt=round((list_amt-disc_amt)*0.19,2);
UPDATE fin.inv SET gross_amt=net_amt+vat_amt;
ALTER TABLE fin.inv ALTER net_amt SET NOT NULL;
CREATE TABLE fin.pay (payid serial PRIMARY KEY, invno int REFERENCES fin.inv, paidon date, amt_ct bigint, meth char(2));
COMMENT ON COLUMN fin.pay.amt_ct IS 'cents, gross';
COMMENT ON COLUMN fin.pay.meth IS 'TR transfer, DD direct debit, CH cheque';
INSERT INTO fin.pay(invno,paidon,amt_ct,meth) SELECT invno, duedate-12+pg_temp.h(invno,'pyd',35), (gross_amt*100)::bigint, (ARRAY['TR','TR','TR','DD','CH'])[1+pg_temp.h(invno,'me',5)] FROM fin.inv WHERE st='P' AND kind='I' ORDER BY invno;
INSERT INTO fin.pay(invno,paidon,amt_ct,meth) SELECT invno, duedate+3, (gross_amt*40)::bigint,'TR' FROM fin.inv WHERE st='O' AND kind='I' AND pg_temp.h(invno,'part',3)=0 AND duedate<'2026-10-20' ORDER BY invno;
CREATE TABLE fin.dunning (invno int, lvl smallint, sent date, fee_eur numeric(6,2), PRIMARY KEY (invno,lvl));
INSERT INTO fin.dunning SELECT i.invno, l, i.duedate+14*l, CASE l WHEN 1 THEN 0 WHEN 2 THEN 10 ELSE 40 END FROM fin.inv i JOIN fin.debtor d USING (debno), generate_series(1,3) l WHERE i.st='O' AND i.kind='I' AND i.duedate+14*l<'2026-10-31' AND d.dunblock='N' AND (l<3 OR i.invno%2=0);
CREATE TABLE fin.glacct (acct int PRIMARY KEY, atext varchar(40));
INSERT INTO fin.glacct VALUES (4100,'Wages'),(4200,'Energy'),(4300,'Rent'),(4400,'Material'),(4500,'Travel'),(4600,'IT services');
CREATE TABLE fin.glpost (postid int PRIMARY KEY, ccno int, acct int REFERENCES fin.glacct, postdate date, amt_eur numeric(11,2), dc char(1));
COMMENT ON COLUMN fin.glpost.dc IS 'D debit (cost), C credit (reversal of cost)';
INSERT INTO fin.glpost SELECT g, c.cc, 4100+100*pg_temp.h(g,'ga',6), date '2025-01-15'+g*7, 500+pg_temp.h(g,'gm',9000)*3, CASE WHEN g%19=0 THEN 'C' ELSE 'D' END FROM generate_series(1,92) g CROSS JOIN LATERAL (SELECT (ARRAY[1100,1200,1300,2100,2200,2300,2400,2500,3100])[1+pg_temp.h(g,'gc',9)] cc) c;
CREATE TABLE fin.budget (ccno int REFERENCES core.costcentre, yr int, budget_eur int, PRIMARY KEY (ccno,yr));
INSERT INTO fin.budget SELECT c.ccno, y, 60000+pg_temp.h(c.ccno+y,'bud',150)*1000 FROM core.costcentre c, generate_series(2025,2026) y WHERE c.parent_cc IS NOT NULL;

---------------------------------------------------------------- archive, logs
CREATE TABLE arch.wo_old (wono int, veh_id int, cust_no int, opened date, finished date, st int, quoted_eur numeric(11,2));
INSERT INTO arch.wo_old SELECT 200000+g, 201+pg_temp.h(g,'av',54), 1001+pg_temp.h(g,'ac',18), date '2016-01-10'+g*35, date '2016-01-10'+g*35+20, 60, 1000+pg_temp.h(g,'aq',5000)*4 FROM generate_series(1,65) g;
CREATE TABLE arch.customer_bak2019 AS SELECT cust_no, cname, town, ctry, since FROM crm.customer WHERE since<'2019-06-01';
CREATE TABLE arch.inv_2015_2021 (invno int, debno int, invdate date, net_amt numeric(12,2));
INSERT INTO arch.inv_2015_2021 SELECT 150000+g, 11001+pg_temp.h(g,'aid',18), date '2016-02-10'+g*40, 2000+pg_temp.h(g,'ain',9000) FROM generate_series(1,50) g;
CREATE TABLE logs.login (id serial PRIMARY KEY, login varchar(20), at timestamp, ok bool, ip text);
INSERT INTO logs.login(login,at,ok,ip) SELECT u.login, timestamp '2026-10-01 06:00'+make_interval(mins=>g*950), pg_temp.h(g,'ok',9)>0, '10.4.'||pg_temp.h(g,'ip',9)||'.'||pg_temp.h(g,'ip2',250) FROM generate_series(1,45) g JOIN LATERAL (SELECT login FROM core.appuser ORDER BY md5(login||g) LIMIT 1) u ON true ORDER BY g;
CREATE TABLE logs.importrun (run_id int PRIMARY KEY, iface varchar(20), started timestamp, ended timestamp, rows_in int, rows_err int);
INSERT INTO logs.importrun SELECT g, (ARRAY['telematics','bank','pricefile'])[1+g%3], timestamp '2026-09-01 01:00'+make_interval(days=>g), timestamp '2026-09-01 01:00'+make_interval(days=>g, secs=>40+pg_temp.h(g,'is',900)), 100+pg_temp.h(g,'ir',4000), CASE WHEN pg_temp.h(g,'ie',4)=0 THEN pg_temp.h(g,'ix',60)+1 ELSE 0 END FROM generate_series(1,45) g;
CREATE TABLE logs.chglog (id serial PRIMARY KEY, tab varchar(30), rowkey varchar(20), col varchar(20), oldval text, newval text, login varchar(20), at timestamp);
INSERT INTO logs.chglog(tab,rowkey,col,oldval,newval,login,at) VALUES ('crm.customer','1009','blocked','N','Y','hvoss','2025-11-03 10:12'),('crm.customer','1019','blocked','N','Y','hvoss','2026-02-17 09:01'),('crm.customer','1005','creditlimit_keur','600','720','hvoss','2026-04-09 14:33'),('inv.supplier','70011','active','Y','N','pwrona','2025-08-20 08:45'),('inv.part','E-3009','minstock','4','6','bnoll','2026-01-28 13:10');

CREATE VIEW ws.v_wo_open AS SELECT w.wono, w.veh_id, w.cust_no, c.cname, w.site_id, w.opened, w.due, s.label AS status FROM ws.wo w JOIN core.statuscode s ON s.domain='WO' AND s.code=w.st LEFT JOIN crm.customer c ON c.cust_no=w.cust_no WHERE w.st IN (10,20,30,40) AND NOT w.del AND COALESCE(c.istest,'N')='N';
CREATE VIEW fin.v_openitems AS SELECT i.invno, i.debno, d.dname, i.invdate, i.duedate, i.gross_amt, i.gross_amt-COALESCE((SELECT sum(p.amt_ct)/100.0 FROM fin.pay p WHERE p.invno=i.invno),0) AS open_amt FROM fin.inv i JOIN fin.debtor d USING (debno) WHERE i.st='O' AND i.kind='I';
CREATE VIEW inv.v_stockvalue AS SELECT s.whs, s.partno, p.descr, s.qty, s.qty*p.listprice_ct/100.0 AS value_eur FROM inv.stock s JOIN inv.part p USING (partno);
CREATE VIEW hr.v_staff AS SELECT e.persno, e.firstname||' '||e.surname AS fullname, d.dname, s.sname, e.jobtitle FROM hr.emp e LEFT JOIN hr.dept d USING (dept_cd) LEFT JOIN core.site s USING (site_id) WHERE e.leftdate IS NULL;
ANALYZE;
