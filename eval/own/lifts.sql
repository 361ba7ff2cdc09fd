-- A company that maintains lifts and escalators; the schema grew over twenty years and three systems.
CREATE TABLE cfg_org (org_id int PRIMARY KEY, org_cd text UNIQUE NOT NULL, org_nm text NOT NULL, ctry_cd char(2));
CREATE TABLE cfg_ctry (ctry_cd char(2) PRIMARY KEY, ctry_nm text NOT NULL, eu_flg char(1) NOT NULL);
CREATE TABLE cfg_curr (curr_cd char(3) PRIMARY KEY, curr_nm text);
CREATE TABLE cfg_fx (curr_cd char(3), valid_from date, rate_eur numeric(12,6), PRIMARY KEY (curr_cd, valid_from));
CREATE TABLE cfg_code (cd_grp text, cd text, descr text NOT NULL, sort_no int, del_flg char(1) DEFAULT 'N', PRIMARY KEY (cd_grp, cd));
CREATE TABLE cfg_holiday (hol_dt date, ctry_cd char(2), hol_nm text, PRIMARY KEY (hol_dt, ctry_cd));
CREATE TABLE cfg_param (param_nm text PRIMARY KEY, param_val text);

CREATE TABLE mst_addr (addr_id int PRIMARY KEY, street text, hse_no text, zip text, city text, ctry_cd char(2) REFERENCES cfg_ctry);
CREATE TABLE mst_cust (cust_id int PRIMARY KEY, org_id int NOT NULL REFERENCES cfg_org, cust_no text NOT NULL, cust_nm text NOT NULL,
  cust_typ char(1), acct_mgr_id int, pay_term_cd text, cred_lim numeric(12,2), since_dt date, crt_ts timestamp, upd_ts timestamp, del_flg char(1) NOT NULL DEFAULT 'N');
COMMENT ON COLUMN mst_cust.cust_typ IS 'O = owner, M = property manager, P = public body, H = hospital';
COMMENT ON COLUMN mst_cust.del_flg IS 'Y = logically deleted';
CREATE TABLE mst_cust_addr (cust_id int REFERENCES mst_cust, addr_role char(1), addr_id int REFERENCES mst_addr, valid_from date, valid_to date, PRIMARY KEY (cust_id, addr_role, valid_from));
COMMENT ON COLUMN mst_cust_addr.addr_role IS 'L = legal seat, B = billing, C = correspondence';
CREATE TABLE mst_contact (contact_id int PRIMARY KEY, cust_id int REFERENCES mst_cust, first_nm text, last_nm text, tel text, email text, main_flg char(1));
CREATE TABLE mst_bldg (bldg_id int PRIMARY KEY, cust_id int REFERENCES mst_cust, bldg_nm text, addr_id int REFERENCES mst_addr, flr_cnt int, built_yr int, usage_cd text, del_flg char(1) NOT NULL DEFAULT 'N');
CREATE TABLE mst_mfr (mfr_id int PRIMARY KEY, mfr_nm text NOT NULL, ctry_cd char(2));
CREATE TABLE mst_model (model_id int PRIMARY KEY, mfr_id int REFERENCES mst_mfr, model_nm text, drive_cd text, max_load_kg int);
CREATE TABLE mst_unit (unit_id int PRIMARY KEY, org_id int NOT NULL, unit_no text UNIQUE NOT NULL, serial_no text, bldg_id int REFERENCES mst_bldg, model_id int REFERENCES mst_model,
  unit_kind_cd text, load_kg int, stops_cnt int, speed_ms numeric(4,2), inst_dt date, modern_dt date, decom_dt date, sts_cd char(2) NOT NULL, route_id int, del_flg char(1) NOT NULL DEFAULT 'N');
COMMENT ON COLUMN mst_unit.decom_dt IS 'date taken out of service for good';
CREATE TABLE mst_unit_sts (sts_cd char(2) PRIMARY KEY, sts_txt text NOT NULL);
CREATE TABLE mst_suppl (suppl_id int PRIMARY KEY, suppl_nm text, city text, ctry_cd char(2) REFERENCES cfg_ctry, lead_days int, blk_flg char(1) DEFAULT 'N');
COMMENT ON COLUMN mst_suppl.blk_flg IS 'Y = blocked for purchasing';

CREATE TABLE hr_branch (branch_id int PRIMARY KEY, org_id int REFERENCES cfg_org, branch_cd text, branch_nm text, addr_id int);
CREATE TABLE hr_dept (dept_id int PRIMARY KEY, dept_cd text, dept_nm text, head_emp_id int);
CREATE TABLE hr_emp (emp_id int PRIMARY KEY, emp_no text UNIQUE, first_nm text, last_nm text, job_cd text, dept_id int REFERENCES hr_dept, boss_emp_id int REFERENCES hr_emp,
  hire_dt date, leave_dt date, birth_dt date, sal_mth numeric(10,2), act_flg char(1) NOT NULL);
COMMENT ON COLUMN hr_emp.sal_mth IS 'gross salary per month';
CREATE TABLE hr_emp_branch (emp_id int REFERENCES hr_emp, branch_id int REFERENCES hr_branch, valid_from date, valid_to date, PRIMARY KEY (emp_id, valid_from));
CREATE TABLE hr_absence (abs_id int PRIMARY KEY, emp_id int REFERENCES hr_emp, abs_typ char(1), from_dt date, to_dt date, days numeric(5,1), appr_flg char(1));
COMMENT ON COLUMN hr_absence.abs_typ IS 'V = vacation, S = sick leave, T = training, U = unpaid leave';
CREATE TABLE hr_cert (cert_cd text PRIMARY KEY, cert_nm text, valid_mths int);
CREATE TABLE hr_emp_cert (emp_id int, cert_cd text, issued_dt date, exp_dt date, PRIMARY KEY (emp_id, cert_cd));

