-- Printing house ERP, grown since 2004
SET client_encoding='UTF8';
CREATE TABLE sys_cde (cde_typ varchar(10) NOT NULL, cde_val varchar(6) NOT NULL, cde_txt varchar(60), srt smallint, PRIMARY KEY (cde_typ,cde_val));
COMMENT ON TABLE sys_cde IS 'code table for all modules, one code list per cde_typ';
CREATE TABLE sys_param (pkey varchar(30) PRIMARY KEY, pval varchar(80), chg_ts timestamp);
CREATE TABLE sys_usr (usr_id integer PRIMARY KEY, login varchar(20), emp_no integer, pw_hash varchar(40), lst_lgn_ts timestamp, lckd char(1) DEFAULT 'N');
CREATE TABLE sys_log (log_id integer, log_ts timestamp, usr_id integer, tab_nm varchar(30), actn char(1), ref_key varchar(20));
CREATE TABLE hr_dept (dept_cd varchar(4) PRIMARY KEY, descr varchar(40), cc_no integer);
CREATE TABLE hr_emp (emp_no integer PRIMARY KEY, fnm varchar(30), lnm varchar(30), dept_cd varchar(4) REFERENCES hr_dept, job_ttl varchar(40), hire_dt date, exit_dt date, mgr_no integer, sal_ct integer, wk_hrs numeric(4,1), shft char(1));
COMMENT ON TABLE hr_emp IS 'employees (current and former)';
COMMENT ON COLUMN hr_emp.exit_dt IS 'last working day, empty = still with us';
COMMENT ON COLUMN hr_emp.sal_ct IS 'monthly gross salary in cents';
COMMENT ON COLUMN hr_emp.shft IS 'E early, L late, N night, empty = office hours';
CREATE TABLE hr_abs (abs_id integer PRIMARY KEY, emp_no integer, abs_typ varchar(2), from_dt integer, to_dt integer, dys numeric(4,1), cncl smallint DEFAULT 0);
COMMENT ON COLUMN hr_abs.abs_typ IS 'sys_cde ABSTYP';
COMMENT ON COLUMN hr_abs.from_dt IS 'yyyymmdd';
COMMENT ON COLUMN hr_abs.cncl IS '1 = withdrawn';
CREATE TABLE hr_trng (emp_no integer, crs varchar(50), trn_dt date, vld_to integer, cost_ct integer);
CREATE TABLE crm_cust (cust_no integer PRIMARY KEY, nm1 varchar(60) NOT NULL, nm2 varchar(40), str varchar(50), zip varchar(8), cty varchar(40), ctry char(2), grp_cd varchar(2), rep_no integer, sts char(1), crd_lim_ct bigint, pay_trm varchar(3), crt_dt integer, del_fl char(1) DEFAULT 'N');
COMMENT ON TABLE crm_cust IS 'customer master';
COMMENT ON COLUMN crm_cust.nm1 IS 'customer name';
COMMENT ON COLUMN crm_cust.grp_cd IS 'branch of industry, sys_cde CUSTGRP';
COMMENT ON COLUMN crm_cust.rep_no IS 'sales rep looking after the customer (hr_emp)';
COMMENT ON COLUMN crm_cust.sts IS 'A active, I inactive, B blocked';
COMMENT ON COLUMN crm_cust.crd_lim_ct IS 'credit limit in cents';
CREATE TABLE crm_cust_bak (cust_no integer, nm1 varchar(60), cty varchar(40), grp_cd varchar(2), sts char(1), crt_dt integer);
COMMENT ON TABLE crm_cust_bak IS 'copy before the migration of 2015, do not use';
CREATE TABLE crm_cntct (cntct_id integer PRIMARY KEY, cust_no integer REFERENCES crm_cust, fnm varchar(30), lnm varchar(30), func varchar(30), tel varchar(20), eml varchar(60), del_fl char(1) DEFAULT 'N');
CREATE TABLE crm_vis (vis_id integer PRIMARY KEY, cust_no integer, emp_no integer, vis_dt date, rsn smallint, note varchar(100));
COMMENT ON TABLE crm_vis IS 'visits of sales reps at customers';
COMMENT ON COLUMN crm_vis.rsn IS '1 acquisition, 2 routine, 3 complaint, 4 project';
CREATE TABLE crm_cmpl (cmpl_id integer PRIMARY KEY, job_no integer, cust_no integer, rcv_dt integer, rsn_cd varchar(3), sts char(1), cost_ct integer, clsd_ts timestamp);
COMMENT ON TABLE crm_cmpl IS 'complaints';
COMMENT ON COLUMN crm_cmpl.rsn_cd IS 'sys_cde CMPLRSN';
COMMENT ON COLUMN crm_cmpl.sts IS 'N new, W in work, A accepted, R rejected';
CREATE TABLE sal_prod (prod_cd varchar(6) PRIMARY KEY, descr varchar(50), prod_grp varchar(2), dscnt_fl boolean DEFAULT false);
COMMENT ON COLUMN sal_prod.prod_grp IS 'sys_cde PRODGRP';
COMMENT ON COLUMN sal_prod.dscnt_fl IS 'discontinued';
CREATE TABLE sal_qt_hd (qt_no integer PRIMARY KEY, cust_no integer, qt_dt date, vld_dt integer, rep_no integer, sts char(1), lst_rsn varchar(2), tot_ct bigint);
COMMENT ON TABLE sal_qt_hd IS 'quotations';
COMMENT ON COLUMN sal_qt_hd.lst_rsn IS 'why the quotation was lost, sys_cde LOSTRSN';
CREATE TABLE sal_qt_pos (qt_no integer, pos smallint, prod_cd varchar(6), qty integer, prc_ct bigint, PRIMARY KEY (qt_no,pos));
CREATE TABLE sal_ord_sts (sts smallint PRIMARY KEY, txt varchar(30));
CREATE TABLE sal_ord_hd (ord_no integer PRIMARY KEY, cust_no integer REFERENCES crm_cust, ord_dt date, req_dt integer, sts smallint REFERENCES sal_ord_sts, qt_no integer, rep_no integer, rush smallint DEFAULT 0, chnl varchar(2), del_fl char(1) DEFAULT 'N');
COMMENT ON TABLE sal_ord_hd IS 'customer orders, header';
COMMENT ON COLUMN sal_ord_hd.req_dt IS 'delivery date wanted by customer, yyyymmdd';
COMMENT ON COLUMN sal_ord_hd.rush IS '1 = express order';
COMMENT ON COLUMN sal_ord_hd.chnl IS 'order channel, sys_cde CHNL';
CREATE TABLE sal_ord_pos (ord_no integer REFERENCES sal_ord_hd, pos smallint, prod_cd varchar(6), ttl varchar(60), qty integer, net_amt numeric(12,2), disc_pct numeric(4,1), PRIMARY KEY (ord_no,pos));
COMMENT ON COLUMN sal_ord_pos.net_amt IS 'line total EUR after discount, without VAT';
CREATE TABLE sal_ord_hd_old (ord_no integer, cust_no integer, ord_dt integer, sts char(1), tot_dm numeric(12,2));
COMMENT ON TABLE sal_ord_hd_old IS 'orders of the system before 2012';
CREATE TABLE prd_mach (mach_cd varchar(6) PRIMARY KEY, descr varchar(50), mtyp varchar(2), buy_dt date, buy_prc numeric(12,2), rate_ct integer, cc_no integer, scrp_dt integer);
COMMENT ON TABLE prd_mach IS 'machines';
COMMENT ON COLUMN prd_mach.rate_ct IS 'hourly rate in cents';
COMMENT ON COLUMN prd_mach.scrp_dt IS 'taken out of service, yyyymmdd, 0 = in use';
CREATE TABLE prd_job (job_no integer PRIMARY KEY, ord_no integer, ord_pos smallint, ppr_itm varchar(8), sh_pln integer, sh_act integer, sh_wst integer, clr varchar(5), strt_ts timestamp, fin_ts timestamp, sts char(1));
COMMENT ON TABLE prd_job IS 'print jobs (job tickets)';
COMMENT ON COLUMN prd_job.sh_act IS 'sheets printed incl. waste';
COMMENT ON COLUMN prd_job.sh_wst IS 'waste sheets';
CREATE TABLE prd_op (op_id integer PRIMARY KEY, job_no integer REFERENCES prd_job, seq smallint, mach_cd varchar(6), emp_no integer, op_dt integer, pln_min integer, act_min integer);
COMMENT ON COLUMN prd_op.emp_no IS 'operator';
CREATE TABLE prd_mnt (mnt_id integer PRIMARY KEY, mach_cd varchar(6), mnt_dt date, knd char(1), dwn_hrs numeric(5,1), cost_ct integer, sup_no integer);
COMMENT ON TABLE prd_mnt IS 'machine maintenance and repairs';
COMMENT ON COLUMN prd_mnt.knd IS 'P preventive, R repair';
CREATE TABLE pur_sup (sup_no integer PRIMARY KEY, nm varchar(50), cty varchar(40), ctry char(2), rtg char(1), pay_trm varchar(3), lckd boolean DEFAULT false);
COMMENT ON COLUMN pur_sup.rtg IS 'A good, B fair, C poor';
CREATE TABLE inv_itm (itm_no varchar(8) PRIMARY KEY, descr varchar(50), ityp varchar(2), gsm smallint, uom varchar(4), min_stk integer, sup_no integer, std_prc_ct integer, del_fl char(1));
COMMENT ON TABLE inv_itm IS 'stock items: paper, ink, plates, other';
COMMENT ON COLUMN inv_itm.ityp IS 'sys_cde ITMTYP';
COMMENT ON COLUMN inv_itm.min_stk IS 'reorder level over all warehouses';
COMMENT ON COLUMN inv_itm.del_fl IS 'X = deleted';
CREATE TABLE inv_whs (whs_cd varchar(3) PRIMARY KEY, descr varchar(40));
CREATE TABLE inv_stk (itm_no varchar(8), whs_cd varchar(3), qty integer, lst_cnt integer, PRIMARY KEY (itm_no,whs_cd));
COMMENT ON COLUMN inv_stk.lst_cnt IS 'last stocktaking yyyymmdd';
CREATE TABLE inv_mvt (mvt_id integer, itm_no varchar(8), whs_cd varchar(3), mvt_typ char(1), qty integer, mvt_ts timestamp, job_no integer, po_no integer);
COMMENT ON COLUMN inv_mvt.mvt_typ IS 'R receipt, I issue to job, C count correction';
CREATE TABLE pur_po_hd (po_no integer PRIMARY KEY, sup_no integer REFERENCES pur_sup, po_dt integer, exp_dt integer, sts smallint, byr_no integer);
COMMENT ON TABLE pur_po_hd IS 'purchase orders';
COMMENT ON COLUMN pur_po_hd.sts IS '1 draft, 2 sent, 3 partly received, 4 received, 9 cancelled';
CREATE TABLE pur_po_pos (po_no integer REFERENCES pur_po_hd, pos smallint, itm_no varchar(8), qty integer, prc_ct integer, rcv_qty integer, PRIMARY KEY (po_no,pos));
COMMENT ON COLUMN pur_po_pos.prc_ct IS 'price per unit in cents';
CREATE TABLE fin_pay_trm (trm_cd varchar(3) PRIMARY KEY, txt varchar(40), net_dys smallint, csh_disc numeric(3,1));
CREATE TABLE fin_cc (cc_no integer PRIMARY KEY, descr varchar(40), resp_emp integer);
COMMENT ON TABLE fin_cc IS 'cost centres';
CREATE TABLE fin_bdgt (cc_no integer, yr smallint, amt numeric(12,2), PRIMARY KEY (cc_no,yr));
CREATE TABLE fin_inv_hd (inv_no integer PRIMARY KEY, ord_no integer, cust_no integer, inv_dt date, due_dt integer, net_ct bigint, vat_ct bigint, sts char(1), dun_lvl smallint DEFAULT 0);
COMMENT ON TABLE fin_inv_hd IS 'outgoing invoices';
COMMENT ON COLUMN fin_inv_hd.dun_lvl IS 'number of reminders sent';
COMMENT ON COLUMN fin_inv_hd.sts IS 'O open, P paid, C cancelled';
CREATE TABLE fin_pmt (pmt_id integer PRIMARY KEY, inv_no integer REFERENCES fin_inv_hd, pmt_dt date, amt_ct bigint, mthd varchar(2));
COMMENT ON TABLE fin_pmt IS 'incoming payments';
CREATE TABLE fin_inv_hd_bak (inv_no integer, ord_no integer, cust_no integer, inv_dt date, net_amt numeric(12,2), sts char(1));
CREATE TABLE log_veh (veh_id smallint PRIMARY KEY, plate varchar(12), descr varchar(40), max_kg integer, nxt_insp date, act_fl boolean);
CREATE TABLE log_dlv (dlv_no integer PRIMARY KEY, ord_no integer, veh_id smallint, drv_no integer, pln_dt integer, dlv_ts timestamp, pkgs smallint, wgt_kg numeric(8,1), sts smallint);
COMMENT ON TABLE log_dlv IS 'deliveries';
COMMENT ON COLUMN log_dlv.veh_id IS 'empty = sent by carrier';
COMMENT ON COLUMN log_dlv.sts IS 'sys_cde DLVSTS';
CREATE TABLE tmp_imp_cust (ln integer, raw_nm varchar(60), raw_cty varchar(40), err varchar(60));

COPY sys_cde (cde_typ,cde_val,cde_txt,srt) FROM stdin;
CUSTGRP	AG	Advertising agencies	10
CUSTGRP	IN	Industry	20
CUSTGRP	PB	Publishers	30
CUSTGRP	PU	Public authorities	40
CUSTGRP	CL	Clubs and associations	50
CUSTGRP	RT	Retail	60
CMPLRSN	COL	Colour deviation	10
CMPLRSN	CUT	Cut or folding fault	20
CMPLRSN	LAT	Late delivery	30
CMPLRSN	QTY	Wrong quantity	40
CMPLRSN	DMG	Transport damage	50
CMPLRSN	TXT	Typesetting error	60
PRODGRP	BR	Brochures and magazines	10
PRODGRP	BK	Books	20
PRODGRP	PK	Packaging	30
PRODGRP	ST	Stationery	40
PRODGRP	PO	Posters and large format	50
LOSTRSN	PR	Price too high	10
LOSTRSN	TM	Delivery time too long	20
LOSTRSN	CO	Existing competitor	30
LOSTRSN	NP	Project dropped	40
CHNL	EM	E-mail	10
CHNL	PH	Phone	20
CHNL	WS	Web shop	30
CHNL	RP	Sales rep	40
MACHTYP	OF	Offset press	10
MACHTYP	DG	Digital press	20
MACHTYP	CU	Cutter	30
MACHTYP	FO	Folding machine	40
MACHTYP	BI	Binding line	50
MACHTYP	PP	Prepress	60
ITMTYP	PA	Paper and board	10
ITMTYP	IK	Ink	20
ITMTYP	PL	Printing plates	30
ITMTYP	PM	Packing material	40
ITMTYP	CH	Chemicals	50
ABSTYP	V	Holiday	10
ABSTYP	S	Sick leave	20
ABSTYP	P	Parental leave	30
ABSTYP	T	Training	40
ABSTYP	U	Unpaid leave	50
DLVSTS	1	Planned	10
DLVSTS	2	On the way	20
DLVSTS	3	Delivered	30
DLVSTS	4	Refused	40
PAYMTHD	TR	Bank transfer	10
PAYMTHD	DD	Direct debit	20
PAYMTHD	CC	Credit card	30
PAYMTHD	CA	Cash	40
QTSTS	O	Open	10
QTSTS	W	Won	20
QTSTS	L	Lost	30
QTSTS	X	Withdrawn	40
JOBSTS	P	Planned	10
JOBSTS	R	Running	20
JOBSTS	F	Finished	30
JOBSTS	H	On hold	40
\.

COPY sys_param (pkey,pval,chg_ts) FROM stdin;
VAT_STD	19	2021-01-01 00:00:00
VAT_RED	7	2021-01-01 00:00:00
BASE_CUR	EUR	2004-03-01 08:00:00
FISC_YR_START	0101	2004-03-01 08:00:00
VERSION	7.14	2025-11-03 18:20:00
DUN_FEE_CT	500	2019-05-06 09:10:00
\.

COPY hr_dept (dept_cd,descr,cc_no) FROM stdin;
MGT	Management	100
SAL	Sales	200
PPR	Prepress	310
PRS	Press room	320
BND	Bindery	330
WHS	Warehouse and shipping	400
PUR	Purchasing	410
FIN	Accounting	500
IT	IT	510
\.

COPY fin_cc (cc_no,descr,resp_emp) FROM stdin;
100	Management	101
200	Sales	110
310	Prepress	130
320	Press room	140
330	Bindery	160
400	Warehouse and shipping	170
410	Purchasing	180
500	Accounting	185
510	IT	190
600	Building	\N
900	Old plant (closed)	\N
\.

COPY fin_bdgt (cc_no,yr,amt) FROM stdin;
100	2023	178300.00
100	2024	197000.00
100	2025	193200.00
100	2026	199800.00
200	2023	412900.00
200	2024	451100.00
200	2025	475900.00
200	2026	465200.00
310	2023	253800.00
310	2024	262900.00
310	2025	267600.00
310	2026	287700.00
320	2023	870300.00
320	2024	965000.00
320	2025	955500.00
320	2026	1054500.00
330	2023	488100.00
330	2024	502200.00
330	2025	517300.00
330	2026	522400.00
400	2023	334600.00
400	2024	349100.00
400	2025	381000.00
400	2026	398900.00
410	2023	137100.00
410	2024	150700.00
410	2025	154000.00
410	2026	152700.00
500	2023	167100.00
500	2024	172900.00
500	2025	190600.00
500	2026	186400.00
510	2023	205000.00
510	2024	224900.00
510	2025	236400.00
510	2026	227600.00
600	2023	315900.00
600	2024	305300.00
600	2025	330700.00
600	2026	350900.00
\.

COPY hr_emp (emp_no,fnm,lnm,dept_cd,job_ttl,hire_dt,exit_dt,mgr_no,sal_ct,wk_hrs,shft) FROM stdin;
101	Emma	Peters	MGT	Managing director	2001-07-01	\N	\N	950000	40	\N
102	Ulrich	Kaiser	MGT	Assistant	2018-04-01	\N	101	355000	38.5	\N
110	Lukas	Conrad	SAL	Head of sales	2010-06-01	\N	101	685000	20	\N
111	Anna	Keller	SAL	Sales representative	2010-02-01	\N	110	475000	40	\N
112	Rosa	Peters	SAL	Sales representative	2019-05-01	\N	110	420000	20	\N
113	Karin	Ebert	SAL	Sales representative	2015-03-01	2024-09-30	110	515000	30	\N
114	Carla	Ziegler	SAL	Sales representative	1999-12-01	\N	110	460000	38.5	\N
115	Emma	Conrad	SAL	Sales representative	2006-05-15	\N	110	475000	40	\N
116	Clara	Hartmann	SAL	Sales representative	2002-09-01	\N	110	430000	30	\N
117	Emma	Keller	SAL	Order clerk	2008-04-15	\N	110	300000	40	\N
118	Marta	Imhof	SAL	Order clerk	2005-06-01	\N	110	290000	40	\N
119	Elena	Fuchs	SAL	Order clerk	2006-08-01	2023-12-31	110	285000	38.5	\N
130	Henry	Quast	PPR	Head of prepress	2025-06-15	\N	101	545000	20	\N
131	Ulrich	Conrad	PPR	Media designer	2008-09-01	\N	130	305000	38.5	\N
132	Yusuf	Busch	PPR	Media designer	2015-05-01	\N	130	370000	40	\N
133	Elena	Thiel	PPR	Media designer	1999-07-01	\N	130	355000	38.5	\N
134	Rosa	Busch	PPR	Media designer	2008-06-01	2025-03-31	130	385000	40	\N
135	Henry	Jansen	PPR	Media designer	2025-08-01	\N	130	385000	40	\N
136	Greta	Lang	PPR	Media designer	2019-08-01	\N	130	310000	30	\N
140	Dirk	Imhof	PRS	Press room manager	2013-11-01	\N	101	610000	40	\N
141	Jonas	Brandt	PRS	Press operator	2009-05-15	\N	140	325000	30	L
142	Elena	Adler	PRS	Press operator	2000-01-01	\N	140	375000	38.5	E
143	Bernd	Lorenz	PRS	Press operator	2004-03-01	2024-06-30	140	370000	38.5	N
144	Greta	Peters	PRS	Press operator	2017-02-01	\N	140	320000	20	L
145	Vera	Lang	PRS	Press operator	2022-01-01	\N	140	305000	38.5	N
146	Zoe	Vogt	PRS	Press operator	2018-07-01	\N	140	420000	30	L
147	Felix	Peters	PRS	Press operator	2013-03-01	\N	140	360000	40	E
148	Rosa	Lang	PRS	Press operator	2025-09-01	\N	140	415000	38.5	E
149	Felix	Neumann	PRS	Press operator	2002-01-15	\N	140	425000	38.5	L
150	Elena	Gruber	PRS	Press operator	2001-12-01	\N	140	350000	40	N
151	Quirin	Kaiser	PRS	Press operator	2009-05-01	2025-12-31	140	345000	40	N
152	Tina	Dietz	PRS	Press operator	2020-05-15	\N	140	385000	30	E
153	Marta	Sommer	PRS	Press operator	2007-02-15	\N	140	360000	38.5	L
154	Zoe	Engel	PRS	Press operator	2002-04-15	\N	140	345000	40	L
155	Carla	Keller	PRS	Press operator	1998-02-01	2022-08-31	140	380000	30	N
160	Xenia	Urban	BND	Bindery foreman	2020-08-01	\N	101	460000	40	\N
161	Marta	Maurer	BND	Bookbinder	2009-11-01	\N	160	335000	38.5	L
162	Anna	Otto	BND	Bookbinder	2010-06-15	\N	160	340000	38.5	L
163	Stefan	Richter	BND	Bookbinder	2006-02-01	\N	160	310000	40	E
164	Ulrich	Winter	BND	Bookbinder	2003-07-01	2024-11-30	160	340000	40	L
165	Yusuf	Keller	BND	Bookbinder	1998-10-01	\N	160	330000	40	E
166	Felix	Hartmann	BND	Bookbinder	2003-04-01	\N	160	260000	20	L
167	Vera	Winter	BND	Bookbinder	2018-09-01	\N	160	290000	38.5	E
168	Jonas	Maurer	BND	Bookbinder	2006-07-15	\N	160	290000	40	E
170	Nils	Imhof	WHS	Warehouse manager	2019-04-01	\N	101	420000	40	\N
171	David	Hartmann	WHS	Driver	2013-08-01	\N	170	265000	40	L
172	Quirin	Huber	WHS	Driver	2013-02-15	\N	170	240000	30	L
173	Paul	Otto	WHS	Driver	2019-01-01	2026-03-31	170	260000	38.5	L
174	Elena	Lang	WHS	Driver	2019-10-15	\N	170	310000	38.5	L
175	Ines	Quast	WHS	Warehouse worker	2012-08-01	\N	170	295000	40	E
176	Emma	Vogt	WHS	Warehouse worker	2008-12-01	\N	170	295000	20	L
177	Stefan	Fuchs	WHS	Warehouse worker	2017-02-01	\N	170	265000	38.5	E
180	Olga	Sommer	PUR	Head of purchasing	2024-06-01	\N	101	515000	38.5	\N
181	Anna	Peters	PUR	Buyer	2021-09-01	\N	180	330000	40	\N
182	Nils	Urban	PUR	Buyer	2017-10-01	2025-06-30	180	350000	38.5	\N
185	Anna	Adler	FIN	Chief accountant	2024-12-01	\N	101	540000	40	\N
186	Jonas	Thiel	FIN	Accountant	2023-02-01	\N	185	385000	30	\N
187	Xenia	Lang	FIN	Accountant	2018-06-01	\N	185	350000	40	\N
190	Ulrich	Jansen	IT	IT manager	2018-08-15	\N	101	540000	40	\N
191	Karin	Dietz	IT	Administrator	2021-05-15	\N	190	415000	40	\N
\.

COPY hr_abs (abs_id,emp_no,abs_typ,from_dt,to_dt,dys,cncl) FROM stdin;
1	101	S	20250827	20250904	7	0
2	101	S	20241015	20241015	1	0
3	101	V	20260323	20260327	4.5	0
4	102	V	20250903	20250921	15	0
5	102	S	20241118	20241128	9	0
6	102	V	20260413	20260428	12	0
7	102	V	20240805	20240822	14	0
8	110	V	20241226	20250107	11	0
9	110	V	20250922	20251010	15	0
10	111	V	20240812	20240813	1.5	0
11	112	S	20240325	20240329	5	0
12	112	V	20240422	20240504	11	0
13	114	V	20250728	20250812	12	0
14	114	T	20250414	20250416	3	0
15	114	S	20251121	20251121	1	0
16	115	V	20241113	20241116	4	0
17	115	S	20241216	20241218	3	0
18	115	S	20260107	20260110	4	0
19	115	U	20250203	20250207	5	0
20	115	V	20251215	20251230	12	0
21	116	U	20240229	20240229	0.5	0
22	116	P	20240529	20240921	88	0
23	116	V	20241129	20241216	13.5	0
24	117	V	20250514	20250526	10.5	0
25	117	S	20241205	20241212	6	0
26	118	S	20240416	20240418	3	0
27	118	S	20251031	20251108	7	0
28	118	S	20251006	20251015	8	0
29	131	S	20241226	20241228	3	0
30	131	T	20241212	20241212	1	0
31	131	V	20260601	20260610	8	0
32	131	V	20250210	20250213	4	0
33	131	S	20250303	20250312	8	0
34	132	V	20241202	20241212	9	0
35	132	V	20251210	20251225	12	0
36	132	S	20260410	20260411	2	0
37	133	S	20240805	20240807	3	0
38	133	S	20240412	20240421	8	0
39	133	V	20250328	20250413	13	0
40	133	S	20240729	20240802	4.5	0
41	133	T	20240517	20240519	3	0
42	134	S	20250120	20250128	7	0
43	134	V	20240610	20240618	6.5	0
44	134	S	20240205	20240207	3	0
45	135	V	20260204	20260220	13	0
46	136	V	20240701	20240710	8	0
47	136	V	20240704	20240716	11	0
48	140	S	20250204	20250213	8	0
49	140	S	20260601	20260603	3	0
50	141	S	20240408	20240408	1	0
51	141	U	20250520	20250524	5	0
52	141	V	20260309	20260319	8.5	1
53	142	T	20241021	20241022	2	0
54	142	V	20240104	20240107	3.5	0
55	143	S	20240522	20240529	6	0
56	143	V	20240221	20240225	4.5	0
57	144	S	20240916	20240918	3	0
58	144	V	20260302	20260313	10	0
59	144	S	20260205	20260205	0.5	0
60	144	S	20240307	20240316	8	0
61	145	V	20260330	20260408	8	1
62	145	T	20260108	20260110	3	0
63	145	T	20241111	20241113	3	0
64	145	V	20240109	20240127	15	0
65	146	T	20240115	20240116	2	0
66	146	S	20240805	20240807	3	0
67	146	S	20250203	20250207	5	0
68	146	S	20260130	20260208	8	0
69	147	S	20250303	20250303	1	0
70	147	S	20250811	20250819	7	0
71	147	V	20241002	20241018	13	0
72	147	V	20250516	20250524	7	0
73	147	V	20241230	20250101	2.5	0
74	148	V	20260126	20260130	5	1
75	149	V	20251110	20251113	4	0
76	149	S	20250923	20251001	7	0
77	149	V	20250901	20250916	12	0
78	149	U	20250325	20250326	2	0
79	150	V	20260122	20260203	11	0
80	151	S	20250526	20250527	2	0
81	151	V	20240209	20240221	11	0
82	152	V	20240916	20240927	9.5	0
83	153	S	20240813	20240823	9	0
84	154	S	20251211	20251211	1	0
85	154	V	20240813	20240831	15	0
86	154	U	20250312	20250322	9	0
87	154	V	20250826	20250827	2	0
88	160	V	20240422	20240509	14	0
89	160	V	20240926	20240929	4	0
90	160	T	20260209	20260209	1	0
91	160	S	20240321	20240328	6	0
92	161	T	20241217	20241217	0.5	0
93	162	V	20240930	20241003	4	0
94	162	S	20240318	20240318	1	0
95	162	V	20240418	20240506	15	0
96	162	S	20250417	20250421	5	0
97	162	S	20240916	20240918	3	0
98	163	U	20240311	20240322	9.5	0
99	164	V	20240422	20240509	14	0
100	165	V	20241014	20241030	13	0
101	166	V	20240403	20240407	5	0
102	166	V	20240101	20240119	15	0
103	166	V	20240530	20240601	3	0
104	167	V	20241209	20241221	11	0
105	167	S	20240429	20240502	4	0
106	167	V	20241224	20250108	12	0
107	168	V	20240401	20240419	15	0
108	170	T	20250331	20250401	2	0
109	170	V	20250804	20250819	12	0
110	171	T	20251127	20251128	2	0
111	171	T	20240220	20240220	1	0
112	172	S	20240227	20240227	1	0
113	173	S	20240703	20240710	6	0
114	173	V	20251229	20260101	3.5	0
115	173	S	20240812	20240820	7	0
116	174	V	20240408	20240420	11	0
117	174	S	20251006	20251006	1	0
118	174	S	20240919	20240922	4	0
119	174	S	20240318	20240319	2	0
120	175	S	20250922	20250922	1	0
121	175	S	20241112	20241115	4	0
122	176	V	20251021	20251029	7	0
123	176	S	20250818	20250822	5	0
124	176	V	20250711	20250718	6	0
125	176	V	20260504	20260505	2	0
126	176	V	20250903	20250921	15	0
127	177	S	20240411	20240415	5	0
128	180	S	20250922	20250922	1	0
129	180	V	20260518	20260530	11	0
130	181	V	20240422	20240507	12	0
131	181	V	20260313	20260317	5	0
132	181	V	20260413	20260421	7	0
133	181	V	20251226	20260110	12	0
134	181	S	20240513	20240523	9	0
135	185	S	20250203	20250206	3.5	0
136	186	T	20251222	20251222	1	0
137	187	V	20250717	20250801	12	0
138	187	S	20240506	20240513	5.5	0
139	187	V	20240708	20240725	14	0
140	187	V	20251224	20260102	8	0
141	190	V	20250523	20250608	12.5	0
142	191	U	20251118	20251120	3	0
143	191	V	20250516	20250602	14	0
144	191	S	20241023	20241101	8	0
145	191	T	20241217	20241217	1	0
\.

COPY hr_trng (emp_no,crs,trn_dt,vld_to,cost_ct) FROM stdin;
101	First aid	2024-01-14	20260114	9000
112	First aid	2023-02-09	20250209	9000
114	First aid	2023-03-15	20250315	9000
116	First aid	2025-07-22	20270722	9000
140	Forklift licence	2024-03-21	20270321	24000
140	First aid	2026-04-19	20280419	9000
141	Forklift licence	2022-05-13	20250513	18000
142	Forklift licence	2024-11-27	20271127	21000
144	Forklift licence	2023-01-28	20260128	18000
144	First aid	2023-06-16	20250616	9000
145	Forklift licence	2022-09-26	20250926	18000
145	Colour management	2025-08-01	0	65000
146	Forklift licence	2023-07-16	20260716	18000
149	Colour management	2025-05-09	0	72000
150	Forklift licence	2025-07-20	20280720	18000
150	First aid	2023-08-13	20250813	9000
150	Colour management	2024-10-06	0	65000
151	First aid	2025-10-24	20271024	9000
152	Forklift licence	2022-09-18	20250918	18000
153	Forklift licence	2023-02-18	20260218	18000
160	Forklift licence	2026-03-15	20290315	18000
162	Forklift licence	2024-06-30	20270628	21000
163	Forklift licence	2024-10-25	20271025	21000
163	First aid	2025-07-05	20270705	9000
164	Forklift licence	2024-10-30	20271028	21000
165	Forklift licence	2026-05-01	20290501	18000
166	Forklift licence	2026-02-25	20290225	24000
167	Forklift licence	2025-11-08	20281108	21000
168	Forklift licence	2025-04-22	20280422	18000
172	Forklift licence	2024-01-26	20270126	18000
173	Forklift licence	2024-06-02	20270602	21000
173	First aid	2026-02-03	20280203	9000
174	Forklift licence	2022-06-05	20250605	24000
175	Forklift licence	2023-06-26	20260626	24000
176	Forklift licence	2025-01-05	20280105	18000
176	First aid	2023-01-18	20250118	9000
177	Forklift licence	2024-07-22	20270722	21000
180	First aid	2024-09-28	20260928	9000
185	First aid	2025-01-26	20270126	9000
\.

