-- A telephone company: short names, and no keys declared.
CREATE TABLE cust(cust_id int primary key, fname text, lname text, city text, seg text, reg_dt date);
CREATE TABLE tariff(tariff_id int primary key, tariff_nm text, mon_fee numeric(6,2), incl_min int, incl_gb numeric(5,1));
CREATE TABLE subs(subs_id int primary key, cust_id int not null, tariff_id int not null, msisdn text, act_dt date, deact_dt date, stat text);
CREATE TABLE call_rec(call_id int primary key, subs_id int not null, cell_id int, called_no text, call_ts timestamp, dur_sec int, charge numeric(6,2), call_type text);
CREATE TABLE cell(cell_id int primary key, site_nm text, city text, tech text, max_users int);
CREATE TABLE bill(bill_id int primary key, cust_id int not null, bill_dt date, due_dt date, amt numeric(8,2), paid_dt date);
CREATE TABLE cmplnt(cmplnt_id int primary key, cust_id int not null, opened_dt date, closed_dt date, cat text, sev text);
INSERT INTO cust SELECT i,(array['Ivo','Jana','Kim','Luis','Mona'])[1+i%5],(array['Prag','Quist','Rossi','Sanz'])[1+i%4],(array['Graz','Ghent','Gdansk','Genoa'])[1+(i/3)%4],(array['business','residential'])[1+(i%3>0)::int],date '2018-01-01'+i*7 FROM generate_series(1,250) i;
INSERT INTO tariff VALUES (1,'Basic',9.9,100,1),(2,'Smart',19.9,1000,10),(3,'Max',39.9,9999,100),(4,'Data Only',14.9,0,50),(5,'Legacy',7.5,60,0);
INSERT INTO subs SELECT i,1+(i*3)%240,1+i%4,'4366'||1000000+i,date '2019-01-01'+i*5,CASE WHEN i%6=0 THEN date '2022-01-01'+i*3 END,(array['active','suspended','closed'])[CASE WHEN i%6=0 THEN 3 WHEN i%7=0 THEN 2 ELSE 1 END] FROM generate_series(1,320) i;
INSERT INTO cell SELECT i,'Site '||i,(array['Graz','Ghent','Gdansk','Genoa'])[1+i%4],(array['4G','5G','3G'])[1+i%3],200+i*10 FROM generate_series(1,30) i;
INSERT INTO call_rec SELECT i,1+(i*7)%310,1+(i*11)%28,'4477'||i%90,timestamp '2024-03-01'+i*interval '17 minutes',(i*37)%1800,((i*7)%300)/100.0,(array['voice','sms','roaming'])[1+(i*5)%3] FROM generate_series(1,4000) i;
INSERT INTO bill SELECT i,1+(i*7)%235,date '2024-01-01'+(i/100)*30,date '2024-01-15'+(i/100)*30,8+(i*11)%120,CASE WHEN i%9=0 THEN NULL ELSE date '2024-01-05'+(i/100)*30+i%20 END FROM generate_series(1,1000) i;
INSERT INTO cmplnt SELECT i,1+(i*13)%230,date '2024-01-01'+i,CASE WHEN i%4=0 THEN NULL ELSE date '2024-01-01'+i+i%14 END,(array['billing','network','service'])[1+i%3],(array['low','high'])[1+(i*5)%2] FROM generate_series(1,300) i;