CREATE TABLE ctr_typ (ctr_typ_cd text PRIMARY KEY, ctr_typ_nm text, visits_py int);
CREATE TABLE ctr_hdr (ctr_id int PRIMARY KEY, org_id int NOT NULL, ctr_no text UNIQUE, cust_id int REFERENCES mst_cust, ctr_typ_cd text REFERENCES ctr_typ, sign_dt date, start_dt date, end_dt date,
  cancel_dt date, cancel_rsn_cd text, notice_mths int, sts_cd char(1), resp_emp_id int REFERENCES hr_emp, crt_ts timestamp);
CREATE TABLE ctr_sts (sts_cd char(1) PRIMARY KEY, sts_txt text);
CREATE TABLE ctr_ln (ctr_id int REFERENCES ctr_hdr, ln_no int, unit_id int REFERENCES mst_unit, fee_mth numeric(10,2), from_dt date, to_dt date, PRIMARY KEY (ctr_id, ln_no));
COMMENT ON COLUMN ctr_ln.fee_mth IS 'net monthly fee in EUR';
CREATE TABLE ctr_cancel_rsn (rsn_cd text PRIMARY KEY, rsn_txt text);

CREATE TABLE svc_route (route_id int PRIMARY KEY, route_nm text, branch_id int REFERENCES hr_branch, mech_emp_id int REFERENCES hr_emp);
CREATE TABLE svc_prio (prio int PRIMARY KEY, prio_txt text, react_min int);
CREATE TABLE svc_call_sts (sts_cd char(2) PRIMARY KEY, sts_txt text, closed_flg char(1));
CREATE TABLE svc_fault (fault_cd text PRIMARY KEY, fault_txt text, comp_cd text);
CREATE TABLE svc_call (call_id int PRIMARY KEY, org_id int NOT NULL, call_no text UNIQUE, unit_id int REFERENCES mst_unit, contact_id int, prio int REFERENCES svc_prio, fault_cd text REFERENCES svc_fault,
  trap_flg char(1) NOT NULL DEFAULT 'N', rcvd_ts timestamp, disp_ts timestamp, arr_ts timestamp, done_ts timestamp, mech_id int, sts_cd char(2) REFERENCES svc_call_sts, descr text, del_flg char(1) NOT NULL DEFAULT 'N');
COMMENT ON COLUMN svc_call.trap_flg IS 'Y = persons trapped';
COMMENT ON COLUMN svc_call.mech_id IS 'mechanic sent, hr_emp.emp_id';
CREATE TABLE svc_visit (visit_id int PRIMARY KEY, unit_id int REFERENCES mst_unit, call_id int REFERENCES svc_call, emp_id int REFERENCES hr_emp, visit_typ char(1), plan_dt date, visit_dt date, work_hrs numeric(5,2), trav_km int, sts_cd char(1));
COMMENT ON COLUMN svc_visit.visit_typ IS 'M = maintenance, R = repair, E = emergency';
CREATE TABLE svc_visit_part (visit_id int REFERENCES svc_visit, pos int, part_id int, qty numeric(8,2), chg_flg char(1), PRIMARY KEY (visit_id, pos));
CREATE TABLE svc_insp (insp_id int PRIMARY KEY, unit_id int REFERENCES mst_unit, insp_dt date, next_due_dt date, inspector text, result_cd char(1), fee numeric(8,2));
COMMENT ON COLUMN svc_insp.result_cd IS 'P = passed, D = passed with defects, F = failed';
CREATE TABLE svc_insp_def (insp_id int REFERENCES svc_insp, def_no int, def_txt text, sev int, fixed_dt date, PRIMARY KEY (insp_id, def_no));

CREATE TABLE stk_part_grp (grp_cd text PRIMARY KEY, grp_nm text);
CREATE TABLE stk_part (part_id int PRIMARY KEY, part_no text UNIQUE, part_nm text, grp_cd text REFERENCES stk_part_grp, uom text, list_prc numeric(10,2), std_cost numeric(10,2), min_qty int, pref_suppl_id int REFERENCES mst_suppl, obs_flg char(1) DEFAULT 'N');
COMMENT ON COLUMN stk_part.obs_flg IS 'Y = obsolete';
CREATE TABLE stk_whs (whs_cd text PRIMARY KEY, whs_nm text, branch_id int REFERENCES hr_branch, van_flg char(1));
CREATE TABLE stk_bal (whs_cd text REFERENCES stk_whs, part_id int REFERENCES stk_part, qty_oh int, qty_rsv int, PRIMARY KEY (whs_cd, part_id));
COMMENT ON COLUMN stk_bal.qty_oh IS 'quantity on hand';
CREATE TABLE stk_mvt (mvt_id int PRIMARY KEY, mvt_typ char(2), whs_cd text REFERENCES stk_whs, part_id int REFERENCES stk_part, qty int, mvt_dt date, usr_id int);

CREATE TABLE pur_ord (po_id int PRIMARY KEY, org_id int, po_no text UNIQUE, suppl_id int REFERENCES mst_suppl, ord_dt date, req_dt date, dlv_dt date, buyer_id int REFERENCES hr_emp, sts_cd char(1), curr_cd char(3), tot_amt numeric(12,2));
CREATE TABLE pur_ord_ln (po_id int REFERENCES pur_ord, ln_no int, part_id int REFERENCES stk_part, qty_ord int, qty_rcv int, unit_prc numeric(10,2), PRIMARY KEY (po_id, ln_no));

