-- Glenmoor Dairy ERP (grown since 2004), synthetic
SET client_min_messages = warning;
SET max_parallel_workers_per_gather = 0;
DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE SCHEMA prd; CREATE SCHEMA fin;
SELECT setseed(0.4172);

------------------------------------------------------------------ public
CREATE TABLE rgn (rgn_cd char(2) PRIMARY KEY, rgn_nm varchar(40) NOT NULL);
INSERT INTO rgn VALUES ('01','Cork & West'),('02','Kerry'),('03','Mid-West'),('04','South-East'),('05','Dublin'),('06','Galway');

CREATE TABLE dept (dept_cd varchar(4) PRIMARY KEY, dept_nm varchar(40), cst_ctr int, head_emp_no int);
INSERT INTO dept VALUES ('PRD','Production',4100,NULL),('LAB','Laboratory',4200,NULL),('LOG','Logistics',5100,NULL),
 ('WHS','Warehouse',5200,NULL),('SLS','Sales',6100,NULL),('FIN','Finance',7100,NULL),('HR','Personnel',7200,NULL),('MNT','Maintenance',4300,NULL);

CREATE TABLE emp (emp_no int PRIMARY KEY, f_nm varchar(30), l_nm varchar(30), dept_cd varchar(4) REFERENCES dept, job_ttl varchar(40),
 hire_dt date, term_dt date, sal_mth numeric(9,2), mgr_no int, pt_yn char(1) DEFAULT 'N', lic_cat varchar(4), tel_int varchar(8));
INSERT INTO emp
SELECT 1000+i,
 (ARRAY['Aoife','Sean','Niamh','Patrick','Ciara','Declan','Maeve','Brendan','Orla','Kevin','Siobhan','Liam','Grainne','Eoin','Roisin','Conor','Deirdre','Michael','Fiona','Tomas','Sinead','Padraig','Emer'])[1+(i*7)%23],
 (ARRAY['Murphy','Walsh','O''Brien','Byrne','Ryan','Doyle','McCarthy','Gallagher','Doherty','Kennedy','Lynch','Murray','Quinn','Moore','McLoughlin','Carroll','Connolly','Daly','Nolan'])[1+(i*5)%19],
 d, 
 CASE d WHEN 'PRD' THEN CASE WHEN i%9=0 THEN 'Shift Supervisor' WHEN i%4=0 THEN 'Cheesemaker' ELSE 'Line Operator' END
   WHEN 'LAB' THEN CASE WHEN i%3=0 THEN 'Microbiologist' ELSE 'Lab Technician' END
   WHEN 'LOG' THEN CASE WHEN i%7=0 THEN 'Dispatcher' ELSE 'Driver' END
   WHEN 'WHS' THEN CASE WHEN i%5=0 THEN 'Warehouse Lead' ELSE 'Picker' END
   WHEN 'SLS' THEN 'Sales Rep' WHEN 'FIN' THEN 'Accounts Clerk' WHEN 'HR' THEN 'HR Officer' ELSE 'Fitter' END,
 date '2004-03-01' + (floor(power(random(),0.6)*8200))::int, NULL,
 round((2300+random()*1500+CASE d WHEN 'FIN' THEN 500 WHEN 'SLS' THEN 650 WHEN 'LAB' THEN 400 ELSE 0 END)::numeric,0), NULL,
 CASE WHEN random()<0.2 THEN 'Y' ELSE 'N' END,
 CASE WHEN d='LOG' THEN (ARRAY['C','CE','C1'])[1+floor(random()*3)::int] END,
 CASE WHEN random()<0.7 THEN (200+i)::text END
FROM (SELECT i, (ARRAY['PRD','PRD','LOG','PRD','WHS','SLS','LOG','LAB','PRD','LOG','MNT','FIN','WHS','PRD','LOG','SLS'])[1+i%16] d FROM generate_series(1,66) i) x;
UPDATE emp SET dept_cd='HR', job_ttl='HR Officer' WHERE emp_no IN (1027,1043);
UPDATE emp e SET mgr_no = h FROM (SELECT dept_cd, min(emp_no) h FROM emp GROUP BY 1) m WHERE m.dept_cd=e.dept_cd AND e.emp_no<>m.h;
UPDATE dept d SET head_emp_no=(SELECT min(emp_no) FROM emp e WHERE e.dept_cd=d.dept_cd);
UPDATE emp SET job_ttl='Head of '||d.dept_nm, sal_mth=sal_mth+1900 FROM dept d WHERE d.head_emp_no=emp_no;
UPDATE emp SET term_dt = date '2023-02-28' + (emp_no%13)*95 WHERE emp_no%8=5 AND hire_dt<date '2022-06-01' AND mgr_no IS NOT NULL;

CREATE TABLE abs_rec (abs_id serial PRIMARY KEY, emp_no int NOT NULL, frm_dt date, to_dt date, dys numeric(4,1), abs_cd char(1), appr_yn char(1));
INSERT INTO abs_rec(emp_no,frm_dt,to_dt,dys,abs_cd,appr_yn)
SELECT e,f,f+n-1,n,CASE WHEN r<0.35 THEN 'S' WHEN r<0.9 THEN 'V' WHEN r<0.96 THEN 'P' ELSE 'U' END,CASE WHEN random()<0.93 THEN 'Y' ELSE 'N' END
FROM (SELECT 1001+floor(power(random(),1.3)*66)::int e, date '2022-01-10'+(random()*1740)::int f, 1+floor(power(random(),2)*14)::int n, random() r FROM generate_series(1,260)) x;

CREATE TABLE veh (veh_id int PRIMARY KEY, reg_no varchar(12), mk varchar(20), mdl varchar(20), veh_typ varchar(3), bld_yr smallint, cap_kg int, tnk_ltr int, km_std int, act_yn char(1), acq_dt date, fuel_tp char(1));
INSERT INTO veh SELECT i, (15+(i*3)%11)||'-C-'||(1200+i*137),
 CASE WHEN t='TNK' THEN (ARRAY['Scania','DAF','Volvo'])[1+i%3] WHEN t='REF' THEN (ARRAY['DAF','Mercedes','Iveco'])[1+i%3] ELSE (ARRAY['Ford','Renault'])[1+i%2] END,
 CASE WHEN t='TNK' THEN (ARRAY['R450','CF410','FM420'])[1+i%3] WHEN t='REF' THEN (ARRAY['LF230','Atego','Eurocargo'])[1+i%3] ELSE (ARRAY['Transit','Kangoo'])[1+i%2] END,
 t, 2015+(i*3)%11, CASE t WHEN 'TNK' THEN NULL WHEN 'REF' THEN 5000+(i%4)*1500 ELSE 900 END, CASE t WHEN 'TNK' THEN 12000+(i%4)*4000 END,
 30000+((11-(i*3)%11)*38000+random()*21000)::int, CASE WHEN i IN (3,11,20) THEN 'N' ELSE 'Y' END, make_date(2015+(i*3)%11,1+i%12,1+i), CASE WHEN i IN (9,21) THEN 'E' ELSE 'D' END
FROM (SELECT i,(ARRAY['TNK','REF','REF','VAN','TNK','REF'])[1+i%6] t FROM generate_series(1,24) i) x;

CREATE TABLE veh_srv (srv_id serial PRIMARY KEY, veh_id int REFERENCES veh, srv_dt date, km int, cst numeric(9,2), wksp varchar(30), wrk_txt varchar(80));
INSERT INTO veh_srv(veh_id,srv_dt,km,cst,wksp,wrk_txt)
SELECT 1+floor(power(random(),1.4)*22)::int, date '2022-01-15'+(random()*1760)::int, 20000+(random()*350000)::int, round((90+power(random(),3)*3900)::numeric,2),
 CASE WHEN random()<0.5 THEN 'Own workshop' WHEN random()<0.6 THEN 'Truckserve Mallow' ELSE 'Lee Motors' END,
 (ARRAY['Annual service','Brakes','Tyres','Cooling unit','Oil change','CVRT test','Pump repair','Gearbox'])[1+floor(power(random(),1.5)*8)::int]
