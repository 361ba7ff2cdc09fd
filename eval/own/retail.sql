-- retail data warehouse "Hearth & Trail" (star schema, loaded nightly; keys are not enforced on the facts)
CREATE FUNCTION pg_temp.h(i bigint, s text, m int) RETURNS int LANGUAGE sql IMMUTABLE AS
 $$ SELECT ('x'||substr(md5(s||':'||i),1,7))::bit(28)::int % m $$;
CREATE TABLE dim_date (
  date_key integer PRIMARY KEY, full_date date NOT NULL, day_of_week smallint, day_name varchar(9), day_of_month smallint, week_of_year smallint, month_number smallint, month_name varchar(9),
  calendar_quarter char(2), calendar_year smallint, fiscal_year char(6), is_weekend char(1), holiday_name varchar(30));
COMMENT ON TABLE dim_date IS 'one row per calendar day; date_key is YYYYMMDD';
COMMENT ON COLUMN dim_date.fiscal_year IS 'fiscal year starts on 1 February';
CREATE TABLE dim_product (
  product_key integer PRIMARY KEY, sku varchar(12) NOT NULL, product_name varchar(60) NOT NULL, brand varchar(30), department varchar(30), category varchar(30), color varchar(15),
  unit_cost numeric(8,2), list_price numeric(8,2), launch_date date, discontinued_date date);
CREATE TABLE dim_store (
  store_key integer PRIMARY KEY, store_code char(5) NOT NULL, store_name varchar(50), store_type varchar(15), city varchar(30), state char(2), region varchar(15), square_feet integer,
  manager_name varchar(40), opened_on date, closed_on date);
COMMENT ON COLUMN dim_store.store_type IS 'Flagship, Standard, Outlet, Online';
CREATE TABLE dim_customer (
  customer_key integer PRIMARY KEY, customer_number varchar(10), customer_name varchar(50), gender char(1), birth_year smallint, city varchar(30), state char(2), loyalty_tier varchar(10), email_opt_in char(1), first_purchase_date date);
COMMENT ON TABLE dim_customer IS 'customer_key 0 = walk-in (anonymous) customer';
CREATE TABLE dim_promotion (promotion_key integer PRIMARY KEY, promotion_name varchar(40), promotion_type varchar(20), discount_pct numeric(4,1), start_date date, end_date date);
COMMENT ON TABLE dim_promotion IS 'promotion_key 0 = no promotion';
CREATE TABLE dim_tender (tender_key integer PRIMARY KEY, tender_name varchar(20), is_electronic char(1));
CREATE TABLE dim_return_reason (reason_key integer PRIMARY KEY, reason varchar(40));
CREATE TABLE fact_sales (
  sales_id bigint PRIMARY KEY, date_key integer NOT NULL, product_key integer NOT NULL, store_key integer NOT NULL, customer_key integer NOT NULL, promotion_key integer NOT NULL, tender_key integer NOT NULL,
  receipt_number varchar(12) NOT NULL, quantity integer NOT NULL, unit_price numeric(8,2) NOT NULL, discount_amount numeric(9,2) NOT NULL, net_amount numeric(10,2) NOT NULL, cost_amount numeric(10,2) NOT NULL);
COMMENT ON TABLE fact_sales IS 'one row per receipt line';
COMMENT ON COLUMN fact_sales.net_amount IS 'quantity x unit price less discount, without tax';
CREATE TABLE fact_returns (
  return_id bigint PRIMARY KEY, return_date_key integer NOT NULL, sale_date_key integer NOT NULL, product_key integer NOT NULL, store_key integer NOT NULL, customer_key integer NOT NULL, reason_key integer,
  receipt_number varchar(12), quantity integer NOT NULL, refund_amount numeric(10,2) NOT NULL);
