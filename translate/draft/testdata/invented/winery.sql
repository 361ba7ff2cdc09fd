-- A winery's own notes: three tables, names cut short, no key declared but the primary ones.
CREATE TABLE vnyd (vnyd_cd text PRIMARY KEY, vnyd_nm text NOT NULL, reg text NOT NULL, area_ha numeric(6,2) NOT NULL, soil_typ text, planted_yr int NOT NULL);
INSERT INTO vnyd VALUES
 ('V01','Old Hill','Douro',12.5,'schist',1974), ('V02','River Bend','Douro',8.2,'granite',1991), ('V03','South Slope','Alentejo',20.1,'clay',2004),
 ('V04','Chapel','Alentejo',4.4,'clay',1988), ('V05','Windmill','Dao',6.6,'granite',2011), ('V06','Quarry','Dao',3.1,NULL,2019);
CREATE TABLE wine_lot (lot_no int PRIMARY KEY, vnyd_cd text NOT NULL, grape text NOT NULL, vint_yr int NOT NULL, btl_qty int NOT NULL, alc_pct numeric(4,1) NOT NULL, btl_dt date, prc_eur numeric(7,2) NOT NULL);
INSERT INTO wine_lot SELECT g, 'V0' || (1 + g % 5), (ARRAY['Touriga','Baga','Arinto','Encruzado'])[1 + g % 4], 2015 + g % 8, 500 + g * 37, 11 + (g % 9) * 0.5,
 CASE WHEN g % 8 <> 7 THEN make_date(2017 + g % 8, 1 + g % 12, 1 + g % 28) END, 6 + g * 1.35 FROM generate_series(1, 48) g;
CREATE TABLE tst_note (note_id int PRIMARY KEY, lot_no int NOT NULL, taster text NOT NULL, tst_dt date NOT NULL, score int NOT NULL, rmk text);
INSERT INTO tst_note SELECT g, 1 + (g * 7) % 44, (ARRAY['Ines','Paulo','Marta'])[1 + g % 3], date '2022-01-05' + g * 6, 78 + (g * 11) % 22,
 CASE WHEN g % 5 = 0 THEN 'corked' WHEN g % 5 = 1 THEN 'needs time' END FROM generate_series(1, 150) g;