COPY sys_usr (usr_id,login,emp_no,pw_hash,lst_lgn_ts,lckd) FROM stdin;
1	epeters	101	5e9e947be5886f0eabaa430d11297071	2026-05-12 09:05:00	N
2	ukaiser	102	15e044fc7e937ed2e1a3dd20e6ff14d6	2026-04-24 09:30:00	N
3	lconrad	110	0ee09281b919f88c97da7e68becc9803	2026-06-20 09:40:00	N
4	akeller	111	1b098b2709f53d6af07641894b4cb9a2	2026-05-15 13:40:00	N
5	rpeters	112	ad04a8112aebccec8b1bc61a54f4734a	2026-04-20 07:40:00	N
6	kebert	113	cab64f0bcbed6d02882f1aac9abefaa3	2024-09-30 07:30:00	Y
7	cziegler	114	5a640fb3c64e6532a17125ee0c3f8ede	2026-05-29 07:45:00	N
8	econrad	115	284df3e6a665b8ad98e25b033dfa4906	2026-05-03 07:15:00	N
9	chartmann	116	40d628759e9fcf4762b99e091c7ce95b	2026-05-26 14:20:00	N
10	ekeller	117	285cf80f10e4e48940ecd161eaf29231	2026-06-20 09:10:00	N
11	mimhof	118	00e1311d1c8ee0ef8877581eb4e605fb	2026-05-06 13:45:00	N
12	efuchs	119	24f646c15b9ab6fa2d208928e94e45e4	2023-12-31 07:15:00	Y
13	hquast	130	9a9de10ac0998fdc66524d9ee6b1230c	2026-05-04 14:40:00	N
14	uconrad	131	5829227a79b386c58ceb0429bbd7f8fe	2026-06-21 12:50:00	N
15	ybusch	132	28197210b0556658916cb5671b40ddc8	2026-04-19 11:05:00	N
16	ethiel	133	19fea1777f783c44b288ec439e58fb93	2026-04-28 08:10:00	N
17	rbusch	134	a7d6a3d0a555ae79d047f5a32bd2ab94	2025-03-31 06:10:00	Y
18	hjansen	135	7570dc75ea96288114190896484d2434	2026-05-27 06:30:00	N
19	glang	136	338cfa0c4a1327edaf0460e73ac565bb	2026-06-13 12:10:00	N
20	dimhof	140	64048d65acbf648ac97697de49fd9388	2026-05-31 10:05:00	N
21	xurban	160	5147ff41fe22d114d5db10dabdf0f625	2026-06-22 10:00:00	N
22	nimhof	170	a118ca16edc7815b51c20ef7cd54f04c	2026-04-06 10:30:00	N
23	osommer	180	f85e17fabdc6b584b46d2b10a39461f8	2026-06-24 11:40:00	N
24	apeters	181	f5fc1710f0e24602dbd8f3c65df73439	2026-04-29 15:10:00	N
25	nurban	182	4ca62440c85b7816009fec137d49cc42	2025-06-30 12:45:00	Y
26	aadler	185	dce261d835ec00e9cc4ba3f079212ce9	2026-05-27 08:00:00	N
27	jthiel	186	4361be92833c65d957e1c8f8ea349947	2026-05-03 17:45:00	N
28	xlang	187	b33db7f2f4d4cf397667bf3b5fc994dc	2026-04-19 16:10:00	N
29	ujansen	190	5f14239a6c7ed523f9cdc95094f128f5	2026-06-16 17:45:00	N
30	kdietz	191	04c1cf69e09424325b724ab4254c3f9e	2026-04-26 17:45:00	N
\.

COPY fin_pay_trm (trm_cd,txt,net_dys,csh_disc) FROM stdin;
N14	14 days net	14	0
N30	30 days net	30	0
D10	10 days 2 % discount, 30 days net	30	2
N60	60 days net	60	0
PRE	Payment in advance	0	0
\.

COPY crm_cust (cust_no,nm1,nm2,str,zip,cty,ctry,grp_cd,rep_no,sts,crd_lim_ct,pay_trm,crt_dt,del_fl) FROM stdin;
10001	Berg Musikverein e.V.	c/o Meyer	Bahnhofstr. 115	80331	München	DE	CL	111	B	1500000	N30	20090226	N
10004	Berg Stadtwerke	\N	Hauptstr. 10	86150	Augsburg	DE	PU	115	A	4000000	D10	20050810	N
10007	Rheingold Technik AG	\N	Gartenweg 11	9000	St. Gallen	CH	IN	114	A	1500000	D10	20111012	N
10010	Regio Design Studio GmbH	\N	Industriestr. 59	86150	Augsburg	DE	AG	116	A	\N	N14	20180112	N
10013	Mühlen Werbung GmbH	Dept. Marketing	Industriestr. 83	70173	Stuttgart	DE	AG	116	A	\N	N60	20040802	N
10016	Turm Elektro AG	\N	Gartenweg 30	89073	Ulm	DE	IN	114	A	200000	N14	20060113	N
10019	Silber Verlag GmbH	Filiale Süd	Ringstr. 30	89073	Ulm	DE	PB	115	A	200000	N30	20221128	N
10022	Alpen Maschinenbau AG	\N	Bahnhofstr. 68	80331	München	DE	IN	115	B	1500000	D10	20110323	N
10025	Adria Kulturbund e.V.	\N	Ringstr. 32	8001	Zürich	CH	CL	111	A	1500000	N30	20150217	N
10028	Silber Landratsamt	c/o Meyer	Bahnhofstr. 38	89073	Ulm	DE	PU	111	A	4000000	N30	20040427	N
10031	Sonnen Buchverlag GmbH	\N	Gartenweg 86	85049	Ingolstadt	DE	PB	115	A	\N	D10	20110325	N
10034	Wald Optik KG	\N	Industriestr. 78	9000	St. Gallen	CH	RT	111	A	\N	N14	20051102	N
10037	Silber Buchverlag GmbH	\N	Ringstr. 40	90402	Nürnberg	DE	PB	112	A	1000000	N30	20180830	N
10040	Brücken Werbung GmbH	\N	Gartenweg 46	8001	Zürich	CH	AG	112	I	1500000	PRE	20180925	N
10043	Brücken Kommunikation GmbH	\N	Ringstr. 45	86150	Augsburg	DE	AG	111	A	2500000	N14	20110504	N
10046	Mühlen Pharma AG	Purchasing	Hauptstr. 39	87435	Kempten	DE	IN	114	A	\N	N30	20071006	N
10049	Sonnen Magazine GmbH	\N	Gartenweg 64	8001	Zürich	CH	PB	112	I	\N	N30	20170919	N
10052	Berg Werbung GmbH	\N	Hauptstr. 107	8001	Zürich	CH	AG	111	A	500000	N30	20120820	N
10055	Silber Werbung GmbH	\N	Hauptstr. 57	86150	Augsburg	DE	AG	111	A	1500000	N14	20160807	N
10058	Adria Musikverein e.V.	\N	Gartenweg 10	70173	Stuttgart	DE	CL	114	A	500000	D10	20080709	N
10061	Regio Markt KG	\N	Hauptstr. 71	87435	Kempten	DE	RT	111	A	4000000	N30	20130822	N
10064	Stadt Kulturbund e.V.	Purchasing	Gartenweg 5	80331	München	DE	CL	112	A	\N	N30	20190601	N
10067	Kompass Markt KG	\N	Hauptstr. 65	85049	Ingolstadt	DE	RT	111	A	500000	D10	20130812	N
10070	Wald Verlag GmbH	\N	Industriestr. 117	89073	Ulm	DE	PB	111	B	4000000	N30	20080626	N
10073	Eichen Technik AG	\N	Ringstr. 78	80331	München	DE	IN	116	A	500000	N30	20170915	N
10076	Berg Design Studio GmbH	\N	Ringstr. 104	89073	Ulm	DE	AG	116	I	1500000	PRE	20080101	N
10079	Turm Pharma AG	\N	Hauptstr. 57	90402	Nürnberg	DE	IN	116	B	\N	N60	20190924	N
10082	Orion Optik KG	c/o Meyer	Bahnhofstr. 86	89073	Ulm	DE	RT	114	A	4000000	N60	20170819	N
10085	Silber Technik AG	\N	Bahnhofstr. 34	86150	Augsburg	DE	IN	111	A	\N	PRE	20060421	N
10088	Blau Kommunikation GmbH	\N	Hauptstr. 8	89073	Ulm	DE	AG	112	A	500000	N60	20070815	N
10091	Turm Stadtwerke	c/o Meyer	Hauptstr. 50	86150	Augsburg	DE	PU	112	I	500000	D10	20100626	N
10094	Eichen Markt KG	\N	Ringstr. 33	87435	Kempten	DE	RT	112	A	500000	PRE	20110421	N
10097	Morgen Sportverein e.V.	Purchasing	Hauptstr. 25	86899	Landsberg	DE	CL	112	B	2500000	N14	20130329	N
10100	Nordlicht Kulturbund e.V.	Filiale Süd	Industriestr. 97	86150	Augsburg	DE	CL	114	A	1500000	N30	20120731	N
10103	Stadt Pharma AG	\N	Hauptstr. 7	86150	Augsburg	DE	IN	112	A	500000	D10	20160829	N
10106	Morgen Design Studio GmbH	\N	Bahnhofstr. 116	87435	Kempten	DE	AG	115	A	\N	N30	20180410	N
10109	Orion Verlag GmbH	\N	Ringstr. 19	89073	Ulm	DE	PB	111	A	\N	N30	20190827	N
10112	Falke Musikverein e.V.	\N	Gartenweg 85	87435	Kempten	DE	CL	116	B	2500000	D10	20141221	N
10115	Kompass Möbelhaus KG	\N	Bahnhofstr. 53	89073	Ulm	DE	RT	111	A	1500000	N30	20100917	N
10118	Adria Media GmbH	\N	Ringstr. 98	80331	München	DE	AG	111	A	1500000	N30	20040502	N
10121	Turm Landratsamt	Filiale Süd	Industriestr. 81	89073	Ulm	DE	PU	115	A	2500000	N30	20201126	N
10124	Kranich Pharma AG	\N	Ringstr. 8	70173	Stuttgart	DE	IN	114	B	1500000	D10	20160214	N
10127	Morgen Technik AG	\N	Ringstr. 104	9000	St. Gallen	CH	IN	112	I	\N	N14	20170415	N
10130	Sonnen Elektro AG	Purchasing	Industriestr. 25	90402	Nürnberg	DE	IN	111	A	200000	N14	20221108	N
10133	Mühlen Maschinenbau AG	\N	Industriestr. 110	5020	Salzburg	AT	IN	116	A	500000	N60	20130325	N
10136	Kranich Stadtwerke	\N	Ringstr. 15	86150	Augsburg	DE	PU	114	I	500000	D10	20210527	N
10139	Kompass Verlag GmbH	Dept. Marketing	Bahnhofstr. 69	6020	Innsbruck	AT	PB	111	A	500000	PRE	20090207	N
10142	Kranich Maschinenbau AG	\N	Gartenweg 102	80331	München	DE	IN	111	A	\N	N30	20160629	N
10145	Merkur Elektro AG	\N	Industriestr. 86	86899	Landsberg	DE	IN	111	A	1500000	D10	20050311	N
10148	Berg Media GmbH	\N	Gartenweg 87	80331	München	DE	AG	111	B	1500000	N30	20120510	N
10151	Eichen Optik KG	Dept. Marketing	Ringstr. 106	80331	München	DE	RT	115	A	200000	D10	20241014	N
10154	Nordlicht Verlag GmbH	\N	Bahnhofstr. 21	70173	Stuttgart	DE	PB	114	A	\N	N14	20100306	N
10157	Alpen Kommunikation GmbH	Dept. Marketing	Ringstr. 120	86150	Augsburg	DE	AG	115	A	1500000	D10	20041203	N
10160	Merkur Maschinenbau AG	\N	Industriestr. 9	85049	Ingolstadt	DE	IN	113	I	1500000	PRE	20180203	Y
10163	Falke Elektro AG	\N	Gartenweg 69	85049	Ingolstadt	DE	IN	115	A	1500000	N30	20220913	N
10166	Rheingold Sportverein e.V.	\N	Hauptstr. 91	86150	Augsburg	DE	CL	116	A	1000000	N60	20251225	N
10169	Linden Media GmbH	\N	Industriestr. 28	8001	Zürich	CH	AG	114	A	\N	PRE	20190925	N
10172	Nordlicht Stadtwerke	Filiale Süd	Gartenweg 25	80331	München	DE	PU	111	A	1500000	D10	20160517	N
10175	Eichen Buchverlag GmbH	\N	Hauptstr. 61	85049	Ingolstadt	DE	PB	112	A	500000	D10	20081016	N
10178	Mühlen Markt KG	\N	Industriestr. 40	86150	Augsburg	DE	RT	112	A	500000	D10	20110217	N
10181	Nordlicht Technik AG	\N	Gartenweg 92	85049	Ingolstadt	DE	IN	111	A	1500000	N30	20051206	N
10184	Berg Verlag GmbH	\N	Gartenweg 74	86899	Landsberg	DE	PB	115	A	\N	N30	20180322	N
10187	Nordlicht Musikverein e.V.	\N	Ringstr. 16	8001	Zürich	CH	CL	114	A	1500000	N60	20090626	N
10190	Alpen Markt KG	Filiale Süd	Industriestr. 14	86899	Landsberg	DE	RT	114	A	\N	N14	20111122	N
10193	Rheingold Kommunikation GmbH	Purchasing	Hauptstr. 108	85049	Ingolstadt	DE	AG	111	A	\N	N60	20071130	N
10196	Delta Kommunikation GmbH	c/o Meyer	Bahnhofstr. 39	70173	Stuttgart	DE	AG	115	A	1000000	N60	20091018	N
\.

COPY crm_cust_bak (cust_no,nm1,cty,grp_cd,sts,crt_dt) FROM stdin;
10001	Berg Musikverein e.V.	München	CL	A	20090226
10004	Berg Stadtwerke	Augsburg	PU	A	20050810
10007	Rheingold Technik AG	St. Gallen	IN	A	20111012
10013	Mühlen Werbung GmbH	Stuttgart	AG	A	20040802
10016	Turm Elektro AG	Ulm	IN	A	20060113
10022	Alpen Maschinenbau AG	München	IN	A	20110323
10025	Adria Kulturbund e.V.	Zürich	CL	A	20150217
10028	Silber Landratsamt	Ulm	PU	A	20040427
10031	Sonnen Buchverlag GmbH	Ingolstadt	PB	A	20110325
10034	Wald Optik KG	St. Gallen	RT	A	20051102
10043	Brücken Kommunikation GmbH	Augsburg	AG	A	20110504
10046	Mühlen Pharma AG	Kempten	IN	A	20071006
10052	Berg Werbung GmbH	Zürich	AG	A	20120820
10058	Adria Musikverein e.V.	Stuttgart	CL	A	20080709
10061	Regio Markt KG	Kempten	RT	A	20130822
10067	Kompass Markt KG	Ingolstadt	RT	A	20130812
10070	Wald Verlag GmbH	Ulm	PB	A	20080626
10076	Berg Design Studio GmbH	Ulm	AG	A	20080101
10085	Silber Technik AG	Augsburg	IN	A	20060421
10088	Blau Kommunikation GmbH	Ulm	AG	A	20070815
10091	Turm Stadtwerke	Augsburg	PU	A	20100626
10094	Eichen Markt KG	Kempten	RT	A	20110421
10097	Morgen Sportverein e.V.	Landsberg	CL	A	20130329
10100	Nordlicht Kulturbund e.V.	Augsburg	CL	A	20120731
10112	Falke Musikverein e.V.	Kempten	CL	A	20141221
10115	Kompass Möbelhaus KG	Ulm	RT	A	20100917
10118	Adria Media GmbH	München	AG	A	20040502
10133	Mühlen Maschinenbau AG	Salzburg	IN	A	20130325
10139	Kompass Verlag GmbH	Innsbruck	PB	A	20090207
10145	Merkur Elektro AG	Landsberg	IN	A	20050311
10148	Berg Media GmbH	München	AG	A	20120510
10154	Nordlicht Verlag GmbH	Stuttgart	PB	A	20100306
10157	Alpen Kommunikation GmbH	Augsburg	AG	A	20041203
10175	Eichen Buchverlag GmbH	Ingolstadt	PB	A	20081016
10178	Mühlen Markt KG	Augsburg	RT	A	20110217
10181	Nordlicht Technik AG	Ingolstadt	IN	A	20051206
10187	Nordlicht Musikverein e.V.	Zürich	CL	A	20090626
10190	Alpen Markt KG	Landsberg	RT	A	20111122
10193	Rheingold Kommunikation GmbH	Ingolstadt	AG	A	20071130
10196	Delta Kommunikation GmbH	Stuttgart	AG	A	20091018
9001	Altkunde 1	Augsburg	RT	I	20060101
9002	Altkunde 2	Augsburg	RT	I	20060202
9003	Altkunde 3	Augsburg	RT	I	20060303
9004	Altkunde 4	Augsburg	RT	I	20060404
9005	Altkunde 5	Augsburg	RT	I	20060505
9006	Altkunde 6	Augsburg	RT	I	20060606
9007	Altkunde 7	Augsburg	RT	I	20060707
9008	Altkunde 8	Augsburg	RT	I	20060808
\.

COPY crm_cntct (cntct_id,cust_no,fnm,lnm,func,tel,eml,del_fl) FROM stdin;
1	10001	Vera	Hartmann	\N	0881 84680	vera.hartmann@example.com	N
2	10004	Anna	Lang	\N	0857 12214	\N	N
3	10007	Nils	Keller	Marketing	0712 80711	nils.keller@example.com	N
4	10010	Stefan	Winter	Managing director	0788 48282	\N	N
5	10013	Zoe	Franke	\N	0813 99236	zoe.franke@example.com	N
6	10013	Lukas	Kaiser	Marketing	0837 38854	lukas.kaiser@example.com	Y
7	10016	Henry	Maurer	Managing director	0794 61832	henry.maurer@example.com	N
8	10019	Henry	Huber	Managing director	\N	henry.huber@example.com	N
9	10019	Lukas	Thiel	Editor	0838 90560	lukas.thiel@example.com	N
10	10022	Felix	Adler	Editor	0818 18374	felix.adler@example.com	N
11	10025	Walter	Jansen	Accounting	0792 99968	walter.jansen@example.com	N
12	10025	Bernd	Engel	Accounting	0883 98843	bernd.engel@example.com	N
13	10025	Vera	Winter	Purchasing	0877 83540	vera.winter@example.com	N
14	10028	Paul	Quast	Accounting	0885 73235	paul.quast@example.com	N
15	10028	Zoe	Vogt	\N	0844 15193	zoe.vogt@example.com	N
16	10031	Nils	Lang	Purchasing	0866 34817	\N	N
17	10034	Felix	Quast	Marketing	0897 18972	felix.quast@example.com	N
18	10037	Jonas	Quast	Editor	\N	jonas.quast@example.com	N
19	10037	Karin	Maurer	Editor	\N	karin.maurer@example.com	N
20	10037	Rosa	Peters	\N	0702 24931	rosa.peters@example.com	N
21	10040	Vera	Kaiser	Accounting	0745 55963	vera.kaiser@example.com	N
22	10043	David	Fuchs	Purchasing	0756 99747	\N	N
23	10046	Stefan	Franke	Purchasing	0758 50248	stefan.franke@example.com	N
24	10046	Ulrich	Conrad	Purchasing	\N	ulrich.conrad@example.com	N
25	10046	Henry	Neumann	Accounting	\N	henry.neumann@example.com	N
26	10049	Vera	Lorenz	\N	0714 76348	vera.lorenz@example.com	N
27	10052	Karin	Brandt	Accounting	0838 30124	karin.brandt@example.com	Y
28	10055	Bernd	Otto	Editor	0806 37896	bernd.otto@example.com	N
29	10055	Rosa	Neumann	\N	0765 54973	\N	N
30	10058	Carla	Ebert	Accounting	0878 17656	\N	Y
31	10058	Xenia	Imhof	Managing director	\N	\N	N
32	10058	Ben	Brandt	\N	0771 85193	ben.brandt@example.com	N
33	10061	David	Kaiser	Accounting	0726 85247	david.kaiser@example.com	N
34	10061	Walter	Adler	Purchasing	0766 47461	walter.adler@example.com	N
35	10064	David	Busch	\N	0868 74649	\N	N
36	10064	Quirin	Busch	Managing director	0741 83695	quirin.busch@example.com	N
37	10067	Olga	Gruber	\N	0794 12274	olga.gruber@example.com	N
38	10067	Zoe	Otto	Marketing	0844 60993	\N	N
39	10067	Ines	Urban	Purchasing	0843 96859	ines.urban@example.com	N
40	10073	Felix	Lorenz	Purchasing	0836 71983	felix.lorenz@example.com	N
41	10076	Greta	Winter	Purchasing	0774 87272	greta.winter@example.com	N
42	10076	Rosa	Dietz	Managing director	0714 99580	rosa.dietz@example.com	N
43	10076	Ines	Imhof	Purchasing	0851 55102	ines.imhof@example.com	N
44	10079	Xenia	Imhof	Purchasing	0839 95625	\N	N
45	10079	Carla	Winter	Marketing	0786 20987	carla.winter@example.com	N
46	10079	Stefan	Otto	Editor	0847 97962	stefan.otto@example.com	N
47	10082	Yusuf	Vogt	Accounting	0762 10364	yusuf.vogt@example.com	N
48	10082	Olga	Ziegler	Marketing	\N	olga.ziegler@example.com	N
49	10082	Greta	Imhof	Managing director	0806 49751	greta.imhof@example.com	N
50	10085	Emma	Neumann	Purchasing	0855 90088	emma.neumann@example.com	N
51	10088	Marta	Vogt	\N	0753 36167	\N	N
52	10088	Marta	Franke	Purchasing	0892 98458	\N	N
53	10088	Xenia	Ziegler	Marketing	0832 39730	xenia.ziegler@example.com	N
54	10091	Stefan	Urban	Editor	0758 98606	stefan.urban@example.com	N
55	10094	Felix	Maurer	Editor	\N	felix.maurer@example.com	N
56	10097	Jonas	Kaiser	Editor	0794 46001	jonas.kaiser@example.com	Y
57	10097	Tina	Huber	Managing director	0819 39261	tina.huber@example.com	N
58	10100	Elena	Maurer	Accounting	0836 15841	\N	N
59	10103	Rosa	Fuchs	\N	0893 44913	rosa.fuchs@example.com	N
60	10109	Rosa	Kaiser	\N	0752 15958	rosa.kaiser@example.com	Y
61	10109	Henry	Lorenz	\N	0716 20501	henry.lorenz@example.com	N
62	10112	Walter	Kaiser	Editor	0847 60617	\N	N
63	10112	Bernd	Urban	Marketing	0877 11307	\N	N
64	10112	Emma	Winter	Managing director	0803 81749	emma.winter@example.com	N
65	10115	Clara	Vogt	Accounting	\N	\N	N
66	10118	Emma	Busch	Marketing	0873 63282	emma.busch@example.com	N
67	10121	Karin	Peters	Editor	0724 66684	\N	N
68	10121	Olga	Engel	Editor	0832 28696	olga.engel@example.com	N
69	10124	Walter	Lorenz	\N	0792 65031	walter.lorenz@example.com	N
70	10124	Yusuf	Richter	Managing director	0829 76879	yusuf.richter@example.com	N
71	10127	Elena	Lorenz	\N	0709 39985	elena.lorenz@example.com	N
72	10130	Lukas	Conrad	Purchasing	0887 64591	\N	N
73	10130	Olga	Huber	Editor	0740 89820	olga.huber@example.com	Y
74	10133	David	Busch	\N	0703 33471	david.busch@example.com	N
75	10133	Greta	Otto	Editor	0733 64438	greta.otto@example.com	Y
76	10136	Walter	Vogt	Editor	0849 91154	walter.vogt@example.com	N
77	10136	David	Lorenz	Marketing	0850 97597	david.lorenz@example.com	N
78	10142	Karin	Hartmann	Managing director	\N	karin.hartmann@example.com	N
79	10145	Zoe	Kaiser	\N	\N	zoe.kaiser@example.com	N
80	10148	Xenia	Huber	Accounting	0735 80626	xenia.huber@example.com	N
81	10151	David	Franke	Accounting	0725 39032	david.franke@example.com	N
82	10157	Yusuf	Ziegler	Managing director	0749 39391	yusuf.ziegler@example.com	N
83	10160	Ben	Neumann	Purchasing	0814 61081	ben.neumann@example.com	N
84	10160	Walter	Hartmann	Marketing	0823 38395	walter.hartmann@example.com	N
85	10160	Marta	Quast	Marketing	0871 27941	\N	Y
86	10163	Paul	Sommer	Marketing	0792 37859	paul.sommer@example.com	N
87	10169	Felix	Otto	Managing director	0897 97017	felix.otto@example.com	N
88	10169	Greta	Fuchs	Managing director	0793 84671	greta.fuchs@example.com	N
89	10178	Quirin	Imhof	Managing director	0842 52969	quirin.imhof@example.com	N
90	10181	Olga	Conrad	\N	0747 67380	olga.conrad@example.com	N
91	10181	Karin	Hartmann	Editor	0788 35347	karin.hartmann@example.com	N
92	10187	Clara	Ziegler	Purchasing	0733 36027	\N	Y
93	10190	Carla	Franke	Managing director	0801 99842	\N	N
94	10193	Ulrich	Hartmann	Accounting	0844 20664	ulrich.hartmann@example.com	N
95	10193	Carla	Neumann	Editor	0739 49886	carla.neumann@example.com	N
96	10196	Elena	Ebert	Accounting	0778 30411	elena.ebert@example.com	N
\.

COPY crm_vis (vis_id,cust_no,emp_no,vis_dt,rsn,note) FROM stdin;
1	10142	111	2024-07-04	1	\N
2	10133	116	2024-07-05	4	wants samples
3	10106	115	2024-07-09	4	asked for FSC paper
4	10070	111	2024-07-10	2	\N
5	10034	111	2024-07-18	2	\N
6	10004	115	2024-07-25	2	\N
7	10154	114	2024-08-05	4	\N
8	10055	111	2024-08-05	1	asked for FSC paper
9	10052	111	2024-08-05	2	new brochure planned
10	10151	115	2024-08-12	1	\N
11	10121	115	2024-08-23	2	price talk
12	10022	115	2024-08-26	1	\N
13	10091	112	2024-08-26	2	wants samples
14	10040	112	2024-09-02	2	asked for FSC paper
15	10097	112	2024-09-03	4	price talk
16	10112	116	2024-09-13	2	\N
17	10139	111	2024-09-16	1	new brochure planned
18	10142	111	2024-09-20	3	\N
19	10058	114	2024-09-23	4	new brochure planned
20	10127	112	2024-09-24	3	asked for FSC paper
21	10073	116	2024-10-03	1	asked for FSC paper
22	10004	115	2024-10-07	2	new brochure planned
23	10121	115	2024-10-23	2	wants samples
24	10067	111	2024-11-01	3	new brochure planned
25	10151	115	2024-11-25	1	asked for FSC paper
26	10085	111	2024-11-26	2	\N
27	10073	116	2024-12-02	2	\N
28	10151	115	2024-12-04	2	new brochure planned
29	10145	111	2024-12-06	2	price talk
30	10019	115	2024-12-09	1	\N
31	10058	114	2024-12-11	2	wants samples
32	10151	115	2024-12-13	2	asked for FSC paper
33	10025	111	2024-12-17	4	wants samples
34	10052	111	2024-12-19	4	asked for FSC paper
35	10004	115	2024-12-20	1	price talk
36	10058	114	2024-12-23	2	asked for FSC paper
37	10043	111	2024-12-26	1	price talk
38	10124	114	2025-01-06	2	price talk
39	10034	111	2025-01-14	4	price talk
40	10061	111	2025-01-15	2	\N
41	10043	111	2025-02-03	2	price talk
42	10139	111	2025-02-05	2	\N
43	10151	115	2025-02-10	2	\N
44	10103	112	2025-02-26	4	wants samples
45	10148	111	2025-02-26	1	\N
46	10022	115	2025-03-17	2	wants samples
47	10106	115	2025-03-24	2	asked for FSC paper
48	10082	114	2025-03-25	1	new brochure planned
49	10007	114	2025-03-28	2	asked for FSC paper
50	10109	111	2025-04-09	3	asked for FSC paper
51	10094	112	2025-04-16	2	asked for FSC paper
52	10001	111	2025-04-23	2	asked for FSC paper
53	10109	111	2025-05-15	3	new brochure planned
54	10001	111	2025-05-29	3	asked for FSC paper
55	10046	114	2025-06-02	2	\N
56	10151	115	2025-06-04	1	price talk
57	10082	114	2025-06-19	2	wants samples
58	10040	112	2025-06-27	1	\N
59	10088	112	2025-07-04	4	wants samples
60	10091	112	2025-07-11	2	\N
61	10073	116	2025-07-11	2	asked for FSC paper
62	10154	114	2025-07-16	2	price talk
63	10088	112	2025-07-23	3	price talk
64	10043	111	2025-07-28	1	\N
65	10070	111	2025-07-31	3	price talk
66	10079	116	2025-08-11	1	wants samples
67	10139	111	2025-08-27	4	\N
68	10115	111	2025-09-04	3	\N
69	10034	111	2025-09-08	4	new brochure planned
70	10073	116	2025-09-15	4	price talk
71	10154	114	2025-09-15	2	price talk
72	10142	111	2025-09-17	2	asked for FSC paper
73	10085	111	2025-09-19	1	asked for FSC paper
74	10082	114	2025-09-19	4	price talk
75	10001	111	2025-09-24	1	price talk
76	10127	112	2025-10-03	2	\N
77	10031	115	2025-10-07	1	\N
78	10151	115	2025-10-20	3	\N
79	10133	116	2025-10-21	2	\N
80	10121	115	2025-10-23	2	wants samples
81	10001	111	2025-11-10	3	price talk
82	10088	112	2025-11-17	2	\N
83	10106	115	2025-11-26	2	new brochure planned
84	10061	111	2025-12-08	2	asked for FSC paper
85	10091	112	2025-12-11	1	\N
86	10067	111	2025-12-25	2	\N
87	10148	111	2026-01-09	2	wants samples
88	10013	116	2026-01-19	2	new brochure planned
89	10067	111	2026-01-26	4	asked for FSC paper
90	10055	111	2026-02-04	4	price talk
91	10040	112	2026-02-09	2	new brochure planned
92	10070	111	2026-02-16	1	new brochure planned
93	10019	115	2026-02-23	2	price talk
94	10019	115	2026-02-25	1	wants samples
95	10073	116	2026-03-03	1	asked for FSC paper
96	10052	111	2026-03-05	1	\N
97	10019	115	2026-03-06	3	price talk
98	10109	111	2026-03-23	4	\N
99	10076	116	2026-03-27	2	\N
100	10136	114	2026-04-03	2	\N
101	10130	111	2026-04-20	3	\N
102	10037	112	2026-04-27	2	\N
103	10142	111	2026-05-11	2	\N
104	10121	115	2026-05-18	4	new brochure planned
105	10139	111	2026-05-18	2	new brochure planned
106	10085	111	2026-05-18	2	\N
107	10118	111	2026-05-25	2	wants samples
108	10058	114	2026-05-29	2	\N
109	10076	116	2026-06-09	1	asked for FSC paper
110	10094	112	2026-06-11	2	\N
\.

COPY sal_prod (prod_cd,descr,prod_grp,dscnt_fl) FROM stdin;
BRO4	Brochure A4 stapled	BR	f
BRO5	Brochure A5 stapled	BR	f
MAG	Magazine perfect bound	BR	f
FLY	Flyer A6	BR	f
BKS	Book softcover	BK	f
BKH	Book hardcover	BK	f
BOX	Folding box	PK	f
LBL	Label on roll	PK	f
SLV	Sleeve	PK	f
LTR	Letterhead	ST	f
BCD	Business cards	ST	f
ENV	Printed envelope	ST	f
FRM	Carbonless form set	ST	t
PST	Poster A1	PO	f
BAN	Roll-up banner	PO	f
CAL	Wall calendar	PO	f
DIA	Pocket diary	BK	t
\.

