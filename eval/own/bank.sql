-- First Prairie Bank: sample database of a retail bank
BEGIN;
SELECT setseed(0.4127);

CREATE TABLE branches (
  branch_id serial PRIMARY KEY,
  branch_name varchar(60) NOT NULL UNIQUE,
  address varchar(80) NOT NULL,
  city varchar(40) NOT NULL,
  state char(2) NOT NULL,
  phone varchar(20),
  opened_on date NOT NULL,
  closed_on date
);
INSERT INTO branches (branch_name,address,city,state,phone,opened_on,closed_on) VALUES
('Loop Main','120 W Monroe St','Chicago','IL','312-555-0101','1987-04-06',NULL),
('Lincoln Park','2320 N Clark St','Chicago','IL','773-555-0102','1996-09-16',NULL),
('Hyde Park','1452 E 53rd St','Chicago','IL','773-555-0103','2004-05-03',NULL),
('Evanston','901 Davis St','Evanston','IL','847-555-0104','2001-03-19',NULL),
('Milwaukee Downtown','731 N Water St','Milwaukee','WI','414-555-0105','1992-10-12',NULL),
('Bay View','2435 S Kinnickinnic Ave','Milwaukee','WI','414-555-0106','2015-06-01',NULL),
('Madison Capitol','22 E Mifflin St','Madison','WI','608-555-0107','1999-02-08',NULL),
('Indianapolis Circle','41 Monument Cir','Indianapolis','IN','317-555-0108','2008-08-11',NULL),
('Fort Wayne','110 W Berry St','Fort Wayne','IN',NULL,'2012-11-05',NULL),
('Des Moines','666 Grand Ave','Des Moines','IA','515-555-0110','2017-04-24',NULL),
('Cedar Rapids','201 3rd Ave SE','Cedar Rapids','IA','319-555-0111','2010-01-18','2025-06-30'),
('Rockford','501 E State St','Rockford','IL','815-555-0112','2023-09-05',NULL);

CREATE TABLE employees (
  employee_id serial PRIMARY KEY,
  first_name varchar(40) NOT NULL,
  last_name varchar(40) NOT NULL,
  job_title varchar(40) NOT NULL,
  branch_id int NOT NULL REFERENCES branches,
  manager_id int REFERENCES employees,
  hire_date date NOT NULL,
  termination_date date,
  salary numeric(10,2) NOT NULL,
  email varchar(80) NOT NULL UNIQUE
);
-- a regional director, then a branch manager for each branch, then the staff
INSERT INTO employees (first_name,last_name,job_title,branch_id,manager_id,hire_date,salary,email)
VALUES ('Margaret','Holloway','Regional Director',1,NULL,'2003-02-17',168500,'margaret.holloway@firstprairie.example');
INSERT INTO employees (first_name,last_name,job_title,branch_id,manager_id,hire_date,salary,email)
SELECT f, l, 'Branch Manager', n, 1, date '2005-01-10' + (random()*6200)::int, 82000+round((random()*24000)::numeric,-2), lower(f||'.'||l)||'@firstprairie.example'
FROM unnest(ARRAY['Daniel','Priya','Walter','Rosa','Erik','Nina','Curtis','Helen','Omar','Judith','Paul','Tamika'],
            ARRAY['Kowalski','Raman','Beaumont','Delgado','Lindqvist','Fischer','Washburn','Strand','Haddad','Nowak','Verhoeven','Bright']) WITH ORDINALITY AS t(f,l,n);
INSERT INTO employees (first_name,last_name,job_title,branch_id,manager_id,hire_date,termination_date,salary,email)
SELECT f, l, j, b, b+1, h, CASE WHEN r<0.15 THEN h+200+(r*2500)::int END,
  CASE j WHEN 'Teller' THEN 33000 WHEN 'Loan Officer' THEN 61000 WHEN 'Personal Banker' THEN 47000 WHEN 'Financial Advisor' THEN 72000 ELSE 38000 END + round((s*9000)::numeric,-2),
  lower(f||'.'||l)||g||'@firstprairie.example'
FROM (SELECT g,
  (ARRAY['Aaron','Beth','Carlos','Dana','Elijah','Fatima','Grace','Hugo','Irene','Jamal','Keiko','Liam','Mona','Nathan','Olivia','Peter','Quinn','Ruth','Samir','Tess'])[1+floor(random()*20)::int] f,
  (ARRAY['Abbott','Brandt','Carver','Dalton','Espinoza','Foley','Garrett','Hoang','Iverson','Jensen','Keller','Lopez','Mercer','Novak','Osborne','Petrov','Quigley','Rhodes','Stanton','Tran','Underwood','Voss','Whitaker','Young'])[1+floor(random()*24)::int] l,
  (ARRAY['Teller','Teller','Teller','Teller','Loan Officer','Loan Officer','Personal Banker','Personal Banker','Financial Advisor','Security Guard'])[1+g%10] j,
  1+floor(power(random(),1.5)*12)::int b, date '2012-03-05'+(random()*5000)::int h, random() r, random() s
  FROM generate_series(1,62) g) x;

