-- A shop that lends films: whom people report to, lists of films, and how often each was lent.
create table clerk(clerk_id int primary key, first_name text not null, last_name text not null, email text, reports_to int references clerk, street_address text);
create table movie(movie_id int primary key, title text not null, released int);
create table copy(copy_id int primary key, movie_id int not null references movie);
create table rental(rental_id int primary key, rental_date date not null, copy_id int not null references copy, return_date date);
create table watchlist(watchlist_id int primary key, name text not null);
create table watchlist_movie(watchlist_id int references watchlist, movie_id int references movie, primary key(watchlist_id, movie_id));
insert into clerk values (1,'Andrew','Adams','andrew@gmail.com',null,'1 Main St'), (2,'Nancy','Edwards','nancy@web.de',1,'2 Main St'),
 (3,'Jane','Peacock','jane@gmail.com',2,'3 Main St'), (4,'Steve','Johnson','steve@web.de',2,'4 Main St');
insert into movie select i, 'Movie ' || i, 1990 + i from generate_series(1, 9) i;
insert into copy select i, 1 + i % 9 from generate_series(1, 20) i;
insert into rental select i, date '2024-01-01' + i, 1 + i * i % 19, case when i % 4 > 0 then date '2024-01-03' + i end from generate_series(1, 60) i;
insert into watchlist values (1,'Classics'), (2,'Rainy days'), (3,'Unwatched');
insert into watchlist_movie select 1 + i % 2, i from generate_series(1, 9) i;