CREATE TABLE sls_offer (offer_id int PRIMARY KEY, org_id int, offer_no text UNIQUE, cust_id int REFERENCES mst_cust, bldg_id int, rep_emp_id int REFERENCES hr_emp, offer_dt date, valid_to date, dec_dt date, sts_cd char(1), net_amt numeric(12,2), prob_pct int);
CREATE TABLE sls_offer_ln (offer_id int REFERENCES sls_offer, ln_no int, unit_id int, work_cd text, qty int, net_prc numeric(12,2), PRIMARY KEY (offer_id, ln_no));

CREATE TABLE fin_pay_term (pay_term_cd text PRIMARY KEY, pay_term_nm text, net_days int, disc_pct numeric(4,2));
CREATE TABLE fin_inv_sts (sts_cd char(1) PRIMARY KEY, sts_txt text);
CREATE TABLE fin_inv (inv_id int PRIMARY KEY, org_id int NOT NULL, inv_no text UNIQUE, cust_id int REFERENCES mst_cust, ctr_id int REFERENCES ctr_hdr, inv_dt date, due_dt date, paid_dt date, curr_cd char(3), net_amt numeric(12,2), tax_amt numeric(12,2), gross_amt numeric(12,2), open_amt numeric(12,2), sts_cd char(1), del_flg char(1) NOT NULL DEFAULT 'N');
COMMENT ON COLUMN fin_inv.open_amt IS 'what the customer still owes';
CREATE TABLE fin_inv_ln (inv_id int REFERENCES fin_inv, ln_no int, unit_id int, ln_typ char(1), txt text, qty numeric(8,2), prc numeric(10,2), ln_amt numeric(12,2), PRIMARY KEY (inv_id, ln_no));
COMMENT ON COLUMN fin_inv_ln.ln_typ IS 'C = contract fee, L = labour, P = parts, T = travel';
CREATE TABLE fin_pmt (pmt_id int PRIMARY KEY, inv_id int REFERENCES fin_inv, pmt_dt date, amt numeric(12,2), meth_cd char(1));
CREATE TABLE fin_dun (dun_id int PRIMARY KEY, inv_id int REFERENCES fin_inv, dun_lvl int, dun_dt date, fee numeric(6,2));

CREATE TABLE sys_usr (usr_id int PRIMARY KEY, login text, emp_id int, pwd_hash text, last_login_ts timestamp);
CREATE TABLE sys_log (log_id int PRIMARY KEY, usr_id int, tab_nm text, rec_id int, act char(1), log_ts timestamp);
CREATE TABLE sys_job (job_id int PRIMARY KEY, job_nm text, start_ts timestamp, end_ts timestamp, rc int);
CREATE TABLE zz_cust_2019 (cust_no text, cust_nm text, city text, tot numeric);
CREATE TABLE tmp_unit_mig (old_no text, new_no text, done char(1));

CREATE TEMP SEQUENCE dice;
CREATE FUNCTION pg_temp.rnd() RETURNS float8 LANGUAGE sql VOLATILE AS $$ SELECT ('x' || substr(md5(nextval('dice')::text), 1, 7))::bit(28)::int / 268435456.0 $$;
INSERT INTO cfg_org VALUES (1,'LN','Liftservice Nord','DE'),(2,'LA','Liftservice Alpin','AT'),(3,'LH','Liftservice Hollandia','NL');
INSERT INTO cfg_ctry VALUES ('DE','Germany','Y'),('AT','Austria','Y'),('NL','Netherlands','Y'),('CH','Switzerland','N'),('IT','Italy','Y'),('FI','Finland','Y'),('CN','China','N'),('US','United States','N');
INSERT INTO cfg_curr VALUES ('EUR','Euro'),('CHF','Swiss franc'),('USD','US dollar');
INSERT INTO cfg_fx SELECT c, d::date, 0.9+pg_temp.rnd()*0.2 FROM unnest(ARRAY['CHF','USD']) c, generate_series(date '2021-01-01','2025-01-01','1 month') d;
INSERT INTO cfg_code (cd_grp,cd,descr,sort_no) VALUES
 ('UNITKIND','PL','passenger lift',1),('UNITKIND','GL','goods lift',2),('UNITKIND','ES','escalator',3),('UNITKIND','MW','moving walk',4),('UNITKIND','DW','dumbwaiter',5),
 ('DRIVE','T','traction',1),('DRIVE','H','hydraulic',2),('DRIVE','R','roped hydraulic',3),
 ('USAGE','RES','residential',1),('USAGE','OFF','office',2),('USAGE','HOSP','hospital',3),('USAGE','SHOP','shopping centre',4),('USAGE','HOT','hotel',5),('USAGE','STN','station',6),
 ('JOB','ME','mechanic',1),('JOB','SM','senior mechanic',2),('JOB','DI','dispatcher',3),('JOB','SR','sales representative',4),('JOB','BU','buyer',5),('JOB','AC','accountant',6),('JOB','MG','manager',7),
 ('MVT','IN','goods receipt',1),('MVT','OU','issue to visit',2),('MVT','TR','transfer',3),('MVT','SC','scrapping',4),
 ('POSTS','D','draft',1),('POSTS','O','ordered',2),('POSTS','P','partly received',3),('POSTS','R','received',4),('POSTS','X','cancelled',5),
 ('OFFSTS','N','new',1),('OFFSTS','S','sent',2),('OFFSTS','W','won',3),('OFFSTS','L','lost',4),('OFFSTS','E','expired',5),
 ('WORK','CAB','cabin refurbishment',1),('WORK','DRV','drive replacement',2),('WORK','CTL','control replacement',3),('WORK','DOR','door replacement',4),
 ('VISSTS','P','planned',1),('VISSTS','D','done',2),('VISSTS','M','missed',3),('PAYM','T','bank transfer',1),('PAYM','D','direct debit',2),('PAYM','C','card',3),
 ('COMP','DR','door',1),('COMP','CT','control',2),('COMP','DV','drive',3),('COMP','CB','cabin',4);