COPY sal_qt_hd (qt_no,cust_no,qt_dt,vld_dt,rep_no,sts,lst_rsn,tot_ct) FROM stdin;
24001	10163	2024-01-15	20240129	115	L	PR	19719
24002	10061	2024-02-05	20240405	111	L	CO	366216
24003	10025	2024-02-05	20240306	111	L	CO	463567
24004	10046	2024-02-12	20240313	114	W	\N	341816
24005	10106	2024-02-12	20240313	115	O	\N	102610
24006	10148	2024-02-16	20240301	111	L	NP	821863
24007	10109	2024-03-04	20240403	111	L	PR	748480
24008	10055	2024-03-08	20240322	111	L	NP	594788
24009	10082	2024-03-15	20240414	114	L	PR	311871
24010	10043	2024-03-19	20240402	111	L	NP	96020
24011	10193	2024-04-12	20240611	111	W	\N	149015
24012	10037	2024-04-24	20240508	112	W	\N	117753
24013	10031	2024-04-26	20240526	115	L	PR	109196
24014	10193	2024-05-06	20240605	111	O	\N	58284
24015	10031	2024-05-09	20240608	115	W	\N	247623
24016	10148	2024-05-10	20240524	111	L	TM	69993
24017	10070	2024-05-13	20240612	111	W	\N	360386
24018	10181	2024-06-11	20240810	111	L	CO	317058
24019	10055	2024-06-13	20240713	111	W	\N	43448
24020	10196	2024-07-08	20240722	115	L	CO	27375
24021	10025	2024-07-08	20240906	111	W	\N	319949
24022	10181	2024-07-18	20240817	111	W	\N	63166
24023	10001	2024-07-22	20240920	111	W	\N	2482217
24024	10094	2024-07-26	20240825	112	L	PR	41264
24025	10046	2024-08-05	20240904	114	L	PR	46692
24026	10064	2024-08-29	20240928	112	L	PR	100480
24027	10190	2024-08-30	20240929	114	W	\N	19862
24028	10184	2024-09-02	20241002	115	L	PR	324642
24029	10052	2024-09-09	20241009	111	O	\N	193526
24030	10124	2024-09-17	20241001	114	L	PR	41782
24031	10154	2024-09-18	20241018	114	L	CO	430325
24032	10148	2024-09-23	20241007	111	W	\N	105487
24033	10010	2024-09-23	20241023	116	W	\N	11264
24034	10175	2024-09-25	20241025	112	O	\N	35555
24035	10148	2024-11-13	20241213	111	W	\N	103610
24036	10028	2024-11-22	20250121	111	W	\N	317077
24037	10178	2024-11-25	20250124	112	L	PR	2251519
24038	10190	2024-12-30	20250113	114	L	PR	563191
24039	10178	2024-12-30	20250129	112	X	\N	76283
24040	10031	2025-01-03	20250202	115	O	\N	627118
24041	10169	2025-01-20	20250219	114	L	PR	177462
24042	10055	2025-02-03	20250404	111	L	CO	1285949
24043	10073	2025-02-03	20250305	116	W	\N	1646792
24044	10187	2025-02-13	20250315	114	X	\N	491903
24045	10121	2025-02-20	20250421	115	W	\N	55751
24046	10124	2025-02-24	20250425	114	X	\N	1445631
24047	10052	2025-02-27	20250428	111	W	\N	37986
24048	10058	2025-03-03	20250317	114	W	\N	428677
24049	10085	2025-03-06	20250405	111	W	\N	41968
24050	10196	2025-03-10	20250409	115	W	\N	81235
24051	10121	2025-03-10	20250509	115	L	NP	2540732
24052	10043	2025-03-13	20250412	111	L	CO	30536
24053	10097	2025-03-17	20250416	112	L	CO	130581
24054	10055	2025-03-24	20250407	111	L	CO	355810
24055	10073	2025-04-09	20250423	116	W	\N	377116
24056	10184	2025-04-14	20250428	115	W	\N	46700
24057	10124	2025-05-01	20250531	114	L	NP	71178
24058	10070	2025-05-05	20250604	111	W	\N	735358
24059	10142	2025-05-09	20250608	111	L	NP	240282
24060	10184	2025-05-16	20250715	115	W	\N	77051
24061	10073	2025-06-02	20250616	116	W	\N	160069
24062	10193	2025-06-17	20250816	111	O	\N	66445
24063	10043	2025-06-23	20250723	111	W	\N	219767
24064	10046	2025-06-23	20250723	114	W	\N	120500
24065	10004	2025-07-02	20250801	115	L	NP	34093
24066	10112	2025-07-21	20250804	116	W	\N	305783
24067	10025	2025-07-29	20250828	111	X	\N	66791
24068	10058	2025-07-30	20250829	114	X	\N	239713
24069	10001	2025-08-11	20251010	111	W	\N	376612
24070	10175	2025-09-26	20251010	112	W	\N	139340
24071	10115	2025-10-06	20251105	111	W	\N	1156626
24072	10124	2025-10-06	20251105	114	W	\N	322821
24073	10070	2025-10-13	20251027	111	L	CO	55597
24074	10124	2025-10-14	20251213	114	L	NP	391112
24075	10025	2025-10-16	20251115	111	W	\N	38911
24076	10184	2025-10-20	20251119	115	W	\N	815694
24077	10031	2025-11-11	20251211	115	W	\N	273442
24078	10004	2025-11-11	20251211	115	W	\N	281439
24079	10124	2025-11-17	20260116	114	W	\N	66572
24080	10103	2025-11-17	20260116	112	W	\N	119458
24081	10154	2025-11-19	20251219	114	W	\N	698470
24082	10016	2025-11-24	20260123	114	L	CO	53398
24083	10148	2025-12-12	20260111	111	W	\N	95668
24084	10013	2025-12-22	20260105	116	O	\N	66032
24085	10151	2026-01-06	20260205	115	W	\N	90180
24086	10109	2026-01-09	20260123	111	W	\N	26662
24087	10121	2026-01-22	20260323	115	W	\N	798449
24088	10013	2026-01-27	20260226	116	L	PR	622412
24089	10121	2026-02-16	20260417	115	X	\N	662447
24090	10175	2026-03-10	20260324	112	W	\N	201180
24091	10019	2026-03-30	20260529	115	W	\N	693820
24092	10190	2026-04-01	20260501	114	L	TM	538655
24093	10178	2026-04-30	20260514	112	L	CO	65183
24094	10010	2026-05-07	20260706	116	O	\N	50191
24095	10163	2026-05-11	20260610	115	O	\N	304457
24096	10124	2026-05-18	20260617	114	W	\N	55866
24097	10106	2026-05-20	20260619	115	W	\N	210809
24098	10124	2026-06-08	20260708	114	O	\N	62473
24099	10010	2026-06-15	20260715	116	O	\N	31433
24100	10085	2026-06-15	20260814	111	O	\N	223802
24101	10061	2026-06-16	20260716	111	O	\N	26205
24102	10016	2026-06-17	20260717	114	O	\N	43276
24103	10148	2026-06-19	20260818	111	O	\N	97881
24104	10145	2026-06-23	20260707	111	L	TM	615880
24105	10073	2026-06-24	20260823	116	O	\N	50387
\.

COPY sal_qt_pos (qt_no,pos,prod_cd,qty,prc_ct) FROM stdin;
24001	1	LBL	500	19719
24002	1	BRO4	2500	142205
24002	2	BKH	200	177280
24002	3	PST	50	46731
24003	1	BRO4	5000	295022
24003	2	LTR	10000	110061
24003	3	BAN	4	58484
24004	1	BKS	1000	341816
24005	1	ENV	5000	102610
24006	1	BKH	1000	676278
24006	2	FLY	5000	46501
24006	3	BRO5	2000	99084
24007	1	BKH	500	362745
24007	2	BKH	500	385735
24008	1	PST	500	232834
24008	2	CAL	500	275615
24008	3	ENV	5000	86339
24009	1	BRO4	5000	311871
24010	1	SLV	5000	81317
24010	2	LTR	500	14703
24011	1	BRO4	2500	149015
24012	1	BCD	10000	117753
24013	1	BAN	10	109196
24014	1	CAL	100	58284
24015	1	BCD	20000	226597
24015	2	BCD	500	21026
24016	1	FLY	2500	21614
24016	2	FLY	500	15169
24016	3	BCD	1000	33210
24017	1	CAL	500	296035
24017	2	BOX	1000	64351
24018	1	BOX	500	33147
24018	2	ENV	20000	283911
24019	1	BAN	5	43448
24020	1	LTR	500	27375
24021	1	PST	500	283026
24021	2	SLV	2000	36923
24022	1	BRO5	1000	63166
24023	1	BOX	20000	984294
24023	2	BRO5	20000	720891
24023	3	BKS	2000	777032
24024	1	BCD	2500	41264
24025	1	BRO4	500	46692
24026	1	CAL	100	68094
24026	2	ENV	1000	32386
24027	1	LBL	500	19862
24028	1	CAL	500	324642
24029	1	SLV	2500	47122
24029	2	BRO4	2500	146404
24030	1	FLY	5000	41782
24031	1	BRO4	500	49441
24031	2	BKH	500	380884
24032	1	BRO5	2500	105487
24033	1	FLY	500	11264
24034	1	FLY	2500	35555
24035	1	BRO5	2500	103610
24036	1	MAG	2500	317077
24037	1	MAG	20000	1897072
24037	2	BRO4	5000	314400
24037	3	PST	50	40047
24038	1	BRO4	10000	563191
24039	1	BCD	5000	76283
24040	1	MAG	5000	627118
24041	1	MAG	1000	140037
24041	2	SLV	1000	37425
24042	1	BOX	10000	483619
24042	2	BRO5	1000	43670
24042	3	BKS	2000	758660
24043	1	BRO5	20000	817116
24043	2	BKH	1000	729603
24043	3	LTR	10000	100073
24044	1	BOX	10000	491903
24045	1	BAN	4	55751
24046	1	PST	200	124843
24046	2	BRO4	20000	1320788
24047	1	LTR	2500	37986
24048	1	BKS	1000	320534
24048	2	BRO4	2000	108143
24049	1	LBL	5000	41968
24050	1	CAL	100	81235
24051	1	BRO5	5000	192222
24051	2	MAG	20000	2348510
24052	1	BCD	2000	30536
24053	1	BOX	500	47823
24053	2	BCD	2000	40890
24053	3	LTR	2500	41868
24054	1	BRO5	10000	355810
24055	1	BRO5	2500	120483
24055	2	BKH	300	256633
24056	1	FLY	1000	18594
24056	2	LTR	2000	28106
24057	1	LTR	2000	33357
24057	2	BAN	2	37821
24058	1	PST	200	103544
24058	2	BKH	1000	631814
24059	1	BOX	1000	69602
24059	2	BRO5	5000	170680
24060	1	LBL	2500	23814
24060	2	BAN	2	23194
24060	3	BCD	500	30043
24061	1	BKH	200	160069
24062	1	PST	100	66445
24063	1	BOX	2000	98611
24063	2	BKS	300	121156
24064	1	BCD	10000	120500
24065	1	BCD	2500	34093
24066	1	BRO4	5000	305783
24067	1	BRO4	1000	66791
24068	1	BOX	5000	200476
24068	2	BRO4	500	39237
24069	1	BRO4	1000	78072
24069	2	BKH	300	190908
24069	3	BKS	300	107632
24070	1	BRO4	2500	139340
24071	1	BOX	10000	524327
24071	2	LBL	2500	20803
24071	3	MAG	5000	611496
24072	1	MAG	1000	151614
24072	2	LTR	2500	41676
24072	3	BKS	300	129531
24073	1	PST	100	55597
24074	1	BKH	500	345206
24074	2	BRO4	500	45906
24075	1	LTR	2000	38911
24076	1	BRO5	20000	815694
24077	1	BCD	20000	273442
24078	1	ENV	20000	281439
24079	1	BOX	1000	66572
24080	1	BCD	5000	95473
24080	2	BAN	2	23985
24081	1	BRO5	10000	324772
24081	2	FLY	20000	125601
24081	3	BCD	20000	248097
24082	1	LTR	5000	53398
24083	1	PST	200	95668
24084	1	CAL	100	66032
24085	1	CAL	100	90180
24086	1	PST	50	26662
24087	1	BRO5	20000	777600
24087	2	ENV	500	20849
24088	1	LBL	2500	21914
24088	2	LTR	500	13451
24088	3	MAG	5000	587047
24089	1	MAG	5000	662447
24090	1	BOX	5000	201180
24091	1	LBL	20000	105049
24091	2	CAL	250	188881
24091	3	BOX	10000	399890
24092	1	BRO4	10000	498683
24092	2	BRO4	500	39972
24093	1	PST	100	65183
24094	1	BRO4	500	50191
24095	1	CAL	500	304457
24096	1	BAN	5	55866
24097	1	PST	200	94762
24097	2	PST	200	116047
24098	1	BOX	1000	62473
24099	1	FLY	1000	31433
24100	1	BKH	300	223802
24101	1	LTR	2000	26205
24102	1	BRO4	500	43276
24103	1	BCD	2500	43153
24103	2	BRO4	500	54728
24104	1	BRO5	20000	615880
24105	1	SLV	2000	50387
\.

COPY sal_ord_sts (sts,txt) FROM stdin;
10	Entered
20	Released
30	In production
40	Ready for shipping
50	Delivered
60	Invoiced
90	Cancelled
\.

COPY sal_ord_hd (ord_no,cust_no,ord_dt,req_dt,sts,qt_no,rep_no,rush,chnl,del_fl) FROM stdin;
50011	10025	2024-01-04	20240125	60	\N	111	0	WS	N
50012	10046	2024-01-05	20240122	60	\N	114	0	EM	N
50014	10010	2024-01-19	20240212	60	\N	116	0	EM	N
50015	10112	2024-01-22	20240201	60	\N	116	0	EM	N
50016	10097	2024-01-22	20240212	90	\N	112	0	EM	Y
50017	10082	2024-01-29	20240205	60	\N	114	1	PH	N
50018	10136	2024-01-31	20240212	60	\N	114	1	EM	N
50019	10013	2024-02-08	20240304	90	\N	116	0	EM	N
50020	10178	2024-02-16	20240304	60	\N	112	0	EM	N
50021	10046	2024-02-20	20240311	60	24004	114	1	PH	N
50022	10049	2024-02-21	20240228	60	\N	112	0	EM	N
50023	10127	2024-03-04	20240325	60	\N	112	0	WS	N
50024	10082	2024-03-07	20240319	60	\N	114	0	WS	N
50025	10022	2024-03-11	20240322	90	\N	115	0	WS	N
50026	10004	2024-03-12	20240327	60	\N	115	0	EM	N
50028	10076	2024-03-13	20240404	90	\N	116	0	EM	Y
50029	10193	2024-03-18	20240328	60	\N	111	0	PH	N
50030	10103	2024-03-18	20240326	60	\N	112	0	EM	N
50031	10112	2024-03-20	20240415	60	\N	116	0	PH	N
50032	10064	2024-03-28	20240416	60	\N	112	0	PH	N
50033	10004	2024-03-29	20240408	60	\N	115	0	WS	N
50035	10046	2024-04-09	20240506	60	\N	114	0	WS	N
50037	10193	2024-04-15	20240426	60	24011	111	0	RP	N
50038	10127	2024-04-22	20240515	60	\N	112	0	EM	N
50039	10130	2024-04-29	20240524	60	\N	111	1	WS	N
50040	10037	2024-05-01	20240521	60	24012	112	0	RP	N
50041	10133	2024-05-02	20240527	60	\N	116	0	WS	N
50043	10142	2024-05-09	20240520	60	\N	111	0	PH	N
50044	10148	2024-05-16	20240610	60	\N	111	1	EM	N
50046	10031	2024-05-20	20240528	60	24015	115	0	RP	N
50047	10070	2024-05-27	20240603	90	24017	111	0	RP	Y
50048	10094	2024-06-04	20240701	60	\N	112	0	EM	N
50050	10190	2024-06-12	20240628	60	\N	114	0	EM	N
50051	10031	2024-06-12	20240624	60	\N	115	1	EM	N
50052	10055	2024-06-17	20240709	60	24019	111	0	PH	N
50053	10178	2024-06-19	20240712	60	\N	112	0	PH	N
50054	10115	2024-06-20	20240628	60	\N	111	0	PH	N
50055	10049	2024-06-24	20240705	60	\N	112	0	EM	N
50056	10142	2024-06-25	20240711	60	\N	111	0	PH	N
50057	10004	2024-07-04	20240715	60	\N	115	0	PH	N
50058	10196	2024-07-08	20240722	60	\N	115	0	EM	N
50059	10040	2024-07-08	20240722	60	\N	112	0	EM	N
50060	10025	2024-07-10	20240722	60	24021	111	0	EM	N
50061	10031	2024-07-16	20240809	60	\N	115	0	PH	N
50062	10181	2024-07-22	20240812	60	24022	111	0	EM	N
50063	10070	2024-07-30	20240826	60	\N	111	1	WS	N
50065	10001	2024-07-30	20240823	60	24023	111	0	RP	N
50067	10004	2024-08-02	20240820	60	\N	115	0	PH	N
50068	10133	2024-08-05	20240830	60	\N	116	0	WS	N
50069	10004	2024-08-09	20240820	60	\N	115	0	PH	N
50070	10163	2024-08-15	20240827	60	\N	115	0	WS	N
50072	10178	2024-08-23	20240909	60	\N	112	0	PH	N
50074	10028	2024-08-26	20240909	60	\N	111	0	WS	N
50075	10127	2024-08-27	20240912	60	\N	112	0	EM	N
50077	10052	2024-09-02	20240916	90	\N	111	0	EM	Y
50078	10085	2024-09-02	20240918	60	\N	111	0	PH	N
50079	10133	2024-09-03	20240920	60	\N	116	0	WS	N
50080	10190	2024-09-06	20240918	60	24027	114	1	RP	N
50082	10133	2024-09-09	20240920	60	\N	116	0	WS	N
50083	10163	2024-09-10	20240916	60	\N	115	0	PH	N
50084	10157	2024-09-12	20240923	60	\N	115	0	WS	N
50085	10184	2024-09-16	20241004	90	\N	115	0	EM	Y
50086	10016	2024-09-17	20241007	60	\N	114	0	WS	N
50087	10178	2024-09-19	20241007	60	\N	112	0	PH	N
50088	10169	2024-09-19	20241002	60	\N	114	1	WS	N
50090	10031	2024-09-20	20241010	60	\N	115	0	EM	N
50091	10058	2024-09-24	20241007	60	\N	114	0	EM	N
50092	10088	2024-09-25	20241015	60	\N	112	0	PH	N
50094	10148	2024-10-01	20241021	60	24032	111	0	RP	N
50095	10010	2024-10-02	20241021	60	24033	116	0	WS	N
50096	10148	2024-10-03	20241014	60	\N	111	1	PH	N
50098	10070	2024-10-04	20241017	60	\N	111	0	WS	N
50099	10010	2024-10-08	20241017	60	\N	116	0	PH	N
50101	10139	2024-10-10	20241031	60	\N	111	0	EM	N
50102	10148	2024-10-11	20241021	60	\N	111	0	PH	N
50103	10169	2024-10-11	20241023	60	\N	114	0	PH	N
50104	10133	2024-10-14	20241021	60	\N	116	0	EM	N
50105	10109	2024-10-16	20241024	60	\N	111	0	PH	N
50106	10112	2024-10-17	20241029	60	\N	116	0	EM	N
50107	10010	2024-11-15	20241128	90	\N	116	0	EM	Y
50109	10148	2024-11-18	20241209	90	24035	111	0	RP	N
50110	10022	2024-11-19	20241211	90	\N	115	0	WS	N
50112	10028	2024-12-02	20241225	60	24036	111	0	PH	N
50113	10010	2024-12-03	20241230	60	\N	116	0	EM	N
50114	10022	2024-12-11	20241223	60	\N	115	0	EM	N
50116	10058	2024-12-16	20250107	60	\N	114	0	EM	N
50118	10184	2024-12-19	20250108	60	\N	115	0	WS	N
50120	10106	2024-12-30	20250109	60	\N	115	0	WS	N
50121	10106	2025-01-06	20250127	60	\N	115	1	WS	N
50122	10163	2025-01-07	20250130	60	\N	115	0	EM	N
50124	10196	2025-01-10	20250124	60	\N	115	0	EM	N
50126	10178	2025-01-17	20250127	60	\N	112	0	EM	N
50128	10154	2025-01-22	20250210	60	\N	114	0	WS	N
50130	10124	2025-01-23	20250130	60	\N	114	0	EM	N
50131	10163	2025-01-29	20250211	60	\N	115	0	WS	N
50132	10085	2025-01-30	20250211	60	\N	111	0	WS	N
50133	10178	2025-02-03	20250221	60	\N	112	0	EM	N
50135	10088	2025-02-12	20250227	60	\N	112	0	EM	N
50137	10073	2025-02-14	20250303	60	24043	116	1	RP	N
50138	10028	2025-02-17	20250224	60	\N	111	0	WS	N
50139	10121	2025-02-24	20250305	60	24045	115	0	EM	N
50141	10109	2025-03-10	20250317	60	\N	111	1	PH	N
50142	10052	2025-03-10	20250324	60	24047	111	0	WS	N
50144	10058	2025-03-11	20250321	60	24048	114	0	RP	N
50145	10130	2025-03-17	20250324	60	\N	111	0	EM	N
50146	10085	2025-03-17	20250411	60	24049	111	0	RP	N
50148	10196	2025-03-17	20250327	60	24050	115	0	WS	N
50149	10028	2025-03-25	20250331	60	\N	111	0	PH	N
50150	10073	2025-04-14	20250506	60	24055	116	0	RP	N
50151	10031	2025-04-16	20250501	60	\N	115	1	WS	N
50152	10184	2025-04-17	20250423	60	24056	115	0	RP	N
50153	10184	2025-04-18	20250502	60	\N	115	0	EM	N
50154	10190	2025-04-28	20250512	90	\N	114	0	EM	N
50155	10142	2025-05-02	20250509	60	\N	111	0	EM	N
50156	10103	2025-05-07	20250602	60	\N	112	0	EM	N
50157	10070	2025-05-08	20250528	60	24058	111	0	RP	N
50158	10169	2025-05-20	20250612	60	\N	114	0	WS	N
50159	10010	2025-05-23	20250611	60	\N	116	0	WS	N
50160	10184	2025-05-28	20250610	60	24060	115	1	RP	N
50161	10022	2025-06-02	20250626	60	\N	115	1	PH	N
50163	10100	2025-06-04	20250610	60	\N	114	1	WS	N
50165	10073	2025-06-09	20250702	90	24061	116	0	PH	Y
50166	10187	2025-06-11	20250620	60	\N	114	0	EM	N
50168	10085	2025-06-11	20250616	60	\N	111	0	EM	N
50169	10178	2025-06-18	20250709	60	\N	112	0	WS	N
50170	10139	2025-06-19	20250627	60	\N	111	0	WS	N
50171	10163	2025-06-23	20250718	90	\N	115	0	WS	N
50172	10046	2025-06-26	20250714	60	24064	114	0	RP	N
50173	10043	2025-07-03	20250721	60	24063	111	0	RP	N
50174	10178	2025-07-07	20250714	60	\N	112	0	WS	N
50175	10190	2025-07-14	20250806	60	\N	114	1	EM	N
50176	10178	2025-07-17	20250806	90	\N	112	0	EM	N
50177	10109	2025-07-21	20250805	60	\N	111	0	WS	N
50178	10112	2025-07-28	20250820	60	24066	116	0	RP	N
50179	10037	2025-08-04	20250812	60	\N	112	0	WS	N
50180	10124	2025-08-06	20250815	60	\N	114	1	EM	N
50181	10085	2025-08-07	20250818	60	\N	111	0	WS	N
50182	10175	2025-08-07	20250825	60	\N	112	0	EM	N
50183	10181	2025-08-18	20250903	60	\N	111	1	WS	N
50184	10001	2025-08-18	20250908	60	24069	111	1	RP	N
50186	10115	2025-08-19	20250901	60	\N	111	0	PH	N
50187	10016	2025-08-21	20250915	60	\N	114	0	WS	N
50188	10172	2025-09-03	20250915	60	\N	111	0	PH	N
50189	10109	2025-09-08	20250929	90	\N	111	0	EM	N
50190	10112	2025-09-15	20250923	60	\N	116	0	PH	N
50192	10184	2025-09-17	20250925	60	\N	115	1	EM	N
50193	10163	2025-09-22	20251013	60	\N	115	0	PH	N
50194	10175	2025-09-29	20251013	60	24070	112	0	RP	N
50195	10118	2025-10-03	20251024	60	\N	111	0	EM	N
50197	10115	2025-10-09	20251020	60	24071	111	0	PH	N
50199	10124	2025-10-13	20251029	60	24072	114	0	EM	N
50200	10058	2025-10-27	20251105	60	\N	114	0	EM	N
50201	10025	2025-10-27	20251113	60	24075	111	0	WS	N
50202	10109	2025-10-31	20251110	60	\N	111	0	EM	N
50203	10184	2025-10-31	20251124	60	24076	115	0	RP	N
50205	10088	2025-11-03	20251128	60	\N	112	0	EM	N
50206	10001	2025-11-13	20251201	60	\N	111	0	EM	N
50208	10046	2025-11-17	20251204	60	\N	114	0	WS	N
50210	10031	2025-11-17	20251124	60	24077	115	0	WS	N
50211	10004	2025-11-17	20251124	60	24078	115	1	WS	N
50212	10103	2025-11-19	20251128	60	24080	112	0	EM	N
50214	10124	2025-11-24	20251202	60	24079	114	1	RP	N
50215	10154	2025-12-01	20251208	90	24081	114	0	EM	N
50217	10115	2025-12-03	20251211	60	\N	111	0	EM	N
50218	10094	2025-12-03	20251216	60	\N	112	0	WS	N
50219	10064	2025-12-12	20260105	90	\N	112	0	PH	N
50220	10061	2025-12-15	20251223	60	\N	111	0	EM	N
50221	10139	2025-12-15	20251224	60	\N	111	0	EM	N
50222	10190	2025-12-22	20260112	60	\N	114	0	EM	N
50223	10148	2025-12-22	20260109	60	24083	111	0	RP	N
50225	10148	2025-12-25	20260105	60	\N	111	0	PH	N
50226	10169	2025-12-31	20260115	60	\N	114	0	WS	N
50228	10190	2026-01-05	20260116	60	\N	114	0	EM	N
50229	10058	2026-01-12	20260121	60	\N	114	0	WS	N
50230	10151	2026-01-12	20260126	60	24085	115	0	RP	N
50232	10148	2026-01-14	20260120	60	\N	111	0	WS	N
50233	10109	2026-01-15	20260120	60	24086	111	1	PH	N
50234	10085	2026-01-19	20260126	60	\N	111	1	WS	N
50235	10046	2026-01-22	20260202	60	\N	114	0	EM	N
50236	10190	2026-01-23	20260209	60	\N	114	0	WS	N
50237	10094	2026-01-26	20260213	60	\N	112	0	PH	N
50239	10184	2026-01-26	20260218	60	\N	115	0	EM	N
50241	10163	2026-01-27	20260202	90	\N	115	0	EM	N
50243	10121	2026-01-27	20260209	60	24087	115	0	RP	N
50244	10070	2026-01-28	20260216	60	\N	111	0	EM	N
50246	10070	2026-01-29	20260211	60	\N	111	0	WS	N
50247	10148	2026-01-30	20260213	60	\N	111	0	WS	N
50248	10064	2026-02-12	20260220	60	\N	112	0	EM	N
50249	10115	2026-02-24	20260323	60	\N	111	1	EM	N
50250	10061	2026-02-26	20260323	60	\N	111	0	PH	N
50252	10175	2026-03-05	20260323	60	\N	112	1	EM	N
50253	10184	2026-03-12	20260406	60	\N	115	0	PH	N
50254	10175	2026-03-13	20260330	60	24090	112	0	RP	N
50255	10004	2026-03-30	20260406	90	\N	115	0	EM	Y
50256	10019	2026-04-06	20260501	60	24091	115	0	RP	N
50258	10082	2026-04-07	20260414	60	\N	114	0	EM	N
50260	10094	2026-04-09	20260504	60	\N	112	0	EM	N
50261	10133	2026-04-13	20260420	50	\N	116	0	EM	N
50262	10112	2026-04-15	20260427	60	\N	116	0	EM	N
50263	10106	2026-04-21	20260429	60	\N	115	0	EM	N
50264	10181	2026-04-27	20260521	60	\N	111	0	WS	N
50266	10196	2026-05-04	20260525	60	\N	115	0	WS	N
50267	10046	2026-05-05	20260529	50	\N	114	1	WS	N
50268	10151	2026-05-22	20260611	20	\N	115	0	PH	N
50270	10025	2026-05-26	20260615	20	\N	111	0	PH	N
50271	10106	2026-05-27	20260616	30	24097	115	1	RP	N
50272	10124	2026-05-28	20260608	20	24096	114	0	RP	N
50273	10112	2026-06-05	20260618	20	\N	116	0	EM	N
50275	10124	2026-06-12	20260629	50	\N	114	0	EM	N
50276	10067	2026-06-16	20260626	50	\N	111	0	PH	N
50277	10022	2026-06-19	20260709	10	\N	115	0	EM	N
50278	10184	2026-06-24	20260706	10	\N	115	0	WS	Y
\.

