-- A football league: two teams in each match, transfers between teams, coaches by period, statistics that repeat the players'
-- names, heights in centimetres, and a cup whose name is nearly that of another table.
CREATE TABLE team(team_id int primary key, team_name text not null, city text, founded_year int, stadium_id int, budget_meur numeric(7,1));
CREATE TABLE stadium(stadium_id int primary key, stadium_name text not null, city text, capacity int);
ALTER TABLE team ADD FOREIGN KEY (stadium_id) REFERENCES stadium;
CREATE TABLE player(player_id int primary key, first_name text not null, last_name text not null, team_id int references team, position text, height_cm int, weight_kg int, birth_date date, nationality text, market_value_eur numeric(12,0));
CREATE TABLE coach(coach_id int primary key, coach_name text not null, nationality text);
CREATE TABLE team_coach(team_id int references team, coach_id int references coach, from_date date not null, to_date date, primary key(team_id, coach_id, from_date));
CREATE TABLE match(match_id int primary key, home_team_id int not null references team, away_team_id int not null references team, played_on date not null, home_goals int, away_goals int, attendance int, stadium_id int references stadium, referee text);
CREATE TABLE goal(goal_id int primary key, match_id int not null references match, player_id int not null references player, minute int not null, is_penalty boolean not null, is_own_goal boolean not null);
CREATE TABLE transfer(transfer_id int primary key, player_id int not null references player, from_team_id int references team, to_team_id int references team, transferred_on date not null, fee_eur numeric(12,0));
CREATE TABLE season(season_id int primary key, label text not null, start_date date not null, end_date date not null);
CREATE TABLE player_season(player_id int references player, season_id int references season, player_name text not null, appearances int, goals int, yellow_cards int, red_cards int, primary key(player_id, season_id));
CREATE TABLE sponsor(sponsor_id int primary key, sponsor_name text not null, industry text);
CREATE TABLE sponsorship(team_id int references team, sponsor_id int references sponsor, amount_eur numeric(12,0) not null, since date not null, primary key(team_id, sponsor_id));
INSERT INTO stadium VALUES (1,'North Park','Brno',32000),(2,'Lakeside','Linz',18000),(3,'Iron Arena','Ostrava',41000),(4,'Old Meadow','Graz',9500),(5,'City Ground','Brno',12000);
INSERT INTO team VALUES (1,'Brno Wolves','Brno',1921,1,45.5),(2,'Linz United','Linz',1954,2,22.0),(3,'Ostrava Steel','Ostrava',1908,3,61.2),(4,'Graz Rovers','Graz',1987,4,8.4),(5,'Brno Rangers','Brno',1933,5,NULL),(6,'Ghost FC',NULL,2020,NULL,NULL);
INSERT INTO player SELECT i,(array['Adam','Bence','Carlo','Dusan','Emil','Filip'])[1+i%6],(array['Horak','Ilic','Jansen','Kral','Lutz'])[1+i%5]||i,CASE WHEN i%17=0 THEN NULL ELSE 1+i%5 END,(array['goalkeeper','defender','midfielder','forward'])[1+(i*i)%4],165+(i*7)%35,60+(i*5)%40,date '1988-01-01'+(i*113)%6500,(array['Czech','Austrian','Serbian','Dutch'])[1+i%4],100000*(1+(i*37)%200) FROM generate_series(1,110) i;
INSERT INTO coach VALUES (1,'Karl Weiss','Austrian'),(2,'Jan Dvorak','Czech'),(3,'Milan Peric','Serbian'),(4,'Hugo Bakker','Dutch'),(5,'Ota Benes','Czech');
INSERT INTO team_coach VALUES (1,1,'2018-07-01','2021-06-30'),(1,2,'2021-07-01',NULL),(2,3,'2019-07-01',NULL),(3,4,'2020-07-01','2023-06-30'),(3,1,'2023-07-01',NULL),(4,2,'2017-07-01','2021-06-30');
INSERT INTO match SELECT i,1+i%5,1+(i+1+i%3)%5,date '2022-08-01'+(i*4)%900,(i*7)%5,(i*i)%4,CASE WHEN i%12=0 THEN NULL ELSE 3000+(i*997)%30000 END,1+i%5,(array['R. Novak','S. Klein','T. Varga'])[1+i%3] FROM generate_series(1,200) i WHERE i%5 <> (i+1+i%3)%5;
INSERT INTO goal SELECT i,(SELECT match_id FROM match ORDER BY match_id OFFSET (i*3)%150 LIMIT 1),1+(i*i)%100,1+(i*7)%90,i%11=0,i%23=0 FROM generate_series(1,420) i;
INSERT INTO transfer SELECT i,1+(i*3)%110,1+i%5,1+(i+2)%5,date '2021-01-01'+(i*23)%1500,CASE WHEN i%5=0 THEN NULL ELSE 50000*(1+(i*13)%90) END FROM generate_series(1,70) i;
INSERT INTO season VALUES (1,'2022/23','2022-08-01','2023-06-30'),(2,'2023/24','2023-08-01','2024-06-30');
INSERT INTO player_season SELECT i,s,(SELECT first_name||' '||last_name FROM player WHERE player_id=i),(i*s)%35,(i*s*7)%19,(i*s)%9,(i+s)%3 FROM generate_series(1,100) i, generate_series(1,2) s;
INSERT INTO sponsor VALUES (1,'Volt Energy','energy'),(2,'Kava Foods','food'),(3,'Plex Bank','finance'),(4,'Orla Air','travel');
INSERT INTO sponsorship VALUES (1,1,500000,'2020-01-01'),(1,2,120000,'2022-01-01'),(2,2,80000,'2021-06-01'),(3,1,900000,'2019-03-01'),(3,3,300000,'2023-01-01'),(4,2,20000,'2024-01-01');