INSERT INTO cfg_holiday VALUES ('2024-01-01','DE','New Year'),('2024-12-25','DE','Christmas Day'),('2024-12-25','AT','Christmas Day'),('2024-04-27','NL','Kings Day');
INSERT INTO cfg_param VALUES ('VAT_DE','19'),('VAT_AT','20'),('VAT_NL','21');
INSERT INTO mst_addr SELECT i, (ARRAY['Hafenstrasse','Lindenweg','Bahnhofstrasse','Marktplatz','Ringstrasse','Schulgasse','Parklaan','Mozartgasse'])[1+floor(pg_temp.rnd()*8)::int], (1+floor(pg_temp.rnd()*120))::text,
  (10000+floor(pg_temp.rnd()*89999))::int::text, c[1], c[2] FROM (SELECT i, (ARRAY[ARRAY['Hamburg','DE'],ARRAY['Bremen','DE'],ARRAY['Kiel','DE'],ARRAY['Rostock','DE'],ARRAY['Vienna','AT'],ARRAY['Graz','AT'],ARRAY['Linz','AT'],ARRAY['Rotterdam','NL'],ARRAY['Utrecht','NL']])[k:k] AS cc, i AS j FROM (SELECT i, 1+floor(pg_temp.rnd()*9)::int k FROM generate_series(1,420) i) q) r,
  LATERAL (SELECT ARRAY[cc[1][1],cc[1][2]] c) s;
INSERT INTO hr_dept VALUES (1,'SVC','Field Service',NULL),(2,'SLS','Sales',NULL),(3,'FIN','Finance',NULL),(4,'PUR','Purchasing',NULL),(5,'DSP','Dispatch',NULL);
INSERT INTO hr_branch SELECT i, o, cd, nm, i FROM (VALUES (1,1,'HH','Hamburg Branch'),(2,1,'HB','Bremen Branch'),(3,1,'KI','Kiel Branch'),(4,2,'VI','Vienna Branch'),(5,2,'GR','Graz Branch'),(6,3,'RD','Rotterdam Branch')) v(i,o,cd,nm);
INSERT INTO hr_emp SELECT i, 'E'||lpad(i::text,4,'0'), (ARRAY['Anna','Bernd','Clara','Dirk','Eva','Frank','Greta','Hans','Ines','Jan','Karin','Lars'])[1+(i*7)%12], (ARRAY['Albers','Brandt','Claussen','Dreyer','Ebner','Fuchs','Gruber','Hofer','Imhof','Jansen','Koch','Lorenz','Meyer','Nagel','Otten','Peters','Quast'])[1+(i*5)%17],
  CASE WHEN i<=48 THEN CASE WHEN i%4=0 THEN 'SM' ELSE 'ME' END WHEN i<=56 THEN 'DI' WHEN i<=66 THEN 'SR' WHEN i<=71 THEN 'BU' WHEN i<=78 THEN 'AC' ELSE 'MG' END,
  CASE WHEN i<=48 THEN 1 WHEN i<=56 THEN 5 WHEN i<=66 THEN 2 WHEN i<=71 THEN 4 WHEN i<=78 THEN 3 ELSE 1+(i-79)%5 END, NULL,
  date '2005-01-01'+floor(pg_temp.rnd()*7000)::int, NULL, date '1962-01-01'+floor(pg_temp.rnd()*14000)::int, 2600+floor(pg_temp.rnd()*30)*100, 'Y' FROM generate_series(1,84) i;
