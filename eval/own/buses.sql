-- Bus operator ERP ("Marlow & Tees Coaches"), grown since 2004
create schema ops; create schema adm; create schema wks;
do $$begin perform setseed(0.3717); end$$;

create table ops.depot(dep_cd char(3) primary key, dep_nm varchar(40) not null, twn varchar(40), cap_bus int, opn_dt date, clsd_yn char(1) default 'N');
insert into ops.depot values
('NTH','North Road Depot','Marlow',28,'1998-04-01','N'),('HBR','Harbour Yard','Teesport',18,'2004-09-01','N'),
('WLD','Wold Lane','Kirkby',12,'2009-03-01','N'),('STN','Station Approach','Marlow',8,'2001-01-01','Y'),('AIR','Airport Garage','Dunsford',10,'2021-06-01','N');

create table ops.veh_typ(vt varchar(3) primary key, vt_txt varchar(40));
insert into ops.veh_typ values ('SD','single decker'),('DD','double decker'),('MB','minibus'),('CO','touring coach'),('AR','articulated bus');

create table ops.vehmst(vmid int primary key, vmflno varchar(6) unique not null, vmregn varchar(12), vmvt varchar(3) references ops.veh_typ, vmdep char(3) references ops.depot,
 vmmake varchar(20), vmmodl varchar(30), vmyrbl smallint, vmseat smallint, vmstnd smallint, vmfuel char(1), vmstat char(1), vmacqd date, vmacqv numeric(11,2), vmslsd date, vmlowf char(1), vmodo int);
insert into ops.vehmst
select i, 'F'||lpad((100+i*3)::text,4,'0'), chr(65+(i*7)%26)||chr(65+(i*11)%26)||lpad((yb%100)::text,2,'0')||' '||chr(65+(i*5)%26)||chr(66+(i*3)%24)||chr(65+(i*13)%26),
 vt, (case when r2<.42 then 'NTH' when r2<.7 then 'HBR' when r2<.86 then 'WLD' else 'AIR' end),
 split_part(m,'/',1), split_part(m,'/',2), yb,
 case vt when 'SD' then 34+(i%4)*2 when 'DD' then 68+(i%5)*2 when 'MB' then 14+i%3 when 'CO' then 49+(i%3)*2 else 47 end,
 case vt when 'SD' then 32 when 'DD' then 20 when 'AR' then 70 else 0 end,
 case when yb>=2022 and vt in('SD','DD') and r3<.55 then 'E' when yb>=2018 and vt<>'CO' and r3<.3 then 'H' when yb between 2012 and 2017 and r3<.12 then 'G' else 'D' end,
 case when yb<2011 then (case when r4<.5 then 'S' when r4<.75 then 'X' else 'A' end) when r4<.8 then 'A' when r4<.89 then 'W' when r4<.96 then 'R' else 'S' end,
 least(make_date(yb,1+i%12,1+(i*5)%27),date '2026-11-16'-i), round((case vt when 'SD' then 165000 when 'DD' then 245000 when 'MB' then 62000 when 'CO' then 285000 else 310000 end*(.85+r3*.4))::numeric,-2), null,
 case when vt='CO' then 'N' when r5<.85 then 'Y' else 'N' end, ((2027-yb)*(28000+r5*34000))::int
from (select i,vt,(2006+floor(20.4*sqrt(r1)))::int yb,r2,r3,r4,r5,
  case vt when 'SD' then (array['Volvo/7900','Mercedes-Benz/Citaro','MAN/Lions City','Wrightbus/StreetLite','Alexander Dennis/Enviro200'])[1+floor(r6*5)::int]
   when 'DD' then (array['Alexander Dennis/Enviro400','Wrightbus/StreetDeck','Volvo/B5TL'])[1+floor(r6*3)::int] when 'MB' then (array['Mercedes-Benz/Sprinter','Ford/Transit'])[1+floor(r6*2)::int]
   when 'CO' then (array['Setra/S 515','Volvo/9700','Mercedes-Benz/Tourismo','Irizar/i6'])[1+floor(r6*4)::int] else 'Mercedes-Benz/Citaro G' end m
  from (select i,random() r1,random() r2,random() r3,random() r4,random() r5,random() r6,
   case when i%10<5 then 'SD' when i%10<7 then 'DD' when i%10=7 then 'CO' when i%10=8 then 'MB' when i%20=9 then 'AR' else 'CO' end vt from generate_series(1,72) i) a offset 0) b;
update ops.vehmst set vmslsd=make_date(2022+vmid%5,1+(vmid*5)%10,1+vmid%27) where vmstat='S';
update ops.vehmst set vmdep=null where vmstat in('S','X');

create table ops.t_rte(rte_no varchar(5) primary key, rte_nm varchar(60), rte_cls char(1), km_len numeric(5,1), vld_frm date, vld_to date, act_yn char(1), dep_cd char(3));
insert into ops.t_rte values
('1','Marlow Centre - Hospital','U',7.4,'2004-01-01',null,'Y','NTH'),('2','Marlow Centre - Riverside','U',5.9,'2004-01-01',null,'Y','NTH'),('3','Marlow Station - University','U',6.3,'2006-10-01',null,'Y','NTH'),
('4','Ring Line','U',14.2,'2010-12-12',null,'Y','NTH'),('5','Teesport - Harbour Estate','U',8.8,'2005-05-01',null,'Y','HBR'),('6','Teesport - Beachside','U',4.6,'2005-05-01','2023-12-09','N','HBR'),
('7','Marlow - Retail Park','U',6.9,'2015-06-01',null,'Y','NTH'),('10','Marlow - Kirkby','R',22.7,'2004-01-01',null,'Y','WLD'),('11','Marlow - Dunsford','R',31.5,'2004-01-01',null,'Y','AIR'),
('12','Kirkby - Thornby','R',18.3,'2008-12-14',null,'Y','WLD'),('14','Teesport - Eastmere','R',26.1,'2011-01-09',null,'Y','HBR'),('15','Kirkby - Hollin Moor','R',35.8,'2004-01-01','2024-07-31','N','WLD'),
('20','Teesport - Marlow Express','R',41.0,'2013-12-15',null,'Y','HBR'),('X9','Airport Shuttle','U',19.6,'2021-06-01',null,'Y','AIR'),
('S1','St Anne''s School','S',12.0,'2007-09-01',null,'Y','NTH'),('S2','Kirkby Comprehensive','S',15.5,'2007-09-01',null,'Y','WLD'),('S3','Thornby Primary','S',9.1,'2012-09-01',null,'Y','WLD'),('S4','Eastmere College','S',20.4,'2019-09-01','2025-07-25','N','HBR'),
('N1','Night Owl Marlow','N',16.7,'2016-04-01',null,'Y','NTH'),('N2','Night Owl Teesport','N',21.3,'2018-04-01',null,'Y','HBR'),('N3','Night Owl Dunsford','N',29.9,'2022-04-01','2022-12-31','N','AIR');

