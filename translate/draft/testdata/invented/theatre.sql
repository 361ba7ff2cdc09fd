-- A municipal theatre with French names.
CREATE TABLE salle (id_salle int PRIMARY KEY, nom text NOT NULL, ville text NOT NULL, capacite int NOT NULL, accessible boolean NOT NULL);
INSERT INTO salle VALUES (1,'Grande Salle','Lyon',800,true), (2,'Petite Salle','Lyon',180,false), (3,'Le Moulin','Annecy',420,true), (4,'Studio B','Grenoble',90,false), (5,'La Halle','Annecy',1200,true);
CREATE TABLE spectacle (id_spectacle int PRIMARY KEY, titre text NOT NULL, genre text NOT NULL, duree_min int NOT NULL, metteur_en_scene text NOT NULL, age_min int);
INSERT INTO spectacle VALUES (1,'La Mouette','drame',150,'Claire Fontan',12), (2,'Ubu roi','farce',95,'Hugo Martel',NULL), (3,'Carmen','opera',170,'Nadia Roy',10),
 (4,'Pierre et le Loup','conte',55,'Hugo Martel',NULL), (5,'Phedre','tragedie',125,'Claire Fontan',14), (6,'Giselle','ballet',110,'Ana Petrov',6), (7,'Le Cid','tragedie',140,'Hugo Martel',12);
CREATE TABLE representation (id_representation int PRIMARY KEY, id_spectacle int NOT NULL REFERENCES spectacle, id_salle int NOT NULL REFERENCES salle, date_heure timestamp NOT NULL, annulee boolean NOT NULL);
INSERT INTO representation SELECT g, 1 + g % 6, 1 + (g * 3) % 4, timestamp '2024-01-05 20:00' + g * interval '5 days', g % 13 = 0 FROM generate_series(1, 90) g;
CREATE TABLE spectateur (id_spectateur int PRIMARY KEY, prenom text NOT NULL, nom text NOT NULL, ville text NOT NULL, abonne boolean NOT NULL, date_naissance date);
INSERT INTO spectateur SELECT g, (ARRAY['Luc','Eva','Jean','Zoe','Marc'])[1 + g % 5], (ARRAY['Blanc','Petit','Garnier','Morel','Roux','Faure','Noir'])[1 + g % 7],
 (ARRAY['Lyon','Annecy','Valence'])[1 + g % 3], g % 4 = 0, date '1950-03-01' + g * 200 FROM generate_series(1, 105) g;
CREATE TABLE billet (id_billet int PRIMARY KEY, id_representation int NOT NULL REFERENCES representation, id_spectateur int REFERENCES spectateur, prix numeric(6,2) NOT NULL, categorie text NOT NULL, vendu_le date NOT NULL);
INSERT INTO billet SELECT g, 1 + (g * 7) % 88, CASE WHEN g % 9 <> 0 THEN 1 + (g * 11) % 97 END, 12 + (g % 6) * 6.5 + (g % 10) * 0.1, (ARRAY['plein','reduit','invite'])[1 + g % 3], date '2023-12-01' + (g * 3) % 400 FROM generate_series(1, 700) g;