CREATE TABLE customers (
  customer_id serial PRIMARY KEY,
  first_name varchar(40) NOT NULL,
  last_name varchar(40) NOT NULL,
  date_of_birth date NOT NULL,
  gender char(1) NOT NULL CHECK (gender IN ('F','M')),
  email varchar(80),
  phone varchar(20),
  city varchar(40) NOT NULL,
  state char(2) NOT NULL,
  segment varchar(20) NOT NULL CHECK (segment IN ('Standard','Premium','Private')),
  home_branch_id int NOT NULL REFERENCES branches,
  customer_since date NOT NULL
);
INSERT INTO customers (first_name,last_name,date_of_birth,gender,email,phone,city,state,segment,home_branch_id,customer_since)
SELECT f,l,dob,gd, CASE WHEN r1<0.88 THEN lower(f||'.'||l)||g||'@mail.example' END,
  CASE WHEN r2<0.93 THEN '555-'||lpad((r2*9999)::int::text,4,'0') END,
  br.city, br.state, CASE WHEN r3<0.72 THEN 'Standard' WHEN r3<0.93 THEN 'Premium' ELSE 'Private' END, br.branch_id,
  greatest(br.opened_on, date '2009-01-05'+(power(r4,0.6)*6480)::int)
FROM (SELECT g, CASE WHEN g%2=0 THEN 'F' ELSE 'M' END gd,
  CASE WHEN g%2=0 THEN (ARRAY['Alice','Barbara','Chloe','Diana','Emma','Fiona','Gloria','Hannah','Isabel','Julia','Karen','Laura','Maria','Nora','Patricia','Rachel','Sofia','Wendy'])[1+floor(random()*18)::int]
       ELSE (ARRAY['Adam','Brian','Charles','David','Edward','Frank','George','Henry','Ivan','Jack','Kevin','Louis','Mark','Neil','Oscar','Robert','Simon','Victor'])[1+floor(random()*18)::int] END f,
  (ARRAY['Anderson','Baker','Chen','Davis','Evans','Flores','Garcia','Hughes','Johnson','Kim','Larson','Miller','Nguyen','Olson','Patel','Ramirez','Schmidt','Smith','Taylor','Walker'])[1+floor(power(random(),1.3)*20)::int] l,
  date '1938-02-01'+(random()*25000)::int dob, random() r1, random() r2, random() r3, random() r4,
  1+floor(power(random(),1.7)*12)::int b FROM generate_series(1,220) g) x JOIN branches br ON br.branch_id=x.b;

CREATE TABLE account_types (
  account_type_id serial PRIMARY KEY,
  type_name varchar(40) NOT NULL UNIQUE,
  interest_rate numeric(5,2) NOT NULL,
  monthly_fee numeric(6,2) NOT NULL,
  minimum_balance numeric(10,2) NOT NULL
);
INSERT INTO account_types (type_name,interest_rate,monthly_fee,minimum_balance) VALUES
('Basic Checking',0.00,5.00,0),('Premium Checking',0.25,12.00,2500),('Student Checking',0.00,0.00,0),('Business Checking',0.10,18.00,1000),
('Regular Savings',0.60,0.00,100),('High-Yield Savings',3.85,0.00,5000),('Youth Savings',1.50,0.00,0),('Money Market',2.90,10.00,2000),
('Certificate of Deposit',4.35,0.00,1000),('Retirement Savings',3.10,0.00,500);

CREATE TABLE accounts (
  account_id serial PRIMARY KEY,
  account_number varchar(12) NOT NULL UNIQUE,
  customer_id int NOT NULL REFERENCES customers,
  account_type_id int NOT NULL REFERENCES account_types,
  branch_id int NOT NULL REFERENCES branches,
  opened_on date NOT NULL,
  closed_on date,
  status varchar(10) NOT NULL CHECK (status IN ('active','dormant','frozen','closed')),
  balance numeric(12,2) NOT NULL
);
INSERT INTO accounts (account_number,customer_id,account_type_id,branch_id,opened_on,closed_on,status,balance)
SELECT '40'||lpad((17000+g*37)::text,8,'0'), c.customer_id, t, c.home_branch_id, o,
  CASE WHEN st='closed' THEN least(o+90+(r*1200)::int, date '2026-10-20') END, st,
  CASE WHEN st='closed' THEN 0 WHEN r<0.05 THEN -round((20+r*6000)::numeric,2) ELSE round((exp(5.2+r2*4.6)*(CASE WHEN t IN (6,8,9,10) THEN 4 ELSE 1 END))::numeric,2) END