CREATE TABLE fact_store_target (store_key integer, year smallint, month smallint, target_amount numeric(10,2), PRIMARY KEY (store_key, year, month));
CREATE TABLE fact_inventory_snapshot (snapshot_date_key integer, product_key integer, store_key integer, on_hand_qty integer, on_order_qty integer, PRIMARY KEY (snapshot_date_key, product_key, store_key));
COMMENT ON TABLE fact_inventory_snapshot IS 'stock at month end';
INSERT INTO dim_date SELECT to_char(d,'YYYYMMDD')::int, d::date, extract(isodow FROM d), to_char(d,'FMDay'), extract(day FROM d), extract(week FROM d), extract(month FROM d), to_char(d,'FMMonth'), 'Q'||extract(quarter FROM d), extract(year FROM d),
  'FY'||extract(year FROM d-interval '1 month'), CASE WHEN extract(isodow FROM d)>5 THEN 'Y' ELSE 'N' END,
  CASE to_char(d,'MMDD') WHEN '0101' THEN 'New Year''s Day' WHEN '0704' THEN 'Independence Day' WHEN '1225' THEN 'Christmas Day' WHEN '1111' THEN 'Veterans Day' WHEN '0619' THEN 'Juneteenth'
   ELSE CASE WHEN extract(month FROM d)=11 AND extract(isodow FROM d)=4 AND extract(day FROM d) BETWEEN 22 AND 28 THEN 'Thanksgiving' WHEN extract(month FROM d)=5 AND extract(isodow FROM d)=1 AND extract(day FROM d)>24 THEN 'Memorial Day' WHEN extract(month FROM d)=9 AND extract(isodow FROM d)=1 AND extract(day FROM d)<8 THEN 'Labor Day' END END
 FROM generate_series(date '2023-01-01','2026-12-31','1 day') d;
INSERT INTO dim_product SELECT i, upper(left(coalesce(c,'XX'),2))||'-'||(1000+i*7), n, b, CASE WHEN c IN ('Tents','Lighting','Backpacks','Footwear') THEN 'Outdoor' ELSE 'Home' END, c, (ARRAY['green','black','sand',NULL,'navy','red'])[1+i%6], round(p*(0.42+(i%7)*0.03),2), p, date '2022-03-01'+(i*41%900), dd::date
 FROM (VALUES (1,'Trail Lantern','Nordhaven','Lighting',39.90,NULL),(2,'Pocket Headlamp','Nordhaven','Lighting',24.50,NULL),(3,'Campfire String Lights','Emberly','Lighting',29.00,NULL),(4,'Solar Path Light','Emberly','Lighting',18.75,'2025-08-31'),
 (5,'Ridge 2 Tent','Nordhaven','Tents',249.00,NULL),(6,'Ridge 4 Tent','Nordhaven','Tents',389.00,NULL),(7,'Basecamp Dome','Tallpine','Tents',459.00,NULL),(8,'Ultralight Tarp','Tallpine','Tents',119.00,'2025-02-28'),
 (9,'Day Hiker 20L','Tallpine','Backpacks',79.00,NULL),(10,'Summit 45L','Tallpine','Backpacks',169.00,NULL),(11,'Commuter Pack','Birch & Bay','Backpacks',99.00,NULL),(12,'Kids Explorer Pack','Birch & Bay','Backpacks',44.50,NULL),
 (13,'Granite Boot','Kestra','Footwear',159.00,NULL),(14,'Creek Sandal','Kestra','Footwear',64.00,NULL),(15,'Trail Runner 3','Kestra','Footwear',129.00,NULL),(16,'Camp Slipper','Birch & Bay','Footwear',34.00,NULL),
 (17,'Cast Iron Skillet','Emberly','Cookware',48.00,NULL),(18,'Enamel Kettle','Emberly','Cookware',42.00,NULL),(19,'Camp Mug Set','Emberly','Cookware',27.50,NULL),(20,'Dutch Oven 5qt','Hearthstone','Cookware',139.00,NULL),(21,'Folding Spatula','Hearthstone','Cookware',12.90,'2024-06-30'),
 (22,'Wool Throw','Birch & Bay','Textiles',89.00,NULL),(23,'Linen Cushion','Birch & Bay','Textiles',36.00,NULL),(24,'Flannel Sheet Set','Hearthstone','Textiles',74.00,NULL),(25,'Picnic Blanket','Birch & Bay','Textiles',54.00,NULL),
 (26,'Oak Side Table','Hearthstone','Furniture',219.00,NULL),(27,'Porch Rocker','Hearthstone','Furniture',329.00,NULL),(28,'Folding Camp Chair','Tallpine','Furniture',59.00,NULL),(29,'Hammock Stand','Tallpine','Furniture',149.00,'2025-11-15'),(30,'Boot Bench','Hearthstone','Furniture',189.00,NULL),
 (31,'Storm Whistle','Nordhaven',NULL,6.50,NULL),(32,'Cabin Candle','Emberly','Decor',22.00,NULL),(33,'Antler Hook','Hearthstone','Decor',17.50,NULL),(34,'Topographic Print','Birch & Bay','Decor',68.00,NULL)) v(i,n,b,c,p,dd);
