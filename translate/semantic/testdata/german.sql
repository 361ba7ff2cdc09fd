-- Ein Großhandel mit deutschen Namen.
CREATE TABLE kunde (kunden_nr integer PRIMARY KEY, firma text NOT NULL, ansprechpartner text, plz text, ort text, land text, angelegt_am date NOT NULL, geloescht boolean NOT NULL);
CREATE TABLE mitarbeiter (personal_nr integer PRIMARY KEY, vorname text NOT NULL, nachname text NOT NULL, geburtsdatum date, eintritt date NOT NULL, austritt date, abteilung_nr integer, vorgesetzter_nr integer REFERENCES mitarbeiter);
COMMENT ON COLUMN mitarbeiter.austritt IS 'leer = noch beschäftigt';
CREATE TABLE abteilung (abteilung_nr integer PRIMARY KEY, bezeichnung text NOT NULL);
CREATE TABLE artikel (artikel_nr integer PRIMARY KEY, bezeichnung text NOT NULL, warengruppe text, gewicht_kg numeric, einzelpreis numeric(10,2));
CREATE TABLE auftrag (auftrag_nr integer PRIMARY KEY, kunden_nr integer NOT NULL REFERENCES kunde, vertreter_nr integer REFERENCES mitarbeiter, bestellt_am date NOT NULL, geliefert_am date, status char(1));
COMMENT ON COLUMN auftrag.status IS 'O = offen, G = geliefert, S = storniert';
CREATE TABLE auftragsposition (auftrag_nr integer REFERENCES auftrag, pos_nr integer, artikel_nr integer REFERENCES artikel, menge integer, einzelpreis numeric(10,2), rabatt numeric(4,2), PRIMARY KEY (auftrag_nr, pos_nr));
CREATE TABLE gehalt (personal_nr integer REFERENCES mitarbeiter, gueltig_ab date, gueltig_bis date, betrag numeric(10,2), PRIMARY KEY (personal_nr, gueltig_ab));
CREATE TABLE kunde_alt (kunden_nr integer, firma text, ort text);
INSERT INTO kunde SELECT i, 'Firma ' || i, 'Frau ' || i, '80' || i, 'München', 'Deutschland', date '2019-01-01' + i, i % 9 = 0 FROM generate_series(1, 90) i;
INSERT INTO abteilung VALUES (1, 'Vertrieb'), (2, 'Einkauf');
INSERT INTO mitarbeiter SELECT i, 'V' || i, 'N' || i, date '1980-01-01' + i, date '2010-01-01' + i, CASE WHEN i % 4 = 0 THEN date '2022-01-01' END, 1 + i % 2, CASE WHEN i > 1 THEN 1 END FROM generate_series(1, 30) i;
INSERT INTO artikel SELECT i, 'Artikel ' || i, 'Gruppe ' || i % 5, i, i FROM generate_series(1, 60) i;
INSERT INTO auftrag SELECT i, 1 + i % 90, 1 + i % 30, date '2022-01-01' + i, CASE WHEN i % 3 > 0 THEN date '2022-01-09' + i END, (ARRAY['O', 'G', 'S'])[1 + i % 3] FROM generate_series(1, 300) i;
INSERT INTO auftragsposition SELECT i, 1, 1 + i % 60, 1 + i % 5, 10, (i % 10) / 100.0 FROM generate_series(1, 300) i;
INSERT INTO gehalt SELECT i, date '2020-01-01', NULL, 3000 + i FROM generate_series(1, 30) i;