FROM generate_series(1,150);

CREATE TABLE fuel_log (fl_id serial PRIMARY KEY, veh_id int, emp_no int, fl_dt int, ltr numeric(7,2), amt numeric(9,2), km int);
INSERT INTO fuel_log(veh_id,emp_no,fl_dt,ltr,amt,km)
SELECT v,(SELECT (array_agg(emp_no ORDER BY emp_no))[1+(v*3+k)%10] FROM emp WHERE dept_cd='LOG'),to_char(d,'YYYYMMDD')::int,l,round((l*(1.52+(extract(year from d)-2022)*0.04))::numeric,2),k*900
FROM (SELECT 1+floor(power(random(),1.2)*24)::int v, i k, date '2024-01-02'+(random()*1050)::int d, round((40+random()*220)::numeric,1) l FROM generate_series(1,320) i) x WHERE v NOT IN (9,21,16);

CREATE TABLE cust (cust_no int PRIMARY KEY, cust_nm varchar(60) NOT NULL, cust_typ char(1), city varchar(30), post_cd varchar(8), rgn_cd char(2) REFERENCES rgn, cr_lmt numeric(10,2), pay_trm smallint, blk_fl char(1) DEFAULT 'N', crt_dt date, rep_no int, eml varchar(60), tel varchar(20), tel2 varchar(20), dlv_win varchar(12));
INSERT INTO cust
SELECT 20000+i*10, nm, substr(nm_t,1,1), c, CASE c WHEN 'Cork' THEN 'T12' WHEN 'Limerick' THEN 'V94' WHEN 'Tralee' THEN 'V92' WHEN 'Killarney' THEN 'V93' WHEN 'Waterford' THEN 'X91' WHEN 'Kilkenny' THEN 'R95' WHEN 'Dublin' THEN 'D02' WHEN 'Galway' THEN 'H91' ELSE 'V95' END,
 CASE c WHEN 'Cork' THEN '01' WHEN 'Bandon' THEN '01' WHEN 'Tralee' THEN '02' WHEN 'Killarney' THEN '02' WHEN 'Limerick' THEN '03' WHEN 'Ennis' THEN '03' WHEN 'Waterford' THEN '04' WHEN 'Kilkenny' THEN '04' WHEN 'Dublin' THEN '05' ELSE '06' END,
 CASE WHEN random()<0.1 THEN NULL ELSE (ARRAY[1000,2500,5000,10000,25000])[1+floor(power(random(),1.4)*5)::int] END,
 (ARRAY[14,30,30,30,45,60])[1+floor(random()*6)::int], CASE WHEN i IN (9,23,37,44,52) THEN 'Y' ELSE 'N' END,
 date '2009-02-01'+(random()*6400)::int, (SELECT (array_agg(emp_no ORDER BY emp_no))[1+(i*i)%6] FROM emp WHERE dept_cd='SLS'),
 CASE WHEN i%6=0 THEN NULL ELSE 'orders@'||lower(regexp_replace(nm,'[^A-Za-z]','','g'))||'.ie' END, '021-'||(400000+i*3121), NULL, (ARRAY['05-08','06-10','08-12',NULL])[1+i%4]
FROM (SELECT row_number() over ()::int i, split_part(t,'|',1) nm, split_part(t,'|',2) nm_t, split_part(t,'|',3) c FROM unnest(ARRAY[
'Centra Patrick Street|R|Cork','SuperValu Bandon|R|Bandon','Musgrave Cash & Carry|W|Cork','Hotel Europa|H|Killarney','St Brigid''s Primary School|S|Cork','Lee Valley Foods|W|Cork','Cafe Mocha|H|Limerick','Dunnes Henry Street|R|Limerick','Corner Shop Ennis|R|Ennis','Shannon Foodservice|W|Limerick',
'Kingdom Wholesale|W|Tralee','The Copper Kettle|H|Killarney','Spar Tralee|R|Tralee','Muckross Bakery|H|Killarney','Waterford Provisions|W|Waterford','Granary Cafe|H|Waterford','Londis Kilkenny|R|Kilkenny','Scoil Mhuire|S|Kilkenny','Liffey Dairy Traders|W|Dublin','Fresh Basket|R|Dublin',
'Temple Bar Deli|H|Dublin','Galway Bay Hotel|H|Galway','Corrib Stores|R|Galway','Atlantic Catering|W|Galway','Gaelscoil Luimnigh|S|Limerick','Blackrock Grocer|R|Dublin','English Market Stall 14|R|Cork','Mill Lane Bistro|H|Cork','Oak Tree Creche|S|Ennis','Treaty Cash & Carry|W|Limerick',
'Daybreak Douglas|R|Cork','River Lee Hotel|H|Cork','Kilkenny Castle Tearoom|H|Kilkenny','Gala Dungarvan Road|R|Waterford','Coastal Foods|W|Waterford','Mercy Hospital Kitchen|S|Cork','Old Bakehouse|H|Bandon','Killarney Coop Shop|R|Killarney','Rose Hotel|H|Tralee','St Flannan''s College|S|Ennis',
'Claddagh Pizza|H|Galway','Bean & Leaf|H|Dublin','Northside Minimarket|R|Cork','Discount Foods Direct|W|Dublin','Nano Nagle School|S|Cork','Mace Raheen|R|Limerick','Salthill Ice Cream Parlour|H|Galway','Burren Farm Shop|R|Ennis','Applegreen Cashel Road|R|Kilkenny','Viking Foods|W|Waterford',
'Ballincollig Health Store|R|Cork','Jimmy''s Chipper|H|Tralee','Docklands Canteen|H|Dublin','Eurospar Oranmore|R|Galway','Presentation Convent School|S|Tralee','Riverside Garden Centre Cafe|H|Bandon']) t) x;
-- legacy copy, state of the AS/400 takeover 2018 + manual additions
CREATE TABLE cust_old AS SELECT cust_no/10 AS kdnr, upper(cust_nm) AS name1, NULL::varchar(40) AS name2, city AS ort, to_char(crt_dt,'YYYYMMDD')::int AS crt_dt, cr_lmt*0.8 AS cr_lmt, CASE WHEN cust_no%70=0 THEN 'Y' ELSE 'N' END AS blk_fl, eml FROM cust WHERE crt_dt<date '2018-01-01';
INSERT INTO cust_old SELECT 3000+i, (ARRAY['O''SHEA CREAMERY SHOP','TESCO WILTON (CLOSED)','QUINNSWORTH BISHOPSTOWN','H. WILLIAMS','CASH CUSTOMER','TEST KUNDE'])[i], NULL, 'Cork', 20060101+i, 0, 'Y', NULL FROM generate_series(1,6) i;

CREATE TABLE art_grp (grp_cd varchar(3) PRIMARY KEY, grp_nm varchar(30));
INSERT INTO art_grp VALUES ('MLK','Drinking milk'),('YOG','Yoghurt'),('CHS','Cheese'),('BUT','Butter & spreads'),('CRM','Cream'),('DES','Desserts'),('PWD','Powders'),('MER','Merchandise');
CREATE TABLE art (art_no varchar(8) PRIMARY KEY, art_desc varchar(60), grp_cd varchar(3) REFERENCES art_grp, uom varchar(3), lst_prc numeric(8,2), prc_1 numeric(8,2), cst_prc numeric(8,2), net_wt_g int, shlf_dys smallint, fat_pct numeric(4,1), vat_cd char(1), act_fl char(1), org_yn char(1), intro_dt date, ean varchar(13), min_stk int);
INSERT INTO art
SELECT 'A'||(1000+i*5), split_part(t,'|',1), split_part(t,'|',2), split_part(t,'|',3), p, round(p*0.87,2), round((p*(0.52+random()*0.26))::numeric,2), split_part(t,'|',5)::int, split_part(t,'|',6)::int, nullif(split_part(t,'|',7),'')::numeric,
 CASE WHEN split_part(t,'|',2) IN ('DES','MER') THEN 'S' ELSE 'Z' END, CASE WHEN i IN (7,15,22,31,35) THEN 'N' ELSE 'Y' END, CASE WHEN t ILIKE '%organic%' THEN 'Y' ELSE 'N' END, date '2005-05-01'+(random()*7600)::int, '539'||(1000000000+i*7310021)::text, (1+i%6)*20
