package guard

import (
	"regexp"
	"strings"
	"unicode"
)

// secretNames lists how columns are called that hold secrets: keys by which somebody may log in, pay, or be
// impersonated. A column is one of them if its name, in words, is an entry or ends with one, and with how the secret
// is stored: user_password, resetToken and api_key_sha256, not password_changed_at. The list is closed. Other columns
// are masked by share.masked: those of persons (iban, passport_number) and those that mostly mean something else
// (pin, salt, credentials).
var secretNames = listed(`
	password passwords passwd psswd pswd passwrd pwd pw passphrase passcode passkey
	user_pass db_pass login_pass admin_pass smtp_pass mail_pass pass_hash password_hint password_salt
	passwort kennwort wachtwoord contrasena contraseña senha mot_de_passe lösenord losenord hasło haslo heslo
	secret secrets secret_key client_secret api_secret app_secret shared_secret webhook_secret secret_answer security_answer
	token auth_token access_token access_tokens refresh_token refresh_tokens api_token api_tokens session_token reset_token
	csrf_token bearer_token id_token device_token remember_token jwt
	api_key api_keys access_key private_key priv_key signing_key encryption_key hmac_key auth_key secure_key session_key activation_key
	reset_key recovery_key psk pre_shared_key preshared_key wpa_key wifi_key
	otp_seed totp_seed totp_key mfa_key recovery_code recovery_codes backup_code backup_codes activation_code verification_code
	reset_code confirmation_code seed_phrase
	credit_card debit_card social_security connection_string`)

// secretNumbers lists those whose values may be stored as numbers.
var secretNumbers = listed(`
	card_number card_num card_no card_nr cc_number cc_num cc_no cc_cid card_pan primary_account_number
	cvv cvc cvv_code cvc_code cvv_number card_security_code card_pin atm_pin user_pin login_pin pin_hash otp otp_code
	ssn ssn_number ssn_no social_security_number social_security_no`)

// storedAs lists words behind the name of a secret that tell how it is stored.
var storedAs = listed(`hash hashed digest encrypted encr enc crypt crypted plain plaintext cleartext md5 sha1 sha256 sha512 bcrypt
	scrypt argon2 value old new current previous confirmation`)

// listed returns the entries of a list, with and without the underscores between their words.
func listed(list string) map[string]bool {
	set := map[string]bool{}
	for entry := range strings.FieldsSeq(list) {
		set[entry], set[strings.ReplaceAll(entry, "_", "")] = true, true
	}
	return set
}

// secret reports whether a column holds secrets, by its name and the category of its type (pg_type.typcategory; 0: not
// known). Flags, times and labels are about secrets and hold none, and so are most numbers.
func (g *Guard) secret(name string, category byte) bool {
	if !g.policy.Secrets || strings.IndexByte("BDTEG", category) >= 0 && category != 0 {
		return false
	}
	spelt := inWords(name)
	for at := strings.LastIndexByte(spelt, '_'); at > 0 && storedAs[spelt[at+1:]]; at = strings.LastIndexByte(spelt, '_') {
		spelt = spelt[:at]
	}
	spelt = strings.TrimRight(spelt, "_0123456789")
	for at := 0; at >= 0; {
		entry := spelt[at:]
		if secretNumbers[entry] || secretNames[entry] && category != 'N' {
			return true
		}
		next := strings.IndexByte(entry, '_')
		if next < 0 {
			break
		}
		at += next + 1
	}
	if category != 'N' && cutPassword(spelt[strings.LastIndexByte(spelt, '_')+1:]) {
		return true
	}
	// Written in one word: userpassword.
	return category != 'N' && (strings.HasSuffix(spelt, "password") || strings.HasSuffix(spelt, "passwordhash"))
}

// cutPassword reports whether a word is "password" cut short, also in front of how it is stored: pswrd, passwd,
// pwdhash.
func cutPassword(w string) bool {
	for how := range storedAs {
		if head, ok := strings.CutSuffix(w, how); ok && len(head) >= len("pwd") {
			w = head
			break
		}
	}
	var bare []byte
	for i := range len(w) {
		if c := w[i]; i == 0 || strings.IndexByte("aeiou", c) < 0 && bare[len(bare)-1] != c {
			bare = append(bare, c)
		}
	}
	short := string(bare)
	return short == "pswrd" || short == "pswd" || short == "pwd" || short == "pswr"
}

// passwordHash matches what a password is stored as by crypt(3), PHC strings, PostgreSQL, LDAP (RFC 2307), PHP,
// Django, Werkzeug and ASP.NET Core (version 3, SHA-256 or SHA-512). Bare digests are not told from those of files.
var passwordHash = regexp.MustCompile(`^(?i:\$(?:[156y7]|2[abxy]?|gy|md5|sha1|apr1|[ph]|s|argon2(?:id|i|d)|pbkdf2(?:-sha(?:1|256|512))?|` +
	`scrypt|bcrypt(?:-sha256)?)\$[^ ]{8,}|\{(?:ssha|sha|smd5|md5|crypt|bcrypt|argon2|pbkdf2|ssha256|ssha512|noop|scrypt)[^ }]*\}[^ ]{8,}|` +
	`(?:pbkdf2|pbkdf2_sha1|pbkdf2_sha256|bcrypt|bcrypt_sha256|argon2|scrypt|sha1|md5)\$[^ ]*\$[^ ]+|(?:pbkdf2|scrypt):[^ ]+\$[^ ]+\$[^ ]+|` +
	`scram-sha-256\$[0-9]+:[^ ]+)|^AQAAAA[EI]AA[^ ]{50,}={0,2}$`)

// passwordHashes reports whether most of the values known of a column are hashes of passwords.
func passwordHashes(values []string) bool {
	hashes := 0
	for _, v := range values {
		if v != "" && strings.IndexByte("${pPbBaAsSmM", v[0]) >= 0 && passwordHash.MatchString(v) {
			hashes++
		}
	}
	return hashes > len(values)/2
}

// inWords returns a name in lower case with underscores between its words: apiKey, API-Key and api_key are api_key.
func inWords(name string) string {
	var b strings.Builder
	lower := false // the last rune was a lower-case letter or a digit
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
		lower = !unicode.IsUpper(r)
	}
	return strings.TrimSuffix(b.String(), "_")
}
