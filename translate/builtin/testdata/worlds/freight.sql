-- A haulier and its bank: movements between two rows of one table, named in different ways, and years without the word.
CREATE TABLE depots(depot_id int primary key, depot_name text, town text, region text, opened int);
CREATE TABLE carriers(carrier_id int primary key, carrier_name text, founded int, employees int);
CREATE TABLE shipments(shipment_id int primary key, from_depot_id int references depots, to_depot_id int references depots, carrier_id int references carriers, shipped_on date, weight_kg numeric(8,1), delay_hours int);
CREATE TABLE members(member_id int primary key, nickname text unique, joined date);
CREATE TABLE messages(message_id int primary key, sender_id int references members, recipient_id int references members, sent_at timestamp, size_bytes int);
INSERT INTO depots VALUES (1,'North Yard','Leeds','Yorkshire',1988),(2,'Dockside','Hull','Yorkshire',1995),(3,'Gateway','Dover','Kent',2003),(4,'Hillfoot','Stirling','Scotland',2011),(5,'Quayside','Aberdeen','Scotland',1979);
INSERT INTO carriers VALUES (1,'Swift Haulage',1962,340),(2,'Redline',1999,85),(3,'Ibis Cargo',2015,40);
INSERT INTO shipments SELECT i,1+i%5,1+(i+1+i%3)%5,1+i%3,date '2024-01-01'+i%400,10+(i*7)%900,(i*5)%70 FROM generate_series(1,600) i;
INSERT INTO members SELECT i,(array['Wren','Falcon','Otter','Badger'])[1+i%4]||' '||chr(64+i%26+1)||i,date '2020-01-01'+i*5 FROM generate_series(1,400) i;
INSERT INTO messages SELECT i,1+i%400,1+(i*7+3)%400,timestamp '2024-01-01'+i*interval '3 hours',20+(i*13)%4000 FROM generate_series(1,900) i;