UPDATE hr_emp SET boss_emp_id = 78+dept_id WHERE emp_id<79;
UPDATE hr_emp SET leave_dt=date '2022-03-31'+emp_id*9, act_flg='N' WHERE emp_id%11=0;
UPDATE hr_dept SET head_emp_id=78+dept_id;
INSERT INTO hr_emp_branch SELECT emp_id, 1+emp_id%6, hire_dt, CASE WHEN emp_id%5=0 THEN date '2023-06-30' ELSE leave_dt END FROM hr_emp;
INSERT INTO hr_emp_branch SELECT emp_id, 1+(emp_id+2)%6, date '2023-07-01', leave_dt FROM hr_emp WHERE emp_id%5=0 AND hire_dt<'2023-06-30' AND (leave_dt IS NULL OR leave_dt>'2023-07-01');
INSERT INTO hr_absence SELECT i, 1+floor(pg_temp.rnd()*84)::int, (ARRAY['V','V','V','S','S','T','U'])[1+floor(pg_temp.rnd()*7)::int], d, d+n, n+1, CASE WHEN pg_temp.rnd()<0.9 THEN 'Y' ELSE 'N' END FROM (SELECT i, date '2022-01-01'+floor(pg_temp.rnd()*1200)::int d, floor(pg_temp.rnd()*12)::int n FROM generate_series(1,360) i) q;
INSERT INTO hr_cert VALUES ('EL1','Electrical Safety',36),('RES','Rescue Training',24),('HYD','Hydraulics',60),('FA','First Aid',24);
INSERT INTO hr_emp_cert SELECT emp_id, cert_cd, d, d+valid_mths*30 FROM (SELECT emp_id, cert_cd, valid_mths, date '2021-01-01'+floor(pg_temp.rnd()*1400)::int d, pg_temp.rnd() r FROM hr_emp, hr_cert WHERE emp_id<=48) q WHERE r<0.6;
INSERT INTO fin_pay_term VALUES ('N14','14 days net',14,0),('N30','30 days net',30,0),('N60','60 days net',60,0),('D10','10 days 2 percent',30,2);
INSERT INTO mst_cust SELECT i, o, 'C'||(10000+i), (ARRAY['Hansa','Alster','Weser','Nordsee','Donau','Tauern','Maas','Deich','Krone','Linden','Anker','Kompass'])[1+(i*5)%12]||' '||(ARRAY['Immobilien','Wohnbau','Klinikum','Property','Verwaltung','Hotels','Centers','Stadtwerke'])[1+(i*3)%8]||' '||(ARRAY['GmbH','AG','KG','BV'])[1+i%4]||CASE WHEN i>96 THEN ' II' ELSE '' END,
  (ARRAY['O','M','P','H'])[1+floor(pg_temp.rnd()*4)::int], 57+i%10, (ARRAY['N14','N30','N60','D10'])[1+floor(pg_temp.rnd()*4)::int], (1+floor(pg_temp.rnd()*20))*5000, date '2004-01-01'+floor(pg_temp.rnd()*7300)::int, '2015-01-01', '2024-05-01', CASE WHEN i%17=0 THEN 'Y' ELSE 'N' END
  FROM (SELECT i, 1+floor(pg_temp.rnd()*3)::int o FROM generate_series(1,140) i) q;
INSERT INTO mst_cust_addr SELECT cust_id, r, 1+(cust_id*3+k)%420, '2015-01-01', NULL FROM mst_cust, (VALUES ('L',0),('B',1),('C',2)) v(r,k) WHERE r<>'C' OR cust_id%3=0;
UPDATE mst_cust_addr SET valid_to='2022-12-31' WHERE cust_id%10=0 AND addr_role='B';
INSERT INTO mst_cust_addr SELECT cust_id,'B',1+(cust_id*7)%420,'2023-01-01',NULL FROM mst_cust WHERE cust_id%10=0;
INSERT INTO mst_contact SELECT i, 1+(i-1)%140, (ARRAY['Olaf','Petra','Ralf','Sonja','Tim','Ute'])[1+i%6], (ARRAY['Adler','Busch','Conrad','Dietz','Engel','Falk','Grimm'])[1+(i*3)%7], '040-'||(100000+i*37), 'p'||i||'@example.org', CASE WHEN i<=140 THEN 'Y' ELSE 'N' END FROM generate_series(1,260) i;
INSERT INTO mst_bldg SELECT i, 1+floor(pg_temp.rnd()*140)::int, (ARRAY['Haus','Turm','Hof','Zentrum','Palais','Block'])[1+i%6]||' '||(ARRAY['Elbe','Nord','Sonne','Kaiser','Mozart','Hafen','Erasmus'])[1+(i*3)%7]||' '||i, 1+(i*11)%420, 2+floor(pg_temp.rnd()*20)::int, 1955+floor(pg_temp.rnd()*68)::int, (ARRAY['RES','RES','RES','OFF','OFF','HOSP','SHOP','HOT','STN'])[1+floor(pg_temp.rnd()*9)::int], CASE WHEN i%29=0 THEN 'Y' ELSE 'N' END FROM generate_series(1,300) i;
INSERT INTO mst_mfr VALUES (1,'Kone','FI'),(2,'Otis','US'),(3,'Schindler','CH'),(4,'TK Elevator','DE'),(5,'Haushahn','DE'),(6,'Sematic','IT'),(7,'Shanghai Elevator','CN');
INSERT INTO mst_model SELECT i, 1+i%7, (ARRAY['Eco','Mono','Gen','Synergy','Trans','Smart'])[1+i%6]||' '||(100+i*10), (ARRAY['T','T','H','R'])[1+i%4], 320+(i%6)*210 FROM generate_series(1,24) i;
INSERT INTO mst_unit_sts VALUES ('10','in operation'),('20','out of order'),('30','shut down'),('40','under modernisation'),('90','dismantled');
INSERT INTO svc_route SELECT i, 'Route '||chr(64+i), 1+i%6, i*3 FROM generate_series(1,14) i;
INSERT INTO mst_unit SELECT i, o.org_id, 'U'||(200000+i), 'S'||md5(i::text), b, 1+floor(pg_temp.rnd()*24)::int, k, 320+floor(pg_temp.rnd()*10)::int*110, 2+floor(pg_temp.rnd()*20)::int, 0.5+floor(pg_temp.rnd()*6)*0.25, date '1980-01-01'+floor(pg_temp.rnd()*16200)::int, NULL, NULL, s, 1+i%14, CASE WHEN i%41=0 THEN 'Y' ELSE 'N' END
  FROM (SELECT i, 1+floor(pg_temp.rnd()*300)::int b, (ARRAY['PL','PL','PL','PL','GL','GL','ES','MW','DW'])[1+floor(pg_temp.rnd()*9)::int] k, (ARRAY['10','10','10','10','10','10','20','30','40','90'])[1+floor(pg_temp.rnd()*10)::int] s FROM generate_series(1,700) i) q JOIN mst_bldg mb ON mb.bldg_id=b JOIN mst_cust o ON o.cust_id=mb.cust_id;