COPY sal_ord_pos (ord_no,pos,prod_cd,ttl,qty,net_amt,disc_pct) FROM stdin;
50011	1	LBL	Label A-series	1000	223.86	10
50011	2	BKS	Book trade fair	1000	2913.26	3
50011	3	ENV	Printed A-series	10000	1309.01	10
50012	1	LBL	Label A-series	500	184.28	10
50014	1	LTR	Letterhead image	500	238.16	5
50014	2	SLV	Sleeve Christmas	20000	3471.05	0
50014	3	BOX	Folding 2026	1000	609.96	0
50015	1	MAG	Magazine autumn	500	694.77	5
50016	1	LTR	Letterhead A-series	500	220.01	0
50017	1	PST	Poster reprint	200	1112.68	0
50018	1	BCD	Business spring	5000	965.48	0
50019	1	BRO5	Brochure service	5000	1670.44	10
50020	1	BOX	Folding A-series	1000	517.01	0
50020	2	BRO5	Brochure autumn	500	257.47	5
50021	1	BKS	Book trade fair	1000	3418.16	0
50022	1	LBL	Label spring	10000	600.25	5
50023	1	FLY	Flyer reprint	5000	489.19	3
50024	1	PST	Poster trade fair	50	341.11	3
50025	1	FLY	Flyer reprint	5000	364.54	5
50026	1	FLY	Flyer product line	500	125.60	0
50026	2	MAG	Magazine product line	500	703.10	0
50028	1	ENV	Printed autumn	10000	1807.37	0
50028	2	CAL	Wall anniversary	250	1456.11	5
50029	1	FLY	Flyer image	2000	193.03	0
50030	1	FRM	Carbonless 2026	500	240.00	0
50031	1	BCD	Business A-series	10000	1516.83	3
50031	2	BRO4	Brochure 2025	2500	1832.42	0
50032	1	BRO5	Brochure product line	2500	1220.37	0
50033	1	SLV	Sleeve image	5000	821.33	0
50033	2	LBL	Label 2026	1000	278.06	3
50035	1	BKS	Book service	1000	3674.69	0
50037	1	BRO4	Brochure anniversary	2500	1490.15	0
50038	1	FLY	Flyer reprint	5000	457.83	0
50038	2	LTR	Letterhead trade fair	20000	1524.14	5
50039	1	CAL	Wall autumn	100	848.24	5
50039	2	LTR	Letterhead product line	20000	1839.51	0
50040	1	BCD	Business reprint	10000	1177.53	0
50041	1	FLY	Flyer image	2500	295.79	0
50043	1	BCD	Business anniversary	5000	736.65	3
50043	2	CAL	Wall image	100	731.17	0
50043	3	FLY	Flyer spring	2000	333.84	3
50044	1	BCD	Business trade fair	2500	411.06	10
50046	1	BCD	Business Christmas	20000	2265.97	0
50046	2	BCD	Business service	500	210.26	0
50047	1	CAL	Wall service	500	2960.35	0
50047	2	BOX	Folding 2025	1000	643.51	0
50048	1	BKH	Book Christmas	200	1674.82	0
50050	1	LBL	Label Christmas	10000	602.73	0
50050	2	FLY	Flyer anniversary	10000	765.19	3
50050	3	ENV	Printed A-series	500	250.03	0
50051	1	PST	Poster Christmas	50	383.34	0
50052	1	BAN	Roll-up 2025	5	434.48	0
50053	1	BOX	Folding reprint	5000	2296.52	0
50053	2	SLV	Sleeve autumn	500	314.59	0
50054	1	BRO5	Brochure reprint	2000	1008.14	3
50055	1	BRO4	Brochure anniversary	10000	4483.80	10
50055	2	BKS	Book reprint	2000	6855.58	0
50056	1	FLY	Flyer reprint	500	106.69	0
50056	2	BAN	Roll-up autumn	4	456.54	0
50057	1	BRO5	Brochure autumn	2500	1122.76	0
50057	2	LBL	Label autumn	2500	242.58	5
50057	3	SLV	Sleeve service	1000	238.66	0
50058	1	BKH	Book product line	500	3551.60	0
50058	2	PST	Poster service	50	481.07	0
50059	1	BRO4	Brochure trade fair	10000	4541.67	5
50059	2	BOX	Folding A-series	500	423.58	0
50059	3	BRO5	Brochure 2025	2500	1110.13	5
50060	1	PST	Poster trade fair	500	2830.26	0
50060	2	SLV	Sleeve service	2000	369.23	0
50061	1	FRM	Carbonless reprint	2500	798.00	5
50061	2	FRM	Carbonless trade fair	20000	6090.00	0
50061	3	BRO4	Brochure 2025	2000	1153.10	3
50062	1	BRO5	Brochure autumn	1000	631.66	0
50063	1	BRO4	Brochure image	20000	8729.07	10
50065	1	BOX	Folding anniversary	20000	9842.94	0
50065	2	BRO5	Brochure reprint	20000	7208.91	0
50065	3	BKS	Book product line	2000	7770.32	0
50067	1	BRO4	Brochure trade fair	2000	1373.54	5
50067	2	CAL	Wall 2026	250	1452.07	0
50068	1	FLY	Flyer 2025	20000	1357.09	0
50069	1	LBL	Label 2025	1000	198.23	3
50069	2	LTR	Letterhead Christmas	1000	292.53	0
50069	3	LBL	Label 2026	2500	284.57	0
50070	1	BKS	Book autumn	300	1154.97	0
50070	2	LBL	Label anniversary	500	128.49	0
50072	1	BCD	Business spring	500	184.47	5
50074	1	MAG	Magazine product line	5000	6417.37	0
50075	1	ENV	Printed image	1000	358.21	0
50075	2	BRO5	Brochure reprint	20000	8296.52	0
50077	1	LTR	Letterhead 2026	10000	982.29	0
50077	2	BOX	Folding trade fair	10000	4242.51	5
50077	3	BAN	Roll-up A-series	2	388.76	3
50078	1	FLY	Flyer trade fair	10000	830.12	0
50079	1	BRO5	Brochure autumn	10000	4251.73	0
50080	1	LBL	Label A-series	500	198.62	0
50082	1	MAG	Magazine 2026	10000	12753.47	3
50083	1	SLV	Sleeve 2026	1000	334.19	0
50083	2	BKH	Book image	200	1685.15	3
50084	1	BCD	Business product line	10000	1488.21	0
50085	1	BKS	Book product line	300	1081.47	0
50086	1	BKS	Book A-series	2000	6297.62	0
50087	1	BKH	Book 2026	200	1327.03	10
50087	2	LBL	Label reprint	1000	122.09	0
50087	3	FLY	Flyer anniversary	1000	241.66	0
50088	1	BKS	Book spring	1000	3593.99	5
50088	2	BRO4	Brochure autumn	2500	1827.24	0
50090	1	BOX	Folding spring	1000	700.70	0
50090	2	BKS	Book A-series	2000	7358.63	0
50091	1	BKH	Book image	500	3976.55	0
50091	2	PST	Poster spring	100	519.42	0
50091	3	SLV	Sleeve Christmas	20000	3010.51	0
50092	1	BRO4	Brochure spring	2500	1475.59	3
50092	2	SLV	Sleeve anniversary	500	272.02	3
50094	1	BRO5	Brochure 2025	2500	1054.87	0
50095	1	FLY	Flyer Christmas	500	112.64	0
50096	1	BOX	Folding 2026	20000	8064.72	0
50096	2	BCD	Business 2025	20000	2672.26	5
50096	3	PST	Poster trade fair	500	2489.08	0
50098	1	BCD	Business reprint	5000	659.11	0
50098	2	BOX	Folding anniversary	1000	495.67	3
50098	3	LTR	Letterhead image	10000	897.08	5
50099	1	BCD	Business A-series	20000	2541.53	0
50101	1	CAL	Wall A-series	250	1474.08	3
50102	1	BKH	Book image	500	3906.21	3
50102	2	SLV	Sleeve reprint	2500	625.83	0
50103	1	ENV	Printed product line	2500	460.65	0
50104	1	SLV	Sleeve trade fair	2000	395.82	0
50104	2	BKS	Book autumn	2000	6272.37	0
50105	1	PST	Poster image	50	365.47	0
50105	2	BRO4	Brochure spring	5000	3417.92	0
50106	1	BOX	Folding image	500	359.34	0
50106	2	LTR	Letterhead autumn	1000	232.14	0
50107	1	BOX	Folding product line	10000	4503.03	0
50107	2	BCD	Business anniversary	1000	374.80	0
50107	3	FLY	Flyer image	1000	317.75	0
50109	1	BRO5	Brochure service	2500	1036.10	0
50110	1	LBL	Label 2025	10000	600.93	0
50112	1	MAG	Magazine autumn	2500	3170.77	0
50113	1	ENV	Printed Christmas	5000	980.51	0
50114	1	BKS	Book service	1000	3329.45	5
50116	1	PST	Poster spring	50	346.97	3
50118	1	ENV	Printed reprint	5000	922.74	0
50118	2	BKS	Book 2025	2000	6787.96	0
50120	1	BKS	Book 2025	500	1942.61	0
50120	2	BOX	Folding service	1000	683.69	0
50121	1	BOX	Folding anniversary	5000	2474.10	0
50122	1	FLY	Flyer 2025	5000	524.95	0
50124	1	CAL	Wall spring	100	617.27	0
50126	1	BRO5	Brochure 2025	1000	399.35	0
50126	2	BRO5	Brochure reprint	2000	974.35	0
50128	1	FLY	Flyer 2025	500	273.17	3
50128	2	BKS	Book product line	1000	3686.29	3
50128	3	LTR	Letterhead trade fair	10000	1143.10	3
50130	1	FLY	Flyer trade fair	1000	223.89	10
50131	1	FLY	Flyer image	1000	156.49	0
50132	1	LBL	Label 2026	10000	565.32	0
50132	2	FLY	Flyer image	20000	1332.02	5
50133	1	BRO5	Brochure 2025	5000	2011.45	0
50135	1	BKS	Book product line	2000	7018.35	3
50137	1	BRO5	Brochure spring	20000	8171.16	0
50137	2	BKH	Book trade fair	1000	7296.03	0
50137	3	LTR	Letterhead A-series	10000	1000.73	0
50138	1	BRO5	Brochure spring	2000	851.72	0
50138	2	LBL	Label autumn	2500	261.77	0
50139	1	BAN	Roll-up service	4	557.51	0
50141	1	LTR	Letterhead 2026	20000	1873.14	0
50142	1	LTR	Letterhead autumn	2500	379.86	0
50144	1	BKS	Book autumn	1000	3205.34	0
50144	2	BRO4	Brochure Christmas	2000	1081.43	0
50145	1	FLY	Flyer service	500	235.81	0
50145	2	BKH	Book 2026	200	1590.62	0
50146	1	LBL	Label autumn	5000	419.68	0
50148	1	CAL	Wall autumn	100	812.35	0
50149	1	CAL	Wall image	250	1488.89	0
50149	2	BKH	Book 2026	1000	6035.91	5
50150	1	BRO5	Brochure autumn	2500	1204.83	0
50150	2	BKH	Book A-series	300	2566.33	0
50151	1	BKS	Book autumn	300	1090.12	0
50151	2	MAG	Magazine Christmas	1000	1247.15	0
50152	1	FLY	Flyer image	1000	185.94	0
50152	2	LTR	Letterhead autumn	2000	281.06	0
50153	1	BOX	Folding reprint	20000	8244.44	0
50153	2	BCD	Business spring	2000	473.40	0
50154	1	CAL	Wall 2025	500	2901.44	0
50155	1	BOX	Folding 2025	1000	552.61	10
50155	2	FLY	Flyer product line	5000	488.97	5
50156	1	SLV	Sleeve 2025	1000	253.43	0
50156	2	BRO5	Brochure spring	20000	6584.31	0
50157	1	PST	Poster Christmas	200	1035.44	0
50157	2	BKH	Book Christmas	1000	6318.14	0
50158	1	BRO4	Brochure spring	2000	1256.55	0
50158	2	BRO4	Brochure anniversary	500	444.92	0
50159	1	MAG	Magazine 2025	5000	6385.00	0
50159	2	LBL	Label anniversary	500	243.54	0
50159	3	BKH	Book A-series	500	3454.08	0
50160	1	LBL	Label trade fair	2500	238.14	0
50160	2	BAN	Roll-up A-series	2	231.94	0
50160	3	BCD	Business anniversary	500	300.43	0
50161	1	FLY	Flyer anniversary	1000	225.10	0
50161	2	BRO5	Brochure A-series	2500	1198.54	0
50161	3	BCD	Business 2025	500	308.22	0
50163	1	BKH	Book product line	300	2602.57	0
50163	2	LBL	Label Christmas	20000	934.67	5
50165	1	BKH	Book anniversary	200	1600.69	0
50166	1	MAG	Magazine A-series	2000	2586.00	0
50168	1	ENV	Printed product line	10000	1379.89	3
50168	2	PST	Poster anniversary	100	666.67	5
50169	1	FLY	Flyer spring	500	177.14	0
50170	1	BRO4	Brochure reprint	2500	1795.59	0
50171	1	ENV	Printed autumn	2500	439.04	3
50171	2	LBL	Label product line	1000	228.30	0
50172	1	BCD	Business product line	10000	1205.00	0
50173	1	BOX	Folding image	2000	986.11	0
50173	2	BKS	Book service	300	1211.56	0
50174	1	BRO4	Brochure reprint	500	493.82	0
50174	2	ENV	Printed trade fair	5000	930.01	0
50175	1	BRO4	Brochure product line	2500	1806.70	3
50176	1	FLY	Flyer 2025	2500	376.79	0
50176	2	BOX	Folding service	1000	437.28	10
50177	1	CAL	Wall product line	500	3191.40	0
50177	2	LTR	Letterhead Christmas	1000	280.16	0
50178	1	BRO4	Brochure anniversary	5000	3057.83	0
50179	1	FLY	Flyer spring	2500	227.34	0
50179	2	BRO4	Brochure reprint	2500	1545.40	0
50179	3	BKH	Book 2026	200	1334.47	0
50180	1	LBL	Label Christmas	10000	632.33	3
50180	2	FLY	Flyer service	500	142.09	0
50181	1	LTR	Letterhead 2026	2000	353.06	5
50182	1	MAG	Magazine Christmas	20000	25382.62	0
50183	1	LBL	Label 2026	2000	168.78	0
50184	1	BRO4	Brochure 2026	1000	780.72	0
50184	2	BKH	Book 2025	300	1909.08	0
50184	3	BKS	Book reprint	300	1076.32	0
50186	1	SLV	Sleeve product line	20000	3175.07	0
50186	2	PST	Poster reprint	100	632.02	5
50187	1	BRO4	Brochure service	2500	1656.12	0
50188	1	BCD	Business anniversary	1000	327.12	0
50189	1	BRO5	Brochure image	2500	938.31	0
50189	2	ENV	Printed image	500	257.27	0
50190	1	LBL	Label A-series	5000	385.27	0
50192	1	BRO4	Brochure anniversary	500	394.84	0
50193	1	LTR	Letterhead 2026	10000	1023.54	0
50194	1	BRO4	Brochure Christmas	2500	1393.40	0
50195	1	MAG	Magazine spring	500	639.67	0
50197	1	BOX	Folding 2026	10000	5243.27	0
50197	2	LBL	Label autumn	2500	208.03	0
50197	3	MAG	Magazine autumn	5000	6114.96	0
50199	1	MAG	Magazine trade fair	1000	1516.14	0
50199	2	LTR	Letterhead spring	2500	416.76	0
50199	3	BKS	Book 2026	300	1295.31	0
50200	1	BRO4	Brochure anniversary	20000	10894.83	0
50201	1	LTR	Letterhead product line	2000	389.11	0
50202	1	FLY	Flyer spring	500	118.09	0
50203	1	BRO5	Brochure anniversary	20000	8156.94	0
50205	1	SLV	Sleeve A-series	500	329.17	5
50205	2	BRO5	Brochure 2026	500	304.13	0
50205	3	LTR	Letterhead reprint	1000	244.56	0
50206	1	SLV	Sleeve trade fair	1000	350.37	0
50208	1	PST	Poster Christmas	500	2408.33	3
50208	2	LBL	Label 2025	20000	1084.44	0
50210	1	BCD	Business product line	20000	2734.42	0
50211	1	ENV	Printed image	20000	2814.39	0
50212	1	BCD	Business spring	5000	954.73	0
50212	2	BAN	Roll-up A-series	2	239.85	0
50214	1	BOX	Folding anniversary	1000	665.72	0
50215	1	BRO5	Brochure reprint	10000	3247.72	0
50215	2	FLY	Flyer image	20000	1256.01	0
50215	3	BCD	Business service	20000	2480.97	0
50217	1	CAL	Wall service	500	2661.06	0
50218	1	FLY	Flyer trade fair	1000	156.32	0
50218	2	CAL	Wall 2026	100	810.05	0
50219	1	PST	Poster Christmas	200	1314.43	0
50219	2	BKS	Book autumn	300	1230.88	0
50219	3	FLY	Flyer autumn	5000	521.79	0
50220	1	LBL	Label reprint	5000	443.84	0
50220	2	BRO5	Brochure 2026	20000	8034.35	3
50221	1	LBL	Label 2025	500	114.27	0
50221	2	BOX	Folding reprint	1000	677.13	5
50222	1	LBL	Label anniversary	500	116.36	5
50222	2	BRO5	Brochure service	10000	3584.09	5
50223	1	PST	Poster anniversary	200	956.68	0
50225	1	MAG	Magazine product line	2500	3123.56	0
50226	1	CAL	Wall anniversary	500	3045.90	10
50228	1	BRO4	Brochure 2025	10000	6645.32	0
50228	2	BRO5	Brochure image	20000	8430.50	0
50229	1	BOX	Folding product line	1000	569.38	0
50229	2	FLY	Flyer product line	1000	302.72	0
50230	1	CAL	Wall Christmas	100	901.80	0
50232	1	BOX	Folding 2025	2500	1185.17	0
50233	1	PST	Poster anniversary	50	266.62	0
50234	1	BCD	Business image	2500	382.02	3
50234	2	MAG	Magazine A-series	1000	1215.04	0
50235	1	LBL	Label trade fair	20000	1116.01	0
50236	1	BKH	Book reprint	200	1550.98	10
50237	1	ENV	Printed product line	1000	400.46	0
50239	1	BRO4	Brochure 2025	500	549.70	0
50239	2	PST	Poster 2026	200	1077.88	0
50241	1	BKS	Book image	300	982.60	3
50241	2	MAG	Magazine A-series	5000	5200.35	0
50243	1	BRO5	Brochure reprint	20000	7776.00	0
50243	2	ENV	Printed reprint	500	208.49	0
50244	1	BRO5	Brochure image	1000	406.02	0
50246	1	LBL	Label A-series	5000	431.59	3
50247	1	BKS	Book trade fair	2000	5743.99	0
50248	1	SLV	Sleeve A-series	5000	957.91	0
50248	2	BCD	Business 2025	2500	547.30	10
50248	3	MAG	Magazine reprint	10000	9682.18	0
50249	1	SLV	Sleeve service	5000	784.63	10
50250	1	BKH	Book service	200	1574.54	5
50252	1	BRO4	Brochure Christmas	500	417.06	0
50253	1	MAG	Magazine 2025	2500	3356.91	0
50254	1	BOX	Folding autumn	5000	2011.80	0
50255	1	PST	Poster Christmas	100	758.46	0
50256	1	LBL	Label trade fair	20000	1050.49	0
50256	2	CAL	Wall trade fair	250	1888.81	0
50256	3	BOX	Folding service	10000	3998.90	0
50258	1	BRO5	Brochure 2025	2500	862.26	3
50258	2	FLY	Flyer service	20000	1110.03	10
50260	1	FLY	Flyer trade fair	2000	198.32	0
50261	1	LTR	Letterhead anniversary	20000	2166.37	0
50261	2	BRO5	Brochure autumn	20000	8003.25	0
50261	3	BRO4	Brochure Christmas	500	354.01	0
50262	1	FLY	Flyer autumn	500	249.60	0
50262	2	PST	Poster 2025	500	2522.61	0
50263	1	BKH	Book service	500	3201.69	3
50263	2	BKH	Book trade fair	300	2058.60	5
50264	1	BOX	Folding Christmas	2500	1042.36	0
50266	1	BOX	Folding service	2000	1078.03	0
50267	1	LBL	Label Christmas	500	267.82	0
50267	2	ENV	Printed product line	5000	929.64	0
50268	1	ENV	Printed trade fair	500	297.97	5
50270	1	FLY	Flyer product line	1000	198.36	0
50270	2	BRO5	Brochure image	2000	1043.07	0
50271	1	PST	Poster product line	200	947.62	0
50271	2	PST	Poster product line	200	1160.47	0
50272	1	BAN	Roll-up image	5	558.66	0
50273	1	BRO5	Brochure anniversary	1000	599.75	0
50273	2	FLY	Flyer image	1000	183.01	0
50273	3	LBL	Label product line	500	160.56	0
50275	1	FLY	Flyer 2025	20000	1337.55	0
50276	1	BRO5	Brochure service	1000	564.21	0
50276	2	BCD	Business spring	500	132.74	10
50277	1	BCD	Business spring	1000	371.25	0
50278	1	BCD	Business autumn	10000	1419.70	5
\.

COPY sal_ord_hd_old (ord_no,cust_no,ord_dt,sts,tot_dm) FROM stdin;
3000	10049	20090128	F	6880.18
3001	10061	20090430	F	814.28
3002	10112	20070823	F	1345.82
3003	10058	20091006	S	5932.02
3004	10133	20100313	F	1840.39
3005	10007	20111107	F	1872.57
3006	10103	20070808	F	5301.27
3007	10058	20071215	F	469.44
3008	10115	20061030	S	5954.39
3009	10004	20040827	S	5816.62
3010	10055	20070401	S	838.90
3011	10073	20090629	F	4865.41
3012	10121	20040729	F	3516.48
3013	10103	20080510	F	418.09
3014	10037	20071113	F	2110.53
3015	10064	20080903	F	7780.88
3016	10067	20040812	F	4255.94
3017	10016	20080906	S	8666.19
3018	10028	20091226	F	4413.07
3019	10058	20090917	S	7511.42
3020	10049	20110402	S	1155.97
3021	10052	20061107	F	7944.92
3022	10085	20070826	S	8055.25
3023	10022	20070218	S	2096.29
3024	10109	20080331	F	5411.13
3025	10127	20090908	S	6000.07
3026	10028	20060513	S	673.82
3027	10100	20050311	F	6387.30
3028	10070	20101015	S	5494.51
3029	10013	20070722	S	4778.79
3030	10052	20060411	F	5674.47
3031	10121	20110917	F	4227.70
3032	10085	20070621	S	7820.09
3033	10028	20091201	F	4630.44
3034	10031	20060501	S	941.36
3035	10043	20050430	F	4110.50
3036	10082	20050625	F	7379.70
3037	10124	20060910	F	5162.15
3038	10025	20060816	F	3141.68
3039	10019	20060704	F	7135.69
\.

COPY prd_mach (mach_cd,descr,mtyp,buy_dt,buy_prc,rate_ct,cc_no,scrp_dt) FROM stdin;
OF1	Heidelberg Speedmaster XL 75	OF	2014-05-12	890000	14500	320	0
OF2	Heidelberg Speedmaster XL 106	OF	2019-09-02	1950000	19800	320	0
OF3	KBA Rapida 105	OF	2008-02-18	720000	12900	320	20240831
OF4	Komori Lithrone G40	OF	2024-10-07	1640000	18700	320	0
DG1	HP Indigo 7K	DG	2021-03-15	410000	9800	320	0
DG2	Canon varioPRINT iX	DG	2023-06-01	365000	9200	320	0
DG0	Xerox iGen3	DG	2009-07-01	230000	7000	320	20210301
CU1	Polar 115	CU	2011-10-20	98000	6200	330	0
CU2	Polar 137	CU	2018-04-09	142000	6800	330	0
FO1	MBO K70	FO	2012-01-16	115000	6500	330	0
FO2	Stahlfolder KH 82	FO	2020-11-23	188000	7300	330	0
BI1	Müller Martini saddle stitcher	BI	2015-08-03	320000	8800	330	0
BI2	Kolbus perfect binder	BI	2017-02-27	540000	9900	330	0
PP1	Kodak Trendsetter CTP	PP	2016-06-13	155000	7600	310	0
\.

COPY pur_sup (sup_no,nm,cty,ctry,rtg,pay_trm,lckd) FROM stdin;
701	Papyrus Süd GmbH	Augsburg	DE	A	N30	f
702	Sappi Austria	Gratkorn	AT	A	N60	f
703	Igepa Papier	Garching	DE	B	D10	f
704	Hubergroup Inks	Kirchheim	DE	A	N30	f
705	Flint Plates	Stuttgart	DE	B	N30	f
706	Karton Maier	Ulm	DE	C	N14	f
707	ChemGraf	Linz	AT	B	N30	f
708	Heidelberg Service	Heidelberg	DE	A	N14	f
709	Kolb Technik	Memmingen	DE	C	N14	f
710	Swiss Paper Trading	Basel	CH	B	N30	f
711	Altpapier Weber	Augsburg	DE	C	N30	t
712	Fedrigoni	Verona	IT	A	N60	f
\.

COPY inv_itm (itm_no,descr,ityp,gsm,uom,min_stk,sup_no,std_prc_ct,del_fl) FROM stdin;
P10080	Offset paper white 80 g	PA	80	SH	40000	701	2	\N
P10090	Offset paper white 90 g	PA	90	SH	30000	701	2	\N
P10120	Offset paper white 120 g	PA	120	SH	20000	703	3	\N
P20115	Coated gloss 115 g	PA	115	SH	35000	702	3	\N
P20135	Coated gloss 135 g	PA	135	SH	35000	702	4	\N
P20170	Coated matt 170 g	PA	170	SH	25000	702	5	\N
P20250	Coated matt 250 g	PA	250	SH	15000	703	8	\N
P30300	Chromo board 300 g	PA	300	SH	12000	706	11	\N
P30350	Folding boxboard 350 g	PA	350	SH	12000	706	13	\N
P40100	Recycled 100 g	PA	100	SH	15000	710	3	\N
P40160	Recycled 160 g	PA	160	SH	8000	710	5	\N
P50120	Design paper laid 120 g	PA	120	SH	3000	712	18	\N
P50240	Design paper cotton 240 g	PA	240	SH	2000	712	39	\N
P90070	Carbonless 70 g	PA	70	SH	5000	711	4	X
I001	Ink black	IK	\N	KG	60	704	1150	\N
I002	Ink cyan	IK	\N	KG	50	704	1390	\N
I003	Ink magenta	IK	\N	KG	50	704	1420	\N
I004	Ink yellow	IK	\N	KG	50	704	1340	\N
I020	Ink gold Pantone 871	IK	\N	KG	10	704	4890	\N
L074	Plate 745x605	PL	\N	PC	400	705	640	\N
L105	Plate 1030x790	PL	\N	PC	600	705	980	\N
K001	Cardboard box 40x30	PM	\N	PC	800	706	78	\N
K002	Pallet EUR	PM	\N	PC	60	706	1190	\N
K003	Stretch film	PM	\N	RL	40	706	830	\N
C001	Fountain solution	CH	\N	L	200	707	390	\N
C002	Washing agent	CH	\N	L	150	707	460	\N
C009	Developer old CTP	CH	\N	L	0	707	520	X
\.

COPY inv_whs (whs_cd,descr) FROM stdin;
MAI	Main warehouse
PAP	Paper hall
EXT	External store Gersthofen
\.

COPY inv_stk (itm_no,whs_cd,qty,lst_cnt) FROM stdin;
P10080	PAP	17913	20260110
P10080	EXT	4056	20260609
P10090	PAP	38916	20260308
P10090	EXT	7778	20260124
P10120	PAP	21697	20260615
P10120	EXT	0	20260612
P20115	PAP	53515	20260318
P20115	EXT	10842	20260506
P20135	PAP	7737	20260525
P20135	EXT	22389	20260220
P20170	PAP	31985	20260213
P20170	EXT	2593	20260107
P20250	PAP	22265	20260201
P20250	EXT	7812	20260306
P30300	PAP	10581	20260206
P30300	EXT	0	20260505
P30350	PAP	9222	20260129
P30350	EXT	0	20260306
P40100	PAP	14766	20260304
P40100	EXT	0	20260207
P40160	PAP	4735	20260112
P40160	EXT	5469	20260506
P50120	PAP	4774	20260319
P50120	EXT	1053	20260120
P50240	PAP	1670	20251229
P50240	EXT	236	20260305
P90070	PAP	40	20260113
P90070	EXT	0	20251231
I001	MAI	11	20260530
I002	MAI	84	20251216
I003	MAI	8	20260405
I004	MAI	103	20260604
I020	MAI	9	20260518
L074	MAI	202	20260507
L105	MAI	111	20260522
K001	MAI	1649	20260323
K001	EXT	0	20260326
K002	MAI	50	20260605
K002	EXT	5	20260115
K003	MAI	52	20260602
K003	EXT	0	20251228
C001	MAI	370	20260512
C002	MAI	161	20260619
C009	MAI	40	20260228
\.

