package ask

import (
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// inCharset puts a text of SQL into a client_encoding, or says why that cannot be.
func inCharset(c wire.Charset, sql string) (string, error) {
	out, ok := c.Write(sql)
	if ok {
		return out, nil
	}
	if err := unreadable(c); err != nil {
		return "", err
	}
	return "", &translate.Error{Code: translate.CodeForm,
		Message: "the statement holds a character that client_encoding " + c.Name + " does not have",
		Hint:    "SET client_encoding = 'UTF8';"}
}

// statementInCharset converts a statement of the agent's, and its search_path, for the way upstream. In one of the
// proxy's own texts, a character that cannot be converted is replaced: any other is not the statement that was proven
// and recorded.
func statementInCharset(c wire.Charset, st translate.Statement) (sql, path string, err error) {
	if path, err = inCharset(c, st.SearchPath); err != nil {
		return "", "", err
	}
	if sql, err = inCharset(c, st.Text()); err != nil && st.Tells && c.Readable() {
		sql, err = c.Show(st.Text()), nil
	}
	return sql, path, err
}

// unreadable returns the error for questions in a charset that cannot be converted; nil: this one can.
func unreadable(c wire.Charset) error {
	if c.Readable() {
		return nil
	}
	return &translate.Error{Code: translate.CodeForm, Message: "questions cannot be read in client_encoding " + c.Name,
		Hint: "SET client_encoding = 'UTF8';"}
}
