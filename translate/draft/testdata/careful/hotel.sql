-- A chain of hotels: a history of bookings beside them, three dates per booking, services with quantities, two ways from a
-- guest to a hotel, staff that reports to staff, dates as text.
CREATE TABLE hotels(id serial primary key, name text not null, city text not null, country text not null, stars int not null, opened text);
CREATE TABLE room_types(id serial primary key, label text not null, max_guests int not null, base_rate numeric(8,2) not null);
CREATE TABLE rooms(id serial primary key, hotel_id int not null references hotels, room_type_id int not null references room_types, room_no text not null, floor int not null, size_sqm numeric(5,1));
CREATE TABLE guests(id serial primary key, name text not null, country text, vip boolean not null default false, date_of_birth date, preferred_hotel_id int references hotels);
CREATE TABLE bookings(id serial primary key, guest_id int not null references guests, room_id int not null references rooms, booked_at timestamp not null, check_in date not null, check_out date not null, status text not null, nights int not null, total_price numeric(10,2) not null);
CREATE TABLE booking_history(id serial primary key, booking_id int not null references bookings, old_status text, new_status text, changed_at timestamp not null);
CREATE TABLE payments(id serial primary key, booking_id int not null references bookings, amount numeric(10,2) not null, method text not null, paid_at timestamp not null, refunded boolean not null default false);
CREATE TABLE services(id serial primary key, name text not null, price numeric(8,2) not null);
CREATE TABLE booking_services(booking_id int references bookings, service_id int references services, quantity int not null, primary key(booking_id, service_id));
CREATE TABLE reviews(id serial primary key, booking_id int not null unique references bookings, rating int not null, comment text, written_on date not null);
CREATE TABLE staff(id serial primary key, name text not null, role text not null, hotel_id int references hotels, supervisor_id int references staff, salary numeric(9,2), hired_on date not null, left_on date);
INSERT INTO hotels(name,city,country,stars,opened) VALUES ('Grand Vista','Lisbon','Portugal',5,'12/05/1931'),('Casa Azul','Porto','Portugal',4,'01/02/1998'),('Nordlys','Oslo','Norway',4,'03/03/2005'),('Fjell Lodge','Bergen','Norway',3,'30/06/2012'),('Porto','Faro','Portugal',3,'15/08/2020');
INSERT INTO room_types(label,max_guests,base_rate) VALUES ('Single',1,80),('Double',2,120),('Suite',4,310),('Dormitory',8,25);
INSERT INTO rooms(hotel_id,room_type_id,room_no,floor,size_sqm) SELECT 1+i%4,1+(i*i)%3,'R'||(100+i),1+i%6,12+(i*7)%45 FROM generate_series(1,80) i;
INSERT INTO guests(name,country,vip,date_of_birth,preferred_hotel_id) SELECT (array['Ada','Bo','Cai','Dia','Eli','Fay'])[1+i%6]||' '||(array['Hansen','Costa','Lima','Berg'])[1+i%4]||' '||i,(array['Portugal','Norway','Spain','Brazil',NULL])[1+i%5],i%8=0,date '1945-01-01'+(i*173)%20000,CASE WHEN i%3=0 THEN 1+i%5 END FROM generate_series(1,150) i;
INSERT INTO bookings(guest_id,room_id,booked_at,check_in,check_out,status,nights,total_price) SELECT 1+(i*7)%140,1+(i*11)%80,timestamp '2023-06-01'+(i*2)%700*interval '1 day',date '2023-06-01'+(i*2)%700+30,date '2023-06-01'+(i*2)%700+31+i%6,(array['confirmed','cancelled','checked_out','checked_out','no_show'])[1+i%5],1+i%6,(1+i%6)*(60+(i*13)%250) FROM generate_series(1,500) i;
INSERT INTO booking_history(booking_id,old_status,new_status,changed_at) SELECT 1+i%500,'confirmed',(array['cancelled','checked_out'])[1+i%2],timestamp '2024-01-01'+i*interval '5 hours' FROM generate_series(1,700) i;
INSERT INTO payments(booking_id,amount,method,paid_at,refunded) SELECT 1+(i*3)%480,20+(i*17)%600,(array['card','cash','transfer'])[1+i%3],timestamp '2023-07-01'+i*interval '1 day',i%10=0 FROM generate_series(1,620) i;
INSERT INTO services(name,price) VALUES ('Breakfast',15),('Spa',60),('Parking',20),('Laundry',12),('Airport shuttle',35);
INSERT INTO booking_services SELECT b, s, 1+(b*s)%4 FROM generate_series(1,300) b, generate_series(1,4) s WHERE (b+s)%3=0;
INSERT INTO reviews(booking_id,rating,comment,written_on) SELECT i*2,1+(i*i)%5,CASE WHEN i%4=0 THEN NULL ELSE 'comment '||i END,date '2024-01-01'+i FROM generate_series(1,200) i;
INSERT INTO staff(name,role,hotel_id,supervisor_id,salary,hired_on,left_on) SELECT 'Staff '||chr(64+i),(array['manager','receptionist','cleaner','chef'])[1+i%4],CASE WHEN i%9=0 THEN NULL ELSE 1+i%4 END,CASE WHEN i>4 THEN 1+i%4 END,1800+(i*131)%2600,date '2010-01-01'+(i*211)%5000,CASE WHEN i%6=0 THEN date '2024-03-01' END FROM generate_series(1,26) i;