create table ops.stp(stp_id int primary key, stp_nm varchar(50), stp_twn varchar(30), fare_zn smallint, shltr_yn char(1), rtpi_yn char(1), last_insp date);
insert into ops.stp
select i,(array['High Street','Market Place','Hospital Main Entrance','Railway Station','University Gate','Riverside Walk','Mill Lane','Church Street','Town Hall','Retail Park North','Retail Park South','Albert Road','Queens Drive','Cemetery','Fire Station','Library','Park Avenue','Swimming Baths','Old Brewery','Canal Bridge',
 'Harbour Gate','Fish Quay','Lighthouse Road','Ferry Terminal','Dock Street','Beach Parade','Customs House','Ropewalk','Castle Hill','Station Road','Kirkby Cross','Wold Lane','The Green','Old School','Manor Farm','Thornby Church','Thornby Crossroads','Hollin Moor','Quarry End','Reservoir',
 'Dunsford Square','Airport Terminal 1','Airport Terminal 2','Airport Staff Car Park','Business Park','Eastmere Village Hall','Eastmere College','Saltmarsh','Windmill Inn','Level Crossing'])[i],
 case when i<=20 then 'Marlow' when i<=30 then 'Teesport' when i<=35 then 'Kirkby' when i<=37 then 'Thornby' when i<=40 then 'Hollin Moor' when i<=45 then 'Dunsford' else 'Eastmere' end,
 case when i<=20 then 1 when i<=30 then 2 when i<=37 then 3 when i<=45 then 3 else 4 end, case when random()<.6 then 'Y' else 'N' end, case when random()<.35 then 'Y' else 'N' end, date '2023-02-01'+floor(random()*1300)::int
from generate_series(1,50) i;

create table ops.rte_stp(rte_no varchar(5) references ops.t_rte, seq smallint, stp_id int, min_frm_st smallint, primary key(rte_no,seq));
insert into ops.rte_stp select r,s,st, (s-1)*(3+length(r)) from (select r, row_number() over(partition by r order by k)::int s, st from (
 select r.rte_no r, k, 1+(base+k*step)%50 st from (select rte_no, case dep_cd when 'NTH' then 0 when 'HBR' then 19 when 'WLD' then 29 else 38 end base, case when rte_cls='U' then 1 else 2 end step, 5+(ascii(rte_no)*length(rte_nm))%5 n from ops.t_rte) r, generate_series(0,n-1) k) q) z;

create table ops.cxl_rsn(rsn_cd char(2) primary key, rsn_txt varchar(40));
insert into ops.cxl_rsn values ('ND','no driver available'),('BD','breakdown'),('RC','road closed'),('WX','weather'),('ST','strike'),('AC','accident');

-- personnel
create table adm.jobcd(jcode varchar(4) primary key, jtext varchar(40), jgrp char(1));
insert into adm.jobcd values ('DRV','bus driver','D'),('CDRV','coach driver','D'),('MECH','mechanic','W'),('ELEC','vehicle electrician','W'),('DISP','dispatcher','O'),('CLRK','office clerk','O'),('CLN','cleaner','W'),('MGR','manager','O'),('APPR','apprentice','W');
create table adm.emppf(emno int primary key, emlnam varchar(30), emfnam varchar(30), emsex char(1), embdat date, ementr date, emexit date, emjob varchar(4), emdep char(3), emhrs numeric(4,1), emgros numeric(9,2), emlicx date, emuni char(1), emmail varchar(60));
insert into adm.emppf
select 1000+i*4, ln, fn, case when fi<=15 then 'M' else 'F' end, make_date(1960+floor(r1*44)::int,1+i%12,1+(i*7)%28), ent,
 case when r4<.19 then least(ent+400+floor(r5*900)::int, date '2026-10-31') end,
 job, case when r2<.44 then 'NTH' when r2<.7 then 'HBR' when r2<.87 then 'WLD' else 'AIR' end,
 case when r3<.72 then 39.0 when r3<.88 then 30.0 else 20.0 end,
 round((case job when 'DRV' then 2650 when 'CDRV' then 2900 when 'MECH' then 2980 when 'ELEC' then 3120 when 'DISP' then 3050 when 'CLRK' then 2480 when 'CLN' then 1980 when 'MGR' then 4700 else 1250 end*(.94+r5*.3))::numeric,-1),
 case when job in('DRV','CDRV') then date '2026-02-01'+floor(r3*1500)::int end, case when r1<.55 then 'Y' else 'N' end, lower(left(fn,1)||'.'||ln)||'@marlowtees.example'