FROM (SELECT row_number() over ()::int i, t, split_part(t,'|',4)::numeric p FROM unnest(ARRAY[
'Whole Milk 1 l|MLK|PC|1.15|1030|9|3.5','Whole Milk 2 l|MLK|PC|2.10|2060|9|3.5','Low Fat Milk 1 l|MLK|PC|1.12|1030|9|1.5','Skimmed Milk 1 l|MLK|PC|1.09|1030|9|0.3','Organic Whole Milk 1 l|MLK|PC|1.59|1030|9|3.9','UHT Milk 1 l|MLK|PC|1.05|1030|120|3.5','Goat Milk 1 l|MLK|PC|2.45|1030|9|3.6','Chocolate Milk 0.5 l|MLK|PC|1.35|520|20|1.8','Buttermilk 1 l|MLK|PC|1.29|1030|14|0.8',
'Natural Yoghurt 500 g|YOG|PC|1.79|500|28|3.8','Strawberry Yoghurt 150 g|YOG|PC|0.69|150|28|3.2','Peach Yoghurt 150 g|YOG|PC|0.72|150|28|3.2','Greek Style Yoghurt 1 kg|YOG|PC|4.35|1000|30|10.0','Organic Natural Yoghurt 450 g|YOG|PC|2.25|450|28|3.8','Drinking Yoghurt Mango 250 ml|YOG|PC|1.19|255|21|1.5','Skyr Vanilla 150 g|YOG|PC|1.25|150|30|0.2',
'Mature Cheddar 400 g|CHS|PC|5.20|400|240|34.0','Mild Cheddar Block 5 kg|CHS|KG|7.40|5000|200|33.0','Grated Mozzarella 2 kg|CHS|BAG|14.90|2000|60|22.0','Farmhouse Gouda Wheel|CHS|KG|11.80|4500|300|31.0','Cottage Cheese 250 g|CHS|PC|1.65|250|25|4.5','Smoked Cheddar 200 g|CHS|PC|3.95|200|180|33.0','Organic Brie 150 g|CHS|PC|3.60|150|40|28.0','Cream Cheese Bucket 2 kg|CHS|BKT|12.30|2000|60|24.0',
'Salted Butter 227 g|BUT|PC|2.65|227|90|80.0','Unsalted Butter 227 g|BUT|PC|2.75|227|90|82.0','Butter Block 25 kg|BUT|BOX|142.00|25000|365|82.0','Organic Butter 200 g|BUT|PC|3.45|200|90|82.0','Dairy Spread 500 g|BUT|PC|2.35|500|120|60.0',
'Fresh Cream 250 ml|CRM|PC|1.49|255|14|38.0','Sour Cream 200 g|CRM|PC|1.15|200|25|18.0','Catering Cream 5 l|CRM|BKT|19.80|5050|14|38.0','Rice Pudding 200 g|DES|PC|1.10|200|45|3.0','Chocolate Mousse 100 g|DES|PC|0.95|100|35|9.0','Creme Caramel 4x100 g|DES|PC|2.60|400|35|4.0','Skim Milk Powder 25 kg|PWD|BAG|78.50|25000|540|0.8','Whey Powder 25 kg|PWD|BAG|41.00|25000|540|1.0','Cotton Bag Glenmoor|MER|PC|4.00|80|0|']) t) x;

CREATE TABLE ord_sts (sts char(1) PRIMARY KEY, sts_txt varchar(30));
INSERT INTO ord_sts VALUES ('N','New'),('P','In picking'),('D','Delivered, not yet invoiced'),('I','Invoiced'),('X','Cancelled'),('H','On hold');
CREATE TABLE ord_hdr (ord_no int PRIMARY KEY, cust_no int NOT NULL REFERENCES cust, ord_dt date NOT NULL, req_dt date, dlv_dt date, sts char(1) REFERENCES ord_sts, chnl char(1), ttl_amt numeric(11,2), emp_no int, rmk varchar(80));
INSERT INTO ord_hdr
SELECT 500000+row_number() over (order by d, c), c, d, d+1+(r2*5)::int, NULL,
 CASE WHEN r<0.07 THEN 'X' WHEN d>=date '2026-10-20' THEN CASE WHEN r<0.6 THEN 'N' ELSE 'P' END WHEN d>date '2026-09-25' THEN 'D' WHEN r>0.985 THEN 'H' ELSE 'I' END,
 CASE WHEN r3<0.25+(extract(year from d)-2022)*0.08 THEN 'W' WHEN r3<0.75 THEN 'P' ELSE 'E' END, 0, 1001+(r3*65)::int,
 CASE WHEN r2>0.93 THEN 'leave at back gate' WHEN r2>0.88 THEN 'call before delivery' END
FROM (SELECT 20000+10*(1+floor(power(random(),1.6)*50)::int) c, date '2022-01-05'+(power(random(),0.55)*1784)::int d, random() r, random() r2, random() r3 FROM generate_series(1,244)) x;
CREATE TABLE ord_pos (ord_no int REFERENCES ord_hdr, pos_no smallint, art_no varchar(8), qty numeric(9,2), uom varchar(3), unit_prc numeric(8,2), disc_pct numeric(4,1), ln_amt numeric(11,2), PRIMARY KEY(ord_no,pos_no));
INSERT INTO ord_pos
SELECT x.ord_no, x.p, a.art_no, x.q, a.uom, x.up, x.dc, round(x.q*x.up*(1-x.dc/100),2)
FROM (SELECT y.*, round(a.lst_prc*(0.86+0.035*(extract(year from y.ord_dt)-2022))::numeric,2) up, a.art_no an,
   CASE WHEN a.uom='PC' THEN (12*(1+floor(power(y.r,2.2)*40)))::numeric ELSE (1+floor(power(y.r,2)*24))::numeric END q FROM
  (SELECT o.ord_no, o.ord_dt, p, 'A'||(1000+5*(1+floor(power(random(),1.25)*37)::int)) ax, random() r, (CASE WHEN random()<0.65 THEN 0 WHEN random()<0.6 THEN 5 ELSE 10 END)::numeric dc
   FROM (SELECT ord_no, ord_dt, 1+floor(random()*3)::int n FROM ord_hdr ORDER BY ord_no OFFSET 0) o, LATERAL generate_series(1,o.n) p) y JOIN art a ON a.art_no=y.ax) x JOIN art a ON a.art_no=x.an;
DELETE FROM ord_pos p USING ord_pos q WHERE p.ord_no=q.ord_no AND p.art_no=q.art_no AND p.pos_no>q.pos_no;
UPDATE ord_hdr o SET ttl_amt=(SELECT sum(ln_amt) FROM ord_pos p WHERE p.ord_no=o.ord_no);

