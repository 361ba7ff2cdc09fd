-- Personnel: abbreviated names, a table that refers to itself, a table that only links.
CREATE TABLE dept(dept_no int primary key, dept_nm text, loc text);
CREATE TABLE emp(emp_no int primary key, emp_nm text, job_title text, mgr_no int references emp, hire_dt date, sal numeric(9,2), comm numeric(9,2), dept_no int references dept, gender char(1));
CREATE TABLE proj(proj_no int primary key, proj_nm text, budget numeric(12,2), start_dt date, end_dt date);
CREATE TABLE emp_proj(emp_no int references emp, proj_no int references proj, hrs_per_week int, primary key(emp_no,proj_no));
INSERT INTO dept VALUES (10,'Accounting','New York'),(20,'Research','Dallas'),(30,'Sales','Chicago'),(40,'Operations','Boston'),(50,'Legal','Dallas');
INSERT INTO emp SELECT i,(array['Smith','Allen','Ward','Jones','Martin','Blake','Clark'])[1+i%7]||' '||i,(array['Clerk','Salesman','Manager','Analyst','Engineer'])[1+i%5],case when i>1 then 1+i/8 end,date '2010-03-01'+i*40,1000+(i*137)%6000,case when i%4=0 then 100+i end,10*(1+i%4),(array['M','F'])[1+i%2] from generate_series(1,140) i;
INSERT INTO proj SELECT i,'Project '||chr(64+i),10000*i,date '2023-01-01'+i*30,date '2024-01-01'+i*45 from generate_series(1,14) i;
INSERT INTO emp_proj SELECT e,p,5+(e*p)%30 from generate_series(1,130) e, generate_series(1,12) p where (e*p)%9=0;
