-- textbook university schema
CREATE FUNCTION pg_temp.h(i bigint, s text, m int) RETURNS int LANGUAGE sql IMMUTABLE AS
 $$ SELECT ('x'||substr(md5(s||':'||i),1,7))::bit(28)::int % m $$;
CREATE TABLE department (
  dept_code char(4) PRIMARY KEY, dept_name varchar(40) NOT NULL UNIQUE, building varchar(30), budget numeric(12,2) CHECK (budget > 0), chair_id integer);
CREATE TABLE instructor (
  instr_id integer PRIMARY KEY, first_name varchar(30) NOT NULL, last_name varchar(30) NOT NULL, dept_code char(4) REFERENCES department, rank varchar(20) NOT NULL,
  salary numeric(8,2), hire_date date, office varchar(10), email varchar(60), phone varchar(20));
ALTER TABLE department ADD FOREIGN KEY (chair_id) REFERENCES instructor;
CREATE TABLE classroom (building varchar(30), room_no varchar(6), capacity integer NOT NULL, has_projector boolean NOT NULL, PRIMARY KEY (building, room_no));
CREATE TABLE course (course_id varchar(8) PRIMARY KEY, title varchar(60) NOT NULL, dept_code char(4) NOT NULL REFERENCES department, credits smallint NOT NULL CHECK (credits BETWEEN 1 AND 12), level varchar(10) NOT NULL);
CREATE TABLE prerequisite (course_id varchar(8) REFERENCES course, prereq_id varchar(8) REFERENCES course, PRIMARY KEY (course_id, prereq_id));
CREATE TABLE student (
  student_id integer PRIMARY KEY, first_name varchar(30) NOT NULL, last_name varchar(30) NOT NULL, birth_date date, home_town varchar(30), email varchar(60), dept_code char(4) REFERENCES department,
  degree varchar(5) NOT NULL CHECK (degree IN ('BSc','MSc','PhD')), admitted_on date NOT NULL, graduated_on date, advisor_id integer REFERENCES instructor);
COMMENT ON COLUMN student.dept_code IS 'department of the major; NULL while undeclared';
CREATE TABLE section (
  course_id varchar(8) REFERENCES course, sec_no smallint, semester varchar(6) CHECK (semester IN ('Spring','Fall')), year smallint CHECK (year > 2000),
  instr_id integer REFERENCES instructor, building varchar(30), room_no varchar(6), time_slot varchar(12),
  PRIMARY KEY (course_id, sec_no, semester, year), FOREIGN KEY (building, room_no) REFERENCES classroom);
CREATE TABLE grade_scale (grade varchar(2) PRIMARY KEY, points numeric(2,1), passing boolean NOT NULL);
COMMENT ON COLUMN grade_scale.points IS 'grade points on the 4.0 scale; NULL for a withdrawal';
CREATE TABLE enrolment (
  student_id integer REFERENCES student, course_id varchar(8), sec_no smallint, semester varchar(6), year smallint, grade varchar(2) REFERENCES grade_scale,
  PRIMARY KEY (student_id, course_id, sec_no, semester, year), FOREIGN KEY (course_id, sec_no, semester, year) REFERENCES section);
COMMENT ON COLUMN enrolment.grade IS 'final letter grade; NULL while the course is running; W = withdrawn';
INSERT INTO department VALUES ('CSCI','Computer Science','Turing Hall',2450000,NULL),('MATH','Mathematics','Noether Hall',1320000,NULL),('PHYS','Physics','Curie Building',1985000,NULL),('CHEM','Chemistry','Curie Building',1760000,NULL),
 ('BIOL','Biology','Darwin Building',2010000,NULL),('HIST','History','Old Main',640000,NULL),('ECON','Economics','Keynes Hall',980000,NULL),('PHIL','Philosophy','Old Main',415000,NULL),('MUSI','Music',NULL,290000,NULL);
