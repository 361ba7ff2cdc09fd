-- A football league: natural keys, two teams to a match, a player's club in another table.
CREATE TABLE stadium(stadium_name text primary key, city text, capacity int, built_year int);
CREATE TABLE team(team_name text primary key, nickname text, founded int, stadium_name text references stadium, budget_million numeric(6,1));
CREATE TABLE coach(coach_id int primary key, coach_name text, nationality text, team_name text references team, since date);
CREATE TABLE player(player_id int primary key, player_name text, position text, nationality text, date_of_birth date, height_cm int, weight_kg int, preferred_foot text, market_value int);
CREATE TABLE contract(player_id int references player, team_name text references team, shirt_number int, start_date date, end_date date, weekly_wage int, primary key(player_id, team_name, start_date));
CREATE TABLE referee(referee_id int primary key, referee_name text, country text, years_experience int);
CREATE TABLE match(match_id int primary key, season text, match_date date, home_team text references team, away_team text references team, home_goals int, away_goals int, attendance int, referee_id int references referee);
CREATE TABLE goal(goal_id int primary key, match_id int references match, player_id int references player, minute int, goal_type text);
CREATE TABLE card(card_id int primary key, match_id int references match, player_id int references player, minute int, color text);
INSERT INTO stadium VALUES ('North Park','Malden',42000,1952),('Riverside Arena','Tarn',28000,1998),('The Bowl','Ostrow',61000,1936),('City Ground','Malden',19500,2007),('Lake Stadium','Brigg',33500,1975),('New Field','Tarn',8000,2016);
INSERT INTO team VALUES ('Malden United','Reds',1892,'North Park',120.5),('Tarn Rovers','Otters',1921,'Riverside Arena',64.0),('Ostrow City','Giants',1905,'The Bowl',210.0),('Malden Athletic','Blues',1911,'City Ground',38.2),('Brigg Town','Millers',1934,'Lake Stadium',22.7);
INSERT INTO coach VALUES (1,'Aldo Conti','Italian','Malden United','2021-07-01'),(2,'Bert Jansen','Dutch','Tarn Rovers','2019-01-15'),(3,'Carl Weiss','German','Ostrow City','2023-06-01'),(4,'Diego Ruiz','Spanish','Malden Athletic','2022-11-20');
INSERT INTO player SELECT i,(array['Alan','Bruno','Cesar','Dario','Emil','Felix'])[1+i%6]||' '||(array['Kerr','Lopes','Mbeki','Nagy','Orban'])[1+i%5]||' '||i,(array['goalkeeper','defender','midfielder','forward'])[1+i%4],(array['English','Brazilian','German','Nigerian'])[1+(i/2)%4],date '1988-01-01'+i*37,168+(i*7)%30,62+(i*5)%35,(array['left','right'])[1+(i%4>0)::int],100000+(i*73)%900*10000 FROM generate_series(1,110) i;
INSERT INTO contract SELECT i,(array['Malden United','Tarn Rovers','Ostrow City','Malden Athletic','Brigg Town'])[1+i%5],1+i/5,date '2021-07-01'+i,date '2025-06-30'+i%3*365,2000+(i*191)%60000 FROM generate_series(1,104) i;
INSERT INTO referee VALUES (1,'Rita Voss','Germany',12),(2,'Sam Pike','England',5),(3,'Tomas Eder','Austria',18),(4,'Uwe Hahn','Germany',2);
INSERT INTO match SELECT i,(array['2022/23','2023/24'])[1+(i>40)::int],date '2022-08-06'+i*9,(array['Malden United','Tarn Rovers','Ostrow City','Malden Athletic','Brigg Town'])[1+i%5],(array['Malden United','Tarn Rovers','Ostrow City','Malden Athletic','Brigg Town'])[1+(i+1+(i/5)%4)%5],(i*3)%5,(i*7)%4,5000+(i*977)%30000,1+i%3 FROM generate_series(1,80) i;
INSERT INTO goal SELECT i,1+(i*7)%78,1+(i*i)%100,1+(i*13)%94,(array['open play','penalty','header','free kick'])[1+(i*3)%4] FROM generate_series(1,240) i;
INSERT INTO card SELECT i,1+(i*5)%79,1+(i*17)%105,1+(i*11)%95,(array['yellow','yellow','yellow','red'])[1+(i*5)%4] FROM generate_series(1,200) i;
