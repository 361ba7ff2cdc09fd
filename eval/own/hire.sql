-- A company that hires machines out, invented for eval: short names as old systems have them, codes in comments, a deletion flag, roles of
-- keys, salaries with a validity that ends in 9999, amounts in several currencies, a backup copy. See hire.jsonl.
CREATE TABLE dep (dep_no int PRIMARY KEY, dep_nm text NOT NULL, town_nm text NOT NULL, opn_dt date NOT NULL);
COMMENT ON TABLE dep IS 'Depots';
CREATE TABLE emp (emp_no int PRIMARY KEY, frst_nm text NOT NULL, lst_nm text NOT NULL, dep_no int NOT NULL REFERENCES dep, mgr_emp_no int REFERENCES emp (emp_no),
  hire_dt date NOT NULL, term_dt date);
COMMENT ON TABLE emp IS 'Employees';
COMMENT ON COLUMN emp.term_dt IS 'last day of work; NULL = still employed';
CREATE TABLE emp_sal (emp_no int NOT NULL REFERENCES emp, eff_from date NOT NULL, eff_to date NOT NULL, ann_sal numeric(10,2) NOT NULL,
  PRIMARY KEY (emp_no, eff_from));
COMMENT ON TABLE emp_sal IS 'Salary history of employees';
COMMENT ON COLUMN emp_sal.ann_sal IS 'annual salary in EUR';
COMMENT ON COLUMN emp_sal.eff_to IS 'exclusive; 9999-12-31 = current';
CREATE TABLE cst (cst_no int PRIMARY KEY, cst_nm text NOT NULL, ctry_cd char(2) NOT NULL, crdt_lim numeric(12,2), crt_dt date NOT NULL, del_flg char(1) NOT NULL);
COMMENT ON TABLE cst IS 'Customers';
COMMENT ON COLUMN cst.del_flg IS 'Y = deleted, must be left out everywhere; N = live';
COMMENT ON COLUMN cst.crdt_lim IS 'credit limit in EUR; NULL = none agreed';
CREATE TABLE cst_cntct (cst_no int NOT NULL REFERENCES cst, seq_no int NOT NULL, cntct_nm text NOT NULL, phn_no text, email_addr text, prim_flg char(1) NOT NULL,
  PRIMARY KEY (cst_no, seq_no));
COMMENT ON TABLE cst_cntct IS 'Contact persons of customers';
COMMENT ON COLUMN cst_cntct.prim_flg IS 'Y = primary contact, N = other';
CREATE TABLE eq_typ (eq_typ_cd char(3) PRIMARY KEY, eq_typ_desc text NOT NULL);
COMMENT ON TABLE eq_typ IS 'Equipment types';
CREATE TABLE eq (eq_no int PRIMARY KEY, eq_nm text NOT NULL, eq_typ_cd char(3) NOT NULL REFERENCES eq_typ, dep_no int NOT NULL REFERENCES dep,
  mfr_nm text NOT NULL, purch_dt date NOT NULL, purch_amt numeric(12,2) NOT NULL, wt_kg int, sts_cd char(1) NOT NULL);
COMMENT ON TABLE eq IS 'Machines (equipment)';
COMMENT ON COLUMN eq.sts_cd IS 'A available, H on hire, R in repair, S scrapped';
COMMENT ON COLUMN eq.purch_amt IS 'purchase price in EUR';
CREATE TABLE ctr (ctr_no int PRIMARY KEY, cst_no int NOT NULL REFERENCES cst, bill_cst_no int NOT NULL REFERENCES cst (cst_no), slsp_emp_no int NOT NULL REFERENCES emp (emp_no),
  ctr_dt date NOT NULL, curr_cd char(3) NOT NULL, sts_cd char(1) NOT NULL);
COMMENT ON TABLE ctr IS 'Hire contracts';
COMMENT ON COLUMN ctr.sts_cd IS 'O open, C closed, X cancelled';
COMMENT ON COLUMN ctr.bill_cst_no IS 'customer who pays the bill';
COMMENT ON COLUMN ctr.slsp_emp_no IS 'sales person';
CREATE TABLE ctr_ln (ctr_no int NOT NULL REFERENCES ctr, ln_no int NOT NULL, eq_no int NOT NULL REFERENCES eq, day_rt numeric(8,2) NOT NULL, days_cnt int NOT NULL,
  disc_pct numeric(5,2) NOT NULL, dlv_dt date, due_dt date NOT NULL, rtn_dt date, PRIMARY KEY (ctr_no, ln_no));
