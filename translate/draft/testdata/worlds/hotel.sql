-- A chain of hotels: plain names, rooms keyed by hotel and number, stays with two dates.
CREATE TABLE hotels(hotel_id int primary key, name text, city text, country text, stars int, opened_on date, has_pool boolean);
CREATE TABLE room_types(room_type_id int primary key, type_name text, max_guests int, base_rate numeric(8,2));
CREATE TABLE rooms(room_id int primary key, hotel_id int references hotels, room_number text, floor int, room_type_id int references room_types, smoking_allowed boolean);
CREATE TABLE guests(guest_id int primary key, first_name text, last_name text, email text, country text, birth_date date, loyalty_level text);
CREATE TABLE reservations(reservation_id int primary key, guest_id int references guests, room_id int references rooms, check_in date, check_out date, booked_at timestamp, status text, channel text, total_price numeric(10,2));
CREATE TABLE staff(staff_id int primary key, hotel_id int references hotels, full_name text, position text, monthly_salary numeric(9,2), hired_on date, supervisor_id int references staff);
CREATE TABLE reviews(review_id int primary key, reservation_id int references reservations, score int, comment text, posted_on date);
INSERT INTO hotels VALUES (1,'Grand Palace','Vienna','Austria',5,'1987-05-01',true),(2,'Sea View','Lisbon','Portugal',4,'1999-03-12',true),(3,'Central Inn','Vienna','Austria',3,'2005-09-20',false),(4,'Alpine Lodge','Innsbruck','Austria',4,'2012-12-01',true),(5,'Harbour House','Porto','Portugal',3,'2018-06-15',false),(6,'Nordic Rest','Oslo','Norway',2,'2021-01-10',false);
INSERT INTO room_types VALUES (1,'single',1,60),(2,'double',2,90),(3,'family',5,140),(4,'suite',4,260);
INSERT INTO rooms SELECT i,1+i%5,(100+i)::text,1+i%6,1+(i/5)%4,i%7=0 FROM generate_series(1,100) i;
INSERT INTO guests SELECT i,(array['Anna','Ben','Carla','David','Elif'])[1+i%5],(array['Huber','Costa','Olsen','Novak','Moretti','Duarte','Lind'])[1+i%7],'g'||i||'@mail.example',(array['Austria','Portugal','Norway','Italy','Spain'])[1+(i*3)%5],date '1950-01-01'+i*60,(array['gold','silver','bronze',null])[1+i%4] FROM generate_series(1,300) i;
INSERT INTO reservations SELECT i,1+(i*7)%280,1+(i*13)%97,date '2024-01-01'+i%500,date '2024-01-01'+i%500+1+i%9,timestamp '2023-12-01'+i%500*interval '1 day',(array['confirmed','cancelled','no-show','completed'])[1+(i/3)%4],(array['website','phone','agency'])[1+i%3],60+(i*37)%1900 FROM generate_series(1,1200) i;
INSERT INTO staff SELECT i,1+i%5,(array['Karl','Lena','Miguel','Nora','Olga'])[1+i%5]||' '||(array['Baum','Reis','Holm','Vidal'])[1+i%4]||' '||i,(array['receptionist','housekeeper','chef','manager'])[1+i%4],1500+(i*97)%2500,date '2010-01-01'+i*45,CASE WHEN i>4 THEN 1+i%4 END FROM generate_series(1,80) i;
INSERT INTO reviews SELECT i,1+(i*3)%1190,1+(i*7)%10,CASE WHEN i%4=0 THEN NULL ELSE 'Comment '||i END,date '2024-02-01'+i FROM generate_series(1,350) i;