COPY prd_job (job_no,ord_no,ord_pos,ppr_itm,sh_pln,sh_act,sh_wst,clr,strt_ts,fin_ts,sts) FROM stdin;
8801	50011	1	P30350	60	158	42	5/5	2024-01-11 11:50:00	2024-01-12 15:10:00	F
8802	50011	2	P10120	3000	3234	210	2/0	2024-01-15 09:20:00	2024-01-22 13:15:00	F
8803	50011	3	P10080	3000	3167	181	4/4	2024-01-12 08:45:00	2024-01-15 18:10:00	F
8804	50012	1	P30300	60	120	40	4/0	2024-01-08 09:20:00	2024-01-12 13:45:00	F
8805	50014	2	P30300	2000	2277	188	4/0	2024-01-29 07:05:00	2024-01-31 14:05:00	F
8806	50015	1	P40100	1100	1314	136	2/0	2024-01-29 09:40:00	2024-02-02 20:00:00	F
8807	50016	1	P50120	125	\N	\N	2/0	\N	\N	H
8808	50017	1	P20250	200	247	47	4/4	2024-02-02 07:00:00	2024-02-05 14:40:00	F
8809	50018	1	P50120	150	254	48	2/0	2024-02-07 06:10:00	2024-02-12 16:10:00	F
8810	50020	1	P30300	200	331	42	4/0	2024-02-19 11:00:00	2024-02-26 15:05:00	F
8811	50020	2	P40100	300	362	66	1/1	2024-02-22 11:50:00	2024-02-27 21:10:00	F
8812	50021	1	P40100	3000	3212	229	1/1	2024-02-21 11:00:00	2024-02-23 19:40:00	F
8813	50022	1	P30350	200	331	51	1/1	2024-02-26 11:20:00	2024-02-28 14:50:00	F
8814	50023	1	P40100	250	343	54	1/1	2024-03-06 11:45:00	2024-03-08 16:20:00	F
8815	50024	1	P20135	60	157	41	2/0	2024-03-11 10:50:00	2024-03-15 13:30:00	F
8816	50026	1	P20170	60	156	42	4/0	2024-03-21 07:00:00	2024-03-25 20:05:00	F
8817	50030	1	P40160	250	386	54	5/5	2024-03-26 07:40:00	2024-03-29 13:20:00	F
8818	50031	1	P50240	300	359	66	5/5	2024-03-27 10:00:00	2024-03-28 13:00:00	F
8819	50031	2	P20115	2750	3109	286	2/0	2024-03-26 11:45:00	2024-03-27 16:30:00	F
8820	50032	1	P20170	1500	1675	89	4/4	2024-04-02 09:45:00	2024-04-03 13:20:00	F
8821	50033	1	P30350	500	535	49	4/4	2024-04-05 06:15:00	2024-04-08 16:20:00	F
8822	50035	1	P40100	3000	3367	307	4/4	2024-04-12 07:15:00	2024-04-17 21:45:00	F
8823	50037	1	P20170	2750	2959	204	5/5	2024-04-17 09:20:00	2024-04-22 12:10:00	F
8824	50038	2	P10090	5000	5507	424	4/4	2024-04-23 06:00:00	2024-04-29 21:50:00	F
8825	50039	1	P20170	350	449	48	5/5	2024-05-01 08:05:00	2024-05-06 18:45:00	F
8826	50039	2	P50240	5000	5343	281	4/0	2024-05-02 07:10:00	2024-05-07 15:50:00	F
8827	50040	1	P10080	300	347	50	4/4	2024-05-09 11:50:00	2024-05-13 14:30:00	F
8828	50041	1	P40100	125	216	45	5/5	2024-05-06 08:20:00	2024-05-07 21:00:00	F
8829	50043	1	P40160	150	279	46	4/0	2024-05-13 09:00:00	2024-05-13 16:00:00	F
8830	50043	2	P20170	350	470	43	1/1	2024-05-13 11:00:00	2024-05-17 14:05:00	F
8831	50044	1	P10080	75	186	43	4/4	2024-05-22 10:00:00	2024-05-27 21:45:00	F
8832	50046	1	P10090	600	744	72	4/0	2024-05-27 10:10:00	2024-06-03 20:50:00	F
8833	50046	2	P10080	60	114	43	4/4	2024-05-27 10:45:00	2024-05-27 14:00:00	F
8834	50048	1	P50120	800	863	57	4/4	2024-06-13 11:10:00	2024-06-14 18:05:00	F
8835	50050	1	P30300	200	233	44	4/4	2024-06-19 11:40:00	2024-06-19 16:40:00	F
8836	50050	2	P20135	500	619	66	5/5	2024-06-21 06:10:00	2024-06-24 17:20:00	F
8837	50050	3	P40160	150	194	47	4/0	2024-06-14 08:40:00	2024-06-17 14:05:00	F
8838	50051	1	P20135	60	175	41	4/4	2024-06-18 10:10:00	2024-06-24 17:40:00	F
8839	50052	1	P20135	60	187	43	4/0	2024-06-20 07:40:00	2024-06-24 14:20:00	F
8840	50053	1	P30350	1000	1067	73	5/5	2024-06-28 11:30:00	2024-06-28 19:20:00	F
8841	50053	2	P30350	60	89	43	1/1	2024-06-20 07:30:00	2024-06-21 18:10:00	F
8842	50054	1	P20115	1200	1337	123	5/5	2024-06-26 09:10:00	2024-06-27 20:15:00	F
8843	50055	2	P50120	6000	6382	293	5/5	2024-06-25 11:10:00	2024-07-01 18:20:00	F
8844	50056	1	P20115	60	105	42	4/4	2024-07-01 09:20:00	2024-07-03 19:45:00	F
8845	50056	2	P20170	60	114	42	4/4	2024-06-28 11:30:00	2024-07-02 16:45:00	F
8846	50057	1	P20135	1500	1560	74	4/4	2024-07-15 06:10:00	2024-07-16 15:00:00	F
8847	50057	3	P20250	100	128	47	5/5	2024-07-11 11:00:00	2024-07-15 18:05:00	F
8848	50058	2	P20170	60	173	43	5/5	2024-07-16 07:45:00	2024-07-22 15:40:00	F
8849	50059	1	P40100	11000	11593	578	1/1	2024-07-17 07:00:00	2024-07-17 21:30:00	F
8850	50059	2	P30300	100	218	42	2/0	2024-07-09 07:05:00	2024-07-15 15:00:00	F
8851	50059	3	P20135	1500	1573	77	2/0	2024-07-15 11:40:00	2024-07-15 15:50:00	F
8852	50060	1	P20135	500	565	75	4/4	2024-07-17 10:50:00	2024-07-18 20:45:00	F
8853	50060	2	P20250	200	259	50	4/4	2024-07-15 07:00:00	2024-07-17 12:45:00	F
8854	50061	1	P40160	1250	1364	123	1/1	2024-07-24 06:45:00	2024-07-24 13:20:00	F
8855	50061	2	P10090	10000	10703	634	4/4	2024-07-24 10:45:00	2024-07-29 18:20:00	F
8856	50061	3	P40100	2200	2384	172	4/4	2024-07-24 08:30:00	2024-07-26 15:45:00	F
8857	50062	1	P20135	600	695	91	4/4	2024-07-31 08:15:00	2024-07-31 17:15:00	F
8858	50063	1	P40100	22000	23674	1642	4/0	2024-08-01 07:50:00	2024-08-05 13:10:00	F
8859	50065	1	P30300	4000	4333	279	2/0	2024-08-08 08:30:00	2024-08-08 19:00:00	F
8860	50065	2	P10090	12000	12491	463	2/0	2024-08-05 07:40:00	2024-08-07 16:15:00	F
8861	50065	3	P10090	6000	6505	509	4/0	2024-08-06 10:20:00	2024-08-06 18:15:00	F
8862	50067	1	P20135	2200	2477	220	5/5	2024-08-05 07:45:00	2024-08-05 14:30:00	F
8863	50067	2	P20170	875	991	89	4/4	2024-08-12 06:20:00	2024-08-15 12:15:00	F
8864	50068	1	P20170	1000	1081	52	1/1	2024-08-12 11:40:00	2024-08-16 17:50:00	F
8865	50069	1	P20250	60	123	41	4/4	2024-08-12 06:10:00	2024-08-16 16:15:00	F
8866	50069	2	P50240	250	351	52	2/0	2024-08-12 11:00:00	2024-08-12 12:40:00	F
8867	50069	3	P20250	60	188	40	4/0	2024-08-12 09:30:00	2024-08-14 12:00:00	F
8868	50070	1	P40100	900	1024	50	4/0	2024-08-16 11:00:00	2024-08-16 21:05:00	F
8869	50070	2	P30300	60	182	43	5/5	2024-08-23 08:45:00	2024-08-26 20:50:00	F
8870	50072	1	P50120	60	140	44	4/0	2024-09-02 11:50:00	2024-09-03 16:20:00	F
8871	50074	1	P20135	11000	11220	232	4/4	2024-09-02 10:15:00	2024-09-04 17:00:00	F
8872	50075	1	P40160	300	359	63	1/1	2024-08-28 11:20:00	2024-08-28 20:00:00	F
8873	50077	3	P20170	60	\N	\N	4/0	\N	\N	H
8874	50078	1	P20135	500	586	59	4/0	2024-09-09 10:00:00	2024-09-11 17:20:00	F
8875	50079	1	P10090	6000	6362	371	4/4	2024-09-10 10:00:00	2024-09-16 14:00:00	F
8876	50080	1	P20250	60	184	45	4/4	2024-09-11 08:30:00	2024-09-16 21:30:00	F
8877	50082	1	P20170	22000	23357	1321	4/4	2024-09-13 09:50:00	2024-09-17 19:20:00	F
8878	50083	1	P30350	100	138	42	4/4	2024-09-18 06:05:00	2024-09-23 21:45:00	F
8879	50083	2	P40100	800	846	64	4/4	2024-09-17 06:20:00	2024-09-20 15:40:00	F
8880	50084	1	P50240	300	409	48	1/1	2024-09-16 09:30:00	2024-09-16 21:50:00	F
8881	50086	1	P10120	6000	6122	136	4/4	2024-09-20 07:50:00	2024-09-23 18:15:00	F
8882	50087	1	P10090	800	952	103	2/0	2024-09-24 06:05:00	2024-09-30 12:05:00	F
8883	50087	2	P30300	60	164	42	1/1	2024-09-30 07:05:00	2024-10-07 19:05:00	F
8884	50088	1	P40100	3000	3241	261	2/0	2024-09-23 09:15:00	2024-09-26 21:30:00	F
8885	50088	2	P20170	2750	2915	111	4/4	2024-09-26 09:00:00	2024-09-30 20:45:00	F
8886	50090	1	P30350	200	321	47	5/5	2024-09-30 09:15:00	2024-10-04 20:30:00	F
8887	50090	2	P50120	6000	6508	490	4/4	2024-09-24 11:50:00	2024-09-27 13:45:00	F
8888	50091	1	P50120	2000	2119	133	2/0	2024-10-02 07:50:00	2024-10-07 13:40:00	F
8889	50091	2	P20170	100	126	43	5/5	2024-09-30 08:10:00	2024-10-02 20:40:00	F
8890	50091	3	P20250	2000	2232	148	4/4	2024-10-02 10:20:00	2024-10-04 14:40:00	F
8891	50092	1	P20170	2750	2896	153	4/4	2024-09-30 09:10:00	2024-10-07 20:50:00	F
8892	50092	2	P20250	60	110	43	4/4	2024-09-30 09:00:00	2024-10-03 12:00:00	F
8893	50094	1	P10090	1500	1690	103	1/1	2024-10-03 07:00:00	2024-10-07 12:10:00	F
8894	50095	1	P10090	60	154	44	5/5	2024-10-10 09:50:00	2024-10-14 14:45:00	F
8895	50096	1	P30350	4000	4245	229	2/0	2024-10-04 09:30:00	2024-10-08 19:50:00	F
8896	50096	2	P40160	600	779	91	2/0	2024-10-09 09:45:00	2024-10-11 18:40:00	F
8897	50096	3	P20135	500	648	77	4/0	2024-10-11 11:30:00	2024-10-15 14:15:00	F
8898	50098	1	P50240	150	186	42	4/4	2024-10-07 11:15:00	2024-10-11 17:40:00	F
8899	50098	3	P10080	2500	2658	173	4/4	2024-10-07 11:30:00	2024-10-11 16:15:00	F
8900	50099	1	P10080	600	707	77	1/1	2024-10-10 07:00:00	2024-10-14 14:10:00	F
8901	50101	1	P20135	875	1018	112	4/4	2024-10-14 06:40:00	2024-10-18 19:15:00	F
8902	50102	1	P10120	2000	2173	85	2/0	2024-10-18 07:05:00	2024-10-21 18:30:00	F
8903	50102	2	P30300	250	360	53	4/4	2024-10-14 08:40:00	2024-10-14 18:00:00	F
8904	50104	1	P20250	200	267	42	1/1	2024-10-17 07:05:00	2024-10-21 21:50:00	F
8905	50104	2	P40100	6000	6558	497	5/5	2024-10-21 11:30:00	2024-10-21 14:45:00	F
8906	50105	1	P20135	60	179	41	2/0	2024-10-21 06:15:00	2024-10-25 20:15:00	F
8907	50105	2	P20170	5500	5728	208	5/5	2024-10-22 11:10:00	2024-10-28 18:15:00	F
8908	50106	2	P40160	250	381	55	4/0	2024-10-22 11:20:00	2024-10-25 15:05:00	F
8909	50112	1	P40100	5500	5859	298	5/5	2024-12-09 07:15:00	2024-12-09 12:10:00	F
8910	50113	1	P10080	1500	1601	107	5/5	2024-12-09 08:10:00	2024-12-11 13:15:00	F
8911	50114	1	P50120	3000	3082	84	4/0	2024-12-16 08:45:00	2024-12-23 18:50:00	F
8912	50116	1	P20135	60	159	44	4/0	2024-12-24 06:20:00	2024-12-25 18:30:00	F
8913	50118	1	P10090	1500	1739	153	4/4	2024-12-23 09:15:00	2024-12-24 21:45:00	F
8914	50118	2	P50120	6000	6274	189	5/5	2024-12-20 11:05:00	2024-12-23 19:05:00	F
8915	50120	1	P10120	1500	1702	117	4/4	2025-01-07 07:30:00	2025-01-13 20:20:00	F
8916	50120	2	P30300	200	283	50	4/4	2025-01-06 10:00:00	2025-01-07 12:05:00	F
8917	50121	1	P30350	1000	1067	51	4/4	2025-01-13 09:10:00	2025-01-13 12:00:00	F
8918	50122	1	P20115	250	327	52	4/0	2025-01-14 08:45:00	2025-01-15 17:30:00	F
8919	50124	1	P20170	350	462	43	4/0	2025-01-13 07:50:00	2025-01-16 18:45:00	F
8920	50126	1	P20135	600	731	56	1/1	2025-01-27 06:15:00	2025-01-31 17:30:00	F
8921	50126	2	P20170	1200	1326	121	4/4	2025-01-21 09:05:00	2025-01-27 16:10:00	F
8922	50128	1	P40100	60	96	41	1/1	2025-01-28 06:20:00	2025-01-29 14:00:00	F
8923	50128	2	P10120	3000	3191	119	4/4	2025-01-23 08:00:00	2025-01-27 13:00:00	F
8924	50131	1	P10090	60	141	41	4/0	2025-01-31 07:00:00	2025-02-05 14:10:00	F
8925	50132	1	P30350	200	303	51	1/1	2025-02-03 08:15:00	2025-02-04 16:10:00	F
8926	50132	2	P10090	1000	1101	111	1/1	2025-02-04 07:10:00	2025-02-10 14:30:00	F
8927	50133	1	P20170	3000	3319	252	1/1	2025-02-05 07:45:00	2025-02-07 19:05:00	F
8928	50135	1	P50120	6000	6268	232	2/0	2025-02-14 07:00:00	2025-02-18 16:00:00	F
8929	50137	1	P10090	12000	13161	1119	4/4	2025-02-19 10:45:00	2025-02-21 14:05:00	F
8930	50137	2	P10120	4000	4144	141	2/0	2025-02-17 11:10:00	2025-02-20 17:40:00	F
8931	50137	3	P10080	2500	2733	250	4/4	2025-02-17 09:10:00	2025-02-21 21:00:00	F
8932	50138	1	P20170	1200	1342	128	4/4	2025-02-26 07:10:00	2025-03-03 16:45:00	F
8933	50138	2	P20250	60	158	42	4/4	2025-02-24 07:00:00	2025-02-25 15:50:00	F
8934	50139	1	P20135	60	159	42	1/1	2025-02-27 06:15:00	2025-03-03 21:50:00	F
8935	50141	1	P10090	5000	5353	333	4/4	2025-03-13 11:15:00	2025-03-17 19:10:00	F
8936	50142	1	P50240	625	693	66	1/1	2025-03-13 09:05:00	2025-03-13 14:20:00	F
8937	50144	2	P10090	2200	2332	145	4/4	2025-03-17 10:00:00	2025-03-20 17:20:00	F
8938	50145	1	P20115	60	125	41	1/1	2025-03-24 09:50:00	2025-03-27 21:30:00	F
8939	50145	2	P10090	800	895	61	1/1	2025-03-25 06:15:00	2025-03-31 20:50:00	F
8940	50146	1	P20250	100	130	41	5/5	2025-03-24 07:00:00	2025-03-27 12:40:00	F
8941	50149	1	P20170	875	1045	82	2/0	2025-03-31 06:05:00	2025-04-02 15:45:00	F
8942	50149	2	P10090	4000	4164	174	2/0	2025-03-28 11:00:00	2025-03-31 20:10:00	F
8943	50150	1	P10090	1500	1662	151	1/1	2025-04-23 10:00:00	2025-04-24 21:15:00	F
8944	50150	2	P50120	1200	1361	106	4/4	2025-04-17 09:05:00	2025-04-21 12:15:00	F
8945	50151	1	P10090	900	1058	89	1/1	2025-04-18 09:50:00	2025-04-18 18:10:00	F
8946	50151	2	P20115	2200	2383	97	4/0	2025-04-21 07:10:00	2025-04-23 17:30:00	F
8947	50152	1	P20115	60	96	43	5/5	2025-04-28 07:50:00	2025-04-29 13:45:00	F
8948	50152	2	P50240	500	617	76	4/4	2025-04-21 07:00:00	2025-04-28 19:50:00	F
8949	50153	1	P30350	4000	4439	353	5/5	2025-04-21 08:15:00	2025-04-22 21:30:00	F
8950	50153	2	P40160	60	149	41	5/5	2025-04-28 09:15:00	2025-05-01 17:20:00	F
8951	50155	1	P20250	200	261	51	4/4	2025-05-05 11:00:00	2025-05-08 21:20:00	F
8952	50155	2	P20135	250	363	46	4/0	2025-05-12 10:45:00	2025-05-16 20:40:00	F
8953	50156	1	P30350	100	146	41	4/4	2025-05-08 06:30:00	2025-05-08 13:05:00	F
8954	50157	1	P20170	200	317	52	4/4	2025-05-14 08:50:00	2025-05-19 16:40:00	F
8955	50157	2	P50120	4000	4314	304	2/0	2025-05-13 09:40:00	2025-05-16 14:15:00	F
8956	50158	1	P20115	2200	2334	117	4/4	2025-05-23 06:30:00	2025-05-28 21:10:00	F
8957	50158	2	P20135	550	649	70	2/0	2025-05-21 08:50:00	2025-05-22 17:45:00	F
8958	50159	1	P10090	11000	11774	691	4/0	2025-05-26 06:50:00	2025-06-02 16:30:00	F
8959	50159	2	P30350	60	183	41	4/0	2025-05-26 09:40:00	2025-06-02 21:50:00	F
8960	50159	3	P10120	2000	2189	116	1/1	2025-05-30 08:10:00	2025-06-02 12:00:00	F
8961	50160	1	P30350	60	177	43	2/0	2025-06-05 06:05:00	2025-06-09 20:00:00	F
8962	50160	2	P20250	60	124	45	1/1	2025-05-29 07:10:00	2025-06-02 21:00:00	F
8963	50160	3	P10090	60	190	42	4/4	2025-06-06 06:20:00	2025-06-06 19:30:00	F
8964	50161	1	P20115	60	148	44	4/4	2025-06-11 07:40:00	2025-06-13 12:30:00	F
8965	50161	2	P10090	1500	1589	74	5/5	2025-06-11 07:00:00	2025-06-16 15:15:00	F
8966	50161	3	P10080	60	108	40	5/5	2025-06-10 11:30:00	2025-06-11 15:20:00	F
8967	50163	1	P10090	1200	1368	121	1/1	2025-06-09 10:00:00	2025-06-12 19:20:00	F
8968	50163	2	P20250	400	513	61	1/1	2025-06-11 08:10:00	2025-06-12 17:50:00	F
8969	50166	1	P20135	4400	4821	358	5/5	2025-06-16 09:30:00	2025-06-23 14:30:00	F
8970	50168	1	P40160	3000	3163	110	4/0	2025-06-19 07:20:00	2025-06-23 13:10:00	F
8971	50168	2	P20170	100	143	44	4/4	2025-06-13 07:05:00	2025-06-17 16:15:00	F
8972	50169	1	P20135	60	117	45	4/0	2025-06-23 08:30:00	2025-06-24 15:00:00	F
8973	50171	2	P30350	60	\N	\N	5/5	\N	\N	H
8974	50172	1	P50240	300	364	52	4/4	2025-06-30 09:00:00	2025-06-30 19:05:00	F
8975	50173	1	P20250	400	456	75	4/0	2025-07-07 07:05:00	2025-07-10 20:50:00	F
8976	50173	2	P50120	900	1023	110	2/0	2025-07-09 10:40:00	2025-07-10 19:05:00	F
8977	50174	1	P20135	550	662	82	4/0	2025-07-10 11:50:00	2025-07-14 16:10:00	F
8978	50174	2	P10080	1500	1621	61	4/4	2025-07-15 08:45:00	2025-07-21 14:50:00	F
8979	50175	1	P20115	2750	2920	161	4/4	2025-07-21 11:10:00	2025-07-24 20:15:00	F
8980	50177	1	P20170	1750	1998	193	2/0	2025-07-28 08:10:00	2025-07-30 18:50:00	F
8981	50177	2	P10090	250	297	57	5/5	2025-07-28 06:45:00	2025-07-28 18:50:00	F
8982	50178	1	P20135	5500	5963	379	5/5	2025-08-06 11:10:00	2025-08-11 12:20:00	F
8983	50179	1	P10090	125	179	49	4/4	2025-08-12 11:50:00	2025-08-14 15:05:00	F
8984	50179	2	P20135	2750	2961	133	4/4	2025-08-13 10:30:00	2025-08-18 17:15:00	F
8985	50179	3	P50120	800	875	64	4/0	2025-08-11 11:45:00	2025-08-15 13:50:00	F
8986	50180	1	P20250	200	279	53	4/4	2025-08-11 09:30:00	2025-08-14 15:30:00	F
8987	50180	2	P10090	60	97	42	2/0	2025-08-13 08:15:00	2025-08-13 16:30:00	F
8988	50181	1	P50240	500	559	45	4/4	2025-08-13 07:00:00	2025-08-18 18:10:00	F
8989	50182	1	P10090	44000	45252	1168	5/5	2025-08-12 08:30:00	2025-08-14 12:30:00	F
8990	50183	1	P30300	60	180	40	2/0	2025-08-27 09:30:00	2025-08-28 20:30:00	F
8991	50184	1	P10090	1100	1221	121	4/4	2025-08-22 10:00:00	2025-08-25 15:05:00	F
8992	50184	2	P10120	1200	1345	120	4/4	2025-08-25 11:10:00	2025-08-27 17:20:00	F
8993	50184	3	P50120	900	950	54	4/0	2025-08-26 09:30:00	2025-08-26 20:15:00	F
8994	50186	2	P20250	100	145	47	4/4	2025-08-21 10:30:00	2025-08-26 15:40:00	F
8995	50187	1	P10090	2750	2964	231	4/0	2025-08-25 08:15:00	2025-08-28 13:05:00	F
8996	50188	1	P50120	60	98	42	2/0	2025-09-08 11:10:00	2025-09-12 14:10:00	F
8997	50190	1	P20250	100	229	48	4/4	2025-09-22 07:00:00	2025-09-24 17:05:00	F
8998	50192	1	P20170	550	654	63	1/1	2025-09-19 08:50:00	2025-09-24 14:00:00	F
8999	50193	1	P50240	2500	2719	148	4/0	2025-10-01 08:10:00	2025-10-01 13:10:00	F
9000	50194	1	P10090	2750	3062	231	4/4	2025-10-06 07:20:00	2025-10-08 13:40:00	F
9001	50195	1	P20170	1100	1251	137	4/0	2025-10-06 08:30:00	2025-10-13 15:45:00	F
9002	50197	2	P30300	60	84	41	4/4	2025-10-13 10:50:00	2025-10-15 17:05:00	F
9003	50197	3	P20135	11000	11876	800	1/1	2025-10-10 11:45:00	2025-10-13 14:30:00	F
9004	50199	1	P20135	2200	2251	64	1/1	2025-10-17 11:20:00	2025-10-17 12:40:00	F
9005	50199	2	P10080	625	757	86	4/4	2025-10-21 06:15:00	2025-10-21 18:00:00	F
9006	50199	3	P10090	900	987	50	5/5	2025-10-22 08:10:00	2025-10-27 19:45:00	F
9007	50200	1	P10090	22000	23920	1867	1/1	2025-11-03 06:50:00	2025-11-06 15:10:00	F
9008	50201	1	P50240	500	650	68	2/0	2025-11-03 09:40:00	2025-11-04 19:00:00	F
9009	50202	1	P20135	60	133	41	5/5	2025-11-05 11:50:00	2025-11-05 18:50:00	F
9010	50203	1	P40100	12000	12632	559	1/1	2025-11-03 08:30:00	2025-11-10 14:15:00	F
9011	50205	1	P30350	60	157	44	5/5	2025-11-04 09:15:00	2025-11-04 17:40:00	F
9012	50205	2	P10090	300	384	54	1/1	2025-11-10 08:05:00	2025-11-11 15:45:00	F
9013	50205	3	P50240	250	329	46	4/0	2025-11-06 06:10:00	2025-11-10 15:30:00	F
9014	50206	1	P20250	100	148	42	4/4	2025-11-24 09:45:00	2025-11-24 14:50:00	F
9015	50208	1	P20170	500	602	46	4/4	2025-11-20 09:40:00	2025-11-20 18:45:00	F
9016	50208	2	P20250	400	451	61	4/0	2025-11-24 10:50:00	2025-11-24 14:30:00	F
9017	50210	1	P40160	600	646	62	4/4	2025-11-18 07:20:00	2025-11-24 19:15:00	F
9018	50211	1	P10090	6000	6434	382	1/1	2025-11-26 07:20:00	2025-11-26 21:45:00	F
9019	50212	1	P10080	150	269	43	1/1	2025-11-24 06:10:00	2025-11-28 13:20:00	F
9020	50212	2	P20135	60	140	44	4/4	2025-11-28 06:40:00	2025-11-28 13:15:00	F
9021	50214	1	P30350	200	241	42	1/1	2025-11-28 07:45:00	2025-12-02 15:30:00	F
9022	50215	2	P40100	1000	\N	\N	5/5	\N	\N	H
9023	50218	1	P10090	60	134	44	5/5	2025-12-09 07:20:00	2025-12-09 21:20:00	F
9024	50218	2	P20250	350	440	54	2/0	2025-12-12 06:20:00	2025-12-16 12:30:00	F
9025	50220	1	P30300	100	139	47	1/1	2025-12-22 11:20:00	2025-12-24 20:50:00	F
9026	50220	2	P20170	12000	13020	1031	2/0	2025-12-19 07:05:00	2025-12-22 18:05:00	F
9027	50221	1	P30300	60	125	42	2/0	2025-12-16 08:50:00	2025-12-18 18:00:00	F
9028	50221	2	P30300	200	261	47	4/4	2025-12-22 06:20:00	2025-12-23 12:40:00	F
9029	50222	1	P30300	60	157	40	1/1	2025-12-26 10:05:00	2025-12-26 20:20:00	F
9030	50222	2	P20170	6000	6181	147	1/1	2025-12-26 11:45:00	2025-12-26 19:05:00	F
9031	50223	1	P20170	200	236	46	2/0	2025-12-24 08:50:00	2025-12-24 15:05:00	F
9032	50225	1	P20135	5500	6105	531	5/5	2025-12-29 11:30:00	2025-12-29 20:00:00	F
9033	50226	1	P20250	1750	1858	76	1/1	2026-01-02 11:30:00	2026-01-02 17:10:00	F
9034	50228	1	P20135	11000	11528	454	4/4	2026-01-06 06:15:00	2026-01-12 20:05:00	F
9035	50228	2	P20115	12000	12568	501	5/5	2026-01-06 08:50:00	2026-01-07 16:00:00	F
9036	50229	1	P30300	200	306	49	4/4	2026-01-21 08:20:00	2026-01-22 19:15:00	F
9037	50229	2	P20115	60	177	41	5/5	2026-01-15 10:30:00	2026-01-19 18:15:00	F
9038	50230	1	P20135	350	455	60	2/0	2026-01-19 09:40:00	2026-01-20 21:40:00	F
9039	50232	1	P30300	500	624	49	5/5	2026-01-23 09:45:00	2026-01-26 17:05:00	F
9040	50234	1	P40160	75	153	43	4/4	2026-01-22 10:45:00	2026-01-26 19:00:00	F
9041	50234	2	P20170	2200	2480	205	5/5	2026-01-27 07:20:00	2026-01-28 14:10:00	F
9042	50235	1	P30300	400	538	54	4/4	2026-01-26 06:10:00	2026-01-28 15:40:00	F
9043	50236	1	P40100	800	890	63	1/1	2026-01-28 09:45:00	2026-02-02 13:40:00	F
9044	50237	1	P40160	300	406	60	4/0	2026-02-02 10:05:00	2026-02-02 12:50:00	F
9045	50239	1	P20170	550	632	63	4/4	2026-02-02 06:50:00	2026-02-09 16:40:00	F
9046	50239	2	P20170	200	328	57	4/4	2026-02-04 09:10:00	2026-02-04 14:45:00	F
9047	50241	2	P20135	11000	\N	\N	1/1	\N	\N	H
9048	50243	1	P40100	12000	13015	1002	4/4	2026-02-05 08:45:00	2026-02-05 20:20:00	F
9049	50243	2	P50120	150	204	52	4/0	2026-02-02 07:05:00	2026-02-06 14:40:00	F
9050	50244	1	P20135	600	723	50	5/5	2026-01-29 08:20:00	2026-02-02 17:00:00	F
9051	50246	1	P30300	100	133	43	1/1	2026-02-06 10:00:00	2026-02-09 18:15:00	F
9052	50247	1	P40100	6000	6270	225	2/0	2026-02-09 08:40:00	2026-02-12 20:45:00	F
9053	50248	1	P30350	500	626	78	4/4	2026-02-16 09:45:00	2026-02-23 18:50:00	F
9054	50248	2	P50120	75	141	45	4/4	2026-02-19 07:45:00	2026-02-23 15:30:00	F
9055	50248	3	P40100	22000	23423	1425	1/1	2026-02-16 06:20:00	2026-02-23 18:10:00	F
9056	50249	1	P20250	500	627	80	4/4	2026-02-25 08:10:00	2026-03-02 16:20:00	F
9057	50250	1	P10120	800	885	61	4/4	2026-02-27 11:50:00	2026-03-02 14:05:00	F
9058	50252	1	P20115	550	645	87	1/1	2026-03-09 10:20:00	2026-03-09 12:15:00	F
9059	50254	1	P20250	1000	1108	66	4/4	2026-03-16 08:00:00	2026-03-20 18:10:00	F
9060	50256	1	P30350	400	487	70	1/1	2026-04-08 09:30:00	2026-04-10 12:05:00	F
9061	50256	2	P20135	875	1002	80	5/5	2026-04-10 06:10:00	2026-04-14 20:05:00	F
9062	50256	3	P20250	2000	2153	114	5/5	2026-04-07 07:15:00	2026-04-13 12:00:00	F
9063	50258	1	P20115	1500	1638	108	4/4	2026-04-08 09:50:00	2026-04-13 12:30:00	F
9064	50258	2	P40100	1000	1075	83	2/0	2026-04-16 10:30:00	2026-04-21 17:40:00	F
9065	50260	1	P20170	100	221	48	5/5	2026-04-20 10:15:00	2026-04-21 20:15:00	F
9066	50261	1	P10080	5000	5389	373	4/0	2026-04-17 10:30:00	2026-04-17 20:30:00	F
9067	50261	2	P10090	12000	12906	847	4/4	2026-04-14 07:40:00	2026-04-17 19:00:00	F
9068	50261	3	P20115	550	644	89	4/4	2026-04-14 09:05:00	2026-04-15 18:00:00	F
9069	50262	1	P40100	60	180	43	5/5	2026-04-22 08:20:00	2026-04-23 16:10:00	F
9070	50262	2	P20170	500	658	75	4/4	2026-04-16 10:40:00	2026-04-17 12:30:00	F
9071	50263	1	P10090	2000	2159	166	4/0	2026-04-27 09:50:00	2026-04-28 13:10:00	F
9072	50264	1	P30300	500	624	77	4/0	2026-05-01 11:45:00	2026-05-04 15:20:00	F
9073	50266	1	P30300	400	551	74	4/4	2026-05-12 07:05:00	2026-05-12 15:20:00	F
9074	50267	1	P30350	60	83	41	5/5	2026-05-11 08:50:00	2026-05-11 15:10:00	F
9075	50270	2	P20170	1200	\N	\N	2/0	\N	\N	P
9076	50271	1	P20170	200	\N	\N	4/4	2026-06-01 09:15:00	\N	R
9077	50271	2	P20250	200	\N	\N	4/0	2026-06-02 11:00:00	\N	R
9078	50275	1	P40100	1000	1148	59	4/4	2026-06-22 09:20:00	2026-06-22 20:00:00	F
9079	50276	1	P10090	600	673	65	4/0	2026-06-23 09:15:00	2026-06-23 20:00:00	F
9080	50276	2	P50240	60	129	43	4/0	2026-06-25 09:30:00	2026-06-29 17:15:00	F
\.