INSERT INTO instructor SELECT i, f, l, d, r, s, h, o, lower(l)||'@brandtuniv.example', CASE WHEN i%6<>4 THEN '555-0'||(300+i*7) END FROM (VALUES
 (101,'Sofia','Lindgren','CSCI','Professor',142500,date '2004-08-15','T-310'),(102,'Kwame','Adeyemi','CSCI','Associate Professor',118200,'2012-01-10','T-214'),(103,'Marcus','Feld','CSCI','Assistant Professor',97400,'2021-08-20','T-118'),
 (104,'Ji-woo','Park','CSCI','Lecturer',76800,'2022-01-05',NULL),(105,'Ruth','Calloway','CSCI','Assistant Professor',99100,'2020-08-17','T-120'),(106,'Emil','Castellan','MATH','Professor',128900,'1999-09-01','N-401'),
 (107,'Nadia','Petrov','MATH','Associate Professor',104300,'2011-08-22','N-305'),(108,'Gordon','Vance','MATH','Lecturer',68900,'2018-01-08','N-110'),(109,'Leila','Amiri','MATH','Assistant Professor',88700,'2023-08-14','N-212'),
 (110,'Hans','Oberholt','PHYS','Professor',137600,'2001-03-01','C-220'),(111,'Beatriz','Moreno','PHYS','Associate Professor',109800,'2013-08-19','C-224'),(112,'Thomas','Ekwueme','PHYS','Assistant Professor',93500,'2022-08-15','C-118'),
 (113,'Yuki','Tanabe','CHEM','Professor',131400,'2006-08-21','C-330'),(114,'Paul','Renner','CHEM','Associate Professor',105900,'2014-01-13','C-334'),(115,'Aisha','Farouk','CHEM','Lecturer',71200,'2019-08-19',NULL),
 (116,'Margaret','Whitlock','BIOL','Professor',126300,'2003-08-18','D-101'),(117,'Diego','Salinas','BIOL','Associate Professor',103700,'2015-08-24','D-115'),(118,'Ingrid','Solberg','BIOL','Assistant Professor',90200,'2021-01-11','D-117'),
 (119,'Walter','Pruitt','HIST','Professor',98600,'1997-09-02','O-12'),(120,'Camille','Laurent','HIST','Associate Professor',84100,'2016-08-22','O-14'),(121,'Simon','Achterberg','ECON','Professor',139200,'2008-08-18','K-410'),
 (122,'Fatima','Zaidi','ECON','Assistant Professor',108400,'2022-08-15','K-318'),(123,'Brian','Hollis','ECON','Lecturer',79500,'2020-01-06','K-207'),(124,'Eleni','Markou','PHIL','Professor',92300,'2005-08-22','O-31'),
 (125,'Oliver','Strand','PHIL','Lecturer',61700,'2023-01-09',NULL),(126,'Vera','Kolar','MUSI','Lecturer',59800,'2017-08-21','M-2'),(127,'Anton','Bellini',NULL,'Visiting Professor',NULL,'2025-08-18',NULL)) v(i,f,l,d,r,s,h,o);
UPDATE department d SET chair_id=c FROM (VALUES ('CSCI',101),('MATH',107),('PHYS',110),('BIOL',116),('HIST',120),('ECON',121),('PHIL',124),('CHEM',114)) v(k,c) WHERE d.dept_code=k;
INSERT INTO classroom VALUES ('Turing Hall','101',120,true),('Turing Hall','205',40,true),('Turing Hall','B12',24,false),('Noether Hall','010',180,true),('Noether Hall','220',36,false),('Curie Building','Aud',240,true),('Curie Building','112',48,true),
 ('Darwin Building','150',90,true),('Darwin Building','L3',20,false),('Old Main','21',32,false),('Old Main','33',28,true),('Keynes Hall','300',110,true);