FROM (SELECT g, CASE WHEN g<=185 THEN g ELSE 1+floor(random()*170)::int END c, random() r, random() r2, random() r3,
  (ARRAY[1,1,1,1,1,2,2,3,4,5,5,5,5,6,6,7,8,9,9,10])[1+floor(random()*20)::int] t,
  (ARRAY['active','active','active','active','active','active','active','active','dormant','closed','closed','frozen'])[1+floor(power(random(),1.1)*12)::int] st
  FROM generate_series(1,310) g) x JOIN customers c ON c.customer_id=x.c
  CROSS JOIN LATERAL (SELECT greatest(c.customer_since, least(c.customer_since+(r3*1500)::int, date '2026-06-30')) o) y;

CREATE TABLE transactions (
  transaction_id serial PRIMARY KEY,
  account_id int NOT NULL REFERENCES accounts,
  transaction_date timestamp NOT NULL,
  transaction_type varchar(20) NOT NULL CHECK (transaction_type IN ('deposit','withdrawal','transfer','card payment','fee','interest')),
  amount numeric(12,2) NOT NULL CHECK (amount>0),
  channel varchar(10) NOT NULL CHECK (channel IN ('branch','ATM','online','mobile')),
  description varchar(80)
);
INSERT INTO transactions (account_id,transaction_date,transaction_type,amount,channel,description)
SELECT a.account_id, d, tt,
  CASE tt WHEN 'fee' THEN (ARRAY[5,12,18,35])[1+floor(r2*4)::int] WHEN 'interest' THEN round((0.5+r2*60)::numeric,2)
   WHEN 'withdrawal' THEN 20*(1+floor(power(r2,2)*40)) WHEN 'deposit' THEN round(exp(4.5+r2*4.2)::numeric,2) WHEN 'transfer' THEN round(exp(4+r2*4)::numeric,2) ELSE round(exp(1.8+r2*3.8)::numeric,2) END,
  CASE tt WHEN 'card payment' THEN (ARRAY['online','online','mobile'])[1+floor(r3*3)::int] WHEN 'withdrawal' THEN (ARRAY['ATM','ATM','ATM','branch'])[1+floor(r3*4)::int]
   WHEN 'deposit' THEN (ARRAY['branch','ATM','mobile'])[1+floor(r3*3)::int] WHEN 'transfer' THEN (ARRAY['online','mobile','mobile'])[1+floor(r3*3)::int] ELSE 'online' END,
  CASE tt WHEN 'card payment' THEN (ARRAY['Grocery store','Gas station','Restaurant','Online shop','Pharmacy','Streaming service'])[1+floor(r4*6)::int] WHEN 'deposit' THEN (ARRAY['Payroll','Check deposit','Cash deposit'])[1+floor(r4*3)::int]
   WHEN 'transfer' THEN (ARRAY['Rent','Transfer to savings','Family support',NULL])[1+floor(r4*4)::int] WHEN 'fee' THEN 'Monthly fee' WHEN 'interest' THEN 'Interest credited' END
FROM (SELECT g, 1+floor(power(random(),1.4)*290)::int a, random() r1, random() r2, random() r3, random() r4,
  (ARRAY['deposit','deposit','deposit','withdrawal','withdrawal','withdrawal','transfer','transfer','card payment','card payment','card payment','card payment','fee','interest'])[1+floor(random()*14)::int] tt
  FROM generate_series(1,600) g) x JOIN accounts a ON a.account_id=x.a
 CROSS JOIN LATERAL (SELECT greatest(a.opened_on::timestamp, timestamp '2024-01-03 08:00') lo, least(coalesce(a.closed_on, date '2026-11-25'), date '2026-11-25')::timestamp hi) b
 CROSS JOIN LATERAL (SELECT date_trunc('minute', CASE WHEN hi>lo THEN lo+(hi-lo)*power(r1,0.8) ELSE hi END) d) e
ORDER BY d;