COPY prd_op (op_id,job_no,seq,mach_cd,emp_no,op_dt,pln_min,act_min) FROM stdin;
1	8801	10	DG1	149	20240111	60	87
2	8801	20	CU1	167	20240111	45	59
3	8802	10	PP1	132	20240115	15	13
4	8802	20	OF2	142	20240115	90	87
5	8802	30	BI2	162	20240115	30	34
6	8803	10	PP1	136	20240112	20	21
7	8803	20	OF3	143	20240112	240	282
8	8804	10	DG2	153	20240108	15	14
9	8805	10	OF3	147	20240129	180	160
10	8806	10	DG2	143	20240129	45	58
11	8806	20	CU2	164	20240129	60	80
12	8806	30	BI1	164	20240129	60	83
13	8808	10	DG1	142	20240202	20	22
14	8808	20	CU2	165	20240202	60	50
15	8809	10	DG1	147	20240207	60	64
16	8809	20	CU2	164	20240207	30	33
17	8810	10	DG2	149	20240219	30	26
18	8810	20	CU2	163	20240219	60	72
19	8811	10	DG2	149	20240222	20	25
20	8811	20	CU2	168	20240222	60	82
21	8812	10	OF2	144	20240221	30	31
22	8812	20	BI2	161	20240221	45	65
23	8813	10	DG1	147	20240226	15	14
24	8814	10	DG2	143	20240306	15	16
25	8814	20	CU1	167	20240306	15	14
26	8815	10	DG2	147	20240311	30	32
27	8816	10	DG1	153	20240321	45	56
28	8816	20	CU2	161	20240321	20	16
29	8817	10	DG1	150	20240326	30	34
30	8818	10	DG1	152	20240327	20	22
31	8819	10	PP1	134	20240326	20	23
32	8819	20	OF2	147	20240326	180	230
33	8819	30	CU1	164	20240326	15	16
34	8819	40	FO1	164	20240326	60	61
35	8820	10	OF1	149	20240402	45	33
36	8821	10	DG1	152	20240405	30	31
37	8822	10	PP1	133	20240412	45	56
38	8822	20	OF2	151	20240412	90	113
39	8822	30	CU2	168	20240412	45	44
40	8822	40	BI2	164	20240412	60	58
41	8823	10	PP1	132	20240417	15	18
42	8823	20	OF1	154	20240417	180	211
43	8823	30	CU1	161	20240417	15	16
44	8823	40	FO2	167	20240417	20	22
45	8824	10	OF2	142	20240423	180	269
46	8824	20	CU1	161	20240423	15	15
47	8825	10	DG1	152	20240501	15	19
48	8826	10	OF3	146	20240502	45	64
49	8826	20	CU2	166	20240502	15	21
50	8827	10	DG2	145	20240509	45	44
51	8828	10	DG2	141	20240506	15	20
52	8829	10	DG2	145	20240513	20	17
53	8830	10	DG1	149	20240513	30	24
54	8830	20	CU2	165	20240513	15	21
55	8831	10	DG1	150	20240522	30	31
56	8832	10	DG1	142	20240527	60	63
57	8833	10	DG2	142	20240527	20	17
58	8833	20	CU1	166	20240527	20	23
59	8834	10	DG2	144	20240613	20	15
60	8834	20	CU1	167	20240613	20	16
61	8834	30	BI2	167	20240613	180	255
62	8835	10	DG1	147	20240619	15	19
63	8836	10	DG2	152	20240621	60	64
64	8837	10	DG1	149	20240614	60	58
65	8837	20	CU2	168	20240614	30	33
66	8838	10	DG2	147	20240618	15	15
67	8838	20	CU1	164	20240618	15	15
68	8839	10	DG1	147	20240620	15	15
69	8840	10	DG1	142	20240628	15	14
70	8841	10	DG1	151	20240620	45	43
71	8842	10	DG2	143	20240626	15	22
72	8842	20	FO1	166	20240626	45	35
73	8843	10	OF2	144	20240625	120	129
74	8843	20	BI2	163	20240625	240	281
75	8844	10	DG1	152	20240701	20	25
76	8844	20	BI1	164	20240701	45	52
77	8845	10	DG1	143	20240628	30	32
78	8846	10	PP1	131	20240715	15	19
79	8846	20	OF2	154	20240715	240	214
80	8846	30	CU2	168	20240715	15	21
81	8846	40	BI1	164	20240715	180	250
82	8847	10	DG2	145	20240711	60	51
83	8847	20	CU1	165	20240711	15	16
84	8848	10	DG1	142	20240716	20	23
85	8849	10	PP1	132	20240717	30	44
86	8849	20	OF1	152	20240717	90	108
87	8849	30	CU1	162	20240717	30	42
88	8849	40	FO1	162	20240717	30	24
89	8850	10	DG2	146	20240709	30	39
90	8850	20	CU1	161	20240709	30	39
91	8851	10	PP1	134	20240715	20	29
92	8851	20	OF3	144	20240715	180	153
93	8852	10	DG1	151	20240717	20	21
94	8853	10	DG2	146	20240715	20	22
95	8854	10	DG2	144	20240724	60	64
96	8854	20	CU2	167	20240724	45	49
97	8855	10	OF2	146	20240724	30	29
98	8856	10	OF2	144	20240724	180	218
99	8856	20	CU2	167	20240724	30	30
100	8856	30	BI1	168	20240724	90	85
101	8857	10	DG1	145	20240731	30	42
102	8857	20	CU1	164	20240731	60	81
103	8857	30	FO2	166	20240731	45	50
104	8858	10	PP1	136	20240801	45	35
105	8858	20	OF3	144	20240801	45	40
106	8859	10	PP1	134	20240808	15	18
107	8859	20	OF2	154	20240808	120	171
108	8860	10	PP1	136	20240805	30	39
109	8860	20	OF1	141	20240805	120	99
110	8860	30	BI1	168	20240805	90	117
111	8861	10	PP1	133	20240806	30	29
112	8861	20	OF1	146	20240806	120	141
113	8861	30	CU1	165	20240806	20	23
114	8861	40	BI2	165	20240806	30	32
115	8862	10	PP1	134	20240805	30	35
116	8862	20	OF1	153	20240805	90	97
117	8862	30	CU2	167	20240805	30	28
118	8863	10	DG1	152	20240812	15	13
119	8864	10	DG2	146	20240812	60	72
120	8865	10	DG2	146	20240812	15	16
121	8865	20	CU1	166	20240812	15	11
122	8866	10	DG1	150	20240812	30	25
123	8867	10	DG2	145	20240812	20	20
124	8867	20	CU1	161	20240812	30	43
125	8868	10	DG1	144	20240816	45	65
126	8868	20	CU2	166	20240816	60	72
127	8868	30	BI2	168	20240816	60	55
128	8869	10	DG1	142	20240823	15	22
129	8869	20	CU2	163	20240823	60	49
130	8870	10	DG2	151	20240902	45	52
131	8871	10	OF2	146	20240902	30	39
132	8871	20	CU1	164	20240902	45	48
133	8871	30	FO1	168	20240902	20	26
134	8872	10	DG1	151	20240828	20	24
135	8874	10	DG1	142	20240909	45	53
136	8874	20	CU2	167	20240909	45	49
137	8875	10	OF2	144	20240910	60	73
138	8875	20	BI1	167	20240910	120	105
139	8876	10	DG1	147	20240911	45	54
140	8876	20	CU2	166	20240911	45	49
141	8877	10	OF2	153	20240913	30	40
142	8877	20	CU2	165	20240913	20	19
143	8877	30	FO1	165	20240913	60	59
144	8878	10	DG2	154	20240918	15	12
145	8878	20	CU1	168	20240918	15	11
146	8879	10	DG1	154	20240917	30	37
147	8879	20	CU1	163	20240917	20	28
148	8879	30	BI2	164	20240917	120	142
149	8880	10	DG1	141	20240916	60	81
150	8880	20	CU2	162	20240916	20	27
151	8881	10	PP1	133	20240920	20	18
152	8881	20	OF2	147	20240920	240	266
153	8881	30	CU1	168	20240920	30	22
154	8881	40	BI2	167	20240920	60	49
155	8882	10	DG2	146	20240924	45	52
156	8882	20	CU1	164	20240924	45	41
157	8882	30	BI2	168	20240924	60	51
158	8883	10	DG1	152	20240930	15	20
159	8883	20	CU1	164	20240930	60	83
160	8884	10	OF2	153	20240923	30	44
161	8884	20	BI2	163	20240923	60	50
162	8885	10	PP1	136	20240926	15	11
163	8885	20	OF1	142	20240926	120	162
164	8885	30	CU2	168	20240926	15	13
165	8885	40	BI1	162	20240926	120	95
166	8886	10	DG1	149	20240930	20	15
167	8886	20	CU2	168	20240930	45	48
168	8887	10	OF2	154	20240924	45	43
169	8887	20	CU2	162	20240924	15	16
170	8887	30	BI2	168	20240924	30	38
171	8888	10	OF2	147	20241002	30	39
172	8888	20	CU2	163	20241002	30	44
173	8888	30	BI2	161	20241002	45	66
174	8889	10	DG1	147	20240930	30	24
175	8890	10	PP1	132	20241002	30	26
176	8890	20	OF2	150	20241002	60	59
177	8890	30	CU2	166	20241002	20	18
178	8891	10	OF2	142	20240930	45	60
179	8891	20	FO2	165	20240930	30	30
180	8892	10	DG2	146	20240930	45	42
181	8892	20	CU2	166	20240930	45	55
182	8893	10	OF1	144	20241003	60	49
183	8893	20	CU2	163	20241003	60	57
184	8893	30	FO1	161	20241003	15	13
185	8894	10	DG1	147	20241010	60	80
186	8894	20	CU2	163	20241010	60	71
187	8895	10	PP1	136	20241004	60	52
188	8895	20	OF1	149	20241004	60	52
189	8895	30	CU2	168	20241004	45	43
190	8896	10	DG1	152	20241009	30	38
191	8897	10	DG1	147	20241011	60	81
192	8897	20	CU2	163	20241011	15	19
193	8898	10	DG2	146	20241007	20	21
194	8898	20	CU2	163	20241007	60	87
195	8899	10	OF2	151	20241007	90	117
196	8900	10	DG1	153	20241010	30	26
197	8901	10	DG1	152	20241014	60	81
198	8902	10	OF2	147	20241018	60	66
199	8902	20	CU2	167	20241018	45	65
200	8902	30	BI2	165	20241018	90	73
201	8903	10	DG1	142	20241014	45	44
202	8903	20	CU2	166	20241014	45	56
203	8904	10	DG1	145	20241017	45	50
204	8904	20	CU2	168	20241017	15	12
205	8905	10	OF2	153	20241021	120	146
206	8905	20	BI2	167	20241021	180	248
207	8906	10	DG1	142	20241021	60	56
208	8906	20	CU1	162	20241021	15	18
209	8907	10	OF4	153	20241022	60	67
210	8907	20	CU1	164	20241022	15	21
211	8908	10	DG1	142	20241022	60	68
212	8909	10	PP1	133	20241209	15	17
213	8909	20	OF1	142	20241209	180	187
214	8909	30	CU1	161	20241209	20	21
215	8909	40	BI1	162	20241209	180	172
216	8910	10	PP1	132	20241209	30	37
217	8910	20	OF2	145	20241209	240	298
218	8910	30	CU1	162	20241209	60	65
219	8911	10	PP1	131	20241216	45	47
220	8911	20	OF1	146	20241216	45	58
221	8911	30	BI2	162	20241216	180	195
222	8912	10	DG2	151	20241224	60	82
223	8913	10	PP1	132	20241223	30	33
224	8913	20	OF2	153	20241223	120	114
225	8914	10	PP1	133	20241220	45	34
226	8914	20	OF2	147	20241220	240	334
227	8914	30	BI2	165	20241220	120	134
228	8915	10	OF2	153	20250107	30	31
229	8915	20	BI2	161	20250107	60	63
230	8916	10	DG1	152	20250106	45	39
231	8916	20	CU2	168	20250106	45	40
232	8917	10	DG1	151	20250113	60	52
233	8918	10	DG1	141	20250114	30	26
234	8918	20	CU2	161	20250114	45	35
235	8918	30	BI1	167	20250114	240	263
236	8919	10	DG1	146	20250113	20	28
237	8920	10	DG1	146	20250127	30	28
238	8920	20	CU2	168	20250127	60	52
239	8920	30	BI1	167	20250127	120	107
240	8921	10	DG1	153	20250121	45	52
241	8921	20	CU2	166	20250121	60	54
242	8922	10	DG1	151	20250128	60	56
243	8923	10	PP1	132	20250123	20	23
244	8923	20	OF2	150	20250123	120	109
245	8923	30	BI2	163	20250123	240	307
246	8924	10	DG1	144	20250131	30	35
247	8924	20	CU2	161	20250131	30	28
248	8925	10	DG1	153	20250203	60	75
249	8926	10	DG2	153	20250204	30	36
250	8926	20	FO1	168	20250204	15	22
251	8927	10	OF2	149	20250205	60	70
252	8927	20	CU2	165	20250205	45	63
253	8927	30	FO2	161	20250205	60	65
254	8928	10	OF4	151	20250214	90	99
255	8928	20	BI2	167	20250214	60	57
256	8929	10	OF2	153	20250219	180	182
257	8929	20	CU2	161	20250219	45	65
258	8929	30	FO2	167	20250219	15	14
259	8930	10	PP1	132	20250217	15	15
260	8930	20	OF4	146	20250217	60	69
261	8930	30	BI2	163	20250217	45	61
262	8931	10	PP1	136	20250217	20	28
263	8931	20	OF2	144	20250217	180	160
264	8931	30	CU1	162	20250217	15	21
265	8932	10	DG1	154	20250226	45	53
266	8933	10	DG2	152	20250224	20	15
267	8933	20	CU2	163	20250224	20	28
268	8934	10	DG2	145	20250227	30	36
269	8935	10	OF1	147	20250313	180	235
270	8935	20	CU2	163	20250313	30	26
271	8936	10	DG2	144	20250313	45	52
272	8936	20	CU1	165	20250313	20	19
273	8937	10	PP1	133	20250317	30	33
274	8937	20	OF4	142	20250317	180	161
275	8937	30	BI1	167	20250317	60	60
276	8938	10	DG2	146	20250324	15	12
277	8938	20	BI1	166	20250324	60	59
278	8939	10	DG2	144	20250325	60	74
279	8939	20	BI2	166	20250325	60	49
280	8940	10	DG1	152	20250324	30	41
281	8941	10	DG2	144	20250331	30	28
282	8941	20	CU2	167	20250331	15	20
283	8942	10	OF1	152	20250328	90	125
284	8942	20	CU2	165	20250328	45	34
285	8942	30	BI2	168	20250328	30	44
286	8943	10	OF2	151	20250423	30	40
287	8943	20	BI1	168	20250423	30	27
288	8944	10	DG2	152	20250417	20	26
289	8944	20	CU2	166	20250417	20	25
290	8944	30	BI2	163	20250417	60	51
291	8945	10	DG2	154	20250418	45	36
292	8945	20	CU2	162	20250418	30	31
293	8945	30	BI2	165	20250418	30	42
294	8946	10	PP1	132	20250421	60	66
295	8946	20	OF1	154	20250421	90	116
296	8946	30	BI1	161	20250421	60	49
297	8947	10	DG2	147	20250428	45	64
298	8947	20	CU2	162	20250428	30	42
299	8948	10	DG1	152	20250421	45	66
300	8949	10	OF2	146	20250421	120	138
301	8949	20	CU1	165	20250421	15	16
302	8950	10	DG1	152	20250428	30	25
303	8951	10	DG2	153	20250505	20	26
304	8951	20	CU2	168	20250505	45	38
305	8952	10	DG1	152	20250512	30	40
306	8952	20	CU2	165	20250512	15	16
307	8953	10	DG2	144	20250508	60	71
308	8954	10	DG1	146	20250514	30	44
309	8955	10	OF1	146	20250513	240	196
310	8955	20	CU2	162	20250513	45	38
311	8955	30	BI2	161	20250513	30	35
312	8956	10	PP1	136	20250523	45	48
313	8956	20	OF2	144	20250523	45	57
314	8956	30	CU2	163	20250523	15	22
315	8957	10	DG1	142	20250521	45	44
316	8958	10	OF2	141	20250526	30	26
317	8958	20	BI1	168	20250526	240	291
318	8959	10	DG1	141	20250526	20	27
319	8959	20	CU2	165	20250526	20	27
320	8960	10	OF4	152	20250530	60	84
321	8960	20	BI2	166	20250530	90	79
322	8961	10	DG2	149	20250605	20	23
323	8962	10	DG1	150	20250529	15	16
324	8963	10	DG1	153	20250606	60	87
325	8964	10	DG1	145	20250611	20	23
326	8964	20	CU2	163	20250611	15	13
327	8964	30	FO2	163	20250611	45	37
328	8965	10	OF1	141	20250611	30	23
329	8965	20	BI1	168	20250611	90	114
330	8966	10	DG1	153	20250610	60	46
331	8966	20	CU2	161	20250610	60	52
332	8967	10	DG1	145	20250609	30	35
333	8967	20	BI2	161	20250609	120	122
334	8968	10	DG1	144	20250611	20	28
335	8969	10	PP1	133	20250616	60	84
336	8969	20	OF4	151	20250616	45	67
337	8969	30	CU1	168	20250616	30	26
338	8969	40	BI1	162	20250616	120	152
339	8970	10	OF2	142	20250619	240	212
340	8971	10	DG1	150	20250613	20	26
341	8972	10	DG2	152	20250623	45	46
342	8972	20	CU2	163	20250623	45	55
343	8974	10	DG2	152	20250630	60	72
344	8975	10	DG2	147	20250707	15	16
345	8975	20	CU2	167	20250707	15	18
346	8976	10	DG1	153	20250709	30	27
347	8976	20	BI2	163	20250709	120	149
348	8977	10	DG1	146	20250710	20	25
349	8977	20	CU2	165	20250710	45	51
350	8978	10	OF1	150	20250715	120	150
351	8978	20	CU1	165	20250715	15	14
352	8979	10	PP1	132	20250721	30	23
353	8979	20	OF2	151	20250721	90	120
354	8979	30	CU2	167	20250721	20	19
355	8979	40	BI1	163	20250721	240	255
356	8980	10	OF2	153	20250728	90	71
357	8980	20	CU1	165	20250728	45	39
358	8981	10	DG1	144	20250728	45	35
359	8981	20	CU2	166	20250728	30	25
360	8982	10	OF2	153	20250806	90	94
361	8982	20	CU2	167	20250806	30	40
362	8982	30	BI1	167	20250806	30	33
363	8983	10	DG1	154	20250812	60	75
364	8983	20	BI1	166	20250812	60	60
365	8984	10	PP1	132	20250813	15	22
366	8984	20	OF1	145	20250813	180	223
367	8985	10	DG2	141	20250811	30	39
368	8985	20	CU1	162	20250811	15	20
369	8985	30	BI2	168	20250811	60	84
370	8986	10	DG1	151	20250811	20	25
371	8987	10	DG1	145	20250813	60	67
372	8987	20	CU1	168	20250813	45	55
373	8987	30	BI1	161	20250813	180	264
374	8988	10	DG1	153	20250813	60	48
375	8989	10	PP1	132	20250812	60	87
376	8989	20	OF2	153	20250812	240	303
377	8989	30	CU2	161	20250812	60	55
378	8990	10	DG2	146	20250827	60	83
379	8990	20	CU2	168	20250827	30	36
380	8991	10	DG1	152	20250822	15	18
381	8991	20	CU1	162	20250822	30	24
382	8992	10	DG1	147	20250825	45	35
383	8992	20	BI2	165	20250825	120	143
384	8993	10	DG1	142	20250826	45	42
385	8993	20	CU2	161	20250826	60	63
386	8993	30	BI2	165	20250826	180	189
387	8994	10	DG2	141	20250821	45	41
388	8995	10	OF4	144	20250825	30	22
389	8995	20	CU1	163	20250825	30	24
390	8995	30	BI1	168	20250825	45	40
391	8996	10	DG2	150	20250908	15	21
392	8997	10	DG2	154	20250922	30	24
393	8997	20	CU2	165	20250922	45	58
394	8998	10	DG2	153	20250919	15	16
395	8998	20	FO1	163	20250919	20	21
396	8999	10	PP1	133	20251001	20	19
397	8999	20	OF2	146	20251001	240	187
398	8999	30	CU1	162	20251001	15	12
399	9000	10	PP1	135	20251006	60	50
400	9000	20	OF4	142	20251006	60	81
401	9001	10	DG1	148	20251006	60	66
402	9001	20	CU2	162	20251006	30	33
403	9002	10	DG1	152	20251013	30	32
404	9003	10	OF4	151	20251010	120	124
405	9003	20	FO2	167	20251010	60	52
406	9004	10	OF4	146	20251017	180	234
407	9004	20	FO2	166	20251017	20	18
408	9005	10	DG1	147	20251021	20	17
409	9006	10	DG1	150	20251022	20	21
410	9006	20	BI2	168	20251022	240	256
411	9007	10	OF4	141	20251103	180	162
412	9007	20	CU2	166	20251103	15	13
413	9008	10	DG1	151	20251103	30	43
414	9008	20	CU1	162	20251103	20	28
415	9009	10	DG1	142	20251105	20	23
416	9009	20	CU1	166	20251105	60	76
417	9009	30	BI1	168	20251105	30	26
418	9010	10	PP1	133	20251103	20	29
419	9010	20	OF1	148	20251103	180	148
420	9011	10	DG1	153	20251104	15	21
421	9012	10	DG1	152	20251110	15	20
422	9012	20	CU1	168	20251110	20	27
423	9012	30	FO1	167	20251110	60	52
424	9013	10	DG1	146	20251106	15	20
425	9013	20	CU2	166	20251106	60	84
426	9014	10	DG1	153	20251124	30	31
427	9014	20	CU2	165	20251124	45	42
428	9015	10	DG1	153	20251120	30	38
429	9015	20	CU2	163	20251120	30	27
430	9016	10	DG1	149	20251124	45	58
431	9017	10	DG2	154	20251118	20	27
432	9018	10	PP1	136	20251126	20	26
433	9018	20	OF4	142	20251126	120	172
434	9019	10	DG1	151	20251124	30	39
435	9020	10	DG1	147	20251128	60	53
436	9021	10	DG1	146	20251128	30	41
437	9023	10	DG1	148	20251209	15	13
438	9024	10	DG1	150	20251212	20	18
439	9025	10	DG1	149	20251222	30	29
440	9025	20	CU1	165	20251222	20	22
441	9026	10	OF2	145	20251219	30	42
442	9026	20	CU2	166	20251219	15	19
443	9026	30	FO1	163	20251219	30	43
444	9027	10	DG2	153	20251216	20	26
445	9028	10	DG2	141	20251222	15	21
446	9029	10	DG1	151	20251226	30	34
447	9029	20	CU2	166	20251226	45	53
448	9030	10	OF4	142	20251226	60	64
449	9030	20	CU1	165	20251226	30	38
450	9030	30	BI1	165	20251226	30	26
451	9031	10	DG2	153	20251224	15	14
452	9031	20	CU2	167	20251224	60	89
453	9032	10	OF4	149	20251229	90	102
454	9033	10	PP1	132	20260102	45	61
455	9033	20	OF4	146	20260102	120	146
456	9033	30	CU2	162	20260102	20	18
457	9034	10	PP1	131	20260106	45	50
458	9034	20	OF2	154	20260106	45	36
459	9034	30	CU1	162	20260106	20	19
460	9035	10	OF4	150	20260106	60	65
461	9035	20	CU1	165	20260106	30	31
462	9035	30	FO1	166	20260106	20	17
463	9036	10	DG2	152	20260121	45	59
464	9037	10	DG1	154	20260115	15	14
465	9037	20	CU1	163	20260115	60	51
466	9037	30	BI1	166	20260115	60	78
467	9038	10	DG2	150	20260119	30	29
468	9038	20	CU2	165	20260119	45	53
469	9039	10	DG1	154	20260123	15	14
470	9039	20	CU1	168	20260123	20	26
471	9040	10	DG1	141	20260122	30	28
472	9041	10	PP1	136	20260127	15	17
473	9041	20	OF1	150	20260127	30	25
474	9041	30	BI1	168	20260127	120	155
475	9042	10	DG1	147	20260126	15	15
476	9043	10	DG1	148	20260128	15	21
477	9043	20	BI2	166	20260128	180	157
478	9044	10	DG2	141	20260202	30	37
479	9044	20	CU2	166	20260202	20	24
480	9045	10	DG2	145	20260202	30	24
481	9045	20	BI1	168	20260202	120	145
482	9046	10	DG1	150	20260204	20	16
483	9048	10	PP1	131	20260205	20	15
484	9048	20	OF4	153	20260205	45	52
485	9048	30	CU1	163	20260205	15	11
486	9049	10	DG1	149	20260202	15	21
487	9049	20	CU2	165	20260202	15	17
488	9050	10	DG2	144	20260129	45	53
489	9050	20	CU1	161	20260129	15	16
490	9051	10	DG1	145	20260206	30	38
491	9051	20	CU2	165	20260206	30	44
492	9052	10	PP1	133	20260209	30	32
493	9052	20	OF4	147	20260209	240	293
494	9052	30	BI2	165	20260209	60	80
495	9053	10	DG2	150	20260216	45	59
496	9053	20	CU1	165	20260216	45	56
497	9054	10	DG2	152	20260219	15	19
498	9054	20	CU1	165	20260219	45	64
499	9055	10	PP1	135	20260216	45	51
500	9055	20	OF1	146	20260216	60	85
501	9055	30	CU2	161	20260216	60	48
502	9056	10	DG2	141	20260225	15	20
503	9057	10	DG2	145	20260227	45	49
504	9057	20	BI2	163	20260227	180	239
505	9058	10	DG1	145	20260309	60	82
506	9058	20	CU2	163	20260309	60	69
507	9058	30	BI1	168	20260309	90	83
508	9059	10	DG1	152	20260316	60	75
509	9059	20	CU2	165	20260316	30	29
510	9060	10	DG2	145	20260408	60	77
511	9061	10	DG2	146	20260410	30	43
512	9062	10	PP1	136	20260407	20	27
513	9062	20	OF2	146	20260407	240	220
514	9062	30	CU2	167	20260407	45	49
515	9063	10	OF4	142	20260408	30	44
516	9063	20	CU2	165	20260408	15	12
517	9064	10	DG1	147	20260416	30	23
518	9064	20	CU2	166	20260416	30	26
519	9064	30	BI1	162	20260416	180	142
520	9065	10	DG1	145	20260420	20	25
521	9066	10	OF2	150	20260417	60	89
522	9066	20	CU2	166	20260417	45	61
523	9067	10	OF4	150	20260414	180	155
524	9067	20	CU2	168	20260414	30	42
525	9067	30	FO2	165	20260414	60	86
526	9068	10	DG2	149	20260414	60	61
527	9069	10	DG1	153	20260422	45	42
528	9069	20	CU1	168	20260422	60	84
529	9069	30	FO2	168	20260422	20	27
530	9070	10	DG1	154	20260416	20	15
531	9070	20	CU1	162	20260416	60	83
532	9071	10	PP1	132	20260427	30	29
533	9071	20	OF4	148	20260427	90	67
534	9071	30	CU2	163	20260427	60	88
535	9071	40	BI2	162	20260427	120	121
536	9072	10	DG1	144	20260501	20	21
537	9072	20	CU1	166	20260501	45	52
538	9073	10	DG1	152	20260512	60	89
539	9074	10	DG1	142	20260511	30	40
540	9076	10	DG1	141	20260601	45	\N
541	9077	10	DG1	149	20260602	30	\N
542	9078	10	DG2	152	20260622	60	48
543	9078	20	CU1	162	20260622	45	53
544	9079	10	DG2	149	20260623	60	78
545	9080	10	DG2	147	20260625	60	83
\.

COPY prd_mnt (mnt_id,mach_cd,mnt_dt,knd,dwn_hrs,cost_ct,sup_no) FROM stdin;
1	FO1	2024-03-18	P	4	71300	709
2	BI1	2024-03-18	P	1.5	30800	708
3	CU2	2024-03-25	P	2	71500	708
4	DG1	2024-04-12	R	6	689900	709
5	CU1	2024-04-15	R	24	404300	708
6	FO2	2024-05-27	R	36.5	411500	708
7	OF3	2024-06-03	P	4	24200	709
8	DG2	2024-06-03	R	4	770000	\N
9	BI2	2024-06-06	P	3	22100	708
10	OF1	2024-06-10	P	4	74200	708
11	PP1	2024-06-12	R	36.5	833200	\N
12	OF2	2024-06-13	P	2	50400	\N
13	FO1	2024-06-17	P	1.5	78000	\N
14	DG1	2024-06-27	R	6	234400	709
15	CU1	2024-08-05	P	3	82000	708
16	BI1	2024-08-16	R	36.5	611200	708
17	CU2	2024-08-23	P	2	107100	\N
18	DG2	2024-09-09	P	4	77900	\N
19	PP1	2024-09-09	R	6	62400	708
20	OF1	2024-09-11	P	4	23900	\N
21	OF2	2024-09-30	P	2	76800	708
22	DG1	2024-09-30	R	12	583500	709
23	BI2	2024-10-04	P	1.5	109900	\N
24	FO1	2024-10-15	R	12	165300	708
25	CU2	2024-10-25	P	4	91300	\N
26	FO2	2024-10-29	P	2	67000	709
27	BI1	2024-11-13	R	4	680100	709
28	CU1	2024-11-26	P	4	86300	708
29	OF4	2024-12-10	R	6	651200	708
30	DG2	2024-12-11	P	4	76800	708
31	BI2	2024-12-17	P	4	27000	708
32	FO1	2024-12-20	P	1.5	58600	708
33	PP1	2024-12-27	P	1.5	41500	\N
34	FO2	2025-01-08	P	4	64400	708
35	DG1	2025-01-31	P	2	22500	709
36	OF2	2025-02-19	P	4	94700	708
37	OF1	2025-02-20	P	2	57600	708
38	CU2	2025-03-24	R	6	507100	\N
39	CU1	2025-03-26	R	8	594000	708
40	BI2	2025-04-04	P	2	23600	709
41	FO1	2025-04-14	R	4	834500	709
42	OF4	2025-04-21	P	3	65100	\N
43	BI1	2025-04-28	P	4	72400	708
44	FO2	2025-05-02	P	4	55300	708
45	DG2	2025-05-13	R	6	720500	708
46	PP1	2025-05-29	P	1.5	96600	709
47	OF2	2025-06-13	R	4	464200	\N
48	DG1	2025-06-25	P	1.5	56700	708
49	CU1	2025-07-03	P	2	79700	709
50	BI2	2025-07-03	P	4	32800	\N
51	FO1	2025-07-14	P	3	47000	709
52	CU2	2025-07-21	R	12	197500	709
53	OF4	2025-08-04	P	3	34200	\N
54	OF1	2025-08-06	R	6	757300	\N
55	DG2	2025-08-11	R	8	659800	709
56	OF2	2025-09-01	R	36.5	601500	709
57	CU1	2025-09-15	P	3	89800	708
58	FO2	2025-09-29	P	1.5	106500	\N
59	FO1	2025-09-30	P	4	45000	708
60	CU2	2025-10-06	R	8	553700	708
61	BI1	2025-10-06	R	8	87600	709
62	PP1	2025-10-09	P	3	59300	709
63	OF4	2025-10-23	R	36.5	410100	709
64	DG1	2025-10-27	P	2	20100	708
65	DG2	2025-12-01	R	8	353900	\N
66	BI2	2025-12-01	P	3	72300	\N
67	OF1	2025-12-17	P	2	109200	708
68	PP1	2025-12-17	P	3	20800	708
69	CU1	2025-12-23	R	36.5	718700	708
70	DG1	2025-12-29	R	6	721300	708
71	OF2	2026-01-05	P	4	31900	709
72	CU2	2026-01-05	P	2	98800	709
73	OF4	2026-01-06	R	4	397600	708
74	FO1	2026-01-28	P	2	52600	708
75	BI1	2026-02-02	R	8	689400	\N
76	BI2	2026-03-02	P	3	48900	709
77	FO2	2026-03-06	P	2	63500	709
78	OF2	2026-03-24	P	3	50000	709
79	BI1	2026-04-06	P	2	20300	708
80	CU1	2026-04-07	R	8	804300	708
81	DG2	2026-04-09	P	3	25300	708
82	CU2	2026-04-17	P	2	48800	708
83	PP1	2026-04-17	R	8	389000	708
84	DG1	2026-04-23	R	4	706200	708
85	BI2	2026-05-27	P	1.5	22000	708
86	OF1	2026-06-03	R	36.5	431300	708
87	FO1	2026-06-15	P	2	44400	708
88	FO2	2026-06-15	R	4	222800	709
89	OF4	2026-06-22	P	1.5	49200	709
\.

COPY pur_po_hd (po_no,sup_no,po_dt,exp_dt,sts,byr_no) FROM stdin;
31001	703	20240911	20240930	4	182
31002	702	20240930	20241017	4	182
31003	706	20241018	20241026	4	182
31004	703	20241024	20241029	4	182
31005	702	20241031	20241120	4	181
31006	705	20241107	20241127	9	182
31007	704	20241125	20241204	4	181
31008	705	20241216	20241225	4	181
31009	702	20241223	20250102	4	182
31010	704	20241223	20241229	4	182
31011	705	20241230	20250114	4	181
31012	702	20250129	20250205	4	182
31013	702	20250130	20250204	9	181
31014	705	20250206	20250224	4	182
31015	703	20250210	20250223	4	181
31016	706	20250212	20250305	4	181
31017	706	20250213	20250220	4	182
31018	701	20250217	20250301	9	182
31019	704	20250226	20250316	4	182
31020	702	20250304	20250311	4	181
31021	702	20250304	20250316	4	182
31022	706	20250320	20250331	4	181
31023	704	20250414	20250421	4	182
31024	706	20250421	20250508	4	181
31025	710	20250423	20250508	4	182
31026	702	20250512	20250520	4	181
31027	703	20250515	20250602	4	181
31028	701	20250526	0	4	181
31029	702	20250528	20250613	4	182
31030	703	20250623	20250710	4	182
31031	701	20250704	20250725	4	181
31032	705	20250709	20250720	4	181
31033	701	20250714	20250728	4	181
31034	706	20250728	20250805	4	181
31035	701	20250801	20250811	4	181
31036	710	20250808	20250820	4	181
31037	707	20250812	20250823	4	180
31038	701	20250818	20250823	4	181
31039	704	20250828	20250910	4	180
31040	706	20250915	20251005	4	181
31041	705	20250915	20251006	4	181
31042	702	20250915	20250924	4	181
31043	704	20250915	20250922	4	181
31044	702	20250929	20251004	4	181
31045	704	20251006	20251025	4	181
31046	706	20251008	20251017	4	180
31047	701	20251013	20251025	4	181
31048	701	20251013	20251103	4	180
31049	704	20251021	20251104	4	181
31050	705	20251027	20251115	4	180
31051	707	20251106	20251116	9	181
31052	704	20251110	20251117	4	181
31053	705	20251117	20251208	4	181
31054	702	20251205	20251221	4	180
31055	706	20251210	20251215	4	180
31056	702	20251226	0	4	181
31057	706	20260113	20260123	4	180
31058	702	20260114	20260131	9	181
31059	701	20260123	20260202	4	181
31060	703	20260126	20260209	9	180
31061	707	20260209	20260216	4	180
31062	702	20260209	20260224	4	181
31063	707	20260216	20260308	4	181
31064	701	20260302	20260308	4	181
31065	703	20260319	20260324	4	181
31066	710	20260327	20260412	4	181
31067	702	20260330	20260410	4	181
31068	701	20260330	20260404	4	181
31069	701	20260406	20260414	4	181
31070	704	20260420	20260507	4	181
31071	703	20260430	20260519	4	181
31072	706	20260504	20260520	9	181
31073	704	20260508	0	4	181
31074	706	20260605	20260610	2	181
31075	704	20260611	20260622	3	181
\.

COPY pur_po_pos (po_no,pos,itm_no,qty,prc_ct,rcv_qty) FROM stdin;
31001	1	P10120	10000	3	10000
31002	1	P20170	25000	6	25000
31003	1	K002	90	1100	90
31004	1	P10120	20000	3	20000
31004	2	P20250	15000	8	15000
31005	1	P20170	50000	5	50000
31006	1	L105	900	1105	0
31006	2	L074	400	673	0
31007	1	I003	50	1475	50
31008	1	L074	400	687	400
31008	2	L105	300	1101	300
31009	1	P20170	25000	6	25000
31010	1	I003	75	1420	75
31010	2	I004	75	1222	75
31010	3	I020	5	5435	5
31011	1	L105	600	912	600
31012	1	P20135	35000	4	35000
31013	1	P20135	35000	4	0
31013	2	P20170	12500	5	0
31014	1	L105	900	1107	900
31015	1	P20250	15000	8	15000
31016	1	P30350	18000	12	18000
31017	1	K001	1600	72	1600
31018	1	P10090	60000	2	0
31019	1	I020	5	4665	5
31020	1	P20135	52500	4	52500
31021	1	P20170	50000	5	50000
31021	2	P20115	52500	3	52500
31021	3	P20135	17500	4	17500
31022	1	K002	60	1268	60
31022	2	K001	1600	79	1600
31022	3	K003	60	818	60
31023	1	I002	25	1561	25
31023	2	I004	100	1224	100
31024	1	P30350	12000	12	12000
31024	2	K001	1600	77	1600
31024	3	K003	80	762	80
31025	1	P40160	12000	5	12000
31026	1	P20135	17500	4	17500
31026	2	P20115	17500	3	17500
31026	3	P20170	50000	5	50000
31027	1	P20250	15000	8	15000
31028	1	P10080	20000	2	20000
31029	1	P20170	12500	5	12500
31030	1	P10120	20000	3	20000
31031	1	P10090	60000	2	60000
31031	2	P10080	20000	2	20000
31032	1	L074	600	698	600
31032	2	L105	1200	935	1200
31033	1	P10090	45000	2	45000
31033	2	P10080	40000	2	40000
31034	1	K001	1600	89	1600
31035	1	P10080	80000	2	80000
31036	1	P40100	7500	3	7500
31036	2	P40160	4000	6	4000
31037	1	C001	300	375	300
31037	2	C002	150	456	150
31038	1	P10080	20000	2	20000
31038	2	P10090	30000	2	30000
31039	1	I002	50	1531	50
31040	1	K001	400	77	400
31040	2	P30300	12000	11	12000
31041	1	L074	600	592	600
31041	2	L105	1200	1047	1200
31042	1	P20115	52500	3	52500
31042	2	P20135	35000	4	35000
31042	3	P20170	25000	5	25000
31043	1	I020	10	5534	10
31044	1	P20115	52500	3	52500
31045	1	I020	15	5281	15
31045	2	I003	25	1629	25
31046	1	K003	40	803	40
31046	2	P30300	12000	12	12000
31047	1	P10090	30000	2	30000
31047	2	P10080	40000	2	40000
31048	1	P10090	60000	2	60000
31048	2	P10080	60000	2	60000
31049	1	I020	20	5162	20
31049	2	I004	50	1431	50
31050	1	L105	1200	1103	1200
31051	1	C002	225	520	0
31051	2	C001	400	433	0
31052	1	I004	50	1287	50
31053	1	L074	800	599	800
31054	1	P20170	25000	5	25000
31054	2	P20135	17500	4	17500
31055	1	K002	60	1119	60
31055	2	P30300	18000	12	18000
31056	1	P20115	52500	3	52500
31057	1	P30350	24000	15	24000
31058	1	P20135	35000	4	0
31059	1	P10090	15000	2	15000
31059	2	P10080	20000	2	20000
31060	1	P20250	15000	8	0
31060	2	P10120	10000	3	0
31061	1	C001	100	434	100
31061	2	C002	300	421	300
31062	1	P20135	52500	4	52500
31062	2	P20115	35000	3	35000
31063	1	C001	300	448	300
31063	2	C002	75	502	75
31064	1	P10090	45000	2	45000
31065	1	P20250	7500	8	7500
31065	2	P10120	30000	3	30000
31066	1	P40100	15000	3	15000
31066	2	P40160	8000	5	8000
31067	1	P20135	70000	4	70000
31068	1	P10090	45000	2	45000
31068	2	P10080	80000	2	80000
31069	1	P10080	60000	2	60000
31070	1	I002	100	1273	100
31071	1	P10120	20000	3	20000
31072	1	K002	120	1209	0
31073	1	I002	100	1360	100
31073	2	I020	5	5532	5
31074	1	P30350	12000	15	0
31075	1	I001	60	1294	30
31075	2	I002	75	1494	45
31075	3	I020	10	4634	6
\.