CREATE TABLE dlv (dlv_no int PRIMARY KEY, ord_no int NOT NULL, veh_id int REFERENCES veh, drv_no int, dlv_dt date, sts_cd smallint, km numeric(6,1), late_min smallint, crt_out smallint, crt_ret smallint, sgn_yn char(1));
INSERT INTO dlv
SELECT 70000+row_number() over (order by ord_no), ord_no, (ARRAY[1,2,7,8,13,14,19,5,2,8,1,7])[1+floor(power(r1,1.3)*12)::int], (SELECT (array_agg(emp_no ORDER BY emp_no))[1+floor(power(r2,1.3)*12)::int] FROM emp WHERE job_ttl='Driver' AND r2 IS NOT NULL),
 req_dt + CASE WHEN r3<0.82 THEN 0 WHEN r3<0.94 THEN 1 ELSE 3 END, CASE WHEN sts IN ('N','P') THEN CASE WHEN r3<0.8 THEN 1 ELSE 2 END WHEN r1>0.96 THEN 4 ELSE 3 END,
 round((8+power(r2,2)*240)::numeric,1), CASE WHEN r1<0.6 THEN 0 ELSE (power(r3,2)*140)::int END, 2+(r3*30)::int, (r2*26)::int, CASE WHEN r2<0.9 THEN 'Y' ELSE 'N' END
FROM (SELECT ord_no,req_dt,sts,random() r1,random() r2,random() r3 FROM ord_hdr WHERE sts IN ('D','I','N','P') ORDER BY ord_no) x;
UPDATE dlv SET late_min=NULL, crt_ret=NULL, sgn_yn=NULL WHERE sts_cd IN (1,2);
UPDATE ord_hdr o SET dlv_dt=o.req_dt+ (o.ord_no%3) WHERE ord_dt<date '2023-04-01' AND sts='I';

CREATE TABLE tbl_whs (whs_cd varchar(3) PRIMARY KEY, whs_nm varchar(40), city varchar(30), tmp_zn char(1), cap_plt int, act_yn char(1));
INSERT INTO tbl_whs VALUES ('M01','Main cold store','Mallow','C',900,'Y'),('M02','Ripening room','Mallow','C',260,'Y'),('M03','Dry store','Mallow','A',420,'Y'),('F01','Freezer Cork','Cork','F',180,'Y'),('L01','Limerick depot','Limerick','C',240,'Y'),('X99','Old creamery (closed)','Kanturk','A',100,'N');

CREATE TABLE splr (splr_no int PRIMARY KEY, splr_nm varchar(50), cntry char(2), lead_dys smallint, rtg smallint, act_yn char(1));
INSERT INTO splr SELECT 800+i, (ARRAY['Chr. Cultures','Bord Sugar','PackRight','Alpine Rennet','Munster Fruit Prep','SaltCo','Polyfilm Ireland','Iberia Fruits','Delft Enzymes','Cocoa Traders','Vanilla House','CleanChem','Kartonage Nord','Emerald Labels','Tetra Supply','Aroma Lyon','Breton Salines','Antrim Glass','Euro Crates','Kerry Ingredients North'])[i],
 (ARRAY['DK','IE','IE','CH','IE','GB','IE','ES','NL','GB','FR','IE','DE','IE','SE','FR','FR','GB','NL','IE'])[i], 3+(i*11)%40, 1+(i*7)%5, CASE WHEN i IN (10,18) THEN 'N' ELSE 'Y' END FROM generate_series(1,20) i;

------------------------------------------------------------------ prd
CREATE TABLE prd.tbl_route (rte_cd varchar(4) PRIMARY KEY, rte_nm varchar(40), km smallint, veh_id int REFERENCES public.veh, drv_no int, wkdys varchar(7));
INSERT INTO prd.tbl_route SELECT 'R'||lpad(i::text,2,'0'), (ARRAY['Blackwater North','Blackwater South','Duhallow','Golden Vale','Muskerry','Carbery','Sliabh Luachra','Galtee'])[i], (ARRAY[84,97,131,112,76,158,143,120])[i], (ARRAY[6,10,12,6,16,18,22,24])[i], NULL, (ARRAY['1357','246','1357','1234567','246','135','26','147'])[i] FROM generate_series(1,8) i;
UPDATE prd.tbl_route SET drv_no=(SELECT (array_agg(emp_no ORDER BY emp_no DESC))[1+substr(rte_cd,3,1)::int] FROM emp WHERE job_ttl='Driver' AND term_dt IS NULL);
CREATE TABLE prd.tbl_farm (frm_id int PRIMARY KEY, frm_nm varchar(50), ownr varchar(50), twn varchar(30), cnty varchar(20), rte_cd varchar(4) REFERENCES prd.tbl_route, herd_sz smallint, no_cows int, org_yn char(1), act_yn char(1), ctr_dt date, end_dt date, iban varchar(34), brd varchar(20));
INSERT INTO prd.tbl_farm
SELECT 300+i, (ARRAY['Ballyhea','Knocknagree','Dromtariffe','Kilbrin','Meelin','Lisgriffin','Castlelyons','Glenville','Rathcoole','Gortroe','Cullen','Boherbue'])[1+(i-1)%12]||' '||(ARRAY['Farm','Dairies','Grange','House'])[1+(i-1)/12],
 (ARRAY['J.','M.','P.','T.','D.','B.'])[1+i%6]||' '||(ARRAY['Buckley','Sheehan','O''Callaghan','Twomey','Cronin','Lehane','Guiney','Moynihan','Riordan','Cotter','Linehan'])[1+(i*3)%11],
 (ARRAY['Mallow','Kanturk','Newmarket','Charleville','Fermoy','Millstreet','Rathmore','Kilmallock'])[1+(i*5)%8], (ARRAY['Cork','Cork','Cork','Limerick','Cork','Cork','Kerry','Limerick'])[1+(i*5)%8],
 'R0'||(1+(i*5)%8), h, h-((i*7)%19), CASE WHEN i%7=3 THEN 'Y' ELSE 'N' END, CASE WHEN i IN (8,19,33,40,46) THEN 'N' ELSE 'Y' END, date '2004-06-01'+(random()*7300)::int, CASE WHEN i IN (8,19,33,40,46) THEN date '2023-03-31'+i*20 END, 'IE29AIBK93115'||(212345670+i*13), (ARRAY['Friesian','Friesian','Jersey','Friesian','Norwegian Red'])[1+i%5]
FROM (SELECT i, (28+power(random(),2.2)*240)::int h FROM generate_series(1,46) i) x;

CREATE TABLE prd.rej_rsn (cd char(2) PRIMARY KEY, txt varchar(40));
INSERT INTO prd.rej_rsn VALUES ('AB','Antibiotics found'),('TM','Temperature too high'),('SM','Off smell'),('WT','Added water'),('DR','Dirt / sediment');
CREATE TABLE prd.tbl_coll (coll_id int PRIMARY KEY, frm_id int REFERENCES prd.tbl_farm, rte_cd varchar(4), coll_dt int NOT NULL, ltr numeric(8,1), fat_pct numeric(4,2), prot_pct numeric(4,2), tmp_c numeric(4,1), rej_yn char(1), rej_cd char(2), drv_no int, slip_no varchar(12));
INSERT INTO prd.tbl_coll
SELECT 90000+i, f.frm_id, f.rte_cd, to_char(d,'YYYYMMDD')::int, round((f.herd_sz*(34+r*16)*(0.75+0.35*sin((extract(doy from d)-60)/365*6.28)))::numeric,0),
 round((3.7+r*0.9+CASE f.brd WHEN 'Jersey' THEN 0.9 ELSE 0 END)::numeric,2), round((3.2+r3*0.5)::numeric,2), round((2.4+power(r2,3)*5.5)::numeric,1), CASE WHEN r4<0.05 THEN 'Y' ELSE 'N' END,
 CASE WHEN r4<0.05 THEN (ARRAY['AB','TM','TM','SM','WT'])[1+floor(r4*100)::int] END, (SELECT drv_no FROM prd.tbl_route t WHERE t.rte_cd=f.rte_cd), 'S'||(100000+i*7)
