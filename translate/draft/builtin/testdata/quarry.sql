CREATE TABLE geo_rgn (rgn_cd char(2) PRIMARY KEY, descr text NOT NULL);
INSERT INTO geo_rgn VALUES ('NO', 'Northern Hills'), ('SO', 'Southern Plain');
CREATE TABLE geo_qry (qry_id int PRIMARY KEY, nm text NOT NULL, rgn_cd char(2) NOT NULL REFERENCES geo_rgn, opn_yr int);
COMMENT ON TABLE geo_qry IS 'Quarries of the group';
INSERT INTO geo_qry VALUES (1, 'Stone Hollow', 'NO', 1950), (2, 'Red Bank', 'NO', 1971), (3, 'Long Pit', 'SO', 2001);
CREATE TABLE hr_pos (pos_cd char(3) PRIMARY KEY, descr text NOT NULL);
INSERT INTO hr_pos VALUES ('QMG', 'Quarry Manager'), ('BLS', 'Blaster'), ('DRV', 'Driver');
CREATE TABLE hr_wrk (wrk_id int PRIMARY KEY, fst_nm text NOT NULL, lst_nm text NOT NULL, pos_cd char(3) REFERENCES hr_pos, qry_id int REFERENCES geo_qry,
  sup_wrk_id int REFERENCES hr_wrk, brt_dt date, hire_dt date NOT NULL, end_dt date, sal numeric(10,2));
COMMENT ON TABLE hr_wrk IS 'Workers'; COMMENT ON COLUMN hr_wrk.sup_wrk_id IS 'supervisor';
INSERT INTO hr_wrk VALUES (1, 'Ada', 'Moss', 'QMG', 1, NULL, '1970-01-01', '2001-05-01', NULL, 5000), (2, 'Ben', 'Lark', 'BLS', 1, 1, '1980-02-02', '2005-01-01', NULL, 3500),
  (3, 'Cy', 'Dunn', 'DRV', 3, 1, '1990-03-03', '2010-01-01', '2020-06-30', 3000), (4, 'Eve', 'Holt', 'QMG', 3, 1, '1985-03-03', '2012-01-01', NULL, 4700);
CREATE TABLE crm_acct (acct_id int PRIMARY KEY, nm text NOT NULL, cty text, prnt_acct_id int REFERENCES crm_acct);
COMMENT ON TABLE crm_acct IS 'Customer accounts'; COMMENT ON COLUMN crm_acct.prnt_acct_id IS 'parent company';
INSERT INTO crm_acct VALUES (1, 'Weir Paving', 'Ely', NULL), (2, 'Oak Roads', 'Ripon', 1), (3, 'Fen Homes', 'Ely', 1);
CREATE TABLE crm_opp_stg (stg_cd char(1) PRIMARY KEY, descr text NOT NULL);
INSERT INTO crm_opp_stg VALUES ('N', 'New'), ('W', 'Won'), ('L', 'Lost');
CREATE TABLE crm_opp (opp_id int PRIMARY KEY, acct_id int NOT NULL REFERENCES crm_acct, ttl text, stg_cd char(1) NOT NULL REFERENCES crm_opp_stg, est_val numeric(10,2),
  crt_dt date NOT NULL, cls_dt date);
COMMENT ON TABLE crm_opp IS 'Sales opportunities';
INSERT INTO crm_opp VALUES (1, 1, 'Bypass', 'W', 900, '2023-11-01', '2024-02-01'), (2, 1, 'Yard', 'L', 100, '2024-01-05', '2024-03-01'), (3, 2, 'Square', 'W', 50, '2024-02-01', '2024-04-04'),
  (4, 3, 'Drive', 'N', 70, '2024-05-01', NULL), (5, 2, 'Lane', 'W', 10, '2022-05-01', '2023-01-01');
CREATE TABLE fin_inv_sts (sts_cd char(1) PRIMARY KEY, descr text NOT NULL);
INSERT INTO fin_inv_sts VALUES ('O', 'Open'), ('P', 'Paid');
CREATE TABLE fin_inv_hdr (inv_id int PRIMARY KEY, inv_no text UNIQUE, acct_id int NOT NULL REFERENCES crm_acct, inv_dt date NOT NULL, due_dt date, pd_dt date,
  sts_cd char(1) REFERENCES fin_inv_sts, net_amt numeric(10,2), grs_amt numeric(10,2));
COMMENT ON TABLE fin_inv_hdr IS 'Invoices to customers'; COMMENT ON COLUMN fin_inv_hdr.pd_dt IS 'paid on'; COMMENT ON COLUMN fin_inv_hdr.grs_amt IS 'amount with tax';
INSERT INTO fin_inv_hdr VALUES (1, 'R1', 1, '2024-01-01', '2024-02-01', '2024-02-11', 'P', 100, 120), (2, 'R2', 1, '2024-02-01', '2024-03-01', NULL, 'O', 200, 240),
  (3, 'R3', 3, '2024-02-05', '2024-03-05', '2024-02-15', 'P', 10, 12);
CREATE TABLE mch_unit (mch_id int PRIMARY KEY, ser_no text UNIQUE, qry_id int REFERENCES geo_qry, acq_cst numeric(10,2));
COMMENT ON TABLE mch_unit IS 'Single machines';
INSERT INTO mch_unit VALUES (1, 'A-1', 1, 100), (2, 'A-2', 1, 200), (3, 'A-3', 3, 300);
CREATE TABLE mch_insp (insp_id int PRIMARY KEY, mch_id int NOT NULL REFERENCES mch_unit, insp_dt date NOT NULL, rslt char(1) NOT NULL, lbr_min int);
COMMENT ON COLUMN mch_insp.rslt IS 'P passed, F failed'; COMMENT ON COLUMN mch_insp.lbr_min IS 'labor in minutes';
INSERT INTO mch_insp VALUES (1, 1, '2024-01-10', 'P', 60), (2, 1, '2024-06-10', 'F', 90), (3, 2, '2024-02-10', 'F', 30), (4, 3, '2024-02-11', 'P', 30);
CREATE TABLE mch_ord (ord_id int PRIMARY KEY, mch_id int NOT NULL REFERENCES mch_unit, opn_dt date, cls_dt date);
COMMENT ON TABLE mch_ord IS 'Workshop orders';
INSERT INTO mch_ord VALUES (1, 1, '2024-01-10', '2024-01-12'), (2, 2, '2024-01-15', NULL);
CREATE TABLE prc_ord (ord_id int PRIMARY KEY, ord_no text, ord_dt date, exp_dt date, rcv_dt date);
COMMENT ON TABLE prc_ord IS 'Purchase orders'; COMMENT ON COLUMN prc_ord.exp_dt IS 'expected on'; COMMENT ON COLUMN prc_ord.rcv_dt IS 'received on';
INSERT INTO prc_ord VALUES (1, 'P1', '2024-01-01', '2024-01-10', '2024-01-12'), (2, 'P2', '2024-01-02', '2024-01-20', '2024-01-19'), (3, 'P3', '2024-01-03', '2024-01-20', NULL);