COPY inv_mvt (mvt_id,itm_no,whs_cd,mvt_typ,qty,mvt_ts,job_no,po_no) FROM stdin;
1	P30300	PAP	I	-100	2024-01-08 06:40:00	8804	\N
2	P30350	EXT	I	-102	2024-01-11 06:10:00	8801	\N
3	P30300	PAP	I	-2188	2024-01-29 06:50:00	8805	\N
4	P20250	PAP	I	-247	2024-02-02 06:15:00	8808	\N
5	P50120	PAP	I	-198	2024-02-07 06:00:00	8809	\N
6	P40100	PAP	I	-366	2024-02-22 06:15:00	8811	\N
7	P30350	PAP	I	-251	2024-02-26 06:45:00	8813	\N
8	P40100	PAP	I	-304	2024-03-06 06:15:00	8814	\N
9	P20135	EXT	I	-101	2024-03-11 06:00:00	8815	\N
10	P20170	EXT	I	-1589	2024-04-02 06:45:00	8820	\N
11	P30350	PAP	I	-549	2024-04-05 06:45:00	8821	\N
12	P40100	PAP	I	-3307	2024-04-12 06:05:00	8822	\N
13	P20170	PAP	I	-2954	2024-04-17 06:10:00	8823	\N
14	P50240	PAP	I	-5281	2024-05-02 06:40:00	8826	\N
15	P40100	PAP	I	-170	2024-05-06 06:30:00	8828	\N
16	P10080	PAP	I	-350	2024-05-09 06:50:00	8827	\N
17	P40160	EXT	I	-196	2024-05-13 06:00:00	8829	\N
18	P20170	EXT	I	-393	2024-05-13 06:15:00	8830	\N
19	P10080	PAP	I	-118	2024-05-22 06:30:00	8831	\N
20	P10090	PAP	I	-672	2024-05-27 06:50:00	8832	\N
21	P40160	PAP	I	-197	2024-06-14 06:50:00	8837	\N
22	P20135	PAP	I	-101	2024-06-18 06:50:00	8838	\N
23	P20135	PAP	I	-566	2024-06-21 06:20:00	8836	\N
24	P50120	PAP	I	-6293	2024-06-25 06:50:00	8843	\N
25	P20115	PAP	I	-1323	2024-06-26 06:30:00	8842	\N
26	P20170	EXT	I	-102	2024-06-28 06:20:00	8845	\N
27	P20250	PAP	I	-147	2024-07-11 06:15:00	8847	\N
28	P20250	EXT	I	-250	2024-07-15 06:15:00	8853	\N
29	P20135	EXT	I	-1574	2024-07-15 06:40:00	8846	\N
30	P20170	EXT	I	-103	2024-07-16 06:40:00	8848	\N
31	P20135	PAP	I	-575	2024-07-17 06:20:00	8852	\N
32	P10090	PAP	I	-10634	2024-07-24 06:00:00	8855	\N
33	P40160	EXT	I	-1373	2024-07-24 06:20:00	8854	\N
34	P40100	PAP	I	-2372	2024-07-24 06:30:00	8856	\N
35	P20135	PAP	I	-691	2024-07-31 06:15:00	8857	\N
36	P40100	PAP	I	-23642	2024-08-01 06:10:00	8858	\N
37	P10090	PAP	I	-12463	2024-08-05 06:20:00	8860	\N
38	P20135	PAP	I	-2420	2024-08-05 06:30:00	8862	\N
39	P10090	EXT	I	-6509	2024-08-06 06:15:00	8861	\N
40	P50240	EXT	I	-302	2024-08-12 06:00:00	8866	\N
41	P20250	EXT	I	-100	2024-08-12 06:10:00	8867	\N
42	P20170	PAP	I	-1052	2024-08-12 06:15:00	8864	\N
43	P20250	EXT	I	-101	2024-08-12 06:15:00	8865	\N
44	P50120	PAP	I	-104	2024-09-02 06:20:00	8870	\N
45	P50240	EXT	I	-348	2024-09-16 06:30:00	8880	\N
46	P40100	PAP	I	-864	2024-09-17 06:45:00	8879	\N
47	P10090	PAP	I	-903	2024-09-24 06:50:00	8882	\N
48	P10120	PAP	R	10000	2024-09-29 14:00:00	\N	31001
49	P20170	PAP	I	-2903	2024-09-30 06:15:00	8891	\N
50	P30350	PAP	I	-247	2024-09-30 06:40:00	8886	\N
51	P20170	EXT	I	-143	2024-09-30 06:50:00	8889	\N
52	P20250	PAP	I	-2148	2024-10-02 06:30:00	8890	\N
53	P30350	EXT	I	-4229	2024-10-04 06:00:00	8895	\N
54	P10080	EXT	I	-2673	2024-10-07 06:45:00	8899	\N
55	P40160	PAP	I	-691	2024-10-09 06:45:00	8896	\N
56	P10080	EXT	I	-677	2024-10-10 06:15:00	8900	\N
57	P10090	PAP	I	-104	2024-10-10 06:30:00	8894	\N
58	P20135	PAP	I	-577	2024-10-11 06:45:00	8897	\N
59	P20135	EXT	I	-987	2024-10-14 06:30:00	8901	\N
60	P20135	PAP	I	-101	2024-10-21 06:15:00	8906	\N
61	P40100	PAP	I	-6497	2024-10-21 06:20:00	8905	\N
62	P20170	PAP	R	25000	2024-10-21 13:45:00	\N	31002
63	P20170	PAP	I	-5708	2024-10-22 06:15:00	8907	\N
64	K002	MAI	R	90	2024-10-26 15:30:00	\N	31003
65	P20250	PAP	R	15000	2024-10-27 14:10:00	\N	31004
66	P10120	PAP	R	20000	2024-11-03 07:30:00	\N	31004
67	P20170	PAP	R	50000	2024-11-25 10:40:00	\N	31005
68	I003	MAI	R	50	2024-12-05 13:00:00	\N	31007
69	P40100	PAP	I	-5798	2024-12-09 06:40:00	8909	\N
70	P10090	EXT	I	-1653	2024-12-23 06:15:00	8913	\N
71	L105	MAI	R	300	2024-12-24 09:20:00	\N	31008
72	I020	MAI	R	5	2024-12-30 07:30:00	\N	31010
73	L074	MAI	R	400	2024-12-30 09:20:00	\N	31008
74	I003	MAI	R	75	2024-12-30 16:45:00	\N	31010
75	I004	MAI	R	75	2025-01-02 12:00:00	\N	31010
76	P20170	PAP	R	25000	2025-01-03 13:50:00	\N	31009
77	P30350	PAP	I	-1051	2025-01-13 06:15:00	8917	\N
78	P20170	EXT	I	-393	2025-01-13 06:20:00	8919	\N
79	L105	MAI	R	600	2025-01-17 17:20:00	\N	31011
80	P10120	PAP	I	-3119	2025-01-23 06:10:00	8923	\N
81	P20135	PAP	I	-656	2025-01-27 06:00:00	8920	\N
82	P40100	PAP	I	-101	2025-01-28 06:45:00	8922	\N
83	P30350	EXT	I	-251	2025-02-03 06:45:00	8925	\N
84	P20135	PAP	R	35000	2025-02-11 13:05:00	\N	31012
85	P50120	PAP	I	-6232	2025-02-14 06:30:00	8928	\N
86	P10080	EXT	I	-2750	2025-02-17 06:20:00	8931	\N
87	P10090	PAP	I	-13119	2025-02-19 06:05:00	8929	\N
88	K001	MAI	R	1600	2025-02-23 06:45:00	\N	31017
89	L105	MAI	R	900	2025-02-23 08:30:00	\N	31014
90	P20170	PAP	I	-1328	2025-02-26 06:30:00	8932	\N
91	P20135	PAP	I	-102	2025-02-27 06:30:00	8934	\N
92	P20250	PAP	R	15000	2025-02-28 16:30:00	\N	31015
93	P20135	PAP	R	52500	2025-03-10 15:10:00	\N	31020
94	P30350	PAP	R	18000	2025-03-11 17:20:00	\N	31016
95	P50240	PAP	I	-691	2025-03-13 06:20:00	8936	\N
96	P20170	PAP	R	50000	2025-03-14 07:30:00	\N	31021
97	P20135	PAP	R	17500	2025-03-14 08:15:00	\N	31021
98	I020	MAI	R	5	2025-03-17 07:50:00	\N	31019
99	P20115	PAP	R	52500	2025-03-17 12:40:00	\N	31021
100	K002	MAI	R	60	2025-04-01 10:05:00	\N	31022
101	K003	MAI	R	60	2025-04-04 12:20:00	\N	31022
102	K001	MAI	R	1600	2025-04-05 07:20:00	\N	31022
103	P50240	EXT	I	-576	2025-04-21 06:10:00	8948	\N
104	I002	MAI	R	25	2025-04-21 16:45:00	\N	31023
105	P10090	PAP	I	-1651	2025-04-23 06:15:00	8943	\N
106	I004	MAI	R	100	2025-04-25 10:40:00	\N	31023
107	P30350	PAP	R	12000	2025-05-06 15:00:00	\N	31024
108	K003	MAI	R	80	2025-05-09 07:15:00	\N	31024
109	P40160	PAP	R	12000	2025-05-10 08:30:00	\N	31025
110	P50120	EXT	I	-4304	2025-05-13 06:50:00	8955	\N
111	P20170	PAP	I	-252	2025-05-14 06:10:00	8954	\N
112	K001	MAI	R	1600	2025-05-14 16:45:00	\N	31024
113	P20135	PAP	R	17500	2025-05-20 07:10:00	\N	31026
114	P20170	PAP	R	50000	2025-05-23 08:05:00	\N	31026
115	P20115	PAP	R	17500	2025-05-26 15:50:00	\N	31026
116	P20250	EXT	I	-105	2025-05-29 06:30:00	8962	\N
117	P10120	PAP	I	-2116	2025-05-30 06:20:00	8960	\N
118	P20250	PAP	R	15000	2025-06-04 14:05:00	\N	31027
119	P30350	EXT	I	-103	2025-06-05 06:20:00	8961	\N
120	P10080	PAP	I	-100	2025-06-10 06:20:00	8966	\N
121	P10080	PAP	R	20000	2025-06-11 14:30:00	\N	31028
122	P20135	EXT	I	-4758	2025-06-16 06:30:00	8969	\N
123	P20170	PAP	R	12500	2025-06-17 13:10:00	\N	31029
124	P40160	PAP	I	-3110	2025-06-19 06:15:00	8970	\N
125	P50120	EXT	I	-1010	2025-07-09 06:00:00	8976	\N
126	P10120	PAP	R	20000	2025-07-15 07:15:00	\N	31030
127	L105	MAI	R	1200	2025-07-18 09:10:00	\N	31032
128	L074	MAI	R	600	2025-07-19 12:40:00	\N	31032
129	P10080	PAP	R	20000	2025-07-23 08:05:00	\N	31031
130	P10080	PAP	R	40000	2025-07-29 06:05:00	\N	31033
131	P10090	PAP	R	60000	2025-07-29 07:00:00	\N	31031
132	P10090	PAP	R	45000	2025-08-02 10:40:00	\N	31033
133	K001	MAI	R	1600	2025-08-04 11:15:00	\N	31034
134	P50120	PAP	I	-864	2025-08-11 06:10:00	8985	\N
135	P20250	PAP	I	-253	2025-08-11 06:10:00	8986	\N
136	P10090	PAP	I	-174	2025-08-12 06:15:00	8983	\N
137	P10090	PAP	I	-45168	2025-08-12 06:15:00	8989	\N
138	P10090	PAP	I	-102	2025-08-13 06:05:00	8987	\N
139	P50240	EXT	I	-545	2025-08-13 06:50:00	8988	\N
140	P10080	PAP	R	80000	2025-08-13 11:20:00	\N	31035
141	P40100	PAP	R	7500	2025-08-19 10:20:00	\N	31036
142	P10080	PAP	R	20000	2025-08-21 09:00:00	\N	31038
143	P40160	PAP	R	4000	2025-08-23 09:10:00	\N	31036
144	P10120	PAP	I	-1320	2025-08-25 06:10:00	8992	\N
145	P50120	PAP	I	-954	2025-08-26 06:00:00	8993	\N
146	P10090	PAP	R	30000	2025-08-26 15:15:00	\N	31038
147	P30300	PAP	I	-100	2025-08-27 06:50:00	8990	\N
148	C001	MAI	R	300	2025-08-27 10:10:00	\N	31037
149	C002	MAI	R	150	2025-08-29 06:15:00	\N	31037
150	I002	MAI	R	50	2025-09-09 12:30:00	\N	31039
151	P20115	PAP	R	52500	2025-09-24 13:30:00	\N	31042
152	P20135	PAP	R	35000	2025-09-24 16:30:00	\N	31042
153	P20170	PAP	R	25000	2025-09-25 10:00:00	\N	31042
154	I020	MAI	R	10	2025-09-28 06:40:00	\N	31043
155	P10090	PAP	I	-2981	2025-10-06 06:20:00	9000	\N
156	L074	MAI	R	600	2025-10-06 08:15:00	\N	31041
157	P20115	PAP	R	52500	2025-10-08 14:45:00	\N	31044
158	P20135	PAP	I	-11800	2025-10-10 06:20:00	9003	\N
159	K001	MAI	R	400	2025-10-11 06:15:00	\N	31040
160	P30300	PAP	R	12000	2025-10-11 11:20:00	\N	31040
161	L105	MAI	R	1200	2025-10-12 09:00:00	\N	31041
162	P30300	PAP	R	12000	2025-10-20 11:30:00	\N	31046
163	P10090	PAP	I	-950	2025-10-22 06:20:00	9006	\N
164	K003	MAI	R	40	2025-10-23 10:50:00	\N	31046
165	P10090	PAP	R	30000	2025-10-25 11:45:00	\N	31047
166	P10080	PAP	R	40000	2025-10-26 16:30:00	\N	31047
167	I020	MAI	R	15	2025-10-29 09:20:00	\N	31045
168	I003	MAI	R	25	2025-10-30 11:10:00	\N	31045
169	P10090	PAP	R	60000	2025-11-01 17:30:00	\N	31048
170	P50240	PAP	I	-568	2025-11-03 06:00:00	9008	\N
171	P10090	EXT	I	-23867	2025-11-03 06:05:00	9007	\N
172	I020	MAI	R	20	2025-11-06 13:05:00	\N	31049
173	P10080	PAP	R	60000	2025-11-07 10:45:00	\N	31048
174	P10090	PAP	I	-354	2025-11-10 06:20:00	9012	\N
175	I004	MAI	R	50	2025-11-10 12:30:00	\N	31049
176	P40160	PAP	I	-662	2025-11-18 06:20:00	9017	\N
177	L105	MAI	R	1200	2025-11-18 10:45:00	\N	31050
178	P20170	PAP	I	-546	2025-11-20 06:10:00	9015	\N
179	I004	MAI	R	50	2025-11-21 10:30:00	\N	31052
180	P10090	PAP	I	-104	2025-12-09 06:20:00	9023	\N
181	L074	MAI	R	800	2025-12-12 17:40:00	\N	31053
182	K002	MAI	R	60	2025-12-15 16:50:00	\N	31055
183	P30300	PAP	R	18000	2025-12-17 14:40:00	\N	31055
184	P20135	PAP	R	17500	2025-12-19 17:20:00	\N	31054
185	P30300	EXT	I	-147	2025-12-22 06:00:00	9025	\N
186	P20170	PAP	R	25000	2025-12-23 12:15:00	\N	31054
187	P20170	PAP	I	-6147	2025-12-26 06:50:00	9030	\N
188	P20135	PAP	I	-6031	2025-12-29 06:20:00	9032	\N
189	P20250	PAP	I	-1826	2026-01-02 06:10:00	9033	\N
190	P20115	PAP	R	52500	2026-01-10 11:05:00	\N	31056
191	I004	MAI	C	-159	2026-01-11 08:20:00	\N	\N
192	P20115	EXT	I	-101	2026-01-15 06:10:00	9037	\N
193	P40160	EXT	I	-118	2026-01-22 06:40:00	9040	\N
194	P30350	PAP	R	24000	2026-01-27 13:30:00	\N	31057
195	P40100	PAP	I	-863	2026-01-28 06:40:00	9043	\N
196	P20135	PAP	I	-650	2026-01-29 06:05:00	9050	\N
197	P10080	PAP	R	20000	2026-01-31 12:10:00	\N	31059
198	P40160	EXT	I	-360	2026-02-02 06:00:00	9044	\N
199	P20170	PAP	I	-613	2026-02-02 06:50:00	9045	\N
200	P10090	PAP	R	15000	2026-02-02 07:20:00	\N	31059
201	P40100	EXT	I	-13002	2026-02-05 06:20:00	9048	\N
202	P30300	PAP	I	-143	2026-02-06 06:15:00	9051	\N
203	P40100	EXT	I	-6225	2026-02-09 06:50:00	9052	\N
204	K001	MAI	C	-23	2026-02-12 14:05:00	\N	\N
205	P40100	PAP	I	-23425	2026-02-16 06:45:00	9055	\N
206	K002	MAI	C	-123	2026-02-19 09:40:00	\N	\N
207	C002	MAI	R	300	2026-02-20 14:10:00	\N	31061
208	C001	MAI	R	100	2026-02-21 08:10:00	\N	31061
209	P20115	PAP	R	35000	2026-02-23 14:50:00	\N	31062
210	P10120	PAP	I	-861	2026-02-27 06:45:00	9057	\N
211	P20135	PAP	R	52500	2026-02-27 17:50:00	\N	31062
212	C002	MAI	R	75	2026-03-08 14:50:00	\N	31063
213	P20115	PAP	I	-637	2026-03-09 06:15:00	9058	\N
214	P10090	PAP	R	45000	2026-03-11 07:00:00	\N	31064
215	C001	MAI	R	300	2026-03-13 14:00:00	\N	31063
216	P20250	EXT	I	-1066	2026-03-16 06:45:00	9059	\N
217	P10120	PAP	C	-155	2026-03-23 08:15:00	\N	\N
218	P10120	PAP	R	30000	2026-03-25 16:00:00	\N	31065
219	C001	MAI	C	189	2026-03-26 10:50:00	\N	\N
220	P20250	PAP	R	7500	2026-03-28 13:05:00	\N	31065
221	P10080	PAP	R	80000	2026-04-02 08:20:00	\N	31068
222	P30300	PAP	C	10	2026-04-04 13:00:00	\N	\N
223	P10090	PAP	R	45000	2026-04-04 16:05:00	\N	31068
224	P20250	PAP	I	-2114	2026-04-07 06:20:00	9062	\N
225	P30350	EXT	I	-470	2026-04-08 06:10:00	9060	\N
226	P20115	PAP	I	-1608	2026-04-08 06:45:00	9063	\N
227	I003	MAI	C	150	2026-04-12 17:20:00	\N	\N
228	P20115	EXT	I	-639	2026-04-14 06:15:00	9068	\N
229	P40160	PAP	R	8000	2026-04-14 09:15:00	\N	31066
230	P40100	PAP	R	15000	2026-04-15 17:50:00	\N	31066
231	P10080	PAP	R	60000	2026-04-16 06:30:00	\N	31069
232	P40100	PAP	I	-1083	2026-04-16 06:40:00	9064	\N
233	P20135	PAP	R	70000	2026-04-16 12:30:00	\N	31067
234	P40100	PAP	I	-103	2026-04-22 06:20:00	9069	\N
235	P30350	PAP	C	-2	2026-05-04 11:40:00	\N	\N
236	I002	MAI	R	100	2026-05-09 17:20:00	\N	31070
237	P30300	EXT	I	-474	2026-05-12 06:20:00	9073	\N
238	I020	MAI	R	5	2026-05-13 06:45:00	\N	31073
239	P10120	PAP	R	20000	2026-05-18 08:10:00	\N	31071
240	I002	MAI	R	100	2026-05-18 15:00:00	\N	31073
241	P10080	PAP	C	172	2026-05-19 12:15:00	\N	\N
242	P40160	PAP	C	150	2026-05-19 14:45:00	\N	\N
243	I020	MAI	C	-56	2026-05-20 07:05:00	\N	\N
244	P40100	PAP	C	109	2026-06-07 16:50:00	\N	\N
245	I001	MAI	R	30	2026-06-21 17:30:00	\N	31075
246	P40100	PAP	I	-1059	2026-06-22 06:10:00	9078	\N
247	I020	MAI	R	6	2026-06-23 12:45:00	\N	31075
248	I002	MAI	R	45	2026-06-27 17:45:00	\N	31075
\.

COPY crm_cmpl (cmpl_id,job_no,cust_no,rcv_dt,rsn_cd,sts,cost_ct,clsd_ts) FROM stdin;
1	8811	10178	20240305	DMG	R	0	2024-03-23 08:40:00
2	8817	10103	20240401	DMG	R	0	2024-04-08 12:05:00
3	8830	10142	20240526	CUT	A	151000	2024-06-19 09:05:00
4	8839	10055	20240702	DMG	A	173000	2024-07-26 14:15:00
5	8847	10004	20240718	COL	R	0	2024-07-21 16:40:00
6	8848	10196	20240727	QTY	A	87000	2024-08-03 15:10:00
7	8855	10031	20240806	COL	A	64000	2024-08-14 12:05:00
8	8872	10127	20240901	COL	A	60000	2024-09-12 06:15:00
9	8877	10133	20240925	COL	R	0	2024-09-28 14:15:00
10	8879	10163	20240923	LAT	A	100000	2024-10-16 15:10:00
11	8887	10031	20241001	LAT	R	0	2024-10-25 08:00:00
12	8886	10031	20241008	LAT	R	0	2024-10-11 06:00:00
13	8888	10058	20241014	LAT	A	24000	2024-11-08 14:20:00
14	8895	10148	20241013	LAT	A	92000	2024-10-18 16:15:00
15	8894	10010	20241023	COL	A	79000	2024-11-03 13:50:00
16	8900	10010	20241019	LAT	R	0	2024-11-08 11:40:00
17	8934	10121	20250307	QTY	R	0	2025-03-28 17:10:00
18	8953	10103	20250511	LAT	A	112000	2025-06-04 11:05:00
19	8951	10142	20250513	LAT	A	50000	2025-05-20 07:20:00
20	8957	10169	20250530	COL	R	0	2025-06-23 10:20:00
21	8985	10037	20250823	TXT	R	0	2025-09-02 06:50:00
22	8991	10001	20250830	QTY	A	163000	2025-09-06 13:45:00
23	9003	10115	20251016	CUT	R	0	2025-11-06 08:00:00
24	9005	10124	20251024	DMG	R	0	2025-11-09 17:05:00
25	9008	10025	20251108	LAT	R	0	2025-11-21 08:15:00
26	9011	10088	20251109	QTY	R	0	2025-11-13 17:40:00
27	9028	10139	20251229	LAT	A	153000	2026-01-06 11:20:00
28	9031	10148	20251229	LAT	A	93000	2026-01-22 11:30:00
29	9038	10151	20260125	TXT	R	0	2026-02-17 09:05:00
30	9039	10148	20260130	QTY	A	69000	2026-02-17 07:20:00
31	9041	10085	20260205	DMG	R	0	2026-02-28 08:50:00
32	9048	10121	20260211	COL	R	0	2026-02-18 06:50:00
33	9058	10175	20260318	COL	A	79000	2026-03-23 12:50:00
34	9066	10133	20260425	DMG	A	12000	2026-04-30 17:50:00
\.

COPY log_veh (veh_id,plate,descr,max_kg,nxt_insp,act_fl) FROM stdin;
1	A-PH 101	Mercedes Sprinter	1100	2026-11-30	t
2	A-PH 102	Mercedes Sprinter	1100	2027-02-28	t
3	A-PH 230	MAN TGL 8.190	3200	2026-08-31	t
4	A-PH 77	Fiat Ducato	1000	2024-05-31	f
5	A-PH 305	VW e-Crafter	900	2027-05-31	t
\.

COPY fin_inv_hd (inv_no,ord_no,cust_no,inv_dt,due_dt,net_ct,vat_ct,sts,dun_lvl) FROM stdin;
20240001	50012	10046	2024-01-22	20240221	18428	3501	P	0
20240002	50011	10025	2024-02-05	20240306	444613	0	C	0
20240003	50014	10010	2024-02-15	20240229	431917	82064	P	2
20240004	50015	10112	2024-02-19	20240320	69477	13201	P	0
20240005	50017	10082	2024-02-26	20240426	111268	21141	P	0
20240006	50018	10136	2024-02-26	20240327	96548	18344	P	0
20240007	50020	10178	2024-03-06	20240405	77448	14715	P	0
20240008	50022	10049	2024-03-11	20240410	60025	0	P	1
20240009	50023	10127	2024-03-19	20240402	48919	0	P	3
20240010	50021	10046	2024-03-22	20240421	341816	64945	P	0
20240011	50026	10004	2024-03-26	20240425	82870	15745	P	0
20240012	50024	10082	2024-03-28	20240527	34111	6481	P	0
20240013	50029	10193	2024-04-15	20240614	19303	3668	P	0
20240014	50030	10103	2024-04-15	20240515	24000	4560	P	3
20240015	50031	10112	2024-04-15	20240515	334925	63636	P	0
20240016	50032	10064	2024-04-15	20240515	122037	23187	P	0
20240017	50033	10004	2024-04-24	20240524	109939	20888	P	2
20240018	50037	10193	2024-05-02	20240701	149015	28313	P	0
20240019	50035	10046	2024-05-07	20240606	367469	69819	P	0
20240020	50038	10127	2024-05-13	20240527	198197	0	C	0
20240021	50039	10130	2024-05-15	20240529	268775	51067	P	0
20240022	50040	10037	2024-05-20	20240619	117753	22373	P	0
20240023	50041	10133	2024-05-20	20240719	29579	0	P	0
20240024	50044	10148	2024-06-07	20240707	41106	7810	P	0
20240025	50043	10142	2024-06-10	20240710	180166	34232	P	0
20240026	50046	10031	2024-06-18	20240718	247623	47048	P	0
20240027	50048	10094	2024-06-24	20240624	167482	31822	P	0
20240028	50050	10190	2024-06-28	20240712	161795	30741	P	1
20240029	50051	10031	2024-07-05	20240804	38334	7283	P	0
20240030	50054	10115	2024-07-10	20240809	100814	19155	P	0
20240031	50055	10049	2024-07-10	20240809	1133938	0	P	0
20240032	50053	10178	2024-07-11	20240810	261111	49611	P	0
20240033	50052	10055	2024-07-15	20240729	43448	8255	P	1
20240034	50056	10142	2024-07-25	20240824	56323	10701	P	0
20240035	50057	10004	2024-07-29	20240828	160400	30476	P	0
20240036	50061	10031	2024-07-30	20240829	804110	152781	P	1
20240037	50060	10025	2024-08-01	20240831	319949	0	P	0
20240038	50058	10196	2024-08-02	20241001	403267	76621	P	3
20240039	50059	10040	2024-08-06	20240806	607538	0	P	0
20240040	50062	10181	2024-08-13	20240912	63166	12002	P	0
20240041	50065	10001	2024-08-14	20240913	2482217	471621	P	1
20240042	50067	10004	2024-08-19	20240918	282561	53687	P	0
20240043	50063	10070	2024-08-20	20240919	872907	165852	P	0
20240044	50069	10004	2024-08-23	20240922	77533	14731	P	2
20240045	50070	10163	2024-09-02	20241002	128346	24386	P	0
20240046	50068	10133	2024-09-06	20241105	135709	0	P	0
20240047	50072	10178	2024-09-23	20241023	18447	3505	P	0
20240048	50075	10127	2024-09-25	20241009	865473	0	P	0
20240049	50074	10028	2024-09-26	20241026	641737	121930	P	0
20240050	50078	10085	2024-09-27	20240927	83012	15772	P	0
20240051	50082	10133	2024-09-30	20241129	1275347	0	P	0
20240052	50079	10133	2024-10-02	20241201	425173	0	P	0
20240053	50080	10190	2024-10-03	20241017	19862	3774	P	0
20240054	50083	10163	2024-10-09	20241108	201934	38367	P	0
20240055	50084	10157	2024-10-14	20241113	148821	28276	P	0
20240056	50087	10178	2024-10-14	20241113	169078	32125	P	2
20240057	50088	10169	2024-10-14	20241014	542123	0	P	0
20240058	50092	10088	2024-10-14	20241213	174761	33205	P	0
20240059	50086	10016	2024-10-17	20241031	629762	119655	P	0
20240060	50090	10031	2024-10-21	20241120	805933	153127	P	0
20240061	50091	10058	2024-10-21	20241120	750648	142623	P	0
20240062	50096	10148	2024-10-25	20241124	1322606	251295	P	0
20240063	50102	10148	2024-10-28	20241127	453204	86109	P	0
20240064	50094	10148	2024-10-30	20241129	105487	20043	P	0
20240065	50095	10010	2024-10-30	20241113	11264	2140	P	0
20240066	50098	10070	2024-11-01	20241201	205186	38985	P	0
20240067	50099	10010	2024-11-01	20241115	254153	48289	P	1
20240068	50106	10112	2024-11-01	20241201	59148	11238	P	0
20240069	50101	10139	2024-11-04	20241104	147408	0	P	0
20240070	50103	10169	2024-11-04	20241104	46065	0	P	0
20240071	50105	10109	2024-11-11	20241211	378339	71884	O	3
20240072	50104	10133	2024-11-12	20250111	666819	0	P	2
20240073	50113	10010	2024-12-23	20250106	98051	18630	P	0
20240074	50112	10028	2024-12-31	20250130	317077	60245	P	2
20250001	50114	10022	2025-01-03	20250202	332945	63260	P	0
20250002	50116	10058	2025-01-06	20250205	34697	6592	P	0
20250003	50120	10106	2025-01-13	20250212	262630	49900	P	0
20250004	50118	10184	2025-01-20	20250219	771070	146503	P	0
20250005	50122	10163	2025-01-27	20250226	52495	9974	P	0
20250006	50124	10196	2025-01-29	20250330	61727	11728	P	1
20250007	50121	10106	2025-02-06	20250308	247410	47008	P	0
20250008	50128	10154	2025-02-07	20250221	510256	96949	P	0
20250009	50130	10124	2025-02-10	20250312	22389	4254	P	1
20250010	50126	10178	2025-02-11	20250313	137370	26100	C	0
20250011	50131	10163	2025-02-17	20250319	15649	2973	P	0
20250012	50133	10178	2025-02-24	20250326	201145	38218	P	2
20250013	50135	10088	2025-02-28	20250429	701835	133349	P	0
20250014	50137	10073	2025-02-28	20250330	1646792	312890	P	0
20250015	50132	10085	2025-03-03	20250303	189734	36049	P	0
20250016	50138	10028	2025-03-10	20250409	111349	21156	C	0
20250017	50139	10121	2025-03-19	20250418	55751	10593	P	0
20250018	50144	10058	2025-03-28	20250427	428677	81449	P	0
20250019	50141	10109	2025-04-02	20250502	187314	35590	P	0
20250020	50142	10052	2025-04-04	20250504	37986	0	P	0
20250021	50145	10130	2025-04-08	20250422	182643	34702	P	1
20250022	50148	10196	2025-04-10	20250609	81235	15435	O	3
20250023	50149	10028	2025-04-11	20250511	752480	142971	P	0
20250024	50146	10085	2025-04-17	20250417	41968	7974	P	0
20250025	50150	10073	2025-05-05	20250604	377116	71652	P	0
20250026	50152	10184	2025-05-05	20250604	46700	8873	C	0
20250027	50151	10031	2025-05-19	20250618	233727	44408	P	0
20250028	50153	10184	2025-05-19	20250618	871784	165639	P	0
20250029	50155	10142	2025-05-21	20250620	104158	19790	P	0
20250030	50157	10070	2025-06-06	20250706	735358	139718	O	3
20250031	50156	10103	2025-06-09	20250709	683774	129917	P	0
20250032	50158	10169	2025-06-09	20250609	170147	0	P	0
20250033	50159	10010	2025-06-16	20250630	1008262	191570	P	0
20250034	50166	10187	2025-06-26	20250825	258600	0	P	0
20250035	50161	10022	2025-06-27	20250727	173186	32905	P	0
20250036	50160	10184	2025-06-30	20250730	77051	14640	P	1
20250037	50168	10085	2025-06-30	20250630	204656	38885	P	0
20250038	50163	10100	2025-07-04	20250803	353724	67208	P	0
20250039	50169	10178	2025-07-08	20250807	17714	3366	P	0
20250040	50170	10139	2025-07-21	20250721	179559	0	P	0
20250041	50173	10043	2025-07-23	20250806	219767	41756	P	0
20250042	50172	10046	2025-07-24	20250823	120500	22895	P	2
20250043	50174	10178	2025-08-04	20250903	142383	27053	P	2
20250044	50175	10190	2025-08-08	20250822	180670	34327	P	0
20250045	50177	10109	2025-08-08	20250907	347156	65960	P	0
20250046	50179	10037	2025-08-18	20250917	310721	59037	P	0
20250047	50180	10124	2025-08-21	20250920	77442	14714	P	0
20250048	50178	10112	2025-08-29	20250928	305783	58099	P	0
20250049	50183	10181	2025-09-01	20251001	16878	3207	P	0
20250050	50181	10085	2025-09-08	20250908	35306	6708	P	0
20250051	50182	10175	2025-09-08	20251008	2538262	482270	P	0
20250052	50184	10001	2025-09-10	20251010	376612	71556	P	0
20250053	50186	10115	2025-09-15	20251015	380709	72335	P	0
20250054	50187	10016	2025-09-15	20250929	165612	31466	P	0
20250055	50188	10172	2025-09-22	20251022	32712	6215	C	0
20250056	50193	10163	2025-10-13	20251112	102354	19447	P	1
20250057	50190	10112	2025-10-14	20251113	38527	7320	P	0
20250058	50192	10184	2025-10-16	20251115	39484	7502	P	0
20250059	50194	10175	2025-10-27	20251126	139340	26475	P	0
20250060	50195	10118	2025-11-03	20251203	63967	12154	P	0
20250061	50197	10115	2025-11-04	20251204	1156626	219759	P	0
20250062	50199	10124	2025-11-05	20251205	322821	61336	P	2
20250063	50200	10058	2025-11-10	20251210	1089483	207002	P	0
20250064	50203	10184	2025-11-17	20251217	815694	154982	P	0
20250065	50202	10109	2025-11-18	20251218	11809	2244	P	0
20250066	50201	10025	2025-11-19	20251219	38911	0	P	0
20250067	50208	10046	2025-12-01	20251231	349277	66363	P	0
20250068	50205	10088	2025-12-03	20260201	87786	16679	P	0
20250069	50211	10004	2025-12-08	20260107	281439	53473	P	0
20250070	50206	10001	2025-12-10	20260109	35037	6657	P	0
20250071	50212	10103	2025-12-12	20260111	119458	22697	P	0
20250072	50214	10124	2025-12-12	20260111	66572	12649	P	0
20250073	50210	10031	2025-12-15	20260114	273442	51954	P	1
20250074	50218	10094	2025-12-23	20251223	96637	18361	O	3
20250075	50217	10115	2025-12-30	20260129	266106	50560	P	0
20260001	50222	10190	2026-01-05	20260119	370045	70309	P	0
20260002	50223	10148	2026-01-06	20260205	95668	18177	P	0
20260003	50221	10139	2026-01-12	20260112	79140	0	P	0
20260004	50220	10061	2026-01-15	20260214	847819	161086	P	0
20260005	50225	10148	2026-01-19	20260218	312356	59348	O	3
20260006	50228	10190	2026-01-19	20260202	1507582	286441	P	0
20260007	50226	10169	2026-01-21	20260121	304590	0	P	0
20260008	50229	10058	2026-01-27	20260226	87210	16570	P	0
20260009	50234	10085	2026-02-04	20260204	159706	30344	P	2
20260010	50233	10109	2026-02-05	20260307	26662	5066	P	0
20260011	50230	10151	2026-02-11	20260313	90180	17134	P	0
20260012	50235	10046	2026-02-12	20260314	111601	21204	P	0
20260013	50232	10148	2026-02-16	20260318	118517	22518	P	0
20260014	50239	10184	2026-02-16	20260318	162758	30924	P	0
20260015	50246	10070	2026-02-18	20260320	43159	8200	P	0
20260016	50247	10148	2026-02-18	20260320	574399	109136	P	0
20260017	50236	10190	2026-02-20	20260306	155098	29469	P	1
20260018	50237	10094	2026-02-23	20260223	40046	7609	P	1
20260019	50243	10121	2026-02-27	20260329	798449	151705	O	3
20260020	50244	10070	2026-03-02	20260401	40602	7714	P	0
20260021	50248	10064	2026-03-09	20260408	1118739	212560	P	0
20260022	50250	10061	2026-03-26	20260425	157454	29916	O	3
20260023	50253	10184	2026-03-26	20260425	335691	63781	P	0
20260024	50249	10115	2026-03-30	20260429	78463	14908	P	0
20260025	50252	10175	2026-04-06	20260506	41706	7924	P	0
20260026	50254	10175	2026-04-07	20260507	201180	38224	P	0
20260027	50256	10019	2026-05-01	20260531	693820	131826	P	0
20260028	50258	10082	2026-05-06	20260705	197229	37474	O	0
20260029	50260	10094	2026-05-08	20260508	19832	3768	P	0
20260030	50262	10112	2026-05-08	20260607	277221	52672	O	1
20260031	50264	10181	2026-05-21	20260620	104236	19805	P	0
20260032	50263	10106	2026-05-25	20260624	526029	99946	P	0
20260033	50266	10196	2026-06-03	20260802	107803	20483	O	0
\.