FROM (SELECT i, 301+floor(power(random(),1.3)*45)::int fi, date '2023-01-02'+(power(random(),0.9)*1420)::int d, random() r,random() r2,random() r3,random() r4 FROM generate_series(1,490) i) x JOIN prd.tbl_farm f ON f.frm_id=x.fi WHERE f.end_dt IS NULL OR x.d<f.end_dt;
CREATE TABLE prd.tbl_coll_arch (coll_id int, frm_id int, rte_cd varchar(4), coll_dt int, ltr numeric(8,1), fat_pct numeric(4,2), prot_pct numeric(4,2), rej_yn char(1), rej_cd char(2), arch_ts timestamp);
INSERT INTO prd.tbl_coll_arch
SELECT 80000+i, f.frm_id, f.rte_cd, to_char(d,'YYYYMMDD')::int, round((f.herd_sz*(32+r*16))::numeric,0), round((3.7+r*0.9)::numeric,2), round((3.2+r2*0.5)::numeric,2), CASE WHEN r2<0.04 THEN 'Y' ELSE 'N' END, CASE WHEN r2<0.04 THEN 'TM' END, timestamp '2023-02-01 03:10:00'
FROM (SELECT i, 301+floor(power(random(),1.3)*46)::int fi, date '2022-01-03'+(random()*360)::int d, random() r,random() r2 FROM generate_series(1,150) i) x JOIN prd.tbl_farm f ON f.frm_id=x.fi;
CREATE TABLE prd.lab_tst (tst_id serial PRIMARY KEY, coll_id int, tst_dt date, scc int, tbc int, antib_yn char(1), res char(1), emp_no int);
INSERT INTO prd.lab_tst(coll_id,tst_dt,scc,tbc,antib_yn,res,emp_no)
SELECT coll_id, to_date(coll_dt::text,'YYYYMMDD')+1, (90+power(r,2)*420)::int, (5+power(r2,3)*120)::int, CASE WHEN rej_cd='AB' THEN 'Y' ELSE 'N' END, CASE WHEN rej_cd='AB' OR 90+power(r,2)*420>450 THEN 'F' WHEN 5+power(r2,3)*120>90 THEN 'R' ELSE 'P' END,
 (SELECT (array_agg(emp_no ORDER BY emp_no))[1+(coll_id%4)] FROM emp WHERE dept_cd='LAB')
FROM (SELECT c.*, random() r, random() r2, random() r3 FROM prd.tbl_coll c ORDER BY coll_id) x WHERE r3<0.72 OR rej_cd='AB';
CREATE TABLE prd.mlk_prc (vld_frm date PRIMARY KEY, vld_to date, prc_ct numeric(5,2), org_add_ct numeric(5,2));
INSERT INTO prd.mlk_prc SELECT d, (d+interval '1 month'-interval '1 day')::date, round((38+7*sin(i/9.0)+i*0.12+random()*1.5)::numeric,2), 8.5+(i/24) FROM (SELECT i,(date '2022-01-01'+i*interval '1 month')::date d FROM generate_series(0,58) i) x;

CREATE TABLE prd.prd_line (line_cd varchar(3) PRIMARY KEY, line_nm varchar(40), cap_l_h int, inst_yr smallint, sts char(1));
INSERT INTO prd.prd_line VALUES ('L1','Milk bottling',8000,2011,'A'),('L2','Yoghurt filling',2500,2016,'A'),('L3','Cheese vat',4000,2007,'A'),('L4','Butter churn',1800,2004,'M'),('L5','Cream & desserts',1500,2019,'A'),('L6','Spray dryer',3000,2013,'A'),('L7','Old carton filler',2000,1998,'X');
CREATE TABLE prd.batch_hdr (btch_no varchar(10) PRIMARY KEY, art_no varchar(8) NOT NULL REFERENCES public.art, line_cd varchar(3), prd_dt date, exp_dt date, qty_plan int, qty_act int, uom varchar(3), sts_cd smallint, sup_no int, rmk text);
INSERT INTO prd.batch_hdr
SELECT 'B'||to_char(d,'YY')||lpad(row_number() over (order by d,art_no)::text,4,'0'), art_no, CASE grp_cd WHEN 'MLK' THEN 'L1' WHEN 'YOG' THEN 'L2' WHEN 'CHS' THEN 'L3' WHEN 'BUT' THEN 'L4' WHEN 'PWD' THEN 'L6' ELSE 'L5' END, d, d+shlf_dys, q, CASE WHEN d>date '2026-11-07' THEN NULL ELSE round(q*(1.02-power(r,3)*0.25))::int END, uom,
 CASE WHEN d>date '2026-11-07' THEN 20 WHEN d>date '2026-10-18' THEN 30 WHEN r>0.97 THEN 90 ELSE 40 END, (SELECT (array_agg(emp_no ORDER BY emp_no))[1+floor(r2*3)::int] FROM emp WHERE job_ttl='Shift Supervisor'), CASE WHEN r>0.97 THEN 'blocked by QA' END
FROM (SELECT 'A'||(1000+5*(1+floor(power(random(),1.2)*37)::int)) an, date '2022-01-10'+(power(random(),0.6)*1776)::int d, random() r, random() r2, (4+floor(power(random(),1.5)*36)::int)*100 q FROM generate_series(1,230)) x JOIN art a ON a.art_no=x.an;
CREATE TABLE prd.ingr (ingr_cd varchar(4) PRIMARY KEY, ingr_nm varchar(40), splr_no int REFERENCES public.splr, uom varchar(3), unit_cst numeric(8,3), allrg_yn char(1));
INSERT INTO prd.ingr SELECT 'I'||lpad(i::text,3,'0'), (ARRAY['Yoghurt culture','Rennet','Sea salt','Sugar','Strawberry prep','Peach prep','Mango puree','Cocoa powder','Vanilla extract','Starter culture MS','Lipase enzyme','Rice','Gelatine','Pectin','Calcium chloride','Annatto','Smoke flavour','Egg powder','Hazelnut paste','Vitamin D mix'])[i], (ARRAY[801,804,806,802,805,808,808,810,811,801,809,807,812,816,812,816,816,807,810,820])[i], CASE WHEN i IN (2,7,9,17) THEN 'L' ELSE 'KG' END, round((1.1+power(i%9,1.6)*2.35)::numeric,3), CASE WHEN i IN (18,19) THEN 'Y' ELSE 'N' END FROM generate_series(1,20) i;
CREATE TABLE prd.batch_ingr (btch_no varchar(10), ingr_cd varchar(4), qty numeric(9,3), uom varchar(3), lot_no varchar(12), PRIMARY KEY(btch_no,ingr_cd));
INSERT INTO prd.batch_ingr SELECT b.btch_no, i.ingr_cd, round((b.qty_plan*(0.01+random()*0.05))::numeric,2), i.uom, 'LT'||floor(random()*90000+10000)
FROM prd.batch_hdr b JOIN art a USING(art_no) JOIN prd.ingr i ON (a.grp_cd='YOG' AND (i.ingr_cd='I001' OR (a.art_desc LIKE 'Straw%' AND i.ingr_cd IN ('I004','I005')) OR (a.art_desc LIKE 'Peach%' AND i.ingr_cd IN ('I004','I006')) OR (a.art_desc LIKE '%Mango%' AND i.ingr_cd IN ('I004','I007')) OR (a.art_desc LIKE 'Skyr%' AND i.ingr_cd IN ('I004','I009')))) OR (a.grp_cd='CHS' AND (i.ingr_cd IN ('I002','I003','I010') OR (a.art_desc LIKE 'Smoked%' AND i.ingr_cd='I017'))) OR (a.grp_cd='BUT' AND a.art_desc NOT LIKE 'Unsalted%' AND i.ingr_cd='I003') OR (a.art_desc LIKE 'Choc%' AND i.ingr_cd IN ('I008','I004')) OR (a.art_desc LIKE 'Rice%' AND i.ingr_cd IN ('I012','I004')) OR (a.art_desc LIKE 'Creme%' AND i.ingr_cd IN ('I018','I004'));
CREATE TABLE prd.batch_qc (qc_id serial PRIMARY KEY, btch_no varchar(10) REFERENCES prd.batch_hdr, qc_dt date, prm_cd varchar(4), val numeric(8,2), ok_yn char(1), emp_no int REFERENCES public.emp);
INSERT INTO prd.batch_qc(btch_no,qc_dt,prm_cd,val,ok_yn,emp_no)
SELECT btch_no, prd_dt+(r*3)::int, p, CASE p WHEN 'PH' THEN round((4.2+r*2.5)::numeric,2) WHEN 'COLI' THEN floor(power(r,4)*30) WHEN 'WGT' THEN round((96+r*8)::numeric,1) ELSE round((2+r*4)::numeric,1) END, CASE WHEN sts_cd=90 AND p='COLI' THEN 'N' WHEN r>0.95 THEN 'N' ELSE 'Y' END, (SELECT (array_agg(emp_no ORDER BY emp_no))[1+floor(power(r2,1.4)*4)::int] FROM emp WHERE dept_cd='LAB')
FROM (SELECT b.*, p, random() r, random() r2, random() r3 FROM prd.batch_hdr b, unnest(ARRAY['PH','COLI','WGT','TEMP']) p WHERE b.qty_act IS NOT NULL ORDER BY btch_no,p) x WHERE r3<0.45 OR (sts_cd=90 AND p='COLI');
CREATE TABLE prd.dwn_cs (cs_cd char(1) PRIMARY KEY, cs_txt varchar(40));
INSERT INTO prd.dwn_cs VALUES ('C','Cleaning (CIP)'),('B','Breakdown'),('M','Missing material'),('P','Power cut'),('S','Set-up / changeover');
CREATE TABLE prd.tbl_downtm (dt_id serial PRIMARY KEY, line_cd varchar(3) REFERENCES prd.prd_line, strt_ts timestamp, end_ts timestamp, mins int, cs_cd char(1), rptd_by int);
INSERT INTO prd.tbl_downtm(line_cd,strt_ts,end_ts,mins,cs_cd,rptd_by)
SELECT l, s, s+m*interval '1 minute', m, c, e FROM (SELECT 'L'||(1+floor(power(random(),1.3)*6)::int) l, timestamp '2024-01-03 05:00'+(random()*1050*1440)::int*interval '1 minute' s, 8+(power(random(),2.5)*460)::int m, (ARRAY['C','B','B','S','S','M','P','C'])[1+floor(random()*8)::int] c, 1001+(random()*60)::int e FROM generate_series(1,210)) x;

