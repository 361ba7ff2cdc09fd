package service

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
)

// What the audit log may not keep of questions, the state store keeps as little. Pins, and lessons that a person has
// taught or approved, were chosen to be kept, and stay. All else that holds text has an end.

// redaction is what the settings say about records.
func redaction(s *conf.Settings) audit.Redaction {
	return audit.Redaction{Questions: s.Audit.Questions, Literals: s.Audit.Literals, Roles: s.Audit.RedactRoles,
		Columns: s.Audit.RedactColumns}
}

// private returns whose words are kept nowhere; nil: nobody's.
func private(s *conf.Settings) translate.Private {
	r := redaction(s)
	if !r.Active() {
		return nil
	}
	return r.Hides
}

// seal keeps texts so that nobody reads them who has not got audit.key.
type seal struct{ cipher.AEAD }

// newSeal returns the seal of a key; nil without one.
func newSeal(key string) *seal {
	if key == "" {
		return nil
	}
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte("pgask answers\x00")) // apart from what else is made of the key
	block, err := aes.NewCipher(h.Sum(nil))
	if err != nil {
		panic(err) // the key has 32 bytes
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // AES has blocks of 16 bytes
	}
	return &seal{aead}
}

// sealedBy begins a sealed value. JSON never begins so.
const sealedBy = "\x01"

func (s *seal) close(id string, value []byte) []byte {
	nonce := make([]byte, s.NonceSize())
	_, _ = rand.Read(nonce) // never fails: crypto/rand
	return s.Seal(append([]byte(sealedBy), nonce...), nonce, value, []byte(id))
}

// open returns what was sealed, or a value that was not.
func (s *seal) open(id string, value []byte) ([]byte, bool) {
	rest, sealed := strings.CutPrefix(string(value), sealedBy)
	if !sealed {
		return value, true
	}
	if s == nil || len(rest) < s.NonceSize() {
		return nil, false
	}
	text, err := s.Open(nil, []byte(rest[:s.NonceSize()]), []byte(rest[s.NonceSize():]), []byte(id))
	return text, err == nil
}

// Ends of what is kept.
const (
	translationsFor = 30 * 24 * time.Hour
	proposalsFor    = 90 * 24 * time.Hour // lessons that nobody has approved, and questions that were asked often
)

// Between two looks for what is too old, and between two tries while the store is away.
const (
	tidyEvery = time.Hour
	tidyAgain = 5 * time.Second
)

// tidy holds the store to its ends until ctx is over. What an earlier release, or the same one under other settings,
// has kept in clear is removed first, once for each redaction.
func (st *State) tidy(ctx context.Context, r audit.Redaction) {
	redacted := false
	for {
		pause := tidyEvery
		err := st.end(ctx)
		if err == nil && !redacted {
			err = st.redact(ctx, r)
			redacted = err == nil
		}
		if err != nil && ctx.Err() == nil {
			st.log.Debug("the state store was not tidied", "error", err)
			pause = tidyAgain
		}
		wake := time.NewTimer(pause)
		select {
		case <-wake.C:
		case <-ctx.Done():
			wake.Stop()
			return
		}
	}
}

func (st *State) end(ctx context.Context) error {
	if err := translationsArea(st.Store).Limit(ctx); err != nil {
		return err
	}
	return lessons.Tidy(ctx, st.Store, time.Now().Add(-proposalsFor))
}

// redact removes what may hold text in clear, unless that was done for the same redaction.
func (st *State) redact(ctx context.Context, r audit.Redaction) error {
	mark := st.Store.Area("redaction", state.Limits{})
	settings := fmt.Sprintf("%q", r)
	was, found, err := mark.Get(ctx, "settings")
	switch {
	case err != nil || found && string(was) == settings:
		return err
	case !r.Active() && found: // from here on texts are kept in clear
		return mark.Delete(ctx, "settings")
	case !r.Active():
		return nil
	}
	for _, area := range []*state.Area{translationsArea(st.Store), recentArea(st.Store), modelAnswersArea(st.Store)} {
		if err := area.Clear(ctx); err != nil {
			return err
		}
	}
	if err := lessons.Tidy(ctx, st.Store, time.Now()); err != nil {
		return err
	}
	st.log.Info("what the state store had of questions was removed, because the audit log redacts them; pins and approved lessons stay")
	return mark.Put(ctx, "settings", []byte(settings))
}
