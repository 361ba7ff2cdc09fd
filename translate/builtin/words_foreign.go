package builtin

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// languages holds, for German, French and Spanish, words that occur in names of tables and columns, without accents,
// each with its English translation. A schema is read with one of them if it uses many of its words; see languageOf.
var languages = []map[string]string{
	parseWords(`vorname:first name|nachname:last name|familienname:last name|ort:city|wohnort:city|stadt:city|strasse:street|plz:postal code
land:country|preis:price|betrag:amount|menge:quantity|datum:date|kunde:customer|kunden:customers|auftrag:order|auftraege:orders
bestellung:order|bestellungen:orders|rechnung:invoice|rechnungen:invoices|artikel:item|produkt:product|produkte:products|lieferant:supplier
lieferanten:suppliers|lieferung:delivery|mitarbeiter:employee|abteilung:department|gehalt:salary|geburtsdatum:birth date
geburtstag:birthday|titel:title|bezeichnung:name|beschreibung:description|beginn:start|ende:end|dauer:duration|gewicht:weight|hoehe:height
laenge:length|breite:width|alter:age|geschlecht:gender|telefon:phone|nummer:number|typ:type|art:type|klasse:class|marke:brand
modell:model|baujahr:year built|jahr:year|monat:month|tag:day|farbe:color|lager:warehouse|bestand:stock|konto:account|filiale:branch
firma:company|umsatz:revenue|rabatt:discount|steuer:tax|zahlung:payment|bezahlt:paid|am:on|erstellt:created|angelegt:created
geaendert:modified|eingestellt:hired|angemeldet:registered|eroeffnet:opened|geliefert:delivered|bestellt:ordered|storniert:cancelled
abgesagt:cancelled|aktiv:active|schueler:student|lehrer:teacher|fach:subject|pruefung:exam|bestanden:passed|fahrzeug:vehicle
fahrzeuge:vehicles|arzt:doctor|termin:appointment|zimmer:room|buch:book|verlag:publisher|autor:author|verein:club|mitglied:member
spieler:player|mannschaft:team|spiel:match|punkte:points|von:from|bis:until`),
	parseWords(`nom:name|prenom:first name|ville:city|pays:country|adresse:address|rue:street|prix:price|montant:amount|quantite:quantity
client:customer|commande:order|facture:invoice|produit:product|fournisseur:supplier|livraison:delivery|employe:employee|salaire:salary
naissance:birth|titre:title|libelle:name|debut:start|fin:end|duree:duration|poids:weight|hauteur:height|longueur:length
largeur:width|sexe:gender|telephone:phone|numero:number|statut:status|categorie:category|marque:brand|modele:model|annee:year|mois:month
jour:day|couleur:color|entrepot:warehouse|compte:account|agence:branch|societe:company|remise:discount|taxe:tax|paiement:payment
paye:paid|cree:created|modifie:modified|vendu:sold|embauche:hired|inscrit:registered|ouvert:opened|annule:cancelled|annulee:cancelled
actif:active|abonne:subscriber|eleve:student|professeur:teacher|cours:course|auteur:author|livre:book|editeur:publisher|joueur:player
equipe:team|membre:member|medecin:doctor|chambre:room|vol:flight|billet:ticket|salle:hall|spectateur:spectator|capacite:capacity
heure:time|le:on|du:from|au:until`),
	parseWords(`nombre:name|apellido:last name|apellidos:last name|ciudad:city|pais:country|direccion:address|calle:street|precio:price
importe:amount|monto:amount|cantidad:quantity|fecha:date|cliente:customer|clientes:customers|pedido:order|pedidos:orders|factura:invoice
facturas:invoices|producto:product|productos:products|proveedor:supplier|empleado:employee|empleados:employees|departamento:department
salario:salary|nacimiento:birth|titulo:title|descripcion:description|inicio:start|fin:end|duracion:duration|peso:weight|altura:height
edad:age|sexo:gender|telefono:phone|numero:number|estado:status|tipo:type|categoria:category|marca:brand|modelo:model|anio:year|mes:month
dia:day|almacen:warehouse|cuenta:account|sucursal:branch|empresa:company|venta:sale|ventas:sales|pago:payment|activo:active
alumno:student|profesor:teacher|curso:course|libro:book|autor:author|jugador:player|equipo:team|partido:match|medico:doctor
paciente:patient|habitacion:room`),
}

// parseWords parses "word:translation" pairs, separated by bars or line ends, into a map.
func parseWords(s string) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.FieldsFunc(s, func(r rune) bool { return r == '|' || r == '\n' }) {
		w, means, _ := strings.Cut(pair, ":")
		m[w] = means
	}
	return m
}

// A schema is taken to be in a language if its names use at least minForeign different words of that language, and
// these are at least one in foreignShare of all different words in the names.
const minForeign, foreignShare = 5, 6

// languageOf returns the entry of languages that the names of a schema are written in: words to their English
// translations. It returns nil when the names are English or in an unknown language.
func languageOf(s *schema.Snapshot) map[string]string {
	words := map[string]bool{}
	for _, t := range s.Tables {
		for _, w := range split(t.Name) {
			words[w] = true
		}
		for _, c := range t.Columns {
			for _, w := range split(c.Name) {
				words[unaccented(w)] = true
			}
		}
	}
	var best map[string]string
	most := max(minForeign, (len(words)+foreignShare-1)/foreignShare) - 1
	for _, language := range languages {
		n := 0
		for w := range words {
			if language[w] != "" {
				n++
			}
		}
		if n > most {
			best, most = language, n
		}
	}
	return best
}

// unaccented replaces accented letters by the usual spelling without them: größe becomes groesse, prénom becomes
// prenom.
func unaccented(w string) string { return accents.Replace(w) }

var accents = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "è", "e", "ê", "e", "à", "a", "â", "a", "ç", "c", "ô", "o", "û", "u", "î", "i",
	"á", "a", "í", "i", "ó", "o", "ú", "u", "ñ", "n")

// inEnglish translates the words of a name from the language of the schema to English. Words without a translation
// stay. It returns nil when no word has one.
func (ix *index) inEnglish(ws []string) []string {
	if ix.language == nil {
		return nil
	}
	var out []string
	found := false
	for _, w := range ws {
		if means := ix.language[unaccented(w)]; means != "" {
			out, found = append(out, strings.Fields(means)...), true
		} else {
			out = append(out, w)
		}
	}
	if !found {
		return nil
	}
	return out
}

// foreignPlural returns the tables whose full name is the word without a German, French or Spanish plural ending:
// Prüfungen, Fahrzeuge. It returns nil for a schema with English names.
func (ix *index) foreignPlural(low string) []name {
	if ix.language == nil {
		return nil
	}
	for _, ending := range []string{"n", "en", "e", "er", "s", "es", "x"} {
		one, ok := strings.CutSuffix(low, ending)
		if !ok || len(one) < 4 {
			continue
		}
		var out []name
		for _, n := range append(ix.glued[one], ix.glued[unaccented(one)]...) {
			if n.column == nil && n.full {
				n.score *= 0.99
				out = append(out, n)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}
