-- A wholesaler of plants, invented for eval: what can be asked of it in two ways, beside what cannot. See nursery.jsonl.
CREATE TABLE client (client_id int PRIMARY KEY, firm text NOT NULL UNIQUE, city text NOT NULL, country text NOT NULL, client_since date NOT NULL);
CREATE TABLE supplier (supplier_id int PRIMARY KEY, firm text NOT NULL UNIQUE, city text NOT NULL);
CREATE TABLE warehouse (warehouse_id int PRIMARY KEY, name text NOT NULL UNIQUE, city text NOT NULL);
CREATE TABLE greenhouse (greenhouse_id int PRIMARY KEY, name text NOT NULL, warehouse_id int NOT NULL REFERENCES warehouse, area_m2 int NOT NULL,
  volume_m3 int NOT NULL);
CREATE TABLE worker (worker_id int PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, warehouse_id int NOT NULL REFERENCES warehouse,
  hired_on date NOT NULL, phone text, salary numeric(9,2) NOT NULL);
CREATE TABLE plant (plant_id int PRIMARY KEY, name text NOT NULL UNIQUE, genus text NOT NULL, height_cm int NOT NULL, list_price numeric(8,2) NOT NULL,
  cost_price numeric(8,2) NOT NULL);
CREATE TABLE sale (sale_id int PRIMARY KEY, bill_to_id int NOT NULL REFERENCES client, deliver_to_id int NOT NULL REFERENCES client,
  salesperson_id int NOT NULL REFERENCES worker, ordered_on date NOT NULL, sent_on date, invoiced_on date, net_total numeric(10,2) NOT NULL,
  gross_total numeric(10,2) NOT NULL);
CREATE TABLE sale_line (sale_id int NOT NULL REFERENCES sale, line_no int NOT NULL, plant_id int NOT NULL REFERENCES plant, quantity int NOT NULL,
  unit_price numeric(8,2) NOT NULL, PRIMARY KEY (sale_id, line_no));
CREATE TABLE delivery (delivery_id int PRIMARY KEY, supplier_id int NOT NULL REFERENCES supplier, warehouse_id int NOT NULL REFERENCES warehouse,
  plant_id int NOT NULL REFERENCES plant, quantity int NOT NULL, requested_on date NOT NULL, arrived_on date, gross_weight_kg int NOT NULL,
  net_weight_kg int NOT NULL);
CREATE TABLE client_complaint (complaint_id int PRIMARY KEY, sale_id int NOT NULL REFERENCES sale, received_on date NOT NULL, reason text NOT NULL);
CREATE TABLE supplier_complaint (complaint_id int PRIMARY KEY, delivery_id int NOT NULL REFERENCES delivery, sent_on date NOT NULL, reason text NOT NULL);

INSERT INTO client SELECT i, (ARRAY['Grove','Meadow','Orchard','Hedge','Terrace','Lawn'])[1 + i % 6] || ' ' || (ARRAY['Works','Design','Care','Supply'])[1 + i % 4] || ' ' || i,
    (ARRAY['Oslo','Bergen','Malmo','Aarhus','Turku'])[1 + i % 5], (ARRAY['Norway','Norway','Sweden','Denmark','Finland'])[1 + i % 5],
    date '2018-02-01' + i * 31 FROM generate_series(1, 40) i;
INSERT INTO supplier SELECT i, (ARRAY['Seed','Root','Leaf'])[1 + i % 3] || ' House ' || i, (ARRAY['Bergen','Lund','Odense'])[1 + i % 3] FROM generate_series(1, 9) i;
INSERT INTO warehouse VALUES (1, 'Fjord', 'Bergen'), (2, 'Sound', 'Malmo'), (3, 'Cape', 'Oslo');
INSERT INTO greenhouse SELECT i, 'House ' || i, 1 + i % 3, 300 + (i * 137) % 900, 1500 + (i * 611) % 2900 FROM generate_series(1, 12) i;
INSERT INTO worker SELECT i, (ARRAY['Eva','Nils','Siri','Ole','Maja'])[1 + i % 5], (ARRAY['Lund','Berg','Dahl','Vik','Moen'])[1 + i % 5] || CASE WHEN i > 12 THEN 's' ELSE '' END,
    1 + i % 3, date '2014-05-05' + i * 97, '+47 555 ' || 100 + i, 38000 + (i * 1733) % 9000 FROM generate_series(1, 22) i;
INSERT INTO worker VALUES (23, 'Tora', 'Holm', 2, '2021-03-01', '+47 555 123', 41500);
INSERT INTO plant SELECT i, (ARRAY['blue','white','dwarf','golden'])[1 + i % 4] || ' ' || (ARRAY['spruce','maple','heather','yew','rose','ivy','box'])[1 + i % 7],
    (ARRAY['Picea','Acer','Calluna','Taxus','Rosa','Hedera','Buxus'])[1 + i % 7], 15 + (i * 13) % 180, 4 + (i * 7) % 60, 2 + (i * 5) % 30 FROM generate_series(1, 28) i;
INSERT INTO sale SELECT i, 1 + (i * 7) % 37, 1 + (i * 11) % 39, 1 + i % 20, date '2022-01-05' + i * 2, date '2022-01-05' + i * 2 + 3 + i % 20,
    CASE WHEN i % 9 > 0 THEN date '2022-01-05' + i * 2 + 10 + i % 40 END, 100 + (i * 37) % 4000, (100 + (i * 37) % 4000) * 1.25 FROM generate_series(1, 540) i;
INSERT INTO sale_line SELECT s, l, 1 + (s * 3 + l * 5) % 26, 1 + (s + l) % 30, 3 + (s * l) % 50 FROM generate_series(1, 540) s, generate_series(1, 3) l;
INSERT INTO delivery SELECT i, 1 + (i * 5) % 9, 1 + i % 3, 1 + i % 28, 10 + i % 90, date '2022-01-10' + i * 4, date '2022-01-10' + i * 4 + 5 + i % 30,
    40 + (i * 17) % 400, 30 + (i * 17) % 380 FROM generate_series(1, 260) i;
INSERT INTO client_complaint SELECT i, i * 9, date '2022-02-01' + i * 18, (ARRAY['dead on arrival','wrong plant','late'])[1 + i % 3] FROM generate_series(1, 55) i;
INSERT INTO supplier_complaint SELECT i, i * 12, date '2022-03-01' + i * 48, (ARRAY['dry roots','too few'])[1 + i % 2] FROM generate_series(1, 20) i;
ANALYZE;