CREATE TABLE loan_types (
  loan_type_id serial PRIMARY KEY,
  loan_type_name varchar(40) NOT NULL UNIQUE,
  base_rate numeric(5,2) NOT NULL,
  max_term_months int NOT NULL,
  is_secured boolean NOT NULL
);
INSERT INTO loan_types (loan_type_name,base_rate,max_term_months,is_secured) VALUES
('Personal',9.90,60,false),('Auto',6.40,84,true),('Mortgage',5.75,360,true),('Home Equity',7.10,180,true),('Student',4.60,120,false),
('Small Business',8.25,120,true),('Debt Consolidation',10.50,72,false),('Boat and RV',7.80,144,true),('Medical',8.90,48,false),('Construction',8.60,36,true);

CREATE TABLE loans (
  loan_id serial PRIMARY KEY,
  customer_id int NOT NULL REFERENCES customers,
  loan_type_id int NOT NULL REFERENCES loan_types,
  branch_id int NOT NULL REFERENCES branches,
  officer_id int REFERENCES employees,
  principal numeric(12,2) NOT NULL,
  interest_rate numeric(5,2) NOT NULL,
  term_months int NOT NULL,
  start_date date NOT NULL,
  status varchar(12) NOT NULL CHECK (status IN ('pending','active','paid off','defaulted'))
);
INSERT INTO loans (customer_id,loan_type_id,branch_id,officer_id,principal,interest_rate,term_months,start_date,status)
SELECT c.customer_id, lt.loan_type_id, c.home_branch_id,
  CASE WHEN r5<0.93 THEN (ARRAY(SELECT employee_id FROM employees WHERE job_title='Loan Officer' ORDER BY 1))[1+floor(power(r4,1.4)*12)::int] END,
  round((CASE lt.loan_type_id WHEN 3 THEN 90000+r1*410000 WHEN 4 THEN 15000+r1*85000 WHEN 10 THEN 60000+r1*200000 WHEN 6 THEN 10000+r1*140000 WHEN 2 THEN 6000+r1*42000 ELSE 1500+r1*24000 END)::numeric,-2),
  lt.base_rate+round((r2*3-0.8)::numeric,2), (lt.max_term_months*(ARRAY[0.5,0.75,1,1])[1+floor(r3*4)::int])::int,
  s, CASE WHEN s>date '2026-09-20' THEN 'pending' WHEN r1<0.08 THEN 'defaulted' WHEN s<date '2024-06-01' AND r2<0.4 AND lt.loan_type_id NOT IN (3,4) THEN 'paid off' ELSE 'active' END
FROM (SELECT g, 1+floor(power(random(),1.2)*215)::int c, random() r1, random() r2, random() r3, random() r4, random() r5,
   (ARRAY[1,1,1,1,2,2,2,2,2,3,3,3,3,4,5,5,6,7,8,9])[1+floor(random()*20)::int] t, random() r6 FROM generate_series(1,130) g) x
 JOIN customers c ON c.customer_id=x.c JOIN loan_types lt ON lt.loan_type_id=x.t
 CROSS JOIN LATERAL (SELECT greatest(c.customer_since, date '2022-01-10'+(r6*1760)::int) s) y;

CREATE TABLE loan_payments (
  payment_id serial PRIMARY KEY,
  loan_id int NOT NULL REFERENCES loans,
  payment_date date NOT NULL,
  amount numeric(10,2) NOT NULL,
  is_late boolean NOT NULL DEFAULT false
);
INSERT INTO loan_payments (loan_id,payment_date,amount,is_late)
SELECT l.loan_id, d, round((l.principal/l.term_months*(1+l.interest_rate/100*1.5))::numeric,2), random()<CASE WHEN l.status='defaulted' THEN 0.6 ELSE 0.11 END
FROM loans l CROSS JOIN LATERAL generate_series(l.start_date+30, least(date '2026-11-20', l.start_date+900), interval '1 month') WITH ORDINALITY AS q(dd,n)
CROSS JOIN LATERAL (SELECT (dd + interval '1 day'*((l.loan_id*7+n)%6))::date d) z
WHERE l.status<>'pending' AND d<=date '2026-11-25' AND (l.loan_id*13+n*5)%9<2 AND l.loan_id%11<>0;