------------------------------------------------------------------ warehouse
CREATE TABLE stk (whs_cd varchar(3) REFERENCES tbl_whs, art_no varchar(8), btch_no varchar(10), qty int, uom varchar(3), cnt_dt date, blk_yn char(1), PRIMARY KEY(whs_cd,art_no,btch_no));
INSERT INTO stk SELECT CASE WHEN grp_cd IN ('PWD','MER') THEN 'M03' WHEN grp_cd='BUT' AND r<0.6 THEN 'F01' WHEN grp_cd='CHS' AND r<0.5 THEN 'M02' WHEN r<0.75 THEN 'M01' ELSE 'L01' END, art_no, btch_no, 10+(power(r2,2)*620)::int, uom, date '2026-11-02'+(r2*17)::int, CASE WHEN sts_cd=90 OR r2>0.96 THEN 'Y' ELSE 'N' END
FROM (SELECT b.btch_no, b.art_no, b.uom, b.sts_cd, a.grp_cd, random() r, random() r2 FROM prd.batch_hdr b JOIN art a USING(art_no) WHERE b.prd_dt>date '2025-05-01' AND b.qty_act IS NOT NULL ORDER BY btch_no) x;
CREATE TABLE stk_mv (mv_id int PRIMARY KEY, mv_dt int, whs_cd varchar(3), art_no varchar(8), qty int, mv_typ varchar(3), emp_no int, ref varchar(12));
INSERT INTO stk_mv SELECT 400000+i, to_char(date '2024-01-02'+(random()*1051)::int,'YYYYMMDD')::int, (ARRAY['M01','M01','M01','L01','M02','F01','M03'])[1+floor(random()*7)::int], 'A'||(1000+5*(1+floor(power(random(),1.2)*38)::int)), CASE WHEN t IN ('OUT','WST') THEN -1 ELSE 1 END*(5+(power(random(),2)*300)::int), t, (SELECT (array_agg(emp_no ORDER BY emp_no))[1+(i*i)%7] FROM emp WHERE dept_cd='WHS'), NULL
FROM (SELECT i, (ARRAY['IN','IN','OUT','OUT','OUT','TRF','WST','ADJ'])[1+floor(random()*8)::int] t FROM generate_series(1,420) i) x;
CREATE TABLE dlv_pos (dlv_no int REFERENCES dlv, pos_no smallint, art_no varchar(8) REFERENCES art, btch_no varchar(10), qty_dlv numeric(9,2), qty_short numeric(9,2) DEFAULT 0, PRIMARY KEY(dlv_no,pos_no));
INSERT INTO dlv_pos SELECT dlv_no,pos_no,art_no,bn, qty-sh, sh FROM (SELECT d.dlv_no,p.pos_no,p.art_no,p.qty,(SELECT btch_no FROM prd.batch_hdr b WHERE b.art_no=p.art_no AND b.prd_dt<=d.dlv_dt ORDER BY prd_dt DESC LIMIT 1) bn, CASE WHEN random()<0.1 THEN ceil(p.qty*0.2) ELSE 0 END sh FROM dlv d JOIN ord_pos p USING(ord_no) WHERE d.sts_cd=3 ORDER BY 1,2) x;
CREATE TABLE tbl_compl (cmp_no serial PRIMARY KEY, cust_no int REFERENCES cust, ord_no int, art_no varchar(8), rcv_dt date, cls_dt date, cmp_typ smallint, cr_amt numeric(9,2), emp_no int, txt varchar(120));
INSERT INTO tbl_compl(cust_no,ord_no,art_no,rcv_dt,cls_dt,cmp_typ,cr_amt,emp_no,txt)
SELECT cust_no,ord_no,art_no,ord_dt+6+(r*9)::int, CASE WHEN r<0.82 THEN ord_dt+12+(r*30)::int END, 1+floor(power(r2,1.5)*5)::int, CASE WHEN r<0.55 THEN round((ln_amt*0.3)::numeric,2) ELSE 0 END, 1001+(r2*60)::int, (ARRAY['crate short','cartons leaking','sour before date','wrong flavour','driver late','label missing'])[1+floor(r*6)::int]
FROM (SELECT o.cust_no,o.ord_no,p.art_no,o.ord_dt,p.ln_amt,random() r,random() r2,random() r3 FROM ord_hdr o JOIN ord_pos p USING(ord_no) WHERE o.sts='I' ORDER BY o.ord_no,p.pos_no) x WHERE r3<0.19;