UPDATE mst_unit SET decom_dt=date '2021-01-01'+(unit_id*5)%1600 WHERE sts_cd='90';
UPDATE mst_unit SET modern_dt=date '2015-01-01'+(unit_id*7)%3600 WHERE unit_id%6=0 AND inst_dt<'2005-01-01';
INSERT INTO ctr_typ VALUES ('FULL','Full maintenance',12),('BAS','Basic inspection',4),('STD','Standard service',6),('EMG','Emergency line only',0);
INSERT INTO ctr_sts VALUES ('D','draft'),('A','active'),('T','terminated'),('E','expired'),('S','suspended');
INSERT INTO ctr_cancel_rsn VALUES ('PRC','price too high'),('QLT','poor service quality'),('SOLD','building sold'),('INS','insolvency');
INSERT INTO ctr_hdr SELECT i, c.org_id, 'V-'||(3000+i), c.cust_id, (ARRAY['FULL','BAS','STD','STD','EMG'])[1+floor(pg_temp.rnd()*5)::int], d, d+30, CASE WHEN s='E' THEN d+1460 ELSE CASE WHEN i%3=0 THEN d+3650 END END, CASE WHEN s='T' THEN d+900+i END, CASE WHEN s='T' THEN (ARRAY['PRC','PRC','QLT','SOLD','INS'])[1+floor(pg_temp.rnd()*5)::int] END, (ARRAY[1,3,6])[1+i%3], s, 57+i%10, d
  FROM (SELECT i, 1+floor(pg_temp.rnd()*140)::int cu, date '2016-01-01'+floor(pg_temp.rnd()*2900)::int d, (ARRAY['A','A','A','A','A','T','E','D','S'])[1+floor(pg_temp.rnd()*9)::int] s FROM generate_series(1,260) i) q JOIN mst_cust c ON c.cust_id=cu;
INSERT INTO ctr_ln SELECT ctr_id, row_number() OVER (PARTITION BY ctr_id ORDER BY unit_id), unit_id, 60+floor(pg_temp.rnd()*50)*8, start_dt, coalesce(cancel_dt,end_dt) FROM (SELECT h.*, u.unit_id, pg_temp.rnd() r FROM ctr_hdr h JOIN mst_bldg b USING (cust_id) JOIN mst_unit u USING (bldg_id)) q WHERE r<0.6;
INSERT INTO svc_prio VALUES (1,'emergency',30),(2,'high',120),(3,'normal',480),(4,'low',2880);
INSERT INTO svc_call_sts VALUES ('NW','new','N'),('DI','dispatched','N'),('WP','waiting for parts','N'),('DN','done','Y'),('CX','cancelled','Y');
INSERT INTO svc_fault VALUES ('F01','door does not close','DR'),('F02','door lock defective','DR'),('F10','control failure','CT'),('F11','display dark','CT'),('F20','motor overheated','DV'),('F21','rope slack','DV'),('F30','cabin light out','CB'),('F31','emergency phone dead','CB'),('F99','no fault found',NULL);
INSERT INTO svc_call SELECT i, u.org_id, 'SC'||(500000+i), un, 1+floor(pg_temp.rnd()*260)::int, p, (ARRAY['F01','F01','F02','F10','F11','F20','F21','F30','F31','F99'])[1+floor(pg_temp.rnd()*10)::int], CASE WHEN p=1 AND i%2=0 THEN 'Y' ELSE 'N' END, t, t+interval '15 min'*(1+i%5), CASE WHEN s<>'NW' THEN t+interval '20 min'*(2+i%9) END, CASE WHEN s='DN' THEN t+interval '35 min'*(4+i%13) END, CASE WHEN s<>'NW' THEN 1+floor(pg_temp.rnd()*48)::int END, s, NULL, CASE WHEN i%53=0 THEN 'Y' ELSE 'N' END
  FROM (SELECT i, 1+floor(pg_temp.rnd()*700)::int un, (ARRAY[1,2,2,3,3,3,3,4])[1+floor(pg_temp.rnd()*8)::int] p, timestamp '2022-01-01'+pg_temp.rnd()*interval '1300 days' t, (ARRAY['DN','DN','DN','DN','DN','DN','DN','NW','DI','WP','CX'])[1+floor(pg_temp.rnd()*11)::int] s FROM generate_series(1,1600) i) q JOIN mst_unit u ON u.unit_id=un;