INSERT INTO course VALUES ('CS101','Introduction to Programming','CSCI',4,'intro'),('CS120','Data Structures','CSCI',4,'intro'),('CS210','Algorithms','CSCI',4,'advanced'),('CS230','Databases','CSCI',3,'advanced'),('CS250','Operating Systems','CSCI',4,'advanced'),
 ('CS330','Machine Learning','CSCI',4,'advanced'),('CS350','Computer Networks','CSCI',3,'advanced'),('CS510','Distributed Systems','CSCI',6,'graduate'),('MA101','Calculus I','MATH',4,'intro'),('MA102','Calculus II','MATH',4,'intro'),
 ('MA201','Linear Algebra','MATH',3,'intro'),('MA220','Probability','MATH',3,'advanced'),('MA310','Real Analysis','MATH',4,'advanced'),('MA520','Topology','MATH',6,'graduate'),('PH101','Mechanics','PHYS',4,'intro'),
 ('PH102','Electromagnetism','PHYS',4,'intro'),('PH230','Quantum Mechanics','PHYS',4,'advanced'),('PH310','Astrophysics','PHYS',3,'advanced'),('CH101','General Chemistry','CHEM',4,'intro'),('CH210','Organic Chemistry','CHEM',5,'advanced'),
 ('CH320','Spectroscopy','CHEM',3,'advanced'),('BI101','Cell Biology','BIOL',4,'intro'),('BI210','Genetics','BIOL',4,'advanced'),('BI240','Ecology','BIOL',3,'advanced'),('BI530','Bioinformatics','BIOL',6,'graduate'),
 ('HI110','World History','HIST',3,'intro'),('HI220','Medieval Europe','HIST',3,'advanced'),('HI240','History of Science','HIST',2,'advanced'),('EC101','Microeconomics','ECON',3,'intro'),('EC102','Macroeconomics','ECON',3,'intro'),
 ('EC310','Econometrics','ECON',4,'advanced'),('PL101','Logic','PHIL',3,'intro'),('PL210','Ethics','PHIL',3,'advanced'),('PL330','Philosophy of Mind','PHIL',3,'advanced'),('MU105','Music Theory','MUSI',2,'intro'),('MU210','Choir','MUSI',1,'advanced');
INSERT INTO prerequisite VALUES ('CS120','CS101'),('CS210','CS120'),('CS230','CS120'),('CS250','CS120'),('CS330','CS210'),('CS330','MA201'),('CS330','MA220'),('CS350','CS250'),('CS510','CS250'),('CS510','CS350'),('MA102','MA101'),('MA220','MA102'),('MA310','MA102'),('MA310','MA201'),
 ('MA520','MA310'),('PH102','PH101'),('PH230','PH102'),('PH230','MA201'),('PH310','PH101'),('CH210','CH101'),('CH320','CH210'),('BI210','BI101'),('BI530','BI210'),('BI530','CS101'),('EC310','EC101'),('EC310','MA220'),('PL330','PL101'),('BI240','BI101');
INSERT INTO grade_scale VALUES ('A',4.0,true),('A-',3.7,true),('B+',3.3,true),('B',3.0,true),('B-',2.7,true),('C+',2.3,true),('C',2.0,true),('D',1.0,true),('F',0.0,false),('W',NULL,false);
INSERT INTO student SELECT 20000+i, f, l, dg_b, t, CASE WHEN i%23<>9 THEN lower(left(f,1)||l)||i||'@stud.brandtuniv.example' END, d, deg, adm,
   CASE WHEN adm+(CASE deg WHEN 'BSc' THEN 1390 WHEN 'MSc' THEN 660 ELSE 2000 END)<date '2026-06-15' AND pg_temp.h(i,'gr',6)<>0 THEN make_date(extract(year FROM adm)::int+CASE deg WHEN 'BSc' THEN 4 WHEN 'MSc' THEN 2 ELSE 5 END,6,12) END,
   CASE WHEN d IS NULL OR pg_temp.h(i,'adv',12)=0 THEN NULL WHEN pg_temp.h(i,'oth',15)=0 THEN 110 ELSE (SELECT (array_agg(instr_id ORDER BY instr_id))[1+pg_temp.h(i,'ad',count(*)::int)] FROM instructor WHERE dept_code=d AND rank<>'Lecturer') END
 FROM (SELECT i, CASE i WHEN 7 THEN 'Clara' WHEN 12 THEN 'Omar' WHEN 30 THEN 'Freya' ELSE (ARRAY['Lucas','Mia','Noah','Emma','Leon','Hannah','Arjun','Priya','Mateo','Lena','Ivan','Sara','Tariq','Julia','Wei','Chiara','Finn','Zoe','Pablo','Astrid','Dmitri','Naomi'])[1+pg_temp.h(i,'f',22)] END f,
   CASE i WHEN 7 THEN 'Hoffmann' WHEN 12 THEN 'Haddad' WHEN 30 THEN 'Nilsen' ELSE (ARRAY['Andersen','Brown','Chen','Diaz','Eriksen','Fischer','Gupta','Hughes','Ivanov','Jensen','Kaya','Lopez','Moore','Nowak','Olsen','Perez','Quist','Ricci','Singh','Torres','Ueda','Vogel','Weber','Young'])[1+pg_temp.h(i,'l',24)] END l,
   (ARRAY['Bergen','Oslo','Hamburg','Leeds','Porto','Gdansk','Bergen','Lyon','Aarhus','Turin',NULL])[1+pg_temp.h(i,'t',11)] t,
   CASE WHEN i IN (7,12) THEN 'CSCI' ELSE (ARRAY['CSCI','CSCI','CSCI','MATH','PHYS','CHEM','BIOL','BIOL','HIST','ECON','ECON','PHIL','MATH','CSCI',NULL])[1+pg_temp.h(i,'d',15)] END d, CASE WHEN i IN (7,12,30) THEN 'BSc' ELSE (ARRAY['BSc','BSc','BSc','BSc','MSc','MSc','PhD'])[1+pg_temp.h(i,'dg',7)] END deg,
   make_date(CASE WHEN i IN (7,12,30) THEN 2023 ELSE 2020+pg_temp.h(i,'ad',6) END,9,1+pg_temp.h(i,'ady',5)) adm, make_date(CASE WHEN i=77 THEN 1989 ELSE 1996+pg_temp.h(i,'by',10) END,1+pg_temp.h(i,'bm',12),1+pg_temp.h(i,'bd',28)) dg_b FROM generate_series(1,260) i) z;
