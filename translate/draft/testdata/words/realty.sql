CREATE TABLE prop_typ (prop_typ_cd char(2) PRIMARY KEY, prop_typ_desc text);
INSERT INTO prop_typ VALUES ('AP','apartment'),('HS','house'),('OF','office'),('WH','warehouse');
CREATE TABLE lst_stat (stat_cd int PRIMARY KEY, stat_desc text);
INSERT INTO lst_stat VALUES (1,'active'),(2,'under offer'),(3,'sold'),(4,'withdrawn');
CREATE TABLE agt (agt_id int PRIMARY KEY, agt_fname text, agt_lname text, agt_email text, hire_dt date, comm_pct numeric, offc_city text);
INSERT INTO agt VALUES (1,'Nora','Pike','nora@r.test','2015-03-01',2.5,'Bristol'),(2,'Tom','Reed','tom@r.test','2018-07-11',3.0,'Bath'),
 (3,'Ines','Vogt','ines@r.test','2020-01-20',2.0,'Bristol'),(4,'Carl','Mills',NULL,'2022-05-05',1.5,'Exeter');
CREATE TABLE prop (prop_id int PRIMARY KEY, prop_typ_cd char(2) REFERENCES prop_typ, addr text, city text, sq_ft int, bdrm_cnt int, bath_cnt int, yr_built int, ownr_nm text);
INSERT INTO prop SELECT i, (ARRAY['AP','HS','HS','OF','WH','AP'])[i%6+1], i||' Elm Street', (ARRAY['Bristol','Bath','Exeter','Truro'])[i%4+1], 500+i*37%2100, i%6, 1+i%3, 1900+i*7%120, (ARRAY['Lee','Khan','Moss','Ortiz','Bell'])[i%5+1] FROM generate_series(1,40) i;
CREATE TABLE lst (lst_id int PRIMARY KEY, prop_id int REFERENCES prop, agt_id int REFERENCES agt, stat_cd int REFERENCES lst_stat, lst_dt date, lst_prc numeric, sold_dt date, sold_prc numeric);
INSERT INTO lst SELECT i, i, 1+i%3, 1+i%4, date '2023-01-10'+i*13, 150000+i*6100%400000, CASE WHEN i%4=2 THEN date '2023-03-10'+i*14 END, CASE WHEN i%4=2 THEN 145000+i*6100%400000 END FROM generate_series(1,36) i;
CREATE TABLE vwng (vwng_id int PRIMARY KEY, lst_id int REFERENCES lst, byr_nm text, vwng_ts timestamp, rtg int);
INSERT INTO vwng SELECT i, 1+i*5%30, (ARRAY['Amy','Bob','Cy','Dot'])[i%4+1], timestamp '2023-02-01 10:00'+i*interval '3 days', 1+i%5 FROM generate_series(1,70) i;