from (select i,ln,fi,(array['Peter','Ian','Colin','Graham','Stephen','Marek','Dawid','Ahmed','Liam','Owen','Ravi','Tomasz','Keith','Darren','Neil','Susan','Alison','Magda','Priya','Hannah','Joanne','Karen','Fiona','Beata','Claire'])[fi] fn,r1,r2,r3,r4,r5,
 date '2004-03-01'+floor(8150*sqrt(r6))::int ent,
 case when i<=38 then 'DRV' when i<=50 then 'CDRV' when i<=60 then 'MECH' when i<=63 then 'ELEC' when i<=68 then 'DISP' when i<=74 then 'CLRK' when i<=79 then 'CLN' when i<=83 then 'MGR' else 'APPR' end job
 from (select i,(array['Abbott','Akhtar','Baker','Barlow','Bednarz','Bell','Brennan','Burke','Carver','Chambers','Clough','Cole','Dawson','Dean','Duffy','Ellis','Farrow','Fenwick','Gibson','Grant','Hadley','Harker','Hewitt','Hobson','Hussain','Ingram','Jarvis','Jessop','Kaczmarek','Kemp','Khan','Lister','Lowe','Maddox','Marsh','Mistry','Moran','Nash','Newton','Nowak',
 'Oakes','Palmer','Patel','Pearce','Pickering','Pryce','Quinn','Raine','Reid','Rigby','Rowan','Sadler','Shah','Sharp','Singh','Slater','Stokes','Sutton','Tate','Tanner','Thorne','Todd','Underhill','Varley','Wade','Walsh','Warwick','Webb','Whelan','Wilk','Winter','Wood','Wren','Yates','Young','Zaremba','Ashby','Booth','Crane','Drake','Eden','Frost','Gale','Hart','Ives','Joyce','Knox'])[i] ln,
  1+floor(random()*25)::int fi,random() r1,random() r2,random() r3,random() r4,random() r5,random() r6 from generate_series(1,87) i) a offset 0) b;
create table adm.emp_abs(abs_id int primary key, emno int references adm.emppf, abs_typ char(2), dt_fr date, dt_to date, n_days numeric(4,1), cert_yn char(1), apprv_by int);
insert into adm.emp_abs select i, 1000+4*(1+floor(87*power(r1,1.5))::int), t, d, d+n-1, n, case when t='SK' then (case when n>3 then 'Y' else 'N' end) end, 1000+4*(80+i%4)
from (select i,random() r1, t, date '2022-01-10'+floor(random()*1760)::int d, case t when 'SK' then 1+floor(14*power(random(),2))::int when 'VA' then 3+floor(random()*13)::int when 'TR' then 1+i%3 when 'PA' then 10+floor(random()*30)::int else 1 end n
 from (select i, case when r<.43 then 'SK' when r<.84 then 'VA' when r<.92 then 'TR' when r<.95 then 'PA' else 'UN' end t from (select i,random() r from generate_series(1,320) i) x offset 0) y) z;
create table adm.trng(tr_cd varchar(6) primary key, tr_ttl varchar(60), tr_hrs numeric(4,1), mand_yn char(1), vld_mth smallint, cost_pp numeric(7,2));
insert into adm.trng values ('CPC1','Driver CPC periodic - safety',7,'Y',60,95),('CPC2','Driver CPC periodic - eco driving',7,'Y',60,95),('FAID','First aid at work',14,'N',36,180),('EVHV','High-voltage electric vehicles',16,'N',null,640),('TACH','Digital tachograph',4,'Y',24,60),('CUST','Customer care and conflict',6,'N',null,75),('WELD','Welding refresher',8,'N',36,310),('FIRE','Fire safety warden',3,'N',24,45),('DIS','Disability awareness',3.5,'Y',36,55),('GDPR','Data protection basics',1.5,'N',12,20);
create table adm.emp_trng(emno int references adm.emppf, tr_cd varchar(6) references adm.trng, tr_dt date, pass_yn char(1), score smallint, primary key(emno,tr_cd,tr_dt));
insert into adm.emp_trng select distinct on (e,c,d) e,c,d,case when s>=60 then 'Y' else 'N' end,s from (select 1000+4*(1+floor(random()*87)::int) e,(array['CPC1','CPC1','CPC1','CPC2','CPC2','TACH','TACH','FAID','EVHV','CUST','CUST','DIS','DIS','FIRE','GDPR'])[1+floor(random()*15)::int] c, date '2022-02-07'+7*floor(random()*248)::int d,(45+55*sqrt(random()))::int s from generate_series(1,210)) q;

-- trips
create table ops.trip(trip_id int primary key, trp_dt date not null, rte_no varchar(5) references ops.t_rte, veh_id int, drv_no int, pln_dep time, dly_min smallint, pax_cnt smallint, cxl_yn char(1) default 'N', cxl_rsn char(2), dir char(1));
create table ops.trip_arc(like ops.trip); alter table ops.trip_arc add arc_dt date;
create temp table tg as select i, date '2022-01-03'+floor(i*1787.0/800+random()*2)::int d, random() r1,random() r2,random() r3,random() r4,random() r5,random() r6,random() r7 from generate_series(1,800) i;
create temp table rw as select rte_no, rte_cls, vld_frm, vld_to, row_number() over(order by case when rte_cls='U' then 0 when rte_cls='R' then 1 when rte_cls='S' then 2 else 3 end, length(rte_no), rte_no) n from ops.t_rte;
create temp table tt as
 select g.i,d,rw.rte_no,rw.rte_cls, coalesce((select vmid from ops.vehmst where vmvt in('SD','DD','AR') and vmstat in('A','W','R') order by abs(vmid-1-71*r2) limit 1),1) v, 1000+4*(1+floor(38*power(r3,1.25))::int) dr,
 case rw.rte_cls when 'N' then time '23:15' when 'S' then time '07:20' else time '05:30'+ (floor(r4*66)*15||' minutes')::interval end tm,
 case when r5<.45 then 0 when r5<.55 then -1 else floor(28*power(r5-.5,1.6)*3)::int end dly, floor(6+62*power(r6,1.3))::int px,
 r7<.085 cx, case when r7<.036 then 'ND' when r7<.058 then 'BD' when r7<.068 then 'RC' when r7<.074 then 'WX' when r7<.08 then 'ST' else 'AC' end cr, case when i%2=0 then 'O' else 'I' end dir
 from tg g join rw on rw.n=1+floor(21*power(r1,1.7))::int where (rw.vld_to is null or d<=rw.vld_to) and d>=rw.vld_frm;