CREATE TABLE cards (
  card_id serial PRIMARY KEY,
  card_number varchar(19) NOT NULL UNIQUE,
  account_id int NOT NULL REFERENCES accounts,
  card_type varchar(10) NOT NULL CHECK (card_type IN ('debit','credit','prepaid')),
  network varchar(20) NOT NULL,
  issued_on date NOT NULL,
  expires_on date NOT NULL,
  credit_limit numeric(10,2),
  is_blocked boolean NOT NULL DEFAULT false
);
INSERT INTO cards (card_number,account_id,card_type,network,issued_on,expires_on,credit_limit,is_blocked)
SELECT CASE nw WHEN 'Visa' THEN '4' WHEN 'Mastercard' THEN '5' ELSE '3' END||'XXX-XXXX-XXXX-'||lpad((1000+g*31)::text,4,'0'), a.account_id, ct, nw, i, (i+interval '4 years')::date,
  CASE WHEN ct='credit' THEN 500*(2+floor(power(r2,2)*38)) END, r3<0.07
FROM (SELECT g, 1+floor(random()*300)::int a, (ARRAY['debit','debit','debit','debit','credit','credit','credit','prepaid'])[1+floor(random()*8)::int] ct,
  (ARRAY['Visa','Visa','Visa','Mastercard','Mastercard','American Express'])[1+floor(random()*6)::int] nw, random() r1, random() r2, random() r3 FROM generate_series(1,240) g) x
 JOIN accounts a ON a.account_id=x.a CROSS JOIN LATERAL (SELECT greatest(a.opened_on+5, date '2022-02-01'+(r1*1700)::int) i) y;

CREATE TABLE atms (
  atm_id serial PRIMARY KEY,
  branch_id int NOT NULL REFERENCES branches,
  location varchar(60) NOT NULL,
  installed_on date NOT NULL,
  status varchar(15) NOT NULL CHECK (status IN ('in service','out of order','removed'))
);
INSERT INTO atms (branch_id,location,installed_on,status)
SELECT 1+floor(power(random(),1.6)*12)::int, (ARRAY['Lobby','Drive-through','Airport','Shopping mall','Hospital','University campus','Train station'])[1+floor(random()*7)::int],
 date '2014-05-01'+(random()*4400)::int, (ARRAY['in service','in service','in service','in service','in service','out of order','removed'])[1+floor(random()*7)::int] FROM generate_series(1,34);

CREATE TABLE complaints (
  complaint_id serial PRIMARY KEY,
  customer_id int NOT NULL REFERENCES customers,
  branch_id int NOT NULL REFERENCES branches,
  handled_by int REFERENCES employees(employee_id),
  category varchar(30) NOT NULL,
  filed_on date NOT NULL,
  resolved_on date
);
INSERT INTO complaints (customer_id,branch_id,handled_by,category,filed_on,resolved_on)
SELECT c.customer_id, c.home_branch_id, CASE WHEN r2<0.9 THEN 2+floor(r2*70)::int END,
 (ARRAY['Fees','Fees','Fees','Card fraud','Card fraud','Waiting time','Online banking','Online banking','Staff behaviour','Loan terms'])[1+floor(r3*10)::int], f,
 CASE WHEN f+(r4*r4*90)::int<date '2026-11-20' AND r2>0.17 THEN f+1+(r4*r4*90)::int END
FROM (SELECT g, 1+floor(power(random(),1.3)*220)::int c, random() r1, random() r2, random() r3, random() r4 FROM generate_series(1,90) g) x JOIN customers c ON c.customer_id=x.c
 CROSS JOIN LATERAL (SELECT greatest(c.customer_since, date '2023-03-01'+(r1*1350)::int) f) y;

CREATE TABLE appointments (
  appointment_id serial PRIMARY KEY,
  customer_id int NOT NULL REFERENCES customers,
  employee_id int NOT NULL REFERENCES employees,
  scheduled_at timestamp NOT NULL,
  purpose varchar(30) NOT NULL,
  status varchar(12) NOT NULL CHECK (status IN ('booked','completed','no-show','cancelled'))
);
INSERT INTO appointments (customer_id,employee_id,scheduled_at,purpose,status)
SELECT 1+floor(random()*220)::int, 14+floor(power(random(),1.3)*62)::int, s, (ARRAY['Open account','Open account','Loan advice','Loan advice','Mortgage','Investment review','Card issue'])[1+floor(random()*7)::int],
 CASE WHEN s>timestamp '2026-11-29' THEN 'booked' ELSE (ARRAY['completed','completed','completed','completed','no-show','cancelled'])[1+floor(random()*6)::int] END
FROM (SELECT date_trunc('hour', timestamp '2025-01-06 09:00'+(power(random(),0.6)*693)::int*interval '1 day'+floor(random()*8)*interval '1 hour') s FROM generate_series(1,160)) x ORDER BY s;

CREATE INDEX ON accounts(customer_id); CREATE INDEX ON transactions(account_id,transaction_date); CREATE INDEX ON loans(customer_id); CREATE INDEX ON cards(account_id);
COMMIT;