UPDATE dim_product SET department='Outdoor' WHERE product_key=31; UPDATE dim_product SET launch_date='2022-09-01' WHERE product_key=21;
INSERT INTO dim_store VALUES (1,'S0101','Denver Flagship','Flagship','Denver','CO','Mountain',24000,'Carla Jimenez','2009-05-14',NULL),(2,'S0102','Boulder Pearl Street','Standard','Boulder','CO','Mountain',9200,'Evan Roth','2013-09-20',NULL),
 (3,'S0103','Boise Downtown','Standard','Boise','ID','Mountain',8700,'Priscilla Tran','2016-04-02',NULL),(4,'S0104','Salt Lake Gateway','Standard','Salt Lake City','UT','Mountain',11300,'Mitch Langley','2018-10-11',NULL),(5,'S0201','Austin Domain','Flagship','Austin','TX','South',19500,'Renee Broussard','2012-03-08',NULL),
 (6,'S0202','Dallas Outlet','Outlet','Dallas','TX','South',14200,'Greg Palmer','2019-06-27',NULL),(7,'S0203','San Antonio Rim','Standard','San Antonio','TX','South',8900,NULL,'2024-03-15',NULL),(8,'S0204','Nashville Gulch','Standard','Nashville','TN','South',7600,'Dolly Amos','2015-11-05','2025-09-30'),
 (9,'S0301','Portland Pearl','Flagship','Portland','OR','West',21000,'Kenji Mori','2010-08-19',NULL),(10,'S0302','Seattle Ballard','Standard','Seattle','WA','West',10400,'Astrid Holm','2014-02-21',NULL),(11,'S0303','Bend Outlet','Outlet','Bend','OR','West',12800,'Wes Tully','2024-10-04',NULL),
 (12,'S0401','Chicago Loop','Standard','Chicago','IL','Midwest',9900,'Nora Blythe','2017-05-30',NULL),(13,'S0402','Minneapolis North Loop','Standard','Minneapolis','MN','Midwest',8300,'Sven Aaker','2023-08-25',NULL),(14,'S0901','hearthandtrail.com','Online','Denver','CO','Online',NULL,'Tess Okada','2011-01-15',NULL);
INSERT INTO dim_promotion VALUES (0,'No promotion','None',0,NULL,NULL),(1,'Spring Trail Days','Seasonal',15,'2024-04-05','2024-04-21'),(2,'Black Friday 2023','Holiday',25,'2023-11-24','2023-11-27'),(3,'Black Friday 2024','Holiday',25,'2024-11-29','2024-12-02'),(4,'Black Friday 2025','Holiday',30,'2025-11-28','2025-12-01'),
 (5,'Member Week','Loyalty',20,'2025-05-12','2025-05-25'),(6,'Summer Clearance','Clearance',40,'2025-08-01','2025-08-31'),(7,'Cozy January','Seasonal',10,'2026-01-05','2026-01-31'),(8,'Dutch Oven Launch','Product',10,'2026-09-01','2026-09-30');