insert into ops.trip select 50000+i,d,rte_no,v,dr,tm,case when cx then null else dly end,case when cx then null else px end,case when cx then 'Y' else 'N' end,case when cx then cr end,dir from tt where d>='2024-01-01';
insert into ops.trip_arc select 50000+i,d,rte_no,v,dr,tm,case when cx then null else dly end,case when cx then null else px end,case when cx then 'Y' else 'N' end,case when cx then cr end,dir,'2024-02-12' from tt where d<'2024-01-01';

create table ops.tkt_typ(tt_cd varchar(4) primary key, tt_nm varchar(40), prc numeric(6,2), vld_days smallint, disc_yn char(1), act_yn char(1));
insert into ops.tkt_typ values ('SGL','Single',2.40,1,'N','Y'),('RTN','Day return',4.10,1,'N','Y'),('DAY','Day rover',5.80,1,'N','Y'),('WKA','Weekly adult',21.50,7,'N','Y'),('MTA','Monthly adult',74.00,30,'N','Y'),('MTS','Monthly student',49.00,30,'Y','Y'),('SEN','Senior single',1.20,1,'Y','Y'),('CHD','Child single',1.10,1,'Y','Y'),('YRA','Annual adult',690.00,365,'N','Y'),('T10','Ten-trip carnet',19.00,90,'N','N'),('FAM','Family day',11.50,1,'Y','Y');
create table ops.tkt_sls(ts_id int primary key, ts_dt date, tt_cd varchar(4), qty smallint, amt numeric(9,2), chnl char(1), rte_no varchar(5), void_yn char(1) default 'N');
insert into ops.tkt_sls select i,d,t.tt_cd,q,q*t.prc,ch,case when ch='D' then (array['1','1','1','2','3','3','4','5','7','10','11','20','X9','X9'])[1+floor(r*14)::int] end, case when r<.04 then 'Y' else 'N' end
 from (select i,date '2022-01-01'+floor(1790*power(random(),.8))::int d,(array['SGL','SGL','SGL','RTN','RTN','DAY','WKA','WKA','MTA','MTA','MTS','SEN','CHD','T10','FAM','YRA'])[1+floor(random()*16)::int] c,1+floor(9*power(random(),2))::int q,(array['D','D','D','M','M','A','A','A','K'])[1+floor(random()*9)::int] ch,random() r from generate_series(1,400) i) a join ops.tkt_typ t on t.tt_cd=a.c;
update ops.tkt_sls set tt_cd='DAY',amt=qty*5.80 where tt_cd='T10' and ts_dt>='2024-01-01';
update ops.tkt_sls set tt_cd='SGL',amt=qty*2.40 where tt_cd='FAM' and ts_dt<'2026-01-01';

-- charter customers
create table ops."tblCust"("CustNo" int primary key,"CustNm" varchar(60),"CustTyp" char(1),"Town" varchar(30),"Zip" varchar(10),"Email" varchar(60),"Phone" varchar(30),"CrLim" numeric(9,2),"Blkd" char(1) default 'N',"CreDt" date,"AcctMgr" int);
insert into ops."tblCust" select 7000+i, nm, split_part(tw,'/',2), split_part(tw,'/',1), 'MT'||1+i%9||' '||1+(i*3)%9||chr(65+i%26)||chr(65+(i*3)%26), case when i%7=0 then null else 'office@'||lower(regexp_replace(nm,'[^A-Za-z]','','g'))||'.example' end,'01632 '||960000+i*137, (array[0,500,1000,2500,5000,10000])[1+floor(random()*6)::int], case when random()<.1 then 'Y' else 'N' end, date '2009-01-15'+floor(6200*random())::int, 1000+4*(69+i%6)
from (select i,split_part(x,'|',1) nm,split_part(x,'|',2) tw from (select ordinality::int i,x from unnest(array['St Anne''s School|Marlow/S','Kirkby Comprehensive School|Kirkby/S','Eastmere College|Eastmere/S','Thornby Primary School|Thornby/S','Marlow Grammar School|Marlow/S','Teesport Academy|Teesport/S',
'Harbour Logistics Ltd|Teesport/C','Northgate Insurance|Marlow/C','Dunsford Aero Components|Dunsford/C','Bright & Lowe Solicitors|Marlow/C','Pennine Dairy|Kirkby/C','Halcyon Software|Marlow/C','Tees Shipyard plc|Teesport/C','Moorland Brewery|Hollin Moor/C','Quayside Hotels|Teesport/C','Fairway Events|Marlow/C',
'Marlow Rugby Club|Marlow/A','Teesport Rovers FC|Teesport/A','Kirkby Bowling Club|Kirkby/A','Eastmere Ramblers|Eastmere/A','Dunsford Choral Society|Dunsford/A','Women''s Institute Thornby|Thornby/A','Marlow Brass Band|Marlow/A','Senior Citizens Forum|Marlow/A','Scouts 4th Teesport|Teesport/A',
'Sunway Travel|Marlow/T','Coastline Holidays|Teesport/T','Alpine Adventures|London/T','GoNorth Tours|Leeds/T','Heritage Trips|York/T','Euro Explorer GmbH|Koeln/T',
'Margaret Hollis|Marlow/P','Jonathan Pike|Kirkby/P','Samira Aziz|Teesport/P','Derek Fowler|Dunsford/P','Emily Stone|Marlow/P','Paul Whittle|Eastmere/P','Anita Rao|Marlow/P','George Lamb|Thornby/P','Nadia Kowal|Teesport/P','Hollin Moor Primary School|Hollin Moor/S','Kirkby Joinery Ltd|Kirkby/C','Teesport Sailing Club|Teesport/A','Rosemary Dunn|Dunsford/P']) with ordinality u(x,ordinality)) q) w;
create table ops.cust_old(kno int, kname varchar(60), ktown varchar(30), ktyp char(1), kbal numeric(9,2), migr_dt date);
insert into ops.cust_old select "CustNo"-6000,upper("CustNm"),upper("Town"),"CustTyp",round((random()*900)::numeric,2),'2019-03-31' from ops."tblCust" where "CreDt"<'2019-03-31';
insert into ops.cust_old values (901,'OLD MILL FESTIVAL','MARLOW','A',0,'2019-03-31'),(902,'TEES MINING MUSEUM','TEESPORT','A',112.50,'2019-03-31'),(903,'BECKETT & SONS','KIRKBY','C',40,'2019-03-31');
create table ops.chtr_bkg(cb_no int primary key, cust_no int references ops."tblCust", bkd_on date, trv_fr date, trv_to date, dest varchar(40), pax smallint, veh_id int references ops.vehmst, drv_no int, km_est int, prc_net numeric(9,2), dep_pd numeric(9,2), cb_st smallint, rmk text);
insert into ops.chtr_bkg select 30000+i,c,least(d-20-floor(r2*90)::int,date '2026-11-27'-i%9),d,d+n,split_part(dst,'/',1),12+floor(r3*40)::int, v, 1000+4*(39+floor(r4*12)::int), km, round((180+km*1.9+n*420+r2*250)::numeric,0), round((180+km*.4)::numeric,-1), case when d<'2026-11-28' then (case when r5<.81 then 4 else 9 end) else (case when r5<.2 then 1 when r5<.45 then 2 when r5<.92 then 3 else 9 end) end, case when r5<.06 then 'wheelchair space needed' when r5>.95 then 'pick-up at rear gate' end
from (select i,c,d,n,dst,split_part(dst,'/',2)::int km,r2,r3,r4,r5,(select vmid from ops.vehmst where vmvt in('CO','MB') and vmstat<>'X' order by abs(vmid-72*r6) limit 1) v from (select i,7000+1+floor(40*power(random(),1.4))::int c,date '2022-02-01'+floor(1850*random())::int d,case when random()<.6 then 0 else floor(6*random())::int end n,(array['York/140','London/760','Edinburgh/420','Lake District/290','Liverpool/310','Alton Towers/360','Whitby/130','Paris/1900','Amsterdam/1500','Durham/80','Blackpool/330','Newcastle Airport/110','Cologne Christmas Market/1950','Scarborough/150','York/140','London/760'])[1+floor(random()*16)::int] dst,random() r2,random() r3,random() r4,random() r5,random() r6 from generate_series(1,260) i) a offset 0) b;