COMMENT ON TABLE ctr_ln IS 'Lines of hire contracts';
COMMENT ON COLUMN ctr_ln.day_rt IS 'rate per day, in the currency of the contract';
COMMENT ON COLUMN ctr_ln.days_cnt IS 'number of days';
COMMENT ON COLUMN ctr_ln.disc_pct IS 'discount in per cent';
COMMENT ON COLUMN ctr_ln.rtn_dt IS 'returned on; NULL = still out';
CREATE TABLE rpr_cause (cause_cd char(2) PRIMARY KEY, cause_desc text NOT NULL);
CREATE TABLE rpr (rpr_no int PRIMARY KEY, eq_no int NOT NULL REFERENCES eq, rptd_dt date NOT NULL, fin_dt date, cost_amt numeric(10,2), cause_cd char(2) NOT NULL
  REFERENCES rpr_cause, mech_emp_no int REFERENCES emp (emp_no));
COMMENT ON TABLE rpr IS 'Repairs of machines';
COMMENT ON COLUMN rpr.rptd_dt IS 'reported on';
COMMENT ON COLUMN rpr.fin_dt IS 'finished on; NULL = not finished';
COMMENT ON COLUMN rpr.mech_emp_no IS 'mechanic';
CREATE TABLE insp (insp_no int PRIMARY KEY, eq_no int NOT NULL REFERENCES eq, insp_dt date NOT NULL, insp_emp_no int NOT NULL REFERENCES emp (emp_no), res_cd char(1) NOT NULL);
COMMENT ON TABLE insp IS 'Safety inspections';
COMMENT ON COLUMN insp.res_cd IS 'P=passed, F=failed';
CREATE TABLE trnsf (trnsf_no int PRIMARY KEY, eq_no int NOT NULL REFERENCES eq, from_dep_no int NOT NULL REFERENCES dep (dep_no), to_dep_no int NOT NULL REFERENCES dep (dep_no),
  trnsf_dt date NOT NULL);
COMMENT ON TABLE trnsf IS 'Transfers of machines between depots';
CREATE TABLE pmt (pmt_no int PRIMARY KEY, ctr_no int NOT NULL REFERENCES ctr, pmt_dt date NOT NULL, pmt_amt numeric(12,2) NOT NULL, pmt_mthd_cd char(1) NOT NULL);
COMMENT ON TABLE pmt IS 'Payments';
COMMENT ON COLUMN pmt.pmt_mthd_cd IS 'C cash, K card, T bank transfer';
CREATE TABLE eq_bak_2022 (LIKE eq);
COMMENT ON TABLE eq_bak_2022 IS 'backup before the migration; do not use';

INSERT INTO dep VALUES (1, 'Nordhafen', 'Kiel', '2001-05-01'), (2, 'Westpark', 'Köln', '2004-02-11'), (3, 'Ostkreuz', 'Leipzig', '2010-07-01'), (4, 'Am Ring', 'Köln', '2016-10-20');
INSERT INTO emp SELECT i, (ARRAY['Jan','Eva','Max','Lea','Tim','Ida','Ole'])[1 + i % 7], (ARRAY['Weber','Koch','Wolf','Lang','Beck','Vogt','Horn','Kern','Adam'])[1 + (i * 2) % 9],
  1 + i % 4, CASE WHEN i > 4 THEN 1 + i % 4 END, date '2008-01-07' + i * 151, CASE WHEN i % 8 = 0 THEN date '2023-09-30' + i END FROM generate_series(1, 36) i;
INSERT INTO emp_sal SELECT i, date '2008-01-07' + i * 151, date '2023-07-01', 30000 + (i * 791) % 20000 FROM generate_series(1, 36) i
  UNION ALL SELECT i, date '2023-07-01', date '9999-12-31', 33000 + (i * 957) % 24000 FROM generate_series(1, 36) i;
INSERT INTO cst SELECT i, (ARRAY['Hansen','Bauhaus','Delta','Rhein','Alster','Nova','Krone','Stein','Ufer','Merkur','Feld'])[1 + i % 11] || ' ' ||
  (ARRAY['GmbH','AG','KG','Bau GmbH','Tiefbau AG'])[1 + i % 5], (ARRAY['DE','DE','AT','DE','NL','DE'])[1 + i % 6], CASE WHEN i % 4 <> 0 THEN 5000 + (i * 2500) % 60000 END,
  date '2012-03-01' + i * 71, CASE WHEN i % 9 = 0 THEN 'Y' ELSE 'N' END FROM generate_series(1, 55) i;
