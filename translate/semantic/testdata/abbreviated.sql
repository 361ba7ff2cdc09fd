-- A wholesale company that shortens everything.
CREATE TABLE cust_mst (cust_no integer PRIMARY KEY, cust_nm text NOT NULL, cust_contact_title text, ctry_cd char(2), crt_dt date NOT NULL, del_flg char(1) NOT NULL);
CREATE TABLE emp_mst (emp_no integer PRIMARY KEY, fname text NOT NULL, lname text NOT NULL, hire_dt date NOT NULL, term_dt date, mgr_emp_no integer REFERENCES emp_mst, dept_cd char(3));
CREATE TABLE dept (dept_cd char(3) PRIMARY KEY, dept_desc text NOT NULL);
CREATE TABLE ctry (ctry_cd char(2) PRIMARY KEY, ctry_nm text NOT NULL);
CREATE TABLE itm_mst (itm_cd text PRIMARY KEY, itm_desc text NOT NULL, itm_wgt_kg numeric, unit_prc numeric(10,2), itm_stat char(1));
COMMENT ON COLUMN itm_mst.itm_stat IS 'A active, D discontinued, P planned';
CREATE TABLE ord_hdr (ord_no integer PRIMARY KEY, cust_no integer NOT NULL REFERENCES cust_mst, ship_cust_no integer REFERENCES cust_mst (cust_no), slsrep_emp_no integer REFERENCES emp_mst (emp_no),
  ord_dt date NOT NULL, shp_dt date, cncl_flg char(1) NOT NULL, tot_amt bigint);
COMMENT ON COLUMN ord_hdr.cncl_flg IS 'Y = cancelled, must not be counted';
COMMENT ON COLUMN ord_hdr.tot_amt IS 'in cents';
CREATE TABLE ord_ln (ord_no integer REFERENCES ord_hdr, ln_no integer, itm_cd text REFERENCES itm_mst, qty integer NOT NULL, unit_prc numeric(10,2) NOT NULL, disc_pct numeric(5,2), PRIMARY KEY (ord_no, ln_no));
CREATE TABLE ord_hdr_bak (ord_no integer, cust_no integer, ord_dt date, tot_amt bigint);
CREATE TABLE prc_hist (itm_cd text REFERENCES itm_mst, eff_dt date, exp_dt date, prc numeric(10,2), PRIMARY KEY (itm_cd, eff_dt));
COMMENT ON COLUMN prc_hist.exp_dt IS 'Last valid day, 9999-12-31 when still valid';
CREATE VIEW v_ord_act AS SELECT * FROM ord_hdr WHERE cncl_flg = 'N';
INSERT INTO ctry VALUES ('DE', 'Germany'), ('FR', 'France'), ('AT', 'Austria');
INSERT INTO dept VALUES ('SAL', 'Sales'), ('PUR', 'Purchasing'), ('LOG', 'Logistics');
INSERT INTO cust_mst SELECT i, 'Customer ' || i, (ARRAY['Buyer', 'Manager'])[1 + i % 2], (ARRAY['DE', 'FR', 'AT'])[1 + i % 3], date '2020-01-01' + i, CASE WHEN i % 20 = 0 THEN 'Y' ELSE 'N' END FROM generate_series(1, 200) i;
INSERT INTO emp_mst SELECT i, 'First' || i, 'Last' || i, date '2015-01-01' + 10 * i, CASE WHEN i % 5 = 0 THEN date '2023-01-01' END, CASE WHEN i > 3 THEN 1 + i % 3 END, (ARRAY['SAL', 'PUR', 'LOG'])[1 + i % 3] FROM generate_series(1, 40) i;
INSERT INTO itm_mst SELECT 'I' || i, 'Item ' || i, i / 10.0, i, (ARRAY['A', 'D', 'P'])[1 + i % 3] FROM generate_series(1, 90) i;
INSERT INTO ord_hdr SELECT i, 1 + i % 200, NULL, 1 + i % 40, date '2022-01-01' + i / 3, CASE WHEN i % 4 > 0 THEN date '2022-01-05' + i / 3 END, CASE WHEN i % 30 = 0 THEN 'Y' ELSE 'N' END, 1000 * i FROM generate_series(1, 600) i;
INSERT INTO ord_ln SELECT i, 1, 'I' || (1 + i % 90), i % 9 + 1, i % 50, 5 FROM generate_series(1, 600) i;
INSERT INTO prc_hist SELECT 'I' || i, date '2022-01-01', date '9999-12-31', i FROM generate_series(1, 90) i;