create table ops.cmpl_cat(cat_cd char(2) primary key, cat_txt varchar(40));
insert into ops.cmpl_cat values ('LT','late running'),('NS','bus did not stop'),('BH','driver behaviour'),('CL','cleanliness'),('FR','fare dispute'),('AC','accessibility'),('OV','overcrowding');
create table ops.cmpl(cmpl_id int primary key, rcv_dt date, cat_cd char(2) references ops.cmpl_cat, rte_no varchar(5), drv_no int, src char(1), st char(1), cls_dt date, cmpns numeric(7,2), txt varchar(200));
insert into ops.cmpl select i,d,c,(array['1','1','2','3','3','3','4','5','7','10','10','11','14','20','X9','N1','S2'])[1+floor(r1*17)::int],case when c in('BH','NS') or r2<.2 then 1000+4*(1+floor(38*power(r3,1.6))::int) end,(array['E','E','E','T','W','W','L'])[1+floor(r2*7)::int],
 case when d>'2026-08-15' and r3<.6 then (case when r2<.5 then 'O' else 'I' end) when r3<.1 then 'R' else 'C' end, null, case when c in('LT','FR','NS') and r1<.3 then round((5+r2*40)::numeric,0) else 0 end,null
from (select i,date '2022-01-15'+floor(i*1765.0/190)::int d,(array['LT','LT','LT','LT','NS','NS','BH','BH','CL','FR','AC','OV'])[1+floor(random()*12)::int] c,random() r1,random() r2,random() r3 from generate_series(1,190) i) a;
update ops.cmpl set cls_dt=least(rcv_dt+2+(cmpl_id*7)%33,date '2026-11-27') where st in('C','R');
create table ops.lostprp(lp_id int primary key, fnd_dt date, item varchar(40), rte_no varchar(5), shelf varchar(6), ret_yn char(1), ret_dt date, disp_yn char(1));
insert into ops.lostprp select i,d,(array['umbrella','umbrella','umbrella','mobile phone','mobile phone','wallet','backpack','backpack','glove','scarf','keys','keys','glasses','pushchair','school bag','walking stick','headphones'])[1+floor(r1*17)::int],(array['1','2','3','4','5','7','10','11','14','20','X9','S1','S2'])[1+floor(r2*13)::int],chr(65+i%5)||i%12,case when r3<.38 then 'Y' else 'N' end,case when r3<.38 then d+1+floor(r2*30)::int end,case when r3>=.38 and d<'2026-05-01' then 'Y' else 'N' end
from (select i,date '2022-01-05'+floor(i*1780.0/150)::int d,random() r1,random() r2,random() r3 from generate_series(1,150) i) a;
create table ops.acc_rep(ar_no varchar(9) primary key, ar_dt date, veh_id int references ops.vehmst, drv_no int, loc varchar(40), dmg_est numeric(9,2), inj_cnt smallint, flt_yn char(1), ins_st smallint);
insert into ops.acc_rep select to_char(d,'YYYY')||'-'||lpad(i::text,3,'0'),d,1+floor(72*r1)::int,1000+4*(1+floor(50*power(r2,1.3))::int),(array['Marlow ring road','Harbour roundabout','A19 junction 4','depot yard','Station Road','Airport access road','Kirkby Cross'])[1+floor(r3*7)::int],round((150+9000*power(r4,3))::numeric,0),case when r4>.8 then 1+floor(r1*3)::int else 0 end,case when r3<.46 then 'Y' else 'N' end,case when d>'2026-06-01' then 1 when r2<.8 then 3 else 2 end
from (select i,date '2022-01-20'+floor(i*1760.0/70)::int d,random() r1,random() r2,random() r3,random() r4 from generate_series(1,70) i) a;

