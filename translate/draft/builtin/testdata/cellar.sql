-- A cellar that sells wine to guests: what is left of it, how large its vineyards are, what tasters think, and what all and only some rows have.
create table bars(id int primary key, name text not null unique, city text not null);
create table vineyards(id int primary key, name text not null unique, hectares numeric(6,1) not null, rows int not null);
create table grapes(id int primary key, name text not null unique);
create table wines(id int primary key, name text not null unique, vineyard_id int not null references vineyards, grape_id int not null references grapes,
  vintage int not null, price numeric(7,2) not null, cost numeric(7,2) not null, bottles_left int not null);
create table tasters(id int primary key, name text not null);
create table tastings(id int primary key, wine_id int not null references wines, taster_id int not null references tasters, points int not null);
create table customers(id int primary key, name text not null, city text not null);
create table orders(id int primary key, customer_id int not null references customers, bar_id int not null references bars,
  channel text not null check (channel in ('web', 'bar')), total_amount numeric(8,2) not null, ordered_at timestamptz not null);
create table order_lines(order_id int references orders, no int, wine_id int not null references wines, quantity int not null, unit_price numeric(8,2) not null, primary key (order_id, no));
create table parcels(id int primary key, order_id int not null unique references orders, tracking_code text not null);
create table payments(id int primary key, order_id int not null references orders, method text not null, amount numeric(8,2) not null);
create table tickets(id int primary key, bar_id int not null references bars, opened_at timestamptz not null, closed_at timestamptz);
insert into bars values (1,'Quay','Porto'),(2,'Vault','Lyon');
insert into vineyards values (1,'Alta',34,410),(2,'Brook',12.5,600),(3,'Crest',6.8,90);
insert into grapes values (1,'Merlot'),(2,'Riesling'),(3,'Muscat');
insert into wines select i, (array['House Wine','Alta Red','Alta White','Brook Red','Brook White','Crest Red','Crest White','Old Vine'])[i], 1+i%3, 1+i%2,
  2012+i, 8+i*3, 30-i*2, case i when 2 then 0 when 7 then 0 else i*11 end from generate_series(1,8) i;
insert into tasters values (1,'Ann Ode'),(2,'Bo Lund'),(3,'Cy Marr');
insert into tastings select i, 1+i%8, 1+i%3, 70+(i*7)%23 from generate_series(1,30) i;
insert into customers select i, 'Guest '||chr(64+i), (array['Porto','Lyon','Graz'])[1+i%3] from generate_series(1,12) i;
insert into orders select i, 1+i%12, 1+i%2, case i%3 when 0 then 'bar' else 'web' end, 20+(i*37)%200, timestamptz '2025-01-03 10:00+00'+i*interval '3 days' from generate_series(1,60) i;
insert into order_lines select i, n, 1+(i*5+n*3)%8, 1+(i+n)%4, 10+(i*5+n*3)%8*3 from generate_series(1,60) i, generate_series(1,2) n;
insert into parcels select i, i, 'TR'||1000+i from generate_series(1,60) i where i%3>0;
insert into payments select i, i, (array['card','cash','invoice'])[1+i%3], 20+(i*37)%200 from generate_series(1,60) i;
insert into tickets select i, 1+i%2, timestamptz '2025-03-01 08:00+00'+i*interval '9 hours', case when i%4>0 then timestamptz '2025-03-01 08:00+00'+i*interval '12 hours' end from generate_series(1,30) i;
analyze;