COPY fin_pmt (pmt_id,inv_no,pmt_dt,amt_ct,mthd) FROM stdin;
1	20240001	2024-02-10	21929	DD
2	20240004	2024-03-12	82678	CC
3	20240006	2024-03-22	114892	TR
4	20240003	2024-03-30	513981	DD
5	20240007	2024-04-02	92163	TR
6	20240010	2024-04-15	406761	DD
7	20240011	2024-04-17	98615	TR
8	20240005	2024-04-25	132409	TR
9	20240008	2024-05-07	60025	CC
10	20240016	2024-05-07	145224	DD
11	20240015	2024-05-12	199280	TR
12	20240021	2024-05-19	319842	TR
13	20240015	2024-05-21	199281	TR
14	20240012	2024-05-24	40592	TR
15	20240019	2024-05-26	437288	TR
16	20240013	2024-06-14	22971	TR
17	20240018	2024-06-21	88664	TR
18	20240027	2024-06-24	199304	TR
19	20240025	2024-06-28	214398	TR
20	20240017	2024-06-30	130827	TR
21	20240018	2024-06-30	88664	TR
22	20240022	2024-06-30	140126	TR
23	20240024	2024-07-07	48916	TR
24	20240023	2024-07-16	14789	TR
25	20240026	2024-07-17	294671	TR
26	20240029	2024-07-23	45617	TR
27	20240023	2024-07-25	14790	TR
28	20240030	2024-08-03	119969	TR
29	20240031	2024-08-06	1133938	CC
30	20240028	2024-08-07	192536	CC
31	20240034	2024-08-07	33512	TR
32	20240033	2024-08-12	51703	DD
33	20240034	2024-08-16	33512	TR
34	20240039	2024-08-19	607538	TR
35	20240032	2024-08-20	310722	TR
36	20240037	2024-08-22	319949	DD
37	20240035	2024-08-24	190876	DD
38	20240040	2024-09-07	75168	TR
39	20240042	2024-09-07	336248	CC
40	20240043	2024-09-09	1038759	TR
41	20240036	2024-09-18	956891	TR
42	20240045	2024-09-23	152732	TR
43	20240048	2024-09-27	432736	TR
44	20240050	2024-09-27	98784	TR
45	20240048	2024-10-06	432737	TR
46	20240041	2024-10-10	2953838	TR
47	20240057	2024-10-14	542123	TR
48	20240053	2024-10-16	23636	TR
49	20240047	2024-10-23	21952	TR
50	20240049	2024-10-24	763667	DD
51	20240044	2024-10-26	92264	DD
52	20240054	2024-10-30	240301	TR
53	20240059	2024-10-31	749417	CC
54	20240069	2024-11-04	147408	TR
55	20240070	2024-11-04	46065	TR
56	20240046	2024-11-09	135709	TR
57	20240062	2024-11-09	786950	TR
58	20240055	2024-11-10	177097	TR
59	20240061	2024-11-12	893271	TR
60	20240065	2024-11-12	13404	TR
61	20240060	2024-11-14	959060	TR
62	20240062	2024-11-18	786951	TR
63	20240051	2024-11-19	1275347	TR
64	20240052	2024-11-19	425173	TR
65	20240071	2024-11-19	150074	CA
66	20240063	2024-11-23	539313	TR
67	20240058	2024-11-25	103983	DD
68	20240066	2024-12-01	244171	TR
69	20240068	2024-12-01	70386	TR
70	20240058	2024-12-04	103983	DD
71	20240067	2024-12-09	302442	TR
72	20240064	2024-12-11	125530	CC
73	20240056	2024-12-22	201203	TR
74	20240073	2024-12-31	116681	TR
75	20250002	2025-01-24	41289	TR
76	20250001	2025-02-02	396205	DD
77	20250008	2025-02-09	607205	TR
78	20250003	2025-02-10	312530	TR
79	20240072	2025-02-11	666819	TR
80	20250004	2025-02-12	917573	TR
81	20240014	2025-02-18	28560	DD
82	20250005	2025-02-24	62469	CC
83	20250015	2025-03-03	225783	TR
84	20250007	2025-03-04	294418	TR
85	20240074	2025-03-05	377322	CC
86	20250011	2025-03-12	18622	TR
87	20250014	2025-03-26	1959682	DD
88	20250009	2025-04-07	26643	DD
89	20250017	2025-04-13	66344	DD
90	20250024	2025-04-17	49942	TR
91	20250013	2025-04-21	835184	CC
92	20250012	2025-04-23	239363	TR
93	20250018	2025-04-24	510126	TR
94	20250006	2025-04-25	73455	TR
95	20250020	2025-04-25	37986	DD
96	20250019	2025-05-02	222904	DD
97	20250023	2025-05-04	895451	TR
98	20250021	2025-05-15	217345	DD
99	20250025	2025-06-03	448768	TR
100	20250027	2025-06-08	278135	CC
101	20250032	2025-06-09	170147	TR
102	20250028	2025-06-13	1037423	TR
103	20250029	2025-06-15	123948	TR
104	20250033	2025-06-24	1199832	TR
105	20250031	2025-06-27	813691	TR
106	20250037	2025-06-30	243541	TR
107	20250035	2025-07-20	206091	DD
108	20250040	2025-07-21	179559	DD
109	20250038	2025-07-22	420932	TR
110	20250041	2025-07-30	261523	TR
111	20250039	2025-08-08	21080	DD
112	20250044	2025-08-21	214997	TR
113	20250036	2025-08-22	91691	TR
114	20250034	2025-08-23	258600	TR
115	20250050	2025-09-08	42014	DD
116	20250046	2025-09-16	369758	CA
117	20250045	2025-09-18	413116	TR
118	20250047	2025-09-18	92156	CC
119	20250049	2025-09-20	20085	CC
120	20250048	2025-09-26	363882	TR
121	20250054	2025-09-28	197078	TR
122	20250042	2025-09-29	143395	TR
123	20250052	2025-10-02	448168	TR
124	20250043	2025-10-03	169436	TR
125	20250051	2025-10-04	3020532	TR
126	20250053	2025-10-09	453044	TR
127	20240009	2025-11-01	48919	TR
128	20250057	2025-11-09	45847	CC
129	20250058	2025-11-14	46986	TR
130	20250061	2025-11-22	1376385	DD
131	20250059	2025-11-26	165815	TR
132	20250060	2025-12-01	76121	TR
133	20250063	2025-12-02	1296485	TR
134	20250056	2025-12-05	121801	CC
135	20250066	2025-12-14	38911	TR
136	20250065	2025-12-16	14053	TR
137	20250064	2025-12-30	970676	TR
138	20250067	2025-12-30	415640	TR
139	20250072	2026-01-01	79221	TR
140	20250062	2026-01-02	192078	TR
141	20250070	2026-01-02	41694	DD
142	20250069	2026-01-04	334912	CC
143	20250071	2026-01-04	142155	DD
144	20260001	2026-01-09	440354	TR
145	20250062	2026-01-11	192079	TR
146	20260003	2026-01-12	79140	TR
147	20250075	2026-01-20	316666	TR
148	20260007	2026-01-21	304590	TR
149	20260006	2026-01-23	1794023	TR
150	20250073	2026-01-29	325396	TR
151	20250068	2026-01-30	104465	TR
152	20260002	2026-01-30	113845	TR
153	20260004	2026-02-08	1008905	TR
154	20260008	2026-02-22	103780	DD
155	20260010	2026-02-23	31728	DD
156	20260013	2026-02-28	70517	TR
157	20260011	2026-03-07	107314	TR
158	20260013	2026-03-09	70518	TR
159	20260018	2026-03-09	47655	TR
160	20240038	2026-03-10	479888	TR
161	20260012	2026-03-10	132805	TR
162	20260016	2026-03-13	683535	TR
163	20260009	2026-03-14	190050	TR
164	20260014	2026-03-18	193682	TR
165	20260017	2026-03-19	92283	TR
166	20260015	2026-03-20	51359	TR
167	20260020	2026-03-25	48316	TR
168	20260017	2026-03-28	92284	TR
169	20260021	2026-03-31	1331299	DD
170	20260024	2026-04-16	46685	DD
171	20260023	2026-04-21	399472	TR
172	20260024	2026-04-25	46686	DD
173	20260025	2026-05-01	49630	TR
174	20260026	2026-05-07	239404	TR
175	20260029	2026-05-08	23600	TR
176	20260027	2026-05-27	825646	CC
177	20260032	2026-06-14	312987	TR
178	20260031	2026-06-19	124041	TR
179	20260032	2026-06-23	312988	TR
\.

COPY fin_inv_hd_bak (inv_no,ord_no,cust_no,inv_dt,net_amt,sts) FROM stdin;
20250001	50114	10022	2025-01-03	3329.45	O
20250002	50116	10058	2025-01-06	346.97	O
20250003	50120	10106	2025-01-13	2626.30	O
20250004	50118	10184	2025-01-20	7710.70	O
20250005	50122	10163	2025-01-27	524.95	O
20250006	50124	10196	2025-01-29	617.27	O
20250007	50121	10106	2025-02-06	2474.10	O
20250008	50128	10154	2025-02-07	5102.56	O
20250009	50130	10124	2025-02-10	223.89	O
20250010	50126	10178	2025-02-11	1373.70	O
20250011	50131	10163	2025-02-17	156.49	O
20250012	50133	10178	2025-02-24	2011.45	O
20250013	50135	10088	2025-02-28	7018.35	O
20250014	50137	10073	2025-02-28	16467.92	O
20250015	50132	10085	2025-03-03	1897.34	O
20250016	50138	10028	2025-03-10	1113.49	O
20250017	50139	10121	2025-03-19	557.51	O
20250018	50144	10058	2025-03-28	4286.77	O
20250019	50141	10109	2025-04-02	1873.14	O
20250020	50142	10052	2025-04-04	379.86	O
20250021	50145	10130	2025-04-08	1826.43	O
20250022	50148	10196	2025-04-10	812.35	O
20250023	50149	10028	2025-04-11	7524.80	O
20250024	50146	10085	2025-04-17	419.68	O
\.

COPY log_dlv (dlv_no,ord_no,veh_id,drv_no,pln_dt,dlv_ts,pkgs,wgt_kg,sts) FROM stdin;
60001	50011	1	173	20240125	2024-01-25 16:20:00	16	467.2	3
60002	50012	1	173	20240122	2024-01-22 11:15:00	12	658.5	3
60003	50014	\N	\N	20240212	2024-02-12 06:30:00	1	8.1	3
60004	50015	5	174	20240201	2024-01-31 15:20:00	14	97.3	3
60005	50017	1	173	20240205	2024-02-05 06:45:00	23	30.2	3
60006	50018	2	172	20240212	2024-02-12 17:05:00	2	24.5	3
60007	50020	\N	\N	20240304	2024-03-04 15:20:00	3	82.6	3
60008	50021	4	171	20240311	2024-03-11 12:45:00	12	613.5	3
60009	50022	1	174	20240228	2024-02-27 17:30:00	15	186.9	3
60010	50023	3	174	20240325	2024-03-25 07:05:00	2	488.9	3
60011	50024	1	171	20240319	2024-03-19 12:40:00	3	610.9	3
60012	50026	2	172	20240327	2024-03-27 06:00:00	2	194.8	3
60013	50029	1	171	20240328	2024-03-28 11:30:00	6	97.4	3
60014	50030	2	174	20240326	2024-03-26 15:00:00	23	362.4	3
60015	50031	5	174	20240415	2024-04-15 07:15:00	13	680.4	3
60016	50032	5	172	20240415	2024-04-15 15:00:00	4	214.3	3
60017	50033	\N	\N	20240408	2024-04-09 13:45:00	8	297.2	3
60018	50035	5	172	20240507	2024-05-07 17:10:00	15	294.7	3
60019	50037	1	172	20240426	2024-04-26 13:05:00	11	250.2	3
60020	50038	2	174	20240515	2024-05-17 07:10:00	9	219.1	3
60021	50039	1	173	20240524	2024-05-24 11:40:00	2	139.3	3
60022	50040	\N	\N	20240521	2024-05-27 16:30:00	1	582.3	3
60023	50041	5	173	20240527	2024-05-31 12:05:00	7	387.3	3
60024	50043	\N	\N	20240520	2024-05-20 12:50:00	3	599.2	4
60025	50044	1	171	20240610	2024-06-10 16:30:00	10	276.1	3
60026	50046	3	173	20240528	2024-05-28 11:05:00	5	136.9	3
60027	50048	1	172	20240701	2024-07-01 13:20:00	5	108.3	3
60028	50050	2	172	20240628	2024-07-01 11:10:00	7	223.4	3
60029	50051	\N	\N	20240624	2024-06-24 11:50:00	21	511.0	3
60030	50052	1	173	20240709	2024-07-16 14:10:00	24	433.5	3
60031	50053	1	171	20240712	2024-07-12 07:10:00	14	301.0	3
60032	50054	3	174	20240701	2024-07-01 16:50:00	8	612.5	3
60033	50055	2	173	20240704	2024-07-05 11:45:00	21	320.8	3
60034	50056	3	173	20240712	2024-07-12 13:05:00	10	558.5	3
60035	50057	3	171	20240716	2024-07-16 12:45:00	8	485.2	3
60036	50058	5	173	20240722	2024-07-23 12:00:00	3	112.3	3
60037	50059	\N	\N	20240723	2024-07-25 11:50:00	18	58.6	3
60038	50060	\N	\N	20240722	2024-07-22 09:30:00	15	122.5	3
60039	50061	5	173	20240808	2024-08-08 16:45:00	9	27.1	3
60040	50062	\N	\N	20240812	2024-08-12 10:10:00	7	343.3	3
60041	50063	\N	\N	20240826	2024-08-28 11:10:00	21	335.3	3
60042	50065	1	173	20240823	2024-08-23 12:05:00	5	585.9	3
60043	50067	\N	\N	20240821	2024-08-21 15:50:00	22	280.5	3
60044	50068	3	172	20240830	2024-08-30 07:20:00	19	687.2	3
60045	50069	3	173	20240821	2024-08-21 09:50:00	19	433.3	3
60046	50070	3	171	20240827	2024-08-27 06:50:00	17	462.6	3
60047	50072	2	171	20240909	2024-09-10 07:40:00	3	346.8	3
60048	50074	2	174	20240909	2024-09-13 12:50:00	18	138.7	3
60049	50075	5	174	20240912	2024-09-12 08:50:00	16	547.9	3
60050	50078	\N	\N	20240918	2024-09-18 08:45:00	8	426.2	3
60051	50079	3	173	20240920	2024-09-20 07:00:00	4	670.1	3
60052	50080	5	174	20240917	2024-09-17 14:40:00	8	435.3	3
60053	50082	3	174	20240923	2024-09-23 11:10:00	16	167.5	3
60054	50083	1	173	20240916	2024-09-16 08:40:00	17	689.8	3
60055	50084	1	173	20240924	2024-09-24 12:45:00	5	12.0	3
60056	50086	1	174	20241008	2024-10-08 09:50:00	10	246.0	3
60057	50087	5	174	20241008	2024-10-08 08:30:00	13	576.3	3
60058	50088	5	173	20241002	2024-10-01 16:05:00	14	217.9	3
60059	50090	5	171	20241010	2024-10-10 12:15:00	2	244.6	3
60060	50091	\N	\N	20241007	2024-10-07 11:30:00	9	679.9	3
60061	50092	1	173	20241015	2024-10-15 16:05:00	4	343.3	3
60062	50094	\N	\N	20241021	2024-10-25 17:15:00	9	676.9	3
60063	50095	\N	\N	20241021	2024-10-21 16:50:00	3	418.5	3
60064	50096	2	173	20241014	2024-10-16 15:30:00	17	620.9	3
60065	50098	\N	\N	20241017	2024-10-17 12:20:00	1	656.6	3
60066	50099	\N	\N	20241017	2024-10-16 11:15:00	1	641.7	3
60067	50101	1	171	20241031	2024-10-31 16:45:00	15	16.2	3
60068	50102	\N	\N	20241021	2024-10-25 16:50:00	21	457.2	3
60069	50103	5	172	20241023	2024-10-23 09:10:00	23	54.5	3
60070	50104	2	171	20241021	2024-10-21 09:00:00	21	386.5	3
60071	50105	1	173	20241024	2024-10-24 06:30:00	4	73.1	3
60072	50106	5	174	20241028	2024-10-28 06:00:00	12	308.7	3
60073	50112	2	173	20241225	2024-12-27 11:05:00	4	646.2	3
60074	50113	\N	\N	20241230	2024-12-30 12:40:00	9	201.9	3
60075	50114	1	174	20241224	2024-12-24 07:40:00	6	359.6	3
60076	50116	3	172	20250108	2025-01-08 16:50:00	11	371.5	3
60077	50118	1	173	20250107	2025-01-07 15:50:00	3	632.9	3
60078	50120	1	171	20250109	2025-01-13 14:15:00	12	128.3	3
60079	50121	5	172	20250127	2025-01-27 13:05:00	15	313.1	3
60080	50122	\N	\N	20250130	2025-01-30 10:05:00	16	479.9	3
60081	50124	3	173	20250124	2025-01-24 17:15:00	17	261.6	3
60082	50126	5	174	20250127	2025-01-27 16:10:00	8	569.4	3
60083	50128	3	174	20250210	2025-02-10 10:00:00	14	198.5	3
60084	50130	5	171	20250130	2025-01-30 07:50:00	21	468.7	3
60085	50131	3	174	20250211	2025-02-17 14:40:00	3	98.2	3
60086	50132	2	172	20250211	2025-02-11 10:20:00	7	441.8	3
60087	50133	\N	\N	20250221	2025-02-21 12:45:00	22	538.0	3
60088	50135	5	172	20250226	2025-02-26 14:15:00	23	104.9	3
60089	50137	1	172	20250303	2025-03-03 11:05:00	11	171.7	3
60090	50138	2	173	20250224	2025-02-24 06:05:00	20	461.5	3
60091	50139	\N	\N	20250304	2025-03-03 06:45:00	8	11.5	3
60092	50141	2	172	20250317	2025-03-17 06:40:00	2	580.9	3
60093	50142	3	172	20250324	2025-03-31 06:50:00	23	77.8	3
60094	50144	3	173	20250321	2025-03-21 08:15:00	16	400.3	3
60095	50145	2	172	20250324	2025-03-24 10:15:00	9	332.2	3
60096	50146	2	171	20250414	2025-04-16 12:05:00	21	499.3	3
60097	50148	\N	\N	20250328	2025-03-27 11:05:00	21	77.8	3
60098	50149	2	172	20250331	2025-03-31 13:15:00	10	308.9	3
60099	50150	3	174	20250506	2025-05-08 12:40:00	2	553.0	4
60100	50151	\N	\N	20250501	2025-04-30 14:05:00	15	645.7	3
60101	50152	1	174	20250423	2025-04-23 16:15:00	23	348.6	3
60102	50153	\N	\N	20250505	2025-05-12 07:10:00	17	157.6	3
60103	50155	2	174	20250509	2025-05-09 17:05:00	8	320.8	3
60104	50156	1	174	20250602	2025-06-03 15:40:00	5	484.1	3
60105	50157	1	172	20250528	2025-05-28 07:40:00	6	49.6	3
60106	50158	\N	\N	20250611	2025-06-11 10:30:00	7	383.6	3
60107	50159	3	173	20250612	2025-06-16 10:40:00	7	184.3	3
60108	50160	1	173	20250609	2025-06-09 11:50:00	23	171.8	3
60109	50161	2	174	20250625	2025-06-25 15:30:00	24	367.4	3
60110	50163	1	173	20250610	2025-06-10 06:05:00	23	504.6	3
60111	50166	1	171	20250620	2025-06-27 15:50:00	20	174.4	3
60112	50168	1	172	20250616	2025-06-17 07:45:00	1	619.8	3
60113	50169	3	173	20250709	2025-07-09 12:40:00	24	152.7	3
60114	50170	1	171	20250627	2025-06-27 16:40:00	21	273.5	3
60115	50172	2	173	20250714	2025-07-14 13:10:00	12	552.4	3
60116	50173	3	174	20250722	2025-07-22 15:10:00	20	608.2	3
60117	50174	2	171	20250714	2025-07-14 10:30:00	5	309.2	3
60118	50175	1	173	20250805	2025-08-04 08:00:00	13	561.7	3
60119	50177	5	171	20250804	2025-08-04 13:20:00	7	254.0	3
60120	50178	3	173	20250820	2025-08-20 14:50:00	11	267.5	3
60121	50179	3	172	20250812	2025-08-18 07:20:00	5	650.5	3
60122	50180	3	173	20250815	2025-08-15 16:05:00	16	135.8	3
60123	50181	2	173	20250819	2025-08-19 09:10:00	11	503.2	3
60124	50182	1	174	20250825	2025-08-25 09:05:00	7	288.2	3
60125	50183	1	172	20250903	2025-09-02 08:00:00	14	84.2	3
60126	50184	\N	\N	20250908	2025-09-08 07:05:00	6	423.9	3
60127	50186	5	172	20250901	2025-09-01 11:50:00	13	240.5	3
60128	50187	5	172	20250915	2025-09-15 13:05:00	10	553.1	3
60129	50188	\N	\N	20250915	2025-09-15 14:45:00	4	299.2	3
60130	50190	1	173	20250923	2025-09-23 09:05:00	5	491.6	3
60131	50192	5	173	20250925	2025-09-25 16:45:00	10	370.8	3
60132	50193	1	173	20251013	2025-10-13 12:00:00	22	60.7	3
60133	50194	\N	\N	20251013	2025-10-13 17:15:00	19	570.3	3
60134	50195	2	174	20251024	2025-10-24 07:00:00	12	352.5	3
60135	50197	1	174	20251020	2025-10-22 16:05:00	3	589.8	3
60136	50199	\N	\N	20251029	2025-10-29 17:00:00	24	412.6	3
60137	50200	2	173	20251105	2025-11-12 13:20:00	5	494.4	3
60138	50201	5	171	20251113	2025-11-13 13:00:00	11	163.1	3
60139	50202	2	174	20251110	2025-11-12 11:20:00	15	576.0	4
60140	50203	\N	\N	20251125	2025-11-25 07:45:00	15	309.1	3
60141	50205	2	174	20251128	2025-11-28 09:00:00	2	683.9	3
60142	50206	1	172	20251201	2025-12-08 17:05:00	21	555.7	3
60143	50208	3	172	20251204	2025-12-08 09:10:00	2	183.4	3
60144	50210	3	173	20251124	2025-11-24 14:45:00	21	250.6	3
60145	50211	5	174	20251124	2025-11-24 15:30:00	1	617.5	3
60146	50212	2	174	20251128	2025-12-02 10:20:00	8	283.5	3
60147	50214	3	174	20251201	2025-12-01 10:40:00	16	462.2	3
60148	50217	1	171	20251211	2025-12-11 17:30:00	7	549.6	3
60149	50218	3	172	20251215	2025-12-15 11:10:00	15	239.2	3
60150	50220	3	172	20251223	2025-12-23 06:30:00	20	64.0	3
60151	50221	5	174	20251224	2025-12-23 15:05:00	18	195.1	3
60152	50222	1	171	20260112	2026-01-12 13:15:00	16	265.9	3
60153	50223	3	174	20260108	2026-01-08 11:45:00	5	151.9	3
60154	50225	\N	\N	20260106	2026-01-06 08:50:00	12	114.1	3
60155	50226	1	172	20260115	2026-01-15 06:45:00	6	659.6	3
60156	50228	\N	\N	20260116	2026-01-16 09:50:00	14	149.0	3
60157	50229	\N	\N	20260120	2026-01-20 17:20:00	5	172.8	3
60158	50230	\N	\N	20260126	2026-01-26 08:40:00	11	250.1	3
60159	50232	3	171	20260120	2026-01-20 10:05:00	21	459.1	3
60160	50233	1	174	20260119	2026-01-19 06:05:00	7	492.2	3
60161	50234	5	172	20260126	2026-01-26 16:45:00	3	228.9	3
60162	50235	2	173	20260202	2026-02-02 16:20:00	16	162.0	3
60163	50236	3	171	20260209	2026-02-09 07:30:00	7	163.3	3
60164	50237	3	171	20260212	2026-02-12 14:50:00	17	179.3	3
60165	50239	3	172	20260217	2026-02-18 09:45:00	21	204.6	3
60166	50243	3	173	20260209	2026-02-09 15:15:00	15	100.4	3
60167	50244	\N	\N	20260216	2026-02-16 06:10:00	22	10.9	3
60168	50246	3	174	20260211	2026-02-11 14:00:00	6	641.5	3
60169	50247	5	172	20260216	2026-02-16 09:15:00	16	663.6	3
60170	50248	1	172	20260220	2026-02-20 16:20:00	14	33.4	3
60171	50249	3	173	20260323	2026-03-23 11:15:00	6	628.1	3
60172	50250	\N	\N	20260324	2026-03-24 13:15:00	19	513.8	4
60173	50252	5	171	20260323	2026-03-23 06:40:00	5	224.1	3
60174	50253	1	171	20260406	2026-04-07 06:40:00	5	22.7	3
60175	50254	3	173	20260330	2026-03-30 10:00:00	19	639.6	3
60176	50256	1	172	20260501	2026-05-01 10:20:00	5	449.6	3
60177	50258	\N	\N	20260414	2026-04-15 06:10:00	20	636.1	3
60178	50260	1	171	20260505	2026-05-05 11:20:00	24	596.7	3
60179	50261	1	172	20260420	2026-04-20 13:00:00	18	375.8	3
60180	50262	5	171	20260428	2026-04-29 17:50:00	6	476.7	3
60181	50263	\N	\N	20260430	2026-05-01 14:50:00	19	336.7	3
60182	50264	\N	\N	20260521	2026-05-21 13:00:00	15	384.9	3
60183	50266	2	174	20260525	2026-05-25 10:05:00	18	107.2	3
60184	50267	1	171	20260529	2026-05-29 17:20:00	13	208.4	3
60185	50275	2	171	20260629	2026-06-29 08:15:00	7	161.3	3
60186	50276	\N	\N	20260626	2026-06-25 12:40:00	22	431.0	3
\.

COPY sys_log (log_id,log_ts,usr_id,tab_nm,actn,ref_key) FROM stdin;
1	2026-05-05 09:30:00	14	fin_inv_hd	D	32302
2	2026-05-05 11:05:00	16	sal_ord_hd	D	35812
3	2026-05-06 06:10:00	18	crm_cust	D	56240
4	2026-05-06 07:30:00	2	crm_cust	U	10645
5	2026-05-06 11:30:00	3	fin_inv_hd	I	21032
6	2026-05-08 07:50:00	23	crm_cust	I	49848
7	2026-05-08 13:40:00	2	inv_itm	D	54168
8	2026-05-09 10:00:00	25	fin_inv_hd	U	37461
9	2026-05-12 07:00:00	5	fin_inv_hd	U	58897
10	2026-05-13 07:20:00	8	inv_itm	U	31150
11	2026-05-15 06:20:00	2	inv_itm	U	55288
12	2026-05-15 06:30:00	14	sal_ord_hd	U	19401
13	2026-05-15 07:45:00	17	crm_cust	U	48280
14	2026-05-15 08:40:00	8	sal_ord_hd	I	59431
15	2026-05-15 12:45:00	5	fin_inv_hd	U	52025
16	2026-05-15 13:40:00	11	sal_ord_hd	U	48416
17	2026-05-16 09:15:00	17	sal_ord_hd	D	35763
18	2026-05-16 16:10:00	3	inv_itm	I	42196
19	2026-05-17 08:15:00	2	fin_inv_hd	U	27875
20	2026-05-17 14:00:00	13	inv_itm	U	21137
21	2026-05-22 16:45:00	11	inv_itm	U	27672
22	2026-05-23 08:20:00	4	inv_itm	D	32793
23	2026-05-23 11:20:00	24	crm_cust	U	20260
24	2026-05-23 13:15:00	9	sal_ord_hd	U	58270
25	2026-05-23 17:05:00	19	fin_inv_hd	U	39864
26	2026-05-24 09:50:00	18	crm_cust	I	37120
27	2026-05-26 09:00:00	16	crm_cust	I	55211
28	2026-05-28 08:10:00	6	sal_ord_hd	D	56165
29	2026-05-31 13:45:00	6	inv_itm	U	18899
30	2026-06-01 08:50:00	21	sal_ord_hd	U	46078
31	2026-06-02 16:40:00	19	crm_cust	D	59469
32	2026-06-04 06:05:00	8	inv_itm	U	50875
33	2026-06-04 09:45:00	10	fin_inv_hd	U	25631
34	2026-06-06 11:40:00	14	crm_cust	U	45637
35	2026-06-06 13:20:00	3	sal_ord_hd	U	21655
36	2026-06-07 09:00:00	17	inv_itm	U	36024
37	2026-06-07 11:50:00	18	sal_ord_hd	U	22030
38	2026-06-11 10:30:00	20	sal_ord_hd	U	48550
39	2026-06-11 14:40:00	16	sal_ord_hd	I	31622
40	2026-06-13 15:10:00	13	crm_cust	U	32859
41	2026-06-14 06:40:00	19	sal_ord_hd	D	25769
42	2026-06-14 12:15:00	17	inv_itm	I	39834
43	2026-06-14 16:30:00	25	crm_cust	U	36905
44	2026-06-15 08:15:00	11	sal_ord_hd	I	41417
45	2026-06-16 09:05:00	14	crm_cust	U	22477
46	2026-06-17 17:45:00	5	inv_itm	D	44593
47	2026-06-17 17:50:00	11	fin_inv_hd	U	12796
48	2026-06-19 10:40:00	18	sal_ord_hd	U	45042
49	2026-06-19 12:05:00	9	inv_itm	I	31069
50	2026-06-19 16:00:00	1	crm_cust	I	54852
51	2026-06-20 14:40:00	24	crm_cust	U	19411
52	2026-06-20 15:50:00	11	crm_cust	U	45725
53	2026-06-21 17:15:00	15	crm_cust	U	58674
54	2026-06-23 17:00:00	22	fin_inv_hd	U	44683
55	2026-06-25 08:45:00	23	sal_ord_hd	D	50390
56	2026-06-25 11:05:00	18	fin_inv_hd	U	47090
57	2026-06-26 16:40:00	25	fin_inv_hd	D	29146
58	2026-06-26 17:10:00	23	crm_cust	U	57528
59	2026-06-27 12:50:00	9	inv_itm	U	19736
60	2026-06-28 16:05:00	21	sal_ord_hd	U	21015
\.

COPY tmp_imp_cust (ln,raw_nm,raw_cty,err) FROM stdin;
1	Stadt Verlag	Ingolstadt	duplicate?
2	Stadt Verlag	Stuttgart	no zip
3	Rheingold Markt	Ingolstadt	\N
4	Sonnen Markt	Augsburg	duplicate?
5	Mühlen Verlag	Landsberg	\N
6	Alpen Markt	Ulm	\N
7	Blau Markt	Nürnberg	duplicate?
8	Orion Markt	Nürnberg	duplicate?
9	Brücken Markt	Ingolstadt	\N
10	Hansa Markt	Nürnberg	duplicate?
11	Turm Verlag	Ulm	\N
12	Sonnen Markt	Augsburg	\N
\.

CREATE VIEW v_opn_inv AS SELECT i.inv_no,i.cust_no,c.nm1,i.inv_dt,to_date(i.due_dt::text,'YYYYMMDD') AS due_dt,(i.net_ct+i.vat_ct)/100.0 AS gross_amt,i.dun_lvl FROM fin_inv_hd i JOIN crm_cust c ON c.cust_no=i.cust_no WHERE i.sts='O';
CREATE VIEW v_emp_act AS SELECT emp_no,lnm||', '||fnm AS full_nm,dept_cd,job_ttl,hire_dt FROM hr_emp WHERE exit_dt IS NULL;