-- finance
create table adm.inv_hd(inv_no int primary key, inv_dt date, cust_no int, cb_no int, due_dt date, net_amt numeric(10,2), vat_amt numeric(10,2), grs_amt numeric(10,2), inv_st char(1), dun_lvl smallint default 0);
insert into adm.inv_hd select 220000+row_number() over(order by trv_to,cb_no),trv_to+3,cust_no,cb_no,trv_to+33,prc_net,round(prc_net*.2,2),round(prc_net*1.2,2),case when random()<.03 then 'V' when trv_to<'2026-08-20' then (case when random()<.93 then 'P' else 'O' end) else (case when random()<.35 then 'P' else 'O' end) end,0 from ops.chtr_bkg where cb_st=4 and trv_to<'2026-11-24';
update adm.inv_hd set dun_lvl=case when due_dt<'2026-06-01' then 3 when due_dt<'2026-10-01' then 2 when due_dt<'2026-11-15' then 1 else 0 end where inv_st='O';
create table adm.inv_pos(inv_no int references adm.inv_hd, pos_no smallint, txt varchar(60), qty numeric(8,2), unit_prc numeric(9,2), primary key(inv_no,pos_no));
insert into adm.inv_pos select inv_no,1,'Coach hire',1,net_amt-40 from adm.inv_hd union all select inv_no,2,'Driver allowance',1,40 from adm.inv_hd;
create table adm.pay_rcv(pay_id int primary key, inv_no int, pay_dt date, amt numeric(10,2), meth char(2));
insert into adm.pay_rcv select row_number() over(order by inv_no),inv_no,least(d,date '2026-11-27'),grs_amt,m from (select inv_no,inv_dt+5+floor(60*power(random(),1.4))::int d,grs_amt,(array['BT','BT','BT','CC','CA','DD'])[1+floor(random()*6)::int] m from adm.inv_hd where inv_st='P') x;
insert into adm.pay_rcv select 5000+row_number() over(order by inv_no),inv_no,inv_dt+25,round(grs_amt*.4,2),'BT' from adm.inv_hd where inv_st='O' and inv_no%4=0 and inv_dt<'2026-10-30';

