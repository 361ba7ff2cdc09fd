-- Persons, and amounts that stand in tables of their own: salaries that are valid from-to, pay of contracts, scores.
create table employee(id int primary key, first_name text not null, last_name text not null, birth_date date, hire_date date);
create table department(id text primary key, dept_name text unique not null);
create table salary(employee_id int not null references employee, amount int not null, from_date date not null, to_date date not null, primary key(employee_id,from_date));
create table department_employee(employee_id int references employee, department_id text references department, from_date date not null, to_date date not null, primary key(employee_id,department_id));
insert into employee select i, (array['Ann','Bob','Cid','Dee','Eve'])[i%5+1], (array['Smith','Jones','Brown','Black'])[i%4+1]||i, date '1960-01-01'+i*100, date '2000-01-01'+i*30 from generate_series(1,40) i;
insert into department values ('d1','Sales'),('d2','Research');
insert into salary select i, 40000+((i*7919)%1000)*10, '2010-01-01','2015-01-01' from generate_series(1,40) i;
insert into salary select i, 50000+((i*7919)%1000)*10, '2015-01-01','9999-01-01' from generate_series(1,38) i;
insert into salary values (39, 99999, '2015-01-01', '2018-01-01'), (40,50001,'2015-01-01','9999-01-01');
insert into department_employee select i, 'd'||(i%2+1), '2010-01-01','9999-01-01' from generate_series(1,40) i;
create table player(player_id serial primary key, player_name text not null, born date);
create table contract(contract_id serial primary key, player_id int not null references player, weekly_pay int not null, signed_on date);
create table student(sid serial primary key, full_name text not null);
create table exam_result(sid int references student, subject text, score int, primary key(sid, subject));
insert into player(player_name,born) select 'P'||i, date '1990-01-01'+i*30 from generate_series(1,20) i;
insert into contract(player_id,weekly_pay,signed_on) select i%20+1, 500+(i*37)%400, date '2021-01-01'+i from generate_series(1,45) i;
insert into student(full_name) select 'S'||i from generate_series(1,20) i;
insert into exam_result select i, s, (i*31+length(s)*7)%101 from generate_series(1,20) i, unnest(array['maths','art','physics']) s;
