-- A city library: an archive beside the loans, soft deletes, books that are not their copies, two authors for some books,
-- loans that are still out, and a view that repeats members.
CREATE TABLE branches(branch_id int primary key, branch_name text not null, city text not null, opened_on date, budget numeric(12,2));
CREATE TABLE authors(author_id int primary key, full_name text not null, country text, born_year int);
CREATE TABLE books(book_id int primary key, title text not null, genre text, pages int, published_year int, list_price numeric(6,2), branch_of_origin text);
CREATE TABLE book_authors(book_id int references books, author_id int references authors, author_order int, primary key(book_id, author_id));
CREATE TABLE copies(copy_id int primary key, book_id int not null references books, branch_id int not null references branches, acquired_on date, condition text);
CREATE TABLE members(member_id int primary key, first_name text not null, last_name text not null, email text, city text, status text not null, joined_on date not null, birth_date date, referred_by int references members, deleted_at timestamp);
CREATE TABLE loans(loan_id int primary key, copy_id int not null references copies, member_id int not null references members, borrowed_on date not null, due_on date not null, returned_on date);
CREATE TABLE loans_archive(loan_id int primary key, copy_id int, member_id int, borrowed_on date, due_on date, returned_on date);
CREATE TABLE fines(fine_id int primary key, loan_id int not null references loans, amount numeric(6,2) not null, reason text, paid_on date);
CREATE TABLE holds(hold_id int primary key, book_id int not null references books, member_id int not null references members, placed_on date not null, status text not null);
CREATE VIEW active_members AS SELECT member_id, first_name, last_name, email, city FROM members WHERE deleted_at IS NULL AND status = 'active';
INSERT INTO branches VALUES (1,'Central','Lyon','1950-03-01',900000),(2,'Riverside','Lyon','1988-06-11',250000),(3,'Hillcrest','Grenoble','2004-09-20',310000),(4,'Harbour','Annecy','2019-01-07',120000),(5,'New Quarter','Valence','2023-10-01',80000);
INSERT INTO authors SELECT i, (array['Anne','Boris','Clara','David','Elena','Farid'])[1+i%6]||' '||(array['Moreau','Novak','Okafor','Petit','Quinn'])[1+i%5]||' '||i, (array['France','Spain','Nigeria','Ireland',NULL])[1+i%5], 1920+(i*7)%75 FROM generate_series(1,30) i;
INSERT INTO books SELECT i, 'Book '||chr(65+i%26)||i, (array['Fantasy','History','Science','Poetry'])[1+i%4], 80+(i*37)%700, 1960+(i*11)%64, 5+(i*13)%40, (array['Lyon','Annecy'])[1+i%2] FROM generate_series(1,90) i;
INSERT INTO book_authors SELECT i, 1+i%28, 1 FROM generate_series(1,90) i;
INSERT INTO book_authors SELECT i, 1+(i+3)%28, 2 FROM generate_series(1,90,3) i;
INSERT INTO copies SELECT i, 1+(i*7)%85, 1+(i*i)%4, date '2015-01-01'+(i*17)%3000, (array['good','worn','damaged'])[1+i%3] FROM generate_series(1,220) i;
INSERT INTO members SELECT i, (array['Ines','Jules','Karim','Lena','Marta','Noah','Olga'])[1+i%7], (array['Roux','Silva','Tran','Ullmann','Vidal'])[1+i%5], CASE WHEN i%6=0 THEN NULL ELSE 'm'||i||'@mail.test' END, (array['Lyon','Grenoble','Annecy','Valence'])[1+i%4], (array['active','active','suspended','expired'])[1+(i*3)%4], date '2018-01-01'+(i*29)%2500, CASE WHEN i%9=0 THEN NULL ELSE date '1950-01-01'+(i*211)%20000 END, CASE WHEN i>10 AND i%3=0 THEN i/3 ELSE NULL END, CASE WHEN i%11=0 THEN timestamp '2024-05-01' END FROM generate_series(1,120) i;
INSERT INTO loans SELECT i, 1+(i*13)%220, 1+(i*i)%110, date '2023-01-01'+(i*3)%1000, date '2023-01-01'+(i*3)%1000+21, CASE WHEN i%7=0 THEN NULL ELSE date '2023-01-01'+(i*3)%1000+(i*5)%40 END FROM generate_series(1,600) i;
INSERT INTO loans_archive SELECT i, 1+(i*11)%220, 1+i%110, date '2019-01-01'+i, date '2019-01-01'+i+21, date '2019-01-01'+i+10 FROM generate_series(1,300) i;
INSERT INTO fines SELECT i, i*4, 1+(i*7)%25, (array['late','lost','damaged'])[1+i%3], CASE WHEN i%3=0 THEN NULL ELSE date '2024-01-01'+i END FROM generate_series(1,140) i;
INSERT INTO holds SELECT i, 1+(i*5)%90, 1+(i*7)%115, date '2024-01-01'+(i*2)%300, (array['waiting','ready','cancelled','collected'])[1+i%4] FROM generate_series(1,150) i;