INSERT INTO dim_tender VALUES (1,'Credit card','Y'),(2,'Debit card','Y'),(3,'Cash','N'),(4,'Gift card','N'),(5,'Mobile wallet','Y');
INSERT INTO dim_return_reason VALUES (1,'Wrong size'),(2,'Defective'),(3,'Changed mind'),(4,'Arrived late'),(5,'Not as described'),(6,'Duplicate gift');
INSERT INTO dim_customer VALUES (0,'WALKIN','Walk-in customer',NULL,NULL,NULL,NULL,NULL,'N',NULL);
INSERT INTO dim_customer SELECT i, 'C'||(50000+i*13), (ARRAY['Abigail','Bruce','Camila','Derek','Elise','Frank','Gina','Howard','Isla','Jamal','Kira','Leo','Maribel','Nathan','Opal','Quentin','Rhea','Stuart','Tamsin','Wyatt'])[1+(i*7)%20]||' '||
  (ARRAY['Ashworth','Benitez','Cho','Drummond','Eklund','Fontaine','Garza','Hobbs','Iverson','Jarvis','Keene','Lomax','Mercer'])[1+(i*5)%13], CASE WHEN (i*7)%20 IN (0,2,4,6,8,10,12,14,16,18) THEN 'F' ELSE 'M' END, CASE WHEN i%9<>4 THEN 1950+pg_temp.h(i,'by',55) END,
  x.a[1], x.a[2], (ARRAY['Bronze','Bronze','Silver','Gold','Silver','Bronze','Platinum',NULL])[1+pg_temp.h(i,'lt',8)], CASE WHEN pg_temp.h(i,'em',3)=0 THEN 'N' ELSE 'Y' END, NULL
 FROM generate_series(1,150) i, LATERAL (SELECT (ARRAY[ARRAY['Denver','CO'],ARRAY['Austin','TX'],ARRAY['Portland','OR'],ARRAY['Seattle','WA'],ARRAY['Chicago','IL'],ARRAY['Boise','ID'],ARRAY['Dallas','TX'],ARRAY['Fargo','ND'],ARRAY['Boulder','CO']])[1+pg_temp.h(i,'ct',9):1+pg_temp.h(i,'ct',9)] y) z, LATERAL (SELECT ARRAY[z.y[1][1],z.y[1][2]] a) x;
INSERT INTO fact_sales SELECT row_number() OVER (ORDER BY r,l), to_char(d,'YYYYMMDD')::int, p.product_key, s, c, pr.promotion_key, t, 'R'||lpad(r::text,7,'0'), q, p.list_price, round(q*p.list_price*pr.discount_pct/100,2), q*p.list_price-round(q*p.list_price*pr.discount_pct/100,2), q*p.unit_cost
 FROM (SELECT r, l, d, CASE WHEN s=8 AND d>'2025-09-30' THEN 5 WHEN s=7 AND d<'2024-03-15' THEN 6 WHEN s=11 AND d<'2024-10-04' THEN 9 WHEN s=13 AND d<'2023-08-25' THEN 12 ELSE s END s, c, t, CASE WHEN pg_temp.h(r*10+l,'q',6)=0 THEN 2+pg_temp.h(r*10+l,'q2',3) ELSE 1 END q, 1+pg_temp.h(r*10+l,'p',10000)*pg_temp.h(r*10+l,'pb',10000)::bigint/10000*33/10000 pk0, pg_temp.h(r,'nop',5) np
   FROM (SELECT r, date '2023-01-02'+(r*1.327)::int+CASE WHEN r%9=0 THEN 5-extract(isodow FROM date '2023-01-02'+(r*1.327)::int)::int ELSE 0 END d, (ARRAY[1,14,5,9,14,2,10,12,3,6,4,13,8,7,11,14,1])[1+pg_temp.h(r,'s',17)] s,
     CASE WHEN pg_temp.h(r,'w',5)=0 THEN 0 ELSE 1+pg_temp.h(r,'c',130)*pg_temp.h(r,'c2',1000)/1000 END c, (ARRAY[1,1,1,2,2,3,4,5])[1+pg_temp.h(r,'t',8)] t FROM generate_series(1,955) r) a, generate_series(1,1+pg_temp.h(r,'n',3)) l) x
   JOIN dim_product p ON p.product_key=CASE WHEN pk0 IN (30,33) THEN 1+(pk0+x.r)%29 ELSE pk0 END AND (p.discontinued_date IS NULL OR p.discontinued_date>=x.d) AND p.launch_date<=x.d
   JOIN LATERAL (SELECT * FROM dim_promotion m WHERE m.promotion_key=0 OR (x.np<4 AND x.d BETWEEN m.start_date AND m.end_date) ORDER BY m.promotion_key DESC LIMIT 1) pr ON true;