INSERT INTO section SELECT c.course_id, n, s, y, CASE WHEN pg_temp.h(k,'vac',30)=0 THEN NULL WHEN c.course_id='CS230' AND y=2026 THEN 102 ELSE (SELECT (array_agg(instr_id ORDER BY instr_id))[1+pg_temp.h(k*5+n,'in',count(*)::int)] FROM instructor i WHERE i.dept_code=c.dept_code AND instr_id<>118 AND hire_date<make_date(y,8,30)) END, r.building, r.room_no,
   (ARRAY['MWF 09:00','MWF 11:00','TTh 10:30','TTh 14:00','Wed 16:00'])[1+pg_temp.h(k,'ts',5)]
 FROM (SELECT c.*, s, y, row_number() OVER (ORDER BY y,s,course_id) k FROM course c, unnest(ARRAY['Spring','Fall']) s, generate_series(2023,2026) y WHERE NOT (y=2026 AND s='Fall') AND c.course_id NOT IN ('PL330','MU210','HI240')) c,
   generate_series(1,CASE WHEN c.level='intro' AND c.credits=4 THEN 2 ELSE 1 END) n, LATERAL (SELECT * FROM classroom ORDER BY pg_temp.h(k*3+n+capacity,'rm',1000), room_no LIMIT 1) r
 WHERE c.level='intro' OR pg_temp.h(k,'off',100)<55 OR (c.course_id='CS230' AND s='Spring');
INSERT INTO enrolment SELECT DISTINCT ON (st.student_id, sec.course_id) st.student_id, sec.course_id, sec.sec_no, sec.semester, sec.year, CASE WHEN sec.year=2026 THEN CASE WHEN pg_temp.h(st.student_id*7+sec.k,'w',25)=0 THEN 'W' END
    ELSE (ARRAY['A','A','A-','A-','B+','B+','B','B','B-','C+','C','C','D','F','W','B'])[least(16,1+(pg_temp.h(st.student_id*11+sec.k,'g',16)*(6+pg_temp.h(st.student_id,'tal',5))/10)+pg_temp.h(ascii(right(sec.course_id,2))+ascii(sec.course_id),'hard',4))] END
 FROM student st JOIN (SELECT *, row_number() OVER (ORDER BY year,semester,course_id,sec_no) k FROM section) sec ON make_date(sec.year,CASE sec.semester WHEN 'Spring' THEN 2 ELSE 9 END,10)>st.admitted_on AND (st.graduated_on IS NULL OR st.graduated_on>make_date(sec.year,CASE sec.semester WHEN 'Spring' THEN 2 ELSE 9 END,10))
   JOIN course c USING (course_id) WHERE sec.sec_no=1+pg_temp.h(st.student_id,'sec',CASE WHEN c.level='intro' AND c.credits=4 THEN 2 ELSE 1 END)
   AND pg_temp.h(st.student_id*13+ascii(c.course_id)*100+substr(c.course_id,3)::int,'cz',CASE WHEN c.dept_code=st.dept_code THEN 2 ELSE 8 END)=0 AND pg_temp.h(st.student_id*3+sec.k,'once',5)<3 AND st.student_id%29<>4
   ORDER BY st.student_id, sec.course_id, sec.year, sec.semester DESC;
ANALYZE;
