-- A cellar that sells wine to guests: what is left of it, how large its vineyards are, what tasters think, and what all and only some rows have.
create table bars(id int primary key, name text not null unique, city text not null, opened_on date not null);
create table vineyards(id int primary key, name text not null unique, hectares numeric(6,1) not null, rows int not null);
create table grapes(id int primary key, name text not null unique);
create table wines(id int primary key, name text not null unique, vineyard_id int not null references vineyards, grape_id int not null references grapes,
  vintage int not null, price numeric(7,2) not null, cost numeric(7,2) not null, bottles_left int not null);
create table tasters(id int primary key, name text not null, years_experience int not null);
create table tastings(id int primary key, wine_id int not null references wines, taster_id int not null references tasters, points int not null);
create table customers(id int primary key, name text not null, city text not null, phone text);
create table orders(id int primary key, customer_id int not null references customers, bar_id int not null references bars,
  channel text not null check (channel in ('web', 'bar')), state text not null, total_amount numeric(8,2) not null, ordered_at timestamptz not null);
create table order_lines(order_id int references orders, no int, wine_id int not null references wines, quantity int not null, unit_price numeric(8,2) not null, primary key (order_id, no));
create table parcels(id int primary key, order_id int not null unique references orders, tracking_code text not null, carrier text not null,
  cost numeric(6,2) not null, shipped_at timestamptz not null, delivered_at timestamptz);
create table payments(id int primary key, order_id int not null references orders, method text not null, amount numeric(8,2) not null, paid_on date not null);
create table tickets(id int primary key, bar_id int not null references bars, opened_at timestamptz not null, closed_at timestamptz, outcome text);
create table offers(id int primary key, name text not null, "from" date not null, "to" date not null);
create table readers(email text primary key, source text not null);
create table employees(id int primary key, name text not null, bar_id int not null references bars, hired_on date not null);
create table salaries(employee_id int not null references employees, valid_from date not null, yearly_amount numeric(9,2) not null, primary key (employee_id, valid_from));
insert into bars values (1,'Quay','Porto','2011-05-02'),(2,'Vault','Lyon','2015-09-30');
insert into vineyards values (1,'Alta',34,410),(2,'Brook',12.5,600),(3,'Crest',6.8,90);
insert into grapes values (1,'Merlot'),(2,'Riesling'),(3,'Muscat'),(4,'Gamay');
insert into wines select i, (array['House Wine','Alta Red','Alta White','Brook Red','Brook White','Crest Red','Crest White','Old Vine'])[i], 1+i%3, 1+i%2,
  2012+i, 8+i*3, 30-i*2, case i when 2 then 0 when 7 then 0 else i*11 end from generate_series(1,8) i;
insert into tasters values (1,'Ann Ode',4),(2,'Bo Lund',11),(3,'Cy Marr',20);
insert into tastings select i, 1+i%8, 1+i%3, 70+(i*7)%23 from generate_series(1,30) i;
insert into customers select i, 'Guest '||chr(64+i), (array['Porto','Lyon','Graz'])[1+i%3], case when i%4>0 then '555 '||i end from generate_series(1,12) i;
insert into orders select i, 1+i%12, 1+i%2, case i%3 when 0 then 'bar' else 'web' end, case i%5 when 0 then 'cancelled' else 'paid' end, 20+(i*37)%200, timestamptz '2025-01-03 10:00+00'+i*interval '3 days' from generate_series(1,60) i;
insert into order_lines select i, n, 1+(i*5+n*3)%8, 1+(i+n)%4, 10+(i*5+n*3)%8*3 from generate_series(1,60) i, generate_series(1,2) n;
insert into parcels select i, i, 'TR'||1000+i, (array['Swift','Van'])[1+i%2], 4+i%3, timestamptz '2025-01-04 10:00+00'+i*interval '3 days', timestamptz '2025-01-05 10:00+00'+i*interval '3 days'+i*interval '1 hour' from generate_series(1,60) i where i%3>0;
insert into payments select i, i, (array['card','cash','invoice'])[1+i%3], 20+(i*37)%200, date '2025-01-04'+i*3 from generate_series(1,60) i;
insert into tickets select i, 1+i%2, timestamptz '2025-03-01 08:00+00'+i*interval '9 hours', case when i%4>0 then timestamptz '2025-03-01 08:00+00'+i*interval '12 hours' end, case when i%4>0 then (array['refund','apology','advice'])[1+i%3] end from generate_series(1,30) i;
insert into offers values (1,'Spring','2025-03-20','2025-04-12'),(2,'Harvest','2025-09-25','2025-10-02'),(3,'Winter','2024-12-20','2025-01-06');
insert into readers select 'r'||i||'@example.com', case when i%7<4 then 'footer' when i%7<6 then 'checkout' else 'fair' end from generate_series(1,40) i;
insert into employees select i, 'Staff '||chr(64+i), 1+i%2, date '2015-02-01'+i*90 from generate_series(1,9) i;
insert into salaries select i, date '2023-01-01'+y*365, 30000+(i*7919)%20000+y*500 from generate_series(1,9) i, generate_series(0,2) y;
analyze;
