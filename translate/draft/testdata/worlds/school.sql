-- A school: natural keys, and no foreign keys declared.
CREATE TABLE students(student_id int primary key, first_name text, last_name text, grade_level int, birthday date, home_town text);
CREATE TABLE teachers(teacher_id int primary key, name text, subject text, hired date, salary numeric(8,2));
CREATE TABLE courses(course_code text primary key, course_name text, teacher_id int, credits int, room_no text);
CREATE TABLE enrollments(student_id int, course_code text, school_year int, final_mark numeric(4,1), passed boolean);
CREATE TABLE rooms(room_no text primary key, building text, capacity int);
INSERT INTO students SELECT i,(array['Lisa','Mark','Nina','Paul','Rosa'])[1+i%5],(array['Adams','Brown','Clark','Davis'])[1+i%4],1+i%12,date '2005-01-01'+i*20,(array['Springfield','Shelbyville','Ogdenville'])[1+i%3] from generate_series(1,200) i;
INSERT INTO teachers SELECT i,'Teacher '||i,(array['Math','History','Biology','Art'])[1+i%4],date '2000-08-01'+i*200,40000+i*700 from generate_series(1,20) i;
INSERT INTO courses SELECT 'C'||i,(array['Algebra','Geometry','World History','Genetics','Painting'])[1+i%5]||' '||i,1+i%18,1+i%5,'R'||(1+i%8) from generate_series(1,30) i;
INSERT INTO enrollments SELECT 1+(i*7)%190,'C'||(1+(i*3)%28),2022+i%4,40+(i*11)%60,(i*11)%60>10 from generate_series(1,900) i;
INSERT INTO rooms SELECT 'R'||i,(array['North','South'])[1+i%2],15+i*3 from generate_series(1,10) i;
