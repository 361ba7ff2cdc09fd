CREATE FUNCTION pg_temp.h(s text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (('x'||substr(md5(s),1,7))::bit(28)::int) % n $$;
-- ===== 1991 master files (ex AS/400) =====
CREATE TABLE cucls (cls char(1) PRIMARY KEY, clsds varchar(30));
INSERT INTO cucls VALUES ('P','Private owner'),('H','Housing association'),('C','Commercial'),('G','Public body');
CREATE TABLE cumast (cuno int PRIMARY KEY, cunm varchar(40) NOT NULL, cuad1 varchar(40), cucity varchar(20), cuzip varchar(8), cutel varchar(16), cucls char(1), cust char(1) DEFAULT 'A', cuopn date, cuterm int, cuacm varchar(8));
COMMENT ON TABLE cumast IS 'Customer master (owners we manage property for)';
COMMENT ON COLUMN cumast.cust IS 'Status: A=active, B=blocked (credit), C=closed';
COMMENT ON COLUMN cumast.cuopn IS 'customer since';
COMMENT ON COLUMN cumast.cuterm IS 'payment terms in days';
COMMENT ON COLUMN cumast.cuacm IS 'account manager, login from sys_user';
INSERT INTO cumast VALUES
(1001,'Ridgeway Housing Association','12 Ridgeway Road','Leeds','LS6 2AB','0113 496 0101','H','A','1994-03-01',30,'jholt'),
(1002,'Aire Valley Homes','88 Water Lane','Leeds','LS11 5PS','0113 496 0177','H','A','1998-09-15',30,'jholt'),
(1004,'Corn Exchange Estates Ltd','1 Call Lane','Leeds','LS1 7BR','0113 496 0188','C','A','2003-01-20',14,'mfenn'),
(1007,'City of York Estates Dept','West Offices','York','YO1 6GA','01904 555 210','G','A','2001-05-02',45,'spatel'),
(1008,'Minster Lettings','4 Goodramgate','York','YO1 7LG','01904 555 233','C','B','2009-11-11',14,'spatel'),
(1011,'Mrs E. Thackray','The Old Vicarage','Harrogate','HG1 2SY',NULL,'P','A','2010-02-08',14,'mfenn'),
(1012,'Hallam Student Living','220 Ecclesall Road','Sheffield','S11 8JD','0114 496 0333','C','A','2012-07-01',30,'mfenn'),
(1015,'Steel City Housing Trust','9 Arundel Gate','Sheffield','S1 2PN','0114 496 0340','H','A','1999-10-10',30,'jholt'),
(1016,'Humber Quays Property Co','Island Wharf','Hull','HU1 2DP','01482 555 701','C','A','2015-04-17',30,'spatel'),
(1019,'Bradford Wool Lofts LLP','31 Peckover Street','Bradford','BD1 5BD','01274 555 019','C','B','2006-06-06',14,'mfenn'),
(1020,'Wakefield District Council','Town Hall','Wakefield','WF1 2HQ','01924 555 800','G','A','1996-12-01',45,'jholt'),
(1023,'Mr R. Oldroyd','17 Park Square','Leeds','LS1 2LH','07700 900 123','P','C','2004-08-30',14,NULL),
(1024,'Nidderdale Almshouses','Church Lane','Harrogate','HG3 5HW','01423 555 042','H','A','2018-01-09',30,'spatel'),
(1027,'Kirkgate Retail Partners','60 Kirkgate','Wakefield','WF1 1UR','01924 555 913','C','A','2020-10-05',14,'mfenn'),
(1030,'Dr A. Siddiqui','5 Spencer Place','Leeds','LS7 4BR','07700 900 456','P','A','2021-03-22',14,'jholt'),
(1031,'Larkfield Care Homes','Larkfield House','Bradford','BD9 6RJ','01274 555 377','C','A','2023-06-19',30,'spatel'),
(1033,'Ouse Bank Developments','2 Skeldergate','York','YO1 6DH','01904 555 698','C','A','2025-02-03',14,'spatel');
CREATE TABLE cumast_bak_2019 AS SELECT * FROM cumast WHERE cuopn < '2019-07-01';
UPDATE cumast_bak_2019 SET cutel = '0113 200 0000' WHERE cucity='Leeds';
COMMENT ON TABLE cumast_bak_2019 IS 'copy before phone number clean-up, DO NOT USE';
CREATE TABLE prtyp (ptyp char(2) PRIMARY KEY, ptypds varchar(30));
INSERT INTO prtyp VALUES ('RB','Residential block'),('ST','Student residence'),('OF','Office building'),('RT','Retail'),('CH','Care home'),('HS','Single house');
CREATE TABLE prmast (prno int PRIMARY KEY, prcuno int, prnm varchar(40), prad1 varchar(40), prcity varchar(20), prtyp char(2), pryr smallint, prsqm int, prnfl smallint, prdel char(1) DEFAULT 'N');
COMMENT ON TABLE prmast IS 'Property (building) master';
COMMENT ON COLUMN prmast.prcuno IS 'owner, cumast.cuno';
COMMENT ON COLUMN prmast.pryr IS 'year built';
COMMENT ON COLUMN prmast.prnfl IS 'number of floors';
COMMENT ON COLUMN prmast.prdel IS 'Y = deleted (no longer managed)';
INSERT INTO prmast VALUES
(201,1001,'Ridgeway Court','14 Ridgeway Road','Leeds','RB',1968,5200,7,'N'),(202,1001,'Hyde Park Mansions','3 Cardigan Road','Leeds','RB',1936,3100,4,'N'),(203,1001,'Beckett House','70 Otley Road','Leeds','RB',1974,4350,9,'N'),
(205,1002,'Granary Wharf','2 Canal Basin','Leeds','RB',2009,6900,11,'N'),(206,1002,'Holbeck Towers','55 Elland Road','Leeds','RB',1966,8200,14,'N'),(207,1002,'Mill Garth','9 Mill Street','Bradford','RB',1988,2700,5,'N'),
(210,1004,'Corn Exchange House','1 Call Lane','Leeds','OF',1864,4100,4,'N'),(211,1004,'Calls Landing','38 The Calls','Leeds','OF',1999,3650,6,'N'),
(214,1007,'Guildhall Annexe','7 Lendal','York','OF',1891,1900,3,'N'),(215,1007,'Clifton Green Flats','20 Water End','York','RB',1955,2600,3,'N'),
(217,1008,'Goodramgate Arcade','6 Goodramgate','York','RT',1972,1450,2,'N'),(219,1011,'The Old Vicarage','Church Square','Harrogate','HS',1823,420,3,'N'),
(220,1012,'Hallam Halls North','222 Ecclesall Road','Sheffield','ST',2013,7400,8,'N'),(221,1012,'Hallam Halls South','226 Ecclesall Road','Sheffield','ST',2016,6800,8,'N'),
(224,1015,'Arundel Point','15 Arundel Gate','Sheffield','RB',1971,5050,10,'N'),(225,1015,'Norfolk Park Homes','40 Park Grange','Sheffield','RB',1962,4800,5,'N'),
(228,1016,'Island Wharf One','Island Wharf','Hull','OF',2006,5600,6,'N'),(229,1016,'Fruit Market Lofts','11 Humber Street','Hull','RB',2017,2350,4,'N'),
(231,1019,'Peckover Lofts','31 Peckover Street','Bradford','RB',1873,4400,6,'N'),(233,1020,'Wakefield One Annexe','Burton Street','Wakefield','OF',1978,3300,4,'N'),
(234,1020,'Lupset Gardens','100 Horbury Road','Wakefield','RB',1958,2950,3,'N'),(236,1023,'Park Square 17','17 Park Square','Leeds','HS',1790,380,4,'Y'),
(238,1024,'Nidd Almshouses','Church Lane','Harrogate','RB',1907,900,2,'N'),(240,1027,'Kirkgate Parade','60 Kirkgate','Wakefield','RT',1983,2100,2,'N'),
(242,1030,'Spencer Place 5','5 Spencer Place','Leeds','HS',1912,260,3,'N'),(244,1031,'Larkfield House','Toller Lane','Bradford','CH',1994,3850,3,'N'),
(245,1031,'Larkfield Lodge','Toller Lane','Bradford','CH',2021,2250,2,'N'),(246,1019,'Wool Exchange Annexe','4 Market Street','Bradford','OF',1902,1700,3,'Y');
CREATE TABLE unmast (unno varchar(10) PRIMARY KEY, unprno int, unflr smallint, unsqm numeric(6,1), unrms smallint, unst char(1));
COMMENT ON TABLE unmast IS 'Lettable units (flats, shops, offices)';
COMMENT ON COLUMN unmast.unst IS 'O=occupied V=vacant R=under refurbishment';
INSERT INTO unmast SELECT prno||'-'||lpad(g::text,2,'0'), prno, (g-1)%prnfl, 34+pg_temp.h('sq'||prno||g,610)/10.0, 1+pg_temp.h('rm'||prno||g,4), CASE WHEN pg_temp.h('us'||prno||g,10)<8 THEN 'O' WHEN pg_temp.h('us'||prno||g,10)=8 THEN 'V' ELSE 'R' END
 FROM prmast, generate_series(1, CASE prtyp WHEN 'HS' THEN 1 WHEN 'OF' THEN 5 WHEN 'RT' THEN 4 WHEN 'CH' THEN 6 ELSE 9 END) g WHERE prdel='N';
-- ===== 2002 Access workshop database =====
CREATE TABLE "tblDepot" ("DepotID" int PRIMARY KEY, "DepotName" varchar(30), "Town" varchar(30), "Phone" varchar(20));
INSERT INTO "tblDepot" VALUES (1,'Leeds Main','Leeds','0113 496 0500'),(2,'York Yard','York','01904 555 500'),(3,'Sheffield Works','Sheffield','0114 496 0500'),(4,'Hull Dockside','Hull','01482 555 500');
CREATE TABLE "tblTrade" ("TradeCode" varchar(4) PRIMARY KEY, "TradeName" varchar(30), "HourlyRate" numeric(6,2));
INSERT INTO "tblTrade" VALUES ('PLB','Plumbing',46),('ELE','Electrical',49.5),('HVC','Heating and ventilation',52),('CRP','Carpentry',41),('RFR','Roofing',44),('LFT','Lifts',68),('DEC','Decorating',36.5);
CREATE TABLE "tblTechnician" ("TechID" int PRIMARY KEY, "FullName" varchar(40), "TradeCode" varchar(4) REFERENCES "tblTrade", "DepotID" int REFERENCES "tblDepot", "HiredOn" date, "LeftOn" date, "Mobile" varchar(16), "SupervisorID" int);
INSERT INTO "tblTechnician" VALUES
(1,'Dave Birkett','PLB',1,'2001-04-02',NULL,'07700 900 501',NULL),(2,'Aisha Rahman','ELE',1,'2012-09-03',NULL,'07700 900 502',NULL),(3,'Tom Hesketh','HVC',1,'2008-01-14',NULL,'07700 900 503',1),
(4,'Piotr Nowak','PLB',3,'2015-06-22',NULL,'07700 900 504',1),(5,'Gemma Lockwood','CRP',2,'2017-03-06',NULL,'07700 900 505',NULL),(6,'Barry Stubbs','RFR',1,'1998-10-19','2024-12-31',NULL,1),
(7,'Liam O''Connor','LFT',1,'2019-02-11',NULL,'07700 900 507',2),(8,'Nadia Kovacs','ELE',2,'2021-08-16',NULL,'07700 900 508',2),(9,'Jordan Pickles','DEC',3,'2022-05-09',NULL,NULL,5),
(10,'Winston Clarke','HVC',4,'2010-11-29',NULL,'07700 900 510',3),(11,'Sofia Marques','LFT',3,'2023-01-30',NULL,'07700 900 511',7),(12,'Craig Dunmore','RFR',4,'2016-07-04',NULL,'07700 900 512',1),
(13,'Ellie Watson','PLB',2,'2023-09-04',NULL,'07700 900 513',4),(14,'Hassan Malik','ELE',3,'2018-04-23','2025-08-29','07700 900 514',2),(15,'Becky Thorpe','DEC',1,'2025-01-13',NULL,'07700 900 515',9);
CREATE TABLE "tblVehicle" ("RegNo" varchar(10) PRIMARY KEY, "Model" varchar(30), "TechID" int, "Mileage" int, "MOTDue" date, "Leased" boolean);
INSERT INTO "tblVehicle" VALUES ('YJ21 KLM','Ford Transit',1,84210,'2026-06-12',false),('YJ22 ABC','Ford Transit',2,51877,'2026-09-30',false),('YD19 RTE','VW Transporter',3,119340,'2026-03-18',false),('YG23 PPL','Vauxhall Vivaro',4,40112,'2026-11-02',true),('YH20 XCV','Ford Transit Connect',5,77650,'2026-06-27',false),('YK70 OOP','Renault Trafic',7,63021,'2026-01-22',true),('YN24 EVA','Ford E-Transit',8,18950,'2027-02-14',true),('YP18 DFG','VW Caddy',10,132480,'2026-04-09',false),('YR23 HJK','Vauxhall Vivaro',11,35744,'2026-12-05',true),('YS17 UIO','Ford Transit',12,148002,'2026-08-21',false),('YT24 BNM','Ford E-Transit',13,15230,'2027-05-03',true),('YE16 QAZ','VW Caddy',NULL,161900,'2026-06-01',false);
CREATE TABLE "tblTechCert" ("ID" serial PRIMARY KEY, "TechID" int, "Cert" varchar(30), "IssuedOn" date, "ExpiresOn" date);
INSERT INTO "tblTechCert" ("TechID","Cert","IssuedOn","ExpiresOn") VALUES (1,'Gas Safe','2022-05-10','2027-05-09'),(3,'Gas Safe','2021-02-01','2026-01-31'),(10,'Gas Safe','2024-09-12','2029-09-11'),(4,'Gas Safe','2020-11-20','2025-11-19'),(2,'18th Edition','2023-03-03',NULL),(8,'18th Edition','2022-10-14',NULL),(14,'18th Edition','2019-06-01',NULL),(7,'Lift Engineer NVQ3','2020-07-07',NULL),(12,'Working at height','2024-04-04','2026-04-03'),(6,'Working at height','2022-04-04','2024-04-03'),(5,'First aid','2024-01-15','2027-01-14'),(1,'First aid','2023-02-20','2026-02-19'),(11,'First aid','2025-03-11','2028-03-10');
-- ===== HR =====
CREATE TABLE hr_abs_type (code char(1) PRIMARY KEY, descr text); INSERT INTO hr_abs_type VALUES ('H','Holiday'),('S','Sickness'),('T','Training'),('U','Unpaid leave');
CREATE TABLE hr_absence (id serial PRIMARY KEY, tech_id int NOT NULL, abs_code char(1) REFERENCES hr_abs_type, date_from date, date_to date, days numeric(4,1), approved_by text);
INSERT INTO hr_absence (tech_id,abs_code,date_from,date_to,days,approved_by) SELECT 1+pg_temp.h('at'||g,15), (ARRAY['H','H','H','S','S','T','U'])[1+pg_temp.h('ac'||g,7)], d, d+n, n+1, (ARRAY['jholt','mfenn'])[1+g%2] FROM (SELECT g, DATE '2024-01-03'+g*7 d, pg_temp.h('an'||g,6) n FROM generate_series(1,110) g) s;
CREATE TABLE hr_on_call (id serial PRIMARY KEY, week_start date, tech_id int, allowance numeric(7,2));
INSERT INTO hr_on_call (week_start,tech_id,allowance) SELECT DATE '2025-01-06'+7*g, 1+(g*4)%13, 120 FROM generate_series(0,60) g;
-- ===== Users, parameters =====
CREATE TABLE sys_user (login varchar(8) PRIMARY KEY, full_name text, email text, role text, pw_hash text, last_login timestamp, active boolean);
INSERT INTO sys_user VALUES ('jholt','Janet Holt','j.holt@pennine-pm.example','account manager','$2b$12$aaa','2026-05-29 08:12',true),('mfenn','Marcus Fenn','m.fenn@pennine-pm.example','account manager','$2b$12$bbb','2026-06-01 09:40',true),('spatel','Sunita Patel','s.patel@pennine-pm.example','account manager','$2b$12$ccc','2026-05-31 17:03',true),('kdesk','Karen Doyle','k.doyle@pennine-pm.example','help desk','$2b$12$ddd','2026-06-01 07:55',true),('rdesk','Rob Ince','r.ince@pennine-pm.example','help desk','$2b$12$eee','2025-03-14 16:20',false),('admin','System','it@pennine-pm.example','admin','$2b$12$fff','2026-05-02 22:10',true);
CREATE TABLE sys_param (pkey text PRIMARY KEY, pval text); INSERT INTO sys_param VALUES ('VAT_STD','20'),('COMPANY','Pennine Property Maintenance Ltd'),('SLA_CLOCK','24x7');
CREATE TABLE sys_audit_log (id bigserial PRIMARY KEY, at timestamp, login varchar(8), tab text, action text);
INSERT INTO sys_audit_log (at,login,tab,action) SELECT TIMESTAMP '2026-04-01 08:00'+g*interval '3 hours', (ARRAY['kdesk','jholt','mfenn','spatel'])[1+g%4], (ARRAY['wo_work_order','cumast','fin_invoice'])[1+g%3], (ARRAY['I','U','U','D'])[1+g%4] FROM generate_series(1,150) g;
CREATE TABLE cal_holiday (d date PRIMARY KEY, name text); INSERT INTO cal_holiday VALUES ('2025-01-01','New Year'),('2025-04-18','Good Friday'),('2025-04-21','Easter Monday'),('2025-05-05','Early May'),('2025-05-26','Spring'),('2025-08-25','Summer'),('2025-12-25','Christmas'),('2025-12-26','Boxing Day');
-- ===== Assets =====
CREATE TABLE ast_type (type_code varchar(6) PRIMARY KEY, name text, insp_months int);
INSERT INTO ast_type VALUES ('LIFT','Passenger lift',6),('BOIL','Boiler',12),('FIRE','Fire alarm panel',6),('PUMP','Water pump',12),('AHU','Air handling unit',12),('GEN','Standby generator',12);
CREATE TABLE ast_asset (asset_id int PRIMARY KEY, prop_no int, type_code varchar(6) REFERENCES ast_type, tag text, maker text, installed_on date, warranty_until date, is_deleted boolean DEFAULT false);
INSERT INTO ast_asset SELECT row_number() OVER (ORDER BY prno, t), prno, t, t||'-'||prno, CASE t WHEN 'LIFT' THEN (ARRAY['Kone','Otis','Schindler'])[1+prno%3] WHEN 'BOIL' THEN (ARRAY['Vaillant','Worcester','Ideal'])[1+prno%3] WHEN 'FIRE' THEN (ARRAY['Advanced','Kentec'])[1+prno%2] ELSE (ARRAY['Grundfos','Trane','Cummins'])[1+prno%3] END,
  d, CASE WHEN pg_temp.h('w'||prno||t,4)>0 THEN d+1095 END, pg_temp.h('ad'||prno||t,17)=0
 FROM (SELECT prno, t, DATE '2004-01-15'+pg_temp.h('ai'||prno||t,7900) d FROM prmast, unnest(ARRAY['LIFT','BOIL','FIRE','PUMP','AHU','GEN']) t WHERE prdel='N' AND (t='BOIL' OR (t='LIFT' AND prnfl>=4) OR (t='FIRE' AND prtyp<>'HS') OR (t='PUMP' AND prnfl>=6) OR (t='AHU' AND prtyp IN ('OF','RT')) OR (t='GEN' AND prtyp='CH'))) s;
CREATE TABLE ast_inspection (insp_id int PRIMARY KEY, asset_id int REFERENCES ast_asset, insp_date date, inspector text, result char(1), remark text);
COMMENT ON COLUMN ast_inspection.result IS 'P=passed, C=passed with conditions, F=failed';
INSERT INTO ast_inspection SELECT row_number() OVER (ORDER BY d, asset_id), asset_id, d, (ARRAY['Bureau Veritas','Allianz Engineering','Zurich Inspect'])[1+pg_temp.h('in'||asset_id||k,3)], CASE WHEN pg_temp.h('ir'||asset_id||k,12)<8 THEN 'P' WHEN pg_temp.h('ir'||asset_id||k,12)<10 THEN 'C' ELSE 'F' END, CASE WHEN pg_temp.h('ir'||asset_id||k,12)>=10 THEN (ARRAY['door sensor defective','pressure too low','corrosion found','battery weak'])[1+asset_id%4] END
 FROM (SELECT asset_id, k, DATE '2024-01-10'+asset_id+k*insp_months*30 d FROM ast_asset JOIN ast_type USING (type_code), generate_series(0,4) k) s WHERE d<'2026-06-01';
-- ===== Tenants =====
CREATE TABLE ten_tenant (tenant_id int PRIMARY KEY, first_name text, last_name text, phone text, email text, is_deleted boolean DEFAULT false);
INSERT INTO ten_tenant SELECT g, (ARRAY['Amy','Ben','Chloe','Daniel','Erin','Farid','Grace','Harry','Imani','Jack','Kasia','Luke','Megan'])[1+g%13], (ARRAY['Ackroyd','Bennett','Carr','Dixon','Ellis','Firth','Green','Hirst','Iqbal','Jagger','Kaye'])[1+g%11], CASE WHEN g%9>0 THEN '07700 91'||lpad((g*37)::text,4,'0') END, CASE WHEN g%4>0 THEN 'tenant'||g||'@mail.example' END, g%29=0 FROM generate_series(1,138) g;
CREATE TABLE ten_lease (lease_id int PRIMARY KEY, tenant_id int NOT NULL REFERENCES ten_tenant, unit_no varchar(10), start_date date, end_date date, deposit numeric(8,2), lstat smallint);
COMMENT ON COLUMN ten_lease.lstat IS '1 running, 2 notice given, 3 ended';
INSERT INTO ten_lease SELECT n, 1+(n*5)%138, unno, DATE '2023-02-01'+(n*17)%900, CASE WHEN n%13=0 THEN DATE '2026-09-30' END, 450+(n*35)%900, CASE WHEN n%13=0 THEN 2 ELSE 1 END FROM (SELECT unno, (row_number() OVER (ORDER BY unno))::int n FROM unmast WHERE unst='O') s;
INSERT INTO ten_lease SELECT 500+n, 1+(n*11)%138, unno, DATE '2023-01-01'+n*9, DATE '2024-06-30'+n*14, 600, 3 FROM (SELECT unno, (row_number() OVER (ORDER BY unno))::int n FROM unmast WHERE unst<>'O') s;
CREATE TABLE ten_rent_hist (lease_id int, valid_from date, valid_to date, rent numeric(8,2), PRIMARY KEY (lease_id, valid_from));
COMMENT ON TABLE ten_rent_hist IS 'monthly rent; valid_to empty = current';
INSERT INTO ten_rent_hist SELECT lease_id, start_date, CASE WHEN lstat=3 THEN end_date WHEN start_date<'2025-04-01' THEN DATE '2025-03-31' END, 520+(unsqm*6.5)::int+(lease_id*3)%50 FROM ten_lease JOIN unmast ON unno=unit_no;
INSERT INTO ten_rent_hist SELECT lease_id, '2025-04-01', NULL, round(rent*(1.02+(lease_id%4)/100.0)) FROM ten_rent_hist JOIN ten_lease USING (lease_id) WHERE lstat<>3 AND start_date<'2025-04-01';
CREATE TABLE ten_complaint (id serial PRIMARY KEY, tenant_id int, received date, subject text, closed date);
INSERT INTO ten_complaint (tenant_id,received,subject,closed) SELECT 1+pg_temp.h('cp'||g,60), DATE '2024-02-01'+g*9, (ARRAY['Noise','Damp and mould','Heating','Parking','Waste bins','Staff behaviour'])[1+pg_temp.h('cs'||g,6)], CASE WHEN pg_temp.h('cc'||g,5)>0 THEN DATE '2024-02-01'+g*9+3+g%20 END FROM generate_series(1,90) g;
-- ===== Work orders (2014 rewrite) =====
CREATE TABLE wo_status (status smallint PRIMARY KEY, label text, is_open boolean);
INSERT INTO wo_status VALUES (10,'New',true),(20,'Assigned',true),(30,'In progress',true),(40,'Waiting for parts',true),(50,'Completed',false),(60,'Invoiced',false),(90,'Cancelled',false);
CREATE TABLE wo_priority (prio smallint PRIMARY KEY, label text, target_hours int);
INSERT INTO wo_priority VALUES (1,'Emergency',4),(2,'Urgent',24),(3,'Normal',120),(4,'Planned',720);
CREATE TABLE wo_work_order (id int PRIMARY KEY, wo_no text UNIQUE, prop_no int NOT NULL, unit_no varchar(10), asset_id int, trade_code varchar(4), title text, prio smallint REFERENCES wo_priority, status smallint REFERENCES wo_status, tech_id int, reported_at timestamp, due_at timestamp, completed_at timestamp, logged_by varchar(8), is_deleted boolean NOT NULL DEFAULT false);
COMMENT ON COLUMN wo_work_order.is_deleted IS 'entered by mistake, ignore';
INSERT INTO wo_work_order SELECT g, 'WO-'||extract(year FROM r)||'-'||lpad(g::text,5,'0'), prno, CASE WHEN g%4<>0 THEN (SELECT min(unno) FROM unmast WHERE unprno=prno AND right(unno,1)::int%3=g%3) END, CASE WHEN tr IN ('LFT','HVC') THEN (SELECT asset_id FROM ast_asset WHERE prop_no=prno AND type_code=CASE tr WHEN 'LFT' THEN 'LIFT' ELSE 'BOIL' END) END, tr,
  CASE tr WHEN 'PLB' THEN (ARRAY['Leaking tap','Blocked drain','No hot water','Toilet not flushing'])[1+g%4] WHEN 'ELE' THEN (ARRAY['Socket dead','Stairwell light out','Fuse box tripping'])[1+g%3] WHEN 'HVC' THEN (ARRAY['Radiator cold','Boiler fault','Ventilation noisy'])[1+g%3] WHEN 'CRP' THEN (ARRAY['Door sticking','Broken lock','Window frame rotten'])[1+g%3] WHEN 'RFR' THEN (ARRAY['Roof leak','Missing slates','Gutter blocked'])[1+g%3] WHEN 'LFT' THEN (ARRAY['Lift stuck','Lift door fault'])[1+g%2] ELSE (ARRAY['Repaint hallway','Damp stain treatment'])[1+g%2] END,
  p, st, CASE WHEN st=10 THEN NULL ELSE tech END, r, r+(CASE p WHEN 1 THEN 4 WHEN 2 THEN 24 WHEN 3 THEN 120 ELSE 720 END)*interval '1 hour', CASE WHEN st IN (50,60) THEN r+(CASE p WHEN 1 THEN 4 WHEN 2 THEN 24 WHEN 3 THEN 120 ELSE 720 END)*(20+pg_temp.h('cmp'||g,110))/100.0*interval '1 hour' END, CASE WHEN g%3=0 AND r<'2025-03-10' THEN 'rdesk' ELSE 'kdesk' END, g%41=0
 FROM (SELECT s.*, (SELECT "TechID" FROM "tblTechnician" WHERE "TradeCode"=tr AND ("LeftOn" IS NULL OR "LeftOn">r) ORDER BY pg_temp.h('tc'||g||"TechID",1000) LIMIT 1) tech, CASE WHEN r<'2026-04-01' THEN CASE WHEN pg_temp.h('st'||g,100)<6 THEN 90 WHEN pg_temp.h('st'||g,100)<76 THEN 60 WHEN pg_temp.h('st'||g,100)<98 THEN 50 ELSE 40 END ELSE (ARRAY[10,10,20,20,20,30,30,40,50,90])[1+pg_temp.h('st'||g,10)] END st
  FROM (SELECT g, TIMESTAMP '2024-01-02 07:10'+g*interval '23 hours 17 minutes' r, (ARRAY[201,201,202,203,205,206,206,206,207,210,211,214,215,217,219,220,220,221,224,224,225,228,229,231,233,234,238,240,242,244,244,245])[1+pg_temp.h('pr'||g,32)] prno, (ARRAY['PLB','PLB','PLB','ELE','ELE','HVC','HVC','CRP','CRP','RFR','LFT','DEC'])[1+pg_temp.h('tr'||g,12)] tr, (ARRAY[1,2,2,3,3,3,3,4])[1+pg_temp.h('pp'||g,8)] p FROM generate_series(1,900) g) s) q;
CREATE TABLE wo_time_entry (id serial PRIMARY KEY, wo_id int REFERENCES wo_work_order, tech_id int, work_date date, hours numeric(4,2), overtime boolean);
INSERT INTO wo_time_entry (wo_id,tech_id,work_date,hours,overtime) SELECT id, tech_id, completed_at::date-(k-1), 0.5+pg_temp.h('hr'||id||k,22)/4.0, pg_temp.h('ot'||id||k,9)=0 FROM wo_work_order, generate_series(1,2) k WHERE completed_at IS NOT NULL AND NOT is_deleted AND (k=1 OR (prio>2 AND id%3=0));
CREATE TABLE wo_note (id serial PRIMARY KEY, wo_id int, noted_at timestamp, login varchar(8), note text);
INSERT INTO wo_note (wo_id,noted_at,login,note) SELECT id, reported_at+interval '2 hours', logged_by, (ARRAY['tenant not at home','access via caretaker','second visit needed','photos taken'])[1+id%4] FROM wo_work_order WHERE id%7=0;
CREATE TABLE wo_feedback (wo_id int PRIMARY KEY, stars smallint, given_on date, comment text);
INSERT INTO wo_feedback SELECT id, 5-pg_temp.h('fb'||id,4)*pg_temp.h('fc'||id,2)-(CASE WHEN tech_id=9 THEN pg_temp.h('fd'||id,2) ELSE 0 END), completed_at::date+2, NULL FROM wo_work_order WHERE completed_at IS NOT NULL AND NOT is_deleted AND id%3=1;
-- ===== Stock and purchasing =====
CREATE TABLE inv_supplier (supp_id int PRIMARY KEY, name text, town text, phone text, active smallint DEFAULT 1);
INSERT INTO inv_supplier VALUES (1,'Pipeline Trade Supplies','Leeds','0113 496 0900',1),(2,'Northern Cable Co','Bradford','01274 555 900',1),(3,'Heatparts Direct','Sheffield','0114 496 0911',1),(4,'Calder Timber','Wakefield','01924 555 901',1),(5,'Humber Roofing Centre','Hull','01482 555 902',1),(6,'LiftSpares UK','Manchester','0161 496 0903',1),(7,'Brush & Roller','York','01904 555 904',1),(8,'Old Mill Ironmongers','Halifax',NULL,0),(9,'GreenHeat Components','Leeds','0113 496 0955',1);
CREATE TABLE inv_item (item_no varchar(8) PRIMARY KEY, descr text, trade varchar(4), supp_id int REFERENCES inv_supplier, unit_price numeric(8,2), reorder_level int, obsolete char(1) DEFAULT 'N');
INSERT INTO inv_item VALUES ('P-100','Mixer tap chrome','PLB',1,38.5,20,'N'),('P-110','Ball valve 15mm','PLB',1,6.2,50,'N'),('P-120','Flush syphon','PLB',1,11.9,15,'N'),('P-130','Immersion heater 3kW','PLB',1,54,6,'N'),('E-200','Double socket white','ELE',2,4.1,60,'N'),('E-210','LED bulkhead light','ELE',2,27.8,25,'N'),('E-220','RCBO 32A','ELE',2,31.4,12,'N'),('H-300','Radiator 600x1000','HVC',3,72.5,8,'N'),('H-310','Boiler PCB','HVC',3,189,4,'N'),('H-320','Circulation pump','HVC',3,134.75,5,'N'),('C-400','Euro cylinder lock','CRP',4,22.3,20,'N'),('C-410','Fire door FD30','CRP',4,145,3,'N'),('R-500','Welsh slate 500x250','RFR',5,5.6,200,'N'),('R-510','Gutter bracket','RFR',5,2.15,40,'N'),('L-600','Lift door roller','LFT',6,48,6,'N'),('L-610','Lift control board','LFT',6,1240,1,'N'),('D-700','Magnolia emulsion 10l','DEC',7,26.9,10,'N'),('D-710','Anti-mould paint 5l','DEC',7,33.2,8,'N'),('E-290','Starter for T8 tube','ELE',2,0.85,0,'Y');
CREATE TABLE inv_stock (depot_id int, item_no varchar(8) REFERENCES inv_item, qty int, counted_on date, PRIMARY KEY (depot_id,item_no));
INSERT INTO inv_stock SELECT d, item_no, CASE WHEN pg_temp.h('q'||d||item_no,6)=0 THEN 0 ELSE pg_temp.h('qq'||d||item_no, 2+reorder_level*3/4) END, DATE '2026-05-04'+d FROM inv_item, generate_series(1,4) d;
CREATE TABLE inv_po (po_no int PRIMARY KEY, supp_id int, ordered_on date, received_on date, pstat char(1));
COMMENT ON COLUMN inv_po.pstat IS 'O=ordered, R=received, X=cancelled';
INSERT INTO inv_po SELECT 7000+g, (ARRAY[1,1,2,2,3,3,4,5,6,7])[1+pg_temp.h('po'||g,10)], DATE '2024-01-08'+g*11, CASE WHEN g%12<>5 AND g<78 THEN DATE '2024-01-08'+g*11+2+pg_temp.h('pl'||g,15) END, CASE WHEN g%12=5 THEN 'X' WHEN g<78 THEN 'R' ELSE 'O' END FROM generate_series(1,80) g;
CREATE TABLE inv_po_line (po_no int REFERENCES inv_po, line smallint, item_no varchar(8), qty int, price numeric(8,2), PRIMARY KEY (po_no,line));
INSERT INTO inv_po_line SELECT po_no, row_number() OVER (PARTITION BY po_no ORDER BY item_no), item_no, 1+pg_temp.h('lq'||po_no||item_no,1+reorder_level), round(unit_price*0.92,2) FROM inv_po JOIN inv_item USING (supp_id) WHERE pg_temp.h('li'||po_no||item_no,3)>0;
CREATE TABLE wo_part_used (id serial PRIMARY KEY, wo_id int, item_no varchar(8), qty int);
INSERT INTO wo_part_used (wo_id,item_no,qty) SELECT DISTINCT w.id, i.item_no, 1+pg_temp.h('pu'||w.id||i.item_no,4) FROM wo_work_order w JOIN inv_item i ON i.trade=w.trade_code AND i.obsolete='N' WHERE w.completed_at IS NOT NULL AND NOT is_deleted AND pg_temp.h('pv'||w.id||i.item_no,5)=0;
-- ===== Contracts, finance =====
CREATE TABLE ct_sla (sla_code char(1) PRIMARY KEY, sla_name text, response_hours int); INSERT INTO ct_sla VALUES ('G','Gold',4),('S','Silver',12),('B','Bronze',48);
CREATE TABLE ct_contract (contract_no text PRIMARY KEY, cuno int, sla_code char(1) REFERENCES ct_sla, starts date, ends date, monthly_fee numeric(9,2), auto_renew char(1), terminated_on date);
INSERT INTO ct_contract VALUES ('C-0012',1001,'G','2019-01-01','2026-12-31',4200,'Y',NULL),('C-0015',1002,'G','2020-04-01','2026-03-31',5150,'Y',NULL),('C-0019',1004,'S','2021-07-01','2026-06-30',2350,'N',NULL),('C-0021',1007,'S','2022-01-01','2027-12-31',1980,'N',NULL),('C-0023',1008,'B','2021-09-01','2024-08-31',420,'N','2024-05-31'),('C-0024',1011,'B','2022-03-01','2026-02-28',95,'Y',NULL),('C-0026',1012,'G','2022-08-01','2027-07-31',4890,'Y',NULL),('C-0027',1015,'S','2023-01-01','2025-12-31',3010,'Y',NULL),('C-0030',1016,'S','2023-05-01','2028-04-30',2675,'N',NULL),('C-0031',1019,'B','2022-02-01','2026-01-31',610,'N','2025-09-30'),('C-0033',1020,'G','2023-10-01','2027-09-30',2240,'N',NULL),('C-0036',1024,'B','2024-01-01','2026-12-31',180,'Y',NULL),('C-0038',1027,'B','2024-06-01','2026-05-31',540,'N',NULL),('C-0041',1031,'G','2023-07-01','2026-06-30',1875,'Y',NULL),('C-0044',1033,'S','2025-03-01','2028-02-29',760,'N',NULL);
CREATE TABLE ct_contract_prop (contract_no text REFERENCES ct_contract, prno int, PRIMARY KEY (contract_no,prno));
INSERT INTO ct_contract_prop SELECT contract_no, prno FROM ct_contract JOIN prmast ON prcuno=cuno WHERE prdel='N' AND prno NOT IN (211,225);
CREATE TABLE fin_vat (vat_code char(1) PRIMARY KEY, pct numeric(4,1), descr text); INSERT INTO fin_vat VALUES ('S',20,'standard'),('R',5,'reduced (energy saving works)'),('Z',0,'zero rated');
CREATE TABLE fin_invoice (inv_no int PRIMARY KEY, cuno int NOT NULL, inv_date date, due_date date, net_amount numeric(10,2), vat_code char(1), kind char(1), status char(2), wo_id int);
COMMENT ON COLUMN fin_invoice.kind IS 'C=contract fee, W=work order';
COMMENT ON COLUMN fin_invoice.status IS 'OP=open, PD=paid, DN=dunning, CN=cancelled';
INSERT INTO fin_invoice SELECT 50000+row_number() OVER (ORDER BY d, k, x), cuno, d, d+cuterm, amt, v, k, CASE WHEN pg_temp.h('fs'||k||x,60)=0 THEN 'CN' WHEN d>'2026-05-01' OR (cuno=1008 AND d>'2024-03-01') THEN CASE WHEN cuno=1008 THEN 'DN' ELSE 'OP' END WHEN pg_temp.h('fs'||k||x,60)<4 THEN 'DN' ELSE 'PD' END, wo FROM (
  SELECT cuno, m::date d, monthly_fee amt, 'S'::char v, 'C'::char k, contract_no||m::date x, NULL::int wo FROM ct_contract, generate_series(timestamp '2024-01-01','2026-05-01',interval '1 month') m WHERE m>=starts AND m<=least(coalesce(terminated_on,'2099-01-01'),'2099-01-01') 
  UNION ALL SELECT prcuno, (w.completed_at+interval '6 days')::date, round(45+(SELECT sum(hours) FROM wo_time_entry t WHERE t.wo_id=w.id)*"HourlyRate"+coalesce((SELECT sum(qty*unit_price) FROM wo_part_used u JOIN inv_item USING (item_no) WHERE u.wo_id=w.id),0),2), CASE WHEN trade_code='HVC' AND w.id%2=0 THEN 'R' ELSE 'S' END, 'W', w.id::text, w.id FROM wo_work_order w JOIN prmast ON prno=prop_no JOIN "tblTrade" ON "TradeCode"=trade_code WHERE w.status=60 AND NOT is_deleted) s JOIN cumast USING (cuno);
CREATE TABLE fin_payment (pay_id serial PRIMARY KEY, inv_no int REFERENCES fin_invoice, paid_on date, amount numeric(10,2), method text);
INSERT INTO fin_payment (inv_no,paid_on,amount,method) SELECT inv_no, due_date-10+pg_temp.h('py'||inv_no,24), round(net_amount*(1+pct/100),2), (ARRAY['BACS','BACS','BACS','cheque','card'])[1+pg_temp.h('pm'||inv_no,5)] FROM fin_invoice JOIN fin_vat USING (vat_code) WHERE status='PD';
-- ===== Bits and pieces =====
CREATE TABLE "KeyRegister" (id serial PRIMARY KEY, prop int, "keyNo" text, "holderName" text, "issuedOn" date, "returnedOn" date);
INSERT INTO "KeyRegister" (prop,"keyNo","holderName","issuedOn","returnedOn") VALUES (210,'CE-1','Aisha Rahman','2026-04-13',NULL),(210,'CE-2','Apex Scaffolding','2026-02-02','2026-02-20'),(210,'CE-3','Liam O''Connor','2026-05-19',NULL),(206,'HT-1','Dave Birkett','2025-11-03','2025-11-04'),(206,'HT-2','Liam O''Connor','2026-05-28',NULL),(215,'CG-1','Gemma Lockwood','2026-03-30','2026-04-02'),(220,'HN-1','Piotr Nowak','2026-05-11',NULL),(244,'LH-1','Tom Hesketh','2026-01-08','2026-01-09'),(231,'PL-1','Apex Scaffolding','2025-08-18',NULL),(214,'GA-2','Nadia Kovacs','2026-05-21',NULL);
CREATE TABLE sub_contractor (id int PRIMARY KEY, company text, speciality text, rating numeric(2,1), insured_until date, day_rate numeric(7,2));
INSERT INTO sub_contractor VALUES (1,'Apex Scaffolding','scaffolding',4.1,'2026-10-31',310),(2,'Dales Drainage','drains',4.6,'2027-01-31',285),(3,'Yorkshire Asbestos Removal','asbestos',4.8,'2026-03-31',540),(4,'Clearview Glazing','glazing',3.7,'2026-08-15',240),(5,'Tyke Tree Surgeons','trees',3.9,NULL,260),(6,'Rapid Locks','locksmith',2.9,'2025-12-31',195);
CREATE TABLE sub_job (id serial PRIMARY KEY, sub_id int REFERENCES sub_contractor, wo_id int, started date, cost numeric(9,2));
INSERT INTO sub_job (sub_id,wo_id,started,cost) SELECT (ARRAY[1,1,2,2,2,3,4,4,6])[1+pg_temp.h('sj'||id,9)], id, reported_at::date+3, 180+pg_temp.h('sc'||id,1900) FROM wo_work_order WHERE id%19=3 AND status<>90 AND NOT is_deleted;
CREATE TABLE mtr_meter (meter_id int PRIMARY KEY, prop_no int, kind char(1), serial text); COMMENT ON COLUMN mtr_meter.kind IS 'E=electricity (kWh), G=gas (m3), W=water (m3)';
INSERT INTO mtr_meter SELECT row_number() OVER (ORDER BY prno,k), prno, k, k||(prno*7919) FROM prmast, unnest(ARRAY['E','G','W']) k WHERE prdel='N' AND prno IN (201,202,205,206,210,214,220,224,228,231,244);
CREATE TABLE mtr_reading (meter_id int REFERENCES mtr_meter, read_on date, value int, source text, PRIMARY KEY (meter_id, read_on));
INSERT INTO mtr_reading SELECT meter_id, (DATE '2025-01-01'+(k||' months')::interval)::date, 10000+meter_id*731+k*(300+meter_id*37)+pg_temp.h('mr'||meter_id||k,250), CASE WHEN k%6=0 THEN 'manual' ELSE 'remote' END FROM mtr_meter, generate_series(0,16) k;
CREATE TABLE stg_import_readings (line_no int, meter_serial text, read_date text, reading text, err text);
INSERT INTO stg_import_readings VALUES (1,'E1591719','01/06/2026','19120',NULL),(2,'G1591719','01/06/2026','n/a','not numeric'),(3,'E9999999','01/06/2026','4411','unknown meter'),(4,'W1631314','1.6.26','17012','date format');
CREATE TABLE crm_contact (id serial PRIMARY KEY, cust_no int, name text, position text, email text, phone text, is_main boolean);
INSERT INTO crm_contact (cust_no,name,position,email,phone,is_main) VALUES (1001,'Helen Marsh','Head of Assets','h.marsh@ridgeway.example','0113 496 0105',true),(1001,'Omar Aziz','Surveyor','o.aziz@ridgeway.example',NULL,false),(1002,'Peter Lund','Operations Manager','p.lund@avh.example','0113 496 0179',true),(1004,'Fiona Grey','Building Manager','f.grey@cee.example','0113 496 0190',true),(1007,'Colin Asquith','Estates Officer','c.asquith@york.example',NULL,true),(1012,'Zoe Barnes','Residence Manager','z.barnes@hallam.example','0114 496 0335',true),(1012,'Ian Poole','Finance','i.poole@hallam.example',NULL,false),(1015,'Martha Quinn','Director','m.quinn@steelcity.example','0114 496 0342',true),(1016,'Greg Holm','Facilities Lead','g.holm@hq.example','01482 555 704',true),(1020,'Joan Speight','Property Services','j.speight@wdc.example',NULL,true),(1031,'Ruth Nelson','Home Manager','r.nelson@larkfield.example','01274 555 378',true);
CREATE TABLE crm_call (id serial PRIMARY KEY, cust_no int, called_at timestamp, login varchar(8), minutes int, topic text);
INSERT INTO crm_call (cust_no,called_at,login,minutes,topic) SELECT (SELECT cuno FROM cumast ORDER BY pg_temp.h('ca'||g||cuno,999) LIMIT 1), TIMESTAMP '2025-09-01 09:00'+g*interval '37 hours', (ARRAY['jholt','mfenn','spatel','kdesk'])[1+g%4], 2+pg_temp.h('cm'||g,28), (ARRAY['invoice query','new job','complaint','renewal'])[1+pg_temp.h('ct'||g,4)] FROM generate_series(1,140) g;
CREATE TABLE quo_quote (quote_no text PRIMARY KEY, cust_no int, prop_no int, quoted_on date, amount numeric(10,2), outcome char(1)); COMMENT ON COLUMN quo_quote.outcome IS 'W won, L lost, blank pending';
INSERT INTO quo_quote SELECT 'Q'||(300+g), prcuno, prno, DATE '2025-01-07'+g*12, 800+pg_temp.h('qa'||g,24000), CASE WHEN g>36 THEN NULL WHEN pg_temp.h('qo'||g,5)<3 THEN 'W' ELSE 'L' END FROM generate_series(1,42) g JOIN LATERAL (SELECT * FROM prmast WHERE prdel='N' ORDER BY pg_temp.h('qp'||g||prno,999) LIMIT 1) p ON true;
CREATE VIEW v_open_wo AS SELECT w.wo_no, p.prnm AS property, p.prcity AS city, w.title, pr.label AS priority, s.label AS status, t."FullName" AS technician, w.reported_at, w.due_at FROM wo_work_order w JOIN wo_status s USING (status) JOIN wo_priority pr USING (prio) JOIN prmast p ON p.prno=w.prop_no LEFT JOIN "tblTechnician" t ON t."TechID"=w.tech_id WHERE s.is_open AND NOT w.is_deleted;
CREATE VIEW v_rent_roll AS SELECT p.prno, p.prnm, u.unno, t.first_name||' '||t.last_name AS tenant, h.rent AS monthly_rent FROM ten_lease l JOIN ten_tenant t USING (tenant_id) JOIN unmast u ON u.unno=l.unit_no JOIN prmast p ON p.prno=u.unprno JOIN ten_rent_hist h ON h.lease_id=l.lease_id AND h.valid_to IS NULL WHERE l.lstat IN (1,2);
ANALYZE;