INSERT INTO cst_cntct SELECT i, s, (ARRAY['Ina','Jörg','Karl','Lars','Mona'])[1 + (i + s) % 5] || ' ' || (ARRAY['Hess','Roth','Blum','Kurz'])[1 + (i * s) % 4],
  CASE WHEN (i + s) % 3 <> 0 THEN '0431 ' || 5000 + i * 10 + s END, 'c' || i || s || '@firm.example', CASE s WHEN 1 THEN 'Y' ELSE 'N' END
  FROM generate_series(1, 55) i, generate_series(1, 2) s WHERE s <= 1 + i % 2;
INSERT INTO eq_typ VALUES ('EXC', 'Excavator'), ('CRN', 'Crane'), ('LFT', 'Scissor lift'), ('GEN', 'Generator'), ('CMP', 'Compressor');
INSERT INTO eq SELECT i, (ARRAY['EX','KR','SB','GN','KO'])[1 + i % 5] || '-' || 100 + i, (ARRAY['EXC','CRN','LFT','GEN','CMP'])[1 + i % 5], 1 + (i / 5) % 4,
  (ARRAY['Liebherr','Terex','Atlas','Volvo','Bobcat'])[1 + (i * 3) % 4 ], date '2012-01-15' + i * 47, 8000 + (i * 7919) % 90000, 300 + (i * 631) % 20000,
  (ARRAY['A','H','A','R','H','A','S'])[1 + i % 7] FROM generate_series(1, 80) i;
INSERT INTO ctr SELECT i, 1 + (i * 7) % 50, CASE WHEN i % 6 = 0 THEN 1 + (i * 3) % 50 ELSE 1 + (i * 7) % 50 END, 5 + i % 9, date '2022-01-10' + i * 4,
  (ARRAY['EUR','EUR','EUR','CHF'])[1 + i % 4], (ARRAY['C','C','O','C','X'])[1 + i % 5] FROM generate_series(1, 260) i;
INSERT INTO ctr_ln SELECT i, l, 1 + (i * 11 + l * 5) % 76, 40 + (i * 17 + l * 31) % 300, 2 + (i + l * 3) % 25, (ARRAY[0,0,5,10])[1 + (i + l) % 4], date '2022-01-12' + i * 4,
  date '2022-01-12' + i * 4 + 2 + (i + l * 3) % 25, CASE WHEN i < 250 THEN date '2022-01-12' + i * 4 + 2 + (i + l * 3) % 25 + (i * l) % 6 - 2 END
  FROM generate_series(1, 260) i, generate_series(1, 3) l WHERE l <= 1 + i % 3;
INSERT INTO rpr_cause VALUES ('WE', 'Wear'), ('OP', 'Operator error'), ('AC', 'Accident'), ('EL', 'Electrical fault');
INSERT INTO rpr SELECT i, 1 + (i * 13) % 78, date '2022-02-01' + i * 9, CASE WHEN i < 105 THEN date '2022-02-01' + i * 9 + 1 + i % 21 END, CASE WHEN i < 105 THEN 120 + (i * 377) % 4000 END,
  (ARRAY['WE','OP','WE','EL','AC'])[1 + i % 5], CASE WHEN i % 7 <> 0 THEN 14 + i % 11 END FROM generate_series(1, 110) i;
INSERT INTO insp SELECT i, 1 + (i * 3) % 74, date '2021-06-01' + i * 6, 20 + i % 7, CASE WHEN i % 9 = 0 THEN 'F' ELSE 'P' END FROM generate_series(1, 200) i;
INSERT INTO trnsf SELECT i, 1 + (i * 7) % 80, 1 + i % 4, 1 + (i + 1 + i % 2) % 4, date '2022-03-01' + i * 13 FROM generate_series(1, 75) i;
INSERT INTO pmt SELECT i, 1 + (i * 3) % 255, date '2022-02-15' + i * 3, 150 + (i * 613) % 5000, (ARRAY['T','T','K','C'])[1 + i % 4] FROM generate_series(1, 310) i;
INSERT INTO eq_bak_2022 SELECT * FROM eq WHERE eq_no < 40;
ANALYZE;
