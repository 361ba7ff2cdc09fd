-- Energy: names of several words, measures with units.
CREATE TABLE power_plants(id int primary key, plant_name text, fuel_type text, capacity_mw numeric, country_code text, commissioned_on date);
CREATE TABLE countries(code text primary key, name text, population bigint);
CREATE TABLE generation_log(plant_id int, log_date date, mwh_produced numeric, co2_tons numeric, primary key(plant_id,log_date));
CREATE TABLE households(household_id int primary key, street text, town text, residents int, has_solar boolean);
CREATE TABLE meter_readings(reading_id int primary key, household_id int, read_at timestamp, kwh numeric);
INSERT INTO countries VALUES ('DE','Germany',83000000),('FR','France',68000000),('ES','Spain',48000000),('PL','Poland',38000000);
INSERT INTO power_plants SELECT i,'Plant '||i,(array['coal','wind','solar','nuclear','gas'])[1+i%5],50+i*13,(array['DE','FR','ES'])[1+i%3],date '1970-01-01'+i*300 from generate_series(1,50) i;
INSERT INTO generation_log SELECT p,date '2024-01-01'+d,10*p+d,p*d%70 from generate_series(1,48) p, generate_series(0,120) d;
INSERT INTO households SELECT i,'Street '||i,(array['Riverton','Lakeside','Hillview'])[1+i%3],1+i%6,i%4=0 from generate_series(1,150) i;
INSERT INTO meter_readings SELECT i,1+i%140,timestamp '2025-01-01'+(i||' hours')::interval,2+i%15 from generate_series(1,3000) i;
ALTER TABLE power_plants ADD FOREIGN KEY(country_code) REFERENCES countries; ALTER TABLE generation_log ADD FOREIGN KEY(plant_id) REFERENCES power_plants; ALTER TABLE meter_readings ADD FOREIGN KEY(household_id) REFERENCES households;