UPDATE dim_customer c SET first_purchase_date=m FROM (SELECT customer_key k, min(full_date) m FROM fact_sales JOIN dim_date USING (date_key) GROUP BY 1) f WHERE f.k=c.customer_key AND c.customer_key>0;
INSERT INTO fact_returns SELECT row_number() OVER (ORDER BY rd, sales_id), to_char(rd,'YYYYMMDD')::int, date_key, product_key, CASE WHEN store_key=14 AND sales_id%3=0 THEN 1 ELSE store_key END, customer_key, CASE WHEN pg_temp.h(sales_id,'rr',15)=0 THEN NULL ELSE (ARRAY[1,2,3,3,4,5,1,2,3,6])[1+pg_temp.h(sales_id,'rs',10)] END, receipt_number,
   greatest(1,quantity-1), round(net_amount*greatest(1,quantity-1)/quantity,2) FROM (SELECT f.*, d.full_date+2+pg_temp.h(sales_id,'rd',38) rd FROM fact_sales f JOIN dim_date d USING (date_key) WHERE pg_temp.h(sales_id,'ret',CASE WHEN product_key IN (13,14,15,16) THEN 6 ELSE 14 END)=0) z WHERE rd<='2026-06-30';
INSERT INTO fact_store_target SELECT s.store_key, y, m, 250+s.store_key*31%170+(ARRAY[0,0,50,80,120,150,100,60,30,60,260,380])[m]+CASE WHEN store_type IN ('Flagship','Online') THEN 320 ELSE 0 END+(y-2023)*40 FROM dim_store s, generate_series(2023,2026) y, generate_series(1,12) m WHERE make_date(y,m,1)>=opened_on AND (closed_on IS NULL OR make_date(y,m,1)<closed_on) AND make_date(y,m,1)<'2026-07-01';
INSERT INTO fact_inventory_snapshot SELECT to_char(e,'YYYYMMDD')::int, product_key, store_key, CASE WHEN pg_temp.h(product_key*100+store_key+extract(month FROM e)::int*7000,'oh',9)=0 THEN 0 ELSE pg_temp.h(product_key*100+store_key+extract(month FROM e)::int*7000,'oq',60) END, CASE WHEN discontinued_date IS NULL THEN pg_temp.h(product_key*90+store_key,'oo',4)*6 ELSE 0 END
 FROM unnest(ARRAY[date '2026-03-31','2026-04-30','2026-05-31','2026-06-30']) e, dim_product, dim_store WHERE closed_on IS NULL AND (product_key+store_key)%2=0 AND (discontinued_date IS NULL OR product_key IN (4,29) AND store_key IN (6,11));
ANALYZE;