-- workshop
create table wks.sup(sup_id int primary key, sup_nm varchar(50), sup_twn varchar(30), cntry char(2), lead_days smallint, pref_yn char(1), ext_rtg smallint);
insert into wks.sup values (11,'Brakeline Ltd','Leeds','GB',3,'Y',4),(12,'Nordic Bus Parts AB','Gothenburg','SE',9,'Y',5),(13,'Teesside Tyres','Middlesbrough','GB',1,'Y',4),(14,'Autoglas Partner','Hull','GB',4,'N',3),(15,'Stern Ersatzteile GmbH','Stuttgart','DE',7,'Y',5),(16,'Volt & Cell','Sheffield','GB',12,'N',2),(17,'Midland Filters','Derby','GB',2,'N',4),(18,'Comfort Seating Co','Bradford','GB',21,'N',3),(19,'Iberbus Recambios','San Sebastian','ES',14,'N',3),(20,'Fastenings Direct','York','GB',2,'N',null);
create table wks.part_grp(pg char(2) primary key, pg_txt varchar(30));
insert into wks.part_grp values ('BR','brakes'),('FI','filters'),('TY','tyres'),('EL','electrics'),('BO','body and glass'),('IN','interior'),('EN','engine'),('OI','oils and fluids');
create table wks.part(part_no varchar(10) primary key, descr varchar(60), pg char(2), sup_id int references wks.sup, stk_qty int, min_qty int, unit_prc numeric(9,2), bin varchar(8), obs_yn char(1) default 'N', last_mov date);
insert into wks.part select p||'-'||lpad((100+ordinality*7)::text,4,'0'),split_part(x,'|',2),p,split_part(x,'|',3)::int,floor(30*power(random(),2))::int,(array[0,2,4,6,10])[1+floor(random()*5)::int],split_part(x,'|',4)::numeric,chr(65+(ordinality%6)::int)||'-'||(ordinality%15),case when random()<.1 then 'Y' else 'N' end,date '2026-11-20'-floor(900*power(random(),2.5))::int
from (select x,ordinality,split_part(x,'|',1) p from unnest(array['BR|Brake disc front|11|142.00','BR|Brake pad set front|11|68.50','BR|Brake pad set rear|11|61.20','BR|Brake caliper|15|389.00','BR|ABS sensor|15|54.90','FI|Oil filter|17|12.80','FI|Fuel filter|17|18.40','FI|Air filter|17|31.60','FI|Cabin filter|17|14.20','FI|AdBlue filter|12|47.30','TY|Tyre 275/70 R22.5|13|318.00','TY|Tyre 295/80 R22.5|13|352.00','TY|Tyre 225/75 R16|13|126.00','TY|Valve extension|13|6.40',
'EL|Alternator 24V|15|612.00','EL|Starter motor|15|548.00','EL|Battery 225Ah|16|214.00','EL|Headlamp bulb H7|16|7.90','EL|Destination display module|12|890.00','EL|Door control unit|12|455.00','EL|Charging socket CCS2|16|730.00','EL|High-voltage fuse|16|88.00','BO|Windscreen lower|14|640.00','BO|Side window|14|285.00','BO|Mirror arm left|12|198.00','BO|Mirror arm right|12|198.00','BO|Front bumper corner|12|410.00','BO|Wiper blade 900mm|14|22.50',
'IN|Seat cover moquette|18|58.00','IN|Seat frame double|18|340.00','IN|Stop button red|20|11.30','IN|Handrail yellow 1.8m|20|39.00','IN|Wheelchair belt|18|74.00','EN|Turbocharger|15|1480.00','EN|Water pump|15|236.00','EN|V-belt|15|27.70','EN|Injector|15|298.00','EN|Thermostat|19|41.00','EN|Exhaust clamp|20|8.60','OI|Engine oil 10W-40 20l|17|84.00','OI|Coolant 20l|17|52.00','OI|AdBlue 200l|17|96.00','OI|Grease cartridge|20|4.90','OI|Gear oil 20l|17|102.00']) with ordinality u(x,ordinality)) q;
create table wks.wo_hd(wo_no int primary key, veh_id int, opn_dt date, cls_dt date, wo_typ char(1), wo_st smallint, mech_no int, dep_cd char(3), odo int, fault_txt varchar(120), wrnty_yn char(1));
insert into wks.wo_hd select 80000+i,v,d,case when d<'2026-09-28' or r2<.35 then least(d+floor(12*power(r3,2))::int,date '2026-11-27') end,(array['R','R','R','S','S','I','A'])[1+floor(r4*7)::int],0,1000+4*(51+floor(13*power(r2,1.2))::int),(array['NTH','NTH','NTH','HBR','HBR','WLD'])[1+floor(r3*6)::int],null,(array['brakes squealing','door fault','no start','coolant leak','AC not working','tyre wear','ramp stuck','warning lamp','routine service','gearbox noise'])[1+floor(r5*10)::int],case when r5<.08 then 'Y' else 'N' end
from (select i,1+floor(72*random())::int v,date '2022-01-10'+floor(i*1770.0/300)::int d,random() r2,random() r3,random() r4,random() r5 from generate_series(1,300) i) a;
update wks.wo_hd set wo_st=case when cls_dt is not null then (case when wo_no%25=0 then 9 else 5 end) when wo_no%3=0 then 1 when wo_no%3=1 then 2 else 3 end;
create table wks.wo_pos(wo_no int references wks.wo_hd, pos smallint, pos_typ char(1), part_no varchar(10), qty numeric(6,2), unit_prc numeric(9,2), ln_amt numeric(10,2), primary key(wo_no,pos));
insert into wks.wo_pos select wo_no,1,'L',null,h,58,h*58 from (select wo_no,round((.5+9*power(random(),2))::numeric*2,0)/2 h from wks.wo_hd where wo_no%3>0) q;
insert into wks.wo_pos select q.wo_no,2,'P',p.part_no,q.q,p.unit_prc,q.q*p.unit_prc from (select wo_no,1+floor(44*power(random(),1.2))::int k,1+floor(4*power(random(),2))::int q from wks.wo_hd where wo_no%2=0 or wo_no%3=0) q join (select part_no,unit_prc,row_number() over(order by part_no) k from wks.part where part_no not like 'IN-03%') p using(k);
create table wks.fuel_log(fl_id int primary key, fl_dt date, veh_id int, qty numeric(7,2), unit char(3), cost numeric(8,2), odo int, card_no varchar(12));
insert into wks.fuel_log select i,d,vmid,q,case when vmfuel='E' then 'KWH' when vmfuel='G' then 'KG' else 'L' end,round((q*(case when vmfuel='E' then .21 when vmfuel='G' then 1.35 else 1.28+r*.25 end))::numeric,2),greatest(1000,vmodo-floor((date '2026-11-27'-d)*95)::int),'FC'||1000+vmid
from (select i,date '2022-01-04'+floor(i*1785.0/400)::int d,1+floor(72*random())::int v,round((80+210*random())::numeric,1) q,random() r from generate_series(1,400) i) a join ops.vehmst on vmid=v and vmstat not in('S','X');
create table wks.insp(in_id int primary key, veh_id int references ops.vehmst, in_typ char(3), in_dt date, nxt_due date, res char(1), def_cnt smallint, insp_by varchar(30), fee numeric(7,2));
insert into wks.insp select row_number() over(order by d,vmid),vmid,t,d,(d+case t when 'MOT' then interval '12 months' when 'TAC' then interval '24 months' else interval '3 months' end)::date,case when r<.72 then 'P' when r<.9 then 'A' else 'F' end,case when r<.72 then 0 else 1+floor(r2*6)::int end,(array['DVSA Marlow','DVSA Teesport','in-house'])[1+floor(r2*3)::int],case t when 'MOT' then 125 when 'TAC' then 78 else 0 end
from (select vmid,(array['MOT','MOT','SAF','SAF','TAC'])[1+floor(random()*5)::int] t,date '2022-03-01'+floor(1725*random())::int d,random() r,random() r2 from ops.vehmst, generate_series(1,3) where vmstat not in('S','X')) a;
create table wks.po_hd(po_no int primary key, sup_id int, po_dt date, exp_dt date, rcv_dt date, tot_amt numeric(10,2), po_st char(2), ord_by int);
insert into wks.po_hd select 6000+i,s.sup_id,d,d+lead_days+1,case when d<'2026-11-05' and r>=.05 then d+lead_days+floor(9*power(r,3))::int end,round((60+4200*power(r2,2.5))::numeric,2),case when r<.05 then 'CX' when d<'2026-11-05' then 'RC' when r<.4 then 'NW' else 'OR' end,1000+4*(69+i%6)
from (select i,(array[11,11,11,12,12,13,13,13,13,15,15,15,17,17,14,16,18,20])[1+floor(random()*18)::int] s,date '2022-01-12'+floor(i*1774.0/160)::int d,random() r,random() r2 from generate_series(1,160) i) a join wks.sup s on s.sup_id=a.s;

create view ops.v_veh_act as select vmid,vmflno,vmregn,vmmake,vmmodl,vmdep from ops.vehmst where vmstat in('A','R','W');
create view adm.v_inv_open as select h.inv_no,h.cust_no,c."CustNm",h.due_dt,h.grs_amt,coalesce((select sum(amt) from adm.pay_rcv p where p.inv_no=h.inv_no),0) paid from adm.inv_hd h join ops."tblCust" c on c."CustNo"=h.cust_no where h.inv_st='O';

