package conf

import (
	"reflect"
	"testing"
	"time"
)

// Every field of Settings is set by exactly one row of the table, and every row has a valid default.
func TestTableCoversSettings(t *testing.T) {
	t.Parallel()
	var s Settings
	rows := map[uintptr]string{}
	for _, row := range settings {
		field := row.field(&s)
		at := reflect.ValueOf(field).Pointer()
		if other, ok := rows[at]; ok {
			t.Errorf("%s and %s set the same field", row.key, other)
		}
		rows[at] = row.key
		if err := assign(field, []string{row.text}); err != nil {
			t.Errorf("%s: default %q: %v", row.key, row.text, err)
		} else if row.check != nil && row.check(field) != "" {
			t.Errorf("%s: default %q: %s", row.key, row.text, row.check(field))
		}
		if row.about == "" || find(row.key) == nil {
			t.Errorf("%s: not documented or not found", row.key)
		}
	}
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		for i := range v.NumField() {
			f, name := v.Field(i), path+v.Type().Field(i).Name
			switch {
			case !v.Type().Field(i).IsExported(), name == "Datasources", name == "Model.Key", name == "Auth.QueryPassword": // not settings of their own
			case f.Kind() == reflect.Struct:
				walk(f, name+".")
			case rows[f.Addr().Pointer()] == "":
				t.Errorf("no setting for %s", name)
			}
		}
	}
	walk(reflect.ValueOf(&s).Elem(), "")
}

// No number and no time may be negative: code behind the settings takes less than 0 for none, or for ever.
func TestNothingIsNegative(t *testing.T) {
	t.Parallel()
	for _, row := range settings {
		var s Settings
		switch field := row.field(&s).(type) {
		case *int:
			*field = -1
		case *int64:
			*field = -1
		case *float64:
			*field = -1
		case *Bytes:
			*field = -1
		case *time.Duration:
			*field = -1
		default:
			continue
		}
		if row.check == nil || row.check(row.field(&s)) == "" {
			t.Errorf("%s may be negative", row.key)
		}
	}
}
