package guard

import (
	"strings"
	"unicode"
)

// secretNames lists how columns are called that hold secrets: keys by which somebody may log in, pay, or be
// impersonated. A column is one of them if its name, in words, is an entry or ends with one: user_password and
// resetToken, not password_changed_at. The list is closed. Other columns are masked by share.masked.
var secretNames = listed(`
	password passwd pwd passphrase passcode
	password_hash password_digest password_salt password_hint password_encrypted passwd_hash pwd_hash pass_hash
	secret secret_key secret_hash secret_answer security_answer
	token token_hash token_digest
	api_key api_key_hash access_key private_key signing_key encryption_key
	totp_seed recovery_code recovery_codes backup_codes pin_hash`)

// secretNumbers lists those whose values may be stored as numbers.
var secretNumbers = listed(`
	credit_card card_number card_num card_no cc_number cc_num cc_no
	cvv cvv2 cvc cvc2 card_security_code card_pin
	ssn social_security_number social_security_no`)

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
	// Written in one word: userpassword.
	return category != 'N' && (strings.HasSuffix(spelt, "password") || strings.HasSuffix(spelt, "passwordhash"))
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