------------------------------------------------------------------ fin
CREATE TABLE fin.inv_hdr (inv_no int PRIMARY KEY, cust_no int, ord_no int REFERENCES public.ord_hdr, inv_dt date, due_dt date, net_amt numeric(11,2), vat_amt numeric(11,2), grs_amt numeric(11,2), pd_fl char(1), sts varchar(2), cur char(3) DEFAULT 'EUR');
INSERT INTO fin.inv_hdr
SELECT (extract(year from idt)::int%100)*10000+row_number() over (partition by extract(year from idt) order by ord_no), cust_no, ord_no, idt, idt+pay_trm, ttl_amt, round(ttl_amt*0.09,2), ttl_amt+round(ttl_amt*0.09,2), CASE WHEN idt<date '2026-06-01' THEN CASE WHEN r<0.94 THEN 'Y' ELSE 'N' END WHEN r<0.5 THEN 'Y' ELSE 'N' END, 'OK','EUR'
FROM (SELECT o.cust_no,o.ord_no,o.ttl_amt,c.pay_trm,d.dlv_dt+1 idt,random() r FROM ord_hdr o JOIN cust c USING(cust_no) JOIN dlv d USING(ord_no) WHERE o.sts='I' ORDER BY o.ord_no) x;
UPDATE fin.inv_hdr SET sts='CN', pd_fl='N' WHERE inv_no%41=7;
CREATE TABLE fin.pymt (pymt_id serial PRIMARY KEY, inv_no int REFERENCES fin.inv_hdr, pymt_dt date, amt numeric(11,2), mth char(2));
INSERT INTO fin.pymt(inv_no,pymt_dt,amt,mth) SELECT inv_no, least(due_dt-6+(power(random(),2)*50)::int, date '2026-11-20'), grs_amt, (ARRAY['BT','BT','DD','DD','CC','CA'])[1+floor(random()*6)::int] FROM fin.inv_hdr WHERE pd_fl='Y' ORDER BY inv_no;
INSERT INTO fin.pymt(inv_no,pymt_dt,amt,mth) SELECT inv_no, due_dt+5, round(grs_amt*0.4,2),'BT' FROM fin.inv_hdr WHERE pd_fl='N' AND sts='OK' AND inv_no%4=0 AND due_dt<date '2026-11-10';
CREATE TABLE fin.dun (dun_id serial PRIMARY KEY, inv_no int, lvl smallint, dun_dt date, fee numeric(6,2));
INSERT INTO fin.dun(inv_no,lvl,dun_dt,fee) SELECT i.inv_no,l,i.due_dt+14*l,CASE l WHEN 1 THEN 0 WHEN 2 THEN 7.5 ELSE 25 END FROM fin.inv_hdr i, generate_series(1,3) l WHERE i.sts='OK' AND i.due_dt+14*l<date '2026-11-20' AND ((i.pd_fl='N') OR EXISTS (SELECT 1 FROM fin.pymt p WHERE p.inv_no=i.inv_no AND p.pymt_dt>i.due_dt+14*l)) ORDER BY 1,2;
CREATE TABLE fin.frm_pymt (fp_id serial PRIMARY KEY, frm_id int REFERENCES prd.tbl_farm, per int, ltr numeric(10,1), grs_amt numeric(11,2), ded_amt numeric(9,2), net_amt numeric(11,2), pd_dt date);
INSERT INTO fin.frm_pymt(frm_id,per,ltr,grs_amt,ded_amt,net_amt,pd_dt)
SELECT frm_id, per, l, g, dd, g-dd, CASE WHEN per>=202610 THEN NULL ELSE (to_date(per||'15','YYYYMMDD')+interval '1 month')::date END
FROM (SELECT c.frm_id, c.coll_dt/100 per, sum(c.ltr) l, round(sum(c.ltr*(m.prc_ct+CASE WHEN f.org_yn='Y' THEN m.org_add_ct ELSE 0 END)/100),2) g, round(15+sum(c.ltr)*0.004,2) dd FROM prd.tbl_coll c JOIN prd.tbl_farm f USING(frm_id) JOIN prd.mlk_prc m ON to_date(c.coll_dt::text,'YYYYMMDD') BETWEEN m.vld_frm AND m.vld_to WHERE c.rej_yn='N' GROUP BY 1,2 ORDER BY 2,1) x;
CREATE TABLE fin.bdgt (yr smallint, dept_cd varchar(4), bdg_amt numeric(11,0), act_amt numeric(11,0), PRIMARY KEY(yr,dept_cd));
INSERT INTO fin.bdgt SELECT y,dept_cd,b,CASE WHEN y<2026 THEN round(b*(0.9+random()*0.2)::numeric,-2) ELSE round(b*(0.78+random()*0.14)::numeric,-2) END FROM (SELECT y,dept_cd,round((cst_ctr*40+(y-2022)*9000+random()*30000)::numeric,-3) b FROM generate_series(2022,2026) y, dept ORDER BY 1,2) x;

------------------------------------------------------------------ views
CREATE VIEW v_ord_opn AS SELECT o.ord_no,o.cust_no,c.cust_nm,o.ord_dt,o.req_dt,o.sts,o.ttl_amt FROM ord_hdr o JOIN cust c USING(cust_no) WHERE o.sts IN ('N','P','H');
CREATE VIEW prd.v_coll AS SELECT coll_id,frm_id,rte_cd,to_date(coll_dt::text,'YYYYMMDD') AS coll_date,ltr,fat_pct,prot_pct,rej_yn FROM prd.tbl_coll UNION ALL SELECT coll_id,frm_id,rte_cd,to_date(coll_dt::text,'YYYYMMDD'),ltr,fat_pct,prot_pct,rej_yn FROM prd.tbl_coll_arch;
CREATE VIEW fin.v_cust_rev AS SELECT cust_no, extract(year from inv_dt)::int AS yr, sum(net_amt) AS rev FROM fin.inv_hdr WHERE sts='OK' GROUP BY 1,2;
CREATE VIEW v_stk_sum AS SELECT s.art_no,a.art_desc,sum(s.qty) AS qty,a.uom FROM stk s JOIN art a USING(art_no) WHERE s.blk_yn='N' GROUP BY 1,2,4;