UPDATE svc_call SET rcvd_ts=date_trunc('second',rcvd_ts), disp_ts=date_trunc('second',disp_ts), arr_ts=date_trunc('second',arr_ts), done_ts=date_trunc('second',done_ts);
INSERT INTO svc_visit SELECT i, c.unit_id, c.call_id, c.mech_id, CASE WHEN prio=1 THEN 'E' ELSE 'R' END, c.rcvd_ts::date, c.arr_ts::date, 0.5+floor(pg_temp.rnd()*14)*0.25, floor(pg_temp.rnd()*80)::int, 'D' FROM (SELECT row_number() OVER (ORDER BY call_id) i, * FROM svc_call WHERE sts_cd='DN') c;
INSERT INTO svc_visit SELECT 2000+i, 1+floor(pg_temp.rnd()*700)::int, NULL, 1+floor(pg_temp.rnd()*48)::int, 'M', d, CASE WHEN s='D' THEN d+i%6 END, CASE WHEN s='D' THEN 0.5+floor(pg_temp.rnd()*8)*0.25 END, CASE WHEN s='D' THEN floor(pg_temp.rnd()*60)::int END, s FROM (SELECT i, date '2022-01-01'+floor(pg_temp.rnd()*1280)::int d, (ARRAY['D','D','D','D','P','M'])[1+floor(pg_temp.rnd()*6)::int] s FROM generate_series(1,1500) i) q;
INSERT INTO mst_suppl SELECT i, (ARRAY['Wittur','Gervall','Ziehl','Draka','Prysmian','Kuebler','Feig','Cedes','Fermator','Brugg','Henning','Lester'])[i]||' '||(ARRAY['GmbH','SpA','AG'])[1+i%3], (ARRAY['Munich','Milan','Zurich','Hamburg','Vienna'])[1+i%5], (ARRAY['DE','IT','CH','DE','AT'])[1+i%5], 3+i*2, CASE WHEN i IN (4,9) THEN 'Y' ELSE 'N' END FROM generate_series(1,12) i;
INSERT INTO stk_part_grp VALUES ('DR','Door parts'),('RP','Ropes'),('EL','Electronics'),('LB','Lubricants'),('HY','Hydraulic parts');
INSERT INTO stk_part SELECT i, 'P-'||(7000+i), (ARRAY['Door roller','Steel rope','Control board','Gear oil','Valve block','Door belt','Rope clamp','Push button','Grease','Cylinder seal'])[1+i%10]||' '||(ARRAY['S','M','L','XL'])[1+i%4]||' '||i, (ARRAY['DR','RP','EL','LB','HY'])[1+i%5], 'pc', 10+floor(pg_temp.rnd()*400), 5+floor(pg_temp.rnd()*200), 2+i%9, 1+i%12, CASE WHEN i%13=0 THEN 'Y' ELSE 'N' END FROM generate_series(1,130) i;
INSERT INTO stk_whs SELECT 'W'||lpad(i::text,2,'0'), CASE WHEN i<=6 THEN (ARRAY['Central Store Hamburg','Store Bremen','Store Kiel','Store Vienna','Store Graz','Store Rotterdam'])[i] ELSE 'Van '||(i-6) END, 1+(i-1)%6, CASE WHEN i<=6 THEN 'N' ELSE 'Y' END FROM generate_series(1,14) i;
INSERT INTO stk_bal SELECT whs_cd, part_id, floor(pg_temp.rnd()*25)::int, floor(pg_temp.rnd()*3)::int FROM (SELECT whs_cd, part_id, pg_temp.rnd() r FROM stk_whs, stk_part) q WHERE r<0.5;
INSERT INTO stk_mvt SELECT i, (ARRAY['IN','OU','OU','OU','TR','SC'])[1+floor(pg_temp.rnd()*6)::int], 'W'||lpad((1+floor(pg_temp.rnd()*14)::int)::text,2,'0'), 1+floor(pg_temp.rnd()*130)::int, 1+floor(pg_temp.rnd()*10)::int, date '2022-01-01'+floor(pg_temp.rnd()*1280)::int, 1+floor(pg_temp.rnd()*20)::int FROM generate_series(1,2500) i;
INSERT INTO svc_visit_part SELECT visit_id, p, 1+floor(pg_temp.rnd()*130)::int, 1+floor(pg_temp.rnd()*4)::int, CASE WHEN pg_temp.rnd()<0.5 THEN 'Y' ELSE 'N' END FROM svc_visit, generate_series(1,3) p WHERE sts_cd='D' AND (visit_id*p)%4=1;
INSERT INTO svc_insp SELECT i, 1+floor(pg_temp.rnd()*700)::int, d, d+730, (ARRAY['TUEV Nord','DEKRA','Liftinstituut'])[1+i%3], (ARRAY['P','P','P','D','D','F'])[1+floor(pg_temp.rnd()*6)::int], 180+(i%8)*15 FROM (SELECT i, date '2021-06-01'+floor(pg_temp.rnd()*1400)::int d FROM generate_series(1,620) i) q;
INSERT INTO svc_insp_def SELECT insp_id, n, (ARRAY['pit light missing','brake worn','buffer corroded','sign illegible'])[1+(insp_id+n)%4], 1+(insp_id*n)%3, CASE WHEN insp_id%3<2 THEN insp_dt+20+n*5 END FROM svc_insp, generate_series(1,3) n WHERE result_cd<>'P' AND (n=1 OR insp_id%n=0);
INSERT INTO pur_ord SELECT i, 1+i%3, 'PO'||(80000+i), 1+floor(pg_temp.rnd()*12)::int, d, d+20, CASE WHEN s='R' THEN d+10+i%20 END, 67+i%5, s, CASE WHEN i%9=0 THEN 'CHF' ELSE 'EUR' END, NULL FROM (SELECT i, date '2022-01-01'+floor(pg_temp.rnd()*1250)::int d, (ARRAY['R','R','R','R','O','P','X','D'])[1+floor(pg_temp.rnd()*8)::int] s FROM generate_series(1,300) i) q;
INSERT INTO pur_ord_ln SELECT po_id, n, 1+floor(pg_temp.rnd()*130)::int, 5+floor(pg_temp.rnd()*40)::int, 0, 5+floor(pg_temp.rnd()*180) FROM pur_ord, generate_series(1,4) n WHERE n=1 OR (po_id+n)%3=0;
UPDATE pur_ord_ln l SET qty_rcv=CASE o.sts_cd WHEN 'R' THEN qty_ord WHEN 'P' THEN qty_ord/2 ELSE 0 END FROM pur_ord o WHERE o.po_id=l.po_id;
UPDATE pur_ord o SET tot_amt=(SELECT sum(qty_ord*unit_prc) FROM pur_ord_ln l WHERE l.po_id=o.po_id);
INSERT INTO sls_offer SELECT i, c.org_id, 'Q-'||(9000+i), c.cust_id, b.bldg_id, 57+i%10, d, d+90, CASE WHEN s IN ('W','L') THEN d+15+i%50 END, s, NULL, 10*(1+i%9) FROM (SELECT i, 1+floor(pg_temp.rnd()*300)::int bl, date '2022-01-01'+floor(pg_temp.rnd()*1250)::int d, (ARRAY['N','S','S','W','W','L','L','E'])[1+floor(pg_temp.rnd()*8)::int] s FROM generate_series(1,320) i) q JOIN mst_bldg b ON b.bldg_id=bl JOIN mst_cust c USING (cust_id);
INSERT INTO sls_offer_ln SELECT offer_id, n, (SELECT min(unit_id) FROM mst_unit u WHERE u.bldg_id=o.bldg_id), (ARRAY['CAB','DRV','CTL','DOR'])[1+floor(pg_temp.rnd()*4)::int], 1, 2000+floor(pg_temp.rnd()*300)*100 FROM sls_offer o, generate_series(1,3) n WHERE n=1 OR (offer_id+n)%3=0;
UPDATE sls_offer o SET net_amt=(SELECT sum(net_prc) FROM sls_offer_ln l WHERE l.offer_id=o.offer_id);
INSERT INTO fin_inv_sts VALUES ('N','not sent'),('S','sent'),('P','paid'),('O','overdue'),('C','credited');
INSERT INTO fin_inv SELECT i, h.org_id, 'R'||(600000+i), h.cust_id, h.ctr_id, d, d+net_days, CASE WHEN s='P' THEN d+5+i%40 END, 'EUR', 0,0,0,0, s, CASE WHEN i%61=0 THEN 'Y' ELSE 'N' END FROM (SELECT i, 1+floor(pg_temp.rnd()*260)::int ct, date '2022-01-01'+floor(pg_temp.rnd()*1250)::int d, (ARRAY['P','P','P','P','P','P','S','O','N','C'])[1+floor(pg_temp.rnd()*10)::int] s FROM generate_series(1,1500) i) q JOIN ctr_hdr h ON h.ctr_id=ct JOIN mst_cust c USING (cust_id) JOIN fin_pay_term p ON p.pay_term_cd=c.pay_term_cd;
INSERT INTO fin_inv_ln SELECT inv_id, n, (SELECT min(unit_id) FROM ctr_ln l WHERE l.ctr_id=v.ctr_id), t, (ARRAY['Maintenance fee','Labour','Spare parts','Travel'])[n], q, p, q*p FROM (SELECT inv_id, ctr_id, n, (ARRAY['C','L','P','T'])[n] t, 1+floor(pg_temp.rnd()*5)::int q, 20+floor(pg_temp.rnd()*300) p FROM fin_inv, generate_series(1,4) n WHERE n=1 OR (inv_id+n)%3=0) v;
UPDATE fin_inv i SET net_amt=s.t, tax_amt=round(s.t*0.2,2), gross_amt=round(s.t*1.2,2), open_amt=CASE WHEN sts_cd IN ('S','O') THEN round(s.t*1.2,2) ELSE 0 END FROM (SELECT inv_id, sum(ln_amt) t FROM fin_inv_ln GROUP BY 1) s WHERE s.inv_id=i.inv_id;
INSERT INTO fin_pmt SELECT row_number() OVER (ORDER BY inv_id), inv_id, paid_dt, gross_amt, (ARRAY['T','T','D','C'])[1+floor(pg_temp.rnd()*4)::int] FROM fin_inv WHERE sts_cd='P';
INSERT INTO fin_dun SELECT row_number() OVER (ORDER BY inv_id,n), inv_id, n, due_dt+14*n, 5*n FROM fin_inv, generate_series(1,3) n WHERE sts_cd='O' AND (n=1 OR inv_id%n=0);
INSERT INTO sys_usr SELECT i, 'u'||i, 48+i, md5('x'||i), timestamp '2025-05-01'+i*interval '1 hour' FROM generate_series(1,36) i;
INSERT INTO sys_log SELECT i, 1+i%36, (ARRAY['mst_cust','svc_call','fin_inv'])[1+i%3], i, (ARRAY['I','U','D'])[1+i%3], timestamp '2025-01-01'+i*interval '10 min' FROM generate_series(1,800) i;
INSERT INTO sys_job SELECT i, (ARRAY['nightly_bill','import_fx','sync_units'])[1+i%3], timestamp '2025-01-01'+i*interval '8 hours', timestamp '2025-01-01'+i*interval '8 hours'+interval '5 min', CASE WHEN i%17=0 THEN 1 ELSE 0 END FROM generate_series(1,200) i;
INSERT INTO zz_cust_2019 SELECT cust_no, cust_nm, 'Hamburg', cust_id*100 FROM mst_cust WHERE cust_id<60;
INSERT INTO tmp_unit_mig SELECT 'A'||i, 'U'||(200000+i), 'Y' FROM generate_series(1,80) i;
CREATE VIEW v_open_calls AS SELECT c.call_no, c.rcvd_ts, u.unit_no, b.bldg_nm, k.cust_nm, s.sts_txt FROM svc_call c JOIN mst_unit u USING (unit_id) JOIN mst_bldg b USING (bldg_id) JOIN mst_cust k ON k.cust_id=b.cust_id JOIN svc_call_sts s ON s.sts_cd=c.sts_cd WHERE s.closed_flg='N' AND c.del_flg='N';
ANALYZE;