comment on table ops.vehmst is 'Vehicle master (from AS/400 VEHMST), one row per bus/coach';
comment on column ops.vehmst.vmflno is 'fleet number painted on the bus'; comment on column ops.vehmst.vmfuel is 'D diesel, E electric, H hybrid, G gas (CNG)';
comment on column ops.vehmst.vmstat is 'A in service, W in workshop, R reserve, S sold, X scrapped'; comment on column ops.vehmst.vmacqv is 'purchase price GBP'; comment on column ops.vehmst.vmslsd is 'date sold';
comment on column ops.vehmst.vmlowf is 'low floor'; comment on column ops.vehmst.vmyrbl is 'year built'; comment on column ops.vehmst.vmregn is 'registration plate';
comment on column ops.vehmst.vmodo is 'odometer km'; comment on column ops.vehmst.vmstnd is 'standing places'; comment on column ops.vehmst.vmdep is 'home depot';
comment on table ops.t_rte is 'bus routes (lines)'; comment on column ops.t_rte.rte_cls is 'U=urban R=rural S=school N=night';
comment on table ops.stp is 'bus stops'; comment on column ops.stp.shltr_yn is 'has a shelter'; comment on column ops.stp.rtpi_yn is 'real-time passenger information display fitted'; comment on column ops.stp.fare_zn is 'fare zone';
comment on column ops.rte_stp.min_frm_st is 'minutes from start of route';
comment on table ops.trip is 'operated trips from 2024 on; older ones see trip_arc'; comment on table ops.trip_arc is 'archive of trips before 2024, moved by job ARC07';
comment on column ops.trip.dly_min is 'delay at departure in minutes (negative = early)'; comment on column ops.trip.pax_cnt is 'passengers counted'; comment on column ops.trip.cxl_yn is 'trip cancelled'; comment on column ops.trip.dir is 'O outbound I inbound'; comment on column ops.trip.drv_no is 'emppf.emno';
comment on table ops.tkt_sls is 'ticket sales'; comment on column ops.tkt_sls.chnl is 'D driver, M machine, A app, K kiosk'; comment on column ops.tkt_sls.void_yn is 'voided sale, do not count';
comment on column ops.tkt_typ.disc_yn is 'discounted fare';
comment on table ops."tblCust" is 'charter customers (Access import 2011)'; comment on column ops."tblCust"."CustTyp" is 'S school, C company, A association/club, T travel agency, P private'; comment on column ops."tblCust"."Blkd" is 'blocked, no new bookings'; comment on column ops."tblCust"."CrLim" is 'credit limit';
comment on table ops.cust_old is 'old customer file before 2019 migration - do not use';
comment on table ops.chtr_bkg is 'charter (private hire) bookings'; comment on column ops.chtr_bkg.cb_st is '1 enquiry 2 offer 3 confirmed 4 done 9 cancelled'; comment on column ops.chtr_bkg.dep_pd is 'deposit'; comment on column ops.chtr_bkg.trv_fr is 'first day of travel';
comment on table ops.cmpl is 'passenger complaints'; comment on column ops.cmpl.st is 'O open, I in progress, C closed, R rejected'; comment on column ops.cmpl.src is 'E e-mail T telephone W web form L letter'; comment on column ops.cmpl.cmpns is 'compensation paid';
comment on table ops.lostprp is 'lost property office'; comment on column ops.lostprp.ret_yn is 'returned to owner'; comment on column ops.lostprp.disp_yn is 'disposed of';
comment on table ops.acc_rep is 'accident reports'; comment on column ops.acc_rep.flt_yn is 'our driver at fault'; comment on column ops.acc_rep.dmg_est is 'estimated damage'; comment on column ops.acc_rep.ins_st is '1 reported to insurer 2 disputed 3 settled';
comment on table adm.emppf is 'personnel file'; comment on column adm.emppf.emexit is 'left the company on (null = still employed)'; comment on column adm.emppf.emlicx is 'driving licence expires'; comment on column adm.emppf.emgros is 'gross monthly pay'; comment on column adm.emppf.emuni is 'union member'; comment on column adm.emppf.emhrs is 'contract hours per week';
comment on table adm.emp_abs is 'absences'; comment on column adm.emp_abs.abs_typ is 'SK sick, VA vacation, TR training, PA parental, UN unpaid'; comment on column adm.emp_abs.cert_yn is 'doctor''s note handed in';
comment on column adm.trng.mand_yn is 'mandatory'; comment on table adm.emp_trng is 'courses taken by employees';
comment on table adm.inv_hd is 'charter invoices'; comment on column adm.inv_hd.inv_st is 'O open, P paid, V void'; comment on column adm.inv_hd.dun_lvl is 'reminder level';
comment on column adm.pay_rcv.meth is 'BT bank transfer, CC card, CA cash, DD direct debit'; comment on view adm.v_inv_open is 'open invoices with part payments';
comment on table wks.part is 'spare parts'; comment on column wks.part.stk_qty is 'on stock'; comment on column wks.part.min_qty is 'reorder level'; comment on column wks.part.obs_yn is 'obsolete';
comment on table wks.wo_hd is 'workshop orders'; comment on column wks.wo_hd.wo_typ is 'R repair S service I inspection prep A accident'; comment on column wks.wo_hd.wo_st is '1 open 2 in work 3 waiting for parts 5 finished 9 cancelled'; comment on column wks.wo_pos.pos_typ is 'L labour P part';
comment on table wks.sup is 'parts suppliers'; comment on column wks.sup.pref_yn is 'preferred supplier'; comment on table wks.insp is 'statutory inspections'; comment on column wks.insp.res is 'P pass, A pass with advisories, F fail'; comment on column wks.insp.in_typ is 'MOT annual test, SAF safety check, TAC tachograph calibration';
comment on table wks.fuel_log is 'refuelling and charging'; comment on table wks.po_hd is 'purchase orders for parts'; comment on column wks.po_hd.po_st is 'NW new OR ordered RC received CX cancelled';