------------------------------------------------------------------ comments
COMMENT ON TABLE cust IS 'customer master';
COMMENT ON TABLE cust_old IS 'legacy copy from AS/400 takeover 2018 - DO NOT USE, kept for audit';
COMMENT ON TABLE art IS 'articles (finished goods)';
COMMENT ON TABLE ord_hdr IS 'sales order header';
COMMENT ON TABLE ord_pos IS 'sales order lines';
COMMENT ON TABLE dlv IS 'delivery notes, one per order';
COMMENT ON TABLE stk_mv IS 'stock movements';
COMMENT ON TABLE prd.tbl_coll IS 'milk collections at the farm gate. From 2023; older rows see tbl_coll_arch';
COMMENT ON TABLE prd.tbl_coll_arch IS 'archive of tbl_coll, year 2022 (moved by job ARC01)';
COMMENT ON TABLE prd.batch_hdr IS 'production batches';
COMMENT ON TABLE prd.batch_qc IS 'quality checks per batch';
COMMENT ON TABLE fin.inv_hdr IS 'outgoing invoices';
COMMENT ON TABLE fin.dun IS 'dunning letters';
COMMENT ON TABLE fin.frm_pymt IS 'monthly milk money to farmers';
COMMENT ON COLUMN cust.cust_typ IS 'R=retail W=wholesale H=hotel/restaurant/cafe S=school & institution';
COMMENT ON COLUMN cust.cr_lmt IS 'credit limit EUR, null = none agreed';
COMMENT ON COLUMN cust.pay_trm IS 'payment terms, days net';
COMMENT ON COLUMN cust.blk_fl IS 'Y = blocked for new orders';
COMMENT ON COLUMN cust.rep_no IS 'sales rep -> emp';
COMMENT ON COLUMN cust.tel2 IS 'not used';
COMMENT ON COLUMN cust.crt_dt IS 'customer since';
COMMENT ON COLUMN art.lst_prc IS 'current list price EUR excl. VAT per uom';
COMMENT ON COLUMN art.prc_1 IS 'OBSOLETE since 2021, see lst_prc';
COMMENT ON COLUMN art.cst_prc IS 'std cost';
COMMENT ON COLUMN art.shlf_dys IS 'shelf life in days';
COMMENT ON COLUMN art.act_fl IS 'Y/N, N = delisted';
COMMENT ON COLUMN art.vat_cd IS 'Z zero, S standard';
COMMENT ON COLUMN art.min_stk IS 'minimum stock';
COMMENT ON COLUMN ord_hdr.dlv_dt IS 'obsolete (old system, not filled since 04/2023) - use dlv.dlv_dt';
COMMENT ON COLUMN ord_hdr.req_dt IS 'delivery date the customer asked for';
COMMENT ON COLUMN ord_hdr.chnl IS 'W web shop, P phone, E EDI';
COMMENT ON COLUMN ord_hdr.ttl_amt IS 'net total EUR';
COMMENT ON COLUMN ord_hdr.emp_no IS 'entered by';
COMMENT ON COLUMN ord_pos.ln_amt IS 'qty * unit_prc less discount';
COMMENT ON COLUMN dlv.sts_cd IS '1 planned 2 on the road 3 delivered 4 refused by customer';
COMMENT ON COLUMN dlv.late_min IS 'minutes after the agreed window';
COMMENT ON COLUMN dlv.crt_out IS 'crates out';
COMMENT ON COLUMN dlv.crt_ret IS 'empty crates returned';
COMMENT ON COLUMN dlv_pos.qty_short IS 'quantity missing on delivery';
COMMENT ON COLUMN emp.sal_mth IS 'gross per month EUR';
COMMENT ON COLUMN emp.term_dt IS 'leaving date, null = still employed';
COMMENT ON COLUMN emp.pt_yn IS 'part time';
COMMENT ON COLUMN abs_rec.abs_cd IS 'S sick, V vacation, P parental, U unpaid';
COMMENT ON COLUMN abs_rec.dys IS 'days absent';
COMMENT ON COLUMN veh.veh_typ IS 'TNK milk tanker, REF refrigerated truck, VAN van';
COMMENT ON COLUMN veh.km_std IS 'odometer at last reading';
COMMENT ON COLUMN veh.fuel_tp IS 'D diesel E electric';
COMMENT ON COLUMN veh.act_yn IS 'N = sold or scrapped';
COMMENT ON COLUMN fuel_log.fl_dt IS 'yyyymmdd';
COMMENT ON COLUMN stk_mv.mv_typ IS 'IN receipt, OUT issue, TRF transfer, WST waste, ADJ count adjustment';
COMMENT ON COLUMN stk_mv.mv_dt IS 'yyyymmdd';
COMMENT ON COLUMN stk_mv.qty IS 'negative = out';
COMMENT ON COLUMN stk.blk_yn IS 'Y = blocked by QA';
COMMENT ON COLUMN tbl_whs.tmp_zn IS 'C chilled, F frozen, A ambient';
COMMENT ON COLUMN tbl_whs.cap_plt IS 'pallet places';
COMMENT ON COLUMN tbl_compl.cmp_typ IS '1 short delivery 2 damaged 3 quality 4 wrong article 5 late';
COMMENT ON COLUMN tbl_compl.cr_amt IS 'credit given EUR';
COMMENT ON COLUMN tbl_compl.cls_dt IS 'null = still open';
COMMENT ON COLUMN splr.rtg IS 'rating 1 (best) - 5';
COMMENT ON COLUMN splr.lead_dys IS 'lead time days';
COMMENT ON COLUMN prd.tbl_farm.herd_sz IS 'number of dairy cows';
COMMENT ON COLUMN prd.tbl_farm.no_cows IS 'old field, superseded by herd_sz';
COMMENT ON COLUMN prd.tbl_farm.org_yn IS 'organic certified';
COMMENT ON COLUMN prd.tbl_farm.ctr_dt IS 'supply contract since';
COMMENT ON COLUMN prd.tbl_farm.act_yn IS 'N = no longer delivers';
COMMENT ON COLUMN prd.tbl_farm.brd IS 'main breed';
COMMENT ON COLUMN prd.tbl_coll.coll_dt IS 'yyyymmdd';
COMMENT ON COLUMN prd.tbl_coll.ltr IS 'litres';
COMMENT ON COLUMN prd.tbl_coll.rej_yn IS 'load rejected';
COMMENT ON COLUMN prd.tbl_coll.tmp_c IS 'milk temperature at pick-up, deg C';
COMMENT ON COLUMN prd.lab_tst.scc IS 'somatic cell count x1000/ml';
COMMENT ON COLUMN prd.lab_tst.tbc IS 'total bacterial count x1000';
COMMENT ON COLUMN prd.lab_tst.res IS 'P pass, F fail, R retest';
COMMENT ON COLUMN prd.mlk_prc.prc_ct IS 'base price ct per litre';
COMMENT ON COLUMN prd.mlk_prc.org_add_ct IS 'organic bonus ct per litre';
COMMENT ON COLUMN prd.prd_line.sts IS 'A active M maintenance X scrapped';
COMMENT ON COLUMN prd.prd_line.inst_yr IS 'year installed';
COMMENT ON COLUMN prd.batch_hdr.sts_cd IS '10 planned 20 running 30 finished, QA pending 40 released 90 blocked';
COMMENT ON COLUMN prd.batch_hdr.exp_dt IS 'best before';
COMMENT ON COLUMN prd.batch_hdr.sup_no IS 'shift supervisor';
COMMENT ON COLUMN prd.batch_qc.prm_cd IS 'PH, COLI coliforms, WGT weight pct, TEMP';
COMMENT ON COLUMN prd.tbl_downtm.mins IS 'stop in minutes';
COMMENT ON COLUMN fin.inv_hdr.pd_fl IS 'fully paid Y/N';
COMMENT ON COLUMN fin.inv_hdr.sts IS 'OK valid, CN cancelled';
COMMENT ON COLUMN fin.inv_hdr.grs_amt IS 'incl. VAT';
COMMENT ON COLUMN fin.pymt.mth IS 'BT bank transfer DD direct debit CC card CA cash';
COMMENT ON COLUMN fin.dun.lvl IS '1 reminder 2 second 3 final';
COMMENT ON COLUMN fin.frm_pymt.per IS 'yyyymm';
COMMENT ON COLUMN fin.frm_pymt.ded_amt IS 'deductions (levies, haulage)';
COMMENT ON COLUMN fin.bdgt.act_amt IS 'actual cost to date';
COMMENT ON COLUMN cust.dlv_win IS 'delivery window, hours from-to';
COMMENT ON COLUMN ord_pos.disc_pct IS 'line discount pct';
COMMENT ON COLUMN dlv.drv_no IS 'driver -> emp';
COMMENT ON COLUMN dlv.km IS 'km driven for this stop';
COMMENT ON COLUMN dlv.sgn_yn IS 'signed by customer';
COMMENT ON COLUMN emp.mgr_no IS 'line manager -> emp';
COMMENT ON COLUMN emp.lic_cat IS 'driving licence';
COMMENT ON COLUMN veh.tnk_ltr IS 'tank volume l, tankers only';
COMMENT ON COLUMN veh.bld_yr IS 'year built';
COMMENT ON COLUMN veh_srv.cst IS 'EUR excl. VAT';
COMMENT ON COLUMN veh_srv.wksp IS 'garage / workshop';
COMMENT ON COLUMN prd.ingr.allrg_yn IS 'contains allergen';
COMMENT ON COLUMN prd.tbl_farm.end_dt IS 'last day of supply';
COMMENT ON COLUMN prd.tbl_route.wkdys IS '1=Mon .. 7=Sun';
COMMENT ON COLUMN prd.batch_hdr.qty_act IS 'produced quantity';
COMMENT ON COLUMN prd.prd_line.cap_l_h IS 'capacity litres per hour';
COMMENT ON COLUMN fin.frm_pymt.pd_dt IS 'paid on, null = not yet paid';
COMMENT ON COLUMN fin.dun.fee IS 'reminder fee EUR';
COMMENT ON COLUMN fin.bdgt.bdg_amt IS 'budget EUR';
COMMENT ON COLUMN stk.cnt_dt IS 'last count';
COMMENT ON COLUMN tbl_compl.rcv_dt IS 'received';
