-- Music: names in the singular.
CREATE TABLE artist(id int primary key, name text not null, country text, formed_year int, is_active boolean);
CREATE TABLE album(id int primary key, title text not null, artist_id int not null references artist, released_on date, label text, price numeric(6,2));
CREATE TABLE track(id int primary key, title text not null, album_id int not null references album, duration_sec int, genre text, plays bigint);
CREATE TABLE playlist(id int primary key, name text, owner text, created_at timestamptz);
CREATE TABLE playlist_track(playlist_id int references playlist, track_id int references track, position int, primary key(playlist_id,track_id));
INSERT INTO artist SELECT i,(array['The Foxes','Blue Moon','Kilo','Nordic Wave','Sunset Boys'])[1+i%5]||' '||i,(array['France','Germany','United States','Japan'])[1+i%4],1960+i,i%3>0 from generate_series(1,60) i;
INSERT INTO album SELECT i,'Album '||i,1+(i*3)%55,date '1990-01-01'+i*60,(array['EMI','Sony','Universal'])[1+i%3],5+i%20 from generate_series(1,180) i;
INSERT INTO track SELECT i,(array['Love','Night','Road','Hey You','Summer'])[1+i%5]||' '||i,1+(i*7)%175,120+i%300,(array['rock','pop','jazz','classical'])[1+i%4],(i*7919)%100000 from generate_series(1,1400) i;
INSERT INTO playlist SELECT i,'Mix '||i,(array['anna','bob','carl'])[1+i%3],timestamptz '2024-02-01'+(i||' days')::interval from generate_series(1,40) i;
INSERT INTO playlist_track SELECT p,1+(p*31+k*17)%1400,k from generate_series(1,38) p, generate_series(1,12) k on conflict do nothing;
